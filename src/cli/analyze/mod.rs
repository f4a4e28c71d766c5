//! `grundytab analyze`

mod args;
mod beams;
mod columns;
mod laws;
mod periods;
mod survey;

use grundytab::analyze;
use grundytab::table::TableReader;
use serde_json::json;

pub use args::AnalyzeArgs;
use args::AnalyzePart;

use super::failure::Result;
use super::output::{print, print_json};
use super::{game, interrupt_flag, progress, use_threads};

pub fn run(args: &AnalyzeArgs) -> Result<()> {
    laws::check_parts(args)?;
    use_threads(args.threads)?;
    let table = TableReader::open(&args.path)?;
    let laws = laws::asked_for(args, table.plan().job())?;
    let interrupt = interrupt_flag()?;
    let quiet = args.quiet || args.json;
    let job = table.plan().job();
    let positions = job.domain().positions();
    let mut object = json!({
        "ruleset": job.ruleset().to_string(),
        "domain": job.domain().to_string(),
        "quantity": job.quantity(),
        "convention": job.convention(),
    });
    if !args.json {
        print(format!(
            "{} on {} ({positions} positions): {}, {} play",
            game::shown(job.ruleset()),
            job.domain(),
            job.quantity(),
            job.convention()
        ));
    }
    if args.asks_for(AnalyzePart::Values) || args.asks_for(AnalyzePart::Layers) {
        let found = progress::with_bar(positions, quiet, &interrupt, |control| {
            analyze::survey(&table, control)
        })?;
        match args.json {
            true => survey::add_to_json(&mut object, args, job, &found),
            false => survey::print_text(args, job, &found),
        }
    }
    if args.asks_for(AnalyzePart::Periods) {
        let end = periods::end(args, job);
        let values = analyze::values_of_lines(job.domain(), end);
        let found = progress::with_bar(values, quiet, &interrupt, |control| {
            analyze::line_periods(&table, end, control)
        })?;
        match args.json {
            true => periods::add_to_json(&mut object, &found),
            false => periods::print_text(args, job, &found),
        }
    }
    if args.asks_for(AnalyzePart::Beams) {
        let found = progress::with_bar(positions, quiet, &interrupt, |control| {
            analyze::beams(&table, control)
        })?;
        match args.json {
            true => object["beams"] = json!(found),
            false => beams::print_text(args, job, found.as_ref()),
        }
    }
    if !laws.texts.is_empty() {
        let found = progress::with_bar(positions, quiet, &interrupt, |control| {
            analyze::law_shares(&table, &laws.conditions, control)
        })?;
        match args.json {
            true => laws.add_to_json(&mut object, &found),
            false => laws.print_text(&table, &found),
        }
    }
    if args.json {
        print_json(&object);
    }
    Ok(())
}
