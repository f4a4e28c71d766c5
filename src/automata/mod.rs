//! Automata that read numbers: sets of positions that are proved, not only tabulated.
//!
//! A [`Numeration`] writes every natural number as a word of digits. An [`Automaton`] reads the words of
//! several numbers in parallel, padded with leading zeros to one length, most significant digits first: a
//! letter is a tuple of digits, one for each *track*. The sets of tuples that automata accept are closed
//! under *and*, *or*, *not* and *there is*; addition and order are among them. So every
//! [`Formula`] that is built of these is decided by computing its automaton
//! (Büchi 1960; for Fibonacci numeration Mousavi, Schaeffer and Shallit, Decision algorithms for
//! Fibonacci-automatic words, 2016).
//!
//! | to find out | look at |
//! |---|---|
//! | how numbers are written | `numeration` |
//! | what an automaton is | `automaton` |
//! | and, or, not | `product` |
//! | there is a number | `projection` |
//! | the least automaton | `minimization` |
//! | addition, order and constants | `addition` |
//! | the proof that they are | `arithmetic` |
//! | sets of numbers by their words | `word_set` |
//! | sets that are simple in digits: shifts, last digits, xor | `digits` |
//! | which tuples of numbers an automaton accepts | `tuples` |
//! | automata whose tracks have names | `relation` |
//! | formulas, and how they are evaluated | `formula`, `evaluation`, `elimination` |
//! | how an automaton is guessed from a table, and compared with it | `guess`, `disagreement`, `words` |

mod addition;
mod arithmetic;
mod automaton;
mod digits;
mod disagreement;
mod elimination;
mod evaluation;
mod formula;
mod guess;
mod limits;
mod minimization;
mod numeration;
mod product;
mod projection;
mod relation;
mod tuples;
mod word_set;
mod words;

#[cfg(test)]
mod tests;

pub use arithmetic::Arithmetic;
pub use automaton::Automaton;
pub use disagreement::disagreement;
pub use evaluation::evaluate;
#[cfg(test)]
pub(crate) use evaluation::evaluate_counting;
pub use formula::{Formula, FreshVariables, Variable};
pub use guess::{Guess, guess};
pub use limits::{AutomataError, Limits};
pub use numeration::Numeration;
pub use product::shortest_difference;
pub use relation::Relation;
pub use tuples::Tuples;
pub use words::Members;
