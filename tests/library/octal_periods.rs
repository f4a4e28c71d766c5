//! The periods of octal games that are published, as data, against the CPU engine.
//!
//! `octal_periods.tsv` has one row for each game: the period, the first heap from which on the values repeat, and the source.
//! Where a source leaves out the first heaps, whose values are 0, or lists another game of the same values, the row says so,
//! and counts the heaps of the game itself.

use crate::common::{plan, tabulated};
use grundytab::engine::cpu::CpuEngine;
use grundytab::{InMemoryTable, PeriodProof};

/// Tables of more heaps take seconds: they have as many heaps as the proof needs, and others twice as many.
const MOST_HEAPS: u64 = 50_000;

#[test]
fn published_periods_are_proved_by_the_program() {
    let mut count = 0;
    for line in include_str!("../octal_periods.tsv").lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [game, period, from, source] = columns[..] else { panic!("four columns: {line}") };
        assert!(!source.is_empty(), "a source: {line}");
        let [period, from]: [u64; 2] = [period, from].map(|text| text.parse().expect("a number"));
        let ruleset: grundytab::Ruleset = game.parse().expect(game);
        let rules = ruleset.take_and_break_game().expect("an octal game");
        let needed = rules.needed_length(from, period).expect("a number of values");
        let heaps = if 2 * needed <= MOST_HEAPS { 2 * needed } else { needed };
        let plan = plan(game, &heaps.to_string(), "grundy", None);

        let proved = tabulated(&plan, &CpuEngine).period.expect("a period");
        assert_eq!((proved.period, proved.from), (period, from), "{game}: {source}");
        assert_eq!((proved.proof, proved.from_is_first), (PeriodProof::GuySmith, true), "{game}");

        let table = InMemoryTable::run(&CpuEngine, &plan).expect("the engine runs");
        let repeats = |from: u64, period: u64| {
            let values = &table.values()[from as usize..];
            values.iter().zip(&values[period as usize..]).all(|(value, later)| value == later)
        };
        assert!(repeats(from, period), "{game}: {source}");
        assert!(from == 0 || !repeats(from - 1, period), "{game} from {}", from - 1);
        count += 1;
    }
    assert!(count > 80, "{count} games");
}
