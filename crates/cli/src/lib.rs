//! The program `grundytab`, built of the library of the same name. Its commands are also those of the Python package.
//!
//! | to find out | look at |
//! |---|---|
//! | what can be typed, and what is printed | `commands` |
//! | how a job runs: the choice of the engine, checks of memory and disk, resuming; many jobs from one file | `jobs` |
//! | what is asked of tables: expressions, theorems, analyses, differences, exports, play | `analyses` |
//! | what is proved for all heap sizes, and how proofs are checked | `proofs` |
//! | pictures and plots | `figures` |
//! | the page on which a table is explored in a browser | `page` |
//!
//! Nothing of this is an interface for other crates: it changes without notice.
#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used,
        reason = "tests fail by panicking, and print what they ran on"
    )
)]
#![cfg_attr(
    not(feature = "gpu"),
    allow(dead_code, unused_imports, reason = "the GPU engine uses them, which is not built")
)]

mod analyses;
mod built;
#[doc(hidden)]
pub mod commands;
mod figures;
mod jobs;
mod page;
mod proofs;
#[cfg(test)]
mod tests;

/// Automata that read numbers, and formulas about numbers: the crate `numeration-automata`.
pub(crate) use numeration_automata as automata;

/// What the page of theorems (`scripts/theorems`) is made of.
#[doc(hidden)]
pub mod internal {
    pub use crate::analyses::theorem::{ProofStatus, Subject, all as all_theorems};
    pub use crate::proofs::certificate::{Certificate, CheckLimits, Verdict};
    pub use crate::proofs::closed_forms::ClosedForms;
    pub use crate::proofs::prove::{
        Caps, Classes, Definition, End, Numerations, Origin, Proof, Search, divisibility,
        parse_numeration, prove, prove_in_turn,
    };
    pub use grundytab::wording::counted;
    pub use numeration_automata as automata;
}
