//! Tests of the engine at every SIMD level of the machine, on games with and without symmetries, and
//! with tile edges that do not divide the sides.

use fearless_simd::Level;
use proptest::prelude::*;

use super::bucket::BUCKET;
use super::canonical::CanonicalValues;
use super::search::{EdgeCursor, SearchedThreshold, ThresholdRows};
use crate::domain::Coordinates;
use crate::engine::cpu::tests::simd_levels::{AtLevel, assert_all_levels_agree, levels};
use crate::engine::digraph_games::symmetry::{Section, Symmetry};
use crate::plan::Plan;
use crate::ruleset::{DigraphGame, Method, Ruleset};
use crate::table::InMemoryTable;

fn game(text: &str) -> DigraphGame {
    Ruleset::parse(text).expect("a game").digraph_game().expect("a digraph").clone()
}

fn plan(text: &str, tokens: u32, quantity: &str, tile: u32) -> Plan {
    let plan = Plan::parse(text, &format!("tokens {tokens}"), quantity).expect("a plan");
    plan.with_tile(tile).expect("tiles")
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
        assert_eq!(Symmetry::of(&game(text)).automorphisms().len(), count, "{text}");
    }
}

/// Catches a section with a position that no segment covers, or two, and one that is traced back to a
/// position that is not computed or not in its orbit.
#[test]
fn segments_cover_each_section_once_by_canonical_positions() {
    for (text, _) in GAMES {
        let symmetry = Symmetry::of(&game(text));
        let two_heaps = game(text).heaps() == 2;
        for grade in [0, 1, 2, 3, 7, 12] {
            for [_, along, fixed_axis] in
                [[3, 2, 1], [2, 3, 1], [3, 1, 2], [1, 3, 2], [2, 1, 3], [1, 2, 3]]
            {
                if two_heaps && fixed_axis != 1 {
                    continue;
                }
                for fixed_tokens in 0..=if two_heaps { 0 } else { grade } {
                    let shared_tokens = grade - fixed_tokens;
                    let section = Section { fixed_axis, fixed_tokens, along, shared_tokens };
                    let mut next = 0;
                    for segment in symmetry.segments(&section) {
                        assert_eq!(segment.tokens.0, next, "{text} {section:?}");
                        next = segment.tokens.1 + 1;
                        for tokens in segment.tokens.0..next {
                            let steps = (tokens - segment.tokens.0) as i32;
                            let canonical = Coordinates::from_fn(|axis| {
                                segment.first[axis].strict_add_signed(segment.step[axis] * steps)
                            });
                            let rest = shared_tokens - tokens;
                            let mut at = [0, rest, rest, rest];
                            (at[fixed_axis], at[along]) = (fixed_tokens, tokens);
                            assert_eq!(
                                symmetry.canonical_image(canonical),
                                symmetry.canonical_image(Coordinates(at))
                            );
                            assert!(symmetry.columns(grade, canonical[1]).contains(&canonical[2]));
                        }
                    }
                    assert_eq!(next, shared_tokens + 1, "{text} {section:?}");
                }
            }
        }
    }
}

/// Catches a row that is longer or shorter than the canonical positions of any layer.
#[test]
fn all_canonical_positions_have_room() {
    for (text, _) in GAMES {
        let symmetry = Symmetry::of(&game(text));
        let sides = plan(text, 13, "grundy", 5).job().domain().sides();
        let mut values = CanonicalValues::<u16>::new(&symmetry, sides);
        for grade in 0..=13 {
            let room: usize = values.rows(&symmetry, grade).map(|(_, _, row)| row.len()).sum();
            let rows = 0..sides[1].min(grade + 1);
            let canonical = rows.map(|x| symmetry.columns(grade, x).len());
            assert_eq!(room, canonical.sum::<usize>(), "{text} at {grade}");
        }
    }
}

/// Returns the first value whose threshold is at most the tokens in all rows, one by one.
fn first_value(rows: &[Vec<u32>], tokens: &[u32]) -> u32 {
    let open = |value: &usize| rows.iter().zip(tokens).all(|(row, &t)| row[*value] <= t);
    (0..rows[0].len()).find(open).expect("an open value") as u32
}

proptest! {
    /// Catches a SIMD lane, a bucket or a bucket minimum that is compared wrongly at some SIMD level,
    /// at values near the largest as well.
    #[test]
    fn search_finds_the_first_value(
        edges in 1usize..=6,
        buckets in prop::sample::select(vec![1usize, 2, 33, 40, 70]),
        density in 0.5f64..1.0,
        excluded in 0.0f64..1.0,
        seed: u64,
    ) {
        let mut random = fastrand::Rng::with_seed(seed);
        let minima_buckets = buckets.div_ceil(BUCKET);
        let mut rows = Vec::new();
        for _ in 0..edges {
            let mut row: Vec<u32> = (0..buckets * BUCKET)
                .map(|_| if random.f64() < density { random.u32(..65536) } else { 0 })
                .collect();
            // One edge excludes the values before some bucket, so that any may be the first open one.
            let first = (excluded * buckets as f64) as usize * BUCKET;
            row[..if rows.is_empty() { first } else { 0 }].fill(65535);
            *row.last_mut().expect("a value") = 0;
            rows.push(row);
        }
        let tokens: Vec<u32> = (0..edges).map(|_| random.u32(..65535)).collect();
        let mut entries: Vec<u32> = Vec::new();
        for row in &rows {
            let minimum = |bucket: &[u32]| bucket.iter().min().copied().unwrap_or(0);
            entries.extend(row.chunks(BUCKET).map(minimum));
            entries.resize(entries.len().next_multiple_of(BUCKET), 0);
            entries.extend(row);
        }
        let cursors: Vec<EdgeCursor> = (0..edges)
            .map(|edge| EdgeCursor {
                row: edge * (minima_buckets + buckets),
                row_step: 0,
                tokens: tokens[edge],
                tokens_step: 0,
            })
            .collect();
        let narrow: Vec<u16> = entries.iter().map(|&entry| entry as u16).collect();
        let expected = first_value(&rows, &tokens);
        for level in levels() {
            let mut found = [u16::MAX; 3];
            let threshold_rows = ThresholdRows {
                buckets: narrow.as_chunks().0,
                minima_buckets,
                buckets_per_row: buckets,
            };
            u16::search(level, threshold_rows, &cursors, &[], &mut found);
            prop_assert_eq!(found.map(u32::from), [expected; 3], "16 bits, {:?}", level);
            // Rows with thresholds of 32 bits are long.
            if minima_buckets < 2 {
                continue;
            }
            let mut found = [u32::MAX; 3];
            let threshold_rows = ThresholdRows {
                buckets: entries.as_chunks().0,
                minima_buckets,
                buckets_per_row: buckets,
            };
            u32::search(level, threshold_rows, &cursors, &[], &mut found);
            prop_assert_eq!(found, [expected; 3], "32 bits, {:?}", level);
        }
    }

    /// Catches a wrong table of any kind of digraph, at any SIMD level.
    #[test]
    fn every_level_agrees_with_the_definition(
        edges in prop::collection::vec((0usize..3, 0usize..3), 1..7),
        extra in 0usize..2,
        tokens in 0u32..20,
        quantity in
            prop::sample::select(vec!["grundy", "grundy misere", "outcome", "outcome misere"]),
        tile in prop::sample::select(vec![1u32, 5, 7, 16]),
    ) {
        let letters: Vec<String> =
            edges.iter().map(|&(s, t)| format!("{}{}", "XYZ".as_bytes()[s] as char, "XYZ".as_bytes()[t] as char)).collect();
        let named = edges.iter().map(|&(s, t)| s.max(t) + 1).max().unwrap_or(1);
        let text = format!("digraph:{}+heaps={}", letters.join("/"), (named + extra).min(3));
        let plan = plan(&text, tokens, quantity, tile);
        if let Method::Digraph(_) = plan.job().method() {
            assert_all_levels_agree(&plan);
        }
    }
}

/// Sum of the Grundy values of the Triangle Game with up to 128 tokens, computed by a C program with one
/// thread that shares no code with this one.
const TRIANGLE_128_SUM: u64 = 30_375_354;

/// Counts the P-positions of the Triangle Game with at most this many tokens: the rotations of
/// (b + c, b, c) with b >= phi c (Abuku et al., Combinatorial games and the golden ratio on digraphs,
/// 2025). As phi is irrational, b >= phi c iff b (b - c) >= c c for b >= c.
fn triangle_p_positions(tokens: u64) -> u64 {
    let pairs = (0..=tokens / 2).flat_map(|b| (0..=b).map(move |c| (b, c)));
    let is_p = |&(b, c): &(u64, u64)| 2 * (b + c) <= tokens && b * (b - c) >= c * c;
    // All rotations of (0, 0, 0) are equal; no other position equals a rotation of itself.
    pairs.filter(is_p).map(|(b, _)| if b == 0 { 1 } else { 3 }).sum()
}

/// Catches what only tables with many buckets of values, many tiles and several threads meet.
#[test]
fn every_level_agrees_on_a_large_table() {
    for (tile, quantity, expected) in [
        (32, "grundy", TRIANGLE_128_SUM),
        (48, "grundy", TRIANGLE_128_SUM),
        (32, "outcome", triangle_p_positions(128)),
    ] {
        let plan = plan("triangle", 128, quantity, tile);
        let tables: Vec<InMemoryTable> = levels()
            .into_iter()
            .map(|level| InMemoryTable::run(&AtLevel(level), &plan).expect("the engine runs"))
            .collect();
        let domain = plan.job().domain();
        let cells = Coordinates::cells_of_box(domain.sides()).zip(tables[0].values());
        let values = cells.filter(|&(at, _)| domain.contains(at)).map(|(_, &value)| value);
        let sum: u64 = values.map(u64::from).sum();
        assert_eq!(sum, expected, "{quantity}, tiles of {tile}");
        for table in &tables[1..] {
            assert!(tables[0].compare(table).is_ok());
        }
    }
}

/// Catches tiles that vectors fill otherwise than cell by cell, as those of edge 20 are filled, for
/// games with three symmetries, six and one.
#[test]
fn tiles_do_not_depend_on_their_edge() {
    for text in ["triangle", "digraph:XY/YX/XZ/ZX/YZ/ZY", "digraph:XY/YZ"] {
        let table = |tile, level| {
            let plan = plan(text, 257, "grundy", tile);
            InMemoryTable::run(&AtLevel(level), &plan).expect("the engine runs")
        };
        let expected = table(20, Level::new());
        for level in levels() {
            let difference = expected.compare(&table(32, level));
            assert!(difference.is_ok(), "{text} {level:?}: {}", difference.unwrap_err());
        }
    }
}
