//! The page of `bench --web` in a real browser, headless Chromium, driven by `tests/web.py`: there Tint compiles the
//! shaders and SwiftShader runs them, which share nothing with naga, wgpu and Mesa. They bear witness to the shaders
//! independently of all other tests.
//!
//! `GRUNDYTAB_NO_BROWSER_TESTS=1` leaves all of this out. What takes long is left out unless `GRUNDYTAB_WITNESSES=1`
//! is set: every pipeline, and runs of every kind of kernel.

use std::fs;
use std::path::Path;

use crate::common::kernels::{KERNELS, SEVERAL_BUFFERS};
use crate::common::python::{printed_by, python_program};
use assert_cmd::cargo::cargo_bin_cmd;
use grundytab::Plan;
use grundytab::engine::gpu::{Expected, Recording, USUAL_BINDING_BYTES};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Small tables of several blocks or workgroups each: every kernel, in its variants.
const RUNS: [(&str, &str, &str); 22] = [
    ("wythoff", "300x330", "grundy"),
    ("wythoff", "320x320", "grundy misere"),
    ("nim:3", "20x60x50", "grundy"),
    ("wythoff+alter=1,1/2,2/0,1/3,5+terminal=3,4", "170x166", "grundy"),
    // More rays than are constants of the shader.
    ("vector:1,0/0,1/1,1/1,2/2,1/1,3/3,1/2,3/3,2", "150x160", "grundy"),
    ("wythoff+block=4", "390x370", "palaces"),
    ("nim:2", "tokens 120", "outcome misere"),
    ("maharaja+block=3", "170x150", "palaces"),
    ("wythoff+points=3/-7/2", "280x270", "score"),
    ("wythoff+points=2/-1/3+alter=1,1/5,5/0,2/7,4:9+terminal=3,4", "150x146", "score"),
    ("partizan:1,0/0,1:1,1/2,1", "270x240", "outcome-class"),
    ("partizan:1,0/0,1:1,1/2,1+points-left=3/-1", "170x140", "score-left"),
    ("partizan:2,0/0,1:1,1+alter-left=6,0/1,4:5+alter-right=2,2", "140x150", "score-right"),
    ("triangle", "tokens 80", "grundy"),
    ("digraph:XY/YX", "tokens 300", "grundy"),
    ("digraph:XX/YZ/ZY", "tokens 54", "outcome"),
    ("euclid", "240x250", "grundy"),
    ("fibonacci", "290x280", "grundy"),
    (
        "rules: positions x != y; (x - k, y) for 1 <= k <= x; (x, y / 2) if y > 0",
        "170x150",
        "grundy",
    ),
    ("rules: grade x; (x - k, k) for 1 <= k <= min(x, 3 * y)", "120x120", "outcome misere"),
    ("rules: (x - k) for 1 <= k <= x if gcd(x, k) == 1", "900", "grundy"),
    (
        "rules: left: (x - k, y / 2) for 1 <= k <= x pays k; right: (x / 3, y - k) for 1 <= k <= y pays -k % 7",
        "90x80",
        "score-right",
    ),
];

/// Whether a variable of the environment is 1.
fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value == "1")
}

/// Whether tests in a browser are left out, which is then said.
fn browser_tests_are_off(what: &str) -> bool {
    let are_off = is_set("GRUNDYTAB_NO_BROWSER_TESTS");
    if are_off {
        eprintln!("NOT RUN: {what}, because GRUNDYTAB_NO_BROWSER_TESTS=1 is set");
    }
    are_off
}

/// Whether tests that take long are run; if not, this is said.
fn witnesses_are_wanted(what: &str) -> bool {
    let are_wanted = is_set("GRUNDYTAB_WITNESSES");
    if !are_wanted {
        eprintln!("NOT RUN: {what}, because GRUNDYTAB_WITNESSES=1 is not set");
    }
    are_wanted
}

/// Writes the page with tiny sizes.
fn page() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = cargo_bin_cmd!("grundytab");
    command.args(["bench", "--quick", "--web"]).arg(folder.path()).assert().success();
    folder
}

/// Runs a part of `tests/web.py`.
fn run(part: &str, folder: &Path) {
    let mut command = python_program("web.py");
    command.arg(part).arg(folder);
    // For people who want to look.
    command.args(std::env::var_os("GRUNDYTAB_SCREENSHOTS"));
    let printed = printed_by(&mut command);
    print!("{printed}");
    assert!(printed.ends_with("all is right\n"), "{printed}");
}

/// Records the run of a table that hands back values, or totals alone.
fn recording(plan: &Plan, with_values: bool, binding_bytes: u64) -> Recording {
    let record = if with_values { Recording::of_values } else { Recording::of_totals };
    record(plan, binding_bytes).expect("a recording")
}

fn plan((game, domain, quantity): (&str, &str, &str)) -> Plan {
    Plan::parse(game, domain, quantity).expect("a plan")
}

/// Returns at most this many plans of random rules that the GPU engine takes.
fn random_rules(count: usize) -> Vec<Plan> {
    let cases = printed_by(python_program("random_rules.py").args(["5", &count.to_string()]));
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("a case");
        let text = |key: &str| case[key].as_str().expect("a text").to_owned();
        let plan = Plan::parse(&text("rules"), &text("domain"), &text("quantity")).ok()?;
        Recording::of_values(&plan, USUAL_BINDING_BYTES).ok().map(|_| plan)
    };
    let plans: Vec<Plan> = cases.lines().filter_map(case).collect();
    assert!(plans.len() > count / 2, "{} plans", plans.len());
    plans
}

/// Catches a page that shows wrong results as right or right ones as wrong, that gives up after a fault, that does not
/// say what to do without WebGPU, or asks others for anything; and shaders that are wrong outside wgpu.
#[test]
#[ignore = "every night"]
fn the_page_works_in_a_browser() {
    if browser_tests_are_off("the page of bench --web in a browser") {
        return;
    }
    run("page", page().path());
}

/// Catches a shader that naga takes and another compiler does not.
#[test]
#[ignore = "every night"]
fn another_compiler_takes_every_shader() {
    if browser_tests_are_off("the shaders in a browser") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let described = |name: String, recording: &Recording| {
        let names = recording.entry_points.iter().map(|entry_point| entry_point.name);
        let entry_points: Vec<_> = names.chain(["gather", "scatter"]).collect();
        let constants = [0, 1].map(|replays| {
            let mut constants = recording.constants.clone();
            constants.insert("REPLAYS", replays);
            constants
        });
        let shader = &recording.shader;
        json!({ "name": name, "shader": shader, "entry_points": entry_points, "constants": constants, "planted": "" })
    };
    let (several, bytes) = SEVERAL_BUFFERS;
    let tables =
        KERNELS.map(|table| (table, USUAL_BINDING_BYTES)).into_iter().chain([(several, bytes)]);
    let mut modules: Vec<Value> = tables
        .map(|(table, bytes)| {
            let with_values = bytes == USUAL_BINDING_BYTES;
            described(format!("{table:?}"), &recording(&plan(table), with_values, bytes))
        })
        .collect();
    let all =
        witnesses_are_wanted("the pipelines of all shaders in a browser, and rules by chance");
    if all {
        modules.extend(random_rules(50).iter().map(|plan| {
            described(plan.job().ruleset().to_string(), &recording(plan, true, USUAL_BINDING_BYTES))
        }));
    }
    // naga takes this, and WGSL forbids it.
    let shader = "fn mixed(a: u32, b: u32, c: u32) -> u32 { return a | b << c; }";
    naga::front::wgsl::parse_str(shader).expect("naga is lenient");
    modules.push(json!({
        "name": "a shift without parentheses", "shader": shader, "entry_points": [], "constants": [],
        "planted": "parenthes",
    }));
    fs::write(folder.path().join("modules.json"), json!(modules).to_string()).expect("written");
    run(if all { "pipelines" } else { "modules" }, folder.path());
}

/// Catches a kernel that computes something else on another implementation of WebGPU: of those that hand back totals
/// alone always, and of all kinds if witnesses are wanted.
#[test]
#[ignore = "every night"]
fn every_kind_of_kernel_is_right_in_a_browser() {
    if browser_tests_are_off("kernels in a browser") {
        return;
    }
    let folder = page();
    let run_of = |table, with_values, bytes| {
        let plan: Plan = plan(table);
        let job = plan.job();
        json!({
            "job": format!("{table:?} {with_values}"),
            "title": format!("{} of {}, {}", job.quantity(), job.ruleset(), job.convention()),
            "domain": job.domain().to_string(),
            "size": 0,
            "recording": recording(&plan, with_values, bytes),
            "expected": Expected::compute(&plan, with_values, || Ok(())).expect("it runs"),
            "colours": [],
        })
    };
    let mut runs = vec![
        run_of(("triangle", "tokens 30", "grundy"), false, USUAL_BINDING_BYTES),
        run_of(("euclid", "90x80", "grundy"), false, USUAL_BINDING_BYTES),
    ];
    if witnesses_are_wanted("kernels of every kind in a browser") {
        runs.extend(RUNS.map(|table| run_of(table, true, USUAL_BINDING_BYTES)));
        let of_totals = [RUNS[0], RUNS[5], RUNS[8], RUNS[10]];
        runs.extend(of_totals.map(|table| run_of(table, false, USUAL_BINDING_BYTES)));
        let (several, bytes) = SEVERAL_BUFFERS;
        runs.push(run_of(several, false, bytes));
    }
    fs::write(folder.path().join("runs.json"), json!(runs).to_string()).expect("written");
    run("runs", folder.path());
}
