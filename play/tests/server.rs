//! The server, as browsers and worse things talk to it.

#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

#[allow(dead_code)] // each test takes what it needs
#[path = "common/server.rs"]
mod server;

use serde_json::{Value, json};
use server::Server;
use tungstenite::Message;

fn trial(lineup: &[&str], seat: Option<u8>) -> Value {
    json!({ "game": "trial", "setup": { "preset": "small" }, "lineup": lineup, "seat": seat })
}

const KUHN: [&str; 2] = ["person", "person"];

fn kuhn() -> Value {
    json!({ "game": "kuhn", "lineup": KUHN, "seat": 0 })
}

#[test]
fn the_page_is_whole_and_guarded() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    assert!(
        page.contains("content-security-policy: default-src 'none'") && page.contains("no-referrer"),
        "{page}"
    );
    // Every part that the page and its modules name is there, and nothing comes from elsewhere.
    let mut parts = vec!["/".to_string()];
    for i in 0.. {
        let Some(part) = parts.get(i).cloned() else { break };
        let (status, text) = server.get(&part);
        assert_eq!(status, 200, "{part}");
        assert!(!text.replace("http://www.w3.org/", "").contains("http://"), "{part} names another place");
        for mark in ["src=\"/", "href=\"/", "from \"./"] {
            for rest in text.split(mark).skip(1) {
                let found = format!("/{}", rest.split('"').next().unwrap());
                if !parts.contains(&found) {
                    parts.push(found);
                }
            }
        }
    }
    assert!(parts.len() >= 9, "{parts:?}");
    assert_eq!(server.get("/../Cargo.toml").0, 404);
    let games = server.get_json("/api/games");
    assert!(games.as_array().unwrap().iter().any(|game| game["name"] == "trial"));

    let other_host = b"GET /api/games HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    assert_eq!(server.raw(other_host).0, 403);
    let other_page = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}",
        server.address
    );
    assert_eq!(server.raw(other_page.as_bytes()).0, 403);
}

#[test]
fn bad_requests_are_errors_and_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let bad = [
        "",
        "{",
        "[]",
        "null",
        r#"{"game":"chess","lineup":[]}"#,
        r#"{"game":"kuhn","lineup":[],"more":1}"#,
        r#"{"game":"kuhn","lineup":["person","person","person"]}"#,
        r#"{"game":"kuhn","lineup":["policy:ckpt=/etc/passwd"]}"#,
        r#"{"game":"kuhn","lineup":["ismcts:sims=99999999999"]}"#,
        r#"{"game":"trial","lineup":[],"setup":{"board":"moon"}}"#,
        r#"{"game":"trial","lineup":[],"setup":7}"#,
        r#"{"game":"kuhn","lineup":["easy","easy"],"seat":0}"#,
        r#"{"game":"kuhn","lineup":[],"seat":9}"#,
    ];
    for body in bad {
        let (status, answer) = server.post("/api/rooms", body);
        assert!((400..500).contains(&status) && answer["error"].is_string(), "{body}: {status} {answer}");
    }
    let large = format!(r#"{{"game":"kuhn","lineup":["{}"]}}"#, "x".repeat(40_000));
    assert_eq!(server.post("/api/rooms", &large).0, 413);
    for room in ["", "..", "x", "00000000000000000000000000000000", "%2e%2e%2fetc%2fpasswd"] {
        assert_eq!(server.get(&format!("/api/rooms/{room}")).0 / 100, 4, "{room}");
    }
    let (room, _) = server.room(&kuhn());
    assert_eq!(server.post(&format!("/api/rooms/{room}/join"), r#"{"seat":0}"#).0, 409, "the seat is taken");
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay")).0, 403, "the game is not over");
    assert_eq!(server.get(&format!("/api/rooms/{room}/record")).0, 403);
    server.join(&room, 1);
}

#[test]
fn bad_messages_are_errors_and_never_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (room, token) = server.room(&kuhn());
    let token = token.unwrap();
    for first in [
        "",
        "hello",
        "{}",
        r#"{"type":"hello","token":"00000000000000000000000000000000"}"#,
        r#"{"type":"hello","token":7}"#,
    ] {
        let mut stranger = server.socket(&room);
        stranger.say(first);
        assert_eq!(stranger.hear().unwrap()["type"], "error", "{first}");
        assert_eq!(stranger.hear(), None, "who proves no seat is sent away");
    }
    let mut player = server.sit(&room, &token);
    let look = player.asked();
    let key = look["key"].as_str().unwrap();
    let wrong = [
        "no JSON".to_string(),
        "{}".into(),
        json!({ "type": "hello", "token": token }).to_string(),
        json!({ "type": "act", "key": key, "action": 999 }).to_string(),
        json!({ "type": "act", "key": key, "action": 70_000 }).to_string(),
        json!({ "type": "act", "key": key, "action": -1 }).to_string(),
        json!({ "type": "act", "key": "0000000000000000", "action": 0 }).to_string(),
        json!({ "type": "act", "key": key, "action": 0, "seat": 1 }).to_string(),
        "[".repeat(1500),
    ];
    for text in &wrong {
        player.say(text);
        assert_eq!(player.hear().unwrap()["type"], "error", "{text}");
    }
    player.send(Message::binary(vec![0, 159, 146, 150]));
    assert_eq!(player.hear().unwrap()["type"], "error");
    // The seat is as it was: the choice still counts, and once only.
    player.choose(&look, 0);
    let now = player.hear().unwrap();
    assert_eq!(now["look"]["choices"], json!([]), "{now}");
    player.choose(&look, 0);
    assert_eq!(player.hear().unwrap()["type"], "error");

    let mut heavy = server.sit(&room, &token);
    heavy.hear().unwrap();
    heavy.send(Message::text("x".repeat(100_000)));
    assert_eq!(heavy.hear(), None, "a message that is too long ends the connection");
    let mut flood = server.sit(&room, &token);
    flood.hear().unwrap();
    for _ in 0..200 {
        flood.send(Message::text("{}"));
    }
    while flood.hear().is_some() {}
    assert_eq!(server.get("/api/games").0, 200, "the server is still there");
    let mut back = server.sit(&room, &token);
    assert!(back.hear().unwrap()["look"]["seat"] == 0, "and the seat is still mine");
}

/// Whatever comes over the wire to a seat shows face-down cards only of its own figures, and no seed or token of others.
fn check_wire(wire: &str, secrets: &[&str]) -> usize {
    let mut face_down = 0;
    for line in wire.lines() {
        let message: Value = serde_json::from_str(line).unwrap();
        for figure in message["look"]["scene"]["figures"].as_array().into_iter().flatten() {
            for card in figure["cards"].as_array().unwrap().iter().filter(|card| card["face_down"] == true) {
                face_down += 1;
                let known = !card["kind"].is_null();
                assert_eq!(known, figure["own"] == true, "{figure}");
            }
        }
    }
    for secret in secrets {
        assert!(!wire.contains(secret), "{secret} went over the wire");
    }
    face_down
}

#[test]
fn a_seat_is_sent_nothing_but_its_own_view() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--seed", "918273645546372819"]);
    let (room, killer) = server.room(&trial(&["person", "person", "easy"], Some(0)));
    let (killer, survivor) = (killer.unwrap(), server.join(&room, 1));
    let mut hunter = server.sit(&room, &killer);
    let mut prey = server.sit(&room, &survivor);
    let playing = std::thread::spawn(move || {
        hunter.play_out(1);
        hunter
    });
    prey.play_out(0);
    let hunter = playing.join().unwrap();
    let seed = "918273645546372819";
    let seen = check_wire(&hunter.wire, &[seed, &survivor]) + check_wire(&prey.wire, &[seed, &killer]);
    assert!(seen > 10, "cards were laid");
    assert!(!prey.wire.contains("\"seed\"") && !prey.wire.contains(&killer));
    let replay = server.get_json(&format!("/api/rooms/{room}/replay"));
    assert!(replay["frames"].as_array().unwrap().len() > 10);
    let frame = server.get_json(&format!("/api/rooms/{room}/replay/5"));
    assert!(frame["scene"]["figures"].is_array(), "{frame}");
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay/99999")).0, 404);
    assert_eq!(server.get(&format!("/api/rooms/{room}/record")).0, 200);
}

/// Two games that are alike but for what one seat cannot see send that seat the same.
#[test]
fn what_is_hidden_changes_nothing_for_others() {
    let sent_before_the_reveal = |card: usize| {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path(), &["--seed", "11"]);
        let (room, killer) = server.room(&trial(&["person", "person", "person"], Some(0)));
        let tokens = [killer.unwrap(), server.join(&room, 1), server.join(&room, 2)];
        let fresh = |seat: usize| {
            let mut player = server.sit(&room, &tokens[seat]);
            let message = player.hear().unwrap();
            (player, message)
        };
        // The opening is made in the open; then everybody plans at once, and the killer lays the card in question.
        loop {
            let looks: Vec<_> = (0..3).map(fresh).collect();
            let is_asked =
                |message: &Value| message["look"]["choices"].as_array().is_some_and(|all| !all.is_empty());
            let planning = looks.iter().all(|(_, message)| is_asked(message));
            for (mut player, message) in looks.into_iter().filter(|(_, message)| is_asked(message)) {
                player.choose_and_wait(&message["look"], if planning { card } else { 0 });
                if planning {
                    // What a survivor is sent now, from its first word to its last.
                    let (_, message) = fresh(1);
                    return (message["look"].to_string(), message["heard"].to_string());
                }
            }
        }
    };
    let sent = [0, 1, 2].map(sent_before_the_reveal);
    assert!(sent[0].0.contains("lay a card face down"), "{}", sent[0].0);
    assert!(sent[0] == sent[1] && sent[1] == sent[2], "a hidden card changed what another seat was sent");
}

#[test]
fn a_killed_server_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let order = trial(&["easy", "person", "easy"], Some(1));
    let server = Server::start(folder.path(), &[]);
    let (room, token) = server.room(&order);
    let token = token.unwrap();
    let mut player = server.sit(&room, &token);
    for _ in 0..6 {
        let look = player.asked();
        player.choose(&look, 0);
    }
    let before = player.asked();
    server.kill();

    let server = Server::start(folder.path(), &[]);
    let mut player = server.sit(&room, &token);
    let after = player.asked();
    for part in ["key", "text", "scene", "choices", "heard"] {
        assert_eq!(before[part], after[part], "{part}");
    }
    assert_eq!(server.get_json(&format!("/api/rooms/{room}"))["seats"][1]["taken"], true);
    player.choose(&after, 0);
    player.play_out(0);
    drop(player);
    server.kill();

    // A line that was cut off in the middle is made good, too.
    let record = folder.path().join(format!("{room}.jsonl"));
    let text = std::fs::read_to_string(&record).unwrap();
    let cut = text.len() * 2 / 3;
    std::fs::write(&record, &text[..cut]).unwrap();
    let server = Server::start(folder.path(), &[]);
    let ending = server.sit(&room, &token).play_out(0);
    assert!(ending["ending"]["returns"].is_array());
    let whole = std::fs::read_to_string(&record).unwrap();
    assert!(whole.starts_with(&text[..text[..cut].rfind('\n').unwrap()]));
    fogbound_env::Record::from_text(&whole).unwrap();
}

#[test]
fn hundreds_of_rooms_are_played_in_bounded_space() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--rooms", "40", "--keep", "250", "--new-rooms", "100000"]);
    let order = trial(&["easy", "easy", "easy"], None).to_string();
    let mut rooms = Vec::new();
    while rooms.len() < 300 {
        let (status, made) = server.post("/api/rooms", &order);
        match status {
            200 => rooms.push(made["room"].as_str().unwrap().to_string()),
            // All places are taken by games under way: that is the bound.
            503 => std::thread::sleep(std::time::Duration::from_millis(20)),
            _ => panic!("{status} {made}"),
        }
    }
    let over = |room: &String| {
        for _ in 0..3000 {
            let (status, text) = server.get(&format!("/api/rooms/{room}"));
            match status {
                200 if text.contains("\"over\":true") => return true,
                404 => return false,
                _ => std::thread::sleep(std::time::Duration::from_millis(10)),
            }
        }
        panic!("{room} does not end")
    };
    let finished = rooms.iter().filter(|room| over(room)).count();
    assert_eq!(finished, 250, "the newest rooms are kept, the oldest go");
    let cards = std::fs::read_dir(folder.path()).unwrap();
    let cards =
        cards.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "json"));
    assert_eq!(cards.count(), 250);
}

#[test]
fn rooms_are_made_only_so_fast_and_only_so_many() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--rooms", "2", "--new-rooms", "4"]);
    let (first, token) = server.room(&kuhn());
    let (second, other) = server.room(&kuhn());
    let mut here = [server.sit(&first, &token.unwrap()), server.sit(&second, &other.unwrap())];
    for player in &mut here {
        player.hear().unwrap();
    }
    assert_eq!(server.post("/api/rooms", &kuhn().to_string()).0, 503, "both rooms are in use");
    drop(here);
    let codes: Vec<u16> = (0..6).map(|_| server.post("/api/rooms", &kuhn().to_string()).0).collect();
    assert!(codes.contains(&429), "{codes:?}");
}
