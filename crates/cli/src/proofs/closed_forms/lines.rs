//! Candidates of two heaps of which no other formula is known: how far members are from the lines along which they lie, with exact
//! slopes.

use super::candidate::{Candidate, Kind};
use super::members::Members;
use super::surd::{Beatty, Surd};
use grundytab::wording::joined;

/// The most lines on a side of the diagonal.
const MOST_LINES: usize = 6;

/// The fewest members of a line.
const FEWEST: usize = 20;

/// Members whose directions are this many tokens apart at the largest heap are of different lines.
const GAP: f64 = 24.0;

/// The largest difference between the bounds of a line.
const WIDEST: i64 = 24;

/// A line y = slope x, and the members (x, y) near it.
struct Line {
    multiples: Beatty,
    /// The least and the largest y - floor(slope x), each with a member.
    bounds: [(i64, [i64; 2]); 2],
}

/// Returns the candidate of a set, if there is one.
pub(super) fn candidates(members: &Members) -> Vec<Candidate> {
    let side = |names: [&str; 2], turned: bool| {
        let turn = |&[x, y]: &[i64; 2]| if turned { [y, x] } else { [x, y] };
        let half: Vec<[i64; 2]> = members.pairs.iter().map(turn).filter(|[x, y]| x < y).collect();
        let shown =
            |[x, y]: [i64; 2]| if turned { format!("({y}, {x})") } else { format!("({x}, {y})") };
        let lines = lines(&half, members.field)?;
        let [x, y] = names;
        let parts = lines.iter().map(|Line { multiples, bounds }| {
            let floor = multiples.text(x);
            let at = |bound: i64| format!("{floor}{}", signed(bound));
            let [(low, first), (high, last)] = *bounds;
            let floor_latex = multiples.latex(x);
            if low == high {
                let text = format!("{y} is {}", at(low));
                return [
                    format!("({y} == {})", at(low)),
                    text,
                    format!("${y} - {floor_latex} = {low}$"),
                ];
            }
            let says = format!("({} <= {y} and {y} <= {})", at(low), at(high));
            let reached = format!("{} and {}", shown(first), shown(last));
            let text = format!("{y} is from {} to {}, as at {reached}", at(low), at(high));
            let latex = format!("${low} \\le {y} - {floor_latex} \\le {high}$");
            [says, text, latex]
        });
        let parts: Vec<[String; 3]> = parts.collect();
        let all = |at: usize, or: &str| joined(parts.iter().map(|part| part[at].as_str()), or);
        Some([
            format!("{} and {x} < {y} implies {}", members.says(""), all(0, " or ")),
            format!("with {x} < {y}, {}", all(1, ", or ")),
            format!("{} with ${x} < {y}$ have {}", members.set, all(2, " or ")),
        ])
    };
    if members.heaps != 2 {
        return Vec::new();
    }
    let upper = if members.is_symmetric { None } else { side(["y", "x"], true) };
    let sides: Vec<[String; 3]> = side(["x", "y"], false).into_iter().chain(upper).collect();
    if sides.is_empty() {
        return Vec::new();
    }
    let all =
        |at: usize, between: &str| joined(sides.iter().map(|side| side[at].as_str()), between);
    vec![Candidate {
        kind: Kind::Lines,
        text: format!("of the {} {}", members.set, all(1, "; ")),
        latex: all(2, "; "),
        sentence: match &sides[..] {
            [[only, ..]] => only.clone(),
            _ => format!("({})", all(0, ") and (")),
        },
    }]
}

fn signed(number: i64) -> String {
    match number {
        0 => String::new(),
        1.. => format!(" + {number}"),
        _ => format!(" - {}", number.unsigned_abs()),
    }
}

/// Finds lines near which all pairs lie.
fn lines(pairs: &[[i64; 2]], field: u32) -> Option<Vec<Line>> {
    let largest = pairs.iter().map(|pair| pair[1]).max()?;
    let direction = |&[x, y]: &[i64; 2]| x as f64 / y as f64;
    let mut far: Vec<[i64; 2]> =
        pairs.iter().copied().filter(|pair| pair[1] >= largest / 4).collect();
    far.sort_by(|one, two| direction(one).total_cmp(&direction(two)));
    let is_near =
        |one: &[i64; 2], two: &[i64; 2]| direction(two) - direction(one) < GAP / largest as f64;
    let beams: Vec<&[[i64; 2]]> = far.chunk_by(is_near).collect();
    if beams.len() > MOST_LINES || beams.iter().any(|beam| beam.len() < FEWEST) {
        return None;
    }
    let slopes: Vec<Beatty> = beams.iter().map(|beam| slope(beam, field)).collect::<Option<_>>()?;
    let distance =
        |of: &Beatty, &[x, y]: &[i64; 2]| y - (of.slope.value() * x as f64 + 1e-9).floor() as i64;
    let mut lines: Vec<Option<Line>> = slopes.iter().map(|_| None).collect();
    for pair in pairs {
        let (at, near) =
            slopes.iter().enumerate().min_by_key(|(_, of)| distance(of, pair).abs())?;
        let bound = (distance(near, pair), *pair);
        let line = lines[at].get_or_insert(Line { multiples: *near, bounds: [bound; 2] });
        if bound.0 < line.bounds[0].0 {
            line.bounds[0] = bound;
        }
        if bound.0 > line.bounds[1].0 {
            line.bounds[1] = bound;
        }
    }
    let lines: Vec<Line> = lines.into_iter().flatten().collect();
    let is_narrow = |line: &Line| line.bounds[1].0 - line.bounds[0].0 <= WIDEST;
    lines.iter().all(is_narrow).then_some(lines)
}

/// Finds the simplest slope with which y - slope x does not vary by much more than by the best one.
fn slope(beam: &[[i64; 2]], field: u32) -> Option<Beatty> {
    let spread = |slope: f64| {
        let rest = beam.iter().map(|&[x, y]| y as f64 - slope * x as f64);
        let (least, most) =
            rest.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), of| (a.min(of), b.max(of)));
        most - least
    };
    let count = beam.len() as f64;
    let mean = |axis: usize| beam.iter().map(|pair| pair[axis] as f64).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(0), mean(1));
    let (product, square) = beam.iter().fold((0.0, 0.0), |(product, square), &[x, y]| {
        let (x, y) = (x as f64 - mean_x, y as f64 - mean_y);
        (product + x * y, square + x * x)
    });
    let fitted = product / square;
    let error = (2.0 * spread(fitted) / (2.0 * square / count).sqrt()).max(1e-6);
    if !fitted.is_finite() || !error.is_finite() || error > 0.2 {
        return None;
    }
    let slopes = Surd::between(fitted - error, fitted + error, field);
    let best = slopes.iter().map(|of| spread(of.value())).fold(f64::INFINITY, f64::min);
    let slope = slopes.into_iter().find(|of| spread(of.value()) <= 1.5 + best)?;
    Some(Beatty { slope, shift: Surd::ZERO })
}
