//! A perspective that owns what it holds, for borders that cannot borrow the game.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use serde_json::Value;

use crate::action::{Action, ActionSet};
use crate::fingerprint::Fingerprint;
use crate::game::{Game, View};
use crate::perspective::Perspective;
use crate::position::{AnyPosition, Position};
use crate::registry::Info;
use crate::rng::Rng;
use crate::scene::Scene;
use crate::seat::Seat;

/// What [`Perspective`] holds, with a share of the rules instead of a reference to them.
#[derive(Debug)]
pub struct Held<G: Game> {
    game: Arc<G>,
    view: G::View,
    legal: ActionSet,
    somebody_acts: bool,
}

impl<G: Game> Held<G> {
    /// Keeps a perspective on a game of `game`, which was taken where somebody acts or elsewhere.
    pub fn new(game: Arc<G>, seen: &Perspective<'_, G>, somebody_acts: bool) -> Held<G> {
        Held { game, view: seen.view().clone(), legal: seen.legal(), somebody_acts }
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The same, as agents take it.
    pub fn perspective(&self) -> Perspective<'_, G> {
        Perspective::of_parts(&self.game, self.view.clone(), self.legal)
    }
}

/// A [`Held`] perspective on a game of any kind.
pub trait AnyPerspective: Debug + Send + Sync {
    /// What there is to know about the game.
    fn info(&self) -> Info;
    /// See [`Perspective::seat`].
    fn seat(&self) -> Seat;
    /// See [`Perspective::legal`].
    fn legal(&self) -> ActionSet;
    /// The view as data.
    fn view(&self) -> Value;
    /// See [`Perspective::view_text`].
    fn view_text(&self) -> String;
    /// See [`Perspective::observe`].
    fn observe(&self, out: &mut [f32]);
    /// See [`Perspective::key`].
    fn key(&self) -> Fingerprint;
    /// See [`Perspective::action_text`].
    fn action_text(&self, action: Action) -> String;
    /// See [`Perspective::deal`]; none where nobody acts.
    fn deal(&self, rng: &mut Rng) -> Option<Box<dyn AnyPosition>>;
    /// See [`Game::scene`].
    fn scene(&self) -> Option<Scene>;
    /// The [`Held`] itself, for code that knows the game.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Game> AnyPerspective for Held<G> {
    fn info(&self) -> Info {
        Info::of(&*self.game)
    }

    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn legal(&self) -> ActionSet {
        self.legal
    }

    fn view(&self) -> Value {
        serde_json::to_value(&self.view).expect("a view is plain data")
    }

    fn view_text(&self) -> String {
        self.perspective().view_text()
    }

    fn observe(&self, out: &mut [f32]) {
        self.perspective().observe(out);
    }

    fn key(&self) -> Fingerprint {
        self.view.key()
    }

    fn action_text(&self, action: Action) -> String {
        self.perspective().action_text(action)
    }

    fn deal(&self, rng: &mut Rng) -> Option<Box<dyn AnyPosition>> {
        if !self.somebody_acts {
            return None;
        }
        Some(Box::new(Position::dealt(Arc::clone(&self.game), &self.perspective(), rng)))
    }

    fn scene(&self) -> Option<Scene> {
        self.game.scene(&self.view)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
