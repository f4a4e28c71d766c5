//! `grundytab verify`

mod args;
mod claims;
mod counterexample_picture;
mod decisions;
mod findings;
pub(super) mod verdict;

use crate::analyses::expression::{Filter, NumberExpression, Summary};
use crate::analyses::theorem::{self, Claim, Finding, Scope, Statement, Theorem};
use crate::jobs::run::{self, EngineChoice, Work};
use grundytab::engine::Wanted;
use grundytab::invalid_input::shortened;
use grundytab::table::{OtherTables, TableReader};
use grundytab::verify::{Extent, FullCheck, Verified};
use grundytab::wording::counted_as;
use grundytab::{Error, Quantity};

pub use args::VerifyArgs;
use args::VerifyPart;
use claims::Claims;
use counterexample_picture::Show;
use decisions::{Decision, decisions};
use verdict::FaultReport;

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
use crate::analyses::expression::Summaries;
use crate::analyses::theorem::Check;
use crate::commands::option::{option, switch};
use grundytab::table::{AnyPass, Running};
use grundytab::verify::Verification;

impl Command for VerifyArgs {
    const NAME: &'static str = "verify";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("verify wythoff.zarr", "checksums, a sample of positions, and theorems"),
        ("verify --full wythoff.zarr", "every position, which proves the table"),
        ("verify wythoff.zarr --claim 'g <= x + y'", "a conjecture of your own"),
        (
            "verify nim:3 --box 32 --claim 'g == x ^ y ^ z'",
            "one about a game, which is tabulated in memory",
        ),
    ];

    const IS_DIVIDED: bool = true;

    fn may_use_gpu(&self) -> bool {
        self.engine.is_some_and(EngineArg::may_use_gpu)
    }

    fn run(&self, flags: &Flags) -> Result<()> {
        check_parts(self)?;
        let table = self.game.open(&self.path, &[], flags)?.shared_by(ranks::network());
        table.require_game()?;
        if table.is_in_memory() && self.only == [VerifyPart::Integrity] {
            let hint = "check a table, or leave it out";
            return Err(Failure::usage(
                option("--only").value("integrity"),
                "a game has no files",
                hint,
            ));
        }
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
        let asked = Asked::about(self, (table, &others), partner.is_some(), claims)?;
        let (checked, found) = check_and_print(self, flags, terminal, table, &others, &asked)?;
        let of_partner = partner.map(|partner| {
            // Theorems about the second table alone.
            let none = OtherTables::default();
            let own = Asked::about(self, (partner, &none), false, Claims::default())?;
            let (_, found) = check_and_print(self, flags, terminal, partner, &none, &own)?;
            Ok::<_, Failure>((own, found))
        });
        let of_partner = of_partner.transpose()?;
        let (findings, summaries) = found?;
        let mut found = Found {
            statements: asked.subjects.into_iter().zip(findings).collect(),
            ranges: asked.range_texts.into_iter().zip(summaries).collect(),
            decisions: Vec::new(),
        };
        if let Some((own, of_own)) = of_partner {
            found.statements.extend(own.subjects.into_iter().zip(of_own?.0));
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
        verdict::conclude(self, flags, terminal, &checked, &found)
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

/// What was found of statements and ranges, or why they could not be looked at.
type OfStatements = Result<(Vec<Finding>, Vec<Summary>)>;

/// Reads a table once, checks its values, and prints what was found of these. What is asked about the table is found out
/// in the same reading.
fn check_and_print(
    args: &VerifyArgs,
    flags: &Flags,
    terminal: Terminal,
    table: &TableReader,
    others: &OtherTables,
    asked: &Asked,
) -> Result<(Checked, OfStatements)> {
    let false_table = |error| failure(table, error);
    let plan = table.plan();
    let choice = choice(args, terminal, table)?;
    let chosen = choice.as_ref().map(|choice| choice.prepare_unstored(&terminal));
    let chosen = chosen.transpose()?;
    let extent = extent(args, terminal, table)?;
    let checks_integrity = args.checks(VerifyPart::Integrity) && !table.is_in_memory();
    let mut verification = match &chosen {
        Some(chosen) => {
            PlanReport::of(chosen).log();
            Verification::by_engine(table, chosen.prepared.as_ref())
        }
        None => Verification::of(table, checks_integrity, extent).map_err(false_table)?,
    };
    let (job, positions) = (plan.job(), plan.job().domain().positions());
    let (statements, ranges) = (&asked.statements, &asked.ranges);
    let mut findings = Running::new(match args.claims.first {
        true => Check::first(job, statements, Scope::Everywhere),
        false => Check::count(job, statements, args.claims.counterexamples as usize),
    });
    let mut summaries = Running::new(Summaries::new(job, ranges, &asked.ranged));
    let mut passes: Vec<&mut dyn AnyPass> = Vec::new();
    if !statements.is_empty() {
        passes.push(&mut findings);
    }
    if !ranges.is_empty() {
        passes.push(&mut summaries);
    }
    terminal
        .with_bar(positions, |control| verification.read(others, &mut passes, control))
        .map_err(false_table)?;
    let work = match &chosen {
        Some(chosen) => Some(Work::of(chosen.engine, plan)),
        None => verification.left().map(Work::from),
    };
    let verified = match work {
        Some(work) => terminal.with_bar(work, |control| verification.conclude(control)),
        None => verification.conclude(&terminal.control()),
    };
    let verified = verified.map_err(false_table)?;
    let has_integrity = chosen.is_some() || checks_integrity;
    let has_definition = chosen.is_some() || extent.is_some();
    let checked = Checked {
        integrity: has_integrity.then_some(verified),
        definition: has_definition.then_some(verified.positions_checked),
    };
    if !flags.json {
        verdict::print_values(args, table, &checked);
    }
    let found =
        findings.found().and_then(|findings| Ok((findings, Summaries::found(summaries.found()?))));
    Ok((checked, found.map_err(Failure::from)))
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
            Subject::Theorem(theorem) => theorem.name.clone(),
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

/// Opens the engine that is to compute a table once more, if one is asked for.
fn choice(
    args: &VerifyArgs,
    terminal: Terminal,
    table: &TableReader,
) -> Result<Option<EngineChoice>> {
    let Some(engine) = args.engine.map(EngineArg::kind) else { return Ok(None) };
    table.require_complete()?;
    let (adapter, ranks) = (args.adapter.as_deref(), ranks::network());
    let choose = || run::choose(engine, adapter, table.plan(), Wanted::Values, ranks, &terminal);
    Ok(Some(quietly(choose)?))
}

/// Returns on which positions the definition is checked, if it is; notes how long that will take, if it is long.
fn extent(args: &VerifyArgs, terminal: Terminal, table: &TableReader) -> Result<Option<Extent>> {
    if args.engine.is_some() || !args.checks(VerifyPart::Definition) {
        return Ok(None);
    }
    if !table.plan().job().ruleset().are_moves_known() {
        let is_asked =
            args.full || args.sample.is_some() || args.only.contains(&VerifyPart::Definition);
        if is_asked {
            table.require_moves()?;
        }
        terminal.note("the moves are not known: whether the values are true is not checked");
        return Ok(None);
    }
    if !args.full {
        let by_default = Extent::default_sample(table.plan());
        return Ok(Some(args.sample.map_or(by_default, |sample| Extent::Sample(sample.into()))));
    }
    let check = FullCheck::of(table).map_err(|error| failure(table, error))?;
    let positions = table.plan().job().domain().positions();
    if let Some(text) = expected_time::of_check(&check, positions) {
        terminal.note(text);
    }
    Ok(Some(Extent::Full))
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

/// What is asked about a table beside its values.
struct Asked {
    subjects: Vec<Subject>,
    /// A statement for each of them.
    statements: Vec<Statement>,
    range_texts: Vec<String>,
    ranges: Vec<NumberExpression>,
    /// The positions that ranges are about.
    ranged: Filter,
}

impl Asked {
    /// Asks for the theorems that fit a table, and for the user's claims. `is_pair` is whether the others have the table
    /// of the other play convention.
    fn about(
        args: &VerifyArgs,
        (table, others): (&TableReader, &OtherTables),
        is_pair: bool,
        claims: Claims,
    ) -> Result<Self> {
        let job = table.plan().job();
        let with_theorems = args.checks(VerifyPart::Theorems);
        let fitting = theorem::all().filter(|theorem| with_theorems && theorem.fits(job, is_pair));
        let of_theorem = |theorem: &'static Theorem| {
            Ok((Subject::Theorem(theorem), theorem.statement_about(job, others)?))
        };
        let mut all: Vec<(Subject, Statement)> = fitting.map(of_theorem).collect::<Result<_>>()?;
        if with_theorems && job.quantity() == Quantity::Score {
            let condition = Subject::Condition(&NONNEGATIVE_INCENTIVE);
            let claim = Claim::parse(theorem::NONNEGATIVE_INCENTIVE, job, others)?;
            all.push((condition, claim.into_statement()));
        }
        let of_claim =
            |(text, claim): (String, Claim)| (Subject::Claim(text), claim.into_statement());
        all.extend(claims.claims.into_iter().map(of_claim));
        let of_certificate = |(text, statement)| (Subject::Certificate(text), statement);
        all.extend(claims.certificates.into_iter().map(of_certificate));
        let (subjects, statements) = all.into_iter().unzip();
        let (range_texts, ranges) = claims.ranges.into_iter().unzip();
        Ok(Asked { subjects, statements, range_texts, ranges, ranged: claims.ranged })
    }
}
