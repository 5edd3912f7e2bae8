//! Checkpoints: the weights, and a card that says what they are.
//!
//! The form of the file is that of [`fogbound_agents::net::Checkpoint`]. Beside the network's parameters, it holds the
//! optimiser's moments as `adam.mean.*` and `adam.square.*`. A copy of the [`Card`] for people lies beside the file with
//! the ending `.json`.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use fogbound_agents::net::{self, FORMAT, Shape};
use fogbound_env::Fingerprint;
use fogbound_env::registry::Info;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tch::{Tensor, no_grad};

use crate::adam::Adam;
use crate::config::Config;
use crate::evaluate::Evaluation;
use crate::files;
use crate::net::{Net, numbers};
use crate::trainer::Counts;

pub use fogbound_agents::net::CheckpointError;

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

/// A checkpoint in memory, with all that the trainer wants to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What it is.
    pub card: Card,
    file: net::Checkpoint,
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
        CheckpointError::unless_same("the setup", &self.card.setup, &info.setup)
    }

    /// Puts the weights and the moments into a network and an optimiser of the same sizes.
    pub fn restore(&self, net: &Net, adam: &mut Adam) -> Result<(), CheckpointError> {
        let (found, wanted) = (self.card.network, net.shape());
        let same = CheckpointError::unless_same::<usize>;
        same("a network with observations of length", &found.observation, &wanted.observation)?;
        same("a network with actions", &found.actions, &wanted.actions)?;
        same("a network with --hidden", &found.hidden, &wanted.hidden)?;
        same("a network with --layers", &found.layers, &wanted.layers)?;
        let mut pairs = Vec::new();
        for (name, tensor) in kept(net, adam) {
            let shape = tensor.size();
            let sizes: Vec<usize> = shape.iter().map(|&size| size as usize).collect();
            let numbers = self.file.tensor(&name, &sizes)?;
            pairs.push((tensor.shallow_clone(), Tensor::from_slice(numbers).reshape(&shape)));
        }
        // Nothing is changed before all is known to fit.
        no_grad(|| pairs.iter_mut().for_each(|(tensor, kept)| tensor.copy_(kept)));
        adam.steps = self.card.adam_steps;
        Ok(())
    }
}
