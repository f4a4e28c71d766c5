//! Generalized Grundy values: numbers, and infinity with a set of numbers.
//!
//! A position of a loopy game has a number as its value, or infinity(K), where K is the set of the numbers among the values
//! of its options (Smith, Graphs and composite games, 1966; Fraenkel and Perl, Constructions in combinatorial games with
//! cycles, 1975; Fraenkel and Yesha, The generalized Sprague-Grundy function and its invariance under certain mappings,
//! 1986). A position with the value 0 is lost for the player to move, one with another number or with infinity(K) where K has
//! 0 is won, all others are drawn.
//!
//! A table stores infinity(K) as a number behind the largest one that a value can be: the place of K in a list of sets. In
//! the even places are those without 0, in the odd ones those with 0, so that a value alone tells who wins; each half is
//! sorted, so that the list depends on the game and the domain alone. Where one half is shorter, places are empty.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::mex::mex;
use crate::wording::joined;

/// Writes infinity with a set, as in `∞(0, 2)`.
pub fn infinity(set: &[u32]) -> String {
    format!("∞({})", joined(set, ", "))
}

/// The sets that the infinite values of a table stand for: the number behind the largest finite value stands for the first
/// one. `None` stands for no set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct InfiniteSets(Vec<Option<Vec<u32>>>);

impl InfiniteSets {
    /// Puts sets, each of which is sorted, into their places.
    pub(crate) fn of(sets: impl IntoIterator<Item = Vec<u32>>) -> Self {
        let (mut won, mut drawn): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| set.first() == Some(&0));
        for half in [&mut won, &mut drawn] {
            half.sort_unstable();
            half.dedup();
        }
        let places = if won.len() < drawn.len() { 2 * drawn.len() - 1 } else { 2 * won.len() };
        let (mut won, mut drawn) = (won.into_iter(), drawn.into_iter());
        let set = |place| if place % 2 == 0 { drawn.next() } else { won.next() };
        InfiniteSets((0..places).map(set).collect())
    }

    /// Returns the set of the infinite value with this place; `None` if there is no such value.
    pub fn get(&self, place: u32) -> Option<&[u32]> {
        self.0.get(place as usize)?.as_deref()
    }

    /// Returns the place of each set.
    pub(crate) fn places(&self) -> HashMap<&[u32], u32> {
        (0..).zip(&self.0).filter_map(|(place, set)| Some((set.as_deref()?, place))).collect()
    }

    /// Returns how many numbers all sets have.
    pub(crate) fn numbers(&self) -> u64 {
        self.0.iter().flatten().map(|set| set.len() as u64).sum()
    }

    /// Writes a stored value, of which those from `first` on are infinite: a number, or as in `∞(0, 2)`.
    pub fn text(&self, value: u32, first: u32) -> String {
        let Some(place) = value.checked_sub(first) else { return value.to_string() };
        self.get(place).map_or_else(|| "∞(?)".into(), infinity)
    }

    /// Returns the stored value that those of its options demand of a position: the least number m that none has, if each
    /// infinite option could answer to m, because m is in its set; else infinity with the set of the numbers. `None` if no such
    /// set is listed.
    pub(crate) fn value_by_definition(&self, first: u32, options: &[u32]) -> Option<u32> {
        let (mut finite, infinite): (Vec<u32>, Vec<u32>) =
            options.iter().partition(|&&option| option < first);
        let least = mex(finite.iter().copied());
        let answers = |option: &u32| {
            self.get(option - first).is_some_and(|set| set.binary_search(&least).is_ok())
        };
        if infinite.iter().all(answers) {
            return Some(least);
        }
        finite.sort_unstable();
        finite.dedup();
        let place = self.0.iter().position(|set| set.as_ref() == Some(&finite))?;
        Some(first + place as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches sets whose places do not tell who wins, depend on the order in which they are found, or are lost in JSON.
    #[test]
    fn places_of_sets_are_sorted_and_tell_who_wins() {
        let found = [vec![0, 2], vec![], vec![1], vec![0], vec![0, 2], vec![0, 1]];
        let sets = InfiniteSets::of(found.clone());
        assert_eq!(sets, InfiniteSets::of(found.into_iter().rev()));
        let expected = "[[],[0],[1],[0,1],null,[0,2]]";
        assert_eq!(serde_json::to_string(&sets).expect("JSON"), expected);
        assert_eq!(serde_json::from_str::<InfiniteSets>(expected).expect("sets"), sets);
        assert_eq!(sets.text(4, 5), "4");
        assert_eq!(["∞()", "∞(0, 2)", "∞(?)"], [5, 10, 9].map(|value| sets.text(value, 5)));
        assert_eq!(InfiniteSets::of([vec![1]]), InfiniteSets(vec![Some(vec![1])]));
    }

    /// Catches an infinite option that cannot answer and is taken for one that can, and one that can for one that cannot.
    #[test]
    fn values_follow_from_those_of_options() {
        let sets = InfiniteSets::of([vec![0], vec![], vec![0, 1]]);
        // The places are: [] 0, [0] 1, none 2, [0, 1] 3.
        for (options, expected) in [
            (vec![], Some(0)),
            (vec![9 + 1], Some(0)),
            (vec![9], Some(9)),
            (vec![0, 9 + 1], Some(9 + 1)),
            (vec![0, 9 + 3], Some(1)),
            (vec![0, 2, 9 + 1], None),
        ] {
            assert_eq!(sets.value_by_definition(9, &options), expected, "{options:?}");
        }
    }
}
