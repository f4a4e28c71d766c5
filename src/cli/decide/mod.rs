//! `grundytab decide`

mod args;
mod report;

use std::sync::Arc;
use std::time::Instant;

use grundytab::automata::{AutomataError, Limits, Numeration};
use grundytab::decide::{Game, Known, Proved, Sentence};
use grundytab::prove::{Attempt, Caps};
use grundytab::theorem::{self, Theorem};
use grundytab::{Control, Convention, InvalidInput, InvalidInputKind};
use serde_json::json;

pub use self::args::DecideArgs;
use self::report::{game_text, proved_text, report};
use super::failure::{Failure, Result};
use super::output::note;
use super::{game, interrupt_flag};

pub fn run(args: &DecideArgs) -> Result<()> {
    let sentence = read(args)?;
    let interrupt = interrupt_flag()?;
    let control = Control::default().interrupted_by(&interrupt);
    let limits = Limits { states: args.states, control, ..Limits::default() };
    let caps = Caps { limits, ..Caps::default() };
    let silent = args.quiet || args.json;
    let began = Instant::now();
    let mut open = Vec::new();
    for (numeration, positions) in trials(args, &sentence)? {
        let caps = Caps { positions, ..caps };
        let mut known = Known::new(Arc::new(numeration));
        let numeration = Arc::clone(known.numeration());
        let mut proofs: Vec<Proved> = Vec::new();
        let mut tell = |game: &Game, attempt: &Attempt| {
            note(silent, format!("{}, {numeration}, {attempt}", game_text(game)));
        };
        let mut proved = |proof: &Proved| {
            note(silent, proved_text(proof, &numeration));
            proofs.push(proof.clone());
        };
        match known.prove(&sentence, &caps, &mut tell, &mut proved)? {
            Some(game) => {
                open.push(format!("{} was not proved in numeration {numeration}", game_text(&game)))
            }
            None => match sentence.decide(&mut known, &limits) {
                Ok(decision) => {
                    return report(args, &sentence, &decision, &numeration, &proofs, began);
                }
                Err(AutomataError::Interrupted) => return Err(Failure::interruption()),
                Err(error) => open.push(format!("in numeration {numeration} {error}")),
            },
        }
    }
    let problem = format!("it was not decided: {}", open.join("; "));
    let hint = "larger limits may do (--states, --positions), or another way to say it";
    let found = json!({ "sentence": sentence.text(), "decided": false, "open": open });
    let refusal = InvalidInput::new(InvalidInputKind::TooLarge, sentence.text(), problem, hint);
    Err(Failure::from(refusal).having_found(found))
}

fn read(args: &DecideArgs) -> Result<Sentence> {
    let text = match &args.theorem {
        Some(name) => sentence_of(name)?,
        None => args.sentence.as_deref().unwrap_or_default(),
    };
    Ok(match &args.game {
        None => Sentence::parse(text)?,
        Some(typed) => {
            let convention = if args.misere { Convention::Misere } else { Convention::Normal };
            Sentence::claim(text, Game { ruleset: game::read(typed)?, convention })?
        }
    })
}

/// Returns what a theorem says as a sentence.
fn sentence_of(name: &str) -> Result<&'static str> {
    let refuse = |problem: &str| {
        let decided = theorem::all().filter(|theorem| theorem.sentence.is_some());
        let names: Vec<&str> = decided.map(|theorem| theorem.name).collect();
        let hint = format!("it is one of {}", names.join(", "));
        Err(Failure::usage(format!("--theorem {name}"), problem, &hint))
    };
    match theorem::all().find(|theorem| theorem.name == name) {
        None => refuse("there is no such theorem"),
        Some(Theorem { sentence: Some(sentence), .. }) => Ok(sentence),
        Some(_) => {
            refuse("the theorem is no sentence that can be decided, and verify checks it on tables")
        }
    }
}

/// The positions of tables in a first round: where a game is proved in a numeration at all, small tables often
/// suffice, and where it is not, large ones take long.
const FIRST_POSITIONS: u64 = 100_000;

/// Returns the numerations that are tried, in turn, and the most positions of tables.
fn trials(args: &DecideArgs, sentence: &Sentence) -> Result<Vec<(Numeration, u64)>> {
    let numerations = numerations(args, sentence)?;
    let round = |positions| numerations.iter().map(move |n| (n.clone(), positions));
    let is_one_round =
        numerations.len() == 1 || !sentence.is_about_games() || args.positions <= FIRST_POSITIONS;
    Ok(match is_one_round {
        true => round(args.positions).collect(),
        false => round(FIRST_POSITIONS).chain(round(args.positions)).collect(),
    })
}

fn numerations(args: &DecideArgs, sentence: &Sentence) -> Result<Vec<Numeration>> {
    if let Some(needed) = sentence.numeration() {
        let needed = Numeration::parse(needed)?;
        if args.numeration.iter().any(|asked| *asked != needed) {
            let problem = format!("functions in the sentence are decided in {needed} alone");
            return Err(Failure::usage("--numeration", &problem, "leave it out"));
        }
        return Ok(vec![needed]);
    }
    if !args.numeration.is_empty() {
        return Ok(args.numeration.clone());
    }
    let base2 = Numeration::base(2)?;
    if !sentence.is_about_games() {
        // Addition and order can be decided in any.
        return Ok(vec![base2]);
    }
    Ok(vec![Numeration::fibonacci(), base2, Numeration::base(3)?, Numeration::pell()])
}
