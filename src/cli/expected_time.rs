//! How long a run is expected to take, in the same words wherever the program tells it.

use std::time::Duration;

use grundytab::engine::Prepared;

use super::output::seconds;

/// Tells how long a run is expected to take.
pub fn of_run(prepared: &dyn Prepared) -> String {
    match prepared.expected() {
        Some(expected) => in_words(expected.whole),
        None => "unknown".into(),
    }
}

/// Tells how long a run is expected to take that has this expected time.
pub fn in_words(whole: Duration) -> String {
    format!("expected to take {} without storing", spoken(whole))
}

/// Tells the same of the engine that is chosen, beside another one.
pub fn in_comparison(chosen: Duration, other: Duration, name: &str) -> String {
    format!("{}, and {} on {name}", in_words(chosen), spoken(other))
}

/// Formats a time of seconds or of hours: `12.3 s`, `2h 5m`. Shorter times than a millisecond mean nothing beside
/// what it takes to start.
fn spoken(time: Duration) -> String {
    match time.as_secs() {
        0 if time < Duration::from_millis(1) => "less than 1 ms".into(),
        0..7200 => seconds(time),
        long => humantime::format_duration(Duration::from_secs((long + 30) / 60 * 60)).to_string(),
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
        for (seconds, text) in
            [(7199, "7199 s"), (7200, "2h"), (7535, "2h 6m"), (90_061, "1day 1h 1m")]
        {
            assert_eq!(spoken(Duration::from_secs(seconds)), text);
        }
    }
}
