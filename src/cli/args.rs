//! What was typed.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use grundytab::{Domain, InvalidInput, InvalidInputKind, Quantity, parse_number};

/// Tabulates combinatorial heap games on the GPU or the CPU.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Fill a table and store it as a Zarr v3 array.
    Tabulate(TabulateArgs),
    /// Check that a stored table is whole and true.
    Verify(VerifyArgs),
    /// Look up positions: value, outcome, winning moves.
    Query(QueryArgs),
    /// Play a disjunctive sum of positions from several tables.
    Sum(SumArgs),
    /// Print what a table holds.
    Info(InfoArgs),
    /// Print the games and their notation.
    Games,
    /// Print the published theorems that `verify` checks.
    Theorems(TheoremsArgs),
    /// Print the adapters that the GPU engine can run on.
    Devices(DevicesArgs),
    /// Compare all engines and adapters with the definition; takes under a minute.
    Selftest,
}

#[derive(Args)]
pub struct TabulateArgs {
    /// The game, as in wythoff+block=4 (see `grundytab games`), or a path ending in .toml.
    pub game: String,
    #[command(flatten)]
    pub domain: DomainArgs,
    /// Where the table goes, as in wythoff.zarr.
    #[arg(long, value_name = "PATH", required_unless_present_any = ["dry_run", "discard"])]
    pub out: Option<PathBuf>,
    /// What to tabulate.
    #[arg(long, value_enum, default_value_t = QuantityArg::Grundy)]
    pub quantity: QuantityArg,
    /// The player who cannot move wins.
    #[arg(long)]
    pub misere: bool,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Edge of a tile, which is a chunk of the stored array. Chosen by default.
    #[arg(long, value_name = "E", value_parser = parse_tile, allow_hyphen_values = true)]
    pub tile: Option<u32>,
    /// Compression of the chunks.
    #[arg(long, value_enum, default_value_t = CodecArg::Zstd)]
    pub codec: CodecArg,
    /// Replace the table that is at the path already.
    #[arg(long, conflicts_with = "resume")]
    pub overwrite: bool,
    /// Go on where an interrupted run stopped (not available yet).
    #[arg(long)]
    pub resume: bool,
    /// Print the plan and stop.
    #[arg(long)]
    pub dry_run: bool,
    /// Compute everything, store nothing.
    #[arg(long, conflicts_with = "out")]
    pub discard: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print no progress and no notes.
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct DomainArgs {
    /// Every heap below its side: one side for all heaps, or one for each.
    #[arg(long = "box", value_name = "N|NxM|NxMxK", allow_hyphen_values = true)]
    pub sides: Option<Sides>,
    /// At most this many tokens in all.
    #[arg(long, value_name = "N", value_parser = parse_tokens, allow_hyphen_values = true)]
    pub tokens: Option<u32>,
}

impl DomainArgs {
    /// The domain that was typed, for a game with this many heaps.
    pub fn domain(&self, heaps: usize) -> Result<Domain, InvalidInput> {
        match (&self.sides, self.tokens) {
            (Some(Sides(sides)), _) => match sides.as_slice() {
                [side] => Domain::boxed(&vec![*side; heaps]),
                sides => Domain::boxed(sides),
            },
            (None, tokens) => Domain::simplex(heaps, tokens.unwrap_or(0)),
        }
    }
}

/// Sides of a box as typed: `4096` or `500x300`.
#[derive(Clone)]
pub struct Sides(Vec<u32>);

impl FromStr for Sides {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        let side = |side| {
            let error = match parse_number(side, "a side") {
                Ok(side) => return Ok(side),
                Err(error) => error.within(format!("--box {text}")),
            };
            Err(InvalidInput { hint: format!("{}, as in 4096 or 500x300", error.hint), ..error })
        };
        text.split('x').map(side).collect::<Result<_, _>>().map(Sides)
    }
}

#[derive(Args)]
pub struct EngineArgs {
    /// Who computes it: auto takes a hardware GPU if there is one, else the CPU.
    #[arg(long, value_enum, default_value_t = EngineArg::Auto)]
    pub engine: EngineArg,
    /// A part of the adapter's name, for the GPU engine (see `grundytab devices`).
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Threads of the CPU engine and of encoding; all cores by default.
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_hyphen_values = true)]
    pub threads: Option<u32>,
}

#[derive(Args)]
pub struct VerifyArgs {
    /// The table.
    pub path: PathBuf,
    /// Check the definition at every position, which proves the table.
    #[arg(long, conflicts_with_all = ["sample", "engine"])]
    pub full: bool,
    /// Check the definition at this many random positions; by default 1000, or fewer where
    /// positions have very many options.
    #[arg(long, value_name = "K", value_parser = parse_sample, allow_hyphen_values = true,
          conflicts_with = "engine")]
    pub sample: Option<u32>,
    /// Recompute the table with this engine instead, and compare every cell.
    #[arg(long, value_enum)]
    pub engine: Option<EngineArg>,
    /// A part of the adapter's name, for the GPU engine.
    #[arg(long, value_name = "NAME", requires = "engine")]
    pub adapter: Option<String>,
    /// A statement of your own about every position, as in 'g == x ^ y' or
    /// 'g == 0 implies y > 2*x'; may be given several times. x, y, z are the heap sizes, g the
    /// value, p whether it is a P-position, other the value in the --with table. There are
    /// == != < <= > >= && || !, + - * / % and ^ (xor), min(a, b), max(a, b), abs(a),
    /// floor_phi(n), floor_phi2(n); `A implies B` outside parentheses, implies(A, B) anywhere.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub claim: Vec<String>,
    /// A table of the same game and domain in the other play convention, for theorems and claims
    /// about both; it is verified in the same way.
    #[arg(long, value_name = "PATH")]
    pub with: Option<PathBuf>,
    /// Threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_hyphen_values = true)]
    pub threads: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print no progress and no notes.
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct QueryArgs {
    /// The table.
    pub path: PathBuf,
    /// Positions, heap sizes separated by commas, as in 3,5.
    #[arg(required = true, value_name = "POSITION", value_parser = parse_position)]
    pub positions: Vec<Heaps>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct SumArgs {
    /// Components, each a table and a position in it, as in wythoff.zarr@3,5.
    #[arg(required = true, value_name = "PATH@POSITION", value_parser = parse_component)]
    pub components: Vec<Component>,
    /// For components in misère play, which must be tame: the table of the same game and domain in
    /// normal play; may be given several times.
    #[arg(long, value_name = "PATH")]
    pub with: Vec<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Heap sizes as typed.
#[derive(Clone)]
pub struct Heaps(pub Vec<u32>);

/// A component of a sum as typed.
#[derive(Clone)]
pub struct Component {
    pub path: PathBuf,
    pub heaps: Heaps,
}

#[derive(Args)]
pub struct InfoArgs {
    /// The table.
    pub path: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct TheoremsArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct DevicesArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    Auto,
    Gpu,
    Cpu,
    Reference,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum QuantityArg {
    /// The mex over the options' values.
    Grundy,
    /// True at P-positions, where the previous player wins.
    Outcome,
    /// How many options are P-positions (vector games).
    Palaces,
    /// P, N, L or R as 0 to 3 (partizan games).
    OutcomeClass,
}

impl From<QuantityArg> for Quantity {
    fn from(quantity: QuantityArg) -> Self {
        match quantity {
            QuantityArg::Grundy => Quantity::Grundy,
            QuantityArg::Outcome => Quantity::Outcome,
            QuantityArg::Palaces => Quantity::Palaces,
            QuantityArg::OutcomeClass => Quantity::OutcomeClass,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CodecArg {
    /// Zstandard, a fast level.
    Zstd,
    /// Raw little-endian values.
    None,
}

fn parse_tokens(text: &str) -> Result<u32, InvalidInput> {
    flag_number("--tokens", text, "a token sum")
}

fn parse_tile(text: &str) -> Result<u32, InvalidInput> {
    flag_number("--tile", text, "a tile edge")
}

fn parse_threads(text: &str) -> Result<u32, InvalidInput> {
    match flag_number("--threads", text, "a number of threads")? {
        count @ 1..=1024 => Ok(count),
        _ => Err(InvalidInput::new(
            InvalidInputKind::OutOfRange,
            format!("--threads {text}"),
            "the number of threads is out of range",
            "it is from 1 to 1024",
        )),
    }
}

fn parse_sample(text: &str) -> Result<u32, InvalidInput> {
    match flag_number("--sample", text, "a number of positions")? {
        0 => Err(InvalidInput::new(
            InvalidInputKind::OutOfRange,
            "--sample 0",
            "nothing would be checked",
            "give at least 1",
        )),
        count => Ok(count),
    }
}

fn parse_position(text: &str) -> Result<Heaps, InvalidInput> {
    let heap = |heap| {
        let error = match parse_number(heap, "a heap size") {
            Ok(heap) => return Ok(heap),
            Err(error) => error.within(text),
        };
        Err(InvalidInput { hint: format!("{}, as in 3,5", error.hint), ..error })
    };
    text.split(',').map(heap).collect::<Result<_, _>>().map(Heaps)
}

fn parse_component(text: &str) -> Result<Component, InvalidInput> {
    let Some((path, position)) = text.rsplit_once('@') else {
        return Err(InvalidInput::new(
            InvalidInputKind::Syntax,
            text,
            "no position is given",
            "as in wythoff.zarr@3,5",
        ));
    };
    Ok(Component { path: path.into(), heaps: parse_position(position)? })
}

fn flag_number(flag: &str, text: &str, meaning: &str) -> Result<u32, InvalidInput> {
    parse_number(text, meaning)
        .map_err(|refusal| InvalidInput { input: format!("{flag} {}", refusal.input), ..refusal })
}
