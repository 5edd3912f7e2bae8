//! The memory of a search: a flat arena of nodes, found by what is known at them.

use fogbound_env::{Action, ActionSet};

/// What has been found out about one action at a node. Values lie in `0..=1`, the game's return range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Sum of the values that came of it.
    pub(super) total: f64,
    /// Sum of the chances that it had in the mixed strategies so far.
    pub(super) average: f64,
    /// How much better it would have been than what was played.
    pub(super) regret: f32,
    /// How promising it looked before any visit; the priors of a node add up to 1.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Visits of the node in which the action was legal.
    pub(super) available: u32,
    pub(super) action: Action,
}

impl Edge {
    const fn new(action: Action, prior: f32) -> Edge {
        Edge { total: 0.0, average: 0.0, regret: 0.0, prior, visits: 0, available: 0, action }
    }

    /// The mean of the values that came of it, or `otherwise` if it was never tried.
    pub(super) fn mean(&self, otherwise: f32) -> f32 {
        if self.visits == 0 { otherwise } else { (self.total / f64::from(self.visits)) as f32 }
    }
}

/// A node's place in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    first: u32,
    count: u16,
    /// Edges that fit before the node has to move.
    room: u16,
    /// The search that came here last.
    search: u32,
    planning: bool,
}

/// All nodes of a search. They are kept from move to move; what the last search did not come to is dropped when
/// space runs short.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    arena: Vec<Node>,
    edges: Vec<Edge>,
    /// Open addressing with a power of two of places, at most half of them taken.
    slots: Vec<u32>,
    search: u32,
    /// No more nodes than this.
    limit: usize,
}

/// How much the prior counts for in regrets, as if that much of the game's range had been missed in all.
const FIRST_REGRET: f32 = 1.0;

const EMPTY: u32 = u32::MAX;
const SMALLEST_TABLE: usize = 256;

impl Nodes {
    pub(super) fn new(limit: usize) -> Nodes {
        Nodes {
            arena: Vec::new(),
            edges: Vec::new(),
            slots: vec![EMPTY; SMALLEST_TABLE],
            search: 0,
            limit: limit.clamp(1, EMPTY as usize / 2),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.arena.len()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
        self.edges.clear();
        self.slots.fill(EMPTY);
    }

    /// A new search begins. If more than half of the space is taken, only what the last search came to stays; if
    /// that is still too much, nothing does.
    pub(super) fn begin_search(&mut self) {
        if self.arena.len() > self.limit / 2 {
            self.drop_unreached();
        }
        if self.arena.len() > self.limit / 2 {
            self.clear();
        }
        self.search = self.search.wrapping_add(1);
    }

    fn drop_unreached(&mut self) {
        let (nodes, edges) = (std::mem::take(&mut self.arena), std::mem::take(&mut self.edges));
        let last = self.search;
        self.slots.fill(EMPTY);
        for mut node in nodes.into_iter().filter(|node| node.search == last) {
            let old = &edges[node.first as usize..][..node.count.into()];
            (node.first, node.room) = (self.edges.len() as u32, node.count);
            self.edges.extend_from_slice(old);
            self.place(node);
        }
    }

    /// The slot that holds `key`, or the empty one where it belongs.
    #[inline]
    fn slot_of(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        while self.slots[slot] != EMPTY && self.arena[self.slots[slot] as usize].key != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The node for `key`, if there is one.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<NodeId> {
        let index = self.slots[self.slot_of(key)];
        (index != EMPTY).then_some(NodeId(index))
    }

    /// Adds a node for a key that has none, with equal priors; `None` if there is no space left.
    pub(super) fn add(&mut self, key: u64, legal: &ActionSet, planning: bool) -> Option<NodeId> {
        if self.arena.len() >= self.limit {
            return None;
        }
        let count = legal.len();
        let prior = 1.0 / count as f32;
        let first = self.edges.len() as u32;
        self.edges.extend(legal.iter().map(|action| Edge::new(action, prior)));
        let (count, room) = (count as u16, count as u16);
        Some(self.place(Node { key, first, count, room, search: self.search, planning }))
    }

    fn place(&mut self, node: Node) -> NodeId {
        let index = self.arena.len() as u32;
        self.arena.push(node);
        if self.arena.len() * 2 > self.slots.len() {
            self.slots = vec![EMPTY; self.slots.len() * 2];
            for index in 0..self.arena.len() {
                let slot = self.slot_of(self.arena[index].key);
                self.slots[slot] = index as u32;
            }
        } else {
            let slot = self.slot_of(node.key);
            self.slots[slot] = index;
        }
        NodeId(index)
    }

    /// Adds the actions of `legal` that the node has not met before: in the next world, others may be legal.
    #[inline]
    pub(super) fn admit(&mut self, id: NodeId, legal: &ActionSet) {
        let is_known = |edge: &&Edge| legal.contains(edge.action);
        if self.edges(id).iter().filter(is_known).count() == legal.len() as usize {
            return;
        }
        let known: ActionSet = self.edges(id).iter().map(|edge| edge.action).collect();
        for action in legal.iter().filter(|&action| !known.contains(action)) {
            let mut node = self.arena[id.0 as usize];
            if node.count == node.room {
                let (start, end) = (node.first as usize, node.first as usize + usize::from(node.count));
                node.first = self.edges.len() as u32;
                node.room = node.count * 2;
                self.edges.extend_from_within(start..end);
                self.edges.resize(node.first as usize + usize::from(node.room), Edge::new(Action::NONE, 0.0));
            }
            self.edges[node.first as usize + usize::from(node.count)] = Edge::new(action, 0.0);
            node.count += 1;
            self.arena[id.0 as usize] = node;
            let prior = 1.0 / f32::from(node.count);
            self.edges_mut(id).iter_mut().for_each(|edge| edge.prior = prior);
        }
    }

    #[inline]
    pub(super) fn edges(&self, id: NodeId) -> &[Edge] {
        let node = &self.arena[id.0 as usize];
        &self.edges[node.first as usize..][..node.count.into()]
    }

    /// The place of an action among the node's edges.
    pub(super) fn rank_of(&self, id: NodeId, action: Action) -> Option<usize> {
        self.edges(id).iter().position(|edge| edge.action == action)
    }

    /// The node's edges, for a visit.
    #[inline]
    pub(super) fn edges_mut(&mut self, id: NodeId) -> &mut [Edge] {
        let node = &mut self.arena[id.0 as usize];
        node.search = self.search;
        &mut self.edges[node.first as usize..][..node.count.into()]
    }

    /// Sets the priors of a new node in proportion to `weights`. Regrets begin with them, too: a mixed strategy is what
    /// seemed promising until something has proved better.
    pub(super) fn set_priors(&mut self, id: NodeId, weights: &[f32]) {
        let total: f32 = weights.iter().sum();
        for (edge, weight) in self.edges_mut(id).iter_mut().zip(weights) {
            edge.prior = weight / total;
            edge.regret = FIRST_REGRET * edge.prior;
        }
    }

    /// Every node.
    #[cfg(test)]
    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.arena.len() as u32).map(NodeId)
    }

    /// Whether several seats choose at once there.
    #[inline]
    pub(super) fn is_planning(&self, id: NodeId) -> bool {
        self.arena[id.0 as usize].planning
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(i: u64) -> u64 {
        i.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn nodes_are_found_again_while_the_table_grows() {
        let mut nodes = Nodes::new(10_000);
        let legal = ActionSet::from_bits(0b101);
        let ids: Vec<_> = (0..5_000).map(|i| nodes.add(key(i), &legal, i % 2 == 0).unwrap()).collect();
        for (i, id) in (0..5_000).zip(ids) {
            assert_eq!(nodes.find(key(i)), Some(id));
            assert_eq!(nodes.is_planning(id), i % 2 == 0);
        }
        assert_eq!(nodes.find(key(5_000)), None);
        nodes.clear();
        assert_eq!((nodes.len(), nodes.find(key(1))), (0, None));
    }

    #[test]
    fn new_actions_join_and_keep_what_was_learnt() {
        let mut nodes = Nodes::new(10);
        let id = nodes.add(1, &ActionSet::from_bits(0b11), false).unwrap();
        let other = nodes.add(2, &ActionSet::from_bits(0b1), false).unwrap();
        nodes.edges_mut(id)[1].visits = 7;
        nodes.admit(id, &ActionSet::from_bits(0b11110));
        let actions: Vec<u16> = nodes.edges(id).iter().map(|edge| edge.action.0).collect();
        assert_eq!(actions, [0, 1, 2, 3, 4]);
        assert_eq!(nodes.edges(id)[1].visits, 7);
        assert!(nodes.edges(id).iter().all(|edge| (edge.prior - 0.2).abs() < 1e-6));
        assert_eq!(nodes.edges(other).len(), 1);
    }

    #[test]
    fn space_is_bounded_and_the_unreached_goes_first() {
        let mut nodes = Nodes::new(8);
        let legal = ActionSet::from_bits(0b11);
        nodes.begin_search();
        let added = (0..20).filter(|&i| nodes.add(key(i), &legal, false).is_some()).count();
        assert_eq!(added, 8);
        nodes.search += 1;
        let kept = nodes.find(key(3)).unwrap();
        nodes.edges_mut(kept)[0].visits = 5;
        nodes.begin_search();
        assert_eq!(nodes.len(), 1);
        let found = nodes.find(key(3)).unwrap();
        assert_eq!(nodes.edges(found)[0].visits, 5);
        assert_eq!(nodes.find(key(2)), None);
    }
}
