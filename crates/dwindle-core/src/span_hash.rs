//! Hashes of spans that combine, so that a candidate's identity costs its edits and not its length.
//!
//! A polynomial hash over the prime 2^127 - 1 (Karp & Rabin 1987): the hash of a concatenation follows from
//! the hashes and lengths of its parts. Two different texts of up to 4 GiB collide with a probability of
//! about 2^-95, by chance; the hash is no defence against texts made to collide.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use crate::Id;

const PRIME: u128 = (1 << 127) - 1;
/// An odd constant of 61 bits without structure (the fractional part of the square root of 3).
const BASE: u64 = 0x1b67_ae85_84ca_a73b;
/// Bytes between two stored prefix hashes: 16 bytes of memory for 64 of text.
const STEP: usize = 64;
/// How many blocks of `STEP` bytes are hashed side by side.
const LANES: usize = 4;
/// Texts with at least so many bytes are hashed by several threads.
const LARGE: usize = 16 << 20;

/// The hash of a text, with its length: enough to append to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanHash {
    value: u128,
    len: u64,
}

impl SpanHash {
    /// The hash of no bytes.
    pub const EMPTY: Self = Self { value: 0, len: 0 };

    /// The hash of this span followed by `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let value = add(multiply(self.value, power(next.len)), next.value);
        Self { value, len: self.len + next.len }
    }

    /// The hash of what follows `front`, with which this span begins.
    #[must_use]
    pub fn without(self, front: Self) -> Self {
        let len = self.len - front.len;
        Self { value: subtract(self.value, multiply(front.value, power(len))), len }
    }

    /// How many bytes the span has.
    pub const fn len(self) -> u64 {
        self.len
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self { value: extend(0, bytes, |_| {}), len: bytes.len() as u64 }
    }

    /// The hash of the text of so many bytes that has this identity.
    pub const fn of_text(id: Id, len: u64) -> Self {
        Self { value: id.0 & !(1 << 127), len }
    }

    /// The identity of the text with this hash.
    pub const fn id(self) -> Id {
        Id(self.value | (self.len as u128 & 1) << 127)
    }
}

impl Id {
    /// The identity of these bytes, the same as that of a text of them: for spaces that make candidates of their own kind.
    ///
    /// Bytes that a test can tell apart have to differ: where a candidate has several parts, write their lengths, too.
    ///
    /// ```
    /// use dwindle_core::{Id, Text};
    ///
    /// assert_eq!(Id::of_bytes(b"text"), Text::new(*b"text")?.id());
    /// # Ok::<_, dwindle_core::TooLarge>(())
    /// ```
    pub fn of_bytes(bytes: &[u8]) -> Self {
        SpanHash::of(bytes).id()
    }
}

/// Prefix hashes of one text at every `STEP` bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct Prefixes(Vec<u128>);

impl Prefixes {
    /// Those of `text`.
    ///
    /// A large text is hashed by all processors.
    pub fn of(text: &[u8]) -> Self {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        Self::in_pieces(text, if text.len() < LARGE { 1 } else { processors() })
    }

    /// Those of `text`, hashed in `count` pieces at once. Where a thread cannot be had, the others hash its piece.
    fn in_pieces(text: &[u8], count: usize) -> Self {
        let len = text.len().div_ceil(count).next_multiple_of(STEP).max(STEP);
        let mut prefixes = vec![0; text.len().div_ceil(STEP) + 1];
        let pieces = Mutex::new(text.chunks(len).zip(prefixes[1..].chunks_mut(len / STEP)));
        let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
        let hash = || std::iter::from_fn(next).for_each(|(piece, prefixes)| fill(prefixes, piece));
        thread::scope(|scope| {
            for _ in 1..count {
                drop(thread::Builder::new().spawn_scoped(scope, hash));
            }
            hash();
        });
        // What was hashed from the beginning of a piece comes behind the pieces before.
        for start in (len..text.len()).step_by(len) {
            let (before, of_piece) = prefixes.split_at_mut(start / STEP + 1);
            let mut front = before[start / STEP];
            for (block, prefix) in text[start..].chunks(STEP).zip(of_piece).take(len / STEP) {
                front = multiply(front, power(block.len() as u64));
                *prefix = add(front, *prefix);
            }
        }
        Self(prefixes)
    }

    /// The hash of `text[start..end]`, where `text` is what this was made of.
    pub fn span(&self, text: &[u8], start: usize, end: usize) -> SpanHash {
        if end - start <= STEP {
            return SpanHash::of(&text[start..end]);
        }
        let prefix = |end: usize| SpanHash { value: self.prefix(text, end), len: end as u64 };
        prefix(end).without(prefix(start))
    }

    fn prefix(&self, text: &[u8], end: usize) -> u128 {
        let block = end / STEP;
        extend(self.0[block], &text[block * STEP..end], |_| {})
    }
}

/// Hashes `text`, with the hash after each block in `prefixes`.
fn fill(prefixes: &mut [u128], text: &[u8]) {
    let mut places = prefixes.iter_mut();
    extend(0, text, |prefix| {
        if let Some(place) = places.next() {
            *place = prefix;
        }
    });
}

/// Appends `bytes` to the text with this hash, and shows the hash after each block of `STEP` bytes, and after the rest.
///
/// As long as there are several blocks they are hashed side by side, so that no product waits for the one before. That is
/// about twice as fast as byte after byte.
fn extend(mut hash: u128, bytes: &[u8], mut after: impl FnMut(u128)) -> u128 {
    let mut groups = bytes.chunks_exact(LANES * STEP);
    let shift = if groups.len() > 0 { power(STEP as u64) } else { 1 };
    for group in &mut groups {
        let mut blocks = [0; LANES];
        for at in 0..STEP {
            for (lane, block) in blocks.iter_mut().enumerate() {
                *block = with_byte(*block, group[lane * STEP + at]);
            }
        }
        for block in blocks {
            hash = add(multiply(hash, shift), reduce(block));
            after(hash);
        }
    }
    for block in groups.remainder().chunks(STEP) {
        hash = reduce(block.iter().fold(hash, |hash, &byte| with_byte(hash, byte)));
        after(hash);
    }
    hash
}

/// Appends a byte. Any number stands for its remainder here, so what comes of it is to be reduced in the end.
///
/// A byte counts as one more than its value, so that NUL counts.
const fn with_byte(hash: u128, byte: u8) -> u128 {
    let low = low_half(hash) as u128 * BASE as u128;
    let high = low_half(hash >> 64) as u128 * BASE as u128;
    // Bits from 127 up count once more from 0. The sum is below 2^125 + 2^127 + 2^63, since the base has 61 bits.
    low + ((high << 65) >> 1) + (high >> 63) + byte as u128 + 1
}

/// `BASE` to the power of `exponent`, by tables of ten bits each.
fn power(exponent: u64) -> u128 {
    const BITS: u32 = 10;
    static TABLES: OnceLock<[Vec<u128>; 4]> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let mut base = u128::from(BASE);
        std::array::from_fn(|_| {
            let mut powers = vec![1];
            for i in 0..1 << BITS {
                powers.push(multiply(powers[i], base));
            }
            base = powers.pop().expect("the last power of one table is the base of the next");
            powers
        })
    });
    let mut result = 1;
    for (i, table) in (0u32..).zip(tables) {
        let digit = (exponent >> (BITS * i)) & ((1 << BITS) - 1);
        if digit > 0 {
            result = multiply(result, table[usize::try_from(digit).expect("ten bits")]);
        }
    }
    result
}

const fn reduce(x: u128) -> u128 {
    let folded = (x & PRIME) + (x >> 127);
    if folded >= PRIME { folded - PRIME } else { folded }
}

const fn add(a: u128, b: u128) -> u128 {
    reduce(a + b)
}

const fn subtract(a: u128, b: u128) -> u128 {
    if a >= b { a - b } else { a + PRIME - b }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
const fn low_half(x: u128) -> u64 {
    x as u64
}

/// `a * b` mod the prime; the product's bits from 127 up count once more from 0.
const fn multiply_small(a: u128, b: u64) -> u128 {
    let low = low_half(a) as u128 * b as u128;
    let high = (a >> 64) * b as u128;
    // a * b = low + high * 2^64
    let (sum, carry) = low.overflowing_add(high << 64);
    let top = (high >> 64) + carry as u128;
    reduce(reduce(sum) + reduce(top << 1))
}

const fn multiply(a: u128, b: u128) -> u128 {
    let by_low = multiply_small(a, low_half(b));
    let by_high = multiply_small(a, low_half(b >> 64));
    // by_high * 2^64 mod 2^127 - 1 is a rotation by 64 of 127 bits
    let rotated = ((by_high << 64) & PRIME) | (by_high >> 63);
    add(by_low, reduce(rotated))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slow_multiply(mut a: u128, mut b: u128) -> u128 {
        let mut out = 0;
        while b > 0 {
            if b & 1 == 1 {
                out = add(out, a);
            }
            a = add(a, a);
            b >>= 1;
        }
        out
    }

    proptest! {
        #[test]
        fn multiplication_agrees_with_repeated_doubling(a in 0..PRIME, b in 0..PRIME) {
            prop_assert_eq!(multiply(a, b), slow_multiply(a, b));
            prop_assert_eq!(multiply_small(a, low_half(b)), slow_multiply(a, u128::from(low_half(b))));
        }

        #[test]
        fn any_cutting_of_a_text_gives_the_same_hash(
            text in proptest::collection::vec(any::<u8>(), 0..600), a in 0usize..600, b in 0usize..600, pieces in 1usize..5,
        ) {
            let (a, b) = (a.min(text.len()), b.min(text.len()));
            let (a, b) = (a.min(b), a.max(b));
            let next = |hash, &byte: &u8| add(multiply(hash, u128::from(BASE)), u128::from(byte) + 1);
            prop_assert_eq!(SpanHash::of(&text).value, text.iter().fold(0, next));
            let prefixes = Prefixes::of(&text);
            prop_assert_eq!(&prefixes, &Prefixes::in_pieces(&text, pieces));
            prop_assert_eq!(prefixes.span(&text, a, b), SpanHash::of(&text[a..b]));
            let parts = [(0, a), (a, b), (b, text.len())].iter()
                .fold(SpanHash::EMPTY, |hash, &(from, to)| hash.then(prefixes.span(&text, from, to)));
            prop_assert_eq!(parts, SpanHash::of(&text));
        }
    }

    #[test]
    fn powers_agree_with_repeated_multiplication() {
        let mut expected = 1;
        for exponent in 0..3000 {
            assert_eq!(power(exponent), expected);
            expected = multiply(expected, u128::from(BASE));
        }
        assert_eq!(power(1 << 33), multiply(power(1 << 32), power(1 << 32)));
    }

    #[test]
    fn texts_of_zero_bytes_differ_by_length() {
        assert_ne!(SpanHash::of(&[0]).id(), SpanHash::of(&[0, 0]).id());
        assert_ne!(SpanHash::of(&[]).id(), SpanHash::of(&[0]).id());
    }
}
