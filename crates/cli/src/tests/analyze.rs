//! Analyses of stored tables, against brute force on the values and against published numbers.

use std::collections::BTreeMap;

use crate::analyses::analyze::{
    self, Band, Beams, Estimate, ExactLine, LinePeriod, Lines, ValueCount,
};
use crate::analyses::expression::{Condition, Filter};
use crate::tests::common::{plan, stored};
use crate::tests::passes;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, OtherTables, TableError, TableReader};
use grundytab::{Control, Job, PeriodProof, Position};
use tempfile::TempDir;

/// Tabulates a game in tiles of this edge and opens the table.
fn table(game: &str, domain: &str, quantity: &str, edge: u32) -> (TempDir, TableReader) {
    let folder = TempDir::new().expect("a folder");
    let plan = plan(game, domain, quantity, Some(edge));
    let table = stored(&folder.path().join("t.zarr"), &plan, Codec::of_plan(&plan), &CpuEngine);
    (folder, table)
}

/// Returns the positions of a table and their values, one by one.
fn cells(table: &TableReader) -> Vec<(Position, u32)> {
    let shape = table.plan().job().domain().shape().to_vec();
    let mut heaps = vec![vec![]];
    for side in shape {
        heaps = heaps
            .into_iter()
            .flat_map(|heaps: Vec<u32>| (0..side).map(move |heap| [&heaps[..], &[heap]].concat()))
            .collect();
    }
    let with_value = |heaps: Vec<u32>| Some((Position::new(&heaps), table.value(&heaps).ok()?));
    heaps.into_iter().filter_map(with_value).collect()
}

/// The grade as the glossary has it.
fn grade(job: &Job, position: &Position) -> u64 {
    match job.grade_name() {
        "heap" => position.heaps()[0].into(),
        _ => position.token_sum(),
    }
}

/// Catches positions that are counted twice or not at all, also in tiles that the domain cuts, a first
/// position of another tile, layers by another grade, and a least or largest value that is no value of the layer.
#[test]
fn surveys_count_every_position_once() {
    for (game, domain, quantity) in [
        ("wythoff", "23x40", "grundy"),
        ("triangle", "tokens 14", "grundy"),
        ("fibonacci", "30x30", "grundy"),
        ("wythoff+block=2", "20x20", "palaces"),
        ("nim:3", "tokens 9", "outcome"),
        ("subtraction:2,4,7", "50", "grundy"),
        ("partizan:1,0/0,1:1,1/2,1", "12x12", "outcome-class"),
        // Layers without a score of 0: all scores are positive in one, and negative in another.
        ("nim:1", "40", "score"),
        ("nim:2+points=-5/-3", "20x17", "score"),
        ("wythoff+points=2/-1/3", "tokens 20", "score"),
    ] {
        let (_folder, table) = table(game, domain, quantity, 7);
        let job = table.plan().job();
        let found = passes::survey(
            &table,
            &OtherTables::default(),
            &Filter::default(),
            &Control::default(),
        )
        .expect("a survey");
        let mut values: BTreeMap<i64, ValueCount> = BTreeMap::new();
        let mut layers: BTreeMap<u64, Vec<(i64, bool)>> = BTreeMap::new();
        for (position, value) in cells(&table) {
            let number = job.quantity().number(value);
            let layer = layers.entry(grade(job, &position)).or_default();
            layer.push((number, job.is_p_position(value)));
            let new = ValueCount { value: number, positions: 0, first: position };
            let count = values.entry(number).or_insert(new);
            count.positions += 1;
            let key = |at: &Position| (grade(job, at), at.heaps().to_vec());
            if key(&position) < key(&count.first) {
                count.first = position;
            }
        }
        assert_eq!(found.values, Vec::from_iter(values.into_values()), "{game}");
        let band = |layer: &Vec<(i64, bool)>| Band {
            positions: layer.len() as u64,
            p_positions: layer.iter().filter(|(_, is_p_position)| *is_p_position).count() as u64,
            minimum: layer.iter().map(|(number, _)| *number).min(),
            maximum: layer.iter().map(|(number, _)| *number).max(),
        };
        assert_eq!(found.bands, Vec::from_iter(layers.values().map(band)), "{game}");
        assert_eq!((found.layers_in_band, found.positions_of_larger_values), (1, 0), "{game}");
    }
}

/// Catches layers that are lost where no position counts, so that lists are shorter than the number of layers, and a
/// largest value of no position.
#[test]
fn layers_in_which_nothing_counts_are_empty() {
    let (_folder, table) = table("nim", "6x6", "grundy", 4);
    let (job, none) = (table.plan().job(), OtherTables::default());
    for (condition, has) in [
        ("x == y", (|sum| sum % 2 == 0) as fn(u64) -> bool),
        ("tokens == 3", |sum| sum == 3),
        ("false", |_| false),
    ] {
        let filter = Filter::of(Condition::parse(condition, job, &none).expect("a condition"));
        let found = passes::survey(&table, &none, &filter, &Control::default()).expect("found");
        assert_eq!(found.bands.len() as u64, job.layer_count(), "{condition}");
        for (sum, band) in (0..).zip(&found.bands) {
            assert_eq!(band.positions > 0, has(sum), "{condition}, {sum}");
            // The xor of equal heaps is 0, of heaps that add up to 3 it is 3.
            let value = has(sum).then_some(if condition == "x == y" { 0 } else { 3 });
            assert_eq!((band.minimum, band.maximum), (value, value), "{condition}, {sum}");
        }
    }
}

/// Catches layers that are not counted together where there are more of them than are kept, and
/// values beyond the limit that are lost: on one heap of Nim every position has its own.
#[test]
fn very_many_layers_and_values_are_counted_together() {
    let side = 2 * analyze::MOST_BANDS + 3;
    let (_folder, table) = table("nim:1", &side.to_string(), "grundy", 1 << 16);
    let found =
        passes::survey(&table, &OtherTables::default(), &Filter::default(), &Control::default())
            .expect("a survey");
    assert_eq!(found.layers_in_band, 3);
    assert_eq!(found.bands.iter().map(|band| band.positions).sum::<u64>(), u64::from(side));
    assert_eq!((found.bands[5].positions, found.bands[5].maximum), (3, Some(17)));
    assert_eq!(found.values.len(), analyze::MOST_VALUES as usize);
    assert_eq!(found.positions_of_larger_values, u64::from(side - analyze::MOST_VALUES));
}

/// Catches a survey that goes on although it was interrupted.
#[test]
fn surveys_can_be_interrupted() {
    let (_folder, table) = table("wythoff", "64x64", "grundy", 16);
    let stop = std::sync::atomic::AtomicBool::new(true);
    let control = Control::default().interrupted_by(&stop);
    assert!(passes::survey(&table, &OtherTables::default(), &Filter::default(), &control).is_err());
}

/// The beams of all P-positions.
fn beams(table: &TableReader, against: &[f64]) -> Result<Option<Beams>, TableError> {
    let (others, all) = (OtherTables::default(), Filter::default());
    passes::beams(table, &others, &all, against, &Control::default())
}

/// The lines on which the heaps that stay have less tokens than this.
fn near_axes(table: &TableReader, end: u32) -> Lines {
    Lines::near_axes(table.plan().job().domain(), end)
}

/// The period, preperiod and saltus of the line with these heaps.
fn period_of(found: &[LinePeriod], heaps: &[Option<u32>]) -> Option<(u64, u64, i64)> {
    let line = found.iter().find(|line| line.heaps == heaps).expect("the line");
    line.period.map(|found| (found.preperiod, found.period, found.saltus))
}

/// Catches lines that are put together wrongly from tiles, and a preperiod or period that is not least: row 3
/// of Wythoff Nim is OEIS A004484, for which a(n) = a(n-1) + a(n-6) - a(n-7) for n > 14 is stated there, so that
/// a(n + 6) - a(n) is the same from n = 8 on; row 4 is A004485, with a(n) = a(n-1) + a(n-12) - a(n-13) for
/// n > 21, so that a(n + 12) - a(n) = a(21) - a(9) = 12 from n = 9 on, and a(20) - a(8) = 20. Other rows are
/// compared with a search through all periods.
#[test]
fn rows_of_wythoff_nim_are_additively_periodic() {
    let (_folder, table) = table("wythoff", "12x700", "grundy", 37);
    let found = analyze::line_periods(&table, &near_axes(&table, 20), &Control::default())
        .expect("periods");
    assert_eq!(found.len(), 12 + 20);
    assert_eq!(period_of(&found, &[Some(0), None]), Some((0, 1, 1)));
    assert_eq!(period_of(&found, &[Some(1), None]), Some((0, 3, 3)));
    assert_eq!(period_of(&found, &[Some(2), None]), Some((0, 3, 3)));
    assert_eq!(period_of(&found, &[Some(3), None]), Some((8, 6, 6)));
    assert_eq!(period_of(&found, &[Some(4), None]), Some((9, 12, 12)));
    for x in 1..9 {
        let value = |y: u32| i64::from(table.value(&[x, y]).expect("a value"));
        let saltus = |from: u32, p: u32| value(from + p) - value(from);
        let holds =
            |from: u32, p: u32| (from..700 - p).all(|y| value(y + p) == value(y) + saltus(from, p));
        let period = (1..100).find(|&p| holds(300, p)).expect("a period");
        let preperiod = (0..300).find(|&from| holds(from, period)).expect("a preperiod");
        let expected = (preperiod.into(), period.into(), saltus(preperiod, period));
        assert_eq!(period_of(&found, &[Some(x), None]), Some(expected), "row {x}");
    }
    // Columns have 12 values alone; that of x -> g(x, 0) = x is periodic.
    assert_eq!(period_of(&found, &[None, Some(0)]), Some((0, 1, 1)));
    assert_eq!(period_of(&found, &[None, Some(5)]), None);
}

/// Catches a period that is called proved without a repeated window, or the other way round. The periods
/// are those of Winning Ways.
#[test]
fn periods_of_subtraction_games_are_proved_by_a_repeated_window() {
    for (game, preperiod, period, window) in [
        ("subtraction:2,5,8", 0, 10, 8),
        ("subtraction:1,2", 0, 3, 2),
        ("subtraction:1,3,4", 0, 7, 4),
        ("subtraction:2,5,7", 0, 22, 7),
        ("subtraction:2,4,7", 8, 3, 7),
    ] {
        // A period is seen once it has come three times; whether it is proved depends on the window.
        let seen = preperiod + 3 * period + 1;
        for side in [seen, seen + 50] {
            let (_folder, table) = table(game, &side.to_string(), "grundy", 16);
            let found = analyze::line_periods(&table, &near_axes(&table, 16), &Control::default())
                .expect("periods");
            assert_eq!(period_of(&found, &[None]), Some((preperiod, period, 0)), "{game}");
            assert_eq!(
                found[0].proof.is_some(),
                preperiod + period + window <= side,
                "{game} {side}"
            );
        }
    }
    let (_folder, table) = table("subtraction:fibonacci-odd", "2000", "grundy", 128);
    let found = analyze::line_periods(&table, &near_axes(&table, 16), &Control::default())
        .expect("periods");
    assert_eq!((period_of(&found, &[None]), found[0].proof), (None, None));
}

/// Catches a period of Kayles that is called proved by too few values, and exceptions that are other ones than those of OEIS
/// A002186.
#[test]
fn periods_of_octal_games_are_proved_by_repeating_long_enough() {
    for (side, proof) in [("167", None), ("168", Some(PeriodProof::GuySmith))] {
        let (_folder, table) = table("kayles", side, "grundy", 16);
        let found = analyze::line_periods(&table, &near_axes(&table, 1), &Control::default())
            .expect("periods");
        assert_eq!((period_of(&found, &[None]), found[0].proof), (Some((71, 12, 0)), proof));
        let (heaps, count) = &found[0].exceptions;
        let exceptions = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
        let expected = proof.map_or(&[][..], |_| &exceptions);
        assert_eq!((&heaps[..], *count), (expected, expected.len() as u64));
    }
}

/// Catches lines of a simplex that run out of it, and lines of three heaps that are mixed up.
#[test]
fn lines_of_three_heaps_end_with_the_domain() {
    let (_folder, table) = table("nim:3", "tokens 40", "grundy", 5);
    let found =
        analyze::line_periods(&table, &near_axes(&table, 3), &Control::default()).expect("periods");
    assert_eq!(found.len(), 3 * 9);
    assert_eq!(near_axes(&table, 3).values(), 3 * 9 * 39);
    for line in &found {
        let fixed: Vec<u32> = line.heaps.iter().flatten().copied().collect();
        assert_eq!((line.values, line.length), (41 - u64::from(fixed[0] + fixed[1]), line.values));
        // n xor c repeats after the least power of two above c, which is added.
        let period = (fixed[0] ^ fixed[1]).checked_ilog2().map_or(1, |log| 2 << log);
        let seen = line.period.map(|found| (found.preperiod, found.period, found.saltus));
        assert_eq!(seen, Some((0, period, period as i64)), "{:?}", line.heaps);
    }
}

/// Asserts that a number is the right one, up to an error that its standard error does not belie.
fn assert_near(found: Estimate, right: f64, within: f64) {
    assert!((found.value - right).abs() < within, "{found:?} is not {right}");
    assert!(found.error < within, "{found:?}");
}

/// Finds the slopes, densities and distances of the two beams of Wythoff Nim, which are floor(n phi) and
/// floor(n phi) + n: the slope phi with 1 / phi P-positions for each x, and its inverse with 1 / phi^2; and of
/// Maharaja Nim, whose P-positions stay within a bounded distance of the same lines (Larsson and Wästlund 2014).
#[test]
fn beams_of_wythoff_and_maharaja_nim_have_golden_slopes() {
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    for (game, domain, spread) in [
        ("wythoff", "box 800x800", 1.0),
        ("wythoff", "tokens 900", 1.0),
        ("wythoff", "box 700x3000", 1.0),
        ("maharaja", "box 800x800", 4.0),
    ] {
        let (_folder, table) = table(game, domain, "outcome", 128);
        let found = beams(&table, &[]).expect("read").expect("beams");
        assert_eq!((found.beams.len(), found.scattered), (2, 0), "{game}");
        let expected = [(phi, 1.0 / phi), (1.0 / phi, 1.0 / phi / phi)];
        for (beam, (slope, density)) in found.beams.iter().zip(expected) {
            let line = beam.line.expect("a line");
            assert_near(line.slope, slope, 0.003);
            assert!((line.slope.value - slope).abs() < 2.0 * line.slope.error, "{line:?}");
            assert_near(line.offset, 0.0, 2.0);
            assert!(line.spread < spread, "{line:?}");
            assert_near(beam.density.expect("a density"), density, 0.003);
            assert_eq!(beam.exact_lines, []);
        }
        assert_eq!(found.beams.iter().map(|beam| beam.positions).sum::<u64>(), found.p_positions);
    }
}

/// Catches standard errors that take neighbours of a beam for independent of one another: the slopes that tables
/// of different sizes give for a beam, which has but one, differ by more than four of those. Each pair was chosen as
/// one of which that is true.
#[test]
fn slopes_of_tables_of_different_sizes_agree_within_their_errors() {
    for (game, sides, count) in [
        ("vector:1,0/0,1/1,1/1,2/2,1", [[1800, 3000], [2400, 3000], [1800, 2400]], 4),
        ("vector:1,0/0,1/1,1/1,2", [[800, 2400], [1200, 2400], [2400, 2800]], 3),
    ] {
        let slopes = |side: u32| -> Vec<Estimate> {
            let (_folder, table) = table(game, &format!("box {side}x{side}"), "outcome", 512);
            let found = beams(&table, &[]).expect("read").expect("beams");
            found.beams.iter().filter_map(|beam| Some(beam.line?.slope)).collect()
        };
        for [small, large] in sides {
            let (small, large) = (slopes(small), slopes(large));
            assert_eq!((small.len(), large.len()), (count, count), "{game}");
            for (one, other) in small.iter().zip(&large) {
                let error = one.error.hypot(other.error);
                assert!((one.value - other.value).abs() < 2.2 * error, "{game}: {one:?} {other:?}");
                assert!(error < 0.01, "{game}: {one:?} {other:?}");
            }
        }
    }
}

/// Finds the exact lines of blocking Wythoff Nim (Larsson 2011): with one option blocked y = 2x + 1 beside
/// the doubled P-positions of Wythoff Nim, with two y = 2x + 1 and y = 2x + 2; and their mirror images.
#[test]
fn beams_of_blocking_wythoff_nim_are_exact_lines() {
    let (_folder, one) = table("wythoff+block=1", "600x600", "palaces", 128);
    let found = beams(&one, &[]).expect("read").expect("beams");
    let lines: Vec<Vec<(i64, i64, i64)>> = found
        .beams
        .iter()
        .map(|beam| beam.exact_lines.iter().map(|line| (line.p, line.q, line.c)).collect())
        .collect();
    assert_eq!(lines, [vec![(2, 1, 1)], vec![], vec![], vec![(1, 2, -1)]]);
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    assert_near(found.beams[1].line.expect("a line").slope, phi, 0.005);

    let (_folder, two) = table("wythoff+block=2", "600x600", "outcome", 128);
    let found = beams(&two, &[]).expect("read").expect("beams");
    let exact = |beam: usize| found.beams[beam].exact_lines.as_slice();
    // The larger heap is from 300 to 599: 2n + 1 or 2n + 2 is.
    let line = |(p, q, c, positions)| ExactLine { p, q, c, positions };
    assert_eq!(exact(0), [(2, 1, 1, 150), (2, 1, 2, 150)].map(line));
    assert_eq!(exact(1), [(1, 2, -2, 150), (1, 2, -1, 150)].map(line));
    assert_eq!((found.beams.len(), found.scattered), (2, 0));
}

/// Catches lines along the axes and areas that are taken for lines: in Euclid, where a heap may reach 0, all
/// (0, y) and (x, 0) are P-positions, and those with y < phi x and x < phi y.
#[test]
fn axes_are_beams_and_areas_are_sectors() {
    let (_folder, table) = table("euclid", "300x300", "outcome", 64);
    let found = beams(&table, &[]).expect("read").expect("beams");
    let [vertical, sector, flat] = found.beams.as_slice() else { unreachable!("{found:?}") };
    assert_eq!(vertical.exact_lines, [ExactLine { p: 1, q: 0, c: 0, positions: 150 }]);
    assert!(vertical.line.is_some_and(|line| line.slope.value.is_infinite()));
    assert_eq!(flat.exact_lines, [ExactLine { p: 0, q: 1, c: 0, positions: 150 }]);
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    assert!(sector.line.is_none() && sector.density.is_none());
    assert!((sector.slopes[1] - phi).abs() < 0.01 && (sector.slopes[0] - 1.0 / phi).abs() < 0.01);
}

/// Beams are a matter of two heaps, and of tables that are not tiny.
#[test]
fn other_tables_have_no_beams() {
    for (game, domain) in [("nim:3", "9x9x9"), ("subtraction:1,2", "100"), ("nim", "20x90")] {
        let (_folder, table) = table(game, domain, "grundy", 16);
        assert_eq!(beams(&table, &[]).expect("read"), None);
    }
}

/// Catches P-positions of smaller octaves that are given to no beam or to the wrong one, and bounds of another line:
/// the P-positions of Wythoff Nim above the diagonal are (floor(n phi), floor(n phi) + n), so that y - phi x is the
/// fractional part of n phi, divided by phi.
#[test]
fn beams_are_compared_octave_by_octave_with_a_slope() {
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    let (_folder, table) = table("wythoff", "box 800x800", "outcome", 128);
    let slopes = [phi, 1.0 / phi, 100.0];
    let found = beams(&table, &slopes).expect("read").expect("beams");
    for (beam, slope) in found.beams.iter().zip(slopes) {
        let ends: Vec<(u32, u32)> = beam.octaves.iter().map(|o| (o.from, o.below)).collect();
        assert_eq!(ends, [(400, 800), (200, 400), (100, 200), (50, 100)]);
        for octave in &beam.octaves {
            // The larger heap is floor(n phi^2).
            let is_within = |n: &u32| {
                let larger = (f64::from(*n) * phi * phi).floor() as u32;
                (octave.from..octave.below).contains(&larger)
            };
            assert_eq!(
                octave.positions,
                (0..800u32).filter(is_within).count() as u64,
                "{octave:?}"
            );
            let fitted = octave.slope.expect("a slope");
            assert!((fitted.value - slope).abs() < 3.0 * fitted.error, "{octave:?}");
            let through_origin = octave.slope_through_origin.expect("a slope");
            assert!((through_origin - slope).abs() < 1.0 / f64::from(octave.from), "{octave:?}");
        }
        assert_eq!(beam.octaves[0].slope.expect("a slope"), beam.line.expect("a line").slope);
    }
    let beams: Vec<_> = found.against.iter().map(|against| against.beam).collect();
    assert_eq!(beams, [Some(0), Some(1), Some(0)]);
    let [least, greatest] = found.against[0].distances.expect("distances");
    assert!(0.0 < least && least < 0.01 && 0.61 < greatest && greatest < 1.0 / phi);
    let [least, greatest] = found.against[1].distances.expect("distances");
    assert!(-0.39 < least && least < -0.37 && -0.01 < greatest && greatest < 0.0);
    let off = found.against[2].difference.expect("a difference").value;
    assert!((off - (phi - 100.0)).abs() < 0.003);
}

/// Catches a nearest P-position that is not the nearest, and distances that the edges of the tables make too large:
/// compared with a search through all pairs in tables that are larger than those that are compared.
#[test]
fn distances_of_p_positions_are_those_of_a_search_through_all() {
    let (mut all_undecided, mut largest) = (0, 0);
    for (games, small, large) in [
        (["wythoff", "maharaja"], ["60x60", "tokens 70"], "140x140"),
        (["nim:3", "triangle"], ["12x14x9", "tokens 20"], "30x30x30"),
        (["subtraction:1,2,3", "subtraction:2,5"], ["60", "50"], "120"),
        (["euclid", "nim"], ["30x25", "40x20"], "70x70"),
    ] {
        let one = table(games[0], small[0], "outcome", 16);
        // The Triangle Game has simplices alone.
        let other_small = if games[1] == "triangle" { "tokens 20" } else { small[1] };
        let other = table(games[1], other_small, "outcome", 16);
        let large = [table(games[0], large, "outcome", 16), {
            let domain = if games[1] == "triangle" { "tokens 60" } else { large };
            table(games[1], domain, "outcome", 16)
        }];
        let [set, other_set] = [&large[0].1, &large[1].1].map(p_positions);
        let found = passes::distances(&one.1, &other.1, &Control::default()).expect("read");
        let tables = [&one.1, &other.1];
        for (from, sets) in [(0, [&set, &other_set]), (1, [&other_set, &set])] {
            let mut expected: BTreeMap<u32, u64> = BTreeMap::new();
            let mut undecided = 0;
            for at in sets[0].iter().filter(|at| has(tables[from], at)) {
                let away = |other: &Vec<u32>| -> u32 {
                    let pairs = at.iter().zip(other);
                    pairs.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
                };
                let distance = sets[1].iter().map(away).min().expect("a P-position");
                // Whether all positions that are as near, and have no negative heap, are in both tables.
                let farthest: Vec<u32> = at.iter().map(|heap| heap + distance).collect();
                if tables.iter().all(|table| has(table, &farthest)) {
                    *expected.entry(distance).or_default() += 1;
                } else {
                    undecided += 1;
                }
            }
            let counts = &found[from].counts;
            let counted: BTreeMap<u32, u64> =
                counts.iter().map(|count| (count.distance, count.positions)).collect();
            assert_eq!(counted, expected, "{games:?} {from}");
            assert_eq!((found[from].undecided, found[from].farther), (undecided, 0), "{games:?}");
            all_undecided += undecided;
            largest = largest.max(expected.into_keys().max().unwrap_or(0));
        }
    }
    assert!(all_undecided > 0 && largest > 2, "{all_undecided} {largest}");
}

/// The P-positions of a table.
fn p_positions(table: &TableReader) -> Vec<Vec<u32>> {
    let job = table.plan().job();
    let is_p = |(_, value): &(Position, u32)| job.is_p_position(*value);
    cells(table).into_iter().filter(is_p).map(|(at, _)| at.heaps().to_vec()).collect()
}

/// Whether a table has a position.
fn has(table: &TableReader, heaps: &[u32]) -> bool {
    table.value(heaps).is_ok()
}

/// Catches lines that begin elsewhere than at an empty heap, and values of another line.
#[test]
fn rows_that_are_asked_for_are_read() {
    let (_folder, table) = table("triangle", "tokens 40", "grundy", 7);
    let domain = table.plan().job().domain();
    let rows = Lines::parse("x=3,z=1:3", domain).expect("rows");
    let found = analyze::line_periods(&table, &rows, &Control::default()).expect("periods");
    let heaps: Vec<_> = found.iter().map(|line| line.heaps.clone()).collect();
    assert_eq!(heaps, [[Some(3), None, Some(1)], [Some(3), None, Some(2)]]);
    for (line, z) in found.iter().zip(1..) {
        let values: Vec<u32> = (0..32).map(|y| table.value(&[3, y, z]).expect("a value")).collect();
        assert_eq!((&line.beginning, line.length), (&values, u64::from(41 - 3 - z)));
    }
}

/// Catches positions that are counted although the condition is false there, and a condition on a second table that
/// reads the first: compared with a count over all positions.
#[test]
fn parts_of_tables_are_analyzed_by_conditions() {
    let (_folder, wythoff) = table("wythoff", "90x80", "grundy", 16);
    let (_other_folder, nim) = table("nim", "100x100", "outcome", 16);
    let others = OtherTables::default().with("nim", &nim).expect("a name");
    let job = wythoff.plan().job();
    let read = |text: &str| Condition::parse(text, job, &others).expect(text);
    let filter = Filter::of(read("x < y and not p[nim](x, y - 1)"));
    let counts = |at: &[u32]| at[0] < at[1] && at[0] != at[1] - 1;
    let mut values: BTreeMap<u32, u64> = BTreeMap::new();
    let counted: Vec<_> =
        cells(&wythoff).into_iter().filter(|(at, _)| counts(at.heaps())).collect();
    for (_, value) in &counted {
        *values.entry(*value).or_default() += 1;
    }
    let found = passes::survey(&wythoff, &others, &filter, &Control::default()).expect("read");
    let found_values: BTreeMap<u32, u64> =
        found.values.iter().map(|count| (count.value as u32, count.positions)).collect();
    assert_eq!(found_values, values);
    assert_eq!(found.bands.iter().map(|band| band.positions).sum::<u64>(), counted.len() as u64);
    let beams = passes::beams(&wythoff, &others, &filter, &[], &Control::default());
    let beams = beams.expect("read").expect("beams");
    let is_p = |(at, value): &&(Position, u32)| *value == 0 && at.heaps()[1] >= beams.from;
    assert_eq!(beams.beams.len() as u64 + beams.scattered.min(1), 1, "{beams:?}");
    assert_eq!(
        beams.p_positions,
        counted.iter().filter(is_p).filter(|(at, _)| at.heaps()[1] < beams.below).count() as u64
    );
}
