//! Faults planted in tables on disk: each must be reported, at the right place.
//!
//! The checksums of changed values are right, so that only the mathematics can find them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::chunks::{array_of, crc32c, edit_chunk};
use crate::common::tampering::Tampering;
use crate::common::{self, plan, stored, threads};
use grundytab::engine::cluster::Share;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::{Engine, EngineError, Wanted};
use grundytab::table::{
    Codec, Foreign, Obstacle, Resumed, Sharding, TableError, TableReader, TableWriter,
};
use grundytab::tiling::Tile;
use grundytab::verify::{
    Extent, Fault, Verified, verify, verify_with_engine, verify_with_prepared,
};
use grundytab::{Control, Error, Plan, Position, tabulate, tabulate_prepared};
use serde_json::json;
use tempfile::TempDir;

/// A fresh table in a directory of its own.
struct Table {
    path: PathBuf,
    _directory: TempDir,
}

fn table(game: &str, domain: &str, quantity: &str, codec: Codec) -> Table {
    let directory = TempDir::new().expect("a temporary directory");
    let path = directory.path().join("table.zarr");
    let plan = plan(game, domain, quantity, Some(8));
    stored(&path, &plan, codec, &CpuEngine);
    Table { path, _directory: directory }
}

fn wythoff() -> Table {
    table("wythoff", "20x20", "grundy", Codec::Zstd)
}

fn check(path: &Path, extent: Extent) -> Result<Verified, Error> {
    by_ranks(path, |table| verify(table, extent, &Control::default()))
}

fn recompute(path: &Path, engine: &(dyn Engine + Sync)) -> Result<Verified, Error> {
    by_ranks(path, |table| verify_with_engine(table, engine, &Control::default()))
}

/// Verifies a table alone and by several ranks, which must find the same, and fail together.
fn by_ranks(
    path: &Path,
    verify: impl Fn(&TableReader) -> Result<Verified, Error> + Sync,
) -> Result<Verified, Error> {
    let alone = verify(&TableReader::open(path)?);
    for ranks in [2, 3] {
        let of_ranks =
            threads::run(ranks, |network| verify(&TableReader::open(path)?.shared_by(network)));
        let is_elsewhere = |error: &Error| {
            matches!(error, Error::OtherRank(_) | Error::Table(TableError::OtherRank { .. }))
        };
        match &alone {
            Ok(alone) => of_ranks.iter().for_each(|of_rank| match of_rank {
                Ok(of_rank) => assert_eq!(of_rank, alone),
                Err(error) => panic!("{error}"),
            }),
            Err(alone) => {
                let errors = of_ranks.into_iter().map(|of_rank| of_rank.expect_err("found"));
                let own: Vec<Error> = errors.filter(|error| !is_elsewhere(error)).collect();
                assert!(!own.is_empty(), "nobody says {alone}");
                own.iter().for_each(|own| assert_eq!(own.to_string(), alone.to_string()));
            }
        }
    }
    alone
}

/// The fault that verification in full and recomputation both report.
fn fault_of(table: &Table) -> Fault {
    let by_rule = check(&table.path, Extent::Full).expect_err("the fault is found");
    let Error::False(by_rule) = by_rule else { panic!("{by_rule}") };
    let by_engine = recompute(&table.path, &CpuEngine).expect_err("the fault is found");
    let Error::False(by_engine) = by_engine else { panic!("{by_engine}") };
    assert_eq!(by_rule, by_engine);
    by_rule
}

fn edit_metadata(table: &Table, from: &str, to: &str) {
    let file = array_of(&table.path).join("zarr.json");
    let text = fs::read_to_string(&file).expect("metadata");
    assert!(text.contains(from), "{text}");
    fs::write(file, text.replace(from, to)).expect("written");
}

fn damaged_chunk(outcome: Result<Verified, Error>) -> String {
    match outcome {
        Err(Error::Table(TableError::Damaged { chunk, .. })) => chunk,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_sound_table_is_verified() {
    for (game, domain, quantity) in [
        ("wythoff", "20x20", "grundy"),
        ("triangle", "tokens 20", "grundy misere"),
        ("wythoff+block=3", "20x11", "palaces"),
        ("digraph:XY/YX", "tokens 30", "outcome"),
    ] {
        for codec in [Codec::Zstd, Codec::None] {
            let table = table(game, domain, quantity, codec);
            let verified = check(&table.path, Extent::Full).expect("true");
            assert_eq!(verified.positions_checked, verified.totals.positions);
            let verified = check(&table.path, Extent::Sample(5)).expect("true");
            assert_eq!(verified.positions_checked, 5);
            let verified = recompute(&table.path, &CpuEngine).expect("true");
            assert_eq!(verified.positions_checked, verified.totals.positions);
        }
    }
}

#[test]
fn a_flipped_value_is_reported_where_it_is() {
    let table = wythoff();
    // (9, 13) is cell (1, 5) of the chunk (1, 1).
    edit_chunk(&table.path, "c/1/1", |values| values[8 + 5] ^= 1);
    let Fault::Value { position, stored, expected } = fault_of(&table) else { panic!() };
    assert_eq!(position, Position::new(&[9, 13]));
    assert_eq!(stored, expected ^ 1);
}

#[test]
fn the_last_value_of_all_is_checked_too() {
    let table = wythoff();
    edit_chunk(&table.path, "c/2/2", |values| values[3 * 8 + 3] += 1);
    let Fault::Value { position, .. } = fault_of(&table) else { panic!() };
    assert_eq!(position, Position::new(&[19, 19]));
}

#[test]
fn of_many_wrong_values_the_first_in_grade_order_is_reported() {
    let table = wythoff();
    edit_chunk(&table.path, "c/0/1", |values| values.fill(0));
    // The first cell of the chunk, and in row 0 of Wythoff Nim every value is its column.
    let first = Fault::Value { position: Position::new(&[0, 8]), stored: 0, expected: 8 };
    assert_eq!(fault_of(&table), first);
}

#[test]
fn a_shift_by_one_is_reported_at_its_first_value() {
    let table = wythoff();
    edit_chunk(&table.path, "c/0/0", |values| values.rotate_right(1));
    let Fault::Value { position, expected: 0, .. } = fault_of(&table) else { panic!() };
    assert_eq!(position, Position::new(&[0, 0]));
}

#[test]
fn a_value_outside_the_domain_is_reported() {
    let table = wythoff();
    // The chunk (2, 2) holds cells up to (23, 23) of a 20 x 20 box.
    edit_chunk(&table.path, "c/2/2", |values| values[5 * 8 + 1] = 3);
    assert_eq!(fault_of(&table), Fault::Outside { position: Position::new(&[21, 17]), stored: 3 });
}

#[test]
fn wrong_outcomes_and_palaces_are_reported() {
    let outcomes = table("triangle", "tokens 12", "outcome", Codec::Zstd);
    edit_chunk(&outcomes.path, "c/0/0/0", |values| values[1] ^= 1);
    let Fault::Value { position, .. } = fault_of(&outcomes) else { panic!() };
    assert_eq!(position, Position::new(&[0, 0, 1]));

    let palaces = table("wythoff+block=2", "12x12", "palaces", Codec::None);
    // Two bytes a value, the low one first.
    edit_chunk(&palaces.path, "c/1/0", |values| values[2 * (2 * 8 + 7)] += 1);
    let Fault::Value { position, .. } = fault_of(&palaces) else { panic!() };
    assert_eq!(position, Position::new(&[10, 7]));
}

#[test]
fn wrong_totals_are_reported() {
    let table = wythoff();
    let sum = check(&table.path, Extent::Sample(1)).expect("true").totals.sum;
    edit_metadata(&table, &format!("\"sum\": {sum}"), &format!("\"sum\": {}", sum + 1));
    let found = Fault::Total { name: "sum", recorded: i128::from(sum) + 1, found: sum.into() };
    assert_eq!(fault_of(&table), found);
}

#[test]
fn a_missing_chunk_is_named() {
    let table = wythoff();
    fs::remove_file(array_of(&table.path).join("c/1/2")).expect("removed");
    assert_eq!(damaged_chunk(check(&table.path, Extent::Sample(1))), "grundy/c/1/2");
    assert_eq!(damaged_chunk(recompute(&table.path, &CpuEngine)), "grundy/c/1/2");
}

#[test]
fn truncated_and_altered_chunks_are_named() {
    for codec in [Codec::Zstd, Codec::None] {
        let alterations: [fn(&mut Vec<u8>); 4] = [
            |bytes| bytes.truncate(bytes.len() - 1),
            |bytes| bytes.truncate(0),
            |bytes| bytes[10] ^= 4,
            |bytes| bytes.push(0),
        ];
        for alter in alterations {
            let table = table("wythoff", "20x20", "grundy", codec);
            let file = array_of(&table.path).join("c/2/0");
            let mut bytes = fs::read(&file).expect("a chunk");
            alter(&mut bytes);
            fs::write(&file, bytes).expect("written");
            assert_eq!(damaged_chunk(check(&table.path, Extent::Sample(1))), "grundy/c/2/0");
        }
    }
}

/// A frame that claims a tebibyte, with the right checksum, must not be given one.
#[test]
fn a_chunk_that_claims_too_much_is_named() {
    let table = wythoff();
    let file = array_of(&table.path).join("c/1/0");
    // Magic number, a frame header with an 8-byte content size, and an empty last block.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xe0];
    frame.extend((1u64 << 40).to_le_bytes());
    frame.extend([1, 0, 0]);
    let checksum = crc32c(&frame);
    frame.extend(checksum.to_le_bytes());
    fs::write(&file, frame).expect("written");
    let outcome = check(&table.path, Extent::Sample(1));
    let Err(Error::Table(TableError::Damaged { chunk, reason, .. })) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(chunk, "grundy/c/1/0");
    assert!(reason.contains("claims to hold 1099511627776 bytes"), "{reason}");
}

/// The play conventions differ at few positions; a sample must meet some of them.
#[test]
fn a_table_of_the_other_convention_is_found_by_a_sample() {
    for (game, domain, quantity) in
        [("wythoff", "60x60", "grundy"), ("triangle", "tokens 40", "outcome")]
    {
        let table = table(game, domain, quantity, Codec::Zstd);
        edit_metadata(&table, "\"normal\"", "\"misere\"");
        let outcome = check(&table.path, Extent::Sample(1));
        let Err(Error::False(Fault::Value { position, .. })) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(position.token_sum(), 0);
    }
}

#[test]
fn a_file_that_is_no_chunk_of_the_domain_is_named() {
    let table = table("triangle", "tokens 20", "grundy", Codec::Zstd);
    let array = array_of(&table.path);
    fs::copy(array.join("c/0/0/0"), array.join("c/0/2/2")).expect("copied");
    let outcome = check(&table.path, Extent::Sample(1));
    let Err(Error::Table(TableError::Stray { chunk, remedy, .. })) = outcome else {
        panic!("{outcome:?}")
    };
    // No run could compute it again.
    assert_eq!((chunk.as_str(), remedy), ("the file grundy/c/0/2/2", "remove it"));
}

#[test]
fn an_engine_that_forgets_a_tile_is_found_out() {
    let table = wythoff();
    // It does not know that it forgets one.
    let is_kept =
        |_: &Plan, tile: Tile| (tile.index != grundytab::Coordinates([0, 0, 1, 1])).then_some(tile);
    let forgetful = Tampering(is_kept);
    let outcome = recompute(&table.path, &forgetful);
    let incomplete = EngineError::Incomplete { expected: 400, found: 400 - 64 };
    assert!(matches!(outcome, Err(Error::Engine(error)) if error == incomplete));

    let directory = TempDir::new().expect("a temporary directory");
    let path = directory.path().join("table.zarr");
    let plan = plan("wythoff", "20x20", "grundy", Some(8));
    let writer = TableWriter::options(&plan).engine(&forgetful).create(&path);
    let writer = Some(writer.expect("nothing in the way"));
    let outcome = tabulate(&plan, &forgetful, writer, &Control::default());
    assert!(matches!(outcome, Err(Error::Engine(error)) if error == incomplete));
    assert!(!path.exists());
}

/// Two runs must not write into one directory, and nobody recreates one that was removed.
#[test]
fn a_table_in_the_making_is_locked() {
    let directory = TempDir::new().expect("a temporary directory");
    let path = directory.path().join("table.zarr");
    let plan = plan("wythoff", "20x20", "grundy", Some(8));
    let create = |overwrite| TableWriter::options(&plan).overwrite(overwrite).create(&path);
    let first = create(false).expect("nothing in the way");
    for overwrite in [false, true] {
        let refused = create(overwrite).expect_err("locked").to_string();
        assert!(refused.contains("another run is writing this table"), "{refused}");
    }
    fs::remove_dir_all(first.partial_path()).expect("removed");
    let outcome = tabulate(&plan, &CpuEngine, Some(first), &Control::default());
    assert!(matches!(outcome, Err(Error::Table(TableError::Io { .. }))), "{outcome:?}");
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 0);
}

#[test]
fn an_incomplete_table_is_not_verified() {
    let table = wythoff();
    edit_metadata(&table, "\"complete\": true", "\"complete\": false");
    let outcome = check(&table.path, Extent::Full);
    assert!(matches!(outcome, Err(Error::Table(TableError::Incomplete { .. }))));
}

#[test]
fn metadata_that_contradict_one_another_are_refused() {
    for (from, to) in [
        ("\"uint8\"", "\"uint16\""),
        ("\"ruleset\": \"wythoff\"", "\"ruleset\": \"triangle\""),
        ("\"fill_value\": 255", "\"fill_value\": 0"),
    ] {
        let table = wythoff();
        edit_metadata(&table, from, to);
        let opened = TableReader::open(&table.path);
        assert!(matches!(opened, Err(TableError::NotATable { .. })), "{from}: {opened:?}");
    }
}

/// Catches a table of another version of the format that is read as one of this version, or refused without a word on
/// what to do.
#[test]
fn other_versions_are_refused() {
    for (version, named) in
        [(json!(2), "2"), (json!(0), "0"), (json!("1"), "\"1\""), (json!(null), "null")]
    {
        let reason = refusal(&wythoff(), |metadata| {
            metadata["attributes"]["grundytab"]["format_version"] = version;
        });
        let words =
            format!("its format version is {named}, this program reads version 1; tabulate");
        assert!(reason.contains(&words), "{reason}");
    }
}

/// Catches a fault of the disk that is taken for a path without a table, and the other way round.
#[test]
fn what_is_no_table_is_told_from_what_cannot_be_read() {
    let directory = TempDir::new().expect("a temporary directory");
    let file = directory.path().join("file");
    fs::write(&file, "mine").expect("written");
    for (path, told) in [
        (directory.path().join("none"), "there is nothing at this path"),
        (file.clone(), "it is not a directory"),
        (directory.path().to_owned(), "it has no zarr.json"),
    ] {
        let opened = TableReader::open(&path);
        let Err(TableError::NotATable { reason, .. }) = opened else { panic!("{opened:?}") };
        assert_eq!(reason, told);
    }
    let opened = TableReader::open(file.join("below"));
    assert!(matches!(opened, Err(TableError::Io { .. })), "{opened:?}");
}

/// Changes the metadata of a table; returns why it is then refused.
fn refusal(table: &Table, change: impl FnOnce(&mut serde_json::Value)) -> String {
    let file = array_of(&table.path).join("zarr.json");
    let text = fs::read_to_string(&file).expect("metadata");
    let mut metadata: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    change(&mut metadata);
    fs::write(file, metadata.to_string()).expect("written");
    match TableReader::open(&table.path) {
        Err(TableError::NotATable { reason, .. }) => reason,
        other => panic!("{metadata}: {other:?}"),
    }
}

/// Catches a table whose chunks are encoded in another way, so that they would decode to other values, or not at all,
/// and a refusal that does not say what is read.
#[test]
fn unknown_codecs_are_refused() {
    let named = |name: &str| json!({"name": name});
    let set = |name: &str, key: &str, value: serde_json::Value| json!({"name": name, "configuration": {key: value}});
    let (bytes, crc32c) = (named("bytes"), named("crc32c"));
    let zstd = json!({"name": "zstd", "configuration": {"level": 1, "checksum": false}});
    let gzip = set("gzip", "level", json!(1));
    let big_endian = set("bytes", "endian", json!("big"));
    let transpose = set("transpose", "order", json!([1, 0]));
    for (codecs, words) in [
        (json!([bytes, gzip, crc32c]), "encoded by bytes + gzip + crc32c, this program reads"),
        (json!([transpose, bytes, zstd, crc32c]), "encoded by transpose + bytes + zstd + crc32c"),
        (json!([bytes, crc32c, zstd]), "encoded by bytes + crc32c + zstd"),
        (json!([bytes, zstd]), "encoded by bytes + zstd,"),
        (json!([]), "encoded by nothing"),
        (json!(null), "encoded by nothing"),
        (json!([big_endian, zstd, crc32c]), "\"endian\":\"big\""),
        (json!([set("bytes", "order", json!("little")), zstd, crc32c]), "\"order\":\"little\""),
        (json!([bytes, zstd, set("crc32c", "seed", json!(1))]), "\"seed\":1"),
    ] {
        let table = wythoff();
        let reason = refusal(&table, |metadata| {
            assert_eq!(metadata["codecs"], json!([bytes, zstd, crc32c]));
            metadata["codecs"] = codecs;
        });
        assert!(reason.contains(words) && reason.contains("this program reads"), "{reason}");
        assert!(reason.contains("zstd") && reason.contains("read it with zarr-python"), "{reason}");
    }
    // Without an order of bytes, values of several bytes are no numbers.
    let table = table("wythoff", "200x200", "grundy", Codec::None);
    let reason = refusal(&table, |metadata| metadata["codecs"] = json!([bytes, crc32c]));
    assert!(reason.contains("encoded by {\"name\":\"bytes\"}, this program reads"), "{reason}");
}

/// Catches shards that are encoded in another way, or whose index is, and are read as if they were not.
#[test]
fn unknown_codecs_of_shards_are_refused() {
    let gzip = json!({"name": "gzip", "configuration": {"level": 1}});
    type Change<'a> = &'a dyn Fn(&mut serde_json::Value);
    let changes: [(Change, &str); 4] = [
        (&|codecs| codecs[0]["configuration"]["codecs"][1] = gzip.clone(), "bytes + gzip + crc32c"),
        (&|codecs| codecs[0]["configuration"]["index_location"] = json!("start"), "\"start\""),
        (&|codecs| codecs[0]["configuration"]["index_codecs"][0] = gzip.clone(), "gzip"),
        (&|codecs| codecs.as_array_mut().expect("a list").push(gzip.clone()), "gzip"),
    ];
    for (change, words) in changes {
        let directory = TempDir::new().expect("a temporary directory");
        let path = directory.path().join("table.zarr");
        let plan = plan("wythoff", "20x20", "grundy", Some(8));
        let sharding = Sharding::with_edge(&plan, 16).expect("shards");
        let options = TableWriter::options(&plan).codec(Codec::Zstd).sharding(sharding);
        let writer = options.create(&path).expect("nothing in the way");
        tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("tabulated");
        let table = Table { path, _directory: directory };
        let reason = refusal(&table, |metadata| change(&mut metadata["codecs"]));
        assert!(reason.contains(words), "{reason}");
    }
}

/// Catches chunks that are read in another type than they have, and a refusal that does not say what to do.
#[test]
fn other_types_are_refused() {
    for data_type in ["uint16", "uint64", "int16", "bool", "float32", "r8"] {
        let reason = refusal(&wythoff(), |metadata| metadata["data_type"] = json!(data_type));
        let words =
            format!("\"{data_type}\", this program reads Grundy values of uint8 here; read it");
        assert!(reason.contains(&words), "{reason}");
    }
    for codec in Codec::ALL {
        let table = table("wythoff", "20x20", "grundy", codec);
        let reason = refusal(&table, |metadata| {
            metadata["data_type"] = json!("uint16");
            metadata["fill_value"] = json!(65535);
            metadata["codecs"][0] = json!({"name": "bytes", "configuration": {"endian": "little"}});
        });
        assert!(reason.contains("uint16"), "{reason}");
    }
}

/// Nothing of a user's is replaced but a table, and that only when it was requested.
#[test]
fn what_is_in_the_way_can_be_matched() {
    let directory = TempDir::new().expect("a temporary directory");
    let plan = plan("wythoff", "20x20", "grundy", Some(8));
    let at = |name: &str| directory.path().join(name);
    let obstacle = |name: &str, overwrite: bool| match TableWriter::options(&plan)
        .overwrite(overwrite)
        .create(at(name))
    {
        Err(TableError::Destination { obstacle, .. }) => obstacle,
        other => panic!("{other:?}"),
    };
    assert_eq!(obstacle("..", false), Obstacle::NoName);
    assert_eq!(obstacle("no/table", false), Obstacle::NoFolder(at("no")));

    stored(&at("whole"), &plan, Codec::Zstd, &CpuEngine);
    assert_eq!(obstacle("whole", false), Obstacle::Table);
    fs::write(at("whole/notes.txt"), "mine").expect("written");
    for overwrite in [false, true] {
        let Obstacle::Foreign(Foreign::InTable(what)) = obstacle("whole", overwrite) else {
            panic!("the file is overlooked");
        };
        assert!(what.contains("notes.txt"), "{what}");
    }

    fs::write(at("file"), "mine").expect("written");
    assert_eq!(obstacle("file", true), Obstacle::Foreign(Foreign::NoDirectory));
    fs::create_dir(at("folder")).expect("made");
    assert_eq!(obstacle("folder", true), Obstacle::Foreign(Foreign::OtherDirectory));
    fs::create_dir(at("new.partial")).expect("made");
    fs::write(at("new.partial/notes.txt"), "mine").expect("written");
    let foreign = Obstacle::ForeignUnfinished(Foreign::OtherDirectory);
    assert_eq!(obstacle("new", true), foreign);

    // What a run makes before its metadata is nothing of anybody's.
    fs::create_dir(at("begun.partial")).expect("made");
    TableWriter::options(&plan).create(at("begun")).expect("it is begun anew");
    drop(TableWriter::options(&plan).create(at("stopped")).expect("nothing in the way"));
    assert_eq!(obstacle("stopped", false), Obstacle::UnfinishedTable);
    TableWriter::options(&plan).overwrite(true).create(at("stopped")).expect("it is replaced");
    fs::create_dir(at("other.replaced")).expect("made");
    fs::write(at("other.replaced/notes.txt"), "mine").expect("written");
    assert_eq!(obstacle("other", true), Obstacle::Foreign(Foreign::OtherDirectory));
}

/// Catches a whole table that is computed again, one with a hole that is taken for whole, and a resumed run with
/// other tiles than those that are stored.
#[test]
fn what_an_earlier_run_has_left_is_gone_on_with() {
    let directory = TempDir::new().expect("a temporary directory");
    let path = directory.path().join("table.zarr");
    let plan = plan("wythoff", "20x20", "grundy", Some(8));
    let control = Control::default();
    let resume = || TableWriter::options(&plan).resume(&path, &control);
    let writer = TableWriter::options(&plan).create(&path).expect("nothing in the way");
    let partial = writer.partial_path().to_owned();
    tabulate(&plan, &CpuEngine, Some(writer), &control).expect("tabulated");
    assert!(matches!(resume(), Ok(Resumed::Complete)));
    let other = common::plan("nim:2", "20x20", "grundy", Some(8));
    let resumed = TableWriter::options(&other).resume(&path, &control);
    let Err(TableError::Destination { obstacle, .. }) = resumed else { panic!("{resumed:?}") };
    assert!(matches!(obstacle, Obstacle::OtherJob { what: "the game", .. }), "{obstacle}");

    // A whole table that was not given its name is given it, and replaced only on request.
    fs::rename(&path, &partial).expect("renamed");
    let created = TableWriter::options(&plan).create(&path);
    let Err(TableError::Destination { obstacle, .. }) = created else { panic!("{created:?}") };
    assert_eq!(obstacle, Obstacle::FinishedTable);
    assert!(matches!(resume(), Ok(Resumed::Complete)));
    check(&path, Extent::Full).expect("true");

    // A chunk that is lost is computed again; that of a table that has its name, too.
    fs::rename(&path, &partial).expect("renamed");
    fs::remove_file(array_of(&partial).join("c/1/1")).expect("removed");
    let Ok(Resumed::Unfinished(writer)) = resume() else { panic!("the chunk is not missed") };
    tabulate(&plan, &CpuEngine, Some(*writer), &control).expect("tabulated");
    check(&path, Extent::Full).expect("true");
    fs::remove_file(array_of(&path).join("c/1/1")).expect("removed");
    let Ok(Resumed::Unfinished(writer)) = resume() else { panic!("the chunk is not missed") };
    tabulate(&plan, &CpuEngine, Some(*writer), &control).expect("tabulated");
    check(&path, Extent::Full).expect("true");

    // Tiles of another edge are asked for, or those of the table; another job has its own.
    let tiles_to_resume = |domain: &str, tile: Option<u32>| {
        let plan = common::plan("wythoff", domain, "grundy", tile);
        TableWriter::plan_to_resume(plan, &path).tiling().edges().largest()
    };
    let usual = common::plan("wythoff", "20x21", "grundy", None).tiling().edges().largest();
    assert_eq!(tiles_to_resume("20x20", None), 8);
    assert_eq!(tiles_to_resume("20x20", Some(5)), 5);
    assert_eq!(tiles_to_resume("20x21", None), usual);

    // On request a whole table without its name is replaced.
    fs::rename(&path, &partial).expect("renamed");
    TableWriter::options(&plan).overwrite(true).create(&path).expect("it is replaced");
}

/// Catches chunks of an unfinished shard that are computed again although they are sound, or lost when the shard is
/// written anew.
#[test]
fn sound_chunks_of_an_unfinished_shard_are_kept() {
    let directory = TempDir::new().expect("a temporary directory");
    let path = directory.path().join("table.zarr");
    // The last shards have chunks beyond the domain, and chunks of which a part is beyond it.
    let plan = plan("wythoff", "38x38", "grundy", Some(8));
    let sharding = Sharding::with_edge(&plan, 16).expect("shards");
    let writer = TableWriter::options(&plan).sharding(sharding).codec(Codec::None).create(&path);
    let writer = writer.expect("nothing in the way");
    let partial = writer.partial_path().to_owned();
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("tabulated");
    fs::rename(&path, &partial).expect("renamed");
    let metadata = array_of(&partial).join("zarr.json");
    let text = fs::read_to_string(&metadata).expect("metadata");
    let unfinished = text.replace("\"complete\": true", "\"complete\": false");
    fs::write(&metadata, unfinished).expect("written");
    // One of the four chunks of a shard is damaged.
    let shard = array_of(&partial).join("c/1/0");
    let mut bytes = fs::read(&shard).expect("a shard");
    bytes[70] ^= 1;
    fs::write(&shard, bytes).expect("written");

    // Only a table that is wrong would be begun anew on request.
    let resumed = TableWriter::options(&plan).sharding(sharding).codec(Codec::None).overwrite(true);
    let resumed = resumed.resume(&path, &Control::default());
    let Ok(Resumed::Unfinished(writer)) = resumed else { panic!("{resumed:?}") };
    let damaged = writer.damaged_before().to_vec();
    assert_eq!(damaged, ["grundy/c/1/0"]);
    tabulate(&plan, &CpuEngine, Some(*writer), &Control::default()).expect("tabulated");
    check(&path, Extent::Full).expect("true");
    let table = TableReader::open(&path).expect("a table");
    let [interruption] = table.attributes().interruptions.as_slice() else { panic!("none") };
    assert_eq!((interruption.positions, interruption.damaged_chunks), (38 * 38 - 64, 1));
}

/// A table must not be filled by, or compared with, a run of another plan.
#[test]
fn plans_that_differ_are_refused() {
    let directory = TempDir::new().expect("a temporary directory");
    let table = wythoff();
    let other = plan("wythoff", "20x21", "grundy", Some(8));
    let prepared = CpuEngine.prepare(&other, Wanted::Values).expect("it fits");
    let reader = TableReader::open(&table.path).expect("a table");
    let outcome = verify_with_prepared(&reader, prepared.as_ref(), &Control::default());
    assert!(matches!(outcome, Err(Error::OtherPlan)), "{outcome:?}");
    let writer = TableWriter::options(reader.plan()).create(directory.path().join("new"));
    let outcome =
        tabulate_prepared(prepared.as_ref(), Share::ALL, writer.ok(), &Control::default());
    assert!(matches!(outcome, Err(Error::OtherPlan)), "{outcome:?}");
}
