//! In which way the options of each clause are found, in words for those who write the rules.

use std::fmt;

use heap_rules::option_lines::{Parts, obstacle};

use crate::plan::Plan;
use crate::ruleset::{ClauseMoves, WrittenRuleset};
use crate::wording::{counted, joined};

/// How the options of a clause lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClauseWay {
    /// They are lines in these directions, and this many single options.
    Lines {
        /// What neighbours on a line differ by.
        directions: Vec<Vec<u32>>,
        /// Whether a line has only the options of a window.
        has_windows: bool,
        /// How many options there are beside the lines.
        single: usize,
    },
    /// They are looked up one by one, for this reason.
    OneByOne(&'static str),
}

impl ClauseWay {
    fn of_lines(parts: &Parts) -> Self {
        let is_above = |vector: &Vec<i64>| vector.iter().all(|&entry| entry >= 0);
        let vectors = parts.lines.iter().map(|line| &line.base);
        if !vectors.chain(parts.steps.iter().map(|step| &step.vector)).all(is_above) {
            return ClauseWay::OneByOne("a heap grows");
        }
        let mut directions: Vec<Vec<u32>> =
            parts.lines.iter().map(|line| line.step.clone()).collect();
        directions.sort_unstable();
        directions.dedup();
        let is_cut =
            |line: &heap_rules::option_lines::Line| !line.from.is_empty() || !line.to.is_empty();
        let has_windows = parts.lines.iter().any(is_cut);
        ClauseWay::Lines { directions, has_windows, single: parts.steps.len() }
    }
}

impl fmt::Display for ClauseWay {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ClauseWay::OneByOne(why) => write!(f, "option by option, since {why}"),
            ClauseWay::Lines { directions, has_windows, single } => {
                let vectors = directions.iter().map(|of| format!("({})", joined(of, ", ")));
                let windows = if *has_windows { ", in windows" } else { "" };
                let lines = format!("lines along {}{windows}", joined(vectors, " and "));
                match (directions.is_empty(), single) {
                    (true, 0) => f.write_str("no option"),
                    (true, _) => f.write_str(&counted(*single as u64, "single option")),
                    (false, 0) => f.write_str(&lines),
                    (false, _) => {
                        write!(f, "{lines}, and {}", counted(*single as u64, "single option"))
                    }
                }
            }
        }
    }
}

/// Returns how the options of each clause of a plan lie, in the order of the clauses; none for games of other families.
pub fn ways_of_clauses(plan: &Plan) -> Vec<ClauseWay> {
    let Some(game) = plan.job().ruleset().written_ruleset() else { return Vec::new() };
    if game.is_loopy() {
        return Vec::new();
    }
    let way = |(moves, clause): (&ClauseMoves, _)| match moves {
        ClauseMoves::Lines(parts) => ClauseWay::of_lines(parts),
        ClauseMoves::Others { .. } => ClauseWay::OneByOne(obstacle(clause)),
    };
    game.clause_moves().iter().zip(WrittenRuleset::clauses(game)).map(way).collect()
}
