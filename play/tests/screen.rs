//! The drawn terminal, through a pty.

#![cfg(unix)]

#[allow(dead_code)] // each test takes what it needs
mod common;
#[path = "common/screen.rs"]
mod terminal;

use terminal::Terminal;

/// Whether a person is asked: the first choice has the key 1.
fn asks(text: &str) -> bool {
    text.lines().any(|line| line.contains("│ 1 ") || line.starts_with(" 1  "))
}

fn is_over(text: &str) -> bool {
    text.contains("The game is over")
}

/// Plays with `key` until the end, and gives the screens on which something was asked.
fn play_out(screen: &mut Terminal, keys: &[&str]) -> Vec<String> {
    let mut seen = Vec::new();
    for turn in 0.. {
        assert!(turn < 2000, "the game does not end");
        let text = screen.wait("a question or the end", |text| asks(text) || is_over(text));
        if is_over(&text) {
            return seen;
        }
        screen.press(keys[turn % keys.len()]);
        // The next question may look the same; the person waits a moment in any case.
        std::thread::sleep(std::time::Duration::from_millis(15));
        seen.push(text);
    }
    seen
}

#[test]
fn a_whole_trial_is_played_on_a_drawn_board() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let args = ["play", "trial", "--preset", "small", "--as", "survivor_0", "--seed", "3", "--record"];
    let args = [&args[..], &[record.to_str().unwrap()]].concat();
    let mut screen = Terminal::start(&args, (140, 44));
    let seen = play_out(&mut screen, &["1", "\r", "2", "1"]);
    let all = seen.join("\n");
    for shown in [
        "Gate House",
        "Orchard",
        "Barn",
        "The Trapper",
        "Dwight",
        "generators",
        "sneak",
        "lay a card face down",
        "Your cards:",
    ] {
        assert!(all.contains(shown), "{shown} is not on any screen:\n{}", seen[0]);
    }
    screen.press("q");
    screen.ends_well();
    screen.wait("the result", |text| text.contains("Recorded in"));
    let text = std::fs::read_to_string(&record).unwrap();
    assert!(text.trim_end().ends_with('}') && text.contains("\"returns\":["), "{text}");

    let mut replay = Terminal::start(&["replay", record.to_str().unwrap()], (140, 44));
    replay.wait("the first frame", |text| text.contains("Replay 0/"));
    replay.press("\x1b[C");
    replay.wait("the next frame", |text| text.contains("Replay 1/"));
    replay.press("\x1b[F");
    replay.wait("the end", is_over);
    replay.press("q");
    replay.ends_well();
}

/// While one person has the screen, nothing of what another has laid is on it, and in between it is covered.
#[test]
fn people_who_share_a_screen_do_not_see_each_other_s_cards() {
    let mut screen = Terminal::start(&["play", "kuhn", "--as", "0,1", "--seed", "1"], (80, 24));
    let mut covers = 0;
    let mut cards = [String::new(), String::new()];
    loop {
        let text = screen.wait("a cover, a question or the end", |text| {
            text.contains("Press Enter") || asks(text) || is_over(text)
        });
        if is_over(&text) {
            break;
        }
        if text.contains("Press Enter") {
            covers += 1;
            assert!(!text.contains("card") && !text.contains("What you know"), "{text}");
            screen.press("\r");
            screen.wait("the table", |text| !text.contains("Press Enter"));
            continue;
        }
        let seat = usize::from(text.contains("Fogbound: player_1"));
        let card = text.lines().find(|line| line.contains("card")).unwrap_or_default().to_string();
        assert!(!card.is_empty(), "{text}");
        cards[seat] = card;
        screen.press("1");
        screen.wait("another screen", |now| now != text);
    }
    assert!(covers >= 2 && cards[0] != cards[1], "{covers} {cards:?}");
    screen.press("q");
    screen.ends_well();
}

/// The large board, on a large screen and on the smallest that it needs.
#[test]
fn the_large_board_fits() {
    for (size, name) in [((150, 46), "terminal"), ((80, 24), "terminal-small")] {
        let mut screen = Terminal::start(&["play", "trial", "--as", "survivor_1", "--seed", "21"], size);
        let mut planned = false;
        for _ in 0..60 {
            let text = screen.wait("a question", asks);
            for room in ["Coal Tower", "Foreman's Office", "Suffocation Pit", "Oak Grove"] {
                assert!(text.contains(room), "{room} is missing at {size:?}:\n{text}");
            }
            planned |= text.contains("lay a card face down");
            if planned && text.contains("round 3") {
                break;
            }
            screen.press("1");
            screen.wait("another screen", |now| now != text);
        }
        assert!(planned);
        screen.shot(name);
        screen.press("q");
        screen.ends_well();
    }
}

/// A board of cells: walls, one's own figures, and the places where the others may be.
#[test]
fn a_whole_stalk_is_played_on_a_drawn_grid() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let args = ["play", "stalk", "--preset", "training", "--as", "survivor_0", "--seed", "3", "--record"];
    let args = [&args[..], &[record.to_str().unwrap()]].concat();
    let mut screen = Terminal::start(&args, (140, 44));
    let seen = play_out(&mut screen, &["1", "2", "\r", "3"]);
    let all = seen.join("\n");
    for shown in
        ["┌───", "│", "Survivor 1", "Killer", "K may be there", "in one of", "steps left", "round 2 begins"]
    {
        assert!(all.contains(shown), "{shown} is not on any screen:\n{}", seen[0]);
    }
    screen.press("q");
    screen.ends_well();

    let mut replay = Terminal::start(&["replay", record.to_str().unwrap()], (140, 44));
    replay.wait("the first frame", |text| text.contains("Replay 0/"));
    for number in 1..12 {
        replay.press("\x1b[C");
        let text = replay.wait("the next frame", |text| text.contains(&format!("Replay {number}/")));
        assert!(!text.contains("in one of"), "a replay hides nobody:\n{text}");
    }
    replay.press("\x1b[F");
    replay.wait("the end", is_over);
    replay.press("q");
    replay.ends_well();
}

/// The large grid, on a large screen and on the smallest that it needs; the killer sees where survivors may be.
#[test]
fn the_large_grid_fits() {
    for (size, name) in [((150, 46), "terminal-stalk"), ((80, 24), "terminal-stalk-small")] {
        let mut screen = Terminal::start(&["play", "stalk", "--as", "killer", "--seed", "21"], size);
        for _ in 0..9 {
            // A frame is drawn line by line, so the question may be there before the last row is.
            let whole = |text: &str| {
                let is_there =
                    |row: u8| text.lines().any(|line| line.trim_start().starts_with(&format!("{row} │")));
                asks(text) && (1..=9).all(is_there)
            };
            let text = screen.wait("a question and all rows", whole);
            screen.press("2");
            screen.wait("another screen", |now| now != text);
        }
        screen.wait("a question", asks);
        screen.shot(name);
        screen.press("q");
        screen.ends_well();
    }
}

/// Games without a board are played from their words, to the end.
#[test]
fn games_without_a_board_are_played_in_words() {
    for (game, shown) in [("kuhn", "card"), ("leduc", "card"), ("goofspiel", "prize")] {
        let mut screen = Terminal::start(&["play", game, "--as", "1", "--seed", "2"], (100, 30));
        let seen = play_out(&mut screen, &["1"]);
        assert!(!seen.is_empty());
        for text in &seen {
            assert!(text.contains("What you know") && text.contains(shown), "{game}:\n{text}");
        }
        screen.press("q");
        screen.ends_well();
    }
}

#[test]
fn bots_can_be_watched() {
    let args = ["watch", "trial", "--preset", "small", "--pause", "1", "--seed", "5"];
    let mut screen = Terminal::start(&args, (140, 44));
    screen.wait("the board", |text| text.contains("Gate House") && text.contains("What happened"));
    screen.wait("the end", is_over);
    screen.press("q");
    screen.ends_well();
}

#[test]
fn alone_it_offers_a_game() {
    let mut screen = Terminal::start(&[], (100, 30));
    screen.wait("the offer", |text| text.contains("game: kuhn") && text.contains("[trial]"));
    screen.press("chess\r");
    screen.wait("a second offer", |text| text.contains("\"chess\" is none of them"));
    screen.press("kuhn\r");
    screen.wait("the seats", |text| text.contains("player_0, player_1"));
    screen.press("\r");
    screen.wait("the bots", |text| text.contains("easy, medium, hard"));
    screen.press("easy\r");
    screen.wait("the table", |text| text.contains("What you know"));
    screen.press("q");
    screen.ends_well();
}
