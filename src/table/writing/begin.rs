//! The beginning of a table: a new one, or one that an interrupted run has left.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use super::destination::{self, Leftover};
use super::lock::TableLock;
use super::read_back::ReadBack;
use super::repair::Damaged;
use super::writer::{TableWriter, UNSPECIFIED, give_final_name};
use crate::control::Control;
use crate::engine::Engine;
use crate::engine::cluster::Share;
use crate::plan::Plan;
use crate::ruleset::GameNotes;
use crate::table::encoding::chunk::ChunkCodec;
use crate::table::encoding::codec::Codec;
use crate::table::error::{Obstacle, TableError};
use crate::table::format::{Attributes, ComparedTables, GIVEN};
use crate::table::layout::Layout;
use crate::table::names::{PARTIAL, REPLACED};
use crate::table::reading::reader::TableReader;
use crate::table::storage::chunk_files::ChunkFiles;
use crate::table::storage::files::{sync_folder, with_suffix};
use crate::table::storage::open_shards::OpenShards;
use crate::table::storage::sharding::Sharding;

/// How often files are made durable by default: so often that with the tiles that are not finished then, a minute is lost at most.
const USUAL_SYNC_INTERVAL: Duration = Duration::from_secs(45);
/// What a difference of two tables has in place of the engine.
const DIFFERENCE: &str = "difference";

/// How a table is to be written, see [`TableWriter::options`].
#[derive(Debug, Clone)]
#[must_use]
pub struct WriterOptions<'a> {
    plan: &'a Plan,
    codec: Codec,
    sharding: Option<Sharding>,
    sync_interval: Duration,
    checked_share: f64,
    engine: String,
    adapter: Option<String>,
    difference: Option<ComparedTables>,
    notes: GameNotes,
    overwrite: bool,
}

/// What [`WriterOptions::resume`] has found.
#[derive(Debug)]
pub enum Resumed {
    /// The table is to be computed, from the beginning or from where a run was interrupted.
    Unfinished(Box<TableWriter>),
    /// The table is there, complete.
    Complete,
}

impl TableWriter {
    /// Returns options for a table of this plan: its usual codec and shards, nothing is replaced.
    ///
    /// ```
    /// use grundytab::engine::cpu::CpuEngine;
    /// use grundytab::table::{Codec, TableWriter};
    /// # use grundytab::Plan;
    /// # let plan = Plan::parse("wythoff", "20x30", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// let writer = TableWriter::options(&plan)
    ///     .codec(Codec::None)
    ///     .engine(&CpuEngine)
    ///     .overwrite(true)
    ///     .create(&path)?;
    /// # drop(writer);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options(plan: &Plan) -> WriterOptions<'_> {
        WriterOptions {
            plan,
            codec: Codec::of_plan(plan),
            sharding: None,
            sync_interval: USUAL_SYNC_INTERVAL,
            checked_share: 0.0,
            engine: UNSPECIFIED.to_owned(),
            adapter: None,
            difference: None,
            notes: GameNotes::default(),
            overwrite: false,
        }
    }

    /// Returns the plan with the tiles of the table of the same job at `path`, finished or not, if there is one
    /// and no edge of tiles was requested. Which edge is chosen depends on the engine, and another one may
    /// have begun the table.
    pub fn plan_to_resume(plan: Plan, path: impl AsRef<Path>) -> Plan {
        match table_to_resume(path.as_ref()) {
            Some(table) if plan.asked_tile().is_none() && table.plan().job() == plan.job() => {
                table.plan().clone()
            }
            Some(_) | None => plan,
        }
    }

    /// Returns the shards of the table of the same job, in the same tiles, at `path`, finished or not, if there is one.
    /// Which shards are chosen depends on the number of ranks, and others may have begun the table.
    pub fn sharding_to_resume(plan: &Plan, path: impl AsRef<Path>) -> Option<Sharding> {
        table_like(plan, path.as_ref()).map(|table| table.sharding())
    }

    /// Returns the codec of the table of the same job, in the same tiles, at `path`, finished or not, if there is one.
    pub fn codec_to_resume(plan: &Plan, path: impl AsRef<Path>) -> Option<Codec> {
        table_like(plan, path.as_ref()).map(|table| table.codec())
    }
}

/// Opens the table of the job of a plan, in its tiles, at a path, finished or not, that a run may go on with.
fn table_like(plan: &Plan, path: &Path) -> Option<TableReader> {
    let is_same = |table: &TableReader| {
        table.plan().job() == plan.job() && table.plan().tiling() == plan.tiling()
    };
    table_to_resume(path).filter(is_same)
}

/// Opens the table at a path, finished or not, that a run may go on with.
fn table_to_resume(path: &Path) -> Option<TableReader> {
    let path = destination::table_path(path).ok()?;
    [with_suffix(&path, PARTIAL), path].into_iter().find_map(|path| TableReader::open(path).ok())
}

/// The names of a table, and the lock that keeps other runs away from them.
struct Place {
    path: PathBuf,
    partial: PathBuf,
    /// The rest of a replaced table, which is removed by a run that is not refused.
    replaced: Option<PathBuf>,
    lock: Option<TableLock>,
}

impl Place {
    /// Says that the run goes on, and is not refused any more.
    fn go_on(&mut self) -> Result<(), TableError> {
        self.replaced.take().map_or(Ok(()), |rest| destination::remove_replaced(&rest))
    }
}

impl<'a> WriterOptions<'a> {
    /// Sets how chunks are compressed. The default is [`Codec::of_plan`].
    pub fn codec(self, codec: Codec) -> Self {
        WriterOptions { codec, ..self }
    }

    /// Sets how chunks lie in files. The default is [`Sharding::of_plan`].
    pub fn sharding(self, sharding: Sharding) -> Self {
        WriterOptions { sharding: Some(sharding), ..self }
    }

    /// Sets how often files are made durable while the table is computed. The default is 45 seconds;
    /// zero stands for never before the end.
    pub fn sync_interval(self, sync_interval: Duration) -> Self {
        WriterOptions { sync_interval, ..self }
    }

    /// Sets which share of the tiles is checked by the definition while the table is computed: a random
    /// one, in which some positions are drawn. The default is 0, none.
    pub fn check(self, share: f64) -> Self {
        WriterOptions { checked_share: share, ..self }
    }

    /// Sets the engine, and its adapter, that the table names as those that computed it. The default
    /// is the engine that [`tabulate`](fn@crate::tabulate) runs.
    pub fn engine(self, engine: &dyn Engine) -> Self {
        WriterOptions { engine: engine.kind().to_string(), adapter: engine.adapter(), ..self }
    }

    /// Says that a user gives the values.
    pub fn given(self) -> Self {
        WriterOptions { engine: GIVEN.to_owned(), ..self }
    }

    /// Sets what is said of the game besides its rules, which the table keeps.
    pub fn notes(self, notes: GameNotes) -> Self {
        WriterOptions { notes, ..self }
    }

    /// Makes it the difference of two tables.
    pub fn difference(self, compared: ComparedTables) -> Self {
        WriterOptions { difference: Some(compared), engine: DIFFERENCE.to_owned(), ..self }
    }

    /// Sets whether a table at the path and the unfinished table of an interrupted run are replaced.
    /// By default they are not. A table is replaced only when the new one is complete.
    pub fn overwrite(self, overwrite: bool) -> Self {
        WriterOptions { overwrite, ..self }
    }

    /// Begins a table at `path`: makes the directory `path` + `.partial` with the metadata of an
    /// incomplete table.
    ///
    /// # Errors
    /// [`TableError::Destination`] when something stands in the way that may not be replaced; else
    /// on I/O errors.
    pub fn create(self, path: impl AsRef<Path>) -> Result<TableWriter, TableError> {
        let place = self.place(path.as_ref())?;
        destination::check_final(&place.path, self.overwrite)?;
        let stays = |obstacle| Err(TableError::destination(&place.partial, obstacle));
        match destination::left_behind(&place.partial)? {
            Leftover::Unfinished if !self.overwrite => stays(Obstacle::UnfinishedTable),
            Leftover::Finished if !self.overwrite => stays(Obstacle::FinishedTable),
            left => self.begin(place, left),
        }
    }

    /// Goes on with the table at `path` that an interrupted run has left unfinished; begins it if there
    /// is none. Reads all stored chunks and checks them; `control` can interrupt this, and is told the
    /// positions that were read. A complete table of which chunks are lost or damaged is gone on with, too; it stays
    /// as it is until it is replaced by the repaired one.
    ///
    /// # Errors
    /// [`TableError::Destination`] when the unfinished table is that of another job, or something stands
    /// in the way that may not be replaced; else on I/O errors, or when interrupted.
    pub fn resume(self, path: impl AsRef<Path>, control: &Control) -> Result<Resumed, TableError> {
        let mut resumed = self.open(path.as_ref(), control)?;
        if let Resumed::Unfinished(writer) = &mut resumed
            && writer.is_resumed
        {
            let found = writer.read_back(Share::ALL, control)?;
            writer.go_on_from(found)?;
        }
        Ok(resumed)
    }

    /// Does what [`resume`](Self::resume) does, but does not read back what is stored yet.
    pub(crate) fn open(self, path: &Path, control: &Control) -> Result<Resumed, TableError> {
        let mut place = self.place(path)?;
        let left = destination::left_behind(&place.partial)?;
        let is_alone = matches!(left, Leftover::Nothing | Leftover::Beginning);
        let damaged = match self.complete_table(&place.path, is_alone)? {
            None => None,
            Some(table) => match table.check_chunks(control) {
                Ok(()) if is_alone => {
                    place.go_on()?;
                    return Ok(Resumed::Complete);
                }
                Ok(()) => None,
                Err(TableError::Damaged { chunk, reason, .. }) => {
                    Some(Damaged::new(table, &chunk, &reason)?)
                }
                Err(error) => return Err(error),
            },
        };
        let replaces = self.overwrite || damaged.is_some();
        destination::check_final(&place.path, replaces)?;
        let mut writer = match left {
            Leftover::Nothing | Leftover::Beginning => match &damaged {
                Some(damaged) => self.begin_repair(place, left, damaged)?,
                None => self.begin(place, left)?,
            },
            Leftover::Finished => {
                let table = TableReader::open(&place.partial)?;
                self.check_same_job(&table)?;
                if table.check_files().is_ok() {
                    place.go_on()?;
                    give_final_name(&place.partial, &place.path, replaces)?;
                    return Ok(Resumed::Complete);
                }
                // Files were lost since the metadata were written.
                self.go_on(place)?
            }
            // What is to be replaced if it is wrong is not gone on with.
            Leftover::Unfinished if self.overwrite && destination::is_wrong(&place.partial) => {
                self.begin(place, left)?
            }
            Leftover::Unfinished => self.go_on(place)?,
        };
        if let Some(damaged) = &damaged {
            // An earlier run may have been killed before it has given all of them.
            damaged.give_chunks_to(writer.partial_path())?;
        }
        writer.overwrite = replaces;
        writer.damaged = damaged;
        Ok(Resumed::Unfinished(writer.into()))
    }

    /// Opens the complete table of this job at a path; `None` if there is none, or if it is to be replaced in any case.
    ///
    /// # Errors
    /// If nothing else is there to go on with: when it is the table of another job.
    fn complete_table(
        &self,
        path: &Path,
        is_alone: bool,
    ) -> Result<Option<TableReader>, TableError> {
        let found = TableReader::open(path).ok().filter(|table| table.attributes().complete);
        let Some(table) = found.filter(|_| !self.overwrite) else { return Ok(None) };
        match self.check_same_job(&table) {
            Err(error) if is_alone => Err(error),
            same => Ok(same.is_ok().then_some(table)),
        }
    }

    /// Begins the unfinished table from which a damaged one is repaired.
    fn begin_repair(
        self,
        place: Place,
        left: Leftover,
        damaged: &Damaged,
    ) -> Result<TableWriter, TableError> {
        let table = damaged.table();
        let attributes = damaged.attributes_of_unfinished();
        let (engine, adapter) = (self.engine.clone(), self.adapter.clone());
        let writer = self.make(place, left, table.layout().clone(), attributes)?;
        let attributes = Attributes { engine, adapter, ..writer.attributes.clone() };
        Ok(TableWriter { attributes, is_resumed: true, ..writer })
    }

    /// Joins the run of another rank, which has begun the table at `path` or goes on with it.
    ///
    /// # Errors
    /// [`TableError::Destination`] when the table is that of another job; else on I/O errors.
    pub(crate) fn join(self, path: &Path) -> Result<TableWriter, TableError> {
        let path = destination::table_path(path)?;
        let partial = with_suffix(&path, PARTIAL);
        let table = TableReader::open(&partial)?;
        self.check_same_job(&table)?;
        let place = Place { path, partial, replaced: None, lock: None };
        Ok(self.writer(place, table.layout().clone(), table.attributes().clone()))
    }

    /// Locks a path, and puts in order what a run has left that ended while it replaced a table.
    fn place(&self, path: &Path) -> Result<Place, TableError> {
        let path = destination::table_path(path)?;
        let lock = Some(TableLock::take(&path)?);
        let replaced = with_suffix(&path, REPLACED);
        let is_rest = destination::restore_replaced(&replaced, &path)?;
        let replaced = is_rest.then_some(replaced);
        Ok(Place { partial: with_suffix(&path, PARTIAL), path, replaced, lock })
    }

    fn sharding_or_usual(&self) -> Sharding {
        self.sharding.unwrap_or_else(|| Sharding::of_plan(self.plan))
    }

    /// Begins a table, in place of what was left there.
    fn begin(self, place: Place, left: Leftover) -> Result<TableWriter, TableError> {
        let attributes =
            Attributes::of_unfinished(self.plan.job(), self.engine.clone(), self.adapter.clone());
        attributes
            .check_describes(self.plan.job())
            .map_err(|reason| TableError::not_a_table(&place.path, reason))?;
        let (difference, notes) = (self.difference.clone(), self.notes.clone());
        let attributes = Attributes { difference, notes, ..attributes };
        let is_difference = self.difference.is_some();
        let layout = Layout::of_new(&place.path, self.plan.job(), is_difference);
        self.make(place, left, layout, attributes)
    }

    /// Makes the directory of an unfinished table, in place of what was left there.
    fn make(
        self,
        mut place: Place,
        left: Leftover,
        layout: Layout,
        attributes: Attributes,
    ) -> Result<TableWriter, TableError> {
        place.go_on()?;
        if !matches!(left, Leftover::Nothing) {
            destination::remove_table(&place.partial)?;
        }
        let writer = self.writer(place, layout, attributes);
        let partial = writer.partial_path();
        fs::create_dir(partial).map_err(TableError::io(partial, "create the directory"))?;
        writer.store_metadata().inspect_err(|_| drop(destination::remove_table(partial)))?;
        sync_folder(partial.parent().unwrap_or(Path::new("")))?;
        Ok(writer)
    }

    /// Goes on with an unfinished table.
    fn go_on(self, mut place: Place) -> Result<TableWriter, TableError> {
        let table = TableReader::open(&place.partial)?;
        self.check_same_job(&table)?;
        let attributes = table.attributes().clone();
        if let Some(wrong) = attributes.wrong {
            let obstacle = Obstacle::WrongValues(wrong);
            return Err(TableError::destination(&place.partial, obstacle));
        }
        place.go_on()?;
        destination::remove_temporary(&place.partial)?;
        let (engine, adapter) = (self.engine.clone(), self.adapter.clone());
        let attributes =
            Attributes { complete: false, totals: None, engine, adapter, ..attributes };
        let writer = self.writer(place, table.layout().clone(), attributes);
        Ok(TableWriter { is_resumed: true, ..writer })
    }

    fn writer(&self, place: Place, layout: Layout, attributes: Attributes) -> TableWriter {
        let (plan, sharding) = (self.plan, self.sharding_or_usual());
        let Place { path, partial, lock, .. } = place;
        let chunks = ChunkCodec::new(plan, self.codec);
        TableWriter {
            overwrite: self.overwrite,
            sync_interval: self.sync_interval,
            checked_share: self.checked_share,
            stored: Mutex::default(),
            attributes,
            files: ChunkFiles::new((&partial, layout), plan, chunks, sharding),
            open_shards: OpenShards::new(sharding),
            unsynced: Mutex::new(BTreeSet::new()),
            infinite_sets: Mutex::default(),
            read_back: ReadBack::default(),
            is_resumed: false,
            damaged: None,
            plan: plan.clone(),
            path,
            lock,
        }
    }

    /// Checks that a table is that of this job, and that its chunks are stored in the same way.
    fn check_same_job(&self, table: &TableReader) -> Result<(), TableError> {
        let described = |plan: &Plan, codec: Codec, sharding: Sharding| {
            let job = plan.job();
            [
                ("the game", job.ruleset().to_string()),
                ("the domain", job.domain().to_string()),
                ("the quantity", job.quantity().to_string()),
                ("the play convention", job.convention().play().to_owned()),
                ("the shape of the tiles", format!("{:?}", plan.tiling().chunk_shape())),
                ("the shape of the shards", format!("{:?}", sharding.shard_shape(plan))),
                ("the codec", codec.to_string()),
            ]
        };
        let found = described(table.plan(), table.codec(), table.sharding());
        let wanted = described(self.plan, self.codec, self.sharding_or_usual());
        let differing = found.into_iter().zip(wanted).find(|(found, wanted)| found != wanted);
        match differing {
            None => Ok(()),
            Some(((what, found), (_, wanted))) => {
                let obstacle = Obstacle::OtherJob { what, found, wanted };
                Err(TableError::destination(table.path(), obstacle))
            }
        }
    }
}
