//! Published theorems that are sentences of first order are decided for all heap sizes.

use std::collections::HashMap;
use std::sync::Arc;

use crate::analyses::theorem::all;
use crate::automata::{Limits, Numeration};
use crate::proofs::decide::{Answer, KnownAutomata, Sentence};
use crate::proofs::prove::Caps;

/// Decides sentences, each game of which is proved once in each numeration.
#[derive(Default)]
struct Judge(HashMap<String, KnownAutomata>);

impl Judge {
    /// Decides a sentence.
    fn answer(&mut self, text: &str) -> Answer {
        let sentence = Sentence::parse(text).expect(text);
        let stored = sentence.stored_proofs(&Limits::default());
        // Games whose P-positions follow the golden ratio are automatic in Fibonacci numeration.
        let is_golden = ["wythoff]", "wythoff,", "wythoff+block=1]", "[fibonacci", "triangle"];
        let numeration = match sentence.numeration() {
            Some(numeration) => numeration,
            None if !stored.is_empty() => "fibonacci",
            None if is_golden.iter().any(|game| text.contains(game)) => "fibonacci",
            None => "base:2",
        };
        let known = self.0.entry(numeration.to_owned()).or_insert_with(|| {
            KnownAutomata::new(Arc::new(Numeration::parse(numeration).expect("a numeration")))
        });
        let caps = Caps::default();
        if !known.has_games_of(&sentence) {
            for given in &stored {
                known.prove_given(given, &caps).expect("no engine fails").expect("it is right");
            }
        }
        let open = known.prove(&sentence, &caps, &mut |_, _| (), &mut |_| ()).expect("proved");
        assert_eq!(open, None, "{text}");
        sentence.decide(known, &Limits::default()).expect(text).answer
    }
}

/// Catches a theorem that is not what the program proves, and sentences that say something else than the
/// theorem says of tables.
#[test]
fn theorems_are_decided() {
    let mut judge = Judge::default();
    let mut names = Vec::new();
    for theorem in all() {
        let Some(text) = theorem.sentence() else { continue };
        let answer = judge.answer(&text);
        assert!(answer.is_true(), "{}: {text}", theorem.name);
        names.push(&*theorem.name);
    }
    assert!(names.len() >= 42, "{names:?}");
}

/// Catches a sentence that is true of any game: each is false if another game, or another rule, takes the place of its own.
#[test]
fn theorems_of_other_games_are_refuted() {
    let mut judge = Judge::default();
    for (name, own, other) in [
        ("wythoff-mex", "[wythoff]", "[wythoff, misere]"),
        ("wythoff-floors", "[wythoff]", "[wythoff, misere]"),
        ("wythoff-word", "[wythoff]", "[wythoff, misere]"),
        ("wythoff-zeckendorf", "[wythoff]", "[wythoff, misere]"),
        ("wythoff-floors-misere", "[wythoff, misere]", "[wythoff]"),
        ("blocking-2", "[wythoff+block=2]", "[nim]"),
        ("nim-outcomes", "[nim:3]", "[nim:3, misere]"),
        ("nim-misere", "[nim:2, misere]", "[nim:2]"),
        ("fibonacci-outcomes", "[fibonacci]", "[fibonacci, misere]"),
        ("subtraction-2-5-8", "[subtraction:2,5,8]", "[subtraction:2,5,7]"),
        ("larsson-fox", "[subtraction:fibonacci-odd]", "[subtraction:1,4]"),
        ("fibonacci-strategy", "[fibonacci]", "[fibonacci, misere]"),
        ("triangle-tame", "move[triangle]", "move[vector:1,1,1]"),
        ("octal-periods", "octal:0.15]", "octal:0.17]"),
        ("wythoff-2-floors", "abs(k - l) < 2", "abs(k - l) < 0"),
        ("wythoff-3-floors", "abs(k - l) < 3", "abs(k - l) < 0"),
        ("ryuo-values", "(x - 1, y - 1, z)", "(x - 1, y, z)"),
        ("moore", "0 <= l <= y if k + l > 0", "0 <= l <= y if k + l > 2"),
        ("mark", "(x / 2) if x > 0", "(x / 2) if x > 4"),
        ("maximum-nim", "k <= x / 2", "k <= x"),
        ("end-nim", " if x == 0 or z == 0", ""),
        ("gale-values", "if y > 0", "if y >= 0"),
        ("delete-nim", "for 0 <= k < y", "for 1 <= k < y"),
        ("knight", "(x - 2, y + 1) if x >= 2; ", ""),
    ] {
        let theorem = all().find(|theorem| theorem.name == name).expect(name);
        let text = theorem.sentence().expect(name);
        assert!(text.contains(own), "{text}");
        assert!(!judge.answer(&text.replace(own, other)).is_true(), "{name} of {other}");
    }
}
