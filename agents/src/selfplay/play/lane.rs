//! One game being played.

use std::sync::Arc;

use crate::policy::draw_rank;
use crate::{Agent, Policy};
use fogbound_env::{
    Action, ActionSet, Fingerprint, Game, MAX_SEATS, Perspective, Referee, Returns, Rng, Seat, SeatSet,
    Silence, Turn, rollout,
};

use super::league::{Player, Rival, Seating};
use crate::selfplay::samples::Decisions;

/// The smallest probability that a choice is written down with.
const LEAST: f32 = 1e-12;

/// What all lanes share.
#[derive(Debug)]
pub(super) struct Table<G: Game> {
    /// The game with each of the run's setups.
    pub(super) games: Vec<Arc<G>>,
    pub(super) teams: Vec<SeatSet>,
    pub(super) team_of: [u8; MAX_SEATS],
    pub(super) seats: usize,
    /// Middle and half width of the returns, which are learnt as -1 to 1.
    middle: f32,
    half: f32,
}

impl<G: Game> Table<G> {
    /// For games that agree on seats, teams and returns.
    pub(super) fn new(games: Vec<Arc<G>>) -> Table<G> {
        let game = &games[0];
        let teams = game.teams();
        let mut team_of = [0; MAX_SEATS];
        for (team, seats) in teams.iter().enumerate() {
            seats.iter().for_each(|seat| team_of[seat.index()] = team as u8);
        }
        let (low, high) = game.return_range().into_inner();
        let half = if high > low { (high - low) / 2.0 } else { 1.0 };
        Table { seats: game.seats(), teams, team_of, middle: f32::midpoint(low, high), half, games }
    }

    /// Length of what the other teams see.
    pub(super) fn hidden(&self) -> usize {
        (self.teams.len() - 1) * G::SCHEMA.len()
    }

    /// A return as it is learnt.
    pub(super) fn scale(&self, paid: f32) -> f32 {
        (paid - self.middle) / self.half
    }

    /// What a team was paid, and the best that any other team was paid.
    pub(super) fn paid(&self, returns: &Returns, team: usize) -> (f32, f32) {
        let best = |seats: SeatSet| seats.iter().map(|seat| returns[seat.index()]).fold(f32::MIN, f32::max);
        let others = (0..self.teams.len()).filter(|&other| other != team);
        (best(self.teams[team]), others.map(|other| best(self.teams[other])).fold(f32::MIN, f32::max))
    }
}

/// A place in which one game after another is played. Between calls it stands at a decision of one seat.
pub(super) struct Lane<G: Game> {
    /// Which of the table's games is played.
    setup: usize,
    /// The game as it is. Whoever decides is shown what its seat [sees](Lane::seen) of it.
    pub(super) state: G::State,
    referee: Referee,
    chance: Rng,
    pub(super) choice: Rng,
    pub(super) seat: Seat,
    pub(super) legal: ActionSet,
    pub(super) seating: Seating,
    /// The agents of this game by seat, where agents by name play.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    /// What the newest weights decided in this game, for each seat.
    pub(super) open: Vec<Decisions>,
    /// What the newest weights expected of this game whenever they decided, for each seat.
    pub(super) expected: Vec<Vec<f32>>,
    /// Decisions in this game.
    pub(super) length: u64,
}

/// The streams that a game draws from: chance, and everything that is chosen. They depend on nothing but the run and the
/// number of the game, so that games are the same on any number of threads.
pub(super) fn streams(seed: u64, number: u64) -> (Rng, Rng) {
    (Rng::stream(seed, number), Rng::stream(Fingerprint::of(&(seed, "choices")).0, number))
}

/// The logarithms of a policy that is given by weights; what it never does is written down with a small probability.
pub(super) fn logs(weights: &[f32]) -> Vec<f32> {
    let total: f32 = weights.iter().sum();
    weights.iter().map(|weight| (weight / total).max(LEAST).ln()).collect()
}

impl Seating {
    /// Who plays a seat.
    fn player<G: Game>(&self, table: &Table<G>, seat: usize) -> &Player {
        &self.players[usize::from(table.team_of[seat])]
    }
}

impl<G: Game> Lane<G> {
    /// A lane without a game; see [`begin`](Lane::begin).
    pub(super) fn new(table: &Table<G>) -> Lane<G> {
        Lane {
            setup: 0,
            state: table.games[0].start(),
            referee: Referee::new(SeatSet::EMPTY),
            chance: Rng::new(0),
            choice: Rng::new(0),
            seat: Seat(0),
            legal: ActionSet::EMPTY,
            seating: Seating { players: Vec::new(), rival: Rival::Newest },
            agents: Vec::new(),
            open: vec![Decisions::default(); table.seats],
            expected: vec![Vec::new(); table.seats],
            length: 0,
        }
    }

    /// Begins game `number` of the run `seed` with one of the setups and plays on to the first decision. Who sits at the table may
    /// be drawn.
    pub(super) fn begin(
        &mut self,
        table: &Table<G>,
        (seed, number, setup): (u64, u64, usize),
        seating: impl FnOnce(&mut Rng) -> Seating,
    ) {
        (self.chance, self.choice) = streams(seed, number);
        self.seating = seating(&mut self.choice);
        self.setup = setup;
        // Whoever was in the middle of a game has left it.
        self.agents.clear();
        self.agents.extend((0..table.seats).map(|seat| match self.seating.player(table, seat) {
            Player::Named(named) => {
                let mut agent = named.maker(setup)();
                agent.begin(Seat(seat as u8));
                Some(agent)
            }
            _ => None,
        }));
        self.state = self.game(table).start();
        self.open.iter_mut().for_each(|open| *open = Decisions::default());
        self.expected.iter_mut().for_each(Vec::clear);
        self.length = 0;
        let over = self.advance(table);
        assert!(over.is_none(), "a game asks somebody before it ends");
    }

    /// The game with the setup that is played.
    fn game<'a>(&self, table: &'a Table<G>) -> &'a G {
        &table.games[self.setup]
    }

    /// Who decides.
    pub(super) fn player(&self, table: &Table<G>) -> &Player {
        self.seating.player(table, self.seat.index())
    }

    /// What the agent by name decides that has the seat.
    pub(super) fn ask_agent(&mut self, table: &Table<G>) -> Action {
        let seen = self.seen(table);
        let agent = self.agents[self.seat.index()].as_mut();
        agent.expect("its seat has an agent by name").act(&seen, &mut self.choice)
    }

    /// What the deciding seat sees.
    pub(super) fn seen<'a>(&self, table: &'a Table<G>) -> Perspective<'a, G> {
        Perspective::new(self.game(table), &self.state, self.seat)
    }

    /// What the script makes of the decision: a weight for each legal action.
    pub(super) fn ask(&self, table: &Table<G>, script: &mut dyn Policy<G>, weights: &mut Vec<f32>) {
        weights.clear();
        script.weigh(&self.seen(table), weights);
    }

    /// Writes down what the other teams see, of each that of its first seat.
    pub(super) fn observe_hidden(&self, table: &Table<G>, hidden: &mut [f32]) {
        let game = self.game(table);
        let own = usize::from(table.team_of[self.seat.index()]);
        let others = table.teams.iter().enumerate().filter(|(team, _)| *team != own);
        for ((_, seats), row) in others.zip(hidden.chunks_exact_mut(G::SCHEMA.len())) {
            let seat = seats.lowest().expect("a team has a seat");
            game.observe(&game.view(&self.state, seat), row);
        }
    }

    /// Writes down what somebody else than the network would do here: the logarithm of its chance for each legal action; beside it
    /// what the other teams see, if a critic is to learn from it.
    pub(super) fn write_down(
        &mut self,
        inputs: &[f32],
        hidden: &[f32],
        logs: &[f32],
        action: Action,
        value: f32,
    ) {
        let open = &mut self.open[self.seat.index()];
        open.observations.push_dense(inputs);
        open.hidden.push_dense(hidden);
        open.policies.push(self.legal.iter().map(|action| action.0).zip(logs.iter().copied()));
        open.seats.push(self.seat.0);
        open.actions.push(action.0);
        open.values.push(value);
    }

    /// Draws a legal action by the weights.
    pub(super) fn draw(&mut self, weights: &[f32]) -> Action {
        let rank = draw_rank(weights, &mut self.choice);
        self.legal.nth(rank as u32).expect("there is a weight for each legal action")
    }

    /// Draws any legal action.
    pub(super) fn draw_any(&mut self) -> Action {
        rollout::random_action(&self.legal, &mut self.choice)
    }

    /// Plays a legal action and goes on to the next decision; the returns, if the game ended on the way.
    pub(super) fn play(&mut self, table: &Table<G>, action: Action) -> Option<Returns> {
        self.length += 1;
        let joint = self.referee.commit(self.seat, action, &self.legal).expect("a legal action is chosen");
        if let Some(joint) = joint {
            self.game(table).apply(&mut self.state, &joint, &mut Silence);
            return self.advance(table);
        }
        self.show(table);
        None
    }

    fn advance(&mut self, table: &Table<G>) -> Option<Returns> {
        let game = self.game(table);
        loop {
            match game.turn(&self.state) {
                Turn::Chance => {
                    let id = game.draw(&self.state, &mut self.chance);
                    game.fall(&mut self.state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    self.referee = Referee::new(acting);
                    self.show(table);
                    return None;
                }
                Turn::Over => {
                    self.agents.clear();
                    return Some(game.returns(&self.state));
                }
            }
        }
    }

    fn show(&mut self, table: &Table<G>) {
        self.seat = self.referee.waiting().lowest().expect("somebody has yet to choose");
        self.legal = self.game(table).legal(&self.state, self.seat);
    }
}
