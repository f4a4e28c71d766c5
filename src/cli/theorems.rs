//! `grundytab theorems`

use clap::Args;
use grundytab::Convention;
use grundytab::theorem::{ProofStatus, Theorem, all};
use serde::Serialize;

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
    const EXAMPLES: Examples =
        &[("theorems", "the statements, their sources, and how they are known")];

    fn run(&self, flags: &Flags) -> Result<()> {
        if flags.json {
            print_json(&Report { theorems: all().map(TheoremReport::of).collect() });
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

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    theorems: Vec<TheoremReport>,
}

#[derive(Serialize)]
struct TheoremReport {
    theorem: &'static str,
    games: String,
    subject: String,
    convention: Convention,
    statement: &'static str,
    source: &'static str,
    known: String,
    standing: Standing,
    sentence: Option<&'static str>,
}

impl TheoremReport {
    fn of(theorem: &Theorem) -> Self {
        TheoremReport {
            theorem: theorem.name,
            games: theorem.games.to_string(),
            subject: theorem.subject.to_string(),
            convention: theorem.convention,
            statement: theorem.statement,
            source: theorem.source,
            known: theorem.known.to_string(),
            standing: Standing::of(theorem),
            sentence: theorem.sentence,
        }
    }
}

/// What this program has to do with the truth of a theorem.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
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
