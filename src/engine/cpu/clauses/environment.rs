//! The numbers that expressions name.

/// The places of an environment: at most four heaps and at most four variables behind them.
pub(super) const PLACES: usize = 8;

/// The heap sizes of a position, and behind them the variables of a clause.
pub(super) type Environment = [i64; PLACES];
