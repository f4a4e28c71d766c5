//! Regions: boxes of cells as users write them, `100:600,200:700`. As in slices of Python the end is left out; `..` is for
//! ranges with both ends, as in mathematics.

use std::fmt;
use std::ops::Range;

use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::number::parse_number;
use crate::wording::counted;

/// Ranges of heap sizes, one for each axis, of which either end may be left open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    ranges: Vec<OpenRange>,
}

/// The first size and the one behind the last, if they are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OpenRange {
    start: Option<u32>,
    end: Option<u32>,
}

/// What a region looks like.
const HINT: &str = "a region has a range for each axis, as in 100:600,200:700; the end is left out";

impl Region {
    /// Reads ranges that are separated by commas.
    ///
    /// # Errors
    /// When a range cannot be read, or holds nothing.
    pub fn parse(text: &str) -> Result<Self, InvalidInput> {
        if text.contains("..") {
            return Err(with_points(text));
        }
        let range = |part: &str| OpenRange::parse(part).map_err(|error| error.within(text));
        Ok(Region { ranges: text.split(',').map(range).collect::<Result<_, _>>()? })
    }

    /// Returns the ranges within a box of these sides, the open ends filled in.
    ///
    /// # Errors
    /// When the number of ranges is not that of the sides, or one does not lie in the box.
    pub fn within(&self, sides: &[u32]) -> Result<Vec<Range<u32>>, InvalidInput> {
        if self.ranges.len() != sides.len() {
            let (ranges, axes) = (self.ranges.len(), sides.len());
            let problem =
                format!("it has {} for {}", counted(ranges, "range"), counted(axes, "axis"));
            return Err(InvalidInput::new(InvalidInputKind::WrongHeapCount, self, problem, HINT));
        }
        let filled = self.ranges.iter().zip(sides).map(|(range, &side)| {
            let (start, end) = (range.start.unwrap_or(0), range.end.unwrap_or(side));
            if start < end && end <= side {
                return Ok(start..end);
            }
            let problem = format!("the range {range} is not within 0:{side}");
            Err(InvalidInput::new(InvalidInputKind::OutsideDomain, self, problem, HINT))
        });
        filled.collect()
    }
}

/// Says how a region is written that has `..`, of which a reader may think that both ends belong to it.
fn with_points(text: &str) -> InvalidInput {
    let with_end = |range: &str| match range.split_once("..") {
        Some((start, end)) => match end.parse::<u32>() {
            Ok(end) => format!("{start}:{}", u64::from(end) + 1),
            Err(_) => format!("{start}:{end}"),
        },
        None => range.to_owned(),
    };
    let with_ends: Vec<String> = text.split(',').map(with_end).collect();
    InvalidInput::new(
        InvalidInputKind::Syntax,
        text,
        "two points stand for a range with both ends",
        format!(
            "a region is written as slices, which leave the end out: {} without the ends of these, {} with them",
            text.replace("..", ":"),
            with_ends.join(",")
        ),
    )
}

impl OpenRange {
    fn parse(text: &str) -> Result<Self, InvalidInput> {
        let number = |text: &str| parse_number(text, "the end of a range");
        let end = |text: &str| (!text.is_empty()).then(|| number(text)).transpose();
        let range = match text.split_once(':') {
            Some((from, to)) => OpenRange { start: end(from)?, end: end(to)? },
            None => {
                let size = number(text)?;
                OpenRange { start: Some(size), end: size.checked_add(1) }
            }
        };
        match (range.start, range.end) {
            (Some(start), Some(end)) if start >= end => Err(InvalidInput::new(
                InvalidInputKind::Empty,
                text,
                "the range holds nothing",
                HINT,
            )),
            _ => Ok(range),
        }
    }
}

impl fmt::Display for OpenRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end: Option<u32>| end.map(|end| end.to_string()).unwrap_or_default();
        write!(f, "{}:{}", end(self.start), end(self.end))
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges: Vec<String> = self.ranges.iter().map(OpenRange::to_string).collect();
        f.write_str(&ranges.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches ranges that are read as others, and messages that do not say which one is wrong.
    #[test]
    fn what_is_no_region_is_refused() {
        for (text, words) in [
            ("", "empty number"),
            ("5:5", "the range holds nothing"),
            ("9:5,1:2", "the range holds nothing"),
            ("1:2:3", "not a number"),
            ("-1:2", "the number is negative"),
            ("1-2", "not a number"),
            ("0..14", "leave the end out: 0:14 without the ends of these, 0:15 with them"),
            (
                "3..,..9,1:2",
                "leave the end out: 3:,:9,1:2 without the ends of these, 3:,:10,1:2 with them",
            ),
        ] {
            let error = Region::parse(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        for text in ["1:3", "1:3,2:4,3:5", "0:11,0:5", "12:,0:5", "10:,0:5", "4294967295,1"] {
            let region = Region::parse(text).expect(text);
            assert!(region.within(&[10, 10]).is_err(), "{text}");
        }
    }

    /// Catches ends that are taken for others where they are filled in or printed.
    #[test]
    fn ends_are_filled_in_and_printed() {
        for (text, within, printed) in [
            (":,:", [0..10, 0..7], ":,:"),
            ("9:,6", [9..10, 6..7], "9:,6:7"),
            ("2:10,:7", [2..10, 0..7], "2:10,:7"),
        ] {
            let region = Region::parse(text).expect(text);
            assert_eq!(region.within(&[10, 7]), Ok(within.to_vec()), "{text}");
            assert_eq!(region.to_string(), printed);
        }
    }

    #[test]
    fn ends_of_ranges_may_be_left_open() {
        let region = Region::parse("100:600,200:").expect("a region");
        assert_eq!(region.within(&[1000, 900]), Ok(vec![100..600, 200..900]));
        assert!(region.within(&[500, 900]).is_err());
        // A single number is a range of one.
        let region = Region::parse("7,:3").expect("a region");
        assert_eq!(region.within(&[10, 10]), Ok(vec![7..8, 0..3]));
    }
}
