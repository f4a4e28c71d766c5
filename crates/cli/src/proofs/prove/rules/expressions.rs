//! What the expressions of rules mean: numbers and statements as formulas about the heaps and variables.

use heap_rules::clause::HEAP_NAMES;
use heap_rules::{
    Connective, DIVIDES, FOLDS, Meaning, OF_NATURAL, Operation, Problem, Quantifier, Sign, Syntax,
    Term as TermOf, Two, term,
};

use crate::automata::Variable;
use crate::proofs::formula::{Functions, Linear, Number, Truth, not_definable};

/// What a part of an expression means.
type Term = TermOf<Number, Truth>;

/// What the names in rules stand for: heaps, and the variables of a clause.
pub(super) struct Names<'a> {
    pub(super) functions: &'a Functions<'a>,
    heaps: Vec<Number>,
    variables: Vec<(String, Number)>,
    /// Whether a part that is refused has been named.
    is_named: bool,
}

impl<'a> Names<'a> {
    /// Begins with the heaps of a position and no variables.
    pub(super) fn at(heaps: &[Variable], functions: &'a Functions<'a>) -> Self {
        let heap = |&heap: &Variable| Number::of(Linear::variable(heap));
        let heaps = heaps.iter().map(heap).collect();
        Names { functions, heaps, variables: Vec::new(), is_named: false }
    }

    /// Says of the heaps what a condition says that is true: that some do not exceed a number.
    pub(super) fn bounded_by(mut self, condition: Option<&Syntax>) -> Self {
        for (name, most) in condition.map(upper_bounds).unwrap_or_default() {
            let heap = HEAP_NAMES.iter().position(|known| *known == name);
            if let Some(heap) = heap.and_then(|heap| self.heaps.get_mut(heap)) {
                *heap = heap.clone().at_most(Some(most));
            }
        }
        self
    }

    /// Brings in a variable of a clause.
    pub(super) fn bring_in(&mut self, name: &str, number: Number) {
        self.variables.push((name.to_owned(), number));
    }

    /// Returns the token sum.
    pub(super) fn tokens(&self) -> Result<Number, Problem> {
        let fresh = self.functions.fresh;
        let mut heaps = self.heaps.iter();
        let first = heaps.next().cloned().unwrap_or_else(|| Number::constant(0));
        heaps.try_fold(first, |sum, heap| Number::arithmetic(Operation::Plus, &sum, heap, fresh))
    }

    fn numbers(&mut self, arguments: &[Syntax]) -> Result<Vec<Number>, Problem> {
        arguments.iter().map(|argument| self.number(argument)).collect()
    }
}

/// Returns upper bounds that follow from a condition, by the names of what they bound.
fn upper_bounds(condition: &Syntax) -> Vec<(&str, u64)> {
    match condition {
        Syntax::Connective(Connective::And, parts) => parts.iter().flat_map(upper_bounds).collect(),
        Syntax::Comparison { signs, between } => {
            let pairs = signs.iter().zip(between).zip(&between[1..]);
            let bound = pairs.filter_map(|((sign, one), two)| match (one, sign, two) {
                (
                    Syntax::Name(name),
                    Sign::AtMost | Sign::Less | Sign::Equal,
                    Syntax::Number(most),
                )
                | (
                    Syntax::Number(most),
                    Sign::AtLeast | Sign::Greater | Sign::Equal,
                    Syntax::Name(name),
                ) => Some((name.as_str(), u64::try_from(*most).ok()?)),
                _ => None,
            });
            bound.collect()
        }
        _ => Vec::new(),
    }
}

impl Meaning for Names<'_> {
    type Number = Number;
    type Truth = Truth;

    /// The innermost part that is refused is named.
    fn term(&mut self, syntax: &Syntax) -> Result<Term, Problem> {
        term(self, syntax).map_err(|problem| match std::mem::replace(&mut self.is_named, true) {
            true => problem,
            false => format!("`{syntax}`: {problem}"),
        })
    }

    fn constant(&self, number: i64) -> Number {
        Number::constant(number)
    }

    fn name(&mut self, name: &str) -> Result<Term, Problem> {
        let heap = HEAP_NAMES.iter().position(|known| *known == name);
        let heap = heap.and_then(|heap| self.heaps.get(heap));
        let variable = self.variables.iter().find(|(known, _)| known == name);
        match (name, heap.or(variable.map(|(_, number)| number))) {
            (_, Some(number)) => Ok(Term::Number(number.clone())),
            ("tokens", None) => self.tokens().map(Term::Number),
            ("true" | "false", None) => Ok(Term::Truth(Truth::constant(name == "true"))),
            (_, None) => Err(format!("there is no name {name}")),
        }
    }

    fn call(&mut self, name: &str, _: Option<&str>, arguments: &[Syntax]) -> Result<Term, Problem> {
        let mut numbers = self.numbers(arguments)?;
        if FOLDS.iter().any(|(known, _)| *known == name) {
            let first = numbers.remove(0);
            let all =
                numbers.iter().try_fold(first, |all, of| self.functions.of_two(name, &all, of));
            return all.map(Term::Number);
        }
        match (name, &numbers[..]) {
            (DIVIDES, [one, two]) => self.functions.divides(one, two).map(Term::Truth),
            ("zeckendorf_zeros", _) => Err(not_definable(name)),
            (_, [of]) if name == "abs" || OF_NATURAL.iter().any(|(known, _)| *known == name) => {
                self.functions.of_one(name, of.clone()).map(Term::Number)
            }
            _ => Err(not_definable(name)),
        }
    }

    fn indicator(&mut self, of: Truth) -> Result<Number, Problem> {
        Number::choice(&of.ways(), &Number::constant(1), &Number::constant(0))
    }

    fn choice(&mut self, condition: Truth, of: Two<Self>) -> Result<Term, Problem> {
        Ok(match of {
            TermOf::Number([one, two]) => {
                Term::Number(Number::choice(&condition.ways(), &one, &two)?)
            }
            TermOf::Truth(of) => Term::Truth(condition.choice(of)),
        })
    }

    fn negative(&mut self, of: Number) -> Result<Number, Problem> {
        of.negative()
    }

    fn times_root(&mut self, of: Number, radicand: u32) -> Result<Number, Problem> {
        self.functions.floor_of_root(&of, radicand)
    }

    fn arithmetic(&mut self, operation: Operation, [a, b]: [Number; 2]) -> Result<Number, Problem> {
        self.functions.operation(operation, &a, &b)
    }

    fn comparison(&mut self, sign: Sign, [a, b]: [Number; 2]) -> Result<Truth, Problem> {
        Truth::comparison(sign, &a, &b, self.functions.fresh)
    }

    fn not(&self, of: Truth) -> Truth {
        of.not()
    }

    fn connected(&self, connective: Connective, of: Vec<Truth>) -> Truth {
        Truth::connected(connective, of)
    }

    fn quantified(&mut self, _: Quantifier, _: &[String], _: &Syntax) -> Result<Truth, Problem> {
        Err("rules have no forall and exists".into())
    }
}
