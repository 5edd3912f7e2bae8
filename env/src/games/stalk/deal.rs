//! Full states that fit what a seat knows.

use super::Stalk;
use super::cells::{Cell, Cells};
use super::content::{Deck, Tile};
use super::heard::{Hint, Said};
use super::known::{KILLER, Then};
use super::rewalk::draw_tile;
use super::setup::Order;
use super::state::{Killer, Node, Phase, Public, Slot, State, Status, Survivors, Walk, slots};
use super::trail::Trail;
use super::view::StalkView;
use super::ways::Four;
use crate::{Fingerprint, Rng};

/// How often a figure's way is guessed anew before any possible cell will do.
const TRIES: u32 = 48;

/// How often all survivors are guessed anew whose places do not fit together.
const TRIES_TOGETHER: u32 = 4;

/// A cell of a set that is not empty.
fn any_of(cells: Cells, rng: &mut Rng) -> Option<Cell> {
    let count = cells.len();
    (count > 0).then(|| cells.iter().nth(rng.below(count) as usize))?
}

/// Where a figure's guessed way begins, and how many turns it has.
#[derive(Clone, Copy)]
struct Way {
    from: Cell,
    turns: u8,
    then: Then,
}

/// Gives the side that is not the viewer's the memory of all who stand as it does, however it came there.
pub(super) fn remember_alike(world: &mut State, by_killer: bool) {
    if by_killer {
        world.survivors.memory = 0;
        world.survivors.memory = Fingerprint(world.killer.memory).then(&world.survivors).0;
    } else {
        world.killer.memory = 0;
        world.killer.memory = Fingerprint(world.survivors.memory).then(&world.killer).0;
    }
}

impl Stalk {
    /// Draws what the other side has behind the divider.
    pub(super) fn deal_for(&self, view: &StalkView, rng: &mut Rng) -> State {
        let mut public = view.public;
        if view.is_killer() && public.phase == Phase::Survivors {
            // What has been heard so far is worked out for the guess; the world itself goes on as it is.
            self.settle(&mut public, false);
        }
        let mut world = State {
            public,
            survivors: view.survivors().unwrap_or_else(|| self.unseen_survivors(&public)),
            killer: view.killer().unwrap_or_else(|| self.unseen_killer(&public)),
        };
        if view.is_killer() {
            self.deal_survivors(&mut world, rng);
            if public.phase == Phase::Survivors {
                self.deal_actor(&mut world, &view.public.known.survivors, rng);
            }
        } else {
            self.deal_killer(&mut world, rng);
        }
        world.public = view.public;
        remember_alike(&mut world, view.is_killer());
        world
    }

    /// The survivors' side without what has to be guessed.
    fn unseen_survivors(&self, public: &Public) -> Survivors {
        let known = &public.known;
        let mut deck = self.decks[0];
        for (tile, announced) in [Tile::Trap, Tile::Crow].into_iter().zip(known.announced) {
            deck[tile as usize] -= announced;
        }
        deck[Tile::Flashlight as usize] -= known.announced[4];
        Survivors {
            at: std::array::from_fn(|slot| known.seen[slot].cell),
            covered: known.covered[0],
            bushes: Cells::NONE,
            deck,
            to_act: 0,
            node: Node::Wait,
            memory: 0,
        }
    }

    /// The killer's side without what has to be guessed.
    fn unseen_killer(&self, public: &Public) -> Killer {
        let known = &public.known;
        let mut deck = self.decks[1];
        for (tile, &announced) in [Tile::Crow, Tile::Flashlight].into_iter().zip(&known.announced[2..4]) {
            deck[tile as usize] -= announced;
        }
        Killer { at: known.seen[KILLER].cell, covered: known.covered[1], deck, node: Node::Wait, memory: 0 }
    }

    /// Tiles that a side has drawn unheard in turns that are not played again. How many there are is not known; that
    /// about one turn in `rarity` brought one is a guess.
    fn scatter_tiles(
        &self,
        turns: u8,
        rarity: u32,
        deck: &mut Deck,
        covered: &mut Cells,
        rng: &mut Rng,
    ) -> Cells {
        let mut bushes = Cells::NONE;
        for _ in 0..turns {
            if rng.below(rarity) > 0 {
                continue;
            }
            let kept = *deck;
            let cell = any_of(self.board.plain & !*covered, rng);
            match (draw_tile(deck, rng), cell) {
                (Some(Tile::Trap | Tile::Crow | Tile::Flashlight) | None, _) | (_, None) => *deck = kept,
                (Some(tile), Some(cell)) => {
                    *covered |= Cells::one(cell);
                    if tile == Tile::Bush {
                        bushes |= Cells::one(cell);
                    }
                }
            }
        }
        bushes
    }

    /// Lays so many Runs of a side's deck out, less those that are out already: without them its figures were not where they are.
    fn spend_runs(&self, side: usize, runs: u8, deck: &mut Deck, covered: &mut Cells, rng: &mut Rng) {
        let most = self.gaits[side].runs.saturating_sub(runs);
        while deck[Tile::Run as usize] > most {
            let Some(cell) = any_of(self.board.plain & !*covered, rng) else { return };
            deck[Tile::Run as usize] -= 1;
            *covered |= Cells::one(cell);
        }
    }

    fn deal_killer(&self, world: &mut State, rng: &mut Rng) {
        let known = &world.public.known;
        let acted = world.public.phase == Phase::Killer && known.killer_moved;
        let last = if acted { world.public.round } else { world.public.round - 1 };
        let seen = known.seen[KILLER];
        let (first, possible) = (last + 1 - seen.turns.min(last), known.killer);
        let Killer { mut deck, mut covered, .. } = world.killer;
        self.scatter_tiles(first - 1, 7, &mut deck, &mut covered, rng);
        world.killer.deck = deck;
        world.killer.covered = covered;
        let fits = |game: &Stalk, world: &mut State, rng: &mut Rng| {
            world.killer.at = seen.cell;
            (first..=last).all(|round| game.rewalk_killer(world, round, rng))
                && possible.possible().has(world.killer.at)
        };
        if !self.guess(world, first, possible, rng, fits) {
            world.killer.at = draw_cell(&possible, rng).unwrap_or(world.killer.at);
        }
        let Killer { mut deck, mut covered, at, .. } = world.killer;
        self.spend_runs(1, possible.runs_to(at, self.gaits[1]), &mut deck, &mut covered, rng);
        world.killer.deck = deck;
        world.killer.covered = covered;
        if world.public.phase == Phase::Killer {
            // Where exactly the killer is in his turn, nobody else can tell: at its beginning, or at its end.
            let walk = Walk { slot: Slot(0), allowance: rng.below(4) as u8 + 1, steps: 0 };
            world.killer.node = if acted { Node::Call } else { Node::Walk(walk) };
        }
    }

    /// Tries guesses until one fits; `false` if none does, or if none can be trusted to.
    fn guess(
        &self,
        world: &mut State,
        first: u8,
        possible: Trail,
        rng: &mut Rng,
        fits: impl Fn(&Stalk, &mut State, &mut Rng) -> bool,
    ) -> bool {
        let public = &world.public;
        // Palettes may have lain otherwise on the way; so that no cell is left out, some are drawn without a way.
        let changed = !(public.down | public.broken).is_empty() && rng.below(16) == 0;
        if changed || first <= public.known.log.forgotten || possible.possible().is_empty() {
            return false;
        }
        let before = *world;
        for _ in 0..TRIES {
            if fits(self, world, rng) {
                return true;
            }
            world.survivors = before.survivors;
            world.killer = before.killer;
        }
        false
    }

    fn deal_survivors(&self, world: &mut State, rng: &mut Rng) {
        let public = world.public;
        let over = public.phase != Phase::Survivors;
        let free = public.with_status(Status::Free);
        let last = |slot: Slot| {
            let acted = over || public.known.moved & slot.bit() != 0;
            if acted { public.round } else { public.round - 1 }
        };
        let unseen = world.survivors;
        for _ in 0..TRIES_TOGETHER {
            world.survivors = unseen;
            self.guess_survivors(world, free, last, rng);
            if self.fit_together(world, free) {
                break;
            }
        }
        self.put_together(world, free, rng);
        let runs = self.runs_had(world);
        let Survivors { mut deck, mut covered, .. } = world.survivors;
        self.spend_runs(0, runs, &mut deck, &mut covered, rng);
        world.survivors.deck = deck;
        world.survivors.covered = covered;
    }

    /// Guesses each survivor for itself, after it has been said who was heard without a name.
    fn guess_survivors(&self, world: &mut State, free: u8, last: impl Fn(Slot) -> u8, rng: &mut Rng) {
        let public = world.public;
        let mut ways =
            public.known.seen.map(|seen| Way { from: seen.cell, turns: seen.turns, then: seen.then });
        self.blame(&public, free, &last, &mut ways, rng);
        let turns: u32 =
            slots(free).map(|slot| u32::from(last(slot) - ways[slot.index()].turns.min(last(slot)))).sum();
        let Survivors { mut deck, mut covered, .. } = world.survivors;
        for _ in 0..public.known.announced[4] {
            // S5.13: it was announced that they have one, and not where it lies.
            covered |= any_of(self.board.plain & !covered, rng).map_or(Cells::NONE, Cells::one);
        }
        let bushes = self.scatter_tiles(turns.min(250) as u8, 6, &mut deck, &mut covered, rng);
        world.survivors.deck = deck;
        world.survivors.covered = covered;
        world.survivors.bushes = bushes;
        for slot in slots(free) {
            self.deal_survivor(world, slot, ways[slot.index()], last(slot), rng);
        }
    }

    /// The Runs that the survivors must have had to be where they are, those who are out included.
    fn runs_had(&self, world: &State) -> u8 {
        let known = &world.public.known;
        let of = |slot: Slot| {
            known.survivors[slot.index()].runs_to(world.survivors.at[slot.index()], self.gaits[0])
        };
        known.spent + slots(self.everybody).map(of).sum::<u8>()
    }

    /// Whether the survivors can all be where they are, with the Runs that there are.
    fn fit_together(&self, world: &State, free: u8) -> bool {
        let known = &world.public.known;
        known.ways.allow(&known.survivors, free, world.survivors.at)
            && self.runs_had(world) <= self.gaits[0].runs
    }

    /// Where the survivors cannot all be where they were guessed, some are moved to where they can.
    fn put_together(&self, world: &mut State, free: u8, rng: &mut Rng) {
        if self.fit_together(world, free) {
            return;
        }
        let lucky = self.runs_had(world) > self.gaits[0].runs;
        let known = &world.public.known;
        let somewhere = |way: &Four| slots(free).all(|slot| !way[slot.index()].possible().is_empty());
        let ways = || known.ways.unfold(&known.survivors).map(|(_, way)| way).filter(somewhere);
        let count = ways().count() as u32;
        let Some(way) = (count > 0).then(|| ways().nth(rng.below(count) as usize)).flatten() else { return };
        for slot in slots(free) {
            let (trail, at) = (way[slot.index()], &mut world.survivors.at[slot.index()]);
            if lucky || !trail.possible().has(*at) {
                *at = any_of(trail.likely(), rng).unwrap_or(*at);
            }
        }
    }

    fn deal_survivor(&self, world: &mut State, slot: Slot, way: Way, last: u8, rng: &mut Rng) {
        let first = last + 1 - way.turns.min(last);
        let possible = world.public.known.survivors[slot.index()];
        let seen_now = way.turns == 0;
        let fits = |game: &Stalk, world: &mut State, rng: &mut Rng| {
            world.survivors.at[slot.index()] = way.from;
            let rest_fits = match way.then {
                Then::Stayed => true,
                Then::Walked => game.rewalk_from_vault(world, slot, first - 1, rng),
                Then::Acted => rng.below(2) == 0 || game.rewalk_survivor(world, slot, first - 1, rng),
            };
            rest_fits
                && (way.then == Then::Stayed || game.stays_unseen(world, slot, first - 1))
                && (first..=last).all(|round| {
                    game.rewalk_survivor(world, slot, round, rng) && game.stays_unseen(world, slot, round)
                })
                && possible.possible().has(world.survivors.at[slot.index()])
        };
        if seen_now && way.then == Then::Stayed && possible.possible().has(way.from) {
            world.survivors.at[slot.index()] = way.from;
        } else if !self.guess(world, first, possible, rng, fits) {
            let at = &mut world.survivors.at[slot.index()];
            *at = draw_cell(&possible, rng).unwrap_or(*at);
        }
    }

    /// Says who was heard without a name: for each thing that was heard, one survivor who can have been there.
    fn blame(
        &self,
        public: &Public,
        free: u8,
        last: impl Fn(Slot) -> u8,
        ways: &mut [Way; 5],
        rng: &mut Rng,
    ) {
        for heard in public.known.log.iter() {
            if !matches!(heard.hint, Hint::Repair | Hint::Rescue | Hint::Palette) {
                continue;
            }
            let can = |slot: &Slot| {
                let way = ways[slot.index()];
                let first = last(*slot) + 1 - way.turns.min(last(*slot));
                let turns = u16::from((heard.round + 1).saturating_sub(first));
                let steps = u16::from(self.board.walk(way.from, heard.cell));
                first <= heard.round && heard.round <= last(*slot) && steps <= 3 * turns + 1
            };
            let count = slots(free).filter(can).count() as u32;
            if count == 0 {
                continue;
            }
            let Some(slot) = slots(free).filter(can).nth(rng.below(count) as usize) else { continue };
            let next = self.board.stepped(Cells::one(heard.cell));
            let from = if heard.hint == Hint::Palette { any_of(next, rng) } else { None };
            ways[slot.index()] = Way {
                from: from.unwrap_or(heard.cell),
                turns: last(slot) - heard.round,
                then: if heard.hint == Hint::Palette { Then::Walked } else { Then::Stayed },
            };
        }
    }

    /// S2.5: those whose turn is over in the fixed order when this one acts.
    fn passed_by(&self, slot: Slot) -> u8 {
        if self.setup.order == Order::Clockwise { slot.bit() - 1 } else { 0 }
    }

    /// The same by all who were heard acting in this phase.
    fn passed_over(&self, public: &Public) -> u8 {
        public
            .told
            .of_survivors()
            .filter_map(Said::actor)
            .fold(0, |passed, slot| passed | self.passed_by(slot))
    }

    /// Somebody who acts now. The killer cannot tell who, nor how far the turn has come: it has just begun, if it can have begun
    /// there, and is as good as over otherwise. `began` is where they could be as the phase began.
    fn deal_actor(&self, world: &mut State, began: &Four, rng: &mut Rng) {
        let free = world.public.with_status(Status::Free);
        let unmoved = |slot: &Slot| began[slot.index()].possible().has(world.survivors.at[slot.index()]);
        let unheard =
            slots(free & self.everybody & !world.public.known.moved & !self.passed_over(&world.public))
                .filter(unmoved)
                .fold(0, |set, slot| set | slot.bit());
        let among = if unheard == 0 { free } else { unheard };
        let pick = rng.below(among.count_ones()) as usize;
        if let Some(slot) = slots(among).nth(pick) {
            let (allowance, steps) = if unheard == 0 { (1, 1) } else { (rng.below(3) as u8 + 1, 0) };
            world.survivors.to_act = unheard & !self.passed_by(slot) & !slot.bit();
            world.survivors.node = Node::Walk(Walk { slot, allowance, steps });
        }
    }
}

/// A possible cell; mostly one that needs little luck.
fn draw_cell(trail: &Trail, rng: &mut Rng) -> Option<Cell> {
    let cells = if rng.below(8) == 0 { trail.possible() } else { trail.likely() };
    any_of(cells, rng)
}
