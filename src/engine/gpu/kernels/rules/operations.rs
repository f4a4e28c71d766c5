//! Operations and functions on numbers that are written, most of them by those of `shaders/numbers.wgsl`.

use heap_rules::intervals::Bounds;
use heap_rules::partial::{Values, entry_values};
use heap_rules::{Fold, OfNatural};

use super::expressions::{Writer, Written, both, fits, joined, literal};

impl Writer<'_> {
    /// Writes a function of a natural number.
    pub(super) fn function(
        &mut self,
        function: OfNatural,
        of: Written<Bounds>,
        Values { bounds, are_total }: Values,
    ) -> Written<Bounds> {
        let (name, is_costly) = match function {
            OfNatural::FloorSqrt => ("floor_sqrt", of.is_costly),
            OfNatural::FloorPhi => ("floor_phi", of.is_costly),
            OfNatural::FloorPhiSquared => ("floor_phi2", of.is_costly),
            OfNatural::FibonacciWord => ("fibonacci_word", of.is_costly),
            OfNatural::ZeckendorfPart => ("zeckendorf_part", true),
            OfNatural::ZeckendorfZeros => ("zeckendorf_zeros", true),
            OfNatural::ZeckendorfShift => ("zeckendorf_shift", of.is_costly),
            OfNatural::CountOnes => ("countOneBits", of.is_costly),
            OfNatural::FirstOne => ("firstTrailingBit", of.is_costly),
            OfNatural::LastOne => ("firstLeadingBit", of.is_costly),
        };
        let (mut argument, mut has_value) = (of.text, of.has_value);
        if !are_total {
            argument = self.named(argument);
            let is_enough = format!("({argument} >= {}i)", function.least_argument());
            has_value = both(has_value, Some(is_enough));
        }
        Written { text: format!("{name}({argument})"), has_value, bounds, is_costly }
    }

    /// Writes the number of a list at a place.
    ///
    /// # Errors
    /// Between which numbers it may be, if that is too wide.
    pub(super) fn entry(
        &mut self,
        list: &[i64],
        place: Written<Bounds>,
    ) -> Result<Written<Bounds>, Bounds> {
        let Values { bounds, are_total } = entry_values(list, place.bounds);
        if !fits(bounds) {
            return Err(bounds);
        }
        let end = list.len() as i64;
        let (low, past) = (place.bounds.0.clamp(0, end), place.bounds.1.clamp(-1, end - 1) + 1);
        let asked = list.get(low as usize..past as usize).unwrap_or_default();
        let asked: Vec<i32> = asked.iter().map(|&number| number as i32).collect();
        let begin = self.sets.place_of(&asked) as i64 - low;
        let (mut text, mut has_value) = (place.text, place.has_value);
        if !are_total {
            text = self.named(text);
            has_value = both(has_value, Some(format!("({text} >= 0i && {text} < {end}i)")));
        }
        let text = format!("sets[{text} + {}]", literal(begin));
        Ok(Written { text, has_value, bounds, is_costly: place.is_costly })
    }

    /// Writes an operation on two numbers.
    pub(super) fn fold(
        &mut self,
        fold: Fold,
        [mut one, mut two]: [Written<Bounds>; 2],
        Values { bounds, are_total }: Values,
    ) -> Written<Bounds> {
        let mut has_value = None;
        if !are_total {
            two.text = self.named(two.text);
            has_value = Some(format!("({} != 0i)", two.text));
            if matches!(fold, Fold::ShiftLeft | Fold::ShiftRight) {
                has_value = Some(format!("({} >= 0i)", two.text));
            }
            if fold == Fold::GreatestCommonDivisor {
                one.text = self.named(one.text);
                has_value = Some(format!("(min({}, {}) >= 0i)", one.text, two.text));
            }
        }
        // Where nothing is negative, numbers without a sign are divided: that takes a shift by a power of 2.
        let is_natural = one.bounds.0 >= 0 && two.bounds.0 > 0;
        let (a, b) = (&one.text, &two.text);
        let text = match fold {
            Fold::Plus => format!("({a} + {b})"),
            Fold::Minus => format!("({a} - {b})"),
            Fold::Times => format!("({a} * {b})"),
            Fold::Quotient if is_natural => format!("i32(u32({a}) / u32({b}))"),
            Fold::Remainder if is_natural => format!("i32(u32({a}) % u32({b}))"),
            Fold::Quotient => format!("quotient({a}, {b})"),
            Fold::Remainder => format!("remainder({a}, {b})"),
            Fold::BitAnd => format!("({a} & {b})"),
            Fold::Xor => format!("({a} ^ {b})"),
            Fold::BitOr => format!("({a} | {b})"),
            // WGSL has shifts by less than 32 places. A number that has more is 0, or no value.
            Fold::ShiftLeft => format!("({a} << min(u32({b}), 31u))"),
            Fold::ShiftRight => format!("({a} >> min(u32({b}), 31u))"),
            Fold::Min => format!("min({a}, {b})"),
            Fold::Max => format!("max({a}, {b})"),
            Fold::GreatestCommonDivisor => format!("greatest_common_divisor({a}, {b})"),
        };
        let mut all = joined(&one, &two, text, bounds);
        all.has_value = both(all.has_value, has_value);
        all.is_costly |= fold == Fold::GreatestCommonDivisor;
        all
    }
}
