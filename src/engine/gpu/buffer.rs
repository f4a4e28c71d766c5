//! Buffers as data: how large they are, what they are called, and what those of a kernel hold at first.

use std::borrow::Cow;

/// A storage buffer of a kernel.
pub(super) struct KernelBuffer {
    /// Its name in the shader, in entry points that write it.
    pub(super) name: String,
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
    /// This many bytes, which the shader only reads, and which are made when the buffer is.
    Made(u64, Box<dyn Fn() -> Vec<u8> + Send + Sync>),
    /// This many bytes of zeros, which the shader reads and writes.
    Zeros(u64),
}

impl KernelBuffer {
    fn new(name: impl Into<String>, content: Content) -> Self {
        KernelBuffer { name: name.into(), content, reading: None, ping_pong: false }
    }

    /// Returns a buffer that the shader only reads.
    pub(super) fn given<T: bytemuck::Pod>(name: &str, content: &[T]) -> Self {
        let bytes = bytemuck::cast_slice(content).to_vec();
        // A binding is never empty. A shader that has no element to read ignores the one here.
        let content = if bytes.is_empty() { vec![0; size_of::<T>()] } else { bytes };
        KernelBuffer::new(name, Content::Given(content))
    }

    /// Returns a buffer of this many words that the shader only reads. They are made when the buffer is, so that a plan
    /// takes no memory for them.
    pub(super) fn made(
        name: &str,
        words: u64,
        make: impl Fn() -> Vec<u32> + Send + Sync + 'static,
    ) -> Self {
        let make = move || bytemuck::pod_collect_to_vec(&make());
        KernelBuffer::new(name, Content::Made(4 * words.max(1), Box::new(make)))
    }

    /// Returns a buffer of zeros that the shader reads and writes. It has room for a vector of four
    /// words, which is the largest element of an array.
    pub(super) fn zeros(name: impl Into<String>, bytes: u64) -> Self {
        KernelBuffer::new(name, Content::Zeros(bytes.max(16)))
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
        !matches!(self.content, Content::Zeros(_))
            || self.reading.is_some_and(|(reader, _)| reader == entry_point)
    }

    /// Returns its size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        match &self.content {
            Content::Given(bytes) => bytes.len() as u64,
            Content::Made(bytes, _) | Content::Zeros(bytes) => *bytes,
        }
    }

    /// Returns the bytes that it holds at first, unless they are zeros.
    pub(super) fn first_bytes(&self) -> Option<Cow<'_, [u8]>> {
        match &self.content {
            Content::Given(bytes) => Some(Cow::Borrowed(bytes)),
            Content::Made(_, make) => Some(Cow::Owned(make())),
            Content::Zeros(_) => None,
        }
    }

    /// Returns the bytes of the host's memory that are made with it.
    pub(super) fn made_bytes(&self) -> u64 {
        match &self.content {
            Content::Made(bytes, _) => *bytes,
            Content::Given(_) | Content::Zeros(_) => 0,
        }
    }

    /// Returns its description.
    pub(super) fn descriptor(&self) -> wgpu::BufferDescriptor<'_> {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        descriptor(&self.name, self.bytes(), usage)
    }
}

/// Description of a buffer. Memory is estimated from the descriptions that buffers are made of.
pub(super) type BufferDescriptor = wgpu::BufferDescriptor<'static>;

/// Describes a buffer, which wgpu fills with zeros.
pub(super) fn descriptor(
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
) -> wgpu::BufferDescriptor<'_> {
    wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false }
}
