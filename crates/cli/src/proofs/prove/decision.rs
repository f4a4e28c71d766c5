//! The decision: do automata satisfy the conditions that define their sets?

use std::sync::Arc;

use super::conditions::Conditions;
use super::definition::{Definition, SetName};
use super::shape::bounded_heaps;
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, Largest, Limits, Making, Variable, evaluate,
    shortest_difference,
};

/// The sizes of the bounded heaps.
type Layer = Vec<(Variable, u64)>;

/// Decides about the sets of a definition, one stage after the other.
pub(super) struct Decider<'a> {
    definition: &'a Definition,
    arithmetic: &'a Arithmetic,
    limits: &'a Limits<'a>,
    /// The largest automaton on the way.
    largest: Largest,
    /// The positions that have an option of Grundy value 0, 1, ..., as far as these are proved. Every
    /// larger value asks for them.
    reaching: Vec<Arc<Automaton>>,
}

impl<'a> Decider<'a> {
    pub(super) fn new(
        definition: &'a Definition,
        arithmetic: &'a Arithmetic,
        limits: &'a Limits<'a>,
    ) -> Self {
        let (largest, reaching) = (Largest::default(), Vec::new());
        Decider { definition, arithmetic, limits, largest, reaching }
    }

    /// Returns what the largest automaton on the way was; `None` before there is one.
    pub(super) fn largest(&self) -> Option<Making> {
        self.largest.get()
    }

    /// Decides whether automata satisfy their conditions: those of the first sets, of which the ones before
    /// the index `first` are known to. Returns a position that contradicts a condition, or `None`: then
    /// they are the sets, for all positions.
    pub(super) fn refutation(
        &mut self,
        first: usize,
        automata: &[Arc<Automaton>],
    ) -> Result<Option<(SetName, Vec<u64>)>, AutomataError> {
        // The values of sums are defined by those of all positions.
        let is_of_sums = self.definition.is_about_all_values();
        let known = if is_of_sums { self.definition.sets().len() } else { first };
        if is_of_sums {
            self.reaching.clear();
        }
        for index in self.reaching.len()..known {
            if let SetName::Value(value) = self.definition.sets()[index] {
                let reaches = Conditions::new(self.definition, automata, &[]).reaches(value);
                self.reaching.push(Arc::new(self.evaluated(&reaches)?));
            }
        }
        for (&set, automaton) in self.definition.sets().iter().zip(automata).skip(first) {
            if !automaton.ignores_leading_zeros() {
                // It is no set of positions: the first one has two words of different fate.
                return Ok(Some((set, vec![0; self.definition.ruleset().heaps()])));
            }
            let conditions = Conditions::new(self.definition, automata, &self.reaching);
            if let Some(position) = self.move_within(set, automaton, &conditions)? {
                return Ok(Some((set, position)));
            }
            let condition = conditions.condition(set);
            let position = match self.layers(&conditions)? {
                Some(layers) => self.difference_by_layers(automaton, &condition, &layers)?,
                None => {
                    let defined = self.evaluated(&condition)?;
                    shortest_difference(automaton, &defined, self.limits)?
                }
            };
            if let Some(position) = position {
                return Ok(Some((set, position)));
            }
        }
        if is_of_sums && let Some(&largest) = self.definition.sets().last() {
            let missing =
                self.definition.position_in_none(automata, self.arithmetic, self.limits)?;
            return Ok(missing.map(|position| (largest, position)));
        }
        Ok(None)
    }

    /// Returns a member of a set from which a move leads to another member, as none does in a set of P-positions or of a Grundy
    /// value. Each kind of moves is looked at by itself, as far as that takes small automata alone: a wrong guess is often
    /// refuted so before the automata of the whole condition grow.
    fn move_within(
        &self,
        set: SetName,
        automaton: &Arc<Automaton>,
        conditions: &Conditions,
    ) -> Result<Option<Vec<u64>>, AutomataError> {
        /// The most states that are small.
        const FEW_STATES: usize = 1 << 13;
        let heaps = self.definition.ruleset().heaps();
        let few = Limits { states: self.limits.states.min(FEW_STATES), ..*self.limits };
        for moves in conditions.moves_within(set) {
            let is_member = Formula::Accepts(Arc::clone(automaton), (0..heaps as u32).collect());
            let both = Formula::All(vec![is_member, moves]);
            let found = evaluate(&both, self.arithmetic, &few).and_then(|relation| {
                let none = evaluate(&Formula::Any(Vec::new()), self.arithmetic, &few)?;
                shortest_difference(&relation.over(heaps, &few)?, &none.over(heaps, &few)?, &few)
            });
            match found {
                Err(AutomataError::Interrupted) => return Err(AutomataError::Interrupted),
                Err(_) => {}
                found => {
                    if let Some(position) = found? {
                        return Ok(Some(position));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns the layers of a game: the sizes of the heaps that its rules bound, which are all that its positions have. `None` if
    /// it has one layer alone, or too many.
    fn layers(&self, conditions: &Conditions) -> Result<Option<Vec<Layer>>, AutomataError> {
        /// More layers are not decided one by one.
        const MOST_LAYERS: usize = 64;
        let bounded = bounded_heaps(self.definition.ruleset()).into_iter().enumerate();
        let bounded = bounded.filter_map(|(heap, most)| Some((heap as Variable, most?)));
        let layers = bounded.fold(vec![Layer::new()], |layers, (heap, most)| {
            let with = |layer: Layer| {
                let sizes = (0..=u64::from(most)).map(move |size| (heap, size));
                sizes.map(move |size| [&layer[..], &[size]].concat())
            };
            layers.into_iter().flat_map(with).take(MOST_LAYERS + 1).collect()
        });
        if !(2..=MOST_LAYERS).contains(&layers.len()) {
            return Ok(None);
        }
        let outside = Formula::All(vec![conditions.is_position(), Formula::not(in_some(&layers))]);
        let is_empty = self.evaluated(&outside)? == self.evaluated(&Formula::Any(Vec::new()))?;
        Ok(is_empty.then_some(layers))
    }

    /// Returns a position for which an automaton and a condition differ, where the condition holds of none outside the layers.
    /// In each layer the sizes of the bounded heaps are put in first.
    fn difference_by_layers(
        &self,
        automaton: &Arc<Automaton>,
        condition: &Formula,
        layers: &[Layer],
    ) -> Result<Option<Vec<u64>>, AutomataError> {
        let heaps = self.definition.ruleset().heaps();
        let accepts = Formula::Accepts(Arc::clone(automaton), (0..heaps as Variable).collect());
        let in_layers = Formula::All(vec![accepts.clone(), in_some(layers)]);
        let found = shortest_difference(automaton, &self.evaluated(&in_layers)?, self.limits)?;
        if found.is_some() {
            return Ok(found);
        }
        for layer in layers {
            let of_layer = |formula: &Formula| {
                let put_in = formula.with_constants(layer, self.arithmetic, self.limits)?;
                let sizes = layer.iter().map(|&(heap, size)| Formula::Is(heap, size));
                self.evaluated(&Formula::All(sizes.chain([put_in]).collect()))
            };
            let (accepted, defined) = (of_layer(&accepts)?, of_layer(condition)?);
            let found = shortest_difference(&accepted, &defined, self.limits)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns the positions that satisfy a formula. A heap that does not matter is free: the formula is one
    /// about all heaps.
    fn evaluated(&self, formula: &Formula) -> Result<Automaton, AutomataError> {
        let limits = Limits { largest: Some(&self.largest), ..*self.limits };
        let relation = evaluate(formula, self.arithmetic, &limits)?;
        relation.over(self.definition.ruleset().heaps(), self.limits)
    }
}

/// Says that the bounded heaps are those of some layer.
fn in_some(layers: &[Layer]) -> Formula {
    let is = |&(heap, size): &(Variable, u64)| Formula::Is(heap, size);
    Formula::Any(layers.iter().map(|layer| Formula::All(layer.iter().map(is).collect())).collect())
}

impl Definition {
    /// Returns a position that is in none of the sets, written with as few digits as possible; `None` if every position is in
    /// one.
    pub(super) fn position_in_none(
        &self,
        automata: &[Arc<Automaton>],
        arithmetic: &Arithmetic,
        limits: &Limits,
    ) -> Result<Option<Vec<u64>>, AutomataError> {
        let heaps = self.ruleset().heaps();
        let position: Vec<u32> = (0..heaps as u32).collect();
        let is_in = |set: &Arc<Automaton>| Formula::Accepts(Arc::clone(set), position.clone());
        let is_no_position = Formula::not(self.is_position(automata));
        let any = Formula::Any(automata.iter().map(is_in).chain([is_no_position]).collect());
        let any = evaluate(&any, arithmetic, limits)?.over(heaps, limits)?;
        shortest_difference(&any, &Automaton::all(arithmetic.numeration(), heaps, limits)?, limits)
    }
}
