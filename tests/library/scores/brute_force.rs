//! Engines against a brute force on random games of one and of two players.

use std::collections::{BTreeSet, HashMap};

use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::{InMemoryTable, Quantity};
use proptest::prelude::*;

use super::{QUANTITIES, positions, value_at};
use crate::common::{
    cases, gpus, gpus_of_large_blocks, gpus_of_small_blocks, join, list, moves_to_zero, plan,
    to_zero_text, vector,
};

/// The moves of a player as plain numbers, with all that the notation can say.
#[derive(Debug, Clone)]
struct Player {
    /// Rays, each with what a step pays.
    rays: Vec<(Vec<u32>, i32)>,
    /// Altered vectors, with their points if some are written.
    altered: Vec<(Vec<u32>, Option<i32>)>,
}

impl Player {
    /// Lists the options of a position, each with its points.
    fn moves(&self, at: &[u32]) -> Vec<(Vec<u32>, i64)> {
        let minus = |vector: &[u32]| -> Option<Vec<u32>> {
            at.iter().zip(vector).map(|(heap, c)| heap.checked_sub(*c)).collect()
        };
        let mut moves = Vec::new();
        for (ray, points) in &self.rays {
            for m in 1u32.. {
                let vector: Vec<u32> = ray.iter().map(|c| c * m).collect();
                let Some(option) = minus(&vector) else { break };
                if self.altered.iter().all(|(altered, _)| *altered != vector) {
                    moves.push((option, i64::from(*points) * i64::from(m)));
                }
            }
        }
        for (vector, points) in &self.altered {
            if let Some(option) = minus(vector).filter(|_| !self.is_on_a_ray(vector)) {
                let tokens = i64::from(vector.iter().sum::<u32>());
                moves.push((option, points.map_or(tokens, i64::from)));
            }
        }
        moves
    }

    fn is_on_a_ray(&self, vector: &[u32]) -> bool {
        let longest = vector.iter().max().copied().unwrap_or(0);
        let is_multiple = |ray: &[u32]| {
            (1..=longest).any(|m| ray.iter().map(|c| c * m).eq(vector.iter().copied()))
        };
        self.rays.iter().any(|(ray, _)| is_multiple(ray))
    }

    /// Leaves out the points of removed vectors: only added ones have some.
    fn forget_points_on_rays(&mut self) {
        let rays = Player { rays: self.rays.clone(), altered: Vec::new() };
        let removed = self.altered.iter_mut().filter(|(vector, _)| rays.is_on_a_ray(vector));
        removed.for_each(|(_, points)| *points = None);
    }

    /// Writes the rays, and the modifiers of this player.
    fn texts(&self, side: &str) -> (String, String) {
        let rays: Vec<String> = self.rays.iter().map(|(ray, _)| join(ray, ",")).collect();
        let mut modifiers = String::new();
        if !self.rays.is_empty() {
            let points: Vec<String> = self.rays.iter().map(|(_, w)| w.to_string()).collect();
            modifiers += &format!("+points{side}={}", points.join("/"));
        }
        if !self.altered.is_empty() {
            let altered = self.altered.iter().map(|(vector, points)| match points {
                Some(points) => format!("{}:{points}", join(vector, ",")),
                None => join(vector, ","),
            });
            modifiers += &format!("+alter{side}={}", altered.collect::<Vec<_>>().join("/"));
        }
        (rays.join("/"), modifiers)
    }
}

/// A game of one player, whose moves both have, or of Left and Right.
#[derive(Debug, Clone)]
struct Game {
    players: Vec<Player>,
    terminals: Vec<Vec<u32>>,
    /// Positions with a move to the zero position, if there is one player.
    to_zero: Vec<Vec<u32>>,
}

/// Scores that are known already, by who begins.
type Known = HashMap<(usize, Vec<u32>), i64>;

impl Game {
    /// Computes the points of the player who begins less the other's, by trying all moves.
    fn score(&self, beginner: usize, at: &[u32], known: &mut Known) -> i64 {
        if let Some(&score) = known.get(&(beginner, at.to_vec())) {
            return score;
        }
        let is_terminal = self.terminals.iter().any(|terminal| terminal == at);
        let mut moves = if is_terminal { Vec::new() } else { self.players[beginner].moves(at) };
        let zero = vec![0; at.len()];
        if self.to_zero.iter().any(|position| position == at) && moves.iter().all(|m| m.0 != zero) {
            moves.push((zero, at.iter().map(|&heap| i64::from(heap)).sum()));
        }
        let other = self.players.len() - 1 - beginner;
        let mut best: Option<i64> = None;
        for (option, points) in moves {
            let worth = points - self.score(other, &option, known);
            best = Some(best.map_or(worth, |best| best.max(worth)));
        }
        let score = best.unwrap_or(0);
        known.insert((beginner, at.to_vec()), score);
        score
    }

    fn text(&self) -> String {
        let mut text = match &self.players[..] {
            [both] => {
                let (rays, modifiers) = both.texts("");
                format!("vector:{rays}{modifiers}")
            }
            players => {
                let (left, of_left) = players[0].texts("-left");
                let (right, of_right) = players[1].texts("-right");
                format!("partizan:{left}:{right}{of_left}{of_right}")
            }
        };
        if !self.terminals.is_empty() {
            text += &format!("+terminal={}", list(&self.terminals));
        }
        text += &to_zero_text(&self.to_zero, &[]);
        text
    }
}

/// Random moves of a player.
fn player(heaps: usize) -> impl Strategy<Value = Player> {
    let points = prop_oneof![4 => -4i32..8, 1 => -300i32..300, 1 => -70_000i32..70_000];
    // One factor for all coordinates makes rays that are multiples of one another likely.
    let ray = (vector(4, heaps), 1u32..4)
        .prop_map(|(ray, m)| ray.iter().map(|c| c * m).collect::<Vec<_>>());
    let rays = prop::collection::vec((ray, points.clone()), 0..4);
    let altered = (vector([30, 10, 5][heaps - 1], heaps), prop::option::of(points));
    let altered = prop_oneof![
        1 => Just(Vec::new()),
        1 => prop::collection::vec(altered, 0..4),
    ];
    (rays, altered)
        .prop_filter("has moves", |(rays, altered)| rays.len() + altered.len() > 0)
        .prop_map(|(rays, altered)| {
            let mut seen = BTreeSet::new();
            let rays: Vec<_> =
                rays.into_iter().filter(|(ray, _)| seen.insert(ray.clone())).collect();
            let mut seen = BTreeSet::new();
            let altered =
                altered.into_iter().filter(|(vector, _)| seen.insert(vector.clone())).collect();
            let mut player = Player { rays, altered };
            player.forget_points_on_rays();
            player
        })
}

/// A random game of this number of players, with a domain and the edge of the tiles.
fn scoring_game(players: usize) -> impl Strategy<Value = (Game, String, Option<u32>)> {
    (1usize..=3).prop_flat_map(move |heaps| {
        let terminal = prop::collection::vec(0u32..[30, 10, 5][heaps - 1], heaps);
        let side = 1u32..[80, 22, 8][heaps - 1];
        let sides = prop::collection::vec(side, heaps).prop_map(|sides| join(&sides, "x"));
        let domain = prop_oneof![
            sides,
            (0u32..[50, 22, 11][heaps - 1]).prop_map(|tokens| format!("tokens {tokens}")),
        ];
        let terminals = prop::collection::vec(terminal, 0..3);
        let to_zero = moves_to_zero([30, 10, 5][heaps - 1], heaps);
        let game = (prop::collection::vec(player(heaps), players), terminals, to_zero);
        let game = game.prop_map(|(players, terminals, mut to_zero)| {
            to_zero.retain(|at| players.len() == 1 && !terminals.contains(at));
            Game { players, terminals, to_zero }
        });
        (game, domain, prop::option::of(1u32..9))
    })
}

/// A random game of one player that swapping the last two heaps leaves as it is, but for the points of one ray in some.
fn symmetric_scoring_game() -> impl Strategy<Value = (Game, String, Option<u32>)> {
    (scoring_game(1), 0..8, 2u32..25, any::<bool>()).prop_filter_map(
        "two or three heaps",
        |((mut game, _, tile), change, side, is_simplex)| {
            let Game { players, terminals, to_zero } = &mut game;
            let Player { rays, altered } = &mut players[0];
            let vector = rays.first().map(|(ray, _)| ray).or(altered.first().map(|(v, _)| v))?;
            let heaps = vector.len();
            if heaps == 1 {
                return None;
            }
            let image = |vector: &Vec<u32>| {
                let mut image = vector.clone();
                image.swap(heaps - 2, heaps - 1);
                image
            };
            terminals.extend(terminals.clone().iter().map(image));
            to_zero.extend(to_zero.clone().iter().map(image));
            to_zero.retain(|at| !terminals.contains(at));
            *rays = symmetric(rays, image);
            *altered = symmetric(altered, image);
            if change == 0 {
                rays.first_mut()?.1 += 1;
            }
            let changed = altered.iter_mut().find(|(_, points)| points.is_some());
            if let (1, Some((_, Some(points)))) = (change, changed) {
                *points += 1;
            }
            players[0].forget_points_on_rays();
            let side = if heaps == 3 { side.min(9) } else { side };
            let domain = match is_simplex {
                true => format!("tokens {side}"),
                false => vec![side.to_string(); heaps].join("x"),
            };
            Some((game, domain, tile))
        },
    )
}

/// Returns the vectors and their mirror images, each pair with the points of the first.
fn symmetric<P: Copy>(
    vectors: &[(Vec<u32>, P)],
    image: impl Fn(&Vec<u32>) -> Vec<u32>,
) -> Vec<(Vec<u32>, P)> {
    let mut found: Vec<(Vec<u32>, P)> = Vec::new();
    for (vector, points) in vectors {
        for vector in [vector.clone(), image(vector)] {
            if found.iter().all(|(other, _)| *other != vector) {
                found.push((vector, *points));
            }
        }
    }
    found
}

/// Compares the tables of engines with the scores of a brute force, told from the side of Left.
fn assert_brute_force(engines: &[&dyn Engine], game: &Game, domain: &str, tile: Option<u32>) {
    let quantities = if game.players.len() == 1 { &["score"][..] } else { &QUANTITIES };
    let mut known = HashMap::new();
    for (beginner, quantity) in quantities.iter().enumerate() {
        let plan = plan(&game.text(), domain, quantity, tile);
        let table = |&engine: &&dyn Engine| InMemoryTable::run(engine, &plan).expect("it runs");
        let tables: Vec<InMemoryTable> = engines.iter().map(table).collect();
        for at in positions(&plan) {
            let score = game.score(beginner, &at, &mut known);
            let expected = if beginner == 1 { -score } else { score };
            for (engine, table) in engines.iter().zip(&tables) {
                let found = Quantity::Score.number(value_at(table, &plan, &at));
                let (kind, game) = (engine.kind(), game.text());
                assert_eq!(found, expected, "{kind} {quantity} {game} at {at:?}");
            }
        }
    }
}

/// Does the same with the GPU engine, by blocks of one of three kinds.
fn assert_brute_force_on_gpus(game: &Game, domain: &str, tile: Option<u32>, way: usize) {
    let gpus = [gpus(), gpus_of_small_blocks(), gpus_of_large_blocks()][way];
    let engines: Vec<&dyn Engine> = gpus.iter().map(|gpu| gpu as &dyn Engine).collect();
    assert_brute_force(&engines, game, domain, tile);
}

proptest! {
    #![proptest_config(cases(256))]

    /// Catches a move, its points or its sign that the library takes for others than the game has, players
    /// that are taken for one another, and every way in which an engine is wrong: tiles, ragged domains,
    /// vectors added and removed, terminal positions, rays that share vectors.
    #[test]
    fn engines_agree_on_games_of_one_player((game, domain, tile) in scoring_game(1)) {
        assert_brute_force(&[&ReferenceEngine, &CpuEngine], &game, &domain, tile);
    }

    #[test]
    fn engines_agree_on_games_of_two_players((game, domain, tile) in scoring_game(2)) {
        assert_brute_force(&[&ReferenceEngine, &CpuEngine], &game, &domain, tile);
    }
}

proptest! {
    #![proptest_config(cases(100))]

    /// Catches the same on a GPU, where blocks may be small or large, and half of a table may be computed.
    #[test]
    fn the_gpu_engine_agrees_on_games_of_one_player(
        (game, domain, tile) in scoring_game(1),
        way in 0..3usize,
    ) {
        assert_brute_force_on_gpus(&game, &domain, tile, way);
    }

    #[test]
    fn the_gpu_engine_agrees_on_symmetric_games(
        (game, domain, tile) in symmetric_scoring_game(),
        way in 0..3usize,
    ) {
        assert_brute_force_on_gpus(&game, &domain, tile, way);
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn the_gpu_engine_agrees_on_games_of_two_players(
        (game, domain, tile) in scoring_game(2),
        way in 0..3usize,
    ) {
        assert_brute_force_on_gpus(&game, &domain, tile, way);
    }
}
