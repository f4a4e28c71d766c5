//! What is said of names that are not known.

/// Asks whether another name was meant, as in `did you mean wythoff? `, if one of `names` is nearly what was
/// given; else returns nothing. It stands before a list of the names.
pub fn did_you_mean<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(given, names).map_or(String::new(), |name| format!("did you mean {name}? "))
}

/// Returns the beginning of a text that is quoted in a message.
pub(crate) fn shortened(text: &str) -> String {
    /// Characters that are shown.
    const SHOWN: usize = 80;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the first of the names that takes the fewest changes: letters that are added, left out, replaced,
/// or exchanged with their neighbour. `None` if they are more than a third of the letters. Capitals make no
/// difference.
fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// A longer text is no name, and comparing takes the product of the lengths.
    const LONGEST: usize = 100;
    if given.len() > LONGEST {
        return None;
    }
    let given = given.to_lowercase();
    let changes = |name: &&str| strsim::osa_distance(&given, &name.to_lowercase());
    let least = names.into_iter().min_by_key(changes)?;
    let letters = given.chars().count().max(least.chars().count());
    (changes(&least) <= letters / 3).then_some(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches suggestions that are far from what was written, and letters exchanged that are not found.
    #[test]
    fn names_are_suggested_that_are_near() {
        let names = ["nim", "wythoff", "maharaja", "subtraction"];
        for (given, meant) in [
            ("wythof", "wythoff"),
            ("Wythoff", "wythoff"),
            ("subtarction", "subtraction"),
            ("nmi", "nim"),
            ("maharadja", "maharaja"),
        ] {
            assert_eq!(nearest(given, names), Some(meant), "{given}");
        }
        for given in ["", "x", "chess", "go", "euclid", &"nim".repeat(1000)] {
            assert_eq!(nearest(given, names), None, "{given}");
        }
    }
}
