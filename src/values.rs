//! Stored values: their types, and vectors of them.
//!
//! Engines, tiles and tables pass every value as a `u32`. A negative one is written there in two's
//! complement, as -1 is 4294967295. So nothing that moves, compares or adds up checksums of values has to
//! know whether they have a sign, and the code for the many values without one stays as it is. What
//! orders values, adds them up or shows them asks the quantity for the number that a value stands for
//! ([`Quantity::number`](crate::Quantity::number)).

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The type in which a table stores its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
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
    /// 8 bits with a sign. Cells outside the domain hold -128.
    I8,
    /// 16 bits with a sign. Cells outside the domain hold -32768.
    I16,
    /// 32 bits with a sign. Cells outside the domain hold -2147483648.
    I32,
}

impl ValueType {
    /// Returns the narrowest type, at least `least` wide and of its kind, that holds the values up to `bound`: those
    /// of an integer type without a sign are 0..=`bound`, and its maximum is free for cells outside the domain; those
    /// of one with a sign are -`bound`..=`bound`, and its least value is. `None` when even 32 bits do not.
    pub(crate) fn narrowest(bound: u64, least: ValueType) -> Option<Self> {
        let bound = i64::try_from(bound).ok()?;
        let wide = least.kind().iter().filter(|candidate| candidate.bytes() >= least.bytes());
        wide.copied().find(|candidate| candidate.holds(bound))
    }

    /// Returns the types that differ from this one in their width alone, the narrowest first.
    fn kind(self) -> &'static [ValueType] {
        match self {
            ValueType::Bool => &[ValueType::Bool],
            ValueType::U8 | ValueType::U16 | ValueType::U32 => {
                &[ValueType::U8, ValueType::U16, ValueType::U32]
            }
            ValueType::I8 | ValueType::I16 | ValueType::I32 => {
                &[ValueType::I8, ValueType::I16, ValueType::I32]
            }
        }
    }

    /// Returns whether the type has a number beside what cells outside the domain hold.
    pub fn holds(self, number: i64) -> bool {
        let fill = self.number(self.fill());
        match self {
            ValueType::Bool => (0..2).contains(&number),
            ValueType::U8 | ValueType::U16 | ValueType::U32 => (0..fill).contains(&number),
            ValueType::I8 | ValueType::I16 | ValueType::I32 => number.abs() < fill.abs(),
        }
    }

    /// Returns the bytes of one value.
    pub fn bytes(self) -> usize {
        match self {
            ValueType::Bool | ValueType::U8 | ValueType::I8 => 1,
            ValueType::U16 | ValueType::I16 => 2,
            ValueType::U32 | ValueType::I32 => 4,
        }
    }

    /// Returns what a cell outside the domain holds; of a type with a sign in two's complement, see
    /// [`number`](Self::number).
    pub fn fill(self) -> u32 {
        match (self, self.bounds()) {
            (ValueType::Bool, _) => 0,
            (_, (0, largest)) => largest as u32,
            (_, (least, _)) => least as u32,
        }
    }

    /// Returns whether the type has negative values.
    pub fn is_signed(self) -> bool {
        self.bounds().0 < 0
    }

    /// Returns the least and the largest number that a value of this type can stand for.
    pub fn bounds(self) -> (i64, i64) {
        match self {
            ValueType::Bool => (0, 1),
            ValueType::U8 => (0, u8::MAX.into()),
            ValueType::U16 => (0, u16::MAX.into()),
            ValueType::U32 => (0, u32::MAX.into()),
            ValueType::I8 => (i8::MIN.into(), i8::MAX.into()),
            ValueType::I16 => (i16::MIN.into(), i16::MAX.into()),
            ValueType::I32 => (i32::MIN.into(), i32::MAX.into()),
        }
    }

    /// Returns the number that a value of this type stands for. Values with a sign are passed in two's
    /// complement.
    ///
    /// ```
    /// use grundytab::ValueType;
    /// assert_eq!(ValueType::U8.number(200), 200);
    /// assert_eq!(ValueType::I8.number(u32::MAX), -1);
    /// assert_eq!(ValueType::I8.number(ValueType::I8.fill()), -128);
    /// ```
    #[inline]
    pub fn number(self, value: u32) -> i64 {
        if self.is_signed() { i64::from(value as i32) } else { i64::from(value) }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// An integer that can be stored; a bool is stored as the `u8` 0 or 1.
pub(crate) trait Value: bytemuck::Pod + Ord + Send + Sync {
    /// Returns the value as it is stored. The plan's bound guarantees that it fits.
    fn from_u32(value: u32) -> Self;
    /// Returns the stored value; a negative one in two's complement.
    fn to_u32(self) -> u32;
    /// Returns the number that the stored value stands for.
    fn number(self) -> i64;
    /// Returns the value itself, or the largest value of this type.
    fn saturating_from(value: u32) -> Self;
    /// Adds up at most 2^16 values.
    fn sum(values: &[Self]) -> i64;
    /// Wraps a vector of such values.
    fn wrap(values: Vec<Self>) -> Values;
}

macro_rules! value {
    ($($integer:ty => $variant:ident, of 32 bits as $wide:ty, sum in $sum:ty);*) => {$(
        impl Value for $integer {
            #[inline]
            fn from_u32(value: u32) -> Self {
                value as $integer
            }
            #[inline]
            fn to_u32(self) -> u32 {
                <$wide>::from(self) as u32
            }
            #[inline]
            fn number(self) -> i64 {
                self.into()
            }
            #[inline]
            fn saturating_from(value: u32) -> Self {
                // What has a sign saturates at its largest value too: no negative one is requested.
                <$integer>::try_from(value).unwrap_or(<$integer>::MAX)
            }
            #[inline]
            fn sum(values: &[Self]) -> i64 {
                // 2^16 values of 16 bits add up to less than 2^32, to at most 2^31 if they have a sign;
                // 2^16 values of 32 bits to less than 2^48.
                values.iter().map(|&value| <$sum>::from(value)).sum::<$sum>() as i64
            }
            fn wrap(values: Vec<Self>) -> Values {
                Values::$variant(values)
            }
        }
    )*};
}
value!(
    u8 => U8, of 32 bits as u32, sum in u32;
    u16 => U16, of 32 bits as u32, sum in u32;
    u32 => U32, of 32 bits as u32, sum in u64;
    i8 => I8, of 32 bits as i32, sum in i32;
    i16 => I16, of 32 bits as i32, sum in i32;
    i32 => I32, of 32 bits as i32, sum in i64
);

/// A vector of stored values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// Of `bool` or `u8`.
    U8(Vec<u8>),
    /// Of `u16`.
    U16(Vec<u16>),
    /// Of `u32`.
    U32(Vec<u32>),
    /// Of `i8`.
    I8(Vec<i8>),
    /// Of `i16`.
    I16(Vec<i16>),
    /// Of `i32`.
    I32(Vec<i32>),
}

/// Evaluates an expression on the vector inside a [`Values`], whatever its type.
macro_rules! on_values {
    ($values:expr, $vector:ident => $result:expr) => {
        match $values {
            $crate::values::Values::U8($vector) => $result,
            $crate::values::Values::U16($vector) => $result,
            $crate::values::Values::U32($vector) => $result,
            $crate::values::Values::I8($vector) => $result,
            $crate::values::Values::I16($vector) => $result,
            $crate::values::Values::I32($vector) => $result,
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
            ValueType::I8 => Values::I8(vec![i8::MIN; length]),
            ValueType::I16 => Values::I16(vec![i16::MIN; length]),
            ValueType::I32 => Values::I32(vec![i32::MIN; length]),
        }
    }

    /// Collects values, all of which fit in `value_type`; negative ones in two's complement.
    pub fn from_u32(value_type: ValueType, values: impl Iterator<Item = u32>) -> Self {
        fn collected<V: Value>(_: Vec<V>, values: impl Iterator<Item = u32>) -> Values {
            V::wrap(values.map(V::from_u32).collect())
        }
        on_values!(Values::filled(value_type, 0), none => collected(none, values))
    }

    /// Collects values from their bytes, as [`bytes`](Self::bytes) returns them.
    pub(crate) fn from_bytes(value_type: ValueType, bytes: &[u8]) -> Self {
        fn collected<V: Value>(_: Vec<V>, bytes: &[u8]) -> Values {
            V::wrap(bytemuck::pod_collect_to_vec(bytes))
        }
        on_values!(Values::filled(value_type, 0), none => collected(none, bytes))
    }

    /// Returns these values, of type `from`, in the type `to`. What cells outside the domain hold becomes what they
    /// hold in that type.
    ///
    /// # Errors
    /// The first number that the type does not hold ([`ValueType::holds`]).
    pub fn converted(&self, from: ValueType, to: ValueType) -> Result<Self, i64> {
        let convert = |value: u32| match from.number(value) {
            // Outcomes are false there, as at N-positions.
            _ if from != ValueType::Bool && value == from.fill() => Ok(to.fill()),
            number if to.holds(number) => Ok(value),
            number => Err(number),
        };
        let values: Result<Vec<u32>, i64> =
            (0..self.len()).map(|index| convert(self.get(index))).collect();
        Ok(Values::from_u32(to, values?.into_iter()))
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        on_values!(self, vector => vector.len())
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value at `index`; a negative one in two's complement.
    ///
    /// # Panics
    /// When `index` is not below the length.
    #[inline]
    pub fn get(&self, index: usize) -> u32 {
        on_values!(self, vector => vector[index].to_u32())
    }

    /// Appends `count` values to a vector: that at `start`, and then those `step` further each.
    ///
    /// # Panics
    /// When there is no value at such an index.
    #[inline]
    pub fn append_to(&self, to: &mut Vec<u32>, start: usize, step: isize, count: usize) {
        on_values!(self, vector => match step {
            1 => to.extend(vector[start..start + count].iter().map(|value| value.to_u32())),
            _ => to.extend(
                (0..count).map(|k| vector[start.wrapping_add_signed(k as isize * step)].to_u32()),
            ),
        });
    }

    /// Overwrites the values from `start` on. The new ones must fit in the type.
    ///
    /// # Panics
    /// When there are fewer values from `start` on.
    #[inline]
    pub fn write(&mut self, start: usize, values: &[u32]) {
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
            (Values::I8(to), Values::I8(from)) => copy_same(to, start, from, indices),
            (Values::I16(to), Values::I16(from)) => copy_same(to, start, from, indices),
            (Values::I32(to), Values::I32(from)) => copy_same(to, start, from, indices),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a type whose largest number is taken for a value although it stands for cells outside the domain.
    #[test]
    fn the_narrowest_type_leaves_its_largest_number_free() {
        for (bound, expected) in [
            (254, Some(ValueType::U8)),
            (255, Some(ValueType::U16)),
            (65_534, Some(ValueType::U16)),
            (65_535, Some(ValueType::U32)),
            ((1 << 32) - 2, Some(ValueType::U32)),
            ((1 << 32) - 1, None),
        ] {
            assert_eq!(ValueType::narrowest(bound, ValueType::U8), expected, "{bound}");
            assert!(expected.is_none_or(|value_type| !value_type.is_signed()));
        }
        assert!(
            [ValueType::I8, ValueType::I16, ValueType::I32].into_iter().all(ValueType::is_signed)
        );
    }

    /// Catches values that are copied to or from other places, within a type and between types.
    #[test]
    fn values_are_copied_to_their_places() {
        for value_type in [ValueType::U8, ValueType::U32] {
            let from = Values::from_u32(ValueType::U8, 1..6);
            let mut to = Values::from_u32(value_type, [0; 6].into_iter());
            to.copy(1, &from, 2..5);
            let found: Vec<u32> = (0..to.len()).map(|index| to.get(index)).collect();
            assert_eq!(found, [0, 3, 4, 5, 0, 0]);
            assert!(!to.is_empty());
        }
        assert!(Values::filled(ValueType::U8, 0).is_empty());
    }

    /// Catches a sign that is lost, a sum that overflows, and a fill value that a score could have.
    #[test]
    fn values_with_a_sign_keep_their_numbers() {
        for (value_type, least, bound) in [
            (ValueType::I8, i64::from(i8::MIN), 127u64),
            (ValueType::I16, i16::MIN.into(), 32_767),
            (ValueType::I32, i32::MIN.into(), 2_147_483_647),
        ] {
            assert_eq!(value_type.number(value_type.fill()), least);
            assert_eq!(ValueType::narrowest(bound, ValueType::I8), Some(value_type));
            assert_ne!(ValueType::narrowest(bound + 1, ValueType::I8), Some(value_type));
            let numbers = [0, 1, -1, bound as i64, -(bound as i64), least];
            let bits = numbers.iter().map(|&number| number as i32 as u32);
            let values = Values::from_u32(value_type, bits);
            let found: Vec<i64> =
                (0..values.len()).map(|i| value_type.number(values.get(i))).collect();
            assert_eq!(found, numbers);
            let least_of_all = Values::filled(value_type, 1 << 16);
            assert_eq!(on_values!(&least_of_all, cells => Value::sum(cells)), least << 16);
        }
        assert_eq!(ValueType::narrowest(1 << 31, ValueType::I8), None);
    }
}
