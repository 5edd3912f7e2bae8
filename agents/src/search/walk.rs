//! One simulation: down the tree, on to a value, and back up.

use fogbound_env::{
    Action, ActionSet, Fingerprint, Game, Joint, MAX_SEATS, Perspective, Returns, Rng, Seat, SeatSet,
    Silence, Turn, View, rollout,
};

use super::guide::Guide;
use super::leaf::{Leaf, roll_out};
use super::nodes::{NodeId, Nodes};
use super::selection::{All, Pick, Role, Selection};

/// Whose knowledge a node is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// That of this seat.
    Of(Seat),
    /// That of the seat that acts.
    Own,
    /// Everything: the search cheats.
    Open,
}

/// What stays the same during a search.
#[derive(Clone, Debug)]
pub(super) struct Frame<'g, G: Game> {
    pub(super) game: &'g G,
    /// Who searches.
    pub(super) seat: Seat,
    pub(super) sight: Sight,
    pub(super) turns: Selection,
    pub(super) planning: Selection,
    teams: Vec<SeatSet>,
    /// What two teams get together, if that is always the same.
    shared: Option<f32>,
    low: f32,
    scale: f32,
}

impl<'g, G: Game> Frame<'g, G> {
    pub(super) fn new(
        game: &'g G,
        seat: Seat,
        sight: Sight,
        turns: Selection,
        planning: Selection,
    ) -> Frame<'g, G> {
        let range = game.return_range();
        let span = range.end() - range.start();
        let scale = if span > 0.0 { 1.0 / span } else { 0.0 };
        let teams = game.teams();
        let shared = game.return_sum().filter(|_| teams.len() == 2);
        Frame { game, seat, sight, turns, planning, teams, shared, low: *range.start(), scale }
    }

    /// The returns of all seats, from one value for each team: one that is known already, or what `judge` says from
    /// the view of one of its seats. Those who are asked are the ones to ask, since they have most to go by; what one
    /// of two teams gets, the other loses.
    pub(super) fn by_team(
        &self,
        known: [Option<f32>; MAX_SEATS],
        asked: SeatSet,
        mut judge: impl FnMut(Seat) -> f32,
    ) -> Returns {
        let is_asked = |team: &&SeatSet| team.iter().any(|seat| asked.contains(seat));
        let mut returns = Returns::default();
        let mut others = None;
        for team in self.teams.iter().filter(is_asked).chain(self.teams.iter().filter(|team| !is_asked(team)))
        {
            let told = team.iter().find_map(|seat| known[seat.index()]);
            let rest = self.shared.zip(others).filter(|_| !is_asked(&team)).map(|(sum, others)| sum - others);
            let speaker = team.iter().find(|&seat| asked.contains(seat)).or(team.lowest());
            let Some(value) = told.or(rest).or_else(|| speaker.map(&mut judge)) else { continue };
            team.iter().for_each(|seat| returns[seat.index()] = value);
            others = Some(value);
        }
        returns
    }

    /// A return as a value in `0..=1`.
    fn scaled(&self, paid: f32) -> f32 {
        (paid - self.low) * self.scale
    }

    /// A value as the return that it stands for.
    pub(super) fn unscaled(&self, value: f64) -> f64 {
        if self.scale == 0.0 {
            f64::from(self.low)
        } else {
            value / f64::from(self.scale) + f64::from(self.low)
        }
    }

    /// Who learns in a simulation: the searching seat in every other, the rest in turn.
    fn learner(&self, simulation: u64) -> Seat {
        let others = self.game.seats() as u64 - 1;
        if simulation.is_multiple_of(2) || others == 0 {
            return self.seat;
        }
        // Among two there is nobody to take turns with, and no time for a division.
        let other = if others == 1 { 0 } else { (simulation / 2 % others) as u8 };
        Seat(if other < self.seat.0 { other } else { other + 1 })
    }

    /// What the nodes of all acting seats are known by, if it is the same for all.
    fn shared_print(&self, state: &G::State) -> Option<Fingerprint> {
        match self.sight {
            Sight::Of(observer) => Some(self.game.view(state, observer).key()),
            Sight::Open => Some(Fingerprint::of(state)),
            Sight::Own => None,
        }
    }

    /// Where the node of an acting seat is found.
    fn key_of(&self, shared: Option<Fingerprint>, state: &G::State, seat: Seat) -> u64 {
        Frame::<G>::key(shared.unwrap_or_else(|| self.game.view(state, seat).key()), seat)
    }

    /// Where a node of `seat` is found that is known by `print`.
    pub(super) fn key(print: Fingerprint, seat: Seat) -> u64 {
        print.0 ^ (u64::from(seat.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Whether a node may have other legal actions in another world: its seat may know more than the one it is found
    /// by.
    const fn legal_differs(&self) -> bool {
        matches!(self.sight, Sight::Of(_))
    }

    pub(super) const fn rule(&self, planning: bool) -> Selection {
        if planning { self.planning } else { self.turns }
    }
}

/// What the learner hardly ever leads to is not made up for in full: a single simulation would outweigh all others.
const RAREST: f32 = 1e-4;

/// A choice on the way down.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: NodeId,
    pick: Pick,
    seat: Seat,
    role: Role,
}

/// A tree and what it takes to grow it. It is used by one thread.
#[derive(Debug)]
pub(super) struct Walker<G: Game> {
    pub(super) nodes: Nodes,
    leaf: Leaf<G>,
    guide: Guide<G>,
    path: Vec<Step>,
    /// What was legal at each step, where that is not the same in all worlds.
    legals: Vec<ActionSet>,
    weights: Vec<f32>,
    /// Since the tree was last cleared.
    simulations: u64,
    /// Who learns in this simulation, and the chance that it has made the choices so far.
    learner: Seat,
    reach: f32,
    /// What the searching seat is to try first in the next simulation, if its node is there.
    pub(super) forced: Option<Action>,
    /// Choices on the longest way down in this search.
    pub(super) depth: usize,
}

impl<G: Game> Walker<G> {
    pub(super) fn new(nodes: usize, leaf: Leaf<G>, guide: Guide<G>) -> Walker<G> {
        Walker {
            nodes: Nodes::new(nodes),
            leaf,
            guide,
            path: Vec::new(),
            legals: Vec::new(),
            weights: Vec::new(),
            simulations: 0,
            learner: Seat(0),
            reach: 1.0,
            forced: None,
            depth: 0,
        }
    }

    /// A new search begins; with `keep`, it goes on from what the last one found.
    pub(super) fn begin_search(&mut self, keep: bool) {
        if keep {
            self.nodes.begin_search();
        } else {
            self.nodes.clear();
            self.simulations = 0;
        }
        self.depth = 0;
    }

    /// Plays from `state` down the tree, adds the nodes of the first choice that it does not hold, values what is
    /// there, and tells the nodes on the way.
    #[inline]
    pub(super) fn simulate(&mut self, frame: &Frame<'_, G>, mut state: G::State, rng: &mut Rng) {
        let game = frame.game;
        self.path.clear();
        self.legals.clear();
        (self.learner, self.reach) = (frame.learner(self.simulations), 1.0);
        self.simulations += 1;
        let returns = loop {
            match game.turn(&state) {
                Turn::Over => break game.returns(&state),
                Turn::Chance => {
                    let id = game.draw(&state, rng);
                    game.fall(&mut state, id, &mut Silence);
                }
                Turn::Act(acting) => match self.descend(frame, &state, acting, rng) {
                    Some(joint) => game.apply(&mut state, &joint, &mut Silence),
                    None => break self.value(frame, state, acting, rng),
                },
            }
        };
        self.forced = None;
        self.depth = self.depth.max(self.path.len());
        self.back_up(frame, &returns);
    }

    /// The joint choice of the acting seats; `None` if some of them have no node here yet.
    #[inline]
    fn descend(
        &mut self,
        frame: &Frame<'_, G>,
        state: &G::State,
        acting: SeatSet,
        rng: &mut Rng,
    ) -> Option<Joint> {
        let game = frame.game;
        let shared = frame.shared_print(state);
        // All or none: a choice that is not played must leave no trace.
        let mut found = [None; MAX_SEATS];
        for seat in acting.iter().filter(|&seat| self.guide.leaves(seat, frame.seat)) {
            found[seat.index()] = Some(self.nodes.find(frame.key_of(shared, state, seat))?);
        }
        let mut joint = Joint::NONE;
        for seat in acting.iter().filter(|seat| found[seat.index()].is_none()) {
            joint.set(seat, self.guide.play(game, state, seat, rng));
        }
        let weight = 1.0 / self.reach.max(RAREST);
        for (seat, node) in acting.iter().filter_map(|seat| Some((seat, found[seat.index()]?))) {
            let rule = frame.rule(self.nodes.is_planning(node));
            let learns = seat == self.learner;
            let role = if learns {
                Role::Learner { weight }
            } else {
                // Later strategies are better ones, so they count for more.
                Role::Partner { weight: weight * self.simulations as f32 }
            };
            let forced = if seat == frame.seat { self.forced.take() } else { None };
            let pick = if let Some(rank) = forced.and_then(|action| self.nodes.rank_of(node, action)) {
                Pick { rank, chance: 1.0 }
            } else if frame.legal_differs() {
                let legal = game.legal(state, seat);
                self.nodes.admit(node, &legal);
                self.legals.push(legal);
                rule.choose(self.nodes.edges_mut(node), &legal, role, rng)
            } else {
                rule.choose(self.nodes.edges_mut(node), All, role, rng)
            };
            joint.set(seat, self.nodes.edges(node)[pick.rank].action);
            if learns {
                self.reach *= pick.chance;
            }
            self.path.push(Step { node, pick, seat, role });
        }
        Some(joint)
    }

    /// Adds the missing nodes of the acting seats, and values the position.
    fn value(
        &mut self,
        frame: &Frame<'_, G>,
        mut state: G::State,
        acting: SeatSet,
        rng: &mut Rng,
    ) -> Returns {
        let game = frame.game;
        let shared = frame.shared_print(&state);
        let mut known = [None; MAX_SEATS];
        for seat in acting.iter() {
            let key = frame.key_of(shared, &state, seat);
            if !self.guide.leaves(seat, frame.seat) || self.nodes.find(key).is_some() {
                continue;
            }
            let Some(node) = self.nodes.add(key, &game.legal(&state, seat), acting.len() > 1) else {
                continue;
            };
            self.weights.clear();
            match (&mut self.leaf, &mut self.guide.prior) {
                (Leaf::Judged(evaluator), _) => {
                    let seen = Perspective::new(game, &state, seat);
                    known[seat.index()] = Some(evaluator.evaluate(&seen, &mut self.weights));
                }
                (_, Some(policy)) => policy.weigh(&Perspective::new(game, &state, seat), &mut self.weights),
                (_, None) => continue,
            }
            self.nodes.set_priors(node, &self.weights);
        }
        match &mut self.leaf {
            Leaf::Random => rollout::unwatched(game, state, rng),
            Leaf::Rollout { policy, stop } => {
                let policy: Option<&mut dyn crate::Policy<G>> = match policy {
                    Some(policy) => Some(&mut **policy),
                    None => None,
                };
                roll_out(frame, &mut state, policy, stop, &mut self.weights, rng)
            }
            Leaf::Judged(evaluator) => {
                let weights = &mut self.weights;
                frame.by_team(known, acting, |speaker| {
                    weights.clear();
                    evaluator.evaluate(&Perspective::new(game, &state, speaker), weights)
                })
            }
        }
    }

    #[inline]
    fn back_up(&mut self, frame: &Frame<'_, G>, returns: &Returns) {
        let mut values = returns.map(|paid| frame.scaled(paid));
        for (at, &Step { node, pick, seat, role }) in self.path.iter().enumerate().rev() {
            let rule = frame.rule(self.nodes.is_planning(node));
            let value = &mut values[seat.index()];
            let edges = self.nodes.edges_mut(node);
            *value = match self.legals.get(at) {
                Some(legal) => rule.learn(edges, legal, pick, role, *value),
                None => rule.learn(edges, All, pick, role, *value),
            };
        }
    }
}
