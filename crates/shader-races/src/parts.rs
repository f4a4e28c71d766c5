//! Parts of composite values: elements, components and members.

use std::rc::Rc;

use naga::{Expression, Handle, Span, TypeInner};

use super::fault::Fault;
use super::layout::{Place, Shape, Step};
use super::machine::{Machine, Pointer, Value};

impl Machine<'_> {
    /// Evaluates an element of an array or a component of a vector.
    pub(super) fn access(
        &mut self,
        handle: Handle<Expression>,
        (base, index): (Handle<Expression>, Handle<Expression>),
        active: &[u32],
        span: Span,
    ) -> Result<(), Fault> {
        let index = self.words_of(index);
        let (pointer, shape) = match self.value_of(base) {
            Value::Pointer(pointer) => {
                let shape = pointer.shape;
                (Some(pointer), Some(shape))
            }
            Value::Words(_) => (None, self.shape_of(base)),
        };
        let place = pointer.as_ref().map_or(Place::Packed, |pointer| self.place(pointer.target));
        let parts = match shape {
            Some(shape) => self.program.layouts.parts(shape, place),
            None => self.components(base),
        };
        let length = parts.length.unwrap_or_else(|| {
            let target = pointer.as_ref().map(|pointer| pointer.target);
            self.length(target.expect("only buffers have a length of their own"), parts.stride)
        });
        for &lane in active {
            let index = index[lane as usize];
            if index >= length {
                return Err(self.out_of_bounds(span, index, length));
            }
        }
        let value = match pointer {
            Some(pointer) => {
                let mut offsets = pointer.offsets.to_vec();
                for &lane in active {
                    offsets[lane as usize] += parts.first + index[lane as usize] * parts.stride;
                }
                Value::Pointer(Pointer {
                    target: pointer.target,
                    shape: parts.shape,
                    offsets: Rc::new(offsets),
                })
            }
            None => {
                let words = self.words_of(base);
                let lanes = self.lanes;
                let scalars = self.program.layouts.scalars(parts.shape);
                let mut element = vec![0; scalars * lanes];
                for &lane in active {
                    let lane = lane as usize;
                    for scalar in 0..scalars {
                        let from = (parts.first + index[lane] * parts.stride) as usize + scalar;
                        element[scalar * lanes + lane] = words[from * lanes + lane];
                    }
                }
                Value::Words(Rc::new(element))
            }
        };
        self.keep(handle, value);
        Ok(())
    }

    /// Evaluates a member of a struct, or a part whose index is constant.
    pub(super) fn access_part(
        &mut self,
        handle: Handle<Expression>,
        (base, index): (Handle<Expression>, u32),
        span: Span,
    ) -> Result<(), Fault> {
        let layouts = &self.program.layouts;
        let value = match self.value_of(base) {
            Value::Pointer(pointer) => {
                let shape = pointer.shape;
                let part = layouts.part(shape, index, self.place(pointer.target));
                if let Some(length) = part.length.filter(|length| index >= *length) {
                    return Err(self.out_of_bounds(span, index, length));
                }
                let offsets = pointer.offsets.iter().map(|offset| offset + part.first).collect();
                Value::Pointer(Pointer {
                    target: pointer.target,
                    shape: part.shape,
                    offsets: Rc::new(offsets),
                })
            }
            Value::Words(words) => {
                let part = match self.shape_of(base) {
                    Some(shape) => layouts.part(shape, index, Place::Packed),
                    None => Step { first: index, ..self.components(base) },
                };
                let first = part.first as usize * self.lanes;
                let length = layouts.scalars(part.shape) * self.lanes;
                Value::Words(Rc::new(words[first..][..length].to_vec()))
            }
        };
        self.keep(handle, value);
        Ok(())
    }

    /// Returns the shape of a value, unless it is a vector whose type has no handle.
    fn shape_of(&self, handle: Handle<Expression>) -> Option<Shape> {
        self.type_of(handle).0.handle().map(Shape::Type)
    }

    /// Returns the components of a vector.
    fn components(&self, handle: Handle<Expression>) -> Step {
        let TypeInner::Vector { size, .. } = self.type_of(handle).1 else {
            panic!("not a vector");
        };
        Step { shape: Shape::Scalar, first: 0, stride: 1, length: Some(*size as u32) }
    }
}
