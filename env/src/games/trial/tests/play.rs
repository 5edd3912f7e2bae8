//! Playing on from a position, through the same doors as everybody else.

use super::*;

impl Scene {
    /// Everybody sets cards; those of sacrificed survivors do not count.
    pub(super) fn plan(&mut self, cards: [Card; 4], left: Card, right: Card) {
        self.plan_once(cards, left, right);
        while matches!(self.state.public.pending, Pending::Plan(1..)) {
            self.plan_once(cards, left, right);
        }
    }

    /// One sub-round of planning.
    pub(super) fn plan_once(&mut self, cards: [Card; 4], left: Card, right: Card) {
        let Pending::Plan(sub) = self.state.public.pending else { panic!("nobody plans now") };
        let mut joint = Joint::NONE;
        for seat in self.game.planners(&self.state.public, sub).iter() {
            let card = match self.game.plans_for(&self.state.public, seat, sub).expect("a planner plans") {
                Who::Survivor(slot) => cards[slot.index()],
                Who::Killer if sub == 0 => left,
                Who::Killer => right,
            };
            joint.set(seat, Act::Card(card).action());
        }
        self.game.try_apply(&mut self.state, &joint, &mut self.heard).expect("the plan is legal");
    }

    /// A card with which a survivor stays where they are.
    pub(super) fn stuck(&self, slot: Slot) -> Card {
        let (public, room) = (&self.state.public, self.person(slot).room);
        let board = self.game.board(public.board);
        let exits = engine::survivor_exits(public, board, room);
        let stays = |card: &Card| exits & board.colour[*card as usize] == 0;
        Card::ALL[..4].iter().copied().find(stays).expect("with walls up, a card of every room leads nowhere")
    }

    /// One survivor goes first with this card; the others stay. The killer waits and then reveals Vault.
    pub(super) fn go(&mut self, slot: Slot, card: Card) {
        self.play(slot, card, Card::Wait, Card::Vault);
    }

    /// One survivor goes first, from the Coal Tower (0) to the Storehouse (1).
    pub(super) fn enter(&mut self, slot: Slot) {
        self.at(slot, 0);
        self.go(slot, Card::Sprint);
    }

    /// One survivor goes first with this card, the others stay, and these are the killer's cards.
    pub(super) fn play(&mut self, slot: Slot, card: Card, left: Card, right: Card) {
        self.state.public.first = slot;
        let cards = Slot::ALL.map(|other| if other == slot { card } else { self.stuck(other) });
        self.plan(cards, left, right);
    }

    /// All survivors stay and the killer has these cards.
    pub(super) fn hunt(&mut self, left: Card, right: Card) {
        let cards = Slot::ALL.map(|slot| self.stuck(slot));
        self.plan(cards, left, right);
    }

    /// Who is asked what; the end and chance are no questions.
    pub(super) fn asked(&self) -> (Node, Who) {
        match self.state.public.pending {
            Pending::Ask(node, who) if self.state.public.ending.is_none() => (node, who),
            other => panic!("nobody is asked: {other:?}, ending {:?}", self.state.public.ending),
        }
    }

    /// What is asked, if anything is.
    pub(super) fn asked_node(&self) -> Option<Node> {
        match self.state.public.pending {
            Pending::Ask(node, _) => Some(node),
            _ => None,
        }
    }

    pub(super) fn is_asked(&self, node: Node, who: impl Into<Who>) -> bool {
        self.state.public.pending == Pending::Ask(node, who.into()) && self.state.public.ending.is_none()
    }

    /// What may be chosen by the one who is asked.
    pub(super) fn legal(&self) -> Vec<Act> {
        let seat = self.game.seat_of(self.asked().1);
        self.game.legal(&self.state, seat).iter().map(Act::of).collect()
    }

    pub(super) fn offers(&self, act: Act) -> bool {
        self.legal().contains(&act)
    }

    /// A character who is asked chooses.
    #[track_caller]
    pub(super) fn act(&mut self, who: impl Into<Who>, act: Act) {
        let who = who.into();
        assert_eq!(self.asked().1, who, "asked: {:?}", self.asked());
        assert!(self.offers(act), "{act:?} is not among {:?} at {:?}", self.legal(), self.asked());
        let joint = Joint::one(self.game.seat_of(who), act.action());
        self.game.try_apply(&mut self.state, &joint, &mut self.heard).expect("the choice is legal");
    }

    /// Whoever is asked passes.
    #[track_caller]
    pub(super) fn pass(&mut self) {
        let (_, who) = self.asked();
        self.act(who, Act::Pass);
    }

    #[track_caller]
    pub(super) fn fall(&mut self, id: u16) {
        let pending = self.state.public.pending;
        let fallen = self.game.try_fall(&mut self.state, id, &mut self.heard);
        assert!(fallen.is_ok(), "{fallen:?} at {pending:?}");
    }

    /// A skill die falls.
    #[track_caller]
    pub(super) fn die(&mut self, face: u16) {
        assert_eq!(self.state.public.pending, Pending::Chance(Luck::SkillDie));
        self.fall(face);
    }

    /// The danger die falls.
    #[track_caller]
    pub(super) fn danger(&mut self, great: bool) {
        assert_eq!(self.state.public.pending, Pending::Chance(Luck::DangerDie));
        self.fall(if great { 5 } else { 0 });
    }

    /// A prop turns out to be this.
    #[track_caller]
    pub(super) fn flip(&mut self, prop: Prop) {
        assert!(matches!(self.state.public.pending, Pending::Chance(Luck::Flip(_))));
        self.fall(prop as u16);
    }

    #[track_caller]
    pub(super) fn draw(&mut self, item: Item) {
        assert_eq!(self.state.public.pending, Pending::Chance(Luck::Item));
        self.fall(item as u16);
    }

    /// One step in which nobody does anything special: pass, or the first choice; a middling die.
    pub(super) fn auto(&mut self) {
        match self.state.public.pending {
            Pending::Ask(_, who) => {
                let first = self.legal()[0];
                self.act(who, first);
            }
            Pending::Chance(luck) => {
                let mut ids = Vec::new();
                self.game.outcomes(&self.state, &mut |outcome| ids.push(outcome.id));
                self.fall(ids[usize::from(luck == Luck::SkillDie)]);
            }
            Pending::Plan(_) | Pending::Pick(_) => {
                let mut joint = Joint::NONE;
                for seat in self.game.turn(&self.state).acting().iter() {
                    let first = self.game.legal(&self.state, seat).nth(0).expect("acting seats can choose");
                    joint.set(seat, first);
                }
                self.game.try_apply(&mut self.state, &joint, &mut self.heard).expect("the first is legal");
            }
            Pending::Nothing => panic!("the match is over"),
        }
    }

    /// Nobody does anything until a question of this kind.
    pub(super) fn until(&mut self, node: Node) {
        while !matches!(self.state.public.pending, Pending::Ask(now, _) if now == node) {
            assert!(self.state.public.ending.is_none(), "{node:?} is not asked any more");
            self.auto();
        }
    }

    /// Nobody does anything until the next planning, or the end.
    pub(super) fn end_round(&mut self) {
        let round = self.state.public.round;
        while self.state.public.ending.is_none()
            && !(self.state.public.round > round && matches!(self.state.public.pending, Pending::Plan(_)))
        {
            self.auto();
        }
    }

    /// Whether something was announced since the scene began.
    pub(super) fn heard(&self, event: Event) -> bool {
        self.heard.iter().any(|&(_, heard)| heard == event)
    }
}
