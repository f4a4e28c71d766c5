//! Rules that say the same as a take-and-break game: a move takes k tokens from the only heap, and leaves the rest as some
//! heaps, as many as a digit of k allows, none of them empty.
//!
//! Of a clause the option is a sum of at most three heaps whose sizes are linear. The tokens that it takes must not depend on
//! the heap. For each number of tokens that it may take, the sizes of the heaps that are left are coordinates: they determine
//! the heap and the other variables. In these coordinates the inequalities of the clause are compared with those that leave
//! all heaps from some sizes on, in any order or in a rising one. A heap of size 0 counts as no heap, since no move of such
//! rules is from it.

use super::extents::{ClauseBounds, clause_bounds};
use super::family::{Family, implies};
use super::intervals::bounds;
use super::linear::{Form, inequalities};
use super::proof::LARGEST_HEAP;
use crate::rules::{Clause, Range};

/// The most tokens that a move takes, and the most values of variables that are tried.
const MOST: i64 = 64;

/// The place of the heap in the environment. The variables stand behind it.
const HEAP: usize = 0;

/// What moves that take so many tokens may leave.
struct Split {
    taken: i64,
    /// The sum of 1, 2, 4 and 8 for nothing, one heap, two and three heaps.
    digit: u8,
    /// Whether the two heaps must differ.
    is_unequal: bool,
}

/// Recognises the game of these clauses on one heap.
pub(super) fn take_and_break(clauses: &[Clause]) -> Option<Family> {
    let splits: Vec<Vec<Split>> = clauses.iter().map(splits).collect::<Option<_>>()?;
    let splits = splits.into_iter().flatten();
    let (unequal, others): (Vec<Split>, Vec<Split>) = splits.partition(|split| split.is_unequal);
    if !unequal.is_empty() {
        let is_grundys = others.is_empty() && unequal.iter().all(|split| split.taken == 0);
        return is_grundys.then_some(Family::TakeAndBreak { digits: vec![4], is_unequal: true });
    }
    let longest = others.iter().map(|split| split.taken as usize + 1).max()?;
    let mut digits = vec![0; longest];
    others.iter().for_each(|split| digits[split.taken as usize] |= split.digit);
    // A move that takes nothing and leaves the heap would not end play.
    (digits[0] & 3 == 0).then_some(Family::TakeAndBreak { digits, is_unequal: false })
}

/// Returns what the moves of a clause may leave, for each number of tokens that they take.
fn splits(clause: &Clause) -> Option<Vec<Split>> {
    let environment = match clause_bounds(clause, &[(0, LARGEST_HEAP)])? {
        ClauseBounds::Empty => return Some(Vec::new()),
        ClauseBounds::Within(environment) => environment,
    };
    let mut parts = Vec::new();
    for summand in &clause.option {
        let [size] = &summand.heaps[..] else { return None };
        bounds(size, &environment)?;
        parts.push(summand.is_single().then(|| Form::of(size))??);
    }
    let left = parts.iter().try_fold(Form::number(0), |sum, part| sum.plus(part))?;
    let taken = Form::place(HEAP).minus(&left)?;
    let mut premises = Vec::new();
    let mut variables = Vec::new();
    for (place, range) in (HEAP + 1..).zip(&clause.ranges) {
        for condition in range.conditions(place) {
            premises.extend(inequalities(&condition, true)?);
        }
        if matches!(range, Range::Between(_)) && taken.at(place) == 0 {
            variables.push(place);
        }
    }
    if let Some(condition) = &clause.condition {
        premises.extend(inequalities(condition, true)?);
    }
    let whole = Instance { parts, premises, taken };
    let mut splits = Vec::new();
    for instance in whole.instances(clause, &variables)? {
        splits.extend(instance.splits(&variables)?);
    }
    Some(splits)
}

/// A clause, of which some variables have become numbers.
struct Instance {
    /// The sizes of the heaps that are left.
    parts: Vec<Form>,
    /// The inequalities under which there is the move.
    premises: Vec<Form>,
    /// How many tokens are taken.
    taken: Form,
}

impl Instance {
    /// Puts numbers for all variables but those that stay.
    fn instances(self, clause: &Clause, staying: &[usize]) -> Option<Vec<Instance>> {
        let mut all = vec![self];
        for (place, range) in (HEAP + 1..).zip(&clause.ranges) {
            if staying.contains(&place) {
                continue;
            }
            let numbers = match range {
                Range::Set(numbers) => numbers.clone(),
                Range::Between(ends) => {
                    // A bound that names the heap, or a variable before, is no constant.
                    let constant = |end| Form::of(end).filter(Form::is_constant);
                    let (low, high) = (constant(&ends[0])?.constant, constant(&ends[1])?.constant);
                    if high.checked_sub(low)? > MOST {
                        return None;
                    }
                    (low..=high).collect()
                }
            };
            if numbers.len() * all.len() > MOST as usize {
                return None;
            }
            let pairs = all.iter().flat_map(|one| numbers.iter().map(move |&number| (one, number)));
            all = pairs.map(|(one, number)| one.with(place, number)).collect::<Option<_>>()?;
        }
        Some(all)
    }

    /// Puts a number for a variable.
    fn with(&self, place: usize, number: i64) -> Option<Instance> {
        let put = |form: &Form| {
            let times = form.at(place);
            let without = form.plus_times(times.checked_neg()?, &Form::place(place))?;
            without.plus(&Form::number(times.checked_mul(number)?))
        };
        let all = |forms: &[Form]| forms.iter().map(put).collect::<Option<Vec<Form>>>();
        Some(Instance {
            parts: all(&self.parts)?,
            premises: all(&self.premises)?,
            taken: put(&self.taken)?,
        })
    }

    /// Returns what may be left, where these variables are no numbers.
    fn splits(mut self, variables: &[usize]) -> Option<Vec<Split>> {
        if implies(1, &self.premises, &[Form::number(-1)]) {
            return Some(Vec::new());
        }
        self.parts.retain(|part| *part != Form::number(0));
        if self.parts.is_empty() && variables.is_empty() {
            return self.nothing_left();
        }
        let is_few = self.taken.is_constant() && (0..=MOST).contains(&self.taken.constant);
        if !is_few || !are_coordinates(&self.parts, variables) {
            return None;
        }
        let (digit, is_unequal) = Region::all(self.parts.len()).into_iter().find_map(|region| {
            let forms = region.forms(&self.parts)?;
            let is_same = implies(1, &self.premises, &forms) && implies(1, &forms, &self.premises);
            if is_same { region.meaning() } else { None }
        })?;
        Some(vec![Split { taken: self.taken.constant, digit, is_unequal }])
    }

    /// Returns the heaps that may be taken as a whole: those between two bounds.
    fn nothing_left(&self) -> Option<Vec<Split>> {
        let heap = Form::place(HEAP);
        let at_least = |least: i64| heap.minus(&Form::number(least));
        let at_most = |most: i64| Form::number(most).minus(&heap);
        let follows =
            |form: Option<Form>| form.is_some_and(|form| implies(1, &self.premises, &[form]));
        let least = (1..=MOST).rev().find(|&least| follows(at_least(least)))?;
        let most = (least..=MOST).find(|&most| follows(at_most(most)))?;
        let split = |taken| Split { taken, digit: 1, is_unequal: false };
        let between = [at_least(least)?, at_most(most)?];
        implies(1, &between, &self.premises).then(|| (least..=most).map(split).collect())
    }
}

/// Whether the heap and the variables are whole numbers exactly if the sizes of all parts are, of which the tokens that are
/// taken are known: whether the variables follow from all parts but one.
fn are_coordinates(parts: &[Form], variables: &[usize]) -> bool {
    match (parts, variables) {
        ([_], []) => true,
        ([one, _], &[a]) => one.at(a).abs() == 1,
        ([one, two, _], &[a, b]) => {
            let product = |a, b| i128::from(one.at(a)) * i128::from(two.at(b));
            (product(a, b) - product(b, a)).abs() == 1
        }
        _ => false,
    }
}

/// A set of sizes of the heaps that are left.
struct Region {
    /// Which of them may be 0.
    may_be_none: Vec<bool>,
    /// The heaps in the order of their sizes, if they come in one.
    order: Option<Vec<usize>>,
    /// Whether sizes that follow one another in the order differ.
    is_strict: bool,
    /// Whether all are 0.
    is_none: bool,
}

impl Region {
    /// Lists the regions of so many heaps.
    fn all(heaps: usize) -> Vec<Region> {
        let orders: &[&[usize]] = match heaps {
            1 => &[],
            2 => &[&[0, 1], &[1, 0]],
            _ => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
        };
        let mut all = Vec::new();
        for choice in 0..1 << heaps {
            let may_be_none: Vec<bool> = (0..heaps).map(|heap| choice >> heap & 1 == 1).collect();
            let mut add = |order: Option<&[usize]>, is_strict, is_none| {
                let (may_be_none, order) = (may_be_none.clone(), order.map(<[usize]>::to_vec));
                all.push(Region { may_be_none, order, is_strict, is_none });
            };
            add(None, false, false);
            add(None, false, true);
            for order in orders {
                add(Some(order), false, false);
                add(Some(order), true, false);
            }
        }
        all
    }

    /// Returns the inequalities of the region; `None` on overflow.
    fn forms(&self, parts: &[Form]) -> Option<Vec<Form>> {
        let mut forms = Vec::new();
        for (part, &may_be_none) in parts.iter().zip(&self.may_be_none) {
            forms.push(part.minus(&Form::number(i64::from(!may_be_none)))?);
            if self.is_none {
                forms.push(part.times(-1)?);
            }
        }
        for pair in self.order.iter().flat_map(|order| order.windows(2)) {
            let difference = parts[pair[1]].minus(&parts[pair[0]])?;
            forms.push(difference.minus(&Form::number(i64::from(self.is_strict)))?);
        }
        Some(forms)
    }

    /// Returns the digit of the region, and whether two heaps must differ; `None` if no game has such moves.
    fn meaning(&self) -> Option<(u8, bool)> {
        let heaps = self.may_be_none.len();
        if self.is_none {
            return self.may_be_none.iter().all(|&may| may).then_some((1, false));
        }
        let none = match &self.order {
            None => self.may_be_none.iter().filter(|&&may| may).count(),
            // A heap may be 0 only if the smaller ones may.
            Some(order) => order.iter().take_while(|&&heap| self.may_be_none[heap]).count(),
        };
        if self.is_strict {
            return (heaps == 2 && none == 0).then_some((4, true));
        }
        Some(((heaps - none..=heaps).fold(0, |digit, left| digit | 1 << left), false))
    }
}
