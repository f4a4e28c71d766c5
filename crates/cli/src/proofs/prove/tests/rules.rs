//! Rules that users write: their formulas against the definition, their proofs against tables far beyond those of the guesses.

use std::collections::HashMap;
use std::sync::Arc;

use super::moves::compare_all;
use crate::automata::Numeration;
use crate::proofs::certificate::{Certificate, CheckLimits, Verdict};
use crate::proofs::prove::{
    Caps, Definition, End, Numerations, Proof, Search, prove, prove_in_turn,
};
use crate::tests::common::random;
use crate::tests::random_rules::{is_p, random_rules};
use grundytab::control::Control;
use grundytab::domain::{Coordinates, Domain};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::{Engine, Wanted};
use grundytab::job::Job;
use grundytab::plan::Plan;
use grundytab::quantity::{Convention, Quantity};
use grundytab::ruleset::Ruleset;
use grundytab::tabulate::tabulate_array;

/// Catches a part of a clause that is forgotten or read as another one: ranges, conditions, cases, ends, sums.
#[test]
fn formulas_and_moves_of_rules_agree() {
    for (seed, game) in [
        "rules: (x - 1) if x > 0; (x / 2) if x > 0",
        "rules: (x - k) for 1 <= k <= min(2, x); (x / 3) if x > 0",
        "rules: (x - k) for -3 <= k <= x if k > 0 and k != 2",
        "rules: (x - k) for x / 2 - 3 <= k <= x if k > 0",
        "rules: (x + k) for k in {-5, -2, -1} if x + k >= 0",
        "rules: (if(x % 2 == 0, x / 2, x - 1)) if x > 0; (max(x - 3, 0)) if x > 1",
        "rules: (x - (x > 3) - 1) if x > 1",
        "rules: (x - k) for 1 <= k <= x if divides(3, k) iff x > 5",
        "rules: (x - k) for 1 <= k <= x if (x - 2*k) / 3 == -1 or (x - 2*k) % 3 == 1",
        "rules: (x << 1 >> 2) if x > 0",
        "rules: terminal x % 4 == 3; (x - k) for 1 <= k <= x if x > 1 implies k < 4",
        "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 2",
        "rules: (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < min(k, l) + 1",
        "rules: positions y <= x / 2; (k, min(y, k / 2)) for 0 <= k < x; (x, k) for 0 <= k < y",
        "rules: positions x != y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y",
        "rules: grade x; (x - k, k) for 1 <= k <= min(x, 3*y)",
        "rules: grade x + 2*y; (x - k, y) for 1 <= k <= x; (x + k, y - k) for 1 <= k <= y",
        "rules: (x - 2, y + 1) if x >= 2; (x - 2, y - 1) if x >= 2 and y >= 1; (x + 1, y - 2) if y >= 2",
        "rules: positions x > 0 and y > 0; (k, x - k) for 1 <= k < x; (k, y - k) for 1 <= k < y",
        "rules: (x - k, y) for 1 <= k <= x if x >= y; (x, y - k) for 1 <= k <= y if y >= x",
        "rules: left: (x - k, y) for 1 <= k <= x; right: (x, y - k) for 1 <= k <= y; (x - 1, y) if x > y",
        "rules: (x - k, y, z) for 1 <= k <= x; (x, y, z - k) for 1 <= k <= z; (x, y - k, z) for 1 <= k <= y if x == 0 or z == 0",
        "rules: positions z <= 1; (x - k, y, z) for 1 <= k <= x; (x, y, z - 1) if z > 0 and x + y > 0",
        "kayles",
        "grundys-game",
        "octal:4.07",
        "hexadecimal:0.0F",
        "rules: (a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k if k != a",
        "rules: () if x == 3; (x - 2) if x > 2; (a) + (a) + (x - 2*a) for 1 <= a < x / 2",
        "rules: positions x > 0 and y > 0; (a, y) + (x - a, y) for 1 <= a < x; (x, a) + (x, y - a) for 1 <= a < y",
    ]
    .into_iter()
    .enumerate()
    {
        compare_all(game, "base:2", seed as u64);
    }
    for game in [
        "rules: (x - k) for 1 <= k <= x if x - k != floor_phi(k)",
        "rules: (x - k, y) for 1 <= k <= x if x - k == floor_phi(y); (x, y - zeckendorf_part(y)) if y > 0",
        "rules: (floor(x / phi)) if x > 0",
        "rules: (x - k) for 1 <= k <= x if (x ^ 3) % 5 > 1 and (k & 6) < 5",
        "rules: (x - k, y - (k ^ 1)) for k in {1, 2, 3} if k <= x and (k ^ 1) <= y; (x, y - 1) if y > 0 and (y | 2) > 2",
        "rules: positions x <= 3; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y if x ^ y > 2",
    ] {
        compare_all(game, "fibonacci", 1);
    }
    compare_all(
        "rules: (x - k, y) for 1 <= k <= x if k & y == 0; (x, y - k) for 1 <= k <= y if k ^ x > y",
        "base:2",
        2,
    );
}

/// Catches what nobody thought of: random clauses, ranges and conditions.
#[test]
fn formulas_and_moves_of_random_rules_agree() {
    let mut rng = fastrand::Rng::with_seed(random::seed());
    for seed in 0..random::count(40) {
        let heaps = 1 + rng.usize(..2);
        compare_all(&random_rules(&mut rng, heaps), "base:2", seed.into());
    }
}

/// Compares the sets of a theorem with a table of these sides, filled by the CPU engine.
pub(super) fn compare_far(theorem: &Proof, sides: &[u32]) {
    let definition = &theorem.definition;
    let (ruleset, quantity) = (definition.ruleset(), definition.quantity());
    let boxed = Domain::boxed(sides).expect("a box");
    let tokens = Domain::simplex(sides.len(), sides[0]).expect("a simplex");
    // Moves that return tokens leave a box.
    let filled = [boxed, tokens].into_iter().find_map(|domain| {
        let job = Job::new(ruleset.clone(), domain, quantity, definition.convention()).ok()?;
        let plan = Plan::new(job, None).ok()?;
        let prepared = CpuEngine.prepare(&plan, Wanted::Values).ok()?;
        let table = tabulate_array(prepared.as_ref(), &Control::default()).ok()?;
        Some((table, plan.job().domain().clone()))
    });
    let (table, domain) = filled.expect("the moves stay within one of both");
    for at in Coordinates::cells_of_box(domain.sides()).filter(|&at| domain.encloses(at)) {
        let position: Vec<u64> =
            at.unpadded(ruleset.heaps()).iter().map(|&heap| heap.into()).collect();
        for (&set, automaton) in definition.sets().iter().zip(&theorem.automata) {
            let value = table.get(at.row_major_index(domain.sides()));
            let is_member = domain.contains(at) && definition.is_member_by(quantity, set, value);
            assert_eq!(automaton.accepts(&position), is_member, "{ruleset}: {set}, {position:?}");
        }
    }
}

/// Returns what is proved of the P-positions of a game.
fn proved(game: &str, convention: Convention, caps: &Caps) -> Option<Proof> {
    let ruleset = Ruleset::parse(game).expect(game);
    let definition = Definition::of_outcomes(&ruleset, convention).expect(game);
    let mut search = |numeration: &Arc<Numeration>, caps: &Caps| {
        prove(&definition, numeration, caps, &mut |_| ())
    };
    let found = prove_in_turn(&definition, Numerations::ThatSuit, caps, None, &mut search);
    let found = found.unwrap_or_else(|error| panic!("{game}: {error}"));
    found.searches.into_iter().next_back().and_then(|(_, search)| search.theorem)
}

/// Catches rules that are refused in numerations that are not binary although xor is with small numbers, and in a numeration with
/// a fraction among its weights; and a theorem in which they are read wrongly. The check of the certificate is another method.
#[test]
fn rules_with_small_numbers_are_proved_in_every_numeration() {
    for (game, numeration, sides) in [
        (
            "rules: (x - k) for 1 <= k <= 3 if k <= x and (x & 1) == 0 or x == 3",
            "fibonacci",
            vec![80],
        ),
        ("rules: (x, x ^ 1) if (x ^ 1) < y; (x, y - 1) if y > x + 2", "fraenkel:2,1", vec![40, 40]),
        (
            "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - (k ^ 1)) for k in {2, 3} if k <= x and (k ^ 1) <= y",
            "base:3",
            vec![40, 40],
        ),
        (
            "rules: positions x <= 3; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - 1, y - 1) if x > 0 and y > 0 and x ^ y > 1",
            "fibonacci",
            vec![4, 80],
        ),
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
        let numeration = Arc::new(Numeration::parse(numeration).expect(numeration));
        let search = prove(&definition, &numeration, &Caps::default(), &mut |_| ());
        let theorem = search.expect(game).theorem.expect(game);
        compare_far(&theorem, &sides);
        let certificate = Certificate::parse(&theorem.certificate()).expect(game);
        assert_eq!(certificate.check(&CheckLimits::default()), Ok(Verdict::Proved), "{game}");
    }
}

/// Catches a theorem about random rules that a table far beyond that of its guess refutes.
#[test]
fn theorems_about_random_rules_are_true() {
    let mut rng = fastrand::Rng::with_seed(100 + random::seed());
    let caps = Caps { positions: 12_000, states: 20_000, depth: 8, ..Caps::default() };
    let (mut theorems, mut confirmed, count) = (0, 0, random::count(10));
    for _ in 0..count {
        let heaps = 1 + rng.usize(..2);
        let game = random_rules(&mut rng, heaps);
        let convention = if rng.bool() { Convention::Normal } else { Convention::Misere };
        if let Some(theorem) = proved(&game, convention, &caps) {
            theorems += 1;
            compare_far(&theorem, if heaps == 1 { &[3000] } else { &[200, 200] });
            let certificate = Certificate::parse(&theorem.certificate()).expect("a certificate");
            // The check does not cover all functions, nor rules that read many numbers at once.
            let limits = CheckLimits { states: 1 << 10, ..CheckLimits::default() };
            if let Ok(verdict) = certificate.check(&limits) {
                assert_eq!(verdict, Verdict::Proved, "{game}");
                confirmed += 1;
            }
        }
    }
    assert!(theorems * 2 > count, "only {theorems} of {count} are proved");
    assert!(confirmed * 2 > theorems, "only {confirmed} of {theorems} are confirmed");
}

/// Returns what a search in base 2 finds of the P-positions, or of the values 0 and 1 where moves lead to sums.
fn searched(game: &str) -> Search {
    let ruleset = Ruleset::parse(game).expect(game);
    let definition = match ruleset.has_sums() {
        true => Definition::of_values(&ruleset, 1),
        false => Definition::of_outcomes(&ruleset, Convention::Normal),
    };
    let numeration = Arc::new(Numeration::base(2).expect("a base"));
    let caps = Caps { positions: 100_000, ..Caps::default() };
    prove(&definition.expect(game), &numeration, &caps, &mut |_| ()).expect(game)
}

/// Catches rules whose moves leave every box, or the larger ones alone, and that are refused for it, or of which the table says
/// something else than the definition.
#[test]
fn moves_that_leave_every_box_are_followed() {
    for game in [
        "rules: grade x % 7; (x - 1) if x % 7 > 0; (x + 13) if x % 7 >= 3",
        "rules: grade if(x == 69, 200, x); (x - k) for 1 <= k <= 2 if k <= x and x - k != 69; (x + 5) if x == 69",
        "rules: grade (x + y) % 5; (x + 4, y) if (x + y) % 5 > 0; (x, y + 8) if (x + y) % 5 > 2",
        "rules: positions x % 4 != 2; grade x % 6; (x + 5) if x % 6 > 0; (x + 10) if x % 6 > 1",
        "rules: grade x % 7; left: (x + 6) if x % 7 > 0; right: (x + 12) if x % 7 >= 3",
        "rules: grade x % 5; (x + 4) + (x + 4) if x % 5 > 0",
    ] {
        let Search { theorem, end, .. } = searched(game);
        assert_eq!(end, None, "{game}");
        let theorem = theorem.expect(game);
        let (ruleset, certificate) = (theorem.definition.ruleset(), theorem.certificate());
        let verdict = Certificate::parse(&certificate).expect(game).check(&CheckLimits::default());
        assert_eq!(verdict, Ok(Verdict::Proved), "{game}");
        let rules = ruleset.written_ruleset().expect(game).rules();
        let (mut known, is_impartial) = (HashMap::new(), theorem.automata.len() == 1);
        for x in (0..300_u32).filter(|_| is_impartial) {
            let at = if ruleset.heaps() == 1 { vec![x] } else { vec![x / 17, x % 17] };
            let expected = rules.is_position(&at) == Ok(true) && is_p(rules, &at, &mut known);
            let position: Vec<u64> = at.iter().copied().map(u64::from).collect();
            assert_eq!(theorem.automata[0].accepts(&position), expected, "{game}: {at:?}");
        }
    }
    // From 4 a move leads beyond 32 bits.
    let far = searched("rules: grade x % 3; (x + 4294967294) if x % 3 == 1");
    assert!(matches!(far.end, Some(End::Open(_))), "{:?}", far.end);
}

/// Catches a condition on ends that is asked of cells which are no positions, where it need not have a value.
#[test]
fn ends_are_asked_of_positions_alone() {
    for (game, is_sound) in [
        ("rules: positions x > 0; terminal fibonacci_word(x) == 1; (x - 1) if x > 1", true),
        ("rules: terminal fibonacci_word(x) == 1; (x - 1) if x > 1", false),
        ("rules: positions fibonacci_word(x) == 1; (x - 1) if x > 1", false),
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
        let fibonacci = Arc::new(Numeration::fibonacci());
        let found = prove(&definition, &fibonacci, &Caps::default(), &mut |_| ());
        assert_eq!(found.is_ok_and(|found| found.end.is_none()), is_sound, "{game}");
    }
}

/// Catches rules that define no game and of which something is proved all the same.
#[test]
fn rules_that_define_no_game_are_refused() {
    for (game, words) in [
        ("rules: (x - k, y) for 1 <= k <= x + 1", "at (0, 0) a move of the clause"),
        ("rules: (x + 1, y - 1) if y > 0", "does not make the grade smaller"),
        ("rules: grade x; (x - k, k) for 0 <= k <= x", "does not make the grade smaller"),
        ("rules: grade 100 - x; (x + 1) if x < 200", "at (101) the grade is negative"),
        ("rules: (x - 1) if x > 5 and zeckendorf_part(x - 7) < 9", "has no value"),
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
        let numeration = if game.contains("zeckendorf") { "fibonacci" } else { "base:2" };
        let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
        let refused = prove(&definition, &numeration, &Caps::default(), &mut |_| ());
        let error = refused.map(|_| ()).expect_err(game).to_string();
        assert!(error.contains(words), "{game}: {error}");
    }
}

/// Catches rules that are taken although no formula describes them, and a refusal that does not name the part.
#[test]
fn what_is_not_linear_is_refused_with_its_name() {
    for (game, words) in [
        ("rules: (x - k*k) for 1 <= k <= x if k*k <= x", "`k * k`: a product of two variables"),
        (
            "rules: (x - k) for 1 <= k <= x if not divides(k, x)",
            "`divides(k, x)`: divides is not definable",
        ),
        (
            "rules: (x - k) for 1 <= k <= x if is_prime(k)",
            "`is_prime(k)`: is_prime is not definable",
        ),
        (
            "rules: (x - k) for 1 <= k <= floor_sqrt(x)",
            "`floor_sqrt(x)`: floor_sqrt is not definable",
        ),
        ("rules: (x % k) for 1 <= k <= x", "`x % k`: a quotient by a variable"),
        (
            "rules: positions x > 0; sum (i) for 1 <= i < k for 1 <= k <= x",
            "as many positions as a variable says",
        ),
        (
            "rules: (x - k, y) for 1 <= k <= x if k & y == 0 and floor_phi(k) < y",
            "no numeration has both",
        ),
        ("rules: (x - k) for 1 <= k <= x / 2+block=1", "options that are blocked are counted"),
        ("kayles", "whose outcomes follow from Grundy values"),
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let of_outcomes = Definition::of_outcomes(&ruleset, Convention::Normal);
        let refused = match game.contains("sum (i)") {
            true => Definition::of_values(&ruleset, 3),
            false => of_outcomes,
        };
        let error = refused.map(|_| ()).expect_err(game).to_string();
        assert!(error.contains(words), "{game}: {error}");
    }
    let quantity = Definition::of_values(&Ruleset::parse("kayles").expect("kayles"), 8);
    assert_eq!(quantity.expect("a definition").quantity(), Quantity::Grundy);
}
