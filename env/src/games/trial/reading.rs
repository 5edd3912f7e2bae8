//! What code outside the game can read from a view: scripted players, estimates, screens.
//!
//! Everything here is a copy of what the viewer may know. The fields of the view stay private, so that the table can
//! be kept in whatever shape is fastest.

use super::Trial;
use super::board::{Path, Room, paths};
use super::content::{Card, Item, KILLER_PERKS, Perk, Prop, SURVIVOR_PERKS};
use super::frame::Frame;
use super::on_path::OnPath;
use super::seen::{
    Face, KillerSeen, Obstacle, PropSeen, Purpose, Question, RollSeen, Spot, SurvivorSeen, Way,
};
use super::setup::BoardName;
use super::state::{Entity, Pending, Place, Planned, RollKind, Slot, TileState, Who};
use super::view::TrialView;

impl BoardName {
    /// How many rooms the board has.
    pub const fn room_count(self) -> usize {
        self.print().rooms.len()
    }

    /// The paths, in the order of their numbers.
    pub fn ways(self) -> impl Iterator<Item = Way> {
        (0..self.print().paths.len() as u8).map(move |path| self.way(Path(path)))
    }

    /// One path.
    pub const fn way(self, path: Path) -> Way {
        let print = &self.print().paths[path.index()];
        Way { from: Room(print.from), to: Room(print.to), card: print.card, walled: print.wall }
    }

    /// Generators that have to run before the gates have power (T7.3).
    pub const fn generators_needed(self) -> u8 {
        self.print().generators
    }

    /// Progress on the sacrifice track that wins (T18.3).
    pub const fn sacrifices_needed(self) -> u8 {
        self.print().sacrifices
    }
}

impl Perk {
    /// Its number in the table of its side: `S07` and `K07` are both 7.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// What it costs on one side.
    pub const fn cost(self, who: Who) -> u8 {
        match who {
            Who::Survivor(_) => SURVIVOR_PERKS[self.number()].cost,
            Who::Killer => KILLER_PERKS[self.number()].cost,
        }
    }
}

impl Trial {
    /// What is asked where the view was taken.
    pub fn question(&self, view: &TrialView) -> Question {
        let (public, seat) = (&view.public, view.seat);
        match public.pending {
            Pending::Ask(node, who) => Question::Choice(node, who),
            Pending::Plan(sub) => self.plans_for(public, seat, sub).map_or(Question::Nothing, Question::Plan),
            Pending::Pick(sub) if self.pickers(sub).contains(seat) => {
                let (who, k) = self.picks_for(seat, sub);
                Question::PerkPick(who, k)
            }
            _ => Question::Nothing,
        }
    }

    /// Whether a card is in the hand of the viewer's character that is asked, or of its first one if none is.
    pub fn holds(&self, view: &TrialView, card: Card) -> bool {
        self.own_hand(view, self.own_character(view)).has(card)
    }

    /// The props that are still in the game, room by room, lowest position first.
    pub fn props<'a>(&'a self, view: &'a TrialView) -> impl Iterator<Item = PropSeen> + 'a {
        let (public, board) = (&view.public, self.board(view.public.board));
        let tiles = board.all_tiles();
        tiles.filter_map(move |tile| {
            let face = match public.tiles[tile.index()] {
                TileState::Gone => return None,
                TileState::FaceDown => Face::Back(board.category_of(tile)),
                TileState::Up(prop) => Face::Front(prop),
            };
            let occupant = match face {
                Face::Front(Prop::Hook) => public.hung_on(tile),
                Face::Front(Prop::Locker) => public.hidden_on(tile),
                _ => None,
            };
            Some(PropSeen {
                room: board.room_of(tile),
                position: board.position(tile),
                face,
                progress: public.progress[tile.index()],
                shut: public.is_blocked(tile),
                overcharged: public.is_overcharged(tile),
                occupant,
            })
        })
    }
}

impl TrialView {
    /// Whether it is the killer's view.
    pub const fn is_killer(&self) -> bool {
        self.seat.0 == 0
    }

    /// The board.
    pub const fn board(&self) -> BoardName {
        self.public.board
    }

    /// The round, from 1; 0 before the first.
    pub const fn round(&self) -> u8 {
        self.public.round
    }

    /// Generators that run.
    pub const fn generators(&self) -> u8 {
        self.public.generators
    }

    /// Progress on the sacrifice track.
    pub const fn sacrifices(&self) -> u8 {
        self.public.sacrifices
    }

    /// Copies of a prop that nobody has seen.
    pub const fn unseen(&self, prop: Prop) -> u8 {
        self.public.unflipped[prop as usize]
    }

    /// One of the survivors.
    pub fn survivor(&self, slot: Slot) -> SurvivorSeen {
        let person = self.public.person(slot);
        SurvivorSeen {
            room: person.room,
            spot: match person.place {
                Place::Open => Spot::Open,
                Place::Locker(_) => Spot::Locker,
                Place::Hook(_) => Spot::Hook,
            },
            wounded: person.wounded,
            fresh_wound: person.wounded_now,
            mad: person.madness,
            token: person.token,
            blood: person.blood,
            item: person.item,
            to_move: person.plan == Planned::FaceDown,
            shown: shown(person.plan),
        }
    }

    /// The killer.
    pub fn killer(&self) -> KillerSeen {
        let killer = &self.public.killer;
        KillerSeen {
            killer: self.public.killer_is,
            room: killer.room,
            blood: killer.blood,
            power_used: killer.power_used,
            acts: self.public.killer_acts,
            left: shown(killer.left),
            right: shown(killer.right),
        }
    }

    /// The three perks of a character.
    pub const fn perks(&self, who: Who) -> [Perk; 3] {
        self.public.perks[who.index()]
    }

    /// The face-down card of one of the viewer's own survivors.
    pub const fn own_plan(&self, slot: Slot) -> Option<Card> {
        self.own.plans[slot.index()]
    }

    /// The killer's own face-down cards, left and right.
    pub const fn own_pair(&self) -> [Option<Card>; 2] {
        [self.own.left, self.own.right]
    }

    /// For a survivor: whether the killer can have laid these cards, as far as the viewer can tell.
    pub const fn may_be_pair(&self, left: Card, right: Card) -> bool {
        self.own.pairs >> (left as u32 * 5 + right as u32) & 1 == 1
    }

    /// For the killer: whether a survivor can have laid this card.
    pub const fn may_be_plan(&self, slot: Slot, card: Card) -> bool {
        self.own.possible[slot.index()].has(card)
    }

    /// What lies on paths, the Entity apart.
    pub fn obstacles(&self) -> impl Iterator<Item = (Path, Obstacle)> {
        let things = [
            (OnPath::Wall, Obstacle::Wall),
            (OnPath::Pallet, Obstacle::Pallet),
            (OnPath::BearTrap, Obstacle::BearTrap),
        ];
        let on =
            |(thing, obstacle)| paths(self.public.on_path.holding(thing)).map(move |path| (path, obstacle));
        things.into_iter().flat_map(on)
    }

    /// The path that the Entity shuts, if it does.
    pub const fn shut_path(&self) -> Option<Path> {
        match self.public.entity {
            Entity::OnPath(path) => Some(path),
            Entity::Away | Entity::OnTile(_) => None,
        }
    }

    /// Rooms with a phantasm trap (T22.11), one bit each.
    pub const fn phantasms(&self) -> u16 {
        self.public.phantasms
    }

    /// The survivor who is on the way between two rooms.
    pub fn mover(&self) -> Option<Slot> {
        let movers = self.public.stack.iter().filter_map(|frame| match *frame {
            Frame::Travel { slot, .. } => Some(slot),
            _ => None,
        });
        movers.last()
    }

    /// What the question under way is for.
    pub fn purpose(&self) -> Purpose {
        match self.public.top() {
            Frame::Effect { perk, .. } => Purpose::Perk(perk),
            Frame::UseItem { item, .. } => Purpose::Item(item),
            Frame::Power { .. } => Purpose::Power,
            _ => Purpose::Turn,
        }
    }

    /// What the check is for whose dice are about to be rolled.
    pub fn check(&self) -> Option<RollKind> {
        let checks = self.public.stack.iter().filter_map(|frame| match *frame {
            Frame::Check { kind, .. } => Some(kind),
            _ => None,
        });
        checks.last()
    }

    /// The item that was drawn and has to be kept or given up (D15).
    pub fn drawn_item(&self) -> Option<Item> {
        match self.public.top() {
            Frame::DrawItem { new, .. } => Some(new),
            _ => None,
        }
    }

    /// Which of his cards the killer exchanges: 0 the left one, 1 the right one (D25).
    pub fn exchanged_side(&self) -> u8 {
        match self.public.top() {
            Frame::Effect { a, .. } => a,
            _ => 0,
        }
    }

    /// The dice that lie on the table; those of the last roll, if none are being rolled.
    pub fn roll(&self) -> RollSeen {
        let roll = &self.public.roll;
        let count = usize::from(roll.count);
        let struggle = roll.kind == RollKind::Struggle;
        let great =
            if struggle { (0..count).any(|die| roll.is_great(die)) } else { roll.is_great(roll.kept()) };
        RollSeen { kind: roll.kind, faces: roll.faces, fails: !struggle && roll.fails(roll.kept()), great }
    }

    /// Whom the killer carries, and how many steps he has left.
    pub fn carried(&self) -> Option<(Slot, u8)> {
        self.public
            .stack
            .iter()
            .filter_map(|frame| match *frame {
                Frame::PickUp { slot, left, .. } => Some((slot, left)),
                _ => None,
            })
            .last()
    }

    /// At whom the deed that the killer has declared is aimed.
    pub fn aimed_at(&self) -> Option<Slot> {
        use super::frame::KillerDeed::{Attack, PickUp, Search};
        self.public
            .stack
            .iter()
            .filter_map(|frame| match *frame {
                Frame::KillerAct { deed: Attack | PickUp | Search, slot, .. } => Some(slot),
                _ => None,
            })
            .last()
    }

    /// The room in which a tile is to be named (D11).
    pub fn tile_room(&self) -> Room {
        match self.public.top() {
            Frame::Effect { a, .. } => Room(a),
            Frame::UseItem { slot, .. } | Frame::SurvivorAct { slot, .. } => self.public.person(slot).room,
            _ => self.public.killer.room,
        }
    }
}

const fn shown(plan: Planned) -> Option<Card> {
    match plan {
        Planned::Shown(card) => Some(card),
        Planned::None | Planned::FaceDown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::trial::{Act, Node};
    use crate::{Game, Joint, Rng, Seat, Silence, Turn, rollout};

    #[test]
    fn a_new_game_reads_as_it_is_laid_out() {
        let trial = Trial::new(Default::default()).unwrap();
        let view = trial.view(&trial.start(), Seat(1));
        assert_eq!(trial.question(&view), Question::Choice(Node::RevealRoom, Who::Survivor(Slot(0))));
        assert_eq!(view.obstacles().filter(|(_, thing)| *thing == Obstacle::Wall).count(), 4);
        let all_down = trial.props(&view).all(|prop| matches!(prop.face, Face::Back(_)));
        assert!(all_down && trial.props(&view).count() == 44);
        assert_eq!((view.killer().blood, view.survivor(Slot(2)).blood), (4, 2));
        assert!(!view.is_killer() && view.round() == 0 && view.unseen(Prop::Generator) == 7);
    }

    /// At every node where a card is asked for, the cards that a view says are held are those that may be chosen.
    #[test]
    fn cards_held_are_cards_that_may_be_chosen() {
        for (name, setup) in Trial::presets() {
            let trial = Trial::new(setup).unwrap();
            let mut rng = Rng::new(8);
            let (mut state, mut asked) = (trial.start(), 0);
            while trial.turn(&state) != Turn::Over {
                let Turn::Act(acting) = trial.turn(&state) else {
                    let id = trial.draw(&state, &mut rng);
                    trial.fall(&mut state, id, &mut Silence);
                    continue;
                };
                let mut joint = Joint::NONE;
                for seat in acting.iter() {
                    let (view, legal) = (trial.view(&state, seat), trial.legal(&state, seat));
                    let question = trial.question(&view);
                    assert_ne!(question, Question::Nothing);
                    let cards = [Node::BonusCard, Node::KillerBonusCard, Node::Exchange];
                    let choice =
                        |&node: &Node| matches!(question, Question::Choice(asked, _) if asked == node);
                    if matches!(question, Question::Plan(_)) || cards.iter().any(choice) {
                        asked += 1;
                        for card in Card::ALL {
                            let legal = legal.contains(Act::Card(card).action());
                            assert_eq!(trial.holds(&view, card), legal, "{name} {question:?} {card:?}");
                        }
                    }
                    joint.set(seat, rollout::random_action(&legal, &mut rng));
                }
                trial.apply(&mut state, &joint, &mut Silence);
            }
            assert!(asked >= 4, "{name}: even one round asks four times");
        }
    }
}
