//! Game notation: `name [":" argument] {"+" modifier}`, in characters that a shell leaves alone.
//!
//! | text | game |
//! |---|---|
//! | `nim:3` | Nim on 3 heaps; `nim` is `nim:2` |
//! | `wythoff` | Wythoff Nim, `vector:1,0/0,1/1,1` |
//! | `maharaja` | Maharaja Nim, `wythoff+alter=1,2/2,1` |
//! | `vector:RAYS` | subtract a multiple of a ray; rays separated by `/`, coordinates by `,` |
//! | `subtraction:2,5,8` | take one of these numbers from one heap; `+heaps=K` plays on K heaps |
//! | `subtraction:fibonacci-odd` | the same for 1, 4, 12, 33, ..., the F(2n+1) - 1 |
//! | `euclid` | take a multiple of the smaller heap from the larger; `euclid+positive`: heaps stay positive |
//! | `fibonacci` | Fibonacci Nim on (heap, limit): take m <= limit, the next limit is 2m |
//! | `triangle` | the Triangle Game, `digraph:XY/YZ/ZX` |
//! | `digraph:EDGES` | take from one vertex, return fewer along an edge; edges separated by `/` |
//! | `partizan:RAYS:RAYS` | Left subtracts multiples of the first rays, Right of the second |
//!
//! Modifiers of vector games: `+alter=V/V` (the symmetric difference of the moves with these
//! vectors), `+terminal=P/P` (these positions have no moves), `+block=B`. Of digraph games:
//! `+heaps=K` (vertices without edges). Of subtraction games: all but `+alter`. Of partizan games:
//! `+alter-left=V/V` and `+alter-right=V/V` (a player who has them may have no rays), `+terminal=P/P`.

use super::modifiers::Modifiers;
use super::written::{Vectors, number, parse_edges, parse_vectors};
use super::{DigraphGame, Edge, Ruleset, VectorGame};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

impl Ruleset {
    /// Reads the notation of a game.
    ///
    /// # Errors
    /// When the text is not a game: the refusal says what was read, what is wrong with it, and
    /// what would be right.
    pub fn parse(text: &str) -> Result<Self, InvalidInput> {
        let mut parts = text.split('+');
        let game = parts.next().unwrap_or_default();
        let (name, argument) = match game.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (game, None),
        };
        let modifiers = Modifiers::parse(parts).map_err(|error| error.about(text))?;
        let family = Family::parse(name, argument).map_err(|error| error.about(text))?;
        family.with(modifiers).map_err(|error| error.about(text))
    }
}

/// The part before the modifiers. The heaps of subtraction and digraph games are not known until
/// `+heaps` is.
pub(super) enum Family {
    Vector(VectorGame),
    Subtraction(Vec<u32>),
    Digraph(Vec<Edge>),
    Euclid,
    Fibonacci,
    Partizan(Vectors, Vectors),
}

impl Family {
    /// The ruleset, if all modifiers apply.
    pub(super) fn with(self, modifiers: Modifiers) -> Result<Ruleset, InvalidInput> {
        match self {
            Family::Vector(game) => modifiers.of_vector_game(game),
            Family::Subtraction(set) => modifiers.of_subtraction_game(&set),
            Family::Digraph(edges) => modifiers.of_digraph(&edges),
            Family::Euclid => modifiers.of_euclid(),
            Family::Fibonacci => modifiers.of_fibonacci(),
            Family::Partizan(left, right) => modifiers.of_partizan(&left, &right),
        }
    }

    pub(super) fn parse(name: &str, argument: Option<&str>) -> Result<Self, InvalidInput> {
        let needs = |right: &str| {
            InvalidInput::new(
                InvalidInputKind::MissingArgument,
                name,
                format!("{name} needs an argument"),
                right,
            )
        };
        match (name, argument) {
            ("nim", None) => VectorGame::nim(2).map(Family::Vector),
            ("nim", Some(heaps)) => {
                let heaps = number(heaps, "a number of heaps (1 to 3)")?;
                VectorGame::nim(heaps as usize).map(Family::Vector)
            }
            ("wythoff", None) => wythoff().map(Family::Vector),
            ("maharaja", None) => maharaja().map(Family::Vector),
            ("vector", Some(rays)) => VectorGame::new(&parse_vectors(rays)?).map(Family::Vector),
            ("vector", None) => Err(needs("give its rays, as in vector:1,0/0,1/1,1")),
            ("subtraction", Some("fibonacci-odd")) => Ok(Family::Subtraction(fibonacci_odd())),
            ("subtraction", Some(set)) => match parse_vectors(set)?.as_slice() {
                [] => Ok(Family::Subtraction(Vec::new())),
                [set] => Ok(Family::Subtraction(set.clone())),
                _ => Err(InvalidInput::new(
                    InvalidInputKind::Syntax,
                    set,
                    "a subtraction set has numbers, not vectors",
                    "separate them by commas, as in subtraction:2,5,8",
                )),
            },
            ("subtraction", None) => Err(needs("give its set, as in subtraction:2,5,8")),
            ("triangle", None) => Ok(Family::Digraph(DigraphGame::triangle().edges().to_vec())),
            ("digraph", Some(edges)) => parse_edges(edges).map(Family::Digraph),
            ("digraph", None) => Err(needs("give its edges, as in digraph:XY/YZ/ZX")),
            ("euclid", None) => Ok(Family::Euclid),
            ("fibonacci", None) => Ok(Family::Fibonacci),
            ("partizan", Some(rays)) => match rays.split_once(':') {
                Some((left, right)) => {
                    Ok(Family::Partizan(parse_vectors(left)?, parse_vectors(right)?))
                }
                None => Err(InvalidInput::new(
                    InvalidInputKind::MissingArgument,
                    rays,
                    "Right's rays are missing",
                    "give them behind a second colon, as in partizan:1,0/0,1:1,1",
                )),
            },
            ("partizan", None) => {
                Err(needs("give Left's rays and Right's, as in partizan:1,0/0,1:1,1"))
            }
            ("wythoff" | "maharaja" | "triangle" | "euclid" | "fibonacci", Some(_)) => {
                Err(InvalidInput::new(
                    InvalidInputKind::ModifierDoesNotApply,
                    name,
                    format!("{name} takes no argument"),
                    format!("write {name}"),
                ))
            }
            _ => Err(no_game_named(name)),
        }
    }
}

pub(super) fn no_game_named(name: &str) -> InvalidInput {
    InvalidInput::new(
        InvalidInputKind::UnknownGame,
        name,
        format!("there is no game named {name:?}"),
        "the games are nim, wythoff, maharaja, vector, subtraction, euclid, fibonacci, triangle, \
         digraph and partizan",
    )
}

pub(super) fn wythoff() -> Result<VectorGame, InvalidInput> {
    VectorGame::new(&[vec![1, 0], vec![0, 1], vec![1, 1]])
}

/// Wythoff Nim with the moves of a knight (Larsson and Wastlund 2014).
pub(super) fn maharaja() -> Result<VectorGame, InvalidInput> {
    wythoff()?.with_alterations(&[vec![2, 1], vec![1, 2]])
}

/// The numbers F(2n+1) - 1 for n >= 1, with F(1) = F(2) = 1, as far as heaps go (Larsson and Fox
/// 2015).
pub(super) fn fibonacci_odd() -> Vec<u32> {
    let pairs = std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((a + b, a + 2 * b)));
    // The pairs are (F(2n), F(2n+1)).
    pairs.map_while(|(_, odd)| u32::try_from(odd - 1).ok()).collect()
}
