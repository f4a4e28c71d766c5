//! Truth values: where a statement is true, and where it is false.
//!
//! A statement that refers to a negative number of tokens is neither: p(x - 1, y) says nothing at x = 0.
//! What follows `and`, `or`, `implies` is not looked at where the first part decides, as in claims that are
//! checked on tables.

use super::linear::{comparison, exist};
use super::number::{Number, Way};
use crate::automata::{Formula, FreshVariables, Variable};
use heap_rules::{Connective, Problem, Quantifier, Sign};

/// Where a statement is true and where it is false, as formulas.
#[derive(Debug, Clone)]
pub(crate) struct Truth {
    holds: Formula,
    /// `None`: wherever it does not hold.
    fails: Option<Formula>,
}

impl Truth {
    /// A statement that has a truth value everywhere.
    pub(crate) fn total(holds: Formula) -> Self {
        Truth { holds, fails: None }
    }

    /// A statement that is true here and false there.
    pub(crate) fn partial(holds: Formula, fails: Formula) -> Self {
        Truth { holds, fails: Some(fails) }
    }

    /// Returns what is true where a formula about the heaps of a position is: a position with these heaps is there
    /// `always`, or else in some of the `ways` at most.
    pub(crate) fn of_position(
        ways: &[Way],
        always: bool,
        is_true: impl Fn(&[Variable]) -> Formula,
    ) -> Self {
        let any = |formula: &dyn Fn(&[Variable]) -> Formula| {
            Formula::Any(ways.iter().map(|(given, heaps)| given.and(formula(heaps))).collect())
        };
        let holds = any(&is_true);
        match always {
            true => Truth::total(holds),
            false => Truth::partial(holds, any(&|heaps| Formula::not(is_true(heaps)))),
        }
    }

    pub(crate) fn constant(truth: bool) -> Self {
        Truth::total(if truth { Formula::All(Vec::new()) } else { Formula::Any(Vec::new()) })
    }

    /// Returns where it is true.
    pub(crate) fn holds(&self) -> Formula {
        self.holds.clone()
    }

    /// Returns where it is false.
    pub(crate) fn fails(&self) -> Formula {
        self.fails.clone().unwrap_or_else(|| Formula::not(self.holds.clone()))
    }

    /// Returns where it is true and where it is false, and whether it is one of both everywhere.
    pub(crate) fn ways(&self) -> ([Formula; 2], bool) {
        ([self.holds(), self.fails()], self.fails.is_none())
    }

    /// Returns how many parts its formulas have.
    pub(crate) fn size(&self) -> usize {
        size(&self.holds) + self.fails.as_ref().map_or(0, size)
    }

    /// Returns where it is neither, if there may be such numbers.
    pub(crate) fn is_silent(&self) -> Option<Formula> {
        let fails = self.fails.clone()?;
        Some(Formula::not(Formula::Any(vec![self.holds.clone(), fails])))
    }

    pub(crate) fn not(self) -> Self {
        match self.fails {
            Some(fails) => Truth { holds: fails, fails: Some(self.holds) },
            None => match self.holds {
                Formula::Not(of) => Truth::total(*of),
                holds => Truth::total(Formula::not(holds)),
            },
        }
    }

    /// Returns the first of two statements where this one is true, and the second one where it is false.
    pub(crate) fn choice(self, [one, two]: [Truth; 2]) -> Self {
        let both = |one, two| Truth::connected(Connective::And, vec![one, two]);
        Truth::connected(Connective::Or, vec![both(self.clone(), one), both(self.not(), two)])
    }

    /// Connects statements.
    pub(crate) fn connected(connective: Connective, of: Vec<Truth>) -> Self {
        let not = |of: Vec<Truth>| of.into_iter().map(Truth::not);
        match connective {
            Connective::And => Truth::all(of),
            Connective::Or => Truth::all(not(of).collect()).not(),
            Connective::Implies => {
                let mut of = of.into_iter().rev();
                let last = of.next().unwrap_or_else(|| Truth::constant(true));
                of.fold(last, |then, if_true| Truth::all(vec![if_true, then.not()]).not())
            }
            Connective::Iff => {
                let mut of = of.into_iter();
                let first = of.next().unwrap_or_else(|| Truth::constant(true));
                of.fold(first, Truth::iff)
            }
        }
    }

    /// It is false where one of the statements is, even if another one has no truth value there: the order of the
    /// statements does not matter.
    fn all(mut of: Vec<Truth>) -> Self {
        if of.len() == 1 {
            return of.remove(0);
        }
        let holds = Formula::All(of.iter().map(Truth::holds).collect());
        let is_total = of.iter().all(|of| of.fails.is_none());
        let fails = || Formula::Any(of.iter().map(Truth::fails).collect());
        Truth { holds, fails: (!is_total).then(fails) }
    }

    fn iff(self, two: Truth) -> Self {
        let either = |one: [Formula; 2], two: [Formula; 2]| {
            Formula::Any(vec![Formula::All(one.to_vec()), Formula::All(two.to_vec())])
        };
        let same = either([self.holds(), two.holds()], [self.fails(), two.fails()]);
        if self.fails.is_none() && two.fails.is_none() {
            return Truth::total(same);
        }
        Truth::partial(same, either([self.holds(), two.fails()], [self.fails(), two.holds()]))
    }

    /// Says it of all numbers, or of some. Numbers at which it has no truth value are passed over.
    pub(crate) fn quantified(self, quantifier: Quantifier, variables: &[Variable]) -> Self {
        match quantifier {
            Quantifier::Exists => Truth::total(exist(variables, self.holds)),
            Quantifier::ForAll => Truth::total(Formula::not(exist(variables, self.fails()))),
        }
    }

    /// Compares two numbers.
    pub(crate) fn comparison(
        sign: Sign,
        left: &Number,
        right: &Number,
        fresh: &FreshVariables,
    ) -> Result<Self, Problem> {
        let any = |sign: Sign| -> Result<Formula, Problem> {
            let ways = left.together(right)?.into_iter();
            let ways =
                ways.map(|(defined, one, two)| Ok(defined.and(comparison(sign, one, two, fresh)?)));
            let mut ways: Vec<Formula> = ways.collect::<Result<_, Problem>>()?;
            Ok(if ways.len() == 1 { ways.remove(0) } else { Formula::Any(ways) })
        };
        let holds = any(sign)?;
        Ok(match left.is_total() && right.is_total() {
            true => Truth::total(holds),
            false => Truth::partial(holds, any(sign.opposite())?),
        })
    }
}

/// Counts the parts of a formula.
fn size(formula: &Formula) -> usize {
    match formula {
        Formula::Not(of) | Formula::Exists(_, of) => 1 + size(of),
        Formula::All(of) | Formula::Any(of) => 1 + of.iter().map(size).sum::<usize>(),
        _ => 1,
    }
}
