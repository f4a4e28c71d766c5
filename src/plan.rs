//! Plans: a job with its tiles, its value type and what it needs, before anything runs.

use crate::domain::tiling::Tiling;
use crate::invalid_input::InvalidInput;
use crate::job::{Bound, Job};
use crate::values::{ValueType, Values};

/// A job cut into tiles, ready to run on any engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    job: Job,
    tiling: Tiling,
    value_type: ValueType,
    bound: Bound,
}

impl Plan {
    /// Plans a job, with tiles of edge `tile` or of an edge chosen for the domain.
    ///
    /// # Errors
    /// When the tiles are too many or the values do not fit in 32 bits.
    ///
    /// ```
    /// use grundytab::{Convention, Domain, Job, Plan, Quantity, Ruleset};
    /// let game = Ruleset::parse("wythoff")?;
    /// let domain = Domain::boxed(&[500, 300])?;
    /// let plan = Plan::new(Job::new(game, domain, Quantity::Grundy, Convention::Normal)?, None)?;
    /// assert_eq!(plan.value_type().to_string(), "u16");
    /// assert_eq!(plan.bound().largest_value, 798);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn new(job: Job, tile: Option<u32>) -> Result<Self, InvalidInput> {
        Ok(Plan {
            tiling: Tiling::new(job.domain(), tile)?,
            value_type: job.value_type()?,
            bound: job.bound(),
            job,
        })
    }

    /// What is tabulated.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// How the domain is cut.
    pub fn tiling(&self) -> &Tiling {
        &self.tiling
    }

    /// The type of the stored values.
    pub fn value_type(&self) -> ValueType {
        self.value_type
    }

    /// The bound that decided the type.
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// Number of distinct Grundy values that can occur.
    pub(crate) fn grundy_values(&self) -> usize {
        self.bound.largest_value as usize + 1
    }

    /// Bytes of one tile.
    pub fn tile_bytes(&self) -> u64 {
        self.tiling.tile_cells().saturating_mul(self.value_type.bytes() as u64)
    }

    /// Bytes of all tiles, which is what the table takes on disk before compression.
    pub fn table_bytes(&self) -> u64 {
        self.tiling.count().saturating_mul(self.tile_bytes())
    }

    /// Bytes of the tiles that are open at once when the table is filled layer by layer.
    pub fn open_tile_bytes(&self) -> u64 {
        let waves = self.tiling.fronts();
        let heaps = self.job.domain().heaps();
        let open = waves.windows(heaps.min(waves.len()));
        let most = open.map(|w| w.iter().map(Vec::len).sum::<usize>()).max();
        (most.unwrap_or(0) as u64).saturating_mul(self.tile_bytes())
    }

    /// A tile's worth of values, all as outside the domain.
    pub(crate) fn blank_tile(&self) -> Values {
        Values::filled(self.value_type, self.tiling.tile_cells() as usize)
    }
}
