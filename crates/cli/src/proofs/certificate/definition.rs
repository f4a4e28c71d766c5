//! What makes a position a member of a set: a condition on the numbers of its options, from the definition
//! of outcomes and of Grundy values.

use std::fmt;

use super::family_moves::{Player, Target};
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

/// A set of positions that a game defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetName {
    /// The P-positions.
    P,
    /// The positions of this Grundy value.
    Value(u32),
    /// The positions that Left wins moving first.
    LeftWinsFirst,
    /// The positions that Right wins moving first.
    RightWinsFirst,
}

impl SetName {
    /// Reads the name of a set: `p`, `value:V`, `left-wins-first` or `right-wins-first`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text {
            "p" => Some(SetName::P),
            "left-wins-first" => Some(SetName::LeftWinsFirst),
            "right-wins-first" => Some(SetName::RightWinsFirst),
            _ => text.strip_prefix("value:")?.parse().ok().map(SetName::Value),
        }
    }

    /// Returns the name of the set in certificates.
    pub(crate) fn text(self) -> String {
        match self {
            SetName::P => "p".into(),
            SetName::Value(value) => format!("value:{value}"),
            SetName::LeftWinsFirst => "left-wins-first".into(),
            SetName::RightWinsFirst => "right-wins-first".into(),
        }
    }
}

impl fmt::Display for SetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetName::P => f.write_str("P-positions"),
            SetName::Value(value) => write!(f, "positions of Grundy value {value}"),
            SetName::LeftWinsFirst => f.write_str("positions that Left wins moving first"),
            SetName::RightWinsFirst => f.write_str("positions that Right wins moving first"),
        }
    }
}

/// Options that are counted: whose, and which.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CountedOptions {
    pub(super) player: Player,
    pub(super) target: Target,
    /// A larger number is as good as this one.
    pub(super) limit: u32,
}

/// Whether numbers of options make a position a member.
pub(super) type Membership = Box<dyn Fn(&[u32]) -> bool>;

/// A condition on numbers of options: what is counted, and which numbers make a position a member.
pub(super) struct CountCondition {
    pub(super) counted: Vec<CountedOptions>,
    pub(super) is_member: Membership,
}

/// Returns the condition of each set of a game, in order. Together they define the sets: every move lowers
/// the token sum, in Fibonacci Nim the heap, and by rules that a user writes the grade, which `game` checks. So by induction
/// on it there is only one family of sets that satisfies them.
///
/// # Errors
/// Why the game has no such sets in this play convention, or not these together.
pub(super) fn conditions(
    ruleset: &Ruleset,
    convention: Convention,
    sets: &[SetName],
) -> Result<Vec<CountCondition>, &'static str> {
    let is_partizan = ruleset.is_partizan();
    let blocking = ruleset.blocking_number();
    let is_misere = convention == Convention::Misere;
    if blocking > 0 && is_misere {
        return Err("misère play is not defined with blocking");
    }
    let is_values = matches!(sets, [SetName::Value(_), ..]);
    if ruleset.has_sums() && (!is_values || is_misere || is_partizan) {
        return Err(
            "options are sums of positions, which follow from Grundy values alone: prove value:0, value:1, ... in normal play",
        );
    }
    match sets {
        [SetName::P] if !is_partizan => Ok(vec![p_positions(blocking, is_misere)]),
        [SetName::LeftWinsFirst, SetName::RightWinsFirst] if is_partizan => Ok(vec![
            wins_first(Player::Left, 1, is_misere),
            wins_first(Player::Right, 0, is_misere),
        ]),
        [SetName::Value(_), ..] if blocking == 0 && !is_partizan && !is_misere => {
            let is_in_order = |(number, set)| matches!(set, &SetName::Value(v) if v == number);
            match (0_u32..).zip(sets).all(is_in_order) {
                true => Ok((0..sets.len()).map(value).collect()),
                false => Err("the Grundy values are not 0, 1, ... in this order"),
            }
        }
        _ => Err("these sets are not defined for the game and the play convention"),
    }
}

/// In normal play a position is P if at most as many options are P as can be blocked. In misère play it has
/// an option besides.
fn p_positions(blocking: u32, is_misere: bool) -> CountCondition {
    let either = |target, limit| CountedOptions { player: Player::Either, target, limit };
    let limit = blocking.saturating_add(1);
    let mut counted = vec![either(Some((0, true)), limit)];
    if !is_misere {
        return CountCondition { counted, is_member: Box::new(move |counts| counts[0] < limit) };
    }
    counted.push(either(None, 1));
    CountCondition { counted, is_member: Box::new(|counts| counts[0] == 0 && counts[1] > 0) }
}

/// The value is v if some option has each value below v, and none has the value v.
fn value(v: usize) -> CountCondition {
    let reached = |u| CountedOptions { player: Player::Either, target: Some((u, true)), limit: 1 };
    CountCondition {
        counted: (0..=v).map(reached).collect(),
        is_member: Box::new(move |counts| {
            counts[..v].iter().all(|&count| count > 0) && counts[v] == 0
        }),
    }
}

/// A player moving first wins if the other one, moving first from some option, does not win; in misère play
/// also without an option. `other` is the number of the set of positions that the other player wins so.
fn wins_first(player: Player, other: usize, is_misere: bool) -> CountCondition {
    let mut counted = vec![CountedOptions { player, target: Some((other, false)), limit: 1 }];
    if !is_misere {
        return CountCondition { counted, is_member: Box::new(|counts| counts[0] > 0) };
    }
    counted.push(CountedOptions { player, target: None, limit: 1 });
    CountCondition { counted, is_member: Box::new(|counts| counts[0] > 0 || counts[1] == 0) }
}
