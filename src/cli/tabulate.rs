//! `grundytab tabulate`

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grundytab::table::{
    Resumed, Sharding, TableReader, TableWriter, WriterOptions, available_disk_bytes,
};
use grundytab::{Convention, InvalidInput, Job, Plan, needs_values, tabulate_prepared};

use serde_json::json;

use super::args::TabulateArgs;
use super::engine_choice::{self, Asked, Chosen};
use super::failure::{Failure, Result};
use super::output::{note, print, print_json};
use super::work::Work;
use super::{dry_run, game, interrupt_flag, progress, resources, run_report, use_threads};

pub fn run(args: &TabulateArgs) -> Result<()> {
    let start = Instant::now();
    use_threads(args.engine.threads)?;
    let plan = plan(args)?;
    let quiet = args.quiet || args.json;
    let choice = engine_choice::find(args.engine.engine, args.engine.adapter.as_deref(), &plan)?;
    let values = !args.discard || needs_values(&plan);
    let asked = if values { Asked::Values } else { Asked::Totals };
    let Chosen { engine, prepared } = choice.prepare(&plan, asked, quiet)?;
    let sharding = match args.shard {
        Some(edge) => Sharding::with_edge(&plan, edge)?,
        None => Sharding::of_plan(&plan),
    };
    let waiting = if args.discard { 0 } else { sharding.open_bytes(&plan) };
    dry_run::log_plan(engine, prepared.as_ref(), waiting);
    let check_resources = || {
        resources::check_memory(prepared.as_ref(), waiting)?;
        match &args.out {
            Some(path) => {
                let replaces = args.overwrite || args.resume;
                resources::check_disk(path, &plan, args.codec, replaces, quiet)
            }
            None => Ok(()),
        }
    };
    if args.dry_run {
        return dry_run::print_plan(args.json, engine, prepared.as_ref(), waiting, check_resources);
    }
    check_resources()?;
    let interrupt = interrupt_flag()?;
    let options = TableWriter::options(&plan)
        .codec(args.codec)
        .sharding(sharding)
        .sync_interval(args.sync)
        .engine(engine)
        .overwrite(args.overwrite);
    let writer = match &args.out {
        None => None,
        Some(path) if args.resume => match resume(options, path, &plan, quiet, &interrupt)? {
            Resumed::Complete => return print_complete(path, args.json),
            Resumed::Unfinished(writer) => Some(*writer),
        },
        Some(path) => Some(options.create(path)?),
    };
    let partial = writer.as_ref().map(|writer| writer.partial_path().to_owned());
    let before = writer.as_ref().map_or(0, |writer| writer.totals_before().positions);
    let work = Work::of(engine, &plan).after(before);
    let outcome = progress::with_bar(work, quiet, &interrupt, |control| {
        tabulate_prepared(prepared.as_ref(), writer, control)
    });
    let report = outcome.map_err(|error| {
        let failure = Failure::from(error);
        if let Some(partial) = partial.filter(|partial| partial.exists()) {
            note_left_behind(&failure, &partial);
        }
        failure
    })?;
    let seconds_total = start.elapsed().as_secs_f64();
    if args.json {
        print_json(&run_report::json(&plan, engine, &report, seconds_total));
    } else {
        run_report::print_report(args.out.as_deref(), &plan, &report, seconds_total);
    }
    Ok(())
}

/// Reads what an interrupted run has stored, and notes what was found.
fn resume(
    options: WriterOptions,
    path: &Path,
    plan: &Plan,
    quiet: bool,
    interrupt: &AtomicBool,
) -> Result<Resumed> {
    let positions = plan.job().domain().positions();
    let resumed =
        progress::with_bar(positions, quiet, interrupt, |control| options.resume(path, control))?;
    if let Resumed::Unfinished(writer) = &resumed {
        for file in writer.damaged_before() {
            let file = writer.partial_path().join(file);
            note(quiet, format!("a chunk in {} is damaged and is computed again", file.display()));
        }
        let before = writer.totals_before().positions;
        note(quiet, format!("{before} of {positions} positions are stored already"));
    }
    Ok(resumed)
}

/// Prints that there was nothing left to do.
fn print_complete(path: &Path, json: bool) -> Result<()> {
    let table = TableReader::open(path)?;
    if json {
        let mut object = json!(table.attributes());
        object["already_complete"] = json!(true);
        print_json(&object);
    } else {
        print(format!("{} is complete already", path.display()));
    }
    Ok(())
}

/// Tells what a failed run has left, how to go on with it, and what is in the way.
fn note_left_behind(failure: &Failure, partial: &Path) {
    let partial_name = partial.display();
    note(
        false,
        format!("the unfinished table is left in {partial_name}; --resume goes on with it"),
    );
    if failure.is_full_disk() {
        let folder = partial.parent().filter(|folder| !folder.as_os_str().is_empty());
        let free = available_disk_bytes(folder.unwrap_or(Path::new(".")));
        let free = free.map_or("an unknown number of".into(), |free| free.to_string());
        note(false, format!("{free} bytes are free there; make room first"));
    }
}

/// Plans what was typed.
fn plan(args: &TabulateArgs) -> std::result::Result<Plan, InvalidInput> {
    let convention = if args.misere { Convention::Misere } else { Convention::Normal };
    let game = game::read(&args.game)?;
    let domain = args.domain.domain(game.heaps())?;
    let job = Job::new(game, domain, args.quantity, convention)?;
    Plan::new(job, args.tile)
}
