//! A real reader: zarr-python opens tables and a brute force in Python judges every cell.
//!
//! `scripts/test` installs zarr-python into a virtual environment; without it this test fails.

use std::path::Path;

use crate::common::python::{printed_by, python, python_program};
use crate::gpu_switch::gpu_tests_are_off;
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Value, json};

/// Tabulates a game and describes it to the Python program, in its own terms.
fn case(directory: &Path, game: &str, rules: &Value, flags: &str) -> Value {
    let name = format!("{}.zarr", std::fs::read_dir(directory).expect("a directory").count());
    let path = directory.join(name);
    cargo_bin_cmd!("grundytab")
        .args(["tabulate", game, "--quiet", "--out"])
        .arg(&path)
        .args(flags.split(' '))
        .assert()
        .success();
    let mut case = json!({"path": path, "quantity": "grundy", "misere": false, "block": 0});
    let number = |text: &str| json!(text.parse::<u32>().expect("a number"));
    let flags: Vec<&str> = flags.split(' ').collect();
    for (index, flag) in flags.iter().enumerate() {
        match *flag {
            "--box" => case["box"] = flags[index + 1].split('x').map(number).collect(),
            "--tokens" => case["tokens"] = number(flags[index + 1]),
            "--quantity" => case["quantity"] = json!(flags[index + 1]),
            "--misere" => case["misere"] = json!(true),
            _ => {}
        }
    }
    for (key, value) in rules.as_object().expect("an object") {
        case[key] = value.clone();
    }
    case
}

#[test]
fn zarr_python_reads_every_cell() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    // The values do not depend on the engine; the GPU engine writes every second table.
    let no_gpu = gpu_tests_are_off();
    let case = |game, rules: &Value, flags: &str| {
        let tables = std::fs::read_dir(directory.path()).expect("a directory").count();
        let engine = if tables % 2 == 1 && !no_gpu { "gpu" } else { "cpu" };
        let engine = if flags.contains("--engine") { "" } else { &format!(" --engine {engine}") };
        case(directory.path(), game, rules, &format!("{flags}{engine}"))
    };
    let wythoff = json!({"rays": [[1, 0], [0, 1], [1, 1]], "heaps": 2});
    let triangle = json!({"edges": [[0, 1], [1, 2], [2, 0]], "heaps": 3});
    // Every codec, with every type that it stores, in a file for each chunk and in shards.
    let mut cases = vec![];
    for (codec, is_sharded) in [("blosc", false), ("blosc", true), ("zstd", true), ("none", true)] {
        for (game, rules, kind, flags) in [
            ("wythoff", &wythoff, "uint8", "--box 70x75"),
            ("wythoff", &wythoff, "uint16", "--box 260x2"),
            ("nim:1", &json!({"heap_sizes": true}), "uint32", "--box 66000 --engine cpu"),
            ("triangle", &triangle, "bool", "--tokens 9 --quantity outcome"),
        ] {
            let mut rules = rules.clone();
            rules["codec"] = json!(if codec == "none" { "crc32c" } else { codec });
            rules["type"] = json!(kind);
            rules["sharded"] = json!(is_sharded);
            let tile = match kind {
                "bool" => 4,
                "uint32" => 4096,
                _ => 64,
            };
            let shard = if is_sharded { 2 * tile } else { 0 };
            let storage = format!("--codec {codec} --tile {tile} --shard {shard}");
            cases.push(case(game, &rules, &format!("{flags} {storage}")));
        }
    }
    let blocking_wythoff = json!({"rays": wythoff["rays"], "block": 4});
    let blocking = json!({"rays": [[2, 0], [3, 0], [0, 1]], "block": 2});
    let one_heap = json!({"rays": [[1]]});
    let three_heaps = json!({"rays": [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]});
    let four_heaps = json!({"rays": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]});
    let edges = [[0, 1], [1, 0], [1, 2], [2, 1], [2, 3], [3, 2], [3, 0], [0, 3]];
    let circle = json!({"edges": edges, "heaps": 4});
    let loops = json!({"edges": [[0, 1], [1, 0], [2, 2]], "heaps": 3});
    let (euclid, positive) = (json!({"euclid": ""}), json!({"euclid": "positive"}));
    let fibonacci = json!({"fibonacci": 2});
    let partizan = json!({"left": [[1, 0], [0, 2]], "right": [[1, 1], [2, 0]], "heaps": 2});
    let partizan_game = "partizan:1,0/0,2:1,1/2,0";
    for (game, rules, flags) in [
        ("wythoff", &wythoff, "--box 24x17 --tile 5"),
        ("wythoff", &wythoff, "--box 60x60 --codec none"),
        ("wythoff", &wythoff, "--tokens 30 --tile 7 --misere"),
        ("wythoff+block=4", &blocking_wythoff, "--box 40x30 --quantity palaces"),
        (
            "vector:2,0/3,0/0,1+block=2",
            &blocking,
            "--box 25x20 --quantity palaces --codec none --tile 8",
        ),
        ("nim:1", &one_heap, "--box 300 --tile 64"),
        ("vector:1,0,0/0,1,0/0,0,1/1,1,1", &three_heaps, "--box 9x1x12 --tile 4"),
        ("nim:4", &four_heaps, "--box 5x6x3x7 --tile 4 --engine cpu"),
        ("digraph:AB/BA/BC/CB/CD/DC/DA/AD", &circle, "--tokens 8 --tile 3 --engine cpu"),
        ("triangle", &triangle, "--tokens 14"),
        ("triangle", &triangle, "--tokens 12 --tile 5 --misere --codec none"),
        ("triangle", &triangle, "--tokens 12 --tile 5 --quantity outcome"),
        ("digraph:XY/YX/ZZ", &loops, "--tokens 10 --quantity outcome --misere"),
        ("euclid", &euclid, "--box 40x30 --tile 7"),
        ("euclid", &euclid, "--box 25x25 --misere"),
        ("euclid+positive", &positive, "--box 30x50"),
        ("euclid+positive", &positive, "--box 30x30 --misere --quantity outcome"),
        ("fibonacci", &fibonacci, "--box 40x30 --tile 9"),
        ("fibonacci", &fibonacci, "--box 30x30 --misere"),
        (partizan_game, &partizan, "--box 20x25 --quantity outcome-class --tile 8"),
        (partizan_game, &partizan, "--tokens 25 --quantity outcome-class --misere"),
        (partizan_game, &partizan, "--box 24x24 --quantity outcome-class"),
    ] {
        cases.push(case(game, rules, flags));
    }
    // Scores, in every type that has a sign; the GPU engine does not compute them.
    let wythoff = json!({"rays": wythoff["rays"], "points": [2, -1, 3], "heaps": 2});
    let altered = json!({"rays": [[1, 0], [0, 1]], "points": [100, -30], "added": [[[1, 1], -7]],
                         "removed": [[2, 0], [0, 5]]});
    let one_heap = json!({"rays": [[1], [3]], "points": [-70000, 250000]});
    let nim = json!({"rays": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "points": [1, 1, 1], "heaps": 3});
    let left = json!({"rays": [[1, 0], [0, 2]], "points": [3, -1], "added": [[[2, 3], 9]]});
    let right = json!({"rays": [[1, 1], [0, 1]], "points": [2, 500], "removed": [[0, 2], [3, 3]]});
    let partizan = json!({"left": left, "right": right});
    let partizan_game = "partizan:1,0/0,2:1,1/0,1+points-left=3/-1+points-right=2/500\
                         +alter-left=2,3:9+alter-right=0,2/3,3";
    let right = json!({"rays": [[1, 1], [0, 1]], "points": [2, 5]});
    let other = json!({"left": left, "right": right, "heaps": 2});
    let other_game = "partizan:1,0/0,2:1,1/0,1+points-left=3/-1+points-right=2/5+alter-left=2,3:9";
    for (game, rules, kind, flags) in [
        ("wythoff+points=2/-1/3", &wythoff, "int8", "--box 30x25 --tile 8 --quantity score"),
        (
            "wythoff+points=2/-1/3",
            &wythoff,
            "int8",
            "--tokens 30 --tile 7 --codec none --shard 14 --quantity score",
        ),
        (
            "nim:2+points=100/-30+alter=1,1:-7/2,0/0,5",
            &altered,
            "int16",
            "--box 20x31 --codec zstd --quantity score",
        ),
        (
            "vector:1/3+points=-70000/250000",
            &one_heap,
            "int32",
            "--box 200 --tile 64 --quantity score --engine reference",
        ),
        ("nim:3", &nim, "int8", "--tokens 9 --quantity score"),
        (partizan_game, &partizan, "int16", "--box 20x31 --quantity score-left --tile 8"),
        (other_game, &other, "int8", "--tokens 24 --quantity score-right --engine reference"),
    ] {
        let mut rules = rules.clone();
        rules["type"] = json!(kind);
        let engine = if flags.contains("--engine") { "" } else { " --engine cpu" };
        cases.push(case(game, &rules, &format!("{flags}{engine}")));
    }
    let file = directory.path().join("cases.json");
    std::fs::write(&file, Value::from(cases.clone()).to_string()).expect("written");
    let text = printed_by(python_program("zarr_reader.py").arg(file));
    assert!(text.contains(&format!("of {} tables are right", cases.len())), "{text}");
}

/// A sweep in a group is one Dataset of xarray, with tables of several shapes. Catches dimensions that
/// clash, arrays that are not listed, values that are read as others, and cells outside the domain that are read
/// as values.
#[test]
fn xarray_opens_a_batch_as_a_dataset() {
    const PROGRAM: &str = "
import sys, warnings, numpy, zarr, xarray
warnings.simplefilter('error')
path = sys.argv[1]
sweep = xarray.open_zarr(path)
tables = ['b0-20', 'b0-30x9', 'b2-20', 'b2-30x9', 'one', 'p', 'points', 'simplex']
assert sorted(sweep.data_vars) == tables, list(sweep)
assert sweep['b0-20'].dims == ('x_20', 'y_20'), sweep['b0-20'].dims
assert sweep['b2-30x9'].dims == ('x_30', 'y_9'), sweep['b2-30x9'].dims
assert sweep['one'].dims == ('x_300',)
for name in sweep.data_vars:
    alone = zarr.open_array(path + '/' + name)
    assert alone.metadata.dimension_names == sweep[name].dims
    if name not in ['points', 'simplex']:
        assert (alone[...] == sweep[name].values).all() and alone.dtype == sweep[name].dtype, name
        continue
    # Cells outside a simplex are missing, and nothing else is.
    inside, totals = numpy.add(*numpy.indices(alone.shape)) <= 14, alone.attrs['grundytab']
    assert (sweep[name].notnull().values == inside).all(), name
    assert (sweep[name].values[inside] == alone[...][inside]).all(), name
    assert sweep[name].count() == totals['positions'] and sweep[name].max() == totals['maximum']
    assert sweep[name].min() == totals.get('minimum', 0) and sweep[name].sum() == totals['sum']
# Wythoff Nim's P-positions (0,0), (1,2), (2,1), (3,5): no palace is among their options.
assert [int(sweep['b0-20'][at]) for at in [(0, 0), (1, 2), (2, 1), (3, 5)]] == [0, 0, 0, 0]
assert int(sweep['b0-20'][0, 1]) == 1
assert list(sweep['one'].values[:10]) == [0, 0, 1, 1, 0, 2, 1, 0, 2, 1]
assert sweep['p'].dtype == bool and bool(sweep['p'][0, 0])
print('the dataset is right')
";
    let directory = tempfile::tempdir().expect("a directory");
    let (jobs, out) = (directory.path().join("jobs.toml"), directory.path().join("sweep.zarr"));
    let text = format!(
        "out = {out:?}\nengine = 'cpu'\n[[job]]\ngame = 'wythoff'\nquantity = 'palaces'\n\
         name = 'b{{block}}-{{box}}'\nbox = [20, '30x9']\nblock = [0, 2]\n\
         [[job]]\nname = 'one'\ngame = 'subtraction:2,5,8'\nbox = 300\n\
         [[job]]\nname = 'p'\ngame = 'wythoff'\nquantity = 'outcome'\ntokens = 19\n\
         [[job]]\nname = 'simplex'\ngame = 'wythoff'\ntokens = 14\n\
         [[job]]\nname = 'points'\ngame = 'wythoff+points=2/-1/3'\nquantity = 'score'\ntokens = 14\n"
    );
    std::fs::write(&jobs, text).expect("written");
    cargo_bin_cmd!("grundytab").arg("batch").arg(&jobs).assert().success();
    let printed = printed_by(python().args(["-c", PROGRAM]).arg(&out));
    assert!(printed.contains("the dataset is right"), "{printed}");
}

/// Catches an exported array that NumPy does not read, whose axes are exchanged, or that holds other values
/// than the table: zarr-python reads the table itself.
#[test]
#[ignore = "every night"]
fn numpy_reads_exported_arrays() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let run = |line: String| {
        let mut command = cargo_bin_cmd!("grundytab");
        command.current_dir(directory.path()).args(line.split(' ')).assert().success();
    };
    for (name, table) in [
        ("square", "wythoff --box 300x200 --tile 64"),
        ("bits", "wythoff --box 70 --quantity outcome"),
        ("triangle", "triangle --tokens 20 --tile 8"),
        ("row", "subtraction:2,5,8 --box 500"),
        ("scores", "wythoff+points=2/-1/3 --box 30x20 --tile 8 --quantity score"),
        ("layer", "wythoff+points=50/-1/3 --tokens 25 --tile 8 --quantity score"),
    ] {
        run(format!("tabulate {table} --engine cpu --quiet --out {name}.zarr"));
    }
    for (table, flags, expected) in [
        ("square", "", "t"),
        ("square", " --region 100:170,3:131", "t[100:170, 3:131]"),
        ("square", " --type u32", "t.astype('uint32')"),
        ("bits", "", "t"),
        ("bits", " --type u8", "t.astype('uint8')"),
        ("triangle", "", "t"),
        ("triangle", " --region 5:9,:,2:", "t[5:9, :, 2:]"),
        ("triangle", " --plane y=3", "t[:18, 3, :18]"),
        (
            "triangle",
            " --plane sum=9",
            "numpy.array([[t[x, y, 9 - x - y] if x + y < 10 else 255 for y in range(10)] \
             for x in range(10)], dtype='uint8')",
        ),
        ("triangle", " --type u16", "numpy.where(t == 255, numpy.uint16(65535), t)"),
        ("row", " --region 7:490", "t[7:490]"),
        ("scores", "", "t"),
        ("scores", " --type i32", "t.astype('int32')"),
        ("layer", "", "t"),
        ("layer", " --type i32", "numpy.where(t == -32768, numpy.int32(-(2 ** 31)), t)"),
    ] {
        run(format!("export {table}.zarr --format npy --quiet --out {table}.npy{flags}"));
        let script = format!(
            "import numpy, zarr\n\
             [(_, table)] = zarr.open_group('{table}.zarr').arrays()\nt = table[:]\nfound = numpy.load('{table}.npy', mmap_mode='r')\n\
             expected = {expected}\nassert found.dtype == expected.dtype, ('{flags}', found.dtype)\n\
             assert found.shape == expected.shape, ('{flags}', found.shape)\n\
             assert (found == expected).all(), '{table}{flags}'\n"
        );
        printed_by(python().args(["-c", &script]).current_dir(directory.path()));
    }
}

/// Catches a table that other viewers do not find as an image, and a group that lists something else than it holds: its
/// metadata are followed as a reader of OME-Zarr does.
#[test]
fn tables_are_read_as_images() {
    const PROGRAM: &str = "
import sys, zarr
group = zarr.open_group(sys.argv[1], mode='r')
ome = group.attrs['ome']
assert ome['version'] == '0.5'
[image] = ome['multiscales']
[dataset] = image['datasets']
axes = [axis['name'] for axis in image['axes']]
assert image['name'] == 'grundy' and axes == ['x', 'y', 'z'][:len(axes)]
assert dataset['coordinateTransformations'] == [{'type': 'scale', 'scale': [1.0] * len(axes)}], dataset
table = group[dataset['path']]
assert table.metadata.dimension_names == tuple(axes) and table.ndim == len(axes)
alone = zarr.open_group(sys.argv[1], mode='r', use_consolidated=False)
shown, found = [{path: member.metadata for path, member in of.members(max_depth=None)} for of in (group, alone)]
assert shown == found and list(found) == ['grundy'], found.keys()
print('the image is right')
";
    let directory = tempfile::tempdir().expect("a directory");
    for (game, size) in [("wythoff", ["--box", "210x90"]), ("triangle", ["--tokens", "20"])] {
        let path = directory.path().join(game);
        let mut command = cargo_bin_cmd!("grundytab");
        command.args(["tabulate", game, "--engine", "cpu", "--quiet", "--out"]);
        command.arg(&path).args(size).assert().success();
        let printed = printed_by(python().args(["-c", PROGRAM]).arg(&path));
        assert!(printed.contains("the image is right"), "{printed}");
    }
}
