//! Translation: from a syntax tree to formulas.

use std::sync::Arc;

use super::Problem;
use super::automatic::{Automatic, Game};
use super::linear::Linear;
use super::number::Number;
use super::truth::Truth;
use super::value::Value;
use super::words::{FUNCTIONS, WORDS};
use crate::automata::{Automaton, Formula, FreshVariables, Variable};
use crate::domain::HEAP_NAMES;
use crate::expression::{
    Connective, MARK_BEFORE_NUMBER, MIXED, NUMBER_FOR_TRUTH, Operation, Quantifier, Sign, Syntax,
    TRUTH_FOR_NUMBER, not_a_chain,
};
use crate::prove::SetName;
use crate::quantity::Convention;
use crate::ruleset::Ruleset;
use crate::wording::did_you_mean;

/// What a part of a sentence means.
pub(super) enum Term {
    Truth(Truth),
    Number(Number),
    /// A Grundy value, which can be compared with constants alone.
    Value(Value),
}

/// The most parts of a formula.
const MOST_PARTS: usize = 20_000;

/// Translates sentences.
pub(super) struct Translator<'a> {
    /// The game whose heaps are x, y, z, if there is one.
    game: Option<&'a Game>,
    /// Finds the automaton of a relation.
    pub(super) automaton: &'a dyn Fn(Automatic) -> Arc<Automaton>,
    pub(super) fresh: FreshVariables,
    /// The variables that are bound here.
    bound: Vec<(String, Variable)>,
    /// The others, in the order in which they occur first.
    pub(super) free: Vec<(String, Variable)>,
}

impl<'a> Translator<'a> {
    /// Begins with the heaps of the game as free variables.
    pub(super) fn new(
        game: Option<&'a Game>,
        automaton: &'a dyn Fn(Automatic) -> Arc<Automaton>,
    ) -> Self {
        let (fresh, heaps) =
            (FreshVariables::after(0), game.map_or(0, |game| game.ruleset.heaps()));
        let free = HEAP_NAMES[..heaps].iter().map(|name| (name.to_string(), fresh.variable()));
        let free = free.collect();
        Translator { game, automaton, fresh, bound: Vec::new(), free }
    }

    /// Binds variables from here on, and returns them.
    pub(super) fn bind(&mut self, names: &[String]) -> Result<Vec<Variable>, Problem> {
        let mut variables = Vec::new();
        for name in names {
            if WORDS.contains(&name.as_str())
                || FUNCTIONS.contains(&name.as_str())
                || !name.starts_with(|c: char| c.is_alphabetic() || c == '_')
                || self.game.is_some() && name == "tokens"
            {
                return Err(format!("{name} has a meaning already and cannot be a variable"));
            }
            if self.bound.iter().chain(&self.free).any(|(known, _)| known == name) {
                return Err(format!(
                    "{name} stands for another number here already; take another name"
                ));
            }
            let variable = self.fresh.variable();
            self.bound.push((name.clone(), variable));
            variables.push(variable);
        }
        Ok(variables)
    }

    /// Returns what a part of a sentence says that must be true or false.
    pub(super) fn truth(&mut self, syntax: &Syntax) -> Result<Truth, Problem> {
        match self.term(syntax)? {
            Term::Truth(truth) => Ok(truth),
            Term::Number(_) | Term::Value(_) => Err(NUMBER_FOR_TRUTH.into()),
        }
    }

    /// Returns the value of a part of a sentence that must be a number.
    pub(super) fn number(&mut self, syntax: &Syntax) -> Result<Number, Problem> {
        match self.term(syntax)? {
            Term::Number(number) => Ok(number),
            Term::Value(value) => Err(value.is_no_number()),
            Term::Truth(_) => Err(TRUTH_FOR_NUMBER.into()),
        }
    }

    pub(super) fn numbers(&mut self, arguments: &[Syntax]) -> Result<Vec<Number>, Problem> {
        arguments.iter().map(|argument| self.number(argument)).collect()
    }

    fn term(&mut self, syntax: &Syntax) -> Result<Term, Problem> {
        let term = match syntax {
            Syntax::Number(number) => Term::Number(Number::constant(*number)),
            Syntax::Name(name) => self.name(name)?,
            Syntax::Call { name, game, arguments } => {
                self.call(name, game.as_deref(), arguments)?
            }
            Syntax::Negative(of) => Term::Number(self.number(of)?.negative()?),
            Syntax::Not { mark, of } => match (self.term(of)?, mark) {
                (Term::Truth(of), _) => Term::Truth(of.not()),
                (Term::Number(_) | Term::Value(_), true) => return Err(MARK_BEFORE_NUMBER.into()),
                (Term::Number(_) | Term::Value(_), false) => return Err(NUMBER_FOR_TRUTH.into()),
            },
            Syntax::Arithmetic { first, rest } => Term::Number(self.arithmetic(first, rest)?),
            Syntax::Connective(connective, of) => {
                let of: Vec<Truth> =
                    of.iter().map(|of| self.truth(of)).collect::<Result<_, _>>()?;
                Term::Truth(Truth::connected(*connective, of))
            }
            Syntax::Comparison { signs, between } => Term::Truth(self.comparisons(signs, between)?),
            Syntax::Quantified { quantifier, variables, of } => {
                Term::Truth(self.quantified(*quantifier, variables, of)?)
            }
        };
        match &term {
            Term::Truth(truth) if truth.size() > MOST_PARTS => Err(format!(
                "its formula would have more than {MOST_PARTS} parts; iff takes in both sides twice"
            )),
            Term::Truth(_) | Term::Number(_) | Term::Value(_) => Ok(term),
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        names: &[String],
        of: &Syntax,
    ) -> Result<Truth, Problem> {
        let before = self.bound.len();
        let variables = self.bind(names)?;
        let of = self.truth(of)?;
        self.bound.truncate(before);
        Ok(of.quantified(quantifier, &variables))
    }

    fn name(&mut self, name: &str) -> Result<Term, Problem> {
        if let Some((_, variable)) =
            self.bound.iter().chain(&self.free).find(|(known, _)| known == name)
        {
            return Ok(Term::Number(Number::of(Linear::variable(*variable))));
        }
        let heaps: Vec<Variable> = self.free.iter().map(|(_, variable)| *variable).collect();
        let at = |heaps: &[Variable]| -> Vec<Number> {
            heaps.iter().map(|&heap| Number::of(Linear::variable(heap))).collect()
        };
        match (name, self.game) {
            ("true", _) => Ok(Term::Truth(Truth::constant(true))),
            ("false", _) => Ok(Term::Truth(Truth::constant(false))),
            ("p", Some(game)) => self.is_p(game.clone(), &at(&heaps)).map(Term::Truth),
            ("g", Some(game)) => self.value(game.clone(), &at(&heaps)).map(Term::Value),
            ("tokens", Some(_)) => {
                let mut sum = Linear::constant(0);
                for heap in heaps {
                    sum = sum.plus(&Linear::variable(heap))?;
                }
                Ok(Term::Number(Number::of(sum)))
            }
            ("p" | "g", None) => {
                Err(format!("{name} needs a position of a game, as in {name}[wythoff](x, y)"))
            }
            ("other", _) => Err("other is the value in a second table, and there is none".into()),
            _ if FUNCTIONS.contains(&name) => {
                Err(format!("{name} is a function and needs its arguments in brackets"))
            }
            (_, Some(game)) => Err(format!(
                "there is no name {name}; {}the names are {}, tokens, g, p, true, false, and variables of \
                 forall and exists",
                did_you_mean(name, ["tokens", "true", "false"]),
                HEAP_NAMES[..game.ruleset.heaps()].join(", ")
            )),
            (_, None) => {
                let variable = self.fresh.variable();
                self.free.push((name.to_owned(), variable));
                Ok(Term::Number(Number::of(Linear::variable(variable))))
            }
        }
    }

    /// Returns what operators that follow one another make of numbers.
    fn arithmetic(
        &mut self,
        first: &Syntax,
        rest: &[(Operation, Syntax)],
    ) -> Result<Number, Problem> {
        let mut rest = rest;
        let mut all = match (first, rest) {
            // How many zeros there are is not automatic, but the remainder of that number is.
            (
                Syntax::Call { name, game: None, arguments },
                [(Operation::Remainder, divisor), others @ ..],
            ) if name == "zeckendorf_zeros" => {
                rest = others;
                self.remainder_of_zeros(arguments, divisor)?
            }
            _ => self.number(first)?,
        };
        for (operation, of) in rest {
            let of = self.number(of)?;
            all = match operation {
                Operation::Xor => self.xor(&all, &of)?,
                _ => Number::arithmetic(*operation, &all, &of, &self.fresh)?,
            };
        }
        Ok(all)
    }

    /// Compares numbers, or truth values, one after another.
    fn comparisons(&mut self, signs: &[Sign], between: &[Syntax]) -> Result<Truth, Problem> {
        let mut all = Vec::new();
        let mut ends_with_truth = false;
        for (sign, sides) in signs.iter().zip(between.windows(2)) {
            // Sides between two signs are translated twice, so that their variables differ.
            let (left, right) = (self.term(&sides[0])?, self.term(&sides[1])?);
            ends_with_truth = matches!(right, Term::Truth(_));
            all.push(self.comparison(*sign, left, right)?);
        }
        match signs.len() > 1 && ends_with_truth {
            true => Err(not_a_chain(signs)),
            false => Ok(Truth::connected(Connective::And, all)),
        }
    }

    fn comparison(&self, sign: Sign, left: Term, right: Term) -> Result<Truth, Problem> {
        match (left, right) {
            (Term::Number(a), Term::Number(b)) => Truth::comparison(sign, &a, &b, &self.fresh),
            (Term::Value(value), Term::Number(b)) => {
                value.compared(sign, &b, |relation| (self.automaton)(relation))
            }
            (Term::Number(a), Term::Value(value)) => {
                value.compared(sign.mirrored(), &a, |relation| (self.automaton)(relation))
            }
            (Term::Value(value), Term::Value(_)) => Err(value.is_no_number()),
            (Term::Truth(_), _) | (_, Term::Truth(_)) if !sign.is_equality() => {
                Err(TRUTH_FOR_NUMBER.into())
            }
            (Term::Truth(a), Term::Truth(b)) => {
                let same = Truth::connected(Connective::Iff, vec![a, b]);
                Ok(if sign == Sign::Equal { same } else { same.not() })
            }
            (Term::Truth(_), Term::Number(_) | Term::Value(_))
            | (Term::Number(_) | Term::Value(_), Term::Truth(_)) => Err(MIXED.into()),
        }
    }

    /// Returns the game that is named in square brackets, or else that of the heaps.
    pub(super) fn game(&self, name: &str, text: Option<&str>) -> Result<Game, Problem> {
        game_named(name, text, self.game)
    }

    /// Says that a position is a P-position.
    pub(super) fn is_p(&self, game: Game, heaps: &[Number]) -> Result<Truth, Problem> {
        let set = |set| (self.automaton)(Automatic::Set(Box::new(game.clone()), set));
        let sets = if game.ruleset.is_partizan() {
            // The player who moves first loses, be it Left or Right.
            vec![set(SetName::LeftWinsFirst), set(SetName::RightWinsFirst)]
        } else {
            vec![set(SetName::P)]
        };
        let (ways, always) = Number::as_variables(heaps, &self.fresh)?;
        let at = |heaps: &[Variable]| {
            let is_in = |set: &Arc<Automaton>| Formula::Accepts(Arc::clone(set), heaps.to_vec());
            match sets.as_slice() {
                [set] => is_in(set),
                sets => Formula::not(Formula::Any(sets.iter().map(is_in).collect())),
            }
        };
        Ok(Truth::of_position(&ways, always, at))
    }

    pub(super) fn value(&self, game: Game, heaps: &[Number]) -> Result<Value, Problem> {
        let (ways, always) = Number::as_variables(heaps, &self.fresh)?;
        Ok(Value { game, ways, always })
    }
}

/// Returns the game that is named in square brackets behind a name, or else that of the heaps.
pub(super) fn game_named(
    name: &str,
    text: Option<&str>,
    of_heaps: Option<&Game>,
) -> Result<Game, Problem> {
    match (text, of_heaps) {
        (None, Some(game)) => Ok(game.clone()),
        (None, None) => {
            Err(format!("{name} needs a position of a game, as in {name}[wythoff](x, y)"))
        }
        (Some(text), _) => {
            let (text, convention) = match text.rsplit_once(',') {
                Some((game, play)) if ["misere", "misère"].contains(&play.trim()) => {
                    (game.trim(), Convention::Misere)
                }
                _ => (text, Convention::Normal),
            };
            let ruleset =
                Ruleset::parse(text).map_err(|error| format!("in {name}[...]: {error}"))?;
            Ok(Game { ruleset, convention })
        }
    }
}
