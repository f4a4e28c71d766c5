//! The gallery of the documentation says how its tables are made.

use crate::jobs::batch::Batch;
use grundytab::{Domain, GameFile, Ruleset};

/// Catches a command of the gallery that makes another table than the batch file does, by which the
/// pictures are made.
#[test]
fn tables_of_the_gallery_are_those_of_its_batch_file() {
    let text = include_str!("../../../../docs/gallery/jobs.toml");
    let batch = Batch::parse("jobs.toml", text, &|game| Ruleset::parse(game).map(GameFile::from))
        .expect("jobs");
    let gallery = include_str!("../../../../docs/gallery.md");
    let commands = gallery.lines().filter_map(|line| line.strip_prefix("    grundytab tabulate "));
    let mut names: Vec<&str> = Vec::new();
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let after =
            |flag: &str| words.windows(2).find_map(|pair| (pair[0] == flag).then_some(pair[1]));
        let name = after("--out").and_then(|out| out.strip_suffix(".zarr")).expect(command);
        let found = batch.jobs.iter().find(|job| job.name == name).expect(command);
        let job = found.plan.job();
        let heaps = job.ruleset().heaps();
        let domain = match (after("--box"), after("--tokens")) {
            (Some(side), _) => Domain::parse(side, heaps),
            (None, tokens) => Domain::parse(&format!("tokens {}", tokens.expect(command)), heaps),
        };
        let quantity = after("--quantity").unwrap_or("grundy");
        assert_eq!(Ruleset::parse(words[0]).as_ref(), Ok(job.ruleset()), "{command}");
        assert_eq!(domain.as_ref(), Ok(job.domain()), "{command}");
        assert_eq!(quantity, job.quantity().name(), "{command}");
        names.push(name);
    }
    assert_eq!(names.len(), batch.jobs.len(), "{names:?}");
}
