//! `grundytab theorems`

use grundytab::theorem::all;
use serde_json::{Value, json};

use super::args::TheoremsArgs;
use super::failure::Result;
use super::game;
use super::output::{print, print_json};

pub fn run(args: &TheoremsArgs) -> Result<()> {
    if args.json {
        let theorems: Vec<Value> = all()
            .map(|theorem| {
                json!({
                    "name": theorem.name,
                    "games": theorem.games.to_string(),
                    "subject": theorem.subject.to_string(),
                    "convention": theorem.convention,
                    "statement": theorem.statement,
                    "source": theorem.source,
                    "known": theorem.known.to_string(),
                })
            })
            .collect();
        print_json(&json!({ "theorems": theorems }));
        return Ok(());
    }
    for theorem in all() {
        let misere = game::convention_suffix(theorem.convention);
        print(format!(
            "{}\n    {}: {}{misere}\n    {}\n    source: {}\n    known:  {}",
            theorem.name,
            theorem.games,
            theorem.subject,
            theorem.statement,
            theorem.source,
            theorem.known
        ));
    }
    Ok(())
}
