//! The codes of take-and-break games, as people write them: `0.77`, `.77`, `4.07`, `0.3f`.

use super::digits::TakeAndBreakGame;
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// What a code is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// Letters say that it is hexadecimal after all; an 8 or a 9 alone is a mistake.
    Octal,
    Hexadecimal,
}

/// Reads the code of a game.
pub(super) fn read(code: &str, base: Base) -> Result<TakeAndBreakGame, InvalidInput> {
    let invalid = |problem: String, hint: String| {
        InvalidInput::new(InvalidInputKind::Syntax, code, problem, hint)
    };
    let (first, others) = match code.split_once('.') {
        Some(parts) => parts,
        // The digit of moves that take nothing.
        None if code.len() == 1 => (code, ""),
        None if code.is_empty() => {
            let hint = "write its digits, as in octal:0.77".into();
            return Err(invalid("the code is empty".into(), hint));
        }
        None if code.chars().any(|c| !c.is_ascii_hexdigit()) => {
            let hint = "a code has a digit, a point and digits, as in 0.77".into();
            return Err(invalid("that is no code".into(), hint));
        }
        None => {
            let hint = format!("the digits of 1, 2, ... tokens stand behind it, as in 0.{code}");
            return Err(invalid("the code has no point".into(), hint));
        }
    };
    if first.len() > 1 && first.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(invalid(
            format!("{} digits stand before the point", first.chars().count()),
            "before it stands the digit of moves that take nothing alone, nearly always 0 or 4"
                .into(),
        ));
    }
    let is_hexadecimal =
        base == Base::Hexadecimal || code.contains(|c: char| c.is_ascii_alphabetic());
    let digit = |c: char| match c.to_digit(16) {
        Some(digit) if is_hexadecimal || digit < 8 => Ok(digit as u8),
        Some(digit) => Err(invalid(
            format!("{digit} is no octal digit"),
            format!("moves that leave three heaps have digits from 8 on, as in hexadecimal:{code}"),
        )),
        None => Err(invalid(
            format!("{c:?} is no digit"),
            "the digits are 0 to 7, and up to F where moves leave three heaps".into(),
        )),
    };
    let first = if first.is_empty() { "0" } else { first };
    let digits = first.chars().chain(others.chars()).map(digit);
    TakeAndBreakGame::new(&digits.collect::<Result<Vec<u8>, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    /// Catches a notation that is taken for another game, and a game of two canonical texts.
    #[test]
    fn codes_are_read_as_people_write_them() {
        for (text, canonical) in [
            ("octal:0.77", "kayles"),
            ("octal:.77", "kayles"),
            ("octal:0.7700", "kayles"),
            ("hexadecimal:0.77", "kayles"),
            ("kayles", "kayles"),
            ("octal:0.07", "dawson"),
            ("octal:.070", "dawson"),
            ("octal:0.137", "octal:0.137"),
            ("octal:4.07", "octal:4.07"),
            ("octal:4", "octal:4.0"),
            ("octal:4.", "octal:4.0"),
            ("octal:0.3F", "hexadecimal:0.3F"),
            ("octal:.3f", "hexadecimal:0.3F"),
            ("hexadecimal:0.18", "hexadecimal:0.18"),
            ("hexadecimal:c.3", "hexadecimal:C.3"),
            ("octal:c", "hexadecimal:C.0"),
            ("grundys-game", "grundys-game"),
        ] {
            let game = Ruleset::parse(text).expect(text);
            assert_eq!(game.to_string(), canonical, "{text}");
            assert_eq!(Ruleset::parse(canonical), Ok(game), "{canonical}");
        }
        let of_file = |text| Ruleset::from_toml("game.toml", text).expect(text).to_string();
        assert_eq!(of_file("game = \"octal\"\ncode = \".77\""), "kayles");
        assert_eq!(of_file("game = \"hexadecimal\"\ncode = \"0.3f\""), "hexadecimal:0.3F");
        assert_eq!(of_file("game = \"grundys-game\""), "grundys-game");
    }

    /// Catches a code that has no meaning and is read, and an error that does not say what to write.
    #[test]
    fn what_is_no_code_is_refused() {
        let long = format!("octal:0.{}7", "0".repeat(64));
        for (text, problem, hint) in [
            ("octal", "octal needs an argument", "as in octal:0.77"),
            ("octal:", "the code is empty", "as in octal:0.77"),
            ("octal:77", "the code has no point", "as in 0.77"),
            ("octal:0.18", "8 is no octal digit", "as in hexadecimal:0.18"),
            ("octal:0.9", "9 is no octal digit", "as in hexadecimal:0.9"),
            ("octal:8.7", "8 is no octal digit", "as in hexadecimal:8.7"),
            ("octal:0.3G", "'G' is no digit", "up to F"),
            ("hexadecimal:0.3 7", "' ' is no digit", "up to F"),
            ("octal:0.7.7", "'.' is no digit", "0 to 7"),
            ("octal:0.7é", "'é' is no digit", "0 to 7"),
            ("octal:40.7", "2 digits stand before the point", "0 or 4"),
            ("octal:-0.7", "'-' is no digit", "0 to 7"),
            ("octal: 0.77", "' ' is no digit", "0 to 7"),
            ("octal:0,77", "that is no code", "as in 0.77"),
            ("octal:7", "take nothing and leave at most one heap", "as in 0.7"),
            (
                "octal:7.7",
                "take nothing and leave at most one heap",
                "for moves that only split the heap 4",
            ),
            (
                "octal:6",
                "take nothing and leave at most one heap",
                "for moves that only split the heap 4",
            ),
            ("hexadecimal:9.7", "take nothing and leave at most one heap", "as in 4.07"),
            ("octal:0.00", "every digit is 0", "as in 0.77"),
            ("octal:.", "every digit is 0", "as in 0.77"),
            (&long, "moves take more than 64 tokens", "at most 64 digits"),
            ("kayles:0.77", "kayles takes no argument", "write kayles"),
            ("kayles+heaps=2", "does not apply to a take-and-break game", "+heaps"),
        ] {
            let error = Ruleset::parse(text).expect_err(text);
            assert!(error.problem.contains(problem), "{text}: {error}");
            assert!(error.hint.contains(hint), "{text}: {error}");
        }
        assert!(Ruleset::parse(&format!("octal:0.{}7", "0".repeat(63))).is_ok());
        assert!(TakeAndBreakGame::new(&[0, 16]).is_err());
    }
}
