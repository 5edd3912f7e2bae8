//! The page and its parts, which are built into the program.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Every file of the page: where it is asked for, of which kind it is, and what is in it.
const FILES: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("../../page/index.html")),
    ("/style.css", CSS, include_str!("../../page/style.css")),
    ("/fog.svg", SVG, include_str!("../../page/fog.svg")),
    ("/main.js", JS, include_str!("../../page/main.js")),
    ("/dom.js", JS, include_str!("../../page/dom.js")),
    ("/lobby.js", JS, include_str!("../../page/lobby.js")),
    ("/table.js", JS, include_str!("../../page/table.js")),
    ("/board.js", JS, include_str!("../../page/board.js")),
    ("/grid.js", JS, include_str!("../../page/grid.js")),
    ("/signs.js", JS, include_str!("../../page/signs.js")),
    ("/replay.js", JS, include_str!("../../page/replay.js")),
    ("/seats.js", JS, include_str!("../../page/seats.js")),
];

pub(super) async fn page(uri: Uri) -> Response {
    match FILES.iter().find(|(path, ..)| *path == uri.path()) {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => (StatusCode::NOT_FOUND, "there is nothing here").into_response(),
    }
}
