//! How values lie in words: packed one word for each scalar in registers and in workgroup memory, and
//! with the padding of WGSL in buffers.

use naga::{ArraySize, Handle, Module, Scalar, ScalarKind, Type, TypeInner};

/// Where a value lies, which decides its layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A buffer, shared with the host.
    Buffer,
    /// A register, a local variable or workgroup memory: a word for each scalar.
    Packed,
}

/// The type of what a pointer leads to. Components of vectors have no handle of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Type(Handle<Type>),
    Scalar,
}

/// A part of a composite value: where it begins, in words, in each layout.
struct Member {
    ty: Handle<Type>,
    packed: u32,
    in_buffer: u32,
}

enum Parts {
    None,
    Components(u32),
    Elements { ty: Handle<Type>, length: Option<u32>, packed: u32, in_buffer: u32 },
    Members(Vec<Member>),
}

struct TypeLayout {
    parts: Parts,
    is_atomic: bool,
    /// For each scalar, its word in a buffer. Empty for pointers and arrays whose length is the
    /// buffer's.
    in_buffer: Vec<u32>,
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

    fn layout(&self, inner: &TypeInner) -> Result<TypeLayout, String> {
        let unknown = || Err(format!("{inner:?}"));
        let is_known = |scalar: &Scalar| match scalar.kind {
            ScalarKind::Bool => true,
            ScalarKind::Sint | ScalarKind::Uint => scalar.width == 4,
            ScalarKind::Float | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => false,
        };
        let (parts, in_buffer) = match inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) if is_known(scalar) => {
                (Parts::None, vec![0])
            }
            TypeInner::Vector { size, scalar } if is_known(scalar) => {
                (Parts::Components(*size as u32), (0..*size as u32).collect())
            }
            TypeInner::Array { base, size, stride } => {
                let length = match size {
                    ArraySize::Constant(length) => Some(length.get()),
                    ArraySize::Dynamic => None,
                    // An array whose length is an override.
                    ArraySize::Pending(_) => return unknown(),
                };
                let element = &self.0[base.index()].in_buffer;
                // Only an array in a buffer needs its stride, which is then a whole number of words.
                let in_buffer = stride / 4;
                let offsets = (0..length.unwrap_or(0))
                    .flat_map(|i| element.iter().map(move |offset| i * in_buffer + offset));
                let parts =
                    Parts::Elements { ty: *base, length, packed: element.len() as u32, in_buffer };
                (parts, offsets.collect())
            }
            TypeInner::Struct { members, .. } => {
                let (mut own, mut offsets) = (Vec::new(), Vec::new());
                for member in members {
                    let within = &self.0[member.ty.index()].in_buffer;
                    // Structs with truth values are never in buffers; their offsets are no words.
                    let in_buffer = member.offset / 4;
                    own.push(Member { ty: member.ty, packed: offsets.len() as u32, in_buffer });
                    offsets.extend(within.iter().map(|offset| in_buffer + offset));
                }
                (Parts::Members(own), offsets)
            }
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => (Parts::None, Vec::new()),
            _ => return unknown(),
        };
        Ok(TypeLayout { parts, is_atomic: matches!(inner, TypeInner::Atomic(_)), in_buffer })
    }

    /// Returns the number of scalars of a value.
    pub(super) fn scalars(&self, shape: Shape) -> usize {
        match shape {
            Shape::Type(ty) => self.0[ty.index()].in_buffer.len(),
            Shape::Scalar => 1,
        }
    }

    /// Returns for each scalar of a value its word, from the beginning of the value.
    pub(super) fn offsets(&self, shape: Shape, place: Place) -> Vec<u32> {
        match (shape, place) {
            (Shape::Type(ty), Place::Buffer) => self.0[ty.index()].in_buffer.clone(),
            _ => (0..self.scalars(shape) as u32).collect(),
        }
    }

    pub(super) fn is_atomic(&self, shape: Shape) -> bool {
        matches!(shape, Shape::Type(ty) if self.0[ty.index()].is_atomic)
    }

    /// Returns the parts of an array or a vector.
    pub(super) fn parts(&self, shape: Shape, place: Place) -> Step {
        let Shape::Type(ty) = shape else { panic!("a scalar has no parts") };
        match &self.0[ty.index()].parts {
            Parts::Components(count) => {
                Step { shape: Shape::Scalar, first: 0, stride: 1, length: Some(*count) }
            }
            Parts::Elements { ty, length, packed, in_buffer } => {
                let stride = if place == Place::Buffer { *in_buffer } else { *packed };
                Step { shape: Shape::Type(*ty), first: 0, stride, length: *length }
            }
            Parts::None | Parts::Members(_) => panic!("not an array"),
        }
    }

    /// Returns the part of this index of a struct, an array or a vector.
    pub(super) fn part(&self, shape: Shape, index: u32, place: Place) -> Step {
        let Shape::Type(ty) = shape else { panic!("a scalar has no parts") };
        if let Parts::Members(members) = &self.0[ty.index()].parts {
            let Member { ty, packed, in_buffer } = members[index as usize];
            let first = if place == Place::Buffer { in_buffer } else { packed };
            return Step { shape: Shape::Type(ty), first, stride: 0, length: None };
        }
        let parts = self.parts(shape, place);
        Step { first: parts.first + index * parts.stride, stride: 0, ..parts }
    }
}
