//! What a file says of itself: the game, the program, the command that made it.
//!
//! Each format has its own place for it: PNG has texts with keys, SVG an element, PDF the dictionary of the document.
//! SVG and PDF hold it as XMP besides, which programs that keep pictures read.

use std::fmt::Write as _;
use std::io::Cursor;

/// What a file says of itself. What is empty is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Metadata {
    /// The line above the figure.
    pub title: String,
    /// The canonical text of the game.
    pub game: String,
    /// The domain of the table.
    pub domain: String,
    /// What is tabulated.
    pub quantity: String,
    /// The program, with its version.
    pub program: String,
    /// The command line, quoted for a shell.
    pub command: String,
}

/// So many bytes at the beginning of a file hold what it says of itself.
pub const METADATA_BYTES: u64 = 1 << 20;

/// The keys of the texts, in the order of the fields. "Software" is the key that PNG has for the program.
const KEYS: [&str; 6] = ["Title", "Game", "Domain", "Quantity", "Software", "Command"];

/// The name of the elements of SVG and PDF files.
const PREFIX: &str = "grundytab";

impl Metadata {
    /// Lists what is known, each with its key.
    pub fn entries(&self) -> Vec<(&'static str, &str)> {
        let Metadata { title, game, domain, quantity, program, command } = self;
        let texts = [title, game, domain, quantity, program, command].map(String::as_str);
        KEYS.into_iter().zip(texts).filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Returns what a screen reader may say of the figure.
    pub(super) fn description(&self) -> String {
        let parts = [&self.quantity, &self.game, &self.domain];
        parts.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ")
    }

    /// Returns it as XMP.
    pub(super) fn to_xml(&self) -> String {
        let mut xml = format!(
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\
             <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\
             <rdf:Description rdf:about=\"\" xmlns:{PREFIX}=\"urn:{PREFIX}:figure\">\n"
        );
        for (key, text) in self.entries() {
            let text = escaped(text);
            let _ = writeln!(xml, "<{PREFIX}:{key}>{text}</{PREFIX}:{key}>");
        }
        xml + "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n"
    }

    /// Reads what a file says of itself, given its beginning, of [`METADATA_BYTES`] at most. `None` if it says nothing.
    pub fn of_file(beginning: &[u8]) -> Option<Self> {
        let of_png = |chunks: &[png::text_metadata::ITXtChunk], key: &str| {
            chunks.iter().find(|chunk| chunk.keyword == key)?.get_text().ok()
        };
        let of_xml = |text: &str, key: &str| {
            let (_, rest) = text.split_once(&format!("<{PREFIX}:{key}>"))?;
            Some(unescaped(rest.split_once(&format!("</{PREFIX}:{key}>"))?.0))
        };
        let texts = if beginning.starts_with(b"\x89PNG") {
            let reader = png::Decoder::new(Cursor::new(beginning)).read_info().ok()?;
            KEYS.map(|key| of_png(&reader.info().utf8_text, key))
        } else {
            let text = String::from_utf8_lossy(beginning);
            KEYS.map(|key| of_xml(&text, key))
        };
        let [title, game, domain, quantity, program, command] =
            texts.map(Option::unwrap_or_default);
        let found = Metadata { title, game, domain, quantity, program, command };
        (!found.is_empty()).then_some(found)
    }
}

/// Returns a text as XML holds it. Characters that XML has not are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Spaces other than blanks would be read as blanks.
            '\n' | '\r' | '\t' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Reads what [`escaped`] writes.
fn unescaped(text: &str) -> String {
    let mut text = text.to_owned();
    for (written, character) in [
        ("&#10;", "\n"),
        ("&#13;", "\r"),
        ("&#9;", "\t"),
        ("&quot;", "\""),
        ("&gt;", ">"),
        ("&lt;", "<"),
        ("&amp;", "&"),
    ] {
        text = text.replace(written, character);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches texts that another program would read as markup, or that come back as others.
    #[test]
    fn texts_survive_xml() {
        for text in ["a < b && \"c\" > 'd'", "&lt;", "two\nlines\tand\r", "φ ≤ 1"] {
            assert_eq!(unescaped(&escaped(text)), text);
            assert!(!escaped(text).contains(['<', '>', '"', '\n']));
        }
        assert_eq!(escaped("\u{1b}[1m"), "\u{fffd}[1m");
    }
}
