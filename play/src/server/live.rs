//! One seat at its socket: it is sent what it may know, and sends what it chooses.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fogbound_env::{Action, Fingerprint};
use serde::{Deserialize, Serialize};
use tokio::time::{interval, timeout};

use super::House;
use super::guard::Bucket;
use super::room::{Poster, Refused, Room, Viewer};
use super::token::Token;
use crate::session::Look;

/// A message of a player has at most so many bytes.
const MESSAGE: usize = 2048;
/// The most open sockets of the server.
const SOCKETS: usize = 4096;
/// Messages that a socket may send at once, and each second in the long run.
const BURST: f64 = 40.0;
const A_SECOND: f64 = 10.0;
/// A socket that does not prove its seat, or does not answer pings, is closed.
const HELLO: Duration = Duration::from_secs(10);
const PING: Duration = Duration::from_secs(20);

static OPEN: AtomicUsize = AtomicUsize::new(0);

/// What a player can say.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Said {
    /// The first message: which seat is one's own, and how much one has heard already.
    Hello {
        token: Token,
        #[serde(default)]
        heard: usize,
    },
    /// The first message of one who only looks on, where bots play.
    Watch {
        #[serde(default)]
        heard: usize,
    },
    /// A choice, made where one knew what `key` stands for.
    Act { key: Fingerprint, action: u16 },
}

/// What a player is told.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Told<'a> {
    /// All that the seat may know, and what it heard since the last message.
    Look { look: &'a Look, heard: &'a [String], room: &'a Poster },
    /// What was wrong with the last message. Nothing has changed.
    Error { error: String },
}

pub(super) async fn live(
    State(house): State<Arc<House>>,
    Path(room): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    // It may have to come from disk.
    let find = |name| tokio::task::block_in_place(|| house.rooms.find(name)).ok();
    let found = room.parse().ok().and_then(find);
    let Some(room) = found else {
        return (StatusCode::NOT_FOUND, "there is no such room").into_response();
    };
    if OPEN.load(Ordering::Relaxed) >= SOCKETS {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many players are connected").into_response();
    }
    upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE).on_upgrade(|socket| async move {
        OPEN.fetch_add(1, Ordering::Relaxed);
        let mut player = Player { socket, room, limit: Bucket::new(BURST, A_SECOND), quiet: 0 };
        if let Some((viewer, heard)) = player.hello().await {
            player.room.attend(viewer, true);
            if viewer == Viewer::Watcher {
                house.rooms.drive(&player.room);
            }
            let _ = player.play(&house, viewer, heard).await;
            player.room.attend(viewer, false);
        }
        OPEN.fetch_sub(1, Ordering::Relaxed);
    })
}

/// The socket is gone.
struct Gone;

struct Player {
    socket: WebSocket,
    room: Arc<Room>,
    limit: Bucket,
    /// Pings since it was last heard from.
    quiet: u8,
}

impl Player {
    /// Waits for the proof of a seat, or for the wish to look on.
    async fn hello(&mut self) -> Option<(Viewer, usize)> {
        let first = timeout(HELLO, self.socket.recv()).await.ok()??.ok()?;
        let said = first.to_text().ok().and_then(|text| serde_json::from_str(text).ok());
        let viewer = match said {
            Some(Said::Hello { token, heard }) => {
                self.room.seat_of(&token).map(|seat| (Viewer::Seat(seat), heard))
            }
            Some(Said::Watch { heard }) => self.room.may_watch().map(|()| (Viewer::Watcher, heard)),
            _ => {
                let _ = self.error("the first message must be a hello with the token of a seat").await;
                return None;
            }
        };
        match viewer {
            Ok(viewer) => Some(viewer),
            Err(refused) => {
                let _ = self.error(&refused.to_string()).await;
                None
            }
        }
    }

    async fn play(&mut self, house: &House, viewer: Viewer, mut heard: usize) -> Result<(), Gone> {
        let mut changes = self.room.changes();
        let mut pings = interval(PING);
        let mut shown = None;
        loop {
            self.show(viewer, &mut heard, &mut shown).await?;
            tokio::select! {
                changed = changes.changed() => changed.map_err(|_| Gone)?,
                _ = pings.tick() => self.ping().await?,
                message = self.socket.recv() => {
                    let message = message.ok_or(Gone)?.map_err(|_| Gone)?;
                    self.quiet = 0;
                    self.take(house, viewer, &message).await?;
                }
            }
        }
    }

    /// Sends what the seat may know, if that has changed.
    async fn show(
        &mut self,
        viewer: Viewer,
        heard: &mut usize,
        shown: &mut Option<(Look, Poster)>,
    ) -> Result<(), Gone> {
        let (look, news) = self.room.look(viewer, *heard);
        let now = (look, self.room.poster());
        if news.is_empty() && shown.as_ref() == Some(&now) {
            return Ok(());
        }
        *heard += news.len();
        self.tell(&Told::Look { look: &now.0, heard: &news, room: &now.1 }).await?;
        *shown = Some(now);
        Ok(())
    }

    async fn take(&mut self, house: &House, viewer: Viewer, message: &Message) -> Result<(), Gone> {
        let text = match message {
            Message::Text(text) => text.as_str(),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(Gone),
            Message::Binary(_) => return self.error("messages are JSON texts").await,
        };
        if !self.limit.take() {
            self.error("too many messages; the connection ends").await?;
            return Err(Gone);
        }
        let said = match serde_json::from_str(text) {
            Ok(said) => said,
            Err(error) => return self.error(&format!("this message cannot be read: {error}")).await,
        };
        match said {
            Said::Hello { .. } | Said::Watch { .. } => self.error("you have said hello already").await,
            Said::Act { key, action } => match self.commit(viewer, key, Action(action)) {
                Ok(()) => {
                    house.rooms.drive(&self.room);
                    Ok(())
                }
                Err(refused) => self.error(&refused.to_string()).await,
            },
        }
    }

    fn commit(&self, viewer: Viewer, key: Fingerprint, action: Action) -> Result<(), Refused> {
        match viewer {
            Viewer::Seat(seat) => self.room.commit(seat, key, action),
            Viewer::Watcher => Err(Refused::Token),
        }
    }

    async fn ping(&mut self) -> Result<(), Gone> {
        self.quiet += 1;
        if self.quiet > 3 {
            return Err(Gone);
        }
        self.socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| Gone)
    }

    async fn error(&mut self, error: &str) -> Result<(), Gone> {
        self.tell(&Told::Error { error: error.into() }).await
    }

    async fn tell(&mut self, told: &Told<'_>) -> Result<(), Gone> {
        let text = serde_json::to_string(told).map_err(|_| Gone)?;
        self.socket.send(Message::Text(text.into())).await.map_err(|_| Gone)
    }
}
