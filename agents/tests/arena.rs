//! Tournaments: the same games for everybody, the same results on any number of threads, and runs that go on.

#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fogbound_agents::arena::{ArenaError, Entrant, Journal, Outcome, Played, Results, Tournament};
use fogbound_agents::{Agent, Random};
use fogbound_env::games::kuhn::Kuhn;
use fogbound_env::games::trial::Trial;
use fogbound_env::{Action, Game, Perspective, Rng};

/// Bets with a given chance, whatever its card.
struct Bettor(f32);

impl Agent<Kuhn> for Bettor {
    fn act(&mut self, seen: &Perspective<'_, Kuhn>, rng: &mut Rng) -> Action {
        let bet = u32::from(rng.unit() < self.0);
        seen.legal().nth(bet).unwrap()
    }
}

/// Always takes the first of its choices.
struct Lowest;

impl<G: Game> Agent<G> for Lowest {
    fn act(&mut self, seen: &Perspective<'_, G>, _: &mut Rng) -> Action {
        seen.legal().nth(0).unwrap()
    }
}

fn bettor(chance: f32) -> Entrant<Kuhn> {
    Entrant::new(format!("bets {chance}"), Box::new(move || Box::new(Bettor(chance))))
}

fn kuhn() -> Arc<Kuhn> {
    Arc::new(Kuhn::new(Default::default()).unwrap())
}

fn bettors(seed: u64) -> Tournament<Kuhn> {
    let side = || [0.0, 0.5, 1.0].map(bettor).into();
    Tournament::new(kuhn(), side(), side(), seed).unwrap()
}

fn played(tournament: &Tournament<Kuhn>, games: u64, journal: &mut Journal) -> Vec<Played> {
    tournament.play(games, journal, &|| {}).unwrap();
    journal.played().cloned().collect()
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let run = |threads: usize| {
        let tournament = bettors(3);
        let mut journal = Journal::in_memory(tournament.header());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let count = AtomicU64::new(0);
        pool.install(|| {
            tournament.play(200, &mut journal, &|| _ = count.fetch_add(1, Ordering::Relaxed)).unwrap();
        });
        assert_eq!(count.into_inner(), tournament.games_in_all(200));
        Results::of(&journal, 200).unwrap()
    };
    let one = run(1);
    assert_eq!(one, run(3));
    assert_eq!((one.games, one.pairings.len()), (200, 9));
}

/// Who never bets against who always bets: the first passes, the second bets, the first passes again and loses the ante;
/// and the other way round it wins it. Two who always bet play for two coins.
#[test]
fn pairings_are_counted_apart() {
    let tournament = bettors(5);
    let mut journal = Journal::in_memory(tournament.header());
    played(&tournament, 300, &mut journal);
    let results = Results::of(&journal, 300).unwrap();
    let pairing = |first: usize, second: usize| &results.pairings[first * 3 + second];
    assert_eq!((pairing(0, 2).losses, pairing(0, 2).paid.mean), (300, -1.0));
    assert_eq!((pairing(2, 0).wins, pairing(2, 0).paid.mean), (300, 1.0));
    assert_eq!(pairing(0, 2).decisions.mean, 3.0);
    assert_eq!(pairing(2, 0).decisions.mean, 2.0);
    assert!(pairing(2, 2).wins > 0 && pairing(2, 2).losses > 0);
    // By winning as often as they can, those who bet more are the stronger, on both sides.
    for ratings in [&results.first_ratings, &results.second_ratings] {
        assert!(ratings.windows(2).all(|pair| pair[0].high < pair[1].low), "{ratings:?}");
        assert!(ratings.iter().map(|rating| rating.points).sum::<f64>().abs() < 1e-6);
        assert!(ratings.iter().all(|rating| rating.low <= rating.points && rating.points <= rating.high));
    }
    assert!((0.0..1.0).contains(&results.misfit.gap()));
    let text = results.markdown(["player_0", "player_1"]);
    assert!(
        text.contains("| `bets 0` | `bets 1` | 0 | 0 | 300 | 0.0 % (0.0 to 1.3) | -1.000 ± 0.000 | 3.0 |"),
        "{text}"
    );
    assert!(text.contains("| player_1 | rating (95 %) |"), "{text}");
}

/// Cards are dealt before anybody chooses, so two pairings that choose alike meet the same cards: the same games.
#[test]
fn pairings_meet_the_same_luck() {
    let always = |name: &str| Entrant::new(name, Box::new(|| Box::new(Bettor(1.0))));
    let sides = (vec![always("a"), always("b")], vec![always("c")]);
    let tournament = Tournament::new(kuhn(), sides.0, sides.1, 1).unwrap();
    let mut journal = Journal::in_memory(tournament.header());
    let games = played(&tournament, 100, &mut journal);
    assert!(games.chunks(2).all(|pair| pair[0].paid == pair[1].paid));
    assert!(
        games.iter().any(|game| game.outcome == Outcome::Win) && games.iter().any(|game| game.paid < 0.0)
    );
}

/// The line-up of `trial` is drawn first: it is the same in all pairings, whoever plays.
#[test]
fn line_ups_are_the_same_in_all_pairings() {
    let preset = |name| Trial::presets().into_iter().find(|(preset, _)| *preset == name).unwrap().1;
    let trial = Arc::new(Trial::new(preset("random")).unwrap());
    let random = || Entrant::of(&"random".parse().unwrap(), &trial).unwrap();
    let lowest = Entrant::new("lowest", Box::new(|| Box::new(Lowest)));
    let tournament = Tournament::new(Arc::clone(&trial), vec![random(), lowest], vec![random()], 1).unwrap();
    let mut journal = Journal::in_memory(tournament.header());
    tournament.play(20, &mut journal, &|| {}).unwrap();
    let games: Vec<&Played> = journal.played().collect();
    assert_eq!(games.len(), 40);
    assert!(games.iter().all(|game| game.strata.len() == 3));
    assert!(games.chunks(2).all(|pair| pair[0].strata == pair[1].strata));
    assert!(games.iter().any(|game| game.strata != games[0].strata));
    assert!(games.chunks(2).any(|pair| pair[0].decisions != pair[1].decisions));
}

fn open(folder: &Path, tournament: &Tournament<Kuhn>) -> Result<Journal, ArenaError> {
    Ok(Journal::open(folder, tournament.header())?)
}

#[test]
fn a_run_that_was_cut_short_goes_on() {
    let tournament = bettors(7);
    let expected = played(&tournament, 30, &mut Journal::in_memory(tournament.header()));
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("deep").join("down");
    played(&tournament, 10, &mut open(&folder, &tournament).unwrap());
    // The machine goes down in the middle of a line, and of a letter.
    let path = folder.join("journal.jsonl");
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"game\":10,\"first\":0,\"strata\":[[\"\xC3").unwrap();
    drop(file);
    let mut journal = open(&folder, &tournament).unwrap();
    assert_eq!(journal.played().count(), 90);
    let count = AtomicU64::new(0);
    tournament.play(30, &mut journal, &|| _ = count.fetch_add(1, Ordering::Relaxed)).unwrap();
    assert_eq!(count.into_inner(), 180);
    assert_eq!(journal.played().cloned().collect::<Vec<_>>(), expected);
    drop(journal);
    // On paper it is the same, and there is nothing left to play.
    let mut journal = open(&folder, &tournament).unwrap();
    tournament.play(30, &mut journal, &|| panic!("nothing is missing")).unwrap();
    assert_eq!(journal.played().cloned().collect::<Vec<_>>(), expected);
    // Fewer games are a part of them.
    assert_eq!(Results::of(&journal, 10).unwrap().games, 10);
}

#[test]
fn a_journal_of_other_settings_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path(), &bettors(7)).unwrap());
    let other = Tournament::new(kuhn(), vec![bettor(0.0)], [0.0, 0.5, 1.0].map(bettor).into(), 8).unwrap();
    let error = open(folder.path(), &other).unwrap_err().to_string();
    assert!(error.contains("`seed` is 7 there and 8 here"), "{error}");
    assert!(
        error.contains(r#"`first` is ["bets 0","bets 0.5","bets 1"] there and ["bets 0"] here"#),
        "{error}"
    );
    assert!(!error.contains("`second`"), "{error}");
}

#[test]
fn a_damaged_or_busy_journal_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let tournament = bettors(1);
    let mut journal = open(folder.path(), &tournament).unwrap();
    played(&tournament, 2, &mut journal);
    let busy = open(folder.path(), &tournament).unwrap_err().to_string();
    assert!(busy.contains("is in use by another run"), "{busy}");
    drop(journal);
    let path = folder.path().join("journal.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    let cases = [
        (r#""second":2"#, r#""second":9"#, "names an agent that the run does not have"),
        (r#""outcome":"#, r#""outcome":3,"x":"#, "line 2"),
    ];
    for (from, to, problem) in cases {
        std::fs::write(&path, whole.replace(from, to)).unwrap();
        let error = open(folder.path(), &tournament).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    std::fs::write(&path, "[1]\n").unwrap();
    let error = open(folder.path(), &tournament).unwrap_err().to_string();
    assert!(error.contains("does not begin with a header"), "{error}");
}

#[test]
fn wrong_sides_are_refused() {
    let refused = |first: Vec<Entrant<Kuhn>>, second| {
        Tournament::new(kuhn(), first, second, 1).unwrap_err().to_string()
    };
    assert!(refused(vec![], vec![bettor(0.0)]).contains("at least one agent"));
    assert!(refused(vec![bettor(0.0)], vec![bettor(1.0), bettor(1.0)]).contains("`bets 1` is named twice"));
}

#[test]
fn an_illegal_choice_names_the_game_and_the_agents() {
    struct Rogue;
    impl Agent<Kuhn> for Rogue {
        fn act(&mut self, _: &Perspective<'_, Kuhn>, _: &mut Rng) -> Action {
            Action(77)
        }
    }
    let rogue = Entrant::new("rogue", Box::new(|| Box::new(Rogue)));
    let random = Entrant::new("random", Box::new(|| Box::new(Random)));
    let tournament = Tournament::new(kuhn(), vec![rogue], vec![random], 1).unwrap();
    let error =
        tournament.play(1, &mut Journal::in_memory(tournament.header()), &|| {}).unwrap_err().to_string();
    assert!(
        error.starts_with("game 0 of `rogue` against `random`") && error.contains("action 77"),
        "{error}"
    );
}
