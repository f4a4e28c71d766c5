#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | to find out | look at |
//! |---|---|
//! | what a fault is | `fault` |
//! | what orders two accesses, and which conflict | `watch` |
//! | how a shader is read | `program`, `layout` |
//! | what a machine keeps, and how it is dispatched | `machine`, `dispatch` |
//! | how a shader is executed | `statements`, `expressions`, `parts`, `arithmetic` |
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "what is not known ends the test that uses the interpreter, which the documentation says"
)]

mod arithmetic;
mod dispatch;
mod expressions;
mod fault;
mod layout;
mod machine;
mod parts;
mod program;
mod statements;
mod watch;

#[cfg(test)]
mod tests;

pub use fault::{Fault, FaultKind};
pub use machine::Machine;
pub use naga;
pub use program::{BarrierSite, Program, ProgramError};
pub use watch::{Operation, Permission};
