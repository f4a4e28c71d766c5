//! Games of the literature whose rules are written as clauses, and games whose moves lead to sums of positions.

use std::sync::LazyLock;

/// A game, as the page lists it: a line of `literature.tsv`.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Where it is studied; empty if no source is known.
    pub source: &'static str,
    /// The game in the notation of `grundytab games`.
    pub game: &'static str,
    /// The numeration that is tried; `None` if these are those that `grundytab prove` tries.
    pub numeration: Option<&'static str>,
    /// The largest Grundy value, if values are proved and not P-positions.
    pub values: Option<u32>,
    /// What its source proves of the P-positions, where the program does not or says it in other words.
    pub theorem: Option<&'static str>,
    /// Why no automaton accepts them, where that is known and the program cannot find it out.
    pub none: Option<&'static str>,
}

/// All of them.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let lines = include_str!("literature.tsv").lines().skip(1);
    let read = |line: &'static str| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (name, source, game, numeration) = (cell(), cell(), cell(), cell());
        let values = cell().parse().ok();
        let [numeration, theorem, none] =
            [numeration, cell(), cell()].map(|cell| (!cell.is_empty()).then_some(cell));
        Entry { name, source, game, numeration, values, theorem, none }
    };
    lines.map(read).collect()
});

/// Returns what is listed of a game.
pub fn entry(game: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.game == game)
}

/// Returns the games whose P-positions are sought, or those whose values are.
pub fn games(by_values: bool) -> Vec<String> {
    let entries = ENTRIES.iter().filter(|entry| entry.values.is_some() == by_values);
    entries.map(|entry| entry.game.to_owned()).collect()
}
