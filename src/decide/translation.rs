//! Translation: from a syntax tree to formulas.

use std::sync::Arc;

use super::automatic::{Automatic, Game};
use super::value::{Operand, Value};
use crate::automata::{Automaton, Formula, FreshVariables, Variable};
use crate::domain::HEAP_NAMES;
use crate::formula::{
    AutomaticFunction, Functions, Linear, Number, Truth, not_definable, undecided,
};
use crate::prove::SetName;
use crate::quantity::Convention;
use crate::ruleset::{Ruleset, WrittenRuleset};
use crate::wording::did_you_mean;
use heap_rules::{
    self as language, Connective, DIVIDES, FOLDS, MOVE, Meaning, OF_NATURAL, Operation, Problem,
    Quantifier, Sign, Syntax, TAKES_TWO_POSITIONS, Two, function_meant, term,
};

/// Returns the names of the functions.
fn functions() -> impl Iterator<Item = &'static str> {
    let folds = FOLDS.map(|(name, _)| name);
    let of_natural = OF_NATURAL.map(|(name, _)| name).into_iter().filter(|name| !undecided(name));
    ["abs", "floor"].into_iter().chain(folds).chain(of_natural)
}

/// What a part of a sentence means.
pub(super) type Term = language::Term<Operand, Truth>;

/// Words that are no variables.
const WORDS: [&str; 10] =
    ["p", "g", MOVE, "other", "true", "false", "not", "implies", "phi", "sqrt"];

/// The most parts of a formula.
const MOST_PARTS: usize = 20_000;

/// Translates sentences.
pub(super) struct Translator<'a> {
    /// The game whose heaps are x, y, z, if there is one.
    pub(super) game: Option<&'a Game>,
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
                || functions().any(|known| known == name)
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

    /// Returns what `p` or `g` of a position means.
    pub(super) fn at(&self, name: &str, game: Game, heaps: &[Number]) -> Result<Term, Problem> {
        let (mut ways, mut always) = Number::as_variables(heaps, &self.fresh)?;
        if game.ruleset.written_ruleset().is_some_and(WrittenRuleset::has_positions) {
            // A cell that is no position has no value, as a negative heap has none.
            let positions = Automatic::Positions(Box::new(game.ruleset.clone()));
            let positions = (self.automaton)(positions);
            always = false;
            for (given, heaps) in &mut ways {
                let is_position = Formula::Accepts(Arc::clone(&positions), heaps.clone());
                *given = given.with_formula(is_position);
            }
        }
        if name == "g" {
            return Ok(Term::Number(Operand::Value(Value { game: Box::new(game), ways, always })));
        }
        let set = |set| (self.automaton)(Automatic::Set(Box::new(game.clone()), set));
        let sets = if game.ruleset.is_partizan() {
            // The player who moves first loses, be it Left or Right.
            vec![set(SetName::LeftWinsFirst), set(SetName::RightWinsFirst)]
        } else if game.ruleset.has_sums() {
            // Outcomes of sums follow from values, which are proved.
            vec![set(SetName::Value(0))]
        } else {
            vec![set(SetName::P)]
        };
        let at = |heaps: &[Variable]| {
            let is_in = |set: &Arc<Automaton>| Formula::Accepts(Arc::clone(set), heaps.to_vec());
            match sets.as_slice() {
                [set] => is_in(set),
                sets => Formula::not(Formula::Any(sets.iter().map(is_in).collect())),
            }
        };
        Ok(Term::Truth(Truth::of_position(&ways, always, at)))
    }

    /// Returns arguments that must be numbers that can be computed with.
    pub(super) fn numbers(&mut self, arguments: &[Syntax]) -> Result<Vec<Number>, Problem> {
        arguments.iter().map(|argument| self.number(argument)?.number()).collect()
    }

    /// Returns what is made of numbers by functions.
    fn with_functions<T>(&self, make: impl FnOnce(&Functions) -> T) -> T {
        let automaton =
            |function: AutomaticFunction| (self.automaton)(Automatic::Function(function));
        make(&Functions { automaton: &automaton, fresh: &self.fresh })
    }
}

impl Meaning for Translator<'_> {
    type Number = Operand;
    type Truth = Truth;

    fn term(&mut self, syntax: &Syntax) -> Result<Term, Problem> {
        match term(self, syntax)? {
            Term::Truth(truth) if truth.size() > MOST_PARTS => Err(format!(
                "its formula would have more than {MOST_PARTS} parts; iff takes in both sides twice"
            )),
            term => Ok(term),
        }
    }

    fn constant(&self, number: i64) -> Operand {
        Operand::Number(Number::constant(number))
    }

    fn name(&mut self, name: &str) -> Result<Term, Problem> {
        let number = |of: Linear| Ok(Term::Number(Operand::Number(Number::of(of))));
        if let Some((_, variable)) =
            self.bound.iter().chain(&self.free).find(|(known, _)| known == name)
        {
            return number(Linear::variable(*variable));
        }
        let mut heaps = self.free.iter().map(|(_, variable)| Linear::variable(*variable));
        match (name, self.game) {
            ("true", _) => Ok(Term::Truth(Truth::constant(true))),
            ("false", _) => Ok(Term::Truth(Truth::constant(false))),
            ("p" | "g", _) => {
                let game = game_named(name, None, self.game)?;
                self.at(name, game, &heaps.map(Number::of).collect::<Vec<_>>())
            }
            ("tokens", Some(_)) => {
                number(heaps.try_fold(Linear::constant(0), |sum, heap| sum.plus(&heap))?)
            }
            (MOVE, _) => Err(TAKES_TWO_POSITIONS.into()),
            ("other", _) => Err("other is the value in a second table, and there is none".into()),
            _ if functions().any(|known| known == name) => {
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
                number(Linear::variable(variable))
            }
        }
    }

    fn call(
        &mut self,
        name: &str,
        game: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Term, Problem> {
        let count = arguments.len();
        let takes = |what: &str| format!("{name} takes {what}, and {count} are given");
        match name {
            "p" | "g" => {
                let game = game_named(name, game, self.game)?;
                let heaps = game.ruleset.heaps();
                if count != heaps {
                    return Err(takes(&format!(
                        "as many heap sizes as the game has heaps, {heaps}"
                    )));
                }
                let heaps = self.numbers(arguments)?;
                self.at(name, game, &heaps)
            }
            _ if game.is_some() => {
                Err(format!("a game in square brackets follows p, g and move only, not {name}"))
            }
            "other" => Err("other is the value in a second table, and there is none".into()),
            "min" | "max" | "sum" | "xor" | "gcd" if count < 2 => Err(takes("two numbers or more")),
            "min" | "max" | "sum" | "xor" | "gcd" => {
                let numbers = self.numbers(arguments)?.into_iter().map(Ok);
                let all = numbers.reduce(|all, of| {
                    let (all, of) = (all?, of?);
                    self.with_functions(|functions| functions.of_two(name, &all, &of))
                });
                let all = all.unwrap_or_else(|| Err(takes("two numbers or more")))?;
                Ok(Term::Number(Operand::Number(all)))
            }
            DIVIDES => match &self.numbers(arguments)?[..] {
                [one, two] => {
                    self.with_functions(|functions| functions.divides(one, two)).map(Term::Truth)
                }
                _ => Err(takes("two numbers")),
            },
            _ if undecided(name) => Err(not_definable(name)),
            _ if !functions().any(|known| known == name) => Err(format!(
                "there is no function {name}; {}the functions are {}, implies, and p, g and move of a game",
                function_meant(name, functions().chain(["implies"])),
                functions().collect::<Vec<_>>().join(", ")
            )),
            _ => match <[Number; 1]>::try_from(self.numbers(arguments)?) {
                Ok([of]) if name == "zeckendorf_zeros" => Ok(Term::Number(Operand::Zeros(of))),
                Ok([of]) => {
                    let value = self.with_functions(|functions| functions.of_one(name, of))?;
                    Ok(Term::Number(Operand::Number(value)))
                }
                Err(_) => Err(takes("one number")),
            },
        }
    }

    fn is_move(
        &mut self,
        game: Option<&str>,
        from: &[Syntax],
        to: &[Syntax],
    ) -> Result<Truth, Problem> {
        self.leads(game, from, to)
    }

    fn choice(&mut self, condition: Truth, of: Two<Self>) -> Result<Term, Problem> {
        Ok(match of {
            language::Term::Truth(of) => Term::Truth(condition.choice(of)),
            language::Term::Number([one, two]) => {
                let (one, two) = (one.number()?, two.number()?);
                let chosen = Number::choice(&condition.ways(), &one, &two)?;
                Term::Number(Operand::Number(chosen))
            }
        })
    }

    fn negative(&mut self, of: Operand) -> Result<Operand, Problem> {
        of.number()?.negative().map(Operand::Number)
    }

    fn times_root(&mut self, of: Operand, radicand: u32) -> Result<Operand, Problem> {
        let of = of.number()?;
        let value = self.with_functions(|functions| functions.floor_of_root(&of, radicand));
        value.map(Operand::Number)
    }

    fn arithmetic(
        &mut self,
        operation: Operation,
        [one, two]: [Operand; 2],
    ) -> Result<Operand, Problem> {
        let two = two.number()?;
        let result = match (one, operation) {
            (Operand::Zeros(of), Operation::Remainder) => {
                self.with_functions(|functions| functions.remainder_of_zeros(of, &two))
            }
            (one, _) => {
                let one = one.number()?;
                self.with_functions(|functions| functions.operation(operation, &one, &two))
            }
        };
        result.map(Operand::Number)
    }

    fn comparison(&mut self, sign: Sign, of: [Operand; 2]) -> Result<Truth, Problem> {
        match of {
            [Operand::Value(value), other] => {
                value.compared(sign, other, self.automaton, &self.fresh)
            }
            [other, Operand::Value(value)] => {
                value.compared(sign.mirrored(), other, self.automaton, &self.fresh)
            }
            [one, two] => Truth::comparison(sign, &one.number()?, &two.number()?, &self.fresh),
        }
    }

    fn not(&self, of: Truth) -> Truth {
        of.not()
    }

    fn connected(&self, connective: Connective, of: Vec<Truth>) -> Truth {
        Truth::connected(connective, of)
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
