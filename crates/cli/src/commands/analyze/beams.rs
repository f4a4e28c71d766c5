//! The output of `grundytab analyze` on beams of P-positions.

use crate::analyses::analyze::{Against, Beam, Beams, ERROR_BLOCKS, Estimate, ExactLine};
use grundytab::Job;
use grundytab::wording::{counted, counted_as, joined};
use serde::Serialize;

use super::args::{AnalyzeArgs, AnalyzePart};
use super::columns::aligned;
use crate::commands::output::print;

/// Prints the beams, or why there are none if they alone are asked for.
pub fn print_text(args: &AnalyzeArgs, job: &Job, found: Option<&Beams>) {
    let Some(found) = found else {
        if args.only.contains(&AnalyzePart::Beams) {
            let why = match job.domain().heaps() {
                _ if !job.quantity().has_p_positions() => "scores do not determine the P-positions",
                2 => "every side must be at least 32",
                _ => "only tables of two heaps have beams",
            };
            print(format!("\nbeams: none; {why}"));
        }
        return;
    };
    let radius = if job.domain().is_box() { "larger heap" } else { "token sum" };
    let (from, last) = (found.from, found.below - 1);
    if found.p_positions == 0 {
        print(format!(
            "\nbeams: none; there is no P-position whose {radius} is from {from} to {last}"
        ));
        return;
    }
    let mut text = format!(
        "\nbeams of the {} P-positions whose {radius} is from {from} to {last}",
        found.p_positions
    );
    let (shown, more) = args.first_of(&found.beams);
    let rows: Vec<Vec<String>> = shown.iter().map(row).collect();
    let headings = ["positions", "slope", "drift", "offset", "spread", "per x", "lines"];
    text += &format!("\n{}{more}", aligned(&headings, &rows));
    if found.scattered > 0 {
        text += &format!(
            "\n  {}",
            counted_as(found.scattered, "P-position is in no beam", "P-positions are in no beam")
        );
    }
    text += &format!(
        "\n  y = slope x + offset by least squares, with standard errors of the last digits, computed from the \
         means\n  of {ERROR_BLOCKS} blocks along the beam, since neighbours deviate from the line alike; between the \
         directions\n  of neighbours of a beam lie at most {} tokens across; a beam has at least {} positions; \
         spread: the largest\n  distance from the line; per x: P-positions for each x; lines: those on which all \
         of them lie exactly;\n  drift: the slope less that of the octave before, from {} to {}",
        found.gap,
        found.least,
        from / 2,
        from - 1
    );
    for (slope, against) in args.against.iter().zip(&found.against) {
        text += &format!("\n{}", compared(&slope.text, against, found));
    }
    print(text);
}

/// Says how far a beam is from a line through the origin.
fn compared(slope: &str, found: &Against, beams: &Beams) -> String {
    let (Some(beam), Some(difference)) = (found.beam, found.difference) else {
        return format!("  against {slope}: no beam has a slope");
    };
    let beam = &beams.beams[beam];
    let octaves: Vec<String> = beam
        .octaves
        .iter()
        .rev()
        .filter_map(|octave| {
            Some(format!("{} to {}: {}", octave.from, octave.below - 1, octave.slope?))
        })
        .collect();
    let mut text = format!(
        "  against {slope} = {:.9}: the nearest beam has the slope {}: difference {}",
        found.slope,
        beam.line.map_or_else(String::new, |line| line.slope.to_string()),
        difference
    );
    if let Some([least, greatest]) = found.distances {
        text += &format!(
            ";\n  y - ({slope}) x is from {least:.3} to {greatest:.3} at {} of this beam, in all octaves",
            counted(found.positions, "P-position")
        );
    }
    text + &format!("\n  slopes octave by octave: {}", octaves.join(", "))
}

/// The beams of P-positions of two heaps.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BeamsReport<'a> {
    #[serde(flatten)]
    found: &'a Beams,
    /// How standard errors are computed.
    standard_errors: StandardErrors,
}

/// How standard errors are computed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StandardErrors {
    /// The method.
    method: &'static str,
    /// How many blocks.
    blocks: usize,
}

impl<'a> BeamsReport<'a> {
    pub fn of(found: &'a Beams) -> Self {
        let standard_errors = StandardErrors { method: "block means", blocks: ERROR_BLOCKS };
        BeamsReport { found, standard_errors }
    }
}

fn row(beam: &Beam) -> Vec<String> {
    let none = || "-".to_owned();
    let told = |found: Option<Estimate>| found.map_or_else(none, |found| found.to_string());
    let mut row = vec![beam.positions.to_string()];
    match beam.line {
        Some(line) => {
            row.push(line.slope.to_string());
            row.push(told(drift(beam)));
            row.push(line.offset.to_string());
            row.push(format!("{:.1}", line.spread));
        }
        None => {
            let [least, largest] = beam.slopes;
            row.push(format!("{least:.3} to {largest:.3}"));
            row.extend([none(), none(), none()]);
        }
    }
    row.push(told(beam.density));
    row.push(match beam.exact_lines.as_slice() {
        [] if beam.line.is_none() => "a sector".into(),
        [] => "-".into(),
        lines => joined(lines.iter().map(line_text), ", "),
    });
    row
}

/// Returns how much the slope of the last octave is more than that of the one before.
fn drift(beam: &Beam) -> Option<Estimate> {
    let [last, before, ..] = beam.octaves.as_slice() else { return None };
    let (last, before) = (last.slope?, before.slope?);
    let value = last.value - before.value;
    value.is_finite().then(|| Estimate { value, error: last.error.hypot(before.error) })
}

/// Writes a line as an equation, with the number of its P-positions: `y = 2x + 1 (256)`.
fn line_text(line: &ExactLine) -> String {
    let &ExactLine { p, q, c, positions } = line;
    let times = |factor: i64, name: &str| match factor {
        0 => String::new(),
        1 => name.to_owned(),
        factor => format!("{factor}{name}"),
    };
    let equation = match (q, c) {
        (0, _) => format!("x = {}", -c),
        (_, _) if p == 0 => format!("y = {c}"),
        (_, 0) => format!("{} = {}", times(q, "y"), times(p, "x")),
        (_, 1..) => format!("{} = {} + {c}", times(q, "y"), times(p, "x")),
        (_, _) => format!("{} = {} - {}", times(q, "y"), times(p, "x"), -c),
    };
    format!("{equation} ({positions})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_equations() {
        let text = |p, q, c| line_text(&ExactLine { p, q, c, positions: 7 });
        assert_eq!(text(2, 1, 1), "y = 2x + 1 (7)");
        assert_eq!(text(1, 2, -1), "2y = x - 1 (7)");
        assert_eq!(text(1, 1, 0), "y = x (7)");
        assert_eq!(text(0, 1, 3), "y = 3 (7)");
        assert_eq!(text(1, 0, -3), "x = 3 (7)");
    }
}
