//! Many games on one thread, so that networks are asked for many decisions at once.

use std::sync::Arc;

use fogbound_env::{Action, Game, Returns};

use super::batch::Batch;
use super::judged::Judged;
use super::lane::{Lane, Table, logs};
use super::league::{Player, Rival, Seating};
use super::searcher::Searcher;
use super::tally::Tally;
use super::{Duel, Harvest, Lesson, Order, PlayError, Verdict};
use crate::net::{Network, Networks, Scratch, read};
use crate::{Policy, scripted};

/// Some of the lanes of a run.
pub(super) struct Worker<G: Game> {
    table: Arc<Table<G>>,
    lanes: Vec<Lane<G>>,
    script: Option<Box<dyn Policy<G>>>,
    groups: Vec<Group>,
    scratch: Scratch,
    weights: Vec<f32>,
    searcher: Option<Searcher<G>>,
    /// Lanes whose decision has been searched in this step.
    searched: Vec<bool>,
    /// The run's name, and the number of the next game in each lane.
    seed: u64,
    next: Vec<u64>,
    /// How far the numbers of a lane's games lie apart.
    stride: u64,
    /// What the games in play are for.
    lesson: Option<Lesson>,
}

/// The decisions that one network is asked for.
struct Group {
    network: Arc<Network>,
    lanes: Vec<usize>,
    batch: Batch,
    /// What a critic makes of the same decisions, if one is asked.
    judged: Judged,
}

impl<G: Game> Worker<G> {
    /// A worker for the given lanes of `all`; the first game of lane `i` is game `first + i` of the run.
    pub(super) fn new(
        table: &Arc<Table<G>>,
        lanes: impl Iterator<Item = usize>,
        all: usize,
        (seed, first): (u64, u64),
    ) -> Worker<G> {
        let next: Vec<u64> = lanes.map(|lane| first + lane as u64).collect();
        Worker {
            lanes: next.iter().map(|_| Lane::new(table)).collect(),
            table: Arc::clone(table),
            script: scripted::policy_for(),
            groups: Vec::new(),
            scratch: Scratch::default(),
            weights: Vec::new(),
            searcher: None,
            searched: Vec::new(),
            seed,
            next,
            stride: all as u64,
            lesson: None,
        }
    }

    /// The smallest number that no game of this worker has had.
    pub(super) fn unplayed(&self) -> u64 {
        self.next.iter().copied().max().unwrap_or(0)
    }

    /// Makes `order.steps` decisions in each lane that count, and hands over what there is to learn from them.
    pub(super) fn collect(&mut self, order: &Order) -> Result<Harvest, PlayError> {
        let mut harvest = Harvest::new(self.table.teams.len());
        if self.lesson != Some(order.lesson) {
            self.lesson = Some(order.lesson);
            (0..self.lanes.len()).for_each(|lane| self.deal(lane, order));
        }
        for _ in 0..order.steps {
            match order.lesson {
                Lesson::SelfPlay | Lesson::Search => self.step(order, &mut harvest)?,
                Lesson::Imitation => self.imitate(order, &mut harvest)?,
            }
        }
        if order.lesson != Lesson::Imitation {
            for open in self.lanes.iter_mut().flat_map(|lane| &mut lane.open) {
                harvest.samples.cut(open, order.lambdas);
            }
        }
        Ok(harvest)
    }

    /// The next game of a lane: the run, its number and its setup. Neighbouring games have one setup after the other, and so have
    /// the games of a lane, so that long ones take no more lanes than short ones.
    fn next_game(&mut self, lane: usize) -> (u64, u64, usize) {
        let number = self.next[lane];
        self.next[lane] += self.stride;
        let setup = (number % self.stride + number / self.stride) % self.table.games.len() as u64;
        (self.seed, number, setup as usize)
    }

    /// Begins the next game of a lane.
    fn deal(&mut self, lane: usize, order: &Order) {
        let (teams, scripted) = (self.table.teams.len(), self.script.is_some());
        let game = self.next_game(lane);
        self.lanes[lane].begin(&self.table, game, |rng| match order.lesson {
            Lesson::SelfPlay | Lesson::Search => order.league.draw(teams, scripted, rng),
            Lesson::Imitation => {
                Seating::duel(teams, 0, &Player::Scripted, (Rival::Scripted, &Player::Scripted))
            }
        });
    }

    /// One decision of a network in each lane, and what others decide in between.
    fn step(&mut self, order: &Order, harvest: &mut Harvest) -> Result<(), PlayError> {
        for lane in 0..self.lanes.len() {
            while let Some(returns) = self.play_others(lane, &mut harvest.tally.decisions)? {
                self.end(lane, &returns, order, harvest);
            }
        }
        self.search(order, harvest)?;
        let searched = std::mem::take(&mut self.searched);
        harvest.tally.evaluations += self.ask(Some(&order.newest), |lane| !searched[lane]);
        self.searched = searched;
        if let (Some(critics), Lesson::SelfPlay) = (&order.critics, order.lesson) {
            self.judge(critics);
        }
        for at in 0..self.groups.len() {
            for row in 0..self.groups[at].lanes.len() {
                let lane = self.groups[at].lanes[row];
                let action = self.choose(at, row)?;
                self.record(at, row, action, order.lesson);
                harvest.tally.decisions += 1;
                if let Some(returns) = self.lanes[lane].play(&self.table, Action(action)) {
                    self.end(lane, &returns, order, harvest);
                }
            }
        }
        Ok(())
    }

    /// Searches the decisions of some of the lanes, if that is what is learnt from, and plays them.
    fn search(&mut self, order: &Order, harvest: &mut Harvest) -> Result<(), PlayError> {
        self.searched.clear();
        self.searched.resize(self.lanes.len(), false);
        if order.lesson != Lesson::Search {
            return Ok(());
        }
        let mut searcher = match self.searcher.take() {
            Some(searcher) if searcher.is_by(&order.newest) => searcher,
            _ => Searcher::new(&order.newest, &order.search)?,
        };
        let mut inputs = vec![0.0; order.newest.shape().inputs()];
        for index in 0..self.lanes.len() {
            let (table, lane) = (&*self.table, &mut self.lanes[index]);
            let ours = matches!(lane.player(table), Player::Newest) && lane.legal.len() > 1;
            if !ours || f64::from(lane.choice.unit()) >= order.search.share {
                continue;
            }
            self.searched[index] = true;
            let seen = lane.seen(table);
            read(&seen, self.script.as_deref_mut(), &mut self.weights, &mut inputs);
            let found = searcher.find(&seen, &lane.state, &mut lane.choice);
            let value = table.scale(found.value);
            if !value.is_finite() || found.logs.iter().any(|log| !log.is_finite()) {
                return Err(PlayError::NotFinite);
            }
            harvest.tally.simulations += found.simulations;
            harvest.tally.evaluations += found.evaluations;
            let action = lane.draw(&found.played);
            lane.write_down(&inputs, &[], &found.logs, action, value);
            harvest.tally.decisions += 1;
            if let Some(returns) = lane.play(table, action) {
                self.end(index, &returns, order, harvest);
            }
        }
        self.searcher = Some(searcher);
        Ok(())
    }

    /// Lets those who need no network decide, up to a decision for a network or the end of the game.
    /// They are counted in `decisions`.
    fn play_others(&mut self, lane: usize, decisions: &mut u64) -> Result<Option<Returns>, PlayError> {
        let (table, lane) = (&*self.table, &mut self.lanes[lane]);
        loop {
            let action = match lane.player(table) {
                Player::Newest | Player::Fixed(_) => return Ok(None),
                Player::Random => lane.draw_any(),
                Player::Named(_) => lane.ask_agent(table),
                Player::Scripted => {
                    let script = self.script.as_deref_mut().ok_or(PlayError::NoScript { game: G::NAME })?;
                    lane.ask(table, script, &mut self.weights);
                    lane.draw(&self.weights)
                }
            };
            *decisions += 1;
            if let Some(returns) = lane.play(table, action) {
                return Ok(Some(returns));
            }
        }
    }

    /// Asks the networks for the decisions of all lanes that `wanted` picks, and tells how many there were. Where nobody plays by
    /// the newest weights there need be none.
    fn ask(&mut self, newest: Option<&Networks>, wanted: impl Fn(usize) -> bool) -> u64 {
        let table = &*self.table;
        self.groups.iter_mut().for_each(|group| {
            group.lanes.clear();
            group.batch.clear();
        });
        for (index, lane) in self.lanes.iter().enumerate().filter(|(index, _)| wanted(*index)) {
            let network = match lane.player(table) {
                Player::Fixed(networks) => networks.of(lane.seat),
                _ => newest.expect("they are given where they play").of(lane.seat),
            };
            let known = self.groups.iter().position(|group| Arc::ptr_eq(&group.network, network));
            let at = known.unwrap_or_else(|| {
                self.groups.push(Group::new(Arc::clone(network)));
                self.groups.len() - 1
            });
            let group = &mut self.groups[at];
            group.lanes.push(index);
            let (script, width) = (self.script.as_deref_mut(), network.shape().inputs());
            group.batch.push(&lane.seen(table), lane.legal, script, &mut self.weights, width);
        }
        self.groups.retain(|group| !group.lanes.is_empty());
        for group in &mut self.groups {
            group.batch.evaluate(&group.network, &mut self.scratch);
        }
        self.groups.iter().map(|group| group.lanes.len() as u64).sum()
    }

    /// Draws an action for a row of a group, which is settled with it.
    fn choose(&mut self, group: usize, row: usize) -> Result<u16, PlayError> {
        let group = &mut self.groups[group];
        group.batch.settle(row, &mut self.weights).ok_or(PlayError::NotFinite)?;
        Ok(self.lanes[group.lanes[row]].draw(&self.weights).0)
    }

    /// Writes a decision of the newest weights down: what they expected, and all of it if it is to be learnt from.
    fn record(&mut self, group: usize, row: usize, action: u16, lesson: Lesson) {
        let Group { batch, lanes, judged, .. } = &self.groups[group];
        let lane = &mut self.lanes[lanes[row]];
        if !matches!(lane.player(&self.table), Player::Newest) {
            return;
        }
        lane.expected[lane.seat.index()].push(batch.values[row]);
        if lesson != Lesson::SelfPlay {
            return;
        }
        let open = &mut lane.open[lane.seat.index()];
        open.observations.push_dense(batch.inputs(row));
        open.hidden.push_dense(judged.hidden(row));
        open.policies.push(batch.logs(row));
        open.seats.push(lane.seat.0);
        open.actions.push(action);
        open.values.push(judged.value(row).unwrap_or(batch.values[row]));
    }

    /// Asks the critics what to expect of the decisions that the newest weights have just been asked for.
    fn judge(&mut self, critics: &Networks) {
        for Group { lanes, batch, judged, .. } in &mut self.groups {
            let ours = |&lane: &usize| matches!(self.lanes[lane].player(&self.table), Player::Newest);
            if !lanes.iter().any(ours) {
                continue;
            }
            let critic = critics.of(self.lanes[lanes[0]].seat);
            judged.clear();
            for (row, &lane) in lanes.iter().enumerate() {
                let hidden = judged.push(batch.inputs(row), critic.shape().inputs());
                self.lanes[lane].observe_hidden(&self.table, hidden);
            }
            judged.evaluate(critic, &mut self.scratch);
        }
    }

    /// One decision of the script in each lane, written down with the script's whole policy.
    fn imitate(&mut self, order: &Order, harvest: &mut Harvest) -> Result<(), PlayError> {
        let mut inputs = vec![0.0; order.newest.shape().inputs()];
        let seen_by_others = if order.critics.is_some() { self.table.hidden() } else { 0 };
        let mut hidden = vec![0.0; seen_by_others];
        for index in 0..self.lanes.len() {
            let script = self.script.as_deref_mut().ok_or(PlayError::NoScript { game: G::NAME })?;
            let (table, lane) = (&*self.table, &mut self.lanes[index]);
            read(&lane.seen(table), Some(&mut *script), &mut self.weights, &mut inputs);
            lane.ask(table, script, &mut self.weights);
            let action = lane.draw(&self.weights);
            lane.observe_hidden(table, &mut hidden);
            lane.write_down(&inputs, &hidden, &logs(&self.weights), action, 0.0);
            harvest.tally.decisions += 1;
            if let Some(returns) = lane.play(table, action) {
                self.end(index, &returns, order, harvest);
            }
        }
        Ok(())
    }

    /// Settles a game that ended and begins the next.
    fn end(&mut self, lane: usize, returns: &Returns, order: &Order, harvest: &mut Harvest) {
        self.count(lane, returns, &mut harvest.tally);
        let Lane { open, expected, .. } = &mut self.lanes[lane];
        for (seat, (open, expected)) in open.iter_mut().zip(expected).enumerate() {
            let result = self.table.scale(returns[seat]);
            harvest.samples.finish(open, result, order.lambdas);
            for &value in expected.iter() {
                harvest.tally.foresight.note(value, result);
            }
        }
        self.deal(lane, order);
    }

    /// Counts the result of each team that plays by the newest weights.
    fn count(&self, lane: usize, returns: &Returns, tally: &mut Tally) {
        let (table, lane) = (&*self.table, &self.lanes[lane]);
        tally.games += 1;
        tally.lengths += lane.length;
        for (team, player) in lane.seating.players.iter().enumerate() {
            if matches!(player, Player::Newest) {
                let (paid, others) = table.paid(returns, team);
                tally.note(lane.seating.rival, team, paid, others);
            }
        }
    }

    /// Plays the games of a duel that fall to this worker: lane `i` of `all` plays games `i`, `i + all` and so on.
    pub(super) fn duel(&mut self, duel: &Duel) -> Result<Verdict, PlayError> {
        let Verdict { mut score, mut decisions } = Verdict::default();
        let table = Arc::clone(&self.table);
        let mut note = |returns: &Returns| {
            let (paid, others) = table.paid(returns, duel.team);
            score.note(paid, others);
        };
        let mut playing: Vec<bool> = (0..self.lanes.len()).map(|lane| self.deal_duel(lane, duel)).collect();
        while playing.contains(&true) {
            for (lane, playing) in playing.iter_mut().enumerate() {
                while *playing {
                    let Some(returns) = self.play_others(lane, &mut decisions)? else { break };
                    note(&returns);
                    *playing = self.deal_duel(lane, duel);
                }
            }
            decisions += self.ask(None, |lane| playing[lane]);
            for at in 0..self.groups.len() {
                for row in 0..self.groups[at].lanes.len() {
                    let lane = self.groups[at].lanes[row];
                    let action = self.choose(at, row)?;
                    if let Some(returns) = self.lanes[lane].play(&self.table, Action(action)) {
                        note(&returns);
                        playing[lane] = self.deal_duel(lane, duel);
                    }
                }
            }
        }
        Ok(Verdict { score, decisions })
    }

    /// Begins the next game of a duel, if the lane has one left.
    fn deal_duel(&mut self, lane: usize, duel: &Duel) -> bool {
        if self.next[lane] >= duel.games {
            return false;
        }
        let game = self.next_game(lane);
        let teams = self.table.teams.len();
        // What a duel counts is the score of its team, whomever the rival is called.
        let seating = Seating::duel(teams, duel.team, &duel.ours, (Rival::Past, &duel.rival));
        self.lanes[lane].begin(&self.table, game, |_| seating);
        true
    }
}

impl Group {
    fn new(network: Arc<Network>) -> Group {
        Group { network, lanes: Vec::new(), batch: Batch::default(), judged: Judged::default() }
    }
}

impl<G: Game> std::fmt::Debug for Worker<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker")
            .field("game", &G::NAME)
            .field("lanes", &self.lanes.len())
            .finish_non_exhaustive()
    }
}
