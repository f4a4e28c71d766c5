//! What requests ask for, as it follows the token in an address: `pixels?level=3&columns=0:256&rows=0:256`.

use std::ops::Range;
use std::str::FromStr;

use crate::figures::picture::Palette;
use grundytab::domain::{Plane, Rectangle, Region};
use grundytab::{Domain, InvalidInput, InvalidInputKind};

use super::board::Board;
use super::set::Wanted;
use super::subject::LARGEST_HEAP;

/// The largest level: its pixels are larger than any table.
const LARGEST_LEVEL: u32 = 31;

/// Refuses what the page never asks for.
pub fn refused(
    kind: InvalidInputKind,
    text: impl ToString,
    problem: impl Into<String>,
) -> InvalidInput {
    InvalidInput::new(kind, text, problem, "it is what the page asks for")
}

/// The part of an address behind the question mark.
pub struct Query<'a>(pub &'a str);

impl Query<'_> {
    /// Returns the text of a field, if it is there once and is a text.
    pub fn text(&self, name: &str) -> Option<String> {
        let fields = self.0.split('&').filter_map(|field| field.split_once('='));
        let mut values = fields.filter(|(field, _)| *field == name).map(|(_, value)| value);
        let value = values.next().filter(|_| values.next().is_none())?;
        decoded(value)
    }

    /// Returns the text of a field.
    ///
    /// # Errors
    /// When it is not there once.
    pub fn required(&self, name: &str) -> Result<String, InvalidInput> {
        self.text(name).ok_or_else(|| {
            refused(InvalidInputKind::Syntax, self.0, format!("it does not have {name:?} once"))
        })
    }

    /// Returns the palette.
    pub fn palette(&self) -> Result<Palette, InvalidInput> {
        self.required("palette")?.parse()
    }

    /// Returns the plane: of two heaps the whole table, if none is given.
    pub fn plane(&self, domain: &Domain) -> Result<Plane, InvalidInput> {
        match self.text("plane") {
            Some(text) if !text.is_empty() => Plane::parse(&text, domain),
            _ => Plane::whole(domain),
        }
    }

    /// Returns the plane and a rectangle of it.
    pub fn rectangle(&self, domain: &Domain) -> Result<(Plane, Rectangle), InvalidInput> {
        let plane = self.plane(domain)?;
        let text = format!("{},{}", self.required("columns")?, self.required("rows")?);
        let cells = plane.rectangle(Some(&Region::parse(&text)?))?;
        Ok((plane, cells))
    }

    /// Returns how many columns and rows a block has.
    pub fn block(&self) -> Result<u32, InvalidInput> {
        let text = self.required("block")?;
        let number = text.parse().ok().filter(|&block: &u32| block > 0);
        number
            .ok_or_else(|| refused(InvalidInputKind::OutOfRange, text, "it is no side of a block"))
    }

    /// Returns heap sizes of a table of one heap.
    pub fn heaps(&self, domain: &Domain) -> Result<Range<u32>, InvalidInput> {
        let ranges = Region::parse(&self.required("columns")?)?.within(domain.shape())?;
        Ok(ranges.into_iter().next().unwrap_or_default())
    }

    /// Returns the part of the table that is on the board.
    pub fn board(&self, domain: &Domain) -> Result<Board, InvalidInput> {
        if domain.heaps() == 1 {
            return self.heaps(domain).map(Board::Heaps);
        }
        self.rectangle(domain).map(|(plane, cells)| Board::Cells(plane, cells))
    }

    /// Returns the limits of a scale of colours, the first of which is the least.
    pub fn limits(&self) -> Result<(i64, i64), InvalidInput> {
        let text = self.required("limits")?;
        let (least, largest) = text.split_once("..").unwrap_or((&text, ""));
        let (least, largest) = (self.number(least)?, self.number(largest)?);
        let values = i64::from(i32::MIN)..=i64::from(u32::MAX);
        if least > largest || !values.contains(&least) || !values.contains(&largest) {
            let problem = "these are no limits of values";
            return Err(refused(InvalidInputKind::OutOfRange, text, problem));
        }
        Ok((least, largest))
    }

    /// Returns the number of the table: that of the first one, if none is given.
    pub fn on(&self) -> Result<usize, InvalidInput> {
        self.text("on").map_or(Ok(0), |text| self.number(&text))
    }

    /// Returns the size of the nim heap beside the positions: 0 if none is given.
    pub fn heap(&self) -> Result<u32, InvalidInput> {
        self.text("heap").map_or(Ok(0), |text| self.number_up_to(LARGEST_HEAP, "nim heap", &text))
    }

    /// Returns the set of positions that is asked for.
    pub fn wanted(&self) -> Result<Wanted, InvalidInput> {
        Ok(Wanted { kind: self.required("kind")?.parse()?, text: self.required("text")? })
    }

    fn number<N: FromStr>(&self, text: &str) -> Result<N, InvalidInput> {
        text.parse().map_err(|_| {
            refused(InvalidInputKind::NotANumber, self.0, format!("{text:?} is not a number"))
        })
    }

    fn number_up_to(&self, largest: u32, what: &str, text: &str) -> Result<u32, InvalidInput> {
        let number: u32 = self.number(text)?;
        if number <= largest {
            return Ok(number);
        }
        let problem = format!("the {what} {number} is larger than {largest}");
        Err(refused(InvalidInputKind::OutOfRange, self.0, problem))
    }

    /// Returns the level of pixels.
    pub fn level(&self) -> Result<u32, InvalidInput> {
        self.number_up_to(LARGEST_LEVEL, "level", &self.required("level")?)
    }

    /// Returns the heaps of a position.
    pub fn position(&self) -> Result<Vec<u32>, InvalidInput> {
        self.required("at")?.split(',').map(|heap| self.number(heap)).collect()
    }
}

/// Reads a text as addresses have it, in which %2C is a comma (RFC 3986, section 2.1).
pub fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|two| two.bytes().all(|c| c.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches fields that are read as others, and nonsense that is not refused.
    #[test]
    fn fields_are_read() {
        let two = Domain::boxed(&[40, 60]).expect("valid");
        let query = Query("level=2&columns=4:40&rows=8:16&at=3%2C5");
        let (_, cells) = query.rectangle(&two).expect("a rectangle");
        assert_eq!((cells.columns, cells.rows), (4..40, 8..16));
        assert_eq!((query.level(), query.position()), (Ok(2), Ok(vec![3, 5])));
        for text in [
            "",
            "columns=0:1",
            "columns=0:41&rows=0:1",
            "columns=5:5&rows=0:1",
            "columns=0:1&rows=0:1&rows=0:2",
            "columns=0:1&rows=-1:2",
            "columns=0:99999999999&rows=0:1",
            "plane=z=1&columns=0:1&rows=0:1",
        ] {
            assert!(Query(text).rectangle(&two).is_err(), "{text}");
        }
        for text in ["columns=0:1&rows=0:1", "level=32", "level=x"] {
            assert!(Query(text).level().is_err(), "{text}");
        }
        assert!(Query("at=").position().is_err());
        let wanted = Query("kind=claim&text=x%20%3C%3D%20y%20%25%202").wanted().expect("a set");
        assert_eq!((wanted.kind, wanted.text.as_str()), (crate::page::Kind::Claim, "x <= y % 2"));
        for text in [
            "kind=claim",
            "kind=law&text=p",
            "kind=list&text=%",
            "kind=list&text=%+1",
            "kind=list&text=%FF",
        ] {
            assert!(Query(text).wanted().is_err(), "{text}");
        }
        assert_eq!(
            (Query("on=2").on(), Query("").on(), Query("heap=7").heap()),
            (Ok(2), Ok(0), Ok(7))
        );
        assert!(Query("heap=65536").heap().is_err() && Query("on=-1").on().is_err());
        assert_eq!(Query("limits=-7..9").limits(), Ok((-7, 9)));
        for text in ["", "limits=7", "limits=9..8", "limits=0..99999999999", "limits=a..b"] {
            assert!(Query(text).limits().is_err(), "{text}");
        }
        let one = Domain::boxed(&[50]).expect("valid");
        assert_eq!(Query("columns=3:50").heaps(&one), Ok(3..50));
        for text in ["columns=3:51", "columns=3:3", "columns=0:1,0:1", "rows=0:1"] {
            assert!(Query(text).heaps(&one).is_err(), "{text}");
        }
        assert!(Query("plane=x=1").plane(&two).is_err());
        let three = Domain::simplex(3, 20).expect("valid");
        let plane = Query("plane=sum%3D9").plane(&three).expect("a plane");
        assert_eq!(plane.to_string(), "sum=9");
    }
}
