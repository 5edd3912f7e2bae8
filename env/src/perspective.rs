//! What an agent is given to decide with.

use crate::action::{Action, ActionSet};
use crate::fingerprint::Fingerprint;
use crate::game::{Game, View};
use crate::rng::Rng;
use crate::seat::Seat;

/// The game as one seat sees it at one moment: the rules, its view, and its legal choices.
///
/// This is all that an agent ever gets. There is no road from here to the true state, only to states that the
/// seat cannot tell from it:
///
/// ```
/// use fogbound_env::games::kuhn::Kuhn;
/// use fogbound_env::{Game, Perspective, Rng, Seat};
///
/// let game = Kuhn::new(Default::default()).unwrap();
/// let mut state = game.start();
/// game.fall(&mut state, 2, &mut fogbound_env::Silence);
/// game.fall(&mut state, 0, &mut fogbound_env::Silence);
/// let seen = Perspective::new(&game, &state, Seat(0));
/// let guess = seen.deal(&mut Rng::new(1));
/// assert_eq!(game.view(&guess, Seat(0)), *seen.view());
/// ```
///
/// It does not hold the state, so it cannot give it away:
///
/// ```compile_fail,E0599
/// # use fogbound_env::games::kuhn::Kuhn;
/// fn cheat(seen: &fogbound_env::Perspective<Kuhn>) {
///     seen.state();
/// }
/// ```
///
/// It cannot outlive the game, but it does outlive the state, since it borrows nothing from it:
///
/// ```
/// # use fogbound_env::{Game, Perspective, Seat};
/// fn look<G: Game>(game: &G) -> Perspective<'_, G> {
///     let state = game.start();
///     Perspective::new(game, &state, Seat(0))
/// }
/// ```
///
/// And what a game's states hold is private to the game, so that even a dealt state only answers what the rules
/// let one ask:
///
/// ```compile_fail,E0616
/// # use fogbound_env::{Perspective, Rng, games::kuhn::Kuhn};
/// fn peek(seen: &Perspective<Kuhn>, rng: &mut Rng) {
///     seen.deal(rng).cards;
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Perspective<'g, G: Game> {
    game: &'g G,
    view: G::View,
    legal: ActionSet,
}

impl<'g, G: Game> Perspective<'g, G> {
    /// How `seat` sees `state`; its legal set is empty if it is not asked.
    pub fn new(game: &'g G, state: &G::State, seat: Seat) -> Perspective<'g, G> {
        let asked = game.turn(state).acting().contains(seat);
        let legal = if asked { game.legal(state, seat) } else { ActionSet::EMPTY };
        Perspective { game, view: game.view(state, seat), legal }
    }

    /// Puts together again what [`Held`](crate::Held) has kept of a perspective.
    pub(crate) fn of_parts(game: &'g G, view: G::View, legal: ActionSet) -> Perspective<'g, G> {
        Perspective { game, view, legal }
    }

    /// The rules.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Whose perspective it is.
    pub fn seat(&self) -> Seat {
        self.view.seat()
    }

    /// All that the seat knows.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// The choices of the seat; empty if it is not asked.
    pub fn legal(&self) -> ActionSet {
        self.legal
    }

    /// A number for the seat's information: the same for two moments exactly if the seat cannot tell them apart.
    pub fn key(&self) -> Fingerprint {
        self.view.key()
    }

    /// Writes the view as numbers over everything in `out`.
    pub fn observe(&self, out: &mut [f32]) {
        self.game.observe(&self.view, out);
    }

    /// A full state that the seat cannot tell from the real one.
    pub fn deal(&self, rng: &mut Rng) -> G::State {
        self.game.deal(&self.view, rng)
    }

    /// The action's name for people.
    pub fn action_text(&self, action: Action) -> String {
        let mut text = String::new();
        self.game.show_action(&self.view, action, &mut text).expect("writing to a string cannot fail");
        text
    }

    /// The legal action that a person means: its name in any case, or its number in the action list.
    pub fn read_action(&self, text: &str) -> Option<Action> {
        let text = text.trim().to_lowercase();
        let numbered = text.parse().ok().map(Action).filter(|&action| self.legal.contains(action));
        numbered.or_else(|| self.legal.iter().find(|&action| self.action_text(action).to_lowercase() == text))
    }

    /// What the seat knows, in a few lines for people.
    pub fn view_text(&self) -> String {
        let mut text = String::new();
        self.game.show_view(&self.view, &mut text).expect("writing to a string cannot fail");
        text
    }
}
