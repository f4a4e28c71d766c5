//! The quantities that can be proved.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundytab::Quantity;

/// A quantity that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    /// The P-positions.
    Outcome,
    /// The positions of Grundy values.
    Grundy,
}

impl Proved {
    /// Returns what reads the name of such a quantity.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        let names = [Quantity::Outcome, Quantity::Grundy].map(Quantity::name);
        PossibleValuesParser::new(names).map(|name| {
            if name == Quantity::Grundy.name() { Proved::Grundy } else { Proved::Outcome }
        })
    }
}
