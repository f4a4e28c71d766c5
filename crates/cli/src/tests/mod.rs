//! Tests of whole rooms, through what other rooms see of them. What a single file does is tested in that file or beside it;
//! the program as users meet it in `tests/cli`.

mod analyze;
mod answers;
mod certificates;
/// What tests share, those of the library too.
#[path = "../../../../tests/common/mod.rs"]
pub(crate) mod common;
mod expressions;
mod figures;
mod figures_on_paper;
mod fuzz;
mod gallery;
mod long_rules;
mod passes;
mod pictures;
mod play;
mod predicates;
mod proofs_page;
pub(crate) mod random_rules;
mod ranks;
mod scores;
mod sentences;
mod star;
mod sums_of_positions;
mod theorems;
