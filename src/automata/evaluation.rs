//! Evaluation: the automaton of the numbers for which a formula is true.

use std::sync::Arc;

use super::automaton::{Automaton, letters};
use super::formula::{Formula, Variable};
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;
use super::product::letter_map;

/// A set of tuples of numbers: an automaton, and the variables that its tracks stand for, in increasing
/// order.
#[derive(Debug, Clone)]
pub struct Relation {
    /// Its automaton, which is the least one.
    pub automaton: Automaton,
    /// The free variables of the formula, one for each track.
    pub variables: Vec<Variable>,
}

impl Relation {
    /// Returns the automaton over the variables 0, 1, ..., `variables` - 1, of which the relation need not
    /// say something about all.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn over(&self, variables: usize, limits: &Limits) -> Result<Automaton, AutomataError> {
        let all = Automaton::all(self.automaton.numeration(), variables, limits)?;
        let tracks: Vec<usize> = self.variables.iter().map(|&v| v as usize).collect();
        let every: Vec<usize> = (0..variables).collect();
        self.automaton.and(&tracks, &all, &every, variables, limits)?.minimized(limits)
    }

    /// Whether a relation without free variables is true.
    pub fn is_true(&self) -> bool {
        self.variables.is_empty() && self.automaton.accepts(&[])
    }
}

/// Evaluates a formula in a numeration.
///
/// ```
/// use std::sync::Arc;
/// use grundytab::automata::{Formula, Limits, Numeration, evaluate};
/// let fibonacci = Arc::new(Numeration::fibonacci());
/// // For all x there is a y with x + x = y and not y < x.
/// let (x, y) = (0, 1);
/// let formula = Formula::for_all(x, Formula::exists(y, [
///     Formula::Sum([x, x, y]),
///     Formula::not(Formula::Less(y, x)),
/// ]));
/// assert!(evaluate(&formula, &fibonacci, &Limits::default())?.is_true());
/// # Ok::<(), grundytab::automata::AutomataError>(())
/// ```
///
/// # Errors
/// When an automaton grows beyond the limits.
pub fn evaluate(
    formula: &Formula,
    numeration: &Arc<Numeration>,
    limits: &Limits,
) -> Result<Relation, AutomataError> {
    let evaluator = Evaluator {
        numeration,
        limits,
        sum: Automaton::sum(numeration, limits)?,
        less: Automaton::less(numeration, limits)?,
        equal: Automaton::equal(numeration, limits)?,
    };
    evaluator.relation(formula)
}

/// What formulas of one numeration share.
struct Evaluator<'a> {
    numeration: &'a Arc<Numeration>,
    limits: &'a Limits<'a>,
    sum: Automaton,
    less: Automaton,
    equal: Automaton,
}

impl Evaluator<'_> {
    fn relation(&self, formula: &Formula) -> Result<Relation, AutomataError> {
        match formula {
            Formula::Accepts(automaton, variables) => self.named(automaton, variables),
            Formula::Sum(variables) => self.named(&self.sum, variables),
            Formula::Less(x, y) => self.named(&self.less, &[*x, *y]),
            Formula::Equal(x, y) => self.named(&self.equal, &[*x, *y]),
            Formula::Is(x, number) => {
                self.named(&Automaton::constant(self.numeration, *number, self.limits)?, &[*x])
            }
            Formula::Not(formula) => {
                let Relation { automaton, variables } = self.relation(formula)?;
                self.least(automaton.complement(self.limits)?, variables)
            }
            Formula::All(formulas) => {
                let mut all = self.everything(&[])?;
                for formula in formulas {
                    all = self.and(&all, &self.relation(formula)?)?;
                }
                Ok(all)
            }
            Formula::Any(formulas) => self.any(formulas),
            Formula::Exists(variable, formula) => {
                let Relation { automaton, mut variables } = self.relation(formula)?;
                let Some(track) = variables.iter().position(|v| v == variable) else {
                    return Ok(Relation { automaton, variables });
                };
                variables.remove(track);
                self.least(automaton.without_track(track, self.limits)?, variables)
            }
        }
    }

    fn any(&self, formulas: &[Formula]) -> Result<Relation, AutomataError> {
        let relations: Vec<Relation> =
            formulas.iter().map(|formula| self.relation(formula)).collect::<Result<_, _>>()?;
        let mut variables: Vec<Variable> =
            relations.iter().flat_map(|relation| relation.variables.clone()).collect();
        variables.sort_unstable();
        variables.dedup();
        let everything = self.everything(&variables)?;
        let nothing = Relation {
            automaton: everything.automaton.complement(self.limits)?,
            variables: variables.clone(),
        };
        relations.iter().try_fold(nothing, |any, relation| {
            // A statement about some of the numbers is one about all of them.
            let relation = self.and(&everything, relation)?;
            self.least(any.automaton.or(&relation.automaton, self.limits)?, variables.clone())
        })
    }

    /// Returns the relation of all tuples of numbers.
    fn everything(&self, variables: &[Variable]) -> Result<Relation, AutomataError> {
        let automaton = Automaton::all(self.numeration, variables.len(), self.limits)?;
        self.least(automaton, variables.to_vec())
    }

    fn least(
        &self,
        automaton: Automaton,
        variables: Vec<Variable>,
    ) -> Result<Relation, AutomataError> {
        Ok(Relation { automaton: automaton.minimized(self.limits)?, variables })
    }

    /// Returns the relation of an automaton whose tracks stand for these variables, in any order, some of
    /// them perhaps several times.
    fn named(&self, automaton: &Automaton, names: &[Variable]) -> Result<Relation, AutomataError> {
        let mut variables = names.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let track = |name: &Variable| variables.binary_search(name).unwrap_or(0);
        let tracks: Vec<usize> = names.iter().map(track).collect();
        let map = letter_map(self.numeration, variables.len(), &tracks)?;
        debug_assert_eq!(map.len(), letters(self.numeration, variables.len())?);
        let step = |&state: &u32, letter: usize| automaton.after(state, map[letter]);
        let next = (0..automaton.states() as u32)
            .flat_map(|state| (0..map.len()).map(move |letter| step(&state, letter)))
            .collect();
        let renamed = Automaton {
            numeration: Arc::clone(self.numeration),
            tracks: variables.len(),
            next,
            accepting: automaton.accepting.clone(),
        };
        self.least(renamed, variables)
    }

    fn and(&self, one: &Relation, two: &Relation) -> Result<Relation, AutomataError> {
        let mut variables = [one.variables.as_slice(), &two.variables].concat();
        variables.sort_unstable();
        variables.dedup();
        let tracks = |relation: &Relation| -> Vec<usize> {
            let track = |name: &Variable| variables.binary_search(name).unwrap_or(0);
            relation.variables.iter().map(track).collect()
        };
        let both = one.automaton.and(
            &tracks(one),
            &two.automaton,
            &tracks(two),
            variables.len(),
            self.limits,
        )?;
        self.least(both, variables)
    }
}
