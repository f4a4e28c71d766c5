//! Searches in several numerations, in turn: first with small caps in all of them, then with larger ones, since what is found
//! soon in some numeration is not to be sought for long in another.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::caps::Caps;
use super::definition::Definition;
use super::found::Search;
use super::slopes::numerations_of_slopes;
use crate::automata::Numeration;
use crate::control::Control;
use crate::error::Error;

/// Which numerations are tried.
#[derive(Debug, Clone)]
pub enum Numerations {
    /// These alone.
    Given(Vec<Numeration>),
    /// The usual ones, and then those that the slopes of the P-positions suggest.
    ThatSuit,
}

impl Numerations {
    /// Returns the numerations that are tried where none are requested.
    pub fn usual() -> Vec<Numeration> {
        let bases = [2, 3].into_iter().flat_map(Numeration::base);
        let [fibonacci, pell] = [Numeration::fibonacci(), Numeration::pell()];
        std::iter::once(fibonacci).chain(bases).chain([pell]).collect()
    }
}

/// Returns the caps of one stage after the other, the last with these.
pub fn stages<'a>(caps: &Caps<'a>) -> Vec<Caps<'a>> {
    let within = |positions: u64, states: usize| {
        let (positions, states) = (caps.positions.min(positions), caps.states.min(states));
        Caps { positions, states, ..*caps }
    };
    let mut stages = vec![within(3_000, 10_000), within(100_000, 100_000), *caps];
    stages.dedup_by_key(|caps| (caps.positions, caps.states));
    stages
}

impl<'a> Caps<'a> {
    /// Returns the caps of one of this many searches that are left, which share the rest of the time, if it is limited.
    #[must_use]
    pub fn with_share_of_time(
        &self,
        time: Option<Duration>,
        began: Instant,
        left: usize,
    ) -> Caps<'a> {
        let left = left.max(1) as u32;
        let share = time.map(|time| time.saturating_sub(began.elapsed()) / left);
        let end = share.and_then(|share| Instant::now().checked_add(share));
        Caps { control: end.map_or(self.control, |end| self.control.until(end)), ..*self }
    }
}

/// A search in one numeration.
pub type SearchIn<'a> = dyn FnMut(&Arc<Numeration>, &Caps) -> Result<Search, Error> + 'a;

/// Searches in one numeration after the other, by the function `search`, until all is proved. Returns what the last search in
/// each numeration has found; if all is proved, the last search has proved it.
///
/// # Errors
/// When the game can be written in none of the numerations, and those of the searches.
pub fn prove_in_turn(
    definition: &Definition,
    numerations: Numerations,
    caps: &Caps,
    time: Option<Duration>,
    search: &mut SearchIn,
) -> Result<Vec<(Arc<Numeration>, Search)>, Error> {
    let began = Instant::now();
    let adds_those_of_slopes = matches!(numerations, Numerations::ThatSuit);
    let mut numerations: Vec<Arc<Numeration>> = match numerations {
        Numerations::Given(given) => {
            given.iter().try_for_each(|numeration| definition.check_numeration(numeration))?;
            given.into_iter().map(Arc::new).collect()
        }
        Numerations::ThatSuit => {
            let mut usual = Numerations::usual();
            usual.retain(|numeration| definition.check_numeration(numeration).is_ok());
            usual.into_iter().map(Arc::new).collect()
        }
    };
    let stages = if numerations.len() > 1 { stages(caps) } else { vec![*caps] };
    let mut found: Vec<(Arc<Numeration>, Search)> = Vec::new();
    for (number, stage) in stages.iter().enumerate() {
        if number == 1 && adds_those_of_slopes {
            let left = 1 + (stages.len() - number) * numerations.len();
            let own = caps.with_share_of_time(time, began, left);
            for numeration in suggested(definition, &own.control)?.into_iter().map(Arc::new) {
                if !numerations.contains(&numeration) {
                    numerations.push(numeration);
                }
            }
        }
        for (place, numeration) in numerations.iter().enumerate() {
            if is_vain(numeration, &found) {
                continue;
            }
            let still = |from: usize| {
                numerations[from..].iter().filter(|other| !is_vain(other, &found)).count()
            };
            let left = still(place) + (stages.len() - number - 1) * still(0);
            let result = search(numeration, &stage.with_share_of_time(time, began, left))?;
            let earlier = found.iter().position(|(earlier, _)| earlier == numeration);
            let is_proved = result.end.is_none();
            match earlier {
                // It is the last one.
                Some(index) if is_proved => drop(found.remove(index)),
                Some(index) => {
                    found[index].1.continue_with(result);
                    continue;
                }
                None => {}
            }
            found.push((Arc::clone(numeration), result));
            if is_proved {
                return Ok(found);
            }
        }
    }
    Ok(found)
}

/// Returns the numerations that the slopes suggest; none if the time is over before they are measured.
fn suggested(definition: &Definition, control: &Control) -> Result<Vec<Numeration>, Error> {
    match numerations_of_slopes(definition, control) {
        Err(Error::Interrupted) if !control.is_stopped() => Ok(Vec::new()),
        suggested => suggested,
    }
}

/// Whether it seems that no automaton in a numeration is right, so that it is not tried again.
fn is_vain(numeration: &Arc<Numeration>, found: &[(Arc<Numeration>, Search)]) -> bool {
    let same = found.iter().find(|(earlier, _)| earlier == numeration);
    same.is_some_and(|(_, search)| search.seems_vain())
}
