//! Sets of vectors up to the order of the heaps: which vector games there are.

use std::collections::BTreeSet;

/// A vector with a component for each heap.
pub type Vector = Vec<u32>;

/// Returns all vectors but 0 whose components are at most `largest`.
pub fn vectors(heaps: usize, largest: u32) -> Vec<Vector> {
    let mut vectors: Vec<Vector> = vec![Vec::new()];
    for _ in 0..heaps {
        vectors = vectors
            .iter()
            .flat_map(|vector| (0..=largest).map(move |c| [vector.as_slice(), &[c]].concat()))
            .collect();
    }
    vectors.retain(|vector| vector.iter().any(|&component| component > 0));
    vectors
}

/// Returns the subsets of some things but the empty one; those without the last thing come first.
pub fn subsets<T: Clone>(of: &[T]) -> impl Iterator<Item = Vec<T>> {
    (1..1_usize << of.len()).map(move |set| {
        let chosen = of.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
        chosen.map(|(_, thing)| thing.clone()).collect()
    })
}

/// Returns every set of 1 to `most` of the vectors, one for each class of sets that differ in the order
/// of the heaps: the one that comes last in lexicographic order, as in 1,0/0,1/2,1. The vectors come with
/// every order of the heaps.
pub fn sets(vectors: &[Vector], most: usize) -> Vec<Vec<Vector>> {
    let small = subsets(vectors).filter(|set| set.len() <= most);
    let sets: BTreeSet<Vec<Vector>> = small.map(|set| representative(&set)).collect();
    let mut sets: Vec<Vec<Vector>> = sets.into_iter().collect();
    sets.sort_by_key(Vec::len);
    sets
}

fn representative(set: &[Vector]) -> Vec<Vector> {
    let heaps = set.first().map_or(0, Vec::len);
    let in_order = |order: &Vec<usize>| {
        let mut renamed: Vec<Vector> =
            set.iter().map(|vector| order.iter().map(|&heap| vector[heap]).collect()).collect();
        renamed.sort_unstable_by(|a, b| b.cmp(a));
        renamed
    };
    orders(heaps).iter().map(in_order).max().unwrap_or_default()
}

/// Returns the ways to order the heaps.
fn orders(heaps: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for heap in 0..heaps {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, heap);
                    longer
                })
            })
            .collect();
    }
    orders
}

/// Whether one of the vectors is a multiple of another one, so that as a ray it has no moves of its own.
pub fn has_multiple(set: &[Vector]) -> bool {
    let is_multiple = |a: &Vector, b: &Vector| {
        (2..=a.iter().copied().max().unwrap_or(0))
            .any(|m| a.iter().zip(b).all(|(&a, &b)| a == m * b))
    };
    set.iter().any(|a| set.iter().any(|b| is_multiple(a, b)))
}

/// Writes vectors as in `1,0/0,1`.
pub fn text(set: &[Vector]) -> String {
    let vector = |vector: &Vector| vector.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    set.iter().map(vector).collect::<Vec<_>>().join("/")
}
