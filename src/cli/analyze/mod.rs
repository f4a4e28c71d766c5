//! `grundytab analyze`

mod args;
mod beams;
mod columns;
mod distance;
mod group_args;
pub(super) mod groups;
mod laws;
mod periods;
mod plot;
mod survey;

use grundytab::analyze::{self, Beams, LawShares, LinePeriod, Lines, Survey};
use grundytab::expression::{Filter, NumberExpression, Summary, WithoutValue, summarize};
use grundytab::table::{OtherTables, TableReader};
use grundytab::{Job, counted, shortened};
use serde::Serialize;

pub use args::AnalyzeArgs;
use args::AnalyzePart;
use beams::BeamsReport;
use distance::Distance;
use groups::{LONGEST_EXPRESSION, without_value};
use laws::{LawReport, Laws};
use periods::LineReport;
use survey::SurveyReport;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::{Tables, open_part};
use super::failure::{Failure, Result};
use super::output::{print, print_json};
use super::ranks;
use super::terminal::Terminal;
use crate::cli::option::option;

/// What was found; nothing of the parts that were not asked for.
#[derive(Default)]
struct Found {
    /// How many positions count, if not all do.
    counted: Option<Summary>,
    survey: Option<Survey>,
    periods: Option<Vec<LinePeriod>>,
    /// `Some(None)` if the table is none in which beams are looked for.
    beams: Option<Option<Beams>>,
    distance: Option<Distance>,
    laws: Vec<LawShares>,
}

/// What was asked for, read.
struct Asked {
    laws: Laws,
    lines: Option<Lines>,
    /// The table from whose P-positions distances are measured.
    other: Option<TableReader>,
    /// Which positions count.
    filter: Filter,
}

impl Command for AnalyzeArgs {
    const NAME: &'static str = "analyze";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("analyze wythoff.zarr", "values, layers, periods, beams"),
        (
            "analyze wythoff.zarr --only periods --rows y=0..6",
            "how some rows begin, and their periods",
        ),
        ("analyze wythoff.zarr --only beams --against phi", "a beam compared with a slope"),
        (
            "analyze wythoff.zarr --law 'g == x + y'",
            "the share of the positions on which the law holds",
        ),
        (
            "analyze wythoff.zarr --histogram 'g - (x ^ y)' --where 'x <= y'",
            "how often the expression has each of its values",
        ),
        (
            "analyze wythoff.zarr --group-by 'abs(x - y) % 3' --show g",
            "counts, least and largest values, means and sums of groups",
        ),
    ];

    const IS_DIVIDED: bool = true;

    fn run(&self, flags: &Flags) -> Result<()> {
        if self.groups.are_asked_for()? {
            return groups::run(self, flags);
        }
        self.require_part("--law", !self.law.is_empty(), AnalyzePart::Laws)?;
        self.require_part("--rows", !self.rows.is_empty(), AnalyzePart::Periods)?;
        self.require_part("--against", !self.against.is_empty(), AnalyzePart::Beams)?;
        self.require_part("--distance", self.distance.is_some(), AnalyzePart::Distance)?;
        if self.distance.is_none() && self.only.contains(&AnalyzePart::Distance) {
            let problem = "no table is given from whose P-positions the distance is measured";
            let typed = option("--only").value("distance");
            let hint = format!("add {}", option("--distance").placeholder("PATH"));
            return Err(Failure::usage(typed, problem, &hint));
        }
        plot::check(self, flags)?;
        let groups = &self.groups;
        let reads_others = groups.only.condition.is_some() || !self.law.is_empty();
        groups.with.check_use(reads_others)?;
        let table = open_part(&self.path, flags)?.shared_by(ranks::network());
        plot::require_whole(self, &table)?;
        let tables = Tables::open(table, &groups.with)?;
        let (table, others) = (&tables.table, tables.others()?);
        let job = table.plan().job();
        let asked = Asked {
            laws: laws::asked_for(self, job, &others)?,
            lines: periods::asked_for(self, job.domain())?,
            other: self.distance.as_ref().map(|path| distance::open(path, job)).transpose()?,
            filter: groups.only.filter(job, &others)?,
        };
        let terminal = Terminal::open(flags)?;
        let found = find(self, terminal, table, &others, &asked)?;
        if let Some(path) = &self.plot {
            plot::write(path, table, self, flags, &found)?;
            if plot::goes_to_stdout(self) {
                return Ok(());
            }
        }
        if flags.json {
            print_object(self, table, &asked.laws, &found);
        } else {
            print_text(self, table, &asked.laws, &found);
        }
        Ok(())
    }
}

/// Looks for the parts that are requested.
fn find(
    args: &AnalyzeArgs,
    terminal: Terminal,
    table: &TableReader,
    others: &OtherTables,
    asked: &Asked,
) -> Result<Found> {
    let Asked { laws, lines, other, filter } = asked;
    let job = table.plan().job();
    let positions = table.positions_there();
    let mut found = Found::default();
    if !filter.counts_all() {
        let constant = [NumberExpression::parse("0", job, others)?];
        let counted = terminal
            .with_bar(positions, |control| summarize(table, others, &constant, filter, control))?;
        found.counted = counted.into_iter().next();
    }
    if args.asks_for(AnalyzePart::Values) || args.asks_for(AnalyzePart::Layers) {
        found.survey = Some(
            terminal
                .with_bar(positions, |control| analyze::survey(table, others, filter, control))?,
        );
    }
    if let Some(lines) = lines {
        found.periods =
            Some(terminal.with_bar(lines.values(), |control| {
                analyze::line_periods(table, lines, control)
            })?);
    }
    if args.asks_for(AnalyzePart::Beams) && job.quantity().has_p_positions() {
        let slopes: Vec<f64> = args.against.iter().map(|slope| slope.value).collect();
        found.beams = Some(terminal.with_bar(positions, |control| {
            analyze::beams(table, others, filter, &slopes, control)
        })?);
    }
    if let Some(other) = other {
        found.distance = Some(distance::find(terminal, table, other)?);
    }
    if !laws.conditions.is_empty() {
        found.laws = terminal.with_bar(positions, |control| {
            analyze::law_shares(table, others, &laws.conditions, filter, control)
        })?;
    }
    Ok(found)
}

fn print_text(args: &AnalyzeArgs, table: &TableReader, laws: &Laws, found: &Found) {
    let job = table.plan().job();
    let there = match table.is_part() {
        true => format!(", of which {} are there", table.positions_there()),
        false => String::new(),
    };
    print(format!(
        "{} on {} ({}{there}): {}, {}",
        job.ruleset().shown(),
        job.domain(),
        counted(job.domain().positions(), "position"),
        job.quantity(),
        job.convention().play()
    ));
    if let (Some(counted), Some(condition)) = (&found.counted, &args.groups.only.condition) {
        print(format!(
            "where {}: {}{}",
            shortened(condition, LONGEST_EXPRESSION),
            grundytab::counted(counted.positions, "position"),
            without_value(counted.without_value)
        ));
    }
    if let Some(survey) = &found.survey {
        survey::print_text(args, table, survey);
    }
    match &found.periods {
        Some(periods) => periods::print_text(args, job, periods),
        None if args.asks_for(AnalyzePart::Periods) => {
            let condition = option("--where");
            print(format!(
                "\nperiods: none; they are those of whole lines, of which {condition} leaves positions out"
            ));
        }
        None => {}
    }
    match &found.beams {
        Some(beams) => beams::print_text(args, job, beams.as_ref()),
        None if args.only.contains(&AnalyzePart::Beams) => {
            print("\nbeams: none; scores do not determine the P-positions");
        }
        None => {}
    }
    if let Some(distance) = &found.distance {
        distance.print_text(args);
    }
    if !found.laws.is_empty() {
        laws.print_text(table, &found.laws);
    }
}

/// What a table looks like. Parts that were not asked for, and those that the table does not have, are null or
/// absent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AnalyzeReport<'a> {
    #[serde(flatten)]
    job: &'a Job,
    /// How many positions.
    positions: u64,
    /// How many positions can be read: fewer than there are in an unfinished table. All that follows is about these.
    positions_there: u64,
    /// The condition of `--where`; `None` without one, as the next.
    #[serde(rename = "where")]
    condition: Option<&'a str>,
    /// How many positions satisfy it; what follows is about these.
    counted: Option<Counted>,
    #[serde(flatten)]
    survey: Option<SurveyReport<'a>>,
    /// The periods of the lines on which one heap grows.
    periods: Option<Vec<LineReport<'a>>>,
    /// The beams of P-positions of two heaps.
    beams: Option<BeamsReport<'a>>,
    /// How far the P-positions are from those of the table of `--distance`.
    distance: Option<&'a Distance>,
    /// On which share of the positions laws hold.
    laws: Option<Vec<LawReport<'a>>>,
}

/// How many positions satisfy the condition of `--where`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Counted {
    /// The number of these positions.
    positions: u64,
    #[serde(flatten)]
    without_value: WithoutValue,
}

fn print_object(args: &AnalyzeArgs, table: &TableReader, laws: &Laws, found: &Found) {
    let job = table.plan().job();
    print_json(&AnalyzeReport {
        job,
        positions: job.domain().positions(),
        positions_there: table.positions_there(),
        condition: args.groups.only.condition.as_deref(),
        counted: found.counted.as_ref().map(|counted| Counted {
            positions: counted.positions,
            without_value: counted.without_value,
        }),
        survey: found.survey.as_ref().map(|survey| SurveyReport::of(args, table, survey)),
        periods: found
            .periods
            .as_ref()
            .map(|lines| lines.iter().map(|line| LineReport::of(job, line)).collect()),
        beams: found.beams.iter().flatten().next().map(BeamsReport::of),
        distance: found.distance.as_ref(),
        laws: (!found.laws.is_empty()).then(|| laws.reports(&found.laws)),
    });
}
