//! Fields of comma-separated values (RFC 4180).

/// Returns a text as a field, in quotes if it has characters with a meaning.
pub fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(
            ["x + y", "g(x, y)", "5\""].map(field),
            ["x + y", "\"g(x, y)\"", "\"5\"\"\""].map(str::to_owned)
        );
    }
}
