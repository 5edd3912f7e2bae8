//! Cleanup and the end of the game (T18, T24).

use super::*;

#[test]
fn t18_1_t18_2_e30_who_hangs_counts_already_this_round() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(3, Prop::Hook);
    s.at(MEG, 3);
    s.wound(MEG);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    assert_eq!(s.public().sacrifices, 1);
    s.end_round();
    assert_eq!(s.public().sacrifices, 2);
}

#[test]
fn t18_1_steps_are_in_order() {
    let mut s = Scene::new(Killer::Trapper);
    let hooks = [s.put(8, Prop::Hook), s.put(8, Prop::Hook)];
    s.hang(MEG, hooks[0]);
    s.state.public.sacrifices = 7;
    s.block(hooks[1]);
    s.hunt(Card::Wait, Card::Vault);
    s.end_round();
    assert_eq!(s.public().ending, Some(Ending::Killer));
    assert!(s.public().is_blocked(hooks[1]) && s.public().first == DWIGHT, "the first step ended it");
}

#[test]
fn t18_3_t1_3_the_killer_wins_with_a_full_track() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(8, Prop::Hook);
    s.hang(MEG, hook);
    s.state.public.sacrifices = 7;
    s.hunt(Card::Wait, Card::Vault);
    s.end_round();
    let returns = s.game.returns(&s.state);
    assert_eq!(returns[..5], [1.0, -1.0, -1.0, -1.0, -1.0]);
}

#[test]
fn t18_4_t1_2_t1_4_e82_an_open_gate_saves_even_the_hung() {
    let mut s = Scene::new(Killer::Trapper);
    let hooks = [s.put(8, Prop::Hook), s.put(8, Prop::Hook), s.put(4, Prop::Hook)];
    for (slot, hook) in [DWIGHT, CLAUDETTE, JAKE].into_iter().zip(hooks) {
        s.hang(slot, hook);
    }
    s.state.public.generators = 4;
    let gate = s.put(1, Prop::Gate);
    s.progress(gate, 2);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Gate));
    s.die(1);
    assert_eq!(s.game.returns(&s.state)[..5], [-1.0, 1.0, 1.0, 1.0, 1.0]);
}

#[test]
fn t18_6_t18_7_t20_5_the_marker_goes_round_the_slots() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(8, Prop::Hook);
    s.hang(MEG, hook);
    for first in [MEG, CLAUDETTE, JAKE, DWIGHT] {
        s.hunt(Card::Wait, Card::Vault);
        s.end_round();
        assert_eq!(s.public().first, first, "also to one who hangs");
    }
}

#[test]
fn t18_8_t18_9_everything_of_the_round_is_cleared() {
    let mut s = Scene::new(Killer::Wraith);
    s.state.public.people[1].locked = true;
    s.state.public.people[1].wounded_now = true;
    s.state.public.killer.cloaked = true;
    s.blood(KILLER, 8);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Yes);
    s.act(KILLER, Act::Card(Card::Sneak));
    let public = s.public();
    let meg = s.person(MEG);
    assert!(!meg.locked && !meg.wounded_now && meg.plan == Planned::None);
    assert!(!public.killer.cloaked && !public.killer.power_used && !public.killer.bonus_taken);
    assert_eq!((public.killer.left, public.killer.third), (Planned::None, None));
    assert_eq!((public.used, public.killer_acts), (PerkSet::NONE, false));
    assert_eq!((s.hand(KILLER).len(), s.hand(MEG).len()), (5, 4));
}

#[test]
fn t18_10_t24_1_the_last_round_ends_in_a_draw() {
    let mut s = Scene::bare(Setup { round_limit: 2, ..Setup::default() });
    s.hunt(Card::Wait, Card::Vault);
    s.end_round();
    assert_eq!((s.public().round, s.public().ending), (2, None));
    s.hunt(Card::Wait, Card::Vault);
    s.end_round();
    assert_eq!(s.public().ending, Some(Ending::Draw));
    assert_eq!(s.game.returns(&s.state), [0.0; 8]);
}

#[test]
fn t24_1_a_win_in_the_last_round_is_a_win() {
    let mut s = Scene::bare(Setup { round_limit: 1, ..Setup::default() });
    let hook = s.put(8, Prop::Hook);
    s.hang(MEG, hook);
    s.state.public.sacrifices = 7;
    s.hunt(Card::Wait, Card::Vault);
    s.end_round();
    assert_eq!(s.public().ending, Some(Ending::Killer));
}

/// T24.3: changes come one after another, so nothing that follows a win can be another's.
#[test]
fn t24_2_after_the_end_nothing_more_happens() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(3, Prop::Hook);
    s.at(MEG, 3);
    s.wound(MEG);
    s.perk(JAKE, 0, 21);
    s.state.public.sacrifices = 7;
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    assert_eq!(s.game.turn(&s.state), Turn::Over, "no window for Jake, no cleanup");
    assert_eq!(s.public().sacrifices, 8);
}

#[test]
fn e31_with_all_four_hung_only_the_killer_plans() {
    let mut s = Scene::new(Killer::Trapper);
    let hooks = [s.put(8, Prop::Hook), s.put(8, Prop::Hook), s.put(4, Prop::Hook), s.put(1, Prop::Hook)];
    for (slot, hook) in Slot::ALL.into_iter().zip(hooks) {
        s.hang(slot, hook);
    }
    s.state.public.sacrifices = 3;
    assert_eq!(s.game.turn(&s.state), Turn::Act(SeatSet::one(Seat(0))));
    s.hunt(Card::Wait, Card::Vault);
    s.end_round();
    assert_eq!((s.public().sacrifices, s.public().ending), (7, None));
}
