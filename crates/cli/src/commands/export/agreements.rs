//! What an export has written, and with which known sequences it agrees.

use crate::analyses::export::{Agreement, Hole, known_sequences};
use grundytab::ValueType;
use serde::Serialize;

use crate::commands::option::option;

/// What was written. Of the counts, which are `cells`, `positions`, `terms` and `p_positions`, the format has one.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct ExportReport<'a> {
    /// The file.
    pub out: &'a str,
    /// The format: `npy`, `csv`, `parquet`, `bfile` or `p-positions`.
    pub format: String,
    /// The cells of the array (npy).
    pub cells: Option<u64>,
    /// The lines (csv) or rows (parquet).
    pub positions: Option<u64>,
    /// The terms (bfile).
    pub terms: Option<u64>,
    /// The lines (p-positions).
    pub p_positions: Option<u64>,
    /// The sides of the array (npy).
    pub shape: Option<Vec<u32>>,
    /// The type of its values (npy).
    #[serde(rename = "type")]
    pub value_type: Option<ValueType>,
    /// The number of permutations of the heaps that `--up-to-symmetry` has taken (p-positions).
    pub symmetries: Option<usize>,
    /// The condition of `--where`; `None` without one, as the next two.
    #[serde(rename = "where")]
    pub condition: Option<&'a str>,
    /// Positions, or P-positions (p-positions), that are left out since the condition has no value there.
    pub undefined_on: Option<u64>,
    /// Those at which it refers to others outside the tables.
    pub outside_on: Option<u64>,
    /// Where a row or a diagonal has ended before a cell that is no position, although others follow (bfile): that cell, and
    /// the `--from` of the next position.
    pub hole: Option<Hole>,
    /// The known sequences of the OEIS with which the first terms agree (bfile, p-positions), as far as the program has
    /// their terms; `None` in other formats.
    pub agreements: Option<Vec<Agreement>>,
}
/// Says how an export agrees with a known sequence, and nothing of terms that were not compared.
pub fn told_of(found: &Agreement) -> String {
    let Agreement { compared, sequence, what, terms, skipped, skipped_there, part_at } = found;
    let from = match (*skipped, *skipped_there) {
        (0, 0) => String::new(),
        (skipped, 0) => format!("from term {} on, ", skipped + 1),
        (_, there) => format!("from its term {} on, ", there + 1),
    };
    let how_far = match part_at {
        None => format!("{from}on all {terms} terms that can be compared"),
        Some([here, there]) => {
            format!("{from}on {terms} terms; the next is {here} here and {there} there")
        }
    };
    format!("the {compared} agree with {sequence} ({what}) {how_far}")
}

/// Says why a sequence has ended, and how to go on.
pub fn told_of_hole(Hole { cell, next }: &Hole) -> String {
    let from = option("--from").value(next);
    format!("the sequence ends before {cell}, which is no position; {from} writes what follows")
}

/// Says that an export agrees with no known sequence, which is no word about those that the program does not know.
pub fn told_of_none() -> String {
    format!(
        "none of the {} sequences of the OEIS that the program knows begins like this",
        known_sequences()
    )
}
