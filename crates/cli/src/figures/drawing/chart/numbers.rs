//! Numbers along axes: round ones, written shortly.

/// Returns round numbers in a range, at most `most` and one; whole ones, if the range has two of these.
pub(super) fn ticks([least, largest]: [f64; 2], most: f64) -> Vec<f64> {
    let length = largest - least;
    let rough = (length / most.max(3.0)).max(if length >= 1.0 { 1.0 } else { 0.0 });
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= rough);
    let Some(step) = step.filter(|step| step.is_finite() && *step > 0.0) else { return Vec::new() };
    // Multiples of the step, so that 0 is one exactly.
    let first = (least / step).ceil() as i64;
    let last = (largest / step).floor() as i64;
    (first..=last).map(|multiple| multiple as f64 * step).collect()
}

/// Writes a number at an axis in the unit of the largest one there, so that all have one form: thousands or millions, say.
pub(super) fn short(number: f64, largest: f64) -> String {
    let trimmed = |text: String| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    match largest.abs() {
        _ if number == 0.0 => "0".into(),
        n if n >= 1e9 => trimmed(format!("{:.2}", number / 1e9)) + " G",
        n if n >= 1e6 => trimmed(format!("{:.2}", number / 1e6)) + " M",
        n if n >= 1e5 => trimmed(format!("{:.1}", number / 1e3)) + " k",
        _ => trimmed(format!("{number:.3}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_axes_are_short() {
        let own = |number| short(number, number);
        let texts = [0.0, 0.5, 250.0, 9000.0, 20_000.0, 200_000.0, 1_500_000.0, 2e9].map(own);
        assert_eq!(texts, ["0", "0.5", "250", "9000", "20000", "200 k", "1.5 M", "2 G"]);
        // Those of one axis have one form.
        let texts = [-5e4, 0.0, 5e4, 1e5].map(|number| short(number, 1e5));
        assert_eq!(texts, ["-50 k", "0", "50 k", "100 k"]);
    }

    /// Catches ticks that are no round numbers, too many or none.
    #[test]
    fn ticks_are_round() {
        let ticks = |range| ticks(range, 10.0);
        assert_eq!(ticks([0.0, 10.6]), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks([-20.0, 20.0]), [-20.0, -15.0, -10.0, -5.0, 0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(ticks([0.0, 2.1]), [0.0, 1.0, 2.0]);
        for range in [[0.0, 0.5], [0.0, 7e9], [-3.0, 0.0], [0.0, 0.001]] {
            assert!((3..=11).contains(&ticks(range).len()), "{range:?}");
        }
        assert!(ticks([0.0, 0.0]).is_empty());
    }
}
