//! The same decision under other names: what a network reads and answers where survivors who are alike have changed places.

use fogbound_env::{Game, Rng, Seat};

use crate::scripted;

/// Where each number that a network reads then stands, and what each action is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Where the numbers stand: those of the observation, and after them those of the script's advice.
    pub inputs: Vec<u16>,
    /// What the actions are called.
    pub actions: Vec<u16>,
}

/// All other names that the seats of a game can have ([`Game::renamings`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    by_seat: Vec<Vec<Renamed>>,
}

impl Names {
    /// These names, by seat.
    pub fn new(by_seat: Vec<Vec<Renamed>>) -> Names {
        Names { by_seat }
    }

    /// The names in `game`, for networks that read the script's advice or do not.
    pub fn of<G: Game>(game: &G, advised: bool) -> Names {
        let script = scripted::policy_for::<G>().filter(|_| advised);
        let mut by_seat = vec![Vec::new(); game.seats()];
        for renaming in game.renamings() {
            let actions = renaming.actions().to_vec();
            let mut inputs = renaming.observation().to_vec();
            if let Some(script) = &script {
                let advice = inputs.len() as u16;
                let insights = advice + G::ACTIONS as u16;
                inputs.extend(actions.iter().map(|action| advice + action));
                let place = |i: usize| insights + script.renamed_insight(i, &actions) as u16;
                inputs.extend((0..script.insights()).map(place));
            }
            by_seat[renaming.seat().index()].push(Renamed { inputs, actions });
        }
        Names::new(by_seat)
    }

    /// The names that all of these games have in common: those of each, or none where they differ.
    pub fn of_all<'a, G: Game>(games: impl Iterator<Item = &'a G>, advised: bool) -> Names {
        let mut all = games.map(|game| Names::of(game, advised));
        let first = all.next().unwrap_or_default();
        if all.all(|names| names == first) { first } else { Names::default() }
    }

    /// Draws names for a decision of `seat`: with this chance others than it had, if the seat has any.
    pub fn draw(&self, seat: Seat, chance: f64, rng: &mut Rng) -> Option<&Renamed> {
        let others = self.by_seat.get(seat.index()).filter(|others| chance > 0.0 && !others.is_empty())?;
        let other = f64::from(rng.unit()) < chance;
        other.then(|| &others[rng.below(others.len() as u32) as usize])
    }
}

#[cfg(test)]
mod tests {
    use fogbound_env::games::goofspiel::Goofspiel;
    use fogbound_env::games::stalk::Stalk;
    use fogbound_env::games::trial::Trial;

    use super::*;

    fn is_an_order(places: &[u16]) -> bool {
        let mut sorted = places.to_vec();
        sorted.sort_unstable();
        sorted.iter().enumerate().all(|(i, &place)| i == usize::from(place))
    }

    fn check<G: Game>(game: &G, counts: &[usize]) {
        for advised in [false, true] {
            let names = Names::of(game, advised);
            let advice = if advised { scripted::advice::<G>() } else { 0 };
            assert_eq!(names.by_seat.iter().map(Vec::len).collect::<Vec<_>>(), counts);
            for renamed in names.by_seat.iter().flatten() {
                assert_eq!(renamed.inputs.len(), G::SCHEMA.len() + advice);
                assert!(is_an_order(&renamed.inputs) && is_an_order(&renamed.actions));
            }
        }
    }

    #[test]
    fn names_are_exchanged_and_none_is_lost() {
        check(&Stalk::new(Default::default()).unwrap(), &[23, 5, 1, 0, 0]);
        check(&Trial::new(Default::default()).unwrap(), &[3; 5]);
        check(&Goofspiel::new(Default::default()).unwrap(), &[0, 0]);
    }

    #[test]
    fn as_many_decisions_get_other_names_as_are_to() {
        let names = Names::of(&Stalk::new(Default::default()).unwrap(), true);
        let mut rng = Rng::new(1);
        let mut drawn =
            |seat, chance| (0..1000).filter(|_| names.draw(Seat(seat), chance, &mut rng).is_some()).count();
        assert_eq!((drawn(0, 0.0), drawn(0, 1.0), drawn(4, 1.0)), (0, 1000, 0));
        assert!((200..300).contains(&drawn(1, 0.25)));
    }
}
