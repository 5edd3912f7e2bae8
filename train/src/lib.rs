//! The trainer of Fogbound.

mod adam;
pub mod apart;
pub mod checkpoint;
pub mod config;
pub mod evaluate;
pub mod export;
mod files;
pub mod folder;
pub mod learn;
mod learner;
pub mod log;
mod net;
pub mod play;
pub mod respond;
mod rows;
pub mod run;
pub mod samples;
pub mod shards;
mod trainer;

pub use adam::Adam;
pub use config::{Config, ConfigError};
pub use fogbound_agents::net::Shape;
pub use learner::Learner;
pub use net::{Net, Output, Thought};
pub use rows::Rows;
pub use trainer::{Counts, Metrics, Trainer};
