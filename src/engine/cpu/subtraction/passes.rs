//! Passes over a strip: the options of neighbouring heap sizes are looked up at once.
//!
//! A pass has a lane for each heap size, which says what the heap is as an option: for Grundy values a
//! set of one value, as bits; else whether it is a P-position, as 0 or 1. The lanes of the heaps
//! n - s, n + 1 - s, ... lie side by side, so that joining them to what is known of the options of the
//! heaps n, n + 1, ... takes an instruction for a whole vector: sets are united, P-positions counted.
//!
//! The lanes of a block of heaps are found by the distance of their options:
//!
//! 1. options that are `BLOCK` or more away are joined for the whole block;
//! 2. then for each piece of it, those that are `PIECE` or more away;
//! 3. then for each heap in turn the others.
//!
//! A lane has bits for some values only, so that Grundy values take several passes: the first one finds
//! the heaps with the lowest values, and so on. A heap whose value is found has an empty lane in later
//! passes.

use std::ops::{BitAnd, BitOr, Not};

use fearless_simd::{Level, dispatch};

use super::set::{BLOCK, PIECE, Set, absent};
use crate::engine::{Sink, Stop};
use crate::values::Value;

/// What a pass makes of the options.
pub(super) trait Pass<V> {
    /// What a pass knows of a heap.
    type Lane: Copy + Send + Sync;
    /// The lane of a heap that does not count, and what is known of no options.
    const NONE: Self::Lane;

    /// Returns the lane of a heap with this value, or with none yet.
    fn lane(&self, value: V) -> Self::Lane;
    /// Returns what is known of the options of two lanes together.
    fn join(one: Self::Lane, other: Self::Lane) -> Self::Lane;
    /// Returns the lane and the value of a heap with these options; the value is absent if this pass
    /// does not find it.
    fn decide(&self, options: Self::Lane) -> (Self::Lane, V);
}

/// Numbers that are lanes.
pub(super) trait Lane:
    Copy + Send + Sync + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;
    /// Returns 2 to the power of a number, or 0 if that does not fit.
    fn power(exponent: u32) -> Self;
    fn plus(self, other: Self) -> Self;
    fn saturating_plus(self, other: Self) -> Self;
    fn zeros_below(self) -> u32;
    fn count(self) -> u32;
}

macro_rules! lane {
    ($($integer:ty),*) => {$(
        impl Lane for $integer {
            const BITS: u32 = <$integer>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn power(exponent: u32) -> Self {
                if exponent < <$integer>::BITS { 1 << exponent } else { 0 }
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn saturating_plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            #[inline(always)]
            fn zeros_below(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self as u32
            }
        }
    )*};
}
lane!(u8, u16, u32, u64);

/// A pass over the Grundy values from `least` on, as many as a lane has bits.
pub(super) struct Digits<L> {
    least: u32,
    lanes: std::marker::PhantomData<L>,
}

impl<L: Lane> Digits<L> {
    /// Finds the values of a strip that are absent, in as many passes as it takes. `window` holds the
    /// values of the heaps within reach before the strip, then those of the strip.
    pub(super) fn fill<V: Value>(window: &mut [V], set: &Set, sink: &dyn Sink) -> Result<(), Stop> {
        let mut least = 0;
        while window[set.reach()..].contains(&absent()) {
            run(&Digits::<L> { least, lanes: std::marker::PhantomData }, window, set, sink)?;
            least += L::BITS;
        }
        Ok(())
    }
}

impl<V: Value, L: Lane> Pass<V> for Digits<L> {
    type Lane = L;
    const NONE: L = L::ZERO;

    #[inline(always)]
    fn lane(&self, value: V) -> L {
        let is_absent = value == absent();
        L::power(if is_absent { L::BITS } else { value.to_u32().wrapping_sub(self.least) })
    }

    #[inline(always)]
    fn join(one: L, other: L) -> L {
        one | other
    }

    #[inline(always)]
    fn decide(&self, options: L) -> (L, V) {
        // The lowest bit that is clear.
        let lowest = !options & options.plus(L::ONE);
        let value = V::from_u32(self.least.wrapping_add(lowest.zeros_below()));
        (lowest, if lowest == L::ZERO { absent() } else { value })
    }
}

/// The pass that counts P-positions.
pub(super) struct Counts<L> {
    blocking_number: u32,
    is_outcome: bool,
    lanes: std::marker::PhantomData<L>,
}

impl<L> Counts<L> {
    pub(super) fn new(blocking_number: u32, is_outcome: bool) -> Self {
        Counts { blocking_number, is_outcome, lanes: std::marker::PhantomData }
    }
}

impl<V: Value, L: Lane> Pass<V> for Counts<L> {
    type Lane = L;
    const NONE: L = L::ZERO;

    #[inline(always)]
    fn lane(&self, value: V) -> L {
        let is_p = if self.is_outcome {
            value == V::from_u32(1)
        } else {
            value != absent() && value.to_u32() <= self.blocking_number
        };
        if is_p { L::ONE } else { L::ZERO }
    }

    #[inline(always)]
    fn join(one: L, other: L) -> L {
        one.saturating_plus(other)
    }

    #[inline(always)]
    fn decide(&self, options: L) -> (L, V) {
        let palaces = options.count();
        let is_p = palaces <= self.blocking_number;
        let value = if self.is_outcome { u32::from(is_p) } else { palaces };
        (if is_p { L::ONE } else { L::ZERO }, V::from_u32(value))
    }
}

/// Makes a pass over a strip. `window` holds the values of the heaps within reach before the strip, then
/// those of the strip, of which the absent ones are looked for.
pub(super) fn run<V: Value, P: Pass<V>>(
    pass: &P,
    window: &mut [V],
    set: &Set,
    sink: &dyn Sink,
) -> Result<(), Stop> {
    // Behind the strip there is room for a whole block.
    let mut lanes = vec![P::NONE; window.len() + BLOCK];
    for (values, lanes) in window.chunks(BLOCK).zip(lanes.chunks_mut(BLOCK)) {
        dispatch!(Level::new(), _ => convert(pass, values, lanes));
    }
    let mut options = vec![P::NONE; BLOCK];
    for start in (set.reach()..window.len()).step_by(BLOCK) {
        sink.proceed()?;
        let end = window.len().min(start + BLOCK);
        let values = &mut window[start..end];
        if values.contains(&absent()) {
            options.fill(P::NONE);
            dispatch!(Level::new(), _ => fill_block(pass, values, &mut lanes, start, &mut options, set));
        }
    }
    Ok(())
}

#[inline(always)]
fn convert<V: Value, P: Pass<V>>(pass: &P, values: &[V], lanes: &mut [P::Lane]) {
    values.iter().zip(lanes).for_each(|(&value, lane)| *lane = pass.lane(value));
}

/// Finds the absent values of a block, whose lanes begin at `start`.
#[inline(always)]
fn fill_block<V: Value, P: Pass<V>>(
    pass: &P,
    values: &mut [V],
    lanes: &mut [P::Lane],
    start: usize,
    options: &mut [P::Lane],
    set: &Set,
) {
    let [near, middle, far] = set.by_distance();
    join_all::<V, P>(options, lanes, start, far);
    for (piece, values) in values.chunks_mut(PIECE).enumerate() {
        let start = start + piece * PIECE;
        let options = &mut options[piece * PIECE..][..PIECE];
        join_all::<V, P>(options, lanes, start, middle);
        if near.is_empty() {
            let lanes = &mut lanes[start..start + PIECE];
            for ((value, lane), &options) in values.iter_mut().zip(lanes).zip(&*options) {
                let (own, found) = pass.decide(options);
                let is_absent = *value == absent();
                *value = if is_absent { found } else { *value };
                *lane = if is_absent { own } else { *lane };
            }
        } else {
            for (index, value) in values.iter_mut().enumerate() {
                if *value == absent() {
                    let mut options = options[index];
                    for &s in near {
                        options = P::join(options, lanes[start + index - s]);
                    }
                    (lanes[start + index], *value) = pass.decide(options);
                }
            }
        }
    }
}

/// Joins the lanes that lie `distances` before those from `start` on.
#[inline(always)]
fn join_all<V: Value, P: Pass<V>>(
    options: &mut [P::Lane],
    lanes: &[P::Lane],
    start: usize,
    distances: &[usize],
) {
    let length = options.len();
    let at = |s: usize| &lanes[start - s..start - s + length];
    let (fours, rest) = distances.as_chunks::<4>();
    for &[a, b, c, d] in fours {
        let (a, b, c, d) = (at(a), at(b), at(c), at(d));
        for index in 0..length {
            let one = P::join(a[index], b[index]);
            let other = P::join(c[index], d[index]);
            options[index] = P::join(options[index], P::join(one, other));
        }
    }
    for &s in rest {
        let one = at(s);
        for index in 0..length {
            options[index] = P::join(options[index], one[index]);
        }
    }
}
