//! `grundytab analyze`

mod args;
mod beams;
pub(super) mod columns;
pub(super) mod coordinates;
mod counted;
mod distance;
mod group_args;
pub(super) mod groups;
mod periods;
mod plot;
mod survey;
mod sweep;

use crate::analyses::analyze::{
    Beams, LinePeriod, Matches, Survey, Surveying, all_p_positions, beams_of, beams_pass,
    distances_from, line_periods,
};
use crate::analyses::expression::Filter;
use grundytab::Job;
use grundytab::table::{AnyPass, OtherTables, Running, TableReader};
use grundytab::wording::counted as number_of;
use serde::Serialize;

pub use args::AnalyzeArgs;
use args::AnalyzePart;
use beams::BeamsReport;
use counted::Counted;
use distance::Distance;
use periods::LineReport;
use survey::SurveyReport;
use sweep::Asks;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::{Tables, open_part};
use super::failure::{Failure, Result};
use super::output::{print, print_json};
use super::ranks;
use super::terminal::Terminal;
use crate::commands::option::option;

/// What was found; parts that were not asked for, and those that the table does not have, are `None`.
struct Found {
    counted: Option<Counted>,
    survey: Option<Survey>,
    periods: Option<Vec<LinePeriod>>,
    beams: Option<Beams>,
    distance: Option<Distance>,
}

impl Found {
    /// Reads the table once for all parts, and then the lines whose periods are looked for.
    fn of(
        args: &AnalyzeArgs,
        table: &TableReader,
        others: &OtherTables,
        filter: &Filter,
        terminal: Terminal,
    ) -> Result<Self> {
        let (job, asks_for) = (table.plan().job(), |part| args.asks_for(part));
        let lines = periods::lines(args, job.domain())?;
        let other = distance::other(args, table)?;
        let has_survey = asks_for(AnalyzePart::Values) || asks_for(AnalyzePart::Layers);
        let has_beams = asks_for(AnalyzePart::Beams) && job.quantity().has_p_positions();
        let mut matches = (!filter.counts_all()).then(|| Running::new(Matches(filter)));
        let mut survey = has_survey.then(|| Running::new(Surveying::new(job, filter)));
        let beams = has_beams.then(|| beams_pass(table, filter)).flatten();
        let mut beams = beams.map(Running::new);
        // No condition goes with --distance: all positions count.
        let mut points = other.as_ref().map(|_| Running::new(all_p_positions(table, filter)));
        let mut passes: Vec<&mut dyn AnyPass> = Vec::new();
        passes.extend(matches.as_mut().map(|pass| pass as &mut dyn AnyPass));
        passes.extend(survey.as_mut().map(|pass| pass as &mut dyn AnyPass));
        passes.extend(beams.as_mut().map(|pass| pass as &mut dyn AnyPass));
        passes.extend(points.as_mut().map(|pass| pass as &mut dyn AnyPass));
        if !passes.is_empty() {
            terminal.with_bar(table.positions_there(), |control| {
                table.read(others, &mut passes, control)
            })?;
        }
        let mut found =
            Found { counted: None, survey: None, periods: None, beams: None, distance: None };
        if let Some(mut matches) = matches {
            let (positions, without_value) = matches.found()?;
            found.counted = Some(Counted { positions, without_value });
        }
        if let Some(mut survey) = survey {
            found.survey = Some(Survey::of(job, survey.found()?));
        }
        if let Some(lines) = lines {
            found.periods = Some(
                terminal
                    .with_bar(lines.values(), |control| line_periods(table, &lines, control))?,
            );
        }
        if let Some(mut beams) = beams {
            let slopes: Vec<f64> = args.against.iter().map(|slope| slope.value).collect();
            found.beams = beams_of(job, beams.found()?, &slopes);
        }
        if let (Some(other), Some(mut points)) = (other, points) {
            let corner = points.found()?;
            let [there, back] = terminal.with_bar(other.positions_there(), |control| {
                distances_from(table, corner, &other, control)
            })?;
            let with = other.plan().job().clone();
            found.distance = Some(Distance { with, there, back });
        }
        Ok(found)
    }

    fn print(&self, args: &AnalyzeArgs, table: &TableReader) {
        let job = table.plan().job();
        print_head(table);
        if let (Some(found), Some(condition)) = (self.counted, &args.groups.only.condition) {
            counted::print_text(condition, found);
        }
        if let Some(found) = &self.survey {
            survey::print_text(args, table, found);
        }
        if args.asks_for(AnalyzePart::Periods) {
            periods::print_text(args, job, self.periods.as_deref());
        }
        if args.asks_for(AnalyzePart::Beams) {
            beams::print_text(args, job, self.beams.as_ref());
        }
        if let Some(found) = &self.distance {
            distance::print_text(args, found);
        }
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
}

impl<'a> AnalyzeReport<'a> {
    fn of(args: &'a AnalyzeArgs, table: &'a TableReader, found: &'a Found) -> Self {
        let job = table.plan().job();
        let of_line = |line| LineReport::of(job, line);
        AnalyzeReport {
            job,
            positions: job.domain().positions(),
            positions_there: table.positions_there(),
            condition: args.groups.only.condition.as_deref(),
            counted: found.counted,
            survey: found.survey.as_ref().map(|found| SurveyReport::of(args, table, found)),
            periods: found.periods.as_ref().map(|lines| lines.iter().map(of_line).collect()),
            beams: found.beams.as_ref().map(BeamsReport::of),
            distance: found.distance.as_ref(),
        }
    }
}

impl Command for AnalyzeArgs {
    const NAME: &'static str = "analyze";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("analyze wythoff.zarr", "values, layers, periods, beams"),
        (
            "analyze wythoff.zarr --only periods --rows y=0:6",
            "how some rows begin, and their periods",
        ),
        ("analyze wythoff.zarr --only beams --against phi", "a beam compared with a slope"),
        (
            "analyze wythoff.zarr --only periods --rows y=0:24 --csv",
            "a row for each line: its preperiod, period and saltus",
        ),
        (
            "analyze wythoff.zarr blocking.zarr --only beams,values",
            "a row for each table; a group of tables may be given, too",
        ),
        (
            "analyze wythoff.zarr --histogram 'g - (x ^ y)' --where 'x <= y'",
            "how often the expression has each of its values",
        ),
        (
            "analyze wythoff.zarr --group-by 'abs(x - y) % 3' --show g",
            "counts, least and largest values, means and sums of groups",
        ),
        (
            "analyze triangle.zarr --x 'x - y' --y 'y - z' --plot points.pdf",
            "the P-positions of three heaps as points, at the differences of these",
        ),
    ];

    const IS_DIVIDED: bool = true;

    fn run(&self, flags: &Flags) -> Result<()> {
        let path = match self.tables()? {
            Asks::Table(path) => path,
            Asks::Sweep(entries) => return sweep::run(self, entries, flags),
        };
        if self.groups.are_asked_for() {
            return groups::run(self, path, flags);
        }
        if self.points.x.is_some() {
            return coordinates::run(self, path, flags);
        }
        self.check_parts()?;
        if self.distance.is_none() && self.only.contains(&AnalyzePart::Distance) {
            let problem = "no table is given from whose P-positions the distance is measured";
            let typed = option("--only").value("distance");
            let hint = format!("add {}", option("--distance").placeholder("PATH"));
            return Err(Failure::usage(typed, problem, &hint));
        }
        plot::check(self, flags)?;
        let groups = &self.groups;
        groups.with.check_use(groups.only.condition.is_some())?;
        let table = open_part((path, &[]), &self.game, flags)?.shared_by(ranks::network());
        plot::require_whole(self, &table)?;
        plot::check_parts(self, table.plan().job().domain().heaps())?;
        let tables = Tables::open(table, &groups.with)?;
        let (table, others) = (&tables.table, tables.others()?);
        let job = table.plan().job();
        let filter = groups.only.filter(job, &others)?;
        let terminal = Terminal::open(flags)?;
        let found = Found::of(self, table, &others, &filter, terminal)?;
        if let Some(path) = &self.plot {
            let parts = (found.survey.as_ref(), found.beams.as_ref());
            plot::write(path, table, self, (flags, terminal), (&filter, &others), parts)?;
            if plot::goes_to_stdout(self) {
                return Ok(());
            }
        }
        if flags.json {
            print_json(&AnalyzeReport::of(self, table, &found));
        } else {
            found.print(self, table);
        }
        Ok(())
    }
}

/// Says which table was analyzed.
fn print_head(table: &TableReader) {
    let job = table.plan().job();
    let there = match table.is_part() {
        true => format!(", of which {} are there", table.positions_there()),
        false => String::new(),
    };
    print(format!(
        "{} on {} ({}{there}): {}, {}",
        job.ruleset().shown(),
        job.domain(),
        number_of(job.domain().positions(), "position"),
        job.quantity(),
        job.convention().play()
    ));
}
