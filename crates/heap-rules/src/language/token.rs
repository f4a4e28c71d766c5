//! Tokens: a text cut into words, numbers and signs.

/// A token of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name, or an operator that is a word.
    Word(&'a str),
    /// At most 2^63: with a minus sign before it, that is the least number of 64 bits.
    Number(u64),
    /// An operator, a bracket, a comma, a colon or a semicolon.
    Sign(&'static str),
    /// What stands in square brackets: the notation of a game, or the name of a table.
    Index(&'a str),
    /// The end of the text.
    End,
}

/// The largest number that is read: with a minus sign before it, it is the least of 64 bits.
pub(crate) const LARGEST: u64 = i64::MIN.unsigned_abs();

/// Signs of other languages, those that begin as another one before it, and how they are written here.
const FOREIGN: [(&str, &str); 18] = [
    ("//", "/, which rounds down"),
    ("**", "as a product: x*x"),
    ("<=>", "iff"),
    ("<->", "iff"),
    ("==>", "implies"),
    ("=>", "implies"),
    ("->", "implies"),
    ("\u{21d4}", "iff"),
    ("\u{2194}", "iff"),
    ("\u{21d2}", "implies"),
    ("\u{2192}", "implies"),
    ("\u{2227}", "and"),
    ("\u{2228}", "or"),
    ("\u{00ac}", "not"),
    ("\u{2264}", "<="),
    ("\u{2265}", ">="),
    ("\u{2260}", "!="),
    ("\u{2295}", "^"),
];

/// The signs, those that begin as another one before it.
const SIGNS: [&str; 28] = [
    "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "<", ">", "!", "+", "-", "*", "/", "%", "^",
    "(", ")", ",", ":", ";", "&", "|", "{", "}", "..", "~",
];

impl std::fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Word(word) => f.write_str(word),
            Token::Number(number) => write!(f, "{number}"),
            Token::Sign(sign) => f.write_str(sign),
            Token::Index(index) => write!(f, "[{index}]"),
            Token::End => f.write_str("the end"),
        }
    }
}

/// Cuts a text into tokens, of which the last is [`Token::End`].
///
/// # Errors
/// What is wrong with the text.
pub fn tokens(text: &str) -> Result<Vec<Token<'_>>, String> {
    let tokens = placed_tokens(text).map_err(|(problem, _)| problem)?;
    Ok(tokens.into_iter().map(|(token, _)| token).collect())
}

/// Cuts a text into tokens, each with the place in the text where it begins.
///
/// # Errors
/// What is wrong with the text, and where.
pub(crate) fn placed_tokens(text: &str) -> Result<Vec<(Token<'_>, usize)>, (String, usize)> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let place = text.len() - rest.len();
        let is_named = matches!(tokens[..], [.., (Token::Word("let"), _), (Token::Word(_), _)]);
        let (token, length) = match is_named && first == '=' && !rest.starts_with("==") {
            true => (Token::Sign("="), 1),
            false => token(rest, first).map_err(|problem| (problem, place))?,
        };
        tokens.push((token, place));
        rest = rest[length..].trim_start();
    }
    tokens.push((Token::End, text.len()));
    Ok(tokens)
}

/// Cuts off the token with which a text begins, and returns its length, too.
fn token(text: &str, first: char) -> Result<(Token<'_>, usize), String> {
    if is_of_word(first) {
        let end = text.find(|c| !is_of_word(c)).unwrap_or(text.len());
        return Ok((word(&text[..end])?, end));
    }
    if first == '[' {
        let length = length_in_brackets(text).ok_or_else(|| "a ] is missing".to_owned())?;
        return Ok((Token::Index(text[1..length - 1].trim()), length));
    }
    if let Some((foreign, here)) = FOREIGN.into_iter().find(|(sign, _)| text.starts_with(sign)) {
        return Err(format!("there is no operator {foreign}; it is written {here}"));
    }
    let sign = SIGNS.into_iter().find(|sign| text.starts_with(sign));
    let sign = sign.ok_or_else(|| match first {
        '@' => "files are read by the program alone, and only behind `in`, `=` and `graph`, as in k in @set.txt; elsewhere the \
                numbers are written, as in k in {2, 5, 8..12}"
            .to_owned(),
        '=' => "= is not a comparison; equality is written ==".to_owned(),
        '.' => "numbers are integers; points stand in sets alone, as in {2, 5, 8..12}".to_owned(),
        _ => format!("an expression cannot contain {first:?}"),
    })?;
    Ok((Token::Sign(sign), sign.len()))
}

/// Returns the length of a pair of square brackets and what stands in it, with which a text begins.
fn length_in_brackets(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut brackets = text.match_indices(['[', ']']);
    brackets.find_map(|(place, bracket)| {
        depth += if bracket == "[" { 1 } else { -1 };
        (depth == 0).then_some(place + 1)
    })
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Reads a word, or a number if it begins with a digit.
fn word(text: &str) -> Result<Token<'_>, String> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(Token::Word(text));
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if !rest.is_empty() {
        return Err(format!(
            "{text} is not a number; numbers are written in digits, and a product as {digits}*{rest}"
        ));
    }
    let number = text.parse().ok().filter(|number| *number <= LARGEST);
    number.map(Token::Number).ok_or_else(|| too_large(text))
}

/// Says that a number is larger than all that are read.
pub(crate) fn too_large(digits: impl std::fmt::Display) -> String {
    format!("the number {digits} is too large; the largest is {}", i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches signs of two characters that are read as two signs.
    #[test]
    fn texts_are_cut_where_tokens_end() {
        use Token::{End, Number, Sign, Word};
        let expected = [
            Word("x"),
            Sign("<="),
            Sign("-"),
            Number(12),
            Sign("&&"),
            Sign("!"),
            Sign("("),
            Word("floor_phi2"),
            Sign("!="),
            Word("y"),
            Sign(")"),
            End,
        ];
        assert_eq!(tokens("x<=-12&&!(floor_phi2!=y)"), Ok(expected.to_vec()));
        assert_eq!(tokens(" x <= -\t12 && ! ( floor_phi2 !=y ) "), Ok(expected.to_vec()));
        assert_eq!(tokens(""), Ok(vec![End]));
    }
}
