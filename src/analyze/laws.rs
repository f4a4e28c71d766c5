//! Laws: on which share of the positions a condition holds.
//!
//! A claim asks whether a condition holds everywhere, and gets its first counterexample. A law that holds
//! nearly everywhere has a share, which may grow: it is counted for all positions and for those of the upper
//! half of the ranks.

use std::sync::Mutex;

use crate::control::Control;
use crate::expression::{Condition, Filter, WithoutValue};
use crate::sync::{into_inner, lock};
use crate::table::{OtherTables, TableError, TableReader, TileScan};

/// On how many positions a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LawCount {
    /// Positions on which it holds.
    pub holds_on: u64,
    /// Positions on which it is false.
    pub fails_on: u64,
    /// Positions of which it says nothing: where the premise of an implication is false.
    pub silent_on: u64,
    /// Positions where it has no value.
    #[serde(flatten)]
    pub without_value: WithoutValue,
}

/// On how many positions a law holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct LawShares {
    /// The count over all positions.
    pub everywhere: LawCount,
    /// The count over the upper half of the ranks.
    pub upper_half: LawCount,
}

impl LawCount {
    /// Returns on which share of the positions of which it says something the law holds; `None` if there are
    /// none.
    pub fn share(self) -> Option<f64> {
        let positions = self.holds_on + self.fails_on;
        (positions > 0).then(|| self.holds_on as f64 / positions as f64)
    }

    fn add(&mut self, other: LawCount) {
        self.holds_on += other.holds_on;
        self.fails_on += other.fails_on;
        self.silent_on += other.silent_on;
        self.without_value += other.without_value;
    }
}

/// Returns the least rank of the upper half.
pub fn first_rank_of_upper_half(table: &TableReader) -> u32 {
    u32::try_from(table.plan().job().layer_count().div_ceil(2)).unwrap_or(u32::MAX)
}

/// Counts for each law on how many positions of a table it holds, of those that count by a filter, in one scan.
///
/// # Errors
/// When the table is incomplete or damaged, or when the scan is interrupted.
///
/// ```
/// # use grundytab::{Plan, tabulate};
/// # use grundytab::engine::cpu::CpuEngine;
/// # use grundytab::table::{TableReader, TableWriter};
/// # let plan = Plan::parse("nim", "4x4", "grundy")?;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("table.zarr");
/// # let writer = TableWriter::options(&plan).create(&path)?;
/// # tabulate(&plan, &CpuEngine, Some(writer), &grundytab::Control::default())?;
/// use grundytab::expression::{Condition, Filter};
/// use grundytab::table::OtherTables;
/// use grundytab::{Control, analyze};
/// let (table, others) = (TableReader::open(&path)?, OtherTables::default());
/// // The xor is the sum if no power of two is in both: at 3 * 3 of 4 * 4 positions.
/// let law = Condition::parse("g == x + y", table.plan().job(), &others)?;
/// let all = Filter::default();
/// let shares = analyze::law_shares(&table, &others, &[law], &all, &Control::default())?;
/// assert_eq!((shares[0].everywhere.holds_on, shares[0].everywhere.fails_on), (9, 7));
/// // With at least 4 of at most 6 tokens there are 6 positions, at none of which it holds.
/// assert_eq!((shares[0].upper_half.holds_on, shares[0].upper_half.fails_on), (0, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn law_shares(
    table: &TableReader,
    others: &OtherTables,
    laws: &[Condition],
    filter: &Filter,
    control: &Control,
) -> Result<Vec<LawShares>, TableError> {
    table.require_readable()?;
    others.require_complete()?;
    let grading = table.plan().job().grading();
    let middle = first_rank_of_upper_half(table);
    let laws: Vec<_> = laws.iter().map(|law| law.clone().premise_and_conclusion()).collect();
    let keeps = laws.iter().any(|(premise, law)| {
        law.looks_around() || premise.as_ref().is_some_and(Condition::looks_around)
    }) || filter.looks_around();
    let none = || vec![LawShares::default(); laws.len()];
    let scan = |tile: &TileScan, total: &Mutex<Vec<LawShares>>| {
        let mut shares = none();
        tile.visit_blocks(others, keeps, |block| {
            let counted = filter.on(block);
            for ((premise, conclusion), shares) in laws.iter().zip(&mut shares) {
                let holds = conclusion.under(premise.as_ref(), block);
                for lane in (0..block.length()).filter(|&lane| counted.at(lane) == Ok(true)) {
                    let mut one = LawCount::default();
                    match holds(lane) {
                        Ok(Some(true)) => one.holds_on = 1,
                        Ok(Some(false)) => one.fails_on = 1,
                        Ok(None) => one.silent_on = 1,
                        Err(why) => one.without_value.add(why),
                    }
                    shares.everywhere.add(one);
                    if grading.rank(block.at(lane)) >= middle {
                        shares.upper_half.add(one);
                    }
                }
            }
        })?;
        add(&mut lock(total), shares);
        Ok(())
    };
    let mut shares = none();
    for found in table.scan_by_ranks(control, Mutex::new(none()), scan, into_inner)? {
        add(&mut shares, found);
    }
    Ok(shares)
}

/// Adds the shares of other positions.
fn add(total: &mut [LawShares], shares: Vec<LawShares>) {
    for (total, shares) in total.iter_mut().zip(shares) {
        total.everywhere.add(shares.everywhere);
        total.upper_half.add(shares.upper_half);
    }
}
