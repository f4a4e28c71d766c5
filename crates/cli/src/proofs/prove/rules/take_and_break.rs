//! Take-and-break games as rules.

use grundytab::invalid_input::InvalidInput;
use grundytab::ruleset::{ClauseGame, TakeAndBreakGame};

/// Returns clauses that say the same as the digits of the code: take k tokens, and leave as many heaps as the digit of k
/// allows, none of them empty.
pub(super) fn rules_of_code(game: &TakeAndBreakGame) -> Result<ClauseGame, InvalidInput> {
    let differ = if game.is_unequal() { " if 2*a != x" } else { "" };
    let mut clauses = Vec::new();
    for taken in 0..game.digits().len() as u32 {
        let may_leave = |heaps: u32| game.may_leave(taken, heaps);
        let rest = format!("x - {taken}");
        if may_leave(0) {
            clauses.push(format!("() if x == {taken}"));
        }
        if may_leave(1) {
            clauses.push(format!("({rest}) if x > {taken}"));
        }
        if may_leave(2) {
            clauses.push(format!("(a) + ({rest} - a) for 1 <= a < {rest}{differ}"));
        }
        if may_leave(3) {
            let ranges = format!("1 <= a < {rest}, 1 <= b < {rest} - a");
            clauses.push(format!("(a) + (b) + ({rest} - a - b) for {ranges}"));
        }
    }
    ClauseGame::new(&clauses.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::domain::Coordinates;
    use grundytab::ruleset::Ruleset;

    /// Catches a code whose clauses have other options.
    #[test]
    fn clauses_say_what_the_digits_say() {
        for code in
            ["kayles", "dawson", "grundys-game", "octal:0.137", "octal:4.07", "hexadecimal:8.0F3"]
        {
            let game = Ruleset::parse(code).expect(code);
            let Ruleset::TakeAndBreak(digits) = &game else { panic!("{code}") };
            let rules = Ruleset::from(rules_of_code(digits).expect(code));
            for heap in 0..30 {
                let at = Coordinates::padded(&[heap], 0);
                let [mut own, mut written] =
                    [&game, &rules].map(|game| game.definition().options(at));
                own.sort();
                own.dedup();
                written.sort();
                written.dedup();
                assert_eq!(own, written, "{code}: {heap}");
            }
        }
    }
}
