//! How the table of a job is filled: what a run does, and what a dry run asks about.

use crate::jobs::batch::BatchJob;
use crate::jobs::run::Storage;
use grundytab::table::{Sharding, TableWriter};
use grundytab::{InvalidInput, Plan};

/// Returns the plan by which the table of a job is filled: that of the unfinished table, unless it is replaced.
pub(super) fn plan_to_fill(job: &BatchJob, overwrite: bool) -> Plan {
    match overwrite {
        true => job.plan.clone(),
        false => TableWriter::plan_to_resume(job.plan.clone(), &job.path),
    }
}

/// Returns how and where the table of a job is stored.
pub(super) fn storage<'a>(
    job: &'a BatchJob,
    sharding: &'a dyn Fn(&Plan) -> Result<Option<Sharding>, InvalidInput>,
    overwrite: bool,
) -> Storage<'a> {
    Storage {
        path: Some(&job.path),
        codec: job.codec,
        sharding,
        sync_interval: None,
        check: None,
        notes: job.notes.clone(),
        overwrite,
        resume: !overwrite,
    }
}
