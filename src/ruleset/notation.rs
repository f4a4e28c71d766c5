//! Game notation: `name [":" argument] {"+" modifier}`, in characters that a shell leaves alone.
//!
//! | text | game |
//! |---|---|
//! | `nim:3` | Nim on 3 heaps; `nim` is `nim:2` |
//! | `wythoff` | Wythoff Nim, `vector:1,0/0,1/1,1` |
//! | `vector:RAYS` | subtract a multiple of a ray; rays separated by `/`, coordinates by `,` |
//! | `triangle` | the Triangle Game, `digraph:XY/YZ/ZX` |
//! | `digraph:EDGES` | take from one vertex, return fewer along an edge; edges separated by `/` |
//!
//! Modifiers: `+block=B` on vector games, `+heaps=K` on digraph games (vertices without edges).

use std::fmt;

use super::{DigraphGame, Edge, Ruleset, VectorGame};
use crate::domain::MAX_HEAPS;
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
            Family::Digraph(edges) => modifiers.of_digraph(&edges),
        };
        ruleset.map_err(|e| refuse(e.wrong, &e.right))
    }
}

/// The part before the modifiers. A digraph's vertices are not counted until `+heaps` is known.
enum Family {
    Vector(VectorGame),
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
            ("wythoff", None) => {
                VectorGame::new(&[vec![1, 0], vec![0, 1], vec![1, 1]]).map(Family::Vector)
            }
            ("vector", Some(rays)) => VectorGame::new(&parse_rays(rays)?).map(Family::Vector),
            ("vector", None) => Err(needs("give its rays, as in vector:1,0/0,1/1,1")),
            ("triangle", None) => Ok(Family::Digraph(DigraphGame::triangle().edges().to_vec())),
            ("digraph", Some(edges)) => parse_edges(edges).map(Family::Digraph),
            ("digraph", None) => Err(needs("give its edges, as in digraph:XY/YZ/ZX")),
            ("wythoff" | "triangle", Some(_)) => Err(Refusal::new(
                name,
                format!("{name} takes no argument"),
                format!("write {name}"),
            )),
            _ => Err(Refusal::new(
                name,
                format!("there is no game named {name:?}"),
                "the games are nim, wythoff, vector, triangle and digraph (see `grundytab games`)",
            )),
        }
    }
}

/// What stands behind the `+` signs, each at most once.
#[derive(Default)]
struct Modifiers {
    block: Option<u32>,
    heaps: Option<u32>,
}

impl Modifiers {
    fn parse<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Self, Refusal> {
        let mut modifiers = Modifiers::default();
        for text in texts {
            let (key, value) = text.split_once('=').unwrap_or((text, ""));
            let (slot, meaning) = match key {
                "block" => (&mut modifiers.block, "a number of options to block"),
                "heaps" => (&mut modifiers.heaps, "a number of heaps"),
                _ => {
                    return Err(Refusal::new(
                        text,
                        format!("there is no modifier {text:?}"),
                        "the modifiers are +block=B on vector games and +heaps=K on digraph games",
                    ));
                }
            };
            if slot.replace(number(value, meaning)?).is_some() {
                return Err(Refusal::new(
                    text,
                    format!("the modifier {key} is given twice"),
                    "give it once",
                ));
            }
        }
        Ok(modifiers)
    }

    fn of_vector_game(self, game: VectorGame) -> Result<Ruleset, Refusal> {
        if self.heaps.is_some() {
            return Err(Refusal::new(
                "heaps",
                "the modifier heaps does not apply to a vector game",
                "its rays say how many heaps there are (for Nim, as in nim:3)",
            ));
        }
        Ok(Ruleset::Vector(game.with_block(self.block.unwrap_or(0))))
    }

    fn of_digraph(self, edges: &[Edge]) -> Result<Ruleset, Refusal> {
        if self.block.is_some() {
            return Err(Refusal::new(
                "block",
                "the modifier block does not apply to a digraph game",
                "blocking is tabulated for vector games, as in wythoff+block=4",
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

fn parse_rays(text: &str) -> Result<Vec<Vec<u32>>, Refusal> {
    let ray = |ray: &str| ray.split(',').map(|c| number(c, "a coordinate")).collect();
    match text {
        "" => Ok(Vec::new()),
        _ => text.split('/').map(ray).collect(),
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
            Ruleset::Vector(game) => {
                f.write_str(&vector_name(game))?;
                match game.block() {
                    0 => Ok(()),
                    block => write!(f, "+block={block}"),
                }
            }
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

fn vector_name(game: &VectorGame) -> String {
    let same_rays = |other: Result<VectorGame, Refusal>| {
        other.is_ok_and(|other| other.heaps() == game.heaps() && other.rays() == game.rays())
    };
    if same_rays(VectorGame::nim(game.heaps())) {
        return format!("nim:{}", game.heaps());
    }
    if same_rays(VectorGame::new(&[vec![1, 0], vec![0, 1], vec![1, 1]])) {
        return "wythoff".into();
    }
    let ray = |ray: &[u32; MAX_HEAPS]| {
        let coordinates = ray[MAX_HEAPS - game.heaps()..].iter();
        coordinates.map(u32::to_string).collect::<Vec<_>>().join(",")
    };
    let rays: Vec<String> = game.rays().iter().map(ray).collect();
    format!("vector:{}", rays.join("/"))
}
