//! `grundytab analyze`

mod args;
mod beams;
pub(super) mod columns;
mod counted;
mod distance;
mod group_args;
pub(super) mod groups;
mod part;
mod periods;
mod plot;
mod survey;
mod sweep;

use grundytab::Job;
use grundytab::table::TableReader;
use grundytab::wording::counted as number_of;
use serde::Serialize;

pub use args::AnalyzeArgs;
use args::AnalyzePart;
use beams::{BeamsPart, BeamsReport};
use counted::{Counted, CountedPart};
use distance::{Distance, DistancePart};
use part::{Asked, Part};
use periods::{LineReport, PeriodsPart};
use survey::{SurveyPart, SurveyReport};
use sweep::Asks;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::{Tables, open_part};
use super::failure::{Failure, Result};
use super::output::{print, print_json};
use super::ranks;
use super::terminal::Terminal;
use crate::commands::option::option;
use grundytab::table::AnyPass;

/// The parts of an analysis, in the order in which they are printed; those that are not asked for are not there.
struct Parts<'a> {
    counted: Option<CountedPart<'a>>,
    survey: Option<SurveyPart<'a>>,
    periods: Option<PeriodsPart>,
    beams: Option<BeamsPart<'a>>,
    distance: Option<DistancePart<'a>>,
}

impl<'a> Parts<'a> {
    /// Reads what is asked for.
    fn asked_for(asked: &Asked<'a>) -> Result<Self> {
        Ok(Parts {
            periods: PeriodsPart::asked_for(asked)?,
            distance: DistancePart::asked_for(asked)?,
            counted: CountedPart::asked_for(asked),
            survey: SurveyPart::asked_for(asked),
            beams: BeamsPart::asked_for(asked),
        })
    }

    fn list(&mut self) -> Vec<&mut (dyn Part + 'a)> {
        fn one<'p, 'a>(part: Option<&'p mut (impl Part + 'a)>) -> Option<&'p mut (dyn Part + 'a)> {
            part.map(|part| part as _)
        }
        let Parts { counted, survey, periods, beams, distance } = self;
        let all = [
            one(counted.as_mut()),
            one(survey.as_mut()),
            one(periods.as_mut()),
            one(beams.as_mut()),
            one(distance.as_mut()),
        ];
        all.into_iter().flatten().collect()
    }

    /// Reads the table once for all parts, and then lets each find what is left.
    fn find(&mut self, asked: &Asked, terminal: Terminal) -> Result<()> {
        let mut list = self.list();
        let mut passes: Vec<&mut dyn AnyPass> =
            list.iter_mut().filter_map(|part| part.pass()).collect();
        if !passes.is_empty() {
            let (table, positions) = (asked.table, asked.table.positions_there());
            terminal
                .with_bar(positions, |control| table.read(asked.others, &mut passes, control))?;
        }
        list.into_iter().try_for_each(|part| part.find(asked, terminal))
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
    fn of(asked: &Asked<'a>, parts: &'a Parts) -> Self {
        let job = asked.table.plan().job();
        AnalyzeReport {
            job,
            positions: job.domain().positions(),
            positions_there: asked.table.positions_there(),
            condition: asked.args.groups.only.condition.as_deref(),
            counted: parts.counted.as_ref().and_then(|counted| counted.found),
            survey: parts.survey.as_ref().and_then(|survey| survey.report(asked)),
            periods: parts.periods.as_ref().and_then(|periods| periods.reports(job)),
            beams: parts.beams.as_ref().and_then(BeamsPart::report),
            distance: parts.distance.as_ref().and_then(|distance| distance.found.as_ref()),
        }
    }
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
            "analyze wythoff.zarr --only periods --rows y=0..24 --csv",
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
    ];

    const IS_DIVIDED: bool = true;

    fn run(&self, flags: &Flags) -> Result<()> {
        let path = match self.tables()? {
            Asks::Table(path) => path,
            Asks::Sweep(entries) => return sweep::run(self, &entries, flags),
        };
        if self.groups.are_asked_for() {
            return groups::run(self, path, flags);
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
        let table = open_part(path, flags)?.shared_by(ranks::network());
        plot::require_whole(self, &table)?;
        let tables = Tables::open(table, &groups.with)?;
        let (table, others) = (&tables.table, tables.others()?);
        let job = table.plan().job();
        let filter = groups.only.filter(job, &others)?;
        let asked = Asked { args: self, table, others: &others, filter: &filter };
        let mut parts = Parts::asked_for(&asked)?;
        let terminal = Terminal::open(flags)?;
        parts.find(&asked, terminal)?;
        if let Some(path) = &self.plot {
            let survey = parts.survey.as_ref().and_then(|survey| survey.found.as_ref());
            let beams = parts.beams.as_ref().and_then(|beams| beams.found.as_ref());
            plot::write(path, table, self, flags, (survey, beams))?;
            if plot::goes_to_stdout(self) {
                return Ok(());
            }
        }
        if flags.json {
            print_json(&AnalyzeReport::of(&asked, &parts));
        } else {
            print_head(table);
            parts.list().into_iter().for_each(|part| part.print(&asked));
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
