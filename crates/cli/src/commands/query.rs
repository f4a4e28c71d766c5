//! `grundytab query`

use std::path::PathBuf;

use crate::analyses::play::{self, Answer, Mover, Options, WinningMoves, describe_move};
use clap::Args;
use grundytab::table::{TableError, TableReader};
use grundytab::wording::counted_as;
use grundytab::{Control, Convention, Error, Job, Position, Quantity, Ruleset, Sum, ValueKind};
use rayon::prelude::*;
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::open_part;
use super::failure::Result;
use super::flag_values::{self, Heaps, number};
use super::game_or_table::{GameArgs, as_meant};
use super::option::option;
use super::output::{print, print_json};

/// Look up positions: value, outcome, winning moves, options.
#[derive(Args)]
pub struct QueryArgs {
    /// The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
    /// wythoff.zarr.partial, the part that is stored is read.
    pub path: PathBuf,
    /// Positions: heap sizes separated by commas, as in 3,5 or "(3, 5)", a single one also by a space, as in 3 5;
    /// z100,z1000 is the same position in Zeckendorf representations.
    #[arg(required = true, value_name = "POSITION", value_parser = flag_values::position)]
    pub positions: Vec<Heaps>,
    /// Print all options, with their values.
    #[arg(long)]
    pub options: bool,
    /// Print at most this many options of each position.
    #[arg(long, value_name = "N", value_parser = number("--limit", "a number of options"), default_value = "1000", requires = "options",
          allow_hyphen_values = true)]
    pub limit: u32,
    #[command(flatten)]
    pub game: GameArgs,
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
        ("query wythoff 4 6", "of a game, which is tabulated in memory"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        let table = open_part((&self.path, &self.positions), &self.game, flags)?;
        let typed = as_meant(&self.positions, table.plan().job().domain().heaps());
        let positions: Vec<&[u32]> = typed.iter().map(|heaps| heaps.0.as_slice()).collect();
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
        let found: Vec<std::result::Result<PositionFound, Error>> = match typed.as_slice() {
            // To start threads would take longer than to look up a value.
            [position] => vec![find(position)],
            // In parallel, but the first position that cannot be answered is the one that is reported.
            positions => positions.par_iter().map(find).collect(),
        };
        let found = found.into_iter().collect::<std::result::Result<Vec<PositionFound>, _>>()?;
        let answers = found.iter().map(|found| AnswerReport::of(self, &table, found)).collect();
        let (ruleset, positions_there) = (table.plan().job().ruleset(), table.positions_there());
        let report = QueryReport { ruleset, positions_there, answers };
        if flags.json {
            print_json(&report);
        } else {
            report.answers.iter().for_each(|answer| answer.print(table.plan().job()));
        }
        Ok(())
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
    /// The value as people read it, as in `∞(0, 2)`, where it is that of a loopy game; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    value_text: Option<String>,
    /// The outcome: `P` or `N`, in a partizan game also `L` or `R`, in a loopy one `D` for a draw, or a class of one drawn play;
    /// `None` for scores.
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
    /// The moves to drawn positions in a loopy game; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<Sum<Position>>"))]
    drawing_moves: Option<&'a [Sum<Position>]>,
    /// Those of Left in a partizan one; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<Sum<Position>>"))]
    drawing_moves_of_left: Option<&'a [Sum<Position>]>,
    /// Those of Right; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<Sum<Position>>"))]
    drawing_moves_of_right: Option<&'a [Sum<Position>]>,
    /// The losing moves in a loopy game; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<Sum<Position>>"))]
    losing_moves: Option<&'a [Sum<Position>]>,
    /// Those of Left in a partizan one; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<Sum<Position>>"))]
    losing_moves_of_left: Option<&'a [Sum<Position>]>,
    /// Those of Right; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<Sum<Position>>"))]
    losing_moves_of_right: Option<&'a [Sum<Position>]>,
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

/// An option of a position. What follows `winning` is absent but in scoring games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OptionReport {
    /// The option; the list of its positions where it is a sum.
    position: Sum<Position>,
    /// Its value; that of a sum follows from the Grundy values of its positions.
    value: i64,
    /// The value as people read it, where it is that of a loopy game; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    value_text: Option<String>,
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

impl<'a> AnswerReport<'a> {
    fn of(args: &QueryArgs, table: &TableReader, found: &'a PositionFound) -> Self {
        let job = table.plan().job();
        let (quantity, is_score) = (job.quantity(), job.quantity().is_score());
        let answer = found.answer.as_ref().map(|(answer, _)| answer);
        let options = found.answer.as_ref().map(|(_, options)| options);
        let option = |option: &play::OptionValue| OptionReport {
            position: option.option.clone(),
            value: quantity.number(option.value),
            value_text: job.is_loopy().then(|| table.value_text(option.value)),
            outcome: outcome_of(job, option.value),
            winning: (!is_score).then_some(option.is_winning),
            scoring: option.scoring.map(|scoring| ScoringReport {
                best: option.is_winning,
                points: scoring.points,
                score: scoring.score,
            }),
        };
        // In a scoring game there are moves of the player who begins alone.
        let mover = |mover| if is_score { Mover::Next } else { mover };
        let of = |whose: Mover| options?.iter().find(|all| mover(all.mover) == whose);
        let listed = |mover| {
            let first =
                |all: &Options| all.options.iter().take(args.limit as usize).map(option).collect();
            of(mover).map(first)
        };
        let count = |mover| of(mover).map(|all| all.options.len());
        let moves = |whose: Mover| {
            let mut all = answer?.winning.iter();
            all.find(|moves| mover(moves.mover) == whose).map(|moves| &*moves.options)
        };
        let winning = |whose| moves(whose).filter(|_| !is_score);
        let find = |all: fn(&Answer) -> &[WinningMoves], whose: Mover| {
            let mut all = all(answer?).iter();
            all.find(|moves| moves.mover == whose).map(|moves| &*moves.options)
        };
        let drawing = |whose| find(|answer| &answer.drawing, whose);
        let losing = |whose| find(|answer| &answer.losing, whose);
        AnswerReport {
            position: found.position,
            value: answer.map(|answer| quantity.number(answer.value)),
            value_text: answer
                .filter(|_| job.is_loopy())
                .map(|answer| table.value_text(answer.value)),
            outcome: answer.and_then(|answer| outcome_of(job, answer.value)),
            not_computed: answer.map(|answer| answer.not_computed),
            winning_moves: winning(Mover::Next),
            winning_moves_of_left: winning(Mover::Left),
            winning_moves_of_right: winning(Mover::Right),
            drawing_moves: drawing(Mover::Next),
            drawing_moves_of_left: drawing(Mover::Left),
            drawing_moves_of_right: drawing(Mover::Right),
            losing_moves: losing(Mover::Next),
            losing_moves_of_left: losing(Mover::Left),
            losing_moves_of_right: losing(Mover::Right),
            best_moves: moves(Mover::Next).filter(|_| is_score),
            options: listed(Mover::Next),
            option_count: count(Mover::Next),
            options_of_left: listed(Mover::Left),
            option_count_of_left: count(Mover::Left),
            options_of_right: listed(Mover::Right),
            option_count_of_right: count(Mover::Right),
        }
    }

    fn print(&self, job: &Job) {
        let (ruleset, position) = (job.ruleset(), self.position);
        let Some(value) = self.value else {
            return print(format!("{position}: not computed yet"));
        };
        print(format!(
            "{position}: {}",
            described(job, &shown(&self.value_text, value), self.outcome)
        ));
        let of_beginner = match job.quantity().beginner() {
            Mover::Next => "",
            Mover::Left => " of Left",
            Mover::Right => " of Right",
        };
        let blocked = match ruleset.blocking_number() {
            0 => String::new(),
            block => format!(", of which the opponent may block {block}"),
        };
        // In misère play a player without a move has won.
        let has_won = match self.winning_moves {
            Some([]) if self.outcome == Some("N") => {
                ", for there is no move: the player to move has won"
            }
            _ => "",
        };
        let kinds = [
            ("winning moves", self.winning_moves),
            ("winning moves of Left", self.winning_moves_of_left),
            ("winning moves of Right", self.winning_moves_of_right),
            ("drawing moves", self.drawing_moves),
            ("drawing moves of Left", self.drawing_moves_of_left),
            ("drawing moves of Right", self.drawing_moves_of_right),
            ("losing moves", self.losing_moves),
            ("losing moves of Left", self.losing_moves_of_left),
            ("losing moves of Right", self.losing_moves_of_right),
            (&format!("best moves{of_beginner}"), self.best_moves),
        ];
        for (whose, moves) in kinds.into_iter().filter_map(|(whose, moves)| Some((whose, moves?))) {
            print(format!("  {whose}: {}{blocked}{has_won}", moves.len()));
            for option in moves {
                print(format!("  {} -> {option}", describe_move(ruleset, position, option)));
            }
        }
        let not_computed = self.not_computed.filter(|&count| count > 0).map(|count| {
            let one = "position that these moves lead to is";
            counted_as(count, one, "positions that these moves lead to are")
        });
        if let Some(options) = not_computed {
            print(format!("  {options} not computed yet: there may be more of them"));
        }
        let kinds = [
            (of_beginner, &self.options, self.option_count),
            (" of Left", &self.options_of_left, self.option_count_of_left),
            (" of Right", &self.options_of_right, self.option_count_of_right),
        ];
        for (whose, options, count) in kinds {
            let (Some(options), Some(count)) = (options, count) else { continue };
            print(format!("  options{whose}: {count}"));
            for option in options {
                let of = describe_move(ruleset, position, &option.position);
                print(format!("  {of} -> {}: {}", option.position, option.text(job)));
            }
            if options.len() < count {
                let (left, limit) = (count - options.len(), option("--limit").value(count));
                print(format!("  and {left} more ({limit} prints all)"));
            }
        }
    }
}

impl OptionReport {
    /// Says what a move to it leads to.
    fn text(&self, job: &Job) -> String {
        let words = match &self.scoring {
            Some(ScoringReport { points, score, .. })
                if job.quantity().beginner() != Mover::Next =>
            {
                format!("pays {points}, leads to the score {score}")
            }
            _ => described(job, &shown(&self.value_text, self.value), self.outcome),
        };
        let wins = match (self.winning, &self.scoring) {
            (Some(true), _) => ", wins",
            (_, Some(ScoringReport { best: true, .. })) => ", best",
            _ => "",
        };
        words + wins
    }
}

/// Returns a value as people read it.
fn shown(text: &Option<String>, value: i64) -> String {
    text.clone().unwrap_or_else(|| value.to_string())
}

/// Describes a value with its outcome.
fn described(job: &Job, value: &str, outcome: Option<&str>) -> String {
    let (quantity, outcome) = (job.quantity(), outcome.unwrap_or("?"));
    let who = match quantity.beginner() {
        Mover::Next => "",
        Mover::Left => " if Left begins",
        Mover::Right => " if Right begins",
    };
    match quantity.kind() {
        ValueKind::Class => format!("outcome class {outcome}"),
        ValueKind::Score => format!("score {value}{who}"),
        ValueKind::Number | ValueKind::Outcome => {
            let misere = match (quantity, job.convention()) {
                (Quantity::Grundy, Convention::Misere) => "misère ",
                (_, _) => "",
            };
            match outcome {
                "D" if quantity == Quantity::Grundy => format!("Grundy value {value}, draw"),
                "D" if quantity == Quantity::Remoteness => "remoteness ∞, draw".into(),
                "D" => "draw".into(),
                _ if job.is_loopy() && quantity == Quantity::Outcome => {
                    format!("{outcome}-position")
                }
                _ => format!("{misere}{} {value}, {outcome}-position", quantity.value_name()),
            }
        }
    }
}

/// Returns the outcome class of a value: P or N, or in a partizan game also L or R.
/// A score does not determine it.
fn outcome_of(job: &Job, value: u32) -> Option<&'static str> {
    let quantity = job.quantity();
    let class = || job.outcome_class(value);
    quantity.has_p_positions().then(class)
}
