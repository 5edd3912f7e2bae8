//! Tables over the wire: what is hidden on a board, what a restart keeps, who may look on, and how many play at once.

#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

#[allow(dead_code)] // each test takes what it needs
#[path = "common/server.rs"]
mod server;

use fogbound_env::registry::NAMES;
use serde_json::{Value, json};
use server::{Player, Server};

/// Networks are not needed here, and take time to read.
const PLAIN: [&str; 2] = ["--checkpoints", "none"];

fn start(folder: &tempfile::TempDir, more: &[&str]) -> Server {
    Server::start(folder.path(), &[&PLAIN[..], more].concat())
}

fn choices(message: &Value) -> &[Value] {
    message["look"]["choices"].as_array().map_or(&[], Vec::as_slice)
}

/// Sits down anew, and gives the first thing that is said.
fn fresh(server: &Server, room: &str, token: &str) -> (Player, Value) {
    let mut player = server.sit(room, token);
    let message = player.hear().unwrap();
    (player, message)
}

/// A room in which people sit everywhere, with the proofs of their seats.
fn people(server: &Server, game: &str, preset: &str, seats: u8) -> (String, Vec<String>) {
    let lineup = vec!["person"; seats.into()];
    let order = json!({ "game": game, "setup": { "preset": preset }, "lineup": lineup, "seat": 0 });
    let (room, first) = server.room(&order);
    let others = (1..seats).map(|seat| server.join(&room, seat));
    let tokens = first.into_iter().chain(others).collect();
    (room, tokens)
}

/// Plays a whole trial of three people, who choose in the order of their seats. After each of the first `restarts`
/// choices that have to wait for others, the server is killed and started again. Gives the record.
fn played_with_restarts(restarts: usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(&folder, &["--seed", "11"]);
    let (room, tokens) = people(&server, "trial", "small", 3);
    let mut left = restarts;
    for turn in 0.. {
        assert!(turn < 2000, "the game does not end");
        let looks: Vec<_> = tokens.iter().map(|token| fresh(&server, &room, token)).collect();
        if !looks[0].1["look"]["ending"].is_null() {
            break;
        }
        let asked = looks.iter().filter(|(_, message)| !choices(message).is_empty()).count();
        let seat = looks.iter().position(|(_, message)| !choices(message).is_empty()).unwrap();
        let (mut player, message) = looks.into_iter().nth(seat).unwrap();
        player.choose_and_wait(&message["look"], turn);
        if asked > 1 && left > 0 {
            left -= 1;
            check_secret(folder.path());
            server.kill();
            server = start(&folder, &["--seed", "11"]);
            let (_, message) = fresh(&server, &room, &tokens[seat]);
            assert_eq!(choices(&message), &[] as &[Value], "seat {seat} has chosen already: {message}");
        }
    }
    assert_eq!(left, 0, "choices waited for others");
    let (status, answer) = server.get(&format!("/api/rooms/{room}/record"));
    assert_eq!(status, 200);
    answer.split_once("\r\n\r\n").unwrap().1.to_string()
}

/// Nobody but their owner may read the files of rooms, among them one with choices that lie face down.
fn check_secret(folder: &std::path::Path) {
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
    assert!(files.iter().any(|file| file.path().extension().is_some_and(|end| end == "laid")));
    #[cfg(unix)]
    for file in files {
        let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions());
        assert_eq!(mode & 0o077, 0, "{} has mode {mode:o}", file.path().display());
    }
}

#[test]
fn a_choice_that_lies_face_down_outlives_the_server() {
    let (unbroken, broken) = (played_with_restarts(0), played_with_restarts(8));
    assert!(unbroken.lines().count() > 20, "{unbroken}");
    assert_eq!(unbroken, broken);
}

/// Two games of `stalk` that are alike but for where the survivors walked in silence send the killer the same.
#[test]
fn where_survivors_walk_unheard_changes_nothing_for_the_killer() {
    let sent_to_the_killer = |steps: usize| {
        let folder = tempfile::tempdir().unwrap();
        let server = start(&folder, &["--seed", "3"]);
        let (room, tokens) = people(&server, "stalk", "training", 5);
        let mut walked = [0; 5];
        loop {
            let looks: Vec<_> = tokens.iter().map(|token| fresh(&server, &room, token)).collect();
            let seat = looks.iter().position(|(_, message)| !choices(message).is_empty()).unwrap();
            if seat == 0 {
                let places: Vec<Value> = looks[1].1["look"]["scene"]["figures"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|figure| figure["place"].clone())
                    .collect();
                return (looks[0].1["look"].to_string(), looks[0].1["heard"].to_string(), places);
            }
            let (mut player, message) = looks.into_iter().nth(seat).unwrap();
            let wanted = if walked[seat] < steps { "step " } else { "stop" };
            let is_wanted = |choice: &Value| choice["text"].as_str().unwrap().starts_with(wanted);
            let number = choices(&message).iter().position(is_wanted).unwrap();
            walked[seat] += 1;
            player.choose_and_wait(&message["look"], number);
        }
    };
    let (stayed, walked) = (sent_to_the_killer(0), sent_to_the_killer(1));
    assert_ne!(stayed.2[1..], walked.2[1..], "the survivors stand elsewhere");
    assert!(stayed.0.contains("\"possible\":[") && stayed.1.contains("the killer's turn"), "{}", stayed.1);
    assert_eq!((stayed.0, stayed.1), (walked.0, walked.1));
}

/// Whatever comes over the wire names a figure of the other side's cell only where announcements leave no other.
fn check_wire(wire: &str, own_side: u64) -> [usize; 2] {
    let mut counts = [0, 0];
    for line in wire.lines() {
        let message: Value = serde_json::from_str(line).unwrap();
        for figure in message["look"]["scene"]["figures"].as_array().into_iter().flatten() {
            if figure["side"] == own_side {
                assert_eq!(figure["hidden"], false);
                continue;
            }
            let possible = figure["possible"].as_array().unwrap().len();
            let marked = |mark: &str| figure["marks"].as_array().unwrap().iter().any(|one| one == mark);
            let known = possible == 1 || marked("on a hook");
            assert_eq!(!figure["place"].is_null(), known, "{figure}");
            assert!(known || marked("out") || (possible > 1 && figure["hidden"] == true), "{figure}");
            counts[usize::from(known)] += 1;
        }
    }
    counts
}

#[test]
fn neither_side_of_stalk_is_sent_where_the_other_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder, &["--seed", "918273645546372819"]);
    let lineup = ["person", "person", "easy", "easy", "easy"];
    let order = json!({ "game": "stalk", "setup": { "preset": "training" }, "lineup": lineup, "seat": 0 });
    let (room, killer) = server.room(&order);
    let (killer, survivor) = (killer.unwrap(), server.join(&room, 1));
    let (mut hunter, mut prey) = (server.sit(&room, &killer), server.sit(&room, &survivor));
    let playing = std::thread::spawn(move || {
        hunter.play_out(0);
        hunter
    });
    prey.play_out(0);
    let hunter = playing.join().unwrap();
    for (wire, other) in [(&hunter.wire, &survivor), (&prey.wire, &killer)] {
        assert!(!wire.contains("918273645546372819") && !wire.contains(other.as_str()));
    }
    let (seen, told) = (check_wire(&hunter.wire, 0), check_wire(&prey.wire, 1));
    // Both had somebody to look for. Looks that follow each other quickly are sent as one, so nobody knows how many there are.
    assert!(seen[0] > 0 && told[0] > 0, "{seen:?} {told:?}");
    // After the end everything is open.
    let last = server.get_json(&format!("/api/rooms/{room}/replay"))["frames"].as_array().unwrap().len() - 1;
    for number in [0, last / 2, last] {
        let frame = server.get_json(&format!("/api/rooms/{room}/replay/{number}"));
        for figure in frame["scene"]["figures"].as_array().unwrap() {
            let out = figure["marks"].as_array().unwrap().iter().any(|mark| mark == "out");
            assert_eq!(figure["place"].is_null(), out, "{figure}");
        }
    }
}

/// A game needs nothing but its view to be played by people: words to read, choices to make, and a replay.
#[test]
fn every_game_is_played_from_its_view_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder, &["--seed", "5"]);
    let mut plain = Vec::new();
    for game in NAMES {
        let cards = server.get_json("/api/games");
        let card = cards.as_array().unwrap().iter().find(|card| card["name"] == *game).unwrap();
        let preset = card["presets"].as_array().unwrap().last().unwrap();
        let seats = preset["seats"].as_array().unwrap().len();
        let lineup: Vec<&str> = (0..seats).map(|seat| if seat == 0 { "person" } else { "easy" }).collect();
        let order = json!({ "game": game, "setup": preset["setup"], "lineup": lineup, "seat": 0 });
        let (room, token) = server.room(&order);
        let mut player = server.sit(&room, &token.unwrap());
        let ending = player.play_out(0);
        assert_eq!(ending["ending"]["returns"].as_array().unwrap().len(), seats, "{game}");
        for line in player.wire.lines() {
            let message: Value = serde_json::from_str(line).unwrap();
            assert!(!message["look"]["text"].as_str().unwrap().is_empty(), "{game}");
            let mut texts: Vec<_> = choices(&message).iter().map(|c| c["text"].as_str().unwrap()).collect();
            let count = texts.len();
            texts.sort_unstable();
            texts.dedup();
            assert!(texts.len() == count && texts.iter().all(|text| !text.is_empty()), "{game}: {texts:?}");
        }
        if ending["scene"].is_null() {
            plain.push(*game);
        }
        let frame = server.get_json(&format!("/api/rooms/{room}/replay/0"));
        assert_eq!(frame["views"].as_array().unwrap().len(), seats, "{game}");
    }
    assert_eq!(plain, ["kuhn", "leduc", "goofspiel"]);
}

/// The moves that people or bots have made in a room, from its file.
fn moves(folder: &tempfile::TempDir, room: &str) -> usize {
    let record = std::fs::read_to_string(folder.path().join(format!("{room}.jsonl"))).unwrap();
    record.lines().filter(|line| line.contains("\"act\"")).count()
}

#[test]
fn bots_are_watched_live_and_only_bots() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder, &["--seed", "2"]);
    let order = |lineup: &[&str], pause: u16| json!({ "game": "stalk", "setup": { "preset": "training" }, "lineup": lineup, "seat": null, "pause": pause });
    let bots = ["easy"; 5];
    let (room, token) = server.room(&order(&bots, 1));
    assert_eq!(token, None);
    let poster = server.get_json(&format!("/api/rooms/{room}"));
    assert_eq!((&poster["watchable"], &poster["over"]), (&json!(true), &json!(false)));
    assert_eq!(moves(&folder, &room), 0, "the game waits for somebody to look on");
    let watch = |room: &str| {
        let mut watcher = server.socket(room);
        watcher.say(r#"{"type":"watch"}"#);
        watcher
    };
    let (mut watcher, mut looks) = (watch(&room), 0);
    watcher.say(r#"{"type":"act","key":"0000000000000000","action":0}"#);
    let mut refused = false;
    loop {
        let message = watcher.hear().unwrap();
        if message["type"] == "error" {
            refused = true;
            continue;
        }
        looks += 1;
        assert_eq!(message["look"]["choices"], json!([]));
        for figure in message["look"]["scene"]["figures"].as_array().unwrap() {
            let out = figure["marks"].as_array().unwrap().iter().any(|mark| mark == "out");
            assert_eq!(figure["place"].is_null(), out, "who watches bots sees everything: {figure}");
        }
        if !message["look"]["ending"].is_null() {
            break;
        }
    }
    assert!(refused && looks > 20, "{looks}");
    assert!(watcher.wire.contains("round 2 begins"));
    // One who comes late still hears everything.
    let late = watch(&room).hear().unwrap();
    assert!(late["heard"].to_string().contains("round 2 begins") && !late["look"]["ending"].is_null());

    let mixed = ["easy", "person", "easy", "easy", "easy"];
    let (table, _) = server.room(&json!({ "game": "stalk", "lineup": mixed, "seat": 1 }));
    let mut stranger = watch(&table);
    let answer = stranger.hear().unwrap();
    assert!(answer["error"].as_str().unwrap().contains("nobody may look on"), "{answer}");
    assert_eq!(stranger.hear(), None);
    for wrong in [order(&mixed, 1), order(&bots, 5001)] {
        let (status, answer) = server.post("/api/rooms", &wrong.to_string());
        assert!(status == 400 && answer["error"].as_str().unwrap().contains("pause"), "{status} {answer}");
    }
}

/// Two hundred people, each at a table of their own with bots, all connected: everybody is answered, one more room is
/// refused in words, memory stays bounded, and a table that is left makes room again.
#[test]
fn two_hundred_tables_at_once_are_answered_within_bounds() {
    const TABLES: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder, &["--rooms", "200", "--new-rooms", "100000"]);
    let order = |table: usize| {
        if table.is_multiple_of(2) {
            json!({ "game": "trial", "setup": { "preset": "small" }, "lineup": ["easy", "person", "easy"], "seat": 1 })
        } else {
            let lineup = ["person", "easy", "easy", "easy", "easy"];
            json!({ "game": "stalk", "setup": { "preset": "training" }, "lineup": lineup, "seat": 0 })
        }
    };
    let sit = |table: usize| {
        let (room, token) = server.room(&order(table));
        server.sit(&room, &token.unwrap())
    };
    let mut players: Vec<Player> = (0..TABLES).map(sit).collect();
    // All play at the same time, some decisions each.
    std::thread::scope(|scope| {
        for some in players.chunks_mut(TABLES / 8) {
            scope.spawn(|| {
                let mut playing: Vec<&mut Player> = some.iter_mut().collect();
                for turn in 0..8 {
                    // Whose game is over has been answered, and stays.
                    playing.retain_mut(|player| {
                        let look = player.asked();
                        if look["ending"].is_null() {
                            player.choose(&look, turn);
                        }
                        look["ending"].is_null()
                    });
                }
                assert!(!playing.is_empty(), "most games are longer than this");
                for player in playing {
                    player.asked();
                }
            });
        }
    });
    let (status, answer) = server.post("/api/rooms", &order(0).to_string());
    assert_eq!(status, 503, "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("the server is full"), "{answer}");
    assert_eq!(server.get("/api/games").0, 200, "and who asks something else is answered");
    // Each table costs well under a megabyte; the most that the server ever held is bounded by that.
    if let Some(peak) = server.peak_memory() {
        assert!(peak < 400 << 20, "the server took {} MiB", peak >> 20);
    }
    drop(players);
    let accepted = (0..3000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        server.post("/api/rooms", &order(0).to_string()).0 == 200
    });
    assert!(accepted, "a table that was left makes room for another");
}
