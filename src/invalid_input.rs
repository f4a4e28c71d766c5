//! Input that cannot be used, described in one line.

use std::fmt;

use serde::Serialize as _;

/// Why an input was not accepted: its kind, the input, what is wrong with it, and what would be
/// accepted instead.
///
/// ```
/// use grundytab::{InvalidInputKind, Ruleset};
/// let error = Ruleset::parse("vector:1,0/0,0").unwrap_err();
/// assert_eq!(error.kind, InvalidInputKind::ZeroVector);
/// assert_eq!(
///     error.to_string(),
///     "vector:1,0/0,0: the ray 0,0 is the zero vector; a move takes at least one token, as in 1,0"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}; {hint}", shown(.input))]
pub struct InvalidInput {
    /// The kind of problem, for programs.
    pub kind: InvalidInputKind,
    /// The text or value as it was given, shortened and in one line.
    pub input: String,
    /// What is wrong with it.
    pub problem: String,
    /// What would be accepted instead.
    pub hint: String,
}

/// The kinds of invalid input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum InvalidInputKind {
    /// The text does not follow the notation, or a file is not the TOML of a game.
    Syntax,
    /// A number is expected, and the text is none.
    NotANumber,
    /// A number is negative, too large, or otherwise not among those that are accepted.
    OutOfRange,
    /// A set of moves, sides or positions is empty.
    Empty,
    /// A move takes nothing.
    ZeroVector,
    /// A vector, a position or a domain has another number of heaps than the game, or the number of
    /// heaps is not from 1 to 4.
    WrongHeapCount,
    /// There is no game with this name.
    UnknownGame,
    /// There is no modifier with this name.
    UnknownModifier,
    /// There is no quantity, play convention, engine or codec with this name, or files are not written in the
    /// format that it ends with.
    UnknownName,
    /// A game needs an argument or a field that is not given.
    MissingArgument,
    /// An argument, a modifier or a field does not apply to the game.
    ModifierDoesNotApply,
    /// A modifier is given more than once.
    RepeatedModifier,
    /// The two players of a partizan game do not fit together.
    PlayersDiffer,
    /// The quantity is not defined, or not tabulated, for the game.
    QuantityDoesNotApply {
        /// The names of the quantities to tabulate instead, as in `grundy or outcome`.
        instead: &'static str,
    },
    /// Misère play is not defined for games with blocking.
    MisereWithBlocking,
    /// Palace numbers and remoteness are tabulated for normal play alone.
    MisereOfPalaces,
    /// In misère play the values of positions do not determine that of their sum, to which moves lead.
    MisereOfSums,
    /// Scoring games have no misère play.
    MisereOfScores {
        /// Quantities that have misère play.
        instead: &'static str,
    },
    /// An adapter is named for an engine that runs on none.
    AdapterWithoutGpu,
    /// Options leave every box: the domain must be bounded by the token sum.
    NeedsSimplex,
    /// A token sum does not bound the positions of the game: the domain must be a box.
    NeedsBox,
    /// Options of some positions lie outside the domain.
    OptionsOutsideDomain,
    /// The position is not in the table.
    OutsideDomain,
    /// There are too many positions, tiles or bytes, or the values are too large.
    TooLarge,
    /// An expression cannot be read, or means nothing for the table.
    UnsupportedExpression,
    /// A claim has no value at a position: it overflows, divides by zero or has no floor there.
    UndefinedClaim,
    /// No formula about addition and order describes the moves of a game, so that nothing can be proved of it
    /// by automata.
    NoFormula,
    /// Outcomes are to be proved of a game whose moves lead to sums of positions: they follow from Grundy values.
    OutcomesOfSums,
    /// Rules that the user has written define no game: a move does not make the grade smaller, or leads nowhere.
    FaultyRules,
    /// Two tables are not of the same game and domain in the two play conventions.
    WrongPartner,
    /// A second table of the same positions in the other play convention is needed: by a claim that
    /// compares with it, or by a sum in misère play, whose components it shows to be tame.
    MissingPartner,
    /// An expression names a table that is not given.
    UnknownTable,
    /// The values of the components do not determine a sum in misère play.
    NotTame,
    /// The tables of a sum are of different play conventions.
    MixedConventions,
    /// Two tables that are compared hold different quantities.
    OtherQuantity,
    /// A table does not show what is to be read from it: it is one of another game, play convention or
    /// quantity.
    WrongTable,
    /// A table is the difference of two, and has no values of a game.
    NoValuesOfGame,
    /// A sum needs tables of Grundy values.
    NoGrundyValues,
    /// A sum of scoring games needs tables of scores.
    NoScores,
    /// A component of a sum of scoring games reaches a position with a negative score.
    WaitingPays,
    /// A file that describes a game cannot be read.
    UnreadableFile,
    /// There is no such file.
    MissingFile,
    /// A document is no certificate of a proof, or not one that can be read.
    DamagedCertificate,
    /// A certificate is false, or does not prove what it is given for.
    WrongCertificate,
}

impl InvalidInput {
    /// Describes an invalid input. The input and the problem are cut to a length that fits a line,
    /// and control characters in them are escaped.
    pub fn new(
        kind: InvalidInputKind,
        input: impl ToString,
        problem: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let input = shortened(&input.to_string(), LONGEST_INPUT);
        let problem = shortened(&problem.into(), LONGEST_PROBLEM);
        InvalidInput { kind, input, problem, hint: hint.into() }
    }

    /// Returns the same error about the whole that the input was given in: `input` is named
    /// instead.
    pub fn about(self, input: impl ToString) -> Self {
        InvalidInput::new(self.kind, input, self.problem, self.hint)
    }

    /// Returns the same error about the whole that the input was given in, with the part that is
    /// wrong named in the problem unless it is empty or all of it.
    pub fn within(self, whole: impl ToString) -> Self {
        let whole = whole.to_string();
        match self.input == whole {
            true => self,
            false => self.naming_input().about(whole),
        }
    }

    /// Returns the same error with its input named in the problem, unless it is empty.
    pub(crate) fn naming_input(self) -> Self {
        let problem = match self.input.as_str() {
            "" => self.problem,
            input => format!("{input}: {}", self.problem),
        };
        InvalidInput::new(self.kind, self.input, problem, self.hint)
    }
}

impl fmt::Display for InvalidInputKind {
    /// Writes the name that programs know the kind by, as in `zero_vector`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidInputKind::QuantityDoesNotApply { .. } => f.write_str("quantity_does_not_apply"),
            InvalidInputKind::MisereOfScores { .. } => f.write_str("misere_of_scores"),
            // A formatter takes the names of variants without fields, as they are derived.
            without_fields => without_fields.serialize(f),
        }
    }
}

/// Maximum number of characters quoted from the input, and of the explanation.
const LONGEST_INPUT: usize = 120;
const LONGEST_PROBLEM: usize = 400;

/// Returns the input as it is printed: an empty one as `""`.
fn shown(input: &str) -> &str {
    if input.is_empty() { "\"\"" } else { input }
}

/// Returns a text as a message quotes it: in one line and, if it is much longer than `longest`
/// characters, its beginning and how many characters there are.
pub fn shortened(text: &str, longest: usize) -> String {
    /// A text that has been shortened already, and put behind the name of a flag, stays as it is.
    const MARGIN: usize = 50;
    let characters = text.chars().count();
    if characters <= longest + MARGIN {
        return one_line(text);
    }
    let beginning: String = text.chars().take(longest).collect();
    format!("{}... ({characters} characters)", one_line(&beginning))
}

/// Returns a text in one line, whatever is in it: control characters are escaped.
fn one_line(text: &str) -> String {
    let escape = |c: char| {
        if c.is_control() { c.escape_default().to_string() } else { c.to_string() }
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_line_of_bounded_length() {
        let new = |input: &str, problem: &str| {
            InvalidInput::new(InvalidInputKind::Syntax, input, problem, "e")
        };
        let error = new("a\nb\u{1b}[31m", "c\rd");
        assert_eq!(error.to_string(), "a\\nb\\u{1b}[31m: c\\rd; e");
        let long = "x".repeat(10_000);
        assert!(new(&long, &long).to_string().len() < 600);
        assert!(new(&long, &long).within(&long).to_string().len() < 600);
    }

    /// What has been shortened once says still how long it was.
    #[test]
    fn the_length_is_that_of_what_was_given() {
        let error = InvalidInput::new(InvalidInputKind::Syntax, "x".repeat(10_000), "p", "h");
        let text = format!("--flag {}", error.input);
        let shown = error.about(text).to_string();
        assert!(shown.contains("xxx... (10000 characters): p; h"), "{shown}");
    }

    /// Without the quotation marks the line would begin with a colon.
    #[test]
    fn an_empty_input_is_seen() {
        let error = InvalidInput::new(InvalidInputKind::UnknownGame, "", "no game", "a game");
        assert_eq!(error.to_string(), "\"\": no game; a game");
    }

    #[test]
    fn errors_move_to_the_whole_input() {
        let error = InvalidInput::new(InvalidInputKind::NotANumber, "a", "not a number", "digits");
        assert_eq!(error.clone().within("3,a").to_string(), "3,a: a: not a number; digits");
        assert_eq!(error.about("nim:a").to_string(), "nim:a: not a number; digits");
    }

    #[test]
    fn long_texts_are_shortened() {
        assert_eq!(shortened(&"9".repeat(7_000_000), 3), "999... (7000000 characters)");
        assert_eq!(shortened("a\nb", 1), "a\\nb");
    }
}
