//! Games that are known by a name and are no family: each is a text of rules, or a game of a family. A row of `named.tsv`
//! has the notation, an example, the text, what a move is, and the source.
//!
//! What stands behind the name is its argument. In the notation of a row it is the argument itself, as in `moore:2`, or
//! a word in capitals, for which the text has a place in braces: a number if it is one letter, as in `wythoff:R`, and else
//! any text.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::number::parse_number;
use crate::wording::joined;

/// A row of the file.
pub(super) struct NamedGame {
    pub notation: &'static str,
    pub example: &'static str,
    text: &'static str,
    pub moves: &'static str,
    pub source: &'static str,
}

static ROWS: LazyLock<Vec<NamedGame>> =
    LazyLock::new(|| include_str!("named.tsv").lines().skip(1).filter_map(row).collect());

fn row(line: &'static str) -> Option<NamedGame> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [notation, example, text, moves, source] = *columns else { return None };
    Some(NamedGame { notation, example, text, moves, source })
}

impl NamedGame {
    pub(super) fn all() -> &'static [NamedGame] {
        &ROWS
    }

    /// Returns the first row of each name.
    pub(super) fn firsts() -> impl Iterator<Item = &'static NamedGame> {
        let is_first = |(before, row): &(usize, &NamedGame)| {
            ROWS[..*before].iter().all(|other| other.parts().0 != row.parts().0)
        };
        ROWS.iter().enumerate().filter(is_first).map(|(_, row)| row)
    }

    /// Returns the name and the argument that the row is about.
    pub(super) fn parts(&self) -> (&'static str, Option<&'static str>) {
        match self.notation.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (self.notation, None),
        }
    }

    /// Returns the word in capitals that stands for any argument.
    fn placeholder(&self) -> Option<&'static str> {
        self.parts().1.filter(|word| word.bytes().all(|byte| byte.is_ascii_uppercase()))
    }

    /// Returns the text for an argument, which is none where the name stands alone; none if the row is not about it.
    fn text_for(&self, argument: Option<&str>) -> Result<Option<Cow<'static, str>>, InvalidInput> {
        let (Some(word), Some(argument)) = (self.placeholder(), argument) else {
            let is_meant = self.placeholder().is_none()
                && argument.is_none_or(|argument| self.parts().1 == Some(argument));
            return Ok(is_meant.then_some(Cow::Borrowed(self.text)));
        };
        let value = match word.len() {
            1 => parse_number(argument, "what stands behind the name")?.to_string(),
            _ => argument.to_owned(),
        };
        Ok(Some(Cow::Owned(self.text.replace(&format!("{{{word}}}"), &value))))
    }

    /// Returns the text of the example.
    pub(super) fn text_of_example(&self) -> Cow<'static, str> {
        let argument = self.example.split_once(':').map(|(_, argument)| argument);
        self.text_for(argument).ok().flatten().unwrap_or(Cow::Borrowed(self.text))
    }

    /// Returns whether the game is one of written rules.
    pub(super) fn is_of_rules(&self) -> bool {
        self.text.starts_with("rules:")
    }

    /// Returns the notation that a game stands for which is written by a name of the file, or as a bare octal code, with its
    /// modifiers; none for other texts. An argument stands behind a colon or a space.
    ///
    /// # Errors
    /// When the name has no such argument.
    pub(super) fn written_out(text: &str) -> Result<Option<String>, InvalidInput> {
        if is_code(text) {
            return Ok(Some(format!("octal:{text}")));
        }
        let (name, rest) = text.split_at(text.find([':', ' ', '+']).unwrap_or(text.len()));
        let rows = || ROWS.iter().filter(|row| row.parts().0 == name);
        if rows().next().is_none() {
            return Ok(None);
        }
        // A path may have plus signs.
        let modifiers = if rest.contains('@') { rest.rfind("+block=") } else { rest.find('+') };
        let (argument, modifiers) = rest.split_at(modifiers.unwrap_or(rest.len()));
        let argument = argument.strip_prefix([':', ' ']).map(str::trim);
        for row in rows() {
            if let Some(text) = row.text_for(argument)? {
                return Ok(Some(format!("{text}{modifiers}")));
            }
        }
        let problem = match argument {
            Some(argument) => format!("there is no {name}:{argument}"),
            None => format!("{name} needs an argument"),
        };
        let notations = joined(rows().map(|row| row.notation), " or ");
        let kind = InvalidInputKind::UnknownGame;
        Err(InvalidInput::new(kind, text, problem, format!("write {notations}")))
    }
}

/// Returns whether a text begins as the code of an octal game, as in `0.77`, `4.7` and `.77`.
fn is_code(text: &str) -> bool {
    let behind = text.strip_prefix(|c: char| c.is_ascii_digit()).unwrap_or(text);
    behind.starts_with('.') && behind.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a number that is put into rules as it was typed, and a text that is not.
    #[test]
    fn placeholders_of_one_letter_are_numbers() {
        let game = |notation| NamedGame {
            notation,
            example: "",
            text: "{R}, {GRAPH}",
            moves: "",
            source: "",
        };
        let text = |notation, argument| {
            game(notation).text_for(Some(argument)).map(|text| text.map(Cow::into_owned))
        };
        assert_eq!(text("a:R", "1_000"), Ok(Some("1000, {GRAPH}".into())));
        assert!(text("a:R", "x; (x)").is_err());
        assert_eq!(text("a:GRAPH", "@e+f.txt"), Ok(Some("{R}, @e+f.txt".into())));
        assert_eq!(text("a:2", "3"), Ok(None));
    }
}
