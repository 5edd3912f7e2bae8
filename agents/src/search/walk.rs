//! One simulation: down the tree, on to a value, and back up.

use fogbound_env::{
    ActionSet, Fingerprint, Game, Joint, MAX_SEATS, Perspective, Returns, Rng, Seat, SeatSet, Silence, Turn,
    View,
};

use super::guide::Guide;
use super::leaf::{Leaf, by_team, roll_out};
use super::nodes::{NodeId, Nodes};
use super::selection::{Pick, Role, Selection};

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
        Frame { game, seat, sight, turns, planning, teams: game.teams(), low: *range.start(), scale }
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
        let other = (simulation / 2 % others) as u8;
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
    legal: ActionSet,
}

/// A tree and what it takes to grow it. It is used by one thread.
#[derive(Debug)]
pub(super) struct Walker<G: Game> {
    pub(super) nodes: Nodes,
    leaf: Leaf<G>,
    guide: Guide<G>,
    path: Vec<Step>,
    weights: Vec<f32>,
    /// Since the tree was last cleared.
    simulations: u64,
    /// Who learns in this simulation, and the chance that it has made the choices so far.
    learner: Seat,
    reach: f32,
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
            weights: Vec::new(),
            simulations: 0,
            learner: Seat(0),
            reach: 1.0,
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
            let legal = game.legal(state, seat);
            if matches!(frame.sight, Sight::Of(_)) {
                self.nodes.admit(node, &legal);
            }
            let rule = frame.rule(self.nodes.is_planning(node));
            let learns = seat == self.learner;
            let role = if learns {
                Role::Learner { weight }
            } else {
                // Later strategies are better ones, so they count for more.
                Role::Partner { weight: weight * self.simulations as f32 }
            };
            let edges = self.nodes.edges_mut(node);
            let pick = rule.choose(edges, &legal, role, rng);
            joint.set(seat, edges[pick.rank].action);
            if learns {
                self.reach *= pick.chance;
            }
            self.path.push(Step { node, pick, seat, role, legal });
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
            Leaf::Random => {
                fogbound_env::rollout::play_out(game, &mut state, rng, &mut Silence);
                game.returns(&state)
            }
            Leaf::Rollout { policy, stop } => {
                let policy: Option<&mut dyn crate::Policy<G>> = match policy {
                    Some(policy) => Some(&mut **policy),
                    None => None,
                };
                roll_out(game, &frame.teams, &mut state, policy, stop, &mut self.weights, rng)
            }
            Leaf::Judged(evaluator) => {
                let weights = &mut self.weights;
                by_team(&frame.teams, |speaker| {
                    let team = frame.teams.iter().find(|team| team.contains(speaker));
                    let told = team.and_then(|team| team.iter().find_map(|seat| known[seat.index()]));
                    told.unwrap_or_else(|| {
                        weights.clear();
                        evaluator.evaluate(&Perspective::new(game, &state, speaker), weights)
                    })
                })
            }
        }
    }

    #[inline]
    fn back_up(&mut self, frame: &Frame<'_, G>, returns: &Returns) {
        let mut values = returns.map(|paid| frame.scaled(paid));
        for step in self.path.iter().rev() {
            let rule = frame.rule(self.nodes.is_planning(step.node));
            let value = &mut values[step.seat.index()];
            *value = rule.learn(self.nodes.edges_mut(step.node), &step.legal, step.pick, step.role, *value);
        }
    }
}
