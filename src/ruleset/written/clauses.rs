//! The type of games whose rules the user writes.

use std::fmt;
use std::sync::{Arc, OnceLock};

use heap_rules::budget::Budget;
use heap_rules::clause::{Players, WrittenClauses};
use heap_rules::option_lines::{Parts as Lines, lines};
use heap_rules::proof::{grade_falls, never_grows};
use heap_rules::rules::{self, Fault, MOST_TRIED};
use heap_rules::symmetry::{is_symmetric, keeps_grade};
use heap_rules::{Operation, Syntax};

use super::faults::Misstep;
use super::recognised::same_game;
use crate::domain::{Coordinates, Domain, HEAP_NAMES, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Mover, Quantity};
use crate::ruleset::Ruleset;
use crate::ruleset::facts::{GameFacts, Points};

/// A game whose rules are written as clauses, each of which says to which positions a move leads. Two games are equal
/// exactly when their canonical texts are.
#[derive(Clone)]
pub struct WrittenRuleset(Arc<Parts>);

struct Parts {
    written: WrittenClauses,
    /// The canonical text of the rules, without modifiers.
    text: String,
    rules: rules::Clauses,
    facts: GameFacts,
    /// The same game of a family that has a method of its own.
    family: Option<Ruleset>,
    /// The moves of each clause, once they were asked for.
    moves: OnceLock<Vec<ClauseMoves>>,
    /// Whether the last two heaps are found to change places, once somebody has asked.
    is_mirrored: OnceLock<bool>,
}

/// The moves of a clause, as fast methods take them.
pub(crate) enum ClauseMoves {
    /// They go along lines and make the grade smaller.
    Lines(Lines),
    /// They are not known to do so.
    Others {
        /// Whether it is proved that no heap grows by one of them.
        never_grow: bool,
    },
}

impl WrittenRuleset {
    /// Reads rules, as in `(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y`.
    ///
    /// # Errors
    /// When the text cannot be read, with the place and what is expected there.
    pub fn new(rules: &str) -> Result<Self, InvalidInput> {
        let refuse = |problem| {
            let hint = "rules are clauses with semicolons between them, as in 'rules: (x - k, y) for 1 <= k <= x; \
                        (x, y - k) for 1 <= k <= y'; docs/rules.md has many games";
            InvalidInput::new(InvalidInputKind::Syntax, rules, problem, hint)
        };
        let written = WrittenClauses::parse(rules).map_err(refuse)?;
        WrittenRuleset::of(written, 0).map_err(refuse)
    }

    fn of(written: WrittenClauses, blocking_number: u32) -> Result<Self, String> {
        let rules = rules::Clauses::of(&written)?;
        let (text, family) = (written.to_string(), same_game(&rules, blocking_number));
        let facts = facts(&rules, blocking_number, family.as_ref());
        let (moves, is_mirrored) = (OnceLock::new(), OnceLock::new());
        let parts = Parts { written, text, rules, facts, family, moves, is_mirrored };
        Ok(WrittenRuleset(Arc::new(parts)))
    }

    /// Returns what is true of the game whatever the position.
    pub(super) fn facts(&self) -> &GameFacts {
        &self.0.facts
    }

    /// Returns the game in which the opponent may block this many options before each move.
    ///
    /// # Errors
    /// When the game is partizan or loopy.
    pub fn with_blocking_number(self, blocking_number: u32) -> Result<Self, InvalidInput> {
        if blocking_number > 0 && self.is_partizan() {
            return Err(InvalidInput::new(
                InvalidInputKind::ModifierDoesNotApply,
                "block",
                "blocking is defined for impartial games, and these rules have left: and right:",
                "leave out +block",
            ));
        }
        if blocking_number > 0 && self.is_loopy() {
            return Err(InvalidInput::new(
                InvalidInputKind::ModifierDoesNotApply,
                "block",
                "blocking is defined for games that end, and these rules are loopy",
                "leave out +block, or loopy",
            ));
        }
        if blocking_number == self.blocking_number() {
            return Ok(self);
        }
        WrittenRuleset::of(self.0.written.clone(), blocking_number).map_err(|problem| {
            InvalidInput::new(InvalidInputKind::Syntax, self.text(), problem, "leave out +block")
        })
    }

    /// Returns the number of heaps.
    pub fn heaps(&self) -> usize {
        self.0.rules.heaps
    }

    /// Returns whether Left and Right have different moves.
    pub fn is_partizan(&self) -> bool {
        self.0.facts.is_partizan
    }

    /// Returns whether play may go on for ever.
    pub fn is_loopy(&self) -> bool {
        self.0.facts.is_loopy
    }

    /// Returns whether a clause says what its moves pay.
    pub fn has_points(&self) -> bool {
        self.0.facts.points == Points::Stated
    }

    /// Returns whether a move may lead to several positions, or to none.
    pub fn has_sums(&self) -> bool {
        self.0.facts.has_sums
    }

    /// Returns whether the rules say which cells are positions.
    pub fn has_positions(&self) -> bool {
        self.written().positions.is_some()
    }

    /// Returns the most positions of a sum to which a move leads, where these are written one by one.
    pub fn most_summands(&self) -> usize {
        self.clauses().map(|clause| clause.option.len()).max().unwrap_or(1)
    }

    /// Returns how many options the opponent may block before each move.
    pub fn blocking_number(&self) -> u32 {
        self.0.facts.blocking_number
    }

    /// Returns the canonical text of the rules, without modifiers.
    pub(super) fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the rules as they are written.
    pub fn written(&self) -> &WrittenClauses {
        &self.0.written
    }

    /// Returns the rules, with the trees of their expressions.
    pub fn rules(&self) -> &rules::Clauses {
        &self.0.rules
    }

    /// Returns the clauses of all players.
    pub fn clauses(&self) -> impl Iterator<Item = &heap_rules::rules::Clause> {
        self.0.rules.moves.each().into_iter().flatten()
    }

    /// Returns the canonical texts of the clauses, in the order of [`clauses`](Self::clauses).
    #[cfg(feature = "gpu")]
    pub(crate) fn texts_of_clauses(&self) -> impl Iterator<Item = String> {
        self.0.written.moves.each().into_iter().flatten().map(ToString::to_string)
    }

    /// Returns the same game of a family that has a method of its own, if there is one.
    pub fn family(&self) -> Option<&Ruleset> {
        self.0.family.as_ref()
    }

    /// Returns the moves of each clause, as fast methods take them.
    pub(crate) fn clause_moves(&self) -> &[ClauseMoves] {
        let find = || {
            let budget = Budget::default();
            let of_clause = |clause| {
                let falls = grade_falls(self.rules(), clause, &budget);
                let lines = falls.then(|| lines(clause, &budget)).flatten();
                lines.map_or_else(
                    || ClauseMoves::Others {
                        never_grow: never_grows(self.rules(), clause, &budget),
                    },
                    ClauseMoves::Lines,
                )
            };
            self.clauses().map(of_clause).collect()
        };
        self.0.moves.get_or_init(find)
    }

    /// Returns whether it is proved that the values on a domain stay the same when the last two heaps change places. It is
    /// where no position has a fault.
    pub(crate) fn is_mirrored_on(&self, domain: &Domain) -> bool {
        let is_square = matches!(domain.shape(), [.., one, two] if one == two);
        let is_symmetric = || is_symmetric(self.rules(), &self.mirrored_heaps());
        is_square && *self.0.is_mirrored.get_or_init(is_symmetric)
    }

    /// Returns whether it is proved that the grade stays the same when the last two heaps change places.
    pub(crate) fn has_mirrored_grade(&self) -> bool {
        keeps_grade(self.rules(), &self.mirrored_heaps())
    }

    /// Lists the heaps with the last two exchanged.
    fn mirrored_heaps(&self) -> Vec<usize> {
        let mut heaps: Vec<usize> = (0..self.heaps()).collect();
        let first = heaps.len().saturating_sub(2);
        heaps[first..].reverse();
        heaps
    }

    /// Returns whether all rules say of a heap what is taken from it or returned to it, as `x - k` does. That a heap
    /// becomes empty may say so, too.
    pub(super) fn is_counted(&self, heap: usize) -> bool {
        let is_heap =
            |syntax: &Syntax| matches!(syntax, Syntax::Name(name) if *name == HEAP_NAMES[heap]);
        let is_counted = |option: &Syntax| match option {
            Syntax::Arithmetic { first, rest } => {
                let is_sum = |(operation, _): &(Operation, Syntax)| {
                    matches!(operation, Operation::Plus | Operation::Minus)
                };
                is_heap(first) && rest.iter().all(is_sum)
            }
            Syntax::Number(0) => true,
            option => is_heap(option),
        };
        let clauses = self.0.written.moves.each().into_iter().flatten();
        let mut summands = clauses.flat_map(|clause| &clause.option);
        summands.all(|summand| summand.heaps.get(heap).is_none_or(is_counted))
    }

    /// Returns the impartial game in which both players have the moves of one player.
    pub(crate) fn moves_of(&self, mover: Mover) -> Self {
        let (Players::Each(players), Some(player)) = (&self.0.written.moves, player(mover)) else {
            return self.clone();
        };
        let moves = Players::Both(players[player].clone());
        WrittenRuleset::of(WrittenClauses { moves, ..self.0.written.clone() }, 0)
            .unwrap_or_else(|_| self.clone())
    }

    /// Lists the moves of a player at a position, each as its option and the points that it pays; in an impartial game
    /// those of both players. An option that several moves reach is listed for each of them. Without a domain, the position
    /// is one of a complete table, so that an engine has come to the end of its moves.
    ///
    /// # Errors
    /// What is wrong with the rules there: a move that leads out of the domain or does not make the grade smaller, or
    /// an expression without a value.
    pub fn moves(
        &self,
        mover: Mover,
        at: Coordinates,
        domain: Option<&Domain>,
        wanted: Wanted,
    ) -> Result<Vec<(Sum<Coordinates>, i64)>, Fault> {
        let heaps = self.heaps();
        let is_inside = |option: &[u32]| {
            domain.is_none_or(|domain| domain.encloses(Coordinates::padded(option, 0)))
        };
        let players = match (player(mover), self.is_partizan()) {
            (None, true) => 0..2,
            (Some(player), true) => player..player + 1,
            (_, false) => 0..1,
        };
        let most_tried = domain.map_or(u64::MAX, |_| MOST_TRIED);
        let mut moves = Vec::new();
        for player in players {
            let found =
                self.0.rules.moves_among(player, at.unpadded(heaps), &is_inside, most_tried)?;
            for one in found {
                let points = match (wanted, one.points) {
                    (Wanted::Options, _) => 0,
                    (Wanted::Points, Some(points)) => points,
                    (Wanted::Points, None) => {
                        return Err(Fault::undefined("what a move pays", None));
                    }
                };
                let positions = one.option.iter().map(|heaps| Coordinates::padded(heaps, 0));
                moves.push((Sum::new(positions), points));
            }
        }
        Ok(moves)
    }

    /// Lists the options of a player at a position, each once; in an impartial game, and for the next player, those of both.
    pub(crate) fn options_of(&self, mover: Mover, at: Coordinates) -> Vec<Sum<Coordinates>> {
        // In a complete table the rules have no fault: the engines have checked every position.
        let moves = self.moves(mover, at, None, Wanted::Options).unwrap_or_default();
        let mut options: Vec<_> = moves.into_iter().map(|(option, _)| option).collect();
        options.sort();
        options.dedup();
        options
    }

    fn misstep(&self, fault: Fault, at: Coordinates, domain: &Domain) -> Misstep {
        Misstep { fault, position: domain.position(at), is_loopy: self.is_loopy() }
    }

    /// Checks that the rules give a position a grade.
    ///
    /// # Errors
    /// That they do not.
    pub(crate) fn check_grade(&self, at: Coordinates, domain: &Domain) -> Result<(), Misstep> {
        let fault = |fault| self.misstep(fault, at, domain);
        self.0.rules.grade(at.unpadded(self.heaps())).map(drop).map_err(fault)
    }

    /// Checks that the rules give a position options within the domain, all of which have a smaller grade.
    ///
    /// # Errors
    /// What is wrong there.
    pub(crate) fn check(
        &self,
        at: Coordinates,
        domain: &Domain,
        quantity: Quantity,
    ) -> Result<(), Misstep> {
        self.check_grade(at, domain)?;
        let fault = |fault| self.misstep(fault, at, domain);
        let wanted = if quantity.is_score() { Wanted::Points } else { Wanted::Options };
        self.moves(Mover::Next, at, Some(domain), wanted).map(drop).map_err(fault)
    }
}

/// Returns what is true of the game of rules, which may be recognised as that of a family.
fn facts(rules: &rules::Clauses, blocking_number: u32, family: Option<&Ruleset>) -> GameFacts {
    let mut clauses = rules.moves.each().into_iter().flatten();
    let has_points = clauses.any(|clause| clause.pays.is_some());
    // Where the token sum is the grade, a single heap does not grow. Of other rules nothing is known before they are
    // looked at.
    let is_counted = rules.heaps == 1 && rules.grade.is_none();
    GameFacts {
        is_partizan: matches!(rules.moves, Players::Each(_)),
        points: if has_points { Points::Stated } else { Points::Unstated },
        blocking_number,
        has_sums: rules.have_sums(),
        is_loopy: rules.is_loopy,
        heaps_may_grow: family.map_or(rules.is_loopy || !is_counted, Ruleset::heaps_may_grow),
        ..GameFacts::of_impartial(rules.heaps)
    }
}

/// What is asked of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Where they lead. What they pay is not looked at, and said to be 0.
    Options,
    /// Where they lead, and what they pay.
    Points,
}

/// Returns the place of a player in rules that have left: and right:; none for the next player, who may be either.
fn player(mover: Mover) -> Option<usize> {
    match mover {
        Mover::Next => None,
        Mover::Left => Some(0),
        Mover::Right => Some(1),
    }
}

impl PartialEq for WrittenRuleset {
    fn eq(&self, other: &Self) -> bool {
        (&self.0.text, self.blocking_number()) == (&other.0.text, other.blocking_number())
    }
}

impl Eq for WrittenRuleset {}

impl fmt::Debug for WrittenRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a position with so many options that their list breaks off, which would be taken for none at all.
    #[test]
    fn positions_of_complete_tables_have_all_their_options() {
        let game = WrittenRuleset::new("(k) for 0 <= k < x").expect("a game");
        let at = Coordinates([0, 0, 0, (MOST_TRIED / 32) as u32 + 1]);
        assert_eq!(game.options_of(Mover::Next, at).len() as u64, MOST_TRIED / 32 + 1);
    }
}
