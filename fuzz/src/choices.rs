//! Choices read from the fuzzer's bytes, so that it learns which ones lead somewhere.

/// Reads choices; where the bytes have ended each one is the first.
#[derive(Debug)]
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// Choices by these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// A number below `sides`, which is at most 256.
    pub fn roll(&mut self, sides: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % sides
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }

    /// Any of many, by two bytes.
    pub fn any<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.roll(256) * 256 + self.roll(256)) % from.len()]
    }

    /// Whether nothing is left to choose by.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes that are left, up to a number of them.
    pub fn rest(&mut self, most: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(most.min(self.0.len()));
        self.0 = rest;
        taken
    }
}
