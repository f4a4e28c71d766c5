//! Claims: a user's own statements, as expressions that are read at run time.

use rhai::{AST, Engine, Scope};

use super::Cell;
use super::check::{Statement, Verdict};
use crate::domain::MAX_HEAPS;
use crate::job::Job;
use crate::numeration::{floor_phi, floor_phi_squared};
use crate::refusal::Refusal;

/// An expression over the heap sizes and the value of a position, true or false at each.
///
/// | | |
/// |---|---|
/// | `x`, `y`, `z` | heap sizes, as many as the game has |
/// | `g` | the value in the table; true and false are 1 and 0 |
/// | `other` | the value in a second table |
/// | `p` | whether the position is a P-position |
/// | `==`, `!=`, `<`, `<=`, `>`, `>=` | comparisons |
/// | `&&`, `\|\|`, `!`, `implies` | logic; `implies` binds weakest |
/// | `+`, `-`, `*`, `/`, `%`, `xor` | integers of 64 bits; `xor` binds weaker than `+` |
/// | `min(a, b)`, `max(a, b)`, `abs(a)` | |
/// | `floor_phi(n)`, `floor_phi2(n)` | floor(n phi) and floor(n phi^2), exactly, for n >= 0 |
pub struct Claim {
    text: String,
    heaps: usize,
    engine: Engine,
    expression: AST,
}

/// Operations that an expression may take at a position.
const MOST_OPERATIONS: u64 = 10_000;
/// How deep it may be nested.
const MOST_DEPTH: usize = 100;

impl Claim {
    /// Reads an expression about the positions of a job.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn parse(text: &str, job: &Job) -> Result<Self, Refusal> {
        let refuse = |wrong: String| {
            Refusal::new(
                text,
                wrong.replace('\n', " "),
                "a claim is an expression over x, y, z and g, as in 'g == x xor y' or \
                 'g == 0 implies y > 2*x'",
            )
        };
        let engine = engine().map_err(&refuse)?;
        let expression =
            engine.compile_expression(text).map_err(|error| refuse(error.to_string()))?;
        let heaps = job.domain().heaps();
        Ok(Claim { text: text.to_owned(), heaps, engine, expression })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// As a statement about every position.
    pub fn into_statement(self) -> Statement {
        Statement::new(move |cell| match self.holds_at(cell) {
            Ok(true) => Verdict::Holds,
            Ok(false) => Verdict::Fails,
            Err(why) => Verdict::Unclear(why),
        })
    }

    fn holds_at(&self, cell: &Cell) -> Result<bool, String> {
        let mut scope = Scope::new();
        let heaps = &cell.at[MAX_HEAPS - self.heaps..];
        for (name, &heap) in ["x", "y", "z"].into_iter().zip(heaps) {
            scope.push_constant(name, i64::from(heap));
        }
        scope.push_constant("g", i64::from(cell.value));
        scope.push_constant("p", cell.is_p);
        if let Some(other) = cell.partner() {
            scope.push_constant("other", i64::from(other));
        }
        let result = self.engine.eval_ast_with_scope::<rhai::Dynamic>(&mut scope, &self.expression);
        let value = result.map_err(|error| error.to_string())?;
        value.as_bool().map_err(|found| format!("it is no truth value, but of type {found}"))
    }
}

/// The operators and functions of the table above.
fn engine() -> Result<Engine, String> {
    let mut engine = Engine::new_raw();
    engine.set_max_operations(MOST_OPERATIONS);
    engine.set_max_expr_depths(MOST_DEPTH);
    // Between `||` and assignment, and between the comparisons and `+`.
    engine.register_custom_operator("implies", 20)?;
    engine.register_custom_operator("xor", 145)?;
    engine.register_fn("implies", |a: bool, b: bool| !a || b);
    engine.register_fn("xor", |a: i64, b: i64| a ^ b);
    engine.register_fn("xor", |a: bool, b: bool| a ^ b);
    engine.register_fn("min", |a: i64, b: i64| a.min(b));
    engine.register_fn("max", |a: i64, b: i64| a.max(b));
    engine.register_fn("abs", |a: i64| a.saturating_abs());
    engine.register_fn("floor_phi", |n: i64| floor(n, floor_phi));
    engine.register_fn("floor_phi2", |n: i64| floor(n, floor_phi_squared));
    Ok(engine)
}

/// A floor of numeration; of a negative number there is none.
fn floor(n: i64, floor: fn(u64) -> u128) -> Result<i64, Box<rhai::EvalAltResult>> {
    let floor = u64::try_from(n).ok().and_then(|n| i64::try_from(floor(n)).ok());
    floor.ok_or_else(|| format!("{n} is out of range").into())
}
