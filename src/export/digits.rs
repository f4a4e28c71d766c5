//! Numbers in decimal digits, appended to bytes: faster than formatting, where a table has billions.

/// Appends a number in decimal digits.
pub(super) fn push_number(text: &mut Vec<u8>, number: u32) {
    // 4294967295 has ten digits.
    let mut digits = [0; 10];
    let (mut rest, mut first) = (number, digits.len());
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[first..]);
}

/// Appends numbers separated by commas.
pub(super) fn push_numbers(text: &mut Vec<u8>, numbers: &[u32]) {
    for (index, &number) in numbers.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        push_number(text, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches digits that are lost at the ends of the range.
    #[test]
    fn numbers_have_all_their_digits() {
        let mut text = Vec::new();
        push_numbers(&mut text, &[0, 7, 10, 999, 1000, u32::MAX]);
        assert_eq!(text, b"0,7,10,999,1000,4294967295");
    }
}
