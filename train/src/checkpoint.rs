//! Checkpoints: the weights, and a card that says what they are.
//!
//! A checkpoint is one file in the safetensors format. The network's parameters are called `net.*`; the optimiser's
//! moments `adam.mean.*` and `adam.square.*`. The [`Card`] is in the file's metadata under `card`, so that it can
//! never belong to other weights; a copy for people lies beside the file with the ending `.json`.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fogbound_env::Fingerprint;
use fogbound_env::registry::Info;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError, SafeTensors};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tch::{Tensor, no_grad};
use thiserror::Error;

use crate::adam::Adam;
use crate::config::Config;
use crate::evaluate::Evaluation;
use crate::files;
use crate::net::{Net, Shape, numbers};
use crate::trainer::Counts;

/// Goes up whenever older programs could not read the file.
const FORMAT: u32 = 1;

/// What a checkpoint is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Version of the card's own form.
    pub format: u32,
    /// The game.
    pub game: String,
    /// Its setup in full.
    pub setup: Value,
    /// Version of its rules.
    pub rules: u32,
    /// Fingerprint of the observation's layout.
    pub schema: Fingerprint,
    /// The sizes of the network.
    pub network: Shape,
    /// How far the run had come.
    pub counts: Counts,
    /// How long it had trained.
    pub seconds: f64,
    /// Steps of the optimiser so far.
    pub adam_steps: u32,
    /// The options of the run.
    pub config: Config,
    /// The command that made it.
    pub command: Vec<String>,
    /// How well the untrained network played.
    pub first_evaluation: Evaluation,
    /// How well this network plays.
    pub evaluation: Evaluation,
}

impl Card {
    /// The card of a network for the game that `info` tells of.
    #[expect(clippy::too_many_arguments, reason = "each is one line of the card")]
    pub(crate) fn new(
        info: &Info,
        config: &Config,
        network: Shape,
        counts: Counts,
        seconds: f64,
        adam: &Adam,
        command: &[String],
        (first, last): (&Evaluation, &Evaluation),
    ) -> Card {
        Card {
            format: FORMAT,
            game: info.name.into(),
            setup: info.setup.clone(),
            rules: info.rules,
            schema: info.schema_fingerprint,
            network,
            counts,
            seconds,
            adam_steps: adam.steps,
            config: config.clone(),
            command: command.to_vec(),
            first_evaluation: first.clone(),
            evaluation: last.clone(),
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

/// A checkpoint in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What it is.
    pub card: Card,
    tensors: BTreeMap<String, (Vec<usize>, Vec<f32>)>,
}

/// The names and tensors that are kept, in one place for writing and reading.
fn kept<'a>(net: &'a Net, adam: &'a Adam) -> impl Iterator<Item = (String, &'a Tensor)> {
    let moments = adam.means.iter().zip(&adam.squares);
    net.parameters().zip(moments).flat_map(|((name, parameter), (mean, square))| {
        let name = |kind: &str| format!("{kind}.{name}");
        [(name("net"), parameter), (name("adam.mean"), mean), (name("adam.square"), square)]
    })
}

/// Writes the checkpoint and its card. If that fails, an older checkpoint of the name is still whole.
pub fn save(path: &Path, card: &Card, net: &Net, adam: &Adam) -> Result<(), CheckpointError> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| CheckpointError::File { verb: "write", path, error }
    };
    let mut tensors = Vec::new();
    for (name, tensor) in kept(net, adam) {
        let numbers = numbers(tensor);
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(CheckpointError::NotFinite { name });
        }
        let sizes: Vec<usize> = tensor.size().iter().map(|&size| size as usize).collect();
        tensors.push((name, sizes, numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>()));
    }
    let views = tensors
        .iter()
        .map(|(name, sizes, bytes)| Ok((name, TensorView::new(Dtype::F32, sizes.clone(), bytes)?)));
    let broken = |problem: SafeTensorError| failed(path)(io::Error::other(problem));
    let views = views.collect::<Result<Vec<_>, SafeTensorError>>().map_err(broken)?;
    let text = serde_json::to_string_pretty(card).map_err(|error| failed(path)(error.into()))?;
    let metadata = HashMap::from([("card".to_string(), text.clone())]);
    let bytes = safetensors::serialize(views, Some(metadata)).map_err(broken)?;
    files::replace(path, |file| file.write_all(&bytes)).map_err(failed(path))?;
    let copy = path.with_extension("json");
    files::replace(&copy, |file| writeln!(file, "{text}")).map_err(failed(&copy))
}

impl Checkpoint {
    /// Reads a checkpoint.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let failed = |error| CheckpointError::File { verb: "read", path: path.into(), error };
        let bytes = fs::read(path).map_err(failed)?;
        Checkpoint::parse(&bytes).map_err(|problem| CheckpointError::Broken { path: path.into(), problem })
    }

    fn parse(bytes: &[u8]) -> Result<Checkpoint, String> {
        let file = SafeTensors::deserialize(bytes).map_err(|error| error.to_string())?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| error.to_string())?;
        let card = header.metadata().as_ref().and_then(|metadata| metadata.get("card"));
        let card = card.ok_or("it has weights, but no card of this trainer")?;
        let value: Value = serde_json::from_str(card).map_err(|error| format!("its card: {error}"))?;
        // Told first, because a card of another version may have other fields.
        if value["format"] != FORMAT {
            return Err(format!("its card has version {}, and this program reads {FORMAT}", value["format"]));
        }
        let card = Card::deserialize(value).map_err(|error| format!("its card: {error}"))?;
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
        Ok(Checkpoint { card, tensors })
    }

    /// Refuses a checkpoint that was made for another game than `info` tells of.
    pub fn check_game(&self, info: &Info) -> Result<(), CheckpointError> {
        let card = &self.card;
        same("the game", &card.game, &info.name.to_string())?;
        same("version of the rules", &card.rules, &info.rules)?;
        same("observations of the layout", &card.schema, &info.schema_fingerprint)?;
        same("the setup", &card.setup, &info.setup)
    }

    /// Puts the weights and the moments into a network and an optimiser of the same sizes.
    pub fn restore(&self, net: &Net, adam: &mut Adam) -> Result<(), CheckpointError> {
        let (found, wanted) = (self.card.network, net.shape());
        same("a network with observations of length", &found.observation, &wanted.observation)?;
        same("a network with actions", &found.actions, &wanted.actions)?;
        same("a network with --hidden", &found.hidden, &wanted.hidden)?;
        same("a network with --layers", &found.layers, &wanted.layers)?;
        let mut pairs = Vec::new();
        for (name, tensor) in kept(net, adam) {
            let shape = tensor.size();
            let other = |found: String| CheckpointError::Other {
                what: "tensors where",
                found,
                wanted: format!("{name} {shape:?}"),
            };
            let (sizes, numbers) =
                self.tensors.get(&name).ok_or_else(|| other(format!("{name} is missing")))?;
            if !sizes.iter().map(|&size| size as i64).eq(shape.iter().copied()) {
                return Err(other(format!("{name} is {sizes:?}")));
            }
            pairs.push((tensor.shallow_clone(), Tensor::from_slice(numbers).reshape(&shape)));
        }
        // Nothing is changed before all is known to fit.
        no_grad(|| pairs.iter_mut().for_each(|(tensor, kept)| tensor.copy_(kept)));
        adam.steps = self.card.adam_steps;
        Ok(())
    }
}

fn same<T: PartialEq + ToString>(what: &'static str, found: &T, wanted: &T) -> Result<(), CheckpointError> {
    if found == wanted {
        return Ok(());
    }
    Err(CheckpointError::Other { what, found: found.to_string(), wanted: wanted.to_string() })
}
