//! The commands, as they are typed.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use fogbound_agents::net;
use tempfile::tempdir;

/// What a command printed, and whether it succeeded.
fn train(args: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fogbound-train")).args(args).output().unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

/// A small run of `trial` through all of its phases: imitation, self-play with the league, evaluation, checkpoints,
/// and what is made of them.
#[test]
fn trial_is_trained_drawn_and_responded_to() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("run");
    let path = |name: &str| out.join(name).display().to_string();
    let small = [
        "--threads",
        "2",
        "--set",
        "play.lanes=16",
        "--set",
        "play.steps=32",
        "--set",
        "network.hidden=16",
        "--set",
        "evaluation.games=8",
        "--set",
        "evaluation.ladder_games=2",
        "--set",
        "evaluation.every=2",
        "--set",
        "league.every=1",
        "--set",
        "learner.imitate=1",
    ];
    let run =
        [&["run", "--game", "trial", "--updates", "3", "--out", out.to_str().unwrap()][..], &small].concat();
    let (done, text) = train(&run);
    assert!(done && text.contains("3 updates") && text.contains("v ismcts:sims=30: killer"), "{text}");
    assert!(text.contains("; ratings: killer ") && text.contains(" survivors "), "{text}");
    let (done, text) = train(&run);
    assert!(!done && text.contains("already holds a run"), "{text}");
    let (done, text) = train(&["resume", out.to_str().unwrap(), "--updates", "4"]);
    assert!(done && text.contains("4 updates"), "{text}");

    let (done, text) = train(&["export", out.to_str().unwrap()]);
    assert!(done, "{text}");
    let picture = fs::read_to_string(path("curves.svg")).unwrap();
    for panel in ["win rate v scripted", "rating", "how far off"] {
        assert!(picture.contains("<svg") && picture.contains(panel), "{panel}");
    }
    let table = fs::read_to_string(path("curves.csv")).unwrap();
    assert!(table.starts_with("update,seconds,") && table.lines().count() == 6, "{table}");

    // Two runs in one picture.
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("metrics.csv"), "update,eval/scripted/killer,seconds\n0,,1\n7,0.25,2\n").unwrap();
    let both = [out.to_str().unwrap(), other.to_str().unwrap()];
    let (done, text) = train(&["export", both[0], both[1], "--out", both[1]]);
    assert!(done, "{text}");
    let table = fs::read_to_string(other.join("curves.csv")).unwrap();
    assert!(table.starts_with("run,update,seconds,") && table.lines().count() == 8, "{table}");
    let header: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let killer = header.iter().position(|name| *name == "eval/scripted/killer").unwrap();
    let last: Vec<&str> = table.lines().last().unwrap().split(',').collect();
    assert_eq!((last[0], last[1], last[killer]), (both[1], "7", "0.25"));
    assert!(
        last.len() == header.len() && last.iter().filter(|cell| !cell.is_empty()).count() == 4,
        "{last:?}"
    );
    let picture = fs::read_to_string(other.join("curves.svg")).unwrap();
    for run in both {
        assert!(picture.contains(&format!("{run}: scripted/killer")), "{run}");
    }

    let respond = [
        "respond",
        "--against",
        &path("best.safetensors"),
        "--updates",
        "1",
        "--games",
        "8",
        "--out",
        &path("responses"),
        "--threads",
        "2",
    ];
    let (done, text) = train(&respond);
    assert!(
        done && text.contains("killer: the response gains") && text.contains("all teams together"),
        "{text}"
    );
    assert!(net::Checkpoint::read(&out.join("responses/response-survivors.safetensors")).is_ok());
    let ghosts = out.join("ghosts");
    let best = path("best.safetensors");
    let refused = ["respond", "--against", &best, "--team", "ghosts", "--out", &path("ghosts")];
    let (done, text) = train(&refused);
    assert!(!done && text.contains("there is no team `ghosts`; the teams are killer, survivors"), "{text}");
    assert!(!ghosts.exists(), "what is refused leaves nothing behind");
}

/// The weights in a file, with the moments and averages, without the card: that has the clock and the folder.
fn tensors(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    let (length, rest) = bytes.split_first_chunk::<8>().unwrap();
    rest[u64::from_le_bytes(*length) as usize..].to_vec()
}

/// One thread, the same seed: the same weights to the last bit, whatever they are learnt from and wherever they are written.
#[test]
fn the_same_command_gives_the_same_weights() {
    let folder = tempdir().unwrap();
    let small =
        ["network.hidden=16", "play.lanes=8", "play.steps=24", "evaluation.games=2", "evaluation.ladder=[]"];
    let learnt = |method: &str, seed: &str, name: &str| {
        let out = folder.path().join(name).display().to_string();
        let method = format!("learner.method={method}");
        let mut args =
            vec!["run", "--game", "trial", "--threads", "1", "--updates", "3", "--seed", seed, "--out", &out];
        for change in small.iter().copied().chain([method.as_str(), "learner.imitate=1", "league.every=1"]) {
            args.extend(["--set", change]);
        }
        let (done, text) = train(&args);
        assert!(done, "{text}");
        tensors(&Path::new(&out).join("checkpoint.safetensors"))
    };
    for method in ["results", "search"] {
        let first = learnt(method, "5", &format!("{method}-first"));
        assert!(first == learnt(method, "5", &format!("{method}-second")), "{method}");
        assert!(first != learnt(method, "6", &format!("{method}-other")), "{method}");
    }
}

/// Two processes with nothing in common but two folders.
#[test]
fn one_process_plays_and_another_learns() {
    let folder = tempdir().unwrap();
    let [run, shards] = ["run", "shards"].map(|name| folder.path().join(name).display().to_string());
    let program = || Command::new(env!("CARGO_BIN_EXE_fogbound-train"));
    let learn = ["learn", "--game", "kuhn", "--updates", "3", "--threads", "1", "--patience", "120"];
    let small = ["--set", "play.lanes=16", "--set", "evaluation.games=20", "--set", "network.hidden=16"];
    let mut learner = program();
    learner.args(learn).args(small).args(["--out", &run, "--shards", &shards]);
    let mut learner = learner.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It writes the first weights, by which others can play.
    while !Path::new(&run).join("checkpoint.safetensors").exists() {
        assert!(learner.try_wait().unwrap().is_none(), "it ended before it began");
        thread::sleep(Duration::from_millis(20));
    }
    let mut player = program();
    player.args(["selfplay", "--run", &run, "--shards", &shards, "--threads", "1", "--player", "5"]);
    let mut player = player.stderr(Stdio::null()).spawn().unwrap();
    let learnt = learner.wait_with_output().unwrap();
    player.kill().unwrap();
    player.wait().unwrap();
    let text = String::from_utf8_lossy(&learnt.stdout);
    assert!(learnt.status.success() && text.contains("3 updates"), "{text}{learnt:?}");
    assert!(net::Checkpoint::read(&Path::new(&run).join("checkpoint.safetensors")).is_ok());
}

#[test]
fn what_is_not_there_is_named() {
    let folder = tempdir().unwrap();
    let missing = folder.path().join("nothing").display().to_string();
    for args in [
        &["resume", &missing][..],
        &["export", &missing],
        &["selfplay", "--run", &missing, "--shards", &missing],
        &["respond", "--against", &missing],
    ] {
        let (done, text) = train(args);
        assert!(!done && text.contains(&missing), "{args:?}: {text}");
    }
    let run = folder.path().join("run").display().to_string();
    for field in ["from", "against"] {
        let set = format!("{field}={missing}");
        let mut args = vec!["run", "--game", "kuhn", "--out", &run, "--set", &set];
        if field == "against" {
            args.extend(["--set", "team=player_0", "--set", "network.sharing=per_team"]);
        }
        let (done, text) = train(&args);
        assert!(!done && text.contains(&missing) && text.contains(&format!("{field}: ")), "{field}: {text}");
    }
}

#[test]
fn a_time_is_not_negative() {
    for patience in ["--patience=-1", "--patience=nan", "--patience=soon", "--patience=1e300"] {
        let (done, text) = train(&["learn", "--shards", "nowhere", patience]);
        assert!(!done && text.contains("--patience") && !text.contains("panicked"), "{patience}: {text}");
    }
}

/// The system refuses to let files grow, as a full disk does: the run ends with the file's name and its last good checkpoint.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_run_in_words() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("run").display().to_string();
    // Files of up to 128 KiB: weights of this size fit, but not the curves of hundreds of updates.
    let limited = "ulimit -f 256; trap '' XFSZ; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args([
        "-c",
        limited,
        env!("CARGO_BIN_EXE_fogbound-train"),
        "run",
        "--game",
        "kuhn",
        "--out",
        &out,
    ]);
    command.args(["--threads", "1", "--updates", "2000"]);
    let small =
        ["network.hidden=16", "play.lanes=4", "play.steps=4", "evaluation.games=2", "evaluation.every=2000"];
    for change in small {
        command.args(["--set", change]);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && !text.contains("panicked"), "{text}");
    assert!(text.contains("cannot write into") && text.contains("tensorboard"), "{text}");
    assert!(text.contains("the last good checkpoint is"), "{text}");
    assert!(net::Checkpoint::read(&folder.path().join("run/checkpoint.safetensors")).is_ok());
}
