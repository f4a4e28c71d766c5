//! Tests of whole rooms, through what other rooms see of them. What a single file does is tested in that file or beside it;
//! the public library in `tests/library`, the program in `tests/cli`.

#[cfg(feature = "cli")]
mod analyze;
#[cfg(feature = "cli")]
mod answers;
mod catalogue;
#[cfg(feature = "cli")]
mod certificates;
/// What tests share, those in `tests/` too.
#[path = "../../tests/common/mod.rs"]
pub(crate) mod common;
mod expected_times;
#[cfg(feature = "cli")]
mod expressions;
#[cfg(feature = "cli")]
mod figures;
mod figures_on_paper;
mod full_check;
#[cfg(feature = "cli")]
mod fuzz;
#[cfg(feature = "cli")]
mod gallery;
#[cfg(feature = "cli")]
mod long_rules;
#[cfg(feature = "cli")]
mod passes;
#[cfg(feature = "cli")]
mod pictures;
#[cfg(feature = "cli")]
mod play;
#[cfg(feature = "cli")]
mod predicates;
mod processor_time;
#[cfg(feature = "cli")]
mod proofs_page;
#[cfg(feature = "cli")]
pub(crate) mod random_rules;
#[cfg(feature = "cli")]
mod ranks;
mod reading;
mod replay;
#[cfg(feature = "cli")]
mod scores;
#[cfg(feature = "cli")]
mod sentences;
#[cfg(feature = "cli")]
mod star;
#[cfg(feature = "cli")]
mod sums_of_positions;
#[cfg(feature = "cli")]
mod theorems;
