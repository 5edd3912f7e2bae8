//! The inner loops. They are written for the compiler to vectorise; `pulp` compiles them once for each kind of
//! processor and picks one at run time.

/// Rows that are multiplied together, so that a weight is loaded once for all of them.
const ROWS: usize = 4;
/// Outputs that are summed up in registers at a time: many for a lone row, fewer for several.
const WIDE: usize = 64;
const NARROW: usize = 16;

/// A linear map: weights by input, then by output, so that one input's weights lie side by side.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    /// `inputs * outputs` numbers; the outputs are padded to a multiple of [`NARROW`].
    pub(super) weights: Vec<f32>,
    /// One for each output, padded alike.
    pub(super) bias: Vec<f32>,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
}

impl Linear {
    /// From weights as files have them: outputs by inputs.
    pub(super) fn new(weights: &[f32], bias: &[f32], inputs: usize) -> Linear {
        let outputs = bias.len();
        let stride = outputs.next_multiple_of(NARROW);
        let mut turned = vec![0.0; inputs * stride];
        for (output, row) in weights.chunks_exact(inputs).enumerate() {
            for (input, &weight) in row.iter().enumerate() {
                turned[input * stride + output] = weight;
            }
        }
        let mut padded = bias.to_vec();
        padded.resize(stride, 0.0);
        Linear { weights: turned, bias: padded, inputs, outputs }
    }

    /// Outputs with their padding: the length of a row that is written.
    pub(super) fn stride(&self) -> usize {
        self.bias.len()
    }

    /// Maps `x`, rows of `inputs` numbers, to `out`, rows of [`stride`](Linear::stride) numbers.
    #[inline(always)]
    pub(super) fn apply(&self, x: &[f32], out: &mut [f32]) {
        let mut rows = x.chunks_exact(self.inputs * ROWS);
        let mut outs = out.chunks_exact_mut(self.stride() * ROWS);
        for (x, out) in (&mut rows).zip(&mut outs) {
            self.apply_four(x, out);
        }
        let rest = rows.remainder().chunks_exact(self.inputs);
        for (x, out) in rest.zip(outs.into_remainder().chunks_exact_mut(self.stride())) {
            self.apply_one(x, out);
        }
    }

    #[inline(always)]
    fn apply_four(&self, x: &[f32], out: &mut [f32]) {
        let stride = self.stride();
        let (x0, x) = x.split_at(self.inputs);
        let (x1, x) = x.split_at(self.inputs);
        let (x2, x3) = x.split_at(self.inputs);
        for at in (0..stride).step_by(NARROW) {
            let mut sums = [[0.0f32; NARROW]; ROWS];
            for sum in &mut sums {
                sum.copy_from_slice(&self.bias[at..at + NARROW]);
            }
            let inputs = x0.iter().zip(x1).zip(x2).zip(x3);
            for ((((a, b), c), d), weights) in inputs.zip(self.weights.chunks_exact(stride)) {
                let weights = &weights[at..at + NARROW];
                for (sum, x) in sums.iter_mut().zip([*a, *b, *c, *d]) {
                    for (sum, weight) in sum.iter_mut().zip(weights) {
                        *sum = x.mul_add(*weight, *sum);
                    }
                }
            }
            for (row, sum) in sums.iter().enumerate() {
                out[row * stride + at..][..NARROW].copy_from_slice(sum);
            }
        }
    }

    #[inline(always)]
    fn apply_one(&self, x: &[f32], out: &mut [f32]) {
        self.sum_up(&x.iter().copied().zip(self.weights.chunks_exact(self.stride())), out);
    }

    /// The same for rows that are mostly zero: only inputs that are not zero count. `nonzero` is room to note them.
    #[inline(always)]
    pub(super) fn apply_sparse(&self, x: &[f32], out: &mut [f32], nonzero: &mut Vec<(u32, f32)>) {
        let stride = self.stride();
        for (x, out) in x.chunks_exact(self.inputs).zip(out.chunks_exact_mut(stride)) {
            nonzero.clear();
            nonzero.extend(x.iter().enumerate().filter(|(_, x)| **x != 0.0).map(|(i, &x)| (i as u32, x)));
            let weights = |input: u32| &self.weights[input as usize * stride..][..stride];
            self.sum_up(&nonzero.iter().map(|&(input, x)| (x, weights(input))), out);
        }
    }

    /// Maps one row for the sake of some outputs, which ascend. Those beside them may be written, too; `out` has no padding.
    #[inline(always)]
    pub(super) fn apply_some(&self, x: &[f32], out: &mut [f32], wanted: impl Iterator<Item = usize>) {
        let mut done = 0;
        for output in wanted {
            if output < done {
                continue;
            }
            let at = output / NARROW * NARROW;
            let mut sums = [0.0f32; NARROW];
            sums.copy_from_slice(&self.bias[at..at + NARROW]);
            for (x, weights) in x.iter().zip(self.weights.chunks_exact(self.stride())) {
                for (sum, weight) in sums.iter_mut().zip(&weights[at..at + NARROW]) {
                    *sum = x.mul_add(*weight, *sum);
                }
            }
            done = at + NARROW;
            let end = done.min(self.outputs);
            out[at..end].copy_from_slice(&sums[..end - at]);
        }
    }

    /// One row, from the inputs that count, each with its weights.
    #[inline(always)]
    fn sum_up<'a>(&self, inputs: &(impl Iterator<Item = (f32, &'a [f32])> + Clone), out: &mut [f32]) {
        let mut at = 0;
        while out.len() - at >= WIDE {
            self.sum_span::<WIDE>(at, inputs.clone(), out);
            at += WIDE;
        }
        while at < out.len() {
            self.sum_span::<NARROW>(at, inputs.clone(), out);
            at += NARROW;
        }
    }

    #[inline(always)]
    fn sum_span<'a, const N: usize>(
        &self,
        at: usize,
        inputs: impl Iterator<Item = (f32, &'a [f32])>,
        out: &mut [f32],
    ) {
        let mut sums = [0.0f32; N];
        sums.copy_from_slice(&self.bias[at..at + N]);
        for (x, weights) in inputs {
            for (sum, weight) in sums.iter_mut().zip(&weights[at..at + N]) {
                *sum = x.mul_add(*weight, *sum);
            }
        }
        out[at..at + N].copy_from_slice(&sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogbound_env::Rng;

    /// Whatever way a row takes, every output is the same to the last bit.
    #[test]
    fn all_ways_to_multiply_agree_bit_by_bit() {
        let mut rng = Rng::new(4);
        for (inputs, outputs, rows) in [(7, 5, 9), (33, 130, 6), (64, 64, 4), (1, 1, 1)] {
            let mut numbers = |count: usize| -> Vec<f32> { (0..count).map(|_| rng.unit() - 0.5).collect() };
            let (weights, bias) = (numbers(inputs * outputs), numbers(outputs));
            let mut x = numbers(inputs * rows);
            x.iter_mut().step_by(3).for_each(|x| *x = 0.0);
            let linear = Linear::new(&weights, &bias, inputs);
            let stride = linear.stride();
            let (mut dense, mut sparse) = (vec![9.0; rows * stride], vec![9.0; rows * stride]);
            linear.apply(&x, &mut dense);
            linear.apply_sparse(&x, &mut sparse, &mut Vec::new());
            assert_eq!(dense, sparse);
            let wanted: Vec<usize> = (0..outputs).filter(|output| output % 19 == 4).collect();
            for (x, dense) in x.chunks(inputs).zip(dense.chunks(stride)) {
                let mut some = vec![9.0; outputs];
                linear.apply_some(x, &mut some, wanted.iter().copied());
                assert!(wanted.iter().all(|&output| some[output] == dense[output]));
                assert!(some.iter().zip(dense).all(|(some, dense)| some == dense || *some == 9.0));
            }
            for row in 0..rows {
                for output in 0..outputs {
                    let pairs = x[row * inputs..][..inputs].iter().zip(&weights[output * inputs..][..inputs]);
                    let sum = pairs.fold(bias[output], |sum, (x, weight)| x.mul_add(*weight, sum));
                    assert_eq!(dense[row * stride + output], sum);
                }
            }
        }
    }
}
