//! What a seat knows, as a picture: see [`Scene`].

use super::act::Act;
use super::content::{Card, Prop};
use super::frame::Frame;
use super::seen::{Face, Obstacle, Question, Spot, SurvivorSeen};
use super::state::{Node, Pending, Who};
use super::view::TrialView;
use super::{Trial, windows};
use crate::scene::{Dice, Figure, Held, Link, Place, Scene, Target, Thing, Track};
use crate::{Action, View};

const KINDS: [&str; 5] = ["sneak", "sprint", "crouch", "vault", "wait"];
const PROPS: [&str; 8] = ["generator", "gate", "hook", "totem", "chest", "locker", "crow", "pallet"];
/// Progress that completes a generator or opens a gate (T7.3, T7.7).
const WHOLE: u8 = 3;

impl Card {
    const fn kind(self) -> &'static str {
        KINDS[self as usize]
    }
}

impl Trial {
    pub(super) fn scene_of(&self, view: &TrialView) -> Scene {
        let print = view.board().print();
        let counted = |name: &str, value: u8, of: u8| Track {
            name: name.into(),
            value: value.into(),
            of: Some(of.into()),
        };
        Scene {
            title: print.name.into(),
            prompt: self.prompt(view),
            tracks: vec![
                counted("round", view.round(), self.setup.round_limit),
                counted("generators", view.generators(), print.generators),
                counted("sacrifices", view.sacrifices(), print.sacrifices),
            ],
            places: self.places(view),
            grid: None,
            links: links(view),
            figures: Who::ALL.map(|who| self.figure(view, who)).into(),
            hand: self
                .own_hand(view, self.own_character(view))
                .iter()
                .map(|card| held(card, false))
                .collect(),
            dice: dice(view),
        }
    }

    fn places(&self, view: &TrialView) -> Vec<Place> {
        let mut places: Vec<Place> = view
            .board()
            .print()
            .rooms
            .iter()
            .enumerate()
            .map(|(i, room)| Place {
                name: room.name.into(),
                at: room.at,
                things: Vec::new(),
                note: (view.phantasms() >> i & 1 == 1).then(|| "phantasm trap".into()),
            })
            .collect();
        for prop in self.props(view) {
            let (kind, name, hidden) = match prop.face {
                Face::Back(category) => (category.name(), category.name(), true),
                Face::Front(prop) => (PROPS[prop as usize], prop.name(), false),
            };
            let counts = matches!(prop.face, Face::Front(Prop::Generator | Prop::Gate));
            places[prop.room.index()].things.push(Thing {
                kind,
                name: name.into(),
                hidden,
                progress: counts.then_some((prop.progress, WHOLE)),
                shut: prop.shut,
                position: prop.position,
            });
        }
        places
    }

    fn figure(&self, view: &TrialView, who: Who) -> Figure {
        let seat = self.seat_of(who);
        let own = seat == view.seat();
        let placed = |room: super::Room| (view.round() > 0).then_some(room.index());
        let skills = view.perks(who).map(|perk| {
            let print = windows::print_of(who, perk);
            format!("{} ({})", print.name, print.cost)
        });
        let name = Trial::name(Some(&view.public), who);
        let mut figure = Figure {
            badge: name.trim_start_matches("The ").chars().next().unwrap_or('?'),
            name,
            seat,
            side: usize::from(who != Who::Killer),
            place: None,
            hidden: false,
            possible: Vec::new(),
            likely: Vec::new(),
            own,
            acting: matches!(view.public.pending, Pending::Ask(_, asked) if asked == who),
            marks: Vec::new(),
            facts: Vec::new(),
            skills: skills.into(),
            cards: Vec::new(),
        };
        match who {
            Who::Survivor(slot) => {
                let person = view.survivor(slot);
                figure.place = placed(person.room);
                figure.marks = marks(&person);
                figure.facts.push(("blood", person.blood.to_string()));
                figure.facts.extend(person.item.map(|item| ("item", item.name().to_string())));
                figure.cards.extend(on_table(person.shown, person.to_move, view.own_plan(slot)));
            }
            Who::Killer => {
                let killer = view.killer();
                figure.place = placed(killer.room);
                figure.facts.push(("blood", killer.blood.to_string()));
                figure.facts.push(("power", killer.killer.power().into()));
                if killer.power_used {
                    figure.marks.push("power used");
                }
                let hunter = &view.public.killer;
                let down = [hunter.left, hunter.right].map(|plan| plan == super::Planned::FaceDown);
                for (i, shown) in [killer.left, killer.right].into_iter().enumerate() {
                    figure.cards.extend(on_table(shown, down[i], view.own_pair()[i]));
                }
            }
        }
        figure
    }

    /// What a choice points at.
    pub(super) fn target_of(&self, view: &TrialView, action: Action) -> Target {
        let asked = self.own_character(view);
        let here = match asked {
            Who::Survivor(slot) => view.survivor(slot).room.index(),
            Who::Killer => view.killer().room.index(),
        };
        let thing = |place, kind, position| Target::Thing { place, kind, position };
        match Act::of(action) {
            Act::Card(card) => Target::Card(card.kind()),
            Act::Room(room) => Target::Place(room.index()),
            Act::Survivor(slot) => Target::Figure(slot.index()),
            Act::Prop(prop) => thing(here, Some(PROPS[prop as usize]), None),
            Act::Category(category) => match view.public.top() {
                Frame::Flip { room, .. } => thing(room.index(), Some(category.name()), None),
                _ => Target::Table,
            },
            Act::Index(position) if self.question(view) == Question::Choice(Node::WhichTile, asked) => {
                thing(view.tile_room().index(), None, Some(position))
            }
            Act::Pick(_)
            | Act::Pass
            | Act::Yes
            | Act::Power
            | Act::SnapOut
            | Act::Perk(_)
            | Act::Item
            | Act::Index(_) => Target::Table,
        }
    }

    fn prompt(&self, view: &TrialView) -> String {
        let name = |who| Trial::name(Some(&view.public), who);
        match self.question(view) {
            Question::Choice(node, who) if self.seat_of(who) == view.seat() => {
                format!("{}: {}", name(who), asked(node))
            }
            Question::Choice(_, who) => format!("Waiting for {}.", name(who)),
            Question::Plan(Who::Killer) => {
                let side = if view.own_pair()[0].is_none() { "left" } else { "right" };
                format!("{}: lay your {side} card face down. Everybody plans at once.", name(Who::Killer))
            }
            Question::Plan(who) => format!("{}: lay a card face down. Everybody plans at once.", name(who)),
            Question::PerkPick(who, k) => {
                let printed = windows::print_of(who, view.perks(who)[k]).name;
                format!("{}: keep {printed}, or cover it with another perk.", name(who))
            }
            Question::Nothing => "Waiting for the others.".into(),
        }
    }
}

/// What a question asks (part 5 of the rules), as said to the one who is asked.
const fn asked(node: Node) -> &'static str {
    match node {
        Node::Draft => "choose a character.",
        Node::RevealRoom => "choose a room in which a prop is turned up.",
        Node::RevealCategory => "choose which kind of prop is turned up there.",
        Node::Talk => "name a colour to your friends, or say nothing.",
        Node::Window(_) => "use a perk or an item now?",
        Node::Destination | Node::KillerDestination => "choose where to go.",
        Node::FlipCategory => "choose a face-down prop to turn up.",
        Node::SurvivorAct | Node::KillerAct => "what do you do here?",
        Node::WhichTile => "choose which one.",
        Node::DropPath => "choose the path for the pallet, by its far end.",
        Node::FreeMove => "move to a room next to you, or stay.",
        Node::BonusCard | Node::KillerBonusCard => "choose a card for the bonus turn.",
        Node::KeepItem => "you can carry one item. Which one?",
        Node::KillerBonus => "pay for a bonus turn?",
        Node::DiceCount => "no hook is near. How many dice does the struggle get?",
        Node::Carry => "carry on, or stop here?",
        Node::WhichDie => "choose a die to roll again.",
        Node::TargetSurvivor => "choose a survivor.",
        Node::TargetRoom => "choose a room.",
        Node::Exchange => "choose the card to exchange it for.",
        Node::ExchangeSide => "exchange a face-down card?",
        Node::Spark => "pay a bloodpoint, or give in to madness?",
        Node::Phantasm => "your trap has sprung. Go there?",
        Node::ChainsawCard => "choose the card for the Chainsaw.",
    }
}

fn links(view: &TrialView) -> Vec<Link> {
    let mut links: Vec<Link> = view
        .board()
        .ways()
        .map(|way| Link {
            from: way.from.index(),
            to: way.to.index(),
            kind: way.card.kind(),
            one_way: way.card == Card::Vault,
            blocked: None,
        })
        .collect();
    for (path, thing) in view.obstacles() {
        links[path.index()].blocked = Some(match thing {
            Obstacle::Wall => "wall",
            Obstacle::Pallet => "pallet",
            Obstacle::BearTrap => "bear trap",
        });
    }
    if let Some(path) = view.shut_path() {
        links[path.index()].blocked = Some("entity");
    }
    links
}

fn held(card: Card, face_down: bool) -> Held {
    Held { kind: Some(card.kind()), name: card.name().into(), face_down }
}

/// A planned card: turned up, face down and known to the viewer, or face down.
fn on_table(shown: Option<Card>, face_down: bool, known: Option<Card>) -> Option<Held> {
    let up = shown.map(|card| held(card, false));
    up.or_else(|| known.map(|card| held(card, true)))
        .or_else(|| face_down.then(|| Held { kind: None, name: "a card".into(), face_down: true }))
}

fn marks(person: &SurvivorSeen) -> Vec<&'static str> {
    let spot = match person.spot {
        Spot::Open => None,
        Spot::Locker => Some("in a locker"),
        Spot::Hook => Some("on a hook"),
    };
    let flags = [(person.wounded, "wounded"), (person.mad, "mad"), (!person.token, "token spent")];
    flags.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).chain(spot).collect()
}

fn dice(view: &TrialView) -> Option<Dice> {
    let roll = &view.public.roll;
    let faces = roll.faces[..usize::from(roll.count)].to_vec();
    (!faces.is_empty()).then(|| Dice { name: format!("{:?}", roll.kind).to_lowercase(), faces })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Joint, Rng, Seat, Silence, Turn, rollout};

    /// Over whole games of every preset: the picture has no hidden card of another seat, every legal choice that
    /// points somewhere points at something that is drawn, and choices that point at a place differ.
    #[test]
    fn pictures_hide_what_is_hidden_and_choices_point_at_what_is_drawn() {
        let (mut own_down, mut others_down) = (0, 0);
        for (name, setup) in Trial::presets() {
            let trial = Trial::new(setup).unwrap();
            let (mut state, mut rng) = (trial.start(), Rng::new(4));
            while trial.turn(&state) != Turn::Over {
                let Turn::Act(acting) = trial.turn(&state) else {
                    let id = trial.draw(&state, &mut rng);
                    trial.fall(&mut state, id, &mut Silence);
                    continue;
                };
                let mut joint = Joint::NONE;
                for seat in (0..trial.seats() as u8).map(Seat) {
                    let view = trial.view(&state, seat);
                    let scene = trial.scene(&view).expect("trial is drawn");
                    for figure in &scene.figures {
                        let known = figure.cards.iter().filter(|card| card.face_down && card.kind.is_some());
                        if figure.own {
                            own_down += known.count();
                        } else {
                            others_down += figure.cards.iter().filter(|card| card.face_down).count();
                            assert_eq!(known.count(), 0, "{name}: {seat} sees a card of {}", figure.name);
                        }
                    }
                    if acting.contains(seat) {
                        let legal = trial.legal(&state, seat);
                        for action in legal.iter() {
                            check_target(&scene, trial.target(&view, action));
                        }
                        joint.set(seat, rollout::random_action(&legal, &mut rng));
                    }
                }
                trial.apply(&mut state, &joint, &mut Silence);
            }
        }
        assert!(own_down > 0 && others_down > 0, "cards were laid face down");
    }

    fn check_target(scene: &Scene, target: Target) {
        let drawn = match target {
            Target::Table => true,
            Target::Place(place) => place < scene.places.len(),
            Target::Figure(figure) => figure < scene.figures.len(),
            Target::Card(kind) => KINDS.contains(&kind),
            Target::Thing { place, kind, position } => scene.places[place].things.iter().any(|thing| {
                kind.is_none_or(|kind| kind == thing.kind) && position.is_none_or(|p| p == thing.position)
            }),
        };
        assert!(drawn, "{target:?} is not in the picture: {:?}", scene.prompt);
    }
}
