//! What `prove --describe` says of automata: how they are built, and how many positions they accept.

use std::sync::Arc;

use crate::automata::{AutomataError, Automaton, Component, Limits};
use crate::proofs::prove::Definition;
use grundytab::domain::HEAP_NAMES;
use grundytab::wording::{counted, joined};
use serde::Serialize;

use super::exports;
use crate::commands::failure::Result;
use crate::commands::output::print;

/// Positions are counted up to this many digits.
const MOST_DIGITS: usize = 20;
/// The text shows this many of the counts, and this many positions.
const SHOWN_COUNTS: usize = 13;
const SHOWN_POSITIONS: usize = 8;

/// The automaton of a set that is proved, described.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct DescriptionReport {
    /// The name of the set.
    set: String,
    /// The states, without one for words that lead to no position of the set.
    states: usize,
    /// How many of the states accept.
    accepting: usize,
    /// The transitions from state to state, each by a digit of every heap.
    transitions: usize,
    /// The strongly connected components, the largest first.
    components: Vec<ComponentReport>,
    /// How many positions of the set have a largest heap of no digit, of one digit, and so on.
    counts: Vec<u64>,
    /// How many times as many positions there are for each further digit, in the limit.
    growth: f64,
    /// How many times as many numbers there are for each further digit, in the limit.
    growth_of_numbers: f64,
    /// Whether the set has finitely many positions.
    is_finite: bool,
    /// The pairs of heaps, by their numbers from 0 on, that may be exchanged in all positions of the set.
    exchangeable: Vec<[usize; 2]>,
    /// The first positions, those of few digits first.
    first: Vec<Vec<u64>>,
}

/// A strongly connected component: states of which each leads to each other one.
#[derive(Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ComponentReport {
    /// The states.
    states: usize,
    /// The transitions between them.
    transitions: usize,
    /// Whether it is a cycle: from each state one transition leads to a state of it.
    is_cycle: bool,
    /// How many times as many paths there are within it for each further digit, in the limit.
    growth: f64,
}

impl From<&Component> for ComponentReport {
    fn from(component: &Component) -> Self {
        ComponentReport {
            states: component.states,
            transitions: component.transitions,
            is_cycle: component.is_cycle(),
            growth: component.growth,
        }
    }
}

impl DescriptionReport {
    /// Describes the automata of the sets of a definition.
    ///
    /// # Errors
    /// When an automaton grows beyond the limits, and when the time is over.
    pub(super) fn all(
        definition: &Definition,
        automata: &[Arc<Automaton>],
        limits: &Limits,
    ) -> Result<Vec<Self>> {
        let sets = definition.sets().iter().zip(automata);
        let described = sets.map(|(set, of)| DescriptionReport::of(set.to_string(), of, limits));
        described.collect::<std::result::Result<_, _>>().map_err(exports::failed)
    }

    fn of(
        set: String,
        automaton: &Automaton,
        limits: &Limits,
    ) -> std::result::Result<Self, AutomataError> {
        let numbers = Automaton::all(automaton.numeration(), 1, limits)?;
        let found = automaton.first_tuples(SHOWN_POSITIONS, limits)?;
        let position = |tuple: &Vec<Option<u128>>| {
            tuple.iter().map(|heap| u64::try_from((*heap)?).ok()).collect::<Option<Vec<u64>>>()
        };
        let heaps = automaton.tracks();
        let pairs = (0..heaps).flat_map(|one| (one + 1..heaps).map(move |two| [one, two]));
        let mut exchangeable = Vec::new();
        for [one, two] in pairs {
            if automaton.is_symmetric(one, two, limits)? {
                exchangeable.push([one, two]);
            }
        }
        Ok(DescriptionReport {
            set,
            states: automaton.states(),
            accepting: (0..automaton.states())
                .filter(|&state| automaton.is_accepting(state))
                .count(),
            transitions: automaton.transitions().count(),
            components: automaton.components().iter().map(ComponentReport::from).collect(),
            counts: automaton.counts_by_digits(MOST_DIGITS),
            growth: automaton.growth(),
            growth_of_numbers: numbers.growth(),
            is_finite: found.is_finite,
            exchangeable,
            first: found.tuples.iter().filter_map(position).collect(),
        })
    }

    /// Prints it for people.
    pub(super) fn print(&self) {
        if self.accepting == 0 {
            print(format!("\nthe automaton of the {} accepts no position", self.set));
            return;
        }
        let [states, transitions] =
            [counted(self.states, "state"), counted(self.transitions, "transition")];
        let accepting = self.accepting;
        print(format!(
            "\nthe automaton of the {}: {states}, {accepting} of them accepting, and {transitions}",
            self.set
        ));
        print(format!("  {}", self.components_text()));
        print(format!("  {}", self.symmetry_text()));
        let counts = &self.counts[..self.counts.len().min(SHOWN_COUNTS)];
        print(format!(
            "  positions whose largest heap has 0, 1, 2, ... digits: {}, ...",
            joined(counts, ", ")
        ));
        print(format!("  {}", self.growth_text()));
        let first = self.first.iter().map(|heaps| format!("({})", joined(heaps, ", ")));
        let more = if self.is_finite && self.first.len() < SHOWN_POSITIONS { "" } else { ", ..." };
        print(format!("  the first ones: {}{more}", joined(first, ", ")));
    }

    /// Names the components, those of the same kind together.
    fn components_text(&self) -> String {
        let mut kinds: Vec<(&ComponentReport, usize)> = Vec::new();
        let is_same = |one: &ComponentReport, two: &ComponentReport| {
            one.states == two.states
                && one.is_cycle == two.is_cycle
                && (one.transitions == 0) == (two.transitions == 0)
        };
        for component in &self.components {
            match kinds.iter_mut().find(|(known, _)| is_same(known, component)) {
                Some((_, count)) => *count += 1,
                None => kinds.push((component, 1)),
            }
        }
        let kind = |(component, count): &(&ComponentReport, usize)| {
            let states = counted(component.states, "state");
            match (component.is_cycle, component.transitions) {
                (true, _) => format!("{} of {states}", counted(*count, "cycle")),
                (false, 0) => format!("{count} of {states} to which no word comes back"),
                (false, _) => format!("{count} of {states}"),
            }
        };
        let all = counted(self.components.len(), "strongly connected component");
        format!("{all}: {}", joined(kinds.iter().map(kind), ", "))
    }

    /// Says which heaps may be exchanged.
    fn symmetry_text(&self) -> String {
        let heaps = self.first.first().map_or(0, Vec::len);
        let pair =
            |[one, two]: &[usize; 2]| format!("{} and {}", HEAP_NAMES[*one], HEAP_NAMES[*two]);
        let all = heaps * heaps.saturating_sub(1) / 2;
        match self.exchangeable.len() {
            _ if heaps < 2 => "one heap".into(),
            0 => "no two heaps may be exchanged".into(),
            count if count == all && heaps > 2 => {
                "symmetric: any two heaps may be exchanged".into()
            }
            count if count == all => "symmetric: x and y may be exchanged".into(),
            _ => {
                format!("{} may be exchanged", joined(self.exchangeable.iter().map(pair), ", or "))
            }
        }
    }

    /// Says how the positions grow, compared with numbers.
    fn growth_text(&self) -> String {
        if self.is_finite {
            return "finitely many".into();
        }
        let (growth, numbers) = (self.growth, self.growth_of_numbers);
        if growth < 1.0 + 1e-9 {
            return "their number for n digits grows no faster than a power of n".into();
        }
        format!(
            "with each digit {growth:.3} times as many, numbers {numbers:.3} times: below N there are about N^{:.3}, in the \
             limit",
            growth.ln() / numbers.ln()
        )
    }
}
