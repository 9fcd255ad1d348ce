//! Numbers that look random and are the same everywhere: splitmix64 (G. L. Steele, D. Lea and C. H. Flood: Fast
//! splittable pseudorandom number generators, 2014).

/// A sequence of numbers, given by its seed.
#[derive(Clone, Debug)]
pub(super) struct Numbers(u64);

impl Numbers {
    /// The sequence of these words: those of other words have nothing to do with it.
    pub(super) fn of(words: &[u64]) -> Self {
        let mut numbers = Self(0);
        for word in words {
            numbers.0 ^= *word;
            numbers.0 = numbers.next();
        }
        numbers
    }

    /// A number below `limit`, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("it is below a usize")
    }

    /// A number from `least` to `most`.
    pub(super) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_published_ones() {
        let mut numbers = Numbers(1_234_567);
        assert_eq!([numbers.next(), numbers.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn other_words_give_other_numbers() {
        let first = |words: &[u64]| Numbers::of(words).next();
        assert_ne!(first(&[1, 2]), first(&[2, 1]));
        assert_eq!(first(&[1, 2]), first(&[1, 2]));
    }
}
