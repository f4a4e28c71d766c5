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
//! | `triangle` | the Triangle Game, `digraph:XY/YZ/ZX` |
//! | `digraph:EDGES` | take from one vertex, return fewer along an edge; edges separated by `/` |
//!
//! Modifiers of vector games: `+alter=V/V` (the symmetric difference of the moves with these
//! vectors), `+terminal=P/P` (these positions have no moves), `+block=B`. Of digraph games:
//! `+heaps=K` (vertices without edges). Of subtraction games: all but `+alter`.

use std::fmt;

use super::{DigraphGame, Edge, Ruleset, VectorGame};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::number::parse_number;
use crate::refusal::Refusal;

impl Ruleset {
    /// Reads the notation of a game.
    ///
    /// # Errors
    /// When the text is not a game: the refusal says what was read, what is wrong with it, and
    /// what would be right.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let refuse = |wrong: String, right: &str| Refusal::new(text, wrong, right);
        let mut parts = text.split('+');
        let game = parts.next().unwrap_or_default();
        let (name, argument) = match game.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (game, None),
        };
        let modifiers = Modifiers::parse(parts).map_err(|e| refuse(e.wrong, &e.right))?;
        let family = Family::parse(name, argument).map_err(|e| refuse(e.wrong, &e.right))?;
        let ruleset = match family {
            Family::Vector(game) => modifiers.of_vector_game(game),
            Family::Subtraction(set) => modifiers.of_subtraction_game(&set),
            Family::Digraph(edges) => modifiers.of_digraph(&edges),
        };
        ruleset.map_err(|e| refuse(e.wrong, &e.right))
    }
}

/// The part before the modifiers. The heaps of subtraction and digraph games are not known until
/// `+heaps` is.
enum Family {
    Vector(VectorGame),
    Subtraction(Vec<u32>),
    Digraph(Vec<Edge>),
}

impl Family {
    fn parse(name: &str, argument: Option<&str>) -> Result<Self, Refusal> {
        let needs = |right: &str| Refusal::new(name, format!("{name} needs an argument"), right);
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
                _ => Err(Refusal::new(
                    set,
                    "a subtraction set has numbers, not vectors",
                    "separate them by commas, as in subtraction:2,5,8",
                )),
            },
            ("subtraction", None) => Err(needs("give its set, as in subtraction:2,5,8")),
            ("triangle", None) => Ok(Family::Digraph(DigraphGame::triangle().edges().to_vec())),
            ("digraph", Some(edges)) => parse_edges(edges).map(Family::Digraph),
            ("digraph", None) => Err(needs("give its edges, as in digraph:XY/YZ/ZX")),
            ("wythoff" | "maharaja" | "triangle", Some(_)) => Err(Refusal::new(
                name,
                format!("{name} takes no argument"),
                format!("write {name}"),
            )),
            _ => Err(Refusal::new(
                name,
                format!("there is no game named {name:?}"),
                "the games are nim, wythoff, maharaja, vector, subtraction, triangle and digraph \
                 (see `grundytab games`)",
            )),
        }
    }
}

/// What stands behind the `+` signs, each at most once.
#[derive(Default)]
struct Modifiers {
    block: Option<u32>,
    heaps: Option<u32>,
    alter: Option<Vec<Vec<u32>>>,
    terminal: Option<Vec<Vec<u32>>>,
}

impl Modifiers {
    fn parse<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Self, Refusal> {
        let mut modifiers = Modifiers::default();
        for text in texts {
            let (key, value) = text.split_once('=').unwrap_or((text, ""));
            let count = |meaning| number(value, meaning);
            let repeated = match key {
                "block" => {
                    modifiers.block.replace(count("a number of options to block")?).is_some()
                }
                "heaps" => modifiers.heaps.replace(count("a number of heaps")?).is_some(),
                "alter" => modifiers.alter.replace(parse_vectors(value)?).is_some(),
                "terminal" => modifiers.terminal.replace(parse_vectors(value)?).is_some(),
                _ => {
                    return Err(Refusal::new(
                        text,
                        format!("there is no modifier {text:?}"),
                        "the modifiers are +alter=V/V, +terminal=P/P and +block=B on vector games \
                         and +heaps=K on digraph and subtraction games",
                    ));
                }
            };
            if repeated {
                return Err(Refusal::new(
                    text,
                    format!("the modifier {key} is given twice"),
                    "give it once",
                ));
            }
        }
        Ok(modifiers)
    }

    fn of_vector_game(self, mut game: VectorGame) -> Result<Ruleset, Refusal> {
        if self.heaps.is_some() {
            return Err(Refusal::new(
                "heaps",
                "the modifier heaps does not apply to a vector game",
                "its rays say how many heaps there are (for Nim, as in nim:3)",
            ));
        }
        if let Some(vectors) = &self.alter {
            if !game.alterations().is_empty() {
                return Err(Refusal::new(
                    "alter",
                    "the game is an altered one already",
                    "alter wythoff instead of maharaja",
                ));
            }
            game = game.with_alterations(vectors)?;
        }
        if let Some(positions) = &self.terminal {
            game = game.with_terminals(positions)?;
        }
        Ok(Ruleset::Vector(game.with_block(self.block.unwrap_or(0))))
    }

    fn of_subtraction_game(mut self, set: &[u32]) -> Result<Ruleset, Refusal> {
        if self.alter.is_some() {
            return Err(Refusal::new(
                "alter",
                "the modifier alter does not apply to a subtraction game",
                "put the moves that you want into its set",
            ));
        }
        let heaps = self.heaps.take().unwrap_or(1);
        self.of_vector_game(VectorGame::subtraction(set, heaps as usize)?)
    }

    fn of_digraph(self, edges: &[Edge]) -> Result<Ruleset, Refusal> {
        let of_vector_games = [
            ("block", self.block.is_some()),
            ("alter", self.alter.is_some()),
            ("terminal", self.terminal.is_some()),
        ];
        if let Some((name, _)) = of_vector_games.iter().find(|(_, given)| *given) {
            return Err(Refusal::new(
                name,
                format!("the modifier {name} does not apply to a digraph game"),
                "it is tabulated for vector games, as in wythoff+block=4",
            ));
        }
        let named = edges.iter().map(|edge| edge.from.max(edge.to) + 1).max();
        let vertices = self.heaps.map_or(named.unwrap_or(0), |heaps| heaps as usize);
        DigraphGame::new(vertices, edges).map(Ruleset::Digraph)
    }
}

/// A number, its text named in what is wrong: the refusal as a whole names the game.
fn number(text: &str, meaning: &str) -> Result<u32, Refusal> {
    parse_number(text, meaning).map_err(|refusal| {
        Refusal::new(text, format!("{}: {}", refusal.read, refusal.wrong), refusal.right)
    })
}

fn wythoff() -> Result<VectorGame, Refusal> {
    VectorGame::new(&[vec![1, 0], vec![0, 1], vec![1, 1]])
}

/// Wythoff Nim with the moves of a knight (Larsson and Wastlund 2014).
fn maharaja() -> Result<VectorGame, Refusal> {
    wythoff()?.with_alterations(&[vec![2, 1], vec![1, 2]])
}

/// The numbers F(2n+1) - 1 for n >= 1, with F(1) = F(2) = 1, as far as heaps go (Larsson and Fox
/// 2015).
fn fibonacci_odd() -> Vec<u32> {
    let pairs = std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((a + b, a + 2 * b)));
    // The pairs are (F(2n), F(2n+1)).
    pairs.map_while(|(_, odd)| u32::try_from(odd - 1).ok()).collect()
}

fn parse_vectors(text: &str) -> Result<Vec<Vec<u32>>, Refusal> {
    let vector = |vector: &str| vector.split(',').map(|c| number(c, "a coordinate")).collect();
    match text {
        "" => Ok(Vec::new()),
        _ => text.split('/').map(vector).collect(),
    }
}

fn parse_edges(text: &str) -> Result<Vec<Edge>, Refusal> {
    let vertex = |letter: u8| match letter {
        b'X' => Some(0),
        b'Y' => Some(1),
        b'Z' => Some(2),
        _ => None,
    };
    let edge = |edge: &str| {
        let parsed = match edge.as_bytes() {
            &[from, to] => vertex(from).zip(vertex(to)),
            _ => None,
        };
        parsed.map(|(from, to)| Edge { from, to }).ok_or_else(|| {
            Refusal::new(
                edge,
                format!("{edge:?} is not an edge"),
                "an edge is two letters of X, Y and Z, as in digraph:XY/YZ/ZX",
            )
        })
    };
    match text {
        "" => Ok(Vec::new()),
        _ => text.split('/').map(edge).collect(),
    }
}

/// The canonical notation; parsing it gives the same ruleset back.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ruleset::Vector(game) => f.write_str(&vector_text(game)),
            Ruleset::Digraph(game) if *game == DigraphGame::triangle() => f.write_str("triangle"),
            Ruleset::Digraph(game) => {
                write!(f, "digraph:{}", game.text())?;
                if game.heaps() > game.named_vertices() {
                    write!(f, "+heaps={}", game.heaps())?;
                }
                Ok(())
            }
        }
    }
}

fn vector_text(game: &VectorGame) -> String {
    let join = |vectors: &[Coordinates]| {
        let vector = |vector: &Coordinates| {
            let coordinates = vector[MAX_HEAPS - game.heaps()..].iter();
            coordinates.map(u32::to_string).collect::<Vec<_>>().join(",")
        };
        vectors.iter().map(vector).collect::<Vec<_>>().join("/")
    };
    let has_rays_of = |other: &Result<VectorGame, Refusal>| {
        let same =
            |other: &VectorGame| (other.heaps(), other.rays()) == (game.heaps(), game.rays());
        other.as_ref().is_ok_and(same)
    };
    let maharaja = maharaja();
    let is_maharaja = has_rays_of(&maharaja)
        && maharaja.is_ok_and(|other| other.alterations() == game.alterations());
    let mut text = if is_maharaja {
        "maharaja".into()
    } else if has_rays_of(&VectorGame::nim(game.heaps())) {
        format!("nim:{}", game.heaps())
    } else if has_rays_of(&wythoff()) {
        "wythoff".into()
    } else if let Some(set) = game.subtraction_set() {
        let numbers: Vec<String> = set.iter().map(u32::to_string).collect();
        let name = if set == fibonacci_odd() { "fibonacci-odd".into() } else { numbers.join(",") };
        let heaps = format!("+heaps={}", game.heaps());
        format!("subtraction:{name}{}", if game.heaps() > 1 { &heaps } else { "" })
    } else {
        format!("vector:{}", join(game.rays()))
    };
    if !is_maharaja && !game.rays().is_empty() && !game.alterations().is_empty() {
        text += &format!("+alter={}", join(game.alterations()));
    }
    if !game.terminals().is_empty() {
        text += &format!("+terminal={}", join(game.terminals()));
    }
    if game.block() > 0 {
        text += &format!("+block={}", game.block());
    }
    text
}
