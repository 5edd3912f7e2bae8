//! `fogbound serve`: a page in the browser, on this machine unless told otherwise.
//!
//! | file | what it does |
//! |---|---|
//! | `pages` | the page and its parts, which are built into the program |
//! | `api` | making rooms, joining them, replays |
//! | `live` | one seat at its socket |
//! | `rooms`, `room` | the rooms in memory; one game with its seats |
//! | `store` | rooms on disk |
//! | `guard` | who may ask at all: origins, hosts, and how often |

mod api;
mod guard;
mod live;
mod pages;
mod room;
mod rooms;
mod store;
mod token;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use axum::{Router, http};
use clap::Args;
use tokio::net::TcpListener;

use crate::session::Bots;
use guard::Guard;
use rooms::Rooms;

#[derive(Args)]
pub(crate) struct Options {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 8123)]
    port: u16,
    /// The address to listen at; other machines reach it only if this says so
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// An origin under which the page is also reached, such as <https://games.example>; may be given more than once
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,
    /// Where rooms are kept, so that they outlive the server
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The most rooms in memory; more wait on disk until somebody enters
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rooms: u32,
    /// The most rooms on disk; the oldest go first
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    keep: u32,
    /// The most rooms that can be made in a minute
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    new_rooms: u32,
    /// Bots that think at the same time; all cores but one if left out
    #[arg(long, value_name = "N")]
    thinkers: Option<u16>,
    /// The folder of trained networks, one folder a game
    #[arg(long, value_name = "DIR", default_value = "checkpoints")]
    checkpoints: PathBuf,
    /// Seed of the first room, the next one has the next: for demonstrations, since it makes dice foreseeable
    #[arg(long)]
    seed: Option<u64>,
}

/// Everything that the handlers share.
pub(crate) struct House {
    rooms: Rooms,
    guard: Guard,
    games: Vec<api::GameCard>,
}

/// A request has at most so many bytes.
const BODY: usize = 16 * 1024;

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("the server's threads could not be started")?;
    runtime.block_on(serve(options))
}

async fn serve(options: &Options) -> anyhow::Result<()> {
    let address = SocketAddr::new(options.bind, options.port);
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen at {address}: is another server running there? --port takes another port")
    })?;
    let address = listener.local_addr()?;
    let data = options.data.clone().map_or_else(default_data, Ok)?;
    let bots = Bots::new(options.checkpoints.clone());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = rooms::Limits {
        in_memory: options.rooms as usize,
        on_disk: options.keep as usize,
        a_minute: options.new_rooms,
        thinkers: options.thinkers.map_or(cores.saturating_sub(1).max(1), usize::from).max(1),
    };
    let house = Arc::new(House {
        games: api::game_cards(&bots)?,
        guard: Guard::new(address, &options.origin)?,
        rooms: Rooms::open(data.clone(), bots, limits, options.seed)?,
    });
    println!("Fogbound is at http://{address}/  (Ctrl+C ends it; rooms are kept in {})", data.display());
    axum::serve(listener, router(house))
        .with_graceful_shutdown(async {
            let _ = tokio::signal::ctrl_c().await;
        })
        .await
        .context("the server stopped")
}

fn router(house: Arc<House>) -> Router {
    let api = Router::new()
        .route("/games", get(api::games))
        .route("/rooms", post(api::create))
        .route("/rooms/{room}", get(api::describe))
        .route("/rooms/{room}/join", post(api::join))
        .route("/rooms/{room}/live", get(live::live))
        .route("/rooms/{room}/replay", get(api::replay))
        .route("/rooms/{room}/replay/{frame}", get(api::replay_frame))
        .route("/rooms/{room}/record", get(api::record))
        .layer(DefaultBodyLimit::max(BODY));
    Router::new()
        .nest("/api", api)
        .fallback(pages::page)
        .layer(middleware::from_fn_with_state(house.clone(), guard::check))
        .layer(middleware::map_response(headers))
        .with_state(house)
}

/// The page needs nothing from anywhere else, may be framed by nobody, and tells no other page the name of a room.
async fn headers(mut response: axum::response::Response) -> axum::response::Response {
    use http::header::{self, HeaderName, HeaderValue};
    const ALWAYS: [(HeaderName, &str); 4] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in ALWAYS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Where programs of the user keep their data.
fn default_data() -> anyhow::Result<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .or_else(|| set("LOCALAPPDATA"))
        .context("there is no home folder to keep rooms in; name one with --data DIR")?;
    Ok(base.join("fogbound").join("rooms"))
}
