//! What is wrong with rules at a position, in words.

use std::fmt;

use heap_rules::rules::{Fault, with_values};

use crate::domain::Position;
use crate::wording::joined;

/// A position at which rules give no options that can be tabulated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misstep {
    /// The position.
    pub position: Position,
    pub(super) fault: Fault,
    /// Whether the rules are loopy.
    pub(super) is_loopy: bool,
}

impl fmt::Display for Misstep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        match &self.fault {
            Fault::Undefined { what, values } => {
                let values = values.as_ref().map(|values| with_values(values)).unwrap_or_default();
                write!(
                    f,
                    "at {position}{values} {what} has no value: a division by 0, a number beyond 64 bits, or one at which a \
                     function is not defined; say with `if` where the move exists"
                )
            }
            Fault::Outside { option, values } => {
                let is_negative = option.iter().any(|&heap| heap < 0);
                let what_to_do = match is_negative {
                    true => {
                        "a heap is negative: say with `if` or in the range of the variable where the move exists"
                    }
                    false if self.is_loopy => {
                        "that is outside the table. In loopy rules what is not known there might reach far into it: say with \
                         `positions` where the game ends, or with `if` where moves exist"
                    }
                    false => {
                        "that is outside the table: give another --box or --tokens, or say with `positions` or `if` \
                         where moves exist"
                    }
                };
                write!(
                    f,
                    "at {position} a move{} leads to ({}), and {what_to_do}",
                    with_values(values),
                    joined(option, ", ")
                )
            }
            Fault::Grade { option, values, grades } => write!(
                f,
                "at {position}, whose grade is {}, a move{} leads to ({}), whose grade is {}; every move must make the \
                 grade smaller, which is the token sum unless the rules state another one with `grade`",
                grades[0],
                with_values(values),
                joined(option, ", "),
                grades[1]
            ),
            Fault::GradeOutOfRange { grade } => {
                write!(f, "at {position} the grade is {grade}; it is to be from 0 to {}", u32::MAX)
            }
            Fault::TooManyValues { most } => write!(
                f,
                "at {position} the variables of the clauses take more than {most} values; give narrower ranges"
            ),
        }
    }
}
