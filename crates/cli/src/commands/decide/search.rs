//! The search for an answer: in one numeration after the other, with small caps first; then among small numbers; then with
//! larger caps.

use std::sync::Arc;
use std::time::Instant;

use crate::automata::{AutomataError, Numeration};
use crate::proofs::decide::{
    AnswerFromTables, Decision, Game, KnownAutomata, ProvedGame, Sentence, UnprovedGame,
};
use crate::proofs::prove::{Caps, Definition, Given, Numerations, Step, Turns, stages};
use grundytab::Error;

use super::args::DecideArgs;
use super::given::ProvedGames;
use super::report::{GameReport, Open, game_text, proved_text};
use crate::commands::failure::{Failure, Result};
use crate::commands::prove::doing;
use crate::commands::terminal::Terminal;

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
    Decided(Decision, Arc<Numeration>, Vec<GameReport>),
    /// An answer from small numbers.
    Seen(AnswerFromTables),
    /// Nothing: why not in each numeration.
    Open(Vec<Open>),
}

/// What came of the search in a numeration.
enum Tried {
    /// It is decided.
    Found(Box<SearchEnd>),
    /// It is not, for this reason.
    Open(String),
    /// It is not, for this reason, and it seems vain to try again.
    Vain(String),
}

/// Shows what is being done.
type Show<'a> = &'a dyn Fn(String);

impl Search<'_> {
    /// Searches for an answer until it is found or the caps are met.
    pub(super) fn answer(
        &mut self,
        numerations: Numerations,
        stored: &[Given],
        caps: &Caps,
        show: Show,
    ) -> Result<SearchEnd> {
        let definitions = self.sentence.definitions()?.into_iter().map(|(_, of)| of);
        let definitions: Vec<Definition> = definitions.collect();
        let time = self.args.seconds.saturating_sub(self.began.elapsed());
        let turns = |numerations, stages| Turns::new(&definitions, numerations, stages, Some(time));
        let proved = self.proved_in().into_iter().next();
        let is_proved = proved.is_some();
        let mut turns = match proved {
            // No tables are filled that could grow.
            Some(proved) => turns(Numerations::Given(vec![proved]), vec![*caps])?,
            None if self.sentence.is_about_games() => turns(numerations, stages(caps))?,
            None => turns(numerations, vec![*caps])?,
        };
        if !is_proved {
            stored.iter().rev().for_each(|given| turns.put_first((*given.numeration).clone()));
        }
        let mut open: Vec<Open> = Vec::new();
        let mut has_looked = false;
        loop {
            while let Some((numeration, own)) = turns.next() {
                let reason = match self.try_in(&numeration, &own, show)? {
                    Tried::Found(found) => return Ok(*found),
                    Tried::Open(reason) => reason,
                    Tried::Vain(reason) => {
                        turns.give_up();
                        reason
                    }
                };
                open.retain(|open| open.numeration != numeration);
                open.push(Open { numeration, reason });
            }
            // A proof from small tables says more, but before larger ones are filled, small numbers may tell.
            if !has_looked && let Some(seen) = self.look(caps, show)? {
                return Ok(SearchEnd::Seen(seen));
            }
            has_looked = true;
            // Where the games are proved, the time is that of the sentence.
            let proved = self.proved_in();
            if !proved.is_empty() {
                turns.restrict_to(|numeration| proved.contains(numeration));
            }
            if !turns.next_stage()? {
                return Ok(SearchEnd::Open(open));
            }
        }
    }

    /// Returns the numerations in which all games are proved.
    fn proved_in(&self) -> Vec<Numeration> {
        let all = self.proved.iter().filter(|proved| proved.known.has_games_of(self.sentence));
        all.map(|of| (**of.known.numeration()).clone()).collect()
    }

    /// Returns what is proved in a numeration.
    fn in_numeration(&mut self, numeration: &Arc<Numeration>) -> &mut ProvedGames {
        let same = |proved: &ProvedGames| proved.known.numeration() == numeration;
        let index = self.proved.iter().position(same).unwrap_or_else(|| {
            let known = KnownAutomata::new(Arc::clone(numeration));
            self.proved.push(ProvedGames { known, proofs: Vec::new() });
            self.proved.len() - 1
        });
        &mut self.proved[index]
    }

    /// Decides about proofs that the program holds. One that is not decided is left out.
    pub(super) fn prove_stored(&mut self, stored: &[Given], caps: &Caps, show: Show) -> Result<()> {
        for given in stored {
            show(format!("the stored proof of {}", given.definition.ruleset().shown()));
            let numeration = &given.numeration;
            let terminal = self.terminal;
            let ProvedGames { known, proofs } = self.in_numeration(numeration);
            if let Ok(proved) = known.prove_given(given, caps)? {
                let proof = GameReport::of(proved, None, true);
                terminal.note(proved_text(&proof, numeration));
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

    /// Tries to decide the sentence in a numeration. What is proved of its games is known from then on.
    fn try_in(&mut self, numeration: &Arc<Numeration>, caps: &Caps, show: Show) -> Result<Tried> {
        let Search { sentence, terminal, .. } = *self;
        let ProvedGames { known, proofs } = self.in_numeration(numeration);
        let mut tell = |game: &Game, step: &Step| {
            let game = game_text(game);
            if let Step::Failed(attempt) = step {
                log::info!("proving {game} first, searching in {numeration}: {attempt}");
            }
            show(format!("{game}, {numeration}: {}", doing(step)));
        };
        let mut proved = |proved: &ProvedGame| {
            let proof = GameReport::of(proved.clone(), None, false);
            terminal.note(proved_text(&proof, numeration));
            proofs.push(proof);
        };
        if let Some(UnprovedGame { game, reason, seems_vain }) =
            known.prove(sentence, caps, &mut tell, &mut proved)?
        {
            let reason = format!("{} was not proved: {reason}", game_text(&game));
            return Ok(if seems_vain { Tried::Vain(reason) } else { Tried::Open(reason) });
        }
        show(format!("the sentence, {numeration}"));
        match sentence.decide(known, &caps.limits()) {
            Ok(decision) => {
                let (numeration, proofs) = (Arc::clone(numeration), proofs.clone());
                Ok(Tried::Found(Box::new(SearchEnd::Decided(decision, numeration, proofs))))
            }
            Err(AutomataError::Interrupted) if caps.control.is_stopped() => {
                Err(Failure::interruption())
            }
            Err(AutomataError::Interrupted) => Ok(Tried::Open("the time is over".into())),
            Err(error) => Ok(Tried::Open(error.to_string())),
        }
    }
}
