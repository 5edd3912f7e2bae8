//! The interface that every game implements: [`Game`].

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::RangeInclusive;

use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::action::{Action, ActionSet, Joint};
use crate::fingerprint::Fingerprint;
use crate::renaming::Renaming;
use crate::rng::Rng;
use crate::scene::{Scene, Target};
use crate::schema::Schema;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::setup::SetupError;

/// Who decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A die, a card, a token out of the bag.
    Chance,
    /// These seats choose now, none seeing the others' choices. A single seat makes an ordinary turn.
    Act(SeatSet),
    /// The game is over; see [`Game::returns`].
    Over,
}

impl Turn {
    /// The seats that choose now; nobody at a chance node or at the end.
    pub const fn acting(self) -> SeatSet {
        match self {
            Turn::Act(seats) => seats,
            Turn::Chance | Turn::Over => SeatSet::EMPTY,
        }
    }
}

/// One way in which a chance node can fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// What falls, as the game numbers it.
    pub id: u16,
    /// How many of the equally likely cases it covers; never 0.
    pub weight: u32,
}

/// What a game pays each seat; 0 for seats that it does not have.
pub type Returns = [f32; MAX_SEATS];

/// Somebody who hears what is announced while a game is played.
///
/// The games call it inline, so that [`Silence`] costs nothing.
pub trait Listen<E> {
    /// Whether anybody may look at the game later. Where nobody will, a game may leave out what it keeps for views alone: of a
    /// state that was played on like this, only who is asked, what is legal, how chance can fall and what is paid mean anything.
    /// [`rollout::unwatched`](crate::rollout::unwatched) plays games like this to their ends and lets nobody see the states.
    /// A listener that passes on to another one has to say what that one says.
    const WATCHED: bool = true;

    /// `event` was told to the seats in `to`, and to nobody else.
    fn hear(&mut self, to: SeatSet, event: E);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl<E> Listen<E> for Silence {
    #[inline(always)]
    fn hear(&mut self, _: SeatSet, _: E) {}
}

impl<E> Listen<E> for Vec<(SeatSet, E)> {
    fn hear(&mut self, to: SeatSet, event: E) {
        self.push((to, event));
    }
}

/// All that one seat may know: plain data that owns what it holds.
///
/// Views are `'static` and come without a way back to the state, so whoever is given one can learn nothing else.
/// A view must let its seat remember: two histories that the seat can tell apart have different views.
pub trait View: Clone + Eq + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// Whose view it is.
    fn seat(&self) -> Seat;

    /// A number for what the seat knows: the same for equal views, and for no others. A view that carries digests of
    /// what its seat heard and did can make it from these.
    fn key(&self) -> Fingerprint {
        Fingerprint::of(self)
    }
}

/// A rule-complete game.
///
/// A value of the implementing type is what stays fixed during play: the setup and the tables made from it.
/// [`Game::State`] is everything that changes. A state is plain data: it is the fold of the moves played so far,
/// cloning it is a copy, and nothing on the road of a move ([`legal`](Game::legal), [`apply`](Game::apply),
/// [`outcomes`](Game::outcomes), [`fall`](Game::fall), [`observe`](Game::observe)) allocates.
///
/// Read [`games::kuhn`](crate::games::kuhn) for the shortest example; `docs/guide/add-a-game.md` walks through it.
pub trait Game: Sized + Debug + Send + Sync + 'static {
    /// The options of the game. `Default` is the setup that a newcomer should get.
    type Setup: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    /// All that changes during play, hidden things included.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// All that one seat may know.
    type View: View;
    /// What the game remembers of the last observation that it wrote somewhere; `()` if it always writes all of it.
    type Written: Default + Debug + Send + Sync + 'static;
    /// Something that is told to one seat or to several. What a seat did itself and the events that it heard are
    /// all that it knows: its view follows from them.
    type Event: Clone + PartialEq + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static;

    /// Lower-case name, as in `fogbound play kuhn`.
    const NAME: &'static str;
    /// One sentence for people who choose a game.
    const SUMMARY: &'static str;
    /// Goes up whenever the same moves may give another game than before.
    const RULES_VERSION: u32;
    /// Length of the action list, at most [`MAX_ACTIONS`](crate::MAX_ACTIONS).
    const ACTIONS: usize;
    /// Layout of the observation vector, the same for all seats and setups.
    const SCHEMA: Schema;
    /// Whether several seats ever choose at once, with any setup.
    const PLANS_AT_ONCE: bool = true;

    /// Makes the game ready to play, or says what is wrong with the setup.
    fn new(setup: Self::Setup) -> Result<Self, SetupError>;
    /// The setup that the game was made with.
    fn setup(&self) -> &Self::Setup;
    /// Setups worth a name, the default first.
    fn presets() -> Vec<(&'static str, Self::Setup)>;

    /// How many seats there are.
    fn seats(&self) -> usize;
    /// What a seat is called: `killer`, `survivor_0`.
    fn seat_name(&self, seat: Seat) -> String;
    /// Who wins and loses together. Every seat is in exactly one team.
    fn teams(&self) -> Vec<SeatSet>;
    /// No game has more moves than this, joint choices and chance outcomes together.
    fn longest(&self) -> usize;
    /// The smallest and the largest return of any seat.
    fn return_range(&self) -> RangeInclusive<f32>;
    /// What the returns of the teams add up to (a team counts once), if that is the same for all endings.
    fn return_sum(&self) -> Option<f32>;

    /// The state before the first move.
    fn start(&self) -> Self::State;
    /// Who decides next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The choices of an acting seat; never empty for a seat in [`Turn::Act`], and always the same for two states
    /// that the seat cannot tell apart.
    fn legal(&self, state: &Self::State, seat: Seat) -> ActionSet;
    /// Whether a seat is asked here although it has a single choice, because leaving the question out would tell
    /// a secret. Everywhere else the game makes forced choices by itself.
    fn asks_forced(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }
    /// Plays one choice for each acting seat. The choices must be legal; see [`try_apply`](Game::try_apply).
    fn apply(&self, state: &mut Self::State, joint: &Joint, listener: &mut impl Listen<Self::Event>);

    /// What the weights of the pending chance node add up to.
    fn chance_total(&self, state: &Self::State) -> u32;
    /// Lists the ways in which the pending chance node can fall (at least two), in ascending `id`.
    fn outcomes(&self, state: &Self::State, each: &mut impl FnMut(Outcome));
    /// Lets the pending chance node fall. The outcome must be possible; see [`try_fall`](Game::try_fall).
    fn fall(&self, state: &mut Self::State, id: u16, listener: &mut impl Listen<Self::Event>);

    /// What each seat is paid, once the game is over.
    fn returns(&self, state: &Self::State) -> Returns;

    /// The kinds of game that a finished one belongs to, as pairs of a question and its answer:
    /// `("board", "autohaven")`. Whoever sums up many games groups them by these.
    fn strata(&self, _state: &Self::State) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// Names of the presets whose games together show everything that the [`strata`](Game::strata) tell apart; the
    /// default preset alone if left out.
    fn survey() -> &'static [&'static str] {
        &[]
    }

    /// What `seat` knows.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;
    /// Writes the view as numbers, over everything in `out`, which is as long as the [`SCHEMA`](Game::SCHEMA).
    fn observe(&self, view: &Self::View, out: &mut [f32]);
    /// Writes what [`observe`](Game::observe) writes of the seat's [`view`](Game::view), into numbers that nobody else
    /// changes. `written` remembers what stands there, so that what is the same may be left alone; it begins as its default, and
    /// always comes with the same `out` and the same game.
    fn observe_again(&self, state: &Self::State, seat: Seat, _written: &mut Self::Written, out: &mut [f32]) {
        self.observe(&self.view(state, seat), out);
    }
    /// A full state that the viewer cannot tell from the real one. Every such state can come up; how likely each is
    /// follows from chance and from seats that choose evenly. Views of any seat can be dealt for, if they were taken
    /// where somebody acts.
    fn deal(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// Goes over past choices that have left something hidden in `state`, or that were made knowing it: `each` is told
    /// the state in which a choice was made, who made it, and what it was, oldest first. A belief weighs dealt states
    /// by how likely they make these choices.
    ///
    /// `remembered` holds views that one seat has had where it was asked, oldest first, for games whose states
    /// do not hold enough of the past. A game that tells nothing gets beliefs that are not weighed.
    fn retrace(
        &self,
        _state: &Self::State,
        _remembered: &[Self::View],
        _each: &mut impl FnMut(&Self::State, Seat, Action),
    ) {
    }

    /// How far play that has come to `state` is on its way to what `view` shows, in steps that every way there takes one
    /// after the other; `None` if it is certain that no way leads there. A belief that plays worlds on turns back where
    /// the way is barred, and looks after each step which worlds are left. With a game that tells nothing it finds the
    /// same worlds, in more tries.
    fn progress(&self, _state: &Self::State, _view: &Self::View) -> Option<u32> {
        Some(0)
    }

    /// Leaves out of `state` how the seats that `seat` does not know the thoughts of came to where they are, if nothing that
    /// can still happen depends on it. A belief that counts worlds takes those for one that differ in nothing else. A game
    /// that leaves nothing out has more worlds, and just as right ones.
    fn forget(&self, _state: &mut Self::State, _seat: Seat) {}

    /// Other names under which seats could see the same game, such as those of survivors in another order. A game that
    /// tells none loses nothing but what could be learnt from them.
    fn renamings(&self) -> Vec<Renaming> {
        Vec::new()
    }

    /// Writes an action for people, as the viewer would call it. Different legal actions read differently.
    fn show_action(&self, view: &Self::View, action: Action, out: &mut dyn fmt::Write) -> fmt::Result;
    /// Writes an event for people, as told to one who heard it.
    fn show_event(&self, view: &Self::View, event: &Self::Event, out: &mut dyn fmt::Write) -> fmt::Result;
    /// Writes what the seat knows for people, in a few lines of text.
    fn show_view(&self, view: &Self::View, out: &mut dyn fmt::Write) -> fmt::Result;

    /// What the seat knows as a picture, for games that have a board; screens show the text of others.
    fn scene(&self, _view: &Self::View) -> Option<Scene> {
        None
    }
    /// Which part of the [`scene`](Game::scene) an action is about, so that it can be chosen there.
    fn target(&self, _view: &Self::View, _action: Action) -> Target {
        Target::Table
    }

    /// Draws one way in which the pending chance node can fall.
    #[inline]
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> u16 {
        draw_outcome(self, state, rng)
    }

    /// [`apply`](Game::apply) for callers that are not trusted: it refuses what the rules forbid, and then
    /// changes nothing.
    fn try_apply(
        &self,
        state: &mut Self::State,
        joint: &Joint,
        listener: &mut impl Listen<Self::Event>,
    ) -> Result<(), Illegal> {
        let acting = match self.turn(state) {
            Turn::Act(acting) => acting,
            Turn::Chance => return Err(Illegal::ChanceFirst),
            Turn::Over => return Err(Illegal::Over),
        };
        for seat in (0..MAX_SEATS as u8).map(Seat) {
            let action = joint.of(seat);
            if acting.contains(seat) {
                if action == Action::NONE {
                    return Err(Illegal::Missing { seat });
                }
                check_action(&self.legal(state, seat), seat, action)?;
            } else if action != Action::NONE {
                return Err(Illegal::NotAsked { seat });
            }
        }
        self.apply(state, joint, listener);
        Ok(())
    }

    /// [`fall`](Game::fall) for callers that are not trusted: it refuses what cannot happen, and then changes
    /// nothing.
    fn try_fall(
        &self,
        state: &mut Self::State,
        id: u16,
        listener: &mut impl Listen<Self::Event>,
    ) -> Result<(), Illegal> {
        match self.turn(state) {
            Turn::Chance => {}
            Turn::Act(_) => return Err(Illegal::NoChance),
            Turn::Over => return Err(Illegal::Over),
        }
        let mut possible = false;
        self.outcomes(state, &mut |outcome| possible |= outcome.id == id);
        if !possible {
            return Err(Illegal::Outcome { id });
        }
        self.fall(state, id, listener);
        Ok(())
    }
}

/// Draws one way in which the pending chance node can fall, by its weight; what [`Game::draw`] does unless a game
/// knows a shorter way to the same draw.
#[inline]
pub(crate) fn draw_outcome<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> u16 {
    let mut ticket = i64::from(rng.below(game.chance_total(state)));
    let mut drawn = None;
    game.outcomes(state, &mut |outcome| {
        if drawn.is_none() && ticket < i64::from(outcome.weight) {
            drawn = Some(outcome.id);
        }
        ticket -= i64::from(outcome.weight);
    });
    drawn.expect("the weights add up to the declared total")
}

/// Refuses an action that is not in the legal set, and says what is.
pub(crate) fn check_action(legal: &ActionSet, seat: Seat, action: Action) -> Result<(), Illegal> {
    if legal.contains(action) {
        return Ok(());
    }
    Err(Illegal::Action { seat, action, legal: Box::new(*legal) })
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A seat chose while chance has to fall first.
    #[error("no seat acts now: chance falls first")]
    ChanceFirst,
    /// Chance was to fall while seats choose.
    #[error("chance does not fall now: seats choose first")]
    NoChance,
    /// A chance outcome that cannot happen here.
    #[error("chance cannot fall as {id} here")]
    Outcome {
        /// The outcome.
        id: u16,
    },
    /// A seat chose although it is not asked.
    #[error("{seat} is not asked now")]
    NotAsked {
        /// Who chose.
        seat: Seat,
    },
    /// A seat has chosen already; a commit cannot be taken back.
    #[error("{seat} has committed already")]
    Committed {
        /// Who chose.
        seat: Seat,
    },
    /// A seat has to choose and did not.
    #[error("{seat} has to choose and did not")]
    Missing {
        /// Who has to choose.
        seat: Seat,
    },
    /// A choice that the rules do not allow now.
    #[error("{seat} may not play action {} now; legal: {legal:?}", action.0)]
    Action {
        /// Who chose.
        seat: Seat,
        /// What was chosen.
        action: Action,
        /// What may be chosen.
        legal: Box<ActionSet>,
    },
}
