//! The game as typed: notation, a TOML file, or notation with a set from a file.

use std::fs;

use grundytab::engine::{ClauseWay, RulesFilling, filling_of_rules, ways_of_clauses};
use grundytab::invalid_input::shortened;
use grundytab::number::parse_number;
use grundytab::ruleset::{Method, VectorGame, after_rules, renamed_vertices, written_out};
use grundytab::wording::joined;
use grundytab::{
    Convention, Coordinates, GameFile, InvalidInput, InvalidInputKind, Job, Plan, Ruleset,
};
use serde::Serialize;

use super::data_file::{self, Use};
use super::output::note;
use super::text_file;

/// What begins a game whose subtraction set is in a file.
const SUBTRACTION_FILE: &str = "subtraction:@";

/// What may follow the path of a set in rules.
const SET_ENDS: &[char] = &[' ', '\t', '\n', '\r', ',', '+'];

/// Reads a game: `subtraction:@FILE` with modifiers, a path ending in `.toml`, or notation. The sets of written rules
/// may be in files, as in `k in @FILE`.
pub fn read(text: &str) -> Result<Ruleset, InvalidInput> {
    read_file(text).map(|file| file.ruleset)
}

/// Reads a game, and what its file says of it.
pub fn read_file(text: &str) -> Result<GameFile, InvalidInput> {
    if let Some(rest) = text.strip_prefix(SUBTRACTION_FILE) {
        return read_subtraction(text, rest).map(GameFile::from);
    }
    if !is_of_rules(text) && text.to_ascii_lowercase().ends_with(".toml") {
        return GameFile::from_toml_with(text, &text_file::read(text, text)?, &with_sets);
    }
    // A name may stand for rules that are about a file.
    let text = &*written_out(text)?;
    let game = if is_of_rules(text) { read_rules(text) } else { Ruleset::parse(text) };
    game.map(GameFile::from)
}

/// Whether a text begins as written rules do.
pub fn is_of_rules(text: &str) -> bool {
    after_rules(text).is_some()
}

/// Reads written rules, the sets of which may be in files.
fn read_rules(typed: &str) -> Result<Ruleset, InvalidInput> {
    Ruleset::parse(&with_sets(typed)?).map_err(|error| {
        // An error names a place in the text as it is written, where the numbers of a file do not stand.
        let stand_in = |used, path: &str| {
            let data = match used {
                Use::Set | Use::Graph => "{0}",
                Use::List => "[0]",
            };
            Ok(format!("{data:<0$}", path.len() + 1))
        };
        let as_written = with_files(typed, &stand_in).map(|text| Ruleset::parse(&text));
        if let Ok(Err(error)) = as_written { error } else { error }.about(typed)
    })
}

/// Puts the numbers of files into rules in place of `@FILE`, as in `(x - k) for k in @FILE`.
///
/// # Errors
/// When a file cannot be read, holds no numbers, or what is no number.
fn with_sets(rules: &str) -> Result<String, InvalidInput> {
    with_files(rules, &|used, path| {
        match used {
            Use::List => return data_file::list(rules, path),
            Use::Graph => return data_file::edges(rules, path),
            Use::Set => {}
        }
        let numbers = read_set(rules, path)?;
        if numbers.is_empty() {
            let problem = format!("{path} holds no numbers");
            let hint = "give a file of numbers, as in 2 5 8..11";
            return Err(InvalidInput::new(InvalidInputKind::MissingArgument, rules, problem, hint));
        }
        Ok(format!("{{{}}}", joined(numbers, ", ")))
    })
}

/// Replaces each `@FILE` behind `in`, `graph` and `let NAME =` by what there is for the path.
fn with_files(
    rules: &str,
    replacement: &dyn Fn(Use, &str) -> Result<String, InvalidInput>,
) -> Result<String, InvalidInput> {
    let (mut text, mut rest) = (String::new(), rules);
    while let Some((before, after)) = rest.split_once('@') {
        text.push_str(before);
        let Some(used) = Use::behind(&text) else {
            // The notation says what is wrong.
            text.push('@');
            rest = after;
            continue;
        };
        let until = after.find([';', '@']).unwrap_or(after.len());
        let (path, _) = split_path(&after[..until], SET_ENDS);
        text.push_str(&replacement(used, path)?);
        rest = &after[path.len()..];
    }
    text.push_str(rest);
    Ok(text)
}

/// Reads a subtraction game from what follows the `@`: a path and modifiers.
fn read_subtraction(typed: &str, path_and_modifiers: &str) -> Result<Ruleset, InvalidInput> {
    let (path, modifiers) = split_path(path_and_modifiers, &['+']);
    let set = joined(read_set(typed, path)?, ",");
    Ruleset::parse(&format!("subtraction:{set}{modifiers}")).map_err(|error| error.about(typed))
}

/// Reads the numbers of a file, and ranges of them.
fn read_set(typed: &str, path: &str) -> Result<Vec<String>, InvalidInput> {
    let file = text_file::read(typed, path)?;
    let numbers = parse_set(&file).map_err(|error| {
        let problem = format!("in {path}: {}: {}", error.input, error.problem);
        InvalidInput::new(error.kind, typed, problem, error.hint)
    })?;
    Ok(numbers.into_iter().map(str::to_owned).collect())
}

/// Splits a path from what follows it, which begins with one of these characters. The path may have them, too: it is
/// the longest beginning that is a file. If there is none, it ends where the first of them is.
fn split_path<'a>(text: &'a str, ends: &[char]) -> (&'a str, &'a str) {
    let is_file = |path: &str| fs::metadata(path).is_ok_and(|metadata| !metadata.is_dir());
    let ends = || text.match_indices(ends).map(|(end, _)| end);
    let longest = ends().chain([text.len()]).rfind(|&end| is_file(&text[..end]));
    text.split_at(longest.or_else(|| ends().next()).unwrap_or(text.len()))
}

/// Finds numbers and ranges of them, separated by commas, spaces or line ends; a `#` begins a comment.
fn parse_set(file: &str) -> Result<Vec<&str>, InvalidInput> {
    let separator = |c: char| c == ',' || c.is_whitespace();
    let numbers = data_file::lines(file).flat_map(|line| line.text.split(separator));
    let numbers = numbers.filter(|text| !text.is_empty());
    // What is no number is named here; the notation reads the ranges.
    let check = |end: &str| parse_number(end, "a number of the set");
    numbers
        .map(|text| text.splitn(2, "..").try_for_each(|end| check(end).map(drop)).map(|()| text))
        .collect()
}

/// What altered vectors do to the moves of a player.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Alteration {
    /// The player, `left` or `right`; `None` in an impartial game.
    player: Option<&'static str>,
    /// Altered vectors that are multiples of rays, and are removed from the moves.
    removed: Vec<Vec<u32>>,
    /// The others, which are added.
    added: Vec<Vec<u32>>,
}

impl Alteration {
    /// Lists them for each player who has rays and altered vectors. Without rays the vectors are the moves.
    pub fn of(game: &Ruleset) -> Vec<Self> {
        // Rules say what the moves are, be they recognised as altered ones or not.
        let game = game.written_ruleset().is_none().then_some(game);
        let players =
            match (game.and_then(Ruleset::vector_game), game.and_then(Ruleset::partizan_game)) {
                (Some(game), _) => vec![(None, game)],
                (None, Some(game)) => {
                    vec![(Some("left"), game.left()), (Some("right"), game.right())]
                }
                (None, None) => Vec::new(),
            };
        let is_altered =
            |game: &VectorGame| !game.rays().is_empty() && !game.alterations().is_empty();
        let altered = players.into_iter().filter(|(_, game)| is_altered(game));
        altered
            .map(|(player, game)| {
                let heaps = |at: Coordinates| at.unpadded(game.heaps()).to_vec();
                let vectors = |vectors: Vec<Coordinates>| vectors.into_iter().map(heaps).collect();
                let [removed, added] = game.removed_and_added().map(vectors);
                Alteration { player, removed, added }
            })
            .collect()
    }

    /// Says it in a line: `removed 1,1; added 2,1`.
    pub fn text(&self) -> String {
        let list = |what: &str, vectors: &[Vec<u32>]| {
            let vectors = joined(vectors.iter().map(|vector| joined(vector, ",")), "/");
            (!vectors.is_empty()).then(|| format!("{what} {}", shortened(&vectors, LONGEST_LIST)))
        };
        let parts = [list("removed", &self.removed), list("added", &self.added)];
        let player = self.player.map_or("", |player| match player {
            "left" => "Left: ",
            _ => "Right: ",
        });
        format!("{player}{}", joined(parts.into_iter().flatten(), "; "))
    }
}

/// Characters of the altered vectors that are shown.
const LONGEST_LIST: usize = 200;

/// Notes which altered vectors are removed from the moves and which are added, where both are among those of a player.
pub fn note_altered(game: &Ruleset, quiet: bool) {
    let is_mixed = |player: &Alteration| !player.removed.is_empty() && !player.added.is_empty();
    for player in Alteration::of(game).iter().filter(|player| is_mixed(player)) {
        let text = player.text();
        note(
            quiet,
            format!("of the altered vectors those on a ray are removed from the moves: {text}"),
        );
    }
}

/// Notes which letters the vertices of a digraph game have in its table, and wherever the game is shown, if they
/// were typed as others.
pub fn note_renamed(typed: &str, game: &Ruleset, quiet: bool) {
    let renamed = renamed_vertices(typed);
    if renamed.is_empty() {
        return;
    }
    let given = joined(renamed.iter().map(|(given, _)| given), ", ");
    let called = joined(renamed.iter().map(|(_, called)| called), ", ");
    note(quiet, format!("the vertices {given} are called {called}: the game is {}", game.shown()));
}

/// Returns a job in a line: `wythoff on box 64x64: grundy, normal play`.
pub fn job_text(job: &Job) -> String {
    let (ruleset, domain, quantity) = (job.ruleset().shown(), job.domain(), job.quantity());
    format!("{ruleset} on {domain}: {quantity}, {}", job.convention().play())
}

/// Returns in which way the options of each clause of written rules are found, unless the game has a method of another family
/// or no options are looked for.
pub fn clauses_in_words(plan: &Plan) -> Vec<String> {
    let Method::Clauses(game) = plan.job().method() else { return Vec::new() };
    let filling = filling_of_rules(plan, game);
    let in_words = |way: &ClauseWay| match (filling, way) {
        // One clause, or the quantity, keeps all others from their lines.
        (RulesFilling::OptionByOption, ClauseWay::Lines { .. }) => {
            format!("{way}, but looked up option by option")
        }
        _ => way.to_string(),
    };
    match filling {
        RulesFilling::ByMarks => Vec::new(),
        _ => ways_of_clauses(plan).iter().map(in_words).collect(),
    }
}

/// Returns a row for each clause, by their numbers.
pub fn in_rows(clauses: &[String]) -> Option<String> {
    let rows = (1..).zip(clauses).map(|(number, clause): (u32, _)| format!("{number}: {clause}"));
    (!clauses.is_empty()).then(|| joined(rows, "\n"))
}

/// Returns what a line that names a game says of misère play; nothing of normal play.
pub fn convention_suffix(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "",
        Convention::Misere => ", misère play",
    }
}
