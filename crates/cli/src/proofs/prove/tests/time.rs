//! A search ends soon when its time is over: whatever it is doing, it asks often, and begins nothing new. Times are counted in
//! questions whether to go on, so that the tests do not depend on the speed of the machine.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::proofs::prove::columns::Columns;
use crate::proofs::prove::found::Times;
use crate::proofs::prove::slopes::slopes_of;
use grundytab::control::Control;

/// A limit on how often a search asks whether its time is over. It ends a search in one thread at the same place, whatever the
/// speed of the machine.
#[derive(Debug)]
struct Questions {
    allowed: u64,
    asked: AtomicU64,
}

impl Questions {
    /// Lets the time be over after this many questions.
    fn allowing(allowed: u64) -> Self {
        Questions { allowed, asked: AtomicU64::new(0) }
    }

    /// Returns how many questions have been asked.
    fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether the time is over.
    fn are_over(&self) -> bool {
        self.asked() > self.allowed
    }

    fn ask(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.allowed
    }
}

fn definition_of(game: &str) -> Definition {
    let ruleset = Ruleset::parse(game).expect(game);
    Definition::of_outcomes(&ruleset, Convention::Normal).expect(game)
}

/// Searches in turn until the limit of questions is met. Returns how many steps were begun after that, and whether the
/// search says that the time was over.
fn searched(definition: &Definition, caps: &Caps, questions: &Questions) -> (u64, bool) {
    let late = Cell::new(0);
    let ask = || questions.ask();
    let caps = Caps { control: Control::default().until_over(&ask), ..*caps };
    let mut search = |numeration: &Arc<Numeration>, caps: &Caps| {
        prove(definition, numeration, caps, &mut |_| {
            late.set(late.get() + u64::from(questions.are_over()));
        })
    };
    let found = prove_in_turn(definition, Numerations::ThatSuit, &caps, None, &mut search);
    let found = found.expect("the end of the time is no error");
    let is_told = found.searches.iter().any(|(_, search)| search.end == Some(End::Time));
    (late.into_inner(), is_told)
}

/// Catches a part of a search that does not ask whether the time is over, or goes on when it is.
#[test]
fn a_search_ends_soon_when_its_time_is_over() {
    let caps = Caps { positions: 20_000, states: 20_000, ..Caps::default() };
    for game in ["maharaja+block=3", "wythoff+alter=3,2", "digraph:XY/YX/ZZ"] {
        let definition = definition_of(game);
        for allowed in [0, 40, 400, 4000] {
            let questions = Questions::allowing(allowed);
            let (late, is_told) = searched(&definition, &caps, &questions);
            assert!(questions.are_over() && is_told, "{game}, {allowed}");
            // Some for each search that is not begun any more, and for each word that is being compared.
            let more = questions.asked() - allowed;
            assert!(more <= 2000 && late == 0, "{game}, {allowed}: {more} questions, {late} steps");
        }
    }
}

/// Catches slopes that are measured whatever the time, which took seconds, and an error where the time was over meanwhile.
#[test]
fn slopes_are_measured_within_the_time() {
    let definition = definition_of("wythoff+alter=3,2");
    let questions = Questions::allowing(0);
    let ask = || questions.ask();
    let caps = Caps { control: Control::default().until_over(&ask), ..Caps::default() };
    let mut finds_nothing = |_: &Arc<Numeration>, _: &Caps| {
        Ok(Search {
            theorem: None,
            end: Some(End::LargestTable),
            failed: Vec::new(),
            classes: None,
            times: Times::default(),
        })
    };
    let found = prove_in_turn(&definition, Numerations::ThatSuit, &caps, None, &mut finds_nothing);
    assert_eq!(found.expect("the end of the time is no error").searches.len(), 4);
    assert_eq!(questions.asked(), 1);
}

/// Catches columns and slopes that work for long between two questions.
#[test]
fn lists_of_columns_ask_often() {
    let definition = definition_of("wythoff+block=1");
    let columns = Columns::of(&definition).expect("it has columns");
    let questions = Questions::allowing(u64::MAX);
    let ask = || questions.ask();
    let list = columns.below::<2>(0, 3000, &Control::default().until_over(&ask));
    let steps = list.expect("nobody interrupts").steps;
    assert!(
        steps / (1 << 16) <= questions.asked(),
        "{steps} steps, {} questions",
        questions.asked()
    );
    let questions = Questions::allowing(0);
    let ask = || questions.ask();
    let slopes = slopes_of(&definition, &Control::default().until_over(&ask));
    assert!(slopes.is_err() && questions.asked() == 1, "{slopes:?}");
}
