//! Numbers in decimal digits, appended to bytes: faster than formatting, where a table has billions.

/// Appends a number in decimal digits.
pub(super) fn push_number(text: &mut Vec<u8>, number: u32) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
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
