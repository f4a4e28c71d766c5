//! Prints the P-positions of a small table of a game on two heaps, whose rules are given or those of Wythoff Nim.
#![allow(clippy::print_stdout, reason = "an example prints what it found")]

use std::collections::BTreeSet;
use std::error::Error;

use heap_rules::clause::WrittenClauses;
use heap_rules::rules::{Clauses, Move};

const SIDE: u32 = 16;
const WYTHOFF: &str = "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
                       (x - k, y - k) for 1 <= k <= min(x, y)";

fn main() -> Result<(), Box<dyn Error>> {
    // The test of this example has arguments that are no rules.
    let given = std::env::args().nth(1).filter(|text| text.contains('('));
    let written: WrittenClauses = given.as_deref().unwrap_or(WYTHOFF).parse()?;
    println!("{written}\n");
    let p_positions = p_positions(&Clauses::of(&written)?)?;
    for y in (0..SIDE).rev() {
        let row = (0..SIDE).map(|x| if p_positions.contains(&vec![x, y]) { " P" } else { " ." });
        println!("{}", row.collect::<String>());
    }
    Ok(())
}

/// Returns the positions from which no move leads to one of them.
fn p_positions(rules: &Clauses) -> Result<BTreeSet<Vec<u32>>, Box<dyn Error>> {
    if rules.heaps != 2 || rules.have_sums() {
        return Err(
            "the table is one of games on two heaps whose options are single positions".into()
        );
    }
    let is_inside = |heaps: &[u32]| heaps.iter().all(|&heap| heap < SIDE);
    let mut positions = Vec::new();
    for heaps in (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| vec![x, y])) {
        if rules.is_position(&heaps)? {
            positions.push((rules.grade(&heaps)?, heaps));
        }
    }
    // Every move leads to a smaller grade.
    positions.sort();
    let mut found = BTreeSet::new();
    for (_, heaps) in positions {
        let moves =
            rules.moves(0, &heaps, &is_inside).map_err(|fault| format!("at {heaps:?}: {fault}"))?;
        let is_p = |of: &Move| matches!(&of.option[..], [option] if found.contains(option));
        if !moves.iter().any(is_p) {
            found.insert(heaps);
        }
    }
    Ok(found)
}

#[test]
fn the_p_positions_of_wythoff_nim_are_found() -> Result<(), Box<dyn Error>> {
    main()?;
    let found = p_positions(&Clauses::of(&WYTHOFF.parse()?)?)?;
    let known = [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13], [9, 15]];
    let known = known.into_iter().flat_map(|[a, b]| [vec![a, b], vec![b, a]]);
    assert_eq!(found, known.collect());
    Ok(())
}
