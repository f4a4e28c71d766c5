//! `grundytab info`

use std::path::PathBuf;

use crate::analyses::play::Mover;
use clap::Args;
use grundytab::engine::{RulesFilling, filling_of_rules};
use grundytab::invalid_input::shortened;
use grundytab::ruleset::Method;
use grundytab::table::{Attributes, TableReader};
use grundytab::wording::{bytes_text, counted, joined};
use grundytab::{PlaceholderValue, Plan, Position, Ruleset, ValueType};
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::game::{Alteration, clauses_in_words, in_rows};
use super::output::{self, print_json, print_rows, shown_text};

/// Characters of a placeholder's value that are shown.
const LONGEST_PLACEHOLDER: usize = 60;

/// Print what a table holds.
#[derive(Args)]
pub struct InfoArgs {
    /// The table.
    pub path: PathBuf,
}

/// The attributes of a table, and how it is stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct InfoReport<'a> {
    #[serde(flatten)]
    attributes: &'a Attributes,
    /// The sides of the array.
    shape: &'a [u32],
    /// The sides of a tile, which is a chunk.
    tile_shape: &'a [u32],
    /// How many tiles.
    tiles: u64,
    /// The sides of a shard; `None` if each chunk is a file.
    shard_shape: Option<Vec<u32>>,
    /// How many files of chunks exist.
    files_on_disk: usize,
    /// The type in which the values are stored.
    value_type: ValueType,
    /// How the chunks are compressed: `blosc`, `zstd` or `none`.
    codec: &'static str,
    /// The bytes of the files of chunks.
    bytes_on_disk: u64,
    /// How many positions can be read: fewer than there are in an unfinished table; `None` if values are wrong.
    positions_there: Option<u64>,
    /// Whether at every position, of any heap sizes, both players have moves or neither has; true of impartial games;
    /// `None` where it is not known, of partizan games whose rules are written.
    dicot: Option<bool>,
    /// A position at which one player alone has a move; `None` if there is none, or none is known.
    one_sided_at: Option<Position>,
    /// How the CPU engine fills a table of this game, if its rules are written: `family` by the method of the game that
    /// they are recognised as, `lines` along the lines of the moves, `marks` by the marks of P-positions, `options` by the
    /// options of each position; `None` for other games.
    filled_by: Option<&'static str>,
    /// In which way the options of each clause of written rules are found.
    clauses: Vec<String>,
    /// The game of another family that has the same positions and moves, if rules that are written were recognised as
    /// one; `None` otherwise.
    recognised_as: Option<String>,
    /// For each player with rays and altered vectors what these do to the moves.
    alterations: Vec<Alteration>,
}

impl Command for InfoArgs {
    const NAME: &'static str = "info";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[("info wythoff.zarr", "the game, the domain, the totals")];

    fn run(&self, flags: &Flags) -> Result<()> {
        let table = TableReader::open_any(&self.path)?;
        let (plan, attributes) = (table.plan(), table.attributes());
        let there = positions_there(&table)?;
        let codec = table.codec().name();
        let files = table.chunk_files()?;
        let sharding = table.sharding();
        let shard_shape = (!sharding.is_none()).then(|| sharding.shard_shape(plan));
        let game = plan.job().ruleset();
        let one_sided = game.partizan_game().map(|game| {
            let found = game.one_sided_position();
            found.map(|(mover, at)| (mover, plan.job().domain().position(at)))
        });
        let filling = Filling::of(plan);
        let on_disk: u64 = files.iter().map(|(_, bytes)| bytes).sum();
        if flags.json {
            print_json(&InfoReport {
                attributes,
                shape: plan.job().domain().shape(),
                tile_shape: plan.tiling().chunk_shape(),
                tiles: plan.tiling().count(),
                shard_shape,
                files_on_disk: files.len(),
                value_type: plan.value_type(),
                codec,
                bytes_on_disk: on_disk,
                positions_there: there,
                dicot: match one_sided {
                    Some(found) => Some(found.is_none()),
                    None => (!game.is_partizan()).then_some(true),
                },
                one_sided_at: one_sided.flatten().map(|(_, at)| at),
                filled_by: filling.as_ref().map(Filling::name),
                clauses: clauses_in_words(plan),
                recognised_as: filling.as_ref().and_then(Filling::recognised_as),
                alterations: Alteration::of(game),
            });
            return Ok(());
        }
        let dicot = one_sided.map(|found| match found {
            None => "yes: for all heap sizes both players have moves, or neither has".into(),
            Some((mover, at)) => {
                let who = if mover == Mover::Left { "Left" } else { "Right" };
                format!("no: at {at} {who} alone has a move")
            }
        });
        let totals = match (attributes.totals, there) {
            (Some(totals), _) if attributes.difference.is_some() => {
                counted(totals.sum, "differing position")
            }
            (Some(totals), _) => output::totals(&totals),
            (None, there) => {
                let there = there.map(|there| format!(", {there} positions are there"));
                let there = there.unwrap_or_default();
                format!("unknown, the table is incomplete: its run has not finished{there}")
            }
        };
        let times = |count: usize| match count {
            0 => None,
            1 => Some("once".into()),
            count => Some(format!("{count} times")),
        };
        let repairs = attributes.interruptions.iter().filter(|one| one.is_repair()).count();
        let interruptions = times(attributes.interruptions.len() - repairs);
        let difference = attributes.difference.as_ref().map(|compared| {
            let (quantity, first) = (compared.quantity.values_name(), &compared.first);
            let second = &compared.second;
            format!(
                "of {quantity}: true where {first} and {second} differ; the game is the first one's"
            )
        });
        let altered: Vec<_> = Alteration::of(game).iter().map(Alteration::text).collect();
        let (domain, convention) = (plan.job().domain(), attributes.convention.play());
        let positions = counted(domain.positions(), "position");
        let shards = shard_shape.map(|shape| format!(", shards of {}", joined(shape, "x")));
        let array = format!(
            "{} of {}, tiles of {} ({codec}, crc32c){}",
            joined(domain.shape(), "x"),
            plan.value_type(),
            joined(plan.tiling().chunk_shape(), "x"),
            shards.unwrap_or_default(),
        );
        let (bytes, found) = (bytes_text(on_disk), files.len());
        let disk = format!("{bytes} in {found} of {}", counted(sharding.files(plan), "file"));
        let adapter = attributes.adapter.as_ref().map(|name| format!(" on {name}"));
        let (program, engine) = (&attributes.program, &attributes.engine);
        let computed = format!("{program}, engine {engine}{}", adapter.unwrap_or_default());
        let rows =
            [("difference", difference), ("game", Some(joined(game.shown_in_lines(), "\n")))];
        print_rows(rows.into_iter().chain(altered.into_iter().map(|text| ("altered", Some(text)))));
        print_rows([
            ("dicot", dicot),
            ("filled", filling.map(|filling| filling.text())),
            ("clauses", in_rows(&clauses_in_words(plan))),
            ("comment", attributes.notes.comment.as_deref().map(in_lines)),
            ("source", attributes.notes.source.as_deref().map(in_lines)),
            ("placeholders", placeholders(attributes)),
            ("domain", Some(format!("{domain} ({positions})"))),
            ("quantity", Some(format!("{}, {convention}", attributes.quantity))),
            ("totals", Some(totals)),
            ("array", Some(array)),
            ("disk", Some(disk)),
            ("computed by", Some(computed)),
            ("interrupted", interruptions.map(|times: String| times + ", and resumed")),
            ("repaired", times(repairs)),
        ]);
        Ok(())
    }
}

/// Writes what the placeholders of a batch were, if there were any.
fn placeholders(attributes: &Attributes) -> Option<String> {
    let value = |(key, value): (&String, &PlaceholderValue)| match value {
        PlaceholderValue::Number(number) => format!("{key} = {number}"),
        PlaceholderValue::Text(text) => format!("{key} = {}", shortened(text, LONGEST_PLACEHOLDER)),
    };
    let all = &attributes.notes.placeholders;
    (!all.is_empty()).then(|| joined(all.iter().map(value), ", "))
}

/// Returns a note without what controls a terminal.
fn in_lines(note: &str) -> String {
    joined(note.lines().map(|line| shown_text(line.trim_end())), "\n")
}

/// How a table of a game is filled whose rules are written.
enum Filling<'a> {
    /// By the method of a game of another family, which is the same one.
    Family(&'a Ruleset),
    /// By a method for rules. There may be a game of another family that is
    /// the same one, and has no method for what is tabulated.
    Rules { filling: RulesFilling, family: Option<&'a Ruleset> },
}

impl<'a> Filling<'a> {
    /// Tells it; `None` for games of other families.
    fn of(plan: &'a Plan) -> Option<Self> {
        let family = plan.job().ruleset().written_ruleset()?.family();
        match (plan.job().method(), family) {
            (Method::Clauses(game), family) => {
                Some(Filling::Rules { filling: filling_of_rules(plan, game), family })
            }
            (_, Some(family)) => Some(Filling::Family(family)),
            (_, None) => None,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Filling::Family(_) => "family",
            Filling::Rules { filling: RulesFilling::AlongLines, .. } => "lines",
            Filling::Rules { filling: RulesFilling::ByMarks, .. } => "marks",
            Filling::Rules { filling: RulesFilling::OptionByOption, .. } => "options",
        }
    }

    fn recognised_as(&self) -> Option<String> {
        match self {
            Filling::Family(game) => Some(game.to_string()),
            Filling::Rules { family, .. } => family.map(Ruleset::to_string),
        }
    }

    fn text(&self) -> String {
        match self {
            Filling::Family(game) => format!("recognised as {}, the same game", game.shown()),
            Filling::Rules { filling, family } => {
                let how = match filling {
                    RulesFilling::AlongLines => "along lines",
                    RulesFilling::ByMarks => "by the marks of P-positions",
                    RulesFilling::OptionByOption => "option by option",
                };
                let recognised = family.map(|game| {
                    let game = game.shown();
                    format!("; recognised as {game}, which has no method for this quantity")
                });
                format!("{how}, by the rules{}", recognised.unwrap_or_default())
            }
        }
    }
}

/// Counts the positions of a table that can be read; `None` if its run has found that values are wrong.
fn positions_there(table: &TableReader) -> Result<Option<u64>> {
    if table.attributes().wrong.is_some() {
        return Ok(None);
    }
    Ok(Some(TableReader::open_any(table.path())?.as_far_as_stored()?.positions_there()))
}
