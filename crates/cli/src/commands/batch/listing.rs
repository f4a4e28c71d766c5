//! The list of tables in the metadata of a group, which readers see.

use std::sync::Mutex;

use crate::jobs::batch::{Batch, BatchJob, Output};
use grundytab::table::{Member, TableError, write_group};

use grundytab::sync::lock;

/// Lists the complete tables of a batch in the metadata of its group, if it has one: before the first job, after the last
/// one, and in between.
///
/// Each time the metadata are written whole. So they are written when this run has completed more tables than it has
/// listed, as after the tables 1, 3, 7, 15, ...: all of it takes no longer than a few times what the end takes, and a run
/// that is killed leaves at least half of its tables listed.
pub struct Listing<'a> {
    batch: &'a Batch,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    listed: usize,
    /// Tables that were completed and are not listed yet.
    waiting: Vec<Member>,
}

impl<'a> Listing<'a> {
    /// Lists the tables that are complete already.
    pub fn begin(batch: &'a Batch) -> Result<Self, TableError> {
        let listing = Listing { batch, progress: Mutex::default() };
        listing.of_all()?;
        Ok(listing)
    }

    /// Lists all tables that are complete.
    pub fn of_all(&self) -> Result<(), TableError> {
        let members: Vec<Member> = self.batch.jobs.iter().map(|job| self.member(job)).collect();
        self.write(&members)
    }

    /// Adds a table that was completed.
    pub fn add(&self, job: &BatchJob) {
        let mut progress = lock(&self.progress);
        progress.waiting.push(self.member(job));
        if progress.waiting.len() > progress.listed {
            let members = std::mem::take(&mut progress.waiting);
            progress.listed += members.len();
            // What goes wrong here goes wrong again at the end, which tells of it.
            let _ = self.write(&members);
        }
    }

    fn write(&self, members: &[Member]) -> Result<(), TableError> {
        match &self.batch.output {
            Output::Group(folder) => write_group(folder, members).map(|_| ()),
            Output::Tables => Ok(()),
        }
    }

    fn member(&self, job: &BatchJob) -> Member {
        Member { name: job.name.clone(), dimension_names: self.batch.dimension_names(job) }
    }
}
