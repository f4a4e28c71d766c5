//! `grundytab theorems`

use crate::analyses::theorem::{ProofStatus, Theorem, all};
use clap::Args;
use grundytab::wording::{did_you_mean, joined};
use grundytab::{Convention, Ruleset};
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::game;
use super::output::{print, print_json};

/// Print the published theorems that `verify` checks.
#[derive(Args)]
pub struct TheoremsArgs {
    /// Print this theorem alone, as in wythoff-floors, or those about this game, as in wythoff+block=1.
    #[arg(value_name = "NAME|GAME")]
    pub about: Option<String>,
}

impl Command for TheoremsArgs {
    const NAME: &'static str = "theorems";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[
        ("theorems", "the statements, their sources, and how they are known"),
        ("theorems wythoff", "those about Wythoff Nim"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        let (theorems, game) = match &self.about {
            None => (all().collect(), None),
            Some(about) => theorems_about(about)?,
        };
        let reports = theorems.iter().map(|theorem| TheoremReport::of(theorem, game.as_ref()));
        let reports: Vec<TheoremReport> = reports.collect();
        if flags.json {
            print_json(&TheoremsReport { theorems: reports });
            return Ok(());
        }
        for (theorem, report) in theorems.iter().zip(&reports) {
            let misere = game::convention_suffix(theorem.convention);
            // The claim of a single game may be the statement.
            let claim = report.claim.as_ref().filter(|claim| *claim != report.statement);
            let claim = claim.map_or_else(String::new, |claim| format!("\n    claim:  {claim}"));
            print(format!(
                "{}\n    {}: {}{misere}\n    {}{claim}\n    source: {}\n    known:  {}\n    here:   {}",
                theorem.name,
                theorem.games(),
                theorem.subject,
                report.statement,
                theorem.source,
                theorem.known,
                report.standing.text(theorem)
            ));
        }
        Ok(())
    }
}

/// Returns the theorem of this name, or those about this game and the game.
fn theorems_about(text: &str) -> Result<(Vec<&'static Theorem>, Option<Ruleset>)> {
    if let Some(theorem) = all().find(|theorem| theorem.name == text) {
        return Ok((vec![theorem], None));
    }
    let game = game::read(text);
    // What is wrong with rules is more than that they are none.
    if let (true, Err(error)) = (game::is_of_rules(text), &game) {
        return Err(error.clone().into());
    }
    let Ok(game) = game else {
        let names = || all().map(|theorem| &*theorem.name);
        let (meant, problem) =
            (did_you_mean(text, names()), "there is no such theorem and no such game");
        return Err(Failure::usage(
            text,
            problem,
            &format!("{meant}the theorems are {}", joined(names(), ", ")),
        ));
    };
    let about: Vec<_> = all().filter(|theorem| theorem.is_about(&game)).collect();
    match about.is_empty() {
        true => Err(Failure::usage(
            text,
            "no published theorem here is about this game",
            "`theorems` without a name lists all",
        )),
        false => Ok((about, Some(game))),
    }
}

/// The published theorems that are checked.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TheoremsReport {
    /// The theorems.
    theorems: Vec<TheoremReport>,
}

/// A published theorem.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TheoremReport {
    /// Its name.
    theorem: &'static str,
    /// The games that it is about.
    games: String,
    /// What it is about.
    subject: String,
    /// The play convention.
    convention: Convention,
    /// What it says, for people.
    statement: &'static str,
    /// What it says of each position, as `verify` checks it: of the game that is asked for, or of the only game;
    /// `None` if it is about several games or no claim says it.
    claim: Option<String>,
    /// Where it was published.
    source: &'static str,
    /// How it is known.
    known: String,
    /// Where it is proved.
    standing: Standing,
    /// The sentence that `decide --theorem` decides, made of the claim; `None` if there is none.
    sentence: Option<String>,
}

impl TheoremReport {
    /// Reports on a theorem, as it is about a game: the given one, or its own.
    fn of(theorem: &'static Theorem, game: Option<&Ruleset>) -> Self {
        let own = theorem.game();
        TheoremReport {
            theorem: &theorem.name,
            games: theorem.games().to_owned(),
            subject: theorem.subject.to_string(),
            convention: theorem.convention,
            statement: theorem.statement(),
            claim: game.or(own.as_ref()).and_then(|game| theorem.claim(game)),
            source: &theorem.source,
            known: theorem.known.to_string(),
            standing: Standing::of(theorem),
            sentence: theorem.sentence(),
        }
    }
}

/// Where a theorem is proved.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
enum Standing {
    /// This program decides it for all heap sizes.
    #[serde(rename = "proved_here")]
    Here,
    /// In the literature; this program checks it on tables.
    #[serde(rename = "proved_in_the_literature")]
    InTheLiterature,
    /// In the documentation; this program checks it on tables.
    #[serde(rename = "proved_in_the_documentation")]
    InTheDocumentation,
}

impl Standing {
    fn of(theorem: &Theorem) -> Self {
        match (theorem.sentence(), theorem.known) {
            (Some(_), _) => Standing::Here,
            (None, ProofStatus::ProvedInTheDocumentation) => Standing::InTheDocumentation,
            (None, _) => Standing::InTheLiterature,
        }
    }

    fn text(self, theorem: &Theorem) -> String {
        match self {
            Standing::Here => {
                format!("proved for all heap sizes: grundytab decide --theorem {}", theorem.name)
            }
            Standing::InTheLiterature => {
                "proved in the literature; verify checks it on tables".into()
            }
            Standing::InTheDocumentation => {
                "proved in the documentation; verify checks it on tables".into()
            }
        }
    }
}
