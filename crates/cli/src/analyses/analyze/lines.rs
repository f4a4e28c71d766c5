//! Lines of a table: one heap grows, the others stay.

use std::ops::Range;

use grundytab::domain::{Coordinates, Domain, HEAP_NAMES, MAX_HEAPS, Region};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::table::TableReader;
use grundytab::wording::counted;

/// At most this many values of a line are read, which takes 512 MB of memory.
pub const LONGEST_LINE: u32 = 1 << 26;
/// At most this many lines are read.
pub const MOST_LINES: u64 = 1 << 20;

/// Some lines of a domain.
#[derive(Debug, Clone)]
pub struct Lines {
    pub(super) lines: Vec<Line>,
}

/// A line before it is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The heap that grows.
    pub(super) axis: usize,
    /// The heaps that stay; this heap is empty.
    pub(super) start: Coordinates,
    /// The first size of the heap that grows: 0, unless the first cells are no positions.
    pub(super) first: u32,
    /// How many positions follow one another from there on.
    pub(super) length: u32,
}

impl Line {
    /// Returns how many values are read.
    pub(super) fn read_length(&self) -> u32 {
        self.length.min(LONGEST_LINE)
    }

    /// Returns the sizes of the heap that grows at which values are read.
    pub(super) fn read_heaps(&self) -> Range<u32> {
        self.first..self.first + self.read_length()
    }

    /// Returns the cell of the line at which the heap that grows has this size.
    pub(super) fn at(&self, heap: u32) -> Coordinates {
        let mut at = self.start;
        at[self.axis] = heap;
        at
    }

    /// Returns the first positions of a line of cells that follow one another; `None` if there are none.
    fn positions_in(self, domain: &Domain) -> Option<Self> {
        if domain.mask().is_none() {
            return Some(self);
        }
        let is_position = |&heap: &u32| domain.contains(self.at(heap));
        let first = (0..self.length).find(is_position)?;
        let length = (first..self.length).take_while(is_position).count() as u32;
        Some(Line { first, length, ..self })
    }

    /// Returns the beginning of the line whose values are all there in a table.
    pub(super) fn as_far_as_in(&self, table: &TableReader) -> Self {
        if !table.is_part() {
            return *self;
        }
        let edge = table.plan().tiling().edges()[self.axis];
        // Tiles begin at multiples of the edge.
        let (first, end) = (self.first, self.first + self.length);
        let mut begins = (first / edge..end.div_ceil(edge)).map(|tile| first.max(tile * edge));
        let first_missing = begins.find(|&heap| !table.has(self.at(heap)));
        Line { length: first_missing.unwrap_or(end) - first, ..*self }
    }
}

impl Lines {
    /// Returns the lines on which each heap that stays is less than `end`: heap by heap, the last one first, so that
    /// rows come before columns.
    pub fn near_axes(domain: &Domain, end: u32) -> Self {
        let sides = domain.sides();
        let along = |axis: usize| {
            let fixed = Coordinates::from_fn(|a| if a == axis { 1 } else { sides[a].min(end) });
            of_box(domain, axis, Coordinates::ZERO, fixed)
        };
        Lines { lines: (MAX_HEAPS - domain.heaps()..MAX_HEAPS).rev().flat_map(along).collect() }
    }

    /// Reads which heaps stay, and of which sizes, as in `y=0:5,z=0`; the ends are left out. The heap that is not
    /// named grows.
    ///
    /// # Errors
    /// When the text cannot be read, does not leave one heap, or names sizes that the domain does not have; and when
    /// these are very many lines.
    pub fn parse(text: &str, domain: &Domain) -> Result<Self, InvalidInput> {
        let refuse = |kind, problem: String| InvalidInput::new(kind, text, problem, hint(domain));
        let names = &HEAP_NAMES[..domain.heaps()];
        let sides = domain.sides();
        let padding = MAX_HEAPS - domain.heaps();
        let mut ranges = vec![None; domain.heaps()];
        for part in text.split(',') {
            let (name, range) = part
                .split_once('=')
                .ok_or_else(|| refuse(InvalidInputKind::Syntax, format!("no = is in {part:?}")))?;
            let heap = names.iter().position(|heap| *heap == name.trim()).ok_or_else(|| {
                refuse(InvalidInputKind::UnknownName, format!("there is no heap {name:?}"))
            })?;
            let range = Region::parse(range.trim())
                .and_then(|range| range.within(&[sides[padding + heap]]))
                .map_err(|error| error.within(text))?;
            if ranges[heap].replace(range).is_some() {
                return Err(refuse(InvalidInputKind::Syntax, format!("{name} is given twice")));
            }
        }
        let mut free = (0..ranges.len()).filter(|&heap| ranges[heap].is_none());
        let (Some(grows), None) = (free.next(), free.next()) else {
            let problem = "all heaps but one must be given".to_owned();
            return Err(refuse(InvalidInputKind::WrongHeapCount, problem));
        };
        let given = |axis: usize| ranges[axis.checked_sub(padding)?].as_ref()?.first();
        let start = Coordinates::from_fn(|axis| given(axis).map_or(0, |range| range.start));
        let sides =
            Coordinates::from_fn(|axis| given(axis).map_or(1, |range| range.end - range.start));
        let count: u64 = sides.iter().map(|&side| u64::from(side)).product();
        if count > MOST_LINES {
            let problem = format!("these are {}", counted(count, "line"));
            return Err(refuse(InvalidInputKind::TooLarge, problem));
        }
        let lines: Vec<Line> = of_box(domain, padding + grows, start, sides).collect();
        if lines.is_empty() {
            let problem = format!("no position of {domain} is on these lines");
            return Err(refuse(InvalidInputKind::OutsideDomain, problem));
        }
        Ok(Lines { lines })
    }

    /// Reads the lines of several texts, each as [`parse`](Self::parse) does.
    ///
    /// # Errors
    /// Those of the first text that cannot be read.
    pub fn parse_all(texts: &[String], domain: &Domain) -> Result<Self, InvalidInput> {
        let all = texts.iter().map(|text| Lines::parse(text, domain).map(|some| some.lines));
        Ok(Lines { lines: all.collect::<Result<Vec<_>, _>>()?.concat() })
    }

    /// Returns how many values are read.
    pub fn values(&self) -> u64 {
        self.lines.iter().map(|line| u64::from(line.read_length())).sum()
    }
}

/// Lists the lines along an axis that begin in a box at `corner` with these sides.
fn of_box(
    domain: &Domain,
    axis: usize,
    corner: Coordinates,
    sides: Coordinates,
) -> impl Iterator<Item = Line> {
    let (side, largest) = (domain.sides()[axis], u64::from(domain.largest_token_sum()));
    Coordinates::cells_of_box(sides).filter_map(move |offset| {
        let start = corner + offset;
        let tokens: u64 = start.iter().map(|&heap| u64::from(heap)).sum();
        let room = largest.checked_sub(tokens)? + 1;
        let length = u32::try_from(room).map_or(side, |room| room.min(side));
        Line { axis, start, first: 0, length }.positions_in(domain)
    })
}

/// Says how lines are written.
fn hint(domain: &Domain) -> &'static str {
    match domain.heaps() {
        1 => "a table of one heap has one line, whose period is looked for anyway",
        2 => "lines are written as in y=0:5, on which x grows, or x=3, on which y grows",
        3 => "lines are written as in y=0:5,z=0, on which x grows",
        _ => "lines are written as in y=0:5,z=0,w=1, on which x grows",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches lines that are taken for others, and nonsense that is accepted.
    #[test]
    fn lines_are_those_that_are_written() {
        let domain = Domain::boxed(&[5, 7]).expect("a box");
        let lines = |text: &str| -> Vec<_> {
            let lines = Lines::parse(text, &domain).expect(text).lines;
            lines.iter().map(|line| (line.axis, line.start.0, line.length)).collect()
        };
        assert_eq!(lines("y=3:5"), [(2, [0, 0, 0, 3], 5), (2, [0, 0, 0, 4], 5)]);
        assert_eq!(lines("x = 4"), [(3, [0, 0, 4, 0], 7)]);
        let simplex = Domain::simplex(3, 4).expect("a simplex");
        let lines = Lines::parse("x=2:,z=2", &simplex).expect("lines").lines;
        assert_eq!(
            lines.iter().map(|line| (line.axis, line.start.0, line.length)).collect::<Vec<_>>(),
            [(2, [0, 2, 0, 2], 1)]
        );
        for (text, words) in [
            ("", "no = is in"),
            ("5", "no = is in \"5\""),
            ("z=1", "there is no heap \"z\""),
            ("x=1,y=1", "all heaps but one"),
            ("x=1,x=2", "x is given twice"),
            ("y=7", "not within 0:7"),
            ("y=3:3", "holds nothing"),
            ("y=5:2", "y=5:2: 5:2: the range holds nothing"),
        ] {
            let error = Lines::parse(text, &domain).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        let line = Domain::boxed(&[9]).expect("a box");
        assert_eq!(Lines::near_axes(&line, 4).values(), 9);
        assert!(Lines::parse("x=1", &line).is_err());
    }
}
