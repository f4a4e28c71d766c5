//! The way back: from an option to the positions that have a move to it.
//!
//! An option q of a clause is given, and the position p and the variables are asked for. That each heap of the option is the
//! heap of q is an equation, and what is said of ranges and conditions are inequalities, case by case (`cases`). An equation is
//! solved for an unknown that it has once; the unknowns that no equation determines are loops, each between bounds that the
//! inequalities say of it and of what is known before (Fourier and Motzkin). What is not linear is evaluated in the end.
//!
//! In `(x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y)` the equations say x = q + k and y = r + k. Where x is the larger
//! heap, 2k <= x is k <= q: one loop is left, whose positions lie on a line.

use std::collections::{BTreeMap, BTreeSet};

use super::budget::Budget;
use super::cases::{Case, Otherwise};
use super::elimination::is_contradiction;
use super::extents::{ClauseBounds, clause_bounds};
use super::intervals::{Bounds, bounds};
use super::linear::{Form, inequalities};
use crate::language::tree::{Number, Truth};
use crate::rules::{Clause, Clauses, OfRules};

/// The places of an inverse: the heaps of p and the variables come first, as in the clause. Behind them are the heaps of the
/// option, the least and the largest sizes of heaps of p that are asked for, and other unknowns.
pub const OPTION: usize = 8;
/// The least size of each heap of p that is asked for.
pub const LEAST: usize = 12;
/// The largest size of each heap of p that is asked for.
pub const LARGEST: usize = 16;
const UNKNOWNS: usize = 20;
/// The number of all places.
pub const PLACES: usize = 32;

/// The most cases of a clause.
const MOST_CASES: usize = 32;
/// The most inequalities that are kept of a loop.
const MOST: usize = 128;
/// A coefficient is not larger, so that forms of numbers of 40 bits do not overflow.
const LARGEST_COEFFICIENT: i64 = 1 << 16;

/// The positions that have a move to an option by a case of a clause.
#[derive(Debug, Clone)]
pub struct Inverse {
    /// Forms of what is given; none is negative where there are such positions.
    pub given: Vec<Form>,
    /// The loops, the outermost first.
    pub loops: Vec<Unknown>,
    /// The heaps of p and the variables that are no loops: each place, and the form that it is.
    pub solved: Vec<(usize, Form)>,
    /// What else is to be true of p and the variables. They have values where rules have no fault and those before are true.
    pub tests: Vec<Truth<OfRules>>,
    /// Whether the option always comes before the position where cells are counted row by row.
    pub goes_back: bool,
}

/// A loop of an inverse.
#[derive(Debug, Clone)]
pub struct Unknown {
    /// The place of the number.
    pub place: usize,
    /// Forms of the number and of what is known before, none of which is negative. There are bounds in both directions.
    pub bounds: Vec<Form>,
    /// What the number is, if it is computed of p and of variables that are known before.
    pub value: Option<Number<OfRules>>,
}

/// Returns the ways back to the positions that have a move by a clause to an option, together. The moves of all variables are
/// found, each once, at positions that are not terminal and between the sizes that are asked for; some may be no positions. `kept`
/// tells of variables whose numbers are few. `None` where the positions are not found.
pub fn inverses(
    rules: &Clauses,
    clause: &Clause,
    heaps: &[Bounds],
    most_tokens: i64,
    budget: &Budget,
) -> Option<Vec<Inverse>> {
    let option = clause.single()?;
    let environment = match clause_bounds(clause, heaps)? {
        ClauseBounds::Empty => return Some(Vec::new()),
        ClauseBounds::Within(environment) => environment,
    };
    let mut cases = vec![Case { next: UNKNOWNS, ..Case::default() }];
    let mut conditions = clause.conditions(heaps.len());
    conditions = conditions.iter().flat_map(Truth::conjoined).cloned().collect();
    let own = conditions.len();
    conditions.extend(rules.terminal.iter().map(|of| Truth::Not(Box::new(of.clone()))));
    conditions.extend(rules.positions.iter().flat_map(Truth::conjoined).cloned());
    for (number, condition) in conditions.iter().enumerate() {
        let is_of_positions = number > own || number == own && rules.terminal.is_none();
        if is_of_positions && inequalities(condition, true).is_none() {
            continue;
        }
        cases = with_condition(cases, condition, heaps.len());
    }
    for (place, heap) in (OPTION..).zip(option) {
        let mut next = Vec::new();
        for case in cases {
            for (mut case, form) in case.numbers(heap, Otherwise::Computed)? {
                case.zero.push(form.minus(&Form::place(place))?);
                next.push(case);
            }
        }
        cases = next;
        if cases.len() > 2 * MOST_CASES {
            return None;
        }
    }
    let inverses = cases.into_iter().map(|case| {
        let facts = facts(&case, heaps, &environment, most_tokens)?;
        match is_contradiction(&facts, budget) {
            true => Some(None),
            false => Inverse::new(case, &facts, &environment, heaps, most_tokens, budget).map(Some),
        }
    });
    let inverses: Vec<Option<Inverse>> = inverses.collect::<Option<_>>()?;
    Some(inverses.into_iter().flatten().collect())
}

/// Adds a condition to cases. One that names a variable alone and is no inequality is left as it is, for its numbers to be
/// listed; so is one that is not linear in each of several cases.
fn with_condition(cases: Vec<Case>, condition: &Truth<OfRules>, heaps: usize) -> Vec<Case> {
    let is_linear = inequalities(condition, true).is_some();
    let is_of_one = (heaps..OPTION).any(|one| !condition.names(&|place| place != one));
    let all = |cases: &[Case]| -> Vec<Case> {
        cases.iter().cloned().flat_map(|case| case.assume(condition, true)).collect()
    };
    let tests = |cases: &[Case]| cases.iter().map(|case| case.tests.len()).max().unwrap_or(0);
    if is_linear || !is_of_one {
        let split = all(&cases);
        let is_worth = split.len() <= cases.len() || tests(&split) == tests(&cases);
        if is_linear || is_worth && split.len() <= MOST_CASES {
            return split;
        }
    }
    let with_test = |mut case: Case| {
        case.tests.push(condition.clone());
        case
    };
    cases.into_iter().map(with_test).collect()
}

/// Returns inequalities that hold in a case of a position and its option: what they say, and within which bounds all lies.
fn facts(
    case: &Case,
    heaps: &[Bounds],
    environment: &[Bounds],
    most_tokens: i64,
) -> Option<Vec<Form>> {
    let mut facts = case.natural.clone();
    for form in &case.zero {
        facts.extend([form.clone(), form.times(-1)?]);
    }
    let of_option = (OPTION..).zip(heaps.iter().copied());
    let computed =
        case.computed.iter().map(|(place, number)| Some((*place, bounds(number, environment)?)));
    let computed: Vec<(usize, Bounds)> = computed.collect::<Option<_>>()?;
    let all = environment.iter().copied().enumerate().chain(of_option).chain(computed);
    for (place, (low, high)) in all {
        facts.push(Form::place(place).minus(&Form::number(low))?);
        facts.push(Form::number(high).minus(&Form::place(place))?);
    }
    facts.extend([tokens_left(0, heaps.len(), most_tokens)?]);
    facts.extend([tokens_left(OPTION, heaps.len(), most_tokens)?]);
    Some(facts)
}

/// Returns by how much the token sum of the heaps from a place on is less than the largest one.
fn tokens_left(first: usize, heaps: usize, most: i64) -> Option<Form> {
    (first..first + heaps)
        .try_fold(Form::number(most), |left, place| left.minus(&Form::place(place)))
}

/// Returns whether it is proved that the option comes before the position where cells are counted row by row: the first heap
/// that differs is smaller. That some heap differs is known of rules without a fault.
fn goes_back(facts: &[Form], heaps: usize, budget: &Budget) -> Option<bool> {
    let mut facts = facts.to_vec();
    for heap in 0..heaps {
        let growth = Form::place(OPTION + heap).minus(&Form::place(heap))?;
        let grows = [&facts[..], &[growth.minus(&Form::number(1))?]].concat();
        if !is_contradiction(&grows, budget) {
            return Some(false);
        }
        facts.extend([growth.times(-1)?, growth]);
    }
    Some(true)
}

/// What is solved of a case so far.
struct Solving {
    natural: Vec<Form>,
    computed: Vec<(usize, Number<OfRules>)>,
    remainders: Vec<usize>,
    solved: BTreeMap<usize, Form>,
}

impl Solving {
    fn is_computed(&self, place: usize) -> bool {
        self.computed.iter().any(|(other, _)| *other == place)
    }

    /// Returns the places of a form that are not given.
    fn unknowns(&self, form: &Form) -> Vec<usize> {
        let is_unknown =
            |&place: &usize| form.at(place) != 0 && !(OPTION..UNKNOWNS).contains(&place);
        (0..form.places()).filter(is_unknown).collect()
    }

    /// Returns all places on which others depend.
    fn needed_by(&self, places: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = places.into_iter().collect();
        let mut needed = BTreeSet::new();
        while let Some(place) = open.pop() {
            if !needed.insert(place) {
                continue;
            }
            if let Some(form) = self.solved.get(&place) {
                open.extend(self.unknowns(form));
            }
            if let Some((_, number)) = self.computed.iter().find(|(other, _)| *other == place) {
                open.extend((0..OPTION).filter(|leaf| names(number, *leaf)));
            }
        }
        needed
    }

    /// Solves an equation, which says that a form is 0, for a place in it. Where that is not found, it becomes two inequalities.
    fn solve(
        &mut self,
        form: Form,
        preference: &dyn Fn(usize) -> usize,
    ) -> Option<Option<(usize, Form)>> {
        let unknowns = self.unknowns(&form);
        let computed = unknowns.iter().copied().filter(|&place| self.is_computed(place));
        let needed = self.needed_by(computed);
        let may_be_solved = |place: &usize| {
            form.at(*place).abs() == 1 && !needed.contains(place) && !self.is_computed(*place)
        };
        let place =
            unknowns.iter().copied().filter(may_be_solved).min_by_key(|&place| preference(place));
        let Some(place) = place else {
            self.natural.extend([form.times(-1)?, form]);
            return Some(None);
        };
        let factor = form.at(place);
        // factor * place + rest == 0
        let rest = form.plus_times(-factor, &Form::place(place))?;
        let value = rest.times(-factor)?;
        let replaced = |of: &Form| replaced(of, place, &value);
        self.natural = self.natural.iter().map(replaced).collect::<Option<_>>()?;
        for of in self.solved.values_mut() {
            *of = replaced(of)?;
        }
        self.solved.insert(place, value.clone());
        Some(Some((place, value)))
    }
}

/// Returns a form in which another one takes the place of a leaf.
fn replaced(form: &Form, place: usize, value: &Form) -> Option<Form> {
    let factor = form.at(place);
    form.plus_times(-factor, &Form::place(place))?.plus_times(factor, value)
}

fn names(number: &Number<OfRules>, place: usize) -> bool {
    number.any_leaf(&|&leaf| leaf == place, &|none| match *none {})
}

impl Inverse {
    fn new(
        case: Case,
        facts: &[Form],
        environment: &[Bounds],
        heaps: &[Bounds],
        most_tokens: i64,
        budget: &Budget,
    ) -> Option<Inverse> {
        if case.next > PLACES {
            return None;
        }
        let goes_back = goes_back(facts, heaps.len(), budget)?;
        let mut solving = Solving {
            natural: case.natural,
            computed: case.computed,
            remainders: case.remainders,
            solved: BTreeMap::new(),
        };
        for heap in 0..heaps.len() {
            let place = Form::place(heap);
            solving.natural.push(place.minus(&Form::place(LEAST + heap))?);
            solving.natural.push(Form::place(LARGEST + heap).minus(&place)?);
        }
        if heaps.iter().map(|of| of.1).sum::<i64>() > most_tokens {
            solving.natural.push(tokens_left(0, heaps.len(), most_tokens)?);
        }
        let mut limits = Vec::new();
        for (place, &(low, high)) in environment.iter().enumerate().skip(heaps.len()) {
            limits.push((place, (low, high)));
        }
        for (place, number) in &solving.computed {
            limits.push((*place, bounds(number, environment)?));
        }
        for (place, (low, high)) in limits {
            solving.natural.push(Form::place(place).minus(&Form::number(low))?);
            solving.natural.push(Form::number(high).minus(&Form::place(place))?);
        }
        // Heaps are solved for rather than variables, of which some are listed.
        let is_listed = |variable: usize| {
            let is_alone = |truth: &Truth<OfRules>| !truth.names(&|place| place != variable);
            case.tests.iter().any(is_alone)
        };
        let preference = |place: usize| match place {
            place if place < heaps.len() => 0,
            UNKNOWNS.. => 1,
            place => 2 + usize::from(is_listed(place)),
        };
        let mut open = case.zero;
        open.sort_by_key(|form| solving.unknowns(form).iter().any(|&of| solving.is_computed(of)));
        open.reverse();
        while let Some(form) = open.pop() {
            if let Some((place, value)) = solving.solve(form, &preference)? {
                for of in &mut open {
                    *of = replaced(of, place, &value)?;
                }
            }
        }
        let order = solving.order(environment.len(), case.next, &case.tests, heaps)?;
        let (loops, given) = solving.bounded(order, heaps)?;
        let solved = solving.solved.into_iter().filter(|(place, _)| *place < OPTION).collect();
        let tests = case.tests;
        let inverse = Inverse { given, loops, solved, tests, goes_back };
        inverse.is_small().then_some(inverse)
    }

    fn is_small(&self) -> bool {
        let bounds = self.loops.iter().flat_map(|of| &of.bounds);
        let forms = bounds.chain(self.solved.iter().map(|(_, form)| form)).chain(&self.given);
        forms.into_iter().all(|form| {
            let mut factors = (0..form.places()).map(|place| form.at(place));
            form.constant.abs() <= 1 << 40 && factors.all(|of| of.abs() <= LARGEST_COEFFICIENT)
        })
    }
}

impl Solving {
    /// Returns the unknowns that are left, in the order of their loops. The innermost one is that on which the fewest tests
    /// depend, and along which positions lie nearest to one another.
    fn order(
        &self,
        named: usize,
        next: usize,
        tests: &[Truth<OfRules>],
        heaps: &[Bounds],
    ) -> Option<Vec<usize>> {
        let places = (0..named).chain(UNKNOWNS..next);
        let mut open: Vec<usize> =
            places.filter(|place| !self.solved.contains_key(place)).collect();
        let depend = |place: usize| {
            let names_it = |truth: &&Truth<OfRules>| {
                let leaves = (0..named).filter(|leaf| truth.names(&|of| of == *leaf));
                self.needed_by(leaves).contains(&place)
            };
            // The numbers of a variable that is named alone are listed, which costs little.
            let is_alone = |truth: &&Truth<OfRules>| !truth.names(&|of| of != place);
            tests.iter().filter(names_it).filter(|truth| !is_alone(truth)).count()
        };
        let distance = |place: usize| {
            let mut cells = 1;
            let mut sum = 0i64;
            for heap in (0..heaps.len()).rev() {
                let of_heap =
                    self.solved.get(&heap).map_or(i64::from(heap == place), |of| of.at(place));
                sum = sum.saturating_add(of_heap.saturating_mul(cells));
                cells = cells.saturating_mul(heaps[heap].1 + 1);
            }
            if sum == 0 { i64::MAX } else { sum.saturating_abs() }
        };
        let is_remainder = |place: usize| self.remainders.contains(&place);
        open.sort_by_key(|&place| {
            let order = (depend(place), is_remainder(place), distance(place), place);
            std::cmp::Reverse(order)
        });
        let mut order: Vec<usize> = Vec::new();
        while !open.is_empty() {
            let is_ready = |&place: &usize| {
                let needed = self.needed_by([place]);
                let mut needed = needed.iter().filter(|&&of| of != place);
                !self.is_computed(place)
                    || needed.all(|of| self.solved.contains_key(of) || order.contains(of))
            };
            // What is computed comes as soon as it is known.
            let ready = |&&place: &&usize| self.is_computed(place) && is_ready(&place);
            let place = open.iter().find(ready).or_else(|| open.iter().find(|of| is_ready(of)));
            let place = *place?;
            open.retain(|&other| other != place);
            order.push(place);
        }
        Some(order)
    }

    /// Returns the loops with their bounds, and what is said of the given numbers.
    fn bounded(&self, order: Vec<usize>, heaps: &[Bounds]) -> Option<(Vec<Unknown>, Vec<Form>)> {
        let mut forms = self.natural.clone();
        let mut loops = Vec::new();
        for place in order.into_iter().rev() {
            let (bounds, others): (Vec<Form>, Vec<Form>) =
                forms.into_iter().partition(|form| form.at(place) != 0);
            let with_sign =
                |sign: i64| bounds.iter().filter(move |of| of.at(place).signum() == sign);
            if with_sign(1).next().is_none() || with_sign(-1).next().is_none() {
                return None;
            }
            forms = others;
            for low in with_sign(1) {
                for high in with_sign(-1) {
                    let sum = low.times(-high.at(place))?.plus_times(low.at(place), high)?;
                    forms.push(sum);
                }
            }
            forms = strongest(forms, heaps)?;
            let value = self.computed.iter().find(|(of, _)| *of == place);
            let value = value.map(|(_, number)| number.clone());
            loops.push(Unknown { place, bounds: strongest(bounds, heaps)?, value });
        }
        loops.reverse();
        Some((loops, strongest(forms, heaps)?))
    }
}

/// Leaves out inequalities that others imply, or the bounds of what is given.
fn strongest(forms: Vec<Form>, heaps: &[Bounds]) -> Option<Vec<Form>> {
    let mut given = vec![(0, 0); UNKNOWNS];
    for (heap, &bounds) in heaps.iter().enumerate() {
        for first in [OPTION, LEAST, LARGEST] {
            given[first + heap] = bounds;
        }
    }
    let mut found: BTreeMap<Form, i64> = BTreeMap::new();
    for form in forms {
        let form = form.primitive();
        let is_of_given =
            (0..form.places()).all(|of| form.at(of) == 0 || (OPTION..UNKNOWNS).contains(&of));
        if is_of_given && form.bounds(&given).is_some_and(|(low, _)| low >= 0) {
            continue;
        }
        let constant = form.constant;
        let least = found.entry(form.without_constant()).or_insert(constant);
        *least = constant.min(*least);
    }
    let form = |(form, constant): (Form, i64)| form.plus(&Form::number(constant));
    let forms: Vec<Form> = found.into_iter().map(form).collect::<Option<_>>()?;
    (forms.len() <= MOST).then_some(forms)
}
