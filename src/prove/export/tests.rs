//! Exports, read again.

use crate::automata::Limits;
use crate::prove::tests::theorem_of;

/// Reads an automaton in Walnut's format as its manual describes it, and says whether it accepts words of digits.
fn walnut_accepts(text: &str, word: &[Vec<u32>]) -> bool {
    let mut state = None;
    let (mut accepting, mut next) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
        match line.split_once(" -> ") {
            None => {
                let (name, output) = line.split_once(' ').expect("a state");
                state = Some(name.parse::<usize>().expect("a number"));
                accepting
                    .extend((output == "1").then_some(name.parse::<usize>().expect("a number")));
            }
            Some((digits, to)) => {
                let digits: Vec<u32> =
                    digits.split(' ').map(|digit| digit.parse().expect("a digit")).collect();
                let to: usize = to.parse().expect("a state");
                next.push((state.expect("a state before"), digits, to));
            }
        }
    }
    let end = word.iter().try_fold(0, |state, letter| {
        next.iter().find(|(from, digits, _)| *from == state && digits == letter).map(|&(.., to)| to)
    });
    end.is_some_and(|end| accepting.contains(&end))
}

/// Catches files for Walnut whose automata accept other positions, and a sentence that says something else
/// than the definition of P-positions: of Nim with one move alone it is short enough to be written by hand.
#[test]
fn walnut_is_told_the_same() {
    let files = theorem_of("subtraction:2", "base:2").walnut(&Limits::default()).expect("small");
    let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
    assert_eq!(files[0].path, "Automata Library/p.txt");
    assert_eq!(texts[0].lines().next(), Some("msd_2"));
    for n in 0..40_u32 {
        let word: Vec<Vec<u32>> = (0..7).rev().map(|place| vec![n >> place & 1]).collect();
        // Two tokens are taken: P-positions are 0 and 1 modulo 4.
        assert_eq!(walnut_accepts(texts[0], &word), n % 4 < 2, "{n}");
    }
    assert_eq!(files[1].path, "Command Files/prove.txt");
    let sentence = "eval p_proved \"?msd_2 A x ($p(x) <=>\n  \
                    ~(E a ($p(a) & (E b (b=2 & a+b=x)))))\":\n";
    assert_eq!(texts[1], sentence);
}
