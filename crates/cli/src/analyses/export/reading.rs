//! Readings: the orders in which a table is read as a sequence.

use std::fmt;

use serde::Serialize;

use grundytab::domain::{Coordinates, Domain, HEAP_NAMES, MAX_HEAPS, Plane, Position};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::number::parse_number;

/// In which order the values of a table become the terms of a sequence.
///
/// In a table T(x, y), or the plane T of a table of three heaps, `antidiagonals` reads T(d, 0),
/// T(d - 1, 1), ..., T(0, d) for d = 0, 1, 2, ..., as the OEIS does with the tables of NimHof
/// (A307296); `antidiagonals-reversed` reads T(0, d), ..., T(d, 0). Only whole antidiagonals are read.
/// `diagonal` reads T(n, n), and a row or column is read with all heaps fixed but one, as in `x=3` or, of
/// three heaps, `x=3,z=5`. They begin with the first n that gives a position, or with a given one, and end before the
/// next that gives none, since the indices of a sequence are consecutive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    domain: Domain,
    order: Order,
    /// The first n of a row or of a diagonal; 0 of antidiagonals.
    first: u32,
}

/// A cell that is no position, before which a row or a diagonal ends although others follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hole {
    /// The cell.
    pub cell: Position,
    /// The n of the next position.
    pub next: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Order {
    /// The antidiagonals of a plane, by rising or by falling columns.
    Antidiagonals { plane: Plane, reversed: bool },
    /// The cells of a plane with equal column and row.
    PlaneDiagonal(Plane),
    /// The positions with the heaps `at`, to which `step` is added again and again: 1 on all axes of the diagonal, on
    /// one of a row.
    Line { at: Coordinates, step: Coordinates },
}

const ANTIDIAGONALS: &str = "antidiagonals";
const REVERSED: &str = "antidiagonals-reversed";
const DIAGONAL: &str = "diagonal";

impl Reading {
    /// Reads the name of a reading of a table with this domain, or of a plane of it.
    ///
    /// # Errors
    /// When there is no such reading of it, or it has no term.
    pub fn parse(text: &str, domain: &Domain, plane: Option<Plane>) -> Result<Self, InvalidInput> {
        let order = match (text, plane) {
            (ANTIDIAGONALS | REVERSED, plane) => {
                // What is wrong is the text, and not the domain.
                let of_text = |error| InvalidInput { input: text.into(), ..error };
                let whole = || Plane::whole(domain).map_err(of_text);
                let plane = plane.map_or_else(whole, Ok)?;
                Order::Antidiagonals { plane, reversed: text == REVERSED }
            }
            (DIAGONAL, Some(plane)) => Order::PlaneDiagonal(plane),
            (DIAGONAL, None) => Order::Line {
                at: Coordinates::ZERO,
                step: Coordinates::padded(&vec![1; domain.heaps()], 0),
            },
            (_, None) => line(text, domain)?,
            (_, Some(_)) => {
                return Err(InvalidInput::new(
                    InvalidInputKind::Syntax,
                    text,
                    "a plane cannot be read in this order",
                    format!(
                        "it is one of {ANTIDIAGONALS}, {REVERSED} and {DIAGONAL}; a row is given \
                         without a plane, as in x=3,z=5"
                    ),
                ));
            }
        };
        let reading = Reading { domain: domain.clone(), order, first: 0 };
        let first = match &reading.order {
            Order::Antidiagonals { .. } => reading.positions().next().map(|_| 0),
            _ => reading.next_position(0),
        };
        let Some(first) = first else {
            let problem = match reading.cell(0) {
                Some(_) => "none of its cells is a position",
                None => "its first term lies outside the table",
            };
            let hint = format!("the table holds {domain}");
            return Err(InvalidInput::new(InvalidInputKind::OutsideDomain, text, problem, hint));
        };
        Ok(Reading { first, ..reading })
    }

    /// Lets a row or a diagonal begin with this n.
    ///
    /// # Errors
    /// When there is no position of the table, and when antidiagonals are read.
    pub fn beginning_with(self, first: u32) -> Result<Self, InvalidInput> {
        let refuse = |kind, problem: String, hint: String| {
            Err(InvalidInput::new(kind, format!("from {first}"), problem, hint))
        };
        if matches!(self.order, Order::Antidiagonals { .. }) {
            let problem = "antidiagonals begin with the empty heaps".to_owned();
            let hint = format!("leave it out, or read a row or the {DIAGONAL}");
            return refuse(InvalidInputKind::ModifierDoesNotApply, problem, hint);
        }
        match (self.cell(first), self.next_position(first)) {
            (_, Some(next)) if next == first => Ok(Reading { first, ..self }),
            (Some(cell), Some(next)) => {
                let problem = format!("{} is no position", self.domain.position(cell));
                refuse(InvalidInputKind::OutsideDomain, problem, format!("begin with {next}"))
            }
            _ => {
                let problem = "no position of the table is there or behind it".to_owned();
                let hint = format!("the table holds {}", self.domain);
                refuse(InvalidInputKind::OutsideDomain, problem, hint)
            }
        }
    }

    /// Returns the index of the first term that is usual: the first n.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// Returns the cell before which a row or a diagonal ends after so many terms although positions follow.
    pub(super) fn hole_behind(&self, terms: u64) -> Option<Hole> {
        let end = u32::try_from(terms).ok()?.checked_add(self.first)?;
        let cell = self.cell(end).filter(|&cell| !self.domain.contains(cell))?;
        Some(Hole { cell: self.domain.position(cell), next: self.next_position(end)? })
    }

    /// Returns the cell that n gives in a row or on a diagonal, if the box or the simplex holds it, be it a position or not.
    fn cell(&self, n: u32) -> Option<Coordinates> {
        match &self.order {
            Order::Antidiagonals { .. } => None,
            Order::PlaneDiagonal(plane) => plane.place(n, n),
            &Order::Line { at, step } => {
                Some(at + step.saturating_multiple(n)).filter(|&at| self.domain.encloses(at))
            }
        }
    }

    /// Returns the first n, from one on, that gives a position in a row or on a diagonal.
    fn next_position(&self, from: u32) -> Option<u32> {
        let mut cells = (from..).map_while(|n| Some((n, self.cell(n)?)));
        cells.find(|(_, at)| self.domain.contains(*at)).map(|(n, _)| n)
    }

    /// Returns the reading that fits a table best: all values of one heap, or the antidiagonals.
    ///
    /// # Errors
    /// When the table has more than two heaps, and no plane is given.
    pub fn usual(domain: &Domain, plane: Option<Plane>) -> Result<Self, InvalidInput> {
        match domain.heaps() {
            1 => Reading::parse(DIAGONAL, domain, plane),
            _ => Reading::parse(ANTIDIAGONALS, domain, plane),
        }
    }

    /// Returns the positions in this order.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.coordinates().map(|at| self.domain.position(at))
    }

    /// Returns the padded coordinates of the positions in this order.
    pub(super) fn coordinates(&self) -> Box<dyn Iterator<Item = Coordinates> + '_> {
        match &self.order {
            Order::Antidiagonals { plane, reversed } => {
                // Cells of an antidiagonal that are no positions are left out.
                let corners = |d: u32| plane.place(d, 0).is_some() && plane.place(0, d).is_some();
                let cell = |d: u32, step: u32| match reversed {
                    false => plane.position(d - step, step),
                    true => plane.position(step, d - step),
                };
                let whole = (0..).take_while(move |&d| corners(d));
                Box::new(whole.flat_map(move |d| (0..=d).filter_map(move |step| cell(d, step))))
            }
            Order::PlaneDiagonal(_) | Order::Line { .. } => {
                let cells = (self.first..).map_while(|n| self.cell(n));
                Box::new(cells.take_while(|&at| self.domain.contains(at)))
            }
        }
    }
}

/// Reads the heaps that are fixed along a line.
fn line(text: &str, domain: &Domain) -> Result<Order, InvalidInput> {
    let heaps = domain.heaps();
    let padding = MAX_HEAPS - heaps;
    let refuse = |problem: &str| {
        let mut hint = format!("it is {DIAGONAL}");
        if heaps > 1 {
            hint = format!("it is one of {ANTIDIAGONALS}, {REVERSED}, {DIAGONAL}");
            let example = ["x=3", "x=3,z=5", "x=3,z=5,w=1"][heaps - 2];
            hint += &format!(", or a row, with all heaps fixed but one, as in {example}");
        }
        InvalidInput::new(InvalidInputKind::Syntax, text, problem, hint)
    };
    let mut fixed = [None; MAX_HEAPS];
    for part in text.split(',') {
        let (name, size) = part.split_once('=').ok_or_else(|| refuse("no such reading"))?;
        let heap = HEAP_NAMES[..heaps].iter().position(|heap| *heap == name);
        let heap = heap.ok_or_else(|| refuse("no such heap"))?;
        let size = parse_number(size, "a heap size").map_err(|error| error.within(text))?;
        if fixed[padding + heap].replace(size).is_some() {
            return Err(refuse("a heap is given twice"));
        }
    }
    let free: Vec<usize> = (padding..MAX_HEAPS).filter(|&axis| fixed[axis].is_none()).collect();
    if free.len() != 1 {
        return Err(refuse("not all heaps but one are fixed"));
    }
    Ok(Order::Line {
        at: Coordinates(fixed.map(Option::unwrap_or_default)),
        step: Coordinates::from_fn(|axis| free.contains(&axis).into()),
    })
}

impl fmt::Display for Reading {
    /// Describes the terms, as in `T(d,0), T(d-1,1), ..., T(0,d) for d = 0, 1, 2, ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = HEAP_NAMES[..self.domain.heaps()].join(",");
        let of_plane = |plane: &Plane| match plane.to_string() {
            text if text.is_empty() => format!("T({names})"),
            text => format!("T({}) at {text}", plane.axis_names().join(",")),
        };
        let left_out = match self.domain.mask() {
            Some(_) => ", without the cells that are no positions",
            None => "",
        };
        let first = u64::from(self.first);
        let numbers = format!("for n = {first}, {}, {}, ...", first + 1, first + 2);
        match &self.order {
            Order::Antidiagonals { plane, reversed } => {
                let table = of_plane(plane);
                let cells = match reversed {
                    false => "T(d,0), T(d-1,1), ..., T(0,d)",
                    true => "T(0,d), T(1,d-1), ..., T(d,0)",
                };
                write!(f, "{table}, read as {cells} for d = 0, 1, 2, ...{left_out}")
            }
            Order::PlaneDiagonal(plane) => {
                write!(f, "{}, read as T(n,n) {numbers}", of_plane(plane))
            }
            Order::Line { at, step } => {
                let heap = |axis: usize| match step[axis] {
                    0 => at[axis].to_string(),
                    _ => "n".into(),
                };
                let padding = MAX_HEAPS - self.domain.heaps();
                let cell = (padding..MAX_HEAPS).map(heap).collect::<Vec<_>>().join(",");
                write!(f, "T({names}), read as T({cell}) {numbers}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(text: &str, domain: &Domain, plane: Option<&str>) -> String {
        let plane = plane.map(|plane| Plane::parse(plane, domain).expect("a plane"));
        let reading = Reading::parse(text, domain, plane).expect(text);
        let texts: Vec<String> = reading
            .positions()
            .map(|at| at.heaps().iter().map(u32::to_string).collect::<String>())
            .collect();
        texts.join(" ")
    }

    /// Catches a table that is read the other way round, and antidiagonals that are cut off.
    #[test]
    fn readings_have_their_order() {
        let two = Domain::boxed(&[3, 4]).expect("valid");
        assert_eq!(positions("antidiagonals", &two, None), "00 10 01 20 11 02");
        assert_eq!(positions("antidiagonals-reversed", &two, None), "00 01 10 02 11 20");
        assert_eq!(positions("diagonal", &two, None), "00 11 22");
        assert_eq!(positions("x=2", &two, None), "20 21 22 23");
        assert_eq!(positions("y=3", &two, None), "03 13 23");
        let three = Domain::simplex(3, 3).expect("valid");
        assert_eq!(positions("diagonal", &three, None), "000 111");
        assert_eq!(positions("x=1,z=0", &three, None), "100 110 120");
        assert_eq!(positions("antidiagonals", &three, Some("y=2")), "020 120 021");
        assert_eq!(positions("antidiagonals", &three, Some("sum=2")), "002 101 011 200 110 020");
        assert_eq!(positions("diagonal", &three, Some("sum=3")), "003 111");
        let one = Domain::boxed(&[3]).expect("valid");
        assert_eq!(positions("diagonal", &one, None), "0 1 2");
    }

    /// Catches readings that mean nothing, and the wrong advice about them.
    #[test]
    fn what_is_no_reading_is_refused() {
        let domain = |sides: &[u32]| Domain::boxed(sides).expect("valid");
        for (text, sides, words) in [
            ("rows", vec![4, 4], "no such reading; it is one of antidiagonals"),
            ("z=1", vec![4, 4], "no such heap"),
            ("x=4", vec![4, 4], "its first term lies outside the table"),
            ("x=1,y=1", vec![4, 4], "not all heaps but one are fixed"),
            ("x=1,x=1", vec![4, 4], "a heap is given twice"),
            ("x=", vec![4, 4], "empty number"),
            ("x=1", vec![4, 4, 4], "not all heaps but one are fixed"),
            ("antidiagonals", vec![4, 4, 4], "fix one heap, as in z=5"),
            ("antidiagonals", vec![4], "tables of one heap have no planes"),
            ("", vec![4], "no such reading; it is diagonal"),
        ] {
            let error = Reading::parse(text, &domain(&sides), None).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        let plane = Plane::parse("z=1", &domain(&[4, 4, 4])).expect("a plane");
        let error = Reading::parse("x=1", &domain(&[4, 4, 4]), Some(plane)).expect_err("refused");
        assert!(error.to_string().contains("a row is given without a plane"), "{error}");
    }
}
