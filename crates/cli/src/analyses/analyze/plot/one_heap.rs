//! Tables of one heap as a plot: the value of each heap size, and the period of the values.

use std::ops::Range;

use clap::ValueEnum;

use super::coordinates::{RESOLUTION, by_counts};
use super::{Plot, panels, title_of};
use crate::analyses::analyze::lines::Lines;
use crate::analyses::analyze::periods::{LinePeriod, line_periods};
use crate::analyses::expression::{Filter, NumberExpression, Part, Points, points_at};
use crate::figures::drawing::{
    Chart, Color, Curve, Drawing, Labels, LegendPlace, MOST_POINTS, Metadata, Sheet,
};
use grundytab::control::Control;
use grundytab::domain::Region;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::quantity::{OUTCOME_CLASSES_WITH_DRAWS, ValueKind};
use grundytab::table::{OtherTables, TableReader};
use grundytab::wording::{counted, joined};

/// The colours of what is not periodic, and of every second period.
const BEFORE: Color = Color::hex(0xe2_e2_e2);
const REPEATED: Color = Color::hex(0xfa_e9_c4);

/// The most periods that are shaded in turns: more would be narrower than points.
const MOST_PERIODS: u64 = 100;

/// The line through more points is thin.
const FEW_FOR_LINES: usize = 300;

/// The most heap sizes of a table in which a period is looked for, which takes a second.
const MOST_FOR_PERIODS: u32 = 1 << 24;

/// The most tables of a plot: there are no more colours that a reader can tell apart.
const MOST_TABLES: usize = 12;

/// How the values of heap sizes are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum HeapStyle {
    /// A point for each heap size.
    #[default]
    Points,
    /// A line from each value to the next.
    Lines,
    /// A bar from 0 to each value.
    Bars,
}

/// The plot of some heap sizes of tables of one heap.
pub struct HeapPlot<'a> {
    /// The tables.
    pub tables: Vec<&'a TableReader>,
    /// The heap sizes.
    pub heaps: Range<u32>,
    /// How values are drawn.
    pub style: HeapStyle,
    /// Which heap sizes are drawn, if not all: a filter, and the tables that it may read.
    pub counting: Option<(&'a Filter, &'a OtherTables<'a>)>,
    /// What is written around the plot; by default the game is above it.
    pub labels: Labels,
    /// How large the figure is on paper.
    pub sheet: Sheet,
}

impl HeapPlot<'_> {
    /// Returns what a file of it says of itself.
    pub fn metadata(&self) -> Metadata {
        let of_each = |table: &&TableReader| Plot::metadata(table, self.labels.title.as_deref());
        let all: Vec<Metadata> = self.tables.iter().map(of_each).collect();
        let together = |get: fn(&Metadata) -> &String| {
            let mut texts: Vec<&str> = all.iter().map(|one| get(one).as_str()).collect();
            texts.dedup();
            joined(texts, "; ")
        };
        Metadata {
            title: together(|one| &one.title),
            game: together(|one| &one.game),
            domain: together(|one| &one.domain),
            quantity: together(|one| &one.quantity),
            ..Metadata::default()
        }
    }

    /// Draws it.
    ///
    /// # Errors
    /// When a table is incomplete or damaged, when there are too many tables, or too many heap sizes for lines and bars, and
    /// when the control interrupts.
    pub fn drawing(&self, control: &Control) -> Result<Drawing, Error> {
        let chart = self.chart(control)?;
        // The legend names the games if there are several.
        let title = match self.tables.as_slice() {
            [table] => title_of(table),
            _ => String::new(),
        };
        // Within the axes it would hide points.
        let legend = self.labels.legend.or(Some(LegendPlace::Below));
        let labels = Labels { legend, ..self.labels.clone() };
        Ok(Chart::on_sheet([&title, ""], &[chart], &self.sheet, &labels)?)
    }

    /// Returns the panel.
    ///
    /// # Errors
    /// Those of [`drawing`](Self::drawing).
    pub fn chart(&self, control: &Control) -> Result<Chart, Error> {
        let count = self.tables.len();
        if count > MOST_TABLES {
            let problem =
                format!("a plot shows up to {MOST_TABLES} tables, which have colours that differ");
            let (kind, input) = (InvalidInputKind::TooLarge, counted(count, "table"));
            return Err(InvalidInput::new(kind, input, problem, "leave some out").into());
        }
        let unfinished = self.tables.iter().filter_map(|table| table.unfinished_text());
        let title = ["Value of each heap size".to_owned()].into_iter().chain(unfinished);
        let jobs = || self.tables.iter().map(|table| table.plan().job());
        let mut names: Vec<&str> = jobs().map(|job| job.quantity().value_name()).collect();
        names.dedup();
        let mut chart = Chart::new(joined(title, ", "), "heap size", joined(&names, ", "));
        chart.limits[0] = Some([f64::from(self.heaps.start), f64::from(self.heaps.end)]);
        let names = jobs().next().map_or(&[][..], names_of_values);
        if let ([_, .., last], true) = (names, jobs().all(|job| names_of_values(job) == names)) {
            chart.limits[1] = Some([-0.5, last.0 + 0.5]);
            chart.names =
                Some(names.iter().map(|(value, name)| (*value, (*name).into())).collect());
        }
        for (index, table) in self.tables.iter().enumerate() {
            let period = self.period(table, control)?;
            let game = title_of(table);
            let name = match (&period, count) {
                (_, 1) => String::new(),
                (None, _) => game,
                (Some(found), _) => format!("{game}: {}", told(found, true)),
            };
            if let (Some(period), 1) = (&period, count) {
                chart.curves.extend(self.bands(period));
            }
            let points = self.points(table, control)?;
            chart.curves.extend(self.curves(panels::color_of(index), &points, &name)?);
        }
        Ok(chart)
    }

    /// Returns where the values of a table are.
    fn points(&self, table: &TableReader, control: &Control) -> Result<Points, Error> {
        let (job, none) = (table.plan().job(), OtherTables::default());
        let (filter, others) = match self.counting {
            Some((filter, others)) => (filter.clone(), others),
            None => (Filter::default(), &none),
        };
        let x = NumberExpression::parse("x", job, others)?;
        let y = NumberExpression::parse("g", job, others)?;
        let end = self.heaps.end.min(job.domain().shape()[0]);
        if self.heaps.start >= end {
            return Ok(Points::default());
        }
        let region = Region::parse(&format!("{}:{end}", self.heaps.start))?;
        let filter = filter.within(Part::of_domain(job.domain(), Some(&region))?);
        Ok(points_at(table, others, &[x, y], &filter, RESOLUTION, control)?)
    }

    /// Returns the curves of the values of a table.
    fn curves(&self, color: Color, found: &Points, name: &str) -> Result<Vec<Curve>, Error> {
        if self.style == HeapStyle::Points {
            return Ok(by_counts(color, found, name, "heap size"));
        }
        if found.positions > MOST_POINTS as u64 {
            let problem = format!(
                "{} are more than {MOST_POINTS}, and would be no lines or bars, but an area",
                counted(found.positions, "heap size")
            );
            let hint = "draw points, or fewer heap sizes";
            let (kind, input) = (InvalidInputKind::TooLarge, "lines or bars");
            return Err(InvalidInput::new(kind, input, problem, hint).into());
        }
        let mut points: Vec<[f64; 2]> =
            found.cells.iter().map(|(at, _)| at.map(|number| number as f64)).collect();
        points.sort_by(|one, other| one[0].total_cmp(&other[0]));
        let curve = match self.style {
            HeapStyle::Bars => {
                points.iter_mut().for_each(|point| point[0] -= 0.5);
                Curve::bars(color, points)
            }
            _ if points.len() > FEW_FOR_LINES => Curve::faint_line(color, points),
            _ => Curve::line(color, points),
        };
        Ok(vec![curve.named(name)])
    }

    /// Returns the period of a table, if one was seen.
    fn period(&self, table: &TableReader, control: &Control) -> Result<Option<LinePeriod>, Error> {
        let job = table.plan().job();
        if job.domain().shape()[0] > MOST_FOR_PERIODS || job.is_loopy() {
            return Ok(None);
        }
        let lines = Lines::near_axes(job.domain(), 1);
        let found = line_periods(table, &lines, &control.silently())?;
        Ok(found.into_iter().find(|line| line.period.is_some()))
    }

    /// Returns what lies behind the values: what comes before the period, and every second period.
    fn bands(&self, line: &LinePeriod) -> Vec<Curve> {
        let Some(period) = line.period else { return Vec::new() };
        let [first, end] = [self.heaps.start, self.heaps.end].map(u64::from);
        let band = |from: u64, to: u64| {
            let (from, to) = (from.max(first), to.min(end));
            // Between the points of two heap sizes.
            (from < to).then(|| [from as f64 - 0.5, to as f64 - 0.5].map(|x| x.max(first as f64)))
        };
        let seen = end.saturating_sub(period.preperiod.max(first)) / period.period;
        let (from, length) = (period.preperiod, period.period);
        let repeated: Vec<[f64; 2]> = match seen <= MOST_PERIODS {
            true => {
                let begins = (0..).map(|count| from.saturating_add(2 * count * length));
                let begins = begins.skip_while(|begin| begin + length < first);
                begins
                    .take_while(|&begin| begin < end)
                    .filter_map(|b| band(b, b + length))
                    .collect()
            }
            false => band(from, end).into_iter().collect(),
        };
        let before: Vec<[f64; 2]> = band(line.first, from).into_iter().collect();
        let mut bands = Vec::new();
        if !before.is_empty() {
            let text = format!("before the period: {}", counted(from - line.first, "heap size"));
            bands.push(Curve::bands(BEFORE, before).named(text));
        }
        if !repeated.is_empty() {
            bands.push(Curve::bands(REPEATED, repeated).named(told(line, false)));
        }
        bands
    }
}

/// Tells a period, and how it is known.
fn told(line: &LinePeriod, has_preperiod: bool) -> String {
    let Some(found) = line.period else { return String::new() };
    let saltus = match found.saltus {
        0 => String::new(),
        saltus => format!(", saltus {saltus}"),
    };
    let from = if has_preperiod { format!(" from {} on", found.preperiod) } else { String::new() };
    let known = match line.proof {
        Some(_) => "proved".into(),
        None => format!("seen {}", counted(found.periods_seen, "time")),
    };
    format!("period {}{from}{saltus}, {known}", found.period)
}

/// Returns the names of values that are no numbers.
fn names_of_values(job: &Job) -> &'static [(f64, &'static str)] {
    const CLASSES: [(f64, &str); 9] = {
        let mut places = [(0.0, ""); 9];
        let mut class = 0;
        while class < places.len() {
            places[class] = (class as f64, OUTCOME_CLASSES_WITH_DRAWS[class]);
            class += 1;
        }
        places
    };
    match job.quantity().kind() {
        ValueKind::Outcome if job.is_loopy() => &[(0.0, "N"), (1.0, "P"), (2.0, "D")],
        ValueKind::Class if job.is_loopy() => &CLASSES,
        ValueKind::Outcome => &[(0.0, "N"), (1.0, "P")],
        ValueKind::Class => &[(0.0, "P"), (1.0, "N"), (2.0, "L"), (3.0, "R")],
        ValueKind::Number | ValueKind::Score => &[],
    }
}
