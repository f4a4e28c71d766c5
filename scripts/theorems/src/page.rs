//! The page: a summary, and a table of findings for each class of games.

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
    text += "| games | tried | proved | open | refused |\n|---|---|---|---|---|\n";
    let mut all = [0; 4];
    for class in classes {
        let counts = counts(class, kept);
        let [tried, proved, open, refused] = counts;
        let title = class.title;
        let anchor: String = title
            .chars()
            .filter(|c| c.is_alphanumeric() || " -".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() })
            .collect();
        let _ =
            writeln!(text, "| [{title}](#{anchor}) | {tried} | {proved} | {open} | {refused} |");
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    let [tried, proved, open, refused] = all;
    let _ = writeln!(text, "| all | {tried} | {proved} | {open} | {refused} |");
    text += "\nA game in normal play and in misère play counts twice.\n\n";
    text += BY_HAND;
    for class in classes {
        text += &section(class, kept);
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

fn section(class: &Class, kept: &Kept) -> String {
    let (title, about) = (class.title, class.about);
    let numerations = class.numerations.join(", ");
    let mut text = format!("\n## {title}\n\n{about}\n\n");
    let _ = writeln!(text, "Numerations that are tried: {numerations}.\n");
    let headings: Vec<&str> = class.conventions.iter().map(|&c| play(c)).collect();
    let _ = writeln!(text, "| game | {} |", headings.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(headings.len()));
    for game in &class.games {
        let cell = |&convention: &Convention| {
            kept.of(game, convention).map_or(String::new(), |record| brief(&record.finding))
        };
        let cells: Vec<String> = class.conventions.iter().map(cell).collect();
        let _ = writeln!(text, "| `{game}` | {} |", cells.join(" | "));
    }
    let published: Vec<String> = records(class, kept)
        .filter_map(|(game, convention, record)| {
            let Finding::Proved { .. } = record.finding else { return None };
            Some(format!("- `{game}`, {}: {}\n", play(convention), published(game, convention)?))
        })
        .collect();
    if !published.is_empty() {
        text += "\nOf these the literature proves what the P-positions are:\n\n";
        text.extend(published);
    }
    let open: Vec<String> = records(class, kept)
        .filter_map(|(game, convention, record)| evidence(game, convention, &record.finding))
        .collect();
    if !open.is_empty() {
        text += match counts(class, kept)[3] {
            0 => "\nOpen:\n\n",
            _ => "\nOpen, or refused for the reason that is given:\n\n",
        };
        text.extend(open);
    }
    text
}

fn play(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "normal play",
        Convention::Misere => "misère play",
    }
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

/// Says what was tried in vain.
fn evidence(game: &str, convention: Convention, finding: &Finding) -> Option<String> {
    let tried = match finding {
        Finding::Proved { .. } => return None,
        Finding::Refused(problem) => {
            return Some(format!("- `{game}`, {}: {problem}\n", play(convention)));
        }
        Finding::Open { tried } => tried,
    };
    let mut text = format!("- `{game}`, {}\n", play(convention));
    for tried in tried {
        let _ = writeln!(text, "  - {}", growth(tried));
    }
    Some(text)
}

/// The most guesses of one numeration that are listed: those from the largest tables.
const GUESSES: usize = 6;

fn growth(tried: &Tried) -> String {
    let Tried { numeration, guesses, end } = tried;
    let told = &guesses[guesses.len().saturating_sub(GUESSES)..];
    let text = match (told.first(), told.last()) {
        (Some((first, _, _)), Some((last, _, _))) => {
            let states: Vec<String> = told.iter().map(|(_, _, states)| listed(states)).collect();
            let tables = if first == last { first.clone() } else { format!("{first} to {last}") };
            let states = counted(states.join(", "), "state");
            format!("{numeration}: guesses of {states} from tables of {tables}")
        }
        _ => format!("{numeration}: no guess"),
    };
    format!("{text}; it ended since {end}")
}

fn listed(states: &[usize]) -> String {
    states.iter().map(usize::to_string).collect::<Vec<_>>().join(" and ")
}
