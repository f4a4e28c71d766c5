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

/// Returns every set of 1 to `most` of the vectors, one for each class of sets that differ in the order
/// of the heaps: the one that comes last in lexicographic order, as in 1,0/0,1/2,1. The vectors come with
/// every order of the heaps.
pub fn sets(vectors: &[Vector], most: usize) -> Vec<Vec<Vector>> {
    let mut sets = BTreeSet::new();
    let mut chosen = Vec::new();
    choose(vectors, most, &mut chosen, &mut |set| {
        sets.insert(representative(set));
    });
    let mut sets: Vec<Vec<Vector>> = sets.into_iter().collect();
    sets.sort_by_key(Vec::len);
    sets
}

fn choose(from: &[Vector], most: usize, chosen: &mut Vec<Vector>, take: &mut dyn FnMut(&[Vector])) {
    if !chosen.is_empty() {
        take(chosen);
    }
    if chosen.len() < most {
        for (index, vector) in from.iter().enumerate() {
            chosen.push(vector.clone());
            choose(&from[index + 1..], most, chosen, take);
            chosen.pop();
        }
    }
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
