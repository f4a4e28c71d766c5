//! Buffers as data: how large they are, what they are called, and what those of a kernel hold at first.

/// A storage buffer of a kernel.
pub(super) struct KernelBuffer {
    /// Its name in the shader.
    pub(super) name: &'static str,
    pub(super) content: Content,
}

/// What a storage buffer holds at first.
pub(super) enum Content {
    /// These bytes, which the shader only reads.
    Given(Vec<u8>),
    /// This many bytes of zeros, which the shader reads and writes.
    Zeros(u64),
}

impl KernelBuffer {
    /// Returns a buffer that the shader only reads.
    pub(super) fn given<T: bytemuck::Pod>(name: &'static str, content: &[T]) -> Self {
        let bytes = bytemuck::cast_slice(content).to_vec();
        // A binding is never empty. A shader that has no element to read ignores the one here.
        let content = if bytes.is_empty() { vec![0; size_of::<T>()] } else { bytes };
        KernelBuffer { name, content: Content::Given(content) }
    }

    /// Returns a buffer of zeros that the shader reads and writes.
    pub(super) fn zeros(name: &'static str, bytes: u64) -> Self {
        KernelBuffer { name, content: Content::Zeros(bytes.max(4)) }
    }

    /// Returns its size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        match &self.content {
            Content::Given(bytes) => bytes.len() as u64,
            Content::Zeros(bytes) => *bytes,
        }
    }
}

impl KernelBuffer {
    /// Returns its description.
    pub(super) fn spec(&self) -> BufferSpec {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        BufferSpec { label: self.name, bytes: self.bytes(), usage }
    }
}

/// Description of a buffer. Memory is estimated from the descriptions that buffers are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BufferSpec {
    pub(super) label: &'static str,
    pub(super) bytes: u64,
    pub(super) usage: wgpu::BufferUsages,
}
