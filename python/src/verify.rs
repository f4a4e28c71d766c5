//! Verification of stored tables: the definition, theorems and claims.

use grundytab::table::TableReader;
use grundytab::theorem::{self, Claim, Finding, Statement};
use grundytab::verify::{Extent, Verified, verify as verify_values};
use grundytab::{Control, InvalidInput, InvalidInputKind};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::number;
use crate::failure::raised;
use crate::running::run;
use crate::table::TableArgument;

/// One claim, or several.
pub struct Claims(Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Claims {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(claim) = given.extract() {
            return Ok(Claims(vec![claim]));
        }
        given.extract().map(Claims).map_err(|_| {
            PyTypeError::new_err("a text or a list of texts is expected, as in \"g <= x + y\"")
        })
    }
}

/// How many counterexamples to a statement are listed.
const LISTED: usize = 10;

/// What is checked besides the values: a name for each statement.
struct Statements {
    theorems: Vec<&'static theorem::Theorem>,
    claims: Vec<String>,
    statements: Vec<Statement>,
}

/// Checks that a stored table is whole and true, and whether theorems and claims hold on it.
///
/// Every chunk and checksum is checked, the definition at 1000 random positions, and every published
/// theorem that applies to the table.
///
/// >>> report = grundytab.verify("wythoff.zarr", claims="p implies 2*max(x, y) >= 3*min(x, y)")
/// >>> report["claims"][0]["counterexample"]
///
/// Arguments:
///     table: a table, or its path.
///     full: check the definition at every position, which proves the table.
///     sample: check it at this many random positions.
///     claims: a statement of your own about every position, or a list of them, in the heap sizes x, y, z, w,
///         the value g and p, which is true at P-positions (`grundytab verify --help` lists the operators).
///     theorems: whether published theorems are checked.
///     partner: the table of the other play convention, whose value is `other` in claims.
///     threads: by default one for each core.
///
/// Returns a dict: totals, and for each theorem and claim whether it `holds` (None, if it says nothing about
/// this table), on how many positions it holds, fails and is silent, its first `counterexample`, and with it
/// up to nine more in `counterexamples`. Raises WrongTableError where a value is wrong, ValueError where a
/// claim makes no sense, OSError where the table is damaged.
#[pyfunction]
#[pyo3(signature = (table, *, full=false, sample=None, claims=None, theorems=true, partner=None, threads=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn verify<'py>(
    py: Python<'py>,
    table: TableArgument<'py>,
    full: bool,
    sample: Option<i64>,
    claims: Option<Claims>,
    theorems: bool,
    partner: Option<TableArgument<'py>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyDict>> {
    let table = table.open()?;
    let partner = partner.map(|partner| partner.open()).transpose()?;
    let (table, partner) = (table.as_ref(), partner.as_deref());
    let extent = extent(table, full, sample).map_err(raised)?;
    let claims = claims.map_or_else(Vec::new, |Claims(claims)| claims);
    let statements = Statements::new(table, partner, theorems, claims).map_err(raised)?;
    let (verified, found) = run(py, threads, |control| {
        let verified = verify_values(table, extent, control).map_err(raised)?;
        if let Some(partner) = partner {
            verify_values(partner, extent, control).map_err(raised)?;
        }
        Ok((verified, statements.check(table, partner, control)?))
    })?;
    statements.check_defined(&found).map_err(raised)?;
    statements.report(py, &verified, &found)
}

fn extent(table: &TableReader, full: bool, sample: Option<i64>) -> Result<Extent, InvalidInput> {
    let refuse = |kind, problem: &str, hint: &str| {
        let given = format!("sample={}", sample.unwrap_or_default());
        Err(InvalidInput::new(kind, given, problem, hint))
    };
    match (full, sample) {
        (true, None) => Ok(Extent::Full),
        (false, None) => Ok(Extent::default_sample(table.plan())),
        (true, Some(_)) => refuse(
            InvalidInputKind::ModifierDoesNotApply,
            "full=True checks every position",
            "leave out one of the two",
        ),
        (false, Some(0)) => {
            refuse(InvalidInputKind::OutOfRange, "nothing would be checked", "give at least 1")
        }
        (false, Some(sample)) => {
            number("sample", sample, "it is from 1 to 4294967295").map(|n| Extent::Sample(n.into()))
        }
    }
}

impl Statements {
    /// Returns the theorems that fit the table, and the claims.
    fn new(
        table: &TableReader,
        partner: Option<&TableReader>,
        with_theorems: bool,
        claims: Vec<String>,
    ) -> Result<Self, InvalidInput> {
        if let Some(partner) = partner {
            theorem::check_partner(table, partner)?;
        }
        let job = table.plan().job();
        let fitting =
            theorem::all().filter(|theorem| with_theorems && theorem.fits(job, partner.is_some()));
        let theorems: Vec<_> = fitting.collect();
        let mut statements: Vec<Statement> =
            theorems.iter().map(|theorem| theorem.statement_about(job)).collect();
        for text in &claims {
            statements.push(Claim::parse(text, job, partner.is_some())?.into_statement());
        }
        Ok(Statements { theorems, claims, statements })
    }

    fn check(
        &self,
        table: &TableReader,
        partner: Option<&TableReader>,
        control: &Control,
    ) -> PyResult<Vec<Finding>> {
        if self.statements.is_empty() {
            return Ok(Vec::new());
        }
        theorem::count(table, partner, &self.statements, LISTED, control).map_err(raised)
    }

    /// Checks that every claim has a value wherever it was requested.
    fn check_defined(&self, found: &[Finding]) -> Result<(), InvalidInput> {
        let of_claims = found.iter().skip(self.theorems.len());
        for (text, finding) in self.claims.iter().zip(of_claims) {
            if let Some(fault) = finding.counterexamples.iter().find(|fault| fault.is_undefined) {
                return Err(fault.refuse(text));
            }
        }
        Ok(())
    }

    /// Describes what was found.
    fn report<'py>(
        &self,
        py: Python<'py>,
        verified: &Verified,
        found: &[Finding],
    ) -> PyResult<Bound<'py, PyDict>> {
        let (of_theorems, of_claims) = found.split_at(self.theorems.len());
        let theorems = self.theorems.iter().zip(of_theorems).map(|(theorem, finding)| {
            let dict = finding_dict(py, "theorem", theorem.name, finding)?;
            dict.set_item("statement", theorem.statement)?;
            dict.set_item("source", theorem.source)?;
            Ok(dict)
        });
        let claims = self.claims.iter().zip(of_claims);
        let claims = claims.map(|(text, finding)| finding_dict(py, "claim", text, finding));
        let report = PyDict::new(py);
        let all_hold = found.iter().all(|finding| finding.counterexamples.is_empty());
        report.set_item("all_hold", all_hold)?;
        report.set_item("positions", verified.totals.positions)?;
        report.set_item("positions_checked", verified.positions_checked)?;
        report.set_item("sum", verified.totals.sum)?;
        report.set_item("p_positions", verified.totals.p_positions)?;
        report.set_item("maximum", verified.totals.maximum)?;
        report.set_item("theorems", theorems.collect::<PyResult<Vec<_>>>()?)?;
        report.set_item("claims", claims.collect::<PyResult<Vec<_>>>()?)?;
        Ok(report)
    }
}

fn finding_dict<'py>(
    py: Python<'py>,
    key: &str,
    text: &str,
    finding: &Finding,
) -> PyResult<Bound<'py, PyDict>> {
    let fault = finding.counterexample();
    let holds = match fault {
        Some(_) => Some(false),
        None => (!finding.is_vacuous()).then_some(true),
    };
    let counterexamples = finding
        .counterexamples
        .iter()
        .map(|fault| PyTuple::new(py, fault.position.heaps()))
        .collect::<PyResult<Vec<_>>>()?;
    let dict = PyDict::new(py);
    dict.set_item(key, text)?;
    dict.set_item("holds", holds)?;
    dict.set_item("holds_on", finding.holds_on)?;
    dict.set_item("fails_on", finding.fails_on)?;
    dict.set_item("silent_on", finding.silent_on)?;
    dict.set_item("outside_on", finding.outside_on)?;
    dict.set_item("undefined_on", finding.undefined_on)?;
    dict.set_item("counterexample", counterexamples.first())?;
    dict.set_item("counterexamples", &counterexamples)?;
    dict.set_item("value", fault.map(|fault| fault.value))?;
    dict.set_item("other_value", fault.and_then(|fault| fault.partner_value))?;
    Ok(dict)
}
