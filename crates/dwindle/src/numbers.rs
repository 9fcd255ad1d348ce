//! Numbers that look random and are the same everywhere: splitmix64 (G. L. Steele, D. Lea and C. H. Flood: Fast
//! splittable pseudorandom number generators, 2014).

/// A sequence of numbers, given by its seed.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The sequence that this seed gives.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The sequence of these words: those of other words have nothing to do with it.
    pub fn of(words: &[u64]) -> Self {
        let mut numbers = Self(0);
        for word in words {
            numbers.0 ^= *word;
            numbers.0 = numbers.next();
        }
        numbers
    }

    /// A number below `limit`, which is not 0. What a remainder prefers is less than one in 2^32 for any number of
    /// choices that fit in memory.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        usize::try_from(self.next() % limit).expect("it is below a usize")
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// One of `all`, which are not none.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
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
        let mut numbers = Numbers::new(1_234_567);
        let first = [numbers.next(), numbers.next(), numbers.next()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn other_words_give_other_numbers() {
        let first = |words: &[u64]| Numbers::of(words).next();
        assert_ne!(first(&[1, 2]), first(&[2, 1]));
        assert_eq!(first(&[1, 2]), first(&[1, 2]));
    }
}
