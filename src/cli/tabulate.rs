//! `grundytab tabulate`

use std::time::Instant;

use grundytab::table::TableWriter;
use grundytab::{Convention, InvalidInput, Job, Plan, needs_values, tabulate_prepared};

use super::args::TabulateArgs;
use super::engine_choice::{self, Asked, Chosen};
use super::failure::{Failure, Result};
use super::output::{note, print_json};
use super::{dry_run, game, interrupt_flag, progress, resources, run_report, use_threads};

pub fn run(args: &TabulateArgs) -> Result<()> {
    let start = Instant::now();
    if args.resume {
        return Err(Failure::usage(
            "--resume",
            "interrupted runs cannot be resumed yet",
            "tabulate again, with --overwrite to replace what is left",
        ));
    }
    use_threads(args.engine.threads)?;
    let plan = plan(args)?;
    let quiet = args.quiet || args.json;
    let choice = engine_choice::find(args.engine.engine, args.engine.adapter.as_deref(), &plan)?;
    let values = !args.discard || needs_values(&plan);
    let asked = if values { Asked::Values } else { Asked::Totals };
    let Chosen { engine, prepared } = choice.prepare(&plan, asked, quiet)?;
    let check_resources = || {
        resources::check_memory(prepared.as_ref())?;
        match &args.out {
            Some(path) => resources::check_disk(path, &plan, args.codec, args.overwrite, quiet),
            None => Ok(()),
        }
    };
    if args.dry_run {
        return dry_run::print_plan(args.json, engine, prepared.as_ref(), check_resources);
    }
    check_resources()?;
    let interrupt = interrupt_flag()?;
    let writer = match &args.out {
        None => None,
        Some(path) => {
            let options = TableWriter::options(&plan).codec(args.codec).engine(engine);
            Some(options.overwrite(args.overwrite).create(path)?)
        }
    };
    let partial = writer.as_ref().map(|writer| writer.partial_path().to_owned());
    let positions = plan.job().domain().positions();
    let outcome = progress::with_bar(positions, quiet, &interrupt, |control| {
        tabulate_prepared(prepared.as_ref(), writer, control)
    });
    let report = outcome.map_err(|error| {
        let failure = Failure::from(error);
        if let (true, Some(partial)) = (failure.is_interruption(), &partial) {
            note(false, format!("the unfinished table is left in {}", partial.display()));
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

/// Plans what was typed.
fn plan(args: &TabulateArgs) -> std::result::Result<Plan, InvalidInput> {
    let convention = if args.misere { Convention::Misere } else { Convention::Normal };
    let game = game::read(&args.game)?;
    let domain = args.domain.domain(game.heaps())?;
    let job = Job::new(game, domain, args.quantity, convention)?;
    Plan::new(job, args.tile)
}
