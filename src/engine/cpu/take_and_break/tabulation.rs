//! What is known of the heaps so far, and the way in which more is found.

use fearless_simd::Level;

use super::block::Left;
use super::marks::Marks;
use super::moves::Moves;
use super::planes::Planes;
use super::sets::BLOCK;
use super::values::Values;
use super::way::Way;
use crate::ruleset::TakeAndBreakGame;
use crate::totals::proved_by_repetition;

/// Among so many heaps a period is looked for first; then among twice as many, again and again, up to the most.
const FIRST_SEARCH: usize = 64;
const MOST_SEARCHED: usize = 1 << 24;

/// What tests demand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Demands {
    pub(super) way: Option<Way>,
    pub(super) sample: Option<usize>,
    pub(super) most_planes: Option<usize>,
    pub(super) without_period: bool,
}

/// The values so far, and what finds more of them.
pub(super) struct Tabulation {
    pub(super) game: TakeAndBreakGame,
    pub(super) moves: Moves,
    pub(super) level: Level,
    pub(super) demands: Demands,
    /// How many heaps there will be.
    pub(super) heaps: usize,
    pub(super) values: Values,
    /// Counts the heaps of even and of odd size with each value.
    pub(super) counts: Vec<[u32; 2]>,
    pub(super) way: Way,
    /// The next heap of the blocks. If its value is known, its sets are found again.
    pub(super) next: usize,
    /// Values were given since sets were made.
    pub(super) is_stale: bool,
    /// The planes of all sets.
    pub(super) planes: usize,
    /// The numbers of heaps as parts of sums that are not fixed: of the first ones, and of the last ones.
    pub(super) origin: Planes,
    pub(super) recent: Planes,
    /// The sets of pairs of all heaps, if moves leave three heaps.
    pub(super) pairs: Planes,
    /// The rare heaps that are not empty.
    pub(super) rare: Vec<u32>,
    /// The two sets of the last heaps, as many as moves reach back.
    pub(super) past: Vec<u64>,
    /// Room for the numbers of the options of one heap.
    pub(super) options: Vec<u64>,
    /// When the way is chosen again, and a period is looked for again.
    pub(super) choose_at: usize,
    search_at: usize,
    /// From now on values repeat.
    period: Option<usize>,
    /// All values from this heap on were computed.
    computed_from: usize,
    /// What goes on where values need too many planes.
    marks: Option<Marks>,
}

impl Tabulation {
    /// Begins with the empty heap.
    pub(super) fn new(
        game: &TakeAndBreakGame,
        heaps: usize,
        level: Level,
        demands: Demands,
    ) -> Self {
        let nothing = || Planes::new(1, 0, 0, 0);
        let mut new = Tabulation {
            game: game.clone(),
            moves: Moves::new(game),
            level,
            demands,
            heaps,
            values: Values::new(heaps),
            counts: Vec::new(),
            way: demands.way.unwrap_or(Way::Plain),
            next: 1,
            is_stale: true,
            planes: 1,
            origin: nothing(),
            recent: nothing(),
            pairs: nothing(),
            rare: Vec::new(),
            past: Vec::new(),
            options: Vec::new(),
            choose_at: 64,
            search_at: FIRST_SEARCH,
            period: None,
            computed_from: 0,
            marks: None,
        };
        new.append(0);
        if new.moves.leave_three() {
            new.pairs = Planes::new(1, 0, heaps, heaps);
            new.pairs.push(None);
        }
        new
    }

    /// Returns how many values are known.
    pub(super) fn len(&self) -> usize {
        self.marks.as_ref().map_or(self.values.len(), |marks| marks.values().len())
    }

    /// Returns a value that is known.
    pub(super) fn value(&self, heap: usize) -> u32 {
        match &self.marks {
            Some(marks) => marks.values()[heap],
            None => self.values.all()[heap].into(),
        }
    }

    /// Takes the next value as given.
    pub(super) fn give(&mut self, value: u32) {
        self.is_stale = true;
        self.period = None;
        self.computed_from = self.len() + 1;
        match (&mut self.marks, u16::try_from(value)) {
            (Some(marks), _) => marks.push(value),
            (None, Ok(value)) => self.append(value),
            (None, Err(_)) => self.go_on_with_marks().push(value),
        }
    }

    /// Finds the values up to that of the heap of `end`, exclusively. It is asked every few milliseconds whether to go on.
    ///
    /// # Errors
    /// What the question returns.
    pub(super) fn run<E: Send>(
        &mut self,
        end: usize,
        ask: &(impl Fn() -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        while self.len() < end {
            ask()?;
            if let Some(marks) = &mut self.marks {
                marks.find(&self.moves, ask)?;
                continue;
            }
            if self.len() >= self.search_at && !self.demands.without_period {
                self.search_at = 2 * self.len();
                self.period = self.proved_period();
            }
            match self.period {
                Some(period) => self.values.repeat(period, end),
                None => self.find_some(end, ask)?,
            }
        }
        Ok(())
    }

    /// Looks for a period, from whose first repetition on all values were computed.
    fn proved_period(&self) -> Option<usize> {
        let known = Some(self.values.all()).filter(|known| known.len() <= MOST_SEARCHED)?;
        let period = proved_by_repetition(&self.game, known)?.period as usize;
        (self.computed_from + period <= known.len()).then_some(period)
    }

    /// Finds the values of some heaps.
    fn find_some<E: Send>(
        &mut self,
        end: usize,
        ask: &(impl Fn() -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        if self.len() >= self.choose_at {
            self.choose();
        }
        if self.is_stale {
            self.restart();
        }
        if self.planes > self.most_planes() {
            self.go_on_with_marks();
            return Ok(());
        }
        let first = self.next;
        // The first blocks are shorter, so that a good way is found early.
        let block = (first + 1).next_power_of_two().clamp(64, BLOCK);
        match self.find_block(end.min((first + 1).next_multiple_of(block)), ask) {
            Ok(()) => Ok(()),
            Err(Left::Stopped(stopped)) => Err(stopped),
            Err(Left::Outgrown) => {
                self.planes += 1 + self.planes / 8;
                self.is_stale = true;
                Ok(())
            }
        }
    }

    fn go_on_with_marks(&mut self) -> &mut Marks {
        let values = self.values.all().iter().map(|&value| value.into());
        self.marks.insert(Marks::new(values.collect()))
    }

    /// Appends a value.
    pub(super) fn append(&mut self, value: u16) {
        let heap = self.values.len();
        self.values.push(value);
        let value = usize::from(value);
        if self.counts.len() <= value {
            self.counts.resize(value + 1, [0, 0]);
        }
        self.counts[value][heap % 2] += 1;
    }
}

/// Returns the most of so many heaps among which a period is looked for.
pub(super) fn longest_search(heaps: u64) -> u64 {
    let lengths = (0..).map(|doublings| (FIRST_SEARCH as u64) << doublings);
    let most = heaps.min(MOST_SEARCHED as u64);
    lengths.take_while(|&length| length <= most).last().unwrap_or(0)
}
