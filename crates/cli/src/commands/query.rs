//! `grundytab query`

use std::path::PathBuf;

use crate::analyses::play::{self, Answer, GameGraph, Mover, Options, ScoringMove, describe_move};
use clap::Args;
use grundytab::table::{TableError, TableReader};
use grundytab::wording::counted_as;
use grundytab::{Control, Convention, Error, Position, Quantity, Ruleset, Sum, ValueKind};
use rayon::prelude::*;
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::open_part;
use super::failure::Result;
use super::flag_values::{self, Heaps, number};
use super::option::option;
use super::output::{print, print_json};

/// The most positions of a game graph: programs that draw graphs take minutes for more.
const MOST_NODES: usize = 2000;

/// Look up positions: value, outcome, winning moves, options.
#[derive(Args)]
pub struct QueryArgs {
    /// The table. Of an unfinished table, as in wythoff.zarr.partial, the part that is stored is read.
    pub path: PathBuf,
    /// Positions: heap sizes separated by commas, as in 3,5 or "(3, 5)"; z100,z1000 is the same position in Zeckendorf
    /// representations.
    #[arg(required = true, value_name = "POSITION", value_parser = flag_values::position)]
    pub positions: Vec<Heaps>,
    /// Print all options, with their values.
    #[arg(long)]
    pub options: bool,
    /// Print at most this many options of each position.
    #[arg(long, value_name = "N", value_parser = number("--limit", "a number of options"), default_value = "1000", requires = "options",
          allow_hyphen_values = true)]
    pub limit: u32,
    /// Print the positions that at most this many moves reach, and the moves, as a graph in the DOT language
    /// of Graphviz. P-positions are black. Positions whose own moves are not shown have a dashed border, if they are black
    /// a double one.
    #[arg(long, value_name = "DEPTH", value_parser = number("--graph", "a number of moves"), conflicts_with_all = ["json", "options"],
          allow_hyphen_values = true)]
    pub graph: Option<u32>,
}

/// What is printed of a position.
struct PositionFound {
    position: Position,
    /// The answer, and all options of each player, if they were requested; `None` if an unfinished table does not have
    /// the position yet.
    answer: Option<(Answer, Vec<Options>)>,
}

impl Command for QueryArgs {
    const NAME: &'static str = "query";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[
        ("query wythoff.zarr 3,5 '(4, 6)'", "values, outcomes and winning moves"),
        ("query wythoff.zarr 4,6 --options", "all options with their values"),
        ("query wythoff.zarr 2,3 --graph 2 > graph.dot", "a graph that Graphviz draws"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        let table = open_part(&self.path, flags)?;
        if let Some(depth) = self.graph {
            let from: Vec<&[u32]> = self.positions.iter().map(|heaps| heaps.0.as_slice()).collect();
            print(GameGraph::of(&table, &from, depth, MOST_NODES)?);
            return Ok(());
        }
        let positions: Vec<&[u32]> =
            self.positions.iter().map(|heaps| heaps.0.as_slice()).collect();
        play::prepare(&table, &positions, &Control::default())?;
        let find = |Heaps(heaps): &Heaps| {
            let answer = match play::query(&table, heaps) {
                Err(Error::Table(TableError::NotComputed { position, .. })) => {
                    return Ok(PositionFound { position, answer: None });
                }
                answer => answer?,
            };
            let options = self.options.then(|| play::options(&table, &answer)).transpose()?;
            Ok(PositionFound {
                position: answer.position,
                answer: Some((answer, options.unwrap_or_default())),
            })
        };
        let found: Vec<std::result::Result<PositionFound, Error>> = match self.positions.as_slice()
        {
            // To start threads would take longer than to look up a value.
            [position] => vec![find(position)],
            // In parallel, but the first position that cannot be answered is the one that is reported.
            positions => positions.par_iter().map(find).collect(),
        };
        let found = found.into_iter().collect::<std::result::Result<Vec<PositionFound>, _>>()?;
        if flags.json {
            let answers = found.iter().map(|found| answer_report(self, &table, found)).collect();
            let (ruleset, positions_there) =
                (table.plan().job().ruleset(), table.positions_there());
            print_json(&QueryReport { ruleset, positions_there, answers });
            return Ok(());
        }
        for PositionFound { position, answer } in &found {
            let Some((answer, options)) = answer else {
                print(format!("{position}: not computed yet"));
                continue;
            };
            print_answer(&table, answer);
            for options in options {
                print_options(self, &table, *position, options);
            }
        }
        Ok(())
    }
}

fn print_answer(table: &TableReader, answer: &Answer) {
    let ruleset = table.plan().job().ruleset();
    let position = answer.position;
    print(format!("{position}: {}", described(table, answer.value)));
    let blocked = match ruleset.blocking_number() {
        0 => String::new(),
        block => format!(", of which the opponent may block {block}"),
    };
    let is_score = table.plan().job().quantity().is_score();
    let is_won_without_move = !answer.is_p_position && !is_score;
    for moves in &answer.winning {
        let whose = match moves.mover {
            Mover::Next if is_score => "best moves",
            Mover::Next => "winning moves",
            Mover::Left if is_score => "best moves of Left",
            Mover::Right if is_score => "best moves of Right",
            Mover::Left => "winning moves of Left",
            Mover::Right => "winning moves of Right",
        };
        // In misère play a player without a move has won.
        let has_won = moves.options.is_empty() && is_won_without_move && moves.mover == Mover::Next;
        let has_won =
            if has_won { ", for there is no move: the player to move has won" } else { "" };
        print(format!("  {whose}: {}{blocked}{has_won}", moves.options.len()));
        for option in &moves.options {
            print(format!("  {} -> {option}", describe_move(ruleset, position, option)));
        }
    }
    if answer.not_computed > 0 {
        let options = counted_as(
            answer.not_computed,
            "position that these moves lead to is",
            "positions that these moves lead to are",
        );
        print(format!("  {options} not computed yet: there may be more of them"));
    }
}

fn print_options(args: &QueryArgs, table: &TableReader, position: Position, all: &Options) {
    let ruleset = table.plan().job().ruleset();
    let whose = match all.mover {
        Mover::Next => "options",
        Mover::Left => "options of Left",
        Mover::Right => "options of Right",
    };
    print(format!("  {whose}: {}", all.options.len()));
    let limit = args.limit as usize;
    for option in all.options.iter().take(limit) {
        let to = &option.option;
        let words = match option.scoring {
            // The table of one player's scores does not know those of the player who moves next.
            Some(ScoringMove { points, score }) if all.mover != Mover::Next => {
                format!("pays {points}, leads to the score {score}")
            }
            _ => described(table, option.value),
        };
        let is_score = table.plan().job().quantity().is_score();
        let wins = match option.is_winning {
            false => "",
            true if is_score => ", best",
            true => ", wins",
        };
        print(format!("  {} -> {to}: {words}{wins}", describe_move(ruleset, position, to)));
    }
    let left = all.options.len().saturating_sub(limit);
    if left > 0 {
        let limit = option("--limit").value(all.options.len());
        print(format!("  and {left} more ({limit} prints all)"));
    }
}

/// Describes a value and its outcome.
fn described(table: &TableReader, value: u32) -> String {
    let outcome = outcome_of(table, value).unwrap_or("?");
    let (quantity, convention) = (table.plan().job().quantity(), table.plan().job().convention());
    let who = match quantity.beginner() {
        Mover::Next => "",
        Mover::Left => " if Left begins",
        Mover::Right => " if Right begins",
    };
    match quantity.kind() {
        ValueKind::Class => format!("outcome class {outcome}"),
        ValueKind::Score => format!("score {}{who}", quantity.number(value)),
        ValueKind::Number | ValueKind::Outcome => {
            let misere = match (quantity, convention) {
                (Quantity::Grundy, Convention::Misere) => "misère ",
                (_, _) => "",
            };
            format!("{misere}{} {value}, {outcome}-position", quantity.value_name())
        }
    }
}

/// What a table says of positions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct QueryReport<'a> {
    /// The canonical text of the game.
    ruleset: &'a Ruleset,
    /// How many positions can be read: fewer than there are in an unfinished table.
    positions_there: u64,
    /// An answer for each position.
    answers: Vec<AnswerReport<'a>>,
}

/// What is known of a position. Moves and options that the quantity does not determine are null.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AnswerReport<'a> {
    /// The position.
    position: Position,
    /// Its value; `None`, as all that follows, if an unfinished table does not have it yet.
    value: Option<i64>,
    /// The outcome: `P` or `N`, in a partizan game also `L` or `R`; `None` for scores.
    outcome: Option<&'static str>,
    /// How many of the positions that tell its moves an unfinished table does not have yet.
    not_computed: Option<usize>,
    /// The options to which the player to move wins by moving. An option is a position; where a move leads to a sum, it is the
    /// list of the positions of the sum.
    winning_moves: Option<&'a [Sum<Position>]>,
    /// The winning moves of Left in a partizan game.
    winning_moves_of_left: Option<&'a [Sum<Position>]>,
    /// The winning moves of Right in a partizan game.
    winning_moves_of_right: Option<&'a [Sum<Position>]>,
    /// The positions to which the best moves lead in a scoring game.
    best_moves: Option<&'a [Sum<Position>]>,
    /// The options, at most as many as `--limit`, if `--options` asks for them.
    options: Option<Vec<OptionReport>>,
    /// How many there are.
    option_count: Option<usize>,
    /// The options of Left, where they are other ones than those of Right.
    options_of_left: Option<Vec<OptionReport>>,
    /// How many there are.
    option_count_of_left: Option<usize>,
    /// The options of Right.
    options_of_right: Option<Vec<OptionReport>>,
    /// How many there are.
    option_count_of_right: Option<usize>,
}

impl AnswerReport<'_> {
    /// Reports that nothing is known of a position yet.
    fn not_computed(position: Position) -> Self {
        AnswerReport {
            position,
            value: None,
            outcome: None,
            not_computed: None,
            winning_moves: None,
            winning_moves_of_left: None,
            winning_moves_of_right: None,
            best_moves: None,
            options: None,
            option_count: None,
            options_of_left: None,
            option_count_of_left: None,
            options_of_right: None,
            option_count_of_right: None,
        }
    }
}

/// An option of a position. What follows `winning` is absent but in scoring games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OptionReport {
    /// The option; the list of its positions where it is a sum.
    position: Sum<Position>,
    /// Its value; that of a sum follows from the Grundy values of its positions.
    value: i64,
    /// Its outcome; `None` for scores.
    outcome: Option<&'static str>,
    /// Whether it wins to move there; absent in tables of scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "bool"))]
    winning: Option<bool>,
    #[serde(flatten)]
    scoring: Option<ScoringReport>,
}

/// What is known of an option of a scoring game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ScoringReport {
    /// Whether it is a best move.
    best: bool,
    /// The points that the move pays.
    points: i64,
    /// The score that the move leads to.
    score: i64,
}

fn answer_report<'a>(
    args: &QueryArgs,
    table: &TableReader,
    PositionFound { position, answer: found }: &'a PositionFound,
) -> AnswerReport<'a> {
    let Some((answer, options)) = found else {
        return AnswerReport::not_computed(*position);
    };
    let quantity = table.plan().job().quantity();
    let is_score = quantity.is_score();
    let option = |option: &play::OptionValue| OptionReport {
        position: option.option.clone(),
        value: quantity.number(option.value),
        outcome: outcome_of(table, option.value),
        winning: (!is_score).then_some(option.is_winning),
        scoring: option.scoring.map(|scoring| ScoringReport {
            best: option.is_winning,
            points: scoring.points,
            score: scoring.score,
        }),
    };
    // In a scoring game there are moves of the player who begins alone.
    let mover = |mover| if is_score { Mover::Next } else { mover };
    let of = |whose: Mover| options.iter().find(|all| mover(all.mover) == whose);
    let listed = |mover| {
        let first =
            |all: &Options| all.options.iter().take(args.limit as usize).map(option).collect();
        of(mover).map(first)
    };
    let count = |mover| of(mover).map(|all| all.options.len());
    let moves = |whose: Mover| {
        answer.winning.iter().find(|moves| mover(moves.mover) == whose).map(|moves| &*moves.options)
    };
    let winning = |whose| moves(whose).filter(|_| !is_score);
    AnswerReport {
        position: answer.position,
        value: Some(quantity.number(answer.value)),
        outcome: outcome_of(table, answer.value),
        not_computed: Some(answer.not_computed),
        winning_moves: winning(Mover::Next),
        winning_moves_of_left: winning(Mover::Left),
        winning_moves_of_right: winning(Mover::Right),
        best_moves: moves(Mover::Next).filter(|_| is_score),
        options: listed(Mover::Next),
        option_count: count(Mover::Next),
        options_of_left: listed(Mover::Left),
        option_count_of_left: count(Mover::Left),
        options_of_right: listed(Mover::Right),
        option_count_of_right: count(Mover::Right),
    }
}

/// Returns the outcome class of a value: P or N, or in a partizan game also L or R.
/// A score does not determine it.
fn outcome_of(table: &TableReader, value: u32) -> Option<&'static str> {
    let (job, quantity) = (table.plan().job(), table.plan().job().quantity());
    let class = || quantity.outcome_class(value, job.ruleset().blocking_number());
    quantity.has_p_positions().then(class)
}
