//! How long a run is expected to take, in the same words everywhere.

use std::time::Duration;

use super::output::seconds;

/// Seconds of a day and of a year.
const DAY: u64 = 86_400;
const YEAR: u64 = 365 * DAY;

/// Tells how long a run is expected to take that has this expected time.
pub fn in_words(whole: Duration) -> String {
    format!("expected to take {} without storing", spoken(whole))
}

/// Tells how long a run is expected to take until its table is stored.
pub fn with_storing(whole: Duration) -> String {
    format!("expected to take {} with storing", spoken(whole))
}

/// Tells by how much longer a run takes that stores its table.
pub fn of_storing(storing: Duration) -> String {
    format!("storing takes about {} more on a usual disk", spoken(storing))
}

/// Tells the same of the engine that is chosen, beside another one.
pub fn in_comparison(chosen: Duration, other: Duration, name: &str) -> String {
    format!("{}, and {} on {name}", in_words(chosen), spoken(other))
}

/// Formats a time of seconds, hours, days or years: `12.3 s`, `2h 5m`, `34 days`. Shorter times than a millisecond mean nothing beside
/// what it takes to start.
fn spoken(time: Duration) -> String {
    match time.as_secs() {
        0 if time < Duration::from_millis(1) => "less than 1 ms".into(),
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
