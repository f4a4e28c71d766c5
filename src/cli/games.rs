//! `grundytab games`

use clap::Args;
use grundytab::ruleset::catalogue::{self, Entry};
use grundytab::{did_you_mean, joined};
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::output::{print, print_json};

/// Print the games and their notation.
#[derive(Args)]
pub struct GamesArgs {
    /// Print the notation of this game alone, and the modifiers that apply to it.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

impl Command for GamesArgs {
    const NAME: &'static str = "games";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[
        ("games", "the notation of all games, with examples"),
        ("games wythoff", "the notation of Wythoff Nim, and its modifiers"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        let name = self.name.as_deref().map(catalogue::name_of);
        let entries: Vec<&Entry> = match name {
            None => catalogue::entries().collect(),
            Some(name) => catalogue::entries_about(name).collect(),
        };
        if let (Some(typed), true) = (&self.name, entries.is_empty()) {
            let names = || catalogue::toml_fields().map(|(name, _)| name);
            let hint =
                format!("{}the names are {}", did_you_mean(typed, names()), joined(names(), ", "));
            return Err(Failure::usage(typed, "there is no game of this name", &hint));
        }
        let fields =
            || catalogue::toml_fields().filter(|(game, _)| name.is_none_or(|name| name == *game));
        if flags.json {
            let fields = fields().map(|(game, fields)| Fields { game, fields }).collect();
            print_json(&GamesReport { games: entries, fields });
            return Ok(());
        }
        for entry in entries {
            print(format!(
                "{}\n    {}\n    example: {}\n    source:  {}",
                entry.notation, entry.moves, entry.example, entry.source
            ));
        }
        print(
            "A path that ends in .toml is read as a file with the same fields, as in\n    \
         game = \"vector\"\n    rays = [[1, 0], [0, 1]]\n    alter = [[1, 2]]\n    \
         terminal = [[0, 3]]\n    block = 2\n\
         The fields of each game:",
        );
        for (game, fields) in fields() {
            print(format!("    {game:<12} {}", fields.join(", ")).trim_end());
        }
        Ok(())
    }
}

/// The games that the program knows.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct GamesReport {
    /// The games, and the modifiers.
    games: Vec<&'static Entry>,
    /// For each name of a game the fields that a TOML file can give it.
    fields: Vec<Fields>,
}

/// The fields that a TOML file can give a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Fields {
    /// The name of the game.
    game: &'static str,
    /// Its fields.
    fields: Vec<&'static str>,
}
