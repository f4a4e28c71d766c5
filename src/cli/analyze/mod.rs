//! `grundytab analyze`

mod args;
mod beams;
mod columns;
mod laws;
mod periods;
mod plot;
mod survey;

use grundytab::Job;
use grundytab::analyze::{self, Beams, LawShares, LinePeriod, Survey};
use grundytab::counted;
use grundytab::table::TableReader;
use serde::Serialize;

pub use args::AnalyzeArgs;
use args::AnalyzePart;
use beams::BeamsReport;
use laws::{LawReport, Laws};
use periods::LineReport;
use survey::SurveyReport;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::output::{print, print_json};
use super::terminal::Terminal;

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
        (
            "analyze wythoff.zarr --law 'g == x + y'",
            "the share of the positions on which the law holds",
        ),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        laws::check_parts(self)?;
        plot::check(self, flags)?;
        let table = TableReader::open(&self.path)?;
        let laws = laws::asked_for(self, table.plan().job())?;
        let terminal = Terminal::open(flags)?;
        let found = find(self, terminal, &table, &laws)?;
        if let Some(path) = &self.plot {
            plot::write(path, &table, self, flags, &found)?;
            if plot::goes_to_stdout(self) {
                return Ok(());
            }
        }
        if flags.json {
            print_object(self, &table, &laws, &found);
        } else {
            print_text(self, &table, &laws, &found);
        }
        Ok(())
    }
}

/// Looks for the parts that are requested.
fn find(args: &AnalyzeArgs, terminal: Terminal, table: &TableReader, laws: &Laws) -> Result<Found> {
    let job = table.plan().job();
    let positions = job.domain().positions();
    let mut found = Found::default();
    if args.asks_for(AnalyzePart::Values) || args.asks_for(AnalyzePart::Layers) {
        found.survey =
            Some(terminal.with_bar(positions, |control| analyze::survey(table, control))?);
    }
    if args.asks_for(AnalyzePart::Periods) {
        let end = periods::end(args, job);
        let values = analyze::values_of_lines(job.domain(), end);
        let periods =
            terminal.with_bar(values, |control| analyze::line_periods(table, end, control));
        found.periods = Some(periods?);
    }
    if args.asks_for(AnalyzePart::Beams) && job.quantity().has_p_positions() {
        found.beams = Some(terminal.with_bar(positions, |control| analyze::beams(table, control))?);
    }
    if !laws.conditions.is_empty() {
        found.laws = terminal
            .with_bar(positions, |control| analyze::law_shares(table, &laws.conditions, control))?;
    }
    Ok(found)
}

fn print_text(args: &AnalyzeArgs, table: &TableReader, laws: &Laws, found: &Found) {
    let job = table.plan().job();
    print(format!(
        "{} on {} ({}): {}, {}",
        job.ruleset().shown(),
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
            print("\nbeams: none; scores do not determine the P-positions");
        }
        None => {}
    }
    if !found.laws.is_empty() {
        laws.print_text(table, &found.laws);
    }
}

/// What `--json` prints: the parts that were requested.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    job: &'a Job,
    positions: u64,
    #[serde(flatten)]
    survey: Option<SurveyReport<'a>>,
    periods: Option<Vec<LineReport<'a>>>,
    beams: Option<BeamsReport<'a>>,
    laws: Option<Vec<LawReport<'a>>>,
}

fn print_object(args: &AnalyzeArgs, table: &TableReader, laws: &Laws, found: &Found) {
    let job = table.plan().job();
    print_json(&Report {
        job,
        positions: job.domain().positions(),
        survey: found.survey.as_ref().map(|survey| SurveyReport::of(args, job, survey)),
        periods: found.periods.as_ref().map(|lines| lines.iter().map(LineReport::of).collect()),
        beams: found.beams.iter().flatten().next().map(BeamsReport::of),
        laws: (!found.laws.is_empty()).then(|| laws.reports(&found.laws)),
    });
}
