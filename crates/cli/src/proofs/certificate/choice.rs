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

use super::constraint::Constraint;
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
    /// What sets some of the numbers are to belong to.
    pub(super) members: Vec<Member>,
}

/// A condition on sets that are given by machines.
#[derive(Debug, Clone)]
pub(super) enum Member {
    /// The numbers of these tracks are in a set, or are not.
    In {
        /// The number of the set.
        set: usize,
        tracks: Vec<usize>,
        is_in: bool,
    },
    /// The Grundy values of positions have this xor, so that it is the value of their sum (Sprague 1935, Grundy 1939).
    Xor {
        /// The number of the machine whose output is one more than the value of a position, or 0.
        values: usize,
        /// The tracks of the heaps of each position.
        summands: Vec<Vec<usize>>,
        value: u32,
    },
}

/// A choice of hidden numbers, and the positions whose sum is the option: the tracks of their heaps.
#[derive(Debug, Clone)]
pub(super) struct Move {
    pub(super) choice: Choice,
    pub(super) option: Vec<Vec<usize>>,
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
        // Without a set every choice is taken: a machine of a single state.
        let any = MooreMachine::explore(relation.letters, (), |&(), _| (), |&()| 1, limits)?;
        let mut set = any.clone();
        for member in &self.members {
            let member = member.read_by(words, visible + self.hidden, sets, limits)?;
            set = set.product(&member, u32::min, limits)?;
        }
        // The least machine of both leaves fewer pairs to be told apart, if it is not too large.
        match relation.product(&set, u32::min, limits) {
            Ok(both) => counted(&both, &any, words, visible, limit, limits),
            Err(CheckError::TooLarge { .. }) => {
                counted(&relation, &set, words, visible, limit, limits)
            }
            Err(error) => Err(error),
        }
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
            let machine = constraint.machine(words, letters, limits)?;
            relation = relation.product(&machine.minimized(limits)?, both, limits)?;
        }
        Ok(relation)
    }
}

impl Member {
    /// Returns the machine that reads the numbers of all tracks. Its output is 1 for what is wanted.
    fn read_by(
        &self,
        words: &Words,
        tracks: usize,
        sets: &[MooreMachine],
        limits: &CheckLimits,
    ) -> Result<MooreMachine, CheckError> {
        let letters = words.letters(tracks).ok_or_else(|| too_many_tracks(tracks))?;
        let letter_of = |tracks: &[usize], letter: usize| {
            let digits = tracks.iter().map(|&track| digit(words.digits, letter, track));
            digits.rev().fold(0, |of_set, digit| of_set * words.digits + digit)
        };
        match self {
            Member::In { set, tracks, is_in } => {
                let set = &sets[*set];
                let step =
                    |&state: &u32, letter: usize| set.after(state, letter_of(tracks, letter));
                let output = |&state: &u32| u32::from((set.output(state) == 1) == *is_in);
                MooreMachine::explore(letters, 0, step, output, limits)
            }
            Member::Xor { values, summands, value } => {
                let values = &sets[*values];
                let step = |states: &Vec<u32>, letter: usize| -> Vec<u32> {
                    let after = |(&state, tracks): (&u32, &Vec<usize>)| {
                        values.after(state, letter_of(tracks, letter))
                    };
                    states.iter().zip(summands).map(after).collect()
                };
                let output = |states: &Vec<u32>| {
                    let value_of = |&state: &u32| values.output(state).checked_sub(1);
                    let xor = states.iter().map(value_of).try_fold(0, |xor, of| Some(xor ^ of?));
                    u32::from(xor == Some(*value))
                };
                MooreMachine::explore(letters, vec![0; summands.len()], step, output, limits)
            }
        }
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
