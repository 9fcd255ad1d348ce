//! Changes: the bytes that make one candidate of another, with a few bytes on each side, but without their place.
//! So the same change can be recognised on another text.

use crate::Config;
use crate::mix::{halves, mixed};
use crate::space::Shared;

/// In texts of more bytes no changes are told apart: to write one takes as long as a short test.
const LONGEST: u64 = 1 << 16;

/// So many bytes on each side of a change belong to it.
const BESIDE: usize = 8;

/// What a change takes out and puts in, and what stands beside it; not where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Change(u64);

impl Change {
    /// What makes one candidate of another; none where they are long, or one cannot be written.
    pub(crate) fn of(before: (&Shared, &Config), after: (&Shared, &Config)) -> Option<Self> {
        let text = |(space, config): (&Shared, &Config)| {
            let mut text = Vec::new();
            let is_short = space.size(config) <= LONGEST;
            (is_short && space.write(config, &mut text).is_ok()).then_some(text)
        };
        Some(Self::between(&text(before)?, &text(after)?))
    }

    pub(crate) fn between(before: &[u8], after: &[u8]) -> Self {
        let alike = |(one, other): &(&u8, &u8)| one == other;
        let front = before.iter().zip(after).take_while(alike).count();
        let (old, new) = (&before[front..], &after[front..]);
        let back = old.iter().rev().zip(new.iter().rev()).take_while(alike).count();
        let beside = |stop: usize| &before[stop.saturating_sub(BESIDE)..stop];
        let (old, new, rest) = (&old[..old.len() - back], &new[..new.len() - back], &old[old.len() - back..]);
        let parts = [beside(front), old, new, &rest[..rest.len().min(BESIDE)]];
        let lengths = parts.map(|part| part.len() as u64);
        let bytes = parts.into_iter().flatten().map(|byte| u64::from(*byte));
        Self(halves(mixed(lengths.into_iter().chain(bytes)))[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_the_same_on_another_text_and_another_one_beside_other_bytes() {
        let change = |before: &str, after: &str| Change::between(before.as_bytes(), after.as_bytes());
        let first = change("int a; f(1, 2); return a + 1;", "int a; f(1); return a + 1;");
        assert_eq!(first, change("unit a; f(1, 2); return a;", "unit a; f(1); return a;"));
        assert_ne!(first, change("int a; g(1, 2); return a;", "int a; g(1); return a;"));
        assert_ne!(first, change("int a; f(1); return a + 1;", "int a; f(1, 2); return a + 1;"), "put in");
    }
}
