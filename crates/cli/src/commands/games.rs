//! `grundytab games`

use clap::Args;
use grundytab::ruleset::RULES;
use grundytab::ruleset::catalogue::{self, Entry};
use grundytab::wording::{did_you_mean, joined};
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
        if name == Some(RULES) {
            print(NOTATION_OF_RULES);
        }
        for entry in entries {
            let prefix = format!("{RULES}: ");
            let rules = entry.rules.map(|rules| rules.strip_prefix(&prefix).unwrap_or(rules));
            let rules = rules.map_or(String::new(), |rules| format!("\n    rules:   {rules}"));
            print(format!(
                "{}\n    {}\n    example: {}{rules}\n    source:  {}",
                entry.notation, entry.moves, entry.example, entry.source
            ));
        }
        if name != Some(RULES) {
            print(
                "The rules of each example say the same in the notation of games whose rules are written: `games rules` \
                 shows it.",
            );
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
        print("Every file may have a comment and a source, which `info` prints of its tables.");
        Ok(())
    }
}

/// The notation of rules in short.
const NOTATION_OF_RULES: &str = "\
rules: ITEM; ITEM; ...
    CLAUSE            (E, E, ..) for RANGE, RANGE if CONDITION pays E: moves to the position in brackets, for all values of
                      the variables for which the condition is true; for, if and pays may each be left out
    (E, ..) + (E, ..) in the place of (E, E, ..): a sum of positions; also sum (E, ..) for RANGE, and () for none
    positions COND    which cells are positions; a move to another cell does not exist
    terminal COND     positions without moves
    grade E           a number that every move makes smaller; without it the token sum
    left: ITEMS; right: ITEMS    the clauses of the two players of a partizan game
    let NAME = E      a number, or a list, as in let N = [3, 7, 14] or let N = @FILE, read as N[E]
    graph GRAPH       path(n), cycle(n), complete(n), grid(m, n), {0-1, 1-2} or @FILE; gives vertices and neighbours(v)
    RANGE             1 <= k <= x, with < or <= and expressions as bounds, or k in {2, 5, 8..11}, or k in @FILE; v in E
                      goes through the places of the binary digits 1 of a number
    E                 + - * / % << >> & ^ (xor) |, min, max, sum, xor, gcd, abs, if(COND, E, E), tokens, floor_sqrt,
                      floor as in floor(x / phi), floor_phi, floor_phi2, fibonacci_word, zeckendorf_part,
                      zeckendorf_zeros, zeckendorf_shift; of binary digits ~, popcount, first_one, last_one, bit(x, v),
                      and power(b, v), digit(x, v, b); sum(E for 0 <= v < n)
    CONDITION         == != < <= > >=, in chains too, and or not implies iff, is_square(n), is_prime(n), divides(a, b)
The heaps are x, y, z and w, as many as there are in brackets. docs/rules.md explains all of it, with many games.";

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
