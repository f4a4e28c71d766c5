//! Proofs about all options of a clause at once: that the grade falls, and that no option leaves the domain.
//!
//! What must not be, as a grade that does not fall, is written as a linear inequality beside those of the clause; the
//! proof is that together they have no solution. Numbers that are not linear are unknowns, of which a few inequalities
//! are known: x / 2 is a q with 2 q <= x <= 2 q + 1.

use std::collections::BTreeMap;

use super::budget::Budget;
use super::elimination::is_contradiction;
use super::extents::{ClauseBounds, clause_bounds};
use super::intervals::{Bounds, bounds};
use super::linear::{Form, conjuncts, of_comparison};
use crate::language::tree::{Number, Truth};
use crate::language::{Connective, Fold, Function, OfNatural, Sign};
use crate::rules::{Clause, Clauses, OfRules};

/// The largest heap of which anything is claimed: domains are smaller.
pub(crate) const LARGEST_HEAP: i64 = 1 << 30;

/// The most cases that are looked at: those of a condition with alternatives, and those of all together.
const MOST_CASES: usize = 8;
const MOST_CASES_IN_ALL: usize = 64;

/// What is known of the numbers in an environment.
#[derive(Debug, Clone)]
struct Facts<'a> {
    budget: &'a Budget,
    /// The first place that is not taken.
    next: usize,
    /// Inequalities that all hold.
    all: Vec<Form>,
    /// Alternatives: of each list, all inequalities of one of its members hold.
    either: Vec<Vec<Vec<Form>>>,
    /// Alternatives that are looked at after the others: a minimum is one of its parts.
    extremes: Vec<Vec<Vec<Form>>>,
    /// The forms of numbers that are not linear, by their trees: the same number is the same unknown.
    lifted: BTreeMap<String, Form>,
}

impl<'a> Facts<'a> {
    /// Collects what is known of a clause at positions at which it is asked for options.
    fn of(rules: &Clauses, clause: &Clause, budget: &'a Budget) -> Self {
        let heaps = rules.heaps;
        let mut facts = Facts {
            budget,
            next: heaps + clause.ranges.len(),
            all: (0..heaps).map(Form::place).collect(),
            either: Vec::new(),
            extremes: Vec::new(),
            lifted: BTreeMap::new(),
        };
        let conditions = clause.conditions(heaps);
        let conditions = conditions.iter().chain(&rules.positions);
        conditions.for_each(|truth| facts.suppose(truth, true));
        if let Some(terminal) = &rules.terminal {
            facts.suppose(terminal, false);
        }
        facts
    }

    /// Adds what follows from a condition that is `holds`.
    fn suppose(&mut self, truth: &Truth<OfRules>, holds: bool) {
        for (part, holds) in conjuncts([truth], holds) {
            match part {
                Truth::Constant(truth) if *truth != holds => self.all.push(Form::number(-1)),
                Truth::Comparison(sign, of) => self.compare(sign.when(holds), of),
                // One of both, where `not` stands before an `and` or an implication instead of an `or`.
                Truth::Connected(connective, of) if *connective != Connective::Iff => {
                    let signs = match (connective, holds) {
                        (Connective::Or, true) => [true, true],
                        (Connective::And, false) => [false, false],
                        (Connective::Implies, true) => [false, true],
                        _ => continue,
                    };
                    let sides = [0, 1].map(|side| self.supposed(&of[side], signs[side]));
                    self.either.push(sides.concat());
                }
                _ => (),
            }
        }
    }

    /// Returns what follows from a condition alone, as alternatives.
    fn supposed(&mut self, truth: &Truth<OfRules>, holds: bool) -> Vec<Vec<Form>> {
        let mut alone = Facts { all: Vec::new(), either: Vec::new(), ..self.clone() };
        alone.suppose(truth, holds);
        self.next = alone.next;
        alone.either.iter().fold(vec![alone.all], |cases, sides| {
            // Too many cases: what the alternatives say is left out.
            if cases.len() * sides.len() > MOST_CASES {
                return cases;
            }
            let with = |case: &Vec<Form>| -> Vec<Vec<Form>> {
                sides.iter().map(|side| [&case[..], side].concat()).collect()
            };
            cases.iter().flat_map(with).collect()
        })
    }

    fn compare(&mut self, sign: Sign, of: &[Number<OfRules>; 2]) {
        if let Some(forms) = of_comparison(sign, of, false) {
            return self.all.extend(forms);
        }
        let [one, two] = of.each_ref().map(|of| self.lifted(of));
        let (Some(up), Some(down)) = (two.minus(&one), one.minus(&two)) else { return };
        let by_one = |form: &Form| form.minus(&Form::number(1)).into_iter().collect::<Vec<_>>();
        match sign {
            Sign::Equal => self.all.extend([up, down]),
            Sign::NotEqual => self.either.push(vec![by_one(&up), by_one(&down)]),
            Sign::Less => self.all.extend(by_one(&up)),
            Sign::AtMost => self.all.push(up),
            Sign::Greater => self.all.extend(by_one(&down)),
            Sign::AtLeast => self.all.push(down),
        }
    }

    /// Returns a number of which nothing is known.
    fn unknown(&mut self) -> Form {
        self.next += 1;
        Form::place(self.next - 1)
    }

    /// Adds that `factor * one <= other + gap`, unless that overflows.
    fn at_most(&mut self, one: &Form, factor: i64, other: &Form, gap: i64) {
        let bound = other.plus(&Form::number(gap));
        self.all.extend(bound.and_then(|bound| bound.plus_times(factor.checked_neg()?, one)));
    }

    /// Returns the linear form of a number, in which parts that are not linear are unknowns.
    fn lifted(&mut self, number: &Number<OfRules>) -> Form {
        if let Some(form) = Form::of(number) {
            return form;
        }
        let tree = format!("{number:?}");
        if let Some(form) = self.lifted.get(&tree) {
            return form.clone();
        }
        let form = self.newly_lifted(number);
        self.lifted.insert(tree, form.clone());
        form
    }

    fn newly_lifted(&mut self, number: &Number<OfRules>) -> Form {
        let zero = Form::number(0);
        match number {
            Number::Fold(fold, of) => {
                let mut parts: Vec<Form> = of.iter().map(|of| self.lifted(of)).collect();
                match fold {
                    Fold::Min | Fold::Max => {
                        let extreme = self.unknown();
                        for part in &parts {
                            match fold {
                                Fold::Min => self.at_most(&extreme, 1, part, 0),
                                _ => self.at_most(part, 1, &extreme, 0),
                            }
                        }
                        self.one_of(&extreme, &parts);
                        extreme
                    }
                    _ => {
                        let first = if parts.is_empty() { zero } else { parts.remove(0) };
                        parts.iter().fold(first, |folded, part| self.folded(*fold, &folded, part))
                    }
                }
            }
            Number::Function(Function::Abs, of) => {
                let (of, size) = (self.lifted(of), self.unknown());
                self.at_most(&of, 1, &size, 0);
                self.at_most(&of, -1, &size, 0);
                let parts: Vec<Form> =
                    [Some(of.clone()), of.times(-1)].into_iter().flatten().collect();
                self.one_of(&size, &parts);
                size
            }
            Number::Function(Function::TimesRoot(radicand), of) => {
                let (n, value) = (self.lifted(of), self.unknown());
                if self.exclude_below_zero(&n) {
                    self.times_root(&n, &value, *radicand);
                }
                value
            }
            Number::OfNatural(function, of) => {
                let (n, value) = (self.lifted(of), self.unknown());
                self.at_most(&zero, 1, &n, 0);
                let (least, most, gap) = match function {
                    OfNatural::FloorSqrt
                    | OfNatural::ZeckendorfZeros
                    | OfNatural::CountOnes
                    | OfNatural::FirstOne
                    | OfNatural::LastOne => (0, 1, 0),
                    OfNatural::ZeckendorfPart => (0, 1, -1),
                    OfNatural::FloorPhi | OfNatural::ZeckendorfShift => (1, 2, 0),
                    OfNatural::FloorPhiSquared => (2, 3, 0),
                    OfNatural::FibonacciWord => (0, 0, 1),
                };
                // From least * n on, and at most most * n; the word is at most 1, and a part at least 1.
                self.at_most(&n, least, &value, gap.min(0));
                if let Some(bound) = n.times(most) {
                    self.at_most(&value, 1, &bound, gap.max(0));
                }
                value
            }
            Number::If(condition, of) => {
                let value = self.unknown();
                let mut sides = Vec::new();
                for (holds, number) in [true, false].into_iter().zip(&**of) {
                    // What is known of a branch is known where it is taken.
                    let mut alone = Facts {
                        all: Vec::new(),
                        either: Vec::new(),
                        extremes: Vec::new(),
                        ..self.clone()
                    };
                    let branch = alone.lifted(number);
                    alone.at_most(&branch, 1, &value, 0);
                    alone.at_most(&value, 1, &branch, 0);
                    self.next = alone.next;
                    let cases = self.supposed(condition, holds);
                    sides.extend(cases.into_iter().map(|case| [&alone.all[..], &case].concat()));
                }
                self.extremes.push(sides);
                value
            }
            Number::Indicator(_) => {
                let value = self.unknown();
                self.at_most(&zero, 1, &value, 0);
                self.at_most(&value, 1, &zero, 1);
                value
            }
            _ => self.unknown(),
        }
    }

    /// Adds that a number is one of some others.
    fn one_of(&mut self, number: &Form, parts: &[Form]) {
        let is = |part: &Form| Some(vec![number.minus(part)?, part.minus(number)?]);
        self.extremes.extend(parts.iter().map(is).collect::<Option<Vec<_>>>());
    }

    /// Adds what is known of the value floor(n sqrt d) for n >= 0: by a fraction m / s a little smaller than the root,
    /// m n / s < value + 1 and value <= (m + 1) n / s.
    fn times_root(&mut self, n: &Form, value: &Form, radicand: u32) {
        const SCALE: i64 = 1 << 10;
        let Some(root) = Function::TimesRoot(radicand).of(SCALE) else { return };
        let scaled = |form: &Form, factor: i64| form.times(factor);
        if let (Some(value), Some(least), Some(most)) =
            (scaled(value, SCALE), scaled(n, root), scaled(n, root + 1))
        {
            self.at_most(&least, 1, &value, SCALE - 1);
            self.at_most(&value, 1, &most, 0);
        }
    }

    /// Returns the linear form of what an operation makes of two numbers.
    fn folded(&mut self, fold: Fold, one: &Form, two: &Form) -> Form {
        let linear = match fold {
            Fold::Plus | Fold::Minus | Fold::Times => one.folded(fold, two),
            Fold::Quotient | Fold::Remainder if two.is_constant() && two.constant != 0 => {
                let quotient = self.unknown();
                let rest = two.constant.checked_neg();
                let rest = rest.and_then(|factor| one.plus_times(factor, &quotient));
                if let (Some(rest), Some(size)) = (&rest, two.constant.checked_abs()) {
                    self.at_most(&Form::number(0), 1, rest, 0);
                    self.at_most(rest, 1, &Form::number(size), -1);
                }
                if fold == Fold::Quotient { Some(quotient) } else { rest }
            }
            _ => None,
        };
        linear.unwrap_or_else(|| {
            let value = self.unknown();
            if matches!(fold, Fold::Remainder | Fold::GreatestCommonDivisor) {
                self.at_most(&Form::number(0), 1, &value, 0);
            }
            // The digits that a number has in common with a constant that is not negative.
            let constant = [one, two].into_iter().find(|of| of.is_constant() && of.constant >= 0);
            if let (Fold::BitAnd, Some(constant)) = (fold, constant) {
                self.at_most(&Form::number(0), 1, &value, 0);
                self.at_most(&value, 1, constant, 0);
            }
            // A square of an integer is at least its size.
            if fold == Fold::Times && one == two {
                self.at_most(one, 1, &value, 0);
                self.at_most(one, -1, &value, 0);
            }
            value
        })
    }

    /// Returns whether it is proved that a number is never negative under these facts.
    fn exclude_below_zero(&self, number: &Form) -> bool {
        let Some(negative) = number.negated() else { return false };
        let mut all = self.all.clone();
        all.push(negative);
        let either = [&self.either[..], &self.extremes].concat();
        contradict(&mut all, &either, MOST_CASES_IN_ALL, self.budget)
    }
}

/// Returns whether it is proved that inequalities contradict one another, whichever of the alternatives hold, of which
/// there may be this many cases; alternatives beyond them are left out.
fn contradict(
    all: &mut Vec<Form>,
    either: &[Vec<Vec<Form>>],
    cases: usize,
    budget: &Budget,
) -> bool {
    if is_contradiction(all, budget) {
        return true;
    }
    let Some((first, rest)) = either.split_first().filter(|(sides, _)| sides.len() <= cases) else {
        return false;
    };
    first.iter().all(|side| {
        let length = all.len();
        all.extend_from_slice(side);
        let is_proved = contradict(all, rest, cases / first.len(), budget);
        all.truncate(length);
        is_proved
    })
}

/// Returns whether it is proved that every option of a clause has a smaller grade than its position, wherever both
/// grades have values. Options are those on heaps that are not negative and, where the rules say so, positions. All
/// positions of a sum have smaller grades. `false` where it is not proved.
pub fn grade_falls(rules: &Clauses, clause: &Clause, budget: &Budget) -> bool {
    if rules.is_loopy {
        return false;
    }
    let grade = rules.grade.clone().unwrap_or_else(|| token_sum(rules));
    falls(rules, clause, &grade, 1, budget)
}

/// Returns whether the same is proved of the token sum, which may also stay as it is.
pub fn tokens_do_not_grow(rules: &Clauses, clause: &Clause, budget: &Budget) -> bool {
    falls(rules, clause, &token_sum(rules), 0, budget)
}

fn token_sum(rules: &Clauses) -> Number<OfRules> {
    Number::Fold(Fold::Plus, (0..rules.heaps).map(Number::Leaf).collect())
}

/// Returns whether it is proved that a number is smaller by so much at every option of a clause.
fn falls(
    rules: &Clauses,
    clause: &Clause,
    grade: &Number<OfRules>,
    by: i64,
    budget: &Budget,
) -> bool {
    let Some(option) = clause.single() else {
        return clause.by_summands().iter().all(|part| falls(rules, part, grade, by, budget));
    };
    let mut facts = Facts::of(rules, clause, budget);
    let at = |place: usize| option.get(place).cloned().unwrap_or(Number::Leaf(place));
    for heap in option {
        let heap = facts.lifted(heap);
        facts.all.push(heap);
    }
    if let Some(positions) = &rules.positions {
        facts.suppose(&positions.substituted(&at), true);
    }
    let [before, after] = [facts.lifted(grade), facts.lifted(&grade.substituted(&at))];
    let fall = before.minus(&after).and_then(|fall| fall.minus(&Form::number(by)));
    fall.is_some_and(|fall| facts.exclude_below_zero(&fall))
}

/// Returns whether it is proved that no move of a clause makes a heap larger: not those to positions of a sum either.
pub fn never_grows(rules: &Clauses, clause: &Clause, budget: &Budget) -> bool {
    let Some(option) = clause.single() else {
        return clause.by_summands().iter().all(|part| never_grows(rules, part, budget));
    };
    let mut facts = Facts::of(rules, clause, budget);
    let lifted: Vec<Form> = option.iter().map(|heap| facts.lifted(heap)).collect();
    lifted.iter().enumerate().all(|(heap, after)| {
        let less = Form::place(heap).minus(after);
        less.is_some_and(|less| facts.exclude_below_zero(&less))
    })
}

/// Returns whether it is proved that no heap of an option of a clause is negative and, where the sides of a box are
/// given, that none has the size of its side or more when all heaps of the position are smaller than the sides. Without
/// sides, heaps have at most 2^30 tokens. That is said of all positions of a sum. `false` where it is not proved.
pub fn stays_inside(
    rules: &Clauses,
    clause: &Clause,
    sides: Option<&[u32]>,
    budget: &Budget,
) -> bool {
    let Some(option) = clause.single() else {
        return clause.by_summands().iter().all(|part| stays_inside(rules, part, sides, budget));
    };
    let mut facts = Facts::of(rules, clause, budget);
    let side = |heap: usize| sides.and_then(|sides| sides.get(heap)).map(|&side| i64::from(side));
    let largest = |heap: usize| side(heap).map_or(LARGEST_HEAP, |side| side - 1);
    for heap in 0..rules.heaps {
        facts.at_most(&Form::place(heap), 1, &Form::number(largest(heap)), 0);
    }
    let heaps: Vec<Bounds> = (0..rules.heaps).map(|heap| (0, largest(heap))).collect();
    let environment = match clause_bounds(clause, &heaps) {
        Some(ClauseBounds::Empty) => return true,
        Some(ClauseBounds::Within(environment)) => Some(environment),
        None => None,
    };
    option.iter().enumerate().all(|(heap, option)| {
        let ends = environment.as_ref().and_then(|environment| bounds(option, environment));
        let mut facts = facts.clone();
        let form = facts.lifted(option);
        let is_natural = ends.is_some_and(|ends| ends.0 >= 0) || facts.exclude_below_zero(&form);
        is_natural
            && side(heap).is_none_or(|side| {
                let room = Form::number(side - 1).minus(&form);
                ends.is_some_and(|ends| ends.1 < side)
                    || room.is_some_and(|room| facts.exclude_below_zero(&room))
            })
    })
}
