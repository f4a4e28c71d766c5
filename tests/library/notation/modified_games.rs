//! Random games of all families, each with any of the modifiers that its family has, all of them together
//! included: what one modifier writes, another may not be able to read.

use std::collections::BTreeMap;
use std::ops::Range;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{join, list};

/// A random game in the notation, which is no canonical text.
pub fn game_with_modifiers() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (1usize..=4).prop_flat_map(vector_game),
        2 => (1usize..=4).prop_flat_map(named_game),
        1 => (1usize..=4).prop_flat_map(subtraction_game),
        4 => (1usize..=4).prop_flat_map(partizan_game),
        1 => digraph_game(),
        1 => select(vec!["euclid", "euclid+positive", "fibonacci", "triangle", "triangle+heaps=3"])
            .prop_map(str::to_owned),
    ]
}

/// Rays without repetition, altered vectors, some of them multiples of rays, and points for all of these.
#[derive(Debug, Clone)]
struct Moves {
    rays: Vec<Vec<u32>>,
    points: Option<Vec<i32>>,
    altered: BTreeMap<Vec<u32>, Option<i32>>,
}

impl Moves {
    /// Writes the altered vectors; removed ones have no points.
    fn altered_text(&self) -> Option<String> {
        let is_removed = |vector: &[u32]| {
            let is_multiple = |ray: &Vec<u32>| {
                (1..=40).any(|times| ray.iter().zip(vector).all(|(&r, &v)| r * times == v))
            };
            self.rays.iter().any(is_multiple)
        };
        let altered = self.altered.iter().map(|(vector, points)| {
            let points = points.filter(|_| !is_removed(vector));
            join(vector, ",") + &points.map_or(String::new(), |points| format!(":{points}"))
        });
        let altered: Vec<String> = altered.collect();
        (!altered.is_empty()).then(|| altered.join("/"))
    }

    fn points_text(&self) -> Option<String> {
        self.points.as_ref().map(|points| join(points, "/"))
    }
}

fn vector(heaps: usize, most: u32) -> impl Strategy<Value = Vec<u32>> + Clone {
    vec(0..=most, heaps).prop_filter("not zero", |vector| vector.iter().any(|&c| c > 0))
}

fn altered(heaps: usize) -> impl Strategy<Value = BTreeMap<Vec<u32>, Option<i32>>> {
    vec((vector(heaps, 4), option::of(-9i32..=9)), 0..4).prop_map(|list| list.into_iter().collect())
}

/// Moves along random rays, none of them perhaps, but never no moves at all.
fn moves(heaps: usize) -> impl Strategy<Value = Moves> {
    (vec(vector(heaps, 2), 0..4), altered(heaps))
        .prop_filter("has moves", |(rays, altered)| rays.len() + altered.len() > 0)
        .prop_flat_map(|(mut rays, altered)| {
            let all = rays.clone();
            let mut number = 0;
            rays.retain(|ray| {
                number += 1;
                !all[..number - 1].contains(ray)
            });
            let points = if rays.is_empty() {
                Just(None).boxed()
            } else {
                option::of(vec(-9i32..=9, rays.len())).boxed()
            };
            points.prop_map(move |points| Moves {
                rays: rays.clone(),
                points,
                altered: altered.clone(),
            })
        })
}

/// The modifiers that vector and subtraction games share.
fn positions_and_blocking(
    heaps: usize,
) -> impl Strategy<Value = [(&'static str, Option<String>); 3]> {
    let positions = |sizes: Range<u32>| option::of(vec(vec(sizes, heaps), 1..4));
    // No terminal position has a move to the zero position.
    (positions(0..9), positions(9..12), option::of(0u32..9)).prop_map(
        |(terminals, to_zero, block)| {
            [
                ("terminal", terminals.map(|p| list(&p))),
                ("to-zero", to_zero.map(|p| list(&p))),
                ("block", block.map(|b| b.to_string())),
            ]
        },
    )
}

fn vector_game(heaps: usize) -> impl Strategy<Value = String> {
    (moves(heaps), positions_and_blocking(heaps)).prop_flat_map(|(moves, others)| {
        let own = [("alter", moves.altered_text()), ("points", moves.points_text())];
        modified(format!("vector:{}", list(&moves.rays)), own.into_iter().chain(others))
    })
}

/// Nim, Wythoff Nim and Maharaja Nim, whose altered vectors are its own.
fn named_game(heaps: usize) -> impl Strategy<Value = String> {
    let unit = |axis: usize| (0..heaps).map(|heap| u32::from(heap == axis)).collect::<Vec<u32>>();
    let nim = (format!("nim:{heaps}"), (0..heaps).map(unit).collect::<Vec<_>>());
    let queens = vec![vec![1, 0], vec![0, 1], vec![1, 1]];
    let names = match heaps {
        2 => vec![nim, ("wythoff".into(), queens.clone()), ("maharaja".into(), queens)],
        _ => vec![nim],
    };
    (select(names), altered(heaps), vec(-9i32..=9, 4), any::<bool>(), positions_and_blocking(heaps))
        .prop_flat_map(|((name, rays), altered, mut points, has_points, others)| {
            points.truncate(rays.len());
            let altered = if name == "maharaja" { BTreeMap::new() } else { altered };
            let moves = Moves { rays, points: has_points.then_some(points), altered };
            let own = [("alter", moves.altered_text()), ("points", moves.points_text())];
            modified(name, own.into_iter().chain(others))
        })
}

fn subtraction_game(heaps: usize) -> impl Strategy<Value = String> {
    let set = prop_oneof![
        vec(1u32..30, 1..6).prop_map(|set| join(&set, ",")),
        Just("fibonacci-odd".to_owned()),
    ];
    (set, any::<bool>(), positions_and_blocking(heaps)).prop_flat_map(move |(set, any, others)| {
        // The infinite set can be taken from several heaps in too many ways.
        let any = (any && set != "fibonacci-odd").then(String::new);
        let own = [("heaps", Some(heaps.to_string())), ("any", any)];
        modified(format!("subtraction:{set}"), own.into_iter().chain(others))
    })
}

fn partizan_game(heaps: usize) -> impl Strategy<Value = String> {
    let terminals = option::of(vec(vec(0u32..9, heaps), 1..4));
    (moves(heaps), moves(heaps), terminals).prop_flat_map(|(left, right, terminals)| {
        let modifiers = [
            ("alter-left", left.altered_text()),
            ("alter-right", right.altered_text()),
            ("points-left", left.points_text()),
            ("points-right", right.points_text()),
            ("terminal", terminals.map(|terminals| list(&terminals))),
        ];
        modified(format!("partizan:{}:{}", list(&left.rays), list(&right.rays)), modifiers)
    })
}

fn digraph_game() -> impl Strategy<Value = String> {
    let vertex = || select(vec!['X', 'Y', 'Z', 'W']);
    let edge = (vertex(), vertex()).prop_map(|(from, to)| format!("{from}{to}"));
    vec(edge, 1..7).prop_map(|edges| format!("digraph:{}+heaps=4", edges.join("/")))
}

/// Writes the modifiers that are given behind a game, in any order.
fn modified(
    game: String,
    modifiers: impl IntoIterator<Item = (&'static str, Option<String>)>,
) -> impl Strategy<Value = String> {
    // A flag has no value.
    let written = |(name, value): (&str, String)| match value.is_empty() {
        true => format!("+{name}"),
        false => format!("+{name}={value}"),
    };
    let given = modifiers.into_iter().filter_map(|(name, value)| Some(written((name, value?))));
    Just(given.collect::<Vec<_>>())
        .prop_shuffle()
        .prop_map(move |modifiers| game.clone() + &modifiers.concat())
}
