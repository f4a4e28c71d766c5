//! Bytes from anywhere: what reads them refuses them or is right, and never panics.
//!
//! Each target tries mutations of good inputs for a second. By hand, an hour in all, and with little
//! memory, so that an input that takes more of it fails too:
//!
//! ```text
//! ulimit -v 4000000
//! GRUNDYTAB_SEED=$RANDOM GRUNDYTAB_FUZZ_SECONDS=600 cargo test --release --lib tests::fuzz -- --nocapture --test-threads 1
//! ```

mod certificates;
mod tables;

use crate::analyses::expression::{Condition, NumberExpression};
use crate::proofs::decide::Sentence;
use grundytab::engine::cpu::CpuEngine;
use grundytab::ruleset::catalogue;
use grundytab::table::{OtherTables, TableReader, TableWriter};
use grundytab::{Control, Plan, Ruleset, tabulate};

use crate::tests::common::mutation::fuzz;

fn seeds(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// What is read as a game has a text that is read as the same game.
fn check_game(game: Result<Ruleset, grundytab::InvalidInput>) {
    match game {
        Ok(game) => assert_eq!(Ruleset::parse(&game.to_string()), Ok(game)),
        Err(error) => assert!(error.to_string().chars().count() < 4000, "{error}"),
    }
}

#[test]
fn notation() {
    let examples: Vec<String> =
        catalogue::entries().map(|entry| entry.example.to_string()).collect();
    let mut games: Vec<&str> = examples.iter().map(String::as_str).collect();
    games.extend([
        "subtraction:1,2+heaps=3+block=1",
        "wythoff+alter=1,1/3,5+terminal=2,9+block=4",
        "partizan:1,0:0,1+terminal=0,0+alter-right=1,0",
        "digraph:XY/YX/ZZ+heaps=3",
    ]);
    let words =
        ["+alter=", "+block=", "+heaps=", "+terminal=", "+positive", "+alter-left=", "XY", "nim:"];
    fuzz("notation", &seeds(&games), &words, |bytes| {
        check_game(Ruleset::parse(&String::from_utf8_lossy(bytes)));
    });
}

#[test]
fn toml_files() {
    let files = [
        "game = \"vector\"\nrays = [[1, 0], [0, 1], [1, 1]]\nalter = [[1, 2], [2, 1]]\nblock = 2\n",
        "game = 'subtraction'\nset = [2, 5, 8]\nheaps = 2\n",
        "game = 'octal'\ncode = '0.77'\n",
        "game = 'digraph'\nedges = ['XY', 'YX', 'ZZ']\n",
        "game = 'partizan'\nleft = [[1, 0]]\nright = [[0, 1]]\nalter-left = [[3, 3]]\nterminal = [[0, 0]]\n",
        "game = \"euclid\"\npositive = true\n",
    ];
    let words = ["game", "rays = ", "alter = ", "block = ", "[[", "]]", "[game]", "\"\"\"", "= "];
    fuzz("toml_files", &seeds(&files), &words, |bytes| {
        check_game(Ruleset::from_toml("game.toml", &String::from_utf8_lossy(bytes)));
    });
}

#[test]
fn expressions() {
    let plan = Plan::parse("wythoff", "8x8", "grundy").expect("a plan");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("other.zarr");
    let writer = TableWriter::options(&plan).create(&path).expect("a table");
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("tabulated");
    let partner = TableReader::open(&path).expect("a table");
    let texts = [
        "if(p[other], g[other](x + 1, y), p + (x < y)) == 1 and p[other](y, x)",
        "not p or 0 <= x <= y < 2*x and tokens == sum(x, y, 0)",
        "g(x - 1, y) - other(x, y + 1) != -12 % gcd(x, y) ^ xor(x, y)",
        "g == x ^ y",
        "p implies 2*max(x, y) >= 3*min(x, y) && !(g != 0) || abs(x - y) % 3 < 2",
        "implies(x > 0, y / x > 1)",
        "floor_phi(x) + floor_phi2(y) >= other",
        "x > 0 implies y > 0 implies g <= x + y",
        "floor((1 + sqrt 13) / 2 * x) - floor(y / phi) > x & 3 | y << 1 >> 2",
    ];
    let words = [
        "implies",
        "floor_phi(",
        "max(",
        "min(",
        "if(",
        "[other]",
        "&&",
        "||",
        "!",
        "^",
        "==",
        "other",
        "not ",
        " and ",
        "g(",
        "9223372036854775807",
        ", ",
        "zeckendorf_shift(",
        "floor(",
        "sqrt ",
        "phi",
        "&",
        "<<",
    ];
    fuzz("expressions", &seeds(&texts), &words, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        for others in [OtherTables::default(), OtherTables::partner(Some(&partner))] {
            let condition = Condition::parse(&text, plan.job(), &others);
            let number = NumberExpression::parse(&text, plan.job(), &others);
            // A condition is a number too, and a message is a line of bounded length.
            assert!(condition.is_err() || number.is_ok(), "{text}");
            for error in condition.err().into_iter().chain(number.err()) {
                assert!(error.to_string().chars().count() < 4000, "{error}");
            }
        }
    });
}

/// Sentences are only read: to decide what passes may take long.
#[test]
fn sentences() {
    let texts = [
        "forall x, y: p[wythoff](x, y) iff exists n: x == floor_phi(n) and y == floor_phi2(n)",
        "exists n: g[nim](n - 1, 2*n) == 3 or n / 3 % 2 < abs(n - 5)",
        "not forall a: zeckendorf_zeros(a) % 2 == 0 implies fibonacci_word(a + 1) == 1",
        "p[nim:3, misere](x, y, z) == (x ^ y ^ z == 0)",
        "floor((1 + sqrt 13) / 2 * x - y) == floor(y / (2 - sqrt(13))) or x & 3 == y | 1",
    ];
    let words = [
        "forall x: ",
        "exists y, z: ",
        "iff",
        "p[wythoff](",
        "abs(",
        "min(",
        " - ",
        "/ 3",
        "% 2",
        "[",
        "]",
        ":",
        "not ",
        " and ",
        "9223372036854775807",
        "floor_phi(",
        "xor(",
        "g[nim](",
        "floor(",
        "sqrt(2)",
        "phi",
        "|",
    ];
    fuzz("sentences", &seeds(&texts), &words, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if let Err(error) = Sentence::parse(&text) {
            assert!(error.to_string().chars().count() < 4000, "{error}");
        }
    });
}
