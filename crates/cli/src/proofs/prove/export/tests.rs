//! Exports, read again.

use crate::automata::Limits;
use crate::proofs::prove::tests::theorem_of;

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
    assert_eq!(files.len(), 3);
    assert_eq!(files[2].path, "README-grundytab.txt");
    assert!(texts[2].ends_with("\n\nAutomata Library/p.txt\nCommand Files/prove.txt\n"));
}

/// Returns the digits of a number by Ostrowski's greedy algorithm: as many of the largest weight as fit, and so on.
fn greedy(mut number: u32, weights: &[u32]) -> Vec<u32> {
    let take = |weight: &u32| {
        let digit = number / weight;
        number %= weight;
        digit
    };
    weights.iter().rev().map(take).collect()
}

/// Catches a numeration that Walnut is left to know by itself, and one of other words, another addition or under another
/// name than the proof is in. The weights follow from the recurrence of the continued fraction [k; k, k, ...]; Tribonacci
/// numbers are those of the OEIS, A000073.
#[test]
fn walnut_is_told_the_numeration() {
    for (numeration, system, alphabet, weights) in [
        ("fibonacci", "msd_fib", "{0,1}", [1, 2, 3, 5, 8]),
        ("pell", "msd_pell", "{0,1,2}", [1, 2, 5, 12, 29]),
        ("ostrowski:3", "msd_grundytabostrowski3", "{0,1,2,3}", [1, 3, 10, 33, 109]),
        ("tribonacci", "msd_trib", "{0,1}", [1, 2, 4, 7, 13]),
    ] {
        let files = theorem_of("subtraction:1", numeration).walnut(&Limits::default());
        let files = files.expect("small");
        let text = |path: String| {
            let file = files.iter().find(|file| file.path == path);
            file.expect("written").text.as_str()
        };
        let valid = text(format!("Custom Bases/{system}.txt"));
        let addition = text(format!("Custom Bases/{system}_addition.txt"));
        assert_eq!(valid.lines().next(), Some(alphabet));
        assert_eq!(addition.lines().next(), Some([alphabet; 3].join(" ").as_str()));
        // The words of four digits, which are those of the numbers below the fifth weight.
        let (weights, end) = (&weights[..4], weights[4]);
        let digits = alphabet.matches(|c: char| c.is_ascii_digit()).count() as u32;
        for code in 0..digits.pow(4) {
            let word: Vec<u32> = (0..4).map(|place| code / digits.pow(place) % digits).collect();
            let number =
                weights.iter().rev().zip(&word).map(|(weight, digit)| weight * digit).sum();
            let letters: Vec<Vec<u32>> = word.iter().map(|&digit| vec![digit]).collect();
            let is_greedy = number < end && word == greedy(number, weights);
            assert_eq!(walnut_accepts(valid, &letters), is_greedy, "{numeration}: {word:?}");
        }
        let end = end.min(20);
        for code in 0..end.pow(3) {
            let numbers = [code / end / end, code / end % end, code % end];
            let [x, y, z] = numbers.map(|number| greedy(number, weights));
            let word: Vec<Vec<u32>> =
                (0..4).map(|place| vec![x[place], y[place], z[place]]).collect();
            let is_sum = numbers[0] + numbers[1] == numbers[2];
            assert_eq!(walnut_accepts(addition, &word), is_sum, "{numeration}: {numbers:?}");
        }
        assert_eq!(text("Automata Library/p.txt".into()).lines().next(), Some(system));
        let commands = text("Command Files/prove.txt".into());
        assert_eq!(commands.matches("eval ").count(), 5);
        assert_eq!(
            commands.matches("\"?").count(),
            commands.matches(&format!("\"?{system} ")).count()
        );
    }
}
