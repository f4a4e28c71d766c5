//! Histograms and groups: the positions of a table by the value of an expression.
//!
//! They are asked for one at a time, as questions of their own, and take the place of the other parts.

use std::path::Path;

use crate::analyses::analyze::{plot_of_groups, title_of};
use crate::analyses::expression::{Group, Groups, NumberExpression, WithoutValue, group_by};
use grundytab::invalid_input::shortened;
use grundytab::table::TableReader;
use grundytab::wording::{counted, joined, percent_text};
use grundytab::{Job, Position};
use serde::Serialize;

use super::args::AnalyzeArgs;
use super::columns::{SHARE_DIGITS, aligned};
use super::plot;
use crate::commands::command::Flags;
use crate::commands::conditions::{Tables, open_part};
use crate::commands::csv_text;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::output::{mean_text, print, print_json};
use crate::commands::ranks;
use crate::commands::terminal::Terminal;
use grundytab::domain::HEAP_NAMES;

/// Characters of an expression that are shown.
pub const LONGEST_EXPRESSION: usize = 100;

/// The values of an expression in each group.
const SHOWN: [&str; 4] = ["least", "largest", "mean", "sum"];

/// What was asked for, and what was found.
struct Grouped<'a> {
    job: &'a Job,
    by: &'a str,
    /// The expressions that are shown; none of a histogram.
    shown: Vec<&'a str>,
    condition: Option<&'a str>,
    positions_there: u64,
    found: Groups,
}

pub fn run(args: &AnalyzeArgs, path: &Path, flags: &Flags) -> Result<()> {
    let asked = &args.groups;
    plot::check_place(args, flags)?;
    let table = open_part((path, &[]), &args.game, flags)?.shared_by(ranks::network());
    plot::require_whole(args, &table)?;
    let tables = Tables::open(table, &asked.with)?;
    let (table, others) = (&tables.table, tables.others()?);
    let job = table.plan().job();
    let (by, shown) = match (&asked.histogram, &asked.group_by) {
        (Some(by), _) => (by.as_str(), Vec::new()),
        (None, by) if asked.show.is_empty() => (by.as_deref().unwrap_or("g"), vec!["g"]),
        (None, by) => {
            (by.as_deref().unwrap_or("g"), asked.show.iter().map(String::as_str).collect())
        }
    };
    let parse = |text: &str| NumberExpression::parse(text, job, &others);
    let value = parse(by)?;
    let expressions = shown.iter().map(|text| parse(text));
    let expressions: Vec<_> = expressions.collect::<std::result::Result<_, _>>()?;
    let filter = asked.only.filter(job, &others)?;
    let terminal = Terminal::open(flags)?;
    let found = terminal.with_bar(table.positions_there(), |control| {
        group_by(table, &others, &value, &expressions, &filter, control)
    })?;
    let condition = asked.only.condition.as_deref();
    let positions_there = table.positions_there();
    let grouped = Grouped { job, by, shown, condition, positions_there, found };
    if let Some(path) = &args.plot {
        grouped.plot(path, table, args, flags)?;
        if plot::goes_to_stdout(args) {
            return Ok(());
        }
    }
    match (flags.json, asked.csv) {
        (true, _) => print_json(&grouped.report()),
        (_, true) => grouped.print_csv(args.limit),
        _ => grouped.print_text(args),
    }
    Ok(())
}

impl Grouped<'_> {
    /// Says what is counted: `g where x <= y`.
    fn title(&self) -> String {
        let by = shortened(self.by, LONGEST_EXPRESSION);
        match self.condition {
            None => by,
            Some(condition) => format!("{by} where {}", shortened(condition, LONGEST_EXPRESSION)),
        }
    }

    fn print_text(&self, args: &AnalyzeArgs) {
        let all = self.found.positions();
        let row = |group: &Group| {
            let mut cells = vec![
                group.value.to_string(),
                group.positions.to_string(),
                percent_text(group.positions, all, SHARE_DIGITS),
                group.first.to_string(),
            ];
            for spread in &group.shown {
                let none = || [(); 4].map(|()| "-".to_owned());
                cells.extend(spread.bounds.map_or_else(none, |(least, largest)| {
                    let mean = mean_text(spread.sum, spread.positions, (least, largest));
                    [least.to_string(), largest.to_string(), mean, spread.sum.to_string()]
                }));
            }
            cells
        };
        let mut headings = ["value", "positions", "share", "first at"].map(str::to_owned).to_vec();
        for shown in &self.shown {
            let shown = shortened(shown, LONGEST_EXPRESSION);
            headings.extend(SHOWN.map(|what| format!("{what} {shown}")));
        }
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let (first, more) = args.first_of(&self.found.groups);
        let rows: Vec<Vec<String>> = first.iter().map(row).collect();
        print(format!(
            "{}: {}{}",
            self.title(),
            self.counts(),
            without_value(self.found.without_value)
        ));
        if !rows.is_empty() {
            print(format!("{}{more}", aligned(&headings, &rows)));
        }
        for (place, shown) in self.shown.iter().enumerate() {
            let groups = self.found.groups.iter();
            let missing: u64 =
                groups.map(|group| group.positions - group.shown[place].positions).sum();
            if missing > 0 {
                let shown = shortened(shown, LONGEST_EXPRESSION);
                print(format!("  {shown} has no value on {}", counted(missing, "position")));
            }
        }
    }

    fn counts(&self) -> String {
        match self.found.groups.len() {
            0 => "no position".into(),
            values => format!(
                "{} on {}",
                counted(values, "value"),
                counted(self.found.positions(), "position")
            ),
        }
    }

    fn print_csv(&self, limit: Option<u32>) {
        let heaps = HEAP_NAMES.into_iter().take(self.job.domain().heaps());
        let mut head = vec![csv_text::field(self.by), "positions".into()];
        head.extend(heaps.map(|heap| format!("first_{heap}")));
        for shown in &self.shown {
            let names = SHOWN.map(|what| format!("{what} {shown}"));
            head.extend(names.map(|name| csv_text::field(&name)));
        }
        print(joined(head, ","));
        let most = limit.map_or(usize::MAX, |limit| limit as usize);
        for group in self.found.groups.iter().take(most) {
            let mut row = vec![group.value.to_string(), group.positions.to_string()];
            row.extend(group.first.heaps().iter().map(u32::to_string));
            for spread in &group.shown {
                let none = || [(); 4].map(|()| String::new());
                row.extend(spread.bounds.zip(spread.mean()).map_or_else(none, |(bounds, mean)| {
                    let (least, largest) = bounds;
                    [
                        least.to_string(),
                        largest.to_string(),
                        mean.to_string(),
                        spread.sum.to_string(),
                    ]
                }));
            }
            print(joined(row, ","));
        }
    }

    fn report(&self) -> GroupsReport<'_> {
        let of_group = |group: &Group| {
            let shown = self.shown.iter().zip(&group.shown);
            GroupReport {
                value: group.value,
                positions: group.positions,
                first: group.first,
                shown: shown
                    .map(|(expression, spread)| SpreadReport {
                        expression: shortened(expression, LONGEST_EXPRESSION),
                        positions: spread.positions,
                        minimum: spread.bounds.map(|(least, _)| least),
                        maximum: spread.bounds.map(|(_, largest)| largest),
                        mean: spread.mean(),
                        sum: i64::try_from(spread.sum).ok(),
                    })
                    .collect(),
            }
        };
        GroupsReport {
            job: self.job,
            positions_there: self.positions_there,
            expression: shortened(self.by, LONGEST_EXPRESSION),
            condition: self.condition.map(|text| shortened(text, LONGEST_EXPRESSION)),
            positions: self.found.positions(),
            without_value: self.found.without_value,
            groups: self.found.groups.iter().map(of_group).collect(),
        }
    }

    fn plot(
        &self,
        path: &Path,
        table: &TableReader,
        args: &AnalyzeArgs,
        flags: &Flags,
    ) -> Result<()> {
        if self.found.groups.is_empty() {
            return Err(Failure::usage(
                option("--plot").value(path.display()),
                "there is nothing to plot: the expression has no value on any position that counts",
                "look at other positions",
            ));
        }
        let (game, domain) = (title_of(table), self.job.domain().to_string());
        let (by, groups) = (self.title(), &self.found.groups);
        let sheet = (&args.sheet.sheet(), &args.sheet.labels());
        let drawing = plot_of_groups([&game, &domain], &by, &self.shown, groups, sheet)?;
        plot::write_drawing(path, &drawing, table, args, flags)
    }
}

/// Tells on how many positions there is no value, if there are any.
pub fn without_value(found: WithoutValue) -> String {
    let of = |count, what: &str| match count {
        0 => String::new(),
        count => format!("; {what} {}", counted(count, "position")),
    };
    of(found.undefined_on, "it has no value on")
        + &of(found.outside_on, "it refers to ones outside the table on")
}

/// The positions in groups by the value of an expression; the same of `--histogram`, with nothing shown.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct GroupsReport<'a> {
    #[serde(flatten)]
    job: &'a Job,
    /// How many positions can be read: fewer than there are in an unfinished table.
    positions_there: u64,
    /// The expression, as it was written.
    expression: String,
    /// The condition of `--where`; `None` without one.
    #[serde(rename = "where")]
    condition: Option<String>,
    /// The number of the positions in all groups.
    positions: u64,
    #[serde(flatten)]
    without_value: WithoutValue,
    /// A group for each value, by rising values.
    groups: Vec<GroupReport>,
}

/// The positions at which the expression has the same value.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GroupReport {
    /// The value.
    value: i64,
    /// The number of positions.
    positions: u64,
    /// The first of them by grade.
    first: Position,
    /// What the expressions of `--show` are on them.
    shown: Vec<SpreadReport>,
}

/// What an expression is on the positions of a group.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SpreadReport {
    /// The expression, as it was written.
    expression: String,
    /// The number of positions at which it has a value.
    positions: u64,
    /// Its least value; `None` if it has none.
    minimum: Option<i64>,
    /// Its largest value; `None` likewise.
    maximum: Option<i64>,
    /// Its mean; `None` likewise.
    mean: Option<f64>,
    /// Its sum; `None` if it does not fit 64 bits.
    sum: Option<i64>,
}
