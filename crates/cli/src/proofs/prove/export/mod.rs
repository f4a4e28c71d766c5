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
