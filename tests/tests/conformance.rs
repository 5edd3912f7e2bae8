//! Every preset of every game in the registry passes the whole suite.

use fogbound_tests::Check;

/// Random games for each preset and check.
const GAMES: u64 = 200;

#[test]
fn history_decides_the_state() {
    Check::History.run_all(GAMES);
}

#[test]
fn legal_choices_apply_and_others_are_refused() {
    Check::Choices.run_all(GAMES);
}

#[test]
fn chance_falls_as_declared() {
    Check::Chance.run_all(GAMES);
}

#[test]
fn views_show_what_was_done_and_heard_and_nothing_else() {
    Check::NoLeak.run_all(GAMES);
}

#[test]
fn deals_cannot_be_told_from_the_real_state() {
    Check::Deals.run_all(GAMES);
}

#[test]
fn the_referee_keeps_commits_secret_in_any_order() {
    Check::Referee.run_all(GAMES);
}

#[test]
fn observations_keep_to_their_schema() {
    Check::Observation.run_all(GAMES);
}

#[test]
fn returns_keep_to_what_is_declared() {
    Check::Returns.run_all(GAMES);
}

#[test]
fn records_come_back_whole_and_damage_is_found() {
    Check::Records.run_all(GAMES);
}

#[test]
fn batches_equal_single_games_on_one_and_two_threads() {
    Check::Batches.run_all(GAMES);
}

#[test]
fn people_can_read_everything() {
    Check::Text.run_all(GAMES);
}
