//! Claims as they are typed: in flags, and in files with a claim in each line.

use crate::analyses::expression::{Filter, NumberExpression};
use crate::analyses::theorem::{Claim, Statement, certified};
use grundytab::Job;
use grundytab::table::OtherTables;
use grundytab::wording::counted;

use super::args::ClaimArgs;
use crate::commands::certificate_file;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::text_file;

/// What a user wants to know of a table, each with its text.
#[derive(Default)]
pub(super) struct Claims {
    pub(super) claims: Vec<(String, Claim)>,
    /// Certificates, one statement for each set.
    pub(super) certificates: Vec<(String, Statement)>,
    pub(super) ranges: Vec<(String, NumberExpression)>,
    /// The positions that ranges are about.
    pub(super) ranged: Filter,
}

impl Claims {
    /// Reads all claims. One that makes no sense is refused here, before anything is checked.
    pub(super) fn read(args: &ClaimArgs, job: &Job, others: &OtherTables) -> Result<Self> {
        let mut claims = Vec::new();
        for text in &args.claim {
            claims.push((text.clone(), Claim::parse(text, job, others)?));
        }
        for path in &args.claim_file {
            let file = text_file::read(&option("--claim-file").value(path).to_string(), path)?;
            let before = claims.len();
            for (number, line) in (1..).zip(file.lines()) {
                let text = line.split('#').next().unwrap_or_default().trim();
                if text.is_empty() {
                    continue;
                }
                let claim = Claim::parse(text, job, others)
                    .map_err(|error| error.within(format!("{path}, line {number}")))?;
                claims.push((text.to_owned(), claim));
            }
            if claims.len() == before {
                let problem = "no claim is in the file";
                let typed = option("--claim-file").value(path);
                return Err(Failure::usage(typed, problem, "write a claim in each line"));
            }
        }
        let mut certificates = Vec::new();
        for path in &args.certificate {
            let certificate = certificate_file::read(path)?;
            let shown = path.display();
            let statements = certified(&certificate, job)
                .map_err(|error| error.about(option("--certificate").value(&shown)))?;
            for ((set, states), statement) in certificate.sets().zip(statements) {
                let text =
                    format!("{shown}, the {set} as accepted by {}", counted(states, "state"));
                certificates.push((text, statement));
            }
        }
        let mut ranges = Vec::new();
        for text in &args.range {
            ranges.push((text.clone(), NumberExpression::parse(text, job, others)?));
        }
        if args.ranged.condition.is_some() && ranges.is_empty() {
            return Err(Failure::usage(
                option("--where"),
                "it says which positions a range is about, and no range is given",
                &format!(
                    "add {}; a claim about some positions is written 'CONDITION implies CLAIM'",
                    option("--range").expression("EXPR")
                ),
            ));
        }
        let ranged = args.ranged.filter(job, others)?;
        Ok(Claims { claims, certificates, ranges, ranged })
    }
}
