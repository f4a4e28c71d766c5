//! The arguments of `decide`.

use std::path::PathBuf;
use std::time::Duration;

use crate::automata::{Limits, Numeration};
use crate::proofs::decide::LANGUAGE;
use crate::proofs::prove::{Caps, parse_numeration};
use clap::Args;

use crate::commands::{flag_values, language};

/// Decide a statement about numbers and P-positions of games, for all heap sizes.
#[derive(Args)]
#[command(after_long_help = language())]
pub struct DecideArgs {
    /// A statement about numbers and games, as in 'forall x: exists y: p[wythoff](x, y)'. The language is
    /// described below.
    #[arg(required_unless_present = "theorem", allow_hyphen_values = true)]
    pub sentence: Option<String>,
    /// Read the statement as a claim about all positions of this game, as `verify` reads claims: x, y and z are the
    /// heaps, and p is true at the P-positions.
    #[arg(long)]
    pub game: Option<String>,
    /// Misère play of the game given by --game: the player who cannot move wins.
    #[arg(long, requires = "game")]
    pub misere: bool,
    /// Decide this published theorem (see `grundytab theorems`).
    #[arg(long, value_name = "NAME", conflicts_with_all = ["sentence", "game"])]
    pub theorem: Option<String>,
    /// Use the automata of this certificate, which `prove` has written, as the sets of its game. The automata are
    /// decided first, and no other proof is searched for. May be given several times.
    #[arg(long, value_name = "FILE.json")]
    pub certificate: Vec<PathBuf>,
    /// How numbers are written: fibonacci, pell, base:K, ostrowski:K, quadratic:A,B, recurrence:A,B, fraenkel:S,T or tribonacci. May be given several
    /// times; by default it follows from the functions in the sentence, or fibonacci, base:2, base:3 and pell are tried in turn, and then those of the slopes of the P-positions.
    #[arg(long, value_name = "NAME", value_parser = parse_numeration)]
    pub numeration: Vec<Numeration>,
    /// The most positions of a table from which automata of games are guessed.
    #[arg(long, value_name = "N", default_value_t = Caps::default().positions)]
    pub positions: u64,
    /// The most states of an intermediate automaton.
    #[arg(long, value_name = "N", default_value_t = Limits::default().states)]
    pub states: usize,
    /// Give up after this time. Several searches share the remaining time equally.
    #[arg(long, value_name = "S", value_parser = flag_values::seconds, default_value = flag_values::SECONDS,
          overrides_with = "seconds")]
    pub seconds: Duration,
    /// Search for proofs about games even if the program holds some, which took long to find.
    #[arg(long)]
    pub search: bool,
}

/// The language of sentences, for the end of the help.
fn language() -> String {
    format!(
        "{}\n\nThe exit code is 0 if the sentence is true, 1 if it is false or not true for all numbers, \
         and 5 if it is neither: not decided within the limits, or it says nothing at any number.",
        language::section("Sentences", LANGUAGE)
    )
}
