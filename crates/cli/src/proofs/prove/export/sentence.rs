//! Sentences as texts: what the languages of other programs have in common.

use std::sync::Arc;

use crate::automata::{Automaton, Formula, Variable};
use grundytab::domain::{HEAP_NAMES, MAX_HEAPS};

/// Lines longer than this are broken.
const LINE: usize = 88;

/// How a language writes what a formula is built of. *And*, *or* and *not* are `&`, `|` and `~` in all.
pub(super) trait Language {
    /// What is always true.
    const TRUE: &'static str;
    /// What is never true.
    const FALSE: &'static str;

    fn accepts(&mut self, automaton: &Arc<Automaton>, tracks: &[Variable]) -> String;
    fn sum(&mut self, terms: [Variable; 3]) -> String;
    fn less(&mut self, x: Variable, y: Variable) -> String;
    fn equal(&mut self, x: Variable, y: Variable) -> String;
    fn is(&mut self, x: Variable, number: u64) -> String;
    /// What stands before a statement that some number satisfies. It is called before the variable is used.
    fn exists(&mut self, x: Variable) -> String;
    /// What stands before a statement that all numbers satisfy.
    fn for_all(&mut self, x: Variable) -> String;
}

/// Writes a formula in a language.
pub(super) fn written<L: Language>(language: &mut L, formula: &Formula) -> String {
    match formula {
        Formula::Accepts(automaton, tracks) => language.accepts(automaton, tracks),
        Formula::Sum(terms) => language.sum(*terms),
        Formula::Less(x, y) => language.less(*x, *y),
        Formula::Equal(x, y) => language.equal(*x, *y),
        Formula::Is(x, number) => language.is(*x, *number),
        Formula::Not(formula) => {
            // There is no number for which it is false: it holds for all.
            if let Formula::Exists(x, formula) = formula.as_ref()
                && let Formula::Not(formula) = formula.as_ref()
            {
                let quantifier = language.for_all(*x);
                return quantified(&quantifier, &written(language, formula));
            }
            let negated = written(language, formula);
            if negated == L::TRUE {
                L::FALSE.into()
            } else if negated == L::FALSE {
                L::TRUE.into()
            } else {
                format!("~{}", parenthesized(&negated))
            }
        }
        Formula::All(formulas) => {
            let mut parts: Vec<String> = formulas.iter().map(|f| written(language, f)).collect();
            parts.retain(|part| part != L::TRUE);
            joined(&parts, "&", L::TRUE)
        }
        Formula::Any(formulas) => {
            let mut parts: Vec<String> = formulas.iter().map(|f| written(language, f)).collect();
            parts.retain(|part| part != L::FALSE);
            joined(&parts, "|", L::FALSE)
        }
        Formula::Exists(x, formula) => {
            let quantifier = language.exists(*x);
            quantified(&quantifier, &written(language, formula))
        }
    }
}

fn quantified(quantifier: &str, statement: &str) -> String {
    let break_or_space = if quantifier.len() + statement.len() > LINE { "\n" } else { " " };
    format!("({quantifier}{break_or_space}{})", parenthesized(statement))
}

/// Returns a statement as one that needs no parentheses around it.
fn parenthesized(statement: &str) -> String {
    // What begins with a parenthesis ends with it: all statements but atoms are written so.
    if statement.starts_with('(') { statement.into() } else { format!("({statement})") }
}

/// Joins statements by an operator, on lines of their own if they are long.
fn joined(parts: &[String], operator: &str, of_none: &str) -> String {
    match parts {
        [] => of_none.into(),
        [part] => part.clone(),
        _ => {
            let line = parts.join(&format!(" {operator} "));
            if line.len() <= LINE && !line.contains('\n') {
                return format!("({line})");
            }
            let parts: Vec<String> = parts.iter().map(|part| part.replace('\n', "\n  ")).collect();
            format!("({})", parts.join(&format!("\n{operator} ")))
        }
    }
}

/// Returns the name of a variable: x, y, z, w for the heaps, then a, b, c, ..., a1, b1, ...
pub(super) fn name(variable: Variable, heaps: usize) -> String {
    let number = variable as usize;
    if number < heaps {
        return HEAP_NAMES[number].into();
    }
    let number = number - heaps;
    // The letters before the names of heaps.
    let letters = if heaps == MAX_HEAPS { 22 } else { 23 };
    let letter = char::from(b'a' + (number % letters) as u8);
    match number / letters {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
