//! The search for a proof: deeper guesses from larger tables, until one is proved.
//!
//! After a wrong guess the next one is deeper. The table grows when it is too small for a guess, and when a
//! deeper guess is the same as the wrong one before.

use crate::error::Error;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::attempt::{Attempt, GuessFailure, Step};
use super::caps::Caps;
use super::classes::Classes;
use super::columns::Columns;
use super::decision::Decider;
use super::definition::{Definition, SetName};
use super::end::{End, Halt};
use super::evidence::{Evidence, FIRST_SIZE};
use super::given::Given;
use super::lists::Lists;
use super::proof::{Origin, Proof};
use super::stored;
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Guess, Numeration, disagreement, guess,
};
use crate::domain::Domain;
use crate::table::TableReader;

/// A table has at most this many positions if the sets can be listed: lists reach further.
const POSITIONS_BESIDE_LISTS: u64 = 30_000;

/// What a search has found in one numeration.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The sets that are proved, the first ones of the definition; `None` if none is.
    pub theorem: Option<Proof>,
    /// Why the other sets are not proved; `None` if all are.
    pub end: Option<End>,
    /// The guesses from tables that were wrong, or not decided.
    pub failed: Vec<Attempt>,
    /// Into how many classes the words of the P-positions fall, or of the first value that is not proved, as far as these are
    /// known; `None` if they are proved, and for other sets.
    pub classes: Option<Classes>,
    /// Where the time went.
    pub times: Times,
}

impl Search {
    /// Takes what a later search with larger caps in the same numeration has found. What it had no time for stays as
    /// it was.
    pub(super) fn continue_with(&mut self, later: Search) {
        let earlier = std::mem::replace(self, later);
        if self.end == Some(End::Time) {
            self.theorem = self.theorem.take().or(earlier.theorem);
            self.classes = self.classes.take().or(earlier.classes);
            if self.failed.is_empty() {
                self.failed = earlier.failed;
            }
        }
    }

    /// Whether it seems that no automaton in the numeration is right, so that a search that goes further is vain.
    pub fn seems_vain(&self) -> bool {
        matches!(self.end, Some(End::Classes(_)))
    }
}

/// How long the parts of a search took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Times {
    /// To fill tables, or to read one.
    pub tables: Duration,
    /// To guess automata, and to compare them with the tables.
    pub guesses: Duration,
    /// To decide whether they are right.
    pub decisions: Duration,
}

/// Searches for automata of the sets in one numeration, guessed from tables that grow, and proves them.
/// `tell` hears of every step.
///
/// # Errors
/// When the game does not fit a table, or the search is interrupted.
pub fn prove(
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    search(definition, numeration, caps, &Source::Tables, tell)
}

/// Does what [`prove`] does, but guesses from a stored table alone, or from the largest part of it that
/// fits into memory and has no more positions than the caps allow.
///
/// # Errors
/// When the table is of another game, or holds another quantity, or cannot be read; when interrupted.
pub fn prove_from(
    table: &TableReader,
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    search(definition, numeration, caps, &Source::Stored(table), tell)
}

/// Decides whether given automata are right, after a comparison with a small table.
///
/// # Errors
/// When the game does not fit a table, or the decision is interrupted.
pub fn prove_given(
    given: &Given,
    caps: &Caps,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    if let Some((set, word)) = &given.accepted_invalid_word {
        let end = Some(End::InvalidWord(*set, word.clone()));
        return Ok(Search { end, ..Search::default() });
    }
    search(&given.definition, &given.numeration, caps, &Source::Given(given), tell)
}

/// Where automata come from.
enum Source<'a> {
    /// Tables that grow.
    Tables,
    /// This table.
    Stored(&'a TableReader),
    /// Nowhere: they are known, and a small table is all that they are compared with.
    Given(&'a Given),
}

fn search(
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    source: &Source,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    definition.check_numeration(numeration)?;
    let (mut theorem, mut times, mut classes) = (None, Times::default(), None);
    let mut failed = Vec::new();
    // Notes what was found before the search ended.
    let mut run = || -> Result<(), Halt> {
        let limits = caps.limits();
        let arithmetic = Arithmetic::of(numeration, &limits)
            .map_err(|error| Halt::of_automata(error, &caps.control))?;
        let fault = definition.fault_of_rules(&arithmetic, &limits);
        if let Some(fault) = fault.map_err(|error| Halt::of_automata(error, &caps.control))? {
            return Err(Error::from(fault.refusal(definition.ruleset())).into());
        }
        let began = Instant::now();
        let mut tell_table = |domain: &Domain| tell(&Step::Table(domain));
        let evidence = match source {
            Source::Stored(table) => stored::read(definition, table, caps, &mut tell_table),
            Source::Tables | Source::Given(_) => {
                Evidence::filled(definition, caps, FIRST_SIZE, &mut tell_table)
            }
        };
        times.tables = began.elapsed();
        let columns = match source {
            Source::Tables => Columns::of(definition),
            Source::Stored(_) | Source::Given(_) => None,
        };
        let most = if columns.is_some() { POSITIONS_BESIDE_LISTS } else { u64::MAX };
        let mut searcher = Searcher {
            definition,
            numeration,
            caps: Caps { positions: caps.positions.min(most), ..*caps },
            columns: columns.as_ref(),
            caps_of_lists: caps,
            classes: None,
            is_stored: matches!(source, Source::Stored(_)),
            evidence: evidence?,
            decision: Decider::new(definition, &arithmetic, &limits),
            times: &mut times,
            failed: &mut failed,
            depth: 0,
            origin: match source {
                Source::Tables | Source::Stored(_) => Origin::Table,
                Source::Given(given) => given.origin,
            },
            tell,
        };
        let mut proved = Vec::new();
        let mut stages = definition.stages().into_iter();
        let ended = stages.try_for_each(|sets| match source {
            Source::Given(given) => searcher.check(sets, &given.automata, &mut proved),
            Source::Tables | Source::Stored(_) => match searcher.stage(sets.clone(), &mut proved) {
                Err(Halt::End(end)) => searcher.follow_lists(sets, end, &mut proved),
                ended => ended,
            },
        });
        if matches!(&ended, Err(Halt::End(_))) {
            classes = searcher.classes();
        }
        theorem = (!proved.is_empty()).then(|| Proof {
            definition: definition.first_sets(proved.len()),
            automata: proved,
            origin: searcher.origin,
            domain: searcher.evidence.domain().clone(),
            depth: searcher.depth,
        });
        ended
    };
    let end = match run() {
        Ok(()) => None,
        Err(Halt::End(end)) => Some(end),
        Err(Halt::Error(error)) => return Err(error),
    };
    Ok(Search { theorem, end, failed, classes, times })
}

struct Searcher<'a> {
    definition: &'a Definition,
    numeration: &'a Arc<Numeration>,
    caps: Caps<'a>,
    /// Of a game of which the sets can be listed.
    columns: Option<&'a Columns>,
    caps_of_lists: &'a Caps<'a>,
    /// What the last list has shown of the set that is sought.
    classes: Option<Classes>,
    /// Whether the table is a stored one, which does not grow.
    is_stored: bool,
    evidence: Evidence,
    decision: Decider<'a>,
    times: &'a mut Times,
    failed: &'a mut Vec<Attempt>,
    /// The depth of the last guess that was right, and what it was guessed from.
    depth: u32,
    origin: Origin,
    tell: &'a mut dyn FnMut(&Step),
}

impl Searcher<'_> {
    /// Guesses and proves the next sets, which define one another, given those that are proved.
    fn stage(&mut self, sets: Range<usize>, proved: &mut Vec<Arc<Automaton>>) -> Result<(), Halt> {
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
    fn follow_lists(
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
    fn classes(&self) -> Option<Classes> {
        let is_of_p = self.definition.sets() == [SetName::P];
        let of_table =
            || self.evidence.classes(self.definition, self.numeration, &self.caps.limits());
        self.classes.clone().or_else(|| is_of_p.then(of_table).flatten())
    }

    /// Proves given automata of the next sets, given those that are proved.
    fn check(
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
