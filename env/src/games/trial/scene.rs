//! The board with everybody on it, as a seat sees it.

use super::Trial;
use super::content::Card;
use super::on_path::OnPath;
use super::state::{Place as Standing, Who};
use super::view::TrialView;
use crate::scene::{Figure, Link, Place, Scene};

/// The plane that the boards' printed positions lie in.
const SIZE: (u16, u16) = (840, 600);

impl Trial {
    pub(super) fn scene_of(&self, view: &TrialView) -> Scene {
        let public = &view.public;
        let board = self.board(public.board);
        let place = |room| Place {
            name: board.room_name(room).into(),
            at: board.print.rooms[room.index()].at,
            holds: self.room_words(view, room),
        };
        let link = |(index, path): (usize, &super::board::PathPrint)| Link {
            from: path.from.into(),
            to: path.to.into(),
            kind: path.card.name(),
            one_way: path.card == Card::Vault,
            holds: [(OnPath::Wall, "wall"), (OnPath::Pallet, "pallet"), (OnPath::BearTrap, "bear trap")]
                .into_iter()
                .find(|&(thing, _)| public.on_path.holding(thing) >> index & 1 == 1)
                .map(|(_, name)| name),
        };
        let figure = |who| match who {
            Who::Killer => Figure {
                name: self.name(Some(public), who),
                team: 0,
                place: public.killer.room.index(),
                marks: if public.killer.cloaked { vec!["cloaked".into()] } else { Vec::new() },
            },
            Who::Survivor(slot) => {
                let person = public.person(slot);
                let marks = [
                    (person.wounded, "wounded"),
                    (matches!(person.place, Standing::Locker(_)), "on a locker"),
                    (person.is_hung(), "on a hook"),
                    (person.madness, "mad"),
                ];
                let marks = marks.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark.to_string());
                Figure {
                    name: self.name(Some(public), who),
                    team: 1,
                    place: person.room.index(),
                    marks: marks.collect(),
                }
            }
        };
        Scene {
            title: format!("{}: {}", board.print.name, self.clock_line(view)),
            size: SIZE,
            places: board.rooms().map(place).collect(),
            links: board.print.paths.iter().enumerate().map(link).collect(),
            figures: Who::ALL.into_iter().map(figure).collect(),
        }
    }
}
