//! `grundytab verify`

mod args;
mod claims;
mod decisions;
mod findings;
pub(super) mod report;
mod show;

use grundytab::Error;
use grundytab::engine::Wanted;
use grundytab::run::{Work, check_memory, choose};

use grundytab::expression::{NumberExpression, Summary, summarize};
use grundytab::table::{OtherTables, TableReader};
use grundytab::theorem::{self, Finding, Scope, Theorem};
use grundytab::verify::{
    Extent, FullCheck, Verified, verify, verify_definition, verify_integrity, verify_with_prepared,
};
use grundytab::{Quantity, counted_as, shortened};

pub use args::VerifyArgs;
use args::VerifyPart;
use claims::Claims;
use decisions::{Decision, decisions};
use report::FaultReport;
use show::Show;

use super::call::quietly;
use super::cluster;
use super::command::{Command, Examples, Flag, Flags};
use super::conditions::Tables;
use super::dry_run::PlanReport;
use super::expected_time;
use super::failure::{Failure, Result};
use super::flag_values::EngineArg;
use super::ranks;
use super::terminal::Terminal;
use crate::cli::option::{option, switch};

impl Command for VerifyArgs {
    const NAME: &'static str = "verify";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("verify wythoff.zarr", "checksums, a sample of positions, and theorems"),
        ("verify --full wythoff.zarr", "every position, which proves the table"),
        ("verify wythoff.zarr --claim 'g <= x + y'", "a conjecture of your own"),
    ];

    const IS_DIVIDED: bool = true;

    fn may_use_gpu(&self) -> bool {
        self.engine.is_some_and(EngineArg::may_use_gpu)
    }

    fn run(&self, flags: &Flags) -> Result<()> {
        check_parts(self)?;
        let table = TableReader::open(&self.path)?.shared_by(ranks::network());
        table.require_complete()?;
        let tables = Tables::open(table, &self.with)?;
        let (table, partner, others) = (&tables.table, tables.partner(), tables.others()?);
        let claims = Claims::read(&self.claims, table.plan().job(), &others)?;
        let terminal = Terminal::open(flags)?;
        let show = cluster::all_ranks_succeeded(Show::prepare(
            self,
            &claims,
            table.plan().job().domain(),
        ))?;
        note_hidden(terminal, table);
        let checked = check_and_print(self, flags, terminal, table)?;
        if let Some(partner) = partner {
            check_and_print(self, flags, terminal, partner)?;
        }
        let pair = partner.is_some();
        let mut found = check_statements(self, terminal, table, &others, pair, claims)?;
        if let Some(partner) = partner {
            // Theorems about the second table alone.
            let (none, no_claims) = (OtherTables::default(), Claims::default());
            let own = check_statements(self, terminal, partner, &none, false, no_claims)?;
            found.statements.extend(own.statements);
        }
        let claim = found.statements.iter().find_map(|(subject, _)| match subject {
            Subject::Claim(text) => Some(text),
            Subject::Theorem(_) | Subject::Certificate(_) | Subject::Condition(_) => None,
        });
        if let (Some(show), Some(claim)) = (show, claim) {
            show.draw(terminal, claim, table, &others)?;
        }
        if flags.json || !terminal.quiet {
            found.decisions = decisions(terminal, table, &found.statements);
        }
        report::conclude(self, flags, terminal, &checked, &found)
    }
}

/// Tells of the hidden files in the folder of a table, which nothing reads.
fn note_hidden(terminal: Terminal, table: &TableReader) {
    // Whatever is wrong with the folder is found by what is checked.
    let hidden = table.hidden_files().unwrap_or_default();
    if let Some(first) = hidden.first().filter(|_| ranks::is_first()) {
        let files = counted_as(hidden.len(), "hidden file is", "hidden files are");
        terminal
            .note(format!("{files} ignored, the first is {}", table.path().join(first).display()));
    }
}

/// Checks that the flags ask for parts that are to be checked.
fn check_parts(args: &VerifyArgs) -> Result<()> {
    let definition = args.full || args.sample.is_some() || args.engine.is_some();
    if definition && !args.checks(VerifyPart::Definition) {
        return Err(Failure::usage(
            option("--only"),
            &format!(
                "{}, {} and {} say how to check the definition, which {} leaves out",
                switch("--full"),
                option("--sample"),
                option("--engine"),
                option("--only")
            ),
            "add definition to it, or leave them out",
        ));
    }
    let no_claim = args.claims.is_empty();
    if !args.only.is_empty() && no_claim == args.checks(VerifyPart::Claims) {
        return Err(if no_claim {
            let hint = format!("add {}", option("--claim").expression("EXPR"));
            Failure::usage(option("--only").value("claims"), "no claim is given", &hint)
        } else {
            Failure::usage(option("--only"), "it leaves out the claims", "add claims to it")
        });
    }
    Ok(())
}

/// What was checked of the values of a table.
struct Checked {
    /// What the chunks hold, if their integrity was checked.
    integrity: Option<Verified>,
    /// On how many positions the definition was checked.
    definition: Option<u64>,
}

/// Checks the values of a table, and prints what was found.
fn check_and_print(
    args: &VerifyArgs,
    flags: &Flags,
    terminal: Terminal,
    table: &TableReader,
) -> Result<Checked> {
    let checked = check_values(args, terminal, table)?;
    if !flags.json {
        report::print_values(args, table, &checked);
    }
    Ok(checked)
}

/// Characters of a claim that are shown.
const LONGEST_CLAIM: usize = 300;

/// What a finding is about.
enum Subject {
    Theorem(&'static Theorem),
    Claim(String),
    /// A set of a certificate.
    Certificate(String),
    /// A condition that a true table need not fulfil.
    Condition(&'static Condition),
}

impl Subject {
    /// Returns the name of its kind, in texts and for programs.
    fn kind(&self) -> &'static str {
        match self {
            Subject::Theorem(_) => "theorem",
            Subject::Claim(_) => "claim",
            Subject::Certificate(_) => "certificate",
            Subject::Condition(_) => "condition",
        }
    }

    /// Whether it is a claim of this text.
    fn is_claim(&self, claim: &str) -> bool {
        matches!(self, Subject::Claim(text) if text == claim)
    }

    /// Returns its name, or the beginning of its text.
    fn name(&self) -> String {
        match self {
            Subject::Theorem(theorem) => theorem.name.into(),
            Subject::Claim(text) | Subject::Certificate(text) => shortened(text, LONGEST_CLAIM),
            Subject::Condition(condition) => condition.name.into(),
        }
    }
}

/// A condition under which theorems about other tables apply.
struct Condition {
    /// Its name for programs.
    name: &'static str,
    /// What it says.
    words: &'static str,
    /// What follows from it.
    consequence: &'static str,
}

/// Milnor's condition, which tables of scores may fulfil.
const NONNEGATIVE_INCENTIVE: Condition = Condition {
    name: "nonnegative-incentive",
    words: "Milnor's condition of nonnegative incentive, that no score is negative",
    consequence: "scores bound those of sums",
};

/// What was found of theorems, claims and ranges.
struct Found {
    statements: Vec<(Subject, Finding)>,
    ranges: Vec<(String, Summary)>,
    /// How the claims that hold are decided for all heap sizes, if that was looked for.
    decisions: Vec<Decision>,
}

fn check_values(args: &VerifyArgs, terminal: Terminal, table: &TableReader) -> Result<Checked> {
    if args.engine.is_some() {
        let verified = recompute(args, terminal, table)?;
        let definition = Some(verified.positions_checked);
        return Ok(Checked { integrity: Some(verified), definition });
    }
    let (integrity, definition) =
        (args.checks(VerifyPart::Integrity), args.checks(VerifyPart::Definition));
    let positions = table.plan().job().domain().positions();
    let extent = match (args.full, args.sample) {
        (true, _) => Extent::Full,
        (false, Some(sample)) => Extent::Sample(sample.into()),
        (false, None) => Extent::default_sample(table.plan()),
    };
    let length = match extent {
        _ if !definition => positions,
        Extent::Sample(sample) => sample.min(positions),
        Extent::Full => positions,
    };
    if definition && extent == Extent::Full {
        let check = FullCheck::of(table).map_err(|error| failure(table, error))?;
        if let Some(text) = expected_time::of_check(&check, positions) {
            terminal.note(text);
        }
    }
    let checked = terminal.with_bar(length, |control| {
        let (verified, checked) = match (integrity, definition) {
            (true, true) => {
                let verified = verify(table, extent, control)?;
                (Some(verified), Some(verified.positions_checked))
            }
            (true, false) => (Some(verify_integrity(table, control)?), None),
            (false, true) => (None, Some(verify_definition(table, extent, control)?)),
            (false, false) => {
                table.require_complete()?;
                (None, None)
            }
        };
        Ok(Checked { integrity: verified, definition: checked })
    });
    checked.map_err(|error| failure(table, error))
}

/// Computes the table once more, and compares it.
fn recompute(args: &VerifyArgs, terminal: Terminal, table: &TableReader) -> Result<Verified> {
    let engine = args.engine.and_then(EngineArg::kind);
    table.require_complete()?;
    let adapter = args.adapter.as_deref();
    let choice = quietly(|| {
        choose(engine, adapter, table.plan(), Wanted::Values, ranks::network(), &terminal)
    })?;
    let choice = choice.prepare(table.plan(), &terminal)?;
    check_memory(choice.engine, choice.prepared.as_ref(), 0).map_err(Error::from)?;
    PlanReport::of(choice.engine, choice.prepared.as_ref(), choice.expected, 0).log();
    let work = Work::of(choice.engine, table.plan());
    let verified = terminal
        .with_bar(work, |control| verify_with_prepared(table, choice.prepared.as_ref(), control));
    verified.map_err(|error| failure(table, error))
}

/// Returns the failure of a verification; if the table is false, with the fault.
fn failure(table: &TableReader, error: Error) -> Failure {
    let fault = match &error {
        Error::False(fault) => Some(fault.clone()),
        _ => None,
    };
    let failure = Failure::from(error);
    match &fault {
        Some(fault) => failure.having_found(&FaultReport::of(table, fault)),
        None => failure,
    }
}

/// Checks the theorems that fit the table and the user's claims in one scan, and the ranges of number
/// expressions in another. `is_pair` is whether the others have the table of the other play convention.
fn check_statements(
    args: &VerifyArgs,
    terminal: Terminal,
    table: &TableReader,
    others: &OtherTables,
    is_pair: bool,
    claims: Claims,
) -> Result<Found> {
    let job = table.plan().job();
    let with_theorems = args.checks(VerifyPart::Theorems);
    let fitting = theorem::all().filter(|theorem| with_theorems && theorem.fits(job, is_pair));
    let mut subjects = Vec::new();
    let mut statements = Vec::new();
    for theorem in fitting {
        subjects.push(Subject::Theorem(theorem));
        statements.push(theorem.statement_about(job));
    }
    if with_theorems && job.quantity() == Quantity::Score {
        subjects.push(Subject::Condition(&NONNEGATIVE_INCENTIVE));
        statements.push(theorem::nonnegative_incentive());
    }
    for (text, claim) in claims.claims {
        subjects.push(Subject::Claim(text));
        statements.push(claim.into_statement());
    }
    for (text, statement) in claims.certificates {
        subjects.push(Subject::Certificate(text));
        statements.push(statement);
    }
    let (range_texts, ranges): (Vec<String>, Vec<NumberExpression>) =
        claims.ranges.into_iter().unzip();
    let positions = job.domain().positions();
    let (mut findings, mut summaries) = (Vec::new(), Vec::new());
    if !statements.is_empty() {
        findings = terminal.with_bar(positions, |control| {
            let listed = args.claims.counterexamples as usize;
            if args.claims.first {
                theorem::check(table, others, &statements, Scope::Everywhere, control)
            } else {
                theorem::count(table, others, &statements, listed, control)
            }
        })?;
    }
    if !ranges.is_empty() {
        summaries = terminal.with_bar(positions, |control| {
            summarize(table, others, &ranges, &claims.ranged, control)
        })?;
    }
    Ok(Found {
        statements: subjects.into_iter().zip(findings).collect(),
        ranges: range_texts.into_iter().zip(summaries).collect(),
        decisions: Vec::new(),
    })
}
