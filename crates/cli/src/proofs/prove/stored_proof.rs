//! Proofs that the program holds, since a search for them takes minutes: certificates, whose automata are decided anew before
//! they are used.

use std::borrow::Cow;

use serde::Deserialize;

use super::definition::Definition;
use super::given_automata::Given;
use super::proof::Origin;
use crate::automata::Limits;
use crate::proofs::certificate::Certificate;
use grundytab::quantity::Convention;

/// The certificates: of Maharaja Nim, of greedy queens, of the values 0, 1 and 2 of the Triangle Game, and of the values 0 and 1
/// of Wythoff Nim.
const CERTIFICATES: [&str; 4] = [
    include_str!("../../../certificates/maharaja.json"),
    include_str!("../../../certificates/queens.json"),
    include_str!("../../../certificates/triangle.json"),
    include_str!("../../../certificates/wythoff-values.json"),
];

/// What a certificate is about.
#[derive(Deserialize)]
struct Title<'a> {
    #[serde(borrow)]
    ruleset: Cow<'a, str>,
    convention: Convention,
}

/// Returns a proof of the sets of a definition that the program holds since a search for it takes minutes. It is to be
/// decided by [`prove_given`](super::prove_given) before it is used.
pub fn stored_proof(definition: &Definition, limits: &Limits) -> Option<Given> {
    let (game, convention) = (definition.ruleset().to_string(), definition.convention());
    let is_of_game = |text: &&str| {
        let title = serde_json::from_str(text);
        title.is_ok_and(|title: Title| title.ruleset == game && title.convention == convention)
    };
    CERTIFICATES.into_iter().filter(is_of_game).find_map(|text| {
        let stored = Given::of(&Certificate::parse(text).ok()?, limits).ok()?;
        if !stored.definition.sets().starts_with(definition.sets()) {
            return None;
        }
        // Each value is proved from those before it, so that the first ones are proved without the others.
        let automata = stored.automata.into_iter().take(definition.sets().len()).collect();
        Some(Given { definition: definition.clone(), automata, origin: Origin::Stored, ..stored })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::ruleset::Ruleset;

    fn stored(game: &str, largest: Option<u32>, convention: Convention) -> Option<Given> {
        let game = Ruleset::parse(game).expect("a game");
        let definition = match largest {
            Some(largest) => Definition::of_values(&game, largest),
            None => Definition::of_outcomes(&game, convention),
        };
        stored_proof(&definition.expect("a definition"), &Limits::default())
    }

    /// Catches a proof that is taken for one of another game, play convention or set, and one of fewer sets that is thought
    /// to be missing.
    #[test]
    fn proofs_are_those_of_the_sets_that_are_asked_for() {
        let states = |game, largest| {
            let stored = stored(game, largest, Convention::Normal)?;
            assert_eq!(stored.definition.sets().len(), stored.automata.len());
            Some(stored.automata.iter().map(|automaton| automaton.states()).collect::<Vec<_>>())
        };
        assert_eq!(states("maharaja", None), Some(vec![1975]));
        // The same game in other words.
        assert_eq!(states("wythoff+alter=2,1/1,2", None), Some(vec![1975]));
        // Its rules in other words are those of another game.
        let queens = "rules: grade 2*x + y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
                      (x - k, y - k) for 1 <= k <= min(x, y); (x - k, y + k) for 1 <= k <= x";
        assert_eq!(states(queens, None), Some(vec![5017]));
        assert_eq!(states("triangle", Some(2)), Some(vec![61, 334, 347]));
        assert_eq!(states("triangle", Some(0)), Some(vec![61]));
        assert_eq!(states("wythoff", Some(1)), Some(vec![7, 825]));
        for (game, largest) in
            [("triangle", Some(3)), ("maharaja", Some(0)), ("wythoff", None), ("wythoff", Some(2))]
        {
            assert_eq!(states(game, largest), None, "{game}");
        }
        assert!(stored("maharaja", None, Convention::Misere).is_none());
    }
}
