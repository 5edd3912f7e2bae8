//! Many games in which one seat is played from outside and bots play the others.

use std::sync::Arc;

use fogbound_env::{
    Action, ActionSet, BatchError, Fingerprint, Game, Joint, Perspective, Rng, Seat, SeatSet, Silence, Turn,
};
use rayon::prelude::*;

use crate::Agent;
use crate::spec::Maker;

/// When a lane whose game is over begins the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step that ended it. The lane shows the new game; the last sight of the old one is kept apart.
    SameStep,
    /// In the next step, whose action is ignored. The lane shows the last sight of the old game until then.
    NextStep,
}

/// What [`Versus`] is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersusOptions {
    /// How many games are in play at any time.
    pub games: usize,
    /// Names the run; game `k` of lane `i` is stream `k * games + i` of it.
    pub seed: u64,
    /// Threads that step the games. It changes the speed and nothing else.
    pub threads: usize,
    /// The seat that is played from outside.
    pub seat: Seat,
    /// When the next game of a lane begins.
    pub autoreset: Autoreset,
}

/// Many games, each at a decision of the same seat, which is played from outside.
///
/// Row `i` of every buffer belongs to lane `i`. [`step`](Versus::step) plays one action in each lane, lets the bots of
/// the other seats answer, and stops where the seat is asked again or its game is over. Where nothing is left to choose,
/// because the game is over, the mask allows action 0 alone, so that no mask is ever empty.
pub struct Versus<G: Game> {
    game: Arc<G>,
    makers: Vec<Option<Arc<Maker<G>>>>,
    lanes: Vec<Lane<G>>,
    options: VersusOptions,
    // The buffers are made once and never resized: the Python bindings show them as arrays without a copy.
    observations: Vec<f32>,
    masks: Vec<u8>,
    rewards: Vec<f32>,
    dones: Vec<u8>,
    finals: Vec<f32>,
    pool: Option<rayon::ThreadPool>,
}

impl<G: Game> std::fmt::Debug for Versus<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Versus").field("options", &self.options).finish_non_exhaustive()
    }
}

struct Lane<G: Game> {
    state: G::State,
    /// What the bots have chosen at this node.
    joint: Joint,
    chance: Rng,
    bots: Vec<Option<Box<dyn Agent<G>>>>,
    rngs: Vec<Rng>,
    legal: ActionSet,
    /// What the lane's row of observations shows.
    written: G::Written,
    /// Number of the next game.
    next: u64,
    over: bool,
}

/// The rows of one lane in the buffers.
struct Rows<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    reward: &'a mut f32,
    done: &'a mut u8,
    final_observation: &'a mut [f32],
}

/// The only choice that the mask of a game that is over shows.
const NOTHING: Action = Action(0);

impl<G: Game> Lane<G> {
    fn begin(&mut self, game: &G, options: &VersusOptions) {
        self.state = game.start();
        self.chance = Rng::stream(options.seed, self.next);
        // As in the arena: a stream for each seat, whoever the others are.
        let private = Fingerprint::of(&(options.seed, self.next)).0;
        for (seat, (bot, rng)) in self.bots.iter_mut().zip(&mut self.rngs).enumerate() {
            *rng = Rng::stream(private, seat as u64);
            if let Some(bot) = bot {
                bot.begin(Seat(seat as u8));
            }
        }
        self.next += options.games as u64;
    }

    /// Plays on until the seat is asked or the game is over.
    fn advance(&mut self, game: &G, seat: Seat) {
        loop {
            match game.turn(&self.state) {
                Turn::Chance => {
                    let id = game.draw(&self.state, &mut self.chance);
                    game.fall(&mut self.state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    self.ask_bots(game, acting.without(seat));
                    if acting.contains(seat) {
                        self.over = false;
                        return;
                    }
                    game.apply(&mut self.state, &self.joint, &mut Silence);
                }
                Turn::Over => {
                    self.over = true;
                    return;
                }
            }
        }
    }

    fn ask_bots(&mut self, game: &G, acting: SeatSet) {
        self.joint = Joint::NONE;
        for seat in acting.iter() {
            let seen = Perspective::new(game, &self.state, seat);
            let bot = self.bots[seat.index()].as_mut().expect("every other seat has a bot");
            let action = bot.act(&seen, &mut self.rngs[seat.index()]);
            debug_assert!(seen.legal().contains(action), "{seat} may not play {action:?}");
            self.joint.set(seat, action);
        }
    }

    /// Begins games until there is one in which the seat is asked.
    fn restart(&mut self, game: &G, options: &VersusOptions) {
        loop {
            self.begin(game, options);
            self.advance(game, options.seat);
            if !self.over {
                return;
            }
        }
    }

    fn step(&mut self, game: &G, options: &VersusOptions, action: Action, rows: &mut Rows<'_>) {
        *rows.reward = 0.0;
        *rows.done = 0;
        if self.over {
            self.restart(game, options);
        } else {
            self.joint.set(options.seat, action);
            game.apply(&mut self.state, &self.joint, &mut Silence);
            self.advance(game, options.seat);
            if self.over {
                *rows.reward = game.returns(&self.state)[options.seat.index()];
                *rows.done = 1;
                game.observe(&game.view(&self.state, options.seat), rows.final_observation);
                if options.autoreset == Autoreset::SameStep {
                    self.restart(game, options);
                }
            }
        }
        self.show(game, options.seat, rows);
    }

    fn show(&mut self, game: &G, seat: Seat, rows: &mut Rows<'_>) {
        game.observe_again(&self.state, seat, &mut self.written, rows.observation);
        self.legal = if self.over { ActionSet::from_iter([NOTHING]) } else { game.legal(&self.state, seat) };
        self.legal.write_mask(rows.mask);
    }
}

impl<G: Game> Versus<G> {
    /// Starts the games. `makers` makes the bot of each seat but the one that is played from outside.
    pub fn new(
        game: Arc<G>,
        makers: Vec<Option<Arc<Maker<G>>>>,
        options: VersusOptions,
    ) -> Result<Versus<G>, BatchError> {
        let VersusOptions { games, threads, .. } = options;
        if games == 0 {
            return Err(BatchError::Empty("game"));
        }
        let pool = match threads {
            0 => return Err(BatchError::Empty("thread")),
            1 => None,
            _ => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|e| BatchError::Threads(e.to_string()))?)
            }
        };
        let lane = |index: usize| Lane {
            state: game.start(),
            joint: Joint::NONE,
            chance: Rng::new(0),
            bots: makers.iter().map(|make| make.as_ref().map(|make| make())).collect(),
            rngs: vec![Rng::new(0); game.seats()],
            legal: ActionSet::EMPTY,
            written: G::Written::default(),
            next: index as u64,
            over: false,
        };
        let mut versus = Versus {
            lanes: (0..games).map(lane).collect(),
            observations: vec![0.0; games * G::SCHEMA.len()],
            masks: vec![0; games * G::ACTIONS],
            rewards: vec![0.0; games],
            dones: vec![0; games],
            finals: vec![0.0; games * G::SCHEMA.len()],
            options,
            pool,
            makers,
            game,
        };
        versus.restart();
        Ok(versus)
    }

    /// Begins again with other games: those of `seed`, as if made anew.
    pub fn reset(&mut self, seed: u64) {
        self.options.seed = seed;
        for (index, lane) in self.lanes.iter_mut().enumerate() {
            lane.next = index as u64;
            // What a bot keeps between games, such as a tree, must not tell a reset run from a new one.
            lane.bots = self.makers.iter().map(|make| make.as_ref().map(|make| make())).collect();
        }
        self.restart();
    }

    fn restart(&mut self) {
        self.each_lane(|game, options, lane, rows, _| {
            lane.restart(game, options);
            *rows.reward = 0.0;
            *rows.done = 0;
            lane.show(game, options.seat, rows);
        });
    }

    /// Plays one action in each lane, or none at all if any of them is refused.
    pub fn step(&mut self, actions: &[u16]) -> Result<(), BatchError> {
        if actions.len() != self.lanes.len() {
            return Err(BatchError::Length { lanes: self.lanes.len(), got: actions.len() });
        }
        let seat = self.options.seat;
        for (lane, (at, &action)) in self.lanes.iter().zip(actions).enumerate() {
            // Where the next step begins a game, whatever was given is ignored.
            if !at.over && !at.legal.contains(Action(action)) {
                return Err(BatchError::Illegal { lane, seat, action, legal: Box::new(at.legal) });
            }
        }
        self.each_lane(|game, options, lane, rows, i| lane.step(game, options, Action(actions[i]), rows));
        Ok(())
    }

    /// Runs `work` on every lane with its rows and its index, over all threads.
    fn each_lane(
        &mut self,
        work: impl Fn(&G, &VersusOptions, &mut Lane<G>, &mut Rows<'_>, usize) + Send + Sync,
    ) {
        let (game, options, seen) = (&*self.game, &self.options, G::SCHEMA.len());
        let numbers = self.observations.chunks_exact_mut(seen).zip(self.finals.chunks_exact_mut(seen));
        let marks = self.masks.chunks_exact_mut(G::ACTIONS).zip(self.rewards.iter_mut().zip(&mut self.dones));
        let jobs = self.lanes.iter_mut().zip(numbers).zip(marks).enumerate();
        let jobs = jobs.map(|(i, ((lane, (observation, final_observation)), (mask, (reward, done))))| {
            (i, lane, Rows { observation, mask, reward, done, final_observation })
        });
        match &self.pool {
            None => jobs.for_each(|(i, lane, mut rows)| work(game, options, lane, &mut rows, i)),
            Some(pool) => {
                // Bots think for far longer than this list takes to make.
                let jobs: Vec<_> = jobs.collect();
                let each = |(i, lane, mut rows): (usize, &mut Lane<G>, Rows<'_>)| {
                    work(game, options, lane, &mut rows, i);
                };
                pool.install(|| jobs.into_par_iter().for_each(each));
            }
        }
    }

    /// How many lanes there are.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// What the seat observes, shape `[lanes, observation length]`.
    pub fn observations(&self) -> &[f32] {
        &self.observations
    }

    /// What it may do, 1 or 0, shape `[lanes, actions]`.
    pub fn masks(&self) -> &[u8] {
        &self.masks
    }

    /// What the last step paid the seat, shape `[lanes]`; zero unless the lane is done.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// Whether a game ended in the last step, 1 or 0, shape `[lanes]`.
    pub fn dones(&self) -> &[u8] {
        &self.dones
    }

    /// What the seat saw last of the game that ended last in each lane, shape `[lanes, observation length]`.
    pub fn final_observations(&self) -> &[f32] {
        &self.finals
    }
}

#[cfg(test)]
mod tests {
    use fogbound_env::games::{goofspiel::Goofspiel, trial::Trial};

    use super::*;
    use crate::Random;

    fn versus<G: Game>(options: VersusOptions) -> Versus<G> {
        let game = Arc::new(G::new(Default::default()).unwrap());
        let make: Arc<Maker<G>> = Arc::new(Box::new(|| Box::new(Random)));
        let seats = (0..game.seats()).map(|seat| (seat != options.seat.index()).then(|| Arc::clone(&make)));
        Versus::new(Arc::clone(&game), seats.collect(), options).unwrap()
    }

    fn options(autoreset: Autoreset, threads: usize) -> VersusOptions {
        VersusOptions { games: 40, seed: 3, threads, seat: Seat(1), autoreset }
    }

    fn lowest<G: Game>(versus: &Versus<G>) -> Vec<u16> {
        let masks = versus.masks().chunks_exact(G::ACTIONS);
        masks.map(|mask| mask.iter().position(|&bit| bit == 1).unwrap() as u16).collect()
    }

    #[test]
    fn threads_change_nothing() {
        let (mut one, mut two) = (
            versus::<Trial>(options(Autoreset::SameStep, 1)),
            versus::<Trial>(options(Autoreset::SameStep, 2)),
        );
        for _ in 0..100 {
            assert_eq!((one.observations(), one.masks()), (two.observations(), two.masks()));
            let actions = lowest(&one);
            one.step(&actions).unwrap();
            two.step(&actions).unwrap();
        }
    }

    #[test]
    fn every_row_shows_what_its_seat_knows() {
        let mut versus = versus::<Trial>(options(Autoreset::SameStep, 1));
        let mut expected = vec![0.0; Trial::SCHEMA.len()];
        for step in 0..200 {
            for (lane, row) in versus.lanes.iter().zip(versus.observations().chunks_exact(expected.len())) {
                versus.game.observe(&versus.game.view(&lane.state, Seat(1)), &mut expected);
                assert_eq!(row, expected, "after {step} steps");
            }
            let actions = lowest(&versus);
            versus.step(&actions).unwrap();
            if step == 150 {
                versus.reset(4);
            }
        }
    }

    /// Both kinds of reset play the same games: one shows each end for a step of its own.
    #[test]
    fn resets_differ_in_the_moment_only() {
        let mut same = versus::<Goofspiel>(options(Autoreset::SameStep, 1));
        let mut next = versus::<Goofspiel>(options(Autoreset::NextStep, 1));
        for _ in 0..40 {
            let actions = lowest(&same);
            same.step(&actions).unwrap();
            next.step(&actions).unwrap();
            assert_eq!((same.rewards(), same.dones()), (next.rewards(), next.dones()));
            if same.dones()[0] == 1 {
                // All games of Goofspiel are equally long.
                assert_eq!(next.observations(), same.final_observations());
                assert!(
                    next.masks()
                        .chunks_exact(Goofspiel::ACTIONS)
                        .all(|mask| { mask[0] == 1 && mask[1..].iter().all(|&bit| bit == 0) })
                );
                next.step(&[999; 40]).unwrap();
                assert!(next.dones().iter().all(|&done| done == 0));
            }
            assert_eq!((same.observations(), same.masks()), (next.observations(), next.masks()));
        }
        same.reset(3);
        assert_eq!(same.observations(), versus::<Goofspiel>(options(Autoreset::SameStep, 1)).observations());
    }

    #[test]
    fn refused_actions_change_nothing() {
        let mut versus = versus::<Goofspiel>(options(Autoreset::SameStep, 1));
        let mut actions = lowest(&versus);
        assert!(matches!(versus.step(&actions[1..]), Err(BatchError::Length { lanes: 40, got: 39 })));
        actions[7] = 400;
        let before = versus.observations().to_vec();
        assert!(matches!(versus.step(&actions), Err(BatchError::Illegal { lane: 7, action: 400, .. })));
        assert_eq!(versus.observations(), before);
    }
}
