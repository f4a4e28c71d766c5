//! Longer and longer lists of P-positions, or of the positions of a Grundy value, of games of which these are listed without a
//! table, and the automata that are read off their words.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::caps::Caps;
use super::cells::{CellGame, Excluded, Step};
use super::classes::Classes;
use super::columns::{Columns, List};
use super::definition::Definition;
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Cells, Formula, FreshVariables, Limits, ListedWords,
    Numeration, Rule, Variable, evaluate,
};
use grundytab::control::{Control, Interrupted};
use grundytab::memory::available_memory_bytes;

/// A list may have this many times as many positions as a table, or different cells: it takes less memory and time.
const MEMBERS_FOR_A_POSITION: u64 = 16;

/// And it may take this many steps, in each of which 64 positions are looked at or more.
const STEPS_FOR_A_POSITION: u64 = 1024;

/// If a column takes more steps, its number of steps grows with the side.
const STEPS_OF_COLUMN: f64 = 32.0;

/// Guesses from the longest list in which more transitions are ambiguous are not decided, and others in which any is: a wrong
/// guess may take long to decide, and the next list is longer.
const MOST_AMBIGUOUS: usize = 4;

/// A guess from a list has at most this many states.
const MOST_STATES: usize = 60_000;

/// The first list of cells has the positions below this number at least.
const FIRST_SIDE: u32 = 200;

/// And if layers are listed in turn, below this one: a wrong guess of one spoils those that follow.
const FIRST_SIDE_IN_TURN: u32 = 2000;

/// The last one has those of numbers of this many bits.
const LAST_BITS: u32 = 62;

/// What is listed.
pub(super) enum Listed {
    ByCells(CellGame),
    /// On three heaps.
    ByColumns(Columns),
}

/// The lists of a set of a game in a numeration.
pub(super) struct Lists<'a> {
    game: &'a Listed,
    /// The Grundy value of the positions, 0 of P-positions.
    value: u32,
    numeration: &'a Arc<Numeration>,
    caps: &'a Caps<'a>,
    /// The automata of the smaller values.
    smaller: &'a [Arc<Automaton>],
    /// The cells of all layers; if these are listed in turn, those of the next layer.
    cells: Option<Cells<'a>>,
    /// The guesses of the first layers, if they are listed in turn.
    layers: Vec<Arc<Automaton>>,
    last: Option<Last>,
    /// A guess was wrong first at numbers of this many digits: the next list has more.
    wrong_at: usize,
}

/// What the last list has taken.
struct Last {
    digits: usize,
    side: u32,
    members: usize,
    steps: u64,
}

/// What a list has shown.
pub(super) struct Shown {
    pub(super) classes: Classes,
    /// `None` if too much is ambiguous, or the automaton too large, or longer lists will show more.
    pub(super) guess: Option<Automaton>,
}

impl Listed {
    /// Returns how the sets of a definition are listed, if they are.
    ///
    /// # Errors
    /// When the control interrupts it.
    pub(super) fn of(
        definition: &Definition,
        control: &Control,
    ) -> Result<Option<Self>, Interrupted> {
        let by_columns = || Columns::of(definition).map(Listed::ByColumns);
        Ok(CellGame::of(definition, control)?.map(Listed::ByCells).or_else(by_columns))
    }
}

impl<'a> Lists<'a> {
    pub(super) fn new(
        game: &'a Listed,
        value: u32,
        numeration: &'a Arc<Numeration>,
        caps: &'a Caps<'a>,
        smaller: &'a [Arc<Automaton>],
    ) -> Self {
        let (cells, layers) = (None, Vec::new());
        Lists { game, value, numeration, caps, smaller, cells, layers, last: None, wrong_at: 0 }
    }

    /// Notes that a guess was wrong at a position.
    pub(super) fn learn(&mut self, position: &[u64]) {
        let digits = |&heap: &u64| self.numeration.digits_of(heap).len();
        self.wrong_at = position.iter().map(digits).max().unwrap_or(0);
        if !self.layers.is_empty() {
            (self.layers, self.cells) = (Vec::new(), None);
        }
    }

    /// Returns the number of digits of the next list, and whether no longer one will follow; `None` if the next one has more
    /// positions than the caps allow, or does not fit into memory.
    pub(super) fn next(&self) -> Option<(usize, bool)> {
        match self.game {
            Listed::ByCells(game) => self.next_of_cells(game),
            Listed::ByColumns(columns) => self.next_of_columns(columns),
        }
    }

    fn next_of_cells(&self, game: &CellGame) -> Option<(usize, bool)> {
        let longest = self.numeration.digits_of(1 << LAST_BITS).len() - 1;
        let digits = match &self.last {
            Some(last) if last.digits == longest => return None,
            Some(last) => (last.digits + 2).max(last.digits * 5 / 4),
            None => {
                let side = if game.is_in_turn() { FIRST_SIDE_IN_TURN } else { FIRST_SIDE };
                self.numeration.digits_of(side.into()).len()
            }
        };
        let digits = digits.max(self.wrong_at + self.wrong_at / 4).min(longest);
        Some((digits, digits == longest))
    }

    fn next_of_columns(&self, columns: &Columns) -> Option<(usize, bool)> {
        // Each list is twice as long in each heap, and begins where tables end.
        const LEAST: u32 = 20;
        let memory = available_memory_bytes() as f64;
        let wanted = self.last.as_ref().map_or(LEAST, |last| last.side.saturating_mul(2));
        let sides = (1..).map_while(|digits| Some((digits, self.numeration.least_of(digits + 1)?)));
        let fitting: Vec<(usize, u32)> =
            sides.take_while(|&(_, side)| self.fits(columns, side, memory)).collect();
        let longer = |side: u32| self.last.as_ref().is_none_or(|last| side > last.side);
        let &(longest, side) = fitting.last().filter(|&&(_, side)| longer(side))?;
        match fitting.iter().find(|&&(_, side)| side >= wanted) {
            Some(&(digits, _)) => Some((digits, digits == longest)),
            None if side >= LEAST => Some((longest, true)),
            None => None,
        }
    }

    fn fits(&self, game: &Columns, side: u32, memory: f64) -> bool {
        let Some(last) = &self.last else { return side < 1 << 16 };
        let columns = game.heaps() as i32 - 1;
        let ratio = f64::from(side) / f64::from(last.side);
        let members = last.members as f64 * ratio.powi(columns);
        let steps_of_column = last.steps as f64 / f64::from(last.side).powi(columns);
        let grow = if steps_of_column > STEPS_OF_COLUMN { ratio } else { 1.0 };
        let steps = last.steps as f64 * ratio.powi(columns) * grow;
        let bytes = members * 4.0 * game.heaps() as f64 + game.bytes(self.value, side);
        let caps = [MEMBERS_FOR_A_POSITION, STEPS_FOR_A_POSITION];
        let [most_members, most_steps] =
            caps.map(|factor| self.caps.positions.saturating_mul(factor) as f64);
        members <= most_members && steps <= most_steps && 1.05 * bytes <= memory
    }

    /// Makes the list of this many digits, and reads an automaton off it; `None` if there is too much to list.
    pub(super) fn list(
        &mut self,
        digits: usize,
        is_last: bool,
    ) -> Result<Option<Shown>, AutomataError> {
        match self.game {
            Listed::ByCells(game) if game.is_in_turn() => self.list_in_turn(game, digits, is_last),
            Listed::ByCells(game) => self.list_cells(game, digits, is_last),
            Listed::ByColumns(columns) => self.list_columns(columns, digits, is_last).map(Some),
        }
    }

    fn list_columns(
        &mut self,
        columns: &Columns,
        digits: usize,
        is_last: bool,
    ) -> Result<Shown, AutomataError> {
        let side = self.numeration.least_of(digits + 1).unwrap_or(u32::MAX);
        let list = columns.below::<3>(self.value, side, &self.caps.control);
        let List { members, steps } = list.map_err(|_| AutomataError::Interrupted)?;
        self.last = Some(Last { digits, side, members: members.len(), steps });
        let words = ListedWords::of(self.numeration, digits, members, &self.caps.limits())?;
        let classes = Classes::of(&words, self.value);
        let guess = self.guess(&words, &classes, is_last)?;
        Ok(Shown { classes, guess })
    }

    /// Fills the cells of a rule, of those that have been begun or of new ones; `None` if there are too many.
    fn fill(
        &mut self,
        rule: impl FnOnce() -> Rule<'a>,
        digits: usize,
    ) -> Result<Option<&Cells<'a>>, AutomataError> {
        let most = self.caps.positions.saturating_mul(MEMBERS_FOR_A_POSITION);
        let limits = Limits { states: most.min(u32::MAX.into()) as usize, ..self.caps.limits() };
        let cells = self.cells.get_or_insert_with(|| {
            Cells::new(rule(), self.numeration, available_memory_bytes() as usize / 2)
        });
        self.last = Some(Last { digits, side: 0, members: 0, steps: 0 });
        match cells.fill(digits, &limits) {
            Err(AutomataError::Interrupted) => Err(AutomataError::Interrupted),
            ended => Ok(ended.is_ok().then_some(cells)),
        }
    }

    /// Lists one layer after the other, as far as each can be guessed.
    fn list_in_turn(
        &mut self,
        game: &'a CellGame,
        digits: usize,
        is_last: bool,
    ) -> Result<Option<Shown>, AutomataError> {
        if self.layers.len() == game.layers.len() {
            self.layers.clear();
        }
        loop {
            let (layer, value) = (self.layers.len(), self.value);
            let excluded = match self.cells {
                None => match self.excluded(game, layer) {
                    Err(AutomataError::Interrupted) => return Err(AutomataError::Interrupted),
                    Err(_) => return Ok(None),
                    excluded => excluded?,
                },
                Some(_) => Vec::new(),
            };
            let rule = || game.rule_of_layer(layer, value, excluded);
            let Some(cells) = self.fill(rule, digits)? else { return Ok(None) };
            let words = cells.words(0);
            let classes = Classes::of(&words, value);
            let Some(guess) = self.guess(&words, &classes, is_last)? else {
                return Ok(Some(Shown { classes, guess: None }));
            };
            self.cells = None;
            self.layers.push(Arc::new(guess));
            if self.layers.len() == game.layers.len() {
                let guess = Some(self.united(game, self.layers.clone())?);
                return Ok(Some(Shown { classes, guess }));
            }
        }
    }

    /// Returns the pairs in a layer that are no members since moves lead from them to earlier layers, as these are guessed, or
    /// since they have smaller values; for each ray those with which it begins.
    fn excluded(&self, game: &CellGame, layer: usize) -> Result<Vec<Excluded>, AutomataError> {
        let limits = self.caps.limits();
        let arithmetic = Arithmetic::of(self.numeration, &limits)?;
        let mut excluded: BTreeMap<Option<Step>, Vec<Formula>> = BTreeMap::new();
        for (ray, ends) in game.between(layer) {
            for (to, offsets) in ends {
                let moved = self.layers[to].moved(&offsets, &arithmetic, &limits)?;
                let moved = Formula::Accepts(Arc::new(moved), vec![0, 1]);
                excluded.entry(ray).or_default().push(moved);
            }
        }
        let heaps = 2 + game.layers[layer].len();
        let fresh = FreshVariables::after(heaps);
        let [x, y] = game.free.map(|heap| heap as u32);
        for smaller in self.smaller {
            let sizes: Vec<(u32, u64)> =
                game.layers[layer].iter().map(|&(heap, size)| (heap as u32, size.into())).collect();
            let of_all = Formula::Accepts(Arc::clone(smaller), (0..heaps as u32).collect());
            let of_layer = of_all.with_constants(&sizes, &arithmetic, &limits)?;
            let above = fresh.variable();
            let raises = raises(game.shear, [x, y, above], &fresh);
            let moved = Formula::exists(y, [of_layer, raises]);
            let moved = evaluate(&moved, &arithmetic, &limits)?.in_order(&[x, above], &limits)?;
            let moved = Formula::Accepts(Arc::new(moved), vec![0, 1]);
            excluded.entry(None).or_default().push(moved);
        }
        let united = |(ray, pairs)| {
            let pairs = evaluate(&Formula::Any(pairs), &arithmetic, &limits)?.over(2, &limits)?;
            Ok((ray, Arc::new(pairs)))
        };
        excluded.into_iter().map(united).collect()
    }

    fn list_cells(
        &mut self,
        game: &'a CellGame,
        digits: usize,
        is_last: bool,
    ) -> Result<Option<Shown>, AutomataError> {
        let value = self.value;
        let Some(cells) = self.fill(|| game.rule(value), digits)? else { return Ok(None) };
        let values = value as usize + 1;
        let sets = (0..game.layers.len()).map(|layer| layer * values + value as usize);
        let words: Vec<ListedWords<2>> = sets.map(|set| cells.words(set)).collect();
        let classes: Vec<Classes> = words.iter().map(|words| Classes::of(words, value)).collect();
        let mut guesses = Vec::new();
        for (words, classes) in words.iter().zip(&classes) {
            match self.guess(words, classes, is_last)? {
                Some(guess) => guesses.push(Arc::new(guess)),
                None => break,
            }
        }
        let guess = match guesses.len() == game.layers.len() {
            true => Some(self.united(game, guesses)?),
            false => None,
        };
        // The layer of which it is said that there seems to be no automaton, or the one with the most classes.
        let most = |classes: &Classes| (classes.suggest_no_automaton(), classes.least_states());
        let classes = classes.into_iter().max_by_key(most);
        Ok(classes.map(|classes| Shown { classes, guess }))
    }

    fn guess<const TRACKS: usize>(
        &self,
        words: &ListedWords<TRACKS>,
        classes: &Classes,
        is_last: bool,
    ) -> Result<Option<Automaton>, AutomataError> {
        // Where the classes still grow as the words do, longer lists are needed.
        if classes.grow_as_words() && !is_last {
            return Ok(None);
        }
        let limits = self.caps.limits();
        let most_states = Limits { states: limits.states.min(MOST_STATES), ..limits };
        match words.guess(&most_states) {
            Err(AutomataError::Interrupted) => Err(AutomataError::Interrupted),
            Ok(guess) if guess.ambiguous <= if is_last { MOST_AMBIGUOUS } else { 0 } => {
                Ok(Some(guess.automaton))
            }
            Ok(_) | Err(_) => Ok(None),
        }
    }

    /// Returns the automaton of all layers, each of which is that of the sets of two heaps, the second of which is moved up where
    /// the cells are.
    fn united(
        &self,
        game: &CellGame,
        layers: Vec<Arc<Automaton>>,
    ) -> Result<Automaton, AutomataError> {
        let limits = self.caps.limits();
        let heaps = 2 + game.layers.first().map_or(0, Vec::len);
        let [x, y] = game.free.map(|heap| heap as u32);
        let fresh = FreshVariables::after(heaps);
        let of_layer = |(automaton, sizes): (Arc<Automaton>, &Vec<(usize, u32)>)| {
            let members = match game.shear {
                0 => Formula::Accepts(automaton, vec![x, y]),
                shear => {
                    let above = fresh.variable();
                    let accepts = Formula::Accepts(automaton, vec![x, above]);
                    Formula::exists(above, [raises(shear, [x, y, above], &fresh), accepts])
                }
            };
            let is = |&(heap, size): &(usize, u32)| Formula::Is(heap as u32, size.into());
            Formula::All(sizes.iter().map(is).chain([members]).collect())
        };
        let any = Formula::Any(layers.into_iter().zip(&game.layers).map(of_layer).collect());
        let arithmetic = Arithmetic::of(self.numeration, &limits)?;
        evaluate(&any, &arithmetic, &limits)?.over(heaps, &limits)
    }
}

/// Says that the third number is the second one moved up where the cells are.
fn raises(shear: u32, [x, y, above]: [Variable; 3], fresh: &FreshVariables) -> Formula {
    let by = fresh.variable();
    let multiple = Formula::multiple(shear.into(), x, by, fresh);
    Formula::exists(by, [multiple, Formula::Sum([y, by, above])])
}
