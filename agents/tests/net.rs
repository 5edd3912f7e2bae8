//! Networks from files: what is read is what was written, and what does not fit is refused in clear words.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::collections::HashMap;

use fogbound_agents::net::{
    Advised, Checkpoint, CheckpointError, FORMAT, Identity, Network, Networks, Scratch, Shape, Sharing,
};
use fogbound_agents::policy::Drawn;
use fogbound_agents::{Agent, Heuristic, Policy};
use fogbound_env::games::kuhn::Kuhn;
use fogbound_env::games::leduc::Leduc;
use fogbound_env::registry::Info;
use fogbound_env::{ActionSet, Game, Perspective, Rng, Seat, Silence};
use ndarray::{ArrayView2, ArrayViewMut2};
use safetensors::Dtype;
use safetensors::tensor::TensorView;
use serde_json::{Value, json};

fn kuhn() -> Kuhn {
    Kuhn::new(Default::default()).unwrap()
}

fn shape_for<G: Game>() -> Shape {
    Shape { observation: G::SCHEMA.len(), actions: G::ACTIONS, hidden: 24, layers: 2, advice: 0 }
}

fn identity<G: Game>(game: &G) -> Identity {
    Identity::new(&Info::of(game), shape_for::<G>(), Sharing::Shared)
}

/// The bytes of a checkpoint with fresh weights; `change` may spoil a tensor.
fn file(card: &Value, shape: Shape, change: impl Fn(&str, &mut Vec<f32>)) -> Vec<u8> {
    file_of(card, shape, &["net."], change)
}

/// The same for several networks, whose tensors' names begin with the prefixes.
fn file_of(card: &Value, shape: Shape, prefixes: &[&str], change: impl Fn(&str, &mut Vec<f32>)) -> Vec<u8> {
    let mut rng = Rng::new(6);
    let mut tensors = Vec::new();
    for prefix in prefixes {
        for parameter in shape.parameters() {
            let mut numbers = parameter.fresh(&mut rng);
            change(&parameter.name, &mut numbers);
            let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
            tensors.push((format!("{prefix}{}", parameter.name), parameter.sizes, bytes));
        }
    }
    let views = tensors
        .iter()
        .map(|(name, sizes, bytes)| (name, TensorView::new(Dtype::F32, sizes.clone(), bytes).unwrap()));
    let metadata = HashMap::from([("card".to_string(), card.to_string())]);
    safetensors::serialize(views.collect::<Vec<_>>(), Some(metadata)).unwrap()
}

fn good() -> Vec<u8> {
    file(&serde_json::to_value(identity(&kuhn())).unwrap(), shape_for::<Kuhn>(), |_, _| {})
}

fn problem(bytes: &[u8]) -> String {
    Checkpoint::parse(bytes).unwrap_err()
}

#[test]
fn a_network_says_the_same_alone_and_in_a_batch() {
    let network = Network::new(&Checkpoint::parse(&good()).unwrap()).unwrap();
    let shape = network.shape();
    let mut rng = Rng::new(2);
    let rows = 11;
    let observations: Vec<f32> = (0..rows * shape.observation).map(|_| rng.below(2) as f32).collect();
    let mut scratch = Scratch::default();
    let mut evaluate = |observations: &[f32]| {
        let rows = observations.len() / shape.observation;
        let (mut logits, mut values) = (vec![0.0; rows * shape.actions], vec![0.0; rows]);
        network.evaluate(
            ArrayView2::from_shape((rows, shape.observation), observations).unwrap(),
            ArrayViewMut2::from_shape((rows, shape.actions), &mut logits).unwrap(),
            &mut values,
            &mut scratch,
        );
        (logits, values)
    };
    let (logits, values) = evaluate(&observations);
    for (row, observation) in observations.chunks(shape.observation).enumerate() {
        let (alone, value) = evaluate(observation);
        assert_eq!(alone, logits[row * shape.actions..][..shape.actions]);
        assert_eq!(value, [values[row]]);
    }
    assert!(values.iter().any(|value| *value != values[0]), "different rows get different values");
}

#[test]
fn an_advised_player_chooses_what_is_legal() {
    let game = kuhn();
    let mut advised = Advised::new(&Checkpoint::parse(&good()).unwrap(), &game).unwrap();
    let mut state = game.start();
    game.fall(&mut state, 2, &mut Silence);
    game.fall(&mut state, 0, &mut Silence);
    let seen = Perspective::new(&game, &state, Seat(0));
    let mut weights = Vec::new();
    advised.weigh(&seen, &mut weights);
    assert_eq!(weights.len(), seen.legal().len() as usize);
    assert!(weights.iter().all(|weight| weight.is_finite() && *weight > 0.0));
    let value = advised.value(&seen);
    assert!(game.return_range().contains(&value));
    let action = Drawn::new(advised).act(&seen, &mut Rng::new(1));
    assert!(seen.legal().contains(action));
}

/// Each team is advised by its own network: what the first seat gets from both files is the same, what the second gets is
/// not.
#[test]
fn each_team_may_have_a_network_of_its_own() {
    let (game, shape) = (kuhn(), shape_for::<Kuhn>());
    let identity = Identity { sharing: Sharing::PerTeam, ..identity(&game) };
    let card = serde_json::to_value(&identity).unwrap();
    let apart = Checkpoint::parse(&file_of(&card, shape, &["net.0.", "net.1."], |_, _| {})).unwrap();
    let networks = Networks::read(&apart, &game).unwrap();
    assert_eq!(networks.all().len(), 2);
    let [mut apart, mut shared] = [apart, Checkpoint::parse(&good()).unwrap()]
        .map(|checkpoint| Advised::new(&checkpoint, &game).unwrap());
    let mut state = game.start();
    game.fall(&mut state, 2, &mut Silence);
    game.fall(&mut state, 0, &mut Silence);
    let mut values = |seat: u8| {
        let seen = Perspective::new(&game, &state, Seat(seat));
        [apart.value(&seen), shared.value(&seen)]
    };
    let ([first, same], [second, other]) = (values(0), values(1));
    assert_eq!(first, same);
    assert_ne!(second, other);
}

#[test]
fn a_network_for_something_else_is_refused() {
    let checkpoint = Checkpoint::parse(&good()).unwrap();
    let leduc = Leduc::new(Default::default()).unwrap();
    let refused = Advised::new(&checkpoint, &leduc).unwrap_err();
    assert_eq!(refused.to_string(), "the checkpoint is for the game kuhn, and not for leduc");
    let changed = |change: &dyn Fn(&mut Identity)| {
        let mut identity = identity(&kuhn());
        change(&mut identity);
        let bytes = file(&serde_json::to_value(&identity).unwrap(), shape_for::<Kuhn>(), |_, _| {});
        Advised::new(&Checkpoint::parse(&bytes).unwrap(), &kuhn()).unwrap_err().to_string()
    };
    assert!(changed(&|identity| identity.rules += 1).contains("version of the rules 2, and not for 1"));
    assert!(changed(&|identity| identity.schema.0 ^= 1).contains("observations of the layout"));
    assert!(changed(&|identity| identity.network.actions += 1).contains("an action list of length 3"));
    assert!(changed(&|identity| identity.network.hidden = 25).contains("net.trunk.0.weight is [24,"));
    assert!(changed(&|identity| identity.network.layers = 3).contains("net.trunk.2.weight is missing"));
    let apart = changed(&|identity| identity.sharing = Sharing::PerTeam);
    assert!(apart.contains("net.0.trunk.0.weight is missing"), "{apart}");
}

#[test]
fn a_file_that_is_no_checkpoint_is_refused() {
    let bytes = good();
    for cut in [0, 7, 8, 100, bytes.len() - 1] {
        assert!(Checkpoint::parse(&bytes[..cut]).is_err(), "cut off at {cut}");
    }
    let card = serde_json::to_value(identity(&kuhn())).unwrap();
    let shape = shape_for::<Kuhn>();
    let mut other = card.clone();
    other["format"] = json!(99);
    assert_eq!(
        problem(&file(&other, shape, |_, _| {})),
        format!("its card has version 99, and this program reads {FORMAT}")
    );
    let mut lacking = card.clone();
    lacking.as_object_mut().unwrap().remove("game");
    assert!(problem(&file(&lacking, shape, |_, _| {})).contains("missing field `game`"));
    let spoilt = file(&card, shape, |name, numbers| {
        if name == "policy.weight" {
            numbers[3] = f32::NAN;
        }
    });
    assert_eq!(problem(&spoilt), "net.policy.weight holds a number that is not finite");
    let plain = safetensors::serialize(Vec::<(String, TensorView<'_>)>::new(), None).unwrap();
    assert_eq!(problem(&plain), "it has weights, but no card of this trainer");
    let missing = Checkpoint::read(std::path::Path::new("no such file")).unwrap_err();
    assert!(matches!(missing, CheckpointError::File { .. }) && missing.to_string().contains("no such file"));
}

#[test]
fn what_is_asked_for_legal_actions_alone_is_the_same() {
    let (checkpoint, game) = (Checkpoint::parse(&good()).unwrap(), kuhn());
    let network = Network::new(&checkpoint).unwrap();
    let shape = network.shape();
    let mut state = game.start();
    game.fall(&mut state, 2, &mut Silence);
    game.fall(&mut state, 0, &mut Silence);
    let mut observation = vec![0.0; shape.observation];
    Perspective::new(&game, &state, Seat(0)).observe(&mut observation);
    let evaluate = |legal: Option<ActionSet>| {
        let (mut logits, mut value) = (vec![7.0; shape.actions], [0.0]);
        let rows = ArrayView2::from_shape((1, shape.observation), &observation).unwrap();
        let to = ArrayViewMut2::from_shape((1, shape.actions), &mut logits).unwrap();
        let mut scratch = Scratch::default();
        match legal {
            Some(legal) => network.evaluate_legal(rows, &[legal], to, &mut value, &mut scratch),
            None => network.evaluate(rows, to, &mut value, &mut scratch),
        }
        (logits, value)
    };
    let (all, value) = evaluate(None);
    let (some, same) = evaluate(Some(ActionSet::from_bits(0b10)));
    assert_eq!((some[1], same), (all[1], value));
    assert_eq!(evaluate(Some(ActionSet::EMPTY)), (vec![7.0; shape.actions], value));
}
