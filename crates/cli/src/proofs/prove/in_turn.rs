//! Searches in several numerations, in turn: first with small caps in all of them, then with larger ones, since what is found
//! soon in some numeration is not to be sought for long in another. `prove` and `decide` share the order and the time in this
//! way.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::caps::Caps;
use super::definition::Definition;
use super::found::Search;
use super::numeration_names::parse_numeration;
use super::slopes::{Slopes, slopes_of};
use super::symbols::needed_numeration;
use crate::automata::Numeration;
use grundytab::control::Control;
use grundytab::error::Error;
use grundytab::invalid_input::InvalidInput;

/// Which numerations are tried.
#[derive(Debug, Clone)]
pub enum Numerations {
    /// These alone.
    Given(Vec<Numeration>),
    /// The one in which the rules of the games are automatic, if they are in one alone; else the usual ones, and from the second
    /// stage on those that the slopes of the P-positions suggest: the first one of these before all others.
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

/// The order in which searches about some games are made, stage by stage and numeration by numeration.
pub struct Turns<'a> {
    definitions: &'a [Definition],
    numerations: Vec<Arc<Numeration>>,
    asks_slopes: bool,
    /// The slopes, as soon as they are measured.
    slopes: Slopes,
    stages: Vec<Caps<'a>>,
    /// The index of the stage, and that of the next numeration in it.
    stage: usize,
    place: usize,
    time: Option<Duration>,
    began: Instant,
}

impl<'a> Turns<'a> {
    /// Begins with the first stage. All searches share the time, if it is limited.
    ///
    /// # Errors
    /// When the rules of a game are not automatic in a numeration that is to be tried.
    pub fn new(
        definitions: &'a [Definition],
        numerations: Numerations,
        stages: Vec<Caps<'a>>,
        time: Option<Duration>,
    ) -> Result<Self, InvalidInput> {
        let needed = || definitions.iter().find_map(|of| needed_numeration(of.ruleset()));
        let (numerations, asks_slopes) = match numerations {
            Numerations::Given(given) => (given, false),
            Numerations::ThatSuit => match needed() {
                Some(needed) => (vec![parse_numeration(needed)?], false),
                None => (Numerations::usual(), true),
            },
        };
        for numeration in &numerations {
            definitions.iter().try_for_each(|of| of.check_numeration(numeration))?;
        }
        let numerations = numerations.into_iter().map(Arc::new).collect();
        let began = Instant::now();
        let slopes = Slopes::default();
        let (stage, place) = (0, 0);
        Ok(Turns {
            definitions,
            numerations,
            asks_slopes,
            slopes,
            stages,
            stage,
            place,
            time,
            began,
        })
    }

    /// Leaves out the numeration of the last search from now on.
    pub fn give_up(&mut self) {
        if let Some(place) = self.place.checked_sub(1) {
            self.numerations.remove(place);
            self.place = place;
        }
    }

    /// Searches in these numerations alone from now on.
    pub fn restrict_to(&mut self, is_left: impl Fn(&Numeration) -> bool) {
        self.numerations.retain(|numeration| is_left(numeration));
        self.asks_slopes = false;
    }

    /// Searches in a numeration before all others in the stages that follow.
    pub fn put_first(&mut self, numeration: Numeration) {
        self.numerations.retain(|other| **other != numeration);
        self.numerations.insert(0, Arc::new(numeration));
    }

    /// Goes to the next stage. Returns whether there is one.
    ///
    /// # Errors
    /// When the user interrupts the measurement of slopes.
    pub fn next_stage(&mut self) -> Result<bool, Error> {
        (self.stage, self.place) = (self.stage + 1, 0);
        if self.asks_slopes && self.stage < self.stages.len() {
            self.asks_slopes = false;
            let Some(own) = self.share(1 + self.left()) else { return Ok(false) };
            self.slopes = slopes_of_games(self.definitions, &own.control)?;
            let mut suggested = self.slopes.numerations.clone().into_iter();
            let first = suggested.next();
            let known =
                |numeration: &Numeration| self.numerations.iter().any(|n| **n == *numeration);
            let others: Vec<Numeration> = suggested.filter(|other| !known(other)).collect();
            self.numerations.extend(others.into_iter().map(Arc::new));
            first.into_iter().for_each(|first| self.put_first(first));
        }
        Ok(self.stage < self.stages.len() && !self.numerations.is_empty())
    }

    /// Returns how many searches there are from the beginning of this stage on.
    fn left(&self) -> usize {
        self.stages.len().saturating_sub(self.stage) * self.numerations.len()
    }

    /// Returns the caps of one of this many searches that are left.
    fn share(&self, left: usize) -> Option<Caps<'a>> {
        Some(self.stages.get(self.stage)?.with_share_of_time(self.time, self.began, left))
    }
}

/// Goes through the numerations of a stage, with caps that leave all later searches their share of the time.
impl<'a> Iterator for Turns<'a> {
    type Item = (Arc<Numeration>, Caps<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let numeration = Arc::clone(self.numerations.get(self.place)?);
        let caps = self.share(self.left() - self.place)?;
        self.place += 1;
        Some((numeration, caps))
    }
}

/// A search in one numeration.
pub type SearchIn<'a> = dyn FnMut(&Arc<Numeration>, &Caps) -> Result<Search, Error> + 'a;

/// What searches in one numeration after the other have found.
#[derive(Debug, Default)]
pub struct Tried {
    /// What the last search in each numeration has found; if all is proved, the last search has proved it.
    pub searches: Vec<(Arc<Numeration>, Search)>,
    /// The slopes, if they were measured.
    pub slopes: Slopes,
}

/// Searches in one numeration after the other, by the function `search`, until all is proved.
///
/// # Errors
/// When the game can be written in none of the numerations, and those of the searches.
pub fn prove_in_turn(
    definition: &Definition,
    numerations: Numerations,
    caps: &Caps,
    time: Option<Duration>,
    search: &mut SearchIn,
) -> Result<Tried, Error> {
    let stages = match &numerations {
        Numerations::Given(given) if given.len() < 2 => vec![*caps],
        _ => stages(caps),
    };
    let mut turns = Turns::new(std::slice::from_ref(definition), numerations, stages, time)?;
    let mut found: Vec<(Arc<Numeration>, Search)> = Vec::new();
    loop {
        while let Some((numeration, own)) = turns.next() {
            let result = search(&numeration, &own)?;
            let is_proved = result.end.is_none();
            if result.seems_vain_below().is_some() {
                turns.give_up();
            }
            match found.iter().position(|(earlier, _)| *earlier == numeration) {
                // It is the last one.
                Some(index) if is_proved => drop(found.remove(index)),
                Some(index) => {
                    found[index].1.continue_with(result);
                    continue;
                }
                None => {}
            }
            found.push((numeration, result));
            if is_proved {
                return Ok(Tried { searches: found, slopes: turns.slopes });
            }
        }
        if !turns.next_stage()? {
            return Ok(Tried { searches: found, slopes: turns.slopes });
        }
    }
}

/// Returns the slopes of the P-positions of some games; none if the time is over before they are measured.
///
/// # Errors
/// When the user interrupts it.
pub fn slopes_of_games(definitions: &[Definition], control: &Control) -> Result<Slopes, Error> {
    let mut found = Slopes::default();
    for definition in definitions {
        let own = match slopes_of(definition, control) {
            Err(Error::Interrupted) if !control.is_stopped() => break,
            own => own?,
        };
        found.unknown.extend(own.unknown);
        for numeration in own.numerations {
            if !found.numerations.contains(&numeration) {
                found.numerations.push(numeration);
            }
        }
    }
    Ok(found)
}
