//! Observations keep to their schema and tell apart what the views tell apart.

use std::collections::{BTreeSet, HashMap};

use fogbound_env::{Game, Perspective, Rng};
use serde_json::Value;

use crate::walk::{Trace, seats};

/// Nodes looked at in each game.
const NODES: usize = 24;

pub(crate) fn check<G: Game>(game: &G, games: u64) {
    let schema = G::SCHEMA;
    let names: BTreeSet<_> = schema.fields.iter().map(|field| field.name).collect();
    assert_eq!(names.len(), schema.fields.len(), "two fields of the schema have the same name");
    assert!(schema.fields.iter().all(|field| !field.is_empty() && field.range.0 < field.range.1));

    check_renamings(game);

    let (mut place, mut written) = (vec![f32::NAN; schema.len()], G::Written::default());
    let mut told: HashMap<Vec<u32>, Value> = HashMap::new();
    for i in 0..games {
        let mut rng = Rng::stream(17, i);
        let trace = Trace::random(game, &mut rng);
        for state in trace.sample(NODES, &mut rng) {
            for seat in seats(game) {
                let seen = Perspective::new(game, state, seat);
                assert_eq!(fogbound_env::View::seat(seen.view()), seat);
                let observation = observe_twice(&seen);
                game.observe_again(state, seat, &mut written, &mut place);
                assert_eq!(place, observation, "an observation that is written again shows something else");
                check_ranges::<G>(&observation);
                let view = check_data(&seen);
                let bits: Vec<u32> = observation.iter().map(|x| x.to_bits()).collect();
                let first = told.entry(bits).or_insert_with(|| view.clone());
                assert_eq!(*first, view, "two views look the same as numbers");
            }
        }
    }
}

/// Other names are exchanged among those that are alike: none is lost, and every number stays within its field. Whether the
/// game is the same under them is for the game's own tests to show.
fn check_renamings<G: Game>(game: &G) {
    let field_of = |place: usize| {
        let mut ends = G::SCHEMA.fields.iter().scan(0, |end, field| {
            *end += field.len();
            Some(*end)
        });
        ends.position(|end| place < end)
    };
    for renaming in game.renamings() {
        assert!(renaming.seat().index() < game.seats(), "names for a seat that is not there");
        for (names, count) in [(renaming.observation(), G::SCHEMA.len()), (renaming.actions(), G::ACTIONS)] {
            let all: BTreeSet<_> = names.iter().map(|&name| usize::from(name)).collect();
            assert!(all.into_iter().eq(0..count), "a name is given twice, or not at all");
        }
        for (from, &to) in renaming.observation().iter().enumerate() {
            assert_eq!(field_of(from), field_of(to.into()), "number {from} becomes one of another field");
        }
    }
}

/// Observes into a buffer full of rubbish and into a clean one that is a little too long: the numbers must be the
/// same, and none may be written behind the end.
fn observe_twice<G: Game>(seen: &Perspective<'_, G>) -> Vec<f32> {
    let length = G::SCHEMA.len();
    let mut rubbish = vec![f32::NAN; length + 1];
    seen.observe(&mut rubbish[..length]);
    let mut clean = vec![0.0; length];
    seen.game().observe(seen.view(), &mut clean);
    assert!(rubbish[length].is_nan());
    assert_eq!(rubbish[..length], clean[..], "an observation depends on what was in its buffer");
    clean
}

fn check_ranges<G: Game>(observation: &[f32]) {
    let mut start = 0;
    for field in G::SCHEMA.fields {
        let (low, high) = field.range;
        for (i, x) in observation[start..start + field.len()].iter().enumerate() {
            assert!(
                x.is_finite() && (low..=high).contains(x),
                "{}[{i}] is {x}, not within {low}..={high}",
                field.name
            );
        }
        start += field.len();
    }
    assert_eq!(start, observation.len(), "the schema covers the vector exactly");
}

/// The view as data, without what the schema says it omits; reading it back gives the same view.
fn check_data<G: Game>(seen: &Perspective<'_, G>) -> Value {
    let mut data = serde_json::to_value(seen.view()).expect("a view is plain data");
    let back: G::View = serde_json::from_value(data.clone()).expect("a view can be read back");
    assert_eq!(back, *seen.view(), "a view changes when it is written and read");
    for omitted in G::SCHEMA.omits {
        assert!(remove(&mut data, omitted), "the schema omits `{omitted}`, which no view has");
    }
    data
}

/// Takes the field at a dotted path out of an object, or out of all objects of a list; false if it is not there.
fn remove(data: &mut Value, path: &str) -> bool {
    match data {
        Value::Object(fields) => match path.split_once('.') {
            Some((first, rest)) => fields.get_mut(first).is_some_and(|inner| remove(inner, rest)),
            None => fields.remove(path).is_some(),
        },
        Value::Array(items) => items.iter_mut().all(|item| remove(item, path)),
        _ => false,
    }
}
