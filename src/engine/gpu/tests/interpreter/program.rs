//! A shader as naga reads it, with the constants that a host gives it.

use std::collections::BTreeMap;

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Barrier, Block, Expression, Function, Literal, Module, Span, Statement};

use super::layout::Layouts;

pub(in crate::engine::gpu) struct Program {
    pub(super) module: Module,
    pub(super) info: ModuleInfo,
    pub(super) layouts: Layouts,
    /// The values of its `override` constants.
    pub(super) constants: BTreeMap<String, u32>,
    text: String,
}

/// A barrier in the text of a shader.
#[derive(Debug, Clone)]
pub(in crate::engine::gpu) struct BarrierSite {
    /// The function that contains it.
    pub(in crate::engine::gpu) function: String,
    /// Its number among the barriers of the function.
    pub(in crate::engine::gpu) number: usize,
    /// Whether the statement before is a barrier too.
    pub(in crate::engine::gpu) follows_another: bool,
    /// Whether it can be reached: the sizes of a kernel may leave it out, as those of one without
    /// alterations do.
    pub(in crate::engine::gpu) is_reached: bool,
    pub(in crate::engine::gpu) span: Span,
}

impl Program {
    /// Reads a shader.
    pub(in crate::engine::gpu) fn new(text: String, constants: &[(&str, u32)]) -> Self {
        let module = naga::front::wgsl::parse_str(&text)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
        let info = validator
            .validate(&module)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
        let constants = constants.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        Program { layouts: Layouts::new(&module), module, info, constants, text }
    }

    /// Returns the number and the text of the line of a statement.
    pub(super) fn line(&self, span: Span) -> String {
        let number = span.location(&self.text).line_number as usize;
        let line = self.text.lines().nth(number.saturating_sub(1)).unwrap_or_default();
        format!("line {number}: {}", line.trim())
    }

    /// Lists the barriers of all functions.
    pub(in crate::engine::gpu) fn barriers(&self) -> Vec<BarrierSite> {
        let functions = self.module.functions.iter().map(|(_, function)| function);
        let entry_points = self.module.entry_points.iter();
        let named = functions
            .map(|function| (function.name.as_deref().unwrap_or_default(), function))
            .chain(entry_points.map(|entry| (entry.name.as_str(), &entry.function)));
        let mut sites = Vec::new();
        for (name, function) in named {
            let mut found = Vec::new();
            barriers_in(function, &function.body, true, &mut found);
            let sited = |(number, FoundBarrier { span, follows_another, is_reached })| {
                let function = name.to_owned();
                BarrierSite { function, number, follows_another, is_reached, span }
            };
            sites.extend((0..).zip(found).map(sited));
        }
        sites
    }
}

/// A barrier in a function: whether it follows another one at once, and whether it can be reached.
struct FoundBarrier {
    span: Span,
    follows_another: bool,
    is_reached: bool,
}

/// Appends the barriers in a block of a function, which can be reached or not.
fn barriers_in(
    function: &Function,
    block: &Block,
    is_reached: bool,
    found: &mut Vec<FoundBarrier>,
) {
    let mut follows = false;
    for (statement, span) in block.span_iter() {
        let is_barrier = match statement {
            Statement::ControlBarrier(barrier) => {
                assert!((Barrier::STORAGE | Barrier::WORK_GROUP).contains(*barrier));
                found.push(FoundBarrier { span: *span, follows_another: follows, is_reached });
                true
            }
            Statement::Block(block) => {
                barriers_in(function, block, is_reached, found);
                false
            }
            Statement::If { condition, accept, reject } => {
                let known = match function.expressions[*condition] {
                    Expression::Literal(Literal::Bool(is_true)) => Some(is_true),
                    _ => None,
                };
                barriers_in(function, accept, is_reached && known != Some(false), found);
                barriers_in(function, reject, is_reached && known != Some(true), found);
                false
            }
            Statement::Switch { cases, .. } => {
                cases.iter().for_each(|case| barriers_in(function, &case.body, is_reached, found));
                false
            }
            Statement::Loop { body, continuing, .. } => {
                barriers_in(function, body, is_reached, found);
                barriers_in(function, continuing, is_reached, found);
                false
            }
            _ => false,
        };
        follows = is_barrier;
    }
}
