//! Domains: the finite sets of positions that are tabulated, in layers and in tiles.

mod coordinates;
mod grading;
mod mask;
mod permutation;
mod plane;
mod position;
mod region;
mod sum;
pub mod tiling;

use std::fmt;
use std::sync::Arc;

pub use coordinates::{Coordinates, MAX_HEAPS};
pub use grading::{GradeFunction, Grading};
pub(crate) use mask::Mask;
pub use permutation::{Permutation, permutations};
pub use plane::{Plane, Rectangle};
pub use position::HEAP_NAMES;
pub use position::Position;
pub use region::Region;
use serde::{Deserialize, Serialize, Serializer};
pub use sum::Sum;

use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::number::parse_number;
use crate::wording::counted;

/// A set of positions that holds every option of each of its positions.
///
/// It has the cells of a box or of a simplex: all of them or, in the job of a game that says so, those alone that are
/// positions of the game.
///
/// ```
/// use grundytab::Domain;
/// let triangle = Domain::simplex(3, 512)?;
/// assert_eq!(triangle.positions(), 22_632_705);
/// let wythoff = Domain::boxed(&[500, 300])?;
/// assert_eq!(wythoff.to_string(), "box 500x300");
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(with = "DomainText"))]
pub struct Domain {
    /// Whether it is a box, and not a simplex.
    is_box: bool,
    /// At most [`MAX_HEAPS`]. Errors hold domains, and stay small.
    heaps: u8,
    /// Sides of the bounding box, padded with 1.
    sides: Coordinates,
    /// Number of cells in the box or the simplex.
    cells: u64,
    /// Which of these cells are positions, where not all of them are.
    mask: Option<Arc<Mask>>,
}

/// Largest side: with it grades fit in 32 bits, and numbers of cells in 128.
const LARGEST: u32 = 1 << 30;

impl Domain {
    /// Every heap below its side: positions 0..side on each axis. One to four sides.
    ///
    /// # Errors
    /// When a side is 0 or above 2^30, when there are no sides or too many, and when the number
    /// of positions does not fit in 64 bits.
    pub fn boxed(sides: &[u32]) -> Result<Self, InvalidInput> {
        let text = format!("box {}", join(sides));
        if sides.is_empty() || sides.len() > MAX_HEAPS {
            return Err(InvalidInput::new(
                InvalidInputKind::WrongHeapCount,
                text,
                format!("a box has {}", counted(sides.len(), "side")),
                "give one side per heap, 1 to 4 of them, as in 500x300",
            ));
        }
        if sides.iter().any(|&side| side == 0 || side > LARGEST) {
            return Err(InvalidInput::new(
                InvalidInputKind::OutOfRange,
                text,
                "a side is out of range",
                format!("every side is from 1 to {LARGEST}"),
            ));
        }
        let padded = Coordinates::padded(sides, 1);
        let positions: u128 = padded.iter().map(|&side| u128::from(side)).product();
        Domain::counted(text, true, sides.len(), padded, positions)
    }

    /// Every position of `heaps` heaps with at most `tokens` tokens in all.
    ///
    /// # Errors
    /// When `tokens` is 2^30 or more, when `heaps` is not from 1 to 4, and when the number of
    /// positions does not fit in 64 bits.
    pub fn simplex(heaps: usize, tokens: u32) -> Result<Self, InvalidInput> {
        let text = format!("tokens {tokens}");
        if tokens >= LARGEST {
            return Err(InvalidInput::new(
                InvalidInputKind::OutOfRange,
                text,
                "the token sum is out of range",
                format!("it is from 0 to {}", LARGEST - 1),
            ));
        }
        if !(1..=MAX_HEAPS).contains(&heaps) {
            return Err(InvalidInput::new(
                InvalidInputKind::WrongHeapCount,
                text,
                format!("{} cannot be tabulated", counted(heaps, "heap")),
                "a game has 1 to 4 heaps",
            ));
        }
        let padded = Coordinates::padded(&vec![tokens + 1; heaps], 1);
        // The number of ways to spread at most n tokens over h heaps: (n + h choose h).
        let n = u128::from(tokens);
        let positions = (1..=heaps as u128).fold(1, |count, i| count * (n + i) / i);
        Domain::counted(text, false, heaps, padded, positions)
    }

    /// Reads a domain for a game with this number of heaps: what [`Display`](fmt::Display) prints,
    /// as in `box 500x300` or `tokens 12`. The word `box` may be left out, and one side stands for
    /// all heaps.
    ///
    /// # Errors
    /// When the text is none of these, and as for [`Domain::boxed`] and [`Domain::simplex`].
    ///
    /// ```
    /// use grundytab::Domain;
    /// assert_eq!(Domain::parse("500x300", 2)?, Domain::boxed(&[500, 300])?);
    /// assert_eq!(Domain::parse("9", 3)?, Domain::boxed(&[9, 9, 9])?);
    /// assert_eq!(Domain::parse("tokens 12", 3)?, Domain::simplex(3, 12)?);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn parse(text: &str, heaps: usize) -> Result<Self, InvalidInput> {
        let number = |part: &str, meaning: &str| {
            parse_number(part, meaning).map_err(|error| error.within(text))
        };
        if let Some(tokens) = text.strip_prefix("tokens ") {
            return Domain::simplex(heaps, number(tokens, "a token sum")?);
        }
        let sides = text.strip_prefix("box ").unwrap_or(text).split('x');
        let sides: Vec<u32> = sides.map(|side| number(side, "a side")).collect::<Result<_, _>>()?;
        match sides.as_slice() {
            [side] => Domain::boxed(&vec![*side; heaps]),
            sides => Domain::boxed(sides),
        }
    }

    fn counted(
        text: String,
        is_box: bool,
        heaps: usize,
        sides: Coordinates,
        cells: u128,
    ) -> Result<Self, InvalidInput> {
        let cells = u64::try_from(cells).map_err(|_| {
            InvalidInput::new(
                InvalidInputKind::TooLarge,
                text,
                format!("it has {cells} positions"),
                "a table holds fewer than 2^64 positions, and what the disk takes",
            )
        })?;
        Ok(Domain { is_box, heaps: heaps as u8, sides, cells, mask: None })
    }

    /// Returns this box or simplex with the positions of the mask, which was made for it, alone.
    pub(crate) fn restricted(self, mask: Mask) -> Self {
        debug_assert_eq!(mask.sides(), self.sides, "the mask of another domain");
        let is_restricted = mask.positions() < self.cells;
        Domain { mask: is_restricted.then(|| Arc::new(mask)), ..self }
    }

    /// Returns the whole box or simplex, of which every cell is a position.
    pub fn unrestricted(self) -> Self {
        Domain { mask: None, ..self }
    }

    /// Returns which cells are positions, where not all cells of the box or the simplex are.
    pub fn mask(&self) -> Option<&Arc<Mask>> {
        self.mask.as_ref()
    }

    /// Returns the number of heaps.
    pub fn heaps(&self) -> usize {
        self.heaps.into()
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.mask.as_ref().map_or(self.cells, |mask| mask.positions())
    }

    /// Returns the sides of the bounding box, padded on the left with 1.
    pub fn sides(&self) -> Coordinates {
        self.sides
    }

    /// Returns the shape of the table that holds the domain: one side per heap.
    pub fn shape(&self) -> &[u32] {
        self.sides.unpadded(self.heaps())
    }

    /// Whether the domain is a box, and not a simplex.
    pub fn is_box(&self) -> bool {
        self.is_box
    }

    /// Returns the largest token sum of a cell, which is an upper bound of those of positions where not every cell is
    /// one.
    pub fn largest_token_sum(&self) -> u32 {
        match self.is_box {
            true => self.sides.iter().map(|&side| side - 1).sum(),
            false => self.sides[MAX_HEAPS - 1] - 1,
        }
    }

    /// Whether the domain holds the position with these padded coordinates.
    pub fn contains(&self, at: Coordinates) -> bool {
        self.encloses(at) && self.mask.as_ref().is_none_or(|mask| mask.contains(at))
    }

    /// Whether the box or the simplex holds the cell with these padded coordinates, be it a position or not.
    pub fn encloses(&self, at: Coordinates) -> bool {
        at.is_inside(self.sides) && at.tokens() <= u64::from(self.largest_token_sum())
    }

    /// Returns the number of cells of a row that the box or the simplex holds from this cell of the bounding box on.
    pub(crate) fn cells_from(&self, at: Coordinates) -> u32 {
        let taken = at.iter().fold(0, |sum: u32, &heap| sum.saturating_add(heap));
        let room = self.largest_token_sum().checked_sub(taken).map_or(0, |rest| rest + 1);
        room.min(self.sides[MAX_HEAPS - 1] - at[MAX_HEAPS - 1])
    }

    /// Returns the position with these padded coordinates.
    pub fn position(&self, at: Coordinates) -> Position {
        Position::from_coordinates(at, self.heaps())
    }
}

/// A domain as an object for programs, and in tables: `{"box": [500, 300]}` or `{"tokens": 512}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DomainText {
    /// The sides of a box, one for each heap.
    Box(Vec<u32>),
    /// The largest token sum of a simplex.
    Tokens(u32),
}

impl From<&Domain> for DomainText {
    fn from(domain: &Domain) -> Self {
        match domain.is_box {
            true => DomainText::Box(domain.shape().to_vec()),
            false => DomainText::Tokens(domain.largest_token_sum()),
        }
    }
}

impl Serialize for Domain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        DomainText::from(self).serialize(serializer)
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_box {
            true => write!(f, "box {}", join(self.shape())),
            false => write!(f, "tokens {}", self.largest_token_sum()),
        }
    }
}

fn join(sides: &[u32]) -> String {
    let sides: Vec<String> = sides.iter().map(u32::to_string).collect();
    sides.join("x")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of positions that masks are tested with: nothing, everything, one side of a diagonal, all but a diagonal,
    /// every other cell, cells without a pattern, and the cells far from the origin.
    pub(super) const PATTERNS: [fn(Coordinates) -> bool; 7] = [
        |_| false,
        |_| true,
        |at| at[3] <= at[2],
        |at| at[2] != at[3],
        |at| at.sum() % 2 == 1,
        |at| (at[0] * 5 + at[1] * 3 + at[2] * 7 + at[3]).wrapping_mul(0x9e37_79b1) >> 31 == 0,
        |at| at.sum() >= 6,
    ];

    /// Returns a domain with those positions alone for which this is true.
    pub(super) fn masked(domain: &Domain, is_position: fn(Coordinates) -> bool) -> Domain {
        let mask = Mask::of(domain, |first, row| {
            for (step, answer) in row.iter_mut().enumerate() {
                *answer = is_position(first.along_row(step as u32));
            }
            Ok::<(), ()>(())
        });
        domain.clone().restricted(mask.expect("no answer fails"))
    }

    /// Catches a restriction that shows where it must not, or is not compared.
    #[test]
    fn a_restricted_domain_reads_as_the_whole() {
        for (text, heaps) in [("box 7x9", 2), ("tokens 9", 3)] {
            let domain = Domain::parse(text, heaps).expect(text);
            let restricted = masked(&domain, |at| at[2] >= at[3]);
            assert_eq!(restricted.to_string(), text);
            assert_eq!(DomainText::from(&restricted), DomainText::from(&domain));
            assert_eq!(restricted, masked(&domain, |at| at[2] >= at[3]));
            assert_ne!(restricted, masked(&domain, |at| at[2] > at[3]));
            assert_ne!(restricted, domain);
            assert_eq!(restricted.unrestricted(), domain);
        }
    }

    /// Catches numbers of positions, and positions at the border, that are off: every cell of the bounding box is
    /// asked.
    #[test]
    fn domains_hold_as_many_positions_as_they_say() {
        for (text, heaps, sides, largest) in [
            ("7", 1, [1, 1, 1, 7], 6),
            ("3x5", 2, [1, 1, 3, 5], 6),
            ("2x3x5", 3, [1, 2, 3, 5], 7),
            ("4x2x3x5", 4, [4, 2, 3, 5], 10),
            ("tokens 6", 1, [1, 1, 1, 7], 6),
            ("tokens 0", 2, [1, 1, 1, 1], 0),
            ("tokens 5", 3, [1, 6, 6, 6], 5),
            ("tokens 4", 4, [5, 5, 5, 5], 4),
        ] {
            let domain = Domain::parse(text, heaps).expect(text);
            assert_eq!((domain.sides(), domain.heaps()), (Coordinates(sides), heaps), "{text}");
            assert_eq!(domain.shape(), &sides[MAX_HEAPS - heaps..]);
            assert_eq!(domain.largest_token_sum(), largest, "{text}");
            assert_eq!(domain.is_box(), !text.starts_with("tokens"));
            let is_position = |at: &Coordinates| domain.is_box() || at.sum() <= largest;
            let mut positions = 0;
            for at in Coordinates::cells_of_box(domain.sides() + Coordinates([1; MAX_HEAPS])) {
                let is_inside = at.is_inside(domain.sides()) && is_position(&at);
                assert_eq!(domain.contains(at), is_inside, "{text}, {at:?}");
                positions += u64::from(is_inside);
            }
            assert_eq!(domain.positions(), positions, "{text}");
        }
    }

    /// Catches limits that are off by one, and the reason of another limit.
    #[test]
    fn limits_are_those_of_32_and_64_bits() {
        let kind = |domain: Result<Domain, InvalidInput>| domain.map_err(|error| error.kind).err();
        assert_eq!(kind(Domain::boxed(&[LARGEST])), None);
        assert_eq!(kind(Domain::boxed(&[1, LARGEST + 1])), Some(InvalidInputKind::OutOfRange));
        assert_eq!(kind(Domain::boxed(&[5, 0])), Some(InvalidInputKind::OutOfRange));
        assert_eq!(kind(Domain::boxed(&[])), Some(InvalidInputKind::WrongHeapCount));
        assert_eq!(kind(Domain::boxed(&[1; 4])), None);
        assert_eq!(kind(Domain::boxed(&[1; 5])), Some(InvalidInputKind::WrongHeapCount));
        assert_eq!(kind(Domain::boxed(&[LARGEST, LARGEST, 15])), None);
        assert_eq!(kind(Domain::boxed(&[LARGEST, LARGEST, 16])), Some(InvalidInputKind::TooLarge));
        assert_eq!(kind(Domain::simplex(1, LARGEST - 1)), None);
        assert_eq!(kind(Domain::simplex(1, LARGEST)), Some(InvalidInputKind::OutOfRange));
        assert_eq!(kind(Domain::simplex(0, 3)), Some(InvalidInputKind::WrongHeapCount));
        assert_eq!(kind(Domain::simplex(5, 3)), Some(InvalidInputKind::WrongHeapCount));
        assert_eq!(kind(Domain::simplex(4, LARGEST - 1)), Some(InvalidInputKind::TooLarge));
    }
}
