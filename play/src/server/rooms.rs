//! All rooms: a bounded number in memory, more on disk.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::sync::Semaphore;

use super::guard::Bucket;
use super::room::{Room, lock};
use super::store::{Card, Store};
use super::token::Token;
use crate::seating::drawn_seed;
use crate::session::{self, Bots, Lineup, Sitter};

/// What the server holds at most.
pub(super) struct Limits {
    pub(super) in_memory: usize,
    pub(super) on_disk: usize,
    /// Rooms that can be made in a minute.
    pub(super) a_minute: u32,
    /// Bots that think at once.
    pub(super) thinkers: usize,
}

/// The rooms of the server.
pub(super) struct Rooms {
    open: Mutex<BTreeMap<Token, Arc<Room>>>,
    /// Held while a room comes from disk, so that there is never a second one of it.
    loading: Mutex<()>,
    store: Store,
    bots: Bots,
    limits: Limits,
    making: Bucket,
    thinkers: Arc<Semaphore>,
    /// The seed of the next room, where rooms are to be foreseeable.
    next_seed: Option<AtomicU64>,
}

/// Why there is no room.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoRoom {
    #[error("there is no such room")]
    Unknown,
    #[error("too many rooms are being made; try again in a minute")]
    TooFast,
    #[error("the server is full: every room is in use")]
    Full,
    #[error("{0:#}")]
    Cannot(#[from] anyhow::Error),
}

impl Rooms {
    pub(super) fn open(
        folder: PathBuf,
        bots: Bots,
        limits: Limits,
        seed: Option<u64>,
    ) -> anyhow::Result<Rooms> {
        let a_minute = f64::from(limits.a_minute);
        Ok(Rooms {
            open: Mutex::default(),
            loading: Mutex::default(),
            store: Store::open(folder)?,
            bots,
            making: Bucket::new(a_minute, a_minute / 60.0),
            thinkers: Arc::new(Semaphore::new(limits.thinkers)),
            limits,
            next_seed: seed.map(AtomicU64::new),
        })
    }

    /// Makes a room, and tells its name.
    pub(super) fn create(
        &self,
        game: &str,
        setup: &Value,
        lineup: Lineup,
        pause: Option<u16>,
    ) -> Result<(Token, Arc<Room>), NoRoom> {
        if !self.making.take() {
            return Err(NoRoom::TooFast);
        }
        let seed = match &self.next_seed {
            Some(next) => next.fetch_add(1, Ordering::Relaxed),
            None => drawn_seed()?,
        };
        let session = session::open(game, setup, seed, &lineup, &self.bots)?;
        let mut lineup = lineup;
        lineup.resize(session.info().seats.len(), Sitter::Person);
        let name = Token::draw()?;
        self.store.prune(self.limits.on_disk.saturating_sub(1)).map_err(NoRoom::Cannot)?;
        let card = Card { tokens: vec![None; lineup.len()], lineup, pause };
        let room = Room::new(session, card, self.store.files(name), Vec::new());
        self.admit(name, &room)?;
        room.keep()?;
        Ok((name, room))
    }

    /// The room of this name, from memory or from disk.
    pub(super) fn find(&self, name: Token) -> Result<Arc<Room>, NoRoom> {
        if let Some(room) = self.in_memory(name) {
            return Ok(room);
        }
        let _loading = lock(&self.loading);
        if let Some(room) = self.in_memory(name) {
            return Ok(room);
        }
        let stored = self.store.load(name)?.ok_or(NoRoom::Unknown)?;
        let mut session = session::resume(stored.record, &stored.card.lineup, &self.bots)?;
        if stored.laid.after == session.record().moves.len() {
            for (seat, action) in stored.laid.choices {
                // What a damaged file names is no choice; the seat is asked again.
                let _ = session.commit(seat, action);
            }
        }
        let room = Room::new(session, stored.card, stored.files, stored.thoughts);
        self.admit(name, &room)?;
        self.drive(&room);
        Ok(room)
    }

    fn in_memory(&self, name: Token) -> Option<Arc<Room>> {
        lock(&self.open).get(&name).cloned()
    }

    /// Takes a room in; the one that was idle longest goes to disk if there is no place left. Nobody else may hold
    /// that one, or it would be changed in one place and read from another.
    fn admit(&self, name: Token, room: &Arc<Room>) -> Result<(), NoRoom> {
        let mut open = lock(&self.open);
        if open.len() >= self.limits.in_memory {
            let unheld = open.iter().filter(|(_, room)| Arc::strong_count(room) == 1);
            let idle = unheld.filter_map(|(name, room)| Some((room.idle_since()?, *name)));
            let (_, oldest) = idle.min().ok_or(NoRoom::Full)?;
            open.remove(&oldest);
        }
        open.insert(name, Arc::clone(room));
        Ok(())
    }

    /// Lets the bots of a room think.
    pub(super) fn drive(&self, room: &Arc<Room>) {
        room.drive(&self.thinkers);
    }
}
