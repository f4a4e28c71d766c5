//! What every network promises: this is run by all its ranks.

use std::thread;
use std::time::Duration;

use super::Network;

/// Checks a network of any number of ranks.
pub fn check(network: &dyn Network) {
    gathers_come_in_the_order_of_ranks(network);
    messages_of_a_rank_keep_their_order(network);
    nobody_waits_for_a_message(network);
    long_messages_cross(network);
}

/// Bytes that tell who has made them, and where they stand.
fn bytes(of: usize, length: usize) -> Vec<u8> {
    (0..length).map(|place| (place * 7 + of * 31) as u8).collect()
}

/// Waits for a message.
fn receive(network: &dyn Network) -> (usize, Vec<u8>) {
    loop {
        match network.receive() {
            Some(message) => return message,
            None => thread::sleep(Duration::from_micros(50)),
        }
    }
}

/// Catches lengths and places that are mixed up, ranks that have nothing, and gathers that overtake one another.
fn gathers_come_in_the_order_of_ranks(network: &dyn Network) {
    let (rank, size) = (network.rank(), network.size());
    for round in 0..20 {
        // One of the ranks has nothing, and in the last round all of them.
        let length =
            |of: usize| if round == 19 { 0 } else { (of + round) % size * (1 + round * 100) };
        let lengths: Vec<usize> = (0..size).map(length).collect();
        let expected: Vec<u8> = (0..size).flat_map(|of| bytes(of + round, length(of))).collect();
        let gathered = network.gather(&bytes(rank + round, length(rank)), &lengths);
        assert!(gathered == expected, "round {round} on rank {rank}");
    }
    let all = network.gather_all(&bytes(rank, rank));
    let expected: Vec<Vec<u8>> = (0..size).map(|of| bytes(of, of)).collect();
    assert_eq!(all, expected);
    assert_eq!(network.sum(rank as u64 + 1), (size * (size + 1) / 2) as u64);
}

/// Catches messages that overtake one another, get lost, or come from another rank than is said: every rank sends many
/// to all others from one thread, while it receives in another.
fn messages_of_a_rank_keep_their_order(network: &dyn Network) {
    const MESSAGES: usize = 200;
    let (rank, size) = (network.rank(), network.size());
    // Empty ones, short ones, and some that MPI sends in another way than short ones.
    let length = |number: usize| if number % 20 == 19 { 20_000 } else { number % 5 };
    thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0..MESSAGES {
                for to in (0..size).filter(|&to| to != rank) {
                    network.send(to, &bytes(rank + number, length(number)));
                }
            }
        });
        let mut counts = vec![0; size];
        for _ in 0..MESSAGES * (size - 1) {
            let (from, message) = receive(network);
            let number = counts[from];
            assert!(message == bytes(from + number, length(number)), "{number} from {from}");
            counts[from] += 1;
        }
        assert_eq!(counts[rank], 0);
    });
    network.sum(0);
}

/// Catches a rank that waits although there is nothing for it, and messages left over.
fn nobody_waits_for_a_message(network: &dyn Network) {
    assert!(network.receive().is_none());
    network.sum(0);
}

/// Catches ranks that wait for one another when all of them send first, more than a library keeps for later.
fn long_messages_cross(network: &dyn Network) {
    const LENGTH: usize = 3_000_000;
    let (rank, size) = (network.rank(), network.size());
    let (next, before) = ((rank + 1) % size, (rank + size - 1) % size);
    if size == 1 {
        return;
    }
    thread::scope(|scope| {
        scope.spawn(|| network.send(next, &bytes(rank, LENGTH)));
        let (from, message) = receive(network);
        assert_eq!(from, before);
        assert!(message == bytes(before, LENGTH));
    });
    network.sum(0);
}
