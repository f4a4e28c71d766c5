//! Expressions.

use std::rc::Rc;

use naga::proc::TypeResolution;
use naga::{Expression, Handle, Literal, RelationalFunction, ScalarKind, TypeInner};

use super::arithmetic;
use super::fault::Fault;
use super::layout::Shape;
use super::machine::{Machine, Pointer, Target, Value};
use super::parts::Index;

/// Returns the word of a literal.
fn literal(literal: Literal) -> u32 {
    match literal {
        Literal::U32(value) => value,
        Literal::I32(value) => value as u32,
        Literal::Bool(value) => u32::from(value),
        other => panic!("the interpreter does not know the literal {other:?}"),
    }
}

impl<'a> Machine<'a> {
    /// Returns the value of an expression, which has been evaluated unless it is constant.
    pub(super) fn value_of(&mut self, handle: Handle<Expression>) -> Value {
        let depth = self.frames.len() - 1;
        if let Some(value) = &self.frames[depth].values[handle.index()] {
            return value.clone();
        }
        let function = self.frames[depth].function;
        let value = match function.expressions[handle] {
            Expression::FunctionArgument(index) => {
                self.frames[depth].arguments[index as usize].clone()
            }
            Expression::GlobalVariable(global) => Value::Pointer(Pointer {
                target: Target::Global(global),
                shape: Shape::Type(self.program.module.global_variables[global].ty),
                offsets: Rc::new(vec![0; self.lanes]),
            }),
            Expression::LocalVariable(local) => Value::Pointer(Pointer {
                target: Target::Local(depth, local),
                shape: Shape::Type(function.local_variables[local].ty),
                offsets: Rc::new(vec![0; self.lanes]),
            }),
            _ => {
                let words = self.constant(&function.expressions, handle);
                Value::Words(Rc::new(self.in_every_lane(&words)))
            }
        };
        self.frames[depth].values[handle.index()] = Some(value.clone());
        value
    }

    /// Evaluates a constant expression of the module or of a function.
    pub(super) fn constant(
        &self,
        expressions: &naga::Arena<Expression>,
        handle: Handle<Expression>,
    ) -> Vec<u32> {
        let module = &self.program.module;
        match &expressions[handle] {
            Expression::Literal(value) => vec![literal(*value)],
            Expression::Constant(constant) => {
                self.constant(&module.global_expressions, module.constants[*constant].init)
            }
            Expression::Override(constant) => {
                let name = module.overrides[*constant].name.as_deref().unwrap_or_default();
                vec![*self.program.constants.get(name).expect("the host sets every constant")]
            }
            Expression::ZeroValue(ty) => {
                vec![0; self.program.layouts.words(Shape::Type(*ty))]
            }
            Expression::Compose { ty, components } => {
                let parts = components.iter().map(|part| self.constant(expressions, *part).into());
                self.program.layouts.compose(*ty, &parts.collect::<Vec<_>>(), 1)
            }
            Expression::Splat { size, value } => {
                self.constant(expressions, *value).repeat(*size as usize)
            }
            other => panic!("the interpreter met {other:?} before it was evaluated"),
        }
    }

    /// Returns the type of an expression of the function that is running.
    pub(super) fn type_of(
        &self,
        handle: Handle<Expression>,
    ) -> (&'a TypeResolution, &'a TypeInner) {
        let frame = self.frames.last().expect("a function is running");
        let resolution = &frame.info[handle].ty;
        (resolution, resolution.inner_with(&self.program.module.types))
    }

    pub(super) fn kind_of(&self, handle: Handle<Expression>) -> ScalarKind {
        self.type_of(handle).1.scalar_kind().expect("made of scalars of one kind")
    }

    /// Evaluates an expression for some invocations.
    pub(super) fn evaluate(
        &mut self,
        handle: Handle<Expression>,
        active: &[u32],
    ) -> Result<(), Fault> {
        let function = self.frame().function;
        let span = function.expressions.get_span(handle);
        let lanes = self.lanes;
        let words = match &function.expressions[handle] {
            Expression::Access { base, index } => {
                let index = Index::OfLanes(self.words_of(*index));
                return self.access(handle, (*base, index), active, span);
            }
            Expression::AccessIndex { base, index } => {
                return self.access(handle, (*base, Index::Constant(*index)), active, span);
            }
            Expression::Load { pointer } => {
                let pointer = self.pointer_of(*pointer);
                self.load(&pointer, active, span)?
            }
            Expression::Compose { ty, components } => {
                let parts: Vec<_> = components.iter().map(|part| self.words_of(*part)).collect();
                self.program.layouts.compose(*ty, &parts, lanes)
            }
            Expression::Splat { size, value } => self.words_of(*value).repeat(*size as usize),
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.words_of(*vector);
                let parts = pattern[..*size as usize].iter();
                parts.flat_map(|part| vector[*part as usize * lanes..][..lanes].to_vec()).collect()
            }
            Expression::Unary { op, expr } => {
                self.words_of(*expr).iter().map(|&a| arithmetic::unary(*op, a)).collect()
            }
            Expression::Binary { op, left, right } => {
                let kind = self.kind_of(*left);
                let (a, b) = (self.words_of(*left), self.words_of(*right));
                // An operand that is a scalar belongs to every component of the other one.
                let count = a.len().max(b.len());
                let pairs = (0..count).map(|i| (a[i % a.len()], b[i % b.len()]));
                pairs.map(|(a, b)| arithmetic::binary(*op, kind, a, b)).collect()
            }
            Expression::Select { condition, accept, reject } => {
                let condition = self.words_of(*condition);
                let (accept, reject) = (self.words_of(*accept), self.words_of(*reject));
                let chosen = (0..accept.len()).map(|i| match condition[i % condition.len()] {
                    0 => reject[i],
                    _ => accept[i],
                });
                chosen.collect()
            }
            Expression::Relational { fun, argument } => {
                let argument = self.words_of(*argument);
                let fold = |lane: usize| {
                    let mut parts = argument[lane..].iter().step_by(lanes);
                    match fun {
                        RelationalFunction::All => parts.all(|&part| part == 1),
                        RelationalFunction::Any => parts.any(|&part| part == 1),
                        other => panic!("the interpreter does not know {other:?}"),
                    }
                };
                (0..lanes).map(|lane| u32::from(fold(lane))).collect()
            }
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                let kind = self.kind_of(*arg);
                let rest = [*arg1, *arg2, *arg3].map(|arg| arg.map(|arg| self.words_of(arg)));
                let a = self.words_of(*arg);
                let at = |i: usize| {
                    let [b, c, d] = &rest;
                    let part = |arg: &Option<Rc<Vec<u32>>>| match arg {
                        Some(words) => words[i % words.len()],
                        None => 0,
                    };
                    [a[i], part(b), part(c), part(d)]
                };
                if *fun == naga::MathFunction::Dot {
                    let product = |i: usize| at(i)[0].wrapping_mul(at(i)[1]);
                    let sum = |lane| {
                        (lane..a.len()).step_by(lanes).map(product).fold(0, u32::wrapping_add)
                    };
                    (0..lanes).map(sum).collect()
                } else {
                    (0..a.len()).map(|i| arithmetic::math(*fun, kind, at(i))).collect()
                }
            }
            Expression::As { expr, kind, convert } => {
                let from = self.kind_of(*expr);
                let to = if convert.is_some() { *kind } else { from };
                self.words_of(*expr).iter().map(|&a| arithmetic::convert(from, to, a)).collect()
            }
            Expression::ArrayLength(array) => {
                let array = self.pointer_of(*array);
                let step = self.program.layouts.step(array.shape, None);
                vec![self.length(array.target, step.stride); lanes]
            }
            _ => {
                self.value_of(handle);
                return Ok(());
            }
        };
        self.keep(handle, Value::Words(Rc::new(words)));
        Ok(())
    }

    pub(super) fn keep(&mut self, handle: Handle<Expression>, value: Value) {
        self.frame().values[handle.index()] = Some(value);
    }
}
