//! How values lie in words, wherever they are: as in buffers, with the padding of WGSL.

use std::rc::Rc;

use naga::{ArraySize, Handle, Module, Scalar, ScalarKind, Type, TypeInner};

/// The type of a value, or of what a pointer leads to. Components of vectors have no handle of their own, nor have some
/// vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Type(Handle<Type>),
    /// A vector with this number of components; a scalar has one.
    Vector(u32),
}

enum Parts {
    None,
    Components(u32),
    Elements {
        ty: Handle<Type>,
        length: Option<u32>,
        stride: u32,
    },
    /// The type of each member, and the word at which it begins.
    Members(Vec<(Handle<Type>, u32)>),
}

struct TypeLayout {
    parts: Parts,
    is_atomic: bool,
    /// Words of a value, padding included; 0 for pointers and arrays whose length is the buffer's.
    words: u32,
    /// The words of its scalars.
    scalars: Vec<u32>,
}

/// The layouts of all types of a module.
pub(super) struct Layouts(Vec<TypeLayout>);

/// A step into a composite value: the part's shape, where it begins, and how many there are.
pub(super) struct Step {
    pub(super) shape: Shape,
    /// Words from the beginning to the part of index 0, and between two parts.
    pub(super) first: u32,
    pub(super) stride: u32,
    /// Number of parts; `None` where the buffer decides.
    pub(super) length: Option<u32>,
}

impl Layouts {
    /// # Errors
    /// A type that the interpreter does not know.
    pub(super) fn new(module: &Module) -> Result<Self, String> {
        let mut layouts = Layouts(Vec::new());
        // Types come after those that they are made of.
        for (_, ty) in module.types.iter() {
            let layout = layouts.layout(&ty.inner)?;
            layouts.0.push(layout);
        }
        Ok(layouts)
    }

    /// Lays out the values of a type. A part begins where naga says or, if that is later, behind the part before: to
    /// naga a truth value, which no buffer has, takes a byte, here a word.
    fn layout(&self, inner: &TypeInner) -> Result<TypeLayout, String> {
        let unknown = || Err(format!("{inner:?}"));
        let is_known = |scalar: &Scalar| match scalar.kind {
            ScalarKind::Bool => true,
            ScalarKind::Sint | ScalarKind::Uint => scalar.width == 4,
            ScalarKind::Float | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => false,
        };
        let mut scalars = Vec::new();
        let mut place = |ty: Handle<Type>, first: u32| {
            scalars.extend(self.0[ty.index()].scalars.iter().map(|scalar| first + scalar));
            first + self.0[ty.index()].words
        };
        let (parts, words) = match inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) if is_known(scalar) => {
                scalars = vec![0];
                (Parts::None, 1)
            }
            TypeInner::Vector { size, scalar } if is_known(scalar) => {
                scalars = (0..*size as u32).collect();
                (Parts::Components(*size as u32), *size as u32)
            }
            TypeInner::Array { base, size, stride } => {
                let length = match size {
                    ArraySize::Constant(length) => Some(length.get()),
                    ArraySize::Dynamic => None,
                    // An array whose length is an override.
                    ArraySize::Pending(_) => return unknown(),
                };
                let stride = (stride / 4).max(self.0[base.index()].words);
                (0..length.unwrap_or(0)).for_each(|index| _ = place(*base, index * stride));
                (Parts::Elements { ty: *base, length, stride }, length.unwrap_or(0) * stride)
            }
            TypeInner::Struct { members, span } => {
                let mut past = 0;
                let member = |member: &naga::StructMember| {
                    let first = past.max(member.offset / 4);
                    past = place(member.ty, first);
                    (member.ty, first)
                };
                let members = members.iter().map(member).collect();
                (Parts::Members(members), past.max(span / 4))
            }
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => (Parts::None, 0),
            _ => return unknown(),
        };
        Ok(TypeLayout { parts, is_atomic: matches!(inner, TypeInner::Atomic(_)), words, scalars })
    }

    /// Returns the number of words of a value.
    pub(super) fn words(&self, shape: Shape) -> usize {
        match shape {
            Shape::Type(ty) => self.0[ty.index()].words as usize,
            Shape::Vector(size) => size as usize,
        }
    }

    /// Returns the words of a value that hold its scalars.
    pub(super) fn scalars(&self, shape: Shape) -> Vec<u32> {
        match shape {
            Shape::Type(ty) => self.0[ty.index()].scalars.clone(),
            Shape::Vector(size) => (0..size).collect(),
        }
    }

    pub(super) fn is_atomic(&self, shape: Shape) -> bool {
        matches!(shape, Shape::Type(ty) if self.0[ty.index()].is_atomic)
    }

    /// Returns the step to the parts of an array or a vector, or to this member of a struct.
    pub(super) fn step(&self, shape: Shape, member: Option<u32>) -> Step {
        let components = |count| {
            let length = Some(count);
            Step { shape: Shape::Vector(1), first: 0, stride: 1, length }
        };
        let ty = match shape {
            Shape::Type(ty) => ty,
            Shape::Vector(size) => return components(size),
        };
        match (&self.0[ty.index()].parts, member) {
            (Parts::Components(count), _) => components(*count),
            (&Parts::Elements { ty, length, stride }, _) => {
                Step { shape: Shape::Type(ty), first: 0, stride, length }
            }
            (Parts::Members(members), Some(member)) => {
                let (ty, first) = members[member as usize];
                let length = Some(members.len() as u32);
                Step { shape: Shape::Type(ty), first, stride: 0, length }
            }
            (Parts::None | Parts::Members(_), _) => panic!("a value without such parts"),
        }
    }

    /// Puts a value together from the words of its parts in a number of lanes.
    pub(super) fn compose(
        &self,
        ty: Handle<Type>,
        parts: &[Rc<Vec<u32>>],
        lanes: usize,
    ) -> Vec<u32> {
        let shape = Shape::Type(ty);
        let mut words = vec![0; self.words(shape) * lanes];
        let mut past = 0;
        for (index, part) in (0..).zip(parts) {
            let first = match self.0[ty.index()].parts {
                // Parts of a vector may be vectors.
                Parts::Components(_) => past,
                _ => {
                    let step = self.step(shape, Some(index));
                    (step.first + index * step.stride) as usize * lanes
                }
            };
            past = first + part.len();
            words[first..past].copy_from_slice(part);
        }
        words
    }
}
