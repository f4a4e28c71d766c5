//! Clauses: which moves there are, and where one is at fault.

use heap_rules::clause::{
    WrittenBound, WrittenClause, WrittenClauses, WrittenRange, WrittenVariable,
};
use heap_rules::{Connective, Syntax};

use super::draft::{Draft, Names};
use super::linear::Linear;
use super::reader::{Reader, few};
use crate::proofs::certificate::limits::CheckError;

/// The moves of a clause, and its faults.
#[derive(Default)]
pub(super) struct ReadClause {
    pub(super) moves: Vec<Draft>,
    /// Moves to a negative heap, and moves that do not make the grade smaller.
    pub(super) missteps: Vec<Draft>,
}

impl Reader {
    /// Reads a clause at a position that has moves. A summand that is no position of the game ends its move: what comes after
    /// it is read under the condition, which the caller adds, that all positions of the option so far are positions. So does the
    /// caller add that the position is one; bounds of heaps that are parts of this condition are known from the beginning.
    ///
    /// # Errors
    /// When a part is not covered.
    pub(super) fn clause(
        &mut self,
        clause: &WrittenClause,
        game: &WrittenClauses,
    ) -> Result<ReadClause, CheckError> {
        let grade = game.grade.as_ref();
        let mut cases = vec![Draft::at_position(game.heaps)];
        for bound in game.positions.iter().flat_map(bounds) {
            let mut after = Vec::new();
            for draft in cases {
                let [yes, _] = self.truths(bound, draft)?;
                after.extend(yes);
            }
            cases = after;
        }
        for variable in &clause.variables {
            let mut after = Vec::new();
            for draft in cases {
                after.extend(self.variable(variable, draft)?);
            }
            cases = few(after)?;
        }
        if let Some(condition) = &clause.condition {
            let mut after = Vec::new();
            for draft in cases {
                let [yes, _] = self.truths(condition, draft)?;
                after.extend(yes);
            }
            cases = few(after)?;
        }
        let mut missteps = Vec::new();
        for summand in &clause.option {
            if !summand.variables.is_empty() {
                let reason =
                    "is a sum with a range, and the check follows sums that are written one by one";
                return Err(CheckError::NotCovered(format!("{summand} in the rules {reason}")));
            }
            let mut after = Vec::new();
            for draft in cases {
                for (draft, sizes) in self.sizes(&summand.heaps, draft)? {
                    let Some(draft) = natural(draft, &sizes, &mut missteps) else { continue };
                    let (mut draft, mut tracks) = (draft, Vec::new());
                    for size in &sizes {
                        let (with_track, track) = draft.track_of(size)?;
                        draft = with_track;
                        tracks.push(track);
                    }
                    draft.option.push(tracks);
                    missteps.extend(self.not_smaller(draft.clone(), sizes, grade)?);
                    after.push(draft);
                }
            }
            cases = few(after)?;
        }
        Ok(ReadClause { moves: cases, missteps })
    }

    /// Brings in a variable. It is its lower bound and a hidden number more, so that it may be negative.
    fn variable(
        &mut self,
        variable: &WrittenVariable,
        draft: Draft,
    ) -> Result<Vec<Draft>, CheckError> {
        let mut cases = Vec::new();
        match &variable.range {
            WrittenRange::Set(numbers) => {
                for &number in few(numbers.clone())?.iter() {
                    let mut draft = draft.clone();
                    draft.names.variables.push((variable.name.clone(), Linear::constant(number)?));
                    cases.push(draft);
                }
            }
            WrittenRange::Ones(number) => {
                let problem = format!("a variable goes through the binary digits of `{number}`");
                return Err(CheckError::NotCovered(problem));
            }
            WrittenRange::Between([low, high]) => {
                for (draft, least) in self.numbers(&low.bound, draft)? {
                    for (mut draft, most) in self.numbers(&high.bound, draft)? {
                        let number = least
                            .plus(&Linear::track(draft.hide()), 1)?
                            .plus(&Linear::constant(excluded(low))?, 1)?;
                        let room =
                            most.plus(&number, -1)?.plus(&Linear::constant(excluded(high))?, -1)?;
                        draft.names.variables.push((variable.name.clone(), number));
                        cases.extend(draft.where_not_negative(room));
                    }
                }
            }
        }
        Ok(cases)
    }

    /// Returns the heap sizes of a position.
    fn sizes(
        &mut self,
        heaps: &[Syntax],
        draft: Draft,
    ) -> Result<Vec<(Draft, Vec<Linear>)>, CheckError> {
        let mut cases = vec![(draft, Vec::new())];
        for heap in heaps {
            let mut after = Vec::new();
            for (draft, before) in cases {
                for (draft, size) in self.numbers(heap, draft)? {
                    after.push((draft, [before.clone(), vec![size]].concat()));
                }
            }
            cases = few(after)?;
        }
        Ok(cases)
    }

    /// Returns where the grade of an option's position with these sizes is not smaller than that of the position.
    fn not_smaller(
        &mut self,
        draft: Draft,
        sizes: Vec<Linear>,
        grade: Option<&Syntax>,
    ) -> Result<Vec<Draft>, CheckError> {
        let tokens = Syntax::Name("tokens".into());
        let grade = grade.unwrap_or(&tokens);
        let mut at_option = draft;
        let names = std::mem::replace(&mut at_option.names, Names::at(sizes));
        let mut cases = Vec::new();
        for (mut draft, of_option) in self.numbers(grade, at_option)? {
            draft.names.clone_from(&names);
            for (draft, of_position) in self.numbers(grade, draft)? {
                cases.extend(draft.where_not_negative(of_option.plus(&of_position, -1)?));
            }
        }
        Ok(cases)
    }
}

/// Returns the parts of a condition that compare a name with a number, and are true where it is.
fn bounds(condition: &Syntax) -> Vec<&Syntax> {
    match condition {
        Syntax::Connective(Connective::And, parts) => parts.iter().flat_map(bounds).collect(),
        Syntax::Comparison { between, .. } => match between[..] {
            [Syntax::Name(_), Syntax::Number(_)] | [Syntax::Number(_), Syntax::Name(_)] => {
                vec![condition]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns how far a variable stays away from a bound.
fn excluded(bound: &WrittenBound) -> i64 {
    i64::from(!bound.is_included)
}

/// Returns the case in which all sizes are natural numbers, and notes those in which one is negative.
fn natural(draft: Draft, sizes: &[Linear], missteps: &mut Vec<Draft>) -> Option<Draft> {
    sizes.iter().try_fold(draft, |draft, size| {
        let [natural, negative] = draft.split(size);
        missteps.extend(negative);
        natural
    })
}
