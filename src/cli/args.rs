//! The command line as it is typed: commands, flags, and their help.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use grundytab::batch::Part;
use grundytab::table::Codec;
use grundytab::{Domain, InvalidInput, Quantity};

use super::analyze::AnalyzeArgs;
use super::decide::DecideArgs;
use super::diff::DiffArgs;
use super::export::ExportArgs;
use super::failure::EXIT_CODES;
use super::list::ListArgs;
use super::manual::{CompletionsArgs, ManArgs};
use super::prove::ProveArgs;
use super::query::QueryArgs;
use super::render::RenderArgs;
use super::scan_args::ScanArgs;
use super::values::{self, Component, Sides};
use super::verify::{ClaimArgs, language};
use super::view;

/// Tabulates combinatorial heap games on the GPU or the CPU.
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub log: LogArgs,
}

/// Where the log goes, see [`logging`](super::logging).
#[derive(Args)]
pub struct LogArgs {
    /// Tell more on stderr: the plan, the engine, a rate each minute.
    #[arg(long, short, global = true)]
    pub verbose: bool,
    /// Write the same to the end of this file, with UTC times.
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Fill a table and store it as a Zarr v3 array.
    Tabulate(TabulateArgs),
    /// Fill the tables of a file of jobs; those that are there already are checked by sample.
    Batch(BatchArgs),
    /// Check that a stored table is whole and true.
    Verify(VerifyArgs),
    /// Look up positions: value, outcome, winning moves, options.
    Query(QueryArgs),
    /// Describe a table: counts of its values, its layers, periods and beams.
    Analyze(AnalyzeArgs),
    /// List positions that satisfy a condition, or print values as a grid.
    List(ListArgs),
    /// Play a disjunctive sum of positions from several tables.
    Sum(SumArgs),
    /// Draw a table, or a plane of one, as a PNG picture.
    Render(RenderArgs),
    /// Compare two tables: from where on do these games differ?
    Diff(DiffArgs),
    /// Write a table in the formats of other programs: NumPy, CSV, the OEIS, a list of P-positions.
    Export(ExportArgs),
    /// Print what a table holds.
    Info(InfoArgs),
    /// Serve a page to explore a table, to browsers of this machine.
    View(view::ViewArgs),
    /// Guess an automaton from a table, and prove that it is right for all heap sizes.
    Prove(ProveArgs),
    /// Decide a statement about numbers and P-positions of games, for all heap sizes.
    Decide(DecideArgs),
    /// Print the games and their notation.
    Games,
    /// Print the published theorems that `verify` checks.
    Theorems(TheoremsArgs),
    /// Print the adapters that the GPU engine can run on.
    Devices(DevicesArgs),
    /// Compare all engines and adapters with the definition; takes under a minute.
    Selftest,
    /// Measure how fast the engines are on this machine, and compare what they compute.
    Bench(BenchArgs),
    /// Print a script that completes commands and flags in a shell.
    Completions(CompletionsArgs),
    /// Print the manual page of the program, or of a command.
    Man(ManArgs),
}

impl Command {
    /// Whether the command prints one JSON object.
    pub fn json(&self) -> bool {
        match self {
            Command::Tabulate(args) => args.json,
            // It prints a line for each job, after which no error in several lines may come.
            Command::Batch(_) => false,
            Command::Verify(args) => args.scan.json,
            Command::Query(args) => args.json,
            Command::Analyze(args) => args.scan.json,
            Command::List(args) => args.scan.json,
            Command::Sum(args) => args.json,
            Command::Render(args) => args.scan.json,
            Command::Diff(args) => args.scan.json,
            Command::Export(args) => args.scan.json,
            Command::Prove(args) => args.json,
            Command::Decide(args) => args.json,
            Command::Info(args) => args.json,
            Command::Theorems(args) => args.json,
            Command::Devices(args) => args.json,
            Command::Bench(args) => args.json,
            Command::Games
            | Command::Selftest
            | Command::View(_)
            | Command::Completions(_)
            | Command::Man(_) => false,
        }
    }

    /// Whether the command may look for GPU adapters.
    pub fn may_use_gpu(&self) -> bool {
        let may_use = |engine| match engine {
            EngineArg::Auto | EngineArg::Gpu => true,
            EngineArg::Cpu | EngineArg::Reference => false,
        };
        match self {
            Command::Tabulate(args) => may_use(args.engine.engine),
            Command::Verify(args) => args.engine.is_some_and(may_use),
            Command::Bench(args) => args.measures(BenchEngine::Gpu),
            Command::Batch(args) => !args.status,
            Command::Devices(_) | Command::Selftest => true,
            Command::Query(_)
            | Command::Analyze(_)
            | Command::List(_)
            | Command::Sum(_)
            | Command::Render(_)
            | Command::Diff(_)
            | Command::Export(_)
            | Command::Prove(_)
            | Command::Decide(_)
            | Command::Info(_)
            | Command::View(_)
            | Command::Games
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Theorems(_) => false,
        }
    }
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
    #[arg(long, value_parser = quantities(), default_value = Quantity::Grundy.name())]
    pub quantity: Quantity,
    /// The player who cannot move wins.
    #[arg(long)]
    pub misere: bool,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Edge of a tile, which is a chunk of the stored array. By default that of the table that is resumed, or
    /// one that suits the domain and the engine.
    #[arg(
        long,
        visible_alias = "chunk",
        value_name = "E",
        value_parser = values::tile,
        allow_hyphen_values = true
    )]
    pub tile: Option<u32>,
    /// Edge of a shard, which is a file of many chunks, in cells; 0 for a file for each chunk. Chosen by
    /// default.
    #[arg(long, value_name = "E", value_parser = values::shard, allow_hyphen_values = true)]
    pub shard: Option<u32>,
    /// Compression of the chunks. Chosen by default: blosc for numbers of vector games, else zstd.
    #[arg(long, value_parser = codecs())]
    pub codec: Option<Codec>,
    /// Replace the table that is at the path already.
    #[arg(long)]
    pub overwrite: bool,
    /// Go on from what an interrupted run has stored; begin if there is nothing.
    #[arg(long, conflicts_with = "discard")]
    pub resume: bool,
    /// Share of the tiles of which some values are checked by the definition while the job runs, as in
    /// 0.01 or 1/256, or 0. By default 1/256 on a GPU, 0 on other engines.
    #[arg(long, value_name = "FRACTION", value_parser = values::share)]
    pub check: Option<f64>,
    /// Seconds after which what was computed is made safe against a failure of the machine; 0: only at
    /// the end.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, default_value = "60")]
    pub sync: Duration,
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
pub struct BatchArgs {
    /// The TOML file of the jobs.
    pub jobs: PathBuf,
    /// Run one part of the jobs, as in 2/8, where several runs share them. All find the same parts, of
    /// about equal work.
    #[arg(long, value_name = "I/N")]
    pub part: Option<Part>,
    /// Print how far the jobs are, by what is in the folder, and stop.
    #[arg(long)]
    pub status: bool,
    /// Threads of all jobs together; all cores by default.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_hyphen_values = true)]
    pub threads: Option<u32>,
    /// Print a JSON object in a line for each job as it ends.
    #[arg(long)]
    pub json: bool,
    /// Print no progress, and no notes but why a job failed.
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct DomainArgs {
    /// Every heap below its side: one side for all heaps, or one for each.
    #[arg(long = "box", value_name = "N|NxM|NxMxK|NxMxKxL", allow_hyphen_values = true)]
    pub sides: Option<Sides>,
    /// At most this many tokens in all.
    #[arg(long, value_name = "N", value_parser = values::tokens, allow_hyphen_values = true)]
    pub tokens: Option<u32>,
}

impl DomainArgs {
    /// Returns the domain that was typed, for a game with this number of heaps.
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

#[derive(Args)]
pub struct EngineArgs {
    /// Who computes it: auto takes a hardware GPU where it is expected to be faster, else the CPU.
    #[arg(long, value_enum, default_value_t = EngineArg::Auto)]
    pub engine: EngineArg,
    /// A part of the adapter's name, for the GPU engine (see `grundytab devices`).
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Threads of the CPU engine and of encoding; all cores by default.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_hyphen_values = true)]
    pub threads: Option<u32>,
}

#[derive(Args)]
#[command(after_long_help = language())]
pub struct VerifyArgs {
    /// The table.
    pub path: PathBuf,
    /// Check the definition at every position, which proves the table.
    #[arg(long, conflicts_with_all = ["sample", "engine"])]
    pub full: bool,
    /// Check the definition at this many random positions; by default 1000, or fewer where
    /// positions have very many options.
    #[arg(long, value_name = "K", value_parser = values::sample, allow_hyphen_values = true,
          conflicts_with = "engine")]
    pub sample: Option<u32>,
    /// Recompute the table with this engine instead, and compare every cell.
    #[arg(long, value_enum)]
    pub engine: Option<EngineArg>,
    /// A part of the adapter's name, for the GPU engine.
    #[arg(long, value_name = "NAME", requires = "engine")]
    pub adapter: Option<String>,
    /// Check these parts alone, as in --only claims; the output names the others.
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    pub only: Vec<VerifyPart>,
    #[command(flatten)]
    pub claims: ClaimArgs,
    /// A table of the same game and domain in the other play convention, for theorems and claims
    /// about both; it is verified in the same way.
    #[arg(long, value_name = "PATH")]
    pub with: Option<PathBuf>,
    #[command(flatten)]
    pub scan: ScanArgs,
}

impl VerifyArgs {
    /// Whether a part is to be checked.
    pub fn checks(&self, part: VerifyPart) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

/// What `verify` checks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VerifyPart {
    /// Chunks, checksums and totals.
    Integrity,
    /// The values, against the definition or as an engine computes them.
    Definition,
    /// Published theorems.
    Theorems,
    /// Your own statements.
    Claims,
}

impl VerifyPart {
    pub const ALL: [VerifyPart; 4] =
        [VerifyPart::Integrity, VerifyPart::Definition, VerifyPart::Theorems, VerifyPart::Claims];

    /// Returns the name as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            VerifyPart::Integrity => "integrity",
            VerifyPart::Definition => "definition",
            VerifyPart::Theorems => "theorems",
            VerifyPart::Claims => "claims",
        }
    }
}

#[derive(Args)]
pub struct SumArgs {
    /// Components, each a table and a position in it, as in wythoff.zarr@3,5.
    #[arg(required = true, value_name = "PATH@POSITION", value_parser = values::component)]
    pub components: Vec<Component>,
    /// For components in misère play, which must be tame: the table of the same game and domain in
    /// normal play; may be given several times.
    #[arg(long, value_name = "PATH")]
    pub with: Vec<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
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

#[derive(Args)]
pub struct BenchArgs {
    /// Engines to measure, as in cpu,gpu; both by default, the GPU engine on every hardware GPU.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub engine: Vec<BenchEngine>,
    /// Only jobs whose names contain this, as in wythoff,triangle.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub job: Vec<String>,
    /// Sizes of the jobs; small and medium by default. Large jobs take minutes, and a few GB.
    #[arg(long, value_enum, value_delimiter = ',', conflicts_with = "quick")]
    pub size: Vec<BenchSize>,
    /// Take tiny sizes, on software adapters too: whether everything works, not how fast it is.
    #[arg(long)]
    pub quick: bool,
    /// A part of the adapter's name: measure this one alone, be it hardware or software.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Threads of the CPU engine and of encoding; all cores by default.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_hyphen_values = true)]
    pub threads: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

impl BenchArgs {
    /// Whether an engine is to be measured.
    pub fn measures(&self, engine: BenchEngine) -> bool {
        self.engine.is_empty() || self.engine.contains(&engine)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchEngine {
    Cpu,
    Gpu,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchSize {
    Small,
    Medium,
    Large,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    Auto,
    Gpu,
    Cpu,
    Reference,
}

/// Reads the name of a quantity; `--help` lists them all.
fn quantities() -> impl TypedValueParser<Value = Quantity> {
    let possible =
        |quantity: &Quantity| PossibleValue::new(quantity.name()).help(quantity.description());
    PossibleValuesParser::new(Quantity::ALL.iter().map(possible))
        .try_map(|name| name.parse::<Quantity>())
}

/// Reads the name of a codec; `--help` lists them all.
fn codecs() -> impl TypedValueParser<Value = Codec> {
    let possible = |codec: Codec| PossibleValue::new(codec.name()).help(codec.description());
    PossibleValuesParser::new(Codec::ALL.map(possible)).try_map(|name| name.parse::<Codec>())
}
