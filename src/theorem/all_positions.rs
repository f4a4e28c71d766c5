//! Claims about all positions of a game, as sentences of the room `decide`.

use crate::domain::HEAP_NAMES;
use crate::quantity::Convention;
use crate::ruleset::Ruleset;

/// Returns the sentence that a claim is true at all positions of a game: `p iff x == y` becomes
/// `forall x, y: p[nim:2](x, y) iff x == y`. Where rules say which heaps are positions, that is its premise.
pub(super) fn of_all_positions(claim: &str, game: &Ruleset, convention: Convention) -> String {
    let heaps: Vec<&str> = HEAP_NAMES.into_iter().take(game.heaps()).collect();
    let index = match convention {
        Convention::Normal => game.to_string(),
        Convention::Misere => format!("{game}, misere"),
    };
    let rules = game.written_ruleset().and_then(|rules| rules.written().positions.as_ref());
    let claim = match rules {
        Some(positions) => format!("({positions}) implies ({claim})"),
        None => claim.to_owned(),
    };
    let mut sentence = format!("forall {}: ", heaps.join(", "));
    let mut rest = claim.as_str();
    while let Some(first) = rest.chars().next() {
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
        let end =
            if is_of_word(first) { rest.find(|c| !is_of_word(c)) } else { rest.find(is_of_word) };
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        match part {
            "p" | "g" if after.starts_with('(') => sentence += &format!("{part}[{index}]"),
            "p" | "g" => sentence += &format!("{part}[{index}]({})", heaps.join(", ")),
            "tokens" => sentence += &format!("({})", heaps.join(" + ")),
            _ => sentence += part,
        }
        rest = after;
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a name that keeps its meaning of a table, and one that is taken for another.
    #[test]
    fn games_are_named_behind_p_and_g() {
        let game = Ruleset::parse("nim:2").expect("a game");
        let claim = "p iff tokens > 1 and g(x, y - 1) == max(g, gcd_p)";
        assert_eq!(
            of_all_positions(claim, &game, Convention::Misere),
            "forall x, y: p[nim:2, misere](x, y) iff (x + y) > 1 and \
             g[nim:2, misere](x, y - 1) == max(g[nim:2, misere](x, y), gcd_p)"
        );
    }

    /// Catches a claim that is made of heaps that are no position.
    #[test]
    fn claims_are_about_positions_alone() {
        let rules = "rules: positions x + y <= tokens and x > 0; (x - 1, y) if x > 1";
        let game = Ruleset::parse(rules).expect("a game");
        assert_eq!(
            of_all_positions("x > 0 or g", &game, Convention::Normal),
            format!("forall x, y: (x + y <= (x + y) and x > 0) implies (x > 0 or g[{game}](x, y))")
        );
    }
}
