//! `grundytab games`

use grundytab::ruleset::catalogue;

use super::failure::Result;
use super::output::print;

pub fn run() -> Result<()> {
    for entry in catalogue::entries() {
        print(format!(
            "{}\n    {}\n    example: {}\n    source:  {}",
            entry.notation, entry.moves, entry.example, entry.source
        ));
    }
    print(
        "A path that ends in .toml is read as a file with the same fields, as in\n    \
         game = \"vector\"\n    rays = [[1, 0], [0, 1]]\n    alter = [[1, 2]]\n    \
         terminal = [[0, 3]]\n    block = 2\n\
         The fields of each game:",
    );
    for (game, fields) in catalogue::toml_fields() {
        print(format!("    {game:<12} {}", fields.join(", ")).trim_end());
    }
    Ok(())
}
