//! `grundytab tabulate`

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::jobs::run::{EngineChoice, Outcome, Storage, Tabulation, choose};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use grundytab::engine::Wanted;
use grundytab::engine::cluster::SingleRank;
use grundytab::table::{
    Attributes, Codec, Sharding, TableReader, TableWriter, available_disk_bytes,
};
use grundytab::wording::bytes_text;
use grundytab::{
    Convention, Domain, GameFile, GameNotes, InvalidInput, Job, Plan, Quantity, needs_values,
};
use serde::Serialize;

use super::call::{self, quietly};
use super::command::{Command, Examples, Flag, Flags};
use super::dry_run::PlanReport;
use super::failure::{Failure, Result};
use super::flag_values::{self, EngineArg, Sides};
use super::option::switch;
use super::output::{note, print, print_json};
use super::run_report::TabulateReport;
use super::terminal::Terminal;
use super::{game, ranks, run_report};
use grundytab::error::share_error;

/// Fill a table and store it as a Zarr v3 array.
#[derive(Args)]
#[command(mut_group("DomainArgs", |domain| domain.required(true)))]
pub struct TabulateArgs {
    /// The game, as in wythoff+block=4 (see `grundytab games`), or a path ending in .toml.
    pub game: String,
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Path of the table, as in wythoff.zarr.
    #[arg(long, value_name = "PATH", required_unless_present_any = ["dry_run", "discard"])]
    pub out: Option<PathBuf>,
    /// The engine: auto takes a hardware GPU if it is expected to be faster and passes its selftest, else the CPU.
    #[arg(long, value_enum, default_value_t = EngineArg::Auto)]
    pub engine: EngineArg,
    /// A part of the adapter's name, for the GPU engine (see `grundytab devices`).
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Edge of a tile, which is a chunk of the stored array. The default suits the domain and the engine; a
    /// resumed table keeps its own.
    #[arg(
        long,
        visible_alias = "chunk",
        value_name = "E",
        value_parser = flag_values::number("--tile", "a tile edge"),
        allow_hyphen_values = true
    )]
    pub tile: Option<u32>,
    /// Edge of a shard, a file of many chunks, in cells; 0 stores each chunk in a file of its own. The
    /// default suits the size of the table and the number of ranks; a resumed table keeps its own.
    #[arg(long, value_name = "E", value_parser = flag_values::number("--shard", "a shard edge"), allow_hyphen_values = true)]
    pub shard: Option<u32>,
    /// Compression of the chunks; by default blosc for numbers of vector games, and zstd for others. A resumed
    /// table keeps its own.
    #[arg(long, value_parser = codecs())]
    pub codec: Option<Codec>,
    /// Replace a table that exists at the path.
    #[arg(long)]
    pub overwrite: bool,
    /// Continue an interrupted run from its stored chunks, or begin a new one.
    #[arg(long, conflicts_with = "discard")]
    pub resume: bool,
    /// Fraction of tiles to spot-check during the run, as in 0.01 or 1/256. By default 1/256 on a GPU, 0 on
    /// other engines. Outcomes of games whose moves lead to sums are not checked: they follow from Grundy values,
    /// which are not stored.
    #[arg(long, value_name = "FRACTION", value_parser = flag_values::share)]
    pub check: Option<f64>,
    /// Flush finished tiles to disk every SECONDS (0: only at the end).
    #[arg(long, value_name = "SECONDS", value_parser = flag_values::seconds, default_value = "45")]
    pub sync: Duration,
    /// Print the plan and stop.
    #[arg(long)]
    pub dry_run: bool,
    /// Print the memory of each of this many ranks, the processes of MPI that fill a table together.
    #[arg(
        long,
        value_name = "N",
        requires = "dry_run",
        value_parser = flag_values::ranks,
        allow_hyphen_values = true
    )]
    pub ranks: Option<u32>,
    /// Compute everything, store nothing.
    #[arg(long, conflicts_with = "out")]
    pub discard: bool,
}

/// What of a game is tabulated.
#[derive(Args)]
pub struct SubjectArgs {
    #[command(flatten)]
    pub domain: DomainArgs,
    /// What to tabulate, by default Grundy values.
    #[arg(long, value_parser = quantities())]
    pub quantity: Option<Quantity>,
    /// Misère play: the player who cannot move wins.
    #[arg(long)]
    pub misere: bool,
}

impl SubjectArgs {
    /// Returns who wins when no move is left.
    pub fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }
}

#[derive(Args)]
#[group(multiple = false)]
pub struct DomainArgs {
    /// Every heap below its side: one side for all heaps, or one for each.
    #[arg(long = "box", value_name = "N|NxM|NxMxK|NxMxKxL", allow_hyphen_values = true)]
    pub sides: Option<Sides>,
    /// At most this many tokens in all.
    #[arg(long, value_name = "N", value_parser = flag_values::number("--tokens", "a token sum"), allow_hyphen_values = true)]
    pub tokens: Option<u32>,
}

impl DomainArgs {
    /// Returns the domain of the arguments, for a game with this number of heaps.
    pub fn domain(&self, heaps: usize) -> std::result::Result<Domain, InvalidInput> {
        match (&self.sides, self.tokens) {
            (Some(Sides(sides)), _) => match sides.as_slice() {
                [side] => Domain::boxed(&vec![*side; heaps]),
                sides => Domain::boxed(sides),
            },
            (None, tokens) => Domain::simplex(heaps, tokens.unwrap_or(0)),
        }
    }
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

impl Command for TabulateArgs {
    const NAME: &'static str = "tabulate";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const IS_DIVIDED: bool = true;
    const EXAMPLES: Examples = &[
        ("tabulate wythoff --box 1024 --out wythoff.zarr", "Grundy values, all heaps below 1024"),
        (
            "tabulate triangle --tokens 200 --out triangle.zarr",
            "Grundy values, at most 200 tokens in all",
        ),
        (
            "tabulate wythoff+block=4 --box 1024 --quantity palaces --out blocking.zarr",
            "the numbers of options that are P-positions, with four blocked options",
        ),
        ("tabulate wythoff --box 100000 --dry-run", "the memory and the time that this would take"),
    ];

    fn may_use_gpu(&self) -> bool {
        self.engine.may_use_gpu()
    }

    fn run(&self, flags: &Flags) -> Result<()> {
        let start = Instant::now();
        let (job, notes) = self.job(flags)?;
        let plan = self.plan(job)?;
        let terminal = Terminal::open(flags)?;
        if let Some(call) = call::current().filter(|call| call.wants_array()) {
            let choice = self.choose_engine(&plan, Wanted::Values, &terminal)?;
            let tabulation = Tabulation::new(&choice, None, &SingleRank, &terminal)?;
            call.give_array(tabulation.into_array()?, &plan);
            return Ok(());
        }
        let values = !self.discard || needs_values(&plan);
        let wanted = if values { Wanted::Values } else { Wanted::Totals };
        let choice = self.choose_engine(&plan, wanted, &terminal)?;
        let sharding =
            |plan: &Plan| self.shard.map(|edge| Sharding::with_edge(plan, edge)).transpose();
        let storage = (!self.discard).then(|| self.storage(&sharding, notes));
        let mut tabulation = Tabulation::new(&choice, storage, ranks::network(), &terminal)?;
        let report = PlanReport::of_tabulation(&tabulation, ranks::planned(self.ranks))?;
        report.log();
        if self.dry_run {
            // What is planned for other machines need not fit this one.
            let is_for_others = self.ranks.is_some();
            let resources = if is_for_others { Ok(()) } else { tabulation.check_resources() };
            return report.print(flags.json, resources);
        }
        let outcome = tabulation.run().map_err(Failure::from).inspect_err(|failure| {
            if let Some(begun) = tabulation.begun.as_ref().filter(|begun| begun.partial.exists()) {
                note_left_behind(failure, &begun.partial);
            }
        })?;
        let Outcome::Done(report) = outcome else { return print_complete(self, flags) };
        let (engine, plan) = (tabulation.chosen.engine, tabulation.chosen.prepared.plan());
        let seconds_total = start.elapsed().as_secs_f64();
        if flags.json {
            print_json(&TabulateReport::of(plan, engine, &report, seconds_total));
        } else {
            run_report::print_report(self.out.as_deref(), plan, &report, seconds_total);
        }
        Ok(())
    }
}

impl TabulateArgs {
    /// Returns the job, and what else is said of the game.
    fn job(&self, flags: &Flags) -> std::result::Result<(Job, GameNotes), InvalidInput> {
        let GameFile { ruleset: game, notes, .. } = game::read_file(&self.game)?;
        game::note_renamed(&self.game, &game, flags.is_silent());
        game::note_altered(&game, flags.is_silent());
        let SubjectArgs { domain, quantity, .. } = &self.subject;
        let domain = domain.domain(game.heaps())?;
        let quantity = quantity.unwrap_or(Quantity::Grundy);
        Ok((Job::new(game, domain, quantity, self.subject.convention())?, notes))
    }

    /// Divides the positions into tiles, of which each rank has a share.
    fn plan(&self, job: Job) -> std::result::Result<Plan, InvalidInput> {
        let plan = Plan::new(job, self.tile)?;
        let plan = match &self.out {
            Some(path) if self.resume => TableWriter::plan_to_resume(plan, path),
            Some(_) | None => plan,
        };
        Ok(ranks::fit_tiles(plan, self.ranks))
    }

    fn choose_engine(
        &self,
        plan: &Plan,
        wanted: Wanted,
        terminal: &Terminal,
    ) -> Result<EngineChoice> {
        let (engine, adapter) = (self.engine.kind(), self.adapter.as_deref());
        let network = ranks::network();
        let choice = quietly(|| choose(engine, adapter, plan, wanted, network, terminal));
        let choice = share_error(network, choice)?;
        Ok(if self.dry_run { choice.without_trial() } else { choice })
    }

    fn storage<'a>(
        &'a self,
        sharding: &'a dyn Fn(&Plan) -> std::result::Result<Option<Sharding>, InvalidInput>,
        notes: GameNotes,
    ) -> Storage<'a> {
        Storage {
            path: self.out.as_deref(),
            codec: self.codec,
            sharding,
            sync_interval: Some(self.sync),
            check: self.check,
            notes,
            overwrite: self.overwrite,
            resume: self.resume,
        }
    }
}

/// What `--resume` prints if the table was already complete: its attributes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CompleteReport<'a> {
    #[serde(flatten)]
    attributes: &'a Attributes,
    /// Always true.
    already_complete: bool,
}

/// Prints that there was nothing left to do.
fn print_complete(args: &TabulateArgs, flags: &Flags) -> Result<()> {
    let Some(path) = &args.out else { return Ok(()) };
    let table = TableReader::open(path)?;
    if flags.json {
        print_json(&CompleteReport { attributes: table.attributes(), already_complete: true });
    } else {
        print(format!("{} is complete already", path.display()));
    }
    Ok(())
}

/// Tells where the unfinished table of a failed run is, and how to continue it.
fn note_left_behind(failure: &Failure, partial: &Path) {
    let partial_name = partial.display();
    if failure.condemns_table() {
        return note(false, format!("the table is left in {partial_name}, and cannot be resumed"));
    }
    let resume = switch("--resume");
    note(false, format!("the unfinished table is left in {partial_name}; {resume} continues it"));
    if failure.is_full_disk() {
        let free =
            available_disk_bytes(partial).map_or("an unknown number of bytes".into(), bytes_text);
        note(false, format!("{free} are free there; make room first"));
    }
}
