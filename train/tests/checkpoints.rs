//! Checkpoints come back as they were written, and nothing else is taken for one.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::fs;
use std::path::{Path, PathBuf};

mod common;

use common::tiny;
use fogbound_env::Rng;
use fogbound_train::checkpoint::{self, Checkpoint, Extent};
use fogbound_train::{Config, Learner, Shape, Thought, Trainer};
use tempfile::{TempDir, tempdir};

fn config(game: &str) -> Config {
    tiny(game, &[])
}

/// A trainer that has learnt a little.
fn trained(config: &Config) -> Trainer {
    let mut trainer = Trainer::new(config, None).unwrap();
    trainer.update(0.0).unwrap();
    trainer
}

fn save(trainer: &Trainer, path: &Path) {
    let evaluation = trainer.evaluate().unwrap();
    let card = trainer.card(1.5, &["fogbound-train".into()], &evaluation);
    checkpoint::save(path, &card, trainer.learners(), Extent::Whole).unwrap();
}

/// A folder with the checkpoint of a trained Kuhn player.
fn saved() -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("kuhn.safetensors");
    save(&trained(&config("kuhn")), &path);
    (folder, path)
}

fn read_error(path: &Path) -> String {
    Checkpoint::read(path).unwrap_err().to_string()
}

/// Why the run of `config` cannot go on from the checkpoint.
fn resume_error(config: &Config, checkpoint: &Checkpoint) -> String {
    Trainer::new(config, Some(checkpoint)).unwrap_err().to_string()
}

#[test]
fn a_checkpoint_comes_back_as_it_was() {
    let folder = tempdir().unwrap();
    let paths = ["a.safetensors", "b.safetensors"].map(|name| folder.path().join(name));
    let trainer = trained(&config("kuhn"));
    save(&trainer, &paths[0]);
    let checkpoint = Checkpoint::read(&paths[0]).unwrap();
    assert_eq!(checkpoint.card.counts, trainer.counts());
    assert_eq!(checkpoint.card.identity.game, "kuhn");
    let resumed = Trainer::new(trainer.config(), Some(&checkpoint)).unwrap();
    assert_eq!(resumed.evaluate().unwrap(), trainer.evaluate().unwrap());
    // Weights, moments and counters: all that is in the file.
    save(&resumed, &paths[1]);
    assert_eq!(fs::read(&paths[0]).unwrap(), fs::read(&paths[1]).unwrap());
    let card = fs::read_to_string(paths[0].with_extension("json")).unwrap();
    assert_eq!(serde_json::from_str::<checkpoint::Card>(&card).unwrap(), checkpoint.card);
}

#[test]
fn cut_off_files_are_refused() {
    let (folder, path) = saved();
    let bytes = fs::read(&path).unwrap();
    let cut = folder.path().join("cut");
    for length in [0, 4, 8, 100, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&cut, &bytes[..length]).unwrap();
        let error = read_error(&cut);
        assert!(error.contains("is not a whole checkpoint"), "{length} bytes: {error}");
    }
    let error = read_error(&folder.path().join("missing"));
    assert!(error.starts_with("cannot read the checkpoint"), "{error}");
}

#[test]
fn foreign_files_are_refused() {
    let (folder, path) = saved();
    let foreign = folder.path().join("foreign");
    fs::write(&foreign, "These are not the weights that you are looking for.").unwrap();
    assert!(read_error(&foreign).contains("is not a whole checkpoint"));
    let tensor = tch::Tensor::from_slice(&[1.0f32]);
    tch::Tensor::write_safetensors(&[("net.policy.bias", tensor)], &foreign).unwrap();
    assert!(read_error(&foreign).contains("no card of this trainer"));
    // The same length, so that all offsets in the file stay right.
    let bytes = fs::read(&path).unwrap();
    let (old, new) = (br#"\"format\": 1"#, br#"\"format\": 9"#);
    let at = bytes.windows(old.len()).position(|window| window == old).unwrap();
    fs::write(&foreign, [&bytes[..at], new, &bytes[at + old.len()..]].concat()).unwrap();
    assert!(read_error(&foreign).contains("its card has version 9, and this program reads 1"));
    // The last number of the last tensor.
    fs::write(&foreign, [&bytes[..bytes.len() - 4], &f32::NAN.to_le_bytes()].concat()).unwrap();
    assert!(read_error(&foreign).contains("holds a number that is not finite"));
}

#[test]
fn another_game_or_network_is_refused() {
    let (_folder, path) = saved();
    let kuhn = Checkpoint::read(&path).unwrap();
    let error = resume_error(&config("leduc"), &kuhn);
    assert_eq!(error, "the checkpoint is for the game kuhn, and not for leduc");
    let error = resume_error(&tiny("kuhn", &["network.hidden=32"]), &kuhn);
    assert_eq!(error, "the checkpoint is for a network with network.hidden 16, and not for 32");
    let error = resume_error(&tiny("kuhn", &["network.layers=3"]), &kuhn);
    assert_eq!(error, "the checkpoint is for a network with network.layers 2, and not for 3");
    let error = resume_error(&tiny("kuhn", &["network.sharing=per_team"]), &kuhn);
    assert!(error.contains("network.sharing \"shared\", and not for \"per_team\""), "{error}");
}

/// Scripts may come to look at more. Weights from before then play as they did, and learn what to make of it.
#[test]
fn weights_that_read_less_advice_are_begun_with_and_play_the_same() {
    let trainer = trained(&config("kuhn"));
    let wide = Shape { observation: 6, actions: 2, hidden: 8, layers: 2, advice: 7 };
    let narrow = Shape { advice: 4, ..wide };
    let folder = tempdir().unwrap();
    let path = folder.path().join("narrow.safetensors");
    let mut card = trainer.card(1.5, &["fogbound-train".into()], &trainer.evaluate().unwrap());
    card.identity.network = narrow;
    let before = Learner::new(narrow, &mut Rng::new(5));
    let sharing = card.identity.sharing;
    checkpoint::save(&path, &card, std::slice::from_ref(&before), Extent::Whole).unwrap();
    let kept = Checkpoint::read(&path).unwrap();
    let mut after = [Learner::new(wide, &mut Rng::new(6))];
    kept.start_from(sharing, &mut after, |_| true).unwrap();
    let row: Vec<f32> = (0..wide.inputs()).map(|i| 0.1 + i as f32 / 20.0).collect();
    let (old, new) =
        (before.net().think(&row[..narrow.inputs()], &[1, 1]), after[0].net().think(&row, &[1, 1]));
    // But for the order in which longer rows are summed up.
    let numbers = |thought: Thought| [thought.log_probs, thought.values].concat();
    let pairs: Vec<(f32, f32)> = numbers(old).into_iter().zip(numbers(new)).collect();
    assert!(pairs.len() == 3 && pairs.iter().all(|(old, new)| (old - new).abs() < 1e-6), "{pairs:?}");
    // A run that goes on has to be the same, and nobody forgets what the script looks at.
    let error = kept.restore(sharing, &mut after).unwrap_err().to_string();
    assert_eq!(error, "the checkpoint is for a network that reads advice of length 4, and not for 7");
    for advice in [0, 3] {
        let mut other = [Learner::new(Shape { advice, ..wide }, &mut Rng::new(6))];
        assert!(kept.start_from(sharing, &mut other, |_| true).is_err(), "{advice}");
    }
}

#[test]
fn another_schema_rules_or_setup_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("goofspiel.safetensors");
    let config = tiny("goofspiel", &["setup={cards = 4}"]);
    save(&trained(&config), &path);
    let good = Checkpoint::read(&path).unwrap();
    let mut other = good.clone();
    other.file.identity.schema.0 ^= 1;
    assert!(resume_error(&config, &other).contains("observations of the layout"));
    let mut other = good.clone();
    other.file.identity.rules += 1;
    assert!(resume_error(&config, &other).contains("version of the rules"));
    let error = resume_error(&tiny("goofspiel", &["setup={cards = 5}"]), &good);
    assert!(error.contains("the setup {") && error.contains("\"cards\":4"), "{error}");
}

#[test]
fn a_failed_write_leaves_the_old_checkpoint() {
    let (_folder, path) = saved();
    let old = fs::read(&path).unwrap();
    let mut trainer = trained(&config("kuhn"));
    trainer.update(0.5).unwrap();
    let evaluation = trainer.evaluate().unwrap();
    let card = trainer.card(2.0, &[], &evaluation);
    // A folder stands where the new file would be written before it is renamed.
    let obstacle = path.with_file_name("kuhn.safetensors.partial");
    fs::create_dir(&obstacle).unwrap();
    let error = checkpoint::save(&path, &card, trainer.learners(), Extent::Whole).unwrap_err().to_string();
    assert!(error.starts_with("cannot write the checkpoint"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), old);
    fs::remove_dir(&obstacle).unwrap();
    checkpoint::save(&path, &card, trainer.learners(), Extent::Whole).unwrap();
    assert_eq!(Checkpoint::read(&path).unwrap().card.counts.updates, 2);
}

#[test]
fn weights_that_are_not_finite_stop_the_run_and_are_never_saved() {
    let (_folder, path) = saved();
    let old = fs::read(&path).unwrap();
    let mut trainer = trained(&config("kuhn"));
    let evaluation = trainer.evaluate().unwrap();
    tch::no_grad(|| _ = trainer.learners()[0].net().tensors()[0].shallow_clone().fill_(f64::NAN));
    let error = format!("{:#}", trainer.update(0.5).unwrap_err());
    assert!(error.contains("update 2") && error.contains("the loss became NaN"), "{error}");
    let card = trainer.card(2.0, &[], &evaluation);
    let error = checkpoint::save(&path, &card, trainer.learners(), Extent::Whole).unwrap_err().to_string();
    assert_eq!(error, "newest.trunk.0.weight holds a number that is not finite");
    assert_eq!(fs::read(&path).unwrap(), old);
}
