//! What the interpreter finds wrong with a shader.

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// Two invocations touch a word, nothing orders them, and the order matters.
    Race,
    /// An invocation reads from a buffer, without atomics, what another invocation of the dispatch
    /// wrote without them. naga does not make such writes visible, not even across a barrier.
    NotCoherent,
    /// An array is read or written beyond its end.
    OutOfBounds,
    /// Workgroup memory is read before it is written.
    Uninitialised,
    /// Not all invocations of a workgroup reach a barrier.
    NotUniform,
}

/// The first thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind:?}: {message}")]
pub struct Fault {
    /// Its kind, for programs.
    pub kind: FaultKind,
    /// What was touched, by which invocations, and the lines of the shader.
    pub message: String,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Fault { kind, message: message.into() }
    }
}
