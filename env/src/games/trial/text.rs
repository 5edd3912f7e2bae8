//! The game in words.

use std::fmt;

use super::act::Act;
use super::board::{Board, Path};
use super::content::{KILLER_PERKS, Killer, Prop, SURVIVOR_PERKS, Survivor};
use super::event::Event;
use super::state::{Ending, Node, Pending, Place, Planned, Public, TileState, Who};
use super::view::TrialView;
use super::{Trial, windows};

impl Trial {
    /// What a character is called; by its slot, where nobody knows yet who it will be.
    pub(super) fn name(public: Option<&Public>, who: Who) -> String {
        match (who, public) {
            (Who::Survivor(slot), Some(public)) => public.survivors[slot.index()].name().into(),
            (Who::Survivor(slot), None) => format!("survivor {}", slot.0 + 1),
            (Who::Killer, Some(public)) => public.killer_is.name().into(),
            (Who::Killer, None) => "the killer".into(),
        }
    }

    pub(super) fn write_action(&self, view: &TrialView, act: Act, out: &mut dyn fmt::Write) -> fmt::Result {
        let public = &view.public;
        let board = self.board(public.board);
        let (node, who) = match public.pending {
            Pending::Ask(node, who) => (Some(node), who),
            Pending::Pick(sub) => (None, self.picks_for(view.seat, sub).0),
            _ => (None, Who::Killer),
        };
        match act {
            Act::Pass => out.write_str(match node {
                Some(Node::SurvivorAct | Node::KillerAct) => "do nothing",
                Some(Node::FreeMove) => "stay",
                Some(Node::Carry) => "stop here",
                Some(Node::Spark) => "accept madness",
                Some(Node::Phantasm) => "take a bloodpoint",
                Some(Node::Talk) => "say nothing",
                None => "keep the printed perk",
                Some(_) => "pass",
            }),
            Act::Yes => out.write_str(match node {
                Some(Node::Spark) => "pay a bloodpoint",
                Some(Node::Phantasm) => "go there",
                Some(Node::KillerBonus) => "take a bonus turn",
                _ => "yes",
            }),
            Act::Card(card) => write!(out, "{} ({})", card.name(), card.colour()),
            Act::Room(room) => write!(out, "{}", board.room_name(room)),
            Act::Category(category) => write!(out, "flip {}", category.name()),
            Act::Prop(prop) => write!(out, "{}", prop_verb(prop, who)),
            Act::Survivor(slot) => {
                let name = Trial::name(Some(public), Who::Survivor(slot));
                match node {
                    Some(Node::SurvivorAct) => write!(out, "heal {name}"),
                    Some(Node::KillerAct) => write!(out, "attack {name}"),
                    _ => write!(out, "{name}"),
                }
            }
            Act::Power => write!(out, "use {}", public.killer_is.power()),
            Act::SnapOut => out.write_str("snap out of madness"),
            Act::Perk(k) => {
                let perk = public.perks[who.index()][usize::from(k.min(2))];
                let print = windows::print_of(who, perk);
                write!(out, "use {} for {}", print.name, print.cost)
            }
            Act::Item => match who {
                Who::Survivor(slot) => match public.person(slot).item {
                    Some(item) => write!(out, "use the {}", item.name()),
                    None => out.write_str("use the item"),
                },
                Who::Killer => out.write_str("use the item"),
            },
            Act::Index(i) => match node {
                Some(Node::DiceCount) => write!(out, "{} dice", i + 1),
                Some(Node::WhichDie) => write!(out, "die {}", i + 1),
                Some(Node::KeepItem) => {
                    out.write_str(["keep the old item", "take the new item"][usize::from(i.min(1))])
                }
                Some(Node::ExchangeSide) => out
                    .write_str(["exchange the left card", "exchange the right card"][usize::from(i.min(1))]),
                _ => write!(out, "tile {}", i + 1),
            },
            Act::Pick(i) => out.write_str(Trial::pick_name(node, who, i)),
        }
    }

    fn pick_name(node: Option<Node>, who: Who, i: u8) -> &'static str {
        let i = usize::from(i);
        match (node, who) {
            (Some(Node::Draft), Who::Killer) => Killer::ALL[i.min(5)].name(),
            (Some(Node::Draft), Who::Survivor(_)) => Survivor::ALL[i.min(6)].name(),
            (_, Who::Killer) => KILLER_PERKS[i.min(23)].name,
            (_, Who::Survivor(_)) => SURVIVOR_PERKS[i.min(27)].name,
        }
    }

    fn path_text(board: &Board, path: Path) -> String {
        let [from, to] = board.ends(path).map(|room| board.room_name(room));
        format!("the path from the {from} to the {to}")
    }

    pub(super) fn write_event(
        &self,
        view: &TrialView,
        event: Event,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let public = &view.public;
        let board = self.board(public.board);
        let name = |who: Who| Trial::name(Some(public), who);
        let survivor = |slot| name(Who::Survivor(slot));
        let room = |room| format!("the {}", board.room_name(room));
        match event {
            Event::Chose { who, node: Node::Draft, act } => {
                let choice = self.choice_text(view, Node::Draft, who, act);
                write!(out, "{} {choice}", Trial::name(None, who))
            }
            Event::Chose { who, node, act } => {
                write!(out, "{} {}", name(who), self.choice_text(view, node, who, act))
            }
            Event::KillerIs(killer) => write!(out, "the killer is {}", killer.name()),
            Event::SurvivorIs(slot, person) => write!(out, "survivor {} is {}", slot.0 + 1, person.name()),
            Event::BoardIs(board) => write!(out, "the board is {}", board.print().name),
            Event::Drew(who, perk) => {
                write!(out, "{} draws {} (only you see it)", name(who), windows::print_of(who, perk).name)
            }
            Event::Perks(who, perks) => {
                let [a, b, c] = perks.map(|perk| windows::print_of(who, perk).name);
                write!(out, "{} has {a}, {b} and {c}", name(who))
            }
            Event::Starts(who, at) => write!(out, "{} starts in {}", name(who), room(at)),
            Event::Round(round, first) => write!(out, "round {round} begins; {} goes first", survivor(first)),
            Event::Committed(_) => out.write_str("all have chosen in secret"),
            Event::PlansSet => out.write_str("all cards lie face down"),
            Event::Reveals(who, card) => write!(out, "{} reveals {}", name(who), card.name()),
            Event::Discards(who, card) => write!(out, "{} discards {}", name(who), card.name()),
            Event::Stays(who) => write!(out, "{} finds no way and stays", name(who)),
            Event::Moves(who, to) => write!(out, "{} moves to {}", name(who), room(to)),
            Event::Appears(who, to) => write!(out, "{} appears in {}", name(who), room(to)),
            Event::Finds(at, prop) => write!(out, "a {} turns up in {}", prop.name(), room(at)),
            Event::Rolls { slot, face, danger, .. } => {
                let die = if danger { "danger die" } else { "die" };
                let result = match face {
                    0 => "failure",
                    5 => "great success",
                    _ => "success",
                };
                write!(out, "{} rolls the {die}: {face}, a {result}", survivor(slot))
            }
            Event::Blood(who, now) => write!(out, "{} has {now} bloodpoints", name(who)),
            Event::Progress(at, prop, now) => {
                write!(out, "the {} in {} has {now} progress", prop.name(), room(at))
            }
            Event::GeneratorRuns(count) => write!(out, "generator number {count} runs"),
            Event::Wounded(slot) => write!(out, "{} is wounded", survivor(slot)),
            Event::Healed(slot) => write!(out, "{} is healthy again", survivor(slot)),
            Event::PickedUp(slot) => write!(out, "{} is picked up", survivor(slot)),
            Event::Escapes(slot) => write!(out, "{} gets away", survivor(slot)),
            Event::Sacrificed(slot, track) => {
                write!(out, "{} hangs; the track shows {track}", survivor(slot))
            }
            Event::Track(track) => write!(out, "the sacrifice goes on; the track shows {track}"),
            Event::Rescued(slot) => write!(out, "{} is taken off the hook", survivor(slot)),
            Event::Hides(slot) => write!(out, "{} hides on a locker", survivor(slot)),
            Event::ComesOut(slot) => write!(out, "{} comes off the locker", survivor(slot)),
            Event::Draws(slot, item) => write!(out, "{} draws the {}", survivor(slot), item.name()),
            Event::Loses(slot, item) => write!(out, "{} discards the {}", survivor(slot), item.name()),
            Event::Removed(at, prop) => write!(out, "the {} in {} is gone", prop.name(), room(at)),
            Event::Cleared(path) => write!(out, "{} is cleared", Trial::path_text(board, path)),
            Event::Dropped(path) => write!(out, "a pallet lies on {}", Trial::path_text(board, path)),
            Event::Trapped(path) => write!(out, "a bear trap lies on {}", Trial::path_text(board, path)),
            Event::Phantasm(at, true) => write!(out, "a phantasm trap lies in {}", room(at)),
            Event::Phantasm(at, false) => write!(out, "the phantasm trap in {} springs", room(at)),
            Event::BlocksProp(at, prop) => {
                write!(out, "the Entity blocks the {} in {}", prop.name(), room(at))
            }
            Event::BlocksPath(path) => write!(out, "the Entity blocks {}", Trial::path_text(board, path)),
            Event::Cloaked => out.write_str("the bell tolls; the Wraith is cloaked"),
            Event::Madness(slot, true) => write!(out, "{} goes mad", survivor(slot)),
            Event::Madness(slot, false) => write!(out, "{} is sane again", survivor(slot)),
            Event::Locked(slot) => write!(out, "{} cannot use perks this round", survivor(slot)),
            Event::Stopped => out.write_str("the killer is stopped"),
            Event::Exchanged(who) => write!(out, "{} exchanges a face-down card", name(who)),
            Event::Swapped => out.write_str("the killer's cards trade places"),
            Event::Peeks(who, card) => {
                write!(out, "{} has {} face down (only you see it)", name(who), card.name())
            }
            Event::Ends(Ending::Survivors) => out.write_str("a gate opens: the survivors win"),
            Event::Ends(Ending::Killer) => out.write_str("the track is full: the killer wins"),
            Event::Ends(Ending::Draw) => out.write_str("the last round is over: a draw"),
        }
    }

    /// What a character chose, as a verb phrase.
    fn choice_text(&self, view: &TrialView, node: Node, who: Who, act: Act) -> String {
        let public = &view.public;
        match (act, node) {
            (Act::Pass, _) => "passes".into(),
            (Act::Yes, Node::Spark) => "pays".into(),
            (Act::Yes, Node::KillerBonus) => "takes a bonus turn".into(),
            (Act::Yes, _) => "agrees".into(),
            (Act::Card(card), Node::Talk) => format!("says {}", card.colour()),
            (Act::Card(card), _) => format!("plays {}", card.name()),
            (Act::Room(to), _) => format!("chooses the {}", self.board(public.board).room_name(to)),
            (Act::Category(category), _) => format!("turns up a prop of {}", category.name()),
            (Act::Prop(prop), _) => format!("chooses to {}", prop_verb(prop, who)),
            (Act::Survivor(slot), _) => format!("chooses {}", Trial::name(Some(public), Who::Survivor(slot))),
            (Act::Power, _) => format!("uses {}", public.killer_is.power()),
            (Act::SnapOut, _) => "tries to snap out of madness".into(),
            (Act::Perk(k), _) => {
                let perk = public.perks[who.index()][usize::from(k.min(2))];
                format!("uses {}", windows::print_of(who, perk).name)
            }
            (Act::Item, _) => "uses an item".into(),
            (Act::Index(i), Node::DiceCount) => format!("names {} dice", i + 1),
            (Act::Index(i), Node::WhichDie) => format!("takes die {}", i + 1),
            (Act::Index(0), Node::KeepItem) => "keeps the old item".into(),
            (Act::Index(_), Node::KeepItem) => "takes the new item".into(),
            (Act::Index(0), Node::ExchangeSide) => "exchanges the left card".into(),
            (Act::Index(_), Node::ExchangeSide) => "exchanges the right card".into(),
            (Act::Index(i), _) => format!("takes tile {}", i + 1),
            (Act::Pick(i), _) => format!("picks {}", Trial::pick_name(Some(node), who, i)),
        }
    }

    pub(super) fn write_view(&self, view: &TrialView, out: &mut dyn fmt::Write) -> fmt::Result {
        let board = self.board(view.public.board);
        writeln!(out, "{}", self.clock_line(view))?;
        for who in Who::ALL {
            writeln!(out, "  {}", self.character_line(view, who))?;
        }
        for room in board.rooms() {
            writeln!(out, "  {:<17} {}", board.room_name(room), self.room_words(view, room).join(", "))?;
        }
        write!(out, "you are {}", self.seat_words(view))
    }

    /// How far the match has come.
    pub(super) fn clock_line(&self, view: &TrialView) -> String {
        let public = &view.public;
        let needs = self.board(public.board).print;
        format!(
            "round {}, {} of {} generators, {} of {} sacrifices",
            public.round, public.generators, needs.generators, public.sacrifices, needs.sacrifices
        )
    }

    /// The props of a room, face-down ones by their category.
    pub(super) fn room_words(&self, view: &TrialView, room: super::board::Room) -> Vec<String> {
        let public = &view.public;
        let board = self.board(public.board);
        let mut words = Vec::new();
        for tile in board.tiles(room) {
            match public.tiles[tile.index()] {
                TileState::FaceDown => words.push(format!("?{}", board.category_of(tile).name())),
                TileState::Up(prop @ (Prop::Generator | Prop::Gate)) => {
                    words.push(format!("{} {}/3", prop.name(), public.progress[tile.index()]));
                }
                TileState::Up(prop) => words.push(prop.name().into()),
                TileState::Gone => {}
            }
        }
        words
    }

    fn seat_words(&self, view: &TrialView) -> String {
        if view.seat.0 == 0 {
            return Trial::name(Some(&view.public), Who::Killer);
        }
        let names = self.slots_of(view.seat).map(|slot| Trial::name(Some(&view.public), Who::Survivor(slot)));
        names.collect::<Vec<_>>().join(" and ")
    }

    fn character_line(&self, view: &TrialView, who: Who) -> String {
        let public = &view.public;
        let board = self.board(public.board);
        let name = Trial::name(Some(public), who);
        let Who::Survivor(slot) = who else {
            let killer = &public.killer;
            return format!("{name}: {}, {} bloodpoints", board.room_name(killer.room), killer.blood);
        };
        let person = public.person(slot);
        let mut line = format!("{name}: {}, {} bloodpoints", board.room_name(person.room), person.blood);
        for (on, word) in [
            (person.wounded, "wounded"),
            (matches!(person.place, Place::Locker(_)), "on a locker"),
            (person.is_hung(), "on a hook"),
            (person.madness, "mad"),
        ] {
            if on {
                line = line + ", " + word;
            }
        }
        if let Some(item) = person.item {
            line = line + ", " + item.name();
        }
        if let Planned::Shown(card) = person.plan {
            line = line + ", showed " + card.name();
        }
        line
    }
}

fn prop_verb(prop: Prop, who: Who) -> &'static str {
    match (prop, who) {
        (Prop::Generator, Who::Survivor(_)) => "repair the generator",
        (Prop::Generator, Who::Killer) => "damage the generator",
        (Prop::Gate, _) => "open the exit gate",
        (Prop::Hook, _) => "sabotage the hook",
        (Prop::Totem, Who::Survivor(_)) => "cleanse the hex totem",
        (Prop::Totem, Who::Killer) => "venerate the hex totem",
        (Prop::Chest, _) => "rummage the chest",
        (Prop::Locker, Who::Survivor(_)) => "hide on the locker",
        (Prop::Locker, Who::Killer) => "search the locker",
        (Prop::Crow, Who::Survivor(_)) => "sprint past the crow",
        (Prop::Crow, Who::Killer) => "scout the crow",
        (Prop::Pallet, _) => "drop the pallet",
    }
}
