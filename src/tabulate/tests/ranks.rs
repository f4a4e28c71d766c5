//! Ranks that fill a table together, as threads, against the table of the definition.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cluster::{Partition, threads};
use crate::engine::cpu::CpuEngine;
use crate::engine::reference::ReferenceEngine;
use crate::engine::{EngineKind, GpuWork, Memory, RunReport, Stop, Wanted};
use crate::table::{Obstacle, Resumed, Sharding, TableError, TableReader, WriterOptions};
use crate::tabulate::*;
use crate::tests::common::random;
use crate::values::Values;

/// Games of each kind of partition and method: strips, folded ones too, tiles that are dealt, everything to one rank.
const JOBS: [(&str, &str, &str); 7] = [
    ("wythoff", "40x40", "grundy"),
    ("wythoff", "24x50", "outcome"),
    ("nim:3", "12x12x12", "grundy"),
    ("triangle", "tokens 20", "grundy"),
    ("euclid", "30x30", "grundy"),
    ("subtraction:2,5", "200", "grundy"),
    ("partizan:1,0:0,1", "20x20", "outcome-class"),
];

fn plan((game, domain, quantity): (&str, &str, &str)) -> Plan {
    Plan::parse(game, domain, quantity).expect("a plan").with_tile(4).expect("tiles")
}

/// A run of several ranks.
struct Run<'a, E> {
    plan: &'a Plan,
    engine: E,
    path: &'a Path,
    ranks: usize,
    resumes: bool,
    check: f64,
    /// A rank that is interrupted, after this many positions.
    interrupted: Option<(usize, u64)>,
}

impl<'a> Run<'a, CpuEngine> {
    fn new(plan: &'a Plan, path: &'a Path, ranks: usize) -> Self {
        Run { plan, engine: CpuEngine, path, ranks, resumes: false, check: 0.0, interrupted: None }
    }
}

impl<E: Engine + Sync> Run<'_, E> {
    /// Runs all ranks. `meddle` is called on each of them before the engine runs, with the tiles that it has.
    fn outcomes(&self, meddle: impl Fn(Share, &TableWriter) + Sync) -> Vec<Result<Report, Error>> {
        let Run { plan, path, .. } = *self;
        let to_resume = TableWriter::sharding_to_resume(plan, path);
        let sharding = to_resume.unwrap_or_else(|| Sharding::for_ranks(plan, self.ranks));
        threads::run(self.ranks, |network| {
            let partition = Partition::new(plan, sharding.tiles(), self.ranks);
            let share = Share { network, partition: &partition };
            let (interrupt, done) = (AtomicBool::new(false), AtomicU64::new(0));
            let report = |positions| {
                let done = positions + done.fetch_add(positions, Ordering::Relaxed);
                let is_over = |(rank, after)| rank == network.rank() && done > after;
                interrupt.fetch_or(self.interrupted.is_some_and(is_over), Ordering::Relaxed);
            };
            let control = Control::default().interrupted_by(&interrupt).reporting(&report);
            let options = self.options().sharding(sharding);
            let begun = begin_table(options, path, self.resumes, share, &Control::default())?;
            let Resumed::Unfinished(writer) = begun else { panic!("it was complete") };
            meddle(share, &writer);
            let prepared = self.engine.prepare(plan, Wanted::Values).expect("prepared");
            tabulate_prepared(prepared.as_ref(), share, Some(*writer), &control)
        })
    }

    fn options(&self) -> WriterOptions<'_> {
        TableWriter::options(self.plan).engine(&self.engine).check(self.check)
    }

    /// Runs all ranks to the end, and returns what all of them report.
    fn report(&self) -> Report {
        let reports: Result<Vec<Report>, Error> = self.outcomes(|_, _| ()).into_iter().collect();
        let reports = reports.expect("a table");
        assert!(reports.iter().all(|report| *report == reports[0]), "{reports:?}");
        assert_eq!(reports[0].ranks, self.ranks);
        reports[0]
    }

    /// Runs all ranks, of which one fails. Returns how each has ended.
    fn errors(&self, meddle: impl Fn(Share, &TableWriter) + Sync) -> Vec<Error> {
        let outcomes = self.outcomes(meddle).into_iter();
        let errors: Vec<Error> = outcomes.map(|outcome| outcome.expect_err("failed")).collect();
        assert!(!self.path.exists());
        assert!(!self.path.with_extension("zarr.lock").exists());
        errors
    }
}

/// Returns the values of a complete table, with its totals.
fn values(path: &Path) -> (Vec<Values>, Option<Statistics>) {
    let table = TableReader::open(path).expect("a table");
    table.require_complete().expect("complete");
    table.check_no_stray_chunk().expect("no other chunk");
    let tiles = table.plan().tiling().tiles();
    let values = tiles.map(|tile| table.tile(tile).expect("a tile")).collect();
    (values, table.attributes().totals)
}

/// Returns a folder, which is removed when dropped, with the table of one process in it.
fn alone(plan: &Plan) -> (tempfile::TempDir, Report) {
    let folder = tempfile::tempdir().expect("a folder");
    let writer = TableWriter::options(plan).create(folder.path().join("alone.zarr"));
    let report =
        tabulate(plan, &ReferenceEngine, Some(writer.expect("begun")), &Control::default());
    (folder, report.expect("a table"))
}

/// Catches tiles that two ranks store or none does, totals that are those of one rank, and a period that is looked for
/// in a part of the values.
#[test]
fn tables_of_several_ranks_are_those_of_one_process() {
    for job in JOBS {
        let plan = plan(job);
        let (folder, of_one) = alone(&plan);
        for ranks in [1, 2, 3, 5] {
            let path = folder.path().join(format!("{ranks}.zarr"));
            let report = Run::new(&plan, &path, ranks).report();
            assert_eq!(report.totals, of_one.totals, "{job:?} on {ranks} ranks");
            assert_eq!(values(&path), values(&folder.path().join("alone.zarr")), "{job:?}");
            let table = TableReader::open(&path).expect("a table");
            let files = table.chunk_files().expect("files");
            // Shards have an index besides their chunks.
            assert!(report.bytes_on_disk <= files.iter().map(|(_, bytes)| bytes).sum());
            assert!(report.bytes_on_disk > 0);
        }
    }
}

/// Catches a partition that gives a rank nothing where there is enough for all, and totals without a table that are
/// those of one rank.
#[test]
fn ranks_share_the_work() {
    let plan = plan(JOBS[0]);
    let of_one = alone(&plan).1.totals;
    let reports = threads::run(3, |network| {
        let partition =
            Partition::new(&plan, Sharding::for_ranks(&plan, 3).tiles(), network.size());
        let share = Share { network, partition: &partition };
        assert!(plan.tiling().tiles().any(|tile| share.has(tile)), "rank {}", network.rank());
        let prepared = CpuEngine.prepare(&plan, Wanted::Values).expect("prepared");
        tabulate_prepared(prepared.as_ref(), share, None, &Control::default()).expect("it ends")
    });
    assert!(reports.iter().all(|report| report.totals == of_one), "{reports:?}");
}

/// Catches ranks that go on where one is interrupted, tiles that are lost or counted twice when another number of ranks
/// goes on, and shards that follow the number of ranks.
#[test]
fn other_ranks_go_on_after_an_interruption_at_a_random_place() {
    let mut random = fastrand::Rng::with_seed(random::seed());
    for case in 0..random::count(12) {
        let job = JOBS[random.usize(..JOBS.len())];
        let plan = plan(job);
        let (folder, of_one) = alone(&plan);
        let path = folder.path().join("ranks.zarr");
        let (before, after) = (random.usize(1..5), random.usize(1..5));
        let rank = random.usize(..before);
        let positions = random.u64(..of_one.totals.positions / before as u64);
        let first = Run { interrupted: Some((rank, positions)), ..Run::new(&plan, &path, before) };
        let what = format!("case {case}: {job:?}, {before} ranks, {after} after {positions}");
        let has_tiles = AtomicBool::new(false);
        let outcomes = first.outcomes(|share, _| {
            if share.network.rank() == rank {
                let has = plan.tiling().tiles().any(|tile| share.has(tile));
                has_tiles.store(has, Ordering::Relaxed);
            }
        });
        if outcomes.iter().all(Result::is_ok) {
            // A rank with few tiles, or none, is done before.
            continue;
        }
        assert!(has_tiles.into_inner(), "{what}");
        for outcome in outcomes {
            let error = outcome.expect_err("interrupted");
            assert_eq!(error.category(), Category::Interrupted, "{what}: {error}");
        }
        let partial = TableReader::open(path.with_extension("zarr.partial")).expect("a table");
        assert_eq!(partial.attributes().ended.as_deref(), Some("interrupted"));
        let sharding = partial.sharding();
        let second = Run { resumes: true, ..Run::new(&plan, &path, after) };
        let report = second.report();
        assert_eq!(report.totals, of_one.totals, "{what}");
        assert_eq!(values(&path), values(&folder.path().join("alone.zarr")), "{what}");
        let table = TableReader::open(&path).expect("a table");
        let interruption = &table.attributes().interruptions[0];
        assert_eq!(interruption.positions, report.positions_before, "{what}");
        assert!(report.positions_before > 0, "{what}");
        assert_eq!(table.sharding(), sharding, "{what}");
    }
}

/// Makes folders where a rank would write the files of its shards.
fn obstruct(rank: usize) -> impl Fn(Share, &TableWriter) + Sync {
    move |share, writer| {
        if share.network.rank() == rank {
            let table = TableReader::open(writer.partial_path()).expect("a table");
            for tile in table.plan().tiling().tiles().filter(|&tile| share.has(tile)) {
                let file = table.path().join(table.chunk_key(tile));
                fs::create_dir_all(file.join("0")).expect("a folder");
            }
        }
    }
}

/// Catches ranks that go on, or hang, where one cannot write its files, another exit code than its own, and a table that
/// cannot be gone on with.
#[test]
fn a_rank_that_cannot_write_stops_the_others() {
    let plan = plan(JOBS[0]);
    let (folder, of_one) = alone(&plan);
    for rank in 0..3 {
        let path = folder.path().join(format!("{rank}.zarr"));
        let errors = Run::new(&plan, &path, 3).errors(obstruct(rank));
        let reason = errors[rank].to_string();
        assert!(matches!(errors[rank], Error::Table(TableError::Io { .. })), "{reason}");
        for (other, error) in errors.iter().enumerate().filter(|&(other, _)| other != rank) {
            assert!(matches!(error, Error::OtherRank(failure) if failure.rank == rank));
            assert_eq!(error.category(), Category::System, "rank {other}");
        }
        let partial = path.with_extension("zarr.partial");
        let ended = TableReader::open(&partial).expect("a table").attributes().ended.clone();
        let told = if rank == 0 { reason } else { format!("rank {rank}: {reason}") };
        assert_eq!(ended, Some(told));
        fs::remove_dir_all(partial.join("grundy/c")).expect("removed");
        let again = Run { resumes: true, ..Run::new(&plan, &path, 2) };
        assert_eq!(again.report().totals, of_one.totals);
    }
}

/// Catches ranks that wait for one that does not even join the table.
#[test]
fn a_rank_that_cannot_join_stops_the_others() {
    let plan = plan(JOBS[0]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.zarr");
    let errors = threads::run(3, |network| {
        let tiles = if network.rank() == 2 { 8 } else { 4 };
        let sharding = Sharding::with_edge(&plan, tiles).expect("shards");
        let partition = Partition::new(&plan, sharding.tiles(), network.size());
        let share = Share { network, partition: &partition };
        let options = TableWriter::options(&plan).sharding(sharding);
        begin_table(options, &path, false, share, &Control::default()).expect_err("others")
    });
    for error in &errors {
        assert_eq!(error.category(), Category::BadInput, "{error}");
    }
    let obstacle = |error: &Error| match error {
        Error::Table(TableError::Destination { obstacle, .. }) => Some(obstacle.clone()),
        _ => None,
    };
    assert!(matches!(obstacle(&errors[2]), Some(Obstacle::OtherJob { .. })), "{errors:?}");
}

/// An engine that hands over a wrong value in the last tile that a rank has.
struct Wrong {
    rank: usize,
}

impl Engine for Wrong {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        wanted: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        Ok(Box::new(PreparedWrong { of: self, prepared: CpuEngine.prepare(plan, wanted)? }))
    }
}

struct PreparedWrong<'a> {
    of: &'a Wrong,
    prepared: Box<dyn Prepared + 'a>,
}

impl Prepared for PreparedWrong<'_> {
    fn plan(&self) -> &Plan {
        self.prepared.plan()
    }

    fn memory(&self) -> Memory {
        self.prepared.memory()
    }

    fn gpu_work(&self) -> Option<GpuWork> {
        self.prepared.gpu_work()
    }

    fn expected(&self) -> Duration {
        self.prepared.expected()
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let last = self.plan().tiling().tiles().filter(|&tile| sink.share().has(tile)).last();
        let wrong = last.filter(|_| sink.share().network.rank() == self.of.rank);
        self.prepared.run(&WrongSink { sink, wrong })
    }
}

struct WrongSink<'a> {
    sink: &'a dyn Sink,
    wrong: Option<TileIndex>,
}

impl Sink for WrongSink<'_> {
    fn share(&self) -> Share<'_> {
        self.sink.share()
    }

    fn tile(&self, mut tile: Tile) -> Result<(), Stop> {
        if self.wrong == Some(tile.index) {
            for cell in 0..tile.values.len() {
                let value = tile.values.get(cell);
                tile.values.write(cell, &[u32::from(value == 0)]);
            }
        }
        self.sink.tile(tile)
    }
}

/// Catches spot checks that leave out positions whose options are on other ranks.
#[test]
fn positions_are_checked_whose_options_others_have() {
    let plan = plan(JOBS[0]);
    let folder = tempfile::tempdir().expect("a folder");
    for ranks in [1, 3] {
        let path = folder.path().join(format!("{ranks}.zarr"));
        let report = Run { check: 1.0, ..Run::new(&plan, &path, ranks) }.report();
        // 16 positions of each tile, which have few options.
        assert_eq!(report.positions_checked, 16 * plan.tiling().count());
    }
}

/// Catches a wrong value of a rank that the others accept, and a table that is gone on with nevertheless.
#[test]
fn a_wrong_value_on_one_rank_condemns_the_table() {
    let plan = plan(JOBS[0]);
    let folder = tempfile::tempdir().expect("a folder");
    for rank in 0..3 {
        let path = folder.path().join(format!("{rank}.zarr"));
        let Run { plan, path, ranks, resumes, interrupted, .. } = Run::new(&plan, &path, 3);
        let engine = Wrong { rank };
        let errors = Run { plan, engine, path, ranks, resumes, check: 1.0, interrupted };
        let errors = errors.errors(|_, _| ());
        // Whoever checks a position finds it.
        assert!(errors.iter().any(|error| matches!(error, Error::WrongValue(_))), "{errors:?}");
        assert!(errors.iter().all(Error::condemns_table), "{errors:?}");
        let again = Run { resumes: true, ..Run::new(plan, path, 2) };
        let refused = again.errors(|_, _| ());
        assert!(refused.iter().all(|error| error.category() == Category::BadInput), "{refused:?}");
        let partial = TableReader::open(path.with_extension("zarr.partial")).expect("a table");
        assert!(partial.attributes().wrong.is_some());
    }
}
