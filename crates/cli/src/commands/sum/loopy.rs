//! `grundytab sum` with loopy components

use crate::analyses::play::{self, GeneralizedValue};
use grundytab::Position;
use grundytab::table::TableReader;
use serde::Serialize;

use super::component_moves::{ComponentMove, print_moves};
use crate::commands::command::Flags;
use crate::commands::failure::Result;
use crate::commands::output::{print, print_json};

/// What a sum with positions of loopy games is.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct LoopySumReport {
    /// The values of the components.
    values: Vec<ValueReport>,
    /// The value of the sum.
    value: ValueReport,
    /// The outcome: `P`, `N`, or `D` for a draw.
    outcome: &'static str,
    /// The winning moves.
    winning_moves: Vec<ComponentMove>,
    /// The moves after which the sum is drawn.
    drawing_moves: Vec<ComponentMove>,
}

/// A generalized Grundy value.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ValueReport {
    /// The number; `None` if it is infinity.
    number: Option<u32>,
    /// The set of infinity; `None` of a number.
    infinite: Option<Vec<u32>>,
}

impl From<&GeneralizedValue> for ValueReport {
    fn from(value: &GeneralizedValue) -> Self {
        match value {
            GeneralizedValue::Number(number) => {
                ValueReport { number: Some(*number), infinite: None }
            }
            GeneralizedValue::Infinite(set) => {
                ValueReport { number: None, infinite: Some(set.clone()) }
            }
        }
    }
}

/// Prints the sum.
pub fn run(flags: &Flags, components: &[(&TableReader, &[u32])]) -> Result<()> {
    let answer = play::loopy_sum(components)?;
    let outcome = answer.value.outcome();
    if flags.json {
        print_json(&LoopySumReport {
            values: answer.values.iter().map(ValueReport::from).collect(),
            value: (&answer.value).into(),
            outcome,
            winning_moves: ComponentMove::list(&answer.winning),
            drawing_moves: ComponentMove::list(&answer.drawing),
        });
        return Ok(());
    }
    for ((table, heaps), value) in components.iter().zip(&answer.values) {
        let game = table.plan().job().ruleset().shown();
        print(format!("{game} at {}: {}", Position::new(heaps), value.text()));
    }
    let outcome = if outcome == "D" { "draw".into() } else { format!("{outcome}-position") };
    print(format!("the sum: {}, {outcome}", answer.value.text()));
    print_moves("winning", components, &answer.winning);
    print_moves("drawing", components, &answer.drawing);
    Ok(())
}
