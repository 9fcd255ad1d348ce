//! Looks for records in data of which nothing is known.

use std::collections::BTreeMap;

use super::chain::{Chain, Step, step};
use crate::binary::number::Number;

/// How lengths may be written, the widest last.
pub(super) const FORMS: [Number; 9] = [
    Number::Digits,
    Number::Leb,
    Number::Little(1),
    Number::Big(2),
    Number::Little(2),
    Number::Big(4),
    Number::Little(4),
    Number::Big(8),
    Number::Little(8),
];

/// The first record begins among so many bytes.
const HEAD: usize = 256;

/// How much a length may say less or more than how far the next one is.
const GAPS: std::ops::RangeInclusive<i64> = -16..=32;

/// How many bytes of a record may stand before its length, and behind the last record.
const AROUND: usize = 16;

/// How unlikely it has to be that records are there by chance: one in 2 to this power; and in few bytes, where to test a wrong
/// guess costs less than to remove bytes.
const EVIDENCE: u32 = 16;
const EVIDENCE_OF_FEW: u32 = 10;
const FEW: usize = 1024;

/// At most `most` ways to see records in `bytes`, those first that are least likely to be there by chance.
///
/// # Cost
/// Some hundred steps for each record there may be, however large the data.
pub(super) fn chains(bytes: &[u8], most: usize) -> Vec<Chain> {
    let (mut found, usual): (Vec<(u32, Chain)>, _) = (Vec::new(), Usual::of(bytes));
    for form in FORMS {
        for gap in GAPS {
            let mut known = BTreeMap::new();
            let from = |start: usize| {
                let tail = follow(bytes, start, (form, gap), &mut known)?;
                let (evidence, chain) = chain(bytes, start, (form, gap), &tail, &usual)?;
                Some((tail.filled, evidence, chain))
            };
            let all: Vec<(u32, u32, Chain)> = (0..HEAD.min(bytes.len())).rev().filter_map(from).collect();
            let most = all.iter().map(|(_, evidence, _)| *evidence).max().unwrap_or(0);
            // A long record among the first says less for all, and is one of them. Of as many the last: before it are zeros.
            let mut likely = all.into_iter().filter(|(_, evidence, _)| *evidence >= most / 2);
            let best = likely.clone().max_by_key(|(filled, _, chain)| (*filled, chain.first));
            let (Some((_, evidence, best)), Some((_, _, earliest))) = (best, likely.next_back()) else {
                continue;
            };
            // Records in one of the first may be taken for those that follow it. One alone leads there by chance.
            if lead_to(bytes, &earliest, best.first) {
                found.push((evidence.saturating_add(1), earliest));
            }
            found.push((evidence, best));
        }
    }
    let enough = if bytes.len() <= FEW { EVIDENCE_OF_FEW } else { EVIDENCE };
    found.retain(|(evidence, _)| *evidence >= enough);
    found.sort_by_key(|(evidence, chain)| (std::cmp::Reverse(*evidence), chain.gap.abs(), chain.first));
    let mut distinct: Vec<(Vec<usize>, Chain)> = Vec::new();
    for (_, chain) in found {
        let Some(links) = chain.links(bytes, 0..bytes.len()) else { continue };
        let starts: Vec<usize> = links.iter().map(|link| link.start).collect();
        if distinct.iter().all(|(known, _)| *known != starts) {
            distinct.push((starts, chain));
        }
        if distinct.len() == most {
            break;
        }
    }
    distinct.into_iter().map(|(_, chain)| chain).collect()
}

/// Whether several records stand before `at`.
fn lead_to(bytes: &[u8], chain: &Chain, at: usize) -> bool {
    let links = chain.links(bytes, 0..bytes.len()).unwrap_or_default();
    links.iter().filter(|link| link.field.start < at && !link.content.is_empty()).count() > 1
}

/// What numbers from one on come to.
#[derive(Clone, Copy, Debug)]
struct Tail {
    /// Where the last of them leads, or what is no number any more stands.
    end: usize,
    /// How many of them are not zero.
    filled: u32,
    largest: u64,
    /// The shortest way from the end of one to the next.
    least: usize,
}

/// Goes from the number at `start` on as far as there are numbers that lead on.
fn follow(
    bytes: &[u8],
    start: usize,
    (form, gap): (Number, i64),
    known: &mut BTreeMap<usize, Tail>,
) -> Option<Tail> {
    let (mut steps, mut at) = (Vec::new(), start);
    while at < bytes.len() && !known.contains_key(&at) {
        let on = step(bytes, at, form, gap).filter(|on| on.next > at && on.next <= bytes.len() + AROUND);
        let Some(Step { value, field, next }) = on else { break };
        steps.push((at, value, next - field.end));
        at = next;
    }
    let end = Tail { end: at, filled: 0, largest: 0, least: usize::MAX };
    let mut tail = known.get(&at).copied().unwrap_or(end);
    for (at, value, way) in steps.into_iter().rev() {
        tail.filled += u32::from(value > 0);
        (tail.largest, tail.least) = (tail.largest.max(value), tail.least.min(way));
        known.insert(at, tail);
    }
    known.get(&start).copied()
}

/// The records from `start` on, with what speaks for them; none where they do not come to the end.
fn chain(
    bytes: &[u8],
    start: usize,
    (form, gap): (Number, i64),
    tail: &Tail,
    usual: &Usual,
) -> Option<(u32, Chain)> {
    let Tail { end: at, filled, largest, least } = *tail;
    let (before, behind) = (at.saturating_sub(bytes.len()), bytes.len().saturating_sub(at));
    if filled == 0 || behind > AROUND || before > start || before > least {
        return None;
    }
    // What comes to an end exactly where the data end was not led there by chance, unless steps are short.
    let end = u64::BITS - (largest / (2 * AROUND as u64 + 1)).leading_zeros();
    let evidence = usual.evidence(form, largest, filled).saturating_add(end);
    let unlikely = u32::try_from(before + behind).unwrap_or(u32::MAX) / 2;
    Some((evidence.saturating_sub(unlikely), Chain { first: start, form, gap, before, behind }))
}

/// Which bytes are usual in some data.
struct Usual {
    /// By value, how many bytes have that one or a smaller one.
    up_to: [u64; 256],
}

impl Usual {
    fn of(bytes: &[u8]) -> Self {
        let mut up_to = [0; 256];
        for &byte in bytes {
            up_to[usize::from(byte)] += 1;
        }
        for value in 1..256 {
            up_to[value] += up_to[value - 1];
        }
        Self { up_to }
    }

    /// How unlikely it is that so many numbers taken anywhere are all up to `largest`: one in 2 to this power.
    fn evidence(&self, form: Number, largest: u64, count: u32) -> u32 {
        let width = form.width(largest);
        let rarity = match form {
            Number::Little(_) | Number::Big(_) | Number::PaddedLeb(_) => {
                let bytes = largest.to_be_bytes();
                let zeros = bytes[8 - width..].iter().take_while(|byte| **byte == 0).count();
                let first = bytes[8 - width..].get(zeros).copied();
                (0..zeros)
                    .fold(first.map_or(1.0, |byte| self.rarity(byte)), |rarity, _| rarity * self.rarity(0))
            }
            // A number ends with the first byte without the highest bit; those that end early are smaller.
            Number::Leb => {
                let last = largest.checked_shr(7 * u32::try_from(width - 1).unwrap_or(0)).unwrap_or(0);
                let ends = 1.0 / self.rarity(0x7f);
                let at_last = 1.0 / self.rarity(last.to_le_bytes()[0]);
                let chance = (1..width).fold(at_last, |later, _| ends + (1.0 - ends) * later);
                1.0 / chance
            }
            Number::Digits | Number::Headed(_) => {
                self.rarity_of(self.up_to[usize::from(b'9')] - self.up_to[usize::from(b'0') - 1])
            }
        };
        // In quarters, since most numbers say less than a bit: the exponent of the fourth power.
        let fourth = rarity * rarity * rarity * rarity;
        let quarters = (fourth.to_bits() >> 52).saturating_sub(1023);
        u32::try_from(quarters * u64::from(count) / 4).unwrap_or(u32::MAX)
    }

    /// One of how many bytes is up to this one.
    fn rarity(&self, byte: u8) -> f64 {
        self.rarity_of(self.up_to[usize::from(byte)])
    }

    #[expect(clippy::cast_precision_loss, reason = "a rough estimate does")]
    fn rarity_of(&self, count: u64) -> f64 {
        self.up_to[255] as f64 / count.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeliest(bytes: &[u8]) -> Option<Chain> {
        chains(bytes, 1).pop()
    }

    #[test]
    fn records_are_seen_by_their_lengths() {
        let records = |form: Number, before: &[u8], behind: &[u8], more: u64| -> Vec<u8> {
            let mut out = b"head".to_vec();
            for len in [9u8, 30, 17, 44, 9, 60, 31] {
                out.extend_from_slice(before);
                form.write(u64::from(len) + more, &mut out);
                out.extend((0..len).map(|byte| byte.wrapping_mul(37) | 0x80));
                out.extend_from_slice(behind);
            }
            out
        };
        for form in [Number::Big(4), Number::Little(2), Number::Little(4), Number::Big(8)] {
            for (before, behind, more) in
                [("", "", 0), ("ab", "", 0), ("", "\n", 0), ("tag", "crc!", 0), ("", "", 4)]
            {
                let bytes = records(form, before.as_bytes(), behind.as_bytes(), more);
                let chain = likeliest(&bytes).unwrap_or_else(|| panic!("{form:?} {before:?} {behind:?}"));
                let links = chain.links(&bytes, 0..bytes.len()).unwrap();
                assert_eq!(links.len(), 7, "{form:?} {before:?} {behind:?} {chain:?}");
                let ends = links[0].field.end;
                assert_eq!(
                    ends,
                    4 + before.len() + form.width(0),
                    "{form:?} {before:?} {behind:?} {chain:?}"
                );
            }
        }
        assert_eq!(likeliest(b"5:hello,3:abc,12:twelve bytes,2:ab,").map(|chain| chain.first), Some(0));
    }

    #[test]
    fn in_noise_hardly_any_records_are_seen() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_le_bytes()[6]
        };
        let mut seen = 0;
        for len in [2000, 5000, 20_000].into_iter().cycle().take(12) {
            let noise: Vec<u8> = (0..len).map(|_| next()).collect();
            seen += chains(&noise, 8).len();
        }
        // Each costs a few tests that tell.
        assert!(seen <= 4, "{seen} in 12");
        assert_eq!(likeliest(&[0; 5000]), None);
    }
}
