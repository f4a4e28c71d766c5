//! Help, completions and manual pages: examples run as they are shown, and nothing is coloured that is no
//! terminal.

use std::fs;

use tempfile::TempDir;

use crate::{ends, grundytab, refuses, run, table, temporary};

/// Returns what a command line prints, which must succeed.
fn printed(line: &str) -> String {
    let output = grundytab(line).output().expect("runs");
    assert!(output.status.success(), "{line}");
    String::from_utf8(output.stdout).expect("text")
}

/// Lists the commands that `--help` names.
fn commands() -> Vec<String> {
    let help = printed("--help");
    let (_, list) = help.split_once("Commands:\n").expect("commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Catches an example that is refused, and a command whose help has none. Numbers after `--box` that are
/// larger than 100 become 100; what takes long, and what waits for ctrl-C, is not run.
#[test]
#[cfg(unix)]
fn examples_of_the_help_run_as_they_are_shown() {
    let folder = TempDir::new().expect("a folder");
    let jobs = "out = \"jobs.zarr\"\n[[job]]\nname = \"nim\"\ngame = \"nim\"\nbox = 20\n";
    fs::write(folder.path().join("jobs.toml"), jobs).expect("written");
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    let mut count = 0;
    for command in &commands {
        let help = printed(&format!("{command} --help"));
        let (_, examples) = help.split_once("\nExamples:\n").expect(command);
        let lines: Vec<&str> =
            examples.lines().filter_map(|line| line.strip_prefix("  grundytab ")).collect();
        assert!(!lines.is_empty(), "{command}");
        if ["bench", "selftest", "devices", "view"].contains(&command.as_str()) {
            continue;
        }
        for line in lines {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            for at in 1..words.len() {
                if words[at - 1] == "--box" {
                    let size: u32 = words[at].parse().expect(line);
                    words[at] = size.min(100).to_string();
                }
                if words[at - 1] == "--tokens" {
                    let size: u32 = words[at].parse().expect(line);
                    words[at] = size.min(70).to_string();
                }
            }
            let program = assert_cmd::cargo::cargo_bin!("grundytab");
            let line = format!("\"{}\" {}", program.display(), words.join(" "));
            let mut shell = std::process::Command::new("sh");
            let output =
                shell.args(["-c", &line]).current_dir(folder.path()).output().expect("runs");
            let stderr = String::from_utf8_lossy(&output.stderr);
            // The tables that `diff` compares are different.
            let expected = if words[0] == "diff" { 1 } else { 0 };
            assert_eq!(output.status.code(), Some(expected), "{line}: {stderr}");
            count += 1;
        }
    }
    assert!(count > 25, "{count}");
}

/// Catches a command that shells do not complete, and one without a manual page.
#[test]
fn completions_and_manual_pages_know_all_commands() {
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&format!("completions {shell}"));
        for command in &commands {
            assert!(script.contains(command), "{shell}, {command}");
        }
        assert!(script.contains("up-to-symmetry"), "{shell}");
    }
    let page = printed("man");
    for command in &commands {
        assert!(page.contains(&format!("grundytab\\-{command}(1)")), "{command}: {page}");
        let page = printed(&format!("man {command}"));
        assert!(page.contains(&format!(".TH grundytab-{command} 1")), "{page}");
        assert!(page.contains("Examples:"), "{page}");
    }
    let (directory, path) = temporary();
    run(&format!("man --out {}", directory.path().display()), &path);
    let files = fs::read_dir(directory.path()).expect("a folder").count();
    assert_eq!(files, commands.len() + 1, "a page for each command, and that of the program");
    let written = fs::read_to_string(directory.path().join("grundytab-tabulate.1"));
    assert_eq!(written.expect("a page"), printed("man tabulate"));
    refuses("man --out /nowhere", &path, "/nowhere");
    refuses("man chess", &path, "there is no such command; it is one of tabulate, ");
    ends(2, "completions tcsh", &path);
}

/// Catches escape sequences in what is piped, where colours are forbidden and where they are not.
#[test]
fn nothing_that_is_piped_is_coloured() {
    for line in ["--help", "query --help", "tabulate", "games", "verify nothing.zarr", "query --x"]
    {
        for (name, value) in [("NO_COLOR", "1"), ("TERM", "xterm-256color"), ("CLICOLOR", "1")] {
            let output = grundytab(line).env(name, value).output().expect("runs");
            let text = [output.stdout, output.stderr].concat();
            assert!(!text.is_empty() && !text.contains(&0x1b), "{line}, {name}");
        }
    }
}

/// Catches colours that cannot be asked for, or not be forbidden.
#[test]
fn colours_can_be_forced_and_forbidden() {
    let forced = |no_color: Option<&str>| {
        let mut command = grundytab("verify nothing.zarr");
        command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
        no_color.map(|value| command.env("NO_COLOR", value));
        command.output().expect("runs").stderr
    };
    assert!(forced(None).contains(&0x1b));
    assert!(!forced(Some("1")).contains(&0x1b));
}

/// Catches names that are nearly right and get no suggestion, suggestions that are far from what was typed, and
/// the help of the program where that of a command is wanted.
#[test]
fn what_was_probably_meant_is_asked() {
    let (directory, table) = table("nim:1 --box 9");
    let jobs = directory.path().join("jobs.toml");
    fs::write(&jobs, "out = 'g'\ngame = 'nim'\nbox = 9\nquantty = 'outcome'\n").expect("written");
    for (line, meant, help) in [
        ("tabulat nim", "tabulate", "see grundytab --help"),
        ("tabulate nim --bx 4", "--box", "see grundytab tabulate --help"),
        ("render {} --pallete hue", "--palette", "see grundytab render --help"),
        ("--verbos query", "--verbose", "see grundytab "),
        ("tabulate nim --box 4 --quantity grunty", "grundy", "see grundytab tabulate --help"),
        ("verify {} --only integritty", "integrity", "see grundytab verify --help"),
        ("tabulate wythof --box 4 --discard", "wythoff", "the games are nim, "),
        ("tabulate nim+blok=2 --box 4 --discard", "block", "the modifiers are "),
        ("tabulate subtraction:fibonaci-odd --box 4 --discard", "fibonacci-odd", "a set is "),
        ("prove nim --numeration fibonaci", "fibonacci", "the numerations are "),
        ("render {} --out x.png --palette residu:3", "residue:M", "it is one of "),
        ("decide --theorem wythoff-mx", "wythoff-mex", "it is one of "),
        ("verify {} --claim tokns>=0", "tokens", "the names are "),
        ("verify {} --claim floor_fi(x)>=0", "floor_phi", "the functions are "),
        ("decide floor_fi(3)>=0", "floor_phi", "the functions are "),
        ("man tabulat", "tabulate", "it is one of "),
        ("tabulate nim --box 4", "", "see grundytab tabulate --help"),
        ("query {} --chess", "", "see grundytab query --help"),
        ("--json info {}", "", "it goes after the command; see grundytab info --help"),
        ("export {}", "", "see grundytab export --help"),
        ("chess", "", "see grundytab --help"),
        ("tabulate chess --box 4 --discard", "", "the games are nim, "),
    ] {
        let (_, stderr) = ends(2, line, &table);
        let asked = if meant.is_empty() { help } else { &format!("did you mean {meant}? {help}") };
        assert!(stderr.contains(asked), "{line}: {stderr}");
        assert_eq!(stderr.contains("did you mean"), !meant.is_empty(), "{line}: {stderr}");
    }
    let (_, _, stderr) = run("batch {}", &jobs);
    assert!(stderr.contains("did you mean quantity? "), "{stderr}");
}

/// Catches a report of a fault that does not tell what the program was built for, and a version that says more than its
/// number to programs that read it.
#[test]
fn the_version_says_what_was_built() {
    let number = format!("grundytab {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(printed("--version"), number);
    let told = printed("--version --verbose");
    assert_eq!(printed("-vV"), told);
    assert!(told.starts_with(&number), "{told}");
    for key in ["commit: ", "target: ", "features: "] {
        assert!(told.lines().any(|line| line.starts_with(key)), "{key} is not in {told}");
    }
}
