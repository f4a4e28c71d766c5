//! What is proved for all heap sizes.
//!
//! | to find out | look at |
//! |---|---|
//! | automata of P-positions, guessed from tables and proved | `prove` |
//! | first-order sentences about numbers and games, decided | `decide` |
//! | what both say of numbers, as formulas | `formula` |
//! | proofs as documents, and a check of them that shares nothing with `prove` | `certificate` |

pub mod certificate;
pub mod decide;
pub mod formula;
pub mod prove;
