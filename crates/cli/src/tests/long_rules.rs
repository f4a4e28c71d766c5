//! Rules that are long: what is done with their text, and with their sets, takes a time that grows as they do.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hash;

use super::common::processor_time::{least_of_three, processor_time};
use crate::figures::drawing::{Color, Letters};
use grundytab::plan::Plan;
use grundytab::ruleset::Ruleset;

/// Does some work for rules of several lengths, each four times the one before, and says that it takes eight times as long at
/// most. What takes less than this many nanoseconds is not measured.
fn check_growth(what: &str, rules: impl Fn(usize) -> String, work: impl Fn(&str)) {
    const TOO_SHORT: f64 = 2e6;
    let times = [1, 4].map(|length| {
        let text = rules(length);
        least_of_three(|| work(&text))
    });
    let is_linear = times[1] < 8.0 * times[0].max(TOO_SHORT);
    assert!(processor_time().is_none() || is_linear, "{what}: {times:.0?} ns");
}

/// Catches a set that is copied for each of its numbers, a list of clauses in which each is compared with all, and a title that
/// is measured for each character that is left out: {0..131071} took 46 s, and a picture of rules of 191 kB minutes.
#[test]
fn what_is_done_with_rules_grows_as_their_text() {
    let set = |times: usize| {
        let numbers: Vec<String> = (0..8000 * times).map(|n| (2 * n).to_string()).collect();
        format!("rules: (x - k) for k in {{{}}} if 0 < k and k <= x", numbers.join(", "))
    };
    let clauses = |times: usize| {
        let one = |n: usize| format!("(x - {n}, y) if x >= {n} and y % {n} != 1");
        let clauses: Vec<String> = (2..2 + 60 * times).map(one).collect();
        format!("rules: {}", clauses.join("; "))
    };
    let read = |text: &str| {
        let game: Ruleset = text.parse().expect("rules");
        assert_eq!(game, Ruleset::parse(&game.to_string()).expect("the same rules"));
        let title = Letters { size: 10.0, color: Color::BLACK }.shortened(text, 200.0);
        assert!(title.ends_with("..."), "{title}");
        game.short_text(12);
        game.to_string().hash(&mut DefaultHasher::new());
    };
    let plan = |text: &str| {
        let domain = if text.contains("y") { "20x20" } else { "20" };
        let plan = Plan::parse(text, domain, "grundy").expect("a plan");
        grundytab::engine::filling_of_rules(
            &plan,
            plan.job().ruleset().written_ruleset().expect("rules"),
        );
    };
    check_growth("reading sets", set, read);
    check_growth("reading clauses", clauses, read);
    check_growth("planning with sets", set, plan);
    check_growth("planning with clauses", clauses, plan);
}
