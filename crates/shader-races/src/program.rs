//! A shader as naga reads it, with the constants that a host gives it.

use std::collections::BTreeMap;

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Barrier, Block, Expression, Function, Literal, Module, Span, Statement};

use super::layout::Layouts;

/// Why a shader cannot be interpreted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// naga does not accept the text; what it says, in several lines.
    #[error("{0}")]
    Refused(String),
    /// The interpreter does not know a type of the shader.
    #[error("the interpreter does not know the type {0}")]
    UnknownType(String),
}

/// A shader, read and checked.
pub struct Program {
    pub(super) module: Module,
    pub(super) info: ModuleInfo,
    pub(super) layouts: Layouts,
    /// The values of its `override` constants.
    pub(super) constants: BTreeMap<String, u32>,
    text: String,
}

/// A barrier in the text of a shader.
#[derive(Debug, Clone)]
pub struct BarrierSite {
    /// The function that contains it.
    pub function: String,
    /// Its number among the barriers of the function.
    pub number: usize,
    /// Whether the statement before is a barrier too.
    pub follows_another: bool,
    /// Whether it can be reached: the sizes of a kernel may leave it out, as those of one without
    /// alterations do.
    pub is_reached: bool,
    /// Where it is, for [`Machine::new`](crate::Machine::new) to leave it out.
    pub span: Span,
}

impl Program {
    /// Reads a shader in WGSL. `constants` are the values of all its `override` constants; that of a `bool` is 1 or 0.
    ///
    /// # Errors
    /// When naga refuses the text, or a type of the shader is not one that the interpreter knows.
    pub fn new(text: impl Into<String>, constants: &[(&str, u32)]) -> Result<Self, ProgramError> {
        let text = text.into();
        let module = naga::front::wgsl::parse_str(&text)
            .map_err(|error| ProgramError::Refused(error.emit_to_string(&text)))?;
        let capabilities = Capabilities::MEMORY_DECORATION_COHERENT;
        let info = Validator::new(ValidationFlags::all(), capabilities)
            .validate(&module)
            .map_err(|error| ProgramError::Refused(error.emit_to_string(&text)))?;
        let constants = constants.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        let layouts = Layouts::new(&module).map_err(ProgramError::UnknownType)?;
        Ok(Program { module, info, layouts, constants, text })
    }

    /// Returns the number and the text of the line of a statement.
    pub(super) fn line(&self, span: Span) -> String {
        let number = span.location(&self.text).line_number as usize;
        let line = self.text.lines().nth(number.saturating_sub(1)).unwrap_or_default();
        format!("line {number}: {}", line.trim())
    }

    /// Lists the barriers of all functions.
    pub fn barriers(&self) -> Vec<BarrierSite> {
        let functions = self.module.functions.iter().map(|(_, function)| function);
        let entry_points = self.module.entry_points.iter();
        let named = functions
            .map(|function| (function.name.as_deref().unwrap_or_default(), function))
            .chain(entry_points.map(|entry| (entry.name.as_str(), &entry.function)));
        let mut sites = Vec::new();
        for (name, function) in named {
            let first = sites.len();
            barriers_in(function, &function.body, true, &mut sites);
            for (number, site) in sites[first..].iter_mut().enumerate() {
                (site.function, site.number) = (name.to_owned(), number);
            }
        }
        sites
    }
}

/// Appends the barriers in a block of a function, which can be reached or not; they have no name and number yet.
fn barriers_in(function: &Function, block: &Block, is_reached: bool, sites: &mut Vec<BarrierSite>) {
    let mut follows_another = false;
    for (statement, &span) in block.span_iter() {
        match statement {
            Statement::ControlBarrier(barrier) => {
                assert!((Barrier::STORAGE | Barrier::WORK_GROUP).contains(*barrier));
                let (function, number) = (String::new(), 0);
                sites.push(BarrierSite { function, number, follows_another, is_reached, span });
            }
            Statement::Block(block) => barriers_in(function, block, is_reached, sites),
            Statement::If { condition, accept, reject } => {
                let known = match function.expressions[*condition] {
                    Expression::Literal(Literal::Bool(is_true)) => Some(is_true),
                    _ => None,
                };
                barriers_in(function, accept, is_reached && known != Some(false), sites);
                barriers_in(function, reject, is_reached && known != Some(true), sites);
            }
            Statement::Switch { cases, .. } => {
                cases.iter().for_each(|case| barriers_in(function, &case.body, is_reached, sites));
            }
            Statement::Loop { body, continuing, .. } => {
                barriers_in(function, body, is_reached, sites);
                barriers_in(function, continuing, is_reached, sites);
            }
            _ => {}
        }
        follows_another = matches!(statement, Statement::ControlBarrier(_));
    }
}
