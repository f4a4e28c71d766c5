//! Automata are compared with numbers, operations with their definition.

mod arithmetic;
mod automata;
mod beatty;
mod evaluation;
mod guess;
mod structure;

use std::sync::Arc;

use super::{Arithmetic, Limits, Numeration};

fn numerations() -> Vec<Arc<Numeration>> {
    let bases = [2, 3, 10].map(|base| Numeration::base(base).expect("a base"));
    let recurrent = [Numeration::fibonacci(), Numeration::pell(), Numeration::tribonacci()];
    let quotients = [3, 4].map(|quotient| Numeration::ostrowski(quotient).expect("a quotient"));
    let quadratic = [(4, 1), (6, 2), (5, 3)];
    let quadratic = quadratic.map(|(a, b)| Numeration::quadratic(a, b).expect("in range"));
    let recurrences = [(2, 2), (3, 2), (5, 4)];
    let recurrences = recurrences.map(|(a, b)| Numeration::recurrence_of(a, b).expect("in range"));
    let fraenkel = [(2, 1), (1, 3)].map(|(s, t)| Numeration::fraenkel(s, t).expect("in range"));
    let quadratic = quadratic.into_iter().chain(recurrences).chain(fraenkel);
    bases.into_iter().chain(recurrent).chain(quotients).chain(quadratic).map(Arc::new).collect()
}

fn arithmetic(numeration: &Arc<Numeration>) -> Arithmetic {
    Arithmetic::of(numeration, &Limits::default()).expect("it is proved")
}
