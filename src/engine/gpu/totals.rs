//! Totals that the kernels add up, as they come back. Host half of `shaders/totals.wgsl`.

use super::bias;
use super::shader::Constant;
use crate::plan::Plan;
use crate::quantity::PValues;
use crate::totals::Statistics;

/// Returns the constants of `shaders/totals.wgsl`, but for the one that says whether checksums are wanted.
pub(super) fn constants(plan: &Plan) -> [Constant; 3] {
    let PValues { first, last, are_even } = plan.job().p_values();
    [("FIRST_P_VALUE", first), ("LAST_P_VALUE", last), ("EVEN_P_VALUES", are_even.into())]
}

/// Words of the totals of a wave.
pub(super) const TOTAL_WORDS: usize = 7;

/// How often a shader has the totals in the memory of a workgroup, and the bytes of that.
pub(super) const WORKGROUP_COPIES: usize = 16;
pub(super) const WORKGROUP_TOTALS_BYTES: u64 = (4 * WORKGROUP_COPIES * TOTAL_WORDS) as u64;

/// Returns the totals of a wave and their checksum. If a value is beyond the bound, so is the maximum or the minimum.
pub(super) fn of_wave(plan: &Plan, words: &[u32; TOTAL_WORDS]) -> (Statistics, u32) {
    let &[positions, sum_low, sum_high, p_positions, maximum, checksum, complement] = words;
    if positions == 0 {
        return (Statistics::default(), 0);
    }
    let bias = bias::of(plan);
    // The number that a value stands for, without the bias.
    let number = |value: u32| plan.value_type().number(value.wrapping_sub(bias));
    let sum = u64::from(sum_high) << 32 | u64::from(sum_low);
    let biases = u64::from(positions) * u64::from(bias);
    let least = if bias > 0 { number(!complement) } else { 0 };
    let totals = Statistics {
        positions: positions.into(),
        sum: sum.wrapping_sub(biases) as i64,
        p_positions: plan.job().quantity().has_p_positions().then_some(p_positions.into()),
        // Beyond the bound a negative number is too large an unsigned one.
        minimum: least.min(number(maximum)).min(0),
        maximum: number(maximum).max(0),
    };
    (totals, checksum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing;
    use crate::values::ValueType;

    /// Catches a word that is taken for another, and a sum that is cut to 32 bits.
    #[test]
    fn words_are_read_in_order() {
        let plan = testing::plan("wythoff", "9x9", "grundy");
        let expected = Statistics {
            positions: 3,
            sum: (1 << 32) + 7,
            p_positions: Some(2),
            minimum: 0,
            maximum: 9,
        };
        assert_eq!(of_wave(&plan, &[3, 7, 1, 2, 9, 6, u32::MAX]), (expected, 6));
    }

    /// Catches a bias that stays in the sum or in an extreme, a wave without positions that has one, a score
    /// beyond the bound on either side that passes, and a bound of 0.
    #[test]
    fn scores_lose_their_bias() {
        let plan = testing::plan("nim:2+points=10/-1", "9x9", "score");
        assert_eq!((plan.value_type(), bias::of(&plan)), (ValueType::I16, 160));
        assert_eq!(of_wave(&plan, &[0; TOTAL_WORDS]), (Statistics::default(), 0));
        // The scores -3 and 5.
        let mut words = [2, 322, 0, 0, 165, 7, !157];
        let expected =
            Statistics { positions: 2, sum: 2, p_positions: None, minimum: -3, maximum: 5 };
        assert_eq!(of_wave(&plan, &words), (expected, 7));
        for beyond in [-161i32, 161, i32::MIN, i32::MAX] {
            let value = (beyond as u32).wrapping_add(160);
            words[4] = value;
            let (totals, _) = of_wave(&plan, &words);
            assert_eq!(totals.furthest_from_0(), i64::from(beyond));
        }
        let nothing = testing::plan("nim:2+points=0/0", "9x9", "score");
        let expected = Statistics { positions: 3, ..Statistics::default() };
        assert_eq!(of_wave(&nothing, &[3, 0, 0, 0, 0, 3, 0]), (expected, 3));
    }
}
