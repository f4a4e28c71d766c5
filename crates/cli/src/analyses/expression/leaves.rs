//! What the names of an expression about a table stand for: heaps, values, P-positions.

use heap_rules::tree;

/// The leaves of an expression about the positions of a table.
#[derive(Debug, Clone)]
pub(super) enum OfTable {}

impl tree::Leaves for OfTable {
    type Number = NumberLeaf;
    type Truth = Place;
}

/// What is a number at a position.
#[derive(Debug, Clone)]
pub(super) enum NumberLeaf {
    /// The size of this heap, counted from 0.
    Heap(usize),
    TokenSum,
    /// The value of a position.
    Value(Place),
}

/// Which position is asked for its value, or whether it is a P-position, and in which table.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The place of the table among the others; `None` for the table itself.
    pub(super) table: Option<usize>,
    /// The heaps; `None` for those of the position itself.
    pub(super) heaps: Option<Box<[Number]>>,
}

/// A part of an expression that is a number.
pub(super) type Number = tree::Number<OfTable>;
/// A part of an expression that is true or false.
pub(super) type Truth = tree::Truth<OfTable>;
/// A part of an expression, of either kind.
pub(super) type Term = tree::Term<OfTable>;

/// What may look at another position of the table.
pub(super) trait LooksAround {
    /// Whether a part of it does.
    fn looks_around(&self) -> bool;
}

impl LooksAround for Number {
    fn looks_around(&self) -> bool {
        self.any_leaf(&NumberLeaf::looks_around, &Place::looks_around)
    }
}

impl LooksAround for Truth {
    fn looks_around(&self) -> bool {
        self.any_leaf(&NumberLeaf::looks_around, &Place::looks_around)
    }
}

impl NumberLeaf {
    fn looks_around(&self) -> bool {
        matches!(self, NumberLeaf::Value(place) if place.looks_around())
    }
}

impl Place {
    /// Whether it is another position of the table itself, or one of its heaps depends on one.
    fn looks_around(&self) -> bool {
        let mut heaps = self.heaps.iter().flatten();
        self.table.is_none() && self.heaps.is_some() || heaps.any(Number::looks_around)
    }
}
