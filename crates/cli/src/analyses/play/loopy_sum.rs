//! Disjunctive sums with positions of loopy games, in normal play.
//!
//! Claim (Smith, Graphs and composite games, 1966; Fraenkel and Perl, Constructions in combinatorial games with cycles, 1975;
//! Fraenkel and Yesha, The generalized Sprague-Grundy function and its invariance under certain mappings, 1986). The value of
//! a sum of components with the values a and b, which are numbers, is a xor b; with a and infinity(K) it is infinity of the
//! set of all a xor k with k in K; with two infinite values it is infinity of the empty set. The player to move loses a sum with the
//! value 0, and wins one with another number, or with infinity(K) where K has 0. All others are drawn.

use super::query::distinct_options;
use grundytab::domain::{Position, Sum};
use grundytab::engine::infinity;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::{Convention, Mover, Quantity};
use grundytab::table::{Lookup, TableReader};

/// A generalized value: a number, or the set of infinity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GeneralizedValue {
    /// A number.
    Number(u32),
    /// Infinity with this set of numbers.
    Infinite(Vec<u32>),
}

impl GeneralizedValue {
    /// Returns the value that a table stores so.
    ///
    /// # Errors
    /// When it does not list the set.
    fn stored(table: &TableReader, value: u32) -> Result<Self, Error> {
        let job = table.plan().job();
        let place = job.first_infinite().and_then(|first| value.checked_sub(first));
        let Some(place) = place else { return Ok(GeneralizedValue::Number(value)) };
        let sets = table.attributes().infinite_sets.as_ref();
        let set = sets.and_then(|sets| sets.get(place)).ok_or_else(|| {
            InvalidInput::new(
                InvalidInputKind::WrongTable,
                table.path().display(),
                format!("it lists no set for the value {value}"),
                "tabulate the game anew",
            )
        })?;
        Ok(GeneralizedValue::Infinite(set.to_vec()))
    }

    /// Returns the value of the sum of positions with these values.
    pub fn of_sum(values: &[GeneralizedValue]) -> Self {
        use GeneralizedValue::{Infinite, Number};
        let both = |sum: Self, other: &Self| match (&sum, other) {
            (Number(a), Number(b)) => Number(a ^ b),
            (Infinite(_), Infinite(_)) => Infinite(Vec::new()),
            (Infinite(set), Number(a)) | (Number(a), Infinite(set)) => {
                let mut set: Vec<u32> = set.iter().map(|k| k ^ a).collect();
                set.sort_unstable();
                Infinite(set)
            }
        };
        values.iter().fold(Number(0), both)
    }

    /// Returns the outcome: `P`, `N` or, of a draw, `D`.
    pub fn outcome(&self) -> &'static str {
        match self {
            GeneralizedValue::Number(0) => "P",
            GeneralizedValue::Number(_) => "N",
            GeneralizedValue::Infinite(set) if set.contains(&0) => "N",
            GeneralizedValue::Infinite(_) => "D",
        }
    }

    /// Writes it as people read it, as in `3` and `∞(0, 2)`.
    pub fn text(&self) -> String {
        match self {
            GeneralizedValue::Number(number) => number.to_string(),
            GeneralizedValue::Infinite(set) => infinity(set),
        }
    }
}

/// A sum with loopy components.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoopySum {
    /// The values of the components.
    pub values: Vec<GeneralizedValue>,
    /// The value of the sum.
    pub value: GeneralizedValue,
    /// The winning moves: the index of the component, and the option to which it is moved.
    pub winning: Vec<(usize, Sum<Position>)>,
    /// The moves to drawn sums.
    pub drawing: Vec<(usize, Sum<Position>)>,
}

/// Plays the disjunctive sum of positions from tables of Grundy values in normal play, some of them of loopy games.
///
/// # Errors
/// When a table holds something else, a position is not in its table, or a table is incomplete or damaged.
pub fn loopy_sum(components: &[(&TableReader, &[u32])]) -> Result<LoopySum, Error> {
    let mut positions = Vec::new();
    for &(table, heaps) in components {
        table.require_complete()?;
        let job = table.plan().job();
        if job.quantity() != Quantity::Grundy || job.convention() != Convention::Normal {
            return Err(InvalidInput::new(
                InvalidInputKind::NoGrundyValues,
                table.path().display(),
                "one component is of a loopy game, and the table holds no Grundy values of normal play, which alone add up then",
                "tabulate its Grundy values in normal play",
            )
            .into());
        }
        positions.push(table.position(heaps)?);
    }
    let lookups: Vec<Lookup> = components.iter().map(|(table, _)| table.lookup()).collect();
    let value_of = |component: usize, option: &Sum<Position>| {
        let value = option.value(|at| lookups[component].value(at.coordinates()));
        GeneralizedValue::stored(components[component].0, value)
    };
    let indexed = || positions.iter().copied().enumerate();
    let values: Vec<GeneralizedValue> = indexed()
        .map(|(component, at)| value_of(component, &at.into()))
        .collect::<Result<_, _>>()?;
    let (mut winning, mut drawing) = (Vec::new(), Vec::new());
    for (component, at) in indexed() {
        let mut after = values.clone();
        for option in distinct_options(components[component].0, at, Mover::Next, |_| true) {
            after[component] = value_of(component, &option)?;
            match GeneralizedValue::of_sum(&after).outcome() {
                "P" => winning.push((component, option)),
                "D" => drawing.push((component, option)),
                _ => {}
            }
        }
    }
    for lookup in lookups {
        lookup.finish()?;
    }
    let value = GeneralizedValue::of_sum(&values);
    Ok(LoopySum { values, value, winning, drawing })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::engine::cpu::CpuEngine;
    use grundytab::{InMemoryTable, Plan};

    /// Writes random moves of a heap with this name as clauses whose options name two heaps.
    fn clauses(rng: &mut fastrand::Rng, heap: usize, vertices: usize) -> Vec<String> {
        let option =
            |to: usize| if heap == 0 { format!("({to}, y)") } else { format!("(x, {to})") };
        let mut clauses = Vec::new();
        for at in 0..vertices {
            for _ in 0..rng.usize(0..4) {
                let to = rng.usize(0..vertices);
                clauses.push(format!("{} if {} == {at}", option(to), ["x", "y"][heap]));
            }
        }
        clauses
    }

    fn table(rules: &[String], domain: &str, quantity: &str) -> (Plan, InMemoryTable) {
        let rules = format!("rules: loopy; {}", rules.join("; "));
        let plan = Plan::parse(&rules, domain, quantity).expect(&rules);
        let table = InMemoryTable::run(&CpuEngine, &plan).expect(&rules);
        (plan, table)
    }

    /// Catches a sum that is taken for a draw, or a draw for one that is won: of two graphs with cycles, of which both have
    /// infinite values at some vertices, against the outcomes of the game that is played on both.
    #[test]
    fn sums_of_values_tell_the_outcome_on_both_graphs() {
        const VERTICES: usize = 7;
        let mut rng = fastrand::Rng::with_seed(5);
        let mut outcomes = [0; 3];
        for _ in 0..100 {
            let moves = [0, 1].map(|heap| clauses(&mut rng, heap, VERTICES));
            let values = [0, 1].map(|heap| -> Vec<GeneralizedValue> {
                let domain = ["7x1", "1x7"][heap];
                // One clause at least says how many heaps there are.
                let rules = [vec!["(x, y) if false".to_owned()], moves[heap].clone()].concat();
                let (plan, table) = table(&rules, domain, "grundy");
                let first = plan.job().first_infinite().expect("a loopy game");
                let sets = table.infinite_sets().expect("sets");
                let value = |&value: &u32| match value.checked_sub(first) {
                    None => GeneralizedValue::Number(value),
                    Some(place) => {
                        GeneralizedValue::Infinite(sets.get(place).expect("a set").to_vec())
                    }
                };
                table.values().iter().map(value).collect()
            });
            let both = [vec!["(x, y) if false".to_owned()], moves.concat()].concat();
            let (plan, played) = table(&both, "7x7", "outcome");
            for (cell, &outcome) in played.values().iter().enumerate() {
                let [x, y] = [cell / VERTICES, cell % VERTICES];
                let sum = GeneralizedValue::of_sum(&[values[0][x].clone(), values[1][y].clone()]);
                assert_eq!(
                    sum.outcome(),
                    plan.job().outcome_class(outcome),
                    "{both:?} at {x}, {y}"
                );
                outcomes[outcome as usize] += 1;
            }
        }
        assert!(outcomes.iter().all(|&count| count > 100), "{outcomes:?}");
    }
}
