//! How much a strategy can be exploited.

use super::tree::{Node, SEATS, Strategy, Tree};

struct Response<'a> {
    tree: &'a Tree,
    strategy: &'a Strategy,
    seat: usize,
    /// The chance that all but the responding seat play to a node.
    reach: Vec<f64>,
    /// The nodes of each information set of the responding seat.
    members: Vec<Vec<usize>>,
    /// The best choice of each information set, as an index, once it is known.
    best: Vec<Option<usize>>,
    /// The responder's value of each node, once it is known.
    value: Vec<Option<f64>>,
}

impl Response<'_> {
    /// Chances to reach each node, and the members of the information sets. Parents come before children.
    fn prepare(&mut self) {
        let tree = self.tree;
        self.reach[0] = 1.0;
        for (i, node) in tree.nodes.iter().enumerate() {
            match node {
                Node::End { .. } => {}
                Node::Chance { edges } => {
                    for edge in edges.clone() {
                        self.reach[tree.child(edge)] = self.reach[i] * tree.odds[edge as usize];
                    }
                }
                Node::Decision { infoset, edges } => {
                    let index = *infoset as usize;
                    let infoset = &tree.infosets[index];
                    let responds = infoset.seat.index() == self.seat;
                    if responds {
                        self.members[index].push(i);
                    }
                    for (edge, choice) in edges.clone().zip(infoset.choices.clone()) {
                        let chance = if responds { 1.0 } else { self.strategy.0[choice] };
                        self.reach[tree.child(edge)] = self.reach[i] * chance;
                    }
                }
            }
        }
    }

    fn value(&mut self, node: usize) -> f64 {
        if let Some(value) = self.value[node] {
            return value;
        }
        let tree = self.tree;
        let value = match &tree.nodes[node] {
            Node::End { returns } => tree.returns[*returns as usize + self.seat],
            Node::Chance { edges } => {
                edges.clone().map(|edge| tree.odds[edge as usize] * self.value(tree.child(edge))).sum()
            }
            Node::Decision { infoset, edges } => {
                let index = *infoset as usize;
                let infoset = &tree.infosets[index];
                if infoset.seat.index() == self.seat {
                    let best = self.best(index);
                    self.value(tree.child(edges.start + best as u32))
                } else {
                    let pairs = edges.clone().zip(infoset.choices.clone());
                    pairs.map(|(edge, choice)| self.strategy.0[choice] * self.value(tree.child(edge))).sum()
                }
            }
        };
        self.value[node] = Some(value);
        value
    }

    /// The choice with the highest value, over all nodes that the seat cannot tell apart.
    fn best(&mut self, infoset: usize) -> usize {
        if let Some(best) = self.best[infoset] {
            return best;
        }
        let tree = self.tree;
        let mut totals = vec![0.0; tree.infosets[infoset].choices.len()];
        for node in self.members[infoset].clone() {
            let Node::Decision { edges, .. } = &tree.nodes[node] else { continue };
            for (total, edge) in totals.iter_mut().zip(edges.clone()) {
                *total += self.reach[node] * self.value(tree.child(edge));
            }
        }
        let mut best = 0;
        for (choice, total) in totals.iter().enumerate() {
            if *total > totals[best] {
                best = choice;
            }
        }
        self.best[infoset] = Some(best);
        best
    }
}

/// What `seat` can get at most when all others play `strategy`.
pub fn best_response(tree: &Tree, strategy: &Strategy, seat: usize) -> f64 {
    let (nodes, infosets) = (tree.nodes.len(), tree.infosets.len());
    let mut response = Response {
        tree,
        strategy,
        seat,
        reach: vec![0.0; nodes],
        members: vec![Vec::new(); infosets],
        best: vec![None; infosets],
        value: vec![None; nodes],
    };
    response.prepare();
    response.value(0)
}

/// What the seats could gain in all by each playing a best response instead: 0 at an equilibrium.
pub fn nash_conv(tree: &Tree, strategy: &Strategy) -> f64 {
    let values = tree.values(strategy);
    (0..SEATS).map(|seat| best_response(tree, strategy, seat) - values[seat]).sum()
}
