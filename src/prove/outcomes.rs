//! Outcomes of rules whose moves have two free numbers or more, filled position by position: is some P-position that is known
//! an option?
//!
//! Such a position has as many options as its heaps have pairs, but few P-positions lie below it. Where each variable of a
//! clause follows from the heaps of the option, as k = x - u does from the heap `x - k` that becomes u, it takes a moment
//! to see whether the clause leads to a P-position. Neighbours often lead to the same one, which is tried first, and most
//! positions to one of the smallest ones.
//!
//! What is filled so is evidence, from which automata are guessed; no proof rests on it.

use heap_rules::Fold;
use heap_rules::clause::Players;
use heap_rules::rules::{Clause, OfRules, Range};
use heap_rules::tree::Number;

use crate::control::{Control, Interrupted};
use crate::domain::{Coordinates, Domain};
use crate::engine::{EngineKind, expected_nanoseconds_of_one_thread};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{Ruleset, WrittenRuleset};
use crate::values::{ValueType, Values};

use super::definition::Definition;

/// The fewest variables of some clause for which this is worth its while.
const FEWEST_VARIABLES: usize = 2;

/// And the least time that the CPU engine is expected to take for a position, in nanoseconds: it follows lines of options
/// faster.
const LEAST_NANOSECONDS: f64 = 20_000.0;

/// After this many looks at an option the control is asked.
const LOOKS_BETWEEN_QUESTIONS: u64 = 1 << 16;

/// A game whose outcomes are filled so.
pub(super) struct Outcomes<'a> {
    game: &'a WrittenRuleset,
    clauses: Vec<Inverse<'a>>,
}

/// A clause whose variables follow from the heaps of an option.
struct Inverse<'a> {
    clause: &'a Clause,
    heaps: &'a [Number<OfRules>],
    /// For each variable the heap from which it follows, and how.
    variables: Vec<(usize, Step)>,
}

/// How a variable follows from a heap x that becomes u.
#[derive(Clone, Copy)]
enum Step {
    /// x - u, as the heap is `x - k`.
    Taken,
    /// u - x, as the heap is `x + k`.
    Returned,
    /// u, as the heap is `k`.
    Left,
}

impl<'a> Outcomes<'a> {
    /// Returns the game of a definition, if it is one of these.
    pub(super) fn of(definition: &'a Definition) -> Option<Self> {
        let Ruleset::Written(game) = definition.ruleset().recognised() else { return None };
        let fits = definition.quantity() == Quantity::Outcome
            && definition.convention() == Convention::Normal
            && !game.has_sums();
        let Players::Both(clauses) = &game.rules().moves else { return None };
        let has_many = clauses.iter().any(|clause| clause.ranges.len() >= FEWEST_VARIABLES);
        let clauses: Option<Vec<Inverse>> =
            clauses.iter().map(|clause| Inverse::of(clause, game.heaps())).collect();
        clauses.filter(|_| fits && has_many).map(|clauses| Outcomes { game, clauses })
    }

    /// Whether this is quicker than the CPU engine.
    pub(super) fn are_quicker(&self, plan: &Plan) -> bool {
        let nanoseconds = expected_nanoseconds_of_one_thread(plan, EngineKind::Cpu);
        nanoseconds > LEAST_NANOSECONDS * plan.job().domain().positions() as f64
    }

    /// Fills a domain that no move leaves: 1 at P-positions.
    ///
    /// # Errors
    /// When the control interrupts it.
    pub(super) fn fill(&self, domain: &Domain, control: &Control) -> Result<Values, Interrupted> {
        let (sides, heaps, rules) = (domain.sides(), self.game.heaps(), self.game.rules());
        let mut positions: Vec<(u32, Coordinates)> = Vec::new();
        for at in Coordinates::cells_of_box(sides).filter(|&at| domain.contains(at)) {
            positions.push((rules.grade(at.unpadded(heaps)).unwrap_or(0), at));
        }
        positions.sort_by_key(|(grade, _)| *grade);
        let cells = sides.iter().map(|&side| side as usize).product();
        let mut values = Values::filled(ValueType::Bool, cells);
        // The P-positions so far, and the one that was an option last.
        let mut known: Vec<Vec<i64>> = Vec::new();
        let mut last = 0;
        let mut looks = 0;
        for (_, at) in positions {
            let from: Vec<i64> = at.unpadded(heaps).iter().map(|&heap| heap.into()).collect();
            let ends = rules.terminal.as_ref().and_then(|terminal| terminal.at(&from));
            let mut leads = |index: usize| {
                looks += 1;
                if looks % LOOKS_BETWEEN_QUESTIONS == 0 {
                    control.proceed()?;
                }
                Ok(self.leads(&from, &known[index]))
            };
            let mut found = None;
            if ends != Some(true) {
                let first = (last..known.len()).take(1);
                for index in first.chain(0..known.len()) {
                    if leads(index)? {
                        found = Some(index);
                        break;
                    }
                }
            }
            match found {
                Some(index) => last = index,
                None => {
                    values.write(at.row_major_index(sides), &[1]);
                    known.push(from);
                }
            }
        }
        Ok(values)
    }

    /// Whether a move leads from a position to another one.
    fn leads(&self, from: &[i64], to: &[i64]) -> bool {
        self.clauses.iter().any(|clause| clause.leads(from, to).unwrap_or(false))
    }
}

impl<'a> Inverse<'a> {
    fn of(clause: &'a Clause, heaps: usize) -> Option<Self> {
        let option = clause.single()?;
        let follows = |variable: usize| {
            let leaf = heaps + variable;
            option.iter().enumerate().find_map(|(heap, number)| {
                let step = match number {
                    Number::Leaf(name) if *name == leaf => Step::Left,
                    Number::Fold(fold, of) => match (fold, &of[..]) {
                        (Fold::Minus, [Number::Leaf(one), Number::Leaf(two)])
                            if (*one, *two) == (heap, leaf) =>
                        {
                            Step::Taken
                        }
                        (Fold::Plus, [Number::Leaf(one), Number::Leaf(two)])
                            if (*one, *two) == (heap, leaf) =>
                        {
                            Step::Returned
                        }
                        _ => return None,
                    },
                    _ => return None,
                };
                Some((heap, step))
            })
        };
        let variables: Option<Vec<_>> = (0..clause.ranges.len()).map(follows).collect();
        Some(Inverse { clause, heaps: option, variables: variables? })
    }

    /// Whether the clause leads from a position to another one; `None` where something has no value.
    fn leads(&self, from: &[i64], to: &[i64]) -> Option<bool> {
        let mut environment = from.to_vec();
        for (range, &(heap, step)) in self.clause.ranges.iter().zip(&self.variables) {
            let value = match step {
                Step::Taken => from[heap] - to[heap],
                Step::Returned => to[heap] - from[heap],
                Step::Left => to[heap],
            };
            let is_inside = match range {
                Range::Set(numbers) => numbers.binary_search(&value).is_ok(),
                Range::Between(bounds) => {
                    bounds[0].at(&environment)? <= value && value <= bounds[1].at(&environment)?
                }
            };
            if !is_inside {
                return Some(false);
            }
            environment.push(value);
        }
        for (number, &heap) in self.heaps.iter().zip(to) {
            if number.at(&environment)? != heap {
                return Some(false);
            }
        }
        self.clause.condition.as_ref().map_or(Some(true), |condition| condition.at(&environment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::CpuEngine;
    use crate::engine::{Engine, Wanted};
    use crate::job::Job;
    use crate::tabulate::tabulate_array;

    /// Catches outcomes that are not those of the engine.
    #[test]
    fn outcomes_are_those_of_the_engine() {
        let nim = "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y";
        for (rules, domain) in [
            (format!("rules: {nim}; (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < min(k, l) + 1"), Domain::boxed(&[70, 70])),
            (format!("rules: terminal x + y == 3; {nim}; (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if k % 2 == l % 2"), Domain::boxed(&[40, 40])),
            ("rules: (x - k, y + j) for 2 <= k <= x, 1 <= j < k; (x + j, y - k) for 2 <= k <= y, 1 <= j < k; (x - k, y - k) for 1 <= k <= min(x, y)".into(), Domain::simplex(2, 40)),
            ("rules: (k, l) for 0 <= k < x, 0 <= l < y if (k + l) % 3 == 0; (x, y - 1) if y > 0".into(), Domain::boxed(&[40, 40])),
            ("rules: positions x >= y; (x - k, y - l) for k in {1, 2, 5}, 0 <= l <= y if k <= x; (x, y - k) for 1 <= k <= y".into(), Domain::boxed(&[40, 40])),
            ("rules: (x - k, y - l, z) for 0 <= k <= x, 0 <= l <= y if k + l > 0; (x, y - k, z - l) for 0 <= k <= y, 0 <= l <= z if k + l > 0".into(), Domain::boxed(&[12, 12, 12])),
        ] {
            let ruleset = Ruleset::parse(&rules).expect("a game");
            let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect("formulas");
            let job = Job::new(ruleset.clone(), domain.expect("a domain"), Quantity::Outcome, Convention::Normal);
            let plan = Plan::new(job.expect("a job"), None).expect("a plan");
            let prepared = CpuEngine.prepare(&plan, Wanted::Values).expect("it fits");
            let table = tabulate_array(prepared.as_ref(), &Control::default()).expect("filled");
            let domain = plan.job().domain();
            let outcomes = Outcomes::of(&definition).expect("it has two free numbers");
            let filled = outcomes.fill(domain, &Control::default()).expect("not interrupted");
            for at in Coordinates::cells_of_box(domain.sides()).filter(|&at| domain.contains(at)) {
                let index = at.row_major_index(domain.sides());
                assert_eq!(filled.get(index), table.get(index), "{rules}: {at:?}");
            }
        }
    }

    /// Catches games that are taken although other rules hold for them.
    #[test]
    fn other_games_are_left_alone() {
        for game in [
            "wythoff",
            "rules: (x - 1) if x > 0; (x / 2) if x > 0",
            "rules: (x - k, min(y, l)) for 1 <= k <= x, 0 <= l <= y",
            "rules: left: (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if k < 2*l; right: (x - 1, y) if x > 0",
        ] {
            let ruleset = Ruleset::parse(game).expect(game);
            let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
            assert!(Outcomes::of(&definition).is_none(), "{game}");
        }
    }
}
