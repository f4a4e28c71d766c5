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

/// A bar on stderr, hidden when stderr is no terminal or when told to be quiet.
fn bar(positions: u64, quiet: bool) -> ProgressBar {
    let target = match std::io::stderr().is_terminal() && !quiet {
        true => ProgressDrawTarget::stderr_with_hz(5),
        false => ProgressDrawTarget::hidden(),
    };
    let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        // A line that cannot be written is a bar that cannot be seen.
        let _ = write!(text, "{:.1} M positions/s", state.per_sec() / 1e6);
    };
    let style = ProgressStyle::with_template(TEMPLATE)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", rate);
    let bar = ProgressBar::with_draw_target(Some(positions), target).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
