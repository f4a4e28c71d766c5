//! The search for an answer: in one numeration after the other, with small caps first; then among small numbers; then with
//! larger caps.

use std::sync::Arc;
use std::time::Instant;

use grundytab::Error;
use grundytab::automata::{AutomataError, Numeration};
use grundytab::decide::{
    AnswerFromTables, Decision, Game, KnownAutomata, ProvedGame, Sentence, UnprovedGame,
};
use grundytab::prove::{Caps, Given, Step, stages};

use super::args::DecideArgs;
use super::given::ProvedGames;
use super::report::{Open, Proof, game_text, proved_text};
use crate::cli::failure::{Failure, Result};
use crate::cli::prove::doing;
use crate::cli::terminal::Terminal;

/// A sentence that is to be decided.
pub(super) struct Search<'a> {
    pub(super) args: &'a DecideArgs,
    pub(super) sentence: &'a Sentence,
    pub(super) began: Instant,
    pub(super) terminal: Terminal,
    /// What is known to be proved, in different numerations.
    pub(super) proved: Vec<ProvedGames>,
}

/// What was found.
pub(super) enum SearchEnd {
    /// A decision in this numeration, for which these games were proved.
    Decided(Decision, Arc<Numeration>, Vec<Proof>),
    /// An answer from small numbers.
    Seen(AnswerFromTables),
    /// Nothing: why not in each numeration.
    Open(Vec<Open>),
}

/// Shows what is being done.
type Show<'a> = &'a dyn Fn(String);

impl Search<'_> {
    /// Searches for an answer until it is found or the caps are met.
    pub(super) fn answer(
        &self,
        numerations: &[Numeration],
        caps: &Caps,
        show: Show,
    ) -> Result<SearchEnd> {
        let has_all = |proved: &&ProvedGames| proved.known.has_games_of(self.sentence);
        let all_proved = self.proved.iter().find(has_all).map(|proved| proved.known.numeration());
        let numerations = all_proved.map_or(numerations, |all| std::slice::from_ref(&**all));
        let stages = match self.sentence.is_about_games() && all_proved.is_none() {
            true => stages(caps),
            // No tables are filled that could grow.
            false => vec![*caps],
        };
        let mut left = stages.len() * numerations.len();
        let mut open = Vec::new();
        for (number, stage) in stages.into_iter().enumerate() {
            open.clear();
            for numeration in numerations {
                let own = stage.with_share_of_time(Some(self.args.seconds), self.began, left);
                match self.try_in(numeration, &own, show)? {
                    Ok(found) => return Ok(found),
                    Err(reason) => open.push(Open { numeration: numeration.clone(), reason }),
                }
                left -= 1;
            }
            // A proof from small tables says more, but before larger ones are filled, small numbers may tell.
            if number == 0
                && let Some(seen) = self.look(caps, show)?
            {
                return Ok(SearchEnd::Seen(seen));
            }
        }
        Ok(SearchEnd::Open(open))
    }

    /// Decides about proofs that the program holds. One that is not decided is left out.
    pub(super) fn prove_stored(&mut self, stored: &[Given], caps: &Caps, show: Show) -> Result<()> {
        for given in stored {
            show(format!("the stored proof of {}", given.definition.ruleset().shown()));
            let numeration = &given.numeration;
            let same = |proved: &ProvedGames| proved.known.numeration() == numeration;
            let index = self.proved.iter().position(same).unwrap_or_else(|| {
                let known = KnownAutomata::new(Arc::clone(numeration));
                self.proved.push(ProvedGames { known, proofs: Vec::new() });
                self.proved.len() - 1
            });
            let ProvedGames { known, proofs } = &mut self.proved[index];
            if let Ok(proved) = known.prove_given(given, caps)? {
                let proof = Proof { proved, certificate: None, is_stored: true };
                self.terminal.note(proved_text(&proof, numeration));
                proofs.push(proof);
            }
        }
        Ok(())
    }

    /// Looks at small numbers.
    fn look(&self, caps: &Caps, show: Show) -> Result<Option<AnswerFromTables>> {
        show("small numbers".into());
        match self.sentence.look(self.args.positions, &caps.control) {
            Err(Error::Interrupted) if !caps.control.is_stopped() => Ok(None),
            seen => Ok(seen?),
        }
    }

    /// Tries to decide the sentence in a numeration, or returns why it is open.
    fn try_in(
        &self,
        numeration: &Numeration,
        caps: &Caps,
        show: Show,
    ) -> Result<std::result::Result<SearchEnd, String>> {
        let same = |proved: &&ProvedGames| **proved.known.numeration() == *numeration;
        let (mut known, mut proofs) = match self.proved.iter().find(same) {
            Some(proved) => (proved.known.clone(), proved.proofs.clone()),
            None => (KnownAutomata::new(Arc::new(numeration.clone())), Vec::new()),
        };
        let mut tell = |game: &Game, step: &Step| {
            let game = game_text(game);
            if let Step::Failed(attempt) = step {
                log::info!("proving {game} first, searching in {numeration}: {attempt}");
            }
            show(format!("{game}, {numeration}: {}", doing(step)));
        };
        let mut proved = |proved: &ProvedGame| {
            let proof = Proof { proved: proved.clone(), certificate: None, is_stored: false };
            self.terminal.note(proved_text(&proof, numeration));
            proofs.push(proof);
        };
        if let Some(UnprovedGame { game, reason }) =
            known.prove(self.sentence, caps, &mut tell, &mut proved)?
        {
            return Ok(Err(format!("{} was not proved: {reason}", game_text(&game))));
        }
        show(format!("the sentence, {numeration}"));
        match self.sentence.decide(&mut known, &caps.limits()) {
            Ok(decision) => {
                let numeration = Arc::clone(known.numeration());
                Ok(Ok(SearchEnd::Decided(decision, numeration, proofs)))
            }
            Err(AutomataError::Interrupted) if caps.control.is_stopped() => {
                Err(Failure::interruption())
            }
            Err(AutomataError::Interrupted) => Ok(Err("the time is over".into())),
            Err(error) => Ok(Err(error.to_string())),
        }
    }
}
