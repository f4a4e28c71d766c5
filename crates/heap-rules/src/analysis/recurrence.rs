//! Rules whose options follow a heap as it grows, so that values which repeat for long enough repeat for ever.
//!
//! One heap is long, n tokens; the others are those of a row, of which there are finitely many. An expression is followed
//! as l L + f F + e: L is a size that may grow, F one that stays as it is, and e depends on the other heaps, the variables, F
//! and the remainder of L by a modulus m alone, and lies between bounds. What is said of it is true where L is at least some
//! threshold, from which on comparisons of numbers that grow differently are decided. A condition that is not decided is
//! one that L + p satisfies exactly if L does, for every multiple p of m.
//!
//! In most clauses L = n. Where a variable a goes from a bounded number up to one that grows as n does, as in
//! `(a) + (n - k - a) for 0 <= a <= n - k`, let n = a + b, and the clause is followed twice: as b grows and a stays, and as a
//! grows and b stays.
//!
//! **Claim.** Let each position of an option either grow as L does, and have from L - t to n tokens, or stay. Let p be a
//! multiple of m, and let all rows repeat with p for n0 <= n < n1, where n0 is at least the thresholds of the condition on
//! positions and of the grade, and n1 is at least that of terminal positions and, for each clause,
//! - where L = n: T = max(its threshold, n0 + t);
//! - where n = a + b: T + T' + p, where T is that of b and T' that of a.
//!
//! Then all rows repeat with p for all n >= n0.
//!
//! **Proof.** By induction on n >= n1 and, for one n, along the moves. An option of n + p becomes one of n where L + p is
//! replaced by L >= T, with what grows as it does: the conditions are the same, the positions that grow are p smaller, have
//! n0 tokens or more, and the same values by induction, and those that stay are the same. If n = a + b, then a + b for n + p
//! is at least T + T' + 2 p, so that b >= T + p or a >= T' + p, and this one is L + p. Likewise an option of n becomes one of
//! n + p, as n >= T + T'. So the options of n and of n + p have the same values, and so have n and n + p. Grades, which grow
//! as n does, fall in both by the same, or by more in n + p; so play ends. ∎
//!
//! The table on which the values were seen has shown that the rules have no fault there, and by the same argument they have
//! none later. Guy and Smith 1956 have the case of one row and of octal games; a window that repeats is the case without a.

use std::cmp::Ordering;

use super::intervals::{Bounds, hull, of_function};
use crate::clause::Players;
use crate::language::bounds::{entry_values, fold_bounds, function_bounds};
use crate::language::tree::{Number, Truth};
use crate::language::{Connective, Fold, Function};
use crate::rules::{Clause, Clauses, OfRules, Range};

/// The largest modulus and threshold that are of use.
const LARGEST: i64 = 1 << 24;

/// From how many values it follows that they repeat for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recurrence {
    modulus: i64,
    /// The least n0.
    first: i64,
    needed: Vec<Needed>,
    /// Whether an option may be a sum of several positions, so that outcomes do not decide.
    pub has_sums: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needed {
    /// L = n.
    Whole(Reach),
    /// n = a + b, where the range of a is known from this n on.
    Split([Reach; 2], i64),
}

/// A threshold, and t.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Reach {
    threshold: i64,
    below: i64,
}

impl Reach {
    /// Returns T.
    fn at(self, n0: i64) -> Option<i64> {
        Some(self.threshold.max(n0.checked_add(self.below)?))
    }
}

impl Recurrence {
    /// Returns how many values of each row, those of the long heap below this number, prove that they repeat with a period
    /// from a heap on for ever, if they do so as far as they go.
    ///
    /// The period need not be a multiple of m. The values repeat with a multiple of both for ever, and with the period
    /// itself for as long as that multiple and once more, so that they do so for ever.
    pub fn needed_length(&self, from: u64, period: u64) -> Option<u64> {
        let n0 = i64::try_from(from).ok()?.max(self.first);
        let period = i64::try_from(period).ok().filter(|&period| period > 0)?;
        let divisor = Fold::GreatestCommonDivisor.of(period, self.modulus)?;
        let multiple = period.checked_div(divisor)?.checked_mul(self.modulus)?;
        let mut n1 = if multiple == period { n0 } else { n0.checked_add(period)? };
        for needed in &self.needed {
            n1 = n1.max(match needed {
                Needed::Whole(reach) => reach.at(n0)?,
                Needed::Split([one, two], from) => {
                    let both = one.at(n0)?.checked_add(two.at(n0)?)?;
                    both.checked_add(multiple)?.max(*from)
                }
            });
        }
        u64::try_from(n1.checked_add(multiple)?).ok()
    }

    /// Returns whether a clause splits the long heap.
    pub fn is_split(&self) -> bool {
        self.needed.iter().any(|needed| matches!(needed, Needed::Split(..)))
    }
}

/// Follows impartial rules as a heap grows, the others being below their sides; `None` if that is not possible.
pub fn recurrence(rules: &Clauses, long: usize, sides: &[u32]) -> Option<Recurrence> {
    // The proof goes along the moves, and play must end.
    let Players::Both(clauses) = &rules.moves else { return None };
    if rules.is_loopy {
        return None;
    }
    let rows: Vec<Bounds> = sides.iter().map(|&side| (0, i64::from(side) - 1)).collect();
    let (mut modulus, mut named) = (1, rows.clone());
    let mut needed = Vec::new();
    for clause in clauses {
        needed.push(of_clause(clause, long, &rows, &mut named, &mut modulus)?);
    }
    if let Some(terminal) = &rules.terminal {
        let mut whole = Follower::of_whole(long, &rows, &mut modulus);
        whole.truth(terminal)?;
        needed.push(Needed::Whole(whole.reach));
    }
    // What is asked of a position is asked of those of other rows too, to which moves would lead if they were positions.
    let mut whole = Follower::of_whole(long, &named, &mut modulus);
    if let Some(positions) = &rules.positions {
        whole.truth(positions)?;
    }
    if let Some(grade) = &rules.grade {
        let grade = whole.number(grade)?;
        (grade.of_large > 0).then_some(())?;
    }
    let first = whole.reach.threshold;
    let has_sums = clauses.iter().any(|clause| clause.option.len() > 1);
    Some(Recurrence { modulus, first, needed, has_sums })
}

/// Follows a clause, and adds the sizes of the other heaps of its options to those that are named.
fn of_clause(
    clause: &Clause,
    long: usize,
    rows: &[Bounds],
    named: &mut [Bounds],
    modulus: &mut i64,
) -> Option<Needed> {
    let mut whole = Follower::of_whole(long, rows, modulus);
    for (index, range) in clause.ranges.iter().enumerate() {
        let [low, high] = whole.ends(range)?;
        if low.of_large == high.of_large {
            whole.variables.push(Followed { bounds: (low.bounds.0, high.bounds.1), ..low });
            continue;
        }
        // The one that is split off.
        ((low.of_large, high.of_large) == (0, 1)).then_some(())?;
        let (least_a, least_b) = (low.bounds.0, high.bounds.1.checked_neg()?);
        let from = whole.reach.threshold;
        let (a_stays, a_grows) = (Followed::of(0, 1), Followed::of(1, 0));
        let mut reaches = [Reach::default(); 2];
        for (reach, (a, least)) in reaches.iter_mut().zip([(a_stays, least_a), (a_grows, least_b)])
        {
            let follower = Follower::of_whole(long, rows, modulus);
            let mut follower = Follower { size: Followed::of(1, 1), least, ..follower };
            *reach = follower.clause(clause, Some((index, a)), named)?;
        }
        return Some(Needed::Split(reaches, from));
    }
    whole.variables.clear();
    whole.clause(clause, None, named).map(Needed::Whole)
}

/// A number that is `of_large` times L, plus `of_fixed` times F, plus a number between bounds.
#[derive(Debug, Clone, Copy)]
struct Followed {
    of_large: i64,
    of_fixed: i64,
    bounds: Bounds,
}

impl Followed {
    fn of(of_large: i64, of_fixed: i64) -> Self {
        Followed { of_large, of_fixed, bounds: (0, 0) }
    }

    fn bounded(bounds: Bounds) -> Self {
        Followed { of_large: 0, of_fixed: 0, bounds }
    }

    /// Returns the bounds, if neither L nor F makes it larger.
    fn as_bounded(self) -> Option<Bounds> {
        ((self.of_large, self.of_fixed) == (0, 0)).then_some(self.bounds)
    }

    fn as_constant(self) -> Option<i64> {
        self.as_bounded().filter(|(low, high)| low == high).map(|(low, _)| low)
    }

    fn grows_like(self, other: Self) -> bool {
        (self.of_large, self.of_fixed) == (other.of_large, other.of_fixed)
    }

    fn plus_times(self, factor: i64, other: Self) -> Option<Self> {
        let sum = |a: i64, b: i64| a.checked_add(factor.checked_mul(b)?);
        let scaled = fold_bounds(Fold::Times, other.bounds, (factor, factor))?;
        let (of_large, of_fixed) =
            (sum(self.of_large, other.of_large)?, sum(self.of_fixed, other.of_fixed)?);
        let bounds = fold_bounds(Fold::Plus, self.bounds, scaled)?;
        // With heaps of 32 bits the number has 64 bits.
        let are_small = [of_large, of_fixed].iter().all(|of| of.unsigned_abs() < 1 << 24);
        let is_small = bounds.0 > -(1 << 60) && bounds.1 < 1 << 60;
        (are_small && is_small).then_some(Followed { of_large, of_fixed, bounds })
    }
}

/// What is known of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Always(bool),
    /// It depends on L by its remainder alone.
    Periodic,
}

/// Follows expressions from a threshold on, which rises with what they need.
struct Follower<'a> {
    long: usize,
    /// Bounds of the other heaps.
    rows: &'a [Bounds],
    /// The long heap.
    size: Followed,
    variables: Vec<Followed>,
    /// F is at least this.
    least: i64,
    reach: Reach,
    modulus: &'a mut i64,
}

impl<'a> Follower<'a> {
    /// Follows what is said of the long heap as L.
    fn of_whole(long: usize, rows: &'a [Bounds], modulus: &'a mut i64) -> Self {
        let (size, variables) = (Followed::of(1, 0), Vec::new());
        Follower { long, rows, size, variables, least: 0, reach: Reach::default(), modulus }
    }

    /// Follows a clause, one of whose variables may be given.
    fn clause(
        &mut self,
        clause: &Clause,
        split: Option<(usize, Followed)>,
        named: &mut [Bounds],
    ) -> Option<Reach> {
        for (index, range) in clause.ranges.iter().enumerate() {
            let [low, high] = self.ends(range)?;
            let split = split.filter(|(place, _)| *place == index).map(|(_, a)| a);
            if let Some(a) = split {
                for [one, two] in [[low, a], [a, high]] {
                    if self.order(one, two)? == Some(Ordering::Greater) {
                        return Some(self.reach);
                    }
                }
                self.variables.push(a);
                continue;
            }
            low.grows_like(high).then_some(())?;
            if low.bounds.0 > high.bounds.1 {
                return Some(self.reach);
            }
            self.variables.push(Followed { bounds: (low.bounds.0, high.bounds.1), ..low });
        }
        if let Some(condition) = &clause.condition
            && self.truth(condition)? == Known::Always(false)
        {
            return Some(self.reach);
        }
        for summand in &clause.option {
            summand.is_single().then_some(())?;
            for (heap, number) in summand.heaps.iter().enumerate() {
                let number = self.number(number)?;
                if heap == self.long {
                    self.position(number)?;
                } else {
                    named[heap] = hull(named[heap], number.as_bounded()?);
                }
            }
        }
        Some(self.reach)
    }

    /// Takes the long heap of a position of an option: it grows with L and is at most n, or stays.
    fn position(&mut self, heap: Followed) -> Option<()> {
        if heap.of_large == 0 {
            return Some(());
        }
        // n is L, or L + F.
        let behind = self.size.plus_times(-1, heap)?;
        (heap.of_large == 1 && [0, 1].contains(&behind.of_fixed)).then_some(())?;
        let least_behind = behind.of_fixed.checked_mul(self.least)?.checked_add(behind.bounds.0)?;
        (least_behind >= 0).then_some(())?;
        let fixed = heap.of_fixed.checked_mul(self.least)?;
        (heap.of_fixed >= 0).then_some(())?;
        let below = fixed.checked_add(heap.bounds.0)?.checked_neg()?;
        self.reach.below = self.reach.below.max(below);
        Some(())
    }

    /// Returns the ends of a range.
    fn ends(&mut self, range: &Range) -> Option<[Followed; 2]> {
        match range {
            Range::Between(ends) => Some([self.number(&ends[0])?, self.number(&ends[1])?]),
            Range::Set(numbers) => {
                let all = Followed::bounded((*numbers.first()?, *numbers.last()?));
                Some([all, all])
            }
        }
    }

    fn number(&mut self, number: &Number<OfRules>) -> Option<Followed> {
        Some(match number {
            Number::Constant(constant) => Followed::bounded((*constant, *constant)),
            Number::Leaf(place) if *place == self.long => self.size,
            Number::Leaf(place) => match place.checked_sub(self.rows.len()) {
                None => Followed::bounded(*self.rows.get(*place)?),
                Some(variable) => *self.variables.get(variable)?,
            },
            Number::Function(Function::Abs, of) => {
                let of = self.number(of)?;
                let zero = Followed::bounded((0, 0));
                match (of.as_bounded(), self.order(of, zero)?) {
                    (Some(bounds), _) => Followed::bounded(of_function(Function::Abs, bounds)?),
                    (None, Some(Ordering::Less)) => zero.plus_times(-1, of)?,
                    (None, Some(_)) => of,
                    (None, None) => return None,
                }
            }
            Number::Function(function, of) => {
                Followed::bounded(of_function(*function, self.number(of)?.as_bounded()?)?)
            }
            Number::OfNatural(function, of) => {
                Followed::bounded(function_bounds(*function, self.number(of)?.as_bounded()?)?)
            }
            Number::Entry(list, of) => {
                let values = entry_values(list, self.number(of)?.as_bounded()?);
                values.are_total.then(|| Followed::bounded(values.bounds))?
            }
            Number::Fold(fold, of) => {
                let (first, rest) = of.split_first()?;
                let mut folded = self.number(first)?;
                for number in rest {
                    let number = self.number(number)?;
                    folded = self.folded(*fold, folded, number)?;
                }
                folded
            }
            Number::Indicator(of) => match self.truth(of)? {
                Known::Always(truth) => Followed::bounded((truth.into(), truth.into())),
                Known::Periodic => Followed::bounded((0, 1)),
            },
            Number::If(condition, of) => match self.truth(condition)? {
                Known::Always(truth) => self.number(&of[usize::from(!truth)])?,
                Known::Periodic => {
                    let [one, two] = [self.number(&of[0])?, self.number(&of[1])?];
                    one.grows_like(two).then_some(())?;
                    Followed { bounds: hull(one.bounds, two.bounds), ..one }
                }
            },
        })
    }

    fn folded(&mut self, fold: Fold, one: Followed, two: Followed) -> Option<Followed> {
        if let (Some(one), Some(two)) = (one.as_bounded(), two.as_bounded()) {
            return Some(Followed::bounded(fold_bounds(fold, one, two)?));
        }
        match (fold, one.as_constant(), two.as_constant()) {
            (Fold::Plus, ..) => one.plus_times(1, two),
            (Fold::Minus, ..) => one.plus_times(-1, two),
            (Fold::Times, _, Some(factor)) => Followed::bounded((0, 0)).plus_times(factor, one),
            (Fold::Times, Some(factor), _) => Followed::bounded((0, 0)).plus_times(factor, two),
            (Fold::Min | Fold::Max, ..) if one.grows_like(two) => {
                Some(Followed { bounds: fold_bounds(fold, one.bounds, two.bounds)?, ..one })
            }
            (Fold::Min | Fold::Max, ..) => {
                let is_first = (self.order(one, two)?? == Ordering::Less) == (fold == Fold::Min);
                Some(if is_first { one } else { two })
            }
            // L + p, where p is a multiple of d, has the remainder of L.
            (Fold::Remainder, _, Some(divisor @ 1..LARGEST)) => {
                let of_remainder = Fold::GreatestCommonDivisor.of(divisor, *self.modulus)?;
                let multiple = divisor.checked_div(of_remainder)?.checked_mul(*self.modulus)?;
                *self.modulus = Some(multiple).filter(|&multiple| multiple < LARGEST)?;
                Some(Followed::bounded((0, divisor - 1)))
            }
            (Fold::Quotient, _, Some(divisor @ 1..)) => {
                let divided = |of: i64| (of.rem_euclid(divisor) == 0).then_some(of / divisor);
                Some(Followed {
                    of_large: divided(one.of_large)?,
                    of_fixed: divided(one.of_fixed)?,
                    bounds: fold_bounds(fold, one.bounds, (divisor, divisor))?,
                })
            }
            _ => None,
        }
    }

    /// Returns how one number is to another one wherever L is large enough, or that this depends on L by its remainder
    /// alone. `None` if neither is known.
    fn order(&mut self, one: Followed, two: Followed) -> Option<Option<Ordering>> {
        let difference = one.plus_times(-1, two)?;
        match difference.of_large {
            0 => Some(match difference.as_bounded() {
                Some((0, 0)) => Some(Ordering::Equal),
                Some((1.., _)) => Some(Ordering::Greater),
                Some((_, ..=-1)) => Some(Ordering::Less),
                _ => None,
            }),
            ..=-1 => self.order(two, one).map(|order| order.map(Ordering::reverse)),
            growth => {
                // It is positive where growth * L > -rest, for no F makes it smaller.
                (difference.of_fixed >= 0).then_some(())?;
                let rest = difference.of_fixed.checked_mul(self.least)?;
                let rest = rest.checked_add(difference.bounds.0)?.checked_neg()?;
                let threshold = rest.div_euclid(growth) + 1;
                self.reach.threshold = self.reach.threshold.max(threshold);
                (threshold < LARGEST).then_some(Some(Ordering::Greater))
            }
        }
    }

    fn truth(&mut self, truth: &Truth<OfRules>) -> Option<Known> {
        Some(match truth {
            Truth::Constant(truth) => Known::Always(*truth),
            Truth::Leaf(none) => match *none {},
            Truth::Not(of) => match self.truth(of)? {
                Known::Always(truth) => Known::Always(!truth),
                Known::Periodic => Known::Periodic,
            },
            Truth::Connected(connective, of) => match self.truth(&of[0])? {
                Known::Always(first) => match connective.decided_by(first) {
                    Some(decided) => Known::Always(decided),
                    None => match (connective, self.truth(&of[1])?) {
                        (Connective::Iff, Known::Always(second)) => Known::Always(second == first),
                        (_, second) => second,
                    },
                },
                Known::Periodic => match (connective, self.truth(&of[1])?) {
                    (Connective::And, Known::Always(false)) => Known::Always(false),
                    (Connective::Or, Known::Always(true)) => Known::Always(true),
                    _ => Known::Periodic,
                },
            },
            Truth::Comparison(sign, of) => {
                let [one, two] = [self.number(&of[0])?, self.number(&of[1])?];
                match self.order(one, two)? {
                    Some(order) => Known::Always(sign.test()(&(order as i64), &0)),
                    None => Known::Periodic,
                }
            }
            Truth::Predicate(_, of) => {
                self.number(of)?.as_bounded()?;
                Known::Periodic
            }
            Truth::If(of) => match self.truth(&of[0])? {
                Known::Always(true) => self.truth(&of[1])?,
                Known::Always(false) => self.truth(&of[2])?,
                Known::Periodic => {
                    self.truth(&of[1])?;
                    self.truth(&of[2])?;
                    Known::Periodic
                }
            },
        })
    }
}
