//! The engine with the vectors of every machine, on games with and without symmetries, and tiles
//! of edges that do not fit.

use fearless_simd::Level;
use proptest::prelude::*;

use super::search::{BLOCK, Rows, Walk, search};
use crate::domain::{Coordinates, Domain};
use crate::engine::assemble::canonical::CanonicalValues;
use crate::engine::cpu::simd_levels::{AtLevel, levels};
use crate::engine::method::Method;
use crate::engine::reference::ReferenceEngine;
use crate::engine::symmetry::{Line, Symmetry};
use crate::job::Job;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{DigraphGame, Ruleset};
use crate::table::InMemoryTable;

fn game(text: &str) -> DigraphGame {
    match Ruleset::parse(text) {
        Ok(Ruleset::Digraph(game)) => game,
        other => panic!("{text} is no digraph: {other:?}"),
    }
}

fn plan(text: &str, tokens: u32, quantity: Quantity, convention: Convention, tile: u32) -> Plan {
    let ruleset = Ruleset::parse(text).expect("a game");
    let domain = Domain::simplex(ruleset.heaps(), tokens).expect("a domain");
    let job = Job::new(ruleset, domain, quantity, convention).expect("a job");
    Plan::new(job, Some(tile)).expect("a plan")
}

/// Games with one symmetry, two, three and six, with Nim heaps, and on two heaps.
const GAMES: [(&str, usize); 10] = [
    ("triangle", 3),
    ("digraph:XY", 1),
    ("digraph:XY/YZ", 1),
    ("digraph:XY/YX", 2),
    ("digraph:XY/YX/ZZ", 2),
    ("digraph:XZ/YZ", 2),
    ("digraph:XY/ZY/YX/YZ", 2),
    ("digraph:XX/XY/YX/ZX", 1),
    ("digraph:XY/YZ/ZX/YX/ZY", 1),
    ("digraph:XY/YX/XZ/ZX/YZ/ZY", 6),
];

/// Catches a symmetry that is missed or made up: each costs, or falsifies, a multiple.
#[test]
fn symmetries_are_found() {
    for (text, count) in GAMES {
        assert_eq!(Symmetry::of(&game(text)).permutations().len(), count, "{text}");
    }
}

/// Catches a line with a position that no piece covers, or two, and one that is traced back to a
/// position that is not computed or not mapped to it.
#[test]
fn pieces_cover_each_line_once_by_least_positions() {
    for (text, _) in GAMES {
        let symmetry = Symmetry::of(&game(text));
        let two_heaps = game(text).heaps() == 2;
        for rank in [0, 1, 2, 3, 7, 12] {
            for [_, to, beside] in
                [[2, 1, 0], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [0, 1, 2]]
            {
                if two_heaps && beside != 0 {
                    continue;
                }
                for fixed in 0..=if two_heaps { 0 } else { rank } {
                    let line = Line { beside, fixed, to, shared: rank - fixed };
                    let mut next = 0;
                    for piece in symmetry.pieces(&line) {
                        assert_eq!(piece.tokens.0, next, "{text} {line:?}");
                        next = piece.tokens.1 + 1;
                        for tokens in piece.tokens.0..next {
                            let steps = (tokens - piece.tokens.0) as i32;
                            let least: Coordinates = Coordinates::from_fn(|axis| {
                                piece.first[axis].strict_add_signed(piece.step[axis] * steps)
                            });
                            let mut at = [line.shared - tokens; 3];
                            (at[beside], at[to]) = (fixed, tokens);
                            assert_eq!(
                                symmetry.canonical_image(least),
                                symmetry.canonical_image(Coordinates(at))
                            );
                            assert!(symmetry.columns(rank, least[0]).contains(&least[1]));
                        }
                    }
                    assert_eq!(next, line.shared + 1, "{text} {line:?}");
                }
            }
        }
    }
}

/// Catches a row that is longer or shorter than the least positions of any layer.
#[test]
fn all_least_positions_have_room() {
    for (text, _) in GAMES {
        let symmetry = Symmetry::of(&game(text));
        let sides = plan(text, 13, Quantity::Grundy, Convention::Normal, 5).job().domain().sides();
        let mut values = CanonicalValues::<u16>::new(&symmetry, sides);
        for rank in 0..=13 {
            let room: usize = values.rows(&symmetry, rank).map(|(_, _, row)| row.len()).sum();
            let least = (0..sides[0].min(rank + 1)).map(|x| symmetry.columns(rank, x).len());
            assert_eq!(room, least.sum::<usize>(), "{text} at {rank}");
        }
    }
}

/// The first value whose threshold is at most the tokens in all rows, one by one.
fn first_value(rows: &[Vec<u32>], tokens: &[u32]) -> u32 {
    let open = |value: &usize| rows.iter().zip(tokens).all(|(row, &t)| row[*value] <= t);
    (0..rows[0].len()).find(open).expect("an open value") as u32
}

proptest! {
    /// Catches a lane, a block or a floor that a level of vectors compares wrongly, at values
    /// near the largest as well.
    #[test]
    fn search_finds_the_first_value(
        arcs in 1usize..=6,
        blocks in prop::sample::select(vec![1usize, 2, 33, 40, 70]),
        density in 0.5f64..1.0,
        excluded in 0.0f64..1.0,
        seed: u64,
    ) {
        let mut random = fastrand::Rng::with_seed(seed);
        let floor_blocks = blocks.div_ceil(BLOCK);
        let mut rows = Vec::new();
        for _ in 0..arcs {
            let mut row: Vec<u32> = (0..blocks * BLOCK)
                .map(|_| if random.f64() < density { random.u32(..65536) } else { 0 })
                .collect();
            // One edge excludes the values before some block, so that any may be the first open.
            let first = (excluded * blocks as f64) as usize * BLOCK;
            row[..if rows.is_empty() { first } else { 0 }].fill(65535);
            *row.last_mut().expect("a value") = 0;
            rows.push(row);
        }
        let tokens: Vec<u32> = (0..arcs).map(|_| random.u32(..65535)).collect();
        let mut entries: Vec<u32> = Vec::new();
        for row in &rows {
            let floors = row.chunks(BLOCK).map(|block| block.iter().min().copied().unwrap_or(0));
            entries.extend(floors);
            entries.resize(entries.len().next_multiple_of(BLOCK), 0);
            entries.extend(row);
        }
        let walks: Vec<Walk> = (0..arcs)
            .map(|arc| Walk {
                row: arc * (floor_blocks + blocks),
                row_step: 0,
                tokens: tokens[arc],
                tokens_step: 0,
            })
            .collect();
        let narrow: Vec<u16> = entries.iter().map(|&entry| entry as u16).collect();
        let expected = first_value(&rows, &tokens);
        for level in levels() {
            let mut found = [u16::MAX; 3];
            let blocks_of = Rows { blocks: narrow.as_chunks().0, floor_blocks, blocks_per_row: blocks };
            search(level, blocks_of, &walks, &[], &mut found);
            prop_assert_eq!(found.map(u32::from), [expected; 3], "16 bits, {:?}", level);
            let mut found = [u32::MAX; 3];
            let blocks_of = Rows { blocks: entries.as_chunks().0, floor_blocks, blocks_per_row: blocks };
            search(level, blocks_of, &walks, &[], &mut found);
            prop_assert_eq!(found, [expected; 3], "32 bits, {:?}", level);
        }
    }

    /// Catches a wrong table of any kind of digraph, at any level of vectors.
    #[test]
    fn every_level_agrees_with_the_definition(
        edges in prop::collection::vec((0usize..3, 0usize..3), 1..7),
        extra in 0usize..2,
        tokens in 0u32..20,
        quantity in prop::sample::select(vec![Quantity::Grundy, Quantity::Outcome]),
        convention in prop::sample::select(vec![Convention::Normal, Convention::Misere]),
        tile in prop::sample::select(vec![1u32, 5, 7, 16]),
    ) {
        let letters: Vec<String> =
            edges.iter().map(|&(s, t)| format!("{}{}", "XYZ".as_bytes()[s] as char, "XYZ".as_bytes()[t] as char)).collect();
        let named = edges.iter().map(|&(s, t)| s.max(t) + 1).max().unwrap_or(1);
        let text = format!("digraph:{}+heaps={}", letters.join("/"), (named + extra).min(3));
        let plan = plan(&text, tokens, quantity, convention, tile);
        if let Ok(Method::Digraph(_)) = Method::of(plan.job()) {
            let truth = InMemoryTable::run(&ReferenceEngine, &plan).expect("the reference runs");
            for level in levels() {
                let found = InMemoryTable::run(&AtLevel(level), &plan).expect("the engine runs");
                let difference = truth.compare(&found);
                prop_assert!(difference.is_ok(), "{} {:?}: {}", text, level, difference.unwrap_err());
            }
        }
    }
}

/// Catches what only tables with many blocks of values, many tiles and several threads meet. The
/// sum is that of a one-thread C program.
#[test]
fn every_level_agrees_on_a_large_table() {
    for (tile, quantity) in
        [(32, Quantity::Grundy), (48, Quantity::Grundy), (32, Quantity::Outcome)]
    {
        let plan = plan("triangle", 128, quantity, Convention::Normal, tile);
        let tables: Vec<InMemoryTable> = levels()
            .into_iter()
            .map(|level| InMemoryTable::run(&AtLevel(level), &plan).expect("the engine runs"))
            .collect();
        for table in &tables[1..] {
            assert!(tables[0].compare(table).is_ok());
        }
    }
}

/// Catches tiles that vectors fill otherwise than cell by cell, as those of edge 20 are, of games
/// with three symmetries, six and one.
#[test]
fn tiles_do_not_depend_on_their_edge() {
    for text in ["triangle", "digraph:XY/YX/XZ/ZX/YZ/ZY", "digraph:XY/YZ"] {
        let table = |tile, level| {
            let plan = plan(text, 257, Quantity::Grundy, Convention::Normal, tile);
            InMemoryTable::run(&AtLevel(level), &plan).expect("the engine runs")
        };
        let expected = table(20, Level::new());
        for level in levels() {
            let difference = expected.compare(&table(32, level));
            assert!(difference.is_ok(), "{text} {level:?}: {}", difference.unwrap_err());
        }
    }
}
