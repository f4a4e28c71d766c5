//! Linear vector subtraction games M(L) (Larsson: CombinArtorial games), with finitely many moves
//! altered, terminal positions, and blocking. Without rays, what is left are the altered moves:
//! subtraction games.

use std::cmp::Reverse;

use crate::domain::{Coordinates, MAX_HEAPS, Position};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// A game whose moves subtract m·ℓ, for a ray ℓ of a finite set L and m >= 1; the symmetric
/// difference of this set of moves with finitely many vectors, the alterations, adds and removes
/// moves.
///
/// Terminal positions have no moves. Before each move the opponent may block up to
/// [`blocking_number`](Self::blocking_number) options; a player all of whose options are blocked loses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorGame {
    heaps: usize,
    rays: Vec<Coordinates>,
    alterations: Vec<Coordinates>,
    terminals: Vec<Coordinates>,
    blocking_number: u32,
}

impl VectorGame {
    /// The game with these rays, each with one coordinate per heap. Their order does not
    /// matter, nor does a ray given twice.
    ///
    /// # Errors
    /// When there is no ray, a ray is zero, or rays differ in length or have more than three
    /// coordinates.
    pub fn new(rays: &[Vec<u32>]) -> Result<Self, InvalidInput> {
        let Some(first) = rays.first() else {
            return Err(InvalidInput::new(
                InvalidInputKind::Empty,
                "(nothing)",
                "the set of rays is empty",
                "give at least one ray, as in 1,0/0,1",
            ));
        };
        if first.is_empty() || first.len() > MAX_HEAPS {
            return Err(InvalidInput::new(
                InvalidInputKind::WrongHeapCount,
                show(first),
                format!("the ray {} has {} coordinates", show(first), first.len()),
                "a game has 1 to 3 heaps",
            ));
        }
        let heaps = first.len();
        Ok(VectorGame {
            heaps,
            rays: moves(rays, heaps, "ray", &show(first))?,
            alterations: Vec::new(),
            terminals: Vec::new(),
            blocking_number: 0,
        })
    }

    /// Nim: take any number of tokens from one of `heaps` heaps.
    ///
    /// # Errors
    /// When `heaps` is not from 1 to 3.
    pub fn nim(heaps: usize) -> Result<Self, InvalidInput> {
        let unit = |axis: usize| (0..heaps).map(|i| u32::from(i == axis)).collect();
        match heaps {
            1..=MAX_HEAPS => VectorGame::new(&(0..heaps).map(unit).collect::<Vec<_>>()),
            _ => Err(InvalidInput::new(
                InvalidInputKind::WrongHeapCount,
                heaps,
                "Nim is tabulated on 1 to 3 heaps",
                "as in nim:3",
            )),
        }
    }

    /// The game whose moves are these vectors alone, as alterations of a game without rays.
    ///
    /// # Errors
    /// When there is no vector, one is zero, or they differ in length or have more than three
    /// coordinates.
    pub fn finite(vectors: &[Vec<u32>]) -> Result<Self, InvalidInput> {
        let game = VectorGame::new(vectors)?;
        Ok(VectorGame { alterations: game.rays, rays: Vec::new(), ..game })
    }

    /// A subtraction game: take s tokens from one of `heaps` heaps, for an s of the set.
    ///
    /// # Errors
    /// When the set is empty or has a 0, or `heaps` is not from 1 to 3.
    pub fn subtraction(set: &[u32], heaps: usize) -> Result<Self, InvalidInput> {
        let refuse = |kind: InvalidInputKind, wrong: &str, right: &str| {
            Err(InvalidInput::new(kind, show(set), wrong, right))
        };
        if set.is_empty() {
            return refuse(
                InvalidInputKind::Empty,
                "the subtraction set is empty",
                "give at least one number, as in 2,5,8",
            );
        }
        if set.contains(&0) {
            return refuse(
                InvalidInputKind::ZeroVector,
                "the subtraction set has a 0",
                "a move takes at least one token",
            );
        }
        if !(1..=MAX_HEAPS).contains(&heaps) {
            let wrong = format!("{heaps} heaps cannot be tabulated");
            return refuse(InvalidInputKind::WrongHeapCount, &wrong, "a game has 1 to 3 heaps");
        }
        let on_axis = |axis: usize| {
            let vector = move |s: u32| (0..heaps).map(|i| if i == axis { s } else { 0 }).collect();
            set.iter().map(move |&s| vector(s))
        };
        let moves: Vec<Vec<u32>> = (0..heaps).flat_map(on_axis).collect();
        VectorGame::finite(&moves)
    }

    /// Whether its moves are the same set of numbers on each heap.
    pub fn is_subtraction_game(&self) -> bool {
        let set = self.subtraction_set().unwrap_or_default();
        let same = VectorGame::subtraction(&set, self.heaps);
        same.is_ok_and(|same| self.rays.is_empty() && same.alterations == self.alterations)
    }

    /// The subtraction set of a game without rays, sorted.
    pub fn subtraction_set(&self) -> Option<Vec<u32>> {
        let last_axis = self.alterations.iter().map(|vector| vector[MAX_HEAPS - 1]);
        self.rays.is_empty().then(|| last_axis.filter(|&s| s > 0).collect())
    }

    /// The same game with these vectors added to its moves, where they are none, and removed from
    /// them, where they are. They replace earlier alterations.
    ///
    /// # Errors
    /// When there is no vector, one is zero or has another length than the rays.
    pub fn with_alterations(self, vectors: &[Vec<u32>]) -> Result<Self, InvalidInput> {
        if vectors.is_empty() {
            return Err(InvalidInput::new(
                InvalidInputKind::Empty,
                "(nothing)",
                "the set of altered vectors is empty",
                "give at least one, as in +alter=1,2/2,1",
            ));
        }
        let alterations = moves(vectors, self.heaps, "altered vector", "the rays")?;
        Ok(VectorGame { alterations, ..self })
    }

    /// The same game with these positions terminal. They replace earlier ones.
    ///
    /// # Errors
    /// When there is no position, or one has another number of heaps than the game.
    pub fn with_terminals(self, positions: &[Vec<u32>]) -> Result<Self, InvalidInput> {
        if positions.is_empty() {
            return Err(InvalidInput::new(
                InvalidInputKind::Empty,
                "(nothing)",
                "the set of terminal positions is empty",
                "give at least one, as in +terminal=0,3/2,2",
            ));
        }
        let terminals = padded(positions, self.heaps, "terminal position", "the rays")?;
        Ok(VectorGame { terminals, ..self })
    }

    /// The same moves, with up to `blocking_number` options blocked before each.
    pub fn with_blocking_number(self, blocking_number: u32) -> Self {
        VectorGame { blocking_number, ..self }
    }

    /// Number of heaps, 1 to 3.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// The rays, without repetition, in canonical order, padded on the left to three coordinates.
    pub fn rays(&self) -> &[Coordinates] {
        &self.rays
    }

    /// The altered vectors, likewise.
    pub fn alterations(&self) -> &[Coordinates] {
        &self.alterations
    }

    /// The positions that have no moves whatever the rays say, likewise.
    pub fn terminals(&self) -> &[Coordinates] {
        &self.terminals
    }

    /// How many options may be blocked before each move.
    pub fn blocking_number(&self) -> u32 {
        self.blocking_number
    }
}

/// Vectors that can be moves: not zero, of `heaps` coordinates, as many as `others` have.
fn moves(
    vectors: &[Vec<u32>],
    heaps: usize,
    name: &str,
    others: &str,
) -> Result<Vec<Coordinates>, InvalidInput> {
    match vectors.iter().find(|vector| vector.iter().all(|&c| c == 0)) {
        Some(zero) => Err(InvalidInput::new(
            InvalidInputKind::ZeroVector,
            show(zero),
            format!("the {name} {} is the zero vector", show(zero)),
            "a move takes at least one token, as in 1,0",
        )),
        None => padded(vectors, heaps, name, others),
    }
}

/// Padded, sorted by sum and then from the left, without repetition.
fn padded(
    vectors: &[Vec<u32>],
    heaps: usize,
    name: &str,
    others: &str,
) -> Result<Vec<Coordinates>, InvalidInput> {
    if let Some(vector) = vectors.iter().find(|vector| vector.len() != heaps) {
        return Err(InvalidInput::new(
            InvalidInputKind::WrongHeapCount,
            show(vector),
            format!("the {name} {} has another length than {others}", show(vector)),
            format!("every {name} has one coordinate per heap"),
        ));
    }
    let mut padded: Vec<Coordinates> =
        vectors.iter().map(|vector| Position::new(vector).coordinates()).collect();
    padded.sort_by_key(|vector| {
        (vector.iter().map(|&c| u64::from(c)).sum::<u64>(), Reverse(*vector))
    });
    padded.dedup();
    Ok(padded)
}

fn show(vector: &[u32]) -> String {
    vector.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
