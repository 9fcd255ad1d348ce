//! Where the units of a text begin, as one bit for each byte of it: what offsets are kept as where there are millions of units.

/// How many units lie between two whose offsets are kept.
const STRIDE: usize = 64;

/// The offsets at which units begin, and the text's length.
///
/// Takes an eighth of the text and 1/16 byte for each unit, where a list of offsets takes four bytes for each. An offset takes time in the
/// distance from the nearest that is kept: 64 units of two bytes are two words of bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    words: Vec<u64>,
    /// The offset of each 64th unit.
    kept: Vec<u32>,
    count: usize,
}

impl Marks {
    /// Adds an offset that is larger than all before.
    fn push(&mut self, at: u32) {
        let (word, bit) = place(at);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
        if self.count.is_multiple_of(STRIDE) {
            self.kept.push(at);
        }
        self.count += 1;
    }

    /// How many offsets there are.
    pub(super) const fn len(&self) -> usize {
        self.count
    }

    /// The offset of this rank.
    pub(super) fn get(&self, rank: u32) -> u32 {
        let (nearest, mut more) = (self.kept[rank as usize / STRIDE], rank as usize % STRIDE);
        let (mut at, bit) = place(nearest);
        let mut word = self.words[at] & (u64::MAX << bit);
        while more >= word.count_ones() as usize {
            more -= word.count_ones() as usize;
            at += 1;
            word = self.words[at];
        }
        for _ in 0..more {
            word &= word - 1;
        }
        u32::try_from(at * 64).expect("texts are shorter than 4 GiB") + word.trailing_zeros()
    }

    /// How many offsets are at most `at`.
    pub(super) fn up_to(&self, at: u32) -> usize {
        let before = self.kept.partition_point(|&kept| kept <= at);
        let Some(nearest) = before.checked_sub(1) else { return 0 };
        let ((first, from), (last, to)) = (place(self.kept[nearest]), place(at));
        let bits = (first..=last).map(|word| {
            let mut bits = self.words.get(word).copied().unwrap_or_default();
            if word == first {
                bits &= u64::MAX << from;
            }
            if word == last {
                bits &= u64::MAX >> (63 - to);
            }
            bits.count_ones() as usize
        });
        nearest * STRIDE + bits.sum::<usize>()
    }
}

/// The word and the bit in it of an offset.
const fn place(at: u32) -> (usize, u32) {
    (at as usize / 64, at % 64)
}

impl FromIterator<u32> for Marks {
    fn from_iter<T: IntoIterator<Item = u32>>(offsets: T) -> Self {
        let mut marks = Self::default();
        offsets.into_iter().for_each(|at| marks.push(at));
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_offsets_are_those_of_a_list(gaps in proptest::collection::vec(prop_oneof![1u32..4, 1u32..300], 0..400)) {
            let offsets: Vec<u32> =
                std::iter::once(0).chain(gaps.iter().scan(0, |at, gap| { *at += gap; Some(*at) })).collect();
            let marks: Marks = offsets.iter().copied().collect();
            prop_assert_eq!(marks.len(), offsets.len());
            for (rank, &at) in (0..).zip(&offsets) {
                prop_assert_eq!(marks.get(rank), at);
            }
            for at in 0..offsets.last().unwrap() + 200 {
                prop_assert_eq!(marks.up_to(at), offsets.partition_point(|&other| other <= at));
            }
        }
    }
}
