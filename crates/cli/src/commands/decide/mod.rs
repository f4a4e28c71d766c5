//! `grundytab decide`

mod args;
mod given;
pub(super) mod report;
mod search;

use std::time::Instant;

use crate::analyses::theorem::{self, Theorem};
use crate::automata::Limits;
use crate::proofs::decide::{Game, Sentence};
use crate::proofs::prove::{Caps, Numerations, parse_numeration};
use grundytab::Convention;
use grundytab::wording::did_you_mean;

pub use self::args::DecideArgs;
use self::given::GivenGame;
use self::report::{report, report_open, report_seen};
use self::search::{Search, SearchEnd};
use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::game;
use super::terminal::Terminal;

use crate::commands::option::option;

impl Command for DecideArgs {
    const NAME: &'static str = "decide";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet];
    const EXAMPLES: Examples = &[
        (
            "decide 'exists x, y: p[wythoff](x, y) and x > 0 and y == 2*x'",
            "finds such a P-position: (1, 2)",
        ),
        (
            "decide --game wythoff 'p and x < y implies x == floor_phi(y - x)'",
            "a claim about all positions of the game",
        ),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        let theorem = self.theorem.as_deref().map(theorem_named).transpose()?;
        let sentence = read(self, theorem)?;
        let given = given::read(self, &sentence)?;
        let limits = Limits { states: self.states, ..Limits::default() };
        let mut stored = if self.search { Vec::new() } else { sentence.stored_proofs(&limits) };
        stored.retain(|stored| !given.iter().any(|given| given.is_about(stored)));
        let numerations = numerations(self, &sentence, &given)?;
        if let Numerations::Given(given) = &numerations {
            stored.retain(|stored| given.contains(&*stored.numeration));
        }
        let (terminal, began) = (Terminal::open(flags)?, Instant::now());
        let (positions, states, control) = (self.positions, self.states, terminal.control());
        let caps = Caps { positions, states, control, ..Caps::default() };
        let caps = caps.with_share_of_time(Some(self.seconds), began, 1);
        let proved = given::prove(&given, &sentence, &caps, (terminal, began))?;
        let proved = proved.into_iter().collect();
        let mut search = Search { args: self, sentence: &sentence, began, terminal, proved };
        let answer = terminal.with_line(self.seconds, |show, states| {
            let caps = Caps { states_so_far: Some(states), ..caps };
            search.prove_stored(&stored, &caps, show)?;
            search.answer(numerations, &stored, &caps, show)
        })?;
        match answer {
            SearchEnd::Decided(decision, numeration, proofs) => {
                report(flags, &sentence, &decision, &numeration, &proofs, began)
            }
            SearchEnd::Seen(seen) => report_seen(flags, &sentence, &seen, began),
            SearchEnd::Open(open) => {
                Err(report_open(self, (flags, control), &sentence, open, began))
            }
        }
    }
}

fn read(args: &DecideArgs, theorem: Option<&Theorem>) -> Result<Sentence> {
    let of_theorem = theorem.and_then(Theorem::sentence);
    let text = of_theorem.as_deref().or(args.sentence.as_deref()).unwrap_or_default();
    Ok(match &args.game {
        None => Sentence::parse(text)?,
        Some(typed) => {
            let convention = if args.misere { Convention::Misere } else { Convention::Normal };
            Sentence::claim(text, Game { ruleset: game::read(typed)?, convention })?
        }
    })
}

/// Returns the theorem of this name, which has a sentence.
fn theorem_named(name: &str) -> Result<&'static Theorem> {
    let refuse = |problem: &str| {
        let decided = theorem::all().filter(|theorem| theorem.sentence().is_some());
        let names: Vec<&str> = decided.map(|theorem| &*theorem.name).collect();
        let meant = did_you_mean(name, names.iter().copied());
        let hint = format!("{meant}it is one of {}", names.join(", "));
        Err(Failure::usage(option("--theorem").value(name), problem, &hint))
    };
    match theorem::all().find(|theorem| theorem.name == name) {
        None => refuse("there is no such theorem"),
        Some(theorem) if theorem.sentence().is_some() => Ok(theorem),
        Some(_) => {
            refuse("the theorem is not a sentence that can be decided; verify checks it on tables")
        }
    }
}

/// Returns the numerations that are tried, in turn.
fn numerations(args: &DecideArgs, sentence: &Sentence, given: &[GivenGame]) -> Result<Numerations> {
    if let Some(written) = given::numeration(given) {
        if args.numeration.iter().any(|asked| asked != written) {
            let problem = format!("a certificate is written in {written}");
            return Err(Failure::usage(option("--numeration"), &problem, "leave it out"));
        }
        return Ok(Numerations::Given(vec![written.clone()]));
    }
    if let Some(needed) = sentence.numeration() {
        let needed = parse_numeration(needed)?;
        if args.numeration.iter().any(|asked| *asked != needed) {
            let problem = format!("functions in the sentence are decided in {needed} alone");
            return Err(Failure::usage(option("--numeration"), &problem, "leave it out"));
        }
        return Ok(Numerations::Given(vec![needed]));
    }
    if !args.numeration.is_empty() {
        return Ok(Numerations::Given(args.numeration.clone()));
    }
    if !sentence.is_about_games() {
        // Addition and order can be decided in any.
        return Ok(Numerations::Given(vec![parse_numeration("base:2")?]));
    }
    Ok(Numerations::ThatSuit)
}
