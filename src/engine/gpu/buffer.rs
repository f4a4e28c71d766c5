//! Buffers as data: how large they are, what they are called, and what those of a kernel hold at first.

/// A storage buffer of a kernel.
pub(super) struct KernelBuffer {
    /// Its name in the shader, in entry points that write it.
    pub(super) name: &'static str,
    pub(super) content: Content,
    /// An entry point that only reads what others write, and the name that the buffer has there.
    /// A buffer that a dispatch only reads may be cached by processors.
    pub(super) reading: Option<(&'static str, &'static str)>,
    /// Whether this buffer and the next one ping-pong between waves.
    pub(super) ping_pong: bool,
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
        KernelBuffer { name, content: Content::Given(content), reading: None, ping_pong: false }
    }

    /// Returns a buffer of zeros that the shader reads and writes. It has room for a vector of four
    /// words, which is the largest element of an array.
    pub(super) fn zeros(name: &'static str, bytes: u64) -> Self {
        let content = Content::Zeros(bytes.max(16));
        KernelBuffer { name, content, reading: None, ping_pong: false }
    }

    /// Lets an entry point only read it, by this name.
    pub(super) fn read_by(mut self, entry_point: &'static str, name: &'static str) -> Self {
        self.reading = Some((entry_point, name));
        self
    }

    /// Lets it and the next buffer ping-pong between waves: what a wave writes to one of
    /// them, the next wave reads from the other.
    pub(super) fn ping_pong_with_the_next(mut self) -> Self {
        self.ping_pong = true;
        self
    }

    /// Returns whether an entry point only reads it.
    pub(super) fn is_only_read_by(&self, entry_point: &str) -> bool {
        matches!(self.content, Content::Given(_))
            || self.reading.is_some_and(|(reader, _)| reader == entry_point)
    }

    /// Returns its size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        match &self.content {
            Content::Given(bytes) => bytes.len() as u64,
            Content::Zeros(bytes) => *bytes,
        }
    }

    /// Returns its description.
    pub(super) fn descriptor(&self) -> BufferDescriptor {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        descriptor(self.name, self.bytes(), usage)
    }
}

/// Description of a buffer. Memory is estimated from the descriptions that buffers are made of.
pub(super) type BufferDescriptor = wgpu::BufferDescriptor<'static>;

/// Describes a buffer, which wgpu fills with zeros.
pub(super) fn descriptor(
    label: &'static str,
    size: u64,
    usage: wgpu::BufferUsages,
) -> BufferDescriptor {
    BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false }
}
