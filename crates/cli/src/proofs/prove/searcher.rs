//! The steps of a search: deeper guesses from larger tables, comparison, decision.
//!
//! After a wrong guess the next one is deeper. The table grows when it is too small for a guess, and when a
//! deeper guess is the same as the wrong one before.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::attempt::{Attempt, GuessFailure, Step};
use super::caps::Caps;
use super::decision::Decider;
use super::definition::{Definition, SetName};
use super::end::{End, Halt};
use super::evidence::{Evidence, Tables};
use super::found::Search;
use super::given_automata::Given;
use super::lists::{Listed, Lists};
use super::proof::{Origin, Proof};
use crate::automata::{AutomataError, Automaton, Guess, Numeration, disagreement, guess};
use grundytab::domain::Domain;
use grundytab::table::TableReader;

/// Where automata come from.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// Tables that grow.
    Tables,
    /// This table.
    Stored(&'a TableReader),
    /// Nowhere: they are known, and a small table is all that they are compared with.
    Given(&'a Given),
}

/// The part of a search that goes from stage to stage.
pub(super) struct Searcher<'a> {
    pub(super) definition: &'a Definition,
    pub(super) numeration: &'a Arc<Numeration>,
    pub(super) source: Source<'a>,
    pub(super) caps: Caps<'a>,
    /// How the sets are listed, and how far; `None` if the game is none of those whose sets can be.
    pub(super) listed: Option<(Listed, &'a Caps<'a>)>,
    pub(super) evidence: Evidence,
    pub(super) decider: Decider<'a>,
    /// The theorem so far: the automata of the first sets, where the last one comes from, and its depth.
    pub(super) proof: Proof,
    /// The wrong guesses, the times, and what the last list has shown of the set that is sought.
    pub(super) found: &'a mut Search,
    pub(super) tell: &'a mut dyn FnMut(&Step),
}

impl Searcher<'_> {
    /// Proves the next sets, which define one another, given those that are proved.
    pub(super) fn stage(&mut self, sets: Range<usize>) -> Result<(), Halt> {
        match self.source {
            Source::Given(given) => self.decide_given(sets.clone(), &given.automata[sets]),
            Source::Tables | Source::Stored(_) => match self.follow_tables(sets.clone()) {
                Err(Halt::End(end)) => self.follow_lists(sets, end),
                ended => ended,
            },
        }
    }

    /// Notes the theorem, if anything is proved; and into how many classes the words fall of the P-positions, by the longest
    /// list or the table, or of a value, by the longest list, if the search `has_ended` before all is.
    pub(super) fn close(self, has_ended: bool) {
        let Searcher { definition, evidence, mut proof, found, .. } = self;
        if has_ended && found.classes.is_none() && definition.sets() == [SetName::P] {
            found.classes = evidence.classes(definition, self.numeration, &self.caps.limits());
        }
        if !proof.automata.is_empty() {
            proof.definition = definition.first_sets(proof.automata.len());
            proof.domain = evidence.domain().clone();
            found.theorem = Some(proof);
        }
    }

    /// Guesses from larger and larger tables.
    fn follow_tables(&mut self, sets: Range<usize>) -> Result<(), Halt> {
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
            let Some(failure) = self.failure(sets.clone(), &guessed)? else {
                (self.proof.depth, self.proof.origin) = (depth, Origin::Table);
                return Ok(());
            };
            undecided = failure.undecided();
            let attempt = Attempt {
                domain: self.evidence.domain().clone(),
                depth,
                sets: self.definition.sets()[sets.clone()].to_vec(),
                states: states_of(&guessed),
                failure,
            };
            (self.tell)(&Step::Failed(&attempt));
            self.found.failed.push(attempt);
            wrong = guessed;
            match depth < deepest {
                true => depth += 1,
                false => self.grow().map_err(|halt| halt.of_undecided(undecided))?,
            }
        }
    }

    /// Guesses from longer and longer lists of the positions of a set where tables have not sufficed, if it can be listed, until
    /// a guess is proved, the lists are too long, or it seems that there is no automaton.
    fn follow_lists(&mut self, sets: Range<usize>, end: End) -> Result<(), Halt> {
        let Some((listed, caps)) = self.listed.take().filter(|_| !matches!(end, End::Time)) else {
            return Err(Halt::End(end));
        };
        let set = self.definition.sets()[sets.start];
        let value = if let SetName::Value(value) = set { value } else { 0 };
        let smaller = self.proof.automata.clone();
        let mut lists = Lists::new(&listed, value, self.numeration, caps, &smaller);
        let (mut wrong, mut undecided) = (None, None);
        while let Some((digits, is_last)) = lists.next() {
            (self.tell)(&Step::List(set, digits));
            let began = Instant::now();
            let shown = lists.list(digits, is_last);
            self.found.times.guesses += began.elapsed();
            let Some(shown) = shown.map_err(|error| self.halt(error))? else { break };
            if let Some(guess) = shown.guess.map(Arc::new)
                && wrong.as_ref() != Some(&guess)
            {
                let Some(failure) = self.failure(sets.clone(), &[Arc::clone(&guess)])? else {
                    (self.proof.depth, self.proof.origin) = (digits as u32, Origin::List);
                    self.found.classes = None;
                    drop(lists);
                    self.listed = Some((listed, caps));
                    return Ok(());
                };
                if let GuessFailure::Refuted(_, position) = &failure {
                    lists.learn(position);
                }
                (wrong, undecided) = (Some(guess), failure.undecided());
            }
            self.found.classes = Some(shown.classes.clone());
            if shown.classes.suggest_no_automaton() {
                return Err(Halt::End(End::Classes(shown.classes)));
            }
        }
        let classes = self.found.classes.as_ref();
        let end = classes.map_or(end, |classes| End::Lists(set, classes.digits));
        Err(Halt::End(end).of_undecided(undecided))
    }

    /// Proves given automata of the next sets, given those that are proved.
    fn decide_given(&mut self, sets: Range<usize>, given: &[Arc<Automaton>]) -> Result<(), Halt> {
        match self.failure(sets, given)? {
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
    ) -> Result<Option<GuessFailure>, Halt> {
        let states = states_of(automata);
        (self.tell)(&Step::Comparison(&states));
        if let Some(failure) = self.disagreement(sets, automata)? {
            return Ok(Some(failure));
        }
        (self.tell)(&Step::Decision(&states));
        let known = self.proof.automata.len();
        self.proof.automata.extend(automata.iter().cloned());
        let failure = self.decide(known);
        // Automata of which the decision was interrupted are not proved, either.
        if !matches!(failure, Ok(None)) {
            self.proof.automata.truncate(known);
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
                self.found.times.guesses += began.elapsed();
                match guess.map_err(|error| self.halt(error))? {
                    Guess::Automaton(automaton) => break guessed.push(Arc::new(automaton)),
                    Guess::TableTooSmall => self.grow()?,
                }
            }
        }
        Ok(guessed)
    }

    fn grow(&mut self) -> Result<(), Halt> {
        if matches!(self.source, Source::Stored(_)) {
            return Err(Halt::End(End::StoredTable(self.evidence.domain().clone())));
        }
        let began = Instant::now();
        let tell = &mut |domain: &Domain| (self.tell)(&Step::Table(domain));
        let mut tables = Tables { definition: self.definition, caps: &self.caps, tell };
        self.evidence = self.evidence.grown(&mut tables)?;
        self.found.times.tables += began.elapsed();
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
    ) -> Result<Option<GuessFailure>, Halt> {
        let began = Instant::now();
        let mut differing =
            self.definition.sets()[sets].iter().zip(guessed).map(|(&set, automaton)| {
                let member = |heaps: &[u64]| self.evidence.is_member(self.definition, set, heaps);
                let found = disagreement(automaton, &member, &self.caps.limits())?;
                Ok::<_, AutomataError>(
                    found.map(|position| GuessFailure::DisagreesWithTable(set, position)),
                )
            });
        let found = differing.find_map(Result::transpose).transpose();
        self.found.times.guesses += began.elapsed();
        found.map_err(|error| self.halt(error))
    }

    /// Decides whether the sets from a first one on are right, and returns why they are not.
    fn decide(&mut self, first: usize) -> Result<Option<GuessFailure>, Halt> {
        let began = Instant::now();
        let refutation = self.decider.refutation(first, &self.proof.automata);
        self.found.times.decisions += began.elapsed();
        if let Some(largest) = self.decider.largest() {
            (self.tell)(&Step::Decided(largest));
        }
        match refutation {
            Ok(None) => {
                let proved = self.definition.sets().iter().zip(&self.proof.automata);
                for (&set, automaton) in proved.skip(first) {
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

fn states_of(automata: &[Arc<Automaton>]) -> Vec<usize> {
    automata.iter().map(|automaton| automaton.states()).collect()
}
