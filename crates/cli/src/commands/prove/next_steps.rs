//! What can be done next: with a theorem that is proved, and where a search has found none.

use crate::automata::Numeration;
use crate::proofs::prove::{Definition, End, Numerations, Origin, Proof, SetName};
use grundytab::Convention;

use super::args::ProveArgs;
use super::attempts::Attempts;
use super::session::Session;
use crate::commands::figure::quoted;
use crate::commands::flag_values;
use crate::commands::option::{command, option, switch};
use crate::commands::output::print;

/// Prints what can be done with a theorem, if nothing was asked for.
pub(super) fn print_next_steps(args: &ProveArgs, theorem: &Proof, numeration: &Numeration) {
    let asks_for_files =
        [&args.graph, &args.certificate, &args.walnut, &args.mona].iter().any(|f| f.is_some());
    if asks_for_files || args.describe {
        return;
    }
    let search = match theorem.origin {
        Origin::Stored => format!(", {} looks for a proof anew", switch("--search")),
        Origin::Table | Origin::List | Origin::Given => String::new(),
    };
    let describe = switch("--describe");
    let graph = option("--graph").value("FILE.dot");
    let certificate = option("--certificate").value("FILE.json");
    print(format!(
        "next: {describe} says what the automaton is like, {graph} draws it, {certificate} keeps the theorem{search}"
    ));
    if let Some(command) = decision(theorem, numeration) {
        print(format!("next: {command} tells whether this is so at all its positions"));
    }
}

/// Returns a command that decides something about all positions of the game.
fn decision(theorem: &Proof, numeration: &Numeration) -> Option<String> {
    /// Longer commands are not offered: nobody would copy them.
    const LONGEST: usize = 60;
    let definition = &theorem.definition;
    let sets = definition.sets().get(..theorem.sets_with_positions())?;
    let set = match sets.last()? {
        SetName::Value(value) => format!("g == {value}"),
        _ => "p".into(),
    };
    let of_heaps = match definition.ruleset().heaps() {
        1 => "implies x % 2 == 0",
        2 => "and x < y implies y <= 2*x",
        3 => "and x <= y <= z implies z <= x + y",
        _ => "and x <= y <= z <= w implies w <= x + y + z",
    };
    let claim = format!("{set} {of_heaps}");
    (quoted(&definition.ruleset().to_string()).len() <= LONGEST)
        .then(|| decide_command(definition, Some(numeration), &claim))
}

/// Returns the command that decides a claim about all positions of the game, in a numeration if that is not found at once.
pub(super) fn decide_command(
    definition: &Definition,
    numeration: Option<&Numeration>,
    claim: &str,
) -> String {
    let game = quoted(&definition.ruleset().to_string());
    let misere = match definition.convention() {
        Convention::Normal => "",
        Convention::Misere => " --misere",
    };
    let numeration = numeration.filter(|of| !Numerations::usual().contains(of));
    let numeration =
        numeration.map_or(String::new(), |of| [" --numeration", &of.to_string()].join(" "));
    format!("grundytab decide --game {game}{misere}{numeration} '{claim}'")
}

/// Returns what can be done where not all was proved.
pub(super) fn remedies(
    session: &Session,
    definition: &Definition,
    tried: &[Attempts],
) -> Vec<String> {
    const MORE: u64 = 10;
    let ended =
        |by: fn(&End) -> bool| tried.iter().any(|of| of.search.end.as_ref().is_some_and(by));
    let (args, control) = (session.args, session.terminal.control());
    let games = std::slice::from_ref(definition);
    let other = flag_values::other_numeration(games, &args.numeration, control);
    let mut remedies: Vec<String> = other.into_iter().collect();
    if ended(|end| *end == End::Time) {
        remedies.push(format!("{} searches for longer", flag_values::further(args.seconds)));
    }
    if ended(|end| matches!(end, End::Positions(_) | End::Open(_) | End::Lists(..))) {
        let positions = option("--positions").value(args.positions.saturating_mul(MORE));
        remedies.push(format!("{positions} allows larger tables and longer lists"));
    }
    if ended(|end| matches!(end, End::Automata(_))) {
        let states = option("--states").value(args.states().saturating_mul(MORE as usize));
        remedies.push(format!("{states} allows larger automata"));
    }
    let larger = tried.iter().filter_map(|of| match of.search.end {
        Some(End::LargerValue(value, _)) => Some(value),
        _ => None,
    });
    if let Some(value) = larger.max() {
        remedies
            .push(format!("{} proves all that this table has", option("--values").value(value)));
    }
    if ended(|end| matches!(end, End::StoredTable(_))) {
        remedies.push(format!("without {} tables grow as they are needed", option("--from")));
    }
    if remedies.is_empty() {
        remedies.push(format!(
            "{} chooses another numeration; {} checks a conjecture on a table",
            option("--numeration"),
            command("verify")
        ));
    }
    remedies
}
