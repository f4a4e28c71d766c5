//! Writing: how a table begins, is filled, goes on after an interruption, and gets its name.

pub(super) mod background;
pub(super) mod begin;
pub(super) mod destination;
pub(super) mod lock;
pub(super) mod read_back;
mod repair;
pub(super) mod writer;
