//! `grundytab bench --web FOLDER`: a page on which a browser runs the kernels of the GPU engine on its own GPU, and
//! compares the results with those that the CPU engine computes here. Writing the page needs no GPU.

mod destination;
mod page;

use std::path::Path;

use crate::figures::picture::Palette;
use crate::jobs::run::check_memory;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::gpu::{Expected, Recording, USUAL_BINDING_BYTES};
use grundytab::engine::{Engine, EngineError, Stop, Wanted};
use grundytab::wording::{bytes_text, counted};
use grundytab::{Control, Error, Plan};
use serde::Serialize;

use super::PROGRAM;
use super::args::BenchArgs;
use super::jobs::{self, Job};
use crate::commands::command::Flags;
use crate::commands::failure::{JobFailure, Result};
use crate::commands::output::{note, print, print_json};
use crate::commands::terminal::Terminal;

/// A run on the page.
#[derive(Serialize)]
struct Run {
    job: &'static str,
    /// The quantity and the game, as in `Grundy values of wythoff`.
    title: String,
    /// The domain, as in `box 200x200`.
    domain: String,
    size: u32,
    recording: Recording,
    expected: Expected,
    /// The colours of the values in ascending order, as red, green and blue, if the table is drawn.
    colours: Vec<[u8; 3]>,
}

/// The page that measures browsers.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct WebPageReport<'a> {
    /// The program and its version.
    program: &'static str,
    /// The file of the page.
    path: &'a Path,
    /// Its bytes.
    bytes: usize,
    /// What a browser runs on it.
    runs: Vec<RunReport>,
}

/// A run on the page.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RunReport {
    /// The name of the job.
    job: &'static str,
    /// Its size.
    size: u32,
    /// Its positions.
    positions: u64,
    /// The bytes of the largest buffer binding.
    largest_binding_bytes: u64,
}

impl RunReport {
    fn of(run: &Run) -> Self {
        RunReport {
            job: run.job,
            size: run.size,
            positions: run.expected.totals.positions,
            largest_binding_bytes: run.recording.largest_binding_bytes,
        }
    }
}

/// Writes the page.
///
/// # Errors
/// If the folder is not empty, if the run is interrupted, or if the page cannot be written.
pub fn write(args: &BenchArgs, folder: &Path, flags: &Flags) -> Result<()> {
    let chosen = jobs::chosen_or(&args.job, jobs::ON_PAGE)?;
    destination::check(folder)?;
    let terminal = Terminal::open(flags)?;
    let mut runs = Vec::new();
    for job in chosen {
        for (index, size) in job.sizes_of_page(args.quick, &args.size).into_iter().enumerate() {
            match record(job, size, index == 0, terminal.control()) {
                Err(failure) if failure.concerns_the_job() == Some(JobFailure::Refused) => {
                    note(false, format!("left out: {} {size}: {}", job.name, failure.message()));
                }
                run => runs.push(run?),
            }
        }
    }
    let text = page::text(&runs);
    let bytes = text.len();
    let path = destination::write(folder, &text)?;
    if flags.json {
        let runs = runs.iter().map(RunReport::of).collect();
        print_json(&WebPageReport { program: PROGRAM, path: &path, bytes, runs });
    } else {
        let (runs, bytes) = (counted(runs.len(), "run"), bytes_text(bytes as u64));
        print(format!("{}: {runs}, {bytes}; open it in a browser", path.display()));
    }
    Ok(())
}

/// Records a job at a size, with its values if they are compared and drawn.
///
/// # Errors
/// If the job does not fit, or if it is interrupted.
fn record(job: &Job, size: u32, with_values: bool, control: Control) -> Result<Run> {
    let plan = job.plan(size)?;
    // In a single tile there are few cells outside the domain.
    let plan = if with_values { plan.with_tile(size + 1)? } else { plan };
    let record = if with_values { Recording::of_values } else { Recording::of_totals };
    // Larger bindings are for tables that need them.
    let recording = match record(&plan, USUAL_BINDING_BYTES) {
        Err(EngineError::BeyondLimits { .. }) => record(&plan, u64::MAX),
        recorded => recorded,
    }?;
    check_memory(&CpuEngine, CpuEngine.prepare(&plan, Wanted::Values)?.as_ref(), 0, None)
        .map_err(Error::from)?;
    let expected = Expected::compute(&plan, with_values, || control.proceed().map_err(|_| Stop))?;
    let (game, quantity) = (plan.job().ruleset(), plan.job().quantity());
    Ok(Run {
        job: job.name,
        title: format!("{} of {game}", quantity.values_name()),
        domain: plan.job().domain().to_string(),
        size,
        colours: if with_values { colours(&plan, &expected) } else { Vec::new() },
        recording,
        expected,
    })
}

/// Returns the colours of the values from the least to the largest one, in the palette that suits the quantity.
fn colours(plan: &Plan, expected: &Expected) -> Vec<[u8; 3]> {
    let palette = Palette::of(plan.job().quantity());
    let totals = expected.totals;
    let furthest = totals.maximum.max(-totals.minimum) as u32;
    let values = (totals.minimum..=totals.maximum).map(|number| number as u32);
    let colors = palette.colors_of_values(plan.job(), furthest, values);
    colors.into_iter().map(|color| color.rgb).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a page that takes long to load: with what must be computed, and the values of the tiny sizes, it stays
    /// below 3 MB.
    #[test]
    fn runs_are_written_in_few_bytes() {
        let mut bytes = 0;
        for job in jobs::chosen_or(&[], jobs::ON_PAGE).expect("jobs") {
            for size in job.sizes(false, &[]) {
                let plan = job.plan(size).expect("a plan");
                let recording = Recording::of_totals(&plan, USUAL_BINDING_BYTES);
                bytes += serde_json::to_string(&recording.expect("a run")).expect("JSON").len();
            }
        }
        assert!(bytes < 1_600_000, "{bytes}");
    }
}
