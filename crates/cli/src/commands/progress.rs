//! Progress: a bar with positions, positions per second and the time left; in the log a line each minute. Where no terminal shows
//! the bar, some of these lines are notes: after a minute, two, four, and so on. A run that goes on with an unfinished table
//! has phases, each with a bar of its own.

use std::cell::Cell;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::jobs::run::Work;
use grundytab::wording::counted;
use grundytab::{Control, Phase};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{call, ranks};
use grundytab::sync::lock;

const TEMPLATE: &str =
    "{msg}{bar:40} {whole_percent:>3} %  {human_pos} positions, {rate}, {left} left";
/// When a note first tells of work of unknown length, and how many times as late the next one comes.
const FIRST_NOTE: Duration = Duration::from_secs(10);
const BETWEEN_NOTES: u32 = 6;
const BETWEEN_LOG_LINES: Duration = Duration::from_secs(60);

/// The bar that is on the terminal.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Does some work under a bar, which the control that the work gets advances. Positions that an earlier run has
/// finished ([`Work::after`]) are on the bar from the beginning; the work reports only those that it finishes itself.
/// Phases before the work proper have the bar for themselves.
pub fn with_bar<T>(
    work: impl Into<Work>,
    quiet: bool,
    note: &(dyn Fn(String) + Sync),
    control: Control,
    run: impl FnOnce(&Control) -> T,
) -> T {
    let work = work.into();
    let pace = Arc::new(Mutex::new(Pace::of_work(&work, Instant::now())));
    let (bar, is_visible) = bar(&pace, quiet);
    *shown() = Some(bar.clone());
    let last_line = Mutex::new((Instant::now(), work.finished()));
    let called = call::current();
    let next_note = (!quiet && !is_visible && called.is_none()).then_some(BETWEEN_LOG_LINES);
    let notes = Mutex::new((Instant::now(), next_note));
    let begin = |new: Pace| {
        bar.set_length(new.work.positions());
        bar.set_position(new.work.finished());
        bar.set_message(if new.name.is_empty() { String::new() } else { format!("{} ", new.name) });
        if let Some(call) = &called {
            call.say(new.name.to_owned());
            call.begin(new.work.finished(), new.work.positions());
        }
        *lock(&last_line) = (new.began, new.work.finished());
        *lock(&pace) = new;
    };
    begin(Pace::of_work(&work, Instant::now()));
    let begin_phase = |phase| begin(Pace::of_phase(phase, &work, Instant::now()));
    let advance = |positions| {
        bar.inc(positions);
        if let Some(call) = &called {
            call.advance(positions);
        }
        if next_note.is_some() || log::log_enabled!(log::Level::Info) {
            tell_each_minute(&pace, bar.position(), &last_line, &notes, note);
        }
    };
    let result = run(&control.reporting(&advance).in_phases(&begin_phase));
    *shown() = None;
    bar.finish_and_clear();
    result
}

/// Does some work whose length nobody knows, but no more than a limit, under a line that says what is being done, for
/// how long, and how many states the automaton that is being computed has. Where no terminal shows it, a note says so
/// after ten seconds, a minute, six minutes, and so on.
pub fn with_line<T>(
    quiet: bool,
    limit: Duration,
    tell: &dyn Fn(String),
    run: impl FnOnce(&dyn Fn(String), &AtomicUsize) -> T,
) -> T {
    let (target, is_visible) = target(quiet);
    let states = Arc::new(AtomicUsize::new(0));
    let so_far = Arc::clone(&states);
    let style = ProgressStyle::with_template("{spinner} {elapsed} of {limit} {wide_msg} {states}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
        .with_key("limit", move |_: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{limit:#}", limit = HumanDuration(limit));
        })
        .with_key("states", move |_: &ProgressState, text: &mut dyn std::fmt::Write| {
            // What cannot be written is not shown.
            let _ = match so_far.load(Ordering::Relaxed) {
                0 => Ok(()),
                states => text.write_str(&counted(states, "state")),
            };
        });
    let line = ProgressBar::with_draw_target(None, target).with_style(style);
    tick(&line, is_visible);
    *shown() = Some(line.clone());
    let called = call::current();
    let (began, next_note) = (Instant::now(), Cell::new(FIRST_NOTE));
    let show = |text: String| {
        match &called {
            Some(call) => call.say(text.clone()),
            None if !is_visible && began.elapsed() >= next_note.get() => {
                let passed = began.elapsed();
                tell(format!("after {} s of {}: {text}", passed.as_secs(), limit.as_secs()));
                next_note.set(passed * BETWEEN_NOTES);
            }
            None => {}
        }
        line.set_message(text);
    };
    let result = run(&show, &states);
    *shown() = None;
    line.finish_and_clear();
    result
}

/// Prints something above the bar, if there is one.
pub fn above_bar(print: impl FnOnce()) {
    let bar = shown().clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    lock(&BAR)
}

/// How fast a part of the work goes.
struct Pace {
    /// What stands before its bar; nothing, where the command says what is done.
    name: &'static str,
    began: Instant,
    work: Work,
}

/// The share of the work that must be done before the time that is left is shown.
const SHARE_THAT_TELLS: f64 = 1e-3;

impl Pace {
    fn of_work(work: &Work, now: Instant) -> Self {
        Pace { name: "", began: now, work: work.clone() }
    }

    /// Returns the pace of a phase that begins: what was done before it does not count.
    fn of_phase(phase: Phase, work: &Work, now: Instant) -> Self {
        let (name, work) = match phase {
            Phase::Reading { positions } => ("reading what is stored", positions.into()),
            Phase::Checking { positions } => ("checking what is stored", positions.into()),
            Phase::Replaying { positions } => ("taking over what is stored", positions.into()),
            _ => ("", work.clone()),
        };
        Pace { name, began: now, work }
    }

    /// Returns how many positions are done each second.
    fn rate(&self, done: u64, now: Instant) -> f64 {
        let new = done.saturating_sub(self.work.finished()) as f64;
        new / now.saturating_duration_since(self.began).as_secs_f64().max(1e-3)
    }

    /// Returns how long the rest will take when this many positions are done, if that can be told yet.
    fn left(&self, done: u64, now: Instant) -> Option<Duration> {
        let before = self.work.until(self.work.finished());
        let so_far = self.work.until(done);
        if so_far - before < SHARE_THAT_TELLS * (1.0 - before) {
            return None;
        }
        let share = (1.0 - so_far) / (so_far - before);
        let passed = now.saturating_duration_since(self.began);
        Duration::try_from_secs_f64(passed.as_secs_f64() * share).ok()
    }
}

/// Words how many positions are done each second.
pub fn rate_text(rate: f64) -> String {
    match rate {
        ..9.995 => format!("{rate:.2} positions/s"),
        ..99.95 => format!("{rate:.1} positions/s"),
        ..5e4 => format!("{rate:.0} positions/s"),
        _ => format!("{:.1} M positions/s", rate / 1e6),
    }
}

/// Writes a line into the log if the last one is a minute old; as a note, if it is time for one since the first of the times of
/// `notes`. Each note comes twice as late as the one before.
fn tell_each_minute(
    pace: &Mutex<Pace>,
    done: u64,
    last_line: &Mutex<(Instant, u64)>,
    notes: &Mutex<(Instant, Option<Duration>)>,
    note: &dyn Fn(String),
) {
    // Another thread that is at it writes the line.
    let Ok(mut last) = last_line.try_lock() else { return };
    let (time, before) = *last;
    let passed = time.elapsed();
    if passed < BETWEEN_LOG_LINES {
        return;
    }
    *last = (Instant::now(), done);
    drop(last);
    let rate = rate_text(done.saturating_sub(before) as f64 / passed.as_secs_f64());
    // Without the lock when the line is written: that may draw the bar, which takes it.
    let (name, whole, left) = {
        let pace = lock(pace);
        (pace.name, pace.work.positions(), pace.left(done, Instant::now()))
    };
    let doing = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let left = left.map_or("unknown".into(), |left| HumanDuration(left).to_string());
    let text = format!("{doing}{done} of {}, {rate}, {left} left", counted(whole, "position"));
    match is_time_for_note(notes, Instant::now()) {
        true => note(text),
        false => log::info!("{text}"),
    }
}

fn is_time_for_note(notes: &Mutex<(Instant, Option<Duration>)>, now: Instant) -> bool {
    let mut notes = lock(notes);
    let passed = now.saturating_duration_since(notes.0);
    let is_time = notes.1.is_some_and(|next| passed >= next);
    if is_time {
        notes.1 = Some(2 * passed);
    }
    is_time
}

/// Returns where a bar is drawn, and whether anybody sees it: on stderr, if that is a terminal and the program is not
/// to be quiet.
pub fn target(quiet: bool) -> (ProgressDrawTarget, bool) {
    if quiet || !ranks::is_first() || !std::io::stderr().is_terminal() {
        return (ProgressDrawTarget::hidden(), false);
    }
    (ProgressDrawTarget::stderr_with_hz(5), true)
}

/// Makes a bar on stderr, and tells whether anybody sees it. It is hidden if stderr is not a terminal or the program is to be quiet.
fn bar(pace: &Arc<Mutex<Pace>>, quiet: bool) -> (ProgressBar, bool) {
    let (target, is_visible) = target(quiet);
    let (of_rate, of_left) = (Arc::clone(pace), Arc::clone(pace));
    // Writing to a string does not fail; if it did, the bar would show no rate.
    let rate = move |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let rate = lock(&of_rate).rate(state.pos(), Instant::now());
        let _ = write!(text, "{}", rate_text(rate));
    };
    let left = move |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let _ = match lock(&of_left).left(state.pos(), Instant::now()) {
            Some(left) => write!(text, "{left}", left = HumanDuration(left)),
            None => write!(text, "-"),
        };
    };
    let style = style(TEMPLATE).with_key("rate", rate).with_key("left", left);
    let bar = ProgressBar::with_draw_target(None, target).with_style(style);
    tick(&bar, is_visible);
    (bar, is_visible)
}

/// Returns the style of a bar, whose template may have the key `whole_percent`: the share of the work that is done, rounded
/// down, so that it is 100 at the end alone.
pub fn style(template: &str) -> ProgressStyle {
    let percent = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        // What cannot be written is not shown.
        let _ = write!(text, "{}", whole_percent(state.pos(), state.len().unwrap_or(0)));
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("whole_percent", percent)
}

fn whole_percent(done: u64, all: u64) -> u128 {
    (100 * u128::from(done)).checked_div(all.into()).unwrap_or(0).min(100)
}

/// Makes a bar move by itself in a thread of its own, where the system lets us have one.
fn tick(bar: &ProgressBar, is_visible: bool) {
    if is_visible && std::thread::Builder::new().spawn(|| ()).is_ok() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a bar that says 100 % while there is something left to do.
    #[test]
    fn a_share_of_the_work_is_100_at_the_end_alone() {
        let shares = [(0, 0), (0, 7), (6, 7), (999, 1000), (u64::MAX - 1, u64::MAX), (7, 7)];
        assert_eq!(shares.map(|(done, all)| whole_percent(done, all)), [0, 0, 85, 99, 99, 100]);
    }

    /// Catches a time left that counts the positions of an earlier run as done in this one.
    #[test]
    fn the_time_left_is_that_of_the_rest() {
        let began = Instant::now();
        let pace = Pace::of_work(&Work::from(1000).after(500), began);
        let now = began + Duration::from_secs(10);
        assert_eq!(pace.left(600, now), Some(Duration::from_secs(40)));
        assert_eq!(pace.left(500, now), None);
    }

    /// Catches a few positions each second that are shown as none.
    #[test]
    fn a_low_rate_is_no_zero() {
        for (rate, text) in [
            (0.031, "0.03 positions/s"),
            (40.0, "40.0 positions/s"),
            (498.1, "498 positions/s"),
            (49_999.0, "49999 positions/s"),
            (2_340_000.0, "2.3 M positions/s"),
        ] {
            assert_eq!(rate_text(rate), text);
        }
    }

    /// Catches a run whose stderr is a file, where nothing tells for hours how far it is, and one that fills the file.
    #[test]
    fn notes_come_later_and_later() {
        let start = Instant::now();
        let notes = Mutex::new((start, Some(Duration::from_secs(60))));
        let minutes =
            |minutes: &u64| is_time_for_note(&notes, start + Duration::from_secs(60 * minutes));
        assert_eq!((0..=20).filter(minutes).collect::<Vec<u64>>(), [1, 2, 4, 8, 16]);
        assert!(!is_time_for_note(&Mutex::new((start, None)), start + Duration::from_secs(600)));
    }

    /// Catches a rate, and a time left, that count from the start of the run and not from the beginning of a phase.
    #[test]
    fn a_phase_has_a_pace_of_its_own() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let work = Work::from(1000).after(500);
        let reading = Pace::of_phase(Phase::Reading { positions: 800 }, &work, after(5));
        assert_eq!((reading.work.finished(), reading.rate(200, after(7))), (0, 100.0));
        assert_eq!(reading.left(200, after(7)), Some(Duration::from_secs(6)));
        assert!(reading.name.contains("reading"));
        // A minute has passed until then.
        let computing = Pace::of_phase(Phase::Computing, &work, after(60));
        assert_eq!(computing.rate(500, after(60)), 0.0);
        assert_eq!(computing.rate(600, after(70)), 10.0);
        assert_eq!(computing.left(600, after(70)), Some(Duration::from_secs(40)));
    }
}
