//! How long a run is expected to take, in the same words everywhere.

use std::time::Duration;

use grundytab::verify::FullCheck;
use grundytab::wording::all_counted;

use super::option::{option, switch};
use super::output::seconds;

/// Seconds of a day and of a year.
const DAY: u64 = 86_400;
const YEAR: u64 = 365 * DAY;

/// Times below mean nothing beside the time that the program takes to start.
const SHORTEST_SPOKEN: Duration = Duration::from_millis(1);

/// A check that is expected to take less time is not announced.
const SHORT_CHECK: Duration = Duration::from_secs(1);
/// If a check is expected to take longer, the message names faster checks.
const LONG_CHECK: Duration = Duration::from_secs(2 * 3600);

/// Says how long a run is expected to take, without storing.
pub fn in_words(whole: Duration) -> String {
    format!("expected to take {} without storing", spoken(whole))
}

/// Says how long a run is expected to take, storing included.
pub fn with_storing(whole: Duration) -> String {
    format!("expected to take {} with storing", spoken(whole))
}

/// Says how much longer a run takes if its table is stored.
pub fn of_storing(storing: Duration) -> String {
    let about = if storing < SHORTEST_SPOKEN { "" } else { "about " };
    format!("storing takes {about}{} more on a usual disk", spoken(storing))
}

/// Says how long it is expected to take to check every position, if that is long enough to be worth saying.
pub fn of_check(check: &FullCheck, positions: u64) -> Option<String> {
    let way = if check.is_by_lines { "along their lines" } else { "option by option" };
    let others = match check.expected >= LONG_CHECK {
        true => format!(
            "; without {} a sample is checked in seconds, and {} computes the table anew",
            switch("--full"),
            option("--engine").value("cpu")
        ),
        false => String::new(),
    };
    let positions = all_counted(positions, "position");
    let text = format!("{positions}, {way}: expected to take {}{others}", spoken(check.expected));
    (check.expected >= SHORT_CHECK).then_some(text)
}

/// Compares the chosen engine's expected time with another's.
pub fn in_comparison(chosen: Duration, other: Duration, name: &str) -> String {
    format!("{}, and {} on {name}", in_words(chosen), spoken(other))
}

/// Formats a time in seconds, hours, days or years: `12.3 s`, `2h 5m`, `34 days`.
pub fn spoken(time: Duration) -> String {
    match time.as_secs() {
        0 if time < SHORTEST_SPOKEN => "less than 1 ms".into(),
        0..7200 => seconds(time),
        long if long < 3 * DAY => {
            humantime::format_duration(Duration::from_secs((long + 30) / 60 * 60)).to_string()
        }
        long if long < 3 * YEAR => format!("{} days", long / DAY),
        long => format!("{} years", long / YEAR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_told_as_such() {
        assert_eq!(spoken(Duration::from_nanos(76)), "less than 1 ms");
        assert_eq!(spoken(Duration::from_millis(12)), "12.0 ms");
        let [short, long] = [200, 12_000].map(|micros| of_storing(Duration::from_micros(micros)));
        assert_eq!(short, "storing takes less than 1 ms more on a usual disk");
        assert_eq!(long, "storing takes about 12.0 ms more on a usual disk");
    }

    /// Catches a user who waits for years, and a note before what is over at once.
    #[test]
    fn checks_are_told_of_by_their_length() {
        let told = |seconds: f64, is_by_lines| {
            let expected = Duration::from_secs_f64(seconds);
            of_check(&FullCheck { is_by_lines, expected }, 1000)
        };
        assert_eq!(told(0.9, true), None);
        let text = "all 1000 positions, along their lines: expected to take 12.0 s";
        assert_eq!(told(12.0, true).as_deref(), Some(text));
        let text = "all 1000 positions, option by option: expected to take 3h; without --full a sample is checked in \
                    seconds, and --engine cpu computes the table anew";
        assert_eq!(told(10_800.0, false).as_deref(), Some(text));
    }

    #[test]
    fn long_times_are_told_in_minutes() {
        for (seconds, text) in [
            (7199, "7199 s"),
            (7200, "2h"),
            (7535, "2h 6m"),
            (90_061, "1day 1h 1m"),
            (3_000_000, "34 days"),
            (374_000_000_000, "11859 years"),
        ] {
            assert_eq!(spoken(Duration::from_secs(seconds)), text);
        }
    }
}
