//! What one seat may see at one moment, ready to be shown or sent.

use fogbound_env::scene::{Scene, Target};
use fogbound_env::{Action, Fingerprint, Game, Seat, Table};
use serde::Serialize;

use super::replay::open_scene;

/// All that a seat may know now. It is made from the seat's perspective alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Look {
    pub(crate) seat: Seat,
    /// Stands for what the seat knows now. An answer names it, so that a late click cannot answer another question.
    pub(crate) key: Fingerprint,
    /// What is asked, or what is waited for.
    pub(crate) prompt: String,
    /// The seat's knowledge in words.
    pub(crate) text: String,
    /// The seat's knowledge as a picture, if the game has one.
    pub(crate) scene: Option<Scene>,
    /// What the seat may choose now; empty while it waits.
    pub(crate) choices: Vec<Choice>,
    /// How many things it has heard.
    pub(crate) heard: usize,
    /// How the game ended, if it did.
    pub(crate) ending: Option<Ending>,
}

/// One legal action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Choice {
    pub(crate) action: Action,
    pub(crate) text: String,
    pub(crate) target: Target,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Ending {
    /// What each seat is paid.
    pub(crate) returns: Vec<f32>,
    /// For the viewer: `won`, `lost` or `drawn`.
    pub(crate) verdict: &'static str,
}

impl Ending {
    /// How the game ended for `seat`. A game is won by those who are paid more than everybody else.
    pub(crate) fn of(returns: &[f32], teams: &[fogbound_env::SeatSet], seat: Seat) -> Ending {
        let mine = returns[seat.index()];
        let ours = teams.iter().find(|team| team.contains(seat)).copied().unwrap_or_default();
        let others = returns.iter().enumerate().filter(|(i, _)| !ours.contains(Seat(*i as u8)));
        let best = others.map(|(_, paid)| *paid).fold(f32::NEG_INFINITY, f32::max);
        let verdict = match mine.total_cmp(&best) {
            std::cmp::Ordering::Greater => "won",
            std::cmp::Ordering::Less => "lost",
            std::cmp::Ordering::Equal => "drawn",
        };
        Ending { returns: returns.to_vec(), verdict }
    }
}

/// What `seat` may know at the table.
pub(super) fn look<G: Game>(table: &Table<G>, seat: Seat) -> Look {
    let (game, seen, legal) = (&**table.game(), table.perspective(seat), table.legal(seat));
    let scene = game.scene(seen.view());
    let choices: Vec<Choice> = legal
        .iter()
        .map(|action| Choice {
            action,
            text: seen.action_text(action),
            target: game.target(seen.view(), action),
        })
        .collect();
    let ending = table.returns().map(|returns| Ending::of(returns, &game.teams(), seat));
    let prompt = match (&ending, &scene, choices.is_empty()) {
        (Some(ending), ..) => format!("The game is over: {}.", ending.verdict),
        (None, Some(scene), false) => scene.prompt.clone(),
        // A picture names a choice that this seat has made already, or one of somebody else.
        (None, Some(scene), true) if seen.legal().is_empty() => scene.prompt.clone(),
        (None, _, true) => "Waiting for the others.".into(),
        (None, None, false) => "Your choice.".into(),
    };
    let (key, text, heard) = (seen.key(), seen.view_text(), table.heard(seat).count());
    Look { seat, key, prompt, text, scene, choices, heard, ending }
}

/// The table as one without a seat sees it.
pub(super) fn open_look<G: Game>(table: &Table<G>, all_open: bool) -> Look {
    let game = &**table.game();
    let everybody: Vec<_> = (0..game.seats() as u8).map(|seat| table.perspective(Seat(seat))).collect();
    let shown = if all_open { everybody.as_slice() } else { &[] };
    let views: Vec<String> =
        shown.iter().map(|seen| format!("{}: {}", game.seat_name(seen.seat()), seen.view_text())).collect();
    let over = table.is_over();
    Look {
        seat: Seat(0),
        key: Fingerprint::default(),
        prompt: if over { "The game is over.".into() } else { "Bots play.".into() },
        text: views.join("\n"),
        scene: open_scene(game, shown),
        choices: Vec::new(),
        heard: 0,
        ending: table.returns().map(|returns| Ending::of(returns, &game.teams(), Seat(0))),
    }
}
