//! The subtraction set, as far as it matters on a domain, and what computing with it costs.

use crate::domain::{Coordinates, MAX_HEAPS};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::VectorGame;
use crate::values::Value;

/// Heaps of a block. Its lanes stay in the nearest cache.
pub(super) const BLOCK: usize = 1 << 12;
/// Heaps of a piece, a vector of the narrowest lanes.
pub(super) const PIECE: usize = 64;

/// Stands for the value of a heap that is not known yet, and of heaps below zero: the largest of the
/// type, which no value is. (Outcomes are bytes here.)
pub(super) fn absent<V: Value>() -> V {
    V::saturating_from(u32::MAX)
}

/// The numbers of the set that can be taken from some heap of the domain.
pub(super) struct Set {
    /// In ascending order.
    pub(super) numbers: Vec<usize>,
    /// How the values of a strip are found.
    pub(super) way: Way,
}

/// How the values of a strip are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Grundy values in passes with lanes of this number of bits, each for a value.
    Passes(u32),
    /// Grundy values by marking what each excludes.
    Marking,
    /// P-positions are counted in one pass, with lanes of this number of bits.
    Counting(u32),
}

impl Set {
    /// Selects the numbers that matter.
    pub(super) fn new(plan: &Plan, game: &VectorGame) -> Self {
        let side = plan.job().domain().sides()[MAX_HEAPS - 1];
        let tokens = |vector: &Coordinates| vector[MAX_HEAPS - 1];
        let mut numbers: Vec<usize> = game
            .alterations()
            .iter()
            .map(tokens)
            .filter(|&s| s < side)
            .map(|s| s as usize)
            .collect();
        numbers.sort_unstable();
        let options = numbers.len() as u64;
        let way = match plan.job().quantity() {
            Quantity::Grundy => way_of_grundy_values(&numbers, plan.grundy_values() - 1),
            // Beyond the blocking number it does not matter how many P-positions there are.
            Quantity::Outcome => counting(options.min(u64::from(game.blocking_number()) + 1)),
            _ => counting(options),
        };
        Set { numbers, way }
    }

    /// Returns how far back the largest number leads.
    pub(super) fn reach(&self) -> usize {
        self.numbers.last().copied().unwrap_or(0)
    }

    /// Returns the numbers below the length of a piece, those below that of a block, and the others.
    pub(super) fn by_distance(&self) -> [&[usize]; 3] {
        let piece = self.numbers.partition_point(|&s| s < PIECE);
        let block = self.numbers.partition_point(|&s| s < BLOCK);
        [&self.numbers[..piece], &self.numbers[piece..block], &self.numbers[block..]]
    }

    /// Returns the bytes that are kept of each heap size beside its value.
    pub(super) fn lane_bytes(&self) -> u64 {
        match self.way {
            Way::Passes(bits) | Way::Counting(bits) => u64::from(bits / 8),
            Way::Marking => 1,
        }
    }
}

/// Chooses lanes that count up to `most`.
fn counting(most: u64) -> Way {
    Way::Counting(match most {
        0..=0xff => 8,
        0x100..=0xffff => 16,
        _ => 32,
    })
}

/// Chooses how Grundy values up to `largest` are found.
///
/// Where a lane of 64 bits holds all values, one pass suffices. Else an option costs a pass some 1/32 ns
/// for each value and 64 bits of a vector. Marking costs as much for eight words of the set, twice
/// because what lies before a strip is marked again. How many values occur is known only afterwards: for
/// sets without structure it is about a sixth of their numbers, since a value that leads to so many heap
/// sizes is excluded from nearly all others.
fn way_of_grundy_values(numbers: &[usize], largest: usize) -> Way {
    let values = largest.min(numbers.len()) + 1;
    if values <= 64 {
        return Way::Passes((values as u32).next_power_of_two().max(8));
    }
    let reach = numbers.last().copied().unwrap_or(0);
    let by_passes = numbers.len() * (values / 6 + 64) / 256;
    let by_marking = 2 * reach / 128 + values / 32;
    if by_marking < by_passes && reach <= MARKING_REACH {
        return Way::Marking;
    }
    // The lanes of all heap sizes within reach should stay in the cache of a core.
    Way::Passes(if reach <= 1 << 18 { 16 } else { 8 })
}

/// Beyond this reach marking is not chosen, so that heap sizes fit in 32 bits.
const MARKING_REACH: usize = 1 << 30;

/// Returns about how many bytes of vectors are computed for a heap size.
pub(in crate::engine::cpu) fn bytes_of_heap_size(plan: &Plan, game: &VectorGame) -> f64 {
    let set = Set::new(plan, game);
    let numbers = set.numbers.len() as f64;
    match set.way {
        Way::Passes(_) if numbers > 64.0 => numbers * (numbers / 6.0 + 64.0) / 8.0,
        Way::Passes(_) | Way::Counting(_) => numbers * set.lane_bytes() as f64,
        Way::Marking => set.reach() as f64 / 2.0 + numbers,
    }
}
