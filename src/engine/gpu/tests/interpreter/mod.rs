//! An interpreter of shaders that watches every access to shared memory.
//!
//! It executes what naga reads, with no driver and no GPU between, and stops at the first fault: a
//! race, whatever the order in which a machine would run the invocations (`watch.rs`), an index
//! beyond an array, workgroup memory that is read before it is written, and a barrier that not all
//! invocations reach. What it does not know it refuses by a panic.

mod arithmetic;
mod dispatch;
mod expressions;
mod fault;
mod layout;
mod machine;
mod parts;
mod program;
mod statements;
mod tests;
mod watch;

pub(super) use fault::Fault;
pub(super) use fault::FaultKind;
pub(super) use machine::Machine;
pub(super) use program::{BarrierSite, Program};
pub(super) use watch::{Operation, Permission};
