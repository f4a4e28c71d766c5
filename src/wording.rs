//! How messages are worded: counts with their nouns, shares in percent, numbers of bytes with their units, and the name
//! that was probably meant by a misspelt one.

use std::fmt::Display;

pub use heap_rules::did_you_mean;

/// Returns a count with its noun, which is given as it stands after 1.
pub fn counted(count: impl Display, noun: &str) -> String {
    counted_as(count, noun, &plural(noun))
}

/// Returns a count with words that differ after 1 in more than a noun.
pub fn counted_as(count: impl Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    let words = if count == "1" { one } else { many };
    format!("{count} {words}")
}

/// Returns words for all of the things that are counted.
pub fn all_counted(count: u64, noun: &str) -> String {
    match count {
        1 => format!("the only {noun}"),
        _ => format!("all {}", counted(count, noun)),
    }
}

/// Returns the plural of a noun that these messages count, or of words that end in one.
fn plural(noun: &str) -> String {
    let with_end = |end: &str, of_plural: &str| {
        noun.strip_suffix(end).map(|beginning| format!("{beginning}{of_plural}"))
    };
    [("vertex", "vertices"), ("box", "boxes"), ("ch", "ches"), ("try", "tries"), ("axis", "axes")]
        .into_iter()
        .find_map(|(end, of_plural)| with_end(end, of_plural))
        .unwrap_or_else(|| format!("{noun}s"))
}

/// Writes things one after the other, with the same between any two of them.
pub fn joined(items: impl IntoIterator<Item: Display>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(between)
}

/// Returns a share of a whole in percent, with this many digits after leading zeros, and more of them near 100: it is 100
/// of the whole alone, and 0 of nothing.
pub fn percent_text(part: u64, whole: u64, digits: u32) -> String {
    if part == 0 {
        return "0 %".into();
    }
    if part >= whole {
        return "100 %".into();
    }
    let missing = whole - part;
    // The place before the point of the first digit: 1 of 12.3, 0 of 1.23, -1 of 0.123.
    let first_digit =
        |part: u64| (100.0 * part as f64 / whole as f64).log10().floor().max(-20.0) as i32;
    let of_part = digits as i32 - 1 - first_digit(part);
    // What is missing keeps a digit, so that it is not rounded away.
    let of_missing = -first_digit(missing);
    let decimals = of_part.max(of_missing).clamp(0, 24) as u32;
    // In whole numbers, and of the smaller of both: a float near 100 has too few digits, and a small part with many
    // decimals does not overflow.
    let unit = 10_u128.pow(decimals);
    let rounded =
        |part: u64| (u128::from(part) * 100 * unit + u128::from(whole) / 2) / u128::from(whole);
    let percent = match part <= missing {
        true => rounded(part),
        false => 100 * unit - rounded(missing),
    };
    match decimals {
        0 => format!("{percent} %"),
        _ => format!("{}.{:0width$} %", percent / unit, percent % unit, width = decimals as usize),
    }
}

/// Returns a number of bytes as people read it, in powers of 1000.
pub fn bytes_text(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let (mut number, mut units) = (bytes as f64 / 1e3, UNITS.into_iter());
    let mut unit = units.next().unwrap_or_default();
    // What rounds to 1000 is one of the next unit.
    while number >= 999.995 {
        let Some(next) = units.next() else { break };
        (number, unit) = (number / 1e3, next);
    }
    format!("{number:.2} {unit}")
}

/// Says that more memory or disk space is needed than there is.
pub fn needed_bytes_text(what: &str, needed: u64, available: u64) -> String {
    let [needed, available] = compared_bytes_text([needed, available]);
    format!("{needed} of {what} are needed, {available} are available")
}

/// Returns two numbers of bytes as people read them or, if they would look the same, exactly.
pub(crate) fn compared_bytes_text(bytes: [u64; 2]) -> [String; 2] {
    let [one, other] = bytes.map(bytes_text);
    if one == other { bytes.map(|bytes| format!("{bytes} B")) } else { [one, other] }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches nouns whose plural is not made by an s alone.
    #[test]
    fn nouns_have_their_plural() {
        for (noun, of_plural) in [
            ("heap", "heaps"),
            ("dispatch", "dispatches"),
            ("entry", "entries"),
            ("differing position", "differing positions"),
            ("palace number", "palace numbers"),
            ("ray", "rays"),
        ] {
            assert_eq!(counted(2, noun), format!("2 {of_plural}"));
            assert_eq!(counted(1u128, noun), format!("1 {noun}"));
        }
    }

    /// Catches a share of all but a few that is rounded to 100, one of a few that is rounded to 0, and digits that a
    /// float does not have.
    #[test]
    fn shares_are_0_and_100_only_of_nothing_and_of_all() {
        for (part, whole, digits, text) in [
            (0, 5, 4, "0 %"),
            (5, 5, 4, "100 %"),
            (0, 0, 4, "0 %"),
            (1, 3, 4, "33.33 %"),
            (2, 3, 4, "66.67 %"),
            (1, 8000, 4, "0.01250 %"),
            (1, 1_000_000, 4, "0.0001000 %"),
            (9132, 10_000, 3, "91.3 %"),
            (9994, 10_000, 3, "99.94 %"),
            (9, 10, 2, "90 %"),
            (996, 1000, 2, "99.6 %"),
            (26, 1000, 2, "2.6 %"),
            (u64::MAX - 1, u64::MAX, 4, "99.999999999999999995 %"),
            (1, u64::MAX, 4, "0.000000000000000005421 %"),
        ] {
            assert_eq!(percent_text(part, whole, digits), text);
        }
        for whole in (2..2000).chain([1 << 40, u64::MAX / 3, u64::MAX]) {
            for digits in [1, 2, 4] {
                for few in [1, whole / 2] {
                    let [least, largest] = [few, whole - few].map(|part| {
                        let text = percent_text(part, whole, digits);
                        text.trim_end_matches(" %").parse::<f64>().expect("a number")
                    });
                    assert!(least > 0.0, "{few} of {whole}");
                    assert!(!percent_text(whole - few, whole, digits).starts_with("100"));
                    assert!((least + largest - 100.0).abs() < 1.0, "{least}, {largest}");
                }
            }
        }
    }

    #[test]
    fn bytes_have_three_digits_or_more() {
        for (bytes, text) in [
            (0, "0 B"),
            (1000, "1.00 kB"),
            (999_994, "999.99 kB"),
            (288_000_000, "288.00 MB"),
            (u64::MAX, "18.45 EB"),
        ] {
            assert_eq!(bytes_text(bytes), text);
        }
    }

    #[test]
    fn counts_agree_with_their_words() {
        assert_eq!(
            counted_as(1, "value was checked", "values were checked"),
            "1 value was checked"
        );
        assert_eq!(
            counted_as(0, "value was checked", "values were checked"),
            "0 values were checked"
        );
        assert_eq!(all_counted(1, "position"), "the only position");
        assert_eq!(all_counted(400, "position"), "all 400 positions");
        assert_eq!(joined([40, 30], "x"), "40x30");
    }

    /// Catches two numbers of bytes that look the same although one is too large for the other.
    #[test]
    fn needed_bytes_differ_from_those_that_are_there() {
        for (needed, available, text) in [
            (
                213_064_655_936,
                8_000_000_000,
                "213.06 GB of memory are needed, 8.00 GB are available",
            ),
            (5_001, 5_000, "5001 B of memory are needed, 5000 B are available"),
        ] {
            assert_eq!(needed_bytes_text("memory", needed, available), text);
        }
    }
}
