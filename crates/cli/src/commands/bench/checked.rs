//! Totals with a checksum, from the tiles of an engine or from its own sums.

use std::fmt;
use std::sync::Mutex;

use grundytab::domain::tiling::Tile;
use grundytab::engine::{Prepared, Sink, Stop};
use grundytab::totals::checksum_of_tile;
use grundytab::{Control, Error, Plan, Statistics};

use grundytab::sync::lock;

/// Totals of a table, and the checksum of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checked {
    pub totals: Statistics,
    pub checksum: u32,
}

impl Checked {
    /// Runs a plan and adds up the results.
    ///
    /// # Errors
    /// If the run is interrupted or the engine fails.
    pub fn run(prepared: &dyn Prepared, control: Control) -> Result<Self, Error> {
        let sum = Sum { plan: prepared.plan(), control, sum: Mutex::default() };
        prepared.run(&sum)?;
        let sum = *lock(&sum.sum);
        Ok(sum)
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, checksum {:08x}", self.totals, self.checksum)
    }
}

/// Adds up tiles, or totals.
struct Sum<'a> {
    plan: &'a Plan,
    control: Control<'a>,
    sum: Mutex<Checked>,
}

impl Sink for Sum<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        let region = self.plan.tiling().region(tile.index);
        let totals = Statistics::of_tile(self.plan.job(), &region, &tile.values);
        self.totals(totals, Some(checksum_of_tile(&region, &tile.values)))
    }

    fn takes_checksums(&self) -> bool {
        true
    }

    fn totals(&self, totals: Statistics, checksum: Option<u32>) -> Result<(), Stop> {
        self.proceed()?;
        let mut sum = lock(&self.sum);
        sum.totals = sum.totals.merge(totals);
        sum.checksum = sum.checksum.wrapping_add(checksum.unwrap_or(0));
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        self.control.proceed().map_err(|_| Stop)
    }
}
