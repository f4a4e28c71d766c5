//! What formulas about rules need: functions that are automatic. Rules that no formula describes are refused.

use std::cell::RefCell;
use std::sync::Arc;

use heap_rules::Problem;

use super::options::Moves;
use super::soundness::faults;
use crate::automata::{Automaton, Formula, FreshVariables, Numeration, Variable};
use crate::formula::{AutomaticFunction, Functions};
use crate::ruleset::WrittenRuleset;

/// Returns the automatic functions in rules.
///
/// # Errors
/// The part of the rules that no formula describes.
pub(in crate::prove) fn automatic_functions(
    game: &WrittenRuleset,
) -> Result<Vec<AutomaticFunction>, Problem> {
    let needs = RefCell::new(Vec::new());
    let unknown = Arc::new(Automaton::nothing(&Arc::new(Numeration::fibonacci())));
    let remember = |function: AutomaticFunction| {
        let mut needs = needs.borrow_mut();
        if !needs.contains(&function) {
            needs.push(function);
        }
        Arc::clone(&unknown)
    };
    let heaps: Vec<Variable> = (0..game.heaps() as Variable).collect();
    let fresh = FreshVariables::after(heaps.len());
    let rules = Moves { game, functions: &Functions { automaton: &remember, fresh: &fresh } };
    rules.options(&heaps, &|_| Formula::All(Vec::new()))?;
    faults(&rules, &heaps)?;
    Ok(needs.into_inner())
}
