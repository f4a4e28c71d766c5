//! The notation: `name [":" argument] {"+" modifier}`, in characters that a shell leaves alone.
//!
//! The families declare the names, their arguments and the modifiers. Rays,
//! positions and edges of a list are separated by `/`, coordinates and numbers by `,`.

pub(super) mod altered;
pub(super) mod field;
mod file;
pub(super) mod lists;
pub(super) mod modifiers;
pub(super) mod move_fields;

pub use file::{GameFile, GameNotes, PlaceholderValue};

use std::borrow::Cow;
use std::str::FromStr;

use super::families::{FAMILIES, modifiers, named};
use super::family::{Family, Name, and_list, modifier_usage};
use super::named::NamedGame;
use super::{Ruleset, written};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::wording::did_you_mean;
use field::{Field, FieldValue, FieldValues, Shape};

impl Ruleset {
    /// Reads the notation of a game, as in `wythoff+block=4`. The [catalogue](super::catalogue)
    /// lists all names and modifiers.
    ///
    /// # Errors
    /// When the text is not a game. The error names what was read, what is wrong with it, and what
    /// would be accepted.
    pub fn parse(text: &str) -> Result<Self, InvalidInput> {
        read(text).map_err(|error| error.about(text))
    }
}

impl FromStr for Ruleset {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        Ruleset::parse(text)
    }
}

/// Returns the notation that a game stands for which has a name and is no family, as `chomp` does for its rules; other
/// texts as they are. Files that it names are not read.
///
/// # Errors
/// When there is no such game of this name.
///
/// ```
/// let text = grundytab::ruleset::written_out("mark+block=1")?;
/// assert_eq!(text, "rules: (x - 1) if x > 0; (x / 2) if x > 0+block=1");
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
pub fn written_out(text: &str) -> Result<Cow<'_, str>, InvalidInput> {
    // A name of a family may begin another one that has an argument, as wythoff begins wythoff:2.
    let game = text.split('+').next().unwrap_or_default();
    let is_of_family = named(game).is_some() || written::after_name(text).is_some();
    let stands_for = if is_of_family { None } else { NamedGame::written_out(text)? };
    Ok(stands_for.map_or(Cow::Borrowed(text), Cow::Owned))
}

fn read(text: &str) -> Result<Ruleset, InvalidInput> {
    read_written_out(&written_out(text)?)
}

fn read_written_out(text: &str) -> Result<Ruleset, InvalidInput> {
    // Plus signs stand in the expressions of rules.
    if let Some(rules) = written::after_name(text) {
        let is_modifier = |name: &str| modifiers().iter().any(|known| known.name == name);
        return written::read(rules, text.chars().count() - rules.chars().count(), is_modifier);
    }
    let mut parts = text.split('+');
    let game = parts.next().unwrap_or_default();
    let (game, argument) = match game.split_once(':') {
        Some((game, argument)) => (game, Some(argument)),
        None => (game, None),
    };
    // The game comes first: of a game that does not exist no modifier is right.
    let (family, name) = named(game).ok_or_else(|| no_game_named(game))?;
    let mut given = FieldValues::new(game);
    for modifier in parts {
        read_modifier(modifier, &mut given)?;
    }
    // The argument is read before, and inserted after the modifiers are checked: what a name takes
    // as its argument is no modifier of it.
    let argument = read_argument(name, argument)?;
    check_modifiers_apply(family, &given, &[])?;
    for (field, value) in name.argument_fields().iter().zip(argument) {
        given.insert(field, value);
    }
    (name.game)(&mut given)
}

fn read_modifier(text: &str, given: &mut FieldValues) -> Result<(), InvalidInput> {
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    let is_meant =
        |field: &&Field| field.name == if field.shape == Shape::Flag { text } else { key };
    let Some(field) = modifiers().into_iter().find(is_meant) else {
        let usages: Vec<String> =
            modifiers().iter().map(|field| modifier_usage(FAMILIES, field)).collect();
        let meant = did_you_mean(key, modifiers().iter().map(|field| field.name));
        return Err(InvalidInput::new(
            InvalidInputKind::UnknownModifier,
            text,
            format!("there is no modifier {text:?}"),
            format!("{meant}the modifiers are {}", usages.join(", ")),
        ));
    };
    if given.insert(field, field.shape.read(value)?) {
        return Err(InvalidInput::new(
            InvalidInputKind::RepeatedModifier,
            text,
            format!("the modifier {key} is given twice"),
            "give it once",
        ));
    }
    Ok(())
}

/// Reads the argument of a name into the values of its fields.
fn read_argument(name: &Name, argument: Option<&str>) -> Result<Vec<FieldValue>, InvalidInput> {
    match (&name.argument, argument) {
        (Some(wanted), Some(argument)) => (wanted.read)(argument),
        (None, None) => Ok(Vec::new()),
        (Some(wanted), None) => match wanted.missing {
            None => Ok(Vec::new()),
            Some(hint) => Err(InvalidInput::new(
                InvalidInputKind::MissingArgument,
                name.name,
                format!("{} needs an argument", name.name),
                hint,
            )),
        },
        (None, Some(_)) => Err(InvalidInput::new(
            InvalidInputKind::ModifierDoesNotApply,
            name.name,
            format!("{} takes no argument", name.name),
            format!("write {}", name.name),
        )),
    }
}

/// Refuses modifiers that neither apply to the family nor are among the fields of an argument.
pub(super) fn check_modifiers_apply(
    family: &Family,
    given: &FieldValues,
    arguments: &[&Field],
) -> Result<(), InvalidInput> {
    let applies = |field: &Field| {
        family.has_modifier(field) || arguments.iter().any(|other| other.name == field.name)
    };
    match modifiers().into_iter().find(|field| given.has(field) && !applies(field)) {
        None => Ok(()),
        Some(field) => Err(InvalidInput::new(
            InvalidInputKind::ModifierDoesNotApply,
            field.name,
            format!("the modifier {} does not apply to {}", field.name, family.a_game()),
            format!("there is {}", modifier_usage(FAMILIES, field)),
        )),
    }
}

/// Describes a name that no family has.
pub(super) fn no_game_named(game: &str) -> InvalidInput {
    let of_families = FAMILIES.iter().flat_map(|family| family.names).map(|name| name.name);
    let mut names: Vec<&str> = of_families.collect();
    let others = NamedGame::firsts().map(|game| game.parts().0);
    names.extend(others.filter(|name| named(name).is_none()));
    InvalidInput::new(
        InvalidInputKind::UnknownGame,
        game,
        format!("there is no game named {game:?}"),
        format!(
            "{}the games are {}; a game of your own is written as in 'rules: (x - k) for 1 <= k <= x / 2', and \
             docs/rules.md has many",
            did_you_mean(game, names.iter().copied()),
            and_list(&names)
        ),
    )
}
