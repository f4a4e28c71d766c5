//! The page: one HTML document, joined from the files in `html/`. It asks for nothing but what this server
//! answers, and needs nothing from elsewhere.

use super::answer::Answer;
use super::guard::random_token;

const HTML: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");

/// The scripts, in the order in which they run. They share one scope, so that a name is used once.
const SCRIPTS: [&str; 26] = [
    include_str!("html/colours.js"),
    include_str!("html/palettes.js"),
    include_str!("html/server.js"),
    include_str!("html/state.js"),
    include_str!("html/history.js"),
    include_str!("html/layout.js"),
    include_str!("html/limits.js"),
    include_str!("html/tiles.js"),
    include_str!("html/board.js"),
    include_str!("html/hexagons.js"),
    include_str!("html/layer.js"),
    include_str!("html/axes.js"),
    include_str!("html/line.js"),
    include_str!("html/marks.js"),
    include_str!("html/sets.js"),
    include_str!("html/sets_form.js"),
    include_str!("html/panel.js"),
    include_str!("html/legend.js"),
    include_str!("html/planes.js"),
    include_str!("html/tables.js"),
    include_str!("html/go.js"),
    include_str!("html/keep.js"),
    include_str!("html/picture.js"),
    include_str!("html/watch.js"),
    include_str!("html/gestures.js"),
    include_str!("html/main.js"),
];

/// Returns the page. Its nonce, new each time, tells the browser which scripts and styles are its own.
pub fn page() -> Answer {
    let nonce = random_token();
    let script = format!("'use strict';\n(() => {{\n{}\n}})();", SCRIPTS.join("\n"));
    let text = HTML
        .replace("NONCE", &nonce)
        .replace("/* style */", STYLE)
        .replace("/* script */", &script);
    Answer::page(text, &nonce)
}
