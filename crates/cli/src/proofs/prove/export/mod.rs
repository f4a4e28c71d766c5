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
//! | what automata are called | `names` |
//! | how a sentence becomes a text | `sentence`, `equalities` |
//! | what makes addition addition | `addition` |

mod addition;
mod certificate;
mod dfa;
mod equalities;
mod graphviz;
mod mona;
mod names;
mod sentence;
mod walnut;

use std::sync::Arc;

use self::equalities::without_equalities;
use self::names::name_of;
use super::proof::Proof;
use crate::automata::{Automaton, Formula};

#[cfg(test)]
mod tests;

/// A text for a file of another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// The path of the file, below the folder of the export; its parts are separated by `/`.
    pub path: String,
    /// What the file says.
    pub text: String,
}

impl ExportedFile {
    fn new(path: impl Into<String>, text: String) -> Self {
        ExportedFile { path: path.into(), text }
    }
}

/// A set as other programs read it.
struct Exported<'a> {
    /// Its name there.
    name: String,
    automaton: &'a Arc<Automaton>,
    /// The condition that defines it.
    condition: Formula,
}

impl Proof {
    /// Returns the sets that are proved.
    fn exported(&self) -> impl Iterator<Item = Exported<'_>> {
        let sets = self.definition.sets().iter().zip(&self.automata);
        sets.map(|(&set, automaton)| Exported {
            name: name_of(set),
            automaton,
            condition: without_equalities(&self.definition.condition(set, &self.automata)),
        })
    }
}
