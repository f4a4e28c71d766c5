//! Tests of whole rooms, through what other rooms see of them. What a single file does is tested in that file or beside it;
//! the public library in `tests/library`.

mod catalogue;
/// What tests share, those in `tests/` too.
#[path = "../../tests/common/mod.rs"]
pub(crate) mod common;
mod expected_times;
mod full_check;
mod loopy;
mod reading;
mod replay;
