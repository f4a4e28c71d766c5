//! The output of `grundytab analyze` on values and layers.

use crate::analyses::analyze::{Band, MOST_VALUES, Survey, ValueCount};
use grundytab::Job;
use grundytab::table::TableReader;
use grundytab::wording::{counted, percent_text};
use serde::Serialize;

use super::args::{AnalyzeArgs, AnalyzePart};
use super::columns::{SHARE_DIGITS, aligned};
use crate::commands::option::option;
use crate::commands::output::print;

/// Prints what was requested.
pub fn print_text(args: &AnalyzeArgs, table: &TableReader, found: &Survey) {
    let job = table.plan().job();
    if job.quantity().has_p_positions() {
        let p_positions = found.p_positions();
        let share = percent_text(p_positions, found.positions(), SHARE_DIGITS);
        print(format!("P-positions: {p_positions} ({share})"));
    } else {
        print(format!("positions: {}", found.positions()));
    }
    if args.asks_for(AnalyzePart::Values) {
        print(format!("\n{}", values_text(args, table, found)));
    }
    if args.asks_for(AnalyzePart::Layers) {
        print(format!("\n{}", layers_text(args, table, found)));
    }
}

fn values_text(args: &AnalyzeArgs, table: &TableReader, found: &Survey) -> String {
    let job = table.plan().job();
    let (shown, more) = args.first_of(&found.values);
    let of_value = |count: &ValueCount| {
        let share = percent_text(count.positions, found.positions(), SHARE_DIGITS);
        let name = value_name(table, count.value);
        vec![name, count.positions.to_string(), share, count.first.to_string()]
    };
    let lines: Vec<Vec<String>> = shown.iter().map(of_value).collect();
    let list = aligned(&["value", "positions", "share", "first at"], &lines);
    let mut text = format!("{}\n{list}{more}", values_heading(job, found));
    if let Some(grade) = first_cut_layer(table) {
        let (within, outside) = match (table.is_part(), job.domain().is_box()) {
            (true, _) => ("as far as the table is there", "where it is not"),
            (false, true) => ("in the box alone", "outside the box"),
            (false, false) => ("in the table alone", "outside the table"),
        };
        text += &format!(
            "\n  counted {within}; a value that first occurs at {grade} or more may occur\n  \
             before that {outside}"
        );
    }
    if found.positions_of_larger_values > 0 {
        let positions = found.positions_of_larger_values;
        let far = if job.quantity().is_signed() {
            format!("scores from {} on and below -{0}", MOST_VALUES / 2)
        } else {
            format!("values from {MOST_VALUES} on")
        };
        text +=
            &format!("\n  {far} are not counted one by one: {}", counted(positions, "position"));
    }
    text
}

/// Names the first layer that the box cuts, or that is not all there, if there is one: `token sum 300`.
fn first_cut_layer(table: &TableReader) -> Option<String> {
    let (job, whole) = (table.plan().job(), table.whole_layers());
    (whole < job.layer_count()).then(|| format!("{} {whole}", job.grade_name()))
}

fn values_heading(job: &Job, found: &Survey) -> String {
    let names = job.quantity().values_name();
    let (Some(first), Some(last)) = (found.values.first(), found.values.last()) else {
        return names.into();
    };
    if !job.quantity().is_number() {
        return "outcomes".into();
    }
    let count = found.values.len();
    // Not all values are numbers.
    if job.is_loopy() {
        return format!("{names}: {count}");
    }
    let missing = match least_missing(found).filter(|_| !job.quantity().is_signed()) {
        Some(value) if found.positions() < job.domain().positions() => {
            format!("; {value} does not occur on these positions")
        }
        Some(value) => format!("; {value} does not occur in this table"),
        None => String::new(),
    };
    format!("{names}: {count} from {} to {}{missing}", first.value, last.value)
}

/// Returns the least value below the largest that does not occur.
fn least_missing(found: &Survey) -> Option<i64> {
    let missing = (0i64..).zip(&found.values).find(|(value, count)| *value != count.value);
    missing.map(|(value, _)| value)
}

/// Returns a value as it is printed: outcomes by their letters.
fn value_name(table: &TableReader, value: i64) -> String {
    let job = table.plan().job();
    if job.is_loopy() {
        return table.value_text(value as u32);
    }
    if job.quantity().is_number() {
        return value.to_string();
    }
    // Outcomes and outcome classes are 0 to 3.
    job.outcome_class(value as u32).into()
}

fn layers_text(args: &AnalyzeArgs, table: &TableReader, found: &Survey) -> String {
    let job = table.plan().job();
    let largest = job.quantity().is_number();
    let width = u64::from(found.layers_in_band);
    let of_band = |&index: &usize| {
        let band = &found.bands[index];
        let first = index as u64 * width;
        let grade = match width {
            1 => first.to_string(),
            _ => format!("{first}..{}", (first + width).min(job.layer_count()) - 1),
        };
        let mut row = vec![grade, band.positions.to_string()];
        let value = |value: Option<i64>| value.map_or("-".into(), |value| value.to_string());
        row.push(if job.quantity().is_signed() {
            value(band.minimum)
        } else {
            band.p_positions.to_string()
        });
        row.extend(largest.then(|| value(band.maximum)));
        row
    };
    let shown = spread(found.bands.len(), args.entries());
    let rows: Vec<Vec<String>> = shown.iter().map(of_band).collect();
    let third = if job.quantity().is_signed() { "least value" } else { "P-positions" };
    let mut headings = vec![job.grade_name(), "positions", third];
    headings.extend(largest.then_some("largest value"));
    let mut text = format!("layers: {}\n{}", job.layer_count(), aligned(&headings, &rows));
    let left = found.bands.len() - shown.len();
    if left > 0 {
        let limit = option("--limit").value(found.bands.len());
        text += &format!("\n  and {left} more between them, which {limit} shows");
    }
    if let Some(grade) = first_cut_layer(table) {
        let (why, which) = match (table.is_part(), job.domain().is_box()) {
            (true, _) => ("not all there", "that are there"),
            (false, true) => ("cut by the box", "in the box alone"),
            (false, false) => ("cut by the token sum", "in the table alone"),
        };
        text += &format!(
            "\n  layers from {grade} on are {why}: these numbers are about their\n  positions {which}"
        );
    }
    text
}

/// Returns at most `most` indices below `count`: all, or powers of two from the last ones down, with the
/// first and the last.
fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    let powers = (0..usize::BITS).map(|power| 1usize << power).take_while(|&index| index < count);
    let mut shown: Vec<usize> = std::iter::once(0).chain(powers).collect();
    if shown.last() != Some(&(count - 1)) {
        shown.push(count - 1);
    }
    shown.split_off(shown.len().saturating_sub(most))
}

/// The parts of a survey that were requested.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SurveyReport<'a> {
    /// How many P-positions; `None` for scores.
    p_positions: Option<u64>,
    /// Layers from this one on are cut by the box, or not all there in an unfinished table; values that are first met
    /// there may occur before outside it.
    whole_layers: u64,
    /// Each value that occurs.
    values: Option<&'a [ValueCount]>,
    /// The positions whose values are too large to be counted one by one.
    positions_of_larger_values: Option<u64>,
    /// The layers, or bands of several; in each list a number for each.
    layers: Option<Layers>,
}

/// The layers, or bands of as many as `layers_in_band`; in each list a number for each.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Layers {
    /// The grade that the positions of a layer share, as in `token sum`.
    grade: &'static str,
    /// How many layers.
    count: u64,
    /// How many layers are counted together.
    layers_in_band: u32,
    /// The positions.
    positions: Vec<u64>,
    /// The P-positions; `None` for scores.
    p_positions: Option<Vec<u64>>,
    /// The least values, of scores; null where no position counts.
    minimum: Option<Vec<Option<i64>>>,
    /// The largest values, of numbers; null where no position counts.
    maximum: Option<Vec<Option<i64>>>,
}

impl<'a> SurveyReport<'a> {
    pub fn of(args: &AnalyzeArgs, table: &TableReader, found: &'a Survey) -> Self {
        let job = table.plan().job();
        let quantity = job.quantity();
        let with_values = args.asks_for(AnalyzePart::Values);
        let p_positions = || found.bands.iter().map(|band| band.p_positions).collect();
        let of = |get: fn(&Band) -> Option<i64>| found.bands.iter().map(get).collect();
        let layers = || Layers {
            grade: job.grade_name(),
            count: job.layer_count(),
            layers_in_band: found.layers_in_band,
            positions: found.bands.iter().map(|band| band.positions).collect(),
            p_positions: quantity.has_p_positions().then(p_positions),
            minimum: quantity.is_signed().then(|| of(|band| band.minimum)),
            maximum: quantity.is_number().then(|| of(|band| band.maximum)),
        };
        SurveyReport {
            p_positions: quantity.has_p_positions().then(|| found.p_positions()),
            whole_layers: table.whole_layers(),
            values: with_values.then_some(&found.values),
            positions_of_larger_values: with_values.then_some(found.positions_of_larger_values),
            layers: args.asks_for(AnalyzePart::Layers).then(layers),
        }
    }
}
