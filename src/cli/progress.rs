//! The progress bar: positions, positions per second, time left.

use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundytab::Control;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

const TEMPLATE: &str = "{bar:40} {percent:>3} %  {human_pos} positions, {rate}, {eta} left";

/// Does some work on `positions` under a bar: the control that the work gets advances the bar, and
/// `interrupt` interrupts the work.
pub fn with_bar<T>(
    positions: u64,
    quiet: bool,
    interrupt: &AtomicBool,
    work: impl FnOnce(&Control) -> T,
) -> T {
    let bar = bar(positions, quiet);
    let advance = |positions| bar.inc(positions);
    let result = work(&Control::default().interrupted_by(interrupt).reporting(&advance));
    bar.finish_and_clear();
    result
}

/// Makes a bar on stderr. It is hidden if stderr is not a terminal or the program is to be quiet.
fn bar(positions: u64, quiet: bool) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() && !quiet {
        ProgressDrawTarget::stderr_with_hz(5)
    } else {
        ProgressDrawTarget::hidden()
    };
    let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        // Writing to a string does not fail; if it did, the bar would show no rate.
        let _ = write!(text, "{:.1} M positions/s", state.per_sec() / 1e6);
    };
    let style = ProgressStyle::with_template(TEMPLATE)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", rate);
    let bar = ProgressBar::with_draw_target(Some(positions), target).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
