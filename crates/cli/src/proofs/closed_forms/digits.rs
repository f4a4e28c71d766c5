//! Candidates by digits: the zeros at the end of a number in base k or of its Zeckendorf representation, the Fibonacci word, and the
//! pairs of Wythoff Nim by shifts.
//!
//! In base k the number of zeros at the end of x is no expression of sentences. That members are those x > 0 for which it has
//! some remainders modulo m is said by a recursion: x that k^m divides is a member exactly if x / k^m is, and of other x the number
//! is less than m. By induction no other set satisfies it.

use super::candidate::{Candidate, Kind};
use super::members::Members;
use crate::proofs::decide::Values;
use grundytab::wording::joined;

/// The largest number by which numbers of zeros are divided.
const LARGEST_MODULUS: u64 = 4;

/// Returns the candidates of a set.
pub(super) fn candidates(members: &Members, values: &Values) -> Vec<Candidate> {
    let found =
        conditions(members.heaps).into_iter().find(|[text, ..]| members.are_where(text, 1, values));
    let of_zeckendorf = found.map(|[text, words, latex]| Candidate {
        kind: Kind::Digits,
        text: format!("the {} are those where {words}", members.set),
        latex,
        sentence: format!("{} iff {text}", members.says("")),
    });
    let base = match members.automaton.numeration().recurrence() {
        &[base] => u64::try_from(base).ok(),
        _ => None,
    };
    let of_base = base.zip(members.of_one_heap()).and_then(|(base, is)| zeros(members, &is, base));
    of_zeckendorf.into_iter().chain(of_base).collect()
}

/// Returns conditions in Fibonacci numeration, with words and LaTeX for them.
fn conditions(heaps: usize) -> Vec<[String; 3]> {
    if heaps == 2 {
        let (low, high) = ("min(x, y)", "max(x, y)");
        let part = |guard: &str, [and_zero, and_zero_latex]: [&str; 2]| {
            [
                format!("{guard}y < zeckendorf_part(x)"),
                format!(
                    "y is less than the smallest part of the Zeckendorf representation of x{and_zero}"
                ),
                format!(
                    "$y < F$, where $F$ is the smallest part of the Zeckendorf representation of $x${and_zero_latex}"
                ),
            ]
        };
        return vec![
            [
                format!(
                    "{high} == zeckendorf_shift({low}) and ({low} == 0 or zeckendorf_zeros({low}) % 2 == 0)"
                ),
                "the Zeckendorf representation of the smaller heap ends in an even number of zeros, and that of the larger one is \
                 the same with a zero behind it"
                    .into(),
                "$x = \\sum F_i$ with an even number of zeros at its end, $y = \\sum F_{i+1}$ (Zeckendorf)".into(),
            ],
            part("x == 0 or ", [", or x is 0", ", or $x = 0$"]),
            part("x > 0 and ", ["", ""]),
        ];
    }
    if heaps != 1 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (m, r) in (2..=LARGEST_MODULUS).flat_map(|m| (0..m).map(move |r| (m, r))) {
        for [guard, words, more] in
            [["x > 0 and ", "", ""], ["x == 0 or ", ", or x is 0", ", or $x = 0$"]]
        {
            found.push([
                format!("{guard}zeckendorf_zeros(x) % {m} == {r}"),
                format!("the Zeckendorf representation of x ends in {} zeros{words}", number(&[r], m)),
                format!("$z(x) \\equiv {r} \\pmod{{{m}}}$, where $z$ counts the zeros at the end of the Zeckendorf representation{more}"),
            ]);
        }
    }
    for letter in 0..2 {
        found.push([
            format!("fibonacci_word(x + 1) == {letter}"),
            format!("the letter of index x + 1 of the Fibonacci word is {letter}"),
            format!("$f_{{x+1}} = {letter}$, where $f = 0100101001\\ldots$ is the Fibonacci word"),
        ]);
    }
    found
}

/// Names numbers with these remainders modulo m.
fn number(remainders: &[u64], m: u64) -> String {
    match (m, remainders) {
        (2, [0]) => "an even number of".into(),
        (2, [1]) => "an odd number of".into(),
        _ => format!("a number with remainder {} modulo {m} of", joined(remainders, " or ")),
    }
}

/// Returns the candidate by the zeros at the end in base k.
fn zeros(members: &Members, is_member: &[bool], base: u64) -> Option<Candidate> {
    let zeros_of = |x: usize| {
        (1..).take_while(|&i| (x as u64).is_multiple_of(base.saturating_pow(i))).count() as u64
    };
    let remainders = |m: &u64| {
        let mut known: Vec<Option<bool>> = vec![None; *m as usize];
        for (x, is) in is_member.iter().enumerate().skip(1) {
            let of = &mut known[(zeros_of(x) % m) as usize];
            if of.is_some_and(|of| of != *is) {
                return None;
            }
            *of = Some(*is);
        }
        let found: Vec<u64> =
            (0..).zip(&known).filter(|(_, is)| **is == Some(true)).map(|(r, _)| r).collect();
        (!found.is_empty()).then_some((*m, found))
    };
    let (m, remainders) = (2..=LARGEST_MODULUS).find_map(|m| remainders(&m))?;
    let power = base.checked_pow(m as u32)?;
    let ends = remainders.iter().map(|r| {
        let power = base.pow(*r as u32);
        match r {
            0 => format!("x % {base} > 0"),
            _ => format!("x % {power} == 0 and x % {} > 0", power * base),
        }
    });
    let (here, shorter) = (members.says(""), members.says(&format!("(x / {power})")));
    let has_zero = is_member.first() == Some(&true);
    let [of_zero, words, more] = match has_zero {
        true => [members.says("(0)"), ", and 0".into(), ", or $x = 0$".into()],
        false => [format!("not {}", members.says("(0)")), String::new(), String::new()],
    };
    let number = number(&remainders, m);
    Some(Candidate {
        kind: Kind::Digits,
        text: format!(
            "the {} are the x > 0 that end in {number} zeros in base {base}{words}",
            members.set
        ),
        latex: format!(
            "$v_{{{base}}}(x) \\equiv {} \\pmod{{{m}}}$, where ${base}^{{v_{{{base}}}(x)}}$ is the largest power of ${base}$ that divides $x > 0${more}",
            joined(&remainders, ", ")
        ),
        sentence: format!(
            "{of_zero} and (x > 0 implies if(x % {power} == 0, {here} iff {shorter}, {here} iff {}))",
            joined(ends, " or ")
        ),
    })
}
