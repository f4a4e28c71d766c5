//! Statements: what is true or false of each position of a table.

use crate::domain::{Coordinates, Domain, Position};
use crate::table::Lookup;

/// A statement about the positions of a table, as a function of the position: a theorem, a user's
/// [`Claim`](super::Claim), or a conjecture that is given as a closure.
///
/// ```
/// use grundytab::theorem::{PositionView, Statement, Verdict};
/// // Of each position it holds or fails,
/// let nim_sum = Statement::new(|position: &PositionView| {
///     position.value() == position.heaps().iter().fold(0, |sum, heap| sum ^ heap)
/// });
/// // or it says nothing (`None`) of some positions.
/// let on_the_diagonal = Statement::new(|position: &PositionView| match position.heaps() {
///     [x, y] if x == y => Some(position.is_p()),
///     _ => None,
/// });
/// ```
pub struct Statement {
    test: Box<dyn Fn(&PositionView) -> Verdict + Send + Sync>,
}

/// What a statement says of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is true of the position.
    Holds,
    /// It is false of the position.
    Fails,
    /// It says nothing of the position.
    Silent,
    /// It should be true or false of the position, but has no value there: a number of it overflows,
    /// or is divided by 0.
    Undefined,
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}

impl From<Option<bool>> for Verdict {
    /// Takes `None` for a statement that says nothing.
    fn from(holds: Option<bool>) -> Self {
        holds.map_or(Verdict::Silent, Verdict::from)
    }
}

impl Statement {
    /// Makes a statement of a function that returns, for each position, a [`Verdict`], a `bool`, or
    /// an `Option<bool>` that is `None` where the statement says nothing. The function is called by
    /// several threads.
    pub fn new<V: Into<Verdict>>(
        test: impl Fn(&PositionView) -> V + Send + Sync + 'static,
    ) -> Self {
        Statement { test: Box::new(move |position| test(position).into()) }
    }

    /// Returns what the statement says of a position.
    pub(super) fn verdict(&self, position: &PositionView) -> Verdict {
        (self.test)(position)
    }
}

/// A position of a stored table, as a [`Statement`] sees it.
///
/// A value that cannot be read from the table is 0 here, and the check then ends with the error,
/// whatever its statements have returned.
pub struct PositionView<'a> {
    /// Padded coordinates.
    pub(super) at: Coordinates,
    pub(super) value: u32,
    pub(super) is_p: bool,
    pub(super) domain: &'a Domain,
    pub(super) values: &'a Lookup<'a>,
    pub(super) partner: Option<&'a Lookup<'a>>,
}

impl PositionView<'_> {
    /// Returns the heap sizes.
    pub fn heaps(&self) -> &[u32] {
        self.at.unpadded(self.domain.heaps())
    }

    /// Returns the position.
    pub fn position(&self) -> Position {
        self.domain.position(self.at)
    }

    /// Returns the stored value of the position.
    pub fn value(&self) -> u32 {
        self.value
    }

    /// Returns whether its value marks the position as a P-position.
    pub fn is_p(&self) -> bool {
        self.is_p
    }

    /// Returns the stored value of the position with these heaps; `None` if it is not in the table.
    pub fn value_at(&self, heaps: &[u32]) -> Option<u32> {
        if heaps.len() != self.domain.heaps() {
            return None;
        }
        let at = Coordinates::padded(heaps, 0);
        self.domain.contains(at).then(|| self.values.value(at))
    }

    /// Returns the value of the position in the second table; `None` if there is none.
    pub fn other_value(&self) -> Option<u32> {
        self.partner.map(|values| values.value(self.at))
    }

    /// Returns the stored value of another position of the domain, given by its padded coordinates.
    pub(super) fn value_of(&self, at: Coordinates) -> u32 {
        self.values.value(at)
    }
}
