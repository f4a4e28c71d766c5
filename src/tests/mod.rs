//! Tests of whole rooms, through what other rooms see of them. What a single file does is tested in that file or beside it;
//! the public library in `tests/library`, the program in `tests/cli`.

mod analyze;
mod answers;
mod certificates;
/// What tests share, those in `tests/` too.
#[path = "../../tests/common/mod.rs"]
pub(crate) mod common;
mod expressions;
#[cfg(feature = "pictures")]
mod figures;
mod full_check;
mod fuzz;
mod gallery;
#[cfg(feature = "pictures")]
mod pictures;
mod play;
mod ranks;
mod replay;
mod sentences;
mod star;
mod theorems;
