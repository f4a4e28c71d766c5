//! Planes: two-dimensional sets of positions, which pictures and grids show.

use std::fmt;
use std::ops::Range;

use super::{Coordinates, Domain, HEAP_NAMES, MAX_HEAPS, Region};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::number::parse_number;

/// The positions of a domain in which all heaps but two are given: all of them in a game of two heaps;
/// in a game of three heaps those with one heap fixed, as in `z=5`, or those of one token sum, as in
/// `sum=60`; in a game of four heaps those with two heaps fixed, as in `z=5,w=1`, or one heap and the
/// token sum, as in `w=1,sum=60`.
///
/// A cell of a plane has a column and a row: the sizes of the two heaps that are free. In a layer of equal
/// token sum these are the first two free heaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plane {
    domain: Domain,
    /// The size of each heap that is fixed; 0 for axes that are padding.
    fixed: [Option<u32>; MAX_HEAPS],
    /// The token sum, if it is given.
    token_sum: Option<u32>,
    /// The axes of the columns and of the rows.
    free: [usize; 2],
    /// The axis whose heap the token sum determines.
    dependent: Option<usize>,
}

/// A rectangle of cells of a plane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rectangle {
    /// The columns: the sizes of the first free heap.
    pub columns: Range<u32>,
    /// The rows: the sizes of the second free heap.
    pub rows: Range<u32>,
}

impl Rectangle {
    /// Returns the number of columns and that of rows.
    pub fn sides(&self) -> [u32; 2] {
        [&self.columns, &self.rows].map(|range| range.end.saturating_sub(range.start))
    }

    /// Returns the number of cells.
    pub fn count(&self) -> u64 {
        let [columns, rows] = self.sides();
        u64::from(columns) * u64::from(rows)
    }

    /// Returns the cells that it has in common with another rectangle.
    pub fn intersection(&self, other: &Rectangle) -> Rectangle {
        let common = |one: &Range<u32>, other: &Range<u32>| {
            let start = one.start.max(other.start);
            start..one.end.min(other.end).max(start)
        };
        Rectangle {
            columns: common(&self.columns, &other.columns),
            rows: common(&self.rows, &other.rows),
        }
    }

    /// Returns the same cells, counted from the first one of a rectangle that holds them.
    pub(crate) fn seen_from(&self, whole: &Rectangle) -> Rectangle {
        let moved = |range: &Range<u32>, start: u32| range.start - start..range.end - start;
        Rectangle {
            columns: moved(&self.columns, whole.columns.start),
            rows: moved(&self.rows, whole.rows.start),
        }
    }

    /// Whether a cell lies in it.
    pub fn contains(&self, column: u32, row: u32) -> bool {
        self.columns.contains(&column) && self.rows.contains(&row)
    }
}

impl Plane {
    /// Returns the plane of all positions of a domain of two heaps.
    ///
    /// # Errors
    /// When the domain has another number of heaps.
    pub fn whole(domain: &Domain) -> Result<Self, InvalidInput> {
        Plane::new("", domain, [None; MAX_HEAPS], None)
    }

    /// Reads the plane of a domain: heaps that are fixed, or a token sum, as in `z=5` or `sum=60`,
    /// separated by commas where there are several.
    ///
    /// # Errors
    /// When the text is none of these, when it does not leave two heaps free, and when the plane
    /// holds no position of the domain.
    pub fn parse(text: &str, domain: &Domain) -> Result<Self, InvalidInput> {
        let (mut fixed, mut token_sum) = ([None; MAX_HEAPS], None);
        let padding = MAX_HEAPS - domain.heaps();
        for part in text.split(',') {
            let refuse = |problem: &str| {
                let problem = format!("{problem} {part:?}");
                InvalidInput::new(InvalidInputKind::Syntax, text, problem, hint(domain))
            };
            let (name, size) = part.split_once('=').ok_or_else(|| refuse("no = is in"))?;
            let size = parse_number(size, "a heap size").map_err(|error| error.within(text))?;
            let heap = HEAP_NAMES[..domain.heaps()].iter().position(|heap| *heap == name);
            let place = match (name, heap) {
                ("sum", _) => &mut token_sum,
                (_, Some(heap)) => &mut fixed[padding + heap],
                (_, None) => return Err(refuse("there is no such heap:")),
            };
            if place.replace(size).is_some() {
                return Err(refuse("it is given twice:"));
            }
        }
        Plane::new(text, domain, fixed, token_sum)
    }

    fn new(
        text: &str,
        domain: &Domain,
        mut fixed: [Option<u32>; MAX_HEAPS],
        token_sum: Option<u32>,
    ) -> Result<Self, InvalidInput> {
        let heaps = domain.heaps();
        fixed[..MAX_HEAPS - heaps].fill(Some(0));
        let unfixed: Vec<usize> = (0..MAX_HEAPS).filter(|&axis| fixed[axis].is_none()).collect();
        let (free, dependent) = match (unfixed.as_slice(), token_sum) {
            (&[column, row], None) => ([column, row], None),
            (&[column, row, last], Some(_)) => ([column, row], Some(last)),
            _ => {
                let problem = match text {
                    "" if heaps == 1 => "the positions are those of one heap".into(),
                    "" => format!("the positions have {heaps} heaps, a plane two that are free"),
                    _ => "it does not leave two heaps free".into(),
                };
                let kind = InvalidInputKind::WrongHeapCount;
                let input = if text.is_empty() { domain.to_string() } else { text.to_owned() };
                return Err(InvalidInput::new(kind, input, problem, hint(domain)));
            }
        };
        let plane = Plane { domain: domain.clone(), fixed, token_sum, free, dependent };
        // A plane without rows has no columns either.
        if plane.columns() == 0 {
            return Err(InvalidInput::new(
                InvalidInputKind::OutsideDomain,
                text,
                "no position of the table is in it",
                format!("the table holds {domain}"),
            ));
        }
        Ok(plane)
    }

    /// Returns the domain whose positions these are.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Returns the token sum, if this is a layer of equal token sum.
    pub fn token_sum(&self) -> Option<u32> {
        self.token_sum
    }

    /// Returns the number of columns: one more than the largest size of the first free heap.
    pub fn columns(&self) -> u32 {
        self.extent(self.free[0])
    }

    /// Returns the number of rows: one more than the largest size of the second free heap.
    pub fn rows(&self) -> u32 {
        self.extent(self.free[1])
    }

    /// Returns the names of the heaps that columns and rows stand for.
    pub fn axis_names(&self) -> [&'static str; 2] {
        self.free.map(|axis| HEAP_NAMES[axis + self.domain.heaps() - MAX_HEAPS])
    }

    /// Returns the cells of a region, which has a range of columns and one of rows; without a region
    /// all cells.
    ///
    /// # Errors
    /// When the region does not lie in the plane.
    pub fn rectangle(&self, region: Option<&Region>) -> Result<Rectangle, InvalidInput> {
        let sides = [self.columns(), self.rows()];
        let ranges = match region {
            Some(region) => region.within(&sides)?,
            None => sides.map(|side| 0..side).to_vec(),
        };
        let [columns, rows] =
            [0, 1].map(|axis: usize| ranges.get(axis).cloned().unwrap_or_default());
        Ok(Rectangle { columns, rows })
    }

    /// Returns the position of a cell, if it is in the domain.
    pub fn position(&self, column: u32, row: u32) -> Option<Coordinates> {
        self.place(column, row).filter(|&at| self.domain.contains(at))
    }

    /// Returns the coordinates of a cell that the box or the simplex holds, be it a position or not.
    pub fn place(&self, column: u32, row: u32) -> Option<Coordinates> {
        let mut at = Coordinates::from_fn(|axis| self.fixed[axis].unwrap_or(0));
        at[self.free[0]] = column;
        at[self.free[1]] = row;
        if let (Some(axis), Some(sum)) = (self.dependent, self.token_sum) {
            let others = at.iter().try_fold(0_u32, |sum, &heap| sum.checked_add(heap))?;
            at[axis] = sum.checked_sub(others)?;
        }
        self.domain.encloses(at).then_some(at)
    }

    /// Returns the column and the row of a position, if it lies in this plane.
    pub fn cell(&self, at: Coordinates) -> Option<(u32, u32)> {
        let (column, row) = (at[self.free[0]], at[self.free[1]]);
        (self.position(column, row) == Some(at)).then_some((column, row))
    }

    /// Returns the axes of the columns, of the rows, and of the heap that the token sum determines.
    pub fn axes(&self) -> ([usize; 2], Option<usize>) {
        (self.free, self.dependent)
    }

    /// Returns the heap that is fixed along an axis; 0 for padding.
    pub fn fixed_heap(&self, axis: usize) -> Option<u32> {
        self.fixed[axis]
    }

    /// Returns one more than the largest heap of the plane along a free axis; 0 if there is none.
    fn extent(&self, axis: usize) -> u32 {
        let side = self.domain.sides()[axis];
        let fixed = self.fixed.iter().flatten().map(|&heap| u64::from(heap));
        let taken: u64 = fixed.sum();
        let fits = |(axis, heap): (usize, &Option<u32>)| {
            heap.is_none_or(|heap| heap < self.domain.sides()[axis])
        };
        if !self.fixed.iter().enumerate().all(fits) {
            return 0;
        }
        let largest = u64::from(self.token_sum.unwrap_or(u32::MAX))
            .min(self.domain.largest_token_sum().into());
        if self.token_sum.is_some_and(|sum| sum > self.domain.largest_token_sum()) {
            return 0;
        }
        let rest = largest.checked_sub(taken).map_or(0, |rest| rest + 1);
        u64::from(side).min(rest) as u32
    }
}

/// What planes of a domain look like.
fn hint(domain: &Domain) -> &'static str {
    match domain.heaps() {
        0 | 1 => "tables of one heap have no planes",
        2 => "the plane of a table of two heaps is all of it",
        3 => "fix one heap, as in z=5, or the token sum, as in sum=60",
        _ => "fix two heaps, as in z=5,w=1, or one heap and the token sum, as in w=1,sum=60",
    }
}

impl fmt::Display for Plane {
    /// Prints the heaps that are fixed and the token sum, as they are read; nothing for two heaps.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let padding = MAX_HEAPS - self.domain.heaps();
        let fixed = (padding..MAX_HEAPS).filter_map(|axis| {
            Some(format!("{}={}", HEAP_NAMES[axis - padding], self.fixed[axis]?))
        });
        let sum = self.token_sum.map(|sum| format!("sum={sum}"));
        f.write_str(&fixed.chain(sum).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a plane whose cells are other positions than its text says, or not all of them: every
    /// position of the domain is in the planes through it, and nothing else is.
    #[test]
    fn the_cells_of_a_plane_are_its_positions() {
        let domains =
            [Domain::boxed(&[4, 3, 5]).expect("valid"), Domain::simplex(3, 5).expect("valid")];
        for domain in &domains {
            let all: Vec<Coordinates> = Coordinates::cells_of_box(domain.sides())
                .filter(|&at| domain.contains(at))
                .collect();
            let texts = (0..12)
                .flat_map(|n| ["x", "y", "z", "sum"].map(|name| (name, n, format!("{name}={n}"))));
            for (name, n, text) in texts {
                let is_in = |at: &&Coordinates| match name {
                    "x" => at[1] == n,
                    "y" => at[2] == n,
                    "z" => at[3] == n,
                    _ => at.sum() == n,
                };
                let expected: Vec<Coordinates> = all.iter().filter(is_in).copied().collect();
                let Ok(plane) = Plane::parse(&text, domain) else {
                    assert!(expected.is_empty(), "{domain}, {text}");
                    continue;
                };
                assert_eq!(plane.to_string(), text);
                let cells =
                    (0..plane.columns()).flat_map(|c| (0..plane.rows()).map(move |r| (c, r)));
                let mut found: Vec<Coordinates> = cells
                    .filter_map(|(column, row)| {
                        let at = plane.position(column, row)?;
                        assert_eq!(plane.cell(at), Some((column, row)));
                        Some(at)
                    })
                    .collect();
                found.sort_unstable();
                assert_eq!(found, expected, "{domain}, {text}");
            }
        }
    }

    /// Catches planes of four heaps that are other positions than their text says.
    #[test]
    fn a_plane_of_four_heaps_has_two_fixed_ones_or_a_token_sum() {
        let four = Domain::simplex(4, 9).expect("valid");
        let plane = Plane::parse("y=2,w=1", &four).expect("two heaps are free");
        assert_eq!((plane.axis_names(), plane.columns(), plane.rows()), (["x", "z"], 7, 7));
        assert_eq!(plane.position(3, 2), Some(Coordinates([3, 2, 2, 1])));
        assert_eq!(plane.position(3, 4), None);
        let fixed_heaps = [0, 1, 2, 3].map(|axis| plane.fixed_heap(axis));
        assert_eq!(fixed_heaps, [None, Some(2), None, Some(1)]);
        let layer = Plane::parse("w=1,sum=9", &four).expect("two heaps are free");
        assert_eq!(layer.position(3, 2), Some(Coordinates([3, 2, 3, 1])));
        assert_eq!((layer.columns(), layer.to_string()), (9, "w=1,sum=9".to_owned()));
        let refused = Plane::parse("w=1", &four).expect_err("three heaps are free").to_string();
        assert!(refused.contains("does not leave two heaps free"), "{refused}");
    }

    /// Catches planes of which more or fewer than two heaps are free.
    #[test]
    fn what_is_no_plane_is_refused() {
        let three = Domain::simplex(3, 9).expect("valid");
        for (text, words) in [
            ("z=1,y=2", "does not leave two heaps free"),
            ("z", "no = is in"),
            ("w=3", "there is no such heap"),
            ("z=1,z=1", "it is given twice"),
            ("z=10", "no position of the table"),
            ("sum=10", "no position of the table"),
            ("z=", "empty number"),
        ] {
            let error = Plane::parse(text, &three).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        let outside = Plane::parse("y=6", &Domain::boxed(&[4, 6, 5]).expect("valid"));
        let refused = outside.expect_err("y is at most 5").to_string();
        assert!(refused.contains("no position of the table"), "{refused}");
        let refused = Plane::whole(&three).expect_err("three heaps are free").to_string();
        assert!(refused.contains("the positions have 3 heaps"), "{refused}");
        let two = Domain::boxed(&[4, 6]).expect("valid");
        let plane = Plane::whole(&two).expect("two heaps");
        assert_eq!((plane.columns(), plane.rows(), plane.axis_names()), (4, 6, ["x", "y"]));
        assert_eq!(plane.to_string(), "");
        let refused = Plane::parse("x=1", &two).expect_err("one heap is free").to_string();
        assert!(refused.contains("does not leave two heaps free"), "{refused}");
        let refused =
            Plane::whole(&Domain::boxed(&[4]).expect("valid")).expect_err("one heap is free");
        assert!(refused.to_string().contains("those of one heap"), "{refused}");
    }

    /// Catches rectangles that leave out their first cells or hold those behind their last.
    #[test]
    fn rectangles_hold_their_cells() {
        let rectangle = Rectangle { columns: 2..5, rows: 4..11 };
        assert_eq!((rectangle.sides(), rectangle.count()), ([3, 7], 21));
        let cells = (0..20).flat_map(|column| (0..20).map(move |row| (column, row)));
        assert_eq!(cells.filter(|&(column, row)| rectangle.contains(column, row)).count(), 21);
        assert!(rectangle.contains(2, 4) && rectangle.contains(4, 10));
    }

    #[test]
    fn columns_and_rows_are_the_free_heaps() {
        let triangle = Domain::simplex(3, 100).expect("a domain");
        let plane = Plane::parse("y=5", &triangle).expect("a plane");
        assert_eq!(plane.axis_names(), ["x", "z"]);
        let position = |column, row| plane.position(column, row).map(|at| at.0);
        assert_eq!(position(3, 7), Some([0, 3, 5, 7]));
        assert_eq!(position(60, 36), None);
        let layer = Plane::parse("sum=60", &triangle).expect("a plane");
        assert_eq!(layer.position(10, 20).map(|at| at.0), Some([0, 10, 20, 30]));
    }
}
