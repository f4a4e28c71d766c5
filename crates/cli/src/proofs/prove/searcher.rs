//! The steps of a search: deeper guesses from larger tables, comparison, decision.
//!
//! After a wrong guess the next one is deeper. The table grows when it is too small for a guess, and when a
//! deeper guess is the same as the wrong one before.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::attempt::{Attempt, GuessFailure, Step};
use super::caps::Caps;
use super::classes::Classes;
use super::columns::Columns;
use super::decision::Decider;
use super::definition::{Definition, SetName};
use super::end::{End, Halt};
use super::evidence::Evidence;
use super::found::Times;
use super::lists::Lists;
use super::proof::Origin;
use crate::automata::{AutomataError, Automaton, Guess, Numeration, disagreement, guess};

pub(super) struct Searcher<'a> {
    pub(super) definition: &'a Definition,
    pub(super) numeration: &'a Arc<Numeration>,
    pub(super) caps: Caps<'a>,
    /// How the sets are listed; `None` if the game is none of those whose sets can be.
    pub(super) columns: Option<&'a Columns>,
    pub(super) caps_of_lists: &'a Caps<'a>,
    /// What the last list has shown of the set that is sought.
    pub(super) classes: Option<Classes>,
    /// Whether the table is a stored one, which does not grow.
    pub(super) is_stored: bool,
    pub(super) evidence: Evidence,
    pub(super) decision: Decider<'a>,
    pub(super) times: &'a mut Times,
    pub(super) failed: &'a mut Vec<Attempt>,
    /// The depth of the last guess that was right, and what it was guessed from.
    pub(super) depth: u32,
    pub(super) origin: Origin,
    pub(super) tell: &'a mut dyn FnMut(&Step),
}

impl Searcher<'_> {
    /// Guesses and proves the next sets, which define one another, given those that are proved.
    pub(super) fn stage(
        &mut self,
        sets: Range<usize>,
        proved: &mut Vec<Arc<Automaton>>,
    ) -> Result<(), Halt> {
        self.check_values()?;
        let deepest = self.deepest();
        let mut depth = 1;
        let mut wrong: Vec<Arc<Automaton>> = Vec::new();
        let mut undecided = None;
        loop {
            let guessed = self.guess(sets.clone(), depth)?;
            if guessed == wrong {
                self.grow().map_err(|halt| halt.of_undecided(undecided))?;
                depth = (depth + 1).min(deepest);
                continue;
            }
            let states: Vec<usize> = guessed.iter().map(|automaton| automaton.states()).collect();
            let Some(failure) = self.failure(sets.clone(), &guessed, &states, proved)? else {
                (self.depth, self.origin) = (depth, Origin::Table);
                return Ok(());
            };
            let domain = self.evidence.domain().clone();
            let sets = self.definition.sets()[sets.clone()].to_vec();
            let attempt = Attempt { domain, depth, sets, states, failure };
            (self.tell)(&Step::Failed(&attempt));
            undecided = match attempt.failure {
                GuessFailure::TooLarge(error) => Some(error),
                GuessFailure::DisagreesWithTable(..) | GuessFailure::Refuted(..) => None,
            };
            self.failed.push(attempt);
            wrong = guessed;
            match depth < deepest {
                true => depth += 1,
                false => self.grow().map_err(|halt| halt.of_undecided(undecided))?,
            }
        }
    }

    /// Guesses from longer and longer lists of the positions of a set where tables have not sufficed, if it can be listed, until
    /// a guess is proved, the lists are too long, or it seems that there is no automaton.
    pub(super) fn follow_lists(
        &mut self,
        sets: Range<usize>,
        end: End,
        proved: &mut Vec<Arc<Automaton>>,
    ) -> Result<(), Halt> {
        let Some(columns) = self.columns.filter(|_| !matches!(end, End::Time)) else {
            return Err(Halt::End(end));
        };
        let set = self.definition.sets()[sets.start];
        let value = if let SetName::Value(value) = set { value } else { 0 };
        let mut lists = Lists::new(columns, value, self.numeration, self.caps_of_lists);
        let (mut wrong, mut undecided) = (None, None);
        while let Some((digits, is_last)) = lists.next() {
            (self.tell)(&Step::List(set, digits));
            let began = Instant::now();
            let listed = lists.list(digits, is_last);
            self.times.guesses += began.elapsed();
            let listed = listed.map_err(|error| self.halt(error))?;
            if let Some(guess) = listed.guess.map(Arc::new)
                && wrong.as_ref() != Some(&guess)
            {
                let states = [guess.states()];
                undecided =
                    match self.failure(sets.clone(), &[Arc::clone(&guess)], &states, proved)? {
                        None => {
                            self.classes = None;
                            (self.depth, self.origin) = (digits as u32, Origin::List);
                            return Ok(());
                        }
                        Some(GuessFailure::TooLarge(error)) => Some(error),
                        Some(GuessFailure::DisagreesWithTable(..) | GuessFailure::Refuted(..)) => {
                            None
                        }
                    };
                wrong = Some(guess);
            }
            self.classes = Some(listed.classes.clone());
            if listed.classes.suggest_no_automaton() {
                return Err(Halt::End(End::Classes(listed.classes)));
            }
        }
        let end = self.classes.as_ref().map_or(end, |classes| End::Lists(set, classes.digits));
        Err(Halt::End(end).of_undecided(undecided))
    }

    /// Returns into how many classes the words of the P-positions fall, by the longest list or the table, or those of a value,
    /// by the longest list.
    pub(super) fn classes(&self) -> Option<Classes> {
        let is_of_p = self.definition.sets() == [SetName::P];
        let of_table =
            || self.evidence.classes(self.definition, self.numeration, &self.caps.limits());
        self.classes.clone().or_else(|| is_of_p.then(of_table).flatten())
    }

    /// Proves given automata of the next sets, given those that are proved.
    pub(super) fn check(
        &mut self,
        sets: Range<usize>,
        given: &[Arc<Automaton>],
        proved: &mut Vec<Arc<Automaton>>,
    ) -> Result<(), Halt> {
        let given = &given[sets.clone()];
        let states: Vec<usize> = given.iter().map(|automaton| automaton.states()).collect();
        match self.failure(sets, given, &states, proved)? {
            None => Ok(()),
            Some(GuessFailure::TooLarge(error)) => Err(Halt::End(End::Automata(error))),
            Some(
                GuessFailure::DisagreesWithTable(set, position)
                | GuessFailure::Refuted(set, position),
            ) => Err(Halt::End(End::Refuted(set, position))),
        }
    }

    /// Adds automata of the next sets to those that are proved, or returns why they are not right.
    fn failure(
        &mut self,
        sets: Range<usize>,
        automata: &[Arc<Automaton>],
        states: &[usize],
        proved: &mut Vec<Arc<Automaton>>,
    ) -> Result<Option<GuessFailure>, Halt> {
        if let Some(failure) = self.disagreement(sets, automata, states)? {
            return Ok(Some(failure));
        }
        let known = proved.len();
        proved.extend(automata.iter().cloned());
        let failure = self.decide(known, proved, states);
        // Automata of which the decision was interrupted are not proved, either.
        if !matches!(failure, Ok(None)) {
            proved.truncate(known);
        }
        failure
    }

    /// Returns the largest depth at which the continuations can be listed.
    fn deepest(&self) -> u32 {
        const MOST_CONTINUATIONS: f64 = 1_048_576.0;
        // There are about as many words of d digits as numbers below the weight of the next place.
        let tracks = self.definition.ruleset().heaps() as f64;
        let most_words = MOST_CONTINUATIONS.powf(1.0 / tracks) as u64;
        let digits = self.numeration.digits_of(most_words).len() as u32;
        self.caps.depth.min(digits.saturating_sub(1)).max(1)
    }

    /// Guesses automata of some sets, from a table that is large enough.
    fn guess(&mut self, sets: Range<usize>, depth: u32) -> Result<Vec<Arc<Automaton>>, Halt> {
        (self.tell)(&Step::Guess(depth));
        let mut guessed = Vec::new();
        for index in sets {
            let set = self.definition.sets()[index];
            loop {
                let began = Instant::now();
                let heaps = self.definition.ruleset().heaps();
                let member = |heaps: &[u64]| self.evidence.is_member(self.definition, set, heaps);
                let guess = guess(self.numeration, heaps, depth, &member, &self.caps.limits());
                self.times.guesses += began.elapsed();
                match guess.map_err(|error| self.halt(error))? {
                    Guess::Automaton(automaton) => break guessed.push(Arc::new(automaton)),
                    Guess::TableTooSmall => self.grow()?,
                }
            }
        }
        Ok(guessed)
    }

    fn grow(&mut self) -> Result<(), Halt> {
        if self.is_stored {
            return Err(Halt::End(End::StoredTable(self.evidence.domain().clone())));
        }
        let began = Instant::now();
        let tell = &mut *self.tell;
        self.evidence = self
            .evidence
            .grown(self.definition, &self.caps, &mut |domain| tell(&Step::Table(domain)))?;
        self.times.tables += began.elapsed();
        self.check_values()
    }

    /// Checks that no position of the table has a larger value than those that are to be proved, where these must be all.
    fn check_values(&self) -> Result<(), Halt> {
        let count = self.definition.sets().len();
        let is_about_all = self.definition.is_about_all_values();
        match is_about_all.then(|| self.evidence.largest_value()).flatten() {
            Some((value, position)) if value as usize >= count => {
                Err(Halt::End(End::LargerValue(value, position)))
            }
            _ => Ok(()),
        }
    }

    /// Compares guesses with every position of the table.
    fn disagreement(
        &mut self,
        sets: Range<usize>,
        guessed: &[Arc<Automaton>],
        states: &[usize],
    ) -> Result<Option<GuessFailure>, Halt> {
        (self.tell)(&Step::Comparison(states));
        let began = Instant::now();
        for (&set, automaton) in self.definition.sets()[sets].iter().zip(guessed) {
            let member = |heaps: &[u64]| self.evidence.is_member(self.definition, set, heaps);
            let found = disagreement(automaton, &member, &self.caps.limits());
            if let Some(position) = found.map_err(|error| self.halt(error))? {
                self.times.guesses += began.elapsed();
                return Ok(Some(GuessFailure::DisagreesWithTable(set, position)));
            }
        }
        self.times.guesses += began.elapsed();
        Ok(None)
    }

    /// Decides whether the sets from a first one on are right, and returns why they are not.
    fn decide(
        &mut self,
        first: usize,
        automata: &[Arc<Automaton>],
        states: &[usize],
    ) -> Result<Option<GuessFailure>, Halt> {
        (self.tell)(&Step::Decision(states));
        let began = Instant::now();
        let refutation = self.decision.refutation(first, automata);
        self.times.decisions += began.elapsed();
        match refutation {
            Ok(None) => {
                for (&set, automaton) in self.definition.sets().iter().zip(automata).skip(first) {
                    (self.tell)(&Step::Proved(set, automaton.states()));
                }
                Ok(None)
            }
            Ok(Some((set, position))) => Ok(Some(GuessFailure::Refuted(set, position))),
            Err(AutomataError::Interrupted) => Err(self.halt(AutomataError::Interrupted)),
            Err(error) => Ok(Some(GuessFailure::TooLarge(error))),
        }
    }

    fn halt(&self, error: AutomataError) -> Halt {
        Halt::of_automata(error, &self.caps.control)
    }
}
