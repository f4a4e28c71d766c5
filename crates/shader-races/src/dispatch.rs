//! Dispatches: what the host does with a shader.

use std::rc::Rc;

use naga::{
    AddressSpace, Binding, BuiltIn, GlobalVariable, MemoryDecorations, Span, StorageAccess,
};

use super::fault::Fault;
use super::layout::Shape;
use super::machine::{Global, Machine, Value};
use super::program::Program;
use super::watch::{Permission, WatchedArray};

impl<'a> Machine<'a> {
    /// Prepares a shader to run with buffers of these words, which are requested by group and binding. Races
    /// that `permissions` allow are passed over, and the barriers `left_out` are not executed
    /// ([`BarrierSite::span`](crate::BarrierSite::span)).
    pub fn new(
        program: &'a Program,
        mut buffers: impl FnMut(u32, u32) -> Vec<u32>,
        permissions: &'a [Permission],
        left_out: &[Span],
    ) -> Self {
        let globals = program.module.global_variables.iter().map(|(_, variable)| {
            let name = variable.name.as_deref().unwrap_or_default();
            let Some(binding) = &variable.binding else {
                return Global { words: Vec::new(), watched: None };
            };
            let words = buffers(binding.group, binding.binding);
            let is_writable = matches!(variable.space, AddressSpace::Storage { access }
                if access.contains(StorageAccess::STORE));
            let is_coherent = variable.memory_decorations.contains(MemoryDecorations::COHERENT);
            let watched =
                is_writable.then(|| WatchedArray::new(name, words.len(), false, is_coherent));
            Global { words, watched }
        });
        Machine {
            program,
            left_out: left_out.to_vec(),
            permissions,
            used_permissions: vec![false; permissions.len()],
            globals: globals.collect(),
            touched: vec![0; program.module.global_variables.len()],
            dispatch: 0,
            grid: [0; 3],
            workgroup: [0; 3],
            workgroup_size: [0; 3],
            lanes: 0,
            workgroup_interval: 0,
            storage_interval: 0,
            frames: Vec::new(),
            exchanges: 0,
        }
    }

    /// Returns the words of the buffer at a group and binding.
    ///
    /// # Panics
    /// When the shader has no buffer there.
    pub fn buffer(&mut self, group: u32, binding: u32) -> &mut Vec<u32> {
        let index = self.index_at(group, binding);
        &mut self.globals[index].words
    }

    /// Exchanges the words of two buffers, each given by its group and binding.
    ///
    /// # Panics
    /// When the shader has no buffer at one of them.
    pub fn exchange_buffers(&mut self, one: (u32, u32), other: (u32, u32)) {
        let [one, other] = [one, other].map(|(group, binding)| self.index_at(group, binding));
        self.exchange(one, other);
    }

    /// Returns the index of the first variable at a group and binding.
    fn index_at(&self, group: u32, binding: u32) -> usize {
        let mut variables = self.program.module.global_variables.iter();
        let is_bound = |variable: &GlobalVariable| {
            variable.binding.is_some_and(|at| (at.group, at.binding) == (group, binding))
        };
        let bound = variables.find(|(_, variable)| is_bound(variable));
        bound.expect("a buffer is bound there").0.index()
    }

    /// Exchanges the words of two variables, which may be the same.
    fn exchange(&mut self, one: usize, other: usize) {
        if let Ok([one, other]) = self.globals.get_disjoint_mut([one, other]) {
            std::mem::swap(&mut one.words, &mut other.words);
        }
    }

    /// Exchanges the words of each buffer between the first variable at its binding, which has them
    /// between dispatches, and the one that an entry point uses there.
    fn exchange_variables(&mut self, entry_point: usize) {
        let program = self.program;
        for (used, variable) in program.module.global_variables.iter() {
            let is_used = !program.info.get_entry_point(entry_point)[used].is_empty();
            if let Some(at) = variable.binding.filter(|_| is_used) {
                self.exchange(self.index_at(at.group, at.binding), used.index());
            }
        }
    }

    /// Returns for each permission whether some access needed it, so that a test can ask for each.
    pub fn used_permissions(&self) -> &[bool] {
        &self.used_permissions
    }

    /// Returns how many words of a variable all invocations have read and written so far: how much work an access to it
    /// was, whatever a GPU's caches make of it. A vector has as many words as components.
    ///
    /// # Panics
    /// When the shader has no variable of this name.
    pub fn words_touched(&self, variable: &str) -> u64 {
        let mut variables = self.program.module.global_variables.iter();
        let named = variables.find(|(_, found)| found.name.as_deref() == Some(variable));
        self.touched[named.expect("a variable of this name").0.index()]
    }

    /// Executes an entry point for a grid of workgroups.
    ///
    /// # Errors
    /// The first fault, after which the machine is of no more use.
    ///
    /// # Panics
    /// When the shader has no such entry point, or does what the interpreter does not know.
    pub fn dispatch(&mut self, entry_point: &str, grid: [u32; 3]) -> Result<(), Fault> {
        let program = self.program;
        let mut entries = program.module.entry_points.iter();
        let index = entries.position(|entry| entry.name == entry_point).expect("an entry point");
        let entry = &program.module.entry_points[index];
        self.exchange_variables(index);
        self.dispatch += 1;
        self.grid = grid;
        self.workgroup_size = entry.workgroup_size;
        self.lanes = self.workgroup_size.iter().product::<u32>() as usize;
        let [width, height, depth] = grid;
        let plane = |z| (0..height).flat_map(move |y| (0..width).map(move |x| [x, y, z]));
        for workgroup in (0..depth).flat_map(plane) {
            self.workgroup = workgroup;
            self.workgroup_interval = 0;
            self.storage_interval = 0;
            self.clear_workgroup_memory();
            let arguments = entry.function.arguments.iter();
            let arguments = arguments.map(|argument| self.builtin(&argument.binding));
            let arguments = arguments.collect();
            let called = (&entry.function, program.info.get_entry_point(index));
            self.call(called, arguments, (0..self.lanes as u32).collect())?;
        }
        self.exchange_variables(index);
        Ok(())
    }

    /// Gives a workgroup memory of its own, filled with what nobody has written.
    fn clear_workgroup_memory(&mut self) {
        let program = self.program;
        for (handle, variable) in program.module.global_variables.iter() {
            let size = program.layouts.words(Shape::Type(variable.ty));
            let name = variable.name.as_deref().unwrap_or_default();
            match variable.space {
                AddressSpace::WorkGroup => {
                    self.globals[handle.index()] = Global {
                        words: vec![0xdead_beef; size],
                        watched: Some(WatchedArray::new(name, size, true, true)),
                    };
                }
                AddressSpace::Private => {
                    let expressions = &program.module.global_expressions;
                    let words = self.initial(variable.ty, variable.init, expressions);
                    self.globals[handle.index()] = Global { words, watched: None };
                }
                _ => (),
            }
        }
    }

    /// Returns the value of a built-in argument of an entry point.
    fn builtin(&self, binding: &Option<Binding>) -> Value {
        let Some(Binding::BuiltIn(builtin)) = binding else {
            panic!("an argument that is not built in");
        };
        let [x, y, _] = self.workgroup_size;
        let of_lane = |lane: u32| {
            let local = [lane % x, lane / x % y, lane / x / y];
            match builtin {
                BuiltIn::LocalInvocationIndex => vec![lane],
                BuiltIn::LocalInvocationId => local.to_vec(),
                BuiltIn::WorkGroupId => self.workgroup.to_vec(),
                BuiltIn::NumWorkGroups => self.grid.to_vec(),
                BuiltIn::GlobalInvocationId => (0..3)
                    .map(|axis| self.workgroup[axis] * self.workgroup_size[axis] + local[axis])
                    .collect(),
                other => panic!("the interpreter does not know {other:?}"),
            }
        };
        let lanes: Vec<Vec<u32>> = (0..self.lanes as u32).map(of_lane).collect();
        let scalars = lanes[0].len();
        let words = (0..scalars).flat_map(|scalar| lanes.iter().map(move |lane| lane[scalar]));
        Value::Words(Rc::new(words.collect()))
    }
}
