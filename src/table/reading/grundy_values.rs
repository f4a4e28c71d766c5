//! Grundy values beside a table that stores none: the definition asks for them where a table has the outcomes of a game whose
//! moves lead to sums of positions. Whoever computes them leaves them here for the next question.

use std::sync::{Arc, Mutex};

use crate::domain::Coordinates;
use crate::sync::lock;
use crate::values::Values;

/// Grundy values of the cells of a box at the origin, in row-major order.
#[derive(Debug)]
pub struct GrundyValues {
    sides: Coordinates,
    values: Values,
}

impl GrundyValues {
    /// Keeps the values of a box of these sides.
    pub fn new(sides: Coordinates, values: Values) -> Self {
        GrundyValues { sides, values }
    }

    /// Returns the value of a position of the box.
    pub fn value(&self, at: Coordinates) -> u32 {
        self.values.get(at.row_major_index(self.sides))
    }
}

/// The Grundy values that are known beside a table, of the largest box so far.
#[derive(Debug, Default)]
pub struct Beside(Mutex<Option<Arc<GrundyValues>>>);

impl Beside {
    /// Returns the Grundy values of a box with these sides or larger ones, if they are known.
    pub fn grundy_values(&self, sides: Coordinates) -> Option<Arc<GrundyValues>> {
        let holds_all = |values: &&Arc<GrundyValues>| values.sides.dominates(sides);
        lock(&self.0).as_ref().filter(holds_all).cloned()
    }

    /// Keeps Grundy values for the next question.
    pub fn keep(&self, values: Arc<GrundyValues>) {
        *lock(&self.0) = Some(values);
    }
}
