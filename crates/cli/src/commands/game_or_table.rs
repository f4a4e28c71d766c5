//! A game in the place of a table: commands that read a table tabulate it in memory first; or an array of NumPy.

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;
use grundytab::engine::cluster::SingleRank;
use grundytab::engine::{EngineKind, Wanted};
use grundytab::memory::available_memory_bytes;
use grundytab::table::{TableError, TableReader};
use grundytab::wording::{counted, joined, needed_bytes_text};
use grundytab::{
    Control, Convention, Domain, InvalidInput, InvalidInputKind, Job, Plan, Quantity, Ruleset,
};

use super::command::Flags;
use super::failure::{Failure, Result};
use super::figure::quoted;
use super::flag_values::Heaps;
use super::option::{NamedOption, option, switch};
use super::tabulate::{DomainArgs, SubjectArgs};
use super::terminal::Terminal;
use super::{call, game, ranks};
use crate::analyses::stored_tiles::array::Meaning;
use crate::analyses::stored_tiles::npy::read_npy;
use crate::jobs::run::{Note, Observer, Program, Tabulation, Work, choose};
use grundytab::ruleset::GameNotes;

/// The most positions that are tabulated for one command.
const MOST_POSITIONS: u64 = 1 << 28;

/// The sides of the box, or the token sum, for a game on one to four heaps, where no domain is given.
const USUAL_SIDES: [u32; 4] = [1000, 100, 40, 16];

/// What is tabulated where no quantity is given: the first of these that the game has.
const USUAL_QUANTITIES: [Quantity; 4] =
    [Quantity::Grundy, Quantity::Outcome, Quantity::OutcomeClass, Quantity::Score];

/// The edge of the tiles of a thin box, in which larger ones would be nearly empty.
const EDGE_IN_THIN_BOX: u32 = 8;

/// What is tabulated of a game that is given in the place of a table.
#[derive(Args)]
#[command(next_help_heading = "A game in the place of the table, as in wythoff")]
pub struct GameArgs {
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The same as --quantity grundy.
    #[arg(long, conflicts_with = "quantity")]
    pub values: bool,
    /// The game whose values an array is, which stands in the place of the table, as in values.npy.
    #[arg(long, value_name = "GAME")]
    pub of: Option<String>,
}

impl GameArgs {
    /// Opens the table at a path, or a difference of two tables; or tabulates the game that stands in its place, on a
    /// domain that has these positions, if none is given.
    ///
    /// # Errors
    /// When there is neither, when the game cannot be tabulated, and when its flags are given with a table.
    pub fn open(&self, path: &Path, positions: &[Heaps], flags: &Flags) -> Result<TableReader> {
        let is_file_of_game = path.extension().is_some_and(|ending| ending == "toml");
        if path.extension().is_some_and(|ending| ending == "npy") && !path.is_dir() {
            return self.array(path);
        }
        if self.of.is_some() {
            let hint = "give a file of NumPy, as in values.npy, or leave it out";
            return Err(Failure::usage(option("--of"), "it says what an array is of", hint));
        }
        let error = match TableReader::open_any(path) {
            Ok(table) => {
                self.require_none(path)?;
                return Ok(table);
            }
            Err(error @ TableError::NotATable { .. }) if is_file_of_game || !path.exists() => error,
            Err(error) => return Err(error.into()),
        };
        let Some(typed) = path.to_str() else { return Err(error.into()) };
        let game = match game::read_file(typed) {
            Ok(game) => game.ruleset,
            Err(_) if is_path(typed) && !path.exists() => return Err(error.into()),
            Err(error) => return Err(neither(error).into()),
        };
        self.tabulate(typed, game, positions, flags)
    }

    /// Makes a table of an array of NumPy.
    fn array(&self, path: &Path) -> Result<TableReader> {
        let SubjectArgs { domain, quantity, .. } = &self.subject;
        if domain.is_given() {
            let flag = if domain.sides.is_some() { option("--box") } else { option("--tokens") };
            return Err(Failure::usage(flag, "an array has its sides", "leave it out"));
        }
        let (array, are_truths) = read_npy(path, &file_of_array(path)?)?;
        let game = self.of.as_deref().map(game::read_file).transpose()?;
        let (ruleset, notes) =
            game.map_or((None, GameNotes::default()), |game| (Some(game.ruleset), game.notes));
        let by_default =
            if are_truths && !self.values { Quantity::Outcome } else { Quantity::Grundy };
        let meaning = Meaning {
            game: ruleset,
            quantity: quantity.unwrap_or(by_default),
            convention: self.subject.convention(),
            notes,
        };
        Ok(array.in_memory(meaning, path)?)
    }

    /// Refuses the flags with a table, whose positions and values they cannot change.
    pub fn require_none(&self, path: &Path) -> Result<()> {
        let SubjectArgs { domain, quantity, misere } = &self.subject;
        let given = [
            (option("--box"), domain.sides.is_some()),
            (option("--tokens"), domain.tokens.is_some()),
            (option("--quantity"), quantity.is_some()),
            (option("--values"), self.values),
            (switch("--misere"), *misere),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((flag, _)) => {
                let problem = format!(
                    "it says what is tabulated of a game, and {} is a table",
                    path.display()
                );
                Err(Failure::usage(flag, &problem, "leave it out, or give a game"))
            }
        }
    }

    fn tabulate(
        &self,
        typed: &str,
        game: Ruleset,
        positions: &[Heaps],
        flags: &Flags,
    ) -> Result<TableReader> {
        let quiet = flags.is_silent() || !ranks::is_first();
        game::note_renamed(typed, &game, quiet);
        game::note_altered(&game, quiet);
        let job = self.job(typed, &game, positions)?;
        let count = job.domain().positions();
        let kept = kept_by(typed, job.domain(), job.quantity(), job.convention());
        let terminal = Terminal::open(flags)?;
        let by_default = match self.subject.domain.is_given() || !positions.is_empty() {
            true => String::new(),
            false => format!(" on {}, by default", job.domain()),
        };
        if ranks::is_first() {
            terminal.note(format!(
                "{typed} is tabulated in memory{by_default}; {kept} keeps the table"
            ));
        }
        let plan = Plan::new(job.clone(), None)?;
        let cells = plan.tiling().count().saturating_mul(plan.tiling().tile_cells());
        let plan = match cells > 8 * count {
            true => Plan::new(job, Some(EDGE_IN_THIN_BOX))?,
            false => plan,
        };
        let cpu = Some(EngineKind::Cpu);
        let observer = WithoutNotes(terminal);
        let choice = choose(cpu, None, &plan, Wanted::Values, &SingleRank, &observer)?;
        Ok(Tabulation::new(&choice, None, &SingleRank, &observer)?.into_table(Path::new(typed))?)
    }

    /// Returns what is tabulated: what was asked for, and else the first quantity and a small domain that the game has.
    fn job(&self, typed: &str, game: &Ruleset, positions: &[Heaps]) -> Result<Job> {
        let quantities = match self.subject.quantity {
            Some(quantity) => vec![quantity],
            None if self.values => vec![Quantity::Grundy],
            None => USUAL_QUANTITIES.to_vec(),
        };
        let convention = self.subject.convention();
        let domains = self.domains(game.heaps(), positions);
        let mut first = None;
        for quantity in quantities {
            for domain in &domains {
                let job = domain.clone().map_err(Failure::from).and_then(|domain| {
                    if domain.positions() > MOST_POSITIONS {
                        let kept = kept_by(typed, &domain, quantity, convention);
                        let count = counted(domain.positions(), "position");
                        let problem = format!("{count} are too many to be tabulated in memory");
                        return Err(Failure::usage(
                            typed,
                            &problem,
                            &format!("{kept} stores them"),
                        ));
                    }
                    Ok(Job::new(game.clone(), domain, quantity, convention)?)
                });
                match job {
                    Ok(job) => return Ok(job),
                    Err(error) => drop(first.get_or_insert(error)),
                }
            }
        }
        // There is a domain, and a quantity.
        Err(first.unwrap_or_else(|| Failure::usage(typed, "it has no positions", "give a domain")))
    }

    /// Returns the domain that was asked for; without one those that are tried in turn: boxes, then a token sum.
    fn domains(
        &self,
        heaps: usize,
        positions: &[Heaps],
    ) -> Vec<std::result::Result<Domain, InvalidInput>> {
        let asked = &self.subject.domain;
        if asked.is_given() {
            return vec![asked.domain(heaps)];
        }
        let usual = USUAL_SIDES[heaps.clamp(1, USUAL_SIDES.len()) - 1];
        let positions = as_meant(positions, heaps);
        let fitting = || positions.iter().map(|heaps| &heaps.0).filter(|all| all.len() == heaps);
        let side = |heap: usize| fitting().map(|position| position[heap].saturating_add(1)).max();
        let sides: Vec<u32> = (0..heaps).map(|heap| side(heap).unwrap_or(usual)).collect();
        let cube = vec![sides.iter().copied().max().unwrap_or(usual); heaps];
        let sum =
            |position: &Vec<u32>| position.iter().fold(0u32, |sum, &heap| sum.saturating_add(heap));
        let tokens = fitting().map(sum).max().unwrap_or(usual);
        vec![Domain::boxed(&sides), Domain::boxed(&cube), Domain::simplex(heaps, tokens)]
    }
}

/// A terminal that shows how far the tabulation is, and does not name the engine.
struct WithoutNotes(Terminal);

impl Observer for WithoutNotes {
    fn note(&self, _: &Note) {}

    fn control(&self) -> Control<'_> {
        self.0.control()
    }

    fn program(&self) -> Option<Program> {
        None
    }

    fn watch<T>(&self, work: impl FnOnce() -> Work, task: impl FnOnce(&Control) -> T) -> T {
        self.0.watch(work, task)
    }
}

/// Returns positions as they are meant: as many single numbers as there are heaps are one position, as in `4 5`.
pub fn as_meant(positions: &[Heaps], heaps: usize) -> Vec<Heaps> {
    let are_single = positions.len() == heaps && positions.iter().all(|heaps| heaps.0.len() == 1);
    match are_single {
        true => vec![Heaps(positions.iter().flat_map(|heaps| heaps.0.clone()).collect())],
        false => positions.to_vec(),
    }
}

impl DomainArgs {
    /// Whether one was asked for.
    fn is_given(&self) -> bool {
        self.sides.is_some() || self.tokens.is_some()
    }
}

/// Reads a file of an array whose values fit into memory.
fn file_of_array(path: &Path) -> std::result::Result<Vec<u8>, InvalidInput> {
    /// Bytes of memory that a byte of a file takes: itself, and a value of 64 bits.
    const MEMORY_OF_BYTE: u64 = 9;
    let refuse = |kind, problem| {
        InvalidInput::new(
            kind,
            path.display(),
            problem,
            "give the path of an array that numpy.save has written",
        )
    };
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => refuse(InvalidInputKind::MissingFile, error.to_string()),
        _ => refuse(InvalidInputKind::UnreadableFile, error.to_string()),
    };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(refuse(InvalidInputKind::UnreadableFile, "it is not a regular file".into()));
    }
    let (needed, available) =
        (metadata.len().saturating_mul(MEMORY_OF_BYTE), available_memory_bytes());
    if needed > available {
        return Err(refuse(
            InvalidInputKind::TooLarge,
            needed_bytes_text("memory", needed, available),
        ));
    }
    fs::read(path).map_err(unreadable)
}

/// Whether a text is the path of a table rather than a game that is misspelt.
fn is_path(typed: &str) -> bool {
    let is_in_folder = typed.contains(['/', '\\']) && !typed.contains(':');
    is_in_folder || typed.ends_with(".zarr") || typed.ends_with(".partial")
}

/// Says of a name that it is that of neither.
fn neither(error: InvalidInput) -> InvalidInput {
    match error.kind {
        InvalidInputKind::UnknownGame => InvalidInput {
            problem: "there is neither a table nor a game of this name".into(),
            ..error
        },
        _ => error,
    }
}

/// Returns the command that stores the table of a job.
fn kept_by(typed: &str, domain: &Domain, quantity: Quantity, convention: Convention) -> String {
    let of_domain = match domain.is_box() {
        true => option("--box").value(joined(domain.shape(), "x")),
        false => option("--tokens").value(domain.largest_token_sum()),
    };
    // Games of one family have names that differ.
    const LONGEST_NAME: usize = 40;
    let of_name = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let file = Path::new(typed).file_stem().filter(|_| typed.ends_with(".toml"));
    let name: String = match file {
        Some(stem) => stem.to_string_lossy().into_owned(),
        None if game::is_of_rules(typed) || typed.len() > LONGEST_NAME => "game".into(),
        None => typed.chars().map(of_name).collect(),
    };
    let mut options: Vec<NamedOption> = vec![of_domain];
    if quantity != Quantity::Grundy {
        options.push(option("--quantity").value(quantity.name()));
    }
    if convention == Convention::Misere {
        options.push(switch("--misere"));
    }
    options.push(option("--out").value(format!("{name}.zarr")));
    match call::current() {
        Some(_) => format!("grundytab.tabulate({typed:?}, {})", joined(options, ", ")),
        None => format!("`grundytab tabulate {} {}`", quoted(typed), joined(options, " ")),
    }
}
