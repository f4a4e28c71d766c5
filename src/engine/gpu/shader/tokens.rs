//! WGSL as a list of tokens, with comments and white space: joined again, they are the text.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::gpu) enum Kind {
    /// White space, as much as there is in one place.
    Space,
    Comment,
    /// A name, a keyword or a number.
    Word,
    /// Any other character; an operator of two characters is two tokens.
    Symbol,
}

/// A token, with its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::gpu) struct Token<'a> {
    pub(in crate::engine::gpu) kind: Kind,
    pub(in crate::engine::gpu) text: &'a str,
}

impl Token<'_> {
    /// Whether it means something to a compiler.
    pub(in crate::engine::gpu) fn is_code(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Symbol)
    }
}

/// Splits a text into tokens.
pub(in crate::engine::gpu) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end_of = |goes_on: fn(char) -> bool| rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
        let (kind, length) = if first.is_whitespace() {
            (Kind::Space, end_of(char::is_whitespace))
        } else if rest.starts_with("//") {
            (Kind::Comment, end_of(|c| c != '\n'))
        } else if rest.starts_with("/*") {
            (Kind::Comment, block_comment(rest))
        } else if is_in_word(first) {
            (Kind::Word, end_of(is_in_word))
        } else {
            (Kind::Symbol, first.len_utf8())
        };
        let (text, behind) = rest.split_at(length);
        tokens.push(Token { kind, text });
        rest = behind;
    }
    tokens
}

/// Returns the length of the comment that a text begins with; such comments contain others.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The tokens of a text that mean something to a compiler, one after another.
pub(super) struct Code<'t, 'a> {
    tokens: &'t [Token<'a>],
    /// Tokens that have been read.
    pub(super) at: usize,
}

impl<'t, 'a> Code<'t, 'a> {
    pub(super) fn new(tokens: &'t [Token<'a>]) -> Self {
        Code { tokens, at: 0 }
    }

    pub(super) fn begin_of_next(&self) -> Option<usize> {
        (self.at..self.tokens.len()).find(|&at| self.tokens[at].is_code())
    }

    pub(super) fn peek(&self) -> Option<&'a str> {
        Some(self.tokens[self.begin_of_next()?].text)
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        let at = self.begin_of_next()?;
        self.at = at + 1;
        Some(self.tokens[at].text)
    }

    /// Reads this token, which must be the very next one of all if it begins a statement.
    pub(super) fn take(&mut self, expected: &str) -> Option<()> {
        let is_first = self.at == 0;
        let at = self.begin_of_next()?;
        if self.tokens[at].text != expected || is_first && at > 0 {
            return None;
        }
        self.at = at + 1;
        Some(())
    }

    /// Reads a list in angle brackets; returns it with them.
    pub(super) fn take_list(&mut self) -> Option<&'t [Token<'a>]> {
        let first = self.begin_of_next()?;
        self.take("<")?;
        let mut depth = 1;
        while depth > 0 {
            match self.next()? {
                "<" => depth += 1,
                ">" => depth -= 1,
                ";" => return None,
                _ => {}
            }
        }
        Some(&self.tokens[first..self.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a character that is lost, a comment that ends too early or too late, and a number that is cut.
    #[test]
    fn tokens_are_the_whole_text() {
        let text = "let a_1=0x1fu; // b / c\n/* d /* e */ \u{e9} */f[2u]>>g/h";
        let tokens = tokens(text);
        assert_eq!(tokens.iter().map(|token| token.text).collect::<String>(), text);
        let code: Vec<&str> =
            tokens.iter().filter(|token| token.is_code()).map(|token| token.text).collect();
        let expected =
            ["let", "a_1", "=", "0x1fu", ";", "f", "[", "2u", "]", ">", ">", "g", "/", "h"];
        assert_eq!(code, expected);
        let comments = tokens.iter().filter(|token| token.kind == Kind::Comment);
        let comments: Vec<&str> = comments.map(|token| token.text).collect();
        assert_eq!(comments, ["// b / c", "/* d /* e */ \u{e9} */"]);
    }
}
