//! Statements, and the control flow of invocations that part and meet again.

use std::rc::Rc;

use naga::valid::FunctionInfo;
use naga::{
    AtomicFunction, Barrier, Block, Expression, Function, Handle, ScalarKind, Span, Statement,
    SwitchValue,
};

use super::arithmetic;
use super::fault::{Fault, FaultKind};
use super::layout::Shape;
use super::machine::{Frame, Lanes, Machine, Target, Value};
use super::watch::Operation;

impl<'a> Machine<'a> {
    /// Calls a function, and returns what it returns.
    pub(super) fn call(
        &mut self,
        (function, info): (&'a Function, &'a FunctionInfo),
        arguments: Vec<Value>,
        active: Lanes,
    ) -> Result<Vec<u32>, Fault> {
        let locals = function.local_variables.iter();
        let locals =
            locals.map(|(_, local)| self.initial(local.ty, local.init, &function.expressions));
        let frame = Frame {
            function,
            info,
            arguments,
            values: vec![None; function.expressions.len()],
            locals: locals.collect(),
            left: Vec::new(),
            continued: Vec::new(),
            result: function.result.as_ref().map(|result| {
                vec![0; self.program.layouts.words(Shape::Type(result.ty)) * self.lanes]
            }),
        };
        self.frames.push(frame);
        self.block(&function.body, active)?;
        let frame = self.frames.pop().expect("the frame of the call");
        Ok(frame.result.unwrap_or_default())
    }

    /// Executes a block, and returns the invocations that reach its end.
    fn block(&mut self, block: &'a Block, mut active: Lanes) -> Result<Lanes, Fault> {
        for (statement, span) in block.span_iter() {
            if active.is_empty() {
                break;
            }
            active = self.statement(statement, *span, active)?;
        }
        Ok(active)
    }

    fn statement(
        &mut self,
        statement: &'a Statement,
        span: Span,
        active: Lanes,
    ) -> Result<Lanes, Fault> {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.evaluate(handle, &active)?;
                }
            }
            Statement::Block(block) => return self.block(block, active),
            Statement::If { condition, accept, reject } => {
                let condition = self.words_of(*condition);
                let (yes, no) = active.iter().partition(|&&lane| condition[lane as usize] == 1);
                let mut after = self.block(accept, yes)?;
                after.extend(self.block(reject, no)?);
                return Ok(after);
            }
            Statement::Switch { selector, cases } => {
                let selector = self.words_of(*selector);
                let matches = |value: &SwitchValue, lane: u32| match *value {
                    SwitchValue::I32(value) => selector[lane as usize] == value as u32,
                    SwitchValue::U32(value) => selector[lane as usize] == value,
                    SwitchValue::Default => false,
                };
                self.frame().left.push(Lanes::new());
                let (mut after, mut falling) = (Lanes::new(), Lanes::new());
                for case in cases {
                    let chosen = active.iter().copied().filter(|&lane| match case.value {
                        SwitchValue::Default => {
                            !cases.iter().any(|other| matches(&other.value, lane))
                        }
                        ref value => matches(value, lane),
                    });
                    let lanes = falling.drain(..).chain(chosen).collect();
                    let end = self.block(&case.body, lanes)?;
                    if case.fall_through { falling = end } else { after.extend(end) }
                }
                after.extend(self.frame().left.pop().expect("this switch"));
                return Ok(after);
            }
            Statement::Loop { body, continuing, break_if } => {
                return self.repeat(body, continuing, *break_if, active);
            }
            Statement::Break => {
                self.frame().left.last_mut().expect("a loop or a switch").extend(active);
                return Ok(Lanes::new());
            }
            Statement::Continue => {
                self.frame().continued.last_mut().expect("a loop").extend(active);
                return Ok(Lanes::new());
            }
            Statement::Return { value } => {
                if let Some(value) = value {
                    let value = self.words_of(*value);
                    let lanes = self.lanes;
                    let result = self.frame().result.as_mut().expect("a result");
                    for index in (0..result.len()).step_by(lanes) {
                        active.iter().for_each(|&lane| {
                            result[index + lane as usize] = value[index + lane as usize];
                        });
                    }
                }
                return Ok(Lanes::new());
            }
            Statement::ControlBarrier(barrier) => {
                if !self.left_out.contains(&span) {
                    self.barrier(*barrier, &active, span)?;
                }
            }
            Statement::Store { pointer, value } => {
                let (pointer, value) = (self.pointer_of(*pointer), self.words_of(*value));
                self.store(&pointer, &value, &active, span)?;
            }
            Statement::Atomic { pointer, fun, value, result } => {
                self.atomic((*pointer, *value), fun, *result, (&active, span))?;
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.barrier(Barrier::WORK_GROUP, &active, span)?;
                let pointer = self.pointer_of(*pointer);
                let loaded = self.load(&pointer, &active, span)?;
                self.keep(*result, Value::Words(Rc::new(loaded)));
                self.barrier(Barrier::WORK_GROUP, &active, span)?;
            }
            Statement::Call { function, arguments, result } => {
                let arguments = arguments.iter().map(|handle| self.value_of(*handle)).collect();
                let program = self.program;
                let called = (&program.module.functions[*function], &program.info[*function]);
                let returned = self.call(called, arguments, active.clone())?;
                if let Some(result) = result {
                    self.keep(*result, Value::Words(Rc::new(returned)));
                }
            }
            other => panic!("the interpreter does not know the statement {other:?}"),
        }
        Ok(active)
    }

    /// Executes a loop.
    fn repeat(
        &mut self,
        body: &'a Block,
        continuing: &'a Block,
        break_if: Option<Handle<Expression>>,
        mut active: Lanes,
    ) -> Result<Lanes, Fault> {
        let mut after = Lanes::new();
        while !active.is_empty() {
            self.frame().left.push(Lanes::new());
            self.frame().continued.push(Lanes::new());
            let mut next = self.block(body, active)?;
            let frame = self.frame();
            after.extend(frame.left.pop().expect("this loop"));
            next.extend(frame.continued.pop().expect("this loop"));
            active = self.block(continuing, next)?;
            if let Some(condition) = break_if.filter(|_| !active.is_empty()) {
                let condition = self.words_of(condition);
                after.extend(active.iter().filter(|lane| condition[**lane as usize] == 1));
                active.retain(|lane| condition[*lane as usize] == 0);
            }
        }
        Ok(after)
    }

    /// Lets all invocations of the workgroup pass a barrier.
    fn barrier(&mut self, barrier: Barrier, active: &[u32], span: Span) -> Result<(), Fault> {
        if active.len() != self.lanes {
            let reached = format!("{} of {} invocations", active.len(), self.lanes);
            let message = format!("{reached} reach {}", self.program.line(span));
            return Err(Fault::new(FaultKind::NotUniform, message));
        }
        self.workgroup_interval += u32::from(barrier.contains(Barrier::WORK_GROUP));
        self.storage_interval += u32::from(barrier.contains(Barrier::STORAGE));
        Ok(())
    }

    /// Executes an atomic update, one invocation after another.
    fn atomic(
        &mut self,
        (pointer, value): (Handle<Expression>, Handle<Expression>),
        function: &AtomicFunction,
        result: Option<Handle<Expression>>,
        (active, span): (&[u32], Span),
    ) -> Result<(), Fault> {
        let kind = self.kind_of(value);
        let (pointer, value) = (self.pointer_of(pointer), self.words_of(value));
        let is_used = result.is_some_and(|result| self.frame().info[result].ref_count > 0);
        let mut compare = None;
        // The new value follows from the old one and from the operand.
        let (operation, update): (_, fn(ScalarKind, u32, u32) -> u32) = match function {
            AtomicFunction::Add => (Operation::AtomicAdd, |_, a, b| a.wrapping_add(b)),
            AtomicFunction::Subtract => (Operation::AtomicAdd, |_, a, b| a.wrapping_sub(b)),
            AtomicFunction::And => (Operation::AtomicAnd, |_, a, b| a & b),
            AtomicFunction::InclusiveOr => (Operation::AtomicOr, |_, a, b| a | b),
            AtomicFunction::ExclusiveOr => (Operation::AtomicXor, |_, a, b| a ^ b),
            AtomicFunction::Min => (Operation::AtomicMin, arithmetic::least),
            AtomicFunction::Max => (Operation::AtomicMax, arithmetic::largest),
            AtomicFunction::Exchange { compare: None } => (Operation::AtomicExchange, |_, _, b| b),
            AtomicFunction::Exchange { compare: Some(expected) } => {
                compare = Some(self.words_of(*expected));
                (Operation::AtomicCompareExchange, |_, _, b| b)
            }
        };
        let Target::Global(global) = pointer.target else { panic!("an atomic local variable") };
        let lanes = self.lanes;
        // The old value, and for a comparison whether it was exchanged.
        let mut old_values = vec![0; lanes * if compare.is_some() { 2 } else { 1 }];
        for &lane in active {
            let word = pointer.offsets[lane as usize];
            self.touch(global, word, (lane, operation, is_used), span)?;
            let lane = lane as usize;
            let old = self.globals[global.index()].words[word as usize];
            old_values[lane] = old;
            if let Some(expected) = &compare {
                // A weak exchange may fail although the value is the expected one.
                self.exchanges += 1;
                let is_exchanged = expected[lane] == old && !self.exchanges.is_multiple_of(5);
                old_values[lanes + lane] = u32::from(is_exchanged);
                if !is_exchanged {
                    continue;
                }
            }
            let new = update(kind, old, value[lane]);
            self.globals[global.index()].words[word as usize] = new;
        }
        if let Some(result) = result {
            self.keep(result, Value::Words(Rc::new(old_values)));
        }
        Ok(())
    }
}
