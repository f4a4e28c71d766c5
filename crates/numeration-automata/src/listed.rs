//! Guesses from the list of all members: of a set of tuples of numbers whose members are few, so that a list reaches much
//! further than a table.
//!
//! The words of one length are put into a minimal acyclic automaton (Daciuk, Mihov, Watson, Watson, Incremental
//! construction of minimal acyclic finite-state automata, 2000, whose states are merged here as soon as they are
//! complete). What is known of a word w of k digits is with which suffixes of each length it is a member, up to the length
//! of the list less k: since zeros before a word do not matter, that is a state of the acyclic automaton for each length.
//! A word is the same state as an earlier one if all suffixes agree whose length is known of both.

use std::collections::HashMap;
use std::sync::Arc;

use super::automaton::{Automaton, letter_of};
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;

/// What a list of members suggests.
#[derive(Debug)]
pub struct ListedGuess {
    /// The automaton that was read off.
    pub automaton: Automaton,
    /// How many transitions lead to a state of which more than one fits, as far as is known. The first one was taken.
    pub ambiguous: usize,
}

/// The minimal acyclic automaton of the words of all members of a set that have at most some number of digits.
#[derive(Debug)]
pub struct ListedWords<const TRACKS: usize> {
    numeration: Arc<Numeration>,
    digits: usize,
    root: u32,
    /// The states that follow each state, by letter.
    next: Vec<Vec<u32>>,
    /// How many states there are with each number of digits left.
    states: Vec<usize>,
}

/// Sets of suffixes up to this length are recognized by a fingerprint before they are looked at.
const MOST_FINGERPRINTED: usize = 18;

/// After this many members the limits are looked at: a list may have a billion, which take minutes.
const MEMBERS_A_CHECK: usize = 1 << 20;

/// The acyclic automaton: its states without members and after all digits.
pub(super) const EMPTY: u32 = 0;
pub(super) const END: u32 = 1;

impl<const TRACKS: usize> ListedWords<TRACKS> {
    /// Reads all members of a set that have at most this many digits.
    ///
    /// # Errors
    /// When the acyclic automaton has more states than the limits allow, and when it is interrupted.
    pub fn of(
        numeration: &Arc<Numeration>,
        digits: usize,
        mut members: Vec<[u32; TRACKS]>,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let base = numeration.digit_count() as usize;
        let letters = base.pow(TRACKS as u32);
        let mut words = Words {
            weights: numeration.weights().take(digits).map(|weight| weight as u32).collect(),
            base,
            letters,
            limits,
            fingerprints: HashMap::new(),
            known: HashMap::new(),
            next: vec![vec![EMPTY; letters]; 2],
            states: vec![0; digits + 1],
        };
        let root = words.state(digits, &mut members)?;
        let Words { next, states, .. } = words;
        Ok(ListedWords { numeration: Arc::clone(numeration), digits, root, next, states })
    }

    /// Returns the acyclic automaton with these states. The last argument counts the states by the number of digits that are left.
    pub(super) fn of_states(
        numeration: &Arc<Numeration>,
        digits: usize,
        root: u32,
        next: Vec<Vec<u32>>,
        states: Vec<usize>,
    ) -> Self {
        ListedWords { numeration: Arc::clone(numeration), digits, root, next, states }
    }

    /// Counts the classes of words of no digit, of one digit, and so on. Two words are in different classes if some
    /// continuation to the length of the list leads to a member from one of them alone. Words that lead to no member are
    /// left out. If an automaton with n states accepts the members, there are at most n classes of each length.
    pub fn classes(&self) -> Vec<usize> {
        self.states.iter().rev().copied().collect()
    }

    /// Counts the words of no digit, of one digit, and so on, that some continuation to the length of the list makes words of
    /// members. There are at least as many as [classes](ListedWords::classes).
    pub fn live_words(&self) -> Vec<usize> {
        // How many words lead to each state in which this many digits are left.
        let mut words = HashMap::from([(self.root, 1)]);
        words.remove(&EMPTY);
        let mut counts = vec![words.values().sum()];
        for _ in 0..self.digits {
            let mut longer: HashMap<u32, usize> = HashMap::new();
            for (state, count) in words {
                for &next in self.next[state as usize].iter().filter(|&&next| next != EMPTY) {
                    let of_next: &mut usize = longer.entry(next).or_default();
                    *of_next = of_next.saturating_add(count);
                }
            }
            counts.push(longer.values().fold(0, |sum: usize, &count| sum.saturating_add(count)));
            words = longer;
        }
        counts
    }

    /// Returns the members; for those of many digits there may be more than fit into memory.
    #[cfg(test)]
    pub(super) fn members(&self) -> Vec<[u64; TRACKS]> {
        let weights: Vec<u64> =
            self.numeration.weights().map(|weight| weight as u64).take(self.digits).collect();
        let base = self.numeration.digit_count() as usize;
        let mut found = vec![(self.root, [0; TRACKS])];
        for &weight in weights.iter().rev() {
            let longer = |&(state, at): &(u32, [u64; TRACKS])| {
                let next = self.next[state as usize].iter().enumerate();
                next.filter(|(_, state)| **state != EMPTY)
                    .map(move |(letter, &state)| {
                        let digit = |track: usize| letter / base.pow(track as u32) % base;
                        (
                            state,
                            std::array::from_fn(|track| at[track] + weight * digit(track) as u64),
                        )
                    })
                    .collect::<Vec<_>>()
            };
            found = found.iter().flat_map(longer).collect();
        }
        found.into_iter().filter(|&(state, _)| state == END).map(|(_, at)| at).collect()
    }

    /// Guesses an automaton of the set. A guess is no proof.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Limits, ListedWords, Numeration};
    /// let fibonacci = Arc::new(Numeration::fibonacci());
    /// // The P-positions (floor(n phi), floor(n phi) + n) of Wythoff Nim with at most ten digits, below 144.
    /// let floor_phi = |n: u32| (f64::from(n) * 1.618_033_988_749_895) as u32;
    /// let pairs = (0..89).map(|n| [floor_phi(n), floor_phi(n) + n]).filter(|pair| pair[1] < 144);
    /// let words = ListedWords::of(&fibonacci, 10, pairs.collect(), &Limits::default())?;
    /// assert_eq!(words.classes(), [1, 2, 2, 3, 3, 3, 3, 3, 2, 2, 1]);
    /// // In the end each member is a word.
    /// assert_eq!(words.live_words().last(), Some(&56));
    /// let guess = words.guess(&Limits::default())?;
    /// assert_eq!((guess.automaton.states(), guess.ambiguous), (4, 0));
    /// assert!(guess.automaton.accepts(&[1_618_033_988, 2_618_033_988]));
    /// # Ok::<(), numeration_automata::AutomataError>(())
    /// ```
    ///
    /// # Errors
    /// When it has more states than the limits allow, and when it is interrupted.
    pub fn guess(&self, limits: &Limits) -> Result<ListedGuess, AutomataError> {
        let base = self.numeration.digit_count() as usize;
        let step = |state: u32, letter: usize| self.next[state as usize][letter];
        let mut after_zeros = vec![self.root];
        for _ in 0..self.digits {
            after_zeros.push(after_zeros.last().map_or(EMPTY, |&state| step(state, 0)));
        }
        // For each state: the states of the acyclic automaton with suffixes of no digit, of one digit, and so on.
        let mut known: Vec<Vec<u32>> = vec![after_zeros.into_iter().rev().collect()];
        let mut transitions: Vec<Vec<Option<u32>>> = Vec::new();
        let mut ambiguous = 0;
        // States by what is known of them of suffixes up to some length: the first one, and whether there are more.
        let (mut length, mut by_suffixes) = (usize::MAX, HashMap::new());
        while transitions.len() < known.len() {
            limits.check(known.len())?;
            let state = transitions.len();
            let mut row = Vec::new();
            // Less is known of later states.
            if known[state].len() <= length {
                length = known[state].len() - 1;
                by_suffixes.clear();
                for (state, known) in (0..).zip(&known) {
                    by_suffixes
                        .entry(known[..length.min(known.len())].to_vec())
                        .and_modify(|(_, is_ambiguous)| *is_ambiguous = true)
                        .or_insert((state, false));
                }
            }
            for letter in 0..base.pow(TRACKS as u32) {
                let after: Vec<u32> =
                    known[state].iter().skip(1).map(|&s| step(s, letter)).collect();
                if after.iter().all(|&state| state == EMPTY) {
                    row.push(None);
                    continue;
                }
                match by_suffixes.get(&after) {
                    Some(&(first, is_ambiguous)) => {
                        ambiguous += usize::from(is_ambiguous);
                        row.push(Some(first));
                    }
                    None => {
                        let new = known.len() as u32;
                        row.push(Some(new));
                        by_suffixes.insert(after.clone(), (new, false));
                        known.push(after);
                    }
                }
            }
            transitions.push(row);
        }
        let after = |state: u32, digits: &[u32]| {
            transitions[state as usize][letter_of(&self.numeration, digits)]
        };
        let accepts = |state: u32| known[state as usize].first() == Some(&END);
        let automaton =
            Automaton::of_transitions(&self.numeration, TRACKS, after, accepts, limits)?;
        Ok(ListedGuess { automaton, ambiguous })
    }
}

/// The acyclic automaton while it is made.
struct Words<'a> {
    /// The weights of the places, from the last one on.
    weights: Vec<u32>,
    base: usize,
    letters: usize,
    limits: &'a Limits<'a>,
    /// States by the number of digits that are left and a fingerprint of their members.
    fingerprints: HashMap<(usize, [u64; 2]), u32>,
    /// States by the number of digits that are left and the states that follow.
    known: HashMap<(usize, Vec<u32>), u32>,
    next: Vec<Vec<u32>>,
    states: Vec<usize>,
}

impl Words<'_> {
    fn check(&self) -> Result<(), AutomataError> {
        self.limits.check(self.next.len())
    }

    /// Returns the state in which this many digits are left, and these members. They come back in another order, and as
    /// other numbers.
    fn state<const TRACKS: usize>(
        &mut self,
        left: usize,
        members: &mut [[u32; TRACKS]],
    ) -> Result<u32, AutomataError> {
        if members.is_empty() {
            return Ok(EMPTY);
        }
        let Some(place) = left.checked_sub(1) else {
            self.states[0] = 1;
            return Ok(END);
        };
        let check = || self.check();
        let fingerprint = match left <= MOST_FINGERPRINTED {
            true => Some((left, fingerprint(members, &check)?)),
            false => None,
        };
        if let Some(&state) = fingerprint.and_then(|known| self.fingerprints.get(&known)) {
            return Ok(state);
        }
        check()?;
        let (weight, base) = (self.weights[place], self.base);
        let digit = |number: u32| match base {
            2 => usize::from(number >= weight),
            _ => (number / weight) as usize,
        };
        let letter =
            |member: [u32; TRACKS]| member.iter().rev().fold(0, |sum, &n| sum * base + digit(n));
        let ends = sort_by_letter(members, self.letters, letter, &check)?;
        let mut rest = members;
        let mut next = Vec::with_capacity(ends.len());
        let mut begin = 0;
        for end in ends {
            let (part, others) = rest.split_at_mut(end - begin);
            (rest, begin) = (others, end);
            for part in part.chunks_mut(MEMBERS_A_CHECK) {
                self.check()?;
                let numbers = part.iter_mut().flatten();
                numbers.for_each(|number| *number -= digit(*number) as u32 * weight);
            }
            next.push(self.state(place, part)?);
        }
        let (states, of_length) = (&mut self.next, &mut self.states[left]);
        let state = *self.known.entry((left, next)).or_insert_with_key(|(_, next)| {
            states.push(next.clone());
            *of_length += 1;
            (states.len() - 1) as u32
        });
        if let Some(fingerprint) = fingerprint {
            self.fingerprints.insert(fingerprint, state);
        }
        Ok(state)
    }
}

/// Looks at the limits.
type Check<'a> = &'a dyn Fn() -> Result<(), AutomataError>;

/// Puts members with equal letters side by side, in place. Returns where those of each letter end.
fn sort_by_letter<const TRACKS: usize>(
    members: &mut [[u32; TRACKS]],
    letters: usize,
    letter: impl Fn([u32; TRACKS]) -> usize,
    check: Check,
) -> Result<Vec<usize>, AutomataError> {
    let mut ends = vec![0; letters];
    for part in members.chunks(MEMBERS_A_CHECK) {
        check()?;
        part.iter().for_each(|&member| ends[letter(member)] += 1);
    }
    let mut begins = Vec::with_capacity(letters);
    let mut end = 0;
    for count in &mut ends {
        begins.push(end);
        end += *count;
        *count = end;
    }
    let mut moved: usize = 0;
    for own in 0..letters {
        while begins[own] < ends[own] {
            moved += 1;
            if moved.is_multiple_of(MEMBERS_A_CHECK) {
                check()?;
            }
            let at = begins[own];
            let other = letter(members[at]);
            if other != own {
                members.swap(at, begins[other]);
            }
            begins[other] += 1;
        }
    }
    Ok(ends)
}

/// Returns a fingerprint of members, whatever their order: two sums of their hashes, by the last step of SplitMix64
/// (Steele, Lea, Flood, 2014).
fn fingerprint<const TRACKS: usize>(
    members: &[[u32; TRACKS]],
    check: Check,
) -> Result<[u64; 2], AutomataError> {
    let hash = |mut bits: u64| {
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    };
    let mut sums = [0_u64; 2];
    for (number, part) in members.chunks(MEMBERS_A_CHECK).enumerate() {
        // The first part is as short as the work between two states.
        if number > 0 {
            check()?;
        }
        sums = part.iter().fold(sums, |[one, two], member| {
            let odd: u64 = 0x9e37_79b9_7f4a_7c15;
            let all =
                member.iter().fold(1, |all: u64, &n| all.wrapping_mul(odd).wrapping_add(n.into()));
            let first = hash(all);
            [one.wrapping_add(first), two.wrapping_add(hash(!first))]
        });
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::Interrupt;

    /// Counts how often it is asked.
    #[derive(Debug, Default)]
    struct Asked(AtomicUsize);

    impl Interrupt for Asked {
        fn is_interrupted(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed);
            false
        }
    }

    /// Catches a pass over all members of a long list during which nobody can end the work.
    #[test]
    fn long_lists_can_be_interrupted() {
        let members = 3 * MEMBERS_A_CHECK;
        let at = |member: usize| [member as u32, 2 * member as u32 % 7];
        let members: Vec<[u32; 2]> = (0..members).map(at).collect();
        for pass in 0..2 {
            let asked = Asked::default();
            let limits = Limits { interrupt: Some(&asked), ..Limits::default() };
            let check = || limits.check(0);
            let mut own = members.clone();
            match pass {
                0 => drop(fingerprint(&own, &check).expect("nobody interrupts")),
                _ => drop(sort_by_letter(&mut own, 2, |[one, _]| one as usize % 2, &check)),
            }
            let asked = asked.0.into_inner();
            assert!(asked >= 2, "pass {pass}: {asked} questions");
        }
    }
}
