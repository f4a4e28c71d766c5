//! Cells of a table: their indices, and whether the domain reaches that far.

use heap_rules::column::Lanes;

use super::scalar::Environment;
use crate::domain::{Coordinates, Domain, MAX_HEAPS};

/// Where positions lie in a table.
#[derive(Debug, Clone)]
pub(super) struct Geometry {
    pub(super) heaps: usize,
    /// The sides of the bounding box, one for each heap.
    pub(super) sides: [i64; MAX_HEAPS],
    /// How far neighbours along each axis lie from one another in the table.
    pub(super) strides: [i64; MAX_HEAPS],
    /// The largest token sum.
    pub(super) tokens: i64,
}

impl Geometry {
    /// Returns the geometry of the table of a domain.
    pub(super) fn new(domain: &Domain) -> Self {
        let heaps = domain.heaps();
        let (mut sides, mut strides) = ([1; MAX_HEAPS], [0; MAX_HEAPS]);
        let mut cells = 1;
        for (axis, &side) in domain.shape().iter().enumerate().rev() {
            (sides[axis], strides[axis]) = (i64::from(side), cells);
            cells *= i64::from(side);
        }
        Geometry { heaps, sides, strides, tokens: domain.largest_token_sum().into() }
    }

    /// Returns the environment of a position: the heaps, and no variable.
    #[inline]
    pub(super) fn environment(&self, at: Coordinates) -> Environment {
        let mut environment = Environment::default();
        for (place, &heap) in environment.iter_mut().zip(at.unpadded(self.heaps)) {
            *place = heap.into();
        }
        environment
    }
}

/// Cells in lanes, which are put together heap by heap.
pub(super) struct Cells<'a> {
    geometry: &'a Geometry,
    indices: Vec<i64>,
    sums: Vec<i64>,
    are_inside: Vec<bool>,
}

impl<'a> Cells<'a> {
    /// Begins with no heap.
    pub(super) fn new(geometry: &'a Geometry, lanes: usize) -> Self {
        let [indices, sums] = [0; 2].map(|zero| vec![zero; lanes]);
        Cells { geometry, indices, sums, are_inside: vec![true; lanes] }
    }

    /// Adds the sizes of a heap.
    pub(super) fn add(&mut self, axis: usize, sizes: &Lanes) {
        let (side, stride) = (self.geometry.sides[axis], self.geometry.strides[axis]);
        let cells = self.indices.iter_mut().zip(&mut self.sums).zip(&mut self.are_inside);
        let add = |(((index, sum), is_inside), size): (((&mut i64, &mut i64), &mut bool), i64)| {
            *is_inside &= (size as u64) < side as u64;
            // What is outside may overflow: nobody looks at it.
            *index = index.wrapping_add(size.wrapping_mul(stride));
            *sum = sum.wrapping_add(size);
        };
        match sizes {
            &Lanes::Linear { first, step } => {
                let sizes = (0..).map(|lane: i64| first.wrapping_add(step.wrapping_mul(lane)));
                cells.zip(sizes).for_each(add);
            }
            Lanes::Each { numbers, .. } => cells.zip(numbers.iter().copied()).for_each(add),
        }
    }

    /// Returns the index of a cell, if it is inside.
    #[inline]
    pub(super) fn index(&self, lane: usize) -> Option<usize> {
        let is_inside = self.are_inside[lane] && self.sums[lane] <= self.geometry.tokens;
        is_inside.then_some(self.indices[lane] as usize)
    }
}
