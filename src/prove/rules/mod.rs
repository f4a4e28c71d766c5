//! Rules that users write as formulas: which cells are positions, and what the options of a position satisfy.
//!
//! The expressions of a clause are linear terms by cases and statements about them ([`formula`](crate::formula)), read from
//! the syntax trees of the rules. A clause says: there are numbers for its variables, within their ranges, such that its
//! condition holds and the positions to which it leads satisfy something. What is neither linear nor automatic is refused,
//! with the part that is not.
//!
//! | to find out | look at |
//! |---|---|
//! | what the expressions of rules mean | `expressions` |
//! | clauses, with their variables | `clause` |
//! | which cells are positions, and their options | `options` |
//! | which functions formulas need, and what is refused | `needs` |
//! | the rules of octal codes | `take_and_break` |
//! | whether every move lowers the grade and leads to heaps that exist | `soundness` |

mod clause;
mod expressions;
mod needs;
mod options;
mod soundness;
mod take_and_break;

use crate::ruleset::{Ruleset, WrittenRuleset};

pub(super) use needs::automatic_functions;
pub(super) use options::{is_position, some_sums};
pub(super) use soundness::{RuleFault, fault};

/// Returns the rules whose clauses describe the moves of a game: those that are written, unless they are those of a family
/// that has formulas of its own, and those of a take-and-break game.
pub(super) fn rules_of(ruleset: &Ruleset) -> Option<WrittenRuleset> {
    match (ruleset, ruleset.recognised()) {
        (Ruleset::Written(game), Ruleset::Written(_) | Ruleset::TakeAndBreak(_)) => {
            Some(game.clone())
        }
        (Ruleset::TakeAndBreak(game), _) => take_and_break::rules_of_code(game).ok(),
        _ => None,
    }
}
