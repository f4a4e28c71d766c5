//! Linear vector subtraction games M(L) (Larsson: CombinArtorial games), with blocking.

use std::cmp::Reverse;

use crate::domain::{Coordinates, MAX_HEAPS, Position};
use crate::refusal::Refusal;

/// A game whose moves subtract m·ℓ, for a ray ℓ of a finite set L and m >= 1.
///
/// Before each move the opponent may block up to [`block`](Self::block) options; a player all of
/// whose options are blocked loses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorGame {
    heaps: usize,
    rays: Vec<Coordinates>,
    block: u32,
}

impl VectorGame {
    /// The game with these rays, each with one coordinate per heap. Their order does not
    /// matter, nor does a ray given twice.
    ///
    /// # Errors
    /// When there is no ray, a ray is zero, or rays differ in length or have more than three
    /// coordinates.
    pub fn new(rays: &[Vec<u32>]) -> Result<Self, Refusal> {
        let show = |ray: &[u32]| ray.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let text = rays.iter().map(|ray| show(ray)).collect::<Vec<_>>();
        let refuse = |wrong: String, right: &str| Err(Refusal::new(text.join("/"), wrong, right));
        let Some(first) = rays.first() else {
            return refuse(
                "the set of rays is empty".into(),
                "give at least one ray, as in 1,0/0,1",
            );
        };
        for ray in rays {
            if ray.len() != first.len() {
                return refuse(
                    format!("the ray {} has another length than {}", show(ray), show(first)),
                    "every ray has one coordinate per heap",
                );
            }
            if ray.is_empty() || ray.len() > MAX_HEAPS {
                return refuse(
                    format!("the ray {} has {} coordinates", show(ray), ray.len()),
                    "a game has 1 to 3 heaps",
                );
            }
            if ray.iter().all(|&c| c == 0) {
                return refuse(
                    format!("the ray {} is the zero vector", show(ray)),
                    "a ray removes at least one token, as in 1,0",
                );
            }
        }
        let mut padded: Vec<Coordinates> =
            rays.iter().map(|ray| Position::new(ray).coordinates()).collect();
        padded.sort_by_key(|ray| (ray.iter().map(|&c| u64::from(c)).sum::<u64>(), Reverse(*ray)));
        padded.dedup();
        Ok(VectorGame { heaps: first.len(), rays: padded, block: 0 })
    }

    /// Nim: take any number of tokens from one of `heaps` heaps.
    ///
    /// # Errors
    /// When `heaps` is not from 1 to 3.
    pub fn nim(heaps: usize) -> Result<Self, Refusal> {
        let unit = |axis: usize| (0..heaps).map(|i| u32::from(i == axis)).collect();
        match heaps {
            1..=MAX_HEAPS => VectorGame::new(&(0..heaps).map(unit).collect::<Vec<_>>()),
            _ => Err(Refusal::new(heaps, "Nim is tabulated on 1 to 3 heaps", "as in nim:3")),
        }
    }

    /// The same moves, with up to `block` options blocked before each.
    pub fn with_block(self, block: u32) -> Self {
        VectorGame { block, ..self }
    }

    /// Number of heaps, 1 to 3.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// The rays, without repetition, in canonical order, padded on the left to three coordinates.
    pub fn rays(&self) -> &[Coordinates] {
        &self.rays
    }

    /// How many options may be blocked before each move.
    pub fn block(&self) -> u32 {
        self.block
    }
}
