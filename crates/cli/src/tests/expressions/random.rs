//! Random expressions on tables, against an evaluation of their own at one position after the other.

use std::collections::HashMap;

use crate::analyses::expression::{AtPositions, Condition, Filter, NoValue, NumberExpression};
use fastrand::Rng;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, OtherTables, TableReader};
use grundytab::{Control, Position};

use crate::tests::common::{plan, stored};
use crate::tests::passes::summarize;

type Answer<T> = Result<T, NoValue>;

/// A number, as the language describes it.
enum Number {
    Constant(i64),
    Heap(usize),
    Tokens,
    Value(Place),
    Function(&'static str, Box<Number>),
    Folded(&'static str, Box<[Number; 2]>),
    Indicator(Box<Truth>),
    If(Box<Truth>, Box<[Number; 2]>),
}

enum Truth {
    IsP(Place),
    Not(Box<Truth>),
    Connected(&'static str, Box<[Truth; 2]>),
    Compared(&'static str, Box<[Number; 2]>),
    If(Box<[Truth; 3]>),
}

/// The table, 0 for the first one, and the heaps where they are not those of the position.
struct Place {
    table: usize,
    heaps: Option<Vec<Number>>,
}

/// A table as numbers.
struct Plain {
    name: &'static str,
    values: HashMap<Vec<i64>, (i64, bool)>,
    heaps: usize,
}

impl Plain {
    fn of(name: &'static str, table: &TableReader) -> Self {
        let job = table.plan().job();
        let values = std::sync::Mutex::new(HashMap::new());
        table
            .scan(&Control::default(), |at, value| {
                let heaps = at.heaps().iter().map(|&heap| heap.into()).collect();
                let answer = (job.quantity().number(value), job.is_p_position(value));
                values.lock().expect("no panic").insert(heaps, answer);
            })
            .expect("scanned");
        Plain { name, values: values.into_inner().expect("no panic"), heaps: job.domain().heaps() }
    }
}

/// What expressions are about.
struct World {
    tables: Vec<Plain>,
}

const NAMES: [&str; 3] = ["x", "y", "z"];

impl World {
    fn number(&self, rng: &mut Rng, depth: u32) -> Number {
        let constants = [0, 1, 2, 3, 5, 7, 40, 1 << 31, 1 << 33, i64::MAX];
        let leaf = depth == 0;
        match rng.u8(0..if leaf { 8 } else { 20 }) {
            0 | 1 => Number::Constant(constants[rng.usize(..constants.len())]),
            2..=4 => Number::Heap(rng.usize(..self.tables[0].heaps)),
            5 => Number::Tokens,
            6 => Number::Value(Place { table: 0, heaps: None }),
            7 => Number::Value(Place { table: rng.usize(..2), heaps: None }),
            8 | 9 => Number::Value(self.place(rng, depth - 1)),
            10 => {
                let names =
                    ["abs", "-", "floor", "floor_phi", "zeckendorf_zeros", "fibonacci_word"];
                let name = names[rng.usize(..names.len())];
                Number::Function(name, Box::new(self.number(rng, depth - 1)))
            }
            11 => Number::Indicator(Box::new(self.truth(rng, depth - 1))),
            12 | 13 => {
                let condition = Box::new(self.truth(rng, depth - 1));
                Number::If(condition, Box::new(self.numbers(rng, depth - 1)))
            }
            _ => {
                let names = [
                    "+", "-", "*", "/", "%", "^", "min", "max", "gcd", "+", "-", "%", "&", "|",
                    "<<", ">>",
                ];
                let name = names[rng.usize(..names.len())];
                Number::Folded(name, Box::new(self.numbers(rng, depth - 1)))
            }
        }
    }

    fn numbers(&self, rng: &mut Rng, depth: u32) -> [Number; 2] {
        [self.number(rng, depth), self.number(rng, depth)]
    }

    fn truth(&self, rng: &mut Rng, depth: u32) -> Truth {
        if depth == 0 {
            return Truth::IsP(Place { table: rng.usize(..2), heaps: None });
        }
        let depth = depth - 1;
        match rng.u8(0..10) {
            0 => Truth::IsP(self.place(rng, depth)),
            1 => Truth::Not(Box::new(self.truth(rng, depth))),
            2..5 => {
                let name = ["and", "or", "implies", "iff"][rng.usize(..4)];
                let both = [self.truth(rng, depth), self.truth(rng, depth)];
                Truth::Connected(name, Box::new(both))
            }
            5 => {
                let all = [0; 3].map(|_| self.truth(rng, depth));
                Truth::If(Box::new(all))
            }
            _ => {
                let sign = ["==", "!=", "<", "<=", ">", ">="][rng.usize(..6)];
                Truth::Compared(sign, Box::new(self.numbers(rng, depth)))
            }
        }
    }

    fn place(&self, rng: &mut Rng, depth: u32) -> Place {
        let table = rng.usize(..self.tables.len());
        // Most heaps are near the position.
        let heap = |rng: &mut Rng, axis: usize| match rng.u8(0..5) {
            0 => self.number(rng, depth),
            1 => Number::Heap(rng.usize(..self.tables[0].heaps)),
            _ => {
                let heap = Number::Heap(axis.min(self.tables[0].heaps - 1));
                let by = Number::Constant(rng.i64(0..4));
                Number::Folded(["+", "-"][rng.usize(..2)], Box::new([heap, by]))
            }
        };
        let heaps = (0..self.tables[table].heaps).map(|axis| heap(rng, axis)).collect();
        Place { table, heaps: Some(heaps) }
    }

    fn text_of(&self, number: &Number) -> String {
        match number {
            Number::Constant(number) => number.to_string(),
            Number::Heap(heap) => NAMES[*heap].into(),
            Number::Tokens => "tokens".into(),
            Number::Value(place) => self.text_at("g", place),
            Number::Function("-", of) => format!("(-{})", self.text_of(of)),
            // max keeps a quotient from being one of real numbers.
            Number::Function("floor", of) => {
                format!("floor((1 + 3 * sqrt 7) / 5 * max({0}, {0}))", self.text_of(of))
            }
            Number::Function(name, of) => format!("{name}({})", self.text_of(of)),
            Number::Folded(name, of) => {
                let [one, two] = [&of[0], &of[1]].map(|of| self.text_of(of));
                match name.starts_with(char::is_alphabetic) {
                    true => format!("{name}({one}, {two})"),
                    false => format!("({one} {name} {two})"),
                }
            }
            Number::Indicator(truth) => format!("(0 + {})", self.text(truth)),
            Number::If(condition, of) => {
                let [one, two] = [&of[0], &of[1]].map(|of| self.text_of(of));
                format!("if({}, {one}, {two})", self.text(condition))
            }
        }
    }

    fn text(&self, truth: &Truth) -> String {
        match truth {
            Truth::IsP(place) => self.text_at("p", place),
            Truth::Not(truth) => format!("!({})", self.text(truth)),
            Truth::Connected(name, of) => {
                format!("({} {name} {})", self.text(&of[0]), self.text(&of[1]))
            }
            Truth::Compared(sign, of) => {
                format!("({} {sign} {})", self.text_of(&of[0]), self.text_of(&of[1]))
            }
            Truth::If(of) => {
                let [condition, one, two] = [&of[0], &of[1], &of[2]].map(|of| self.text(of));
                format!("if({condition}, {one}, {two})")
            }
        }
    }

    fn text_at(&self, name: &str, place: &Place) -> String {
        let table = match self.tables[place.table].name {
            "" => String::new(),
            table => format!("[{table}]"),
        };
        match &place.heaps {
            None => format!("{name}{table}"),
            Some(heaps) => {
                let heaps: Vec<String> = heaps.iter().map(|heap| self.text_of(heap)).collect();
                format!("{name}{table}({})", heaps.join(", "))
            }
        }
    }

    fn number_at(&self, number: &Number, at: &[i64]) -> Answer<i64> {
        let some = |number: Option<i64>| number.ok_or(NoValue::Undefined);
        match number {
            Number::Constant(number) => Ok(*number),
            Number::Heap(heap) => Ok(at[*heap]),
            Number::Tokens => Ok(at.iter().sum()),
            Number::Value(place) => Ok(self.at(place, at)?.0),
            Number::Function(name, of) => {
                let of = self.number_at(of, at)?;
                some(match *name {
                    "abs" => of.checked_abs(),
                    "-" => of.checked_neg(),
                    "floor" => floor_of_root(of),
                    "floor_phi" => floor_phi(of),
                    "zeckendorf_zeros" => zeckendorf(of).filter(|_| of > 0).map(|digits| {
                        digits.iter().rev().take_while(|&&digit| digit == 0).count() as i64
                    }),
                    // The letter is the last digit of the representation of the index before.
                    _ => zeckendorf(of.saturating_sub(1))
                        .filter(|_| of > 0)
                        .map(|digits| digits.last().copied().unwrap_or(0)),
                })
            }
            Number::Folded(name, of) => {
                let (a, b) = (self.number_at(&of[0], at)?, self.number_at(&of[1], at)?);
                let (wide, by) = (i128::from(a), i128::from(b));
                let fits = |number: i128| i64::try_from(number).ok();
                some(match *name {
                    "+" => fits(wide + by),
                    "-" => fits(wide - by),
                    "*" => fits(wide * by),
                    "/" if b == 0 => None,
                    "/" => fits(wide.div_euclid(by)),
                    // The remainder is not computed where the quotient overflows.
                    "%" if b == 0 || (a, b) == (i64::MIN, -1) => None,
                    "%" => fits(wide.rem_euclid(by)),
                    "^" => Some(a ^ b),
                    "&" => Some(a & b),
                    "|" => Some(a | b),
                    "<<" | ">>" if b < 0 => None,
                    "<<" if a == 0 => Some(0),
                    "<<" => u32::try_from(b).ok().filter(|&b| b < 64).and_then(|b| fits(wide << b)),
                    ">>" => fits(wide >> b.min(100)),
                    "min" => Some(a.min(b)),
                    "max" => Some(a.max(b)),
                    _ if a < 0 || b < 0 => None,
                    _ => {
                        let (mut a, mut b) = (a, b);
                        while b != 0 {
                            (a, b) = (b, a % b);
                        }
                        Some(a)
                    }
                })
            }
            Number::Indicator(truth) => self.truth_at(truth, at).map(i64::from),
            Number::If(condition, of) => {
                let chosen = usize::from(!self.truth_at(condition, at)?);
                self.number_at(&of[chosen], at)
            }
        }
    }

    fn truth_at(&self, truth: &Truth, at: &[i64]) -> Answer<bool> {
        match truth {
            Truth::IsP(place) => Ok(self.at(place, at)?.1),
            Truth::Not(truth) => Ok(!self.truth_at(truth, at)?),
            Truth::Connected(name, of) => {
                let one = self.truth_at(&of[0], at)?;
                match *name {
                    "and" if !one => Ok(false),
                    "or" if one => Ok(true),
                    "implies" if !one => Ok(true),
                    "iff" => Ok(one == self.truth_at(&of[1], at)?),
                    _ => self.truth_at(&of[1], at),
                }
            }
            Truth::Compared(sign, of) => {
                let order = self.number_at(&of[0], at)?.cmp(&self.number_at(&of[1], at)?);
                Ok(match *sign {
                    "==" => order.is_eq(),
                    "!=" => order.is_ne(),
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    ">" => order.is_gt(),
                    _ => order.is_ge(),
                })
            }
            Truth::If(of) => {
                let chosen = 1 + usize::from(!self.truth_at(&of[0], at)?);
                self.truth_at(&of[chosen], at)
            }
        }
    }

    fn at(&self, place: &Place, at: &[i64]) -> Answer<(i64, bool)> {
        let heaps = match &place.heaps {
            None => at.to_vec(),
            Some(heaps) => {
                let mut all = Vec::new();
                for heap in heaps {
                    all.push(self.number_at(heap, at)?);
                    // No heap of a position has such a size: the others do not matter.
                    if !(0..1 << 32).contains(&all[all.len() - 1]) {
                        return Err(NoValue::OutsideTable);
                    }
                }
                all
            }
        };
        self.tables[place.table].values.get(&heaps).copied().ok_or(NoValue::OutsideTable)
    }
}

/// The root of 63 n^2, rounded down, is found by halving an interval; with n it is divided by 5. `None` where 3 n, the square, the
/// root or the sum pass their bits.
fn floor_of_root(n: i64) -> Option<i64> {
    n.checked_mul(3)?;
    let (wide, size) = (i128::from(n), u128::from(n.unsigned_abs()));
    let square = 63u128.checked_mul(size * size)?;
    let of = |root: i128| root.unsigned_abs().checked_mul(root.unsigned_abs());
    let is_at_most = |root: i128| match (root > 0, n >= 0) {
        (true, true) => of(root).is_some_and(|of| of <= square),
        (true, false) => false,
        (false, true) => true,
        (false, false) => of(root).is_none_or(|of| of >= square),
    };
    let (mut low, mut high) = (-8 * wide.abs() - 1, 8 * wide.abs() + 1);
    while high - low > 1 {
        let middle = (low + high).div_euclid(2);
        (low, high) = if is_at_most(middle) { (middle, high) } else { (low, middle) };
    }
    Some(n.checked_add(i64::try_from(low).ok()?)?.div_euclid(5))
}

/// The definition, by an integer root: floor((n + sqrt(5 n^2)) / 2).
fn floor_phi(n: i64) -> Option<i64> {
    let n = u128::try_from(n).ok()?;
    // Where the square is too large, so is the floor.
    let square = (5 * n).checked_mul(n)?;
    i64::try_from((n + square.isqrt()) / 2).ok()
}

/// The digits of the Zeckendorf representation, greedily.
fn zeckendorf(n: i64) -> Option<Vec<i64>> {
    let mut rest = u128::try_from(n).ok()?;
    let mut fibonacci = vec![1_u128, 2];
    while fibonacci[fibonacci.len() - 1] <= rest {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    let digits = fibonacci.iter().rev().map(|&number| {
        let digit = i64::from(number <= rest);
        rest -= number * digit as u128;
        digit
    });
    Some(digits.collect())
}

/// Catches an operator that computes something else in some lanes of a block, an overflow that is not seen or seen
/// where there is none, a part that is evaluated where it does not matter, a value of the wrong cell or table, and
/// another reason than the first one why there is no value.
#[test]
fn random_expressions_are_what_the_language_says() {
    let directory = tempfile::tempdir().expect("a directory");
    let table = |name: &str, game: &str, domain: &str, quantity: &str, tile: u32| {
        let plan = plan(game, domain, quantity, Some(tile));
        stored(&directory.path().join(name), &plan, Codec::Zstd, &CpuEngine)
    };
    let grundy = table("w", "wythoff", "11x14", "grundy", 5);
    let outcome = table("e", "euclid", "9x20", "outcome", 8);
    let nim = table("n", "nim:3", "6x5x4", "grundy", 3);
    let triangle = table("t", "triangle", "tokens 9", "outcome", 4);
    let scores = table("s", "nim:2+points=-5/-3", "9x9", "score", 4);
    let lines = table("l", "subtraction:1,3,4", "1300", "grundy", 1300);
    let mut rng = Rng::with_seed(25);
    for tables in [
        [&grundy, &outcome, &nim],
        [&outcome, &grundy, &triangle],
        [&nim, &triangle, &grundy],
        [&triangle, &nim, &outcome],
        [&scores, &grundy, &nim],
        [&lines, &lines, &outcome],
    ] {
        let names = ["", "second", "third"];
        let plain = names.into_iter().zip(tables).map(|(name, table)| Plain::of(name, table));
        let world = World { tables: plain.collect() };
        let [first, second, third] = tables;
        let others = OtherTables::default().with("second", second).expect("a name");
        let others = others.with("third", third).expect("a name");
        check(&world, first, &others, &mut rng);
    }
}

fn check(world: &World, table: &TableReader, others: &OtherTables, rng: &mut Rng) {
    let (job, control) = (table.plan().job(), Control::default());
    let positions: Vec<Position> = {
        let mut all: Vec<Position> = world.tables[0]
            .values
            .keys()
            .map(|heaps| {
                Position::new(&heaps.iter().map(|&heap| heap as u32).collect::<Vec<u32>>())
            })
            .collect();
        all.sort();
        all
    };
    let heaps = |at: &Position| at.heaps().iter().map(|&heap| heap.into()).collect::<Vec<i64>>();
    for round in 0..150 {
        let (truth, number) = (world.truth(rng, 3), world.number(rng, round % 4 + 1));
        let (truth_text, text) = (world.text(&truth), world.text_of(&number));
        let Ok(condition) = Condition::parse(&truth_text, job, others) else {
            // Scores determine no P-positions.
            assert!(truth_text.contains('p') && !job.quantity().has_p_positions(), "{truth_text}");
            continue;
        };
        let Ok(expression) = NumberExpression::parse(&text, job, others) else {
            assert!(text.contains('p') && !job.quantity().has_p_positions(), "{text}");
            continue;
        };
        let filter = Filter::of(condition.clone());
        let found = summarize(table, others, std::slice::from_ref(&expression), &filter, &control)
            .expect("summarized")
            .remove(0);
        let mut numbers = Vec::new();
        let (mut undefined_on, mut outside_on) = (0, 0);
        let single = AtPositions::of(table, others);
        for at in &positions {
            let sizes = heaps(at);
            let counts = world.truth_at(&truth, &sizes);
            let value = table.value(at.heaps()).expect("a position");
            let context = || format!("{truth_text} and {text} at {at} of {}", job.ruleset());
            let is_counted = single.counts(&filter, *at, value);
            assert_eq!(is_counted, counts == Ok(true), "{}", context());
            let expected = world.number_at(&number, &sizes);
            assert_eq!(single.number(&expression, *at, value), expected.ok(), "{}", context());
            match counts.and_then(|counts| counts.then_some(expected).transpose()) {
                Ok(None) => {}
                Ok(Some(number)) => numbers.push((number, *at)),
                Err(NoValue::Undefined) => undefined_on += 1,
                Err(NoValue::OutsideTable) => outside_on += 1,
            }
        }
        single.finish().expect("all values are read");
        let context = format!("{text} where {truth_text} in {}", job.ruleset());
        assert_eq!(
            (found.without_value.undefined_on, found.without_value.outside_on),
            (undefined_on, outside_on),
            "{context}"
        );
        assert_eq!(found.positions, numbers.len() as u64, "{context}");
        assert_eq!(found.sum, numbers.iter().map(|(n, _)| i128::from(*n)).sum(), "{context}");
        let least = numbers.iter().min_by_key(|(number, at)| (*number, *at));
        let largest = numbers.iter().max_by_key(|(number, at)| (*number, std::cmp::Reverse(*at)));
        for (extremum, expected) in [(found.minimum, least), (found.maximum, largest)] {
            let count = numbers.iter().filter(|(n, _)| Some(n) == expected.map(|(n, _)| n)).count();
            let extremum = extremum.map(|e| ((e.value, e.position), e.positions));
            assert_eq!(extremum, expected.map(|&first| (first, count as u64)), "{context}");
        }
    }
}
