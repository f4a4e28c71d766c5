//! `grundytab theorems`

use clap::Args;
use grundytab::theorem::{ProofStatus, Theorem, all};
use serde_json::{Value, json};

use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::game;
use super::output::{print, print_json};

/// Print the published theorems that `verify` checks.
#[derive(Args)]
pub struct TheoremsArgs {}

impl Command for TheoremsArgs {
    const NAME: &'static str = "theorems";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[("theorems", "what is proved or checked of them, and where")];

    fn run(&self, flags: &Flags) -> Result<()> {
        if flags.json {
            let theorems: Vec<Value> = all()
                .map(|theorem| {
                    json!({
                        "name": theorem.name,
                        "games": theorem.games.to_string(),
                        "subject": theorem.subject.to_string(),
                        "convention": theorem.convention,
                        "statement": theorem.statement,
                        "source": theorem.source,
                        "known": theorem.known.to_string(),
                        "standing": Standing::of(theorem).name(),
                        "sentence": theorem.sentence,
                    })
                })
                .collect();
            print_json(&json!({ "theorems": theorems }));
            return Ok(());
        }
        for theorem in all() {
            let misere = game::convention_suffix(theorem.convention);
            print(format!(
                "{}\n    {}: {}{misere}\n    {}\n    source: {}\n    known:  {}\n    here:   {}",
                theorem.name,
                theorem.games,
                theorem.subject,
                theorem.statement,
                theorem.source,
                theorem.known,
                Standing::of(theorem).text(theorem)
            ));
        }
        Ok(())
    }
}

/// What this program has to do with the truth of a theorem.
#[derive(Clone, Copy)]
enum Standing {
    /// It decides the theorem for all heap sizes.
    ProvedHere,
    /// It checks on tables what the literature proves.
    ProvedInTheLiterature,
    /// It checks on tables what its documentation proves.
    ProvedInTheDocumentation,
    /// It checks on tables what nobody has proved.
    CheckedOnTables,
}

impl Standing {
    fn of(theorem: &Theorem) -> Self {
        match (theorem.sentence, theorem.known) {
            (Some(_), _) => Standing::ProvedHere,
            (None, ProofStatus::Checked(_)) => Standing::CheckedOnTables,
            (None, ProofStatus::ProvedInTheDocumentation) => Standing::ProvedInTheDocumentation,
            (None, _) => Standing::ProvedInTheLiterature,
        }
    }

    /// Returns the name for programs.
    fn name(self) -> &'static str {
        match self {
            Standing::ProvedHere => "proved_here",
            Standing::ProvedInTheLiterature => "proved_in_the_literature",
            Standing::ProvedInTheDocumentation => "proved_in_the_documentation",
            Standing::CheckedOnTables => "checked_on_tables",
        }
    }

    fn text(self, theorem: &Theorem) -> String {
        match self {
            Standing::ProvedHere => {
                format!("proved for all heap sizes: grundytab decide --theorem {}", theorem.name)
            }
            Standing::ProvedInTheLiterature => {
                "proved in the literature; verify checks it on tables".into()
            }
            Standing::ProvedInTheDocumentation => {
                "proved in the documentation; verify checks it on tables".into()
            }
            Standing::CheckedOnTables => "checked on tables, by verify".into(),
        }
    }
}
