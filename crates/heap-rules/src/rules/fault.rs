//! What is wrong with rules at a position.

use std::error::Error;
use std::fmt;

/// Why a position has no options by the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// An expression has no value.
    Undefined {
        /// Which.
        what: &'static str,
        /// The values of the variables there, if it is part of a clause.
        values: Option<Vec<(String, i64)>>,
    },
    /// A move leads out of the table, or to a heap that is negative.
    Outside {
        /// Where it leads.
        option: Vec<i64>,
        /// The values of the variables.
        values: Vec<(String, i64)>,
    },
    /// A move does not make the grade smaller.
    Grade {
        /// The option.
        option: Vec<u32>,
        /// The values of the variables.
        values: Vec<(String, i64)>,
        /// The grade of the position, and that of the option.
        grades: [u32; 2],
    },
    /// The grade of a position is negative, or 2^32 and more.
    GradeOutOfRange {
        /// The grade.
        grade: i64,
    },
    /// The variables take more values than are tried, or make more moves than are listed.
    TooManyValues {
        /// The most that are.
        most: u64,
    },
}

impl Fault {
    /// Says that an expression has no value.
    pub fn undefined(what: &'static str, values: Option<Vec<(String, i64)>>) -> Self {
        Fault::Undefined { what, values }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Undefined { what, values } => {
                let values = values.as_ref().map_or(String::new(), |values| with_values(values));
                write!(f, "{what} has no value{values}")
            }
            Fault::Outside { option, values } => {
                let is_negative = option.iter().any(|&heap| heap < 0);
                let why =
                    if is_negative { "a heap is negative" } else { "that is outside of the table" };
                write!(f, "a move{} leads to ({}): {why}", with_values(values), list(option))
            }
            Fault::Grade { option, values, grades: [before, after] } => write!(
                f,
                "a move{} leads from grade {before} to ({}), whose grade is {after}; every move must make the grade smaller",
                with_values(values),
                list(option)
            ),
            Fault::GradeOutOfRange { grade } => {
                write!(f, "the grade is {grade}; it is to be from 0 to {}", u32::MAX)
            }
            Fault::TooManyValues { most } => {
                write!(f, "the variables take more than {most} values, or make as many moves")
            }
        }
    }
}

impl Error for Fault {}

fn list(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Names the variables of a clause with their values, in the order in which they are written: ` (k = 1, l = 2)`.
pub fn with_values(values: &[(String, i64)]) -> String {
    let values: Vec<String> =
        values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) }
}
