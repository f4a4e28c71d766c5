//! `grundytab games`

use anyhow::Result;
use grundytab::ruleset::catalogue::ENTRIES;

use super::output::print;

pub fn run() -> Result<()> {
    for entry in ENTRIES {
        print(format!(
            "{}\n    {}\n    example: {}\n    source:  {}",
            entry.notation, entry.moves, entry.example, entry.source
        ))?;
    }
    print(
        "A path that ends in .toml is read as a file with the same fields, as in\n    \
         game = \"vector\"\n    rays = [[1, 0], [0, 1]]\n    alter = [[1, 2]]\n    \
         terminal = [[0, 3]]\n    block = 2\n\
         Other fields: set (subtraction), edges (digraph), heaps, positive (euclid), left, right,\n\
         alter-left and alter-right (partizan).",
    )
}
