//! One room: a game, who sits in its seats, and whoever listens.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fogbound_env::{Action, Fingerprint, Illegal, Record, Seat};
use serde::Serialize;
use tokio::sync::{Semaphore, watch};

use super::store::{Card, Files, Laid};
use super::token::Token;
use crate::session::{Look, Session, Sitter, Task, Thought};

/// A room that people are in.
pub(super) struct Room {
    inner: Mutex<Inner>,
    /// Goes up with every change that somebody may see.
    version: watch::Sender<u64>,
}

struct Inner {
    session: Box<dyn Session>,
    card: Card,
    files: Files,
    thoughts: Vec<Thought>,
    /// Open sockets of each seat.
    present: Vec<usize>,
    /// Open sockets of those who look on.
    watching: usize,
    /// Somebody sees to the bots.
    driven: bool,
    used: Instant,
}

/// Who looks at a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    /// Somebody who plays.
    Seat(Seat),
    /// Somebody who watches bots.
    Watcher,
}

/// A room as everybody who knows its name may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Poster {
    pub(super) game: &'static str,
    pub(super) seats: Vec<SeatCard>,
    pub(super) notes: Vec<String>,
    /// Only bots play, so that anybody may look on.
    pub(super) watchable: bool,
    pub(super) over: bool,
}

/// A seat as everybody may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SeatCard {
    pub(super) name: String,
    pub(super) sitter: String,
    pub(super) person: bool,
    pub(super) taken: bool,
    pub(super) present: bool,
}

/// Why a seat or a choice was refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    #[error("there is no seat {0} in this room")]
    NoSeat(u8),
    #[error("a bot plays this seat")]
    Bot,
    #[error("somebody has taken this seat already")]
    Taken,
    #[error("this token opens no seat of the room")]
    Token,
    #[error("people play here, so nobody may look on")]
    Unwatched,
    #[error("the table has moved on since you chose")]
    Stale,
    #[error(transparent)]
    Illegal(#[from] Illegal),
    #[error("the game is not over yet, so nothing is revealed")]
    NotOver,
    #[error("{0:#}")]
    Failed(#[from] anyhow::Error),
}

/// A lock whose holder panicked is still a lock: each change below is whole before anything can fail.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Room {
    pub(super) fn new(
        session: Box<dyn Session>,
        card: Card,
        files: Files,
        thoughts: Vec<Thought>,
    ) -> Arc<Room> {
        let present = vec![0; card.tokens.len()];
        let inner = Inner {
            session,
            card,
            files,
            thoughts,
            present,
            watching: 0,
            driven: false,
            used: Instant::now(),
        };
        Arc::new(Room { inner: Mutex::new(inner), version: watch::Sender::new(0) })
    }

    /// Tells of every change.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// Writes everything for the first time.
    pub(super) fn keep(&self) -> anyhow::Result<()> {
        let inner = &mut *lock(&self.inner);
        inner.files.write_record(inner.session.record())?;
        inner.files.write_card(&inner.card)
    }

    /// When somebody last did something here, unless somebody is here now.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let inner = lock(&self.inner);
        let busy = inner.driven || inner.watching > 0 || inner.present.iter().any(|&count| count > 0);
        (!busy).then_some(inner.used)
    }

    pub(super) fn poster(&self) -> Poster {
        let inner = lock(&self.inner);
        let (info, labels) = (inner.session.info(), inner.session.labels());
        let seat = |(i, (name, sitter)): (usize, (String, String))| SeatCard {
            name,
            sitter,
            person: inner.card.lineup.get(i) == Some(&Sitter::Person),
            taken: inner.card.tokens[i].is_some(),
            present: inner.present[i] > 0,
        };
        Poster {
            game: info.name,
            seats: info.seats.into_iter().zip(labels).enumerate().map(seat).collect(),
            notes: inner.session.notes(),
            watchable: inner.session.people().is_empty(),
            over: inner.session.record().returns.is_some(),
        }
    }

    /// Gives a free seat away, with the proof that it is taken.
    pub(super) fn join(&self, seat: u8) -> Result<Token, Refused> {
        let token = Token::draw()?;
        let inner = &mut *lock(&self.inner);
        match inner.card.lineup.get(usize::from(seat)) {
            None => return Err(Refused::NoSeat(seat)),
            Some(Sitter::Bot(_)) => return Err(Refused::Bot),
            Some(Sitter::Person) => {}
        }
        let place = &mut inner.card.tokens[usize::from(seat)];
        if place.is_some() {
            return Err(Refused::Taken);
        }
        *place = Some(token);
        inner.files.write_card(&inner.card)?;
        self.changed();
        Ok(token)
    }

    /// The seat that a token proves.
    pub(super) fn seat_of(&self, token: &Token) -> Result<Seat, Refused> {
        let inner = lock(&self.inner);
        let mine = |held: &Option<Token>| held.is_some_and(|held| held.is(token));
        let seat = inner.card.tokens.iter().position(mine).ok_or(Refused::Token)?;
        Ok(Seat(seat as u8))
    }

    /// Whether anybody may look on.
    pub(super) fn may_watch(&self) -> Result<(), Refused> {
        if lock(&self.inner).session.people().is_empty() { Ok(()) } else { Err(Refused::Unwatched) }
    }

    /// Somebody's screen is there, or gone.
    pub(super) fn attend(&self, viewer: Viewer, here: bool) {
        let mut inner = lock(&self.inner);
        let count = match viewer {
            Viewer::Seat(seat) => &mut inner.present[seat.index()],
            Viewer::Watcher => &mut inner.watching,
        };
        *count = if here { *count + 1 } else { count.saturating_sub(1) };
        drop(inner);
        self.changed();
    }

    /// All that the viewer may know now, and what it was told since `skip`.
    pub(super) fn look(&self, viewer: Viewer, skip: usize) -> (Look, Vec<String>) {
        let session = &lock(&self.inner).session;
        match viewer {
            Viewer::Seat(seat) => (session.look(seat), session.heard(seat, skip)),
            Viewer::Watcher => (session.open_look(), session.heard_by_all(skip)),
        }
    }

    /// Takes the choice of a seat, made where it knew what `key` stands for.
    pub(super) fn commit(&self, seat: Seat, key: Fingerprint, action: Action) -> Result<(), Refused> {
        let inner = &mut *lock(&self.inner);
        if inner.session.look(seat).key != key {
            return Err(Refused::Stale);
        }
        inner.session.commit(seat, action)?;
        inner.used = Instant::now();
        inner.save()?;
        self.changed();
        Ok(())
    }

    /// Lets bots think until people are waited for. `thinkers` bounds how many do so at once, over all rooms.
    pub(super) fn drive(self: &Arc<Room>, thinkers: &Arc<Semaphore>) {
        let inner = &mut *lock(&self.inner);
        if inner.driven {
            return;
        }
        inner.driven = true;
        tokio::spawn(drive(Arc::clone(self), Arc::clone(thinkers)));
    }

    /// The whole game, once it is over.
    pub(super) fn archive(&self) -> Result<(Record, Vec<Thought>), Refused> {
        let inner = lock(&self.inner);
        let record = inner.session.record();
        if record.returns.is_none() {
            return Err(Refused::NotOver);
        }
        Ok((record.clone(), inner.thoughts.clone()))
    }
}

impl Inner {
    /// Writes what has been played and what lies face down.
    fn save(&mut self) -> anyhow::Result<()> {
        self.files.write_record(self.session.record())?;
        let laid = Laid { after: self.session.record().moves.len(), choices: self.session.committed() };
        self.files.write_laid(&laid)
    }

    /// The next bot that has to think. A room for watching stands still while nobody looks.
    fn task(&mut self) -> Option<Task> {
        let unseen = self.card.pause.is_some() && self.watching == 0;
        let task = if unseen { None } else { self.session.task() };
        self.driven = task.is_some();
        task
    }
}

async fn drive(room: Arc<Room>, thinkers: Arc<Semaphore>) {
    while let Some(pause) = step(&room, &thinkers).await {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
}

/// Lets one bot think and takes its answer; how long to rest then, or nothing if no bot is waited for.
async fn step(room: &Room, thinkers: &Semaphore) -> Option<Duration> {
    let turn = thinkers.acquire().await.ok()?;
    let task = lock(&room.inner).task()?;
    let answer = tokio::task::spawn_blocking(|| task.run()).await;
    drop(turn);
    let inner = &mut *lock(&room.inner);
    let Ok(answer) = answer else {
        eprintln!("a bot failed; its room cannot go on");
        inner.driven = false;
        return None;
    };
    if let Some(thought) = inner.session.answer(answer) {
        let kept = inner.files.write_thought(&thought);
        if let Err(error) = kept.and_then(|()| inner.save()) {
            eprintln!("a room cannot be kept: {error:#}");
        }
        inner.thoughts.push(thought);
    }
    room.changed();
    Some(Duration::from_millis(inner.card.pause.unwrap_or(0).into()))
}
