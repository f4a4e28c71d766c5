//! The page: one HTML document, joined from the files in `page/`. It asks for nothing but what this server
//! answers, and needs nothing from elsewhere.

use super::answer::Answer;
use super::guard::random_token;

const HTML: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// The scripts, in the order in which they run. They share one scope, so that a name is used once.
const SCRIPTS: [&str; 26] = [
    include_str!("page/colours.js"),
    include_str!("page/palettes.js"),
    include_str!("page/server.js"),
    include_str!("page/state.js"),
    include_str!("page/history.js"),
    include_str!("page/layout.js"),
    include_str!("page/limits.js"),
    include_str!("page/tiles.js"),
    include_str!("page/board.js"),
    include_str!("page/hexagons.js"),
    include_str!("page/layer.js"),
    include_str!("page/axes.js"),
    include_str!("page/line.js"),
    include_str!("page/marks.js"),
    include_str!("page/sets.js"),
    include_str!("page/sets_form.js"),
    include_str!("page/panel.js"),
    include_str!("page/legend.js"),
    include_str!("page/planes.js"),
    include_str!("page/tables.js"),
    include_str!("page/go.js"),
    include_str!("page/keep.js"),
    include_str!("page/picture.js"),
    include_str!("page/watch.js"),
    include_str!("page/gestures.js"),
    include_str!("page/main.js"),
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
