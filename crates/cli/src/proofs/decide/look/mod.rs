//! The search among small numbers: an example among them confirms a sentence that there are numbers, and a
//! counterexample refutes a sentence about all numbers. This takes tables of its games, and no proof.
//!
//! What is looked at is computed exactly: values of positions outside the tables are unknown, and so is a
//! sentence about further numbers of which none are found. A part of which something is unknown is unknown,
//! unless the other parts settle it. So what is found is true of numbers of any size, and nothing else is said.
//! The evaluation of claims on tables ([`expression`](crate::analyses::expression)) is of no use here: it knows one table and its
//! heaps, and neither quantifiers nor moves. The operations and functions of numbers are the same.

mod parts;

use super::automatic::Game;
use super::decision::{Answer, Assignment, Block};
use super::sentence::Sentence;
use crate::proofs::prove::{Caps, Definition, Evidence};
use grundytab::control::Control;
use grundytab::domain::Domain;
use grundytab::error::Error;
use grundytab::invalid_input::InvalidInput;
use grundytab::ruleset::Ruleset;
use heap_rules::{Meaning as _, Syntax, Term};

/// The most positions of a table.
const POSITIONS: u64 = 100_000;

/// The most choices of numbers that are looked at, and the most within one choice of others.
const CHOICES: u64 = 100_000;
const INNER_CHOICES: u64 = 1_000;

/// What small numbers tell of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerFromTables {
    /// The answer: it is true, or false.
    pub answer: Answer,
    /// The games and the tables of them that were looked at.
    pub tables: Vec<(Game, Domain)>,
}

impl Sentence {
    /// Looks at small numbers, and at tables of its games with at most `positions` positions, whether they make it
    /// true or false. `None` if they do not tell.
    ///
    /// # Errors
    /// When a table cannot be filled, or the search is interrupted.
    pub fn look(
        &self,
        positions: u64,
        control: &Control,
    ) -> Result<Option<AnswerFromTables>, Error> {
        let positions = positions.min(POSITIONS);
        let caps = Caps { positions, control: *control, ..Caps::default() };
        let mut tables = Vec::new();
        for (game, definition) in self.definitions()? {
            if let Some(evidence) = Evidence::largest(&definition, &caps)? {
                tables.push(Table { game, definition, evidence });
            }
        }
        let mut look = Look {
            sentence: self,
            tables: &tables,
            named: Vec::new(),
            moving: Vec::new(),
            numbers: Vec::new(),
            left: CHOICES,
            control,
        };
        let answer = look.answer(&self.syntax, true);
        control.proceed()?;
        let domain = |table: &Table| (table.game.clone(), table.evidence.domain().clone());
        Ok(answer
            .map(|answer| AnswerFromTables { answer, tables: tables.iter().map(domain).collect() }))
    }
}

/// The values of expressions about numbers, of which no game is named.
#[derive(Debug)]
pub(crate) struct Values {
    /// A sentence without games, since none are looked up.
    nothing: Sentence,
}

impl Values {
    /// Begins.
    ///
    /// # Errors
    /// None that is known.
    pub(crate) fn new() -> Result<Self, InvalidInput> {
        Sentence::parse("true").map(|nothing| Values { nothing })
    }

    /// Returns the value of an expression where variables stand for these numbers; 1 where a condition is true, else 0.
    /// `None` where it has none.
    pub(crate) fn at(&self, syntax: &Syntax, numbers: &[(String, i64)]) -> Option<i64> {
        let mut look = Look {
            sentence: &self.nothing,
            tables: &[],
            named: Vec::new(),
            moving: Vec::new(),
            numbers: numbers.to_vec(),
            left: 0,
            control: &Control::default(),
        };
        match look.term(syntax).ok()? {
            Term::Number(number) => number,
            Term::Truth(truth) => truth.map(i64::from),
        }
    }
}

/// A table of a game in which its sets can be looked up.
struct Table {
    game: Game,
    definition: Definition,
    evidence: Evidence,
}

struct Look<'a> {
    sentence: &'a Sentence,
    tables: &'a [Table],
    /// Games in square brackets that have been read.
    named: Vec<(String, Game)>,
    /// Games in square brackets behind `move` that have been read.
    moving: Vec<(String, Ruleset)>,
    /// The variables and their numbers.
    numbers: Vec<(String, i64)>,
    /// How many choices of numbers may still be looked at.
    left: u64,
    control: &'a Control<'a>,
}

impl Look<'_> {
    /// Returns whether a part that is not within any quantifier, or its negation, is true, if that is seen.
    fn answer(&mut self, syntax: &Syntax, is_wanted: bool) -> Option<Answer> {
        match syntax {
            Syntax::Not { of, .. } => self.answer(of, !is_wanted),
            Syntax::Quantified { .. } if self.sentence.free.is_empty() => {
                let block = Block::of(syntax, is_wanted);
                let looked_for = block.is_for_all != block.is_wanted;
                let found = self.choice(&block.names, block.inner, looked_for, CHOICES)?;
                Some(match block.is_for_all {
                    true => Answer::False(Some(found)),
                    false => Answer::True(Some(found)),
                })
            }
            _ if self.sentence.free.is_empty() => match self.known(syntax) {
                Some(truth) if truth == is_wanted => Some(Answer::True(None)),
                Some(_) => Some(Answer::False(None)),
                None => None,
            },
            // It is about all numbers that its variables may stand for.
            _ => {
                let free = &self.sentence.free;
                Some(Answer::False(Some(self.choice(free, syntax, !is_wanted, CHOICES)?)))
            }
        }
    }

    /// Returns whether a part is true. Reading has shown that nothing is wrong with it.
    fn known(&mut self, syntax: &Syntax) -> Option<bool> {
        self.truth(syntax).ok().flatten()
    }

    /// Looks for numbers at which a statement is true, or false, those with the smallest largest one first.
    fn choice(
        &mut self,
        names: &[String],
        of: &Syntax,
        looked_for: bool,
        most: u64,
    ) -> Option<Assignment> {
        let before = self.numbers.len();
        self.numbers.extend(names.iter().map(|name| (name.clone(), 0)));
        // What is left for others is kept back.
        let kept = self.left.saturating_sub(most);
        self.left -= kept;
        let mut largest = 0;
        let mut found = false;
        while self.left > 0 && !found {
            found = self.choice_below(before, largest, false, of, looked_for);
            largest += 1;
        }
        self.left += kept;
        let chosen =
            self.numbers.drain(before..).map(|(name, number)| (name, number.try_into().ok()));
        let chosen: Assignment = chosen.collect();
        found.then_some(chosen)
    }

    /// Chooses the numbers from an index on, the largest of all of which is given; `is_taken` tells whether one of
    /// those before is that large.
    fn choice_below(
        &mut self,
        index: usize,
        largest: i64,
        is_taken: bool,
        of: &Syntax,
        looked_for: bool,
    ) -> bool {
        if index == self.numbers.len() {
            self.left -= 1;
            if self.control.is_interrupted() {
                self.left = 0;
            }
            return self.known(of) == Some(looked_for);
        }
        let is_last = index + 1 == self.numbers.len();
        let mut number = if is_last && !is_taken { largest } else { 0 };
        while number <= largest && self.left > 0 {
            self.numbers[index].1 = number;
            let is_taken = is_taken || number == largest;
            if self.choice_below(index + 1, largest, is_taken, of, looked_for) {
                return true;
            }
            number += 1;
        }
        false
    }
}
