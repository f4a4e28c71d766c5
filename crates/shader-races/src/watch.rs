//! What every word of shared memory was touched by, so that a race shows whatever the order in which
//! the invocations happen to run.
//!
//! Two accesses to a word are *ordered* if they are in different dispatches, if one invocation makes
//! both, or if both are made by one workgroup with a barrier between that orders this kind of memory:
//! `workgroupBarrier` for workgroup memory, `storageBarrier` for buffers. Two accesses that are not
//! ordered *conflict* unless both only read, or both are the same atomic update, of those that
//! commute, and neither looks at the result. Atomic accesses are no exception: they make the order
//! safe, not irrelevant. Where it is irrelevant, a [`Permission`] says why.

use naga::Span;

use super::fault::{Fault, FaultKind};

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A value is read.
    Read,
    /// A value is written.
    Write,
    /// `atomicLoad`.
    AtomicLoad,
    /// `atomicStore`.
    AtomicStore,
    /// `atomicAdd` or `atomicSub`.
    AtomicAdd,
    /// `atomicAnd`.
    AtomicAnd,
    /// `atomicOr`.
    AtomicOr,
    /// `atomicXor`.
    AtomicXor,
    /// `atomicMin`.
    AtomicMin,
    /// `atomicMax`.
    AtomicMax,
    /// `atomicExchange`.
    AtomicExchange,
    /// `atomicCompareExchangeWeak`.
    AtomicCompareExchange,
}

impl Operation {
    pub(super) fn only_reads(self) -> bool {
        matches!(self, Operation::Read | Operation::AtomicLoad)
    }

    fn commutes_with_itself(self) -> bool {
        use Operation::{AtomicAdd, AtomicAnd, AtomicMax, AtomicMin, AtomicOr, AtomicXor};
        matches!(self, AtomicAdd | AtomicAnd | AtomicOr | AtomicXor | AtomicMin | AtomicMax)
    }
}

/// A pair of operations on an array whose order does not matter.
#[derive(Debug)]
pub struct Permission {
    /// The name of the array in the shader.
    pub array: &'static str,
    /// The two operations, in any order.
    pub operations: [Operation; 2],
    /// Why their order does not matter.
    pub reason: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Access {
    pub(super) workgroup: u32,
    /// Barriers that the workgroup has passed which order this memory.
    pub(super) interval: u32,
    pub(super) invocation: u32,
    pub(super) operation: Operation,
    /// Whether the result of an update is looked at.
    pub(super) is_used: bool,
    pub(super) span: Span,
}

impl Access {
    fn is_ordered_with(&self, other: &Access) -> bool {
        self.workgroup == other.workgroup
            && (self.interval != other.interval || self.invocation == other.invocation)
    }

    fn conflicts_with(&self, other: &Access) -> bool {
        let both_read = self.operation.only_reads() && other.operation.only_reads();
        let commute = self.operation == other.operation
            && self.operation.commutes_with_itself()
            && !self.is_used
            && !other.is_used;
        !both_read && !commute
    }

    fn is_like(&self, other: &Access) -> bool {
        self.operation == other.operation && self.is_used == other.is_used
    }
}

/// One word of shared memory.
#[derive(Clone, Default)]
struct Word {
    is_written: bool,
    dispatch: u32,
    /// Accesses of this dispatch, as far as later ones may conflict with them.
    accesses: Vec<Access>,
}

/// An array in shared memory.
pub(super) struct WatchedArray {
    name: String,
    is_workgroup_memory: bool,
    /// Whether plain writes are seen by other invocations behind a barrier.
    is_coherent: bool,
    words: Vec<Word>,
}

impl WatchedArray {
    pub(super) fn new(
        name: &str,
        words: usize,
        is_workgroup_memory: bool,
        is_coherent: bool,
    ) -> Self {
        let words = vec![Word::default(); words];
        WatchedArray { name: name.into(), is_workgroup_memory, is_coherent, words }
    }

    /// Takes note of an access. `describe` tells where a statement is.
    pub(super) fn touch(
        &mut self,
        (dispatch, index): (u32, u32),
        access: Access,
        (permissions, used): (&[Permission], &mut [bool]),
        describe: impl Fn(Span) -> String,
    ) -> Result<(), Fault> {
        let word = &mut self.words[index as usize];
        if word.dispatch != dispatch {
            word.dispatch = dispatch;
            word.accesses.clear();
        }
        let fault = |kind, earlier: &Access| {
            let tell = |access: &Access| {
                format!(
                    "{:?} by invocation {} of workgroup {} at {}",
                    access.operation,
                    access.invocation,
                    access.workgroup,
                    describe(access.span)
                )
            };
            let message = format!("{}[{index}]: {}; {}", self.name, tell(earlier), tell(&access));
            Err(Fault::new(kind, message))
        };
        for earlier in &word.accesses {
            if !earlier.is_ordered_with(&access) && earlier.conflicts_with(&access) {
                let pair = [earlier.operation, access.operation];
                let permitted = permissions.iter().position(|permission| {
                    let [a, b] = permission.operations;
                    permission.array == self.name && (pair == [a, b] || pair == [b, a])
                });
                match permitted {
                    Some(index) => used[index] = true,
                    None => return fault(FaultKind::Race, earlier),
                }
            }
            let is_handed_on =
                earlier.operation == Operation::Write && access.operation == Operation::Read;
            if is_handed_on && !self.is_coherent && earlier.invocation != access.invocation {
                return fault(FaultKind::NotCoherent, earlier);
            }
        }
        if matches!(access.operation, Operation::Write | Operation::AtomicStore) {
            word.is_written = true;
        } else if self.is_workgroup_memory && !word.is_written {
            let message = format!("{}[{index}] at {}", self.name, describe(access.span));
            return Err(Fault::new(FaultKind::Uninitialised, message));
        }
        word.note(access);
        Ok(())
    }
}

impl Word {
    /// Keeps an access, unless those that are kept show every conflict that it would show. Two
    /// invocations of an interval are enough, since any third differs from one of them; of other
    /// workgroups one is enough; and of the own workgroup only the last interval matters.
    fn note(&mut self, access: Access) {
        let mut alike = 0;
        for earlier in self.accesses.iter().filter(|earlier| earlier.is_like(&access)) {
            if earlier.workgroup == access.workgroup && earlier.interval == access.interval {
                if earlier.invocation == access.invocation {
                    return;
                }
                alike += 1;
            }
        }
        if alike >= 2 {
            return;
        }
        let mut others = 0;
        self.accesses.retain(|earlier| {
            if !earlier.is_like(&access) {
                return true;
            }
            if earlier.workgroup == access.workgroup {
                return earlier.interval == access.interval;
            }
            others += 1;
            others == 1
        });
        self.accesses.push(access);
    }
}
