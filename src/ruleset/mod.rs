//! Rulesets: the rules of one game, as data.
//!
//! A family of games has one file, which holds everything that reading, printing and checking its
//! games takes: the rules as a type that cannot hold an invalid game, the names, arguments and
//! modifiers of its notation (which are the fields of its TOML files too), its canonical text, the
//! domains and quantities that fit it, and its entries in the [`catalogue`]. `families.rs` lists the
//! families. [`Ruleset::parse`] reads the notation and [`Ruleset::from_toml`] files; their error
//! messages name what the families declare.
//!
//! Vector and subtraction games are two families of the same type, [`VectorGame`].

mod array;
pub mod catalogue;
mod definition;
mod digraph;
mod euclid;
mod facts;
mod families;
mod family;
mod fibonacci;
mod method;
mod named;
mod notation;
mod partizan;
mod subtraction;
mod take_and_break;
mod vector;
mod written;

use std::fmt;

pub use array::GivenValues;
pub use definition::GameDefinition;
pub use digraph::renamed_vertices;
pub use digraph::vertices::{DigraphGame, Edge};
pub use euclid::variant::EuclidGame;
pub use facts::Misfit;
pub use families::argument_of;
pub use method::Method;
pub use notation::{GameFile, GameNotes, PlaceholderValue, written_out};
pub use partizan::players::PartizanGame;
pub use subtraction::is_fibonacci_odd;
pub use take_and_break::digits::TakeAndBreakGame;
pub use vector::rays::VectorGame;
pub(crate) use written::ClauseMoves;
pub use written::{Misstep, WrittenRuleset};
pub use written::{
    NAME as RULES, WantedOfMoves, after_name as after_rules, heap_bounds, largest_heaps,
    most_points_of_move,
};

use crate::domain::Domain;
use crate::quantity::{Convention, Mover, Quantity};
use fibonacci::FibonacciGame;

/// The rules of one game. Two rulesets are equal exactly when their canonical texts are, which
/// `Display` prints and [`Ruleset::parse`] reads.
///
/// ```
/// use grundytab::Ruleset;
/// let queen = Ruleset::parse("vector:1,1/0,1/1,0+block=4")?;
/// assert_eq!(queen.to_string(), "wythoff+block=4");
/// assert_eq!(Ruleset::parse("wythoff+block=4")?, queen);
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(with = "String", inline))]
pub enum Ruleset {
    /// Subtract a multiple of a ray.
    Vector(VectorGame),
    /// Take tokens from a vertex of a digraph, return fewer to the other end of an edge.
    Digraph(DigraphGame),
    /// Take a multiple of the smaller heap from the larger one.
    Euclid(EuclidGame),
    /// Fibonacci Nim on (heap, limit): take up to `limit` tokens; the next limit is twice the
    /// number taken (Whinihan 1963). A limit above the heap is the same as one equal to it, and
    /// options are written with the latter.
    Fibonacci,
    /// Subtract a multiple of a ray, where Left and Right have different rays.
    Partizan(PartizanGame),
    /// Take tokens from a heap, and leave the rest as one heap or several.
    TakeAndBreak(TakeAndBreakGame),
    /// What a user gives by clauses.
    Written(WrittenRuleset),
    /// Values without moves, which a user gives.
    Array(GivenValues),
}

impl Ruleset {
    /// Returns what the family states about the game.
    pub fn definition(&self) -> &dyn GameDefinition {
        match self {
            Ruleset::Vector(game) => game,
            Ruleset::Digraph(game) => game,
            Ruleset::Euclid(game) => game,
            Ruleset::Fibonacci => &FibonacciGame,
            Ruleset::Partizan(game) => game,
            Ruleset::TakeAndBreak(game) => game,
            Ruleset::Written(game) => game,
            Ruleset::Array(values) => values,
        }
    }

    /// Returns the same game of the family that has a method of its own for it: the game itself, or what a written
    /// ruleset is recognised as.
    pub fn recognised(&self) -> &Ruleset {
        match self {
            Ruleset::Written(game) => game.family().unwrap_or(self),
            _ => self,
        }
    }

    /// Returns the written ruleset; `None` for games of other families.
    pub fn written_ruleset(&self) -> Option<&WrittenRuleset> {
        match self {
            Ruleset::Written(game) => Some(game),
            _ => None,
        }
    }

    /// Returns the game as written rules: its own, or those of its row in the catalogue, if it has one.
    #[cfg(feature = "gpu")]
    pub(crate) fn as_clauses(&self) -> Option<WrittenRuleset> {
        if let Ruleset::Written(game) = self {
            return Some(game.clone());
        }
        let text = self.to_string();
        let row = catalogue::entries().find(|entry| entry.example == text)?;
        Ruleset::parse(row.rules?).ok()?.written_ruleset().cloned()
    }

    /// Chooses how the fast engines compute a quantity on a domain, which has as many heaps as the game.
    ///
    /// # Errors
    /// When the quantity is not defined for the game, or not tabulated, and when the domain does not fit the game.
    pub(crate) fn method(
        &self,
        domain: &Domain,
        quantity: Quantity,
        convention: Convention,
    ) -> Result<Method, Misfit> {
        let definition = self.definition();
        definition.check(domain, quantity, convention)?;
        definition.facts().check(quantity, convention)?;
        Ok(definition.method(domain, quantity, convention))
    }

    /// Returns the number of heaps, 1 to 4.
    pub fn heaps(&self) -> usize {
        self.definition().facts().heaps
    }

    /// Returns the rules of a vector game, be they written as such; `None` for games of other families.
    #[inline]
    pub fn vector_game(&self) -> Option<&VectorGame> {
        match self.recognised() {
            Ruleset::Vector(game) => Some(game),
            _ => None,
        }
    }

    /// Returns the rules of a digraph game, be they written as such; `None` for games of other families.
    pub fn digraph_game(&self) -> Option<&DigraphGame> {
        match self.recognised() {
            Ruleset::Digraph(game) => Some(game),
            _ => None,
        }
    }

    /// Returns the rules of a partizan vector game, be they written as such; `None` for games of other families.
    pub fn partizan_game(&self) -> Option<&PartizanGame> {
        match self.recognised() {
            Ruleset::Partizan(game) => Some(game),
            _ => None,
        }
    }

    /// Returns the rules of a take-and-break game, be they written as such; `None` for games of other families.
    pub fn take_and_break_game(&self) -> Option<&TakeAndBreakGame> {
        match self.recognised() {
            Ruleset::TakeAndBreak(game) => Some(game),
            _ => None,
        }
    }

    /// Returns the moves of Left and of Right, which are the same in an impartial game; `None` if they are not
    /// those of vector games.
    pub fn players(&self) -> Option<[&VectorGame; 2]> {
        match self.partizan_game() {
            Some(game) => Some([game.left(), game.right()]),
            None => self.vector_game().map(|game| [game, game]),
        }
    }

    /// Returns whether Left and Right have different moves.
    pub fn is_partizan(&self) -> bool {
        self.definition().facts().is_partizan
    }

    /// Returns the players whose moves differ: the next player alone in an impartial game.
    pub fn movers(&self) -> &'static [Mover] {
        if self.is_partizan() { &[Mover::Left, Mover::Right] } else { &[Mover::Next] }
    }

    /// Returns the game in which both players have the moves of one player; those of both if it is the next player
    /// of a partizan game.
    pub fn moves_of(&self, mover: Mover) -> Ruleset {
        if let Ruleset::Written(game) = self {
            return Ruleset::Written(game.moves_of(mover));
        }
        match (self.partizan_game(), mover) {
            (Some(game), Mover::Left) => game.left().clone().into(),
            (Some(game), Mover::Right) => game.right().clone().into(),
            (Some(_), Mover::Next) | (None, _) => self.clone(),
        }
    }

    /// Returns how many options the opponent may block before each move.
    #[inline]
    pub fn blocking_number(&self) -> u32 {
        match self {
            Ruleset::Written(game) => game.blocking_number(),
            Ruleset::Vector(game) => game.blocking_number(),
            _ => 0,
        }
    }

    /// Returns whether a move may make a heap larger. Otherwise every option is dominated by its
    /// position, so that any box holds the options of its positions.
    pub fn heaps_may_grow(&self) -> bool {
        self.definition().facts().heaps_may_grow
    }

    /// Returns whether a move may lead to a sum of positions: to several that are played together, or to none.
    pub fn has_sums(&self) -> bool {
        self.definition().facts().has_sums
    }

    /// Returns whether the moves of the game are known: not those of an array of values that a user gives.
    pub fn are_moves_known(&self) -> bool {
        self.definition().facts().are_moves_known
    }

    /// Returns whether play may go on for ever, so that positions may be drawn.
    pub fn is_loopy(&self) -> bool {
        self.definition().facts().is_loopy
    }

    /// Returns the quantity whose values of the options the definition asks for: the tabulated one. The outcome of a sum
    /// does not follow from those of its positions, but from their Grundy values.
    pub fn quantity_of_options(&self, tabulated: Quantity) -> Quantity {
        if self.has_sums() { Quantity::Grundy } else { tabulated }
    }

    /// Returns the notation of the game with at most `most` items of each list, for people. With
    /// longer lists it does not parse.
    ///
    /// ```
    /// use grundytab::Ruleset;
    /// let game = Ruleset::parse("subtraction:2,3,5,7,11+heaps=2")?;
    /// assert_eq!(game.short_text(3), "subtraction:2,3,5,... (5 numbers)+heaps=2");
    /// assert_eq!(game.short_text(5), game.to_string());
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn short_text(&self, most: usize) -> String {
        self.definition().text(most)
    }

    /// Returns the game for people to read in a line: of lists that no line holds, the beginning.
    pub fn shown(&self) -> String {
        const MOST_CHARACTERS: usize = 1000;
        crate::invalid_input::shortened(&self.short_text(Self::MOST_ITEMS), MOST_CHARACTERS)
    }

    /// The most items that are shown of a list.
    const MOST_ITEMS: usize = 32;

    /// Returns the game for people to read: written rulesets that fill no line with each of their items in a line of its own,
    /// other games in a line.
    pub fn shown_in_lines(&self) -> Vec<String> {
        const MOST_CHARACTERS: usize = 80;
        const MOST_LINES: usize = 40;
        let text = self.short_text(Self::MOST_ITEMS);
        if self.written_ruleset().is_none() || text.len() <= MOST_CHARACTERS {
            return vec![self.shown()];
        }
        let items: Vec<&str> = text.split_inclusive("; ").map(str::trim_end).collect();
        let shown = |item: &&str| crate::invalid_input::shortened(item, 4 * MOST_CHARACTERS);
        let rest = items.len().saturating_sub(MOST_LINES);
        let rest = (rest > 0).then(|| format!("... ({rest} more)"));
        items.iter().take(MOST_LINES).map(shown).chain(rest).collect()
    }
}

/// A ruleset is its canonical text for programs.
impl serde::Serialize for Ruleset {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<VectorGame> for Ruleset {
    fn from(game: VectorGame) -> Self {
        Ruleset::Vector(game)
    }
}

impl From<GivenValues> for Ruleset {
    fn from(values: GivenValues) -> Self {
        Ruleset::Array(values)
    }
}

impl From<DigraphGame> for Ruleset {
    fn from(game: DigraphGame) -> Self {
        Ruleset::Digraph(game)
    }
}

impl From<EuclidGame> for Ruleset {
    fn from(game: EuclidGame) -> Self {
        Ruleset::Euclid(game)
    }
}

impl From<WrittenRuleset> for Ruleset {
    fn from(game: WrittenRuleset) -> Self {
        Ruleset::Written(game)
    }
}

impl From<PartizanGame> for Ruleset {
    fn from(game: PartizanGame) -> Self {
        Ruleset::Partizan(game)
    }
}

impl From<TakeAndBreakGame> for Ruleset {
    fn from(game: TakeAndBreakGame) -> Self {
        Ruleset::TakeAndBreak(game)
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.definition().text(usize::MAX))
    }
}
