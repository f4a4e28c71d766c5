//! The state of a running shader: buffers, workgroup memory, and the frames of the functions that
//! the invocations of a workgroup are in.
//!
//! The invocations run together, one statement at a time: a statement is executed for the list of
//! those that have reached it. Values are words, laid out as in buffers, and for each word invocation by
//! invocation.

use std::rc::Rc;

use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, Arena, Expression, Function, GlobalVariable, Handle, LocalVariable, Span, Type,
};

use super::fault::{Fault, FaultKind};
use super::layout::Shape;
use super::program::Program;
use super::watch::{Access, Operation, Permission, WatchedArray};

/// The numbers of the invocations that execute a statement.
pub(super) type Lanes = Vec<u32>;

/// What an expression has come to.
#[derive(Clone)]
pub(super) enum Value {
    Words(Rc<Vec<u32>>),
    Pointer(Pointer),
}

#[derive(Clone)]
pub(super) struct Pointer {
    pub(super) target: Target,
    pub(super) shape: Shape,
    /// For each invocation, the word of the variable to which it points.
    pub(super) offsets: Rc<Vec<u32>>,
}

#[derive(Clone, Copy)]
pub(super) enum Target {
    Global(Handle<GlobalVariable>),
    /// A variable of the function in the frame of this number.
    Local(usize, Handle<LocalVariable>),
}

/// A function that is being executed.
pub(super) struct Frame<'a> {
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) arguments: Vec<Value>,
    /// The values of the expressions that have been evaluated.
    pub(super) values: Vec<Option<Value>>,
    pub(super) locals: Vec<Vec<u32>>,
    /// For each loop or switch that is being executed, the invocations that have left it.
    pub(super) left: Vec<Lanes>,
    /// For each loop, the invocations that continue with the next round.
    pub(super) continued: Vec<Lanes>,
    pub(super) result: Option<Vec<u32>>,
}

/// What is kept of a variable of the module.
pub(super) struct Global {
    pub(super) words: Vec<u32>,
    pub(super) watched: Option<WatchedArray>,
}

/// A shader that is prepared to run, with its buffers.
pub struct Machine<'a> {
    pub(super) program: &'a Program,
    /// The barriers that are left out.
    pub(super) left_out: Vec<Span>,
    pub(super) permissions: &'a [Permission],
    /// Which of the permissions some access needed.
    pub(super) used_permissions: Vec<bool>,
    pub(super) globals: Vec<Global>,
    /// For each variable of the module, how many of its words were touched.
    pub(super) touched: Vec<u64>,
    /// Number of the dispatch, from 1 on.
    pub(super) dispatch: u32,
    pub(super) grid: [u32; 3],
    pub(super) workgroup: [u32; 3],
    pub(super) workgroup_size: [u32; 3],
    pub(super) lanes: usize,
    /// Barriers passed by the workgroup that order workgroup memory, and buffers.
    pub(super) workgroup_interval: u32,
    pub(super) storage_interval: u32,
    pub(super) frames: Vec<Frame<'a>>,
    /// How many times a weak exchange was tried; now and then one fails for no reason.
    pub(super) exchanges: u32,
}

impl<'a> Machine<'a> {
    pub(super) fn frame(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("a function is running")
    }

    /// Returns whether invocations share a variable.
    fn is_shared(&self, target: Target) -> bool {
        let Target::Global(global) = target else { return false };
        match self.program.module.global_variables[global].space {
            AddressSpace::WorkGroup | AddressSpace::Uniform | AddressSpace::Storage { .. } => true,
            AddressSpace::Private => false,
            ref other => panic!("the interpreter does not know the address space {other:?}"),
        }
    }

    /// Returns how many words of this stride a variable has.
    pub(super) fn length(&self, target: Target, stride: u32) -> u32 {
        match target {
            Target::Global(global) => self.globals[global.index()].words.len() as u32 / stride,
            Target::Local(..) => panic!("a variable whose size is not known"),
        }
    }

    pub(super) fn out_of_bounds(&self, span: Span, index: u32, length: u32) -> Fault {
        let message = format!("{index} of {length} at {}", self.program.line(span));
        Fault::new(FaultKind::OutOfBounds, message)
    }

    /// Returns the number of the workgroup among those of the dispatch.
    fn workgroup_number(&self) -> u32 {
        let [x, y, z] = self.workgroup;
        (z * self.grid[1] + y) * self.grid[0] + x
    }

    /// Takes note of an access of one invocation to one word, if others may touch it too.
    pub(super) fn touch(
        &mut self,
        global: Handle<GlobalVariable>,
        word: u32,
        (invocation, operation, is_used): (u32, Operation, bool),
        span: Span,
    ) -> Result<(), Fault> {
        self.touched[global.index()] += 1;
        let workgroup = self.workgroup_number();
        let program = self.program;
        let space = program.module.global_variables[global].space;
        let interval = if space == AddressSpace::WorkGroup {
            self.workgroup_interval
        } else {
            self.storage_interval
        };
        let length = self.globals[global.index()].words.len() as u32;
        if word >= length && space != AddressSpace::Private {
            return Err(self.out_of_bounds(span, word, length));
        }
        let Some(watched) = &mut self.globals[global.index()].watched else { return Ok(()) };
        let access = Access { workgroup, interval, invocation, operation, is_used, span };
        let permissions = (self.permissions, self.used_permissions.as_mut_slice());
        watched.touch((self.dispatch, word), access, permissions, |span| program.line(span))
    }

    /// Returns the index of a word of a variable for an invocation.
    fn index(&self, target: Target, word: u32, lane: u32) -> usize {
        if self.is_shared(target) {
            word as usize
        } else {
            word as usize * self.lanes + lane as usize
        }
    }

    fn words(&mut self, target: Target) -> &mut Vec<u32> {
        match target {
            Target::Global(global) => &mut self.globals[global.index()].words,
            Target::Local(frame, local) => &mut self.frames[frame].locals[local.index()],
        }
    }

    /// Reads what a pointer leads to.
    pub(super) fn load(
        &mut self,
        pointer: &Pointer,
        active: &[u32],
        span: Span,
    ) -> Result<Vec<u32>, Fault> {
        let operations = [Operation::Read, Operation::AtomicLoad];
        let places = self.places(pointer, operations, active, span)?;
        let mut loaded = vec![0; self.program.layouts.words(pointer.shape) * self.lanes];
        let words = self.words(pointer.target);
        places.into_iter().for_each(|(index, place)| loaded[index] = words[place]);
        Ok(loaded)
    }

    /// Writes to what a pointer leads to.
    pub(super) fn store(
        &mut self,
        pointer: &Pointer,
        value: &[u32],
        active: &[u32],
        span: Span,
    ) -> Result<(), Fault> {
        let operations = [Operation::Write, Operation::AtomicStore];
        let places = self.places(pointer, operations, active, span)?;
        let words = self.words(pointer.target);
        places.into_iter().for_each(|(index, place)| words[place] = value[index]);
        Ok(())
    }

    /// Touches what a pointer leads to, by a plain operation or by an atomic one. Returns for each word its index
    /// in the value, and its place in the words of the variable.
    fn places(
        &mut self,
        pointer: &Pointer,
        [plain, atomic]: [Operation; 2],
        active: &[u32],
        span: Span,
    ) -> Result<Vec<(usize, usize)>, Fault> {
        let layouts = &self.program.layouts;
        let scalars = layouts.scalars(pointer.shape);
        let operation = if layouts.is_atomic(pointer.shape) { atomic } else { plain };
        let mut places = Vec::with_capacity(scalars.len() * active.len());
        for scalar in scalars {
            for &lane in active {
                let word = pointer.offsets[lane as usize] + scalar;
                if let Target::Global(global) = pointer.target {
                    self.touch(global, word, (lane, operation, operation.only_reads()), span)?;
                }
                let index = scalar as usize * self.lanes + lane as usize;
                places.push((index, self.index(pointer.target, word, lane)));
            }
        }
        Ok(places)
    }

    /// Returns the words that a variable begins with, for every lane.
    pub(super) fn initial(
        &self,
        ty: Handle<Type>,
        init: Option<Handle<Expression>>,
        expressions: &Arena<Expression>,
    ) -> Vec<u32> {
        let words = match init {
            Some(init) => self.constant(expressions, init),
            None => vec![0; self.program.layouts.words(Shape::Type(ty))],
        };
        self.in_every_lane(&words)
    }

    /// Returns words that are the same in every lane.
    pub(super) fn in_every_lane(&self, words: &[u32]) -> Vec<u32> {
        words.iter().flat_map(|&word| std::iter::repeat_n(word, self.lanes)).collect()
    }

    /// Returns the words of an expression that is no pointer.
    pub(super) fn words_of(&mut self, handle: Handle<Expression>) -> Rc<Vec<u32>> {
        match self.value_of(handle) {
            Value::Words(words) => words,
            Value::Pointer(_) => panic!("a pointer where a value is expected"),
        }
    }

    pub(super) fn pointer_of(&mut self, handle: Handle<Expression>) -> Pointer {
        match self.value_of(handle) {
            Value::Pointer(pointer) => pointer,
            Value::Words(_) => panic!("a value where a pointer is expected"),
        }
    }
}
