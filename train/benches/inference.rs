//! How many decisions a second the network judges, with libtorch and without, in turn on one thread.
//!
//! `cargo bench -p fogbound-train --bench inference` prints a table for the shapes that are trained here.

#![allow(clippy::print_stdout, missing_docs, reason = "a program for people")]

use std::time::Instant;

use fogbound_agents::net::{Network, Scratch, Shape};
use fogbound_env::Rng;
use fogbound_train::Net;
use ndarray::{ArrayView2, ArrayViewMut2};

const BATCHES: [usize; 5] = [1, 4, 16, 64, 256];
/// Turns of each side; the fastest counts, since the machine is shared.
const ROUNDS: usize = 7;
/// An observation of `trial` has about this share of numbers that are not zero.
const DENSITY: f32 = 0.16;

fn main() {
    tch::set_num_threads(1);
    for (hidden, layers) in [(128, 2), (256, 3)] {
        let shape = Shape { observation: 592, actions: 74, hidden, layers, advice: 0 };
        let mut rng = Rng::new(1);
        let theirs = Net::new(shape, &mut rng);
        let ours = Network::fresh(shape, &mut Rng::new(1));
        println!(
            "\n592 numbers, {layers} layers of {hidden}, 74 actions; evaluations a second on one thread"
        );
        println!("| batch | libtorch | ours | ratio |\n|---|---|---|---|");
        for batch in BATCHES {
            let mut draw = || if rng.unit() < DENSITY { rng.unit() } else { 0.0 };
            let observations: Vec<f32> = (0..batch * shape.observation).map(|_| draw()).collect();
            let masks = vec![1u8; batch * shape.actions];
            let (mut logits, mut values) = (vec![0.0; masks.len()], vec![0.0; batch]);
            let mut scratch = Scratch::default();
            let mut best = [0.0f64; 2];
            for _ in 0..ROUNDS {
                best[0] = best[0].max(rate(batch, || _ = theirs.think(&observations, &masks)));
                best[1] = best[1].max(rate(batch, || {
                    ours.evaluate(
                        ArrayView2::from_shape((batch, shape.observation), &observations).expect("it fits"),
                        ArrayViewMut2::from_shape((batch, shape.actions), &mut logits).expect("it fits"),
                        &mut values,
                        &mut scratch,
                    );
                }));
            }
            println!("| {batch} | {:.0} | {:.0} | {:.2} |", best[0], best[1], best[1] / best[0]);
        }
    }
}

/// Evaluations a second of `work`, which evaluates `batch` decisions.
fn rate(batch: usize, mut work: impl FnMut()) -> f64 {
    let calls = 4096 / batch + 4;
    let start = Instant::now();
    (0..calls).for_each(|_| work());
    (calls * batch) as f64 / start.elapsed().as_secs_f64()
}
