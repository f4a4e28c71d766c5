//! The formats of files that show pictures, and how their names end.

use std::path::Path;

use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// A format in which pictures, plots or graphs are written. This is the one place that says how the names of such
/// files end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// Pixels: pictures of tables.
    Png,
    /// Lines: plots of what an analysis finds.
    Svg,
    /// The text that Graphviz draws: graphs of automata.
    Dot,
}

impl ImageFormat {
    /// Returns what is written in the format, and how names of its files may end; the first ending is usual.
    fn description(self) -> (&'static str, &'static [&'static str]) {
        match self {
            ImageFormat::Png => ("pictures are written as PNG", &["png"]),
            ImageFormat::Svg => ("plots are written as SVG", &["svg"]),
            ImageFormat::Dot => ("graphs are written for Graphviz", &["dot", "gv", "txt"]),
        }
    }

    /// Checks that the name of a file does not promise another format: it ends as names of this format do, or
    /// has no ending.
    ///
    /// # Errors
    /// When it has another ending.
    ///
    /// ```
    /// use std::path::Path;
    /// use grundytab::picture::ImageFormat;
    /// let check = |name| ImageFormat::Png.check_name(Path::new(name));
    /// assert!(check("wythoff.png").is_ok() && check("Wythoff.PNG").is_ok());
    /// assert!(check("wythoff").is_ok() && check("-").is_ok());
    /// let refused = check("wythoff.pdf").unwrap_err().to_string();
    /// assert_eq!(
    ///     refused,
    ///     "wythoff.pdf: pictures are written as PNG, not as pdf; give a name that ends with .png"
    /// );
    /// ```
    pub fn check_name(self, path: &Path) -> Result<(), InvalidInput> {
        let Some(ending) = path.extension().map(|ending| ending.to_string_lossy()) else {
            return Ok(());
        };
        let (written, endings) = self.description();
        if endings.iter().any(|known| ending.eq_ignore_ascii_case(known)) {
            return Ok(());
        }
        Err(InvalidInput::new(
            InvalidInputKind::UnknownName,
            path.display(),
            format!("{written}, not as {ending}"),
            format!("give a name that ends with .{}", endings[0]),
        ))
    }
}
