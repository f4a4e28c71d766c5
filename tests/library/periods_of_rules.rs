//! Periods of written rules along a heap, where the others are bounded.

use crate::common::{engines, plan, tabulated};
use grundytab::engine::Wanted;
use grundytab::engine::cpu::CpuEngine;
use grundytab::{PeriodProof, Report};

/// Node-Kayles on a path of x - 4 vertices whose vertices at the distance 3 are joined too, with y more vertices at its ends (OEIS
/// A317367).
const SCALLOPED: &str = "rules: positions y <= 2; (i, 1 + (y > 0)) + (x - 3 - i, 1 + (y > 1)) for 1 <= i <= x - 4; (x - 2, y) if y > 0 and \
                         x > 2; () if x == 1 and y == 2";

fn found(report: &Report) -> Option<(u64, u64, PeriodProof)> {
    report.period.map(|period| (period.period, period.from, period.proof))
}

/// Catches rows that are taken for one another, and tiles of which some are left out: in all sizes of tiles, on all engines.
#[test]
fn the_period_of_the_oeis_is_proved() {
    for tile in [None, Some(7), Some(64)] {
        let plan = plan(SCALLOPED, "400x3", "grundy", tile);
        for engine in engines() {
            if engine.prepare(&plan, Wanted::Values).is_err() {
                continue;
            }
            let report = tabulated(&plan, engine);
            // The last irregular value of A317367 is at 115, and x is four more.
            let expected = Some((62, 122, PeriodProof::GuySmith));
            assert_eq!(found(&report), expected, "{} {tile:?}", engine.kind());
            assert_eq!(report.period.and_then(|of| of.exceptions), Some(32));
        }
    }
    // 2 * (122 + 62) + 3 columns prove it, and no fewer.
    for (columns, is_proved) in [(371, true), (370, false)] {
        let plan = plan(SCALLOPED, &format!("{columns}x3"), "grundy", None);
        let report = tabulated(&plan, &CpuEngine);
        assert_eq!(report.period.is_some(), is_proved, "{columns}: {report:?}");
        let shown = report.unproved_period.map(|of| (of.period, of.length_that_proves));
        assert_eq!(shown, (!is_proved).then_some((62, 371)));
    }
}

/// Catches a period that is told although the values do not decide it.
#[test]
fn no_period_is_told_where_none_is_proved() {
    let late = "rules: (x - k, y) for 1 <= k <= min(x, 3) if x < 700 or k < 3; (x, y - 1) if y > 0";
    for (game, domain, quantity, expected) in [
        (late, "600x2", "grundy", None),
        (late, "900x2", "grundy", Some((3, 700))),
        (late, "2x600", "grundy", Some((2, 0))),
        (SCALLOPED, "400x3", "outcome", None),
        (
            "rules: (x - k, y) for 1 <= k <= min(x, 3); (x, y - 1) if y > 0+block=1",
            "90x2",
            "palaces",
            None,
        ),
        (
            "rules: (x - k, y) for 1 <= k <= min(x, 3); (x, y - 1) if y > 0",
            "tokens 90",
            "grundy",
            None,
        ),
        ("rules: (x - k) for 1 <= k <= x / 2", "90", "grundy", None),
        ("rules: (x - 1) if x > 0 and is_square(x)", "90", "grundy", None),
    ] {
        let report = tabulated(&plan(game, domain, quantity, None), &CpuEngine);
        let told = report.period.map(|period| (period.period, period.from));
        assert_eq!(told, expected, "{game} on {domain}, {quantity}");
    }
}
