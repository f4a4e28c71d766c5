//! `grundytab decide`

mod args;
mod given;
mod report;

use std::sync::Arc;
use std::time::Instant;

use grundytab::automata::{AutomataError, Numeration};
use grundytab::decide::{Game, KnownAutomata, ProvedGame, Sentence, UnprovedGame};
use grundytab::prove::{Attempt, Caps, Numerations, parse_numeration, stages};
use grundytab::theorem::{self, Theorem};
use grundytab::{Convention, did_you_mean};

pub use self::args::DecideArgs;
use self::given::{GivenGame, ProvedGames};
use self::report::{Proof, Report, game_text, proved_text, report, report_seen};
use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::game;
use super::terminal::Terminal;

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
        let given = given::read(self, theorem, &sentence)?;
        let numerations = numerations(self, &sentence, &given)?;
        let (terminal, began) = (Terminal::open(flags)?, Instant::now());
        let (positions, states, control) = (self.positions, self.states, terminal.control());
        let caps = Caps { positions, states, control, ..Caps::default() };
        let time = caps.with_share_of_time(self.seconds, began, 1);
        let proved = given::prove(&given, &sentence, &time, (terminal, began))?;
        let is_proved = proved.as_ref().is_some_and(|proved| proved.known.has_games_of(&sentence));
        let stages = match sentence.is_about_games() && !is_proved {
            true => stages(&caps),
            // No tables are filled that could grow.
            false => vec![caps],
        };
        let session = Session { flags, sentence: &sentence, began, terminal, proved };
        let mut left = stages.len() * numerations.len();
        let mut open: Vec<String> = Vec::new();
        for (number, stage) in stages.into_iter().enumerate() {
            open.clear();
            for numeration in &numerations {
                let own = stage.with_share_of_time(self.seconds, session.began, left);
                match session.try_in(numeration, &own)? {
                    None => return Ok(()),
                    Some(reason) => open.push(reason),
                }
                left -= 1;
            }
            // A proof from small tables says more, but before larger ones are filled, small numbers may tell.
            if number == 0
                && let Some(seen) = sentence.look(self.positions, &terminal.control())?
            {
                return report_seen(flags, &sentence, &seen, session.began);
            }
        }
        let found = Report::open(&sentence, open.clone(), session.began);
        let time = if self.seconds.is_some() { ", --seconds" } else { "" };
        Err(Failure::undecided(format!(
        "{}: it was not decided: {}; larger limits may help (--states, --positions{time}), or another wording",
        sentence.text(),
        open.join("; ")
    ))
    .having_found(&found))
    }
}

/// A sentence that is to be decided.
struct Session<'a> {
    flags: &'a Flags,
    sentence: &'a Sentence,
    began: Instant,
    terminal: Terminal,
    /// What certificates prove.
    proved: Option<ProvedGames>,
}

impl Session<'_> {
    /// Tries to decide the sentence in a numeration. Prints what was decided, or returns why nothing was.
    ///
    /// # Errors
    /// When the sentence is decided and not true, too.
    fn try_in(&self, numeration: &Numeration, caps: &Caps) -> Result<Option<String>> {
        let terminal = self.terminal;
        let (mut known, mut proofs) = match &self.proved {
            Some(proved) => (proved.known.clone(), proved.proofs.clone()),
            None => (KnownAutomata::new(Arc::new(numeration.clone())), Vec::new()),
        };
        let mut tell = |game: &Game, attempt: &Attempt| {
            let game = game_text(game);
            terminal.note(format!("proving {game} first, searching in {numeration}: {attempt}"));
        };
        let mut proved = |proved: &ProvedGame| {
            let proof = Proof { proved: proved.clone(), certificate: None };
            terminal.note(proved_text(&proof, numeration));
            proofs.push(proof);
        };
        if let Some(UnprovedGame { game, reason }) =
            known.prove(self.sentence, caps, &mut tell, &mut proved)?
        {
            let game = game_text(&game);
            return Ok(Some(format!("{game} was not proved in numeration {numeration}: {reason}")));
        }
        match self.sentence.decide(&mut known, &caps.limits()) {
            Ok(decision) => {
                report(self.flags, self.sentence, &decision, numeration, &proofs, self.began)?;
                Ok(None)
            }
            Err(AutomataError::Interrupted) if caps.control.is_stopped() => {
                Err(Failure::interruption())
            }
            Err(AutomataError::Interrupted) => {
                Ok(Some(format!("in numeration {numeration} the time is over")))
            }
            Err(error) => Ok(Some(format!("in numeration {numeration} {error}"))),
        }
    }
}

fn read(args: &DecideArgs, theorem: Option<&Theorem>) -> Result<Sentence> {
    let text = theorem.and_then(|theorem| theorem.sentence).or(args.sentence.as_deref());
    let text = text.unwrap_or_default();
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
        let decided = theorem::all().filter(|theorem| theorem.sentence.is_some());
        let names: Vec<&str> = decided.map(|theorem| theorem.name).collect();
        let meant = did_you_mean(name, names.iter().copied());
        let hint = format!("{meant}it is one of {}", names.join(", "));
        Err(Failure::usage(format!("--theorem {name}"), problem, &hint))
    };
    match theorem::all().find(|theorem| theorem.name == name) {
        None => refuse("there is no such theorem"),
        Some(theorem) if theorem.sentence.is_some() => Ok(theorem),
        Some(_) => {
            refuse("the theorem is not a sentence that can be decided; verify checks it on tables")
        }
    }
}

/// Returns the numerations that are tried, in turn.
fn numerations(
    args: &DecideArgs,
    sentence: &Sentence,
    given: &[GivenGame],
) -> Result<Vec<Numeration>> {
    if let Some(written) = given::numeration(given) {
        if args.numeration.iter().any(|asked| asked != written) {
            let problem = format!("a certificate is written in {written}");
            return Err(Failure::usage("--numeration", &problem, "leave it out"));
        }
        return Ok(vec![written.clone()]);
    }
    if let Some(needed) = sentence.numeration() {
        let needed = parse_numeration(needed)?;
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
        return Ok(vec![parse_numeration("base:2")?]);
    }
    Ok(Numerations::usual())
}
