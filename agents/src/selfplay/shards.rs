//! Samples on disk, so that some machines can play while another learns.
//!
//! A shard is one file in the safetensors format with the columns of [`Samples`], and a [`Label`] in its metadata. It is
//! written beside its place and renamed, so that a reader never meets half of one.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fogbound_env::Fingerprint;
use fogbound_env::registry::Info;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::selfplay::files;
use crate::selfplay::play::{Harvest, Lesson, Tally};
use crate::selfplay::rows::Rows;
use crate::selfplay::samples::{Decisions, Samples};

/// Goes up whenever older programs could not read the file.
pub const FORMAT: u32 = 2;
/// How the names of shards end.
pub const ENDING: &str = "shard";

/// What a shard is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// Version of the form.
    pub format: u32,
    /// The game.
    pub game: String,
    /// Its setup in full.
    pub setup: Value,
    /// Version of its rules.
    pub rules: u32,
    /// Fingerprint of the observation's layout.
    pub schema: Fingerprint,
    /// Length of what the network reads.
    pub inputs: usize,
    /// The update of the weights that played.
    pub update: u64,
    /// What the samples are for.
    pub lesson: Lesson,
    /// What was counted during play.
    pub tally: Tally,
    /// Digest of the columns.
    pub checksum: Fingerprint,
}

/// Why a shard could not be written or read.
#[derive(Debug, Error)]
pub enum ShardError {
    /// The file or its folder could not be used.
    #[error("cannot {verb} {}: {error}", path.display())]
    File {
        /// What was tried.
        verb: &'static str,
        /// Which file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The file is cut off, changed, or of another kind.
    #[error("{} is not a whole shard: {problem}", path.display())]
    Broken {
        /// Which file.
        path: PathBuf,
        /// What the reader stumbled over.
        problem: String,
    },
    /// The shard is of another game or setup.
    #[error("{} holds games of {found}, and not of {wanted}", path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What it is of.
        found: String,
        /// What is needed.
        wanted: String,
    },
}

/// The columns of samples as named bytes, always in the same order.
fn columns(samples: &Samples) -> Vec<(&'static str, Dtype, Vec<u8>)> {
    fn floats(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
    }
    fn shorts(numbers: &[u16]) -> Vec<u8> {
        numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
    }
    let longs =
        |numbers: &[usize]| numbers.iter().flat_map(|&x| (x as u64).to_le_bytes()).collect::<Vec<u8>>();
    let decisions = &samples.decisions;
    let ((seen_ends, seen_at, seen), (chance_ends, chance_at, chances)) =
        (decisions.observations.parts(), decisions.policies.parts());
    let (hidden_ends, hidden_at, hidden) = decisions.hidden.parts();
    vec![
        ("observations.ends", Dtype::U64, longs(seen_ends)),
        ("observations.columns", Dtype::U16, shorts(seen_at)),
        ("observations.numbers", Dtype::F32, floats(seen)),
        ("hidden.ends", Dtype::U64, longs(hidden_ends)),
        ("hidden.columns", Dtype::U16, shorts(hidden_at)),
        ("hidden.numbers", Dtype::F32, floats(hidden)),
        ("policies.ends", Dtype::U64, longs(chance_ends)),
        ("policies.columns", Dtype::U16, shorts(chance_at)),
        ("policies.numbers", Dtype::F32, floats(chances)),
        ("seats", Dtype::U8, decisions.seats.clone()),
        ("actions", Dtype::U16, shorts(&decisions.actions)),
        ("values", Dtype::F32, floats(&decisions.values)),
        ("advantages", Dtype::F32, floats(&samples.advantages)),
        ("targets", Dtype::F32, floats(&samples.targets)),
    ]
}

/// The name of a shard: it sorts by update, then by player, then by number.
pub fn name((update, player, number): (u64, u64, u64)) -> String {
    format!("{update:08}-{player:04}-{number:08}.{ENDING}")
}

/// The bytes of a shard, for whoever sends it elsewhere to be written.
pub fn encode(
    info: &Info,
    inputs: usize,
    update: u64,
    lesson: Lesson,
    harvest: &Harvest,
) -> io::Result<Vec<u8>> {
    let columns = columns(&harvest.samples);
    let checksum = columns.iter().fold(Fingerprint::default(), |print, (_, _, bytes)| print.then(bytes));
    let label = Label {
        format: FORMAT,
        game: info.name.into(),
        setup: info.setup.clone(),
        rules: info.rules,
        schema: info.schema_fingerprint,
        inputs,
        update,
        lesson,
        tally: harvest.tally.clone(),
        checksum,
    };
    let text = serde_json::to_string(&label)?;
    let view = |dtype: Dtype, bytes| {
        let length = <[u8]>::len(bytes) / (dtype.bitsize() / 8);
        TensorView::new(dtype, vec![length], bytes)
    };
    let views = columns.iter().map(|(name, dtype, bytes)| Ok((*name, view(*dtype, bytes)?)));
    let views = views.collect::<Result<Vec<_>, safetensors::SafeTensorError>>().map_err(io::Error::other)?;
    let metadata = HashMap::from([("label".to_string(), text)]);
    safetensors::serialize(views, Some(metadata)).map_err(io::Error::other)
}

/// Writes a shard into `folder` under its [`name`].
pub fn write(
    folder: &Path,
    info: &Info,
    inputs: usize,
    order: (u64, u64, u64),
    lesson: Lesson,
    harvest: &Harvest,
) -> Result<PathBuf, ShardError> {
    let path = folder.join(name(order));
    let failed = |error| ShardError::File { verb: "write", path: path.clone(), error };
    let bytes = encode(info, inputs, order.0, lesson, harvest).map_err(failed)?;
    files::replace(&path, |file| file.write_all(&bytes)).map_err(failed)?;
    Ok(path)
}

/// The shards in a folder, oldest weights first. Files that are still being written are left out.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, ShardError> {
    let failed = |error| ShardError::File { verb: "read", path: folder.into(), error };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The update of the weights that played a shard, by its name.
pub fn update_of(path: &Path) -> Option<u64> {
    path.file_stem()?.to_str()?.split('-').next()?.parse().ok()
}

/// Reads a shard of the game that `info` tells of, for networks that read so many numbers.
pub fn read(path: &Path, info: &Info, inputs: usize) -> Result<(Label, Samples), ShardError> {
    let bytes =
        fs::read(path).map_err(|error| ShardError::File { verb: "read", path: path.into(), error })?;
    decode(&bytes, path, info, Some(inputs))
}

/// Reads a shard from its bytes; `path` is what errors call it. With `inputs` it must be one for networks that read so many
/// numbers.
pub fn decode(
    bytes: &[u8],
    path: &Path,
    info: &Info,
    inputs: Option<usize>,
) -> Result<(Label, Samples), ShardError> {
    let (label, samples) =
        parse(bytes, info).map_err(|problem| ShardError::Broken { path: path.into(), problem })?;
    let inputs = inputs.unwrap_or(label.inputs);
    let wanted = (info.name.to_string(), info.setup.clone(), info.rules, info.schema_fingerprint, inputs);
    let found = (label.game.clone(), label.setup.clone(), label.rules, label.schema, label.inputs);
    if found != wanted {
        let show = |(game, setup, rules, schema, inputs): (String, Value, u32, Fingerprint, usize)| {
            format!("{game} {setup}, rules {rules}, observations {schema}, {inputs} numbers a decision")
        };
        return Err(ShardError::Other { path: path.into(), found: show(found), wanted: show(wanted) });
    }
    Ok((label, samples))
}

fn parse(bytes: &[u8], info: &Info) -> Result<(Label, Samples), String> {
    let file = SafeTensors::deserialize(bytes).map_err(|error| error.to_string())?;
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| error.to_string())?;
    let label = header.metadata().as_ref().and_then(|metadata| metadata.get("label"));
    let label: Value =
        serde_json::from_str(label.ok_or("it has no label")?).map_err(|error| error.to_string())?;
    // Told first, because a label of another version may have other fields.
    if label["format"] != FORMAT {
        return Err(format!("its label has version {}, and this program reads {FORMAT}", label["format"]));
    }
    let label: Label = serde_json::from_value(label).map_err(|error| error.to_string())?;
    let mut print = Fingerprint::default();
    let mut column = |name: &str, dtype: Dtype| {
        let view = file.tensor(name).map_err(|error| error.to_string())?;
        if view.dtype() != dtype {
            return Err(format!("{name} is of type {:?} instead of {dtype:?}", view.dtype()));
        }
        let bytes = view.data().to_vec();
        print = print.then(&bytes);
        Ok(bytes)
    };
    let mut lists = |name: &str| {
        let ends = column(&format!("{name}.ends"), Dtype::U64)?;
        let columns = column(&format!("{name}.columns"), Dtype::U16)?;
        Ok::<_, String>([ends, columns, column(&format!("{name}.numbers"), Dtype::F32)?])
    };
    let (seen, hidden, chances) = (lists("observations")?, lists("hidden")?, lists("policies")?);
    let seats = column("seats", Dtype::U8)?;
    let actions = shorts(&column("actions", Dtype::U16)?);
    let [values, advantages, targets] = [
        floats(&column("values", Dtype::F32)?),
        floats(&column("advantages", Dtype::F32)?),
        floats(&column("targets", Dtype::F32)?),
    ];
    if print != label.checksum {
        return Err(format!("its checksum is {print} instead of {}", label.checksum));
    }
    let misfit = || "its columns do not fit each other".to_string();
    let observations = rows(&seen, label.inputs).ok_or_else(misfit)?;
    let hidden = rows(&hidden, (info.teams.len() - 1) * info.observation).ok_or_else(misfit)?;
    let policies = rows(&chances, info.actions).ok_or_else(misfit)?;
    let count = actions.len();
    let decisions = Decisions { observations, hidden, policies, seats, actions, values };
    let lengths = [
        decisions.observations.len(),
        decisions.hidden.len(),
        decisions.policies.len(),
        decisions.seats.len(),
        decisions.values.len(),
        advantages.len(),
        targets.len(),
    ];
    let legal = (0..count.min(decisions.policies.len()))
        .all(|i| decisions.policies.get(i, decisions.actions[i]).is_some());
    let seated = decisions.seats.iter().all(|&seat| usize::from(seat) < info.seats.len());
    let counted = label.tally.is_of(info.teams.len());
    if lengths != [count; 7] || !legal || !seated || !counted {
        return Err(misfit());
    }
    Ok((label, Samples { decisions, advantages, targets }))
}

fn rows([ends, columns, numbers]: &[Vec<u8>; 3], width: usize) -> Option<Rows> {
    let (eights, _) = ends.as_chunks::<8>();
    let ends = eights.iter().map(|eight| u64::from_le_bytes(*eight) as usize).collect();
    Rows::from_parts(ends, shorts(columns), floats(numbers), width)
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let (fours, _) = bytes.as_chunks::<4>();
    fours.iter().map(|four| f32::from_le_bytes(*four)).collect()
}

fn shorts(bytes: &[u8]) -> Vec<u16> {
    let (twos, _) = bytes.as_chunks::<2>();
    twos.iter().map(|two| u16::from_le_bytes(*two)).collect()
}
