//! `grundytab decide`

mod args;
mod report;

use std::sync::Arc;
use std::time::Instant;

use grundytab::automata::{AutomataError, Limits, Numeration};
use grundytab::decide::{Game, Known, Proved, Sentence, Unproved};
use grundytab::prove::{Attempt, Caps};
use grundytab::theorem::{self, Theorem};
use grundytab::{Control, Convention, did_you_mean};
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
    // Why it is not decided in each numeration, as the last stage has it.
    let mut open: Vec<(Arc<Numeration>, String)> = Vec::new();
    for (numeration, positions, states) in trials(args, &sentence)? {
        let limits = Limits { states, ..limits };
        let caps = Caps { positions, limits, ..caps };
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
        let reason = match known.prove(&sentence, &caps, &mut tell, &mut proved)? {
            Some(Unproved { game, reason }) => {
                format!("{} was not proved in numeration {numeration}: {reason}", game_text(&game))
            }
            None => match sentence.decide(&mut known, &limits) {
                Ok(decision) => {
                    return report(args, &sentence, &decision, &numeration, &proofs, began);
                }
                Err(AutomataError::Interrupted) => return Err(Failure::interruption()),
                Err(error) => format!("in numeration {numeration} {error}"),
            },
        };
        open.retain(|(earlier, _)| *earlier != numeration);
        open.push((numeration, reason));
    }
    let reasons: Vec<String> = open.into_iter().map(|(_, reason)| reason).collect();
    let found = json!({ "sentence": sentence.text(), "decided": false, "open": reasons });
    Err(Failure::check(format!(
        "{}: it was not decided: {}; larger limits may do (--states, --positions), or another way to say it",
        sentence.text(),
        reasons.join("; ")
    ))
    .having_found(found))
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
        let meant = did_you_mean(name, names.iter().copied());
        let hint = format!("{meant}it is one of {}", names.join(", "));
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

/// Returns the numerations that are tried, in turn, with the most positions of tables and the most states.
fn trials(args: &DecideArgs, sentence: &Sentence) -> Result<Vec<(Numeration, u64, usize)>> {
    let numerations = numerations(args, sentence)?;
    let stages = match numerations.len() == 1 || !sentence.is_about_games() {
        true => vec![(args.positions, args.states)],
        false => super::numerations::stages(args.positions, args.states),
    };
    let trials = stages.into_iter().flat_map(|(positions, states)| {
        numerations.iter().map(move |numeration| (numeration.clone(), positions, states))
    });
    Ok(trials.collect())
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
    if !sentence.is_about_games() {
        // Addition and order can be decided in any.
        return Ok(vec![Numeration::base(2)?]);
    }
    super::numerations::usual()
}
