//! What an automaton is like: its strongly connected components, how many tuples it accepts by their digits, how fast these
//! grow, and whether the numbers of a tuple may be exchanged.

use super::automaton::{Automaton, NONE};
use super::limits::{AutomataError, Limits};
use super::relation::Relation;

/// A strongly connected component: states of which each leads to each other one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Component {
    /// The number of states.
    pub states: usize,
    /// The number of transitions between its states.
    pub transitions: usize,
    /// How many times as many paths there are within it for each further letter.
    pub growth: f64,
}

impl Component {
    /// Whether it is a cycle: each of its states has one transition to a state of it.
    pub fn is_cycle(&self) -> bool {
        self.states == self.transitions
    }
}

impl Automaton {
    /// Returns the strongly connected components, the largest first.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Automaton, Limits, Numeration};
    /// let fibonacci = Arc::new(Numeration::fibonacci());
    /// let all = Automaton::all(&fibonacci, 1, &Limits::default())?;
    /// // After a digit 1 a digit 0 follows, after a 0 any digit: the paths grow by the golden ratio.
    /// let [component] = all.components()[..] else { panic!("one component") };
    /// assert_eq!((component.states, component.transitions), (2, 3));
    /// assert!((component.growth - 1.618_033_988_7).abs() < 1e-9);
    /// # Ok::<(), numeration_automata::AutomataError>(())
    /// ```
    pub fn components(&self) -> Vec<Component> {
        let (component_of, count) = self.component_of();
        let mut inside: Vec<Vec<(usize, usize)>> = vec![Vec::new(); count];
        let mut states = vec![0; count];
        component_of.iter().for_each(|&component| states[component] += 1);
        for (from, to) in self.arrows() {
            if component_of[from] == component_of[to] {
                inside[component_of[from]].push((from, to));
            }
        }
        let described = states.into_iter().zip(inside);
        let mut components: Vec<Component> = described
            .map(|(states, arrows)| Component {
                states,
                transitions: arrows.len(),
                growth: growth_of(&arrows),
            })
            .collect();
        components
            .sort_by_key(|component| std::cmp::Reverse((component.states, component.transitions)));
        components
    }

    /// Returns how many times as many tuples there are for each further digit, in the limit: the growth of the component in which
    /// paths grow most.
    pub fn growth(&self) -> f64 {
        self.components().iter().map(|component| component.growth).fold(0.0, f64::max)
    }

    /// Returns how many of the tuples that it accepts have a largest number of no digit, of one digit, and so on, up to this many
    /// digits, or as far as 64 bits hold the counts.
    ///
    /// The automaton must be a set of tuples of numbers ([`Automaton::ignores_leading_zeros`]).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Automaton, Limits, Numeration};
    /// let base2 = Arc::new(Numeration::base(2)?);
    /// // The larger number has k digits in the pairs (n, 2n) with n of k - 1 digits.
    /// let shift = Automaton::shift(&base2, &Limits::default())?;
    /// assert_eq!(shift.counts_by_digits(5), [1, 0, 1, 2, 4, 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts_by_digits(&self, most: usize) -> Vec<u64> {
        // How many words lead to each state. Leading zeros make words longer, and numbers no larger.
        let mut words: Vec<u64> = vec![0; self.states()];
        if let Some(first) = words.first_mut() {
            *first = 1;
        }
        let (mut counts, mut before) = (Vec::new(), 0);
        for _ in 0..=most {
            let ends = words.iter().zip(&self.accepting).filter(|(_, accepts)| **accepts);
            let Some(all) = ends.map(|(words, _)| *words).try_fold(0, u64::checked_add) else {
                break;
            };
            counts.push(all - before);
            before = all;
            let mut longer = vec![Some(0u64); self.states()];
            for (from, to) in self.arrows() {
                longer[to] = longer[to].and_then(|sum| sum.checked_add(words[from]));
            }
            let Some(longer) = longer.into_iter().collect() else { break };
            words = longer;
        }
        counts
    }

    /// Whether two numbers may be exchanged in each tuple that it accepts.
    ///
    /// The automaton must be the least one.
    ///
    /// # Errors
    /// When an automaton grows beyond the limits.
    pub fn is_symmetric(
        &self,
        one: usize,
        two: usize,
        limits: &Limits,
    ) -> Result<bool, AutomataError> {
        let mut variables: Vec<u32> = (0..self.tracks as u32).collect();
        let named = Relation::named(self, &variables, limits)?;
        variables.swap(one, two);
        Ok(Relation::named(self, &variables, limits)? == named)
    }

    /// Whether it accepts finitely many tuples of numbers: no states lead back to one another, but for leading zeros.
    pub(super) fn is_finite(&self) -> bool {
        let (component_of, _) = self.component_of();
        let inside = self.arrows().filter(|&(from, to)| component_of[from] == component_of[to]);
        inside.count() == usize::from(self.next.first() == Some(&0))
    }

    /// Returns the transitions without their letters.
    fn arrows(&self) -> impl Iterator<Item = (usize, usize)> {
        let letters = self.letters();
        let targets = self.next.iter().enumerate().filter(|&(_, &next)| next != NONE);
        targets.map(move |(index, &next)| (index / letters, next as usize))
    }

    /// Returns the number of the component of each state, and how many components there are: by the algorithm of Kosaraju and
    /// Sharir (Sharir, A strong-connectivity algorithm, 1981), without recursion.
    fn component_of(&self) -> (Vec<usize>, usize) {
        let (mut after, mut before) =
            (vec![Vec::new(); self.states()], vec![Vec::new(); self.states()]);
        for (from, to) in self.arrows() {
            after[from].push(to);
            before[to].push(from);
        }
        // The states in the order in which they are left.
        let (mut order, mut is_known) = (Vec::new(), vec![false; self.states()]);
        for first in 0..self.states() {
            let mut path = vec![(first, 0)];
            if std::mem::replace(&mut is_known[first], true) {
                continue;
            }
            while let Some((state, followed)) = path.last_mut() {
                let (from, next) = (*state, after[*state].get(*followed));
                *followed += 1;
                match next {
                    Some(&next) if !std::mem::replace(&mut is_known[next], true) => {
                        path.push((next, 0))
                    }
                    Some(_) => {}
                    None => {
                        order.push(from);
                        path.pop();
                    }
                }
            }
        }
        // Against the transitions, from the state that was left last.
        let (mut component_of, mut count) = (vec![usize::MAX; self.states()], 0);
        for &first in order.iter().rev() {
            if component_of[first] != usize::MAX {
                continue;
            }
            let mut open = vec![first];
            component_of[first] = count;
            while let Some(state) = open.pop() {
                for &from in &before[state] {
                    if component_of[from] == usize::MAX {
                        component_of[from] = count;
                        open.push(from);
                    }
                }
            }
            count += 1;
        }
        (component_of, count)
    }
}

/// Returns the greatest eigenvalue of a strongly connected component, by powers of its matrix. With 1 on the diagonal, all of
/// which grow by 1, no period hinders them.
fn growth_of(arrows: &[(usize, usize)]) -> f64 {
    /// Enough for components in which it is seen after a few steps, and for those in which it is not, as long chains.
    const MOST_STEPS: usize = 2_000;
    let mut names: Vec<usize> = arrows.iter().map(|(from, _)| *from).collect();
    names.sort_unstable();
    names.dedup();
    let name = |state: usize| names.binary_search(&state).unwrap_or(0);
    let arrows: Vec<(usize, usize)> =
        arrows.iter().map(|&(from, to)| (name(from), name(to))).collect();
    if arrows.len() <= names.len() {
        // A cycle, or nothing.
        return if arrows.is_empty() { 0.0 } else { 1.0 };
    }
    let mut weights = vec![1.0; names.len()];
    let mut growth = 0.0;
    for _ in 0..MOST_STEPS {
        let mut next = weights.clone();
        for &(from, to) in &arrows {
            next[to] += weights[from];
        }
        // All quotients tend to the eigenvalue, which lies between the least and the greatest one.
        let quotients = next.iter().zip(&weights).map(|(after, before)| after / before - 1.0);
        let (least, most) = quotients
            .fold((f64::MAX, 0.0), |(least, most): (f64, f64), quotient| {
                (least.min(quotient), most.max(quotient))
            });
        growth = (least + most) / 2.0;
        if most - least < 1e-12 {
            break;
        }
        let sum: f64 = next.iter().sum();
        weights = next.into_iter().map(|weight| weight / sum).collect();
    }
    growth
}
