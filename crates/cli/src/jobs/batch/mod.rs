//! Batches: many jobs from one file.
//!
//! A file of jobs has shared fields, and tables `[[job]]` with fields of their own. A field with a list
//! of values makes a job for each, a sweep; what the jobs are called and where their tables go follows
//! from patterns. A batch can be shared out among several runs by the cost of its jobs ([`Part`]).
//!
//! ```toml
//! out = "blocking.zarr"       # a Zarr group; with a placeholder, as in "{name}.zarr", a table for each job
//! game = "wythoff"
//! quantity = "palaces"
//! box = 1000
//! block = [0, 1, 2, 4, 8]     # five jobs
//! if = "block < 5"            # of which four are wanted
//! name = "b{block}"
//! ```

mod condition;
mod file;
mod job;
mod part;
mod paths;
mod sweep;

pub use job::{BatchJob, Output, SkippedJob};
pub use part::Part;

use grundytab::domain::HEAP_NAMES;
use grundytab::invalid_input::InvalidInput;
use grundytab::ruleset::GameFile;

/// The jobs of a file, in its order.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Batch {
    /// Where the tables go.
    pub output: Output,
    /// The jobs. Their names and paths differ.
    pub jobs: Vec<BatchJob>,
    /// Jobs of sweeps that are no games.
    pub skipped: Vec<SkippedJob>,
    /// How many combinations of values the conditions leave out.
    pub left_out: usize,
    /// For each heap, whether it has one length in all jobs that have it.
    has_one_length: [bool; HEAP_NAMES.len()],
}

impl Batch {
    /// Reads the jobs of a TOML file, of which `name` is the name in errors. Games are read by
    /// `read_game`, for example by [`Ruleset::parse`](grundytab::Ruleset::parse).
    ///
    /// # Errors
    /// When the text is not TOML, a field is unknown or has a value that does not fit, no job or too many
    /// are requested, or two jobs have one name.
    pub fn parse(
        name: &str,
        text: &str,
        read_game: &dyn Fn(&str) -> Result<GameFile, InvalidInput>,
    ) -> Result<Self, InvalidInput> {
        job::jobs(&file::read(name, text)?, read_game)
            .and_then(|batch| paths::check(&batch.jobs).map(|()| batch))
            .map_err(|error| error.within(name))
    }

    /// Returns the names of the dimensions of a job's table. Readers of a group that give a dimension one
    /// length want other names where lengths differ: then the name of a heap is followed by its side.
    pub fn dimension_names(&self, job: &BatchJob) -> Vec<String> {
        let name = |(axis, side): (usize, &u32)| match self.has_one_length[axis] {
            true => HEAP_NAMES[axis].to_owned(),
            false => format!("{}_{side}", HEAP_NAMES[axis]),
        };
        job.plan.job().domain().shape().iter().enumerate().map(name).collect()
    }
}

/// Returns of each heap whether it has one length in all jobs that have it.
fn has_one_length(jobs: &[BatchJob]) -> [bool; HEAP_NAMES.len()] {
    std::array::from_fn(|axis| {
        let mut sides = jobs.iter().filter_map(|job| job.plan.job().domain().shape().get(axis));
        let first = sides.next();
        sides.all(|side| Some(side) == first)
    })
}

#[cfg(test)]
mod tests;
