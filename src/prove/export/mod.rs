//! Theorems for other programs: Graphviz draws the automata, Walnut and MONA repeat the proof.
//!
//! A proof by an independent program needs the automata of the sets, addition, and the defining sentence.
//! Each of these exports writes all that the program does not have by itself, as texts for files.
//!
//! | to find out | look at |
//! |---|---|
//! | how automata are drawn | `graphviz` |
//! | what a certificate says | `certificate` |
//! | what Walnut reads | `walnut` |
//! | what MONA reads | `mona`, `dfa` |
//! | how a sentence becomes a text | `sentence`, `equalities` |
//! | what makes addition addition | `addition` |

mod addition;
mod certificate;
mod dfa;
mod equalities;
mod graphviz;
mod mona;
mod sentence;
mod walnut;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::{SetName, Theorem};
use crate::automata::Automaton;

/// A text for a file of another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// The path of the file, below the folder of the export; its parts are separated by `/`.
    pub path: String,
    /// What the file says.
    pub text: String,
}

/// Returns the name of a set in the files of other programs: letters and digits alone.
fn name_of(set: SetName) -> String {
    match set {
        SetName::P => "p".into(),
        SetName::Value(value) => format!("g{value}"),
        SetName::LeftWinsFirst => "left".into(),
        SetName::RightWinsFirst => "right".into(),
    }
}

impl Theorem {
    /// Returns the name, in the files of other programs, of the set that one of the automata accepts.
    fn name_of(&self, automaton: &Arc<Automaton>) -> String {
        let mut sets = self.definition.sets().iter().zip(&self.automata);
        let found = sets.find(|(_, other)| Arc::ptr_eq(automaton, other));
        found.map_or_else(String::new, |(&set, _)| name_of(set))
    }
}
