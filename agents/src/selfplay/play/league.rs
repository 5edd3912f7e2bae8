//! Who sits at the table in a game of self-play.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::net::Networks;
use crate::spec::Maker;
use fogbound_env::{Game, Rng};
use serde::{Deserialize, Serialize};

/// Who plays a team.
#[derive(Clone, Debug)]
pub enum Player {
    /// The weights that are being trained. Only their decisions are learnt from.
    Newest,
    /// Weights that do not change any more.
    Fixed(Arc<Networks>),
    /// The game's scripted player.
    Scripted,
    /// Somebody who chooses evenly.
    Random,
    /// An agent by its name, such as a search.
    Named(Named),
}

/// An agent by its name, ready to play a run's games. [`Play::named`](super::Play::named) makes them.
#[derive(Clone)]
pub struct Named {
    name: String,
    /// A `Vec<Maker<G>>` of the run's game, one for each of its setups: who plays is known to those who do not know which game.
    makers: Arc<dyn Any + Send + Sync>,
}

impl Named {
    /// The agent that these make, one for each setup.
    pub(super) fn new<G: Game>(name: String, makers: Vec<Maker<G>>) -> Named {
        Named { name, makers: Arc::new(makers) }
    }

    /// What makes it for one of the setups.
    pub(super) fn maker<G: Game>(&self, setup: usize) -> &Maker<G> {
        let makers: &Vec<Maker<G>> = self.makers.downcast_ref().expect("it was made for the run's game");
        &makers[setup]
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Named({})", self.name)
    }
}

/// Against whom the newest weights play, for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rival {
    /// Themselves.
    Newest,
    /// Older ones of the pool.
    Past,
    /// The scripted player.
    Scripted,
}

impl Rival {
    /// All of them.
    pub const ALL: [Rival; 3] = [Rival::Newest, Rival::Past, Rival::Scripted];

    /// What it is called in logs.
    pub const fn name(self) -> &'static str {
        ["newest", "past", "scripted"][self as usize]
    }
}

/// How often the newest weights meet somebody else than themselves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shares {
    /// Share of the games in which one team is played by older weights of the pool.
    pub past: f64,
    /// Share of the games in which one team is played by the script, if the game has one.
    pub scripted: f64,
    /// The most older weights that are kept. When there are more, every second is dropped, so that those that stay are
    /// spread over the whole run.
    pub snapshots: usize,
    /// A copy of the weights joins the pool after so many updates; twice as many whenever the pool was thinned.
    pub every: u64,
}

impl Default for Shares {
    fn default() -> Shares {
        Shares { past: 0.15, scripted: 0.0, snapshots: 16, every: 10 }
    }
}

/// The pool that opponents are drawn from.
#[derive(Clone, Debug, Default)]
pub struct League {
    shares: Shares,
    /// Older weights, with the update after which they were copied.
    past: Vec<(u64, Arc<Networks>)>,
    /// The only team that learns, and the weights that the others keep.
    only: Option<(usize, Arc<Networks>)>,
}

/// A table: who plays each team, and whom the newest weights meet there.
#[derive(Clone, Debug)]
pub(super) struct Seating {
    pub(super) players: Vec<Player>,
    pub(super) rival: Rival,
}

impl Seating {
    /// One team against the same rival in all other teams.
    pub(super) fn duel(teams: usize, team: usize, ours: &Player, rival: (Rival, &Player)) -> Seating {
        let player = |t| if t == team { ours.clone() } else { rival.1.clone() };
        Seating { players: (0..teams).map(player).collect(), rival: rival.0 }
    }
}

impl League {
    /// An empty pool.
    pub fn new(shares: Shares) -> League {
        League { shares, past: Vec::new(), only: None }
    }

    /// The same pool, in which only `team` learns. Where it would meet the newest weights, it meets these.
    #[must_use]
    pub fn only(self, team: usize, networks: Arc<Networks>) -> League {
        League { only: Some((team, networks)), ..self }
    }

    /// A league of one: `team` learns to beat these weights, and meets nobody else.
    pub fn against(team: usize, networks: Arc<Networks>) -> League {
        League::new(Shares { past: 0.0, scripted: 0.0, ..Shares::default() }).only(team, networks)
    }

    /// The updates after which the pool's weights were copied, oldest first.
    pub fn updates(&self) -> impl Iterator<Item = u64> {
        self.past.iter().map(|(update, _)| *update)
    }

    /// Whether a copy of the weights should join after `update`. The distance doubles with each thinning, which shows in
    /// the distance of the oldest two.
    pub fn wants(&self, update: u64) -> bool {
        let spacing = match self.past[..] {
            [(first, _), (second, _), ..] => second - first,
            _ => self.shares.every,
        };
        let last = self.past.last().map_or(0, |(last, _)| *last);
        self.shares.past > 0.0 && update >= last + spacing
    }

    /// Adds a copy of the weights, and gives back the updates of those that had to go.
    pub fn join(&mut self, update: u64, networks: Arc<Networks>) -> Vec<u64> {
        self.past.push((update, networks));
        if self.past.len() <= self.shares.snapshots {
            return Vec::new();
        }
        let mut gone = Vec::new();
        let mut keep = false;
        self.past.retain(|(update, _)| {
            keep = !keep;
            if !keep {
                gone.push(*update);
            }
            keep
        });
        gone
    }

    /// Draws who plays a game.
    pub(super) fn draw(&self, teams: usize, scripted: bool, rng: &mut Rng) -> Seating {
        let ticket = f64::from(rng.unit());
        let drawn = rng.below(teams as u32) as usize;
        let team = self.only.as_ref().map_or(drawn, |(team, _)| *team);
        let duel =
            |rival: Rival, player: &Player| Seating::duel(teams, team, &Player::Newest, (rival, player));
        if scripted && ticket < self.shares.scripted {
            return duel(Rival::Scripted, &Player::Scripted);
        }
        if !self.past.is_empty() && ticket >= 1.0 - self.shares.past {
            let (_, networks) = &self.past[rng.below(self.past.len() as u32) as usize];
            return duel(Rival::Past, &Player::Fixed(Arc::clone(networks)));
        }
        match &self.only {
            Some((_, kept)) => duel(Rival::Past, &Player::Fixed(Arc::clone(kept))),
            None => duel(Rival::Newest, &Player::Newest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Network, Shape};

    fn networks() -> Arc<Networks> {
        let shape = Shape { observation: 2, actions: 2, hidden: 4, layers: 1, advice: 0 };
        Arc::new(Networks::new(vec![Arc::new(Network::fresh(shape, &mut Rng::new(1)))], &[]))
    }

    #[test]
    fn rivals_come_as_often_as_the_shares_say() {
        let mut league = League::new(Shares { past: 0.2, scripted: 0.1, ..Shares::default() });
        let count = |league: &League, scripted: bool| {
            let mut rng = Rng::new(5);
            let mut counts = [[0; 2]; 3];
            for _ in 0..20_000 {
                let seating = league.draw(2, scripted, &mut rng);
                let ours = seating.players.iter().position(|player| matches!(player, Player::Newest));
                counts[seating.rival as usize][ours.expect("one team is the newest")] += 1;
            }
            counts
        };
        assert_eq!(count(&league, false)[1..], [[0; 2]; 2]);
        league.join(10, networks());
        let [_, past, scripted] = count(&league, true);
        // Both teams alike; five standard deviations.
        assert!(past.iter().all(|n| (1_780..2_220).contains(n)), "{past:?}");
        assert!(scripted.iter().all(|n| (840..1_160).contains(n)), "{scripted:?}");
    }

    #[test]
    fn where_one_team_learns_it_sits_at_every_table_and_the_others_never_learn() {
        let league = League::new(Shares { past: 0.3, scripted: 0.3, ..Shares::default() });
        let mut league = league.only(1, networks());
        league.join(10, networks());
        let mut rng = Rng::new(5);
        let mut rivals = [0; 3];
        for _ in 0..2_000 {
            let seating = league.draw(2, true, &mut rng);
            assert!(matches!(seating.players[..], [Player::Fixed(_) | Player::Scripted, Player::Newest]));
            rivals[seating.rival as usize] += 1;
        }
        // Five standard deviations; who keeps its weights counts as older ones.
        assert!(
            rivals[0] == 0 && (500..700).contains(&rivals[2]) && rivals[1] + rivals[2] == 2_000,
            "{rivals:?}"
        );
        let alone = League::against(0, networks());
        assert!(!alone.wants(1_000_000));
        assert!((0..100).all(|_| matches!(
            alone.draw(2, true, &mut rng).players[..],
            [Player::Newest, Player::Fixed(_)]
        )));
    }

    #[test]
    fn the_pool_stays_spread_over_the_run() {
        let mut league = League::new(Shares { past: 0.2, snapshots: 8, every: 10, ..Shares::default() });
        let mut gone = Vec::new();
        for update in 1..=1_000 {
            if league.wants(update) {
                gone.extend(league.join(update, networks()));
            }
            assert!(league.past.len() <= 8);
        }
        let left: Vec<u64> = league.updates().collect();
        assert!(left.len() >= 4 && left[0] == 10 && left.is_sorted(), "{left:?}");
        assert!(left.windows(2).all(|pair| pair[1] - pair[0] == left[1] - left[0]), "{left:?}");
        assert!(gone.iter().all(|update| !left.contains(update)));
    }
}
