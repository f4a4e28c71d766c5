//! The classes of games that the page is about.

use grundytab::catalogue;
use grundytab::{Convention, InvalidInput, Plan, Ruleset};
use grundytab_cli::internal::automata::Numeration;
use grundytab_cli::internal::{Numerations, parse_numeration};

use crate::digraphs::digraphs;
use crate::literature::{entry, games};
use crate::vectors::{has_multiple, sets, subsets, text, vectors};

/// Games of one kind.
pub struct Class {
    /// Its heading.
    pub title: &'static str,
    /// Which games these are, in sentences.
    pub about: &'static str,
    /// The games, in the notation of `grundytab games`.
    pub games: Vec<String>,
    /// The conventions in which they are played.
    pub conventions: &'static [Convention],
    /// The numerations that are tried, in turn; if there are none here, those that `grundytab prove` tries.
    pub numerations: &'static [&'static str],
}

impl Class {
    /// Returns the numerations that are tried for one of the games.
    pub fn numerations(&self, game: &str) -> Result<Numerations, InvalidInput> {
        let own = entry(game).and_then(|entry| entry.numeration);
        let names = own.as_ref().map_or(self.numerations, std::slice::from_ref);
        let given = names.iter().map(|name| parse_numeration(name));
        let given: Vec<Numeration> = given.collect::<Result<_, _>>()?;
        Ok(if given.is_empty() { Numerations::ThatSuit } else { Numerations::Given(given) })
    }
}

const BOTH: &[Convention] = &[Convention::Normal, Convention::Misere];

/// Blocking is about normal play, as are the sources of games with rules of their own.
const NORMAL: &[Convention] = &[Convention::Normal];

/// These, and those of the slopes of the P-positions.
const USUAL: &[&str] = &[];

/// On three heaps a numeration with more digits needs larger tables than can be searched in seconds.
const TWO_DIGITS: &[&str] = &["base:2", "fibonacci"];

/// Sets of numbers that are periodic from somewhere on are automatic in every base.
const PERIODIC: &[&str] = &["base:2"];

/// Returns all classes.
pub fn classes() -> Vec<Class> {
    // Rules that are written, unless they are those of another entry, names that stand for another text, and sums have classes of
    // their own.
    let is_of_family = |example: &str| {
        let game = Ruleset::parse(example);
        let is_of_family = game.is_ok_and(|game| !game.has_sums() && game.to_string() == example);
        catalogue::name_of(example) != "rules" && is_of_family
    };
    let entries = catalogue::entries().filter(|entry| is_of_family(entry.example));
    let examples = entries.map(|entry| entry.example.to_string());
    let class =
        |title, about, games| Class { title, about, games, conventions: BOTH, numerations: USUAL };
    let on_three_heaps = |class: Class| Class { numerations: TWO_DIGITS, ..class };
    vec![
        on_three_heaps(class(
            "Digraphs without loops",
            "All digraphs on three vertices without loops, up to isomorphism, but the one without edges: \
             15 games. Along an edge XY a player takes i >= 1 tokens from X and returns j < i of them to Y. \
             Vertices without edges are left out: their tokens never move. The Triangle Game is `XY/YZ/ZX`.",
            digraph_games(|edges| !has_loop(edges)),
        )),
        on_three_heaps(class(
            "Digraphs with loops",
            "The other digraphs on three vertices, up to isomorphism: 88 games. A vertex with a loop is \
             also a heap of Nim.",
            digraph_games(has_loop),
        )),
        class(
            "Two heaps, rays with components up to 2",
            "Vector games of up to four rays, up to the order of the heaps; none of the rays is a multiple \
             of another one. Nim is `1,0/0,1`, Wythoff Nim `1,1/1,0/0,1`.",
            vector_games(2, 2, 4, |_| true),
        ),
        class(
            "Two heaps, rays with components up to 3",
            "Vector games of up to three rays, one of them with a 3, up to the order of the heaps; none of \
             the rays is a multiple of another one.",
            vector_games(2, 3, 3, |set| set.contains('3')),
        ),
        on_three_heaps(class(
            "Three heaps, rays of zeros and ones",
            "All vector games whose rays have components 0 and 1, up to the order of the heaps: a ray takes \
             the same number from each heap of some set. Three-heap Nim is `1,0,0/0,1,0/0,0,1`.",
            vector_games(3, 1, 7, |_| true),
        )),
        Class {
            conventions: NORMAL,
            ..class(
                "Blocking",
                "Before each move the opponent blocks up to b options.",
                blocking_games(),
            )
        },
        class(
            "Nim and Wythoff Nim with one or two moves altered",
            "Vectors with components up to 3 that are added to the moves, or removed if they are moves, up \
             to the order of the heaps.",
            modified_by_sets("alter", 2),
        ),
        class(
            "Nim and Wythoff Nim with a terminal position",
            "One position with heaps up to 3 has no moves, up to the order of the heaps.",
            modified_by_sets("terminal", 1),
        ),
        Class {
            numerations: PERIODIC,
            ..class(
                "Subtraction games",
                "One heap; the numbers of tokens that may be taken form a subset of {1, ..., 6}. The sets \
                 of P-positions are periodic from somewhere on, so base 2 is enough.",
                subtraction_games(),
            )
        },
        class(
            "Partizan games",
            "On one heap Left takes a number of tokens from one subset of {1, 2, 3}, Right from another; \
             on two heaps Left and Right have rays of zeros and ones of their own. Games that arise from one \
             another when the players, or the heaps, change places are listed once.",
            partizan_games(),
        ),
        Class {
            conventions: NORMAL,
            ..class(
                "Rules of the literature",
                "Games whose rules are written as clauses: [rules.md](rules.md) explains the language.",
                games(false),
            )
        },
        Class {
            conventions: NORMAL,
            ..class(
                "Sums with few values",
                "Games whose moves split a heap, as in octal games. The sets that are proved are those of the Grundy values, \
                 as many as there are.",
                games(true),
            )
        },
        class(
            "Games of the catalogue",
            "The examples that `grundytab games` prints, without those of scoring play.",
            examples.filter(|game| has_outcomes(game)).collect(),
        ),
    ]
}

/// Whether the game has P-positions or outcome classes. One in which moves have points of their own has scores alone.
fn has_outcomes(game: &str) -> bool {
    // Some games are played on boxes alone, others on simplices alone.
    let is_tabulated = |domain: &str, quantity: &str| Plan::parse(game, domain, quantity).is_ok();
    ["outcome", "outcome-class"]
        .iter()
        .any(|quantity| is_tabulated("9", quantity) || is_tabulated("tokens 9", quantity))
}

/// Whether one of the edges is a loop.
fn has_loop(edges: &str) -> bool {
    edges.split('/').any(|edge| edge.chars().next() == edge.chars().last())
}

fn digraph_games(fits: impl Fn(&str) -> bool) -> Vec<String> {
    let edges = digraphs(true).into_iter().filter(|edges| fits(edges));
    edges.map(|edges| format!("digraph:{edges}")).collect()
}

fn vector_games(
    heaps: usize,
    largest: u32,
    most: usize,
    fits: impl Fn(&str) -> bool,
) -> Vec<String> {
    let sets = sets(&vectors(heaps, largest), most);
    let texts = sets.iter().filter(|set| !has_multiple(set)).map(|set| text(set));
    texts.filter(|set| fits(set)).map(|set| format!("vector:{set}")).collect()
}

fn blocking_games() -> Vec<String> {
    let games =
        ["nim", "wythoff", "vector:1,1/1,0", "vector:2,1/1,0/0,1", "vector:2,1/1,2", "nim:3"];
    modified(&games, "block", &[1, 2, 3, 4].map(|blocked| blocked.to_string()))
}

/// Returns Nim and Wythoff Nim with sets of at most this many vectors.
fn modified_by_sets(modifier: &str, most: usize) -> Vec<String> {
    let sets: Vec<String> = sets(&vectors(2, 3), most).iter().map(|set| text(set)).collect();
    modified(&["nim", "wythoff"], modifier, &sets)
}

fn modified(games: &[&str], modifier: &str, values: &[String]) -> Vec<String> {
    let with_values =
        |game: &&str| values.iter().map(|value| format!("{game}+{modifier}={value}")).collect();
    games.iter().flat_map::<Vec<String>, _>(with_values).collect()
}

fn subtraction_games() -> Vec<String> {
    subsets(&[1, 2, 3, 4, 5, 6]).map(|set| format!("subtraction:{}", numbers(&set, ","))).collect()
}

fn partizan_games() -> Vec<String> {
    let sets_of_one: Vec<Vec<u32>> = subsets(&[1, 2, 3]).collect();
    let mut games = Vec::new();
    for (index, left) in sets_of_one.iter().enumerate() {
        for right in &sets_of_one[index..] {
            games.push(format!(
                "partizan::+alter-left={}+alter-right={}",
                numbers(left, "/"),
                numbers(right, "/")
            ));
        }
    }
    let mut sets_of_rays: Vec<Vec<Vec<u32>>> = subsets(&vectors(2, 1)).collect();
    sets_of_rays.sort_by_key(|set| (set.len(), text(set)));
    let mirrored = |set: &Vec<Vec<u32>>| -> Vec<Vec<u32>> {
        let mut mirrored: Vec<Vec<u32>> =
            set.iter().map(|ray| ray.iter().rev().copied().collect()).collect();
        mirrored.sort_unstable();
        mirrored
    };
    for left in &sets_of_rays {
        for right in &sets_of_rays {
            let pair = (left.clone(), right.clone());
            let mirror = (mirrored(left), mirrored(right));
            let swapped = (right.clone(), left.clone());
            let both = (mirrored(right), mirrored(left));
            if [mirror, swapped, both].iter().all(|other| pair <= *other) {
                games.push(format!("partizan:{}:{}", text(left), text(right)));
            }
        }
    }
    games
}

fn numbers(set: &[u32], separator: &str) -> String {
    set.iter().map(u32::to_string).collect::<Vec<_>>().join(separator)
}
