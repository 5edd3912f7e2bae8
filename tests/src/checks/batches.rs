//! A batch plays the same games as one at a time, on any number of threads.

use std::sync::Arc;

use fogbound_env::{
    Action, ActionSet, Batch, BatchError, BatchOptions, Game, Joint, Perspective, Rng, SeatSet, Silence, Turn,
};

/// More lanes than two threads take in one bite.
const LANES: usize = 70;
const SEED: u64 = 20;

pub(crate) fn check<G: Game>(game: &Arc<G>, games: u64) {
    let options = BatchOptions { games: LANES, seed: SEED, threads: 1 };
    let mut one = Batch::new(Arc::clone(game), options).expect("a batch can be made");
    let mut two =
        Batch::new(Arc::clone(game), BatchOptions { threads: 2, ..options }).expect("a batch can be made");
    let mut single: Vec<Single<G>> = (0..LANES as u64).map(|lane| Single::new(&**game, lane)).collect();
    let mut rng = Rng::new(21);
    let mut ended = 0;
    let mut actions = vec![0; LANES];
    while ended < games {
        assert_eq!(buffers(&one), buffers(&two), "two threads play something else than one");
        for (lane, single) in single.iter_mut().enumerate() {
            single.compare(&one, lane);
            let mask = &one.masks()[lane * G::ACTIONS..][..G::ACTIONS];
            let legal: ActionSet =
                (0..G::ACTIONS as u16).map(Action).filter(|a| mask[a.index()] == 1).collect();
            let action = fogbound_env::rollout::random_action(&legal, &mut rng);
            actions[lane] = action.0;
            single.step(action);
            ended += u64::from(single.done);
        }
        refuse_bad_steps(&mut one, &actions);
        one.step(&actions).expect("legal actions are played");
        two.step(&actions).expect("legal actions are played");
    }
    assert_eq!(
        Batch::new(Arc::clone(game), BatchOptions { games: 0, ..options }).err(),
        Some(BatchError::Empty("game"))
    );
    let no_threads = BatchOptions { threads: 0, ..options };
    assert_eq!(Batch::new(Arc::clone(game), no_threads).err(), Some(BatchError::Empty("thread")));
}

type Buffers<'a> = (&'a [f32], &'a [u8], &'a [u8], &'a [f32], &'a [u8]);

fn buffers<G: Game>(batch: &Batch<G>) -> Buffers<'_> {
    (batch.observations(), batch.masks(), batch.seats(), batch.rewards(), batch.dones())
}

fn refuse_bad_steps<G: Game>(batch: &mut Batch<G>, actions: &[u16]) {
    let before = batch.observations().to_vec();
    let mut bad = actions.to_vec();
    bad[LANES - 1] = G::ACTIONS as u16;
    assert!(matches!(batch.step(&bad), Err(BatchError::Illegal { lane, .. }) if lane == LANES - 1));
    assert_eq!(batch.step(&actions[1..]), Err(BatchError::Length { lanes: LANES, got: LANES - 1 }));
    assert_eq!(batch.observations(), before, "a refused step played something");
}

/// One lane, played by the plain rules.
struct Single<'g, G: Game> {
    game: &'g G,
    state: G::State,
    rng: Rng,
    waiting: SeatSet,
    joint: Joint,
    next: u64,
    reward: Vec<f32>,
    done: bool,
}

impl<'g, G: Game> Single<'g, G> {
    fn new(game: &'g G, lane: u64) -> Single<'g, G> {
        let mut single = Single {
            game,
            state: game.start(),
            rng: Rng::stream(SEED, lane),
            waiting: SeatSet::EMPTY,
            joint: Joint::NONE,
            next: lane + LANES as u64,
            reward: vec![0.0; game.seats()],
            done: false,
        };
        single.settle();
        single
    }

    fn settle(&mut self) {
        loop {
            match self.game.turn(&self.state) {
                Turn::Chance => {
                    let id = self.game.draw(&self.state, &mut self.rng);
                    self.game.fall(&mut self.state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    (self.waiting, self.joint) = (acting, Joint::NONE);
                    return;
                }
                Turn::Over => {
                    self.reward = self.game.returns(&self.state)[..self.game.seats()].to_vec();
                    self.done = true;
                    self.rng = Rng::stream(SEED, self.next);
                    self.next += LANES as u64;
                    self.state = self.game.start();
                }
            }
        }
    }

    fn step(&mut self, action: Action) {
        self.reward.fill(0.0);
        self.done = false;
        let seat = self.waiting.lowest().expect("a lane is at a decision");
        self.joint.set(seat, action);
        self.waiting = self.waiting.without(seat);
        if self.waiting.is_empty() {
            self.game.apply(&mut self.state, &self.joint, &mut Silence);
            self.settle();
        }
    }

    fn compare(&self, batch: &Batch<G>, lane: usize) {
        let seat = self.waiting.lowest().expect("a lane is at a decision");
        let seen = Perspective::new(self.game, &self.state, seat);
        let mut observation = vec![0.0; G::SCHEMA.len()];
        seen.observe(&mut observation);
        let mut mask = vec![0; G::ACTIONS];
        seen.legal().write_mask(&mut mask);
        assert_eq!(batch.seats()[lane], seat.0);
        assert_eq!(batch.observations()[lane * observation.len()..][..observation.len()], observation);
        assert_eq!(batch.masks()[lane * mask.len()..][..mask.len()], mask);
        assert_eq!(batch.rewards()[lane * self.reward.len()..][..self.reward.len()], self.reward);
        assert_eq!(batch.dones()[lane], u8::from(self.done));
    }
}
