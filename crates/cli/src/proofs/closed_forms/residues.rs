//! Candidates by residues: on one heap from a number on, on several heaps everywhere.

use super::candidate::{Candidate, Kind};
use super::members::Members;
use grundytab::domain::HEAP_NAMES;
use grundytab::wording::joined;

/// The most residues, and the most members before the period, that are written out.
const MOST: usize = 16;

/// Returns the candidate of a set, if there is one.
pub(super) fn candidates(members: &Members) -> Vec<Candidate> {
    let found = match members.of_one_heap() {
        Some(is_member) => of_one_heap(&is_member),
        None => of_several(members),
    };
    let candidate = |[says, text, latex]: [String; 3]| Candidate {
        kind: Kind::Residues,
        text: format!("the {} are those with {text}", members.set),
        latex,
        sentence: format!("{} iff {says}", members.says("")),
    };
    found.map(candidate).into_iter().collect()
}

/// Returns the condition, and the same in words and in LaTeX, on a heap whose numbers have some period from a number on: the smallest period
/// for which half of what is known repeats.
fn of_one_heap(is_member: &[bool]) -> Option<[String; 3]> {
    let side = is_member.len();
    let start = |period: &usize| {
        let last = (0..side - period).rev().find(|&x| is_member[x] != is_member[x + period]);
        last.map_or(0, |x| x + 1)
    };
    let (period, start) = (1..=side / 4)
        .map(|period| (period, start(&period)))
        .find(|(_, from)| *from <= side / 4)?;
    let before: Vec<usize> = (0..start).filter(|&x| is_member[x]).collect();
    let mut residues: Vec<usize> =
        (start..start + period).filter(|&x| is_member[x]).map(|x| x % period).collect();
    residues.sort_unstable();
    if before.len() > MOST || residues.len() > MOST {
        return None;
    }
    let any =
        |parts: Vec<String>| if parts.is_empty() { "false".into() } else { joined(parts, " or ") };
    let listed = any(before.iter().map(|x| format!("x == {x}")).collect());
    let modulo = match (period, residues.len()) {
        (1, 1) => "true".into(),
        _ => any(residues.iter().map(|of| format!("x % {period} == {of}")).collect()),
    };
    let [numbers, classes] = [&before, &residues].map(|of| joined(of, ", "));
    let latex = format!("$x \\equiv {classes} \\pmod{{{period}}}$");
    let words = match period {
        1 => "x >= 0".to_owned(),
        _ => format!("x mod {period} in {{ {classes} }}"),
    };
    Some(match (start, before.is_empty()) {
        (0, _) => [modulo, words, latex],
        _ if residues.is_empty() => {
            [listed, format!("x in {{ {numbers} }}"), format!("$x \\in \\{{ {numbers} \\}}$")]
        }
        (_, true) => [
            format!("x >= {start} and ({modulo})"),
            format!("x >= {start} and {words}"),
            format!("$x \\ge {start}$, {latex}"),
        ],
        (_, false) => [
            format!("if(x < {start}, {listed}, {modulo})"),
            format!("x in {{ {numbers} }}, or x >= {start} and {words}"),
            format!("$x \\in \\{{ {numbers} \\}}$ or $x \\ge {start}$, {latex}"),
        ],
    })
}

/// Returns the condition on several heaps, if each of them may be replaced by others with the same residue.
fn of_several(members: &Members) -> Option<[String; 3]> {
    let cells = &members.cells;
    let side = cells.last()?.0.last()? + 1;
    if cells.len() as u64 != side.checked_pow(members.heaps as u32)? {
        return None;
    }
    let index = |cell: &[u64]| cell.iter().fold(0, |at, heap| at * side + heap) as usize;
    let is_period = |axis: usize, period: u64| {
        cells.iter().filter(|(cell, _)| cell[axis] + period < side).all(|(cell, is_member)| {
            let mut other = cell.clone();
            other[axis] += period;
            cells[index(&other)].1 == *is_member
        })
    };
    let period = |axis: usize| (1..=side / 2).find(|&period| is_period(axis, period));
    let periods: Vec<u64> = (0..members.heaps).map(period).collect::<Option<_>>()?;
    let is_first = |cell: &[u64]| cell.iter().zip(&periods).all(|(heap, period)| heap < period);
    let first = cells.iter().filter(|(cell, is_member)| *is_member && is_first(cell));
    let residues: Vec<&Vec<u64>> = first.map(|(cell, _)| cell).collect();
    if residues.is_empty() || residues.len() > MOST {
        return None;
    }
    let says = |residue: &Vec<u64>, is_latex: bool| {
        let heaps =
            residue.iter().zip(&periods).zip(HEAP_NAMES).filter(|((_, period), _)| **period > 1);
        let parts: Vec<String> = heaps
            .map(|((of, period), name)| match is_latex {
                true => format!("{name} \\equiv {of} \\ (\\operatorname{{mod}} {period})"),
                false => format!("{name} % {period} == {of}"),
            })
            .collect();
        match (parts.is_empty(), is_latex) {
            (true, _) => "true".into(),
            (false, true) => joined(parts, ",\\ "),
            (false, false) => joined(parts, " and "),
        }
    };
    let all = |is_latex, or: &str| joined(residues.iter().map(|of| says(of, is_latex)), or);
    Some([all(false, " or "), all(false, ", or "), format!("${}$", all(true, "$ or $"))])
}
