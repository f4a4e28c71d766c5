use super::*;
use crate::figures::drawing::{Item, Shape};

/// Catches a width or letters of another size than requested, axes that leave the sheet, and panels side by side where
/// their letters are too large for it.
#[test]
fn charts_fit_their_sheet() {
    let mut chart = Chart::new("Squares", "n, and a long name ".repeat(9), "n * n");
    chart.curves.push(Curve::line(Color::BLACK, vec![[0.0, 0.0], [100.0, 1e4]]).named("squares"));
    let charts = [chart.clone(), chart];
    let sheet = |width: &str, font_size: &str| {
        let length = |text: &str| (!text.is_empty()).then(|| text.parse().expect(text));
        Sheet { width: length(width), font_size: length(font_size), density: None }
    };
    let plain =
        Chart::on_sheet(["t", ""], &charts, &Sheet::default(), &Labels::default()).expect("drawn");
    assert_eq!(plain.size(), Chart::side_by_side("t", &charts).size());
    for (width, font_size, pixels, em, columns) in [
        ("24cm", "", 2835.0, 300.0 * 8.0 / 72.0, 2),
        ("8.5cm", "", 1004.0, 300.0 * 8.0 / 72.0, 1),
        ("1440px", "9pt", 1440.0, 12.0, 2),
        ("1440px", "24px", 1440.0, 24.0, 1),
    ] {
        let drawing =
            Chart::on_sheet(["t", ""], &charts, &sheet(width, font_size), &Labels::default())
                .expect(width);
        assert!((drawing.width - pixels).abs() < 0.01, "{width}: {}", drawing.width);
        let texts = drawing.items.iter().filter_map(|item| match item {
            Item::Text { at, letters, anchor, text, .. } => {
                Some((*at, *letters, letters.before(*anchor, text), text))
            }
            _ => None,
        });
        let (mut names, mut rows) = (0, Vec::new());
        for (at, letters, before, text) in texts {
            let end = at[0] - before + letters.width(text);
            assert!(at[1] <= drawing.height, "{text}");
            assert!(text == "n * n" || at[0] >= before - 0.5 && end <= pixels + 0.5, "{text}");
            if text == "squares" {
                assert!((letters.em() - em).abs() < 0.01, "{width}: {}", letters.em());
                names += 1;
                rows.push(at[1]);
            }
        }
        rows.dedup();
        assert_eq!((names, 2 / rows.len()), (2, columns), "{width} {font_size}");
    }
    for (width, font_size) in [("2cm", ""), ("8.5cm", "30pt"), ("", "72pt")] {
        let refusal =
            Chart::on_sheet(["t", ""], &charts, &sheet(width, font_size), &Labels::default());
        let refusal = refusal.expect_err(width).to_string();
        assert!(refusal.contains("choose a larger width or a smaller font size"), "{refusal}");
    }
}

/// Catches a point at a wrong place: the largest of a line is drawn where its numbers say.
#[test]
fn a_point_lies_where_its_numbers_say() {
    let mut chart = Chart::new("t", "x", "y");
    chart.limits[0] = Some([0.0, 10.0]);
    chart.limits[1] = Some([0.0, 10.0]);
    let blue = Color::hex(0x00_00_ff);
    chart.curves.push(Curve { opacity: 1.0, ..Curve::points(blue, vec![[5.0, 2.0]]) });
    let drawing = Chart::side_by_side("t", &[chart]);
    let image = drawing.to_image(&grundytab::control::Control::default()).expect("drawn");
    // Half the width to the right, and a fifth of the height up.
    let x = 92.0 + (720.0 - 92.0 - 26.0) / 2.0;
    let y = 4.0 + 1.8 * 16.0 + 46.0 + 0.8 * (460.0 - 46.0 - 58.0);
    assert_eq!(image.pixel(x as u32, y as u32), Some(blue));
    assert_ne!(image.pixel(x as u32 + 8, y as u32), Some(blue));
}

/// Catches units of two lengths in a plot to scale, alone and beside a panel that is not to scale.
#[test]
fn units_are_as_long_on_both_axes() {
    let plain = Chart::new("t", "x", "y");
    let mut chart = plain.clone();
    chart.limits[0] = Some([0.0, 30.0]);
    chart.limits[1] = Some([0.0, 40.0]);
    chart.is_to_scale = true;
    chart.curves.push(Curve::points(Color::BLACK, vec![[0.0, 0.0], [10.0, 10.0]]));
    for charts in [vec![chart.clone()], vec![plain, chart]] {
        let drawing = Chart::side_by_side("t", &charts);
        let middles: Vec<[f32; 2]> = drawing
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Shape { shape: Shape::Circle(middle, _), .. } => Some(*middle),
                _ => None,
            })
            .collect();
        let [from, to] = middles[..] else { panic!("{middles:?}") };
        let [right, up] = [to[0] - from[0], from[1] - to[1]];
        assert!(right > 50.0 && (right - up).abs() < 0.01, "{right} {up}");
    }
}
