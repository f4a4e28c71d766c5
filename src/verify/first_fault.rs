//! The wrong value at the first position in rank order, of those that many threads find.
//!
//! A wrong value makes the values that follow from it look wrong too; the first one is the cause.

use std::sync::Mutex;

use super::{Fault, VerifyError};
use crate::domain::Position;
use crate::sync::{into_inner, lock};

#[derive(Default)]
pub(super) struct FirstFault(Mutex<Option<WrongValue>>);

#[derive(Clone, Copy)]
struct WrongValue {
    position: Position,
    stored: u32,
    expected: u32,
}

impl FirstFault {
    /// Reports a wrong value.
    pub(super) fn report(&self, position: Position, stored: u32, expected: u32) {
        let mut first = lock(&self.0);
        if first.is_none_or(|other| position < other.position) {
            *first = Some(WrongValue { position, stored, expected });
        }
    }

    /// Whether a fault is known at a rank below this one.
    pub(super) fn is_below(&self, rank: u32) -> bool {
        let first = lock(&self.0);
        first.is_some_and(|fault| fault.position.rank() < u64::from(rank))
    }

    /// The first fault as an error.
    pub(super) fn into_result(self) -> Result<(), VerifyError> {
        match into_inner(self.0) {
            None => Ok(()),
            Some(WrongValue { position, stored, expected }) => {
                Err(VerifyError::False(Fault::Value { position, stored, expected }))
            }
        }
    }
}
