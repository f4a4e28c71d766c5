//! Plots of positions at coordinates: where two expressions put them, with shades where several fall on one point.
//!
//! E. J. Friedman and A. S. Landsberg draw Chomp so (Nonlinear dynamics in combinatorial games, Chaos 17 (2007) 023117): the
//! P-positions of three rows at the differences of the rows, where those of all lengths of the last row lie alike.

use super::{panels, title_of};
use crate::analyses::expression::{Points, Resolution};
use crate::figures::drawing::{Chart, Color, Curve, Drawing, Labels, MOST_POINTS, Sheet};
use grundytab::invalid_input::InvalidInput;
use grundytab::table::TableReader;
use grundytab::wording::{counted, joined};

/// How finely a panel tells positions apart: a cell is about as large as the smallest point.
pub(super) const RESOLUTION: Resolution =
    Resolution { points: MOST_POINTS as u64, cells: [600, 300] };
/// That of a panel as high as wide.
pub const RESOLUTION_OF_COORDINATES: Resolution = Resolution { cells: [600, 600], ..RESOLUTION };

/// The most shades of a colour that a reader can tell apart.
const MOST_SHADES: u64 = 5;

/// Axes are to scale if the height is this share of the width, or more, and at most this number of times as much.
const TO_SCALE: [f64; 2] = [0.25, 2.0];

/// Some positions, and where they lie.
pub struct Placed {
    /// What the legend calls them, if there are others.
    pub name: String,
    /// Where they lie.
    pub points: Points,
}

/// Draws positions of a table, or of a part of it that has a name, at the coordinates that these expressions have there.
///
/// # Errors
/// When the sheet has no room for it.
pub fn plot_of_coordinates(
    (table, part): (&TableReader, &str),
    [x, y]: [&str; 2],
    placed: &[Placed],
    (sheet, labels): (&Sheet, &Labels),
) -> Result<Drawing, InvalidInput> {
    // What is drawn alone is named in the line below the title.
    let (title, has_names) = match placed {
        [one] => (one.name.as_str(), false),
        _ => ("", true),
    };
    let mut chart = Chart::new(title, x, y);
    let mut lengths = [0.0; 2];
    for axis in 0..2 {
        let all = || placed.iter().filter_map(|one| Some((one.points.bounds?, &one.points)));
        let least = all().map(|(bounds, _)| bounds[axis][0] as f64).fold(f64::INFINITY, f64::min);
        let largest =
            all().map(|(bounds, _)| bounds[axis][1] as f64).fold(f64::NEG_INFINITY, f64::max);
        if least <= largest {
            let step = all().map(|(_, points)| points.steps[axis]).max().unwrap_or(1) as f64;
            let room = (0.02 * (largest - least)).max(step);
            chart.limits[axis] = Some([least - room, largest + room]);
            lengths[axis] = largest - least + 2.0 * room;
        }
    }
    chart.is_to_scale = (TO_SCALE[0]..=TO_SCALE[1]).contains(&(lengths[1] / lengths[0]));
    for (index, Placed { name, points }) in placed.iter().enumerate() {
        let name = if has_names { name } else { "" };
        chart.curves.extend(by_counts(panels::color_of(index), points, name, "position"));
    }
    let place = format!("{}{part}", table.plan().job().domain());
    Chart::on_sheet([&title_of(table), &place], &[chart], sheet, labels)
}

/// Returns curves of points, or of cells where there are many, in a shade for each number of positions that fall on one, or for
/// some numbers together. The legend tells these, after a name.
pub(super) fn by_counts(color: Color, found: &Points, name: &str, noun: &str) -> Vec<Curve> {
    let most = found.most();
    // Each number, or powers of the least base with which the shades are few.
    let base = (2_u64..).find(|base| base.saturating_pow(MOST_SHADES as u32) > most).unwrap_or(2);
    let is_each = most <= MOST_SHADES;
    let class =
        |count: u64| if is_each { count.saturating_sub(1) } else { count.ilog(base).into() };
    let classes = if most == 0 { 0 } else { class(most) + 1 };
    let is_many = found.steps != [1; 2] || found.cells.len() > MOST_POINTS;
    let middle = |axis: usize| (found.steps[axis].saturating_sub(1)) as f64 / 2.0;
    let of_class = |shade: u64| {
        let cells = found.cells.iter().filter(|(_, count)| class(*count) == shade);
        let mut points: Vec<[f64; 2]> =
            cells.map(|(at, _)| [at[0] as f64 + middle(0), at[1] as f64 + middle(1)]).collect();
        let ends = match is_each {
            true => [shade + 1; 2],
            false => [base.pow(shade as u32), (base.pow(shade as u32 + 1) - 1).min(most)],
        };
        let counts = match ends {
            [least, largest] if least == largest => counted(least, noun),
            [least, largest] => format!("{least} to {}", counted(largest, noun)),
        };
        let parts = [name, if classes > 1 { &counts } else { "" }];
        let named = joined(parts.into_iter().filter(|part| !part.is_empty()), ": ");
        let color = shade_of(color, shade, classes);
        (!points.is_empty()).then(|| {
            let curve = match is_many {
                true => Curve::cells(color, found.steps.map(|step| step as f64), points),
                false => {
                    points.sort_by(|one, other| one[0].total_cmp(&other[0]));
                    let points = Curve::points(color, points);
                    if classes > 1 { points.opaque() } else { points }
                }
            };
            curve.named(named)
        })
    };
    (0..classes).filter_map(of_class).collect()
}

/// Returns one of several shades of a colour, from pale to dark; a single one is the colour itself.
fn shade_of(color: Color, shade: u64, shades: u64) -> Color {
    if shades <= 1 {
        return color;
    }
    let share = shade as f64 / (shades - 1) as f64;
    match share < 0.6 {
        true => color.mixed(Color::WHITE, 0.6 * (0.6 - share)),
        false => color.mixed(Color::BLACK, 1.8 * (share - 0.6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(counts: &[u64]) -> Points {
        let cells = (0..).zip(counts).map(|(x, count)| ([x, 0], *count)).collect();
        Points { cells, steps: [1; 2], positions: counts.iter().sum(), ..Points::default() }
    }

    /// Catches points that no shade has, numbers that two have, and a legend without need.
    #[test]
    fn every_count_has_one_shade() {
        let names = |counts: &[u64]| -> Vec<String> {
            let curves = by_counts(Color::BLACK, &found(counts), "", "position");
            assert_eq!(curves.iter().map(Curve::count).sum::<usize>(), counts.len());
            curves.iter().map(|curve| curve.name().to_owned()).collect()
        };
        assert_eq!(names(&[1, 1, 1]), [""]);
        assert_eq!(names(&[1, 3, 1]), ["1 position", "3 positions"]);
        assert_eq!(
            names(&[1, 2, 3, 5, 17, 30]),
            ["1 position", "2 to 3 positions", "4 to 7 positions", "16 to 30 positions"]
        );
        assert_eq!(names(&[]), [] as [&str; 0]);
        let all: Vec<u64> = (1..2000).collect();
        assert!(names(&all).len() <= 5);
    }
}
