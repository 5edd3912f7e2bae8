//! The networks of a whole table.

use std::sync::Arc;

use fogbound_env::registry::Info;
use fogbound_env::{Game, MAX_SEATS, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use super::checkpoint::{Checkpoint, CheckpointError};
use super::network::Network;
use super::shape::Shape;
use crate::scripted;

/// Who plays by the same weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sharing {
    /// All seats; what a seat is follows from its observation.
    #[default]
    Shared,
    /// The seats of a team; each team has weights of its own.
    PerTeam,
}

impl Sharing {
    /// How many networks a game of so many teams has.
    pub const fn networks(self, teams: usize) -> usize {
        match self {
            Sharing::Shared => 1,
            Sharing::PerTeam => teams,
        }
    }

    /// What the names of the tensors of one network begin with, after the name of what they are: `net.trunk.0.weight`
    /// for all seats, `net.1.trunk.0.weight` for the second team.
    pub fn prefix(self, network: usize) -> String {
        match self {
            Sharing::Shared => String::new(),
            Sharing::PerTeam => format!("{network}."),
        }
    }
}

/// One network for all seats, or one for each team.
#[derive(Clone, Debug)]
pub struct Networks {
    networks: Vec<Arc<Network>>,
    of_seat: [u8; MAX_SEATS],
}

impl Networks {
    /// Seats the networks: one for everybody, or one for each of the teams.
    ///
    /// # Panics
    /// If there are neither one nor as many as teams, or if their shapes differ.
    pub fn new(networks: Vec<Arc<Network>>, teams: &[SeatSet]) -> Networks {
        let count = networks.len();
        assert!(count == 1 || count == teams.len(), "one network for all teams, or one for each");
        let same = |network: &Arc<Network>| network.shape() == networks[0].shape();
        assert!(networks.iter().all(same), "networks of one table have one shape");
        let mut of_seat = [0; MAX_SEATS];
        if count > 1 {
            for (team, seats) in teams.iter().enumerate() {
                seats.iter().for_each(|seat| of_seat[seat.index()] = team as u8);
            }
        }
        Networks { networks, of_seat }
    }

    /// The networks of a checkpoint, if they fit the game.
    pub fn read<G: Game>(checkpoint: &Checkpoint, game: &G) -> Result<Networks, CheckpointError> {
        Networks::read_kind("net", checkpoint, game)
    }

    /// The networks that training goes on with, or the averaged ones where a checkpoint has no others.
    pub fn read_newest<G: Game>(checkpoint: &Checkpoint, game: &G) -> Result<Networks, CheckpointError> {
        Networks::read_kind(if checkpoint.has("newest") { "newest" } else { "net" }, checkpoint, game)
    }

    /// The critics of a run, which see what all teams see.
    pub fn read_critics<G: Game>(checkpoint: &Checkpoint, game: &G) -> Result<Networks, CheckpointError> {
        checkpoint.check_fits(&Info::of(game))?;
        let teams = game.teams();
        Networks::all_of("critic", checkpoint, checkpoint.identity.network.critic(teams.len() - 1), &teams)
    }

    fn all_of(
        kind: &str,
        checkpoint: &Checkpoint,
        shape: Shape,
        teams: &[SeatSet],
    ) -> Result<Networks, CheckpointError> {
        let count = checkpoint.identity.sharing.networks(teams.len());
        let networks = (0..count).map(|index| Ok(Arc::new(Network::nth(kind, checkpoint, index, shape)?)));
        Ok(Networks::new(networks.collect::<Result<_, CheckpointError>>()?, teams))
    }

    fn read_kind<G: Game>(
        kind: &str,
        checkpoint: &Checkpoint,
        game: &G,
    ) -> Result<Networks, CheckpointError> {
        checkpoint.check_fits(&Info::of(game))?;
        let advice = scripted::advice::<G>();
        let found = checkpoint.identity.network.advice;
        if found > 0 {
            CheckpointError::unless_same("a script whose advice has length", &found, &advice)?;
        }
        Networks::all_of(kind, checkpoint, checkpoint.identity.network, &game.teams())
    }

    /// The network that `seat` plays by.
    #[inline]
    pub fn of(&self, seat: Seat) -> &Arc<Network> {
        &self.networks[usize::from(self.of_seat[seat.index()])]
    }

    /// The sizes that all of them have.
    pub fn shape(&self) -> Shape {
        self.networks[0].shape()
    }

    /// The networks, one for all teams or one for each.
    pub fn all(&self) -> &[Arc<Network>] {
        &self.networks
    }
}
