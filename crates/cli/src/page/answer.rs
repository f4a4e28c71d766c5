//! Answers to requests, as they are sent.

use crate::figures::picture::ImageFormat;

/// An answer as it is sent.
pub struct Answer {
    pub status: u16,
    pub content_type: &'static str,
    /// What a browser may load for it.
    pub policy: String,
    /// Whether the same will be answered again.
    pub is_final: bool,
    pub body: Vec<u8>,
}

/// Nothing may be loaded or run.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

impl Answer {
    /// Says no.
    pub fn refusal(status: u16, reason: &str) -> Self {
        Answer { status, ..Answer::new("text/plain; charset=utf-8", reason) }
    }

    /// Returns an answer for which a browser may load nothing.
    fn new(content_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        let policy = NOTHING.into();
        Answer { status: 200, content_type, policy, is_final: true, body: body.into() }
    }

    /// Returns a page that may run what has the nonce, and load nothing but from this server.
    pub fn page(text: String, nonce: &str) -> Self {
        Answer {
            policy: format!(
                "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; \
                 connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; \
                 frame-ancestors 'none'"
            ),
            ..Answer::new("text/html; charset=utf-8", text)
        }
    }

    /// Returns a JSON object.
    pub fn json(object: &serde_json::Value) -> Self {
        Answer::new("application/json", object.to_string())
    }

    /// Returns a figure, an SVG or PDF file.
    pub fn figure(format: ImageFormat, file: Vec<u8>) -> Self {
        let is_svg = format == ImageFormat::Svg;
        Answer::new(if is_svg { "image/svg+xml" } else { "application/pdf" }, file)
    }

    /// Returns numbers, in little-endian order.
    pub fn numbers(body: Vec<u8>) -> Self {
        Answer::new("application/octet-stream", body)
    }
}
