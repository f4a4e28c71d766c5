//! The output of `grundytab analyze` on laws.

use grundytab::analyze::{LawCount, LawShares, first_grade_of_upper_half};
use grundytab::expression::Condition;
use grundytab::table::{OtherTables, TableReader};
use grundytab::{Job, Quantity, percent_text, shortened};
use serde::Serialize;

use super::args::{AnalyzeArgs, AnalyzePart};
use super::columns::{SHARE_DIGITS, aligned};
use crate::cli::failure::{Failure, Result};
use crate::cli::option::option;
use crate::cli::output::print;

/// Characters of a law that are shown.
const LONGEST_LAW: usize = 100;

/// Laws, as they were written and as they are counted.
pub struct Laws {
    pub texts: Vec<String>,
    pub conditions: Vec<Condition>,
}

/// Reads the laws that are requested.
pub fn asked_for(args: &AnalyzeArgs, job: &Job, others: &OtherTables) -> Result<Laws> {
    let texts = match args.asks_for(AnalyzePart::Laws) {
        false => Vec::new(),
        true if args.law.is_empty() => by_default(job),
        true => args.law.clone(),
    };
    if texts.is_empty() && args.only.contains(&AnalyzePart::Laws) {
        return Err(Failure::usage(
            option("--only").value("laws"),
            "no law is given, and this table has no default law",
            &format!(
                "add {}, as in {}",
                option("--law").expression("EXPR"),
                option("--law").expression("p implies x <= 2 * y")
            ),
        ));
    }
    let read = |text: &String| Condition::parse(text, job, others);
    let conditions = texts.iter().map(read).collect::<std::result::Result<_, _>>()?;
    Ok(Laws { texts, conditions })
}

/// Returns the laws that many Grundy values follow: those of a single heap with all tokens, and of Nim.
fn by_default(job: &Job) -> Vec<String> {
    if job.quantity() != Quantity::Grundy || job.grade_name() != "token sum" {
        return Vec::new();
    }
    let laws: &[&str] = match job.domain().heaps() {
        2 => &["g == x + y", "g == x ^ y"],
        3 => &["g == x + y + z", "g == x ^ y ^ z"],
        4 => &["g == x + y + z + w", "g == x ^ y ^ z ^ w"],
        _ => &["g == x"],
    };
    laws.iter().map(|&law| law.to_owned()).collect()
}

impl Laws {
    /// Prints the shares.
    pub fn print_text(&self, table: &TableReader, found: &[LawShares]) {
        let row = |(text, shares): (&String, &LawShares)| {
            vec![
                share(shares.everywhere),
                shares.everywhere.fails_on.to_string(),
                shares.everywhere.silent_on.to_string(),
                shares.everywhere.without_value.undefined_on.to_string(),
                shares.everywhere.without_value.outside_on.to_string(),
                share(shares.upper_half),
                shortened(text, LONGEST_LAW),
            ]
        };
        let rows: Vec<Vec<String>> = self.texts.iter().zip(found).map(row).collect();
        let (grade, first) = (table.plan().job().grade_name(), first_grade_of_upper_half(table));
        let upper = format!("{grade} from {first} on");
        let headings = [
            "share",
            "exceptions",
            "premise false",
            "no value",
            "outside the table",
            upper.as_str(),
            "law",
        ];
        print(format!(
            "\nlaws: on which share of the positions they hold\n{}",
            aligned(&headings, &rows)
        ));
    }

    /// Returns the shares for programs.
    pub fn reports<'a>(&'a self, found: &[LawShares]) -> Vec<LawReport<'a>> {
        let report = |(law, shares): (&'a String, &LawShares)| LawReport {
            law,
            everywhere: Share::of(shares.everywhere),
            upper_half: Share::of(shares.upper_half),
        };
        self.texts.iter().zip(found).map(report).collect()
    }
}

/// On how many positions a law holds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LawReport<'a> {
    /// The law, as it was written.
    law: &'a str,
    /// The counts over all positions.
    everywhere: Share,
    /// The counts over the upper half of the layers.
    upper_half: Share,
}

/// On how many of some positions a law holds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Share {
    #[serde(flatten)]
    count: LawCount,
    /// The share of the positions on which it holds among those on which it is true or false; `None` if there are
    /// none.
    share: Option<f64>,
}

impl Share {
    fn of(count: LawCount) -> Self {
        Share { count, share: count.share() }
    }
}

fn share(count: LawCount) -> String {
    match count.share() {
        None => "-".into(),
        Some(_) => percent_text(count.holds_on, count.holds_on + count.fails_on, SHARE_DIGITS),
    }
}
