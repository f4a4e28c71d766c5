//! Totals that the kernels add up, as they come back. Host half of the second part of
//! `shaders/output.wgsl`.

use super::bias;
use crate::plan::Plan;
use crate::quantity::PValues;
use crate::totals::Statistics;

/// Words of a set of totals.
pub(super) const TOTAL_WORDS: usize = 8;
/// Sets of totals of a stage: workgroups take turns, so that fewer wait for one another.
pub(super) const TOTAL_STRIPES: usize = 8;
/// The word of a set that tells of a fault.
pub(super) const FAULT: usize = 7;
/// Words of the totals of a stage.
pub(super) const STAGE_WORDS: usize = TOTAL_STRIPES * TOTAL_WORDS;

/// Returns the constants that say which values are those of P-positions, and what is added to values with a
/// sign.
pub(super) fn constants(plan: &Plan) -> [(&'static str, u32); 4] {
    let PValues { first, last, are_even } = plan.job().p_values();
    [
        ("FIRST_P_VALUE", first),
        ("LAST_P_VALUE", last),
        ("EVEN_P_VALUES", are_even.into()),
        ("BIAS", bias::of(plan)),
    ]
}

/// Returns the totals of a stage and their checksum. `words` are its stripes, one after another. If a value is
/// beyond the bound, so is the maximum or the minimum.
pub(super) fn of_stage(plan: &Plan, words: &[u32]) -> (Statistics, u32) {
    let has_p_positions = plan.job().quantity().has_p_positions();
    let bias = bias::of(plan);
    // The number that a value stands for, without the bias.
    let number = |value: u32| plan.value_type().number(value.wrapping_sub(bias));
    let mut totals = Statistics::default();
    let mut checksum = 0u32;
    for stripe in words.as_chunks::<TOTAL_WORDS>().0 {
        let &[positions, sum_low, sum_high, p_positions, maximum, part, complement, _] = stripe;
        if positions == 0 {
            continue;
        }
        let sum = u64::from(sum_high) << 32 | u64::from(sum_low);
        let biases = u64::from(positions) * u64::from(bias);
        let least = if bias > 0 { number(!complement) } else { 0 };
        totals = totals.merge(Statistics {
            positions: positions.into(),
            sum: sum.wrapping_sub(biases) as i64,
            p_positions: has_p_positions.then_some(p_positions.into()),
            // Beyond the bound a negative number is too large an unsigned one.
            minimum: least.min(number(maximum)).min(0),
            maximum: number(maximum).max(0),
        });
        checksum = checksum.wrapping_add(part);
    }
    (totals, checksum)
}

/// Returns the row-major index of the first position of a stage at which the rules have a fault, if the kernel has
/// noticed one: `FAULT` of `shaders/rules.wgsl`.
pub(super) fn first_fault(words: &[u32]) -> Option<u32> {
    let complement = words.as_chunks::<TOTAL_WORDS>().0.iter().map(|stripe| stripe[FAULT]).max()?;
    (complement > 0).then_some(!complement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing;
    use crate::values::ValueType;

    /// Catches a word that is taken for another, and a stripe that is left out.
    #[test]
    fn stripes_are_merged() {
        let plan = testing::plan("wythoff", "9x9", "grundy");
        let mut words = vec![0; STAGE_WORDS];
        words[..6].copy_from_slice(&[3, 7, 1, 2, 9, u32::MAX]);
        words[STAGE_WORDS - TOTAL_WORDS..][..6].copy_from_slice(&[1, 5, 0, 1, 5, 2]);
        let expected = Statistics {
            positions: 4,
            sum: (1 << 32) + 12,
            p_positions: Some(3),
            minimum: 0,
            maximum: 9,
        };
        assert_eq!(of_stage(&plan, &words), (expected, 1));
    }

    /// Catches a bias that stays in the sum or in an extreme, a stripe without positions that has one, a score
    /// beyond the bound on either side that passes, and a bound of 0.
    #[test]
    fn scores_lose_their_bias() {
        let plan = testing::plan("nim:2+points=10/-1", "9x9", "score");
        assert_eq!((plan.value_type(), bias::of(&plan)), (ValueType::I16, 160));
        let mut words = vec![0; STAGE_WORDS];
        // The scores -3 and 5, and elsewhere -4.
        words[..7].copy_from_slice(&[2, 322, 0, 0, 165, 7, !157]);
        words[STAGE_WORDS - TOTAL_WORDS..][..7].copy_from_slice(&[1, 156, 0, 0, 156, 8, !156]);
        let expected =
            Statistics { positions: 3, sum: -2, p_positions: None, minimum: -4, maximum: 5 };
        assert_eq!(of_stage(&plan, &words), (expected, 15));
        for beyond in [-161i32, 161, i32::MIN, i32::MAX] {
            let value = (beyond as u32).wrapping_add(160);
            words[4] = value;
            let (totals, _) = of_stage(&plan, &words);
            assert_eq!(totals.furthest_from_0(), i64::from(beyond));
        }
        let nothing = testing::plan("nim:2+points=0/0", "9x9", "score");
        let words = [&[3, 0, 0, 0, 0, 3, 0, 0], [0; STAGE_WORDS - TOTAL_WORDS].as_slice()].concat();
        let expected = Statistics { positions: 3, ..Statistics::default() };
        assert_eq!(of_stage(&nothing, &words), (expected, 3));
    }
}
