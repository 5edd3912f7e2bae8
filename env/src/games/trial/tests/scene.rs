//! Setting up a position.

use super::*;

/// A match that a test arranges and then plays.
pub(super) struct Scene {
    pub(super) game: Trial,
    pub(super) state: State,
    pub(super) heard: Vec<(SeatSet, Event)>,
}

impl Scene {
    /// A match as the setup makes it, its opening reveals and start dice done, before the first planning.
    pub(super) fn of(setup: Setup) -> Scene {
        let mut scene = Scene::start(setup);
        while !matches!(scene.state.public.pending, Pending::Plan(_)) {
            scene.auto();
        }
        scene.heard.clear();
        scene
    }

    /// A match at its very first question.
    pub(super) fn start(setup: Setup) -> Scene {
        let game = Trial::new(setup).expect("the setup is sound");
        let state = game.start();
        Scene { game, state, heard: Vec::new() }
    }

    /// All props face down, no perks, the power spent; survivors far from the killer.
    pub(super) fn full(setup: Setup) -> Scene {
        let mut scene = Scene::of(setup);
        let board = scene.state.public.board;
        scene.game.lay_out(&mut scene.state.public, board);
        let public = &mut scene.state.public;
        public.watch = [PerkSet::NONE; Window::COUNT];
        public.used = PerkSet(0x7FFF);
        public.killer.power_used = true;
        let (far, near) = if board == BoardName::Autohaven { (10, 0) } else { (9, 3) };
        public.people.iter_mut().for_each(|person| person.room = Room(far));
        public.killer.room = Room(near);
        scene
    }

    /// The same without any props.
    pub(super) fn bare(setup: Setup) -> Scene {
        let mut scene = Scene::full(setup);
        scene.state.public.tiles.fill(TileState::Gone);
        scene.state.public.unflipped = [0; 8];
        scene
    }

    /// A bare first board for five.
    pub(super) fn new(killer: Killer) -> Scene {
        Scene::bare(Setup { killer, ..Setup::default() })
    }

    /// A bare second board for five.
    pub(super) fn autohaven(killer: Killer) -> Scene {
        Scene::bare(Setup { killer, board: BoardName::Autohaven, ..Setup::default() })
    }

    // What is on the table.

    pub(super) fn public(&self) -> &Public {
        &self.state.public
    }

    pub(super) fn person(&self, slot: Slot) -> &Person {
        self.state.public.person(slot)
    }

    pub(super) fn killer(&self) -> &Hunter {
        &self.state.public.killer
    }

    pub(super) fn room(&self, slot: Slot) -> u8 {
        self.person(slot).room.0
    }

    pub(super) fn blood_of(&self, who: impl Into<Who>) -> u8 {
        match who.into() {
            Who::Survivor(slot) => self.person(slot).blood,
            Who::Killer => self.killer().blood,
        }
    }

    pub(super) fn hand(&self, who: impl Into<Who>) -> Vec<Card> {
        self.game.hand(&self.state, who.into()).iter().collect()
    }

    pub(super) fn path(&self, a: u8, b: u8) -> Path {
        let board = self.game.board(self.state.public.board);
        board.path_between(Room(a), Room(b)).expect("these rooms have a path")
    }

    pub(super) fn on(&self, a: u8, b: u8) -> OnPath {
        self.state.public.on_path.at(self.path(a, b))
    }

    pub(super) fn progress_of(&self, tile: Tile) -> u8 {
        self.state.public.progress[tile.index()]
    }

    pub(super) fn is_gone(&self, tile: Tile) -> bool {
        self.state.public.tiles[tile.index()] == TileState::Gone
    }

    pub(super) fn ups(&self, room: u8) -> Vec<Prop> {
        let tiles = self.game.board(self.state.public.board).tiles(Room(room));
        let up = |tile: Tile| match self.state.public.tiles[tile.index()] {
            TileState::Up(prop) => Some(prop),
            TileState::FaceDown | TileState::Gone => None,
        };
        tiles.filter_map(up).collect()
    }

    // Arranging.

    pub(super) fn at(&mut self, slot: Slot, room: u8) {
        self.state.public.person_mut(slot).room = Room(room);
    }

    pub(super) fn killer_at(&mut self, room: u8) {
        self.state.public.killer.room = Room(room);
    }

    /// A wound of an earlier round.
    pub(super) fn wound(&mut self, slot: Slot) {
        self.state.public.person_mut(slot).wounded = true;
    }

    pub(super) fn blood(&mut self, who: impl Into<Who>, blood: u8) {
        match who.into() {
            Who::Survivor(slot) => self.state.public.person_mut(slot).blood = blood,
            Who::Killer => self.state.public.killer.blood = blood,
        }
    }

    pub(super) fn item(&mut self, slot: Slot, item: Item) {
        self.state.public.deck[item as usize] -= 1;
        self.state.public.person_mut(slot).item = Some(item);
    }

    /// Gives a character a perk as number `k`, ready for use.
    pub(super) fn perk(&mut self, who: impl Into<Who>, k: u8, number: u8) {
        let who = who.into();
        let public = &mut self.state.public;
        public.perks[who.index()][usize::from(k)] = Perk(number);
        public.used = public.used.minus(PerkSet::one(who, k));
        public.watch = public.watch.map(|watch| watch.minus(PerkSet::one(who, k)));
        let window = windows::print_of(who, Perk(number)).window;
        public.watch[window as usize] = public.watch[window as usize].with(PerkSet::one(who, k));
    }

    /// The killer may use his power.
    pub(super) fn power(&mut self) {
        self.state.public.killer.power_used = false;
    }

    pub(super) fn free_tile(&self, room: u8, prop: Prop) -> Tile {
        let board = self.game.board(self.state.public.board);
        let fits = |tile: &Tile| {
            board.category_of(*tile).props().contains(&prop)
                && !matches!(self.state.public.tiles[tile.index()], TileState::Up(_))
        };
        board.tiles(Room(room)).find(fits).expect("the room has a place for this prop")
    }

    /// Puts a prop face up.
    pub(super) fn put(&mut self, room: u8, prop: Prop) -> Tile {
        let tile = self.free_tile(room, prop);
        let public = &mut self.state.public;
        if public.tiles[tile.index()] == TileState::FaceDown {
            public.unflipped[prop as usize] -= 1;
        }
        public.tiles[tile.index()] = TileState::Up(prop);
        tile
    }

    /// Puts a prop face down; with no other of its category face down, it is what will be found.
    pub(super) fn down(&mut self, room: u8, prop: Prop) -> Tile {
        let tile = self.free_tile(room, prop);
        self.state.public.tiles[tile.index()] = TileState::FaceDown;
        self.state.public.unflipped[prop as usize] += 1;
        tile
    }

    pub(super) fn progress(&mut self, tile: Tile, progress: u8) {
        self.state.public.progress[tile.index()] = progress;
    }

    pub(super) fn lay(&mut self, a: u8, b: u8, thing: OnPath) {
        let path = self.path(a, b);
        self.state.public.on_path.put(path, thing);
        if thing == OnPath::BearTrap {
            self.state.public.killer.bear_traps -= 1;
        }
    }

    pub(super) fn block(&mut self, tile: Tile) {
        self.state.public.entity = Entity::OnTile(tile);
    }

    pub(super) fn block_path(&mut self, a: u8, b: u8) {
        self.state.public.entity = Entity::OnPath(self.path(a, b));
    }

    pub(super) fn phantasm(&mut self, room: u8) {
        self.state.public.phantasms |= 1 << room;
        self.state.public.killer.phantasms -= 1;
    }

    pub(super) fn hide(&mut self, slot: Slot, locker: Tile) {
        let room = self.game.board(self.state.public.board).room_of(locker);
        let person = self.state.public.person_mut(slot);
        (person.room, person.place) = (room, Place::Locker(locker));
    }

    /// Hangs a survivor whose token is on the track already.
    pub(super) fn hang(&mut self, slot: Slot, hook: Tile) {
        let room = self.game.board(self.state.public.board).room_of(hook);
        self.state.public.sacrifices += 1;
        let person = self.state.public.person_mut(slot);
        (person.room, person.place, person.token) = (room, Place::Hook(hook), false);
    }
}
