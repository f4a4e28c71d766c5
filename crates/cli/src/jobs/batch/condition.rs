//! Conditions of a sweep: which combinations of its values are jobs, as in `if = "r < m"`.

use std::collections::BTreeMap;

use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::wording::{did_you_mean, joined};
use heap_rules::rules::OfRules;
use heap_rules::tree::{Number, Term};
use heap_rules::{Problem, Syntax, TreeNames, parse, term};

/// The field of the condition.
pub(super) const IF: &str = "if";

/// Whether all conditions hold for the fields of a job, whose names stand for their values.
///
/// # Errors
/// When one cannot be read, names no number, or has no value.
pub(super) fn hold(
    conditions: &[String],
    fields: &BTreeMap<String, String>,
) -> Result<bool, InvalidInput> {
    for condition in conditions {
        let truth = parse(condition)
            .and_then(|syntax| term(&mut Values(fields), &syntax)?.truth())
            // No name is left in it.
            .and_then(|truth| truth.at(&[]).ok_or_else(|| "it has no value".into()));
        let truth = truth.map_err(|problem| {
            let hint = "a condition is about the fields that are numbers, as in if = \"r < m\"";
            InvalidInput::new(InvalidInputKind::UnsupportedExpression, condition, problem, hint)
        })?;
        if !truth {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The values of the fields of a job.
struct Values<'a>(&'a BTreeMap<String, String>);

impl TreeNames for Values<'_> {
    type Leaves = OfRules;

    const OTHER_FUNCTIONS: &'static str = "";
    const NO_MOVES: &'static str = "a condition of jobs is about numbers, and knows no moves";
    const NO_QUANTIFIERS: &'static str = "a condition of jobs has no quantifiers";

    fn named(&mut self, name: &str) -> Result<Term<OfRules>, Problem> {
        let Some(value) = self.0.get(name) else {
            let names = || self.0.keys().map(String::as_str);
            let meant = did_you_mean(name, names());
            return Err(format!(
                "there is no field {name}; {meant}the fields are {}",
                joined(names(), ", ")
            ));
        };
        let number =
            value.parse().map_err(|_| format!("{name} is {value:?}, which is no number"))?;
        Ok(Term::Number(Number::Constant(number)))
    }

    fn asked(
        &mut self,
        _: &str,
        _: Option<&str>,
        _: &[Syntax],
    ) -> Result<Option<Term<OfRules>>, Problem> {
        Ok(None)
    }

    fn elsewhere(&mut self, name: &str, _: &str) -> Result<Term<OfRules>, Problem> {
        Err(format!("nothing stands in square brackets behind {name}"))
    }
}
