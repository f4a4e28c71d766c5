//! A run of the engine as data, with which other implementations of WebGPU, such as browsers, can repeat the run.
//! Nothing here needs an adapter.
//!
//! The host half of a kernel says all: its shader and constants, its buffers with what they hold at first, the uniform
//! and the workgroups of every wave. A recording has these for an adapter with WebGPU's default limits, which
//! every implementation offers, or for larger bindings where a table needs them. Its waves have a slot each for
//! their values and their totals, so that nothing is read back before all are computed.

mod expected;

pub use expected::Expected;

use crate::engine::Wanted;
use std::collections::BTreeMap;

use serde::Serialize;

use super::kernel::{Kernel, storage_buffers};
use super::limits::{LARGEST_BINDING, check_limit, largest_buffer_bytes};
use super::schedule::{Wave, WaveUniform};
use super::stream::{RecordedSubmissions, recorded_submissions};
use super::tiles::{gathering_workgroups, words_per_tile};
use super::totals::TOTAL_WORDS;
use super::{bias, kernel};
use crate::domain::Coordinates;
use crate::engine::EngineError;
use crate::plan::Plan;

/// The largest binding that every implementation of WebGPU supports.
pub const USUAL_BINDING_BYTES: u64 = 1 << 27;

/// A run of a kernel. The keys of the JSON object are the names of the fields.
#[derive(Debug, Clone, Serialize)]
pub struct Recording {
    /// The name of the kernel.
    pub kernel: &'static str,
    /// The shader, in WGSL.
    pub shader: String,
    /// Values of its `override` constants.
    pub constants: BTreeMap<&'static str, u32>,
    /// The entry points, which are dispatched one after another in each wave.
    pub entry_points: Vec<RecordedEntryPoint>,
    /// The storage buffers in group 0, from binding 2 on. Binding 0 is the uniform, binding 1 has the values.
    pub buffers: Vec<RecordedBuffer>,
    /// Which of them is at each binding in waves with an odd index; those with an even index have all in order.
    pub odd_order: Vec<usize>,
    /// Bytes of the values of all waves.
    pub values_bytes: u64,
    /// Words of the totals of a wave, which are binding 0 of group 1.
    pub wave_totals: usize,
    /// Columns and rows of the workgroups of each wave, then the words of its uniform.
    pub waves: Vec<Vec<u32>>,
    /// What values have added to them in the totals, so that none is negative; 0 if none can be.
    pub bias: u32,
    /// Whether some values are those of P-positions.
    pub has_p_positions: bool,
    /// How values are gathered, if they are.
    pub tiles: Option<RecordedTiles>,
    /// The limits of submissions.
    pub submissions: RecordedSubmissions,
    /// Bytes of the largest binding.
    pub largest_binding_bytes: u64,
    /// Storage buffers of an entry point at most.
    pub storage_buffers: u32,
}

/// An entry point.
#[derive(Debug, Clone, Serialize)]
pub struct RecordedEntryPoint {
    /// Its name.
    pub name: &'static str,
    /// Whether it only reads what is at the bindings of the storage buffers.
    pub only_reads: Vec<bool>,
}

/// A storage buffer of a kernel.
#[derive(Debug, Clone, Serialize)]
pub struct RecordedBuffer {
    /// Its name in the shader.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its initial content; zeros if empty.
    pub words: Vec<u32>,
}

/// The tiles that the entry point `gather` makes of the values, a row of workgroups each. It finds the values at
/// binding 1 of group 0, and the fields below, the tiles and their faults at the bindings of group 2.
#[derive(Debug, Clone, Serialize)]
pub struct RecordedTiles {
    /// The place of the values of each wave, in four words.
    pub places: Vec<u32>,
    /// The first cell of each tile, in four words, of which the last is 0.
    pub origins: Vec<u32>,
    /// The edges of a tile along three axes.
    pub edges: [u32; 3],
    /// The sides of the domain along three axes.
    pub sides: [u32; 3],
    /// Bits of a stored value.
    pub value_bits: usize,
    /// Whether values have a sign.
    pub is_signed: bool,
    /// Words of a tile.
    pub words_per_tile: u64,
    /// Workgroups of a row.
    pub workgroups: u32,
}

impl Recording {
    /// Records a run that only returns totals, with bindings of at most this many bytes.
    ///
    /// # Errors
    /// When the GPU engine cannot compute the plan within the limits.
    pub fn of_totals(plan: &Plan, largest_binding_bytes: u64) -> Result<Self, EngineError> {
        Recording::new(plan, Wanted::Totals, largest_binding_bytes)
    }

    /// Records a run that also returns values.
    ///
    /// # Errors
    /// When the GPU engine cannot compute the plan within the limits.
    pub fn of_values(plan: &Plan, largest_binding_bytes: u64) -> Result<Self, EngineError> {
        Recording::new(plan, Wanted::Values, largest_binding_bytes)
    }

    fn new(plan: &Plan, wanted: Wanted, largest_binding_bytes: u64) -> Result<Self, EngineError> {
        let bytes = largest_binding_bytes.min(LARGEST_BINDING);
        let limits = wgpu::Limits {
            max_storage_buffer_binding_size: bytes,
            max_buffer_size: bytes,
            ..wgpu::Limits::default()
        };
        let kernel = kernel(plan, wanted, &limits)?;
        kernel.check_limits(&limits)?;
        let (wave_words, waves) = kernel.schedule.extent();
        // Words between the values of two waves.
        let slot_words = match wanted {
            Wanted::Values => wave_words as u64,
            Wanted::Totals => 0,
        };
        let values_bytes = match (wanted, &kernel.table) {
            (_, Some(table)) => 4 * table.words,
            (Wanted::Values, None) => 4 * slot_words * u64::from(waves),
            (Wanted::Totals, None) if kernel.reads_values => 4 * wave_words as u64,
            (Wanted::Totals, None) => 0,
        };
        // A binding is never empty.
        let values_bytes = values_bytes.max(4);
        let largest = largest_buffer_bytes(&limits);
        check_limit("the values of all waves take", values_bytes, "bytes", largest)?;
        let first_word = |wave: &Wave| wave.index * slot_words as u32;
        let tiles =
            (wanted == Wanted::Values).then(|| RecordedTiles::new(plan, &kernel, first_word));
        let tiles_bytes =
            tiles.as_ref().map_or(0, |tiles| 4 * tiles.words_per_tile * plan.tiling().count());
        check_limit("all tiles take", tiles_bytes, "bytes", largest)?;
        let buffers: Vec<_> = kernel.buffers.iter().map(RecordedBuffer::new).collect();
        let own_bytes = buffers.iter().map(|buffer| buffer.bytes);
        let totals_bytes = 4 * TOTAL_WORDS as u64 * u64::from(waves);
        check_limit("the totals of all waves take", totals_bytes, "bytes", largest)?;
        let all = own_bytes.chain([values_bytes, tiles_bytes, totals_bytes]);
        let entry_point = |&name: &&'static str| RecordedEntryPoint {
            name,
            only_reads: kernel.buffers.iter().map(|buffer| buffer.is_only_read_by(name)).collect(),
        };
        Ok(Recording {
            kernel: kernel.name,
            shader: kernel.source(),
            constants: kernel.constants_of(false, true).into_iter().collect(),
            entry_points: kernel.entry_points.iter().map(entry_point).collect(),
            odd_order: kernel.buffer_order(1),
            values_bytes,
            wave_totals: TOTAL_WORDS,
            waves: waves_with(&kernel, &limits, first_word),
            bias: bias::of(plan),
            has_p_positions: plan.job().quantity().has_p_positions(),
            tiles,
            submissions: recorded_submissions(),
            largest_binding_bytes: all.max().unwrap_or(0),
            storage_buffers: storage_buffers(buffers.len()),
            buffers,
        })
    }
}

/// Returns the workgroups and the uniforms of all waves, each of which is dispatched as a whole.
fn waves_with(
    kernel: &Kernel,
    limits: &wgpu::Limits,
    first_word: impl Fn(&Wave) -> u32,
) -> Vec<Vec<u32>> {
    let largest = limits.max_compute_workgroups_per_dimension;
    let record = |wave: Wave| {
        let (columns, rows) = wave.grid(largest, 1);
        let uniform = WaveUniform {
            slots: wave.slots,
            index: wave.index,
            first_workgroup_row: 0,
            workgroup_columns: columns,
            first_word: first_word(&wave),
            first_total: wave.index * TOTAL_WORDS as u32,
        };
        [&[columns, rows], bytemuck::cast_slice::<WaveUniform, u32>(&[uniform])].concat()
    };
    kernel.schedule.waves().map(record).collect()
}

impl RecordedBuffer {
    fn new(buffer: &super::buffer::KernelBuffer) -> Self {
        let words = buffer.first_bytes().map(|bytes| bytemuck::pod_collect_to_vec(&bytes));
        let words = words.unwrap_or_default();
        RecordedBuffer { name: buffer.name.clone(), bytes: buffer.bytes(), words }
    }
}

impl RecordedTiles {
    fn new(plan: &Plan, kernel: &Kernel, first_word: impl Fn(&Wave) -> u32) -> Self {
        let tiling = plan.tiling();
        let place = |wave: Wave| {
            let place = wave.place(first_word(&wave));
            bytemuck::cast_slice::<_, u32>(&[place]).to_vec()
        };
        let origin = |index| {
            let Coordinates([_, x, y, z]) = tiling.region(index).origin;
            [x, y, z, 0]
        };
        let of_three = |Coordinates([_, x, y, z]): Coordinates| [x, y, z];
        let words_per_tile = words_per_tile(plan);
        RecordedTiles {
            places: kernel.schedule.waves().flat_map(place).collect(),
            origins: tiling.tiles().flat_map(origin).collect(),
            edges: of_three(tiling.edges()),
            sides: of_three(plan.job().domain().sides()),
            value_bits: 8 * plan.value_type().bytes(),
            is_signed: plan.value_type().is_signed(),
            words_per_tile,
            workgroups: gathering_workgroups(kernel, words_per_tile),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::plan;

    /// Catches buffers beyond the limits that were given, and limits that are not used.
    #[test]
    fn bindings_stay_within_their_limit() {
        let plan = plan("wythoff", "30000x30000", "grundy");
        let refused = Recording::of_totals(&plan, USUAL_BINDING_BYTES).map(drop);
        assert!(matches!(refused, Err(EngineError::BeyondLimits { .. })), "{refused:?}");
        let recording = Recording::of_totals(&plan, u64::MAX).expect("larger bindings");
        let largest = recording.buffers.iter().map(|buffer| buffer.bytes).max();
        assert_eq!(Some(recording.largest_binding_bytes), largest);
        assert!((USUAL_BINDING_BYTES..=LARGEST_BINDING).contains(&recording.largest_binding_bytes));
    }

    /// Catches waves that share a slot, for values that are gathered when all are computed, and values that lie where
    /// none are written.
    #[test]
    fn waves_have_slots_of_their_own() {
        let plan = plan("triangle", "tokens 20", "grundy");
        let recording = Recording::of_values(&plan, USUAL_BINDING_BYTES).expect("a recording");
        let tiles = recording.tiles.expect("tiles");
        let first_words: Vec<u32> = tiles.places.chunks(4).map(|place| place[0]).collect();
        assert_eq!(first_words.len(), 21);
        assert!(first_words.is_sorted_by(|one, next| one < next));
        assert!(recording.values_bytes > 4 * u64::from(first_words[20]));
        // The last two words of the uniforms.
        let uniforms = recording.waves.iter().map(|words| words[words.len() - 2..].to_vec());
        let expected = (0..21).map(|at| vec![first_words[at as usize], at * TOTAL_WORDS as u32]);
        assert!(uniforms.eq(expected));
    }
}
