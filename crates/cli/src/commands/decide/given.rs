//! `grundytab decide --certificate`: games whose automata are given.

use std::sync::Arc;
use std::time::Instant;

use crate::automata::{Limits, Numeration};
use crate::proofs::decide::{KnownAutomata, Sentence};
use crate::proofs::prove::{Caps, Given};
use grundytab::{InvalidInput, InvalidInputKind};

use super::args::DecideArgs;
use super::report::{DecideReport, GameReport, proved_text};
use crate::commands::certificate_file;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::{command, option};
use crate::commands::terminal::Terminal;

/// Automata that a certificate gives, with the name of the certificate.
pub(super) struct GivenGame {
    certificate: String,
    given: Given,
}

impl GivenGame {
    /// Whether its sets are those of other automata, or more.
    pub(super) fn is_about(&self, other: &Given) -> bool {
        let (own, other) = (&self.given.definition, &other.definition);
        own.ruleset() == other.ruleset()
            && own.convention() == other.convention()
            && own.sets().starts_with(other.sets())
    }
}

/// What certificates prove, all in one numeration.
pub(super) struct ProvedGames {
    pub(super) known: KnownAutomata,
    pub(super) proofs: Vec<GameReport>,
}

/// Reads the certificates that are named.
pub(super) fn read(args: &DecideArgs, sentence: &Sentence) -> Result<Vec<GivenGame>> {
    let limits = Limits { states: args.states, ..Limits::default() };
    let mut all: Vec<GivenGame> = Vec::new();
    for path in &args.certificate {
        let (certificate, document) = (path.display().to_string(), certificate_file::read(path)?);
        let within = |error: InvalidInput| error.within(&certificate);
        let given = Given::of(&document, &limits).map_err(within)?;
        sentence.check_given(&given).map_err(within)?;
        if let Some(first) = all.first().filter(|first| first.given.numeration != given.numeration)
        {
            let problem = format!(
                "it is written in numeration {}, and {} in numeration {}",
                given.numeration, first.certificate, first.given.numeration
            );
            let hint = "give certificates in the same numeration";
            return Err(Failure::usage(certificate, &problem, hint));
        }
        all.push(GivenGame { certificate, given });
    }
    Ok(all)
}

/// Returns the numeration in which the certificates are written, if there are any.
pub(super) fn numeration(all: &[GivenGame]) -> Option<&Numeration> {
    all.first().map(|first| &*first.given.numeration)
}

/// Decides about the automata of all certificates.
///
/// # Errors
/// When one is false, or is not decided within the limits.
pub(super) fn prove(
    all: &[GivenGame],
    sentence: &Sentence,
    caps: &Caps,
    (terminal, began): (Terminal, Instant),
) -> Result<Option<ProvedGames>> {
    let Some(first) = all.first() else { return Ok(None) };
    let (mut known, mut proofs) =
        (KnownAutomata::new(Arc::clone(&first.given.numeration)), Vec::new());
    for GivenGame { certificate, given } in all {
        match known.prove_given(given, caps)? {
            Ok(proved) => {
                let proof = GameReport::of(proved, Some(certificate.clone()), false);
                terminal.note(proved_text(&proof, &given.numeration));
                proofs.push(proof);
            }
            Err(end) if end.is_refutation() => {
                let (prove, check) = (command("prove"), option("--check"));
                let hint = format!("{prove} with {check} decides it by another method");
                let kind = InvalidInputKind::WrongCertificate;
                return Err(InvalidInput::new(kind, certificate, end.to_string(), hint).into());
            }
            Err(end) => {
                let open = format!("{certificate} was not decided: {end}");
                let found = DecideReport::open(sentence, vec![open.clone()], began);
                return Err(Failure::undecided(open).having_found(&found));
            }
        }
    }
    Ok(Some(ProvedGames { known, proofs }))
}
