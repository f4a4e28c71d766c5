//! What is proved for all heap sizes.
//!
//! | to find out | look at |
//! |---|---|
//! | automata of P-positions, guessed from tables and proved | `prove` |
//! | first-order sentences about numbers and games, decided | `decide` |
//! | formulas of sets that are proved, decided | `closed_forms` |
//! | what `prove` and `decide` say of numbers, as formulas | `formula` |
//! | proofs as documents, and a check of them that shares nothing with `prove` | `certificate` |

pub mod certificate;
pub mod closed_forms;
pub mod decide;
pub mod formula;
pub mod prove;
