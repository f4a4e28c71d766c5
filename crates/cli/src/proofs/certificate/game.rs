//! The game of a certificate as the check reads it: its positions, its options, and what is wrong with rules that a user
//! wrote.

use super::choice::{Choice, Member, Move};
use super::family_moves::{Player, Target, family_options};
use super::limits::{CheckError, CheckLimits};
use super::moore_machine::{MooreMachine, shortest_word};
use super::refutation::{Refutation, written};
use super::rules::ReadRules;
use super::take_and_break;
use super::words::Words;
use super::zeckendorf::is_zeckendorf;
use grundytab::ruleset::Ruleset;

/// A game, and the sets of its certificate.
pub(super) struct Game<'a> {
    ruleset: &'a Ruleset,
    words: &'a Words,
    /// The rules, if a user wrote them.
    rules: Option<ReadRules>,
    /// The moves of each player, or of all, where they are listed with the positions of the option.
    moves: Option<Vec<Vec<Move>>>,
    /// The sets of the certificate, the positions, and the Grundy values if options are sums.
    sets: Vec<MooreMachine>,
    /// How many of them the certificate has. The positions come next, and then the values.
    given: usize,
    /// Has the output 1 at terminal positions.
    terminal: MooreMachine,
}

impl<'a> Game<'a> {
    /// Reads a game.
    ///
    /// # Errors
    /// When a part of its rules is not covered.
    pub(super) fn read(
        ruleset: &'a Ruleset,
        words: &'a Words,
        mut sets: Vec<MooreMachine>,
        limits: &CheckLimits,
    ) -> Result<Self, CheckError> {
        let mut rules = match ruleset.recognised() {
            Ruleset::Written(game) => {
                let is_binary = words.digits == 2 && words.recurrence == [2];
                Some(ReadRules::of(game, is_zeckendorf(words, limits)?, is_binary)?)
            }
            _ => None,
        };
        let moves = match ruleset.recognised() {
            Ruleset::TakeAndBreak(game) => Some(vec![take_and_break::moves(game)]),
            _ => rules.as_mut().map(|rules| std::mem::take(&mut rules.moves)),
        };
        let heaps = ruleset.heaps();
        let (given, is_sum) = (sets.len(), ruleset.has_sums());
        let values = is_sum.then(|| values_of(&sets, limits)).transpose()?;
        let any = |choices: &[Choice]| total(words, heaps, choices, &[], 1, limits);
        let none = any(&[])?;
        let (positions, terminal) = match &rules {
            Some(rules) => {
                let positions = rules.positions.as_deref().map(any).transpose()?;
                (positions, any(&rules.terminal)?)
            }
            None => (None, none.clone()),
        };
        sets.push(match positions {
            Some(positions) => positions,
            None => none.product(&none, |_, _| 1, limits)?,
        });
        sets.extend(values);
        Ok(Game { ruleset, words, rules, moves, sets, given, terminal })
    }

    /// Returns the machine that has the output 1 at positions.
    pub(super) fn positions(&self) -> &MooreMachine {
        &self.sets[self.given]
    }

    /// Returns the machine that has the output 1 at terminal positions.
    pub(super) fn terminal(&self) -> &MooreMachine {
        &self.terminal
    }

    /// Returns the machine that counts options of positions that are not terminal, up to a limit.
    ///
    /// # Errors
    /// When the options are not covered, or machines grow too large.
    pub(super) fn options(
        &self,
        player: Player,
        target: Target,
        limit: u32,
        limits: &CheckLimits,
    ) -> Result<MooreMachine, CheckError> {
        let Some(moves) = &self.moves else {
            let choices = family_options(self.ruleset, player, target)?;
            return self.total(&choices, limit, limits);
        };
        let of_player = match player {
            Player::Left => moves.first(),
            Player::Right => moves.last(),
            Player::Either => None,
        };
        let of_player: Vec<&Move> = match of_player {
            Some(of_player) => of_player.iter().collect(),
            None => moves.iter().flatten().collect(),
        };
        let choices = of_player.into_iter().map(|of| self.meeting(of, target));
        self.total(&choices.collect::<Vec<_>>(), limit, limits)
    }

    /// Returns the choice of a move whose option meets the target.
    fn meeting(&self, of: &Move, target: Target) -> Choice {
        let mut choice = self.among_positions(of);
        match (target, self.sets.get(self.given + 1)) {
            (Some((value, _)), Some(_)) => choice.members.push(Member::Xor {
                values: self.given + 1,
                summands: of.option.clone(),
                value: value as u32,
            }),
            (Some((set, is_in)), None) => {
                let tracks = of.option.concat();
                choice.members.push(Member::In { set, tracks, is_in });
            }
            (None, _) => {}
        }
        choice
    }

    /// Returns the choice of a move all of whose positions are positions of the game.
    fn among_positions(&self, of: &Move) -> Choice {
        let mut choice = of.choice.clone();
        if self.rules.as_ref().is_some_and(|rules| rules.positions.is_some()) {
            for tracks in &of.option {
                let set = self.given;
                choice.members.push(Member::In { set, tracks: tracks.clone(), is_in: true });
            }
        }
        choice
    }

    fn total(
        &self,
        choices: &[Choice],
        limit: u32,
        limits: &CheckLimits,
    ) -> Result<MooreMachine, CheckError> {
        total(self.words, self.ruleset.heaps(), choices, &self.sets, limit, limits)
    }

    /// Looks for what makes the sets of the certificate undefined: rules that have a fault at some position, and, where
    /// options are sums, a position without a value. Otherwise every option of a position has a smaller grade than it, and
    /// by induction on the grade the conditions of a certificate define its sets.
    ///
    /// # Errors
    /// When machines grow too large.
    pub(super) fn refute(&self, limits: &CheckLimits) -> Result<Option<Refutation>, CheckError> {
        let (words, heaps) = (self.words, self.ruleset.heaps());
        let valid = words.all_valid(heaps, limits)?;
        let find = |machine: &MooreMachine, is_wrong: &dyn Fn(&[u32]) -> bool| {
            let machines = [&valid, self.positions(), &self.terminal, machine];
            let is_wrong = |outputs: &[u32]| outputs[0] == 1 && is_wrong(&outputs[1..]);
            let letters = shortest_word(&machines, is_wrong, limits)?;
            Ok::<_, CheckError>(letters.map(|letters| written(words, &letters, heaps)))
        };
        if let Some(rules) = &self.rules {
            let moves = |moves: &[Move]| -> Vec<Choice> {
                moves.iter().map(|of| self.among_positions(of)).collect()
            };
            let at_cells = self.total(&rules.cells_without_value, 1, limits)?;
            let at_positions = self.total(&rules.positions_without_value, 1, limits)?;
            let at_moves = self.total(&moves(&rules.moves_without_value), 1, limits)?;
            let missteps = self.total(&moves(&rules.missteps), 1, limits)?;
            if let Some(at) = find(&at_cells, &|out| out[2] == 1)? {
                return Ok(Some(Refutation::NoValue(at)));
            }
            if let Some(at) = find(&at_positions, &|out| out[0] == 1 && out[2] == 1)? {
                return Ok(Some(Refutation::NoValue(at)));
            }
            if let Some(at) = find(&at_moves, &|out| out == [1, 0, 1])? {
                return Ok(Some(Refutation::NoValue(at)));
            }
            if let Some(at) = find(&missteps, &|out| out == [1, 0, 1])? {
                return Ok(Some(Refutation::Misstep(at)));
            }
        }
        let Some(values) = self.sets.get(self.given + 1) else { return Ok(None) };
        let without = find(values, &|out| out[0] == 1 && out[2] == 0)?;
        Ok(without.map(Refutation::InNoSet))
    }
}

/// Returns the machine whose output is one more than the Grundy value of a position, or 0 if it is in no set: the sets are
/// those of the values 0, 1, ...
fn values_of(sets: &[MooreMachine], limits: &CheckLimits) -> Result<MooreMachine, CheckError> {
    let letters = sets.first().map_or(1, |set| set.letters);
    let mut values = MooreMachine::explore(letters, (), |&(), _| (), |&()| 0, limits)?;
    for (output, set) in (1..).zip(sets) {
        let with = |before: u32, is_in: u32| if before == 0 { output * is_in } else { before };
        values = values.product(set, with, limits)?;
    }
    Ok(values)
}

/// Returns the machine that adds up the numbers of several choices, up to the limit.
fn total(
    words: &Words,
    heaps: usize,
    choices: &[Choice],
    sets: &[MooreMachine],
    limit: u32,
    limits: &CheckLimits,
) -> Result<MooreMachine, CheckError> {
    let letters = words.digits.pow(heaps as u32);
    let mut total = MooreMachine::explore(letters, (), |&(), _| (), |&()| 0, limits)?;
    for choice in choices {
        let count = choice.count(words, heaps, sets, limit, limits)?;
        total = total.product(&count, |one, two| limit.min(one + two), limits)?;
    }
    Ok(total)
}
