//! Numbers (p + q sqrt d) / r of a quadratic field, and the sequences floor(n a + c) that they make, in the language of
//! sentences and in LaTeX.

use crate::proofs::formula::numeration_of_root;

/// (p + q sqrt d) / r with r > 0, in lowest terms; without a root, q = 0 and d = 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Surd {
    pub(super) p: i64,
    pub(super) q: i64,
    pub(super) r: i64,
    pub(super) d: u32,
}

/// The largest q, and the largest r, of a number that is sought.
const LARGEST: i64 = 6;

/// How far the approximations of numbers are from them, at most: they are below a million.
const EXACT: f64 = 1e-9;

impl Surd {
    pub(super) const ZERO: Surd = Surd { p: 0, q: 0, r: 1, d: 1 };

    pub(super) fn value(self) -> f64 {
        (self.p as f64 + self.q as f64 * f64::from(self.d).sqrt()) / self.r as f64
    }

    /// Returns the numbers of the field of sqrt d from a bound on and below another one, those with small p, q and r first.
    pub(super) fn between(lower: f64, upper: f64, d: u32) -> Vec<Surd> {
        let mut found = Vec::new();
        let roots = if d == 1 { 0 } else { LARGEST };
        for (r, q) in (1..=LARGEST).flat_map(|r| (-roots..=roots).map(move |q| (r, q))) {
            let part = q as f64 * f64::from(d).sqrt();
            let [least, end] = [lower, upper].map(|bound| bound * r as f64 - part - EXACT);
            let numbers = (least.ceil() as i64..).take_while(|&p| (p as f64) < end);
            let lowest = |p: &i64| greatest_common_divisor(greatest_common_divisor(*p, q), r) == 1;
            let d = if q == 0 { 1 } else { d };
            found.extend(numbers.take(LARGEST as usize).filter(lowest).map(|p| Surd {
                p,
                q,
                r,
                d,
            }));
        }
        found.sort_by_key(|of| of.p.abs() + 2 * of.q.abs() + 2 * of.r);
        found
    }

    /// Returns a + b phi as a and b, if it is that with integers.
    fn by_phi(self) -> Option<(i64, i64)> {
        let (a, b) = (self.p - self.q, 2 * self.q);
        (self.d == 5 && a % self.r == 0 && b % self.r == 0).then_some((a / self.r, b / self.r))
    }

    /// Returns it as a text, in brackets if it is a sum.
    fn text(self) -> String {
        let (numerator, r) = match self.by_phi() {
            Some((a, b)) => (sum(&[(b, "phi"), (a, "")], "*"), 1),
            None => (sum(&[(self.q, &format!("sqrt({})", self.d)), (self.p, "")], "*"), self.r),
        };
        let is_sum = numerator.trim_start_matches('-').contains(' ');
        let numerator = if is_sum { format!("({numerator})") } else { numerator };
        if r == 1 { numerator } else { format!("{numerator}/{r}") }
    }

    fn latex(self) -> String {
        let (numerator, r) = match self.by_phi() {
            // phi^2 = phi + 1
            Some((1, 1)) => ("\\varphi^2".into(), 1),
            Some((a, b)) => (sum(&[(b, "\\varphi"), (a, "")], ""), 1),
            None => (sum(&[(self.q, &format!("\\sqrt{{{}}}", self.d)), (self.p, "")], ""), self.r),
        };
        if r == 1 { numerator } else { format!("\\frac{{{numerator}}}{{{r}}}") }
    }
}

/// The sequence floor(n a + c).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Beatty {
    pub(super) slope: Surd,
    pub(super) shift: Surd,
}

impl Beatty {
    /// Finds the simplest sequence that has these members (n, floor(n a + c)), with numbers of the field of sqrt d or with
    /// rational ones.
    ///
    /// Any two members with indices i < j tell that j - i times a is less than 1 away from their difference, and all of them
    /// that c is at least m - n a and less than m + 1 - n a for each member m of index n.
    pub(super) fn fitted(members: &[(i64, i64)], d: u32) -> Option<Self> {
        let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
        let last = members.len().saturating_sub(MEMBERS_COMPARED);
        for &(i, m) in members.iter().take(MEMBERS_COMPARED) {
            for &(j, n) in members[last..].iter().filter(|(j, _)| *j > i) {
                let [difference, steps] = [n - m, j - i].map(|of| of as f64);
                lower = lower.max((difference - 1.0) / steps);
                upper = upper.min((difference + 1.0) / steps);
            }
        }
        if lower + EXACT > upper || upper.is_infinite() {
            return None;
        }
        let rational = Surd::between(lower, upper, 1).into_iter();
        let slopes =
            rational.chain(if d > 1 { Surd::between(lower, upper, d) } else { Vec::new() });
        slopes.take(MOST_SLOPES).find_map(|slope| {
            let rest = |&(n, m): &(i64, i64)| m as f64 - n as f64 * slope.value();
            let least = members.iter().map(rest).fold(f64::NEG_INFINITY, f64::max);
            let end = members.iter().map(rest).fold(f64::INFINITY, f64::min) + 1.0;
            if least + EXACT > end {
                return None;
            }
            let field = if slope.d == 1 { 1 } else { d };
            let is_zero = least <= EXACT && end > EXACT;
            let shift = if is_zero { Some(Surd::ZERO) } else { None };
            let shift = shift.or_else(|| Surd::between(least, end, field).into_iter().next());
            shift.map(|shift| Beatty { slope, shift })
        })
    }

    /// Returns a member as a term of a sentence.
    pub(super) fn text(&self, n: &str) -> String {
        match self.rational(n, "*") {
            Some((numerator, 1, _)) => numerator,
            Some((numerator, r, true)) => format!("({numerator}) / {r}"),
            Some((numerator, r, false)) => format!("{numerator} / {r}"),
            None => {
                let (n, shift, outside) = self.with_index(n, Surd::text);
                format!("floor({n} * {}{shift}){outside}", self.slope.text())
            }
        }
    }

    pub(super) fn latex(&self, n: &str) -> String {
        match self.rational(n, "") {
            Some((numerator, 1, _)) => numerator,
            Some((numerator, r, _)) => {
                format!("\\left\\lfloor \\frac{{{numerator}}}{{{r}}} \\right\\rfloor")
            }
            None => {
                let (n, shift, outside) = self.with_index(n, Surd::latex);
                let factor = self.slope.latex();
                let is_sum = factor.contains(' ') && !factor.starts_with("\\frac");
                let factor = if is_sum { format!("({factor})") } else { factor };
                format!("\\left\\lfloor {n} {factor}{shift} \\right\\rfloor{outside}")
            }
        }
    }

    /// Returns n a + c as a fraction, if its numbers are rational, and whether its numerator is a sum.
    fn rational(&self, n: &str, times: &str) -> Option<(String, i64, bool)> {
        let Beatty { slope: Surd { p, q: 0, r, .. }, shift: Surd { p: c, q: 0, r: s, .. } } = *self
        else {
            return None;
        };
        let numerator = sum(&[(p * s, n), (c * r, "")], times);
        let (of_all, is_sum) =
            (greatest_common_divisor(greatest_common_divisor(p * s, c * r), r * s), c != 0);
        match of_all {
            1 => Some((numerator, r * s, is_sum)),
            k => Some((sum(&[(p * s / k, n), (c * r / k, "")], times), r * s / k, is_sum)),
        }
    }

    /// Returns the index, the shift inside of the floor, and an integer outside of it: floor((n + 1) a) - 1 says more than the
    /// same with a shift a - 1.
    fn with_index(&self, n: &str, shown: fn(Surd) -> String) -> (String, String, String) {
        let Beatty { slope, shift } = *self;
        let is_shift = |&(k, m): &(i64, i64)| {
            (k * slope.p + m * slope.r) * shift.r == shift.p * slope.r
                && k * slope.q * shift.r == shift.q * slope.r
        };
        let mut small = (-SMALL..=SMALL).flat_map(|k| (-SMALL..=SMALL).map(move |m| (k, m)));
        let signed = |text: String| match text.strip_prefix('-') {
            Some(size) => format!(" - {size}"),
            None => format!(" + {text}"),
        };
        match small.find(is_shift) {
            Some((k, m)) => {
                let index =
                    if k == 0 { n.into() } else { format!("({})", sum(&[(1, n), (k, "")], "")) };
                let outside = if m == 0 { String::new() } else { signed(m.to_string()) };
                (index, String::new(), outside)
            }
            None => (n.into(), signed(shown(shift)), String::new()),
        }
    }
}

/// The largest multiples of the slope, and of 1, that are written beside it.
const SMALL: i64 = 4;

/// How many members from the beginning are compared with as many from the end.
const MEMBERS_COMPARED: usize = 200;

/// How many slopes are tried.
const MOST_SLOPES: usize = 20;

/// Writes a sum of multiples, the first positive one in front if there is one.
pub(super) fn sum(terms: &[(i64, &str)], times: &str) -> String {
    let mut terms: Vec<(i64, &str)> = terms.iter().copied().filter(|(c, _)| *c != 0).collect();
    terms.sort_by_key(|(c, _)| *c < 0);
    let mut written = String::new();
    for (factor, of) in terms {
        let sign = match (written.is_empty(), factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = factor.unsigned_abs();
        written += sign;
        written += &match (size, of) {
            (_, "") => size.to_string(),
            (1, of) => of.to_owned(),
            (_, of) => format!("{size}{times}{of}"),
        };
    }
    if written.is_empty() { "0".into() } else { written }
}

/// Returns d without square factors, of the field of the base of a numeration with this recurrence, if the multiples of sqrt d
/// are automatic; 1 if the base is an integer, or no root of a quadratic equation.
pub(super) fn field(recurrence: &[i64]) -> u32 {
    let &[a, b] = recurrence else { return 1 };
    let discriminant = a * a + 4 * b;
    let mut rest = discriminant;
    for factor in 2..=discriminant.max(1).isqrt() {
        while rest % (factor * factor) == 0 {
            rest /= factor * factor;
        }
    }
    u32::try_from(rest).ok().filter(|&d| numeration_of_root(d).is_some()).unwrap_or(1)
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a slope or a shift that is not the simplest one, a sequence where there is none, and texts that say another one.
    #[test]
    fn sequences_are_recognised() {
        let of = |d: u32, at: &dyn Fn(f64) -> f64| {
            let members: Vec<(i64, i64)> =
                (0..300).map(|n| (n, at(n as f64).floor() as i64)).collect();
            Beatty::fitted(&members, d)
        };
        let root = |d: f64| d.sqrt();
        let phi = (1.0 + root(5.0)) / 2.0;
        type Sequence<'a> = &'a dyn Fn(f64) -> f64;
        let cases: [(u32, Sequence, &str, &str); 10] = [
            (5, &|n| n * phi, "floor(n * phi)", "\\left\\lfloor n \\varphi \\right\\rfloor"),
            (
                5,
                &|n| n * phi * phi,
                "floor(n * (phi + 1))",
                "\\left\\lfloor n \\varphi^2 \\right\\rfloor",
            ),
            (
                5,
                &|n| n / phi,
                "floor(n * (phi - 1))",
                "\\left\\lfloor n (\\varphi - 1) \\right\\rfloor",
            ),
            (
                13,
                &|n| n * (root(13.0) - 1.0) / 2.0,
                "floor(n * (sqrt(13) - 1)/2)",
                "\\left\\lfloor n \\frac{\\sqrt{13} - 1}{2} \\right\\rfloor",
            ),
            (2, &|n| (n + 1.0) * root(2.0) - 1.0, "floor((n + 1) * sqrt(2)) - 1", ""),
            (5, &|n| 2.0 * n + 3.0, "2*n + 3", "2n + 3"),
            (1, &|n| n / 2.0, "n / 2", "\\left\\lfloor \\frac{n}{2} \\right\\rfloor"),
            (
                1,
                &|n| (3.0 * n + 1.0) / 2.0,
                "(3*n + 1) / 2",
                "\\left\\lfloor \\frac{3n + 1}{2} \\right\\rfloor",
            ),
            (1, &|n| (n - 1.0) / 2.0, "(n - 1) / 2", ""),
            (
                3,
                &|n| (n + 1.0) * root(3.0),
                "floor((n + 1) * sqrt(3))",
                "\\left\\lfloor (n + 1) \\sqrt{3} \\right\\rfloor",
            ),
        ];
        for (d, at, text, latex) in cases {
            let found = of(d, at).expect(text);
            assert_eq!(found.text("n"), text);
            assert!(latex.is_empty() || found.latex("n") == latex, "{}", found.latex("n"));
        }
        assert_eq!(of(5, &|n| n * n), None);
        assert_eq!(of(5, &|n| n * root(2.0) * 1.001), None);
        assert_eq!([[1, 1], [3, 1], [4, -1], [5, -2]].map(|of| field(&of)), [5, 13, 3, 17]);
        assert_eq!([field(&[2]), field(&[1, 1, 1])], [1, 1]);
    }
}
