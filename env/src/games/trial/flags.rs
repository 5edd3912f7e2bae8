//! Flags as bits, and how they become numbers.

/// The binary digits of every byte as numbers, lowest first: copying them takes a quarter of the time of making them.
static DIGITS: [[f32; 8]; 256] = {
    let mut digits = [[0.0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut i = 0;
        while i < 8 {
            digits[byte][i] = (byte >> i & 1) as f32;
            i += 1;
        }
        byte += 1;
    }
    digits
};

/// Flags that stand side by side in a vector, from the place `FROM` to the one before `TO`. They are gathered as bits, so that
/// eight at a time are written, however many fields they are of.
#[derive(Debug)]
pub(super) struct Flags<const FROM: usize, const TO: usize, const WORDS: usize>([u64; WORDS]);

impl<const FROM: usize, const TO: usize, const WORDS: usize> Flags<FROM, TO, WORDS> {
    /// None is set.
    pub(super) const NONE: Self = {
        assert!(FROM < TO && (TO - FROM).div_ceil(64) == WORDS);
        Flags([0; WORDS])
    };

    /// Sets those from the place `at` on that are set in `bits`, lowest first.
    // Inlined, so that a place that is known shifts by what is known.
    #[inline(always)]
    pub(super) const fn put(&mut self, at: usize, bits: u64) {
        let (word, shift) = ((at - FROM) / 64, (at - FROM) % 64);
        self.0[word] |= bits << shift;
        if shift > 0 && word + 1 < WORDS {
            self.0[word + 1] |= bits >> (64 - shift);
        }
    }

    /// Writes all of them.
    #[inline(always)]
    pub(super) fn write(&self, out: &mut [f32]) {
        let bytes = self.0.map(u64::to_le_bytes);
        let bytes = bytes.as_flattened();
        let (whole, rest) = out[FROM..TO].as_chunks_mut::<8>();
        for (eight, &byte) in whole.iter_mut().zip(bytes) {
            *eight = DIGITS[usize::from(byte)];
        }
        if !rest.is_empty() {
            rest.copy_from_slice(&DIGITS[usize::from(bytes[whole.len()])][..rest.len()]);
        }
    }
}

/// Moves the lowest 32 bits apart, so that there is room for another bit behind each.
pub(super) const fn apart(bits: u32) -> u64 {
    let mut wide = bits as u64;
    wide = (wide | wide << 16) & 0x0000_ffff_0000_ffff;
    wide = (wide | wide << 8) & 0x00ff_00ff_00ff_00ff;
    wide = (wide | wide << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    wide = (wide | wide << 2) & 0x3333_3333_3333_3333;
    (wide | wide << 1) & 0x5555_5555_5555_5555
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_written_where_they_were_put_and_nowhere_else() {
        const FROM: usize = 3;
        const TO: usize = 3 + 150;
        for (at, width) in [(3, 1), (3, 64), (40, 60), (66, 5), (67, 64), (130, 23), (152, 1)] {
            let bits = 0xa5a5_5a5a_c3c3_3c3d & u64::MAX >> (64 - width);
            let mut flags = Flags::<FROM, TO, 3>::NONE;
            flags.put(at, bits);
            let mut out = [7.0; 160];
            flags.write(&mut out);
            for (i, &number) in out.iter().enumerate() {
                let set = (at..at + width).contains(&i) && bits >> (i - at) & 1 == 1;
                let expected = if (FROM..TO).contains(&i) { f32::from(u8::from(set)) } else { 7.0 };
                assert_eq!(number, expected, "place {i} after {width} flags at {at}");
            }
        }
    }

    #[test]
    fn bits_are_moved_apart() {
        assert_eq!(apart(0b1011), 0b0100_0101);
        assert_eq!(apart(u32::MAX), 0x5555_5555_5555_5555);
    }
}
