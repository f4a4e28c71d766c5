//! Formulas: statements about numbers, of first order.

use std::cell::Cell;
use std::sync::Arc;

use super::automaton::Automaton;

/// A variable, which stands for a natural number.
pub type Variable = u32;

/// A source of variables that a formula does not use yet.
#[derive(Debug)]
pub struct FreshVariables(Cell<Variable>);

impl FreshVariables {
    /// Leaves the first `used` variables to others.
    pub fn after(used: usize) -> Self {
        FreshVariables(Cell::new(used as Variable))
    }

    /// Returns a variable that it has not returned before.
    pub fn variable(&self) -> Variable {
        self.0.replace(self.0.get() + 1)
    }
}

/// A statement about the numbers that its free variables stand for.
#[derive(Debug, Clone)]
pub enum Formula {
    /// The automaton accepts the numbers, one for each track. Variables may occur several times.
    Accepts(Arc<Automaton>, Vec<Variable>),
    /// The first number plus the second is the third.
    Sum([Variable; 3]),
    /// The first number is less than the second.
    Less(Variable, Variable),
    /// Both numbers are equal.
    Equal(Variable, Variable),
    /// The number is this one.
    Is(Variable, u64),
    /// The statement is false.
    Not(Box<Formula>),
    /// All statements are true.
    All(Vec<Formula>),
    /// At least one statement is true.
    Any(Vec<Formula>),
    /// There is a number for which the statement is true.
    Exists(Variable, Box<Formula>),
}

impl Formula {
    /// The first number is at most the second.
    pub fn at_most(x: Variable, y: Variable) -> Formula {
        Formula::not(Formula::Less(y, x))
    }

    /// The statement is false.
    #[allow(clippy::should_implement_trait, reason = "a formula is no Boolean")]
    pub fn not(formula: Formula) -> Formula {
        Formula::Not(Box::new(formula))
    }

    /// There is a number for which all statements are true.
    pub fn exists(variable: Variable, formulas: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::Exists(variable, Box::new(Formula::All(formulas.into_iter().collect())))
    }

    /// The statement holds for all numbers.
    pub fn for_all(variable: Variable, formula: Formula) -> Formula {
        Formula::not(Formula::Exists(variable, Box::new(Formula::not(formula))))
    }

    /// `factor` times the first number is the second, by doubling and adding.
    pub fn multiple(factor: u64, x: Variable, y: Variable, fresh: &FreshVariables) -> Formula {
        match factor {
            0 => Formula::Is(y, 0),
            1 => Formula::Equal(x, y),
            2 => Formula::Sum([x, x, y]),
            _ => {
                let part = fresh.variable();
                let (smaller, sum) = match factor % 2 {
                    0 => (factor / 2, Formula::Sum([part, part, y])),
                    _ => (factor - 1, Formula::Sum([part, x, y])),
                };
                Formula::exists(part, [Formula::multiple(smaller, x, part, fresh), sum])
            }
        }
    }
}
