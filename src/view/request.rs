//! Requests, as they follow the token in an address: `pixels?level=3&columns=0..256&rows=0..256`.

use crate::domain::{Plane, Rectangle, Region};
use crate::picture::Palette;
use crate::{Domain, InvalidInput, InvalidInputKind};

/// A request.
#[derive(Debug)]
pub enum Asked {
    /// The page itself.
    Page,
    /// What the table holds.
    Table,
    /// How the cells of a plane are given: its sides and what its axes stand for.
    Plane(Plane),
    /// The values of a rectangle of a plane.
    Cells(Plane, Rectangle),
    /// Pixels of 2^level by 2^level cells of a rectangle of a plane.
    Pixels(Plane, Rectangle, u32),
    /// A position, and its options that lie in a rectangle of a plane.
    Position(Vec<u32>, Plane, Rectangle),
    /// The colours of the values 0, 1, 2, ... in a palette.
    Colours(Palette),
    /// How far the overview is.
    Progress,
}

/// The largest level: its pixels are larger than any table.
const LARGEST_LEVEL: u32 = 31;

/// What requests look like.
const HINT: &str = "it is what the page asks for";

impl Asked {
    /// Reads a request; `None` if there is nothing of this name.
    pub fn parse(asked: &str, domain: &Domain) -> Option<Result<Self, InvalidInput>> {
        let (name, query) = asked.split_once('?').unwrap_or((asked, ""));
        let query = Query(query);
        Some(match name {
            "" => Ok(Asked::Page),
            "table" => Ok(Asked::Table),
            "progress" => Ok(Asked::Progress),
            "colours" => query.palette().map(Asked::Colours),
            "plane" => query.plane(domain).map(Asked::Plane),
            "cells" => query.rectangle(domain).map(|(plane, cells)| Asked::Cells(plane, cells)),
            "pixels" => query
                .rectangle(domain)
                .and_then(|(plane, cells)| Ok(Asked::Pixels(plane, cells, query.level()?))),
            "position" => query
                .rectangle(domain)
                .and_then(|(plane, cells)| Ok(Asked::Position(query.position()?, plane, cells))),
            _ => return None,
        })
    }
}

/// The part of an address behind the question mark.
struct Query<'a>(&'a str);

impl<'a> Query<'a> {
    /// Returns the text of a field. Planes, ranges and positions need no character that addresses cannot
    /// have, but for three that
    /// some browsers write as %2C, %3D and %3A.
    fn text(&self, name: &str) -> Option<String> {
        let fields = self.0.split('&').filter_map(|field| field.split_once('='));
        let mut values = fields.filter(|(field, _)| *field == name).map(|(_, value)| value);
        let value = values.next().filter(|_| values.next().is_none())?;
        Some(value.replace("%2C", ",").replace("%3D", "=").replace("%3A", ":"))
    }

    fn required(&self, name: &str) -> Result<String, InvalidInput> {
        self.text(name).ok_or_else(|| {
            let problem = format!("it does not have {name:?} once");
            InvalidInput::new(InvalidInputKind::Syntax, self.0, problem, HINT)
        })
    }

    fn palette(&self) -> Result<Palette, InvalidInput> {
        self.required("palette")?.parse()
    }

    fn plane(&self, domain: &Domain) -> Result<Plane, InvalidInput> {
        match self.text("plane") {
            Some(text) if !text.is_empty() => Plane::parse(&text, domain),
            _ => Plane::whole(domain),
        }
    }

    fn rectangle(&self, domain: &Domain) -> Result<(Plane, Rectangle), InvalidInput> {
        let plane = self.plane(domain)?;
        let text = format!("{},{}", self.required("columns")?, self.required("rows")?);
        let cells = plane.rectangle(Some(&Region::parse(&text)?))?;
        Ok((plane, cells))
    }

    fn number(&self, text: &str) -> Result<u32, InvalidInput> {
        text.parse().map_err(|_| {
            let problem = format!("{text:?} is not a number");
            InvalidInput::new(InvalidInputKind::NotANumber, self.0, problem, HINT)
        })
    }

    fn level(&self) -> Result<u32, InvalidInput> {
        let level = self.number(&self.required("level")?)?;
        if level <= LARGEST_LEVEL {
            return Ok(level);
        }
        let problem = format!("the level {level} is larger than {LARGEST_LEVEL}");
        Err(InvalidInput::new(InvalidInputKind::OutOfRange, self.0, problem, HINT))
    }

    fn position(&self) -> Result<Vec<u32>, InvalidInput> {
        self.required("at")?.split(',').map(|heap| self.number(heap)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches requests that are read as others, and nonsense that is not refused.
    #[test]
    fn requests_are_read() {
        let two = Domain::boxed(&[40, 60]).expect("valid");
        let read = |text: &str| Asked::parse(text, &two);
        assert!(matches!(read(""), Some(Ok(Asked::Page))));
        match read("pixels?level=2&columns=4..40&rows=8..16") {
            Some(Ok(Asked::Pixels(_, cells, 2))) => {
                assert_eq!((cells.columns, cells.rows), (4..40, 8..16));
            }
            other => panic!("{other:?}"),
        }
        match read("position?at=3%2C5&columns=0..1&rows=0..1") {
            Some(Ok(Asked::Position(heaps, _, _))) => assert_eq!(heaps, [3, 5]),
            other => panic!("{other:?}"),
        }
        for text in ["../etc/passwd", "%2e%2e/", "Page", "cells/", "table/x", "/"] {
            assert!(read(text).is_none(), "{text}");
        }
        for text in [
            "cells",
            "cells?columns=0..1",
            "cells?columns=0..41&rows=0..1",
            "cells?columns=5..5&rows=0..1",
            "cells?columns=0..1&rows=0..1&rows=0..2",
            "cells?columns=0..1&rows=-1..2",
            "cells?columns=0..99999999999&rows=0..1",
            "cells?plane=z=1&columns=0..1&rows=0..1",
            "pixels?columns=0..1&rows=0..1",
            "pixels?level=32&columns=0..1&rows=0..1",
            "pixels?level=x&columns=0..1&rows=0..1",
            "position?at=&columns=0..1&rows=0..1",
            "plane?plane=x=1",
        ] {
            assert!(matches!(read(text), Some(Err(_))), "{text}");
        }
        let three = Domain::simplex(3, 20).expect("valid");
        match Asked::parse("plane?plane=sum%3D9", &three) {
            Some(Ok(Asked::Plane(plane))) => assert_eq!(plane.to_string(), "sum=9"),
            other => panic!("{other:?}"),
        }
    }
}
