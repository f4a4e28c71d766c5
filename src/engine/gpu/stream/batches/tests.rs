use super::*;
use crate::domain::Coordinates;
use proptest::prelude::*;
use std::collections::VecDeque;

#[test]
fn submissions_grow_when_short_and_shrink_when_long() {
    // All in flight together.
    let desktop = Limits::new(true, 0).target * STAGING_BUFFERS as u32;
    let target = limits(0).target;
    assert!(desktop <= Duration::from_millis(50) && target * 3 <= Duration::from_millis(200));
    let after = |most, workgroups, time| {
        adapted(most, workgroups, BatchTime { at_least: time, at_most: time }, target)
    };
    let short = target / 10;
    assert_eq!(after(400, 400, short), 800);
    assert_eq!(after(400, 250, short), 500);
    assert_eq!(after(400, 150, short), 400);
    assert_eq!(after(800, 800, target), 800);
    assert_eq!(after(800, 600, target * 3), 300);
    assert_eq!(after(1, 1, target * 3), 1);
    // Between bounds of which neither says so.
    let unknown = BatchTime { at_least: Duration::ZERO, at_most: target * 9 };
    assert_eq!(adapted(400, 400, unknown, target), 400);
}

fn limits(options: u64) -> Limits {
    Limits::new(false, options)
}

/// Catches a clock that reads nothing, too little or too much and is believed, a host that comes late and takes a long
/// batch for a short one, and batches that grow for each of several in flight. On the GPU of this test five hundred
/// workgroups take as long as is intended.
#[test]
fn batches_are_as_long_as_intended_whatever_clocks_say() {
    let waves = waves_of(&[20; 1 << 13]);
    let waves = || -> Box<dyn Iterator<Item = Wave>> { Box::new(waves.iter().copied()) };
    let target = limits(0).target;
    let clocks = [None, Some(0), Some(1), Some(1000), Some(100_000)];
    for (clock, lateness) in clocks.into_iter().flat_map(|clock| [(clock, 0), (clock, 3)]) {
        let few = Limits { first: 20, target, all: u64::MAX };
        let mut batches = Batches::new(waves, few, None, Replay::default(), |_| true);
        let [mut now, mut seen, mut idle, mut longest] = [Duration::ZERO; 4];
        let mut in_flight = VecDeque::new();
        while let Some(batch) = batches.next() {
            let took = target * batch.workgroups() as u32 / 500;
            (idle, longest) = (now.max(idle) + took, longest.max(took));
            in_flight.push_back((batch.workgroups(), now, took, idle));
            if in_flight.len() == STAGING_BUFFERS
                && let Some((workgroups, began, took, end)) = in_flight.pop_front()
            {
                let waited = end.saturating_sub(now);
                now += waited;
                let at_most = now - began.max(seen);
                let by_host = BatchTime { at_least: waited, at_most };
                let by_clock = clock.map(|thousandths| took * thousandths / 1000);
                batches.learn(false, workgroups, by_host.or_by_clock(by_clock));
                seen = if waited.is_zero() { seen } else { now };
                now += target * lateness;
            }
        }
        // Where the host always comes late, nobody can know that a clock is slow.
        let is_slow = clock.is_some_and(|thousandths| thousandths < 1000);
        let most = target * if is_slow { 2 + 4 * lateness } else { 1 };
        assert!(longest <= most, "{clock:?} {lateness}: {longest:?}");
        assert!(longest >= target / 4 || lateness > 0, "{clock:?}: {longest:?}");
    }
}

/// Lists waves of these numbers of workgroups.
fn waves_of(workgroups: &[usize]) -> Vec<Wave> {
    let wave = |(index, &workgroups): (u32, &usize)| Wave {
        index,
        words: 10,
        workgroups,
        ..Wave::default()
    };
    (0..).zip(workgroups).map(wave).collect()
}

fn batches(workgroups: &[usize], tiles: Option<&TilesPlan>) -> Vec<(usize, usize, u32)> {
    let waves = waves_of(workgroups);
    let waves = || -> Box<dyn Iterator<Item = Wave>> { Box::new(waves.clone().into_iter()) };
    let mut batches = Batches::new(waves, limits(0), tiles, Replay::default(), |_| true);
    let next = || batches.next().map(|b| (b.waves.len(), b.tiles.len(), b.parts));
    std::iter::from_fn(next).collect()
}

/// Catches a batch that is longer or larger than allowed, and a long wave that is not cut.
#[test]
fn batches_keep_to_their_limits() {
    let most = FIRST_WORKGROUPS as usize;
    assert_eq!(batches(&[most / 2; 5], None), [(2, 0, 1), (2, 0, 1), (1, 0, 1)]);
    assert_eq!(batches(&[1, 5 * most - 1, 1], None), [(1, 0, 1), (1, 0, 5), (1, 0, 1)]);
    assert_eq!(batches(&[0; MOST_WAVES + 1], None), [(MOST_WAVES, 0, 1), (1, 0, 1)]);
}

/// Catches a first submission, or a later one, that takes seconds because its positions have many options.
#[test]
fn submissions_look_up_so_many_options() {
    let first = |options| limits(options).first;
    assert_eq!([0, 1, 1000].map(first), [FIRST_WORKGROUPS; 3]);
    assert_eq!([FIRST_OPTIONS / 7, FIRST_OPTIONS, u64::MAX].map(first), [7, 1, 1]);
    let waves = || -> Box<dyn Iterator<Item = Wave>> { Box::new(waves_of(&[9; 9]).into_iter()) };
    let few = limits(MOST_OPTIONS / 20);
    let short = BatchTime { at_least: Duration::ZERO, at_most: Duration::ZERO };
    let mut batches = Batches::new(waves, few, None, Replay::default(), |_| true);
    for _ in 0..20 {
        batches.learn(false, 1 << 20, short);
    }
    assert_eq!(batches.most_workgroups, 20);
}

/// Returns the index of a tile of this number.
fn index_of(number: usize) -> TileIndex {
    Coordinates([0, 0, 0, number as u32])
}

/// Lists tiles with these waves, the one with the least wave last.
fn by_wave(waves: impl Iterator<Item = (usize, u32)>) -> Vec<(u32, TileIndex)> {
    let mut tiles: Vec<_> = waves.map(|(number, wave)| (wave, index_of(number))).collect();
    tiles.sort_by(|a, b| b.cmp(a));
    tiles
}

/// Catches a tile that is gathered too early, twice or not at all, and a ring that moves on before
/// the tiles of its oldest wave are gathered.
#[test]
fn tiles_follow_their_last_wave() {
    let plan = |last: &[u32], tiles_per_batch, waves_per_batch| TilesPlan {
        ring_waves: 4,
        slot_words: 10,
        longest: 1,
        waves_per_batch,
        tiles_per_batch,
        words_per_tile: 1,
        by_last_wave: by_wave(last.iter().copied().enumerate()),
    };
    let two = plan(&[1, 2, 5], 2, 100);
    assert_eq!(batches(&[1; 6], Some(&two)), [(3, 2, 1), (3, 1, 1)]);
    let crowded = plan(&[1, 1, 1, 1, 1, 3], 2, 100);
    assert_eq!(batches(&[1; 4], Some(&crowded)), [(2, 2, 1), (0, 2, 1), (0, 1, 1), (2, 1, 1)]);
    let short = plan(&[4], 2, 2);
    assert_eq!(batches(&[1; 5], Some(&short)), [(2, 0, 1), (2, 0, 1), (1, 1, 1)]);
}

/// Tiles that cross random waves, the first and the last of each, and whether each is finished; the
/// slots of a ring beyond those that the longest tile takes; and tiles of a batch.
fn random_ring() -> impl Strategy<Value = (Vec<(u32, u32, bool)>, u32, usize)> {
    let tile = (0u32..30, 0u32..8, prop::bool::weighted(0.9));
    let tile = tile.prop_map(|(first, length, is_finished)| (first, first + length, is_finished));
    (prop::collection::vec(tile, 1..60), 0u32..6, 1usize..9)
}

proptest! {
    /// Catches a slot of the ring that is cleared while its values are still needed, or not at all; a
    /// tile that is scattered twice, too late or not at all; a wave that is replayed although an
    /// unfinished tile meets it; and a finished tile that is gathered.
    #[test]
    fn replayed_waves_find_their_values((tiles, more, tiles_per_batch) in random_ring()) {
        let count = tiles.iter().map(|tile| tile.1 + 1).max().unwrap_or(0);
        let longest = tiles.iter().map(|tile| tile.1 - tile.0 + 1).max().unwrap_or(0);
        let ring = (longest + more).min(count);
        let plan = TilesPlan {
            ring_waves: ring,
            slot_words: 1,
            longest,
            waves_per_batch: if ring == count { count } else { ring - longest + 1 },
            tiles_per_batch,
            words_per_tile: 1,
            by_last_wave: by_wave(tiles.iter().map(|tile| tile.1).enumerate()),
        };
        let unfinished = tiles.iter().filter(|tile| !tile.2).map(|tile| tile.0);
        let replayed = unfinished.min().unwrap_or(count);
        let firsts = tiles.iter().map(|tile| tile.0).enumerate();
        let replay = Replay {
            waves: replayed,
            by_first_wave: by_wave(firsts.filter(|&(_, first)| first < replayed)),
        };
        let waves = waves_of(&vec![100; count as usize]);
        let waves = || -> Box<dyn Iterator<Item = Wave>> { Box::new(waves.clone().into_iter()) };
        let is_gathered = |index: TileIndex| !tiles[index[3] as usize].2;
        let mut batches = Batches::new(waves, limits(0), Some(&plan), replay, is_gathered);
        // The wave that each slot was cleared for last, and how many waves are done.
        let mut slots = vec![None; ring as usize];
        let mut done = 0;
        let (mut scattered, mut gathered) = (vec![0; tiles.len()], vec![0; tiles.len()]);
        while let Some(batch) = batches.next() {
            for wave in &batch.cleared {
                let slot = &mut slots[(wave.index % ring) as usize];
                prop_assert!(slot.is_none_or(|before: u32| before < done && before < wave.index));
                *slot = Some(wave.index);
            }
            let holds = |slots: &[Option<u32>], wave: u32| {
                slots[(wave % ring) as usize] == Some(wave)
            };
            for index in &batch.scattered {
                let (first, last, is_finished) = tiles[index[3] as usize];
                prop_assert!(is_finished && first >= done);
                prop_assert!((first..=last.min(replayed - 1)).all(|wave| holds(&slots, wave)));
                scattered[index[3] as usize] += 1;
            }
            for wave in &batch.waves {
                prop_assert_eq!(wave.index, done);
                prop_assert_eq!(batch.replays, wave.index < replayed);
                prop_assert!(holds(&slots, wave.index));
                let needed = tiles.iter().zip(&scattered).filter(|(tile, _)| tile.0 <= done);
                let mut needed = needed.filter(|_| batch.replays);
                prop_assert!(needed.all(|(_, &times)| times == 1));
                done += 1;
            }
            for index in &batch.tiles {
                let (first, last, is_finished) = tiles[index[3] as usize];
                prop_assert!(!is_finished && last < done);
                prop_assert!((first..=last).all(|wave| holds(&slots, wave)));
                gathered[index[3] as usize] += 1;
            }
        }
        prop_assert_eq!(done, count);
        for ((tile, scattered), gathered) in tiles.iter().zip(scattered).zip(gathered) {
            prop_assert_eq!(scattered, u32::from(tile.0 < replayed));
            prop_assert_eq!(gathered, u32::from(!tile.2));
        }
    }
}
