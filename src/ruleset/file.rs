//! Rulesets from TOML: the fields of the notation, spelled out.
//!
//! ```toml
//! game = "vector"
//! rays = [[1, 0], [0, 1], [1, 1]]
//! alter = [[1, 2], [2, 1]]
//! terminal = [[0, 3]]
//! block = 2
//! ```
//!
//! | game | its fields |
//! |---|---|
//! | `nim` | `heaps` |
//! | `vector` | `rays` |
//! | `subtraction` | `set`, a list of numbers or `"fibonacci-odd"`; `heaps` |
//! | `digraph` | `edges`, as in `["XY", "YX"]`; `heaps` |
//! | `partizan` | `left` and `right`, lists of rays; `alter-left`, `alter-right` |
//! | `euclid` | `positive = true` |
//! | `wythoff`, `maharaja`, `triangle`, `fibonacci` | |
//!
//! and the modifiers `alter`, `terminal` and `block` where they apply.

use serde::Deserialize;

use super::modifiers::Modifiers;
use super::notation::{Family, fibonacci_odd, no_game_named};
use super::written::{Vectors, parse_edges};
use super::{Ruleset, VectorGame};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    game: String,
    rays: Option<Vectors>,
    set: Option<Set>,
    edges: Option<Vec<String>>,
    left: Option<Vectors>,
    right: Option<Vectors>,
    heaps: Option<u32>,
    alter: Option<Vectors>,
    alter_left: Option<Vectors>,
    alter_right: Option<Vectors>,
    terminal: Option<Vectors>,
    block: Option<u32>,
    #[serde(default)]
    positive: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Set {
    Numbers(Vec<u32>),
    Named(String),
}

impl Ruleset {
    /// Reads a game from the text of a TOML file; `name` says in refusals where it came from.
    ///
    /// # Errors
    /// When the text is not TOML, has unknown fields or wrong types, or is no game.
    ///
    /// ```
    /// use grundytab::Ruleset;
    /// let text = "game = 'subtraction'\nset = [2, 5, 8]\nheaps = 2";
    /// let game = Ruleset::from_toml("game.toml", text)?;
    /// assert_eq!(game, Ruleset::parse("subtraction:2,5,8+heaps=2")?);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn from_toml(name: &str, text: &str) -> Result<Self, InvalidInput> {
        let file: File = toml::from_str(text).map_err(|error| {
            let place = error.span().map_or(String::new(), |span| {
                let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
                format!("line {line}: ")
            });
            let message = error.message().replace('\n', " ");
            InvalidInput::new(
                InvalidInputKind::Syntax,
                name,
                format!("{place}{message}"),
                "it is written as in game = \"wythoff\", alter = [[1, 2], [2, 1]], block = 2",
            )
        })?;
        file.ruleset().map_err(|error| error.about(name))
    }
}

impl File {
    fn ruleset(mut self) -> Result<Ruleset, InvalidInput> {
        let family = self.family()?;
        self.check_nothing_left()?;
        family.with(Modifiers {
            block: self.block,
            heaps: self.heaps,
            alter: self.alter,
            alter_left: self.alter_left,
            alter_right: self.alter_right,
            terminal: self.terminal,
            positive: self.positive.then_some(()),
        })
    }

    /// Takes the fields that the game needs.
    fn family(&mut self) -> Result<Family, InvalidInput> {
        let game = self.game.clone();
        let needs = |field: &str| {
            InvalidInput::new(
                InvalidInputKind::MissingArgument,
                &game,
                format!("{game} needs the field {field}"),
                "give it in the file",
            )
        };
        match game.as_str() {
            "nim" => {
                let heaps = self.heaps.take().unwrap_or(2);
                VectorGame::nim(heaps as usize).map(Family::Vector)
            }
            "vector" => {
                let rays = self.rays.take().ok_or_else(|| needs("rays"))?;
                VectorGame::new(&rays).map(Family::Vector)
            }
            "subtraction" => match self.set.take().ok_or_else(|| needs("set"))? {
                Set::Numbers(set) => Ok(Family::Subtraction(set)),
                Set::Named(set) if set == "fibonacci-odd" => {
                    Ok(Family::Subtraction(fibonacci_odd()))
                }
                Set::Named(set) => Err(InvalidInput::new(
                    InvalidInputKind::Syntax,
                    &set,
                    format!("there is no set named {set:?}"),
                    "a set is a list of numbers, or \"fibonacci-odd\"",
                )),
            },
            "digraph" => {
                let edges = self.edges.take().ok_or_else(|| needs("edges"))?;
                parse_edges(&edges.join("/")).map(Family::Digraph)
            }
            "partizan" => {
                let left = self.left.take().unwrap_or_default();
                Ok(Family::Partizan(left, self.right.take().unwrap_or_default()))
            }
            // The rest have no argument, and are as in the notation.
            "wythoff" | "maharaja" | "triangle" | "euclid" | "fibonacci" => {
                Family::parse(&game, None)
            }
            _ => Err(no_game_named(&game)),
        }
    }

    fn check_nothing_left(&self) -> Result<(), InvalidInput> {
        let left = [
            ("rays", self.rays.is_some()),
            ("set", self.set.is_some()),
            ("edges", self.edges.is_some()),
            ("left", self.left.is_some()),
            ("right", self.right.is_some()),
        ];
        match left.iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((field, _)) => Err(InvalidInput::new(
                InvalidInputKind::ModifierDoesNotApply,
                field,
                format!("the field {field} does not apply to {}", self.game),
                "leave it out",
            )),
        }
    }
}
