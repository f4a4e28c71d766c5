//! The rules of vector games: linear vector subtraction games M(L) (Larsson, CombinArtorial games)
//! with finitely many altered moves, terminal positions, moves to the zero position and blocking. Without
//! rays, the altered vectors are the moves: these are subtraction games and their like.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::domain::{Coordinates, MAX_HEAPS};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::notation::lists::comma_separated;
use crate::wording::counted;

/// A game whose moves subtract m·ℓ, for a ray ℓ of a finite set L and m >= 1. The symmetric
/// difference of this set of moves with finitely many vectors, the alterations, adds and removes
/// moves.
///
/// Terminal positions have no moves. Some positions may have a move to the zero position, whatever the vectors are:
/// in normal play they are N-positions, since the zero position is P. Before each move the opponent may block up to
/// [`blocking_number`](Self::blocking_number) options; a player all of whose options are blocked
/// loses.
///
/// As a scoring game a step along a ray, and an added vector as a whole, pays points: the tokens that it
/// takes, or [points of its own](Self::with_points). The move m·ℓ pays m times the points of ℓ. Where
/// several rays make the same move, the player takes it along the one that pays the most. A move to the zero position
/// that no vector makes pays the tokens that it takes.
///
/// ```
/// use grundytab::VectorGame;
/// let wythoff = VectorGame::new([[1, 0], [0, 1], [1, 1]])?;
/// assert_eq!(wythoff.heaps(), 2);
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorGame {
    heaps: usize,
    rays: Vec<Coordinates>,
    alterations: Vec<Coordinates>,
    terminals: Vec<Coordinates>,
    to_zero: Vec<Coordinates>,
    blocking_number: u32,
    /// Whether the altered vectors are those that fit in 32 bits of an infinite set, which has a name of
    /// its own. No table tells the two games apart, but a theorem about all heap sizes does.
    is_infinite: bool,
    /// The points of rays and added vectors, where they are not the tokens that are taken.
    pub(super) points: BTreeMap<Coordinates, i32>,
}

impl VectorGame {
    /// Returns the game with these rays, each with one coordinate per heap. Their order does not
    /// matter, nor does a ray given twice.
    ///
    /// # Errors
    /// When there is no ray, a ray is zero, or rays differ in length or have more than four
    /// coordinates.
    pub fn new(rays: impl IntoIterator<Item = impl AsRef<[u32]>>) -> Result<Self, InvalidInput> {
        let (heaps, rays) = moves_of_one_length(rays, "ray")?;
        Ok(VectorGame { rays, ..VectorGame::without_moves(heaps) })
    }

    /// Returns Nim: take any number of tokens from one of `heaps` heaps.
    ///
    /// # Errors
    /// When `heaps` is not from 1 to 4.
    pub fn nim(heaps: usize) -> Result<Self, InvalidInput> {
        if !(1..=MAX_HEAPS).contains(&heaps) {
            return Err(InvalidInput::new(
                InvalidInputKind::WrongHeapCount,
                heaps,
                "Nim is tabulated on 1 to 4 heaps",
                "as in nim:3",
            ));
        }
        VectorGame::new((0..heaps).map(|axis| along_axis(1, axis, heaps)))
    }

    /// Returns the game whose moves are these vectors alone, as alterations of a game without rays.
    ///
    /// # Errors
    /// When there is no vector, one is zero, or they differ in length or have more than four
    /// coordinates.
    pub fn finite(
        vectors: impl IntoIterator<Item = impl AsRef<[u32]>>,
    ) -> Result<Self, InvalidInput> {
        let (heaps, alterations) = moves_of_one_length(vectors, "vector")?;
        Ok(VectorGame { alterations, ..VectorGame::without_moves(heaps) })
    }

    /// Returns what is no game yet: it has no moves.
    fn without_moves(heaps: usize) -> Self {
        VectorGame {
            heaps,
            rays: Vec::new(),
            alterations: Vec::new(),
            terminals: Vec::new(),
            to_zero: Vec::new(),
            blocking_number: 0,
            is_infinite: false,
            points: BTreeMap::new(),
        }
    }

    /// Returns a subtraction game: take s tokens from one of `heaps` heaps, for an s of the set.
    ///
    /// # Errors
    /// When the set is empty or has a 0, or `heaps` is not from 1 to 4.
    pub fn subtraction(set: &[u32], heaps: usize) -> Result<Self, InvalidInput> {
        let invalid = |kind: InvalidInputKind, problem: &str, hint: &str| {
            Err(InvalidInput::new(kind, comma_separated(set), problem, hint))
        };
        if set.is_empty() {
            return invalid(
                InvalidInputKind::Empty,
                "the subtraction set is empty",
                "give at least one number, as in 2,5,8",
            );
        }
        if set.contains(&0) {
            return invalid(
                InvalidInputKind::ZeroVector,
                "the subtraction set has a 0",
                "a move takes at least one token",
            );
        }
        if !(1..=MAX_HEAPS).contains(&heaps) {
            let problem = format!("{} cannot be tabulated", counted(heaps, "heap"));
            return invalid(InvalidInputKind::WrongHeapCount, &problem, "a game has 1 to 4 heaps");
        }
        VectorGame::finite(
            (0..heaps).flat_map(|axis| set.iter().map(move |&s| along_axis(s, axis, heaps))),
        )
    }

    /// Returns the game of taking s tokens in all, for an s of the set, from any of the heaps in any way.
    ///
    /// ```
    /// use grundytab::VectorGame;
    /// let game = VectorGame::subtraction_in_total(&[2], 2)?;
    /// assert_eq!(game, VectorGame::finite([[2, 0], [1, 1], [0, 2]])?);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    ///
    /// # Errors
    /// As for [`subtraction`](Self::subtraction), and when these are more than 100000 vectors.
    pub fn subtraction_in_total(set: &[u32], heaps: usize) -> Result<Self, InvalidInput> {
        // Checks the set and the heaps.
        VectorGame::subtraction(set, heaps)?;
        let count = vectors_in_total(set.iter().map(|&s| s.into()), heaps);
        if count.is_none_or(|count| count > MOST_IN_TOTAL) {
            let problem = format!("the numbers can be taken from {heaps} heaps in too many ways");
            return Err(InvalidInput::new(
                InvalidInputKind::OutOfRange,
                comma_separated(set),
                problem,
                format!("give smaller numbers, with at most {MOST_IN_TOTAL} ways in all"),
            ));
        }
        VectorGame::finite(set.iter().flat_map(|&s| ways_to_take(s, heaps)))
    }

    /// Returns the subtraction game whose set is infinite, where these are its numbers of 32 bits.
    pub(in crate::ruleset) fn infinite_subtraction(
        set: &[u32],
        heaps: usize,
    ) -> Result<Self, InvalidInput> {
        Ok(VectorGame { is_infinite: true, ..VectorGame::subtraction(set, heaps)? })
    }

    /// Whether the subtraction set is infinite: its numbers of 32 bits are given.
    pub fn is_infinite(&self) -> bool {
        self.is_infinite
    }

    /// Returns the subtraction set, sorted, if the game has no rays and its moves are the same set
    /// of numbers on each heap.
    pub fn subtraction_set(&self) -> Option<Vec<u32>> {
        if !self.rays.is_empty() {
            return None;
        }
        let on_last_heap = self.alterations.iter().map(|vector| vector[MAX_HEAPS - 1]);
        let set: Vec<u32> = on_last_heap.filter(|&s| s > 0).collect();
        let game = VectorGame::subtraction(&set, self.heaps).ok()?;
        (game.alterations == self.alterations).then_some(set)
    }

    /// Returns the set, sorted, if the game has no rays and its moves take these numbers of tokens in all, from any of
    /// the heaps in any way.
    pub fn set_in_total(&self) -> Option<Vec<u32>> {
        if !self.rays.is_empty() {
            return None;
        }
        let taken = |vector: &Coordinates| vector.iter().map(|&c| u64::from(c)).sum();
        let set: BTreeSet<u64> = self.alterations.iter().map(taken).collect();
        let count = vectors_in_total(set.iter().copied(), self.heaps)?;
        if count != self.alterations.len() as u64 {
            return None;
        }
        // Different vectors, as many as there are with these numbers of tokens: they are all of them.
        set.into_iter().map(|s| u32::try_from(s).ok()).collect()
    }

    /// Returns the same game with these vectors added to its moves, where they are none, and
    /// removed from them, where they are. They replace earlier alterations.
    ///
    /// # Errors
    /// When there is no vector, one is zero or has another length than the rays.
    pub fn with_alterations(
        self,
        vectors: impl IntoIterator<Item = impl AsRef<[u32]>>,
    ) -> Result<Self, InvalidInput> {
        let vectors = collected(vectors);
        if vectors.is_empty() {
            return Err(empty_set("altered vectors", "one, as in +alter=1,2/2,1"));
        }
        let alterations = moves(&vectors, self.heaps, "altered vector", "the rays")?;
        let is_ray = |vector: &Coordinates| self.rays.contains(vector);
        let points = self.points.into_iter().filter(|(vector, _)| is_ray(vector)).collect();
        Ok(VectorGame { alterations, points, is_infinite: false, ..self })
    }

    /// Returns the same game with these positions terminal. They replace earlier ones.
    ///
    /// # Errors
    /// When there is no position, one has another number of heaps than the game, or one has a move to the zero
    /// position.
    pub fn with_terminals(
        self,
        positions: impl IntoIterator<Item = impl AsRef<[u32]>>,
    ) -> Result<Self, InvalidInput> {
        let positions = collected(positions);
        if positions.is_empty() {
            return Err(empty_set("terminal positions", "one, as in +terminal=0,3/2,2"));
        }
        let terminals = padded(&positions, self.heaps, "terminal position", "the rays")?;
        VectorGame { terminals, ..self }.with_checked_positions()
    }

    /// Returns the same game in which these positions have a move to the zero position too, if they have none
    /// already. They replace earlier ones.
    ///
    /// ```
    /// use grundytab::VectorGame;
    /// use grundytab::Coordinates;
    /// let nim = VectorGame::nim(2)?.with_moves_to_zero([[1, 1]])?;
    /// assert!(nim.has_move_to_zero(Coordinates([0, 0, 1, 1])));
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    ///
    /// # Errors
    /// When there is no position, one is zero or terminal, or one has another number of heaps than the game.
    pub fn with_moves_to_zero(
        self,
        positions: impl IntoIterator<Item = impl AsRef<[u32]>>,
    ) -> Result<Self, InvalidInput> {
        let positions = collected(positions);
        if positions.is_empty() {
            let members = "positions with a move to the zero position";
            return Err(empty_set(members, "one, as in +to-zero=1,2/2,1"));
        }
        let to_zero = moves(&positions, self.heaps, "position", "the rays")?;
        VectorGame { to_zero, ..self }.with_checked_positions()
    }

    /// Checks that no terminal position has a move to the zero position.
    fn with_checked_positions(self) -> Result<Self, InvalidInput> {
        let Some(both) = self.to_zero.iter().find(|at| self.terminals.contains(at)) else {
            return Ok(self);
        };
        let both = comma_separated(both.unpadded(self.heaps));
        Err(InvalidInput::new(
            InvalidInputKind::ModifierDoesNotApply,
            &both,
            format!("the position {both} is terminal and has a move to the zero position"),
            "list it for one of terminal and to-zero",
        ))
    }

    /// Returns a game with the same moves, in which up to `blocking_number` options are blocked
    /// before each move.
    pub fn with_blocking_number(self, blocking_number: u32) -> Self {
        VectorGame { blocking_number, ..self }
    }

    /// Returns the number of heaps, 1 to 4.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// Returns the rays, without repetition, in canonical order, padded on the left to four
    /// coordinates.
    pub fn rays(&self) -> &[Coordinates] {
        &self.rays
    }

    /// Returns the altered vectors, in the same form as the rays.
    pub fn alterations(&self) -> &[Coordinates] {
        &self.alterations
    }

    /// Returns the positions that have no moves whatever the rays are, in the same form as the rays.
    pub fn terminals(&self) -> &[Coordinates] {
        &self.terminals
    }

    /// Returns the positions for which a move to the zero position is listed, in the same form as the rays.
    pub fn to_zero(&self) -> &[Coordinates] {
        &self.to_zero
    }

    /// Returns whether a move to the zero position is listed for a position and no vector makes it.
    pub fn has_move_to_zero(&self, at: Coordinates) -> bool {
        let is_subtracted = || self.alterations.contains(&at) == self.adds(at);
        self.to_zero.contains(&at) && !is_subtracted()
    }

    /// Returns whether the vectors are subtracted at all positions alike (Duchêne and Rigo, Invariant games, 2010): none
    /// is terminal but for its heaps, and none has a move of its own.
    pub fn is_invariant(&self) -> bool {
        self.terminals.is_empty() && self.to_zero.is_empty()
    }

    /// Returns how many options may be blocked before each move.
    #[inline]
    pub fn blocking_number(&self) -> u32 {
        self.blocking_number
    }
}

/// The most moves of a game that is written by the numbers that a move takes in all.
const MOST_IN_TOTAL: u64 = 100_000;

/// Counts the vectors on this number of heaps that take one of these numbers of tokens; `None` beyond 64 bits.
fn vectors_in_total(set: impl Iterator<Item = u64>, heaps: usize) -> Option<u64> {
    let ways = |s: u64| {
        // The binomial coefficient of s + heaps - 1 and heaps - 1; after each step, that of s + i and i.
        (1..heaps as u64).try_fold(1u64, |ways, i| Some(ways.checked_mul(s.checked_add(i)?)? / i))
    };
    set.map(ways).try_fold(0u64, |sum, ways| sum.checked_add(ways?))
}

/// Lists the vectors that take `tokens` from this number of heaps in all.
fn ways_to_take(tokens: u32, heaps: usize) -> Vec<Vec<u32>> {
    match heaps {
        0 => Vec::new(),
        1 => vec![vec![tokens]],
        _ => {
            let with_first = |first: u32| {
                let rest = ways_to_take(tokens - first, heaps - 1);
                rest.into_iter().map(move |rest| [vec![first], rest].concat())
            };
            (0..=tokens).flat_map(with_first).collect()
        }
    }
}

/// Returns the vector that takes `tokens` from one heap.
fn along_axis(tokens: u32, axis: usize, heaps: usize) -> Vec<u32> {
    (0..heaps).map(|heap| if heap == axis { tokens } else { 0 }).collect()
}

fn collected(vectors: impl IntoIterator<Item = impl AsRef<[u32]>>) -> Vec<Vec<u32>> {
    vectors.into_iter().map(|vector| vector.as_ref().to_vec()).collect()
}

/// Describes that a set is empty, of which at least `wanted` must be given.
fn empty_set(members: &str, wanted: &str) -> InvalidInput {
    let problem = format!("the set of {members} is empty");
    let hint = format!("give at least {wanted}");
    InvalidInput::new(InvalidInputKind::Empty, "(nothing)", problem, hint)
}

/// Checks vectors of which the first one decides the number of heaps, and returns both.
fn moves_of_one_length(
    vectors: impl IntoIterator<Item = impl AsRef<[u32]>>,
    name: &str,
) -> Result<(usize, Vec<Coordinates>), InvalidInput> {
    let vectors = collected(vectors);
    let Some(first) = vectors.first() else {
        return Err(empty_set(&format!("{name}s"), &format!("one {name}, as in 1,0/0,1")));
    };
    let heaps = first.len();
    let first = comma_separated(first);
    if !(1..=MAX_HEAPS).contains(&heaps) {
        return Err(InvalidInput::new(
            InvalidInputKind::WrongHeapCount,
            &first,
            format!("the {name} {first} has {heaps} coordinates"),
            "a game has 1 to 4 heaps",
        ));
    }
    Ok((heaps, moves(&vectors, heaps, name, &first)?))
}

/// Checks that vectors can be moves: they are not zero and have `heaps` coordinates, as many as
/// `others` have. Returns them in canonical form.
pub(super) fn moves(
    vectors: &[Vec<u32>],
    heaps: usize,
    name: &str,
    others: &str,
) -> Result<Vec<Coordinates>, InvalidInput> {
    if let Some(zero) = vectors.iter().find(|vector| vector.iter().all(|&c| c == 0)) {
        let zero = comma_separated(zero);
        return Err(InvalidInput::new(
            InvalidInputKind::ZeroVector,
            &zero,
            format!("the {name} {zero} is the zero vector"),
            "a move takes at least one token, as in 1,0",
        ));
    }
    padded(vectors, heaps, name, others)
}

/// Returns vectors in canonical form: padded, sorted by sum and then from the left, without
/// repetition.
fn padded(
    vectors: &[Vec<u32>],
    heaps: usize,
    name: &str,
    others: &str,
) -> Result<Vec<Coordinates>, InvalidInput> {
    if let Some(vector) = vectors.iter().find(|vector| vector.len() != heaps) {
        let vector = comma_separated(vector);
        return Err(InvalidInput::new(
            InvalidInputKind::WrongHeapCount,
            &vector,
            format!("the {name} {vector} has another length than {others}"),
            format!("every {name} has one coordinate per heap"),
        ));
    }
    let mut padded: Vec<Coordinates> =
        vectors.iter().map(|vector| Coordinates::padded(vector, 0)).collect();
    padded.sort_by_key(|vector| {
        (vector.iter().map(|&c| u64::from(c)).sum::<u64>(), Reverse(*vector))
    });
    padded.dedup();
    Ok(padded)
}
