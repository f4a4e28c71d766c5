//! The jobs of a batch: what is tabulated, by which engine, under which name, and where it goes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::condition::{self, IF};
use super::file::{Fields, JobFile};
use super::sweep::{combinations, filled_in};
use grundytab::domain::Domain;
use grundytab::engine::EngineKind;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::number::parse_number;
use grundytab::plan::Plan;
use grundytab::quantity::{Convention, Quantity};
use grundytab::ruleset::{GameFile, GameNotes, PlaceholderValue, after_rules, argument_of};
use grundytab::table::{Codec, Sharding};
use grundytab::wording::did_you_mean;

use super::{Batch, has_one_length};

/// Fields that say something else than the rules of the game.
const FIELDS: [&str; 11] = [
    "adapter", "box", "codec", "engine", "game", "misere", "name", "quantity", "shard", "tile",
    "tokens",
];

/// Those of them that a table of tables has columns of anyway.
const WITH_COLUMNS: [&str; 4] = ["game", "misere", "name", "quantity"];

/// Where the tables of a batch go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// Into a Zarr group at this path, each as an array with the name of its job.
    Group(PathBuf),
    /// Each to a path of its own.
    Tables,
}

/// A job of a batch.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BatchJob {
    /// Its name.
    pub name: String,
    /// Where its table goes.
    pub path: PathBuf,
    /// What is tabulated.
    pub plan: Plan,
    /// What the file of the game says of it besides the rules, and what its placeholders are.
    pub notes: GameNotes,
    /// The engine; `None` where the program is to choose one.
    pub engine: Option<EngineKind>,
    /// A part of the adapter's name, for the GPU engine.
    pub adapter: Option<String>,
    /// Compression of the chunks; `None` where it is chosen for the game.
    pub codec: Option<Codec>,
    /// How chunks lie in files; `None` where it is chosen for the plan. Otherwise the plan keeps its tiles.
    pub sharding: Option<Sharding>,
}

/// A job of a sweep that is left out, since there is no such game.
#[derive(Debug, Clone)]
pub struct SkippedJob {
    /// Its name or, if it has none, the text of the game.
    pub name: String,
    /// Why there is none.
    pub reason: InvalidInput,
}

/// Makes the jobs of a file.
pub(super) fn jobs(
    file: &JobFile,
    read_game: &dyn Fn(&str) -> Result<GameFile, InvalidInput>,
) -> Result<Batch, InvalidInput> {
    let output = match file.out.contains('{') {
        true => Output::Tables,
        false => Output::Group(file.out.clone().into()),
    };
    let mut jobs: Vec<BatchJob> = Vec::new();
    let (mut skipped, mut left_out) = (Vec::new(), 0);
    let mut names = BTreeSet::new();
    for swept in &file.jobs {
        let mut swept = swept.clone();
        let conditions = swept.remove(IF).unwrap_or_default();
        let is_sweep = swept.values().any(|values| values.len() > 1);
        for fields in combinations(&swept)? {
            if !condition::hold(&conditions, &fields)? {
                left_out += 1;
                continue;
            }
            let text = game_text(&fields)?;
            let game = match read_game(&text) {
                Ok(game) => game,
                Err(reason) if is_sweep && !is_mistake(&reason) => {
                    let name = fields.get("name").map(|name| filled_in(name, false, &fields));
                    let name = name.transpose()?.map_or(text, |(name, _)| name);
                    skipped.push(SkippedJob { name, reason });
                    continue;
                }
                Err(error) => return Err(with_meant_field(error, &fields)),
            };
            let mut job = job(&fields, &file.out, game)?;
            job.notes.placeholders = placeholders(&fields, &swept);
            if !names.insert(job.name.clone()) {
                return Err(twice(&job.name, "two jobs have this name"));
            }
            jobs.push(job);
        }
    }
    if jobs.is_empty() {
        let none = match left_out {
            0 => missing("[[job]]", "there is no job"),
            _ => missing(IF, "the condition holds for no combination of the values"),
        };
        return Err(skipped.into_iter().next().map_or(none, |first: SkippedJob| first.reason));
    }
    Ok(Batch { output, has_one_length: has_one_length(&jobs), jobs, skipped, left_out })
}

/// Whether the error is that of a text that names something that there is not, which is a mistake in the file. Others tell
/// of some games of a sweep that there are no such games.
fn is_mistake(error: &InvalidInput) -> bool {
    use InvalidInputKind as Kind;
    matches!(
        error.kind,
        Kind::UnknownGame
            | Kind::UnknownModifier
            | Kind::UnknownName
            | Kind::MissingArgument
            | Kind::ModifierDoesNotApply
            | Kind::RepeatedModifier
            | Kind::UnreadableFile
            | Kind::MissingFile
    )
}

/// Returns the fields that distinguish the jobs of a sweep: those of the game, and what has several
/// values.
fn placeholders(
    fields: &BTreeMap<String, String>,
    swept: &Fields,
) -> BTreeMap<String, PlaceholderValue> {
    let is_told = |key: &str| match FIELDS.contains(&key) {
        true => !WITH_COLUMNS.contains(&key) && swept.get(key).is_some_and(|all| all.len() > 1),
        false => true,
    };
    let told = fields.iter().filter(|(key, _)| is_told(key));
    told.map(|(key, value)| (key.clone(), PlaceholderValue::from(value.as_str()))).collect()
}

fn job(
    fields: &BTreeMap<String, String>,
    out: &str,
    GameFile { ruleset, notes, .. }: GameFile,
) -> Result<BatchJob, InvalidInput> {
    let get = |key: &str| fields.get(key).map(String::as_str);
    let domain = match (get("box"), get("tokens")) {
        (Some(sides), None) => Domain::parse(sides, ruleset.heaps())?,
        (None, Some(tokens)) => Domain::parse(&format!("tokens {tokens}"), ruleset.heaps())?,
        (Some(_), Some(_)) => {
            return Err(missing("box and tokens", "a job has one of the two"));
        }
        (None, None) => return Err(missing("box", "a job has no domain")),
    };
    let quantity: Quantity = get("quantity").map_or(Ok(Quantity::Grundy), str::parse)?;
    let convention = match get("misere") {
        None | Some("false") => Convention::Normal,
        Some("true") => Convention::Misere,
        Some(other) => {
            return Err(InvalidInput::new(
                InvalidInputKind::UnknownName,
                other,
                "misere is true or false",
                "as in misere = true",
            ));
        }
    };
    let number = |key: &str| get(key).map(|text| parse_number(text, key)).transpose();
    let plan = Plan::new(Job::new(ruleset, domain, quantity, convention)?, number("tile")?)?;
    let (plan, sharding) = match number("shard")? {
        // The shards are of these tiles.
        Some(edge) => (plan.clone().keeping_tiles(), Some(Sharding::with_edge(&plan, edge)?)),
        None => (plan, None),
    };
    let name = name(fields, &plan)?;
    let mut with_name = fields.clone();
    with_name.insert("name".into(), name.clone());
    let path = match out.contains('{') {
        true => filled_in(out, false, &with_name)?.0.into(),
        false => Path::new(out).join(&name),
    };
    Ok(BatchJob {
        name,
        path,
        engine: match get("engine") {
            None | Some("auto") => None,
            Some(engine) => Some(engine.parse()?),
        },
        adapter: get("adapter").map(str::to_owned),
        codec: get("codec").map(str::parse).transpose()?,
        sharding,
        plan,
        notes,
    })
}

/// Returns the notation of a job's game: what stands in placeholders, then the other fields, as what stands behind the
/// name, as in `octal:0.77`, or as modifiers.
fn game_text(fields: &BTreeMap<String, String>) -> Result<String, InvalidInput> {
    let Some(pattern) = fields.get("game") else {
        return Err(missing("game", "a job has no game"));
    };
    let (mut game, mut used) = filled_in(pattern, true, fields)?;
    if let Some(argument) = argument_of(&game)
        && let Some(value) = fields.get(argument)
    {
        game.push_str(&format!(":{value}"));
        used.push(argument.to_owned());
    }
    for (key, value) in fields {
        if !FIELDS.contains(&key.as_str()) && !used.contains(key) {
            game.push_str(&format!("+{key}={value}"));
        }
    }
    Ok(game)
}

/// Asks whether a field was meant where its name was taken for that of a modifier, and there is none.
fn with_meant_field(error: InvalidInput, fields: &BTreeMap<String, String>) -> InvalidInput {
    if error.kind != InvalidInputKind::UnknownModifier {
        return error;
    }
    let unknown = fields.keys().filter(|key| !FIELDS.contains(&key.as_str()));
    let meant = unknown.map(|key| did_you_mean(key, FIELDS)).find(|meant| !meant.is_empty());
    InvalidInput { hint: format!("{}{}", meant.unwrap_or_default(), error.hint), ..error }
}

/// Returns what a game is called whose rules are written, of which the text is no name: after its file or its name, if it
/// has one, and the fields that make it another one.
fn name_of_rules(fields: &BTreeMap<String, String>) -> String {
    let file = fields.get("game").map(Path::new);
    let is_toml =
        |file: &&Path| file.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    let stem = file.filter(is_toml).and_then(Path::file_stem);
    let stem = stem.map(|stem| (stem.to_string_lossy().into_owned(), Vec::new()));
    let by_name = || {
        let game = fields.get("game").filter(|game| after_rules(game).is_none())?;
        filled_in(game, true, fields).ok()
    };
    let (mut name, used) = stem.or_else(by_name).unwrap_or_else(|| ("rules".into(), Vec::new()));
    let is_left = |key: &String| !FIELDS.contains(&key.as_str()) && !used.contains(key);
    for (key, value) in fields.iter().filter(|(key, _)| is_left(key)) {
        name.push_str(&format!("-{key}{value}"));
    }
    name
}

/// A longer name is none for a file.
const LONGEST_NAME: usize = 120;

/// Returns the name of a job: what its pattern says, else its game, domain and quantity.
fn name(fields: &BTreeMap<String, String>, plan: &Plan) -> Result<String, InvalidInput> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let Some(pattern) = fields.get("name") else {
        let job = plan.job();
        let convention = match job.convention() {
            Convention::Normal => "",
            Convention::Misere => "_misere",
        };
        let game = match job.ruleset().written_ruleset() {
            None => job.ruleset().to_string(),
            Some(_) => name_of_rules(fields),
        };
        let text = format!("{game}_{}_{}{convention}", job.domain(), job.quantity());
        let name: String = text.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        return match name.len() {
            ..=LONGEST_NAME => Ok(name),
            _ => Err(missing("name", "the name that follows from the game is too long for a file")),
        };
    };
    let (name, _) = filled_in(pattern, false, fields)?;
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if !begins_well || !name.chars().all(is_plain) || name.len() > LONGEST_NAME {
        return Err(InvalidInput::new(
            InvalidInputKind::Syntax,
            &name,
            "this cannot be the name of a job, which is that of a file",
            "it begins with a letter or a digit, and has these, dots, hyphens and underscores alone",
        ));
    }
    Ok(name)
}

fn missing(what: &str, problem: &str) -> InvalidInput {
    let hint = "a job has at least a game and a box, as in game = \"wythoff\", box = 100";
    InvalidInput::new(InvalidInputKind::MissingArgument, what, problem, hint)
}

fn twice(what: &str, problem: &str) -> InvalidInput {
    let hint = "give the jobs a name of what differs, as in name = \"b{block}\"";
    InvalidInput::new(InvalidInputKind::Syntax, what, problem, hint)
}
