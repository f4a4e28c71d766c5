//! From a table to a theorem: an automaton is guessed from a table, and proved for all heap sizes.
//!
//! The sets of positions that a game defines - its P-positions, say - satisfy a defining condition: p is in
//! the set exactly if some condition on the options of p holds. Every move lowers a grade, so by induction
//! there is only one such family of sets. For most games the condition is a formula about heaps (see
//! `options`), and formulas about automata are decided (see [`automata`](crate::automata)). So an
//! automaton that satisfies the condition *is* the set, for all positions. The table and the guess were
//! evidence; the decision is a proof.
//!
//! | to find out | look at |
//! |---|---|
//! | which sets a game defines, and by which conditions | `definition`, `conditions` |
//! | the names of numerations, and which suit a game | `numeration_names`, `slopes` |
//! | the moves as formulas | `options`, `vector_options`, `directions`, `rules`, `symbols` |
//! | the moves as automata | `move_automata` |
//! | tables that are filled or read, from which automata are guessed | `evidence`, `outcomes`, `followed`, `shape`, `table_evidence` |
//! | how many values games with sums have | `all_values` |
//! | the search: guesses, comparison, what stops it; in several numerations | `search`, `searcher`, `found`, `caps`, `attempt`, `end`, `in_turn` |
//! | P-positions that are listed without a table, and guesses from the lists | `cells`, `columns`, `lists` |
//! | moves of two free heaps as lines between layers of bounded ones | `line_moves` |
//! | how many states an automaton must have at least | `classes` |
//! | automata that are given instead, and those of proofs that the program holds | `given_automata`, `stored_proof` |
//! | the decision | `decision` |
//! | games of which no automaton can be right | `divisibility` |
//! | what is proved, and files for other programs | `proof`, `export` |

mod all_values;
mod attempt;
mod caps;
mod cells;
mod classes;
mod columns;
mod conditions;
mod decision;
mod definition;
mod directions;
mod divisibility;
mod end;
mod evidence;
mod export;
mod followed;
mod found;
mod given_automata;
mod in_turn;
mod line_moves;
mod lists;
mod move_automata;
mod numeration_names;
mod options;
mod outcomes;
mod proof;
mod rules;
mod search;
mod searcher;
mod shape;
mod slopes;
mod stored_proof;
mod symbols;
mod table_evidence;
mod vector_options;

#[cfg(test)]
mod tests;

pub(crate) use all_values::largest_value_of_sums;
pub use attempt::{Attempt, Step};
pub use caps::Caps;
pub use classes::Classes;
pub use definition::{Definition, SetName};
pub use divisibility::{Divisibility, divisibility};
pub use end::End;
pub(crate) use evidence::Evidence;
pub use export::ExportedFile;
pub use found::Search;
pub use given_automata::{Given, numeration_of};
pub use in_turn::{Numerations, Tried, Turns, prove_in_turn, slopes_of_games, stages};
pub(crate) use move_automata::{check_moves, moves, positions};
pub use numeration_names::parse_numeration;
pub(crate) use options::no_formula;
pub use proof::{Origin, Proof};
pub(crate) use search::check_rules;
pub use search::{prove, prove_by, prove_given};
pub use searcher::Source;
pub use slopes::Slopes;
pub use stored_proof::stored_proof;
pub(crate) use symbols::needed_numeration;
