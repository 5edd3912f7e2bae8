//! Checkpoints: the weights, and a card that says what they are.
//!
//! The form of the file is that of [`fogbound_agents::net::Checkpoint`]. The averaged weights are `net.*`, which is what
//! everybody plays by. A checkpoint to go on from also holds the newest weights as `newest.*` and the optimiser's moments as
//! `adam.mean.*` and `adam.square.*`; where a run has critics, theirs are `critic.*`, `critic_adam.mean.*` and
//! `critic_adam.square.*`. A copy of the [`Card`] for people lies beside the file with the ending `.json`.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use fogbound_agents::net::{self, Identity, Shape, Sharing};
use fogbound_env::registry::Info;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError};
use serde::{Deserialize, Serialize};
use tch::{Tensor, no_grad};

use crate::config::Config;
use crate::evaluate::Evaluation;
use crate::files;
use crate::learner::Learner;
use crate::net::numbers;
use crate::trainer::Counts;

/// What is said of networks that read more or less of the script's advice than is wanted.
const ADVICE: &str = "a network that reads advice of length";
/// How the name of those weights ends that read the observation and the advice.
const FIRST_LAYER: &str = "trunk.0.weight";

pub use fogbound_agents::net::CheckpointError;

/// What a checkpoint is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// What the networks are for.
    #[serde(flatten)]
    pub identity: Identity,
    /// How far the run had come.
    pub counts: Counts,
    /// How long it had trained.
    pub seconds: f64,
    /// Steps of each network's optimiser so far.
    pub adam_steps: Vec<u32>,
    /// The options of the run.
    pub config: Config,
    /// The command that made it.
    pub command: Vec<String>,
    /// How well this network, or one shortly before it, plays.
    pub evaluation: Evaluation,
}

impl Card {
    /// The card of networks for the game that `info` tells of.
    pub(crate) fn new(
        info: &Info,
        config: &Config,
        learners: &[Learner],
        counts: Counts,
        seconds: f64,
        command: &[String],
        evaluation: &Evaluation,
    ) -> Card {
        Card {
            identity: Identity::new(info, learners[0].shape(), config.network.sharing),
            counts,
            seconds,
            adam_steps: learners.iter().map(Learner::steps).collect(),
            config: config.clone(),
            command: command.to_vec(),
            evaluation: evaluation.clone(),
        }
    }
}

/// How much of a run is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Enough to go on from.
    Whole,
    /// Enough to play by.
    Weights,
}

/// The names and tensors that are kept of one network, in one place for writing and reading.
fn kept_of(
    sharing: Sharing,
    index: usize,
    learner: &Learner,
) -> impl Iterator<Item = (&'static str, String, &Tensor)> {
    let prefix = sharing.prefix(index);
    learner.kept().map(move |(kind, name, tensor)| (kind, format!("{kind}.{prefix}{name}"), tensor))
}

/// Those of all networks.
fn kept(sharing: Sharing, learners: &[Learner]) -> impl Iterator<Item = (&'static str, String, &Tensor)> {
    learners.iter().enumerate().flat_map(move |(index, learner)| kept_of(sharing, index, learner))
}

/// Writes the checkpoint and its card. If that fails, an older checkpoint of the name is still whole.
pub fn save(path: &Path, card: &Card, learners: &[Learner], extent: Extent) -> Result<(), CheckpointError> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| CheckpointError::File { verb: "write", path, error }
    };
    let mut tensors = Vec::new();
    for (kind, name, tensor) in kept(card.identity.sharing, learners) {
        if extent == Extent::Weights && kind != "net" {
            continue;
        }
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

/// A checkpoint in memory, with all that the trainer wants to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What it is.
    pub card: Card,
    /// Its tensors, as everybody else sees them.
    pub file: net::Checkpoint,
}

impl Checkpoint {
    /// Reads a checkpoint.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let file = net::Checkpoint::read(path)?;
        let card = Card::deserialize(&file.card).map_err(|error| CheckpointError::Broken {
            path: path.into(),
            problem: format!("its card: {error}"),
        })?;
        Ok(Checkpoint { card, file })
    }

    /// Refuses a checkpoint that was made for another game or setup than `info` tells of.
    pub fn check_game(&self, info: &Info) -> Result<(), CheckpointError> {
        self.file.check_fits(info)?;
        CheckpointError::unless_same("the setup", &self.card.identity.setup, &info.setup)
    }

    /// Puts the weights and the moments into learners of the same sizes.
    pub fn restore(&self, sharing: Sharing, learners: &mut [Learner]) -> Result<(), CheckpointError> {
        self.check_shape(sharing, learners)?;
        let mut pairs = Vec::new();
        for (_, name, tensor) in kept(sharing, learners) {
            pairs.push((tensor.shallow_clone(), self.tensor(&name, tensor)?));
        }
        // Nothing is changed before all is known to fit.
        no_grad(|| pairs.iter_mut().for_each(|(tensor, kept)| tensor.copy_(kept)));
        for (learner, &steps) in learners.iter_mut().zip(&self.card.adam_steps) {
            learner.set_steps(steps);
        }
        Ok(())
    }

    /// Puts the averaged weights alone into those learners of the same sizes that are `wanted`, by their number: they begin
    /// anew from there. If the script has come to look at more since, which stands last, the weights make nothing of that yet.
    pub fn start_from(
        &self,
        sharing: Sharing,
        learners: &mut [Learner],
        wanted: impl Fn(usize) -> bool,
    ) -> Result<(), CheckpointError> {
        self.check_beginning(sharing, learners)?;
        let mut pairs = Vec::new();
        for (index, learner) in learners.iter().enumerate().filter(|(index, _)| wanted(*index)) {
            for (kind, name, tensor) in kept_of(sharing, index, learner) {
                if kind == "newest" {
                    let name = name.replacen("newest", "net", 1);
                    pairs.push((tensor.shallow_clone(), self.widened(&name, tensor, learner.shape())?));
                }
            }
        }
        no_grad(|| pairs.iter_mut().for_each(|(tensor, kept)| tensor.copy_(kept)));
        let started = learners.iter_mut().enumerate().filter(|(index, _)| wanted(*index));
        started.for_each(|(_, learner)| learner.forget_average());
        Ok(())
    }

    fn check_shape(&self, sharing: Sharing, learners: &[Learner]) -> Result<(), CheckpointError> {
        let (found, wanted) = (self.card.identity.network.advice, learners[0].shape().advice);
        CheckpointError::unless_same(ADVICE, &found, &wanted)?;
        self.check_beginning(sharing, learners)
    }

    /// Whether learners of these sizes can begin with these weights.
    fn check_beginning(&self, sharing: Sharing, learners: &[Learner]) -> Result<(), CheckpointError> {
        let (found, wanted) = (self.card.identity.network, learners[0].shape());
        let same = CheckpointError::unless_same::<usize>;
        same("a network with observations of length", &found.observation, &wanted.observation)?;
        same("a network with actions", &found.actions, &wanted.actions)?;
        same("a network with network.hidden", &found.hidden, &wanted.hidden)?;
        same("a network with network.layers", &found.layers, &wanted.layers)?;
        if found.advice == 0 || found.advice > wanted.advice {
            same(ADVICE, &found.advice, &wanted.advice)?;
        }
        let name = |sharing| serde_json::to_string(&sharing).unwrap_or_default();
        CheckpointError::unless_same(
            "networks with network.sharing",
            &name(self.card.identity.sharing),
            &name(sharing),
        )
    }

    /// The same for weights that may read less of the script's advice: to the rest they give no weight.
    fn widened(&self, name: &str, like: &Tensor, wanted: Shape) -> Result<Tensor, CheckpointError> {
        let missing = (wanted.advice - self.card.identity.network.advice) as i64;
        if missing == 0 || !name.ends_with(FIRST_LAYER) {
            return self.tensor(name, like);
        }
        let inputs = like.size()[1];
        let kept = self.tensor(name, &like.narrow(1, 0, inputs - missing))?;
        Ok(kept.constant_pad_nd([0, missing]))
    }

    /// The tensor of this name, of the same sizes as `like`.
    fn tensor(&self, name: &str, like: &Tensor) -> Result<Tensor, CheckpointError> {
        let shape = like.size();
        let sizes: Vec<usize> = shape.iter().map(|&size| size as usize).collect();
        Ok(Tensor::from_slice(self.file.tensor(name, &sizes)?).reshape(&shape))
    }
}
