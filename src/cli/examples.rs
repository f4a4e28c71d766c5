//! Examples of every command, which `--help` shows behind its flags. A test runs them all.

use clap::Command;
use clap::builder::StyledStr;

/// The commands in the order of `--help`, each with lines and what they do.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "tabulate",
        &[
            (
                "tabulate wythoff --box 1024 --out wythoff.zarr",
                "Grundy values, all heaps below 1024",
            ),
            ("tabulate triangle --tokens 200 --out triangle.zarr", "at most 200 tokens in all"),
            (
                "tabulate wythoff+block=4 --box 1024 --quantity palaces --out blocking.zarr",
                "how many options are P-positions, where four may be blocked",
            ),
            ("tabulate wythoff --box 100000 --dry-run", "what it would take"),
        ],
    ),
    (
        "batch",
        &[
            ("batch jobs.toml", "all of them; what is complete is skipped"),
            ("batch jobs.toml --status", "how far the jobs are"),
        ],
    ),
    (
        "verify",
        &[
            ("verify wythoff.zarr", "checksums, a sample of positions, and theorems"),
            ("verify --full wythoff.zarr", "every position, which proves the table"),
            ("verify wythoff.zarr --claim 'g <= x + y'", "a conjecture of your own"),
        ],
    ),
    (
        "query",
        &[
            ("query wythoff.zarr 3,5 '(4, 6)'", "values, outcomes and winning moves"),
            ("query wythoff.zarr 4,6 --options", "all options with their values"),
            ("query wythoff.zarr 2,3 --graph 2 > graph.dot", "a graph that Graphviz draws"),
        ],
    ),
    (
        "analyze",
        &[
            ("analyze wythoff.zarr", "values, layers, periods, beams"),
            ("analyze wythoff.zarr --law 'g == x + y'", "on which share of the positions"),
        ],
    ),
    (
        "list",
        &[(
            "list wythoff.zarr 'p and x <= y' --limit 20",
            "the first positions for which it is true",
        )],
    ),
    (
        "sum",
        &[(
            "sum wythoff.zarr@3,5 wythoff.zarr@1,4",
            "a disjunctive sum: its value and winning moves",
        )],
    ),
    (
        "render",
        &[
            ("render wythoff.zarr --out wythoff.png", "the whole table"),
            ("render wythoff.zarr --region 10..60,20..80 --out part.png", "a part of it"),
            ("render triangle.zarr --plane sum=60 --out layer.png", "all positions with 60 tokens"),
        ],
    ),
    ("view", &[("view wythoff.zarr", "a page in the browser, until ctrl-C")]),
    (
        "diff",
        &[
            ("tabulate maharaja --box 1024 --out maharaja.zarr", "another game"),
            ("diff wythoff.zarr maharaja.zarr", "where it has other values"),
            ("diff wythoff.zarr maharaja.zarr --as outcome --out diff.zarr", "other P-positions"),
        ],
    ),
    (
        "export",
        &[
            ("export wythoff.zarr --format npy --out wythoff.npy", "an array for NumPy"),
            (
                "export wythoff.zarr --format bfile --along x=3 --offset 0 --terms 60 --out -",
                "a sequence for the OEIS",
            ),
            (
                "export wythoff.zarr --format p-positions --up-to-symmetry --out pairs.csv",
                "one of (1, 2) and (2, 1), and so on",
            ),
        ],
    ),
    ("info", &[("info wythoff.zarr", "the game, the domain, the totals")]),
    (
        "prove",
        &[
            ("prove wythoff", "its P-positions, for all heap sizes"),
            ("prove nim --numeration base:2 --values 3", "the positions of values 0 to 3"),
            ("prove --from wythoff.zarr", "guessed from a table that is there"),
            ("prove wythoff --certificate wythoff.json", "the theorem as a document"),
            ("prove --check wythoff.json", "is it true? decided by another method"),
        ],
    ),
    (
        "decide",
        &[
            (
                "decide 'exists x, y: p[wythoff](x, y) and x > 0 and y == 2*x'",
                "is there such a P-position? (1, 2)",
            ),
            (
                "decide --game wythoff 'p and x < y implies x == floor_phi(y - x)'",
                "a claim about all positions of the game",
            ),
        ],
    ),
    ("games", &[("games", "the notation of all games, with examples")]),
    ("theorems", &[("theorems", "what is proved or checked of them, and where")]),
    ("devices", &[("devices", "what the GPU engine can run on")]),
    ("selftest", &[("selftest", "whether the engines agree on this machine")]),
    ("bench", &[("bench --quick", "whether everything works, on tiny sizes")]),
    (
        "completions",
        &[("completions bash > grundytab.bash", "source it, or put it where bash looks for them")],
    ),
    (
        "man",
        &[
            ("man > grundytab.1", "the page of the program"),
            ("man tabulate > grundytab-tabulate.1", "the page of a command"),
        ],
    ),
];

/// Adds the examples to the help of all commands, behind what a command says there itself.
pub fn added_to(mut program: Command) -> Command {
    for &(name, examples) in EXAMPLES {
        if program.find_subcommand(name).is_some() {
            program = program.mut_subcommand(name, |command| with_examples(command, examples));
        }
    }
    program
}

fn with_examples(command: Command, examples: &[(&str, &str)]) -> Command {
    let line = |(line, what): &(&str, &str)| format!("  grundytab {line}\n      {what}");
    let lines: Vec<String> = examples.iter().map(line).collect();
    let examples = format!("Examples:\n{}", lines.join("\n"));
    let behind = |own: Option<&StyledStr>| match own {
        Some(own) => format!("{own}\n\n{examples}"),
        None => examples.clone(),
    };
    let short = behind(command.get_after_help());
    let long = command.get_after_long_help().map(|own| behind(Some(own)));
    match long {
        Some(long) => command.after_help(short).after_long_help(long),
        None => command.after_help(short),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Arguments;

    /// Catches a new command without examples, and examples of a command that is no more.
    #[test]
    fn every_command_has_examples() {
        let program = Arguments::command();
        let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        for command in &commands {
            assert!(EXAMPLES.iter().any(|(name, _)| name == command), "{command} has no example");
        }
        for (name, examples) in EXAMPLES {
            assert!(commands.contains(name) && !examples.is_empty(), "there is no command {name}");
        }
    }
}
