//! The expected time to store a table, in addition to computing it: the model of time (`engine/rates.rs`) with the
//! rates of codecs.

use std::time::Duration;

use grundytab::engine::{DISK_BYTES_PER_SECOND, StoringRate};
use grundytab::plan::Plan;
use grundytab::quantity::Quantity;
use grundytab::table::Codec;

/// Returns how much longer a run takes if it stores its table: the computing threads also encode, and a disk of usual
/// speed takes the encoded bytes.
pub(super) fn expected(plan: &Plan, codec: Codec) -> Duration {
    let rate = rate(plan, codec);
    // Cells outside of a simplex all have the same value, and take next to nothing.
    let bytes = plan.job().domain().positions() as f64 * plan.value_type().bytes() as f64;
    let encoding = 1e-9 * rate.nanoseconds * bytes / rayon::current_num_threads() as f64;
    let writing = rate.written * bytes / DISK_BYTES_PER_SECOND;
    Duration::try_from_secs_f64(encoding + writing).unwrap_or(Duration::MAX)
}

fn rate(plan: &Plan, codec: Codec) -> StoringRate {
    let job = plan.job();
    let is_of_vectors = job.ruleset().vector_game().is_some();
    let looks_random = is_of_vectors && job.quantity() == Quantity::Grundy;
    match codec {
        Codec::None => StoringRate::RAW,
        Codec::Blosc if looks_random => StoringRate::VALUES_BY_BLOSC,
        Codec::Blosc => StoringRate::COUNTS_BY_BLOSC,
        Codec::Zstd if looks_random => StoringRate::VALUES_BY_ZSTD,
        Codec::Zstd => StoringRate::RUNS_BY_ZSTD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(domain: &str, quantity: &str, codec: Codec) -> f64 {
        let plan = Plan::parse("wythoff", domain, quantity).expect("a plan");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
        pool.install(|| expected(&plan, codec)).as_secs_f64()
    }

    /// Catches storing that is left out, that does not grow with the table, or that takes as long for bits as for
    /// numbers: side 24000 took five to six seconds longer with a table than without one, on two cores.
    #[test]
    fn larger_tables_take_longer_to_store() {
        let numbers = seconds("24000x24000", "grundy", Codec::Blosc);
        assert!((2.0..6.0).contains(&numbers), "{numbers}");
        let quarter = seconds("12000x12000", "grundy", Codec::Blosc);
        assert!((3.9..4.1).contains(&(numbers / quarter)), "{numbers}, {quarter}");
        let bits = seconds("24000x24000", "outcome", Codec::Zstd);
        assert!(bits < numbers / 3.0, "{bits}");
    }
}
