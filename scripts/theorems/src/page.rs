//! The page of theorems, a summary, and the data beside it: what was found of each game.

use std::fmt::Write as _;

use grundytab::theorem::{self, ProofStatus, Subject};
use grundytab::{Convention, Domain, Job, Quantity, Ruleset, counted};

use crate::classes::Class;
use crate::kept::{Kept, Record};
use crate::search::{Effort, Finding, Tried};

const INTRODUCTION: &str = include_str!("introduction.md");
const BY_HAND: &str = include_str!("by_hand.md");

/// Returns the text of the page.
pub fn page(classes: &[Class], kept: &Kept, effort: Effort) -> String {
    let mut text = INTRODUCTION
        .replace("{POSITIONS}", &effort.positions.to_string())
        .replace("{STATES}", &effort.states.to_string())
        .replace("{SECONDS}", &effort.seconds.to_string());
    text += "\n## Summary\n\n";
    text += "| games | numerations tried | tried | proved | open | refused |\n|---|---|---|---|---|---|\n";
    let mut all = [0; 4];
    for class in classes {
        let counts = counts(class, kept);
        let [tried, proved, open, refused] = counts;
        let (title, numerations) = (class.title, class.numerations.join(", "));
        let _ =
            writeln!(text, "| {title} | {numerations} | {tried} | {proved} | {open} | {refused} |");
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    let [tried, proved, open, refused] = all;
    let _ = writeln!(text, "| all | | {tried} | {proved} | {open} | {refused} |");
    text += "\nA game in normal play and in misère play counts twice.\n\n";
    for class in classes {
        let _ = writeln!(text, "- **{}.** {}", class.title, class.about);
    }
    text += "\n## What the literature proves\n\n";
    text += "For these games the literature proves, too, what the P-positions are.\n\n";
    text += &list(classes, kept, |game, convention, finding| match finding {
        Finding::Proved { .. } => published(game, convention),
        Finding::Open { .. } | Finding::Refused(_) => None,
    });
    text += "\n## What is refused\n\n";
    text += &list(classes, kept, |_, _, finding| match finding {
        Finding::Refused(problem) => Some(problem.clone()),
        Finding::Proved { .. } | Finding::Open { .. } => None,
    });
    text += "\n";
    text += BY_HAND;
    text
}

/// Lists what is to be said of games, each statement once with its games.
fn list(
    classes: &[Class],
    kept: &Kept,
    statement: impl Fn(&str, Convention, &Finding) -> Option<String>,
) -> String {
    let mut statements: Vec<(Convention, String, Vec<&str>)> = Vec::new();
    for (game, convention, record) in classes.iter().flat_map(|class| records(class, kept)) {
        let Some(statement) = statement(game, convention, &record.finding) else { continue };
        match statements.iter_mut().find(|(c, s, _)| (*c, s) == (convention, &statement)) {
            Some((_, _, games)) if games.contains(&game.as_str()) => {}
            Some((_, _, games)) => games.push(game),
            None => statements.push((convention, statement, vec![game])),
        }
    }
    let lines = statements.iter().map(|(convention, statement, games)| {
        format!("- `{}`, {}: {statement}\n", games.join("`, `"), convention.play())
    });
    lines.collect()
}

/// Returns the data beside the page: a line for each theorem, and for each numeration that was tried in vain.
pub fn data(classes: &[Class], kept: &Kept) -> String {
    let mut text = "class\tgame\tplay\tresult\tnumeration\tstates\ttables\treason\n".to_string();
    for class in classes {
        for (game, convention, record) in records(class, kept) {
            let start = format!("{}\t{game}\t{}", class.title, convention.play());
            let _ = match &record.finding {
                Finding::Proved { numeration, states, domain, .. } => {
                    let states = listed(states);
                    writeln!(text, "{start}\tproved\t{numeration}\t{states}\t{domain}\t")
                }
                Finding::Refused(reason) => writeln!(text, "{start}\trefused\t\t\t\t{reason}"),
                Finding::Open { tried } => tried.iter().try_for_each(|tried| {
                    let (numeration, reason) = (&tried.numeration, &tried.end);
                    let (states, tables) = growth(tried);
                    writeln!(text, "{start}\topen\t{numeration}\t{states}\t{tables}\t{reason}")
                }),
            };
        }
    }
    text
}

/// Says in a few words what was found.
pub fn brief(finding: &Finding) -> String {
    match finding {
        Finding::Proved { numeration, states, domain, .. } => {
            format!("{numeration}, {}, {domain}", counted(listed(states), "state"))
        }
        Finding::Open { .. } => "open".into(),
        Finding::Refused(_) => "refused".into(),
    }
}

fn records<'a>(
    class: &'a Class,
    kept: &'a Kept,
) -> impl Iterator<Item = (&'a String, Convention, &'a Record)> {
    class.games.iter().flat_map(move |game| {
        let of =
            move |&convention: &Convention| Some((game, convention, kept.of(game, convention)?));
        class.conventions.iter().filter_map(of)
    })
}

/// Returns how many games were tried, are proved, are open, and were refused.
fn counts(class: &Class, kept: &Kept) -> [usize; 4] {
    let mut counts = [0; 4];
    for (_, _, record) in records(class, kept) {
        counts[0] += 1;
        counts[match record.finding {
            Finding::Proved { .. } => 1,
            Finding::Open { .. } => 2,
            Finding::Refused(_) => 3,
        }] += 1;
    }
    counts
}

/// Returns what the literature proves of the P-positions of a game.
fn published(game: &str, convention: Convention) -> Option<String> {
    let ruleset = Ruleset::parse(game).ok()?;
    let heaps = ruleset.heaps();
    let domains = [Domain::boxed(&vec![1; heaps]), Domain::simplex(heaps, 1)];
    let job = domains
        .into_iter()
        .flatten()
        .find_map(|domain| Job::new(ruleset.clone(), domain, Quantity::Outcome, convention).ok())?;
    let about = theorem::all().find(|theorem| {
        theorem.subject == Subject::PPositions
            && theorem.known == ProofStatus::Proved
            && theorem.fits(&job, false)
    })?;
    Some(format!("{} ({})", about.statement, about.source))
}

/// The most guesses of one numeration that are listed: those from the largest tables.
const GUESSES: usize = 6;

/// Returns the states of the last guesses, and the first and the last of their tables.
fn growth(tried: &Tried) -> (String, String) {
    let guesses = &tried.guesses[tried.guesses.len().saturating_sub(GUESSES)..];
    let states: Vec<String> = guesses.iter().map(|(_, _, states)| listed(states)).collect();
    let tables = match (guesses.first(), guesses.last()) {
        (Some((first, _, _)), Some((last, _, _))) if first != last => format!("{first} to {last}"),
        (Some((first, _, _)), _) => first.clone(),
        _ => String::new(),
    };
    (states.join(", "), tables)
}

fn listed(states: &[usize]) -> String {
    states.iter().map(usize::to_string).collect::<Vec<_>>().join(" and ")
}
