//! The checker is tested before anything it judges: every planted fault must be reported, at the
//! right position.

use grundytab::{Difference, Domain, InMemoryTable, Position};

fn table() -> InMemoryTable {
    let domain = Domain::boxed(&[6, 9]).expect("valid");
    let values = (0..54).map(|index| (index / 9) ^ (index % 9)).collect();
    InMemoryTable::from_values(domain, values)
}

fn planted(fault: impl FnOnce(&mut Vec<u32>)) -> Result<(), Difference> {
    let mut values = table().values().to_vec();
    fault(&mut values);
    table().compare(&InMemoryTable::from_values(Domain::boxed(&[6, 9]).expect("valid"), values))
}

fn wrong(heaps: &[u32], expected: u32, found: u32) -> Result<(), Difference> {
    let position = Position::new(heaps);
    Err(Difference::Value { position, expected, found })
}

#[test]
fn no_fault_is_no_difference() {
    assert_eq!(planted(|_| ()), Ok(()));
}

#[test]
fn a_flipped_value_is_found_where_it_is() {
    assert_eq!(planted(|values| values[3 * 9 + 5] = 7), wrong(&[3, 5], 6, 7));
}

#[test]
fn of_two_faults_the_first_in_grade_order_is_reported() {
    let fault = |values: &mut Vec<u32>| {
        values[8] = 0;
        values[5 * 9] = 0;
    };
    assert_eq!(planted(fault), wrong(&[5, 0], 5, 0));
}

#[test]
fn a_dropped_tail_is_a_difference_of_length() {
    let dropped = planted(|values| values.truncate(53));
    assert_eq!(dropped, Err(Difference::Length { expected: 54, found: 53 }));
}

#[test]
fn tables_of_different_domains_differ() {
    let turned = Domain::boxed(&[9, 6]).expect("valid");
    let turned = InMemoryTable::from_values(turned, table().values().to_vec());
    assert!(matches!(table().compare(&turned), Err(Difference::Domain { .. })));
}

#[test]
fn a_shift_by_one_is_found_at_the_first_position() {
    assert_eq!(planted(|values| values.rotate_right(1)), wrong(&[0, 0], 0, 13));
}

#[test]
fn zeros_are_found_at_the_first_nonzero_value() {
    assert_eq!(planted(|values| values.fill(0)), wrong(&[0, 1], 1, 0));
}
