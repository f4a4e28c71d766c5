//! Digraphs up to isomorphism: which games on digraphs there are.

use crate::vectors::subsets;

/// The vertices, by the letters of the notation.
const VERTICES: [char; 3] = ['X', 'Y', 'Z'];

/// The ways to rename three vertices.
const RENAMINGS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Returns the edges of every digraph on three vertices, one for each class of isomorphic ones, as in
/// `XY/YZ/ZX`, but of the one without edges. They come by the number of edges, then in alphabetical order.
///
/// The first of isomorphic digraphs, by the alphabetical order of their edges, is taken. So vertices
/// without edges are the last ones.
pub fn digraphs(with_loops: bool) -> Vec<String> {
    let pairs: Vec<(usize, usize)> = (0..3)
        .flat_map(|from| (0..3).map(move |to| (from, to)))
        .filter(|(from, to)| with_loops || from != to)
        .collect();
    let first = |edges: Vec<(usize, usize)>| {
        let own = text(&edges, RENAMINGS[0]);
        RENAMINGS.iter().all(|&renaming| own <= text(&edges, renaming)).then_some(own)
    };
    let mut found: Vec<String> = subsets(&pairs).filter_map(first).collect();
    found.sort_by_key(|edges| (edges.len(), edges.clone()));
    found
}

/// Writes edges after the vertices are renamed.
fn text(edges: &[(usize, usize)], renaming: [usize; 3]) -> String {
    let letter = |vertex: usize| VERTICES[renaming[vertex]];
    let mut words: Vec<String> =
        edges.iter().map(|&(from, to)| format!("{}{}", letter(from), letter(to))).collect();
    words.sort_unstable();
    words.join("/")
}
