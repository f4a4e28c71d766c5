//! The arguments of `prove`.

use std::path::PathBuf;

use clap::Args;
use grundytab::automata::{Limits, Numeration};
use grundytab::prove::Caps;

use crate::cli::values;

#[derive(Args)]
pub struct ProveArgs {
    /// The game, as in wythoff+block=1 (see `grundytab games`), or a path ending in .toml.
    pub game: String,
    /// How heaps are written: fibonacci, pell, tribonacci, base:K or ostrowski:K. May be given several times; by default
    /// fibonacci, base:2, base:3 and pell are tried in turn.
    #[arg(long, value_name = "NAME", value_parser = Numeration::parse)]
    pub numeration: Vec<Numeration>,
    /// The player who cannot move wins.
    #[arg(long)]
    pub misere: bool,
    /// Prove the positions of each Grundy value from 0 to V, instead of the P-positions.
    #[arg(long, value_name = "V", value_parser = values::largest_value, conflicts_with = "misere")]
    pub values: Option<u32>,
    /// The most positions of a table from which automata are guessed.
    #[arg(long, value_name = "N", default_value_t = Caps::default().positions)]
    pub positions: u64,
    /// The most states of an automaton on the way to a proof.
    #[arg(long, value_name = "N", default_value_t = Limits::default().states)]
    pub states: usize,
    /// Write the automata as a Graphviz graph.
    #[arg(long, value_name = "FILE.dot")]
    pub graph: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print no notes on the way.
    #[arg(long)]
    pub quiet: bool,
}
