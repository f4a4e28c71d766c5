//! Operators and built-in functions of WGSL on words. A truth value is 0 or 1.

use naga::{BinaryOperator, MathFunction, ScalarKind, UnaryOperator};

/// Applies a unary operator.
pub(super) fn unary(op: UnaryOperator, a: u32) -> u32 {
    match op {
        UnaryOperator::Negate => a.wrapping_neg(),
        UnaryOperator::LogicalNot => a ^ 1,
        UnaryOperator::BitwiseNot => !a,
    }
}

/// Applies a binary operator to operands of a kind.
pub(super) fn binary(op: BinaryOperator, kind: ScalarKind, a: u32, b: u32) -> u32 {
    let is_signed = is_signed(kind);
    let (x, y) = (a as i32, b as i32);
    let less = if is_signed { x < y } else { a < b };
    match op {
        BinaryOperator::Add => a.wrapping_add(b),
        BinaryOperator::Subtract => a.wrapping_sub(b),
        BinaryOperator::Multiply => a.wrapping_mul(b),
        // WGSL: a quotient that cannot be represented is the dividend, and the remainder 0.
        BinaryOperator::Divide if is_signed => x.checked_div(y).unwrap_or(x) as u32,
        BinaryOperator::Divide => a.checked_div(b).unwrap_or(a),
        BinaryOperator::Modulo if is_signed => x.checked_rem(y).unwrap_or(0) as u32,
        BinaryOperator::Modulo => a.checked_rem(b).unwrap_or(0),
        BinaryOperator::Equal => u32::from(a == b),
        BinaryOperator::NotEqual => u32::from(a != b),
        BinaryOperator::Less => u32::from(less),
        BinaryOperator::LessEqual => u32::from(less || a == b),
        BinaryOperator::Greater => u32::from(!less && a != b),
        BinaryOperator::GreaterEqual => u32::from(!less),
        BinaryOperator::And | BinaryOperator::LogicalAnd => a & b,
        BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr => a | b,
        BinaryOperator::ExclusiveOr => a ^ b,
        BinaryOperator::ShiftLeft => a.wrapping_shl(b),
        BinaryOperator::ShiftRight if is_signed => x.wrapping_shr(b) as u32,
        BinaryOperator::ShiftRight => a.wrapping_shr(b),
    }
}

/// Returns the lesser of two words of a kind.
pub(super) fn least(kind: ScalarKind, a: u32, b: u32) -> u32 {
    if is_signed(kind) { (a as i32).min(b as i32) as u32 } else { a.min(b) }
}

/// Returns the larger of two words of a kind.
pub(super) fn largest(kind: ScalarKind, a: u32, b: u32) -> u32 {
    if is_signed(kind) { (a as i32).max(b as i32) as u32 } else { a.max(b) }
}

/// Applies a built-in function component by component. Arguments that it does not have are 0.
pub(super) fn math(function: MathFunction, kind: ScalarKind, [a, b, c, d]: [u32; 4]) -> u32 {
    match function {
        MathFunction::Abs if is_signed(kind) => (a as i32).wrapping_abs() as u32,
        MathFunction::Abs => a,
        MathFunction::Min => least(kind, a, b),
        MathFunction::Max => largest(kind, a, b),
        MathFunction::Clamp => least(kind, largest(kind, a, b), c),
        MathFunction::Sign => (a as i32).signum() as u32,
        MathFunction::CountTrailingZeros => a.trailing_zeros(),
        MathFunction::CountLeadingZeros => a.leading_zeros(),
        MathFunction::CountOneBits => a.count_ones(),
        MathFunction::ReverseBits => a.reverse_bits(),
        // WGSL: all bits are set where there is none to find.
        MathFunction::FirstTrailingBit if a == 0 => u32::MAX,
        MathFunction::FirstTrailingBit => a.trailing_zeros(),
        MathFunction::FirstLeadingBit if is_signed(kind) => {
            highest_bit(a ^ ((a as i32) >> 31) as u32)
        }
        MathFunction::FirstLeadingBit => highest_bit(a),
        MathFunction::ExtractBits => {
            let (offset, count) = (b.min(32), c.min(32 - b.min(32)));
            if count == 0 {
                return 0;
            }
            let aligned = a << (32 - offset - count);
            if is_signed(kind) {
                ((aligned as i32) >> (32 - count)) as u32
            } else {
                aligned >> (32 - count)
            }
        }
        MathFunction::InsertBits => {
            let (offset, count) = (c.min(32), d.min(32 - c.min(32)));
            let ones = u32::MAX.checked_shr(32 - count).unwrap_or(0);
            let mask = ones.checked_shl(offset).unwrap_or(0);
            (a & !mask) | (b.checked_shl(offset).unwrap_or(0) & mask)
        }
        other => panic!("the interpreter does not know the function {other:?}"),
    }
}

fn highest_bit(a: u32) -> u32 {
    a.checked_ilog2().unwrap_or(u32::MAX)
}

/// Returns whether words of a kind have a sign.
fn is_signed(kind: ScalarKind) -> bool {
    match kind {
        ScalarKind::Sint => true,
        ScalarKind::Uint | ScalarKind::Bool => false,
        other => panic!("the interpreter does not know numbers of the kind {other:?}"),
    }
}

/// Converts a word from one kind to another.
pub(super) fn convert(from: ScalarKind, to: ScalarKind, a: u32) -> u32 {
    for kind in [from, to] {
        assert!(matches!(kind, ScalarKind::Sint | ScalarKind::Uint | ScalarKind::Bool), "{kind:?}");
    }
    if to == ScalarKind::Bool { u32::from(a != 0) } else { a }
}
