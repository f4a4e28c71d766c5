//! The output of `grundytab analyze` on laws.

use crate::analyses::analyze::{LawCount, LawShares, first_grade_of_upper_half};
use crate::analyses::expression::Condition;
use grundytab::invalid_input::shortened;
use grundytab::wording::percent_text;
use grundytab::{Job, Quantity};
use serde::Serialize;

use super::args::AnalyzePart;
use super::columns::{SHARE_DIGITS, aligned};
use super::part::{Asked, Part};
use crate::analyses::analyze::Laws;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::output::print;
use crate::commands::terminal::Terminal;
use grundytab::table::{AnyPass, Running};

/// Characters of a law that are shown.
const LONGEST_LAW: usize = 100;

/// Laws, as they were written, and their shares.
pub struct LawsPart<'a> {
    texts: Vec<String>,
    running: Running<Laws<'a>>,
    found: Vec<LawShares>,
}

impl<'a> LawsPart<'a> {
    /// Reads the laws that are requested.
    pub fn asked_for(asked: &Asked<'a>) -> Result<Option<Self>> {
        let (args, job) = (asked.args, asked.table.plan().job());
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
        let read = |text: &String| Condition::parse(text, job, asked.others);
        let laws: Vec<Condition> = texts.iter().map(read).collect::<std::result::Result<_, _>>()?;
        let running = Running::new(Laws::new(asked.table, &laws, asked.filter));
        let part = LawsPart { texts, running, found: Vec::new() };
        Ok((!part.texts.is_empty()).then_some(part))
    }

    /// Returns the shares for programs.
    pub fn reports(&self) -> Vec<LawReport<'_>> {
        let both = self.texts.iter().zip(&self.found);
        both.map(|(law, shares)| LawReport {
            law,
            everywhere: Share::of(shares.everywhere),
            upper_half: Share::of(shares.upper_half),
        })
        .collect()
    }
}

impl Part for LawsPart<'_> {
    fn pass(&mut self) -> Option<&mut dyn AnyPass> {
        Some(&mut self.running)
    }

    fn find(&mut self, _: &Asked, _: Terminal) -> Result<()> {
        self.found = self.running.found()?;
        Ok(())
    }

    fn print(&self, asked: &Asked) {
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
        let rows: Vec<Vec<String>> = self.texts.iter().zip(&self.found).map(row).collect();
        let (grade, first) =
            (asked.table.plan().job().grade_name(), first_grade_of_upper_half(asked.table));
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
