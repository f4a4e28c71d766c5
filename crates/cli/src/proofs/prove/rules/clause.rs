//! A clause as a formula: there are numbers for its variables such that its positions satisfy something.

use heap_rules::clause::{WrittenClause, WrittenRange, WrittenVariable};
use heap_rules::{Meaning as _, Operation, Problem, Sign};

use super::expressions::Names;
use crate::automata::{Formula, Variable};
use crate::proofs::formula::{Linear, Number, Truth, exist};

/// The moves of a clause from a position.
pub(super) struct ClauseMoves {
    /// What the variables of the clause stand on.
    variables: Vec<Variable>,
    /// What holds of them where there is the move: their ranges, one after the other, and the condition. Each is looked at
    /// where those before it hold.
    conditions: Vec<Truth>,
    /// The positions to which the move leads.
    pub(super) positions: Vec<Vec<Number>>,
}

impl ClauseMoves {
    /// Reads a clause at a position, whose heaps the names have.
    pub(super) fn read(clause: &WrittenClause, names: &mut Names) -> Result<Self, Problem> {
        let mut moves =
            ClauseMoves { variables: Vec::new(), conditions: Vec::new(), positions: Vec::new() };
        for variable in &clause.variables {
            moves.bring_in(variable, names)?;
        }
        if let Some(condition) = &clause.condition {
            moves.conditions.push(names.truth(condition)?);
        }
        for summand in &clause.option {
            if !summand.variables.is_empty() {
                return Err(format!(
                    "`{summand}`: a sum of as many positions as a variable says is no formula; positions are written one by one"
                ));
            }
            let heaps = summand.heaps.iter().map(|heap| names.number(heap));
            moves.positions.push(heaps.collect::<Result<_, _>>()?);
        }
        Ok(moves)
    }

    /// Brings in a variable. Where it may be negative, it is its least number and a natural one.
    fn bring_in(&mut self, variable: &WrittenVariable, names: &mut Names) -> Result<(), Problem> {
        let own = names.functions.fresh.variable();
        self.variables.push(own);
        let natural = Number::of(Linear::variable(own));
        let fresh = names.functions.fresh;
        let above = |least: &Number| Number::arithmetic(Operation::Plus, least, &natural, fresh);
        match &variable.range {
            WrittenRange::Set(numbers) => {
                let least = numbers.first().copied().unwrap_or(0).min(0);
                let is_one = |&number: &i64| Formula::Is(own, number.abs_diff(least));
                let is_among = Formula::Any(numbers.iter().map(is_one).collect());
                self.conditions.push(Truth::total(is_among));
                let number = above(&Number::constant(least))?;
                let most = numbers.iter().max().and_then(|&most| u64::try_from(most).ok());
                names.bring_in(&variable.name, number.at_most(most));
            }
            WrittenRange::Ones(number) => {
                return Err(format!(
                    "`{} in {number}` goes through binary digits, which are no formula about numbers",
                    variable.name
                ));
            }
            WrittenRange::Between([low, high]) => {
                let (least, most) = (names.number(&low.bound)?, names.number(&high.bound)?);
                let number = if least.is_natural() { natural.clone() } else { above(&least)? };
                let sign = |is_included| if is_included { Sign::AtMost } else { Sign::Less };
                let bounds = [(low, &least, &number), (high, &number, &most)];
                for (bound, one, two) in bounds {
                    let truth = Truth::comparison(sign(bound.is_included), one, two, fresh)?;
                    self.conditions.push(truth);
                }
                let most = most.as_constant().and_then(|most| u64::try_from(most).ok());
                names.bring_in(&variable.name, number.at_most(most));
            }
        }
        Ok(())
    }

    /// Says that there is a move whose variables and positions satisfy a formula.
    pub(super) fn some(&self, formula: Formula) -> Formula {
        let conditions = self.conditions.iter().map(Truth::holds);
        exist(&self.variables, Formula::All(conditions.chain([formula]).collect()))
    }

    /// Says that some range, the condition, or a heap of a position has no value; `None` if all have.
    pub(super) fn has_no_value(&self) -> Option<Formula> {
        let mut all = Vec::new();
        for (number, condition) in self.conditions.iter().enumerate() {
            if let Some(silent) = condition.is_silent() {
                let before = self.conditions[..number].iter().map(Truth::holds);
                let formula = Formula::All(before.chain([silent]).collect());
                all.push(exist(&self.variables, formula));
            }
        }
        let heaps = self.positions.iter().flatten();
        all.extend(heaps.filter_map(Number::is_undefined).map(|undefined| self.some(undefined)));
        (!all.is_empty()).then_some(Formula::Any(all))
    }
}
