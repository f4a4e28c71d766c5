//! Published values, as data, against every engine.
//!
//! `published.tsv` has one row for each set of values: the game, the domain, the quantity (with
//! `misere` for misère play), the positions, their values, and the source. The expectations are
//! those of the sources, never the program's. Theorems about all positions of a table are stated in
//! `crates/cli/src/analyses/theorem` and tested in `crates/cli/src/tests/theorems.rs`.
//!
//! Values may be the number of a sequence of the OEIS whose terms are in `crates/cli/src/analyses/export/known_sequences.tsv`, with which the
//! program compares what it exports. The column `positions` holds one of these:
//!
//! | text | the values are those of |
//! |---|---|
//! | `1,3 2,6` | these positions; a single value is the value of all of them |
//! | `1..` | the positions 1, 2, ... of one heap, as many as there are values |
//! | `A145204` | the terms of this sequence, on one heap |
//! | `2,*` | the positions (2, 0), (2, 1), ..., as many as there are values |
//! | `others` | all positions that no other row of the same table names |
//! | `sum`, `p-positions` | the whole table: the sum of its values, the number of P-positions |
//! | `period` | a game on one heap: the length of the period, which the program must also prove |

use std::collections::{BTreeMap, HashSet};

use crate::common::{engines, plan, tabulated};
use grundytab::engine::{EngineError, Wanted};
use grundytab::{Coordinates, InMemoryTable, Plan};

/// The reference engine would take too long on larger tables.
const MOST_POSITIONS_OF_THE_REFERENCE: u64 = 20_000;

/// A software adapter would take too long on larger tables; [`LARGER_THAN_A_BINDING`] is the exception.
const MOST_POSITIONS_OF_THE_GPU: u64 = 1 << 20;

/// A table of 288 MB, more than a binding of Mesa's software adapter holds.
const LARGER_THAN_A_BINDING: &str = "wythoff+block=99";

struct Row {
    positions: &'static str,
    values: Vec<u64>,
    source: &'static str,
}

/// Game, domain and quantity: what makes a table.
type Key = (&'static str, &'static str, &'static str);

/// Reads the rows of the file, by the table that they are about.
fn published() -> BTreeMap<Key, Vec<Row>> {
    let mut tables: BTreeMap<Key, Vec<Row>> = BTreeMap::new();
    for line in include_str!("../published.tsv").lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [game, domain, quantity, positions, values, source] = columns[..] else {
            panic!("six columns: {line}");
        };
        assert!(!source.is_empty(), "a source: {line}");
        let values: Vec<u64> =
            terms_of(values).split(' ').map(|value| value.parse().expect("a value")).collect();
        let row = Row { positions, values, source };
        tables.entry((game, domain, quantity)).or_default().push(row);
    }
    tables
}

fn coordinates(text: &str) -> Coordinates {
    let heaps: Vec<u32> = text.split(',').map(|heap| heap.parse().expect("a heap")).collect();
    Coordinates::padded(&heaps, 0)
}

/// Returns the positions that a row names, each with its value.
fn values_by_position(row: &Row) -> Vec<(Coordinates, u64)> {
    if let Some(prefix) = row.positions.strip_suffix('*') {
        let last = (0..).map(|last| coordinates(&format!("{prefix}{last}")));
        return last.zip(row.values.iter().copied()).collect();
    }
    if row.positions == "1.." {
        let from_1 = (1..).map(|heap| Coordinates::padded(&[heap], 0));
        return from_1.zip(row.values.iter().copied()).collect();
    }
    let positions: Vec<Coordinates> = terms_of(row.positions).split(' ').map(coordinates).collect();
    match row.values[..] {
        [value] => positions.into_iter().map(|position| (position, value)).collect(),
        _ => {
            assert_eq!(positions.len(), row.values.len(), "{}", row.positions);
            positions.into_iter().zip(row.values.iter().copied()).collect()
        }
    }
}

/// Returns the terms of a sequence, or what is written out.
fn terms_of(written: &'static str) -> &'static str {
    if !written.starts_with('A') {
        return written;
    }
    let known = include_str!("../../crates/cli/src/analyses/export/known_sequences.tsv");
    let row = known.lines().find(|row| row.split('\t').next() == Some(written));
    row.and_then(|row| row.split('\t').nth(2)).expect(written)
}

fn is_about_the_whole_table(row: &Row) -> bool {
    ["sum", "p-positions", "period"].contains(&row.positions)
}

/// Compares the rows that name positions with a table.
fn check_values(plan: &Plan, rows: &[Row], table: &InMemoryTable, name: &str) {
    let domain = plan.job().domain();
    let value_at = |at: Coordinates| {
        assert!(domain.contains(at), "{at:?} is no position of {domain}");
        u64::from(table.values()[at.row_major_index(domain.sides())])
    };
    let mut named = HashSet::new();
    let is_named = |row: &&Row| !is_about_the_whole_table(row) && row.positions != "others";
    for row in rows.iter().filter(is_named) {
        for (at, expected) in values_by_position(row) {
            assert_eq!(value_at(at), expected, "{at:?} of {name}: {}", row.source);
            assert!(named.insert(at), "{at:?} of {name} is named twice");
        }
    }
    for row in rows.iter().filter(|row| row.positions == "others") {
        let cells = Coordinates::cells_of_box(domain.sides());
        let mut others = cells.filter(|&at| domain.contains(at) && !named.contains(&at)).peekable();
        assert!(others.peek().is_some(), "there are other positions: {}", row.source);
        for at in others {
            assert_eq!(vec![value_at(at)], row.values, "{at:?} of {name}: {}", row.source);
        }
    }
}

/// Returns the shortest period of the second half of the values.
fn shortest_period(values: &[u32]) -> u64 {
    let half = &values[values.len() / 2..];
    let repeats =
        |period: &usize| half.windows(period + 1).all(|window| window[0] == window[*period]);
    (1..half.len() / 2).find(repeats).expect("the values repeat") as u64
}

#[test]
fn every_engine_gives_the_published_values() {
    let tables = published();
    assert!(tables.len() >= 20, "{} tables", tables.len());
    for ((game, domain, quantity), rows) in &tables {
        let plan = plan(game, domain, quantity, None);
        let positions = plan.job().domain().positions();
        for engine in engines() {
            let most = match engine.kind().to_string().as_str() {
                "reference" => MOST_POSITIONS_OF_THE_REFERENCE,
                "gpu" if *game != LARGER_THAN_A_BINDING => MOST_POSITIONS_OF_THE_GPU,
                _ => u64::MAX,
            };
            // The GPU engine has no kernel for four heaps, and none where one heap follows another.
            let refused = engine.prepare(&plan, Wanted::Values).map(drop);
            let has_no_kernel = matches!(
                refused,
                Err(EngineError::FourHeaps { .. } | EngineError::OneAfterAnother { .. })
            );
            if positions > most || has_no_kernel {
                continue;
            }
            let adapter = engine.adapter().unwrap_or_default();
            let name = format!("{game} {domain} {quantity} on {} {adapter}", engine.kind());
            if rows.iter().any(|row| row.positions != "sum" && row.positions != "p-positions") {
                let table = InMemoryTable::run(engine, &plan).expect("the engine runs");
                check_values(&plan, rows, &table, &name);
                for row in rows.iter().filter(|row| row.positions == "period") {
                    assert_eq!(vec![shortest_period(table.values())], row.values, "{name}");
                }
            }
            for row in rows.iter().filter(|row| is_about_the_whole_table(row)) {
                let report = tabulated(&plan, engine);
                let found = match row.positions {
                    "sum" => report.totals.sum.cast_unsigned(),
                    "p-positions" => report.totals.p_positions.expect("a count"),
                    _ => report.period.expect("a proven period").period,
                };
                assert_eq!(vec![found], row.values, "{} of {name}: {}", row.positions, row.source);
            }
        }
    }
}
