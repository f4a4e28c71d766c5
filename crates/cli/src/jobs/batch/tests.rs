//! Tests of sweeps, names, parts and dimensions.

use std::collections::BTreeSet;

use super::{Batch, Output, Part};
use grundytab::invalid_input::InvalidInput;
use grundytab::ruleset::{GameFile, Ruleset};

fn parse(text: &str) -> Result<Batch, InvalidInput> {
    Batch::parse("jobs.toml", text, &|game| Ruleset::parse(game).map(GameFile::from))
}

/// Catches a combination that is missing or comes twice, and a value that a job does not get.
#[test]
fn sweeps_are_products() {
    let batch = parse(
        "out = 'tables/{name}.zarr'\nname = '{game}-{block}-{box}'\nbox = ['9', '8x7']\n\
         quantity = 'palaces'\n[[job]]\ngame = ['wythoff', 'nim']\nblock = [0, 3]\n\
         [[job]]\ngame = 'vector:1,{a}/{a},1+block=1'\na = [2, 3]\ntokens = 5\nname = 'v{a}'\n",
    )
    .expect("jobs");
    assert_eq!(batch.output, Output::Tables);
    let text = |job: &super::BatchJob| {
        format!("{} {} {}", job.path.display(), job.plan.job().ruleset(), job.plan.job().domain())
    };
    let texts: Vec<String> = batch.jobs.iter().map(text).collect();
    assert_eq!(texts.len(), 10, "{texts:#?}");
    for wanted in [
        "tables/wythoff-0-9.zarr wythoff box 9x9",
        "tables/wythoff-3-8x7.zarr wythoff+block=3 box 8x7",
        "tables/nim-3-9.zarr nim:2+block=3 box 9x9",
        "tables/v3.zarr vector:3,1/1,3+block=1 tokens 5",
    ] {
        assert!(
            texts.iter().any(|text| text.replace("nim+", "nim:2+") == wanted),
            "{wanted}: {texts:#?}"
        );
    }
}

/// Catches a value that distinguishes jobs and is lost, and one that is a text although it is a number.
#[test]
fn jobs_know_what_their_placeholders_are() {
    let batch = parse(
        "out = 'g'\nquantity = ['grundy', 'outcome']\nengine = 'cpu'\n[[job]]\ngame = 'subtraction:1,{a}'\na = [2, 3]\n\
         box = 9\n[[job]]\ngame = 'octal'\ncode = ['0.77', '.137']\nbox = [8, 9]\ntile = 4",
    )
    .expect("jobs");
    let of_job =
        |job: &super::BatchJob| serde_json::to_string(&job.notes.placeholders).expect("JSON");
    let texts: Vec<String> = batch.jobs.iter().map(of_job).collect();
    assert_eq!(texts.len(), 12);
    assert_eq!(texts[0], r#"{"a":2}"#);
    for (code, game) in [("0.77", "kayles"), (".137", "octal:0.137")] {
        let wanted = format!(r#"{{"box":9,"code":"{code}"}}"#);
        let place = texts.iter().position(|text| *text == wanted).expect(&wanted);
        assert_eq!(batch.jobs[place].plan.job().ruleset().to_string(), game);
    }
}

/// Catches a set of rules that is taken for a field, and a name that is the text of the rules.
#[test]
fn rules_have_numbers_filled_in_and_short_names() {
    let page = include_str!("../../../../../docs/batch.md");
    let example = page.split("```toml").find(|block| block.contains("fraenkel.zarr"));
    let text = example.and_then(|block| block.split("```").next()).expect("an example");
    let names = |text: &str| {
        let jobs = parse(text).expect(text).jobs;
        jobs.iter().map(|job| job.name.clone()).collect::<Vec<_>>()
    };
    for name in names(text) {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
    let named = format!("{text}name = 'wythoff-{{r}}'");
    assert_eq!(names(&named), ["wythoff-1", "wythoff-2", "wythoff-3"]);
    let games: Vec<String> = parse(text)
        .expect("jobs")
        .jobs
        .iter()
        .map(|job| job.plan.job().ruleset().to_string())
        .collect();
    for (game, r) in games.iter().zip(1..) {
        assert!(game.ends_with(&format!("if abs(k - l) < {r}")), "{game}");
    }
    let sets = "out = 'g'\nbox = 9\ngame = 'rules: (x - k) for k in {2, {a}, 7..9} if k <= x'\na = [3, 5]\nblock = 1\n\
                quantity = 'palaces'";
    assert_eq!(names(sets), ["rules-a3-block1_box_9_palaces", "rules-a5-block1_box_9_palaces"]);
    let game = parse(sets).expect("jobs").jobs[1].plan.job().ruleset().to_string();
    assert_eq!(game, "rules: (x - k) for k in {2, 5, 7..9} if k <= x+block=1");
    let of_names = "out = 'g'\nbox = 9\nquantity = 'outcome'\ngame = 'wythoff:{r}'\nr = [2, 3]";
    assert_eq!(names(of_names), ["wythoff_2_box_9x9_outcome", "wythoff_3_box_9x9_outcome"]);
    let blocked = "out = 'g'\nbox = 9\nquantity = 'palaces'\ngame = 'mark'\nblock = 1";
    assert_eq!(names(blocked), ["mark-block1_box_9_palaces"]);
    for (game, told) in [
        ("(x - k) for k in {b}", "no field \"b\""),
        ("(x - k) for k in {2, {b}", "no field \"b\""),
        ("(x - k) for k in {a", "has no }"),
    ] {
        let text = format!("out = 'g'\nbox = 9\ngame = 'rules: {game}'\na = [3, 5]");
        let error = parse(&text).expect_err(game).to_string();
        assert!(error.contains(told), "{error}");
    }
}

/// Catches a combination that its condition leaves out, or does not, and a condition that is taken for another one.
#[test]
fn conditions_leave_combinations_out() {
    let sweep = "out = 'g'\nbox = 9\ngame = 'subtraction:{r},{m}'\nname = 's{r}-{m}'\nr = [1, 2, 3]\nm = [1, 2, 3, 4]\n";
    for (condition, wanted) in [
        ("'r < m'", &["s1-2", "s1-3", "s1-4", "s2-3", "s2-4", "s3-4"][..]),
        ("['r < m', 'm % 2 == 0']", &["s1-2", "s1-4", "s2-4", "s3-4"]),
        ("'gcd(r, m) == 3 or r == box'", &["s3-3"]),
    ] {
        let batch = parse(&format!("{sweep}if = {condition}")).expect(condition);
        let mut names: Vec<&str> = batch.jobs.iter().map(|job| job.name.as_str()).collect();
        names.sort();
        assert_eq!(names, wanted, "{condition}");
        assert_eq!(batch.left_out, 12 - wanted.len());
    }
    for (condition, told) in [
        ("'r <'", "r <: "),
        ("'r < n'", "there is no field n"),
        ("'r < game'", "game is \"subtraction:{r},{m}\", which is no number"),
        ("'r'", "r"),
        ("'r / (m - 1) > 0'", "it has no value"),
        ("'r > 99'", "the condition holds for no combination"),
    ] {
        let error = parse(&format!("{sweep}if = {condition}")).expect_err(condition).to_string();
        assert!(error.contains(told), "{error}");
    }
}

/// Catches a sweep that is refused for one game that there is not, and a mistake in the file that is taken for one.
#[test]
fn what_is_no_game_is_skipped_in_a_sweep() {
    let octal = |codes: &str| format!("out = 'g'\nbox = 9\ngame = 'octal'\ncode = {codes}");
    let batch = parse(&octal("['0.77', '0.000', '0.137']")).expect("two jobs");
    assert_eq!(batch.jobs.len(), 2);
    let skipped = batch.skipped.first().expect("one is no game");
    assert_eq!((batch.skipped.len(), skipped.name.as_str()), (1, "octal:0.000"));
    assert!(skipped.reason.to_string().contains("every digit is 0"));
    for text in [
        octal("'0.000'"),
        octal("['0.000', '0.00']"),
        "out = 'g'\nbox = 9\ngame = ['nim', 'wythof']".into(),
    ] {
        assert!(parse(&text).is_err(), "{text}");
    }
}

/// Catches a job that no part takes, or two, and parts of which one has nearly all of the work.
#[test]
fn parts_share_the_work() {
    let batch = parse(
        "out = 'g.zarr'\ngame = 'wythoff'\nbox = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 300, 310, 320, 330]",
    )
    .expect("jobs");
    let parts: Vec<Vec<usize>> = (1..=4)
        .map(|number| batch.part(format!("{number}/4").parse::<Part>().expect("a part")))
        .collect();
    let all: BTreeSet<usize> = parts.concat().into_iter().collect();
    assert_eq!((all.len(), parts.concat().len()), (14, 14), "{parts:?}");
    for part in &parts {
        assert_eq!(part.iter().filter(|&&job| job >= 10).count(), 1, "{parts:?}");
    }
    let alone = batch.part("1/1".parse().expect("a part"));
    assert_eq!(alone, (0..14).collect::<Vec<_>>());
}

/// Catches two lengths of one dimension, which xarray refuses.
#[test]
fn dimensions_of_one_name_have_one_length() {
    let batch = parse(
        "out = 'g.zarr'\n[[job]]\ngame = 'wythoff'\nbox = ['5x7', '6x7']\n[[job]]\ngame = 'nim:1'\nbox = 5",
    )
    .expect("jobs");
    let names: Vec<Vec<String>> = batch.jobs.iter().map(|job| batch.dimension_names(job)).collect();
    assert_eq!(names, [vec!["x_5", "y"], vec!["x_6", "y"], vec!["x_5"]]);
}

/// Catches a mistake in a file that goes unnoticed, or a message that does not say where it is.
#[test]
fn files_that_make_no_sense_are_refused() {
    for (text, told) in [
        ("game = 'wythoff'\nbox = 9", "where the tables go"),
        ("out = 'g'\nbox = 9", "a job has no game"),
        ("out = 'g'\ngame = 'wythoff'", "a job has no domain"),
        ("out = 'g'\ngame = 'wythoff'\nbox = 9\ntokens = 9", "one of the two"),
        ("out = 'g'\ngame = 'wythoff'\nbox = []", "box has no values"),
        ("out = 'g'\ngame = 'octal'\nbox = 9\ncode = 0.77", "as in code = \"0.77\""),
        ("out = 'g'\ngame = 'wythoff'\nbox = 9\nquantty = 'outcome'", "quantty"),
        ("out = 'g'\ngame = 'wythoff'\nbox = 9\nname = 'a/b'", "cannot be the name"),
        ("out = 'g'\ngame = 'wythoff'\nbox = 9\nname = '{blok}'", "no field \"blok\""),
        ("out = 'g'\ngame = 'wythoff'\nbox = [9, 10]\nname = 'a'", "two jobs have this name"),
        ("out = 'g'\ngame = 'wythoff'\nbox = 9.5", "neither a text, a whole number"),
        ("out = 'g'\ngame = 'wythoff'\nbox = 9\nquantty = 'outcome'", "did you mean quantity?"),
        ("out = 'g'\ngame = 'wythoff'\nbox = 9\nblok = 2", "did you mean block?"),
        ("out = 'g'\njob = 5", "[[job]]"),
        ("out = 'g'\ngame =", "line 2"),
        ("out = 'g'\ngame = 'wythoff'\nbox = 9\nmisere = 1", "misere is true or false"),
    ] {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.contains(told), "{text}: {error}");
        assert!(error.contains("jobs.toml"), "{text}: {error}");
    }
}

/// Catches a table that would stand where the program puts its own files, or another table.
#[test]
fn tables_do_not_get_into_the_way_of_other_files() {
    let of_name = |name: &str| format!("out = 'g'\ngame = 'wythoff'\nbox = 9\nname = '{name}'");
    for (name, told) in [
        ("zarr.json", "the metadata of a group"),
        ("Zarr.JSON", "the metadata of a group"),
        ("w.partial", "an unfinished table"),
        ("w.PARTIAL", "an unfinished table"),
        ("w.lock", "the lock of a table"),
        ("w.replaced", "a table that is being replaced"),
        ("w.tmp", "a file that is being written"),
    ] {
        let error = parse(&of_name(name)).expect_err(name).to_string();
        assert!(error.contains(told) && error.contains(name), "{name}: {error}");
        let as_path = of_name("a") + "\n";
        let error = parse(&as_path.replace("'g'", &format!("'{{name}}/{name}'"))).expect_err(name);
        assert!(error.to_string().contains(told), "{name}: {error}");
    }
    for name in ["zarr.json.zarr", "partial", "w.locks", "w.zarr"] {
        parse(&of_name(name)).expect(name);
    }
    let job = |name: &str, adapter: &str| {
        format!("[[job]]\ngame = 'nim'\nname = '{name}'\nadapter = '{adapter}'\n")
    };
    for (out, name, adapter, told) in [
        ("g", "A", "x", "capitals"),
        ("{adapter}.zarr", "b", "X", "capitals"),
        ("t/{adapter}", "b", "x/v", "it lies within t/x"),
        ("{adapter}", "b", "..", "the name of a table"),
    ] {
        let jobs = job("a", "x") + &job(name, adapter);
        let error = parse(&format!("out = '{out}'\nbox = 9\n{jobs}")).expect_err(told).to_string();
        assert!(error.contains(told), "{out} {name} {adapter}: {error}");
    }
}

/// Catches a sweep that is refused as a whole since the tile of one of its tables is cut to its domain.
#[test]
fn shards_are_cut_to_small_domains() {
    let text = "out = 'g'\ngame = 'nim'\ntile = 64\nshard = 128\n";
    let batch = parse(&format!("{text}box = [50, 64, 100, 500]")).expect("jobs");
    let files = |job: &super::BatchJob| job.sharding.expect("as asked").files(&job.plan);
    assert_eq!(batch.jobs.iter().map(files).collect::<Vec<_>>(), [1, 1, 1, 16]);
    let wrong = parse(&format!("{text}box = [50, 500]").replace("128", "96")).expect_err("96");
    assert!(wrong.to_string().contains("give a multiple of 64"), "{wrong}");
}
