//! The table can be turned: two games with the same line-up, one of them some places on, are the same game.

use super::*;
use crate::{Action, ActionSet, Renaming, Rng, Silence, rollout};

/// A game, and the same with all survivors `by` places on.
struct Turned {
    games: [Trial; 2],
    states: [State; 2],
    by: u8,
    renamings: Vec<Renaming>,
}

impl Turned {
    fn new(setup: &Setup, by: u8) -> Turned {
        let mut survivors = setup.survivors;
        survivors.rotate_right(by.into());
        let games =
            [setup.clone(), Setup { survivors, ..setup.clone() }].map(|setup| Trial::new(setup).unwrap());
        let mut states = [games[0].start(), games[1].start()];
        // T2.3: the marker begins with the same survivor, who is asked first.
        states[1].public.first = Slot(by);
        if let Pending::Ask(Node::RevealRoom, _) = states[1].public.pending {
            states[1].public.pending = Pending::Ask(Node::RevealRoom, Who::Survivor(Slot(by)));
        }
        let renamings = games[0].renamings();
        Turned { games, states, by, renamings }
    }

    /// The seat of the same character at the other table.
    fn seat(&self, seat: Seat) -> Seat {
        if seat == Seat(0) { seat } else { Seat((seat.0 - 1 + self.by) % 4 + 1) }
    }

    fn renaming(&self, seat: Seat) -> &Renaming {
        let mut own = self.renamings.iter().filter(|renaming| renaming.seat() == seat);
        own.nth(usize::from(self.by) - 1).unwrap()
    }

    /// What a seat sees and can do is the same, under other names.
    fn check(&self, seat: Seat) {
        let ([game, other], [state, turned]) = (&self.games, &self.states);
        let renaming = self.renaming(seat);
        let mut seen = [vec![0.0; Trial::SCHEMA.len()], vec![0.0; Trial::SCHEMA.len()]];
        game.observe(&game.view(state, seat), &mut seen[0]);
        other.observe(&other.view(turned, self.seat(seat)), &mut seen[1]);
        for (i, &to) in renaming.observation().iter().enumerate() {
            assert_eq!(seen[0][i], seen[1][usize::from(to)], "{seat:?}: {i} becomes {to}");
        }
        let named = |action: Action| Action(renaming.actions()[action.index()]);
        let legal: ActionSet = game.legal(state, seat).iter().map(named).collect();
        assert_eq!(other.legal(turned, self.seat(seat)), legal, "{seat:?}");
    }

    /// Chance falls alike; what falls to a character falls to the same one.
    fn fall(&mut self, starts: [u16; 4], rng: &mut Rng) {
        let luck = |state: &State| match state.public.pending {
            Pending::Chance(Luck::Start(Who::Survivor(slot))) => Some(slot.index()),
            _ => None,
        };
        let by = usize::from(self.by);
        let ids = match (luck(&self.states[0]), luck(&self.states[1])) {
            (Some(slot), Some(other)) => [starts[slot], starts[(other + 4 - by) % 4]],
            _ => [self.games[0].draw(&self.states[0], rng); 2],
        };
        for ((game, state), id) in self.games.iter().zip(&mut self.states).zip(ids) {
            game.fall(state, id, &mut Silence);
        }
    }

    fn choose(&mut self, acting: SeatSet, rng: &mut Rng) {
        let mut joints = [Joint::NONE; 2];
        for seat in acting.iter() {
            let action = rollout::random_action(&self.games[0].legal(&self.states[0], seat), rng);
            joints[0].set(seat, action);
            joints[1].set(self.seat(seat), Action(self.renaming(seat).actions()[action.index()]));
        }
        for ((game, state), joint) in self.games.iter().zip(&mut self.states).zip(&joints) {
            game.apply(state, joint, &mut Silence);
        }
    }

    /// Plays both to the end, and gives back how many choices were made.
    fn play(&mut self, rng: &mut Rng) -> usize {
        let starts = [0; 4].map(|_| rng.below(6) as u16);
        let mut choices = 0;
        loop {
            let [turn, other] = [0, 1].map(|i| self.games[i].turn(&self.states[i]));
            match turn {
                Turn::Over => break,
                Turn::Chance => {
                    assert_eq!(other, Turn::Chance);
                    self.fall(starts, rng);
                }
                Turn::Act(acting) => {
                    let turned: SeatSet = acting.iter().map(|seat| self.seat(seat)).collect();
                    assert_eq!(other, Turn::Act(turned));
                    (0..5).map(Seat).for_each(|seat| self.check(seat));
                    self.choose(acting, rng);
                    choices += 1;
                }
            }
        }
        let returns = [0, 1].map(|i| self.games[i].returns(&self.states[i]));
        assert_eq!(returns[0], returns[1]);
        choices
    }
}

#[test]
fn a_turned_table_is_the_same_game() {
    let mut rng = Rng::new(5);
    for killer in Killer::ALL {
        for by in 1..4 {
            let mut survivors = Survivor::ALL;
            rng.shuffle(&mut survivors);
            let board = if by == 2 { BoardName::Autohaven } else { BoardName::Macmillan };
            let setup = Setup {
                killer,
                board,
                survivors: survivors[..4].try_into().unwrap(),
                table_talk: by == 3,
                ..Setup::default()
            };
            let choices = Turned::new(&setup, by).play(&mut rng);
            assert!(choices > 50, "{killer:?}: {choices}");
        }
    }
}

/// T20: where survivors share a hand or a captain, it matters who is who.
#[test]
fn shared_hands_have_their_places() {
    let renamings = |setup| Trial::new(setup).unwrap().renamings().len();
    assert_eq!(renamings(Setup::default()), 15);
    assert_eq!(renamings(Setup { players: 3, ..Setup::default() }), 0);
    assert_eq!(renamings(Setup { players: 4, ..Setup::default() }), 0);
}
