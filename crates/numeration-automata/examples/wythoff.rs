//! Guesses the P-positions of Wythoff Nim from a small table, and proves that the guess is right for heaps of
//! every size.
//!
//! Two players take any number of tokens from one heap, or equally many from both; who takes the last token
//! wins. A position is a P-position, lost for the player to move, if no move leads to a P-position.
#![allow(clippy::print_stdout, reason = "an example prints what it found")]

use std::error::Error;
use std::sync::Arc;

use numeration_automata::{
    Arithmetic, Automaton, Formula, Guess, Limits, Numeration, Variable, evaluate, guess,
};

/// Heaps of the table are smaller.
const SIDE: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let limits = Limits::default();
    let fibonacci = Arc::new(Numeration::fibonacci());

    let table = p_positions();
    let member = |at: &[u64]| {
        let [x, y] = [at[0] as usize, at[1] as usize];
        (x < SIDE && y < SIDE).then(|| table[x][y])
    };
    // Continuations of up to 4 digits tell the states of the automaton apart.
    let guessed = match guess(&fibonacci, 2, 4, &member, &limits)? {
        Guess::Automaton(automaton) => Arc::new(automaton),
        Guess::TableTooSmall => return Err("the table is too small".into()),
    };
    println!("guessed: an automaton with {} states", guessed.states());

    let arithmetic = Arithmetic::of(&fibonacci, &limits)?;
    let theorem = evaluate(&is_right(&guessed), &arithmetic, &limits)?;
    assert!(theorem.is_true(), "the guess is wrong");
    println!("proved: it accepts the P-positions, for heaps of every size");
    for heaps in [[1, 2], [3, 5], [4, 7], [6_765, 10_946], [6_764, 10_945]] {
        let verdict = if guessed.accepts(&heaps) { "lost" } else { "won" };
        println!("{heaps:?} is {verdict} for the player to move");
    }
    Ok(())
}

/// Returns which positions of the table are P-positions, by the definition.
fn p_positions() -> Vec<Vec<bool>> {
    let mut is_p = vec![vec![false; SIDE]; SIDE];
    for x in 0..SIDE {
        for y in 0..SIDE {
            let can_win = (0..x).any(|x| is_p[x][y])
                || (0..y).any(|y| is_p[x][y])
                || (1..=x.min(y)).any(|taken| is_p[x - taken][y - taken]);
            is_p[x][y] = !can_win;
        }
    }
    is_p
}

/// For all x and y: (x, y) is accepted exactly if no move leads from there to an accepted position.
fn is_right(automaton: &Arc<Automaton>) -> Formula {
    let (x, y, left_of_x, left_of_y, taken): (Variable, Variable, Variable, Variable, Variable) =
        (0, 1, 2, 3, 4);
    let accepts = |x, y| Formula::Accepts(Arc::clone(automaton), vec![x, y]);
    let takes = |from, left| Formula::Sum([left, taken, from]);
    let a_move = |what: Vec<Formula>| {
        let something = Formula::not(Formula::Is(taken, 0));
        let all = what.into_iter().chain([something]);
        let moved = Formula::exists(taken, all);
        Formula::exists(left_of_x, [Formula::exists(left_of_y, [moved])])
    };
    let can_win = Formula::Any(vec![
        a_move(vec![takes(x, left_of_x), accepts(left_of_x, y)]),
        a_move(vec![takes(y, left_of_y), accepts(x, left_of_y)]),
        a_move(vec![takes(x, left_of_x), takes(y, left_of_y), accepts(left_of_x, left_of_y)]),
    ]);
    let exactly_one = Formula::Any(vec![
        Formula::All(vec![accepts(x, y), Formula::not(can_win.clone())]),
        Formula::All(vec![Formula::not(accepts(x, y)), can_win]),
    ]);
    Formula::for_all(x, Formula::for_all(y, exactly_one))
}

#[test]
fn the_example_runs() -> Result<(), Box<dyn Error>> {
    main()
}
