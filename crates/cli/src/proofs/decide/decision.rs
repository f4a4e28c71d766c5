//! Decisions: whether a sentence is true, with an example or a counterexample.

use std::sync::Arc;

use super::automatic::Automatic;
use super::known_automata::KnownAutomata;
use super::sentence::Sentence;
use super::translation::Translator;
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, Limits, Tuples, Variable, evaluate,
};
use crate::proofs::formula::Truth;
use heap_rules::{Connective, Meaning as _, Quantifier, Syntax};

/// The most solutions of a sentence with free variables that are listed.
const LISTED: usize = 10;

/// The most numbers that are listed at which a sentence says nothing.
const LISTED_SILENT: usize = 3;

/// Numbers for variables: `None` for 2^128 and above.
pub type Assignment = Vec<(String, Option<u128>)>;

/// What was decided of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The answer.
    pub answer: Answer,
    /// Where the sentence says nothing; `None` if it says something everywhere.
    pub silence: Option<Silence>,
}

/// The numbers at which a sentence says nothing because it refers to a value that does not exist, as the
/// outcome of a negative number of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Silence {
    /// The first ones.
    pub first: Vec<Assignment>,
    /// Whether there are no others.
    pub is_all: bool,
    /// Whether there are finitely many.
    pub is_finite: bool,
}

/// The answer to a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It is true; if it says that there are numbers, with the first ones.
    True(Option<Assignment>),
    /// It is false; if it says something of all numbers, with the first ones of which it is false.
    False(Option<Assignment>),
    /// It is neither: at all numbers it refers to a value that does not exist.
    Silent,
    /// Its free variables are some numbers for which it is true, and others for which it is not.
    Set {
        /// The first solutions.
        solutions: Vec<Assignment>,
        /// Whether there are no others.
        is_all: bool,
        /// The first numbers that are none.
        counterexample: Option<Assignment>,
        /// The states of the automaton of the solutions.
        states: usize,
    },
}

impl Answer {
    /// Whether the sentence is true, for all numbers that its free variables may stand for.
    pub fn is_true(&self) -> bool {
        match self {
            Answer::True(_) => true,
            Answer::False(_) | Answer::Silent | Answer::Set { .. } => false,
        }
    }
}

impl Sentence {
    /// Decides the sentence, for all numbers. Its games must have been proved ([`KnownAutomata::prove`]).
    ///
    /// # Errors
    /// When an automaton grows beyond the limits, or the computation is interrupted.
    pub fn decide(
        &self,
        known: &mut KnownAutomata,
        limits: &Limits,
    ) -> Result<Decision, AutomataError> {
        let arithmetic = known.make(&self.needs, limits)?;
        let missing = Arc::new(Automaton::all(known.numeration(), 1, limits)?);
        let find = |relation: Automatic| known.find(&relation).unwrap_or(&missing).clone();
        let judge = Judge { sentence: self, arithmetic: &arithmetic, limits, find: &find };
        judge.decide(&self.syntax, true)
    }
}

/// Quantifiers of the same kind that follow one another, with negations between them.
pub(super) struct Block<'a> {
    pub(super) names: Vec<String>,
    /// Whether something is said of all these numbers, and not of some.
    pub(super) is_for_all: bool,
    /// What is said of them,
    pub(super) inner: &'a Syntax,
    /// or its negation.
    pub(super) is_wanted: bool,
}

impl<'a> Block<'a> {
    /// Returns the quantifiers with which a sentence begins, or its negation.
    pub(super) fn of(syntax: &'a Syntax, is_wanted: bool) -> Self {
        let (mut names, mut inner, mut wanted) = (Vec::new(), syntax, is_wanted);
        let mut kind = None;
        loop {
            match inner {
                Syntax::Quantified { quantifier, variables, of } => {
                    let is_for_all = (*quantifier == Quantifier::ForAll) == wanted;
                    if kind.is_some_and(|kind| kind != is_for_all) {
                        break;
                    }
                    kind = Some(is_for_all);
                    names.extend(variables.iter().cloned());
                    inner = of;
                }
                Syntax::Not { of, .. } => {
                    wanted = !wanted;
                    inner = of;
                }
                _ => break,
            }
        }
        Block { names, is_for_all: kind == Some(true), inner, is_wanted: wanted }
    }
}

struct Judge<'a> {
    sentence: &'a Sentence,
    arithmetic: &'a Arithmetic,
    limits: &'a Limits<'a>,
    find: &'a dyn Fn(Automatic) -> Arc<Automaton>,
}

impl Judge<'_> {
    /// Decides a part of the sentence that is not within any quantifier, or its negation.
    fn decide(&self, syntax: &Syntax, is_wanted: bool) -> Result<Decision, AutomataError> {
        let is_closed = self.sentence.game.is_none() && self.is_closed(syntax);
        match syntax {
            Syntax::Not { of, .. } => self.decide(of, !is_wanted),
            Syntax::Connective(connective, of) if is_closed => {
                let last = of.len() - 1;
                let is_wanted_of = |part: usize| match connective {
                    Connective::Implies => (part == last) == is_wanted,
                    Connective::And | Connective::Or | Connective::Iff => is_wanted,
                };
                let all = match connective {
                    Connective::And => is_wanted,
                    Connective::Or | Connective::Implies => !is_wanted,
                    Connective::Iff => return self.set(syntax, is_wanted),
                };
                self.parts(of.iter().enumerate().map(|(at, of)| (of, is_wanted_of(at))), all)
            }
            Syntax::Quantified { .. } if is_closed => self.quantified(syntax, is_wanted),
            _ => self.set(syntax, is_wanted),
        }
    }

    /// Decides whether all parts are true, or whether any is, one by one up to the first that settles it. If
    /// none does, parts that say nothing leave it open.
    fn parts<'s>(
        &self,
        parts: impl Iterator<Item = (&'s Syntax, bool)>,
        all: bool,
    ) -> Result<Decision, AutomataError> {
        let mut silence = None;
        let mut is_silent = false;
        for (of, is_wanted) in parts {
            let next = self.decide(of, is_wanted)?;
            silence = silence.or(next.silence);
            match next.answer {
                Answer::Silent => is_silent = true,
                answer if answer.is_true() != all => return Ok(Decision { answer, silence }),
                _ => {}
            }
        }
        let answer = match (is_silent, all) {
            (true, _) => Answer::Silent,
            (false, true) => Answer::True(None),
            (false, false) => Answer::False(None),
        };
        Ok(Decision { answer, silence })
    }

    /// Whether no variable is free.
    fn is_closed(&self, syntax: &Syntax) -> bool {
        let mut translator = Translator::new(None, self.find);
        translator.truth(syntax).is_ok() && translator.free.is_empty()
    }

    /// Decides a sentence that begins with a quantifier.
    fn quantified(&self, syntax: &Syntax, is_wanted: bool) -> Result<Decision, AutomataError> {
        let block = Block::of(syntax, is_wanted);
        let mut translator = Translator::new(None, self.find);
        // Reading has shown that this does not fail.
        let Ok(variables) = translator.bind(&block.names) else {
            return self.set(syntax, is_wanted);
        };
        let truth = truth(&mut translator, block.inner, block.is_wanted);
        let variables: Vec<(String, Variable)> = block.names.into_iter().zip(variables).collect();
        let anywhere = Formula::All(Vec::new());
        let FoundNumbers { first, silence, is_silent } =
            self.found(&truth, !block.is_for_all, &variables, anywhere)?;
        let answer = match first.is_some() == block.is_for_all {
            _ if is_silent => Answer::Silent,
            true => Answer::False(first),
            false => Answer::True(first),
        };
        Ok(Decision { answer, silence })
    }

    /// Finds the numbers of the free variables for which a statement is true.
    fn set(&self, syntax: &Syntax, is_wanted: bool) -> Result<Decision, AutomataError> {
        let mut translator = Translator::new(self.sentence.game.as_ref(), self.find);
        let said = truth(&mut translator, syntax, is_wanted);
        let positions = self.sentence.positions().map(|of| truth(&mut translator, of, true));
        let positions = positions.map_or(Formula::All(Vec::new()), |of| of.holds());
        let variables = translator.free;
        let FoundNumbers { first: counterexample, silence, is_silent } =
            self.found(&said, false, &variables, positions)?;
        let answer = match counterexample {
            None if is_silent => Answer::Silent,
            None => Answer::True(None),
            Some(_) if variables.is_empty() => Answer::False(None),
            Some(_) if self.sentence.game.is_some() => Answer::False(counterexample),
            Some(_) => {
                let (found, states) = self.members(&said.holds(), &variables, LISTED)?;
                let solutions = found.tuples.iter().map(|tuple| assignment(&variables, tuple));
                let solutions = solutions.collect();
                Answer::Set { solutions, is_all: found.is_all, counterexample, states }
            }
        };
        Ok(Decision { answer, silence })
    }

    /// Looks for numbers at which a statement is true, or false, and for those at which it is neither. It is silent if it is
    /// neither at all numbers that it is about.
    fn found(
        &self,
        truth: &Truth,
        looked_for: bool,
        variables: &[(String, Variable)],
        is_about: Formula,
    ) -> Result<FoundNumbers, AutomataError> {
        let at = |is: bool| if is { truth.holds() } else { truth.fails() };
        let first = self.first(&at(looked_for), variables)?;
        let silence = self.silence(truth, variables)?;
        let others = Formula::All(vec![is_about, at(!looked_for)]);
        let is_silent =
            first.is_none() && silence.is_some() && self.first(&others, variables)?.is_none();
        Ok(FoundNumbers { first, silence, is_silent })
    }

    /// Returns where a statement is neither true nor false.
    fn silence(
        &self,
        truth: &Truth,
        variables: &[(String, Variable)],
    ) -> Result<Option<Silence>, AutomataError> {
        let Some(silent) = truth.is_silent() else {
            return Ok(None);
        };
        let (found, _) = self.members(&silent, variables, LISTED_SILENT)?;
        let first = found.tuples.iter().map(|tuple| assignment(variables, tuple)).collect();
        let silence = Silence { first, is_all: found.is_all, is_finite: found.is_finite };
        Ok((!silence.first.is_empty()).then_some(silence))
    }

    /// Returns the first numbers for which a formula is true.
    fn first(
        &self,
        formula: &Formula,
        variables: &[(String, Variable)],
    ) -> Result<Option<Assignment>, AutomataError> {
        let (found, _) = self.members(formula, variables, 1)?;
        Ok(found.tuples.first().map(|tuple| assignment(variables, tuple)))
    }

    /// Returns the first numbers for which a formula is true, and the states of its automaton.
    fn members(
        &self,
        formula: &Formula,
        variables: &[(String, Variable)],
        most: usize,
    ) -> Result<(Tuples, usize), AutomataError> {
        let relation = evaluate(formula, self.arithmetic, self.limits)?;
        let order: Vec<Variable> = variables.iter().map(|(_, variable)| *variable).collect();
        let automaton = relation.in_order(&order, self.limits)?;
        Ok((automaton.first_tuples(most, self.limits)?, automaton.states()))
    }
}

/// Where a statement is true, or false.
struct FoundNumbers {
    /// The first numbers there.
    first: Option<Assignment>,
    /// Where it is neither,
    silence: Option<Silence>,
    /// which may be everywhere.
    is_silent: bool,
}

/// Translates a statement, or its negation. Reading has shown that this does not fail.
fn truth(translator: &mut Translator, syntax: &Syntax, is_wanted: bool) -> Truth {
    let truth = translator.truth(syntax).unwrap_or_else(|_| Truth::constant(false));
    if is_wanted { truth } else { truth.not() }
}

/// Names the numbers of a tuple.
fn assignment(variables: &[(String, Variable)], tuple: &[Option<u128>]) -> Assignment {
    variables.iter().zip(tuple).map(|((name, _), number)| (name.clone(), *number)).collect()
}
