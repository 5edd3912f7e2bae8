//! The folder of a run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use fogbound_agents::net::{self, Networks};

use crate::checkpoint::{self, Card, Checkpoint, CheckpointError, Extent};
use crate::files;
use crate::learner::Learner;
use crate::play::Play;

/// Where the files of a run are.
///
/// | file | what it is |
/// |---|---|
/// | `checkpoint.safetensors`, `.json` | the newest checkpoint, to go on from and to play by |
/// | `best.safetensors`, `.json` | the weights that did best in an evaluation, to play by |
/// | `older/UPDATE.safetensors` | some checkpoints before the newest |
/// | `league/UPDATE.safetensors` | the weights that the newest play against |
/// | `replay/` | searched decisions that are learnt from again |
/// | `config.toml` | the config in full |
/// | `metrics.csv`, `tensorboard/` | the curves |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    /// Name of the newest checkpoint.
    pub const CHECKPOINT: &str = "checkpoint.safetensors";
    /// Name of the weights that did best.
    pub const BEST: &str = "best.safetensors";
    /// Name of the config.
    pub const CONFIG: &str = "config.toml";

    /// The folder at `path`.
    pub fn at(path: impl Into<PathBuf>) -> Folder {
        Folder(path.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The newest checkpoint.
    pub fn checkpoint(&self) -> PathBuf {
        self.0.join(Folder::CHECKPOINT)
    }

    /// The weights that did best.
    pub fn best(&self) -> PathBuf {
        self.0.join(Folder::BEST)
    }

    /// The config in full.
    pub fn config(&self) -> PathBuf {
        self.0.join(Folder::CONFIG)
    }

    /// The weights of the league that were copied after `update`.
    pub fn league(&self, update: u64) -> PathBuf {
        self.0.join("league").join(format!("{update:08}.safetensors"))
    }

    /// Decisions that are learnt from again.
    pub fn replay(&self) -> PathBuf {
        self.0.join("replay")
    }

    fn older(&self, update: u64) -> PathBuf {
        self.0.join("older").join(format!("{update:08}.safetensors"))
    }

    /// Makes the folder, and writes the config into it.
    pub fn prepare(&self, config: &str) -> Result<()> {
        for folder in [self.0.clone(), self.0.join("league"), self.0.join("older")] {
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let path = self.config();
        files::replace(&path, |file| std::io::Write::write_all(file, config.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Forgets the league, the older checkpoints and the replay of a run that is begun anew.
    pub fn clear(&self) -> Result<()> {
        let replay = self.replay();
        if replay.exists() {
            fs::remove_dir_all(&replay).with_context(|| format!("cannot remove {}", replay.display()))?;
        }
        for update in self.numbers("league").chain(self.numbers("older")) {
            self.forget(&self.league(update))?;
            self.forget(&self.older(update))?;
        }
        Ok(())
    }

    /// Writes the newest checkpoint, and keeps `keep` of those before it.
    pub fn save(&self, card: &Card, learners: &[Learner], keep: usize) -> Result<()> {
        let path = self.checkpoint();
        if keep > 0 && path.exists() {
            let update = Checkpoint::read(&path).map(|old| old.card.counts.updates);
            if let Ok(update) = update {
                let kept = self.older(update);
                // A second name for the same file, so that no moment is without a whole checkpoint.
                let linked =
                    fs::remove_file(&kept).map_or(Ok(()), Ok).and_then(|()| fs::hard_link(&path, &kept));
                linked
                    .or_else(|_| fs::copy(&path, &kept).map(|_| ()))
                    .with_context(|| format!("cannot write {}", kept.display()))?;
            }
        }
        checkpoint::save(&path, card, learners, Extent::Whole)?;
        let mut kept: Vec<u64> = self.numbers("older").collect();
        kept.sort_unstable();
        let surplus = kept.len().saturating_sub(keep);
        kept[..surplus].iter().try_for_each(|&update| self.forget(&self.older(update)))
    }

    /// Writes weights to play by.
    pub fn save_weights(
        &self,
        path: &Path,
        card: &Card,
        learners: &[Learner],
    ) -> Result<(), CheckpointError> {
        checkpoint::save(path, card, learners, Extent::Weights)
    }

    /// Removes weights of the league that were copied after update `last`: they belong to a part of the run that was lost.
    pub fn forget_league_after(&self, last: u64) -> Result<()> {
        let mut lost = self.numbers("league").filter(|&update| update > last);
        lost.try_for_each(|update| self.forget(&self.league(update)))
    }

    /// The weights of the league, oldest first, each with the update after which they were copied.
    pub fn read_league(&self, play: &dyn Play) -> Result<Vec<(u64, Networks)>, CheckpointError> {
        let mut known: Vec<u64> = self.numbers("league").collect();
        known.sort_unstable();
        let read = |update| Ok((update, play.read(&net::Checkpoint::read(&self.league(update))?)?));
        known.into_iter().map(read).collect()
    }

    /// Removes weights and their card.
    pub fn forget(&self, path: &Path) -> Result<()> {
        for path in [path.to_path_buf(), path.with_extension("json")] {
            if path.exists() {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        Ok(())
    }

    /// The numbers that are names of weights in a folder within this one.
    fn numbers(&self, within: &str) -> impl Iterator<Item = u64> + use<> {
        let entries = fs::read_dir(self.0.join(within)).into_iter().flatten().flatten();
        entries.filter_map(|entry| {
            let path = entry.path();
            let whole = path.extension().is_some_and(|ending| ending == "safetensors");
            whole.then(|| path.file_stem()?.to_str()?.parse().ok()).flatten()
        })
    }
}
