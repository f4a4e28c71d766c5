//! The page: one HTML document, joined from the files in `page/`, with the runs as data. The page loads nothing else,
//! so that it works as a file and from any server.

use serde::Serialize;
use serde_json::json;

use crate::commands::bench::PROGRAM;

const HTML: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// The scripts, in the order in which they run. They share one scope, so that a name is used once.
const SCRIPTS: [&str; 5] = [
    include_str!("page/device.js"),
    include_str!("page/kernel.js"),
    include_str!("page/verdict.js"),
    include_str!("page/show.js"),
    include_str!("page/main.js"),
];

/// Returns the page with these runs.
pub fn text(runs: &impl Serialize) -> String {
    let data = json!({ "program": PROGRAM, "runs": runs }).to_string();
    // The shaders have this character, with which a tag begins; JSON has it in texts alone.
    let data = data.replace('<', "\\u003c");
    let script = format!("'use strict';\n(() => {{\n{}\n}})();", SCRIPTS.join("\n"));
    HTML.replace("/* style */", STYLE).replace("/* script */", &script).replace("/* data */", &data)
}
