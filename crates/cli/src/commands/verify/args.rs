//! The arguments of `verify` about claims.

use std::path::PathBuf;

use crate::figures::drawing::Length;
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};

use crate::commands::conditions::{WhereArgs, WithArgs};
use crate::commands::figure::{SheetArgs, diameter};
use crate::commands::flag_values::{self, EngineArg};
use crate::commands::game_or_table::GameArgs;
use crate::commands::language;

/// Check a stored table: its files, values, theorems and claims.
#[derive(Args)]
#[command(after_long_help = language::of_expressions())]
pub struct VerifyArgs {
    /// The table, or a game, as in wythoff, which is tabulated in memory and has no files to check.
    pub path: PathBuf,
    /// Check the definition at every position, which proves the table; a check that will take long says so first.
    #[arg(long, conflicts_with_all = ["sample", "engine"])]
    pub full: bool,
    /// Check the definition at this many random positions; by default 1000, or fewer where
    /// positions have very many options.
    #[arg(long, value_name = "K", value_parser = sample(), allow_hyphen_values = true,
          conflicts_with = "engine")]
    pub sample: Option<u32>,
    /// Recompute the table with this engine instead, and compare every cell.
    #[arg(long, value_enum)]
    pub engine: Option<EngineArg>,
    /// A part of the adapter's name, for the GPU engine.
    #[arg(long, value_name = "NAME", requires = "engine")]
    pub adapter: Option<String>,
    /// Check only these parts, as in --only claims; the output names the parts that are left out.
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    pub only: Vec<VerifyPart>,
    #[command(flatten)]
    pub claims: ClaimArgs,
    #[command(flatten)]
    pub with: WithArgs,
    #[command(flatten)]
    pub game: GameArgs,
}

impl VerifyArgs {
    /// Whether a part is to be checked.
    pub fn checks(&self, part: VerifyPart) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

/// What `verify` checks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VerifyPart {
    /// Chunks, checksums and totals.
    Integrity,
    /// The values, against the definition or as an engine computes them.
    Definition,
    /// Published theorems.
    Theorems,
    /// Your own conjectures.
    Claims,
}

/// Statements of the user's own.
#[derive(Args)]
#[command(next_help_heading = "Claims", mut_arg("where", |condition| condition.help(
    "Restrict the ranges to the positions that satisfy this condition, as in 'x <= y' or 'g > 0'; theorems and claims are \
     about all positions, and a claim about some is written 'CONDITION implies CLAIM'",
)))]
pub struct ClaimArgs {
    /// A conjecture about every position, as in 'g == x ^ y' or 'p implies y < 2*x + 1'; may be given several
    /// times. The language is described below.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub claim: Vec<String>,
    /// A file of claims, one in each line; what follows a # is a comment.
    #[arg(long, value_name = "FILE")]
    pub claim_file: Vec<String>,
    /// Compare every position with the automata of this certificate, which `prove` has written; may be given
    /// several times.
    #[arg(long, value_name = "FILE.json")]
    pub certificate: Vec<PathBuf>,
    /// List this many counterexamples to each claim, the first ones by grade; all are counted.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = counterexamples(),
          allow_hyphen_values = true)]
    pub counterexamples: u32,
    /// Stop soon after the first counterexample to each claim, and count no others.
    #[arg(long, conflicts_with = "counterexamples")]
    pub first: bool,
    /// Find the least and the largest value of an expression, as in 'g - (x ^ y)', the first positions that have
    /// them, its mean and its sum; may be given several times.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub range: Vec<String>,
    #[command(flatten)]
    pub ranged: WhereArgs,
    /// Draw the counterexamples to the claim, in black, as a picture, as in claim.png, .svg or .pdf. Where the premise
    /// of the claim is false, and where the claim has no value, has a colour of its own.
    #[arg(long, value_name = "FILE.png|svg|pdf", requires = "claim")]
    pub show: Option<PathBuf>,
    /// Plane to draw: fix one heap (z=5) or the token sum (sum=60); of four heaps fix two (z=5,w=1), or one
    /// and the token sum.
    #[arg(long, value_name = "z=N|sum=N", requires = "show")]
    pub plane: Option<String>,
    /// Mark the counterexamples by dots of this diameter, as in 1.5pt, so that a single one is seen in a large plane.
    #[arg(long, value_name = "DIAMETER", value_parser = diameter, requires = "show", allow_hyphen_values = true)]
    pub marks: Option<Length>,
    #[command(flatten)]
    pub sheet: SheetArgs,
}

impl ClaimArgs {
    /// Whether there are no claims, ranges and certificates.
    pub fn is_empty(&self) -> bool {
        self.claim.is_empty()
            && self.claim_file.is_empty()
            && self.certificate.is_empty()
            && self.range.is_empty()
    }
}

/// Reads a number of positions to check.
fn sample() -> impl TypedValueParser<Value = u32> {
    let outside = ["nothing would be checked", "give at least 1"];
    flag_values::number_from(1..=u32::MAX, "--sample", "a number of positions", outside)
}

/// Reads a number of counterexamples.
fn counterexamples() -> impl TypedValueParser<Value = u32> {
    let outside = [
        "the number of counterexamples is out of range",
        "it is from 1 to 1000000; `list` lists more positions, as in 'not (g <= x + y)'",
    ];
    let meaning = "a number of counterexamples";
    flag_values::number_from(1..=1_000_000, "--counterexamples", meaning, outside)
}
