//! Parts of composite values: elements, components and members.

use std::rc::Rc;

use naga::{Expression, Handle, Span, TypeInner};

use super::fault::Fault;
use super::layout::Shape;
use super::machine::{Machine, Pointer, Value};

/// Which part is meant.
pub(super) enum Index {
    Constant(u32),
    /// For each lane another one.
    OfLanes(Rc<Vec<u32>>),
}

impl Index {
    fn constant(&self) -> Option<u32> {
        match self {
            Index::Constant(index) => Some(*index),
            Index::OfLanes(_) => None,
        }
    }

    fn of_lane(&self, lane: usize) -> u32 {
        match self {
            Index::Constant(index) => *index,
            Index::OfLanes(indices) => indices[lane],
        }
    }
}

impl Machine<'_> {
    /// Evaluates an element of an array, a component of a vector or a member of a struct.
    pub(super) fn access(
        &mut self,
        handle: Handle<Expression>,
        (base, index): (Handle<Expression>, Index),
        active: &[u32],
        span: Span,
    ) -> Result<(), Fault> {
        let value = self.value_of(base);
        let shape = match &value {
            Value::Pointer(pointer) => pointer.shape,
            Value::Words(_) => self.shape_of(base),
        };
        let step = self.program.layouts.step(shape, index.constant());
        let length = match (&value, step.length) {
            (_, Some(length)) => length,
            (Value::Pointer(pointer), None) => self.length(pointer.target, step.stride),
            (Value::Words(_), None) => panic!("only buffers have a length of their own"),
        };
        for &lane in active {
            let index = index.of_lane(lane as usize);
            if index >= length {
                return Err(self.out_of_bounds(span, index, length));
            }
        }
        let first = |lane: u32| step.first + index.of_lane(lane as usize) * step.stride;
        let part = match value {
            Value::Pointer(pointer) => {
                let mut offsets = pointer.offsets.to_vec();
                active.iter().for_each(|&lane| offsets[lane as usize] += first(lane));
                let (shape, offsets) = (step.shape, Rc::new(offsets));
                Value::Pointer(Pointer { target: pointer.target, shape, offsets })
            }
            Value::Words(words) => {
                let lanes = self.lanes;
                let size = self.program.layouts.words(step.shape);
                let mut part = vec![0; size * lanes];
                for &lane in active {
                    let from = first(lane) as usize;
                    for word in 0..size {
                        let lane = lane as usize;
                        part[word * lanes + lane] = words[(from + word) * lanes + lane];
                    }
                }
                Value::Words(Rc::new(part))
            }
        };
        self.keep(handle, part);
        Ok(())
    }

    /// Returns the shape of a value that has parts.
    fn shape_of(&self, handle: Handle<Expression>) -> Shape {
        let (resolution, inner) = self.type_of(handle);
        match (resolution.handle(), inner) {
            (Some(ty), _) => Shape::Type(ty),
            (None, TypeInner::Vector { size, .. }) => Shape::Vector(*size as u32),
            (None, other) => panic!("the interpreter knows no parts of {other:?}"),
        }
    }
}
