//! A set of vectors as a union of few lines and single vectors.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Vector;

/// The largest part of a ray: rays twice and four times as long, and so on, are those of nim-sums with a small heap.
const LARGEST_PART: i64 = 16;

/// A line has this many vectors at least, besides its first one, which are on no line before.
const FEWEST: usize = 3;

/// A line begins with a vector whose parts are at most this.
const FURTHEST: i64 = 48;

/// More lines and vectors than this are no pattern.
const MOST: usize = 64;

/// A line, which begins with the first vector and goes on in steps of the second one; without that it is a single vector.
pub(super) type Line = (Vector, Option<Vector>);

/// Returns lines that together have exactly these vectors among those whose parts are at most `side`; `None` if none are found.
///
/// The least vector that is on no line so far begins the line that has most of the others.
pub(super) fn lines_of(vectors: &BTreeSet<Vector>, side: i64) -> Option<Vec<Line>> {
    let rays = rays();
    let line = |start: Vector, ray: Vector| {
        let multiples = (0..).map(move |m| [start[0] + m * ray[0], start[1] + m * ray[1]]);
        multiples.take_while(move |vector| vector.iter().all(|&part| part <= side))
    };
    let mut lines = Vec::new();
    let mut left = vectors.clone();
    while let Some(start) = left.pop_first() {
        if lines.len() == MOST || start.iter().any(|part| part.abs() > FURTHEST) {
            return None;
        }
        let new = |ray| line(start, ray).filter(|vector| left.contains(vector)).count();
        let is_line = |&ray: &Vector| line(start, ray).all(|vector| vectors.contains(&vector));
        let fitting = rays.iter().copied().filter(is_line).map(|ray| (new(ray), ray));
        // The shortest one is taken of equal ones: it comes first.
        let longest = fitting.min_by_key(|&(new, _)| Reverse(new));
        let ray = longest.filter(|&(new, _)| new >= FEWEST).map(|(_, ray)| ray);
        for vector in ray.into_iter().flat_map(|ray| line(start, ray)) {
            left.remove(&vector);
        }
        lines.push((start, ray));
    }
    Some(lines)
}

/// Lists the rays, the shortest first, that make the first heap smaller or, if that stays as it is, the second one.
fn rays() -> Vec<Vector> {
    let all = (0..=LARGEST_PART)
        .flat_map(|x| (-LARGEST_PART..=LARGEST_PART).map(move |y| [x, y]))
        .filter(|ray| *ray > [0, 0]);
    let mut rays: Vec<Vector> = all.collect();
    rays.sort_by_key(|[x, y]| x + y.abs());
    rays
}
