//! Games with heaps that their rules bound: lists and decisions layer by layer.

use std::sync::Arc;

use super::rules::compare_far;
use super::*;

const PASS: &str = "rules: positions z <= 1; (x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y; \
     (x - k, y - k, z) for 1 <= k <= min(x, y); (x, y, z - 1) if z > 0 and x + y > 0";

/// Fraenkel's three heaps with one of at most 1.
const THREE_HEAPS: &str = "rules: positions x <= 1; (x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y; \
     (x, y, z - k) for 1 <= k <= z; (x - j, y - k, z - l) for 0 <= j <= 1, 0 <= k <= y, 0 <= l <= z \
     if l == j ^ k and j <= x and j + k + l > 0";

/// Catches layers that are listed wrongly, so that no guess is right, or are put together in the wrong order; and theorems that a
/// table far beyond that of the guess refutes.
#[test]
fn layers_are_proved_from_lists() {
    for (game, states, sides) in [(PASS, 719, [160, 160, 2]), (THREE_HEAPS, 166, [2, 120, 120])] {
        let theorem = theorem_of(game, "fibonacci");
        assert_eq!(
            (theorem.origin, theorem.automata[0].states()),
            (Origin::List, states),
            "{game}"
        );
        compare_far(&theorem, &sides);
    }
}

/// Catches a layer that is not decided, and cells outside of all layers that are not: each mutant has one more state that accepts,
/// or one less, and some have a member beyond the bound of a heap.
#[test]
fn mutants_of_layers_are_refuted() {
    let Proof { definition, automata, .. } = theorem_of(THREE_HEAPS, "fibonacci");
    let automaton = &automata[0];
    let limits = Limits::default();
    let arithmetic = arithmetic_of(automaton.numeration());
    let refutation = |automaton: &Automaton| {
        let set = [Arc::new(automaton.clone())];
        Decider::new(&definition, &arithmetic, &limits).refutation(0, &set).expect("small")
    };
    assert_eq!(refutation(automaton), None);
    for member in [[0, 1, 3], [1, 7, 8], [2, 9, 9]] {
        let is = member.iter().zip(0..).map(|(&heap, variable)| Formula::Is(variable, heap));
        let accepts = Formula::Accepts(Arc::clone(automaton), vec![0, 1, 2]);
        let more = Formula::Any(vec![accepts, Formula::All(is.collect())]);
        let wrong = evaluate(&more, &arithmetic, &limits).expect("small").automaton;
        assert!(wrong.accepts(&member) && !automaton.accepts(&member), "{member:?}");
        let (_, position) = refutation(&wrong).expect("it is wrong");
        // Either the cell itself is refuted, or one from which a move leads there.
        assert!(position.iter().zip(&member).all(|(at, least)| at >= least), "{position:?}");
    }
    for mutant in random::sample(automaton.mutants(), 30) {
        assert!(refutation(&mutant).is_some(), "{mutant:?}");
    }
}
