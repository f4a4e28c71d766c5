//! Stored values: their types, and vectors of them.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The type in which a table stores its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    /// Outcomes: true at P-positions. Cells outside the domain hold false.
    Bool,
    /// 8 bits. Cells outside the domain hold 255.
    U8,
    /// 16 bits. Cells outside the domain hold 65535.
    U16,
    /// 32 bits. Cells outside the domain hold 4294967295.
    U32,
}

impl ValueType {
    /// Returns the narrowest integer type, at least `least` wide, that holds 0..=`bound` and leaves its
    /// maximum free for cells outside the domain. `None` when even 32 bits do not.
    pub(crate) fn narrowest(bound: u64, least: ValueType) -> Option<Self> {
        [ValueType::U8, ValueType::U16, ValueType::U32]
            .into_iter()
            .filter(|candidate| candidate.bytes() >= least.bytes())
            .find(|candidate| bound < u64::from(candidate.fill()))
    }

    /// Returns the bytes of one value.
    pub fn bytes(self) -> usize {
        match self {
            ValueType::Bool | ValueType::U8 => 1,
            ValueType::U16 => 2,
            ValueType::U32 => 4,
        }
    }

    /// Returns what a cell outside the domain holds.
    pub fn fill(self) -> u32 {
        match self {
            ValueType::Bool => 0,
            ValueType::U8 => u8::MAX.into(),
            ValueType::U16 => u16::MAX.into(),
            ValueType::U32 => u32::MAX,
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueType::Bool => "bool",
            ValueType::U8 => "u8",
            ValueType::U16 => "u16",
            ValueType::U32 => "u32",
        })
    }
}

/// An integer that can be stored; a bool is stored as the `u8` 0 or 1.
pub(crate) trait Value: bytemuck::Pod + Ord + Send + Sync {
    /// Returns the value as it is stored. The plan's bound guarantees that it fits.
    fn from_u32(value: u32) -> Self;
    /// Returns the stored value as a number.
    fn to_u32(self) -> u32;
    /// Returns the value itself, or the largest value of this type.
    fn saturating_from(value: u32) -> Self;
    /// Adds up at most 2^16 values.
    fn sum(values: &[Self]) -> u64;
    /// Wraps a vector of such values.
    fn wrap(values: Vec<Self>) -> Values;
}

macro_rules! value {
    ($($integer:ty => $variant:ident, sum in $sum:ty);*) => {$(
        impl Value for $integer {
            #[inline]
            fn from_u32(value: u32) -> Self {
                value as $integer
            }
            #[inline]
            fn to_u32(self) -> u32 {
                self.into()
            }
            #[inline]
            fn saturating_from(value: u32) -> Self {
                <$integer>::try_from(value).unwrap_or(<$integer>::MAX)
            }
            #[inline]
            fn sum(values: &[Self]) -> u64 {
                // 2^16 values of 16 bits add up to less than 2^32.
                values.iter().map(|&value| <$sum>::from(value)).sum::<$sum>().into()
            }
            fn wrap(values: Vec<Self>) -> Values {
                Values::$variant(values)
            }
        }
    )*};
}
value!(u8 => U8, sum in u32; u16 => U16, sum in u32; u32 => U32, sum in u64);

/// A vector of stored values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// Of `bool` or `u8`.
    U8(Vec<u8>),
    /// Of `u16`.
    U16(Vec<u16>),
    /// Of `u32`.
    U32(Vec<u32>),
}

/// Evaluates an expression on the vector inside a [`Values`], whatever its type.
macro_rules! on_values {
    ($values:expr, $vector:ident => $result:expr) => {
        match $values {
            $crate::values::Values::U8($vector) => $result,
            $crate::values::Values::U16($vector) => $result,
            $crate::values::Values::U32($vector) => $result,
        }
    };
}
pub(crate) use on_values;

impl Values {
    /// Returns `length` copies of the fill value of `value_type`.
    pub fn filled(value_type: ValueType, length: usize) -> Self {
        match value_type {
            ValueType::Bool => Values::U8(vec![0; length]),
            ValueType::U8 => Values::U8(vec![u8::MAX; length]),
            ValueType::U16 => Values::U16(vec![u16::MAX; length]),
            ValueType::U32 => Values::U32(vec![u32::MAX; length]),
        }
    }

    /// Collects values, all of which fit in `value_type`.
    pub fn from_u32(value_type: ValueType, values: impl Iterator<Item = u32>) -> Self {
        match value_type {
            ValueType::Bool | ValueType::U8 => Values::U8(values.map(Value::from_u32).collect()),
            ValueType::U16 => Values::U16(values.map(Value::from_u32).collect()),
            ValueType::U32 => Values::U32(values.collect()),
        }
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        on_values!(self, vector => vector.len())
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value at `index`.
    ///
    /// # Panics
    /// When `index` is not below the length.
    #[inline]
    pub fn get(&self, index: usize) -> u32 {
        on_values!(self, vector => vector[index].to_u32())
    }

    /// Overwrites the values from `start` on. The new ones must fit in the type.
    ///
    /// # Panics
    /// When there are fewer values from `start` on.
    #[inline]
    pub(crate) fn write(&mut self, start: usize, values: &[u32]) {
        on_values!(self, vector => {
            let stored = &mut vector[start..start + values.len()];
            stored.iter_mut().zip(values).for_each(|(stored, &value)| *stored = Value::from_u32(value));
        });
    }

    /// Overwrites the values from `start` on by those of another vector at these indices. The values must
    /// fit in the type.
    ///
    /// # Panics
    /// When there are fewer values in one of the two.
    pub(crate) fn copy(&mut self, start: usize, from: &Values, indices: Range<usize>) {
        match (self, from) {
            (Values::U8(to), Values::U8(from)) => copy_same(to, start, from, indices),
            (Values::U16(to), Values::U16(from)) => copy_same(to, start, from, indices),
            (Values::U32(to), Values::U32(from)) => copy_same(to, start, from, indices),
            (to, from) => {
                for (step, index) in indices.enumerate() {
                    to.write(start + step, &[from.get(index)]);
                }
            }
        }
    }

    /// Returns the values in memory order, in the machine's byte order.
    pub fn bytes(&self) -> &[u8] {
        on_values!(self, vector => bytemuck::cast_slice(vector))
    }
}

fn copy_same<T: Copy>(to: &mut [T], start: usize, from: &[T], indices: Range<usize>) {
    to[start..start + indices.len()].copy_from_slice(&from[indices]);
}
