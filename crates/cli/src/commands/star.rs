//! `grundytab star`

use std::path::PathBuf;

use crate::analyses::star::{self, OtherOutcomes, StarGame, StarGames};
use clap::Args;
use grundytab::table::TableReader;
use grundytab::wording::counted;
use grundytab::{Convention, Domain, Ruleset};
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::flag_values::number_from;
use super::game;
use super::output::{print, print_json};
use super::terminal::Terminal;

/// Take the P-positions of a table as the moves of another game, again and again.
///
/// A move of the game G* subtracts the heaps of a P-position of G, from any position (Larsson, Hegarty and Fraenkel 2011).
/// The outcomes of G*, G**, ... on the positions of the table are compared with those one and two games before, until the
/// same games come again.
#[derive(Args)]
pub struct StarArgs {
    /// A table of an impartial game.
    pub path: PathBuf,
    /// Apply the operator at most N times; by default until the sequence of games repeats.
    #[arg(long, value_name = "N", value_parser = number_from(1..=u32::MAX, "--times", "a number of times",
          ["the operator is applied at least once", "give 1 or more"]), allow_hyphen_values = true)]
    pub times: Option<u32>,
    /// Store the outcomes of the last game as a table.
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Replace a table that exists at the path.
    #[arg(long, requires = "out")]
    pub overwrite: bool,
}

impl Command for StarArgs {
    const NAME: &'static str = "star";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("tabulate wythoff --box 200 --quantity outcome --out w.zarr", "the game to begin with"),
        ("star w.zarr", "Wythoff Nim*, Wythoff Nim**, ... until the sequence repeats"),
        ("star w.zarr --times 1 --out dual.zarr", "the outcomes of Wythoff Nim* as a table"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        let table = TableReader::open(&self.path)?;
        if let Some(path) = &self.out {
            star::check_destination(path, self.overwrite)?;
        }
        let terminal = Terminal::open(flags)?;
        let of_table = table.plan().job();
        let positions = of_table.domain().positions();
        let mut games =
            terminal.with_bar(positions, |control| StarGames::of_table(&table, control))?;
        if !flags.json {
            let game = of_table.ruleset().shown();
            let misere = game::convention_suffix(of_table.convention());
            let p_positions = counted(games.p_positions(), "P-position");
            print(format!("{game} on {}{misere}: {p_positions}", of_table.domain()));
        }
        let mut report = StarReport {
            ruleset: of_table.ruleset(),
            domain: of_table.domain(),
            convention: of_table.convention(),
            p_positions: games.p_positions(),
            games: Vec::new(),
            period: None,
        };
        while report.period.is_none() && self.times.is_none_or(|most| report.applied() < most) {
            let game = terminal.with_bar(positions, |control| games.apply(control))?;
            report.period = game.period();
            report.games.push(game);
            if !flags.json {
                print_game(&game);
            }
        }
        if let Some(path) = &self.out {
            terminal.with_bar(positions, |control| games.store(path, self.overwrite, control))?;
            terminal.note(format!(
                "{}: the outcomes of the last game, {}",
                path.display(),
                games.job().ruleset().shown()
            ));
        }
        match (flags.json, report.period) {
            (true, _) => print_json(&report),
            (false, Some(1)) => print("from there on all games have these P-positions"),
            (false, Some(_)) => print("from there on two games take turns"),
            (false, None) => {}
        }
        Ok(())
    }
}

/// The games that the star operator makes of the game of a table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct StarReport<'a> {
    /// The game of the table.
    ruleset: &'a Ruleset,
    /// The positions of the table.
    domain: &'a Domain,
    /// Its play convention.
    convention: Convention,
    /// How many P-positions it has.
    p_positions: u64,
    /// The games that come of it, in the order in which they are made.
    games: Vec<StarGame>,
    /// After how many games the same come again from the last one on: 1 or 2; `None` if that has not been seen.
    period: Option<u32>,
}

impl StarReport<'_> {
    fn applied(&self) -> u32 {
        self.games.last().map_or(0, |game| game.times)
    }
}

fn print_game(game: &StarGame) {
    let StarGame { times, moves, p_positions, from_last, from_second_last } = game;
    let mut text = format!(
        "star {times}: {}, {}; {}",
        counted(*moves, "move"),
        counted(*p_positions, "P-position"),
        compared(from_last, "the game before")
    );
    if let Some(other) = from_second_last {
        text += &format!("; {}", compared(other, "the one two before"));
    }
    print(text);
}

fn compared(other: &OtherOutcomes, game: &str) -> String {
    match other.first {
        None => format!("outcomes as of {game}"),
        Some(first) => {
            let positions = counted(other.positions, "position");
            format!("other outcomes than {game} at {positions}, first {first}")
        }
    }
}
