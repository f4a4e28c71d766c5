//! The page of theorems, a summary, and the data beside it: what was found of each game.

use std::fmt::Write as _;

use grundytab::{Convention, Domain, Job, Quantity, Ruleset};
use grundytab_cli::internal::{ProofStatus, Subject, all_theorems, counted};

use crate::classes::Class;
use crate::kept::{Kept, Record};
use crate::literature::entry;
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
    text += "| games | tried | proved | have no automaton | seem to have none | open | refused |\n|---|---|---|---|---|---|---|\n";
    let mut all = [0; 6];
    for class in classes {
        let counts = counts(class, kept);
        let _ = writeln!(text, "| {} | {} |", class.title, listed(&counts, " | "));
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    let _ = writeln!(text, "| all | {} |", listed(&all, " | "));
    text += "\nA game in normal play and in misère play counts twice.\n\n";
    for class in classes {
        let _ = writeln!(text, "- **{}.** {}", class.title, class.about);
    }
    text += "\n## What the literature proves\n\n";
    text += "For these games the literature proves, too, what the P-positions are.\n\n";
    text += &list(classes, kept, |game, convention, finding| match finding {
        Finding::Proved { .. } => published(game, convention),
        Finding::Open { .. } | Finding::NoAutomaton(_) | Finding::Refused(_) => None,
    });
    let formulas = list(classes, kept, |_, _, finding| match finding {
        Finding::Proved { formula, .. } => formula.clone(),
        Finding::Open { .. } | Finding::NoAutomaton(_) | Finding::Refused(_) => None,
    });
    if !formulas.is_empty() {
        text += "\n## Formulas\n\n";
        text += "`prove --formula` finds formulas for these games and decides them for all heap sizes; one is listed for each game.\n\n";
        text += &formulas;
    }
    text += "\n## Rules of the literature, one by one\n\n";
    text += "| game | rules | source | what is proved |\n|---|---|---|---|\n";
    for (game, _, record) in classes.iter().flat_map(|class| records(class, kept)) {
        let Some(entry) = entry(game) else { continue };
        let (name, source, found) = (entry.name, entry.source, in_words(&record.finding));
        let theorem = entry.theorem.map(|theorem| format!("; the source proves: {theorem}"));
        let theorem = theorem.unwrap_or_default();
        let _ = writeln!(text, "| {name} | `{game}` | {source} | {found}{theorem} |");
    }
    text += "\n## In which numerations\n\n";
    text += "| numeration | proved | states of the largest automaton | of which game |\n|---|---|---|---|\n";
    for (numeration, count, states, game) in numerations(classes, kept) {
        let _ = writeln!(text, "| {numeration} | {count} | {states} | `{game}` |");
    }
    text += "\n## What is refused\n\n";
    text += &list(classes, kept, |_, _, finding| match finding {
        Finding::Refused(problem) => Some(problem.clone()),
        Finding::Proved { .. } | Finding::NoAutomaton(_) | Finding::Open { .. } => None,
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
        let games: Vec<String> = games.iter().map(|game| called(game)).collect();
        format!("- {}, {}: {statement}\n", games.join(", "), convention.play())
    });
    lines.collect()
}

/// Returns what a game is called in a list: by its name where a table of the page has its rules.
fn called(game: &str) -> String {
    match entry(game) {
        Some(entry) if game.starts_with("rules:") => entry.name.to_owned(),
        _ => format!("`{game}`"),
    }
}

/// Returns the data beside the page: a line for each theorem, and for each numeration that was tried in vain.
pub fn data(classes: &[Class], kept: &Kept) -> String {
    let mut text =
        "class\tgame\tplay\tresult\tnumeration\tstates\tevidence\tchecked\tclasses\tgrowth\treason\n".to_string();
    for class in classes {
        for (game, convention, record) in records(class, kept) {
            let start = format!("{}\t{game}\t{}", class.title, convention.play());
            let _ = match &record.finding {
                Finding::Proved { numeration, states, evidence, checked, .. } => {
                    let (states, checked) = (listed(states, " and "), checked_word(*checked));
                    writeln!(
                        text,
                        "{start}\tproved\t{numeration}\t{states}\t{evidence}\t{checked}\t\t\t"
                    )
                }
                Finding::Refused(reason) => {
                    writeln!(text, "{start}\trefused\t\t\t\t\t\t\t{reason}")
                }
                Finding::NoAutomaton(reason) => {
                    writeln!(text, "{start}\tnone\t\t\t\t\t\t\t{reason}")
                }
                Finding::Open { tried } => {
                    let result = if record.finding.seems_to_have_none() { "none?" } else { "open" };
                    tried.iter().try_for_each(|tried| {
                        let (numeration, reason) = (&tried.numeration, &tried.end);
                        let (states, tables) = growth(tried);
                        let (digits, classes) = tried.classes.as_ref().map_or(Default::default(), |(digits, counts)| {
                            (format!(", P-positions of {digits} digits"), listed(counts, ", "))
                        });
                        let growth = tried.growth.map(|growth| format!("{growth:.2}")).unwrap_or_default();
                        let evidence = format!("{tables}{digits}");
                        let evidence = evidence.trim_start_matches(", ");
                        writeln!(text, "{start}\t{result}\t{numeration}\t{states}\t{evidence}\t\t{classes}\t{growth}\t{reason}")
                    })
                }
            };
        }
    }
    text
}

fn checked_word(checked: Option<bool>) -> &'static str {
    match checked {
        Some(true) => "yes",
        Some(false) => "false",
        None => "not decided",
    }
}

/// Returns the certificates of all theorems, one a line.
pub fn certificates(classes: &[Class], kept: &Kept) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (_, _, record) in classes.iter().flat_map(|class| records(class, kept)) {
        if let Finding::Proved { certificate, .. } = &record.finding {
            lines.push(certificate.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    lines.sort();
    lines.dedup();
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Returns the numerations in which games are proved, the most frequent first: in how many, and the largest automaton.
fn numerations<'a>(classes: &'a [Class], kept: &'a Kept) -> Vec<(&'a str, usize, usize, &'a str)> {
    let mut found: Vec<(&str, usize, usize, &str)> = Vec::new();
    for (game, _, record) in classes.iter().flat_map(|class| records(class, kept)) {
        let Finding::Proved { numeration, states, .. } = &record.finding else { continue };
        let states = states.iter().copied().max().unwrap_or(0);
        match found.iter_mut().find(|(name, ..)| name == numeration) {
            Some((_, count, largest, of)) => {
                *count += 1;
                if states > *largest {
                    (*largest, *of) = (states, game);
                }
            }
            None => found.push((numeration, 1, states, game)),
        }
    }
    found.sort_by_key(|(_, count, ..)| usize::MAX - count);
    found
}

/// Says in a few words what was found.
pub fn brief(finding: &Finding) -> String {
    match finding {
        Finding::Proved { numeration, states, evidence, checked, .. } => {
            let states = counted(listed(states, " and "), "state");
            format!("{numeration}, {states}, {evidence}, checked: {}", checked_word(*checked))
        }
        Finding::NoAutomaton(_) => "none".into(),
        Finding::Open { .. } if finding.seems_to_have_none() => "none?".into(),
        Finding::Open { .. } => "open".into(),
        Finding::Refused(_) => "refused".into(),
    }
}

/// Says what was found in the cell of a table.
fn in_words(finding: &Finding) -> String {
    match finding {
        Finding::Proved { numeration, states, evidence, .. } => {
            let sets = if states.len() > 1 { "the values: " } else { "" };
            let states = counted(listed(states, ", "), "state");
            let from = if evidence.starts_with("given") { "" } else { "guessed from " };
            format!("{sets}{states} in {numeration}, {from}{evidence}")
        }
        Finding::NoAutomaton(reason) => format!("no automaton: {reason}"),
        Finding::Open { tried } => {
            let names: Vec<&str> = tried.iter().map(|tried| tried.numeration.as_str()).collect();
            let end = tried.last().map_or("", |tried| &tried.end);
            format!("open in {}; the last search ended because {end}", names.join(", "))
        }
        Finding::Refused(reason) => format!("refused: {reason}"),
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

/// Returns how many games were tried, are proved, have no automaton, seem to have none, are open, and were refused.
fn counts(class: &Class, kept: &Kept) -> [usize; 6] {
    let mut counts = [0; 6];
    for (_, _, record) in records(class, kept) {
        counts[0] += 1;
        counts[match &record.finding {
            Finding::Proved { .. } => 1,
            Finding::NoAutomaton(_) => 2,
            finding if finding.seems_to_have_none() => 3,
            Finding::Open { .. } => 4,
            Finding::Refused(_) => 5,
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
    let about = all_theorems().find(|theorem| {
        theorem.subject == Subject::PPositions
            && theorem.known == ProofStatus::Proved
            && theorem.fits(&job, false)
    })?;
    Some(format!("{} ({})", about.statement(), about.source))
}

/// The most guesses of one numeration that are listed: those from the largest tables.
const GUESSES: usize = 6;

/// Returns the states of the last guesses, and the first and the last of their tables.
fn growth(tried: &Tried) -> (String, String) {
    let guesses = &tried.guesses[tried.guesses.len().saturating_sub(GUESSES)..];
    let states: Vec<String> =
        guesses.iter().map(|(_, _, states)| listed(states, " and ")).collect();
    let tables = match (guesses.first(), guesses.last()) {
        (Some((first, _, _)), Some((last, _, _))) if first != last => format!("{first} to {last}"),
        (Some((first, _, _)), _) => first.clone(),
        _ => String::new(),
    };
    (states.join(", "), tables)
}

fn listed(numbers: &[usize], between: &str) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(between)
}
