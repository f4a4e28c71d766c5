//! Linear forms of many places, of which they name few.

use heap_rules::inversion::PLACES;
use heap_rules::linear::Form;

/// What is known on the way back from an option, by the places of an inverse.
pub(super) type Known = [i64; PLACES];

/// A linear form.
#[derive(Clone)]
pub(super) struct Terms {
    constant: i64,
    of_places: Vec<(usize, i64)>,
}

impl Terms {
    pub(super) fn new(form: &Form) -> Self {
        let of_places = (0..form.places()).map(|place| (place, form.at(place)));
        Terms { constant: form.constant, of_places: of_places.filter(|of| of.1 != 0).collect() }
    }

    /// Returns what is at a place.
    pub(super) fn place(place: usize) -> Self {
        Terms { constant: 0, of_places: vec![(place, 1)] }
    }

    /// Returns the form without a place.
    pub(super) fn without(mut self, place: usize) -> Self {
        self.of_places.retain(|of| of.0 != place);
        self
    }

    /// Returns the value of the form.
    #[inline]
    pub(super) fn value(&self, known: &Known) -> i64 {
        let products = self.of_places.iter().map(|&(place, factor)| factor * known[place]);
        self.constant + products.sum::<i64>()
    }

    /// Returns the coefficient of a place.
    pub(super) fn at(&self, place: usize) -> i64 {
        self.of_places.iter().find(|of| of.0 == place).map_or(0, |of| of.1)
    }
}
