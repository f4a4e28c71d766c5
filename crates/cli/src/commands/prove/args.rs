//! The arguments of `prove`.

use std::path::PathBuf;
use std::time::Duration;

use crate::automata::{Limits, Numeration};
use crate::proofs::certificate::CheckLimits;
use crate::proofs::prove::{Caps, parse_numeration};
use clap::{Args, ValueEnum};

use crate::commands::flag_values;

/// Guess an automaton from a table, and prove that it is right for all heap sizes.
#[derive(Args)]
pub struct ProveArgs {
    /// The game, as in wythoff+block=1 (see `grundytab games`), or a path ending in .toml. With --from it
    /// defaults to the game of the table.
    #[arg(required_unless_present_any = ["from", "check", "guess"])]
    pub game: Option<String>,
    /// How heaps are written: fibonacci, pell, tribonacci, base:K, ostrowski:K, quadratic:A,B, recurrence:A,B or fraenkel:S,T. May be given
    /// several times; by default fibonacci, base:2, base:3 and pell are tried in turn, and then those of the slopes of the P-positions.
    #[arg(long, value_name = "NAME", value_parser = parse_numeration)]
    pub numeration: Vec<Numeration>,
    /// Misère play: the player who cannot move wins.
    #[arg(long)]
    pub misere: bool,
    /// What to prove: outcome for the P-positions (in a partizan game the positions that each player wins moving
    /// first), or grundy for the positions of each Grundy value up to the one given by --values.
    #[arg(long, value_name = "QUANTITY", value_enum)]
    pub quantity: Option<Proved>,
    /// Prove the positions of each Grundy value from 0 to V, one after the other, instead of the P-positions.
    #[arg(long, value_name = "V", value_parser = flag_values::number("--values", "a value"), conflicts_with = "misere")]
    pub values: Option<u32>,
    /// Guess from this stored table instead of filling tables that grow.
    #[arg(long, value_name = "TABLE")]
    pub from: Option<PathBuf>,
    /// The most positions of a table from which automata are guessed.
    #[arg(long, value_name = "N", default_value_t = Caps::default().positions)]
    pub positions: u64,
    /// The most states of an intermediate automaton: by default 4000000, with --check by default 524288.
    #[arg(long, value_name = "N")]
    pub states: Option<usize>,
    /// Give up after this time. Several searches share the remaining time equally.
    #[arg(long, value_name = "S", value_parser = flag_values::seconds, default_value = flag_values::SECONDS,
          overrides_with = "seconds")]
    pub seconds: Duration,
    /// Search for a proof even if the program holds one, which took long to find.
    #[arg(long)]
    pub search: bool,
    /// Say what the automata are like: states, strongly connected components, the number of positions by digits, the first
    /// positions.
    #[arg(long)]
    pub describe: bool,
    /// Look for formulas of the sets, such as floor(n * phi), and decide them for all heap sizes, until the time is over. Without
    /// it, they are sought for a second.
    #[arg(long)]
    pub formula: bool,
    /// Write the automata as a Graphviz graph; - writes it to stdout, and nothing else there.
    #[arg(long, value_name = "FILE.dot")]
    pub graph: Option<PathBuf>,
    /// Write the automata, and commands that repeat the proof with Walnut, into Walnut's folders below this folder.
    #[arg(long, value_name = "DIR")]
    pub walnut: Option<PathBuf>,
    /// Write the automata, and programs that repeat the proof with MONA, into this folder.
    #[arg(long, value_name = "DIR")]
    pub mona: Option<PathBuf>,
    /// Write the theorem as a certificate, a JSON document with the automata in full; - writes it to stdout, and nothing
    /// else there.
    #[arg(long, value_name = "FILE.json")]
    pub certificate: Option<PathBuf>,
    /// Decide whether the automata of this certificate are right, instead of guessing automata. The certificate may
    /// come from another program.
    #[arg(long, value_name = "FILE.json",
          conflicts_with_all = ["game", "from", "search", "numeration", "misere", "quantity", "values", "positions"])]
    pub guess: Option<PathBuf>,
    /// Check a certificate, by a method that is independent of the search for proofs.
    #[arg(long, value_name = "FILE.json",
          conflicts_with_all = ["game", "from", "search", "guess", "numeration", "misere", "quantity", "values", "positions",
                                "graph", "walnut", "mona", "certificate", "formula"])]
    pub check: Option<PathBuf>,
}

/// A quantity that can be proved.
// What the values mean stands in the help of the flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Proved {
    Outcome,
    Grundy,
}

impl ProveArgs {
    /// Returns the most states of an automaton of a search.
    pub(super) fn states(&self) -> usize {
        self.states.unwrap_or(Limits::default().states)
    }

    /// Returns the most states of an automaton of a check.
    pub(super) fn states_of_check(&self) -> usize {
        self.states.unwrap_or(CheckLimits::default().states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a help that names other numbers of states than those that are taken.
    #[test]
    fn the_help_names_the_numbers_of_states() {
        let program = crate::commands::program();
        let prove = program.find_subcommand("prove").expect("the command");
        let states = prove.get_arguments().find(|argument| argument.get_id() == "states");
        let help = states.and_then(|states| states.get_help()).expect("help").to_string();
        for number in [Limits::default().states, CheckLimits::default().states] {
            assert!(help.contains(&format!("by default {number}")), "{help}");
        }
    }
}
