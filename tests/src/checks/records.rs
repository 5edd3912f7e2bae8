//! Records come back whole, and damaged ones are refused with the move named.

use std::sync::Arc;

use fogbound_env::{Game, Record, RecordError, Rng, Silence, Table, rollout};

pub(crate) fn check<G: Game>(game: &Arc<G>, games: u64) {
    for i in 0..games {
        let mut rng = Rng::stream(19, i);
        let mut table = Table::new(Arc::clone(game), i);
        let stop = rng.below(20) as usize;
        let mut halfway = None;
        while let Some(seat) = table.waiting().lowest() {
            // Only between two moves: half a joint choice is not on paper.
            if halfway.is_none() && table.record().moves.len() >= stop && table.waiting() == acting(&table) {
                halfway = Some(table.record().clone());
            }
            table.commit(seat, rollout::random_action(&table.legal(seat), &mut rng)).expect("a legal choice");
        }
        let record = table.record();
        let text = record.to_text();
        assert_eq!(Record::from_text(&text).as_ref(), Ok(record), "a record changes when written and read");
        let state = record.replay(&**game, &mut Silence).expect("a true record can be replayed");
        assert_eq!(game.returns(&state)[..game.seats()], *table.returns().expect("the game is over"));
        if let Some(halfway) = halfway {
            check_resume(game, halfway, record);
        }
        check_damage(&text, &mut rng);
        check_foreign(&**game, record);
    }
}

fn acting<G: Game>(table: &Table<G>) -> fogbound_env::SeatSet {
    let asked = |&seat: &fogbound_env::Seat| !table.perspective(seat).legal().is_empty();
    crate::walk::seats(&**table.game()).filter(asked).collect()
}

/// A game that goes on from a record meets the same luck as the one that was never interrupted.
fn check_resume<G: Game>(game: &Arc<G>, halfway: Record, whole: &Record) {
    let from = halfway.moves.len();
    let mut table = Table::resume(Arc::clone(game), halfway).expect("an unfinished record can be resumed");
    for step in &whole.moves[from..] {
        if let fogbound_env::Move::Act(joint) = step {
            for seat in table.waiting().iter() {
                table.commit(seat, joint.of(seat)).expect("the same choices are legal again");
            }
        }
    }
    assert_eq!(table.record(), whole, "a resumed game went another way");
}

/// Changes one byte, drops one line, or cuts the text off: each is found, where it is.
fn check_damage(text: &str, rng: &mut Rng) {
    let lines: Vec<&str> = text.lines().collect();
    let moves = lines.len() - 2;

    let line = 1 + rng.below(moves as u32) as usize;
    let dropped: Vec<&str> = lines.iter().enumerate().filter(|(n, _)| *n != line).map(|(_, l)| *l).collect();
    let refused = Record::from_text(&dropped.join("\n")).expect_err("a line is missing");
    let named = match refused {
        RecordError::Line { number, .. } => number,
        // Without the last move, the closing line is the first to disagree.
        RecordError::End { moves, .. } => moves + 1,
        other => panic!("{other} does not name move {line}"),
    };
    assert_eq!(named, line);

    let digits: Vec<usize> =
        (0..lines[line].len()).filter(|&at| lines[line].as_bytes()[at].is_ascii_digit()).collect();
    let at = digits[rng.below(digits.len() as u32) as usize];
    let mut edited = lines[line].to_string();
    let digit = edited.as_bytes()[at];
    let other = if digit == b'9' { '0' } else { char::from(digit + 1) };
    edited.replace_range(at..=at, &other.to_string());
    let mut whole: Vec<&str> = lines.clone();
    whole[line] = &edited;
    match Record::from_text(&whole.join("\n")) {
        Err(RecordError::Line { number, .. }) => assert_eq!(number, line),
        other => panic!("an edit of move {line} ({edited}) gave {other:?}"),
    }

    let cut = lines[..=line].join("\n") + "\n";
    assert_eq!(Record::from_text(&cut), Err(RecordError::Truncated { moves: line }));
    let torn = &cut[..cut.len() - 4];
    match Record::from_text(torn) {
        Err(RecordError::Line { number, .. }) => assert_eq!(number, line),
        other => panic!("a torn line gave {other:?}"),
    }
    let whole_lines = Record::from_cut_text(torn).expect("what is whole can be read");
    assert_eq!(whole_lines.moves.len(), line - 1);
}

fn check_foreign<G: Game>(game: &G, record: &Record) {
    let other_game = Record { game: "tag".into(), ..record.clone() };
    assert!(matches!(other_game.replay(game, &mut Silence), Err(RecordError::Game { .. })));
    let other_rules = Record { rules: record.rules + 1, ..record.clone() };
    assert!(matches!(other_rules.replay(game, &mut Silence), Err(RecordError::Rules { .. })));
    let other_setup = Record { setup: serde_json::json!({"walls": 3}), ..record.clone() };
    assert!(matches!(other_setup.replay(game, &mut Silence), Err(RecordError::OtherSetup { .. })));
    let mut short = record.clone();
    short.moves.pop();
    assert!(matches!(short.replay(game, &mut Silence), Err(RecordError::End { .. })));
    let mut long = record.clone();
    long.moves.push(record.moves[0]);
    let number = long.moves.len();
    let refused = long.replay(game, &mut Silence).expect_err("a move after the end");
    assert!(matches!(refused, RecordError::Illegal { number: named, .. } if named == number), "{refused}");
}
