//! The formats of files that show pictures, and how their names end.

use std::path::Path;

use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// A format in which figures or graphs are written. This is the one place that says how the names of such files end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ImageFormat {
    /// Pixels.
    Png,
    /// Lines and texts, with the cells as pixels.
    Svg,
    /// The same on a page.
    Pdf,
    /// The text that Graphviz draws: graphs of automata.
    #[value(skip)]
    Dot,
}

impl ImageFormat {
    /// The formats of figures.
    pub const FIGURES: [ImageFormat; 3] = [ImageFormat::Png, ImageFormat::Svg, ImageFormat::Pdf];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        self.endings().0[0]
    }

    /// Returns how names of its files may end, of which the first is usual, and how the files are written.
    fn endings(self) -> (&'static [&'static str], &'static str) {
        match self {
            ImageFormat::Png => (&["png"], "it is written as PNG"),
            ImageFormat::Svg => (&["svg"], "it is written as SVG"),
            ImageFormat::Pdf => (&["pdf"], "it is written as PDF"),
            ImageFormat::Dot => (&["dot", "gv", "txt"], "graphs are written for Graphviz"),
        }
    }

    /// Returns the format that a name promises by its ending. `None` if it has no ending, as `-` has none.
    ///
    /// # Errors
    /// When its ending is that of no format of figures.
    pub fn of_figure(path: &Path) -> Result<Option<Self>, InvalidInput> {
        let Some(ending) = path.extension().map(|ending| ending.to_string_lossy()) else {
            return Ok(None);
        };
        let format = ImageFormat::FIGURES.into_iter().find(|format| format.has_ending(&ending));
        format.map(Some).ok_or_else(|| {
            let written = "figures are written as PNG, SVG or PDF";
            refused(path, &ending, written, ".png, .svg or .pdf")
        })
    }

    /// Checks that the name of a file does not promise another format: it ends as names of this format do, or
    /// has no ending.
    ///
    /// # Errors
    /// When it has another ending.
    pub fn check_name(self, path: &Path) -> Result<(), InvalidInput> {
        let Some(ending) = path.extension().map(|ending| ending.to_string_lossy()) else {
            return Ok(());
        };
        match self.has_ending(&ending) {
            true => Ok(()),
            false => Err(refused(path, &ending, self.endings().1, &format!(".{}", self.name()))),
        }
    }

    fn has_ending(self, ending: &str) -> bool {
        self.endings().0.iter().any(|known| ending.eq_ignore_ascii_case(known))
    }

    /// Whether a file of figures begins like this.
    pub fn is_figure(beginning: &[u8]) -> bool {
        [&b"\x89PNG\r\n\x1a\n"[..], b"%PDF-"].iter().any(|magic| beginning.starts_with(magic))
            || is_svg(beginning)
    }
}

/// Whether a text is SVG: its first element is, behind a declaration, comments and a document type.
fn is_svg(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(beginning);
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<svg") => return true,
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<!") => ">",
            _ => return false,
        };
        match rest.split_once(end) {
            Some((_, behind)) => rest = behind.trim_start(),
            None => return false,
        }
    }
}

fn refused(path: &Path, ending: &str, written: &str, endings: &str) -> InvalidInput {
    InvalidInput::new(
        InvalidInputKind::UnknownName,
        path.display(),
        format!("{written}, not as {ending}"),
        format!("give a name that ends with {endings}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a figure that is not replaced by a new one, and a text of others that would be.
    #[test]
    fn figures_are_known_by_their_beginning() {
        for text in
            ["<svg x>", "<?xml version='1.0'?>\n<!-- a -->\n<!DOCTYPE svg>\n <svg>", "%PDF-1.7"]
        {
            assert!(ImageFormat::is_figure(text.as_bytes()), "{text}");
        }
        for text in ["", "<html><svg>", "<!-- <svg> -->", "notes about <svg>", "PNG", "<?xml?><a/>"]
        {
            assert!(!ImageFormat::is_figure(text.as_bytes()), "{text}");
        }
        assert!(ImageFormat::is_figure(b"\x89PNG\r\n\x1a\n...."));
    }
}
