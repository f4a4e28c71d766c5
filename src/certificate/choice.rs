//! Choices: how many ways there are to choose hidden numbers that satisfy constraints.
//!
//! A [`Choice`] is a move, say: hidden numbers x', y' and m with x - x' = m and y - y' = m and m >= 1, where
//! (x', y') is to be in a set. A machine reads the position (x, y) and has as its output the number of ways
//! to choose the hidden numbers. It is made in two steps.
//!
//! First the machine of the *relation* reads all tracks, the hidden ones too, and follows every constraint.
//! Then the hidden digits are guessed: a state of the new machine says for each pair of a state of the
//! relation and a state of the set in how many ways, up to a limit, guesses lead there. This is the subset
//! construction (Rabin and Scott 1959) with counts instead of membership. Each word of hidden digits leads
//! to one pair, so that the ways of guessing are counted exactly; a number of hidden ways of at least the
//! limit is as good as the limit, since nothing is ever subtracted.

use super::constraint::{Constraint, Follower};
use super::limits::{CheckError, CheckLimits};
use super::moore_machine::MooreMachine;
use super::words::{Words, digit};

/// Hidden numbers to be chosen for the numbers of visible tracks.
#[derive(Debug, Clone, Default)]
pub(super) struct Choice {
    /// How many there are; their tracks come after the visible ones.
    pub(super) hidden: usize,
    /// What holds for visible and hidden numbers.
    pub(super) constraints: Vec<Constraint>,
    /// The set to which some of the numbers are to belong.
    pub(super) member: Option<Member>,
}

/// The numbers of these tracks are in a set, or are not.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// The number of the set.
    pub(super) set: usize,
    pub(super) tracks: Vec<usize>,
    pub(super) is_in: bool,
}

impl Choice {
    /// Adds a hidden number and returns its track.
    pub(super) fn hide(&mut self, visible: usize) -> usize {
        self.hidden += 1;
        visible + self.hidden - 1
    }

    /// Returns the machine that reads the visible tracks and counts the choices, up to `limit`. Its output is
    /// right for valid words; what it is for others does not matter.
    pub(super) fn count(
        &self,
        words: &Words,
        visible: usize,
        sets: &[MooreMachine],
        limit: u32,
        limits: &CheckLimits,
    ) -> Result<MooreMachine, CheckError> {
        let relation = self.relation(words, visible, limits)?;
        let set = match &self.member {
            Some(member) => {
                member.read_by(words, visible + self.hidden, &sets[member.set], limits)?
            }
            // Every choice is taken: a set of a single state.
            None => MooreMachine::explore(relation.letters, (), |&(), _| (), |&()| 1, limits)?,
        };
        counted(&relation, &set, words, visible, limit, limits)
    }

    /// Returns the machine that reads all tracks and has the output 1 if the words are valid and the
    /// constraints are satisfied.
    fn relation(
        &self,
        words: &Words,
        visible: usize,
        limits: &CheckLimits,
    ) -> Result<MooreMachine, CheckError> {
        let tracks = visible + self.hidden;
        let letters = words.letters(tracks).ok_or_else(|| too_many_tracks(tracks))?;
        let both = |one: u32, two: u32| one.min(two);
        let mut relation = words.all_valid(tracks, limits)?.minimized(limits)?;
        for constraint in &self.constraints {
            let follower = Follower::new(words, constraint).ok_or_else(|| {
                CheckError::NotCovered("a number of the game has no valid word".into())
            })?;
            // A trace, or nothing if all is lost.
            let machine = MooreMachine::explore(
                letters,
                Some(follower.first()),
                |trace, letter| follower.after(trace.as_ref()?, letter),
                |trace| u32::from(trace.as_ref().is_some_and(|trace| follower.is_satisfied(trace))),
                limits,
            )?;
            if follower.has_overflowed() {
                let carried = "the numbers that are carried from digit to digit grow beyond 2^50";
                return Err(CheckError::NotCovered(carried.into()));
            }
            relation = relation.product(&machine.minimized(limits)?, both, limits)?;
        }
        Ok(relation)
    }
}

impl Member {
    /// Returns the machine of the set that reads its numbers among those of all tracks. Its output is 1 for
    /// what is wanted.
    fn read_by(
        &self,
        words: &Words,
        tracks: usize,
        set: &MooreMachine,
        limits: &CheckLimits,
    ) -> Result<MooreMachine, CheckError> {
        let letters = words.letters(tracks).ok_or_else(|| too_many_tracks(tracks))?;
        let letter_of_set = |letter: usize| {
            let digits = self.tracks.iter().map(|&track| digit(words.digits, letter, track));
            digits.rev().fold(0, |of_set, digit| of_set * words.digits + digit)
        };
        let step = |&state: &u32, letter: usize| set.after(state, letter_of_set(letter));
        let output = |&state: &u32| u32::from((set.output(state) == 1) == self.is_in);
        MooreMachine::explore(letters, 0, step, output, limits)
    }
}

fn too_many_tracks(tracks: usize) -> CheckError {
    CheckError::NotCovered(format!("{tracks} numbers would be read at once"))
}

/// In how many ways, up to the limit, guesses lead to each pair of a state of the relation and one of the
/// set; pairs of no way are left out, and so are pairs from which no choice is completed. Sorted.
type Ways = Vec<((u32, u32), u32)>;

fn counted(
    relation: &MooreMachine,
    set: &MooreMachine,
    words: &Words,
    visible: usize,
    limit: u32,
    limits: &CheckLimits,
) -> Result<MooreMachine, CheckError> {
    let visible_letters = words.digits.pow(visible as u32);
    let hidden_letters = relation.letters / visible_letters;
    let related = relation.can_reach(|output| output == 1);
    let in_set = set.can_reach(|output| output == 1);
    let mut entries = 0;
    let step = |ways: &Ways, letter: usize| -> Ways {
        let mut after: Ways = Vec::new();
        for &((in_relation, of_set), count) in ways {
            for hidden in 0..hidden_letters {
                let letter = letter + hidden * visible_letters;
                let to = (relation.after(in_relation, letter), set.after(of_set, letter));
                if related[to.0 as usize] && in_set[to.1 as usize] {
                    after.push((to, count));
                }
            }
        }
        // Ways that lead to the same pair are added up.
        after.sort_unstable();
        after.dedup_by(|(to, count), (earlier, total)| {
            let is_same = to == earlier;
            if is_same {
                *total = limit.min(*total + *count);
            }
            is_same
        });
        after
    };
    // Hidden numbers may have more digits than the visible ones: zeros are put before the position until
    // they change nothing any more. Every way of guessing is still there after another zero, since zeros
    // may be guessed first, so that the counts grow up to the limit and come to rest.
    let mut first: Ways = vec![((0, 0), 1)];
    loop {
        limits.allow(first.len(), 1)?;
        let with_zero = step(&first, 0);
        if with_zero == first {
            break;
        }
        first = with_zero;
    }
    let output = |ways: &Ways| {
        let complete = ways.iter().filter(|((in_relation, of_set), _)| {
            relation.output(*in_relation) == 1 && set.output(*of_set) == 1
        });
        complete.fold(0, |total: u32, (_, count)| limit.min(total + count))
    };
    let mut failure = Ok(());
    let guarded = |ways: &Ways, letter: usize| -> Ways {
        let after = step(ways, letter);
        entries += after.len();
        match limits.allow(0, 1).and(limits.allow(1, entries / visible_letters)) {
            Ok(()) => after,
            Err(error) => {
                failure = Err(error);
                Vec::new()
            }
        }
    };
    let machine = MooreMachine::explore(visible_letters, first, guarded, output, limits);
    failure?;
    machine?.minimized(limits)
}
