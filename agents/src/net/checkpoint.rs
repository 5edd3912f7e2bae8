//! A network on disk.
//!
//! A checkpoint is one file in the safetensors format. The network's parameters are called `net.*`, or
//! `net.0.*`, `net.1.*` if each team has a network of its own; what else is in it
//! belongs to the trainer. A card that says what the weights are for is in the file's metadata under `card`, as JSON, so
//! that it can never belong to other weights.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use fogbound_env::Fingerprint;
use fogbound_env::registry::Info;
use safetensors::{Dtype, SafeTensors};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::networks::Sharing;
use super::shape::Shape;

/// Goes up whenever older programs could not read the file.
pub const FORMAT: u32 = 1;

/// What a network is for: the part of the card that everybody needs. The trainer's card has more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Version of the card's own form.
    pub format: u32,
    /// The game.
    pub game: String,
    /// The setup that it was trained on, in full.
    pub setup: Value,
    /// Version of the game's rules.
    pub rules: u32,
    /// Fingerprint of the observation's layout.
    pub schema: Fingerprint,
    /// The sizes of the network.
    pub network: Shape,
    /// Who plays by the same weights; everybody, if the card does not say.
    #[serde(default)]
    pub sharing: Sharing,
}

impl Identity {
    /// What networks of this shape are for, trained on the game that `info` tells of.
    pub fn new(info: &Info, network: Shape, sharing: Sharing) -> Identity {
        Identity {
            format: FORMAT,
            game: info.name.into(),
            setup: info.setup.clone(),
            rules: info.rules,
            schema: info.schema_fingerprint,
            network,
            sharing,
        }
    }
}

/// Why a checkpoint could not be written or read.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file could not be opened, read or written.
    #[error("cannot {verb} the checkpoint {}: {error}", path.display())]
    File {
        /// What was tried.
        verb: &'static str,
        /// Which file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The file is cut off, or of another kind.
    #[error("{} is not a whole checkpoint: {problem}; it may be cut off or of another kind", path.display())]
    Broken {
        /// Which file.
        path: PathBuf,
        /// What the reader stumbled over.
        problem: String,
    },
    /// The checkpoint is good, but not for this.
    #[error("the checkpoint is for {what} {found}, and not for {wanted}")]
    Other {
        /// What differs.
        what: &'static str,
        /// What the checkpoint has.
        found: String,
        /// What is needed.
        wanted: String,
    },
    /// A number is NaN or infinite.
    #[error("{name} holds a number that is not finite")]
    NotFinite {
        /// The tensor.
        name: String,
    },
}

impl CheckpointError {
    /// Refuses what differs.
    pub fn unless_same<T: PartialEq + ToString>(
        what: &'static str,
        found: &T,
        wanted: &T,
    ) -> Result<(), CheckpointError> {
        if found == wanted {
            return Ok(());
        }
        Err(CheckpointError::Other { what, found: found.to_string(), wanted: wanted.to_string() })
    }
}

/// A checkpoint in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What it is for.
    pub identity: Identity,
    /// The whole card.
    pub card: Value,
    tensors: BTreeMap<String, (Vec<usize>, Vec<f32>)>,
}

impl Checkpoint {
    /// Reads a checkpoint.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let failed = |error| CheckpointError::File { verb: "read", path: path.into(), error };
        let bytes = fs::read(path).map_err(failed)?;
        Checkpoint::parse(&bytes).map_err(|problem| CheckpointError::Broken { path: path.into(), problem })
    }

    /// Reads a checkpoint from the bytes of its file, or says what is wrong with them.
    pub fn parse(bytes: &[u8]) -> Result<Checkpoint, String> {
        let file = SafeTensors::deserialize(bytes).map_err(|error| error.to_string())?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| error.to_string())?;
        let card = header.metadata().as_ref().and_then(|metadata| metadata.get("card"));
        let card = card.ok_or("it has weights, but no card of this trainer")?;
        let card: Value = serde_json::from_str(card).map_err(|error| format!("its card: {error}"))?;
        // Told first, because a card of another version may have other fields.
        if card["format"] != FORMAT {
            return Err(format!("its card has version {}, and this program reads {FORMAT}", card["format"]));
        }
        let identity = Identity::deserialize(&card).map_err(|error| format!("its card: {error}"))?;
        let mut tensors = BTreeMap::new();
        for (name, view) in file.iter() {
            if view.dtype() != Dtype::F32 {
                return Err(format!("{name} is of type {:?} instead of F32", view.dtype()));
            }
            let (quads, _) = view.data().as_chunks::<4>();
            let numbers: Vec<f32> = quads.iter().map(|quad| f32::from_le_bytes(*quad)).collect();
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(CheckpointError::NotFinite { name: name.into() }.to_string());
            }
            tensors.insert(name.to_string(), (view.shape().to_vec(), numbers));
        }
        Ok(Checkpoint { identity, card, tensors })
    }

    /// Whether it holds tensors of a kind, such as `newest`.
    pub(super) fn has(&self, kind: &str) -> bool {
        self.tensors.keys().any(|name| name.split('.').next() == Some(kind))
    }

    /// The numbers of a tensor, which must have these sizes.
    pub fn tensor(&self, name: &str, sizes: &[usize]) -> Result<&[f32], CheckpointError> {
        let other = |found: String| CheckpointError::Other {
            what: "tensors where",
            found,
            wanted: format!("{name} {sizes:?}"),
        };
        let (found, numbers) = self.tensors.get(name).ok_or_else(|| other(format!("{name} is missing")))?;
        if found == sizes { Ok(numbers) } else { Err(other(format!("{name} is {found:?}"))) }
    }

    /// Refuses a checkpoint whose network cannot play the game that `info` tells of. The setup may differ: all setups of
    /// a game have the same observations and actions.
    pub fn check_fits(&self, info: &Info) -> Result<(), CheckpointError> {
        let Identity { game, rules, schema, network, .. } = &self.identity;
        CheckpointError::unless_same("the game", game, &info.name.to_string())?;
        CheckpointError::unless_same("version of the rules", rules, &info.rules)?;
        CheckpointError::unless_same("observations of the layout", schema, &info.schema_fingerprint)?;
        CheckpointError::unless_same("observations of length", &network.observation, &info.observation)?;
        CheckpointError::unless_same("an action list of length", &network.actions, &info.actions)
    }
}
