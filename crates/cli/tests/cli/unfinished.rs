//! Tables that are not complete yet: what is there of them is read, and what is not there is never made up.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::chunks::{array_of, metadata};
use crate::{done, ends, fails, json_of, table};

/// Wythoff Nim on 40 by 40 positions in tiles of 10, as a killed run leaves it that has stored all tiles but those with
/// x and y from 30 on, and x from 10 to 19 with y from 20 to 29. Returns the path that the table would have.
pub fn unfinished(flags: &str) -> (TempDir, PathBuf) {
    let (folder, path) = table(&format!("wythoff --box 40 --tile 10 --shard 0 {flags}"));
    leave_unfinished(&path, &["c/3/3", "c/1/2"]);
    (folder, path)
}

/// Makes a complete table an unfinished one, without these chunks.
fn leave_unfinished(path: &Path, without: &[&str]) -> PathBuf {
    let array = array_of(path);
    let mut document = metadata(&array);
    document["attributes"]["grundytab"]["complete"] = json!(false);
    for total in ["positions", "sum", "p_positions", "maximum"] {
        document["attributes"]["grundytab"].as_object_mut().expect("an object").remove(total);
    }
    fs::write(array.join("zarr.json"), document.to_string()).expect("written");
    for chunk in without {
        fs::remove_file(array.join(chunk)).expect("a chunk");
    }
    let partial = path.with_extension("zarr.partial");
    fs::rename(path, &partial).expect("renamed");
    partial
}

/// Whether a position of the table that `unfinished` makes is there.
pub fn is_there(x: u64, y: u64) -> bool {
    !(x >= 30 && y >= 30 || (10..20).contains(&x) && (20..30).contains(&y))
}

const THERE: u64 = 1600 - 200;

/// Catches a command that says that nothing is there, or only that, where a run has left its unfinished table.
#[test]
fn whoever_asks_for_a_table_is_told_of_the_unfinished_one() {
    let (folder, path) = unfinished("");
    let partial = path.with_extension("zarr.partial");
    for line in [
        "info {}",
        "query {} 3,5",
        "list {} p",
        "analyze {}",
        "render {} --out {}.png",
        "view {}",
        "verify {}",
        "export {} --format npy --out {}.npy",
        "sum {}@1,2 {}@3,4",
        "diff {} {}",
        "info {}/",
    ] {
        let (stdout, stderr) = ends(4, line, &path);
        assert_eq!(stdout, "", "{line}");
        assert!(stderr.contains(partial.to_str().expect("text")), "{line}: {stderr}");
        assert!(stderr.contains("--resume"), "{line}: {stderr}");
        assert!(!stderr.contains("there is nothing"), "{line}: {stderr}");
    }
    assert_eq!(json_of(4, "info {} --json", &path)["kind"], "incomplete_table");
    // Also the other way round: the run has finished, and the table has its name.
    done("tabulate wythoff --box 40 --engine cpu --resume --quiet --out {}", &path);
    fails(4, "query {} 3,5", &partial, path.to_str().expect("text"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// Catches values that are made up where none is stored, winning moves that are kept back, and a look-up that fails as a
/// whole since one of its positions is not there.
#[test]
fn positions_that_are_not_computed_yet_are_said_to_be_so() {
    let (_folder, path) = unfinished("");
    let partial = path.with_extension("zarr.partial");
    let (stdout, stderr) = ends(0, "query {} 3,5 35,36 4,7", &partial);
    assert!(
        stderr.contains("87.5 % of the positions are stored, 1400 of 1600 positions"),
        "{stderr}"
    );
    assert!(stdout.contains("(3, 5): Grundy value 0, P-position"), "{stdout}");
    assert!(stdout.contains("(35, 36): not computed yet"), "{stdout}");
    assert!(stdout.contains("(4, 7): Grundy value 0"), "{stdout}");
    let found = json_of(0, "query {} 35,36 13,31 3,5 --json --options", &partial);
    assert_eq!(found["positions_there"], THERE);
    let answers = found["answers"].as_array().expect("answers");
    assert_eq!(answers.len(), 3, "{found}");
    let (unknown, with_unknown, known) = (&answers[0], &answers[1], &answers[2]);
    assert!(unknown["value"].is_null() && unknown["winning_moves"].is_null(), "{unknown}");
    // (13, 31) has the options (13, 20) to (13, 29), (12, 30) is there; so is the option (3, 21) of its diagonal.
    assert!(with_unknown["value"].is_number(), "{with_unknown}");
    let missing = (0..31).map(|y| (13, y)).chain((1..=13).map(|k| (13 - k, 31 - k)));
    let missing = missing.chain((0..13).map(|x| (x, 31))).filter(|&(x, y)| !is_there(x, y));
    assert_eq!(with_unknown["not_computed"], missing.count());
    for option in with_unknown["options"].as_array().expect("options") {
        let [x, y] = [0, 1].map(|heap| option["position"][heap].as_u64().expect("a heap"));
        assert!(is_there(x, y), "{option}");
    }
    assert_eq!((&known["value"], &known["not_computed"]), (&json!(0), &json!(0)));
    // Outside the table is another thing.
    ends(2, "query {} 3,40", &partial);
}

/// Catches positions that are listed or counted although they are not there, that are left out although they are, and
/// look-ups of others that are not there.
#[test]
fn listings_and_analyses_are_about_what_is_there() {
    let (_folder, path) = unfinished("");
    let (_whole_folder, whole) = table("wythoff --box 40");
    let partial = path.with_extension("zarr.partial");
    let heaps = |position: &Value| -> [u64; 2] {
        [0, 1].map(|heap| position["position"][heap].as_u64().expect("a heap"))
    };
    let all = json_of(0, "list {} p --json --limit 2000", &whole);
    let expected: Vec<Value> = all["positions"]
        .as_array()
        .expect("positions")
        .iter()
        .filter(|found| {
            let [x, y] = heaps(found);
            is_there(x, y)
        })
        .cloned()
        .collect();
    let found = json_of(0, "list {} p --json --limit 2000", &partial);
    assert_eq!(found["positions"].as_array().expect("positions"), &expected);
    assert_eq!(found["matches"], expected.len());
    assert_eq!(found["positions_there"], THERE);
    let listed = done("list {} p --all", &partial);
    assert_eq!(listed.lines().count(), expected.len());
    // At (x, y + 1) there may be nothing: in the last column, and beside tiles that are not there.
    let around = json_of(0, "list {} g(x,y+1)>=0 --json --limit 2000", &partial);
    let beside =
        (0..40).flat_map(|x| (0..40).map(move |y| (x, y))).filter(|&(x, y)| is_there(x, y));
    let (known, unknown): (Vec<_>, Vec<_>) =
        beside.partition(|&(x, y)| y < 39 && is_there(x, y + 1));
    assert_eq!(around["matches"], known.len());
    assert_eq!(around["outside_on"], unknown.len());
    let grid = json_of(0, "list {} --region 28:32,28:32 --json", &partial);
    for (row, y) in grid["values"].as_array().expect("rows").iter().zip(28..) {
        for (value, x) in row.as_array().expect("cells").iter().zip(28..) {
            assert_eq!(value.is_null(), !is_there(x, y), "{x}, {y}");
        }
    }

    let counts = json_of(0, "analyze {} --json --only values", &partial);
    assert_eq!(
        (&counts["positions_there"], &counts["p_positions"]),
        (&THERE.into(), &expected.len().into())
    );
    let counted = counts["values"].as_array().expect("values").iter();
    assert_eq!(
        counted.map(|value| value["positions"].as_u64().expect("a count")).sum::<u64>(),
        THERE
    );
    let text = done("analyze {} --only values", &partial);
    assert!(text.contains(&format!("P-positions: {}", expected.len())), "{text}");
    // Column 13 is known up to (13, 19).
    let periods = json_of(0, "analyze {} --json --only periods --rows x=13", &partial);
    let is_column = |line: &&Value| line["line"] == json!([13, null]);
    let lines = periods["periods"].as_array().expect("lines");
    assert_eq!(lines.iter().find(is_column).expect("a line")["values"], 20);
    let groups = json_of(0, "analyze {} --json --group-by g%2", &partial);
    assert_eq!(groups["positions"], THERE);
    // Beams are looked for as far out as all positions are known: the first that is not is 20 away.
    let beams = json_of(0, "analyze {} --json --only beams", &partial);
    assert!(beams["beams"].is_null(), "{beams}");
    fails(4, &format!("analyze {{}} --distance {}", whole.display()), &partial, "--resume");
}

/// Catches a picture in which cells that are not there have a colour of values.
#[test]
fn pictures_leave_out_what_is_not_there() {
    let (folder, path) = unfinished("");
    let (_whole_folder, whole) = table("wythoff --box 40");
    let partial = path.with_extension("zarr.partial");
    let draw = |table: &Path| -> Vec<Vec<u8>> {
        let picture = folder.path().join("t.png");
        let line = format!(
            "render {{}} --out {} --bare --scale 1 --limits 0..80 --quiet",
            picture.display()
        );
        done(&line, table);
        let file = BufReader::new(File::open(&picture).expect("a picture"));
        let mut decoder = png::Decoder::new(file);
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a picture");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
        let info = reader.next_frame(&mut bytes).expect("pixels");
        assert_eq!((info.width, info.height), (40, 40));
        bytes[..info.buffer_size()].chunks(info.buffer_size() / 1600).map(<[u8]>::to_vec).collect()
    };
    let (found, expected) = (draw(&partial), draw(&whole));
    let at = |x: u64, y: u64| ((39 - y) * 40 + x) as usize; // Rows go upwards.
    let empty = &found[at(35, 35)];
    assert!(!expected.contains(empty), "values have this colour");
    for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
        let right = if is_there(x, y) { &expected[at(x, y)] } else { empty };
        assert_eq!(&found[at(x, y)], right, "{x}, {y}");
    }
    let (_, stderr) =
        ends(0, &format!("render {{}} --out {}/b.png", folder.path().display()), &partial);
    assert!(stderr.contains("87.5 % of the positions are stored"), "{stderr}");
}

/// Catches a command that takes a part for the whole, and one that advises to begin anew.
#[test]
fn what_needs_all_positions_refuses_a_part() {
    let (folder, path) = unfinished("");
    let partial = path.with_extension("zarr.partial");
    let other = folder.path().join("other");
    for line in [
        "verify {}".to_owned(),
        format!("export {{}} --format npy --out {}.npy", other.display()),
        "sum {}@1,2 {}@3,4".into(),
        "diff {} {}".into(),
        "view {} --claim g<=x+y".into(),
        "prove --from {}".into(),
    ] {
        let (_, stderr) = ends(4, &line, &partial);
        assert!(stderr.contains("the table is incomplete"), "{line}: {stderr}");
        assert!(stderr.contains("goes on with --resume"), "{line}: {stderr}");
    }
    // What a run has found to be wrong is not shown.
    let array = array_of(&partial);
    let mut document = metadata(&array);
    document["attributes"]["grundytab"]["wrong"] = json!("the value of (3, 5) is 1");
    fs::write(array.join("zarr.json"), document.to_string()).expect("written");
    for line in ["query {} 3,5", "list {} p", "analyze {}"] {
        fails(2, line, &partial, "has wrong values: the value of (3, 5) is 1");
    }
    assert!(json_of(0, "info {} --json", &partial)["positions_there"].is_null());
    document["attributes"]["grundytab"].as_object_mut().expect("an object").remove("wrong");
    fs::write(array.join("zarr.json"), document.to_string()).expect("written");
    assert_eq!(json_of(0, "info {} --json", &partial)["positions_there"], THERE);
    let info = done("info {}", &partial);
    assert!(info.contains("its run has not finished, 1400 positions are there"), "{info}");
}

/// Catches a table of one heap of which nothing is drawn, or more than there is.
#[test]
fn of_one_heap_there_is_what_comes_before_the_gap() {
    let (folder, path) = table("nim:1 --box 100 --tile 10 --shard 0");
    let partial = leave_unfinished(&path, &["c/7"]);
    let found = json_of(0, "analyze {} --json --only periods", &partial);
    assert_eq!(found["periods"][0]["values"], 70);
    done(&format!("render {{}} --out {}/t.svg", folder.path().display()), &partial);
    let listed = json_of(0, "list {} x>=65 --where x<85 --json", &partial);
    assert_eq!(listed["matches"], 10);
}
