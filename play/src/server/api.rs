//! Making rooms, joining them, and looking at games that are over.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use fogbound_env::erased;
use fogbound_env::registry::NAMES;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::House;
use super::room::{Refused, Room};
use super::rooms::NoRoom;
use super::token::Token;
use crate::session::{Bots, Detail, Film, LEVELS, Sitter, level_note};

/// An error, as it is told to whoever asked.
pub(super) struct Problem(StatusCode, String);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

impl From<NoRoom> for Problem {
    fn from(error: NoRoom) -> Problem {
        let status = match error {
            NoRoom::Unknown => StatusCode::NOT_FOUND,
            NoRoom::TooFast => StatusCode::TOO_MANY_REQUESTS,
            NoRoom::Full => StatusCode::SERVICE_UNAVAILABLE,
            NoRoom::Cannot(_) => StatusCode::BAD_REQUEST,
        };
        Problem(status, error.to_string())
    }
}

impl From<Refused> for Problem {
    fn from(error: Refused) -> Problem {
        let status = match error {
            Refused::Token | Refused::NotOver | Refused::Unwatched => StatusCode::FORBIDDEN,
            Refused::Taken | Refused::Stale => StatusCode::CONFLICT,
            Refused::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Refused::NoSeat(_) | Refused::Bot | Refused::Illegal(_) => StatusCode::BAD_REQUEST,
        };
        Problem(status, error.to_string())
    }
}

impl From<JsonRejection> for Problem {
    fn from(error: JsonRejection) -> Problem {
        Problem(error.status(), error.body_text())
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Problem {
        Problem(StatusCode::INTERNAL_SERVER_ERROR, format!("{error:#}"))
    }
}

/// A game, for those who choose one.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameCard {
    name: &'static str,
    summary: &'static str,
    presets: Vec<PresetCard>,
    levels: Vec<LevelCard>,
}

/// A named setup, with the seats that it has.
#[derive(Clone, Debug, Serialize)]
struct PresetCard {
    name: &'static str,
    seats: Vec<String>,
    teams: Vec<Vec<fogbound_env::Seat>>,
    setup: Value,
}

/// A level of bots, as it plays this game.
#[derive(Clone, Debug, Serialize)]
struct LevelCard {
    name: &'static str,
    summary: &'static str,
    note: Option<String>,
}

/// What can be played here.
pub(super) fn game_cards(bots: &Bots) -> anyhow::Result<Vec<GameCard>> {
    let card = |name: &&str| {
        let info = erased::open(name, &Value::Null)?.info();
        let level = |(level, summary): (&'static str, &'static str)| {
            Ok(LevelCard { name: level, summary, note: level_note(info.name, level, bots)? })
        };
        let preset = |(preset, setup): &(&'static str, Value)| {
            let info = erased::open(name, setup)?.info();
            Ok(PresetCard { name: preset, seats: info.seats, teams: info.teams, setup: setup.clone() })
        };
        Ok(GameCard {
            name: info.name,
            summary: info.summary,
            levels: LEVELS.into_iter().map(level).collect::<anyhow::Result<_>>()?,
            presets: info.presets.iter().map(preset).collect::<anyhow::Result<_>>()?,
        })
    };
    NAMES.iter().map(card).collect()
}

pub(super) async fn games(State(house): State<Arc<House>>) -> Json<Vec<GameCard>> {
    Json(house.games.clone())
}

/// A room to be made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Order {
    game: String,
    #[serde(default)]
    setup: Value,
    /// Who sits in each seat: `person`, or a level.
    lineup: Vec<Sitter>,
    /// Where the one who asks sits; nowhere, to watch bots.
    seat: Option<u8>,
    /// Milliseconds between the moves of bots, for those who watch: the game then waits for somebody to look on.
    pause: Option<u16>,
}

/// The longest pause between the moves of bots.
const PAUSE: u16 = 5000;

pub(super) async fn create(
    State(house): State<Arc<House>>,
    order: Result<Json<Order>, JsonRejection>,
) -> Result<Json<Value>, Problem> {
    let Json(order) = order?;
    // Specs can name files and endless budgets; from the network only levels are taken.
    let allowed = |sitter: &Sitter| match sitter {
        Sitter::Person => true,
        Sitter::Bot(text) => LEVELS.iter().any(|(level, _)| level == text),
    };
    if !order.lineup.iter().all(allowed) {
        let levels = LEVELS.map(|(level, _)| level).join(", ");
        return Err(Problem(StatusCode::BAD_REQUEST, format!("a seat is for a person or a bot: {levels}")));
    }
    if order.pause.is_some_and(|pause| pause > PAUSE || order.lineup.contains(&Sitter::Person)) {
        let why = format!("a pause is for tables of bots, and has at most {PAUSE} milliseconds");
        return Err(Problem(StatusCode::BAD_REQUEST, why));
    }
    let make = {
        let house = Arc::clone(&house);
        move || house.rooms.create(&order.game, &order.setup, order.lineup, order.pause)
    };
    // A network may have to be read from disk.
    let (name, room) = tokio::task::spawn_blocking(make)
        .await
        .map_err(|_| Problem(StatusCode::INTERNAL_SERVER_ERROR, "the room could not be made".into()))??;
    let token = order.seat.map(|seat| room.join(seat)).transpose()?;
    house.rooms.drive(&room);
    Ok(Json(json!({ "room": name, "seat": order.seat, "token": token })))
}

fn enter(house: &House, room: &str) -> Result<Arc<Room>, Problem> {
    let name: Token = room.parse().map_err(|_| NoRoom::Unknown)?;
    // It may have to come from disk.
    Ok(tokio::task::block_in_place(|| house.rooms.find(name))?)
}

pub(super) async fn describe(
    State(house): State<Arc<House>>,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    Ok(Json(enter(&house, &room)?.poster()).into_response())
}

/// A seat to be taken.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Join {
    seat: u8,
}

pub(super) async fn join(
    State(house): State<Arc<House>>,
    Path(room): Path<String>,
    join: Result<Json<Join>, JsonRejection>,
) -> Result<Json<Value>, Problem> {
    let Json(Join { seat }) = join?;
    let token = enter(&house, &room)?.join(seat)?;
    Ok(Json(json!({ "seat": seat, "token": token })))
}

pub(super) async fn replay(
    State(house): State<Arc<House>>,
    Path(room): Path<String>,
) -> Result<Json<Film>, Problem> {
    let (record, thoughts) = enter(&house, &room)?.archive()?;
    Ok(Json(Film::of(&record, &thoughts, Detail::Outline)?))
}

pub(super) async fn replay_frame(
    State(house): State<Arc<House>>,
    Path((room, number)): Path<(String, usize)>,
) -> Result<Response, Problem> {
    let (record, thoughts) = enter(&house, &room)?.archive()?;
    let mut film = Film::of(&record, &thoughts, Detail::Frame(number))?;
    if number >= film.frames.len() {
        let last = film.frames.len() - 1;
        return Err(Problem(StatusCode::NOT_FOUND, format!("the replay has frames 0 to {last}")));
    }
    Ok(Json(film.frames.swap_remove(number)).into_response())
}

pub(super) async fn record(
    State(house): State<Arc<House>>,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let (record, _) = enter(&house, &room)?.archive()?;
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, record.to_text()).into_response())
}
