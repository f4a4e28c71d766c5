//! `grundytab games`

use clap::Args;
use grundytab::ruleset::catalogue;

use super::command::{Command, Examples, Flags};
use super::failure::Result;
use super::output::print;

/// Print the games and their notation.
#[derive(Args)]
pub struct GamesArgs {}

impl Command for GamesArgs {
    const NAME: &'static str = "games";
    const EXAMPLES: Examples = &[("games", "the notation of all games, with examples")];

    fn run(&self, _: &Flags) -> Result<()> {
        for entry in catalogue::entries() {
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
        for (game, fields) in catalogue::toml_fields() {
            print(format!("    {game:<12} {}", fields.join(", ")).trim_end());
        }
        Ok(())
    }
}
