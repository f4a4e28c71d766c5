//! Codecs: how the values of a chunk become the bytes of its file.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value as Json, json};

use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::values::ValueType;

/// How chunks are compressed. A checksum (crc32c) always follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Codec {
    /// Zstandard, at a fast level.
    #[default]
    Zstd,
    /// Raw little-endian values.
    None,
}

impl Codec {
    /// All codecs.
    pub const ALL: [Codec; 2] = [Codec::Zstd, Codec::None];

    /// Returns the name that [`FromStr`] reads and [`Display`](fmt::Display) prints.
    pub fn name(self) -> &'static str {
        match self {
            Codec::Zstd => "zstd",
            Codec::None => "none",
        }
    }

    /// Describes the codec in a line.
    pub fn description(self) -> &'static str {
        match self {
            Codec::Zstd => "Zstandard, a fast level",
            Codec::None => "Raw little-endian values",
        }
    }

    /// Returns the codecs of a `zarr.json`: the steps from values to the bytes of a file.
    pub(super) fn chain(self, value_type: ValueType) -> Json {
        // The bytes codec takes a byte order only for values that have one.
        let bytes = if value_type.bytes() == 1 {
            json!({"name": "bytes"})
        } else {
            json!({"name": "bytes", "configuration": {"endian": "little"}})
        };
        let checksum = json!({"name": "crc32c"});
        match self {
            Codec::Zstd => {
                let zstd =
                    json!({"name": "zstd", "configuration": {"level": 1, "checksum": false}});
                json!([bytes, zstd, checksum])
            }
            Codec::None => json!([bytes, checksum]),
        }
    }

    /// Returns the codec whose steps have the names of these, the codecs of a `zarr.json`.
    ///
    /// # Errors
    /// When they are the steps of no codec of this program, with the steps that there are.
    pub(super) fn detect(codecs: &Json, value_type: ValueType) -> Result<Codec, String> {
        let names = |codecs: &Json| -> Vec<String> {
            let steps = codecs.as_array().into_iter().flatten();
            steps.map(|step| step["name"].as_str().unwrap_or("?").to_owned()).collect()
        };
        let found = names(codecs);
        let known = |codec: &Codec| names(&codec.chain(value_type));
        Codec::ALL.into_iter().find(|codec| known(codec) == found).ok_or_else(|| {
            let known: Vec<String> =
                Codec::ALL.iter().map(|codec| known(codec).join(" + ")).collect();
            format!(
                "its chunks are encoded by {}, this program reads {}",
                if found.is_empty() { "nothing".to_owned() } else { found.join(" + ") },
                known.join(" and ")
            )
        })
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
                format!("the codecs are {}", names.join(" and ")),
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
            for value_type in [ValueType::Bool, ValueType::U8, ValueType::U16, ValueType::U32] {
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
}
