//! Lots: numbers that follow from a seed (splitmix64: G. L. Steele, D. Lea and C. H. Flood, Fast splittable
//! pseudorandom number generators, 2014).

/// A sequence of numbers that is the same for the same seed, everywhere.
#[derive(Clone, Debug)]
pub(super) struct Lots(u64);

impl Lots {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `limit`, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        // What a remainder prefers is less than one in 2^32 for any input that fits in memory.
        usize::try_from(self.next() % limit as u64).expect("it is below a usize")
    }

    /// One of `all`, which are not none.
    pub(super) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_published_ones() {
        let mut lots = Lots::new(1_234_567);
        let first = [lots.next(), lots.next(), lots.next()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
