//! Codecs: how the values of a chunk become the bytes of its file.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value as Json, json};

use super::blosc;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::plan::Plan;
use crate::values::ValueType;
use crate::wording::did_you_mean;

/// A fast level, which is not much worse than higher ones on Grundy values.
pub(crate) const ZSTD_LEVEL: i32 = 1;

/// How chunks are compressed. A checksum (crc32c) always follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Codec {
    /// Blosc with LZ4 and bit shuffling.
    Blosc,
    /// Zstandard, at a fast level.
    Zstd,
    /// Raw little-endian values.
    None,
}

impl Codec {
    /// All codecs.
    pub const ALL: [Codec; 3] = [Codec::Blosc, Codec::Zstd, Codec::None];

    /// Chooses the codec for a plan, by measurements (`docs/performance.md`).
    ///
    /// Values of vector games look random in their low bits and change slowly in their high ones: Blosc
    /// takes fewer bytes and a third of the time of zstd. Those of the other games, outcomes and the fill
    /// value of simplices come in long runs or repeat, which zstd finds.
    ///
    /// ```
    /// use grundytab::Plan;
    /// use grundytab::table::Codec;
    /// assert_eq!(Codec::of_plan(&Plan::parse("wythoff", "512", "grundy")?), Codec::Blosc);
    /// assert_eq!(Codec::of_plan(&Plan::parse("triangle", "tokens 64", "grundy")?), Codec::Zstd);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn of_plan(plan: &Plan) -> Self {
        let job = plan.job();
        let is_blosc = job.ruleset().vector_game().is_some() && job.quantity().is_number();
        if is_blosc { Codec::Blosc } else { Codec::Zstd }
    }

    /// Returns the name that [`FromStr`] reads and [`Display`](fmt::Display) prints.
    pub fn name(self) -> &'static str {
        match self {
            Codec::Blosc => "blosc",
            Codec::Zstd => "zstd",
            Codec::None => "none",
        }
    }

    /// Describes the codec in a line.
    pub fn description(self) -> &'static str {
        match self {
            Codec::Blosc => "Blosc with LZ4 and bit shuffling",
            Codec::Zstd => "Zstandard, a fast level",
            Codec::None => "Raw little-endian values",
        }
    }

    /// Returns the codecs of a `zarr.json`: the steps from values to the bytes of a file.
    pub(crate) fn chain(self, value_type: ValueType) -> Json {
        // The bytes codec takes a byte order only for values that have one.
        let bytes = if value_type.bytes() == 1 {
            json!({"name": "bytes"})
        } else {
            json!({"name": "bytes", "configuration": {"endian": "little"}})
        };
        let checksum = json!({"name": "crc32c"});
        match self {
            Codec::Blosc => {
                let configuration = json!({
                    "cname": "lz4",
                    "clevel": blosc::LEVEL,
                    "shuffle": "bitshuffle",
                    "typesize": value_type.bytes(),
                    "blocksize": blosc::BLOCK_BYTES,
                });
                json!([bytes, {"name": "blosc", "configuration": configuration}, checksum])
            }
            Codec::Zstd => {
                let configuration = json!({"level": ZSTD_LEVEL, "checksum": false});
                json!([bytes, {"name": "zstd", "configuration": configuration}, checksum])
            }
            Codec::None => json!([bytes, checksum]),
        }
    }

    /// Returns the codec whose steps these are, the codecs of a `zarr.json`, at whatever level: what a compressor has
    /// written says itself how it is decompressed.
    ///
    /// # Errors
    /// When they are the steps of no codec of this program, with the steps that there are.
    pub(crate) fn detect(codecs: &Json, value_type: ValueType) -> Result<Codec, String> {
        let names = |codecs: &Json| -> Vec<String> {
            let steps = codecs.as_array().into_iter().flatten();
            steps.map(|step| step["name"].as_str().unwrap_or("?").to_owned()).collect()
        };
        let found = names(codecs);
        let known = |codec: &Codec| names(&codec.chain(value_type));
        let codec =
            Codec::ALL.into_iter().find(|codec| known(codec) == found).ok_or_else(|| {
                let known: Vec<String> =
                    Codec::ALL.iter().map(|codec| known(codec).join(" + ")).collect();
                format!(
                    "its chunks are encoded by {}, this program reads {}",
                    if found.is_empty() { "nothing".to_owned() } else { found.join(" + ") },
                    known.join(" or ")
                )
            })?;
        let is_unread = |step: &&Json| !is_read(step, value_type);
        match codecs.as_array().into_iter().flatten().find(is_unread) {
            None => Ok(codec),
            Some(step) => {
                let chain = codec.chain(value_type);
                Err(format!("its chunks are encoded by {step}, this program reads {chain}"))
            }
        }
    }
}

/// Returns whether a step of a known name is set as this program reads it: as it writes it, at any level.
fn is_read(step: &Json, value_type: ValueType) -> bool {
    let settings = &step["configuration"];
    let has_none = settings.is_null() || *settings == json!({});
    match step["name"].as_str() {
        Some("blosc") => settings["cname"] == "lz4" && settings["shuffle"] == "bitshuffle",
        Some("zstd") => true,
        // A single byte has no order, which then need not be named.
        Some("bytes") => {
            *settings == json!({"endian": "little"}) || has_none && value_type.bytes() == 1
        }
        _ => has_none,
    }
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Codec {
    type Err = InvalidInput;

    /// Reads the name of a codec.
    ///
    /// ```
    /// use grundytab::table::Codec;
    /// assert_eq!("zstd".parse(), Ok(Codec::Zstd));
    /// assert!("gzip".parse::<Codec>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        Codec::ALL.into_iter().find(|codec| codec.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Codec::ALL.iter().map(|codec| codec.name()).collect();
            InvalidInput::new(
                InvalidInputKind::UnknownName,
                text,
                "there is no codec of this name",
                format!(
                    "{}the codecs are {}",
                    did_you_mean(text, names.iter().copied()),
                    names.join(", ")
                ),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a codec that is read as another one, or whose name is not read back.
    #[test]
    fn every_codec_is_detected_by_its_chain_and_read_by_its_name() {
        for codec in Codec::ALL {
            assert_eq!(codec.to_string().parse(), Ok(codec));
            for value_type in [ValueType::Bool, ValueType::U8, ValueType::U16, ValueType::I32] {
                let chain = codec.chain(value_type);
                assert_eq!(Codec::detect(&chain, value_type), Ok(codec));
                let steps = chain.as_array().expect("a list").iter().rev();
                let reversed: Json = steps.cloned().collect();
                assert!(Codec::detect(&reversed, value_type).is_err(), "{reversed}");
            }
        }
        assert!(Codec::detect(&json!([]), ValueType::U8).is_err());
        assert!(Codec::detect(&Json::Null, ValueType::U8).is_err());
    }

    /// Catches a level that is taken for another codec, and a compressor within Blosc or a shuffle that nothing decodes.
    #[test]
    fn codecs_are_read_at_any_level() {
        for (codec, key, value, is_read) in [
            (Codec::Zstd, "level", json!(9), true),
            (Codec::Zstd, "checksum", json!(true), true),
            (Codec::Blosc, "clevel", json!(9), true),
            (Codec::Blosc, "blocksize", json!(0), true),
            (Codec::Blosc, "cname", json!("zstd"), false),
            (Codec::Blosc, "cname", json!("blosclz"), false),
            (Codec::Blosc, "shuffle", json!("shuffle"), false),
            (Codec::Blosc, "shuffle", json!("noshuffle"), false),
        ] {
            let mut chain = codec.chain(ValueType::U16);
            chain[1]["configuration"][key] = value;
            let found = Codec::detect(&chain, ValueType::U16);
            assert_eq!(found.as_ref().ok(), is_read.then_some(&codec), "{chain}");
            let Err(reason) = found else { continue };
            assert!(reason.contains(&chain[1].to_string()), "{reason}");
        }
    }
}
