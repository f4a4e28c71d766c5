//! The tabulation of a plan, from the checks before it to the table.
//!
//! Where several ranks fill a table together, each of them has a tabulation, and all of them call the same functions in
//! the same order. If one fails, all fail.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::choice::{Chosen, EngineChoice, usually_checked};
use super::resources::{self, check_disk, check_memory, check_values};
use super::{Note, Observer, Work, storing};
use grundytab::control::Control;
use grundytab::engine::cluster::{Network, Partition, Share};
use grundytab::engine::{Engine, EngineError, Prepared};
use grundytab::error::{Error, Space, share_error};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::plan::Plan;
use grundytab::ruleset::GameNotes;
use grundytab::table::{Codec, Resumed, Sharding, TableReader, TableWriter, remove_unfinished};
use grundytab::tabulate::{
    Report, begin_table, tabulate_array, tabulate_in_memory, tabulate_prepared,
};
use grundytab::values::Values;

/// The expected time is noted for runs that take at least this long.
const LONG: Duration = Duration::from_secs(5);

/// How a table is stored.
pub struct Storage<'a> {
    /// The path of the table. Without a path nothing is stored, but estimates include storing.
    pub path: Option<&'a Path>,
    /// Compression of the chunks; by default that of the resumed table, or the one that suits the game.
    pub codec: Option<Codec>,
    /// How chunks are put into files, given the prepared plan; by default as in the resumed table, or as suits the plan
    /// and the number of ranks.
    pub sharding: &'a dyn Fn(&Plan) -> Result<Option<Sharding>, InvalidInput>,
    /// How often finished tiles are flushed to the disk; `None` is the default.
    pub sync_interval: Option<Duration>,
    /// The share of the tiles that is spot-checked during the run; by default that of the engine.
    pub check: Option<f64>,
    /// What is said of the game besides its rules; a resumed table keeps its own.
    pub notes: GameNotes,
    /// Whether an existing table is replaced.
    pub overwrite: bool,
    /// Whether an unfinished table is resumed.
    pub resume: bool,
}

impl<'a> Storage<'a> {
    /// Returns the path of the table that may be resumed.
    fn path_to_resume(&self) -> Option<&'a Path> {
        self.path.filter(|_| self.resume)
    }
}

/// How a tabulation has ended.
pub enum Outcome {
    /// The table was complete before.
    WasComplete,
    /// The table is complete, or its values were computed and discarded.
    Done(Box<Report>),
}

/// An unfinished table that a run fills.
pub struct Begun {
    /// Its directory.
    pub partial: PathBuf,
    /// How many positions an earlier run had stored.
    pub positions_before: u64,
}

/// A prepared plan and the destination of its table.
pub struct Tabulation<'a, F: Observer> {
    choice: &'a EngineChoice,
    storage: Option<Storage<'a>>,
    network: &'a dyn Network,
    observer: &'a F,
    /// The engine, and the plan as it has prepared it. It is another one when a GPU has failed and the CPU engine has taken
    /// over.
    pub chosen: Chosen<'a>,
    codec: Codec,
    sharding: Sharding,
    /// The table, after it was begun or found.
    pub begun: Option<Begun>,
}

impl<'a, F: Observer> Tabulation<'a, F> {
    /// Prepares a tabulation by the ranks of a network, with or without a table.
    ///
    /// # Errors
    /// If the plan exceeds the limits of the engine, if the shards do not fit the plan, or if the ranks do not have the
    /// same job.
    pub fn new(
        choice: &'a EngineChoice,
        storage: Option<Storage<'a>>,
        network: &'a dyn Network,
        observer: &'a F,
    ) -> Result<Self, Error> {
        let prepare = || {
            let chosen = choice.prepare(observer)?;
            let sharding = sharding_of(chosen.prepared.plan(), storage.as_ref(), network.size())?;
            Ok((chosen, sharding))
        };
        let (chosen, sharding) = share_error(network, prepare())?;
        let codec = codec_of(chosen.prepared.plan(), storage.as_ref());
        let begun = None;
        let tabulation =
            Tabulation { choice, storage, network, observer, chosen, codec, sharding, begun };
        share_error(network, tabulation.check_ranks_do_the_same())?;
        Ok(tabulation)
    }

    fn plan(&self) -> &Plan {
        self.chosen.prepared.plan()
    }

    /// Checks that all ranks have the same job. All ranks call this function.
    fn check_ranks_do_the_same(&self) -> Result<(), Error> {
        let (plan, shard) = (self.plan(), self.sharding.shard_shape(self.plan()));
        let does = format!(
            "{} of {} on {}, {} play, {} engine, tiles {:?}, shards {shard:?}, codec {}, {}",
            plan.job().quantity(),
            plan.job().ruleset(),
            plan.job().domain(),
            plan.job().convention().play(),
            self.chosen.engine.kind(),
            plan.tiling().chunk_shape(),
            self.codec,
            self.stored().map_or("no table".into(), |(_, path)| path.display().to_string()),
        );
        let of_all = self.network.gather_all(does.as_bytes());
        let text = |does: &Vec<u8>| String::from_utf8_lossy(does).into_owned();
        let Some(rank) = (1..of_all.len()).find(|&rank| of_all[rank] != of_all[0]) else {
            return Ok(());
        };
        Err(InvalidInput::new(
            InvalidInputKind::OutOfRange,
            format!("rank {rank} would compute {}", text(&of_all[rank])),
            format!("rank 0 would compute {}", text(&of_all[0])),
            "give all ranks the same job, engine, tile edge and shard edge",
        )
        .into())
    }

    /// Returns the expected additional time to store the table, if a table is stored.
    pub fn expected_to_store(&self) -> Option<Duration> {
        self.storage.as_ref().map(|_| storing::expected(self.plan(), self.codec))
    }

    /// Returns an upper estimate of the memory of each of this many ranks in bytes.
    ///
    /// # Errors
    /// If the shards do not fit the plan.
    pub fn memory_bytes(&self, ranks: usize) -> Result<u64, Error> {
        let waiting = self.waiting_bytes(ranks)?;
        Ok(resources::memory_bytes(self.chosen.prepared.as_ref(), ranks, waiting))
    }

    /// Returns the bytes of the chunks of each of this many ranks whose shards are not complete yet: they lie in a front,
    /// which is spread over the ranks.
    fn waiting_bytes(&self, ranks: usize) -> Result<u64, InvalidInput> {
        let sharding = match &self.storage {
            None => return Ok(0),
            Some(_) if ranks == self.network.size() => self.sharding,
            storage => sharding_of(self.plan(), storage.as_ref(), ranks)?,
        };
        Ok(sharding.open_bytes(self.plan()).div_ceil(ranks as u64))
    }

    /// Checks the memory and the disk space of the machine; notes if the disk may be too small. All ranks call this
    /// function.
    ///
    /// # Errors
    /// If the machine lacks the memory or the disk space.
    pub fn check_resources(&self) -> Result<(), Error> {
        self.check_memory()?;
        let Some((storage, path)) = self.stored() else { return Ok(()) };
        let replaces = storage.overwrite || storage.resume;
        check_disk(path, self.plan(), self.codec, replaces, self.observer)
    }

    /// Checks that the machine has the memory for its ranks. All ranks call this function.
    fn check_memory(&self) -> Result<(), Error> {
        let ranks = self.network.size();
        if ranks == 1 {
            let disk = self.stored().and_then(|(_, path)| resources::disk_bytes(path));
            let (waiting, Chosen { engine, prepared, .. }) = (self.waiting_bytes(1)?, &self.chosen);
            return Ok(check_memory(*engine, prepared.as_ref(), waiting, disk)?);
        }
        let of_each = self.memory_bytes(ranks);
        // A rank that does not know it is counted by the others all the same.
        let bytes = of_each.as_ref().map_or(0, |&bytes| bytes);
        resources::check_memory_of_ranks(bytes, self.network)?;
        of_each.map(drop)
    }

    /// Computes the table, or resumes it.
    ///
    /// # Errors
    /// If the machine lacks the memory or the disk space, when interrupted, and when an engine or the table fails.
    pub fn run(&mut self) -> Result<Outcome, Error> {
        let network = self.network;
        share_error(network, self.check_resources())?;
        let partition = Partition::new(self.plan(), self.sharding.tiles(), network.size());
        let share = Share { network, partition: &partition };
        let resume = self.storage.as_ref().is_some_and(|storage| storage.resume);
        let writer = match self.begin(resume, share)? {
            Some(Resumed::Complete) => return Ok(Outcome::WasComplete),
            Some(Resumed::Unfinished(writer)) => Some(*writer),
            None => None,
        };
        self.begun = writer.as_ref().map(|writer| Begun {
            partial: writer.partial_path().to_owned(),
            positions_before: writer.positions_before(),
        });
        self.note_long_run();
        let report = self.fill(writer, share).or_else(|error| {
            self.fall_back(error)?;
            share_error(network, self.check_memory())?;
            match self.begin(true, share)? {
                Some(Resumed::Unfinished(writer)) => self.fill(Some(*writer), share),
                // If another run has completed the table meanwhile, only the totals are missing.
                Some(Resumed::Complete) | None => self.fill(None, share),
            }
        });
        let report = report.inspect_err(|error| self.remove_if_rules_are_faulty(error))?;
        Ok(Outcome::Done(Box::new(report)))
    }

    /// Removes the table that this run has begun if the rules of the game have a fault, so that no run can complete it and
    /// it would be in the way of the rules that are mended. If it cannot be removed, it stays where the caller finds it.
    fn remove_if_rules_are_faulty(&mut self, error: &Error) {
        let is_faulty = matches!(error, Error::Engine(EngineError::FaultyRules { .. }));
        let new = self.begun.as_ref().filter(|begun| is_faulty && begun.positions_before == 0);
        if let (Some(Begun { partial, .. }), Some((_, path))) = (new, self.stored())
            && remove_unfinished(path, partial).is_ok()
        {
            self.begun = None;
        }
    }

    /// Notes the expected time of a long run, storing included; not for a resumed run, and not on several ranks.
    fn note_long_run(&self) {
        let is_whole = self.begun.as_ref().is_some_and(|begun| begun.positions_before == 0);
        let storing = self.expected_to_store().filter(|_| is_whole && self.network.size() == 1);
        let time = storing.map(|storing| self.chosen.expected.saturating_add(storing));
        if let Some(time) = time.filter(|&time| time >= LONG) {
            self.observer.note(&Note::Long(time));
        }
    }

    /// Computes the values into the memory of this process.
    ///
    /// # Errors
    /// If the machine lacks the memory, when interrupted, and when an engine fails.
    pub fn into_array(self) -> Result<Values, Error> {
        let cells = self.plan().job().domain().sides().cells() as u64;
        let bytes = cells.saturating_mul(self.plan().value_type().bytes() as u64);
        self.into_memory(Space::MemoryOfArray, bytes, |_, prepared, control| {
            tabulate_array(prepared, control)
        })
    }

    /// Computes a table that stays in the memory of this process. The name stands in the place of its path.
    ///
    /// # Errors
    /// As for [`into_array`](Self::into_array).
    pub fn into_table(self, name: &Path) -> Result<TableReader, Error> {
        let bytes = self.plan().tiling().count().saturating_mul(self.plan().tile_bytes());
        self.into_memory(Space::Memory, bytes, |engine, prepared, control| {
            tabulate_in_memory((engine, prepared), name, control)
        })
    }

    /// Computes values that take this number of bytes of memory; errors call the memory by the name of this space.
    fn into_memory<T>(
        mut self,
        space: Space,
        bytes: u64,
        fill: impl Fn(&dyn Engine, &dyn Prepared, &Control) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let filled = |of: &Self| {
            let Chosen { engine, prepared, .. } = &of.chosen;
            check_values(prepared.as_ref(), space, bytes)?;
            let work = || Work::of(*engine, of.plan());
            of.observer.watch(work, |control| fill(*engine, prepared.as_ref(), control))
        };
        filled(&self).or_else(|error| {
            self.fall_back(error)?;
            filled(&self)
        })
    }

    fn fill(&self, writer: Option<TableWriter>, share: Share) -> Result<Report, Error> {
        let (prepared, tiling) = (self.chosen.prepared.as_ref(), self.plan().tiling());
        let positions = |tile| tiling.positions_in(tile);
        let finished = |writer: &TableWriter| writer.finished(share).map(positions).sum();
        let before = writer.as_ref().map_or(0, finished);
        let work = || {
            let own = tiling.tiles().filter(|&tile| share.has(tile)).map(positions);
            let all = Work::of(self.chosen.engine, self.plan());
            if share.is_divided() { all.of_rank(own.sum()) } else { all }.after(before)
        };
        let fill = |control: &Control| tabulate_prepared(prepared, share, writer, control);
        self.observer.watch(work, fill)
    }

    /// Continues with the CPU engine if a GPU that nobody requested has failed.
    ///
    /// # Errors
    /// The error of the GPU, if the CPU engine cannot continue.
    fn fall_back(&mut self, error: Error) -> Result<(), Error> {
        self.chosen = self.choice.fallback(self.chosen.engine, error, self.observer)?;
        Ok(())
    }

    /// Returns how and where the table is stored; `None` if it is not stored.
    fn stored(&self) -> Option<(&Storage<'a>, &'a Path)> {
        let storage = self.storage.as_ref()?;
        Some((storage, storage.path?))
    }

    /// Begins or resumes the table. Returns `None` if no table is stored.
    fn begin(&self, resumes: bool, share: Share) -> Result<Option<Resumed>, Error> {
        let Some((storage, path)) = self.stored() else { return Ok(None) };
        let engine = self.chosen.engine;
        let check = storage.check.unwrap_or_else(|| usually_checked(engine.kind()));
        let mut options = TableWriter::options(self.plan())
            .codec(self.codec)
            .sharding(self.sharding)
            .check(check)
            .notes(storage.notes.clone())
            .overwrite(storage.overwrite)
            .engine(engine);
        if let Some(interval) = storage.sync_interval {
            options = options.sync_interval(interval);
        }
        let positions = self.plan().job().domain().positions();
        let begin = |control: &Control| begin_table(options, path, resumes, share, control);
        let begun = match resumes {
            true => self.observer.watch(|| positions.into(), begin)?,
            false => begin(&self.observer.control())?,
        };
        if let (true, Resumed::Unfinished(writer)) = (resumes, &begun) {
            if let Some((table, reason)) = writer.repairs() {
                self.observer.note(&Note::Repairs { table, reason });
            }
            for file in writer.damaged_before() {
                self.observer.note(&Note::Damaged(&writer.partial_path().join(file)));
            }
            self.observer.note(&Note::Stored { before: writer.positions_before(), of: positions });
        }
        Ok(Some(begun))
    }
}

/// Returns how chunks are put into files.
fn sharding_of(
    plan: &Plan,
    storage: Option<&Storage>,
    ranks: usize,
) -> Result<Sharding, InvalidInput> {
    let usual = Sharding::for_ranks(plan, ranks);
    let Some(storage) = storage else { return Ok(usual) };
    let asked = (storage.sharding)(plan)?;
    let to_resume = || TableWriter::sharding_to_resume(plan, storage.path_to_resume()?);
    Ok(asked.or_else(to_resume).unwrap_or(usual))
}

/// Returns how chunks are compressed.
fn codec_of(plan: &Plan, storage: Option<&Storage>) -> Codec {
    let asked = |storage: &Storage| {
        let to_resume = || TableWriter::codec_to_resume(plan, storage.path_to_resume()?);
        storage.codec.or_else(to_resume)
    };
    storage.and_then(asked).unwrap_or_else(|| Codec::of_plan(plan))
}
