//! The options of a position as formulas: "there is an option for which ...".

use super::rules::{automatic_functions, rules_of, some_sums};
use super::symbols::Target;
use super::vector_options::{can_be_counted, vector_options};
use crate::automata::{Formula, Variable};
use crate::proofs::formula::{AutomaticFunction, without_common_numeration};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::ruleset::{DigraphGame, Edge, Ruleset};

/// Returns the refusal of what no formula says of a game.
pub(crate) fn no_formula(
    ruleset: &Ruleset,
    problem: impl Into<String>,
    hint: impl Into<String>,
) -> InvalidInput {
    InvalidInput::new(InvalidInputKind::NoFormula, ruleset, problem, hint)
}

/// Returns why formulas do not describe the moves of a game.
pub(super) fn obstacle(ruleset: &Ruleset) -> Option<InvalidInput> {
    let refuse = |problem: &str, hint: &str| Some(no_formula(ruleset, problem, hint));
    let on_tables = "its claims are checked on tables";
    match ruleset.recognised() {
        Ruleset::Written(game) if game.is_loopy() => refuse(
            "the rules are loopy, and proofs go by induction over a grade that every move makes smaller: automata that agree with \
             one another prove nothing where play may go on for ever",
            "its claims are checked on tables",
        ),
        Ruleset::Written(game) if game.blocking_number() > 0 => refuse(
            "options that are blocked are counted, and nothing is proved of rules that are written with blocking, unless they \
             are those of a family, as Wythoff Nim's are",
            on_tables,
        ),
        Ruleset::Written(_) | Ruleset::TakeAndBreak(_) => {
            let bound = |of: AutomaticFunction| Some((of.name(), of.numeration()?));
            let problem = match automatic_functions(&rules_of(ruleset)?) {
                Err(problem) => Some(problem),
                Ok(functions) => without_common_numeration(functions.into_iter().filter_map(bound)),
            };
            refuse(&problem?, on_tables)
        }
        Ruleset::Euclid(_) => refuse(
            "its moves multiply heaps, which no formula about addition and order describes",
            "its theorems are checked on tables",
        ),
        Ruleset::Array(_) => refuse(
            "it stands for values whose moves are not known, of which nothing follows",
            "give the rules of the game",
        ),
        Ruleset::Vector(game) if !can_be_counted(game) => refuse(
            "the formula that counts the blocked options would be too long",
            "give a smaller blocking number, or fewer vectors",
        ),
        Ruleset::Vector(_) | Ruleset::Digraph(_) | Ruleset::Fibonacci | Ruleset::Partizan(_) => {
            None
        }
    }
}

/// Returns the formula that at least `count` options of a position satisfy the target, each option counted
/// once. Only vector games are requested more than one, those without an [`obstacle`].
pub(super) fn some_options(
    ruleset: &Ruleset,
    at: &[Variable],
    count: u32,
    target: Target,
) -> Formula {
    match ruleset.recognised() {
        Ruleset::Vector(game) => vector_options(game, at, count, target),
        Ruleset::Digraph(game) => digraph_option(game, at, target),
        Ruleset::Fibonacci => fibonacci_option(at, target),
        Ruleset::Written(game) => {
            let at_option = |option: &[&[Variable]]| match option {
                [position] => target.of(position),
                _ => Formula::Any(Vec::new()),
            };
            target.symbols.with_functions(|functions| some_sums(game, at, &at_option, functions))
        }
        // The players of a partizan game are asked one by one, as vector games; Euclid is refused.
        Ruleset::Partizan(game) => Formula::Any(vec![
            vector_options(game.left(), at, count, target),
            vector_options(game.right(), at, count, target),
        ]),
        // Options of take-and-break games are sums, of which values are proved alone.
        Ruleset::Euclid(_) | Ruleset::TakeAndBreak(_) | Ruleset::Array(_) => {
            Formula::Any(Vec::new())
        }
    }
}

fn digraph_option(game: &DigraphGame, at: &[Variable], target: Target) -> Formula {
    Formula::Any(game.edges().iter().map(|&edge| along_edge(edge, at, target)).collect())
}

/// Along an edge from x to y a move leads from (x, y) to the (x', y') with y' >= y and
/// x' + y' < x + y, from which x' < x follows. The order of the quantifiers keeps the number of variables
/// at four.
fn along_edge(Edge { from, to }: Edge, at: &[Variable], target: Target) -> Formula {
    let mut option = at.to_vec();
    option[from] = target.variable();
    if from == to {
        let less = Formula::Less(option[from], at[from]);
        return Formula::exists(option[from], [target.of(&option), less]);
    }
    option[to] = target.variable();
    let (sum, smaller_sum) = (target.variable(), target.variable());
    let with_sum = Formula::exists(
        option[from],
        [target.of(&option), Formula::Sum([option[from], option[to], smaller_sum])],
    );
    let with_more = Formula::exists(option[to], [with_sum, Formula::at_most(at[to], option[to])]);
    let with_less = Formula::exists(smaller_sum, [with_more, Formula::Less(smaller_sum, sum)]);
    Formula::exists(sum, [with_less, Formula::Sum([at[from], at[to], sum])])
}

/// Take 1 <= m <= min(heap, limit) tokens; the next limit is min(2m, heap - m).
fn fibonacci_option(at: &[Variable], target: Target) -> Formula {
    let (heap, limit) = (at[0], at[1]);
    let [taken, left, next, double] = [(); 4].map(|()| target.variable());
    let is_minimum = Formula::Any(vec![
        Formula::All(vec![Formula::at_most(double, left), Formula::Equal(next, double)]),
        Formula::All(vec![Formula::Less(left, double), Formula::Equal(next, left)]),
    ]);
    let limit_is = Formula::exists(double, [Formula::Sum([taken, taken, double]), is_minimum]);
    let reached = Formula::exists(next, [target.of(&[left, next]), limit_is]);
    let with_heap = Formula::exists(left, [reached, Formula::Sum([left, taken, heap])]);
    let is_allowed = [Formula::at_most(taken, limit), Formula::not(Formula::Is(taken, 0))];
    Formula::exists(taken, std::iter::once(with_heap).chain(is_allowed))
}
