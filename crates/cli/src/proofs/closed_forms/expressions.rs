//! Candidates by expressions of the heaps: the members are where one has some value, as x ^ y == 0 in Nim; or it is the Grundy value,
//! as far as values are proved.

use super::candidate::{Candidate, Kind};
use super::members::Members;
use crate::proofs::decide::Values;
use grundytab::domain::HEAP_NAMES;
use grundytab::wording::joined;

/// The largest constants by which expressions are divided, and of which remainders are taken.
const LARGEST_DIVISOR: i64 = 6;
const LARGEST_MODULUS: i64 = 24;
/// The largest remainders of quotients, and of the heaps of a sum.
const LARGEST_INNER: i64 = 8;

/// An expression, in the language of sentences and in LaTeX.
#[derive(Debug, Clone)]
struct Term {
    text: String,
    latex: String,
    /// Whether it needs brackets as an operand.
    is_sum: bool,
}

impl Term {
    fn new(text: impl Into<String>, latex: impl Into<String>, is_sum: bool) -> Self {
        Term { text: text.into(), latex: latex.into(), is_sum }
    }

    fn in_brackets(&self) -> [String; 2] {
        [&self.text, &self.latex].map(|of| if self.is_sum { format!("({of})") } else { of.clone() })
    }

    fn modulo(&self, m: i64) -> Self {
        let [text, latex] = self.in_brackets();
        Term::new(format!("{text} % {m}"), format!("{latex} \\bmod {m}"), true)
    }

    fn over(&self, q: i64) -> Self {
        let text = &self.in_brackets()[0];
        let latex = format!("\\lfloor {} / {q} \\rfloor", self.in_brackets()[1]);
        Term { text: format!("{text} / {q}"), latex, is_sum: true }
    }

    /// Puts an operator between terms.
    fn fold(terms: &[Term], text: &str, latex: &str) -> Self {
        let parts: Vec<[String; 2]> = terms.iter().map(Term::in_brackets).collect();
        let of = |at: usize, sign: &str| joined(parts.iter().map(|part| &part[at]), sign);
        Term::new(of(0, &format!(" {text} ")), of(1, &format!(" {latex} ")), parts.len() > 1)
    }

    /// Applies a function to terms.
    fn call(terms: &[Term], name: &str) -> Self {
        let of = |part: fn(&Term) -> &String| joined(terms.iter().map(part), ", ");
        let [text, latex] = [of(|term| &term.text), of(|term| &term.latex)];
        Term::new(format!("{name}({text})"), format!("\\{name}({latex})"), false)
    }
}

/// Returns the expressions that are tried.
fn terms(heaps: usize) -> Vec<Term> {
    let names: Vec<Term> = HEAP_NAMES[..heaps].iter().map(|&of| Term::new(of, of, false)).collect();
    let mut simple = Vec::new();
    if heaps > 1 {
        if let [x, y] = &names[..] {
            let [one, two] =
                [[x, y], [y, x]].map(|two| Term::fold(&two.map(Clone::clone), "-", "-"));
            let text = format!("abs({})", one.text);
            simple.extend([Term::new(text, format!("|{}|", one.latex), false), one, two]);
            simple.push(Term::fold(&names, "|", "\\vee"));
            simple.push(Term::fold(&names, "&", "\\wedge"));
        }
        simple.push(Term::fold(&names, "^", "\\oplus"));
        simple.push(Term::fold(&names, "+", "+"));
        simple.extend(["min", "max"].map(|name| Term::call(&names, name)));
        let each = |change: &dyn Fn(&Term) -> Term| -> Term {
            let changed: Vec<Term> = names.iter().map(change).collect();
            Term::fold(&changed, "^", "\\oplus")
        };
        simple.extend((2..=LARGEST_DIVISOR).map(|q| each(&|heap| heap.over(q))));
        simple.extend((2..=LARGEST_INNER).map(|m| each(&|heap| heap.modulo(m))));
    }
    simple.extend(names.iter().cloned());
    let mut all = simple.clone();
    all.extend(simple.iter().flat_map(|of| (2..=LARGEST_MODULUS).map(|m| of.modulo(m))));
    all.extend(simple.iter().flat_map(|of| (2..=LARGEST_DIVISOR).map(|q| of.over(q))));
    for of in names.iter().chain(&simple[..simple.len() - names.len()]) {
        let quotients = (2..=LARGEST_DIVISOR).map(|q| of.over(q));
        all.extend(quotients.flat_map(|of| (2..=LARGEST_INNER).map(move |m| of.modulo(m))));
    }
    let shifted = |of: &Term, by: i64| {
        let sign = if by < 0 { "-" } else { "+" };
        Term::fold(&[of.clone(), Term::new("1", "1", false)], sign, sign)
    };
    all.extend(simple.iter().flat_map(|of| [shifted(of, -1), shifted(of, 1)]));
    all
}

/// Returns candidates about all sets of Grundy values together, of which as many are given as have positions; `has_others` says
/// that there may be larger values.
pub(super) fn of_values(all: &[Members], has_others: bool, values: &Values) -> Vec<Candidate> {
    let Some(heaps) = all.first().map(|first| first.heaps).filter(|_| all.len() > 1) else {
        return Vec::new();
    };
    let is_right = |term: &Term| {
        (0..).zip(all).all(|(value, members)| members.are_where(&term.text, value, values))
    };
    let found = terms(heaps).into_iter().filter(is_right).take(MOST);
    let names = joined(&HEAP_NAMES[..heaps], ", ");
    let candidates = |Term { text, latex, .. }: Term| {
        let each = (0..).zip(all);
        let each =
            each.map(|(value, members)| format!("({} iff {text} == {value})", members.says("")));
        let each = joined(each, " and ");
        let largest = all.len() - 1;
        let candidate = |sentence: String, [as_far, as_far_latex]: [String; 2]| Candidate {
            kind: Kind::Expression,
            text: format!("the Grundy value is {text}{as_far}"),
            latex: format!("$g({names}) = {latex}${as_far_latex}"),
            sentence,
        };
        match has_others {
            true => {
                let as_far = format!(", as far as it is at most {largest}");
                vec![candidate(each, [as_far, format!(" for $g \\le {largest}$")])]
            }
            // Where the values of a game can be computed with, they are compared with an expression at once.
            false => {
                [format!("g == {text}"), each].map(|of| candidate(of, Default::default())).to_vec()
            }
        }
    };
    found.flat_map(candidates).collect()
}

/// Returns candidates of one set.
pub(super) fn candidates(members: &Members, values: &Values) -> Vec<Candidate> {
    let names: Vec<&str> = HEAP_NAMES[..members.heaps].to_vec();
    let mut found = Vec::new();
    if names.len() > 1 {
        let equal = |sign: &str| {
            joined(names.windows(2).map(|two| joined(two, &format!(" {sign} "))), " and ")
        };
        let text = equal("==");
        if members.are_where(&text, 1, values) {
            found.push(candidate(members, text, joined(&names, " = ")));
        }
    }
    for term in terms(members.heaps) {
        if found.len() >= MOST {
            break;
        }
        if let Some(number) = members.constant(&term.text, values)
            && members.are_where(&term.text, number, values)
        {
            let text = format!("{} == {number}", term.text);
            found.push(candidate(members, text, format!("{} = {number}", term.latex)));
        }
    }
    found
}

/// Some of the expressions may be decided in no numeration in which the game is proved.
const MOST: usize = 4;

fn candidate(members: &Members, text: String, latex: String) -> Candidate {
    Candidate {
        kind: Kind::Expression,
        text: format!("the {} are those with {text}", members.set),
        latex: format!("${latex}$"),
        sentence: format!("{} iff {text}", members.says("")),
    }
}
