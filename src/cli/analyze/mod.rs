//! `grundytab analyze`

mod args;
mod beams;
mod columns;
mod laws;
mod periods;
mod plot;
mod survey;

use std::sync::atomic::AtomicBool;

use grundytab::analyze::{self, Beams, LawShares, LinePeriod, Survey};
use grundytab::counted;
use grundytab::table::TableReader;
use serde_json::json;

pub use args::AnalyzeArgs;
use args::AnalyzePart;
use laws::Laws;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::output::{print, print_json};
use super::{game, interrupt_flag, progress};

/// What was found; nothing of the parts that were not asked for.
#[derive(Default)]
struct Found {
    survey: Option<Survey>,
    periods: Option<Vec<LinePeriod>>,
    /// `Some(None)` if the table is none in which beams are looked for.
    beams: Option<Option<Beams>>,
    laws: Vec<LawShares>,
}

impl Command for AnalyzeArgs {
    const NAME: &'static str = "analyze";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("analyze wythoff.zarr", "values, layers, periods, beams"),
        ("analyze wythoff.zarr --law 'g == x + y'", "on which share of the positions"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        laws::check_parts(self)?;
        plot::check(self, flags)?;
        let table = TableReader::open(&self.path)?;
        let laws = laws::asked_for(self, table.plan().job())?;
        let interrupt = interrupt_flag()?;
        let found = find(self, flags, &table, &laws, &interrupt)?;
        if let Some(path) = &self.plot {
            plot::write(path, &table, self, flags, &found)?;
            if plot::goes_to_stdout(self) {
                return Ok(());
            }
        }
        match flags.json {
            true => print_object(self, &table, &laws, &found),
            false => print_text(self, &table, &laws, &found),
        }
        Ok(())
    }
}

/// Looks for the parts that are asked for.
fn find(
    args: &AnalyzeArgs,
    flags: &Flags,
    table: &TableReader,
    laws: &Laws,
    interrupt: &AtomicBool,
) -> Result<Found> {
    let quiet = flags.is_silent();
    let job = table.plan().job();
    let positions = job.domain().positions();
    let mut found = Found::default();
    if args.asks_for(AnalyzePart::Values) || args.asks_for(AnalyzePart::Layers) {
        let survey = progress::with_bar(positions, quiet, interrupt, |control| {
            analyze::survey(table, control)
        });
        found.survey = Some(survey?);
    }
    if args.asks_for(AnalyzePart::Periods) {
        let end = periods::end(args, job);
        let values = analyze::values_of_lines(job.domain(), end);
        let periods = progress::with_bar(values, quiet, interrupt, |control| {
            analyze::line_periods(table, end, control)
        });
        found.periods = Some(periods?);
    }
    if args.asks_for(AnalyzePart::Beams) && job.quantity().has_p_positions() {
        let beams = progress::with_bar(positions, quiet, interrupt, |control| {
            analyze::beams(table, control)
        });
        found.beams = Some(beams?);
    }
    if !laws.conditions.is_empty() {
        found.laws = progress::with_bar(positions, quiet, interrupt, |control| {
            analyze::law_shares(table, &laws.conditions, control)
        })?;
    }
    Ok(found)
}

fn print_text(args: &AnalyzeArgs, table: &TableReader, laws: &Laws, found: &Found) {
    let job = table.plan().job();
    print(format!(
        "{} on {} ({}): {}, {}",
        game::shown(job.ruleset()),
        job.domain(),
        counted(job.domain().positions(), "position"),
        job.quantity(),
        job.convention().play()
    ));
    if let Some(survey) = &found.survey {
        survey::print_text(args, job, survey);
    }
    if let Some(periods) = &found.periods {
        periods::print_text(args, job, periods);
    }
    match &found.beams {
        Some(beams) => beams::print_text(args, job, beams.as_ref()),
        None if args.only.contains(&AnalyzePart::Beams) => {
            print("\nbeams: none; scores do not tell which positions are P-positions");
        }
        None => {}
    }
    if !found.laws.is_empty() {
        laws.print_text(table, &found.laws);
    }
}

fn print_object(args: &AnalyzeArgs, table: &TableReader, laws: &Laws, found: &Found) {
    let job = table.plan().job();
    let mut object = json!({
        "ruleset": job.ruleset().to_string(),
        "domain": job.domain().to_string(),
        "quantity": job.quantity(),
        "convention": job.convention(),
        "positions": job.domain().positions(),
    });
    if let Some(survey) = &found.survey {
        survey::add_to_json(&mut object, args, job, survey);
    }
    if let Some(periods) = &found.periods {
        periods::add_to_json(&mut object, periods);
    }
    if let Some(beams) = &found.beams {
        object["beams"] = beams::object(beams.as_ref());
    }
    if !found.laws.is_empty() {
        laws.add_to_json(&mut object, &found.laws);
    }
    print_json(&object);
}
