//! What is known of the heaps so far, and the way in which more is found.

use fearless_simd::Level;

use super::block::Left;
use super::marks::Marks;
use super::numbers_taken::NumbersTaken;
use super::sets::{BLOCK, Sets};
use super::way::Demands;
use crate::ruleset::TakeAndBreakGame;
use crate::totals::proved_by_repetition;

/// A period is looked for first among this number of heaps; then among twice as many, again and again, up to the most.
const FIRST_SEARCH: usize = 64;
const MOST_SEARCHED: usize = 1 << 24;

/// The values so far, and what finds more of them.
pub(super) struct Tabulation {
    game: TakeAndBreakGame,
    pub(super) sets: Sets,
    /// Values were given, or the way or the planes have changed, since sets were made.
    is_stale: bool,
    /// When the way is chosen again, and a period is looked for again.
    choose_at: usize,
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
        Tabulation {
            game: game.clone(),
            sets: Sets::new(NumbersTaken::new(game), heaps, level, demands),
            is_stale: true,
            choose_at: 64,
            search_at: FIRST_SEARCH,
            period: None,
            computed_from: 0,
            marks: None,
        }
    }

    /// Returns how many values are known.
    pub(super) fn len(&self) -> usize {
        self.marks.as_ref().map_or(self.sets.values.len(), |marks| marks.values().len())
    }

    /// Returns a value that is known.
    pub(super) fn value(&self, heap: usize) -> u32 {
        match &self.marks {
            Some(marks) => marks.values()[heap],
            None => self.sets.values.all()[heap].into(),
        }
    }

    /// Takes the next value as given.
    pub(super) fn give(&mut self, value: u32) {
        self.is_stale = true;
        self.period = None;
        self.computed_from = self.len() + 1;
        match (&mut self.marks, u16::try_from(value)) {
            (Some(marks), _) => marks.push(value),
            (None, Ok(value)) => self.sets.append(value),
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
                marks.find(&self.sets.moves, ask)?;
                continue;
            }
            let is_sought = self.period.is_none() && !self.sets.demands.without_period;
            if is_sought && self.len() >= self.search_at {
                self.search_at = 2 * self.len();
                self.period = self.proved_period();
            }
            match self.period {
                Some(period) => self.sets.values.repeat(period, end),
                None => self.find_some(end, ask)?,
            }
        }
        Ok(())
    }

    /// Looks for a period, from whose first repetition on all values were computed.
    fn proved_period(&self) -> Option<usize> {
        let known = Some(self.sets.values.all()).filter(|known| known.len() <= MOST_SEARCHED)?;
        let period = proved_by_repetition(&self.game, known)?.period as usize;
        (self.computed_from + period <= known.len()).then_some(period)
    }

    /// Finds the values of some heaps.
    fn find_some<E: Send>(
        &mut self,
        end: usize,
        ask: &(impl Fn() -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        let known = self.len();
        if known >= self.choose_at {
            // At ever greater distances.
            self.choose_at = known + (known / 4).clamp(64, 1 << 16);
            if let Some(way) = self.sets.better_way() {
                self.sets.way = way;
                self.sets.planes = 1;
                self.is_stale = true;
            }
        }
        if self.is_stale {
            self.is_stale = false;
            self.sets.restart();
        }
        if self.sets.planes > self.sets.most_planes() {
            self.go_on_with_marks();
            return Ok(());
        }
        let first = self.sets.next;
        // The first blocks are shorter, so that a good way is found early.
        let block = (first + 1).next_power_of_two().clamp(64, BLOCK);
        match self.sets.find_block(end.min((first + 1).next_multiple_of(block)), ask) {
            Ok(()) => Ok(()),
            Err(Left::Stopped(stopped)) => Err(stopped),
            Err(Left::Outgrown) => {
                let (planes, most) = (self.sets.planes, self.sets.most_planes());
                let more = planes + 1 + planes / 8;
                self.sets.planes = if planes < most { more.min(most) } else { more };
                self.is_stale = true;
                Ok(())
            }
        }
    }

    fn go_on_with_marks(&mut self) -> &mut Marks {
        let mut values = Vec::with_capacity(self.sets.heaps);
        values.extend(self.sets.values.all().iter().map(|&value| u32::from(value)));
        self.marks.insert(Marks::new(values))
    }
}

/// Returns among how many heaps a period is looked for at last, if there are this many.
pub(super) fn longest_search(heaps: u64) -> u64 {
    let lengths = (0..).map(|doublings| (FIRST_SEARCH as u64) << doublings);
    let most = heaps.min(MOST_SEARCHED as u64);
    lengths.take_while(|&length| length <= most).last().unwrap_or(0)
}
