//! Looks for records in data of which nothing is known.

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

/// How unlikely it has to be that records are there by chance: one in 2 to this power.
const EVIDENCE: u32 = 24;

/// At most `most` ways to see records in `bytes`, those first that are least likely to be there by chance.
///
/// # Cost
/// Some hundred steps for each record there may be, however large the data.
pub(super) fn chains(bytes: &[u8], most: usize) -> Vec<Chain> {
    let mut found: Vec<(u32, Chain)> = Vec::new();
    let mut seen = vec![0u32; bytes.len() + 1];
    let mut pass = 0;
    for form in FORMS {
        for gap in GAPS {
            pass += 1;
            let best = (0..HEAD.min(bytes.len())).filter_map(|start| {
                follow(bytes, start, form, gap, |at| std::mem::replace(&mut seen[at], pass) == pass)
            });
            found.extend(best.max_by_key(|(evidence, chain)| (*evidence, std::cmp::Reverse(chain.first))));
        }
    }
    found.retain(|(evidence, _)| *evidence >= EVIDENCE);
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

/// The records from the number at `start` on, with what speaks for them; none where they do not come to the end.
fn follow(
    bytes: &[u8],
    start: usize,
    form: Number,
    gap: i64,
    mut was_seen: impl FnMut(usize) -> bool,
) -> Option<(u32, Chain)> {
    let (mut at, mut filled, mut largest, mut least) = (start, 0u32, 0u64, usize::MAX);
    while at < bytes.len() {
        if was_seen(at) {
            return None;
        }
        let Some(Step { value, field, next }) =
            step(bytes, at, form, gap).filter(|step| step.next > at && step.next <= bytes.len() + AROUND)
        else {
            break;
        };
        filled += u32::from(value > 0);
        largest = largest.max(value);
        least = least.min(next - field.end);
        at = next;
    }
    let (before, behind) = (at.saturating_sub(bytes.len()), bytes.len().saturating_sub(at));
    if filled == 0 || behind > AROUND || before > start || before > least {
        return None;
    }
    let used = u64::BITS - largest.leading_zeros();
    let spare = match form {
        Number::Little(width) | Number::Big(width) | Number::PaddedLeb(width) => u32::from(width) * 8,
        Number::Leb => used.div_ceil(7) * 7,
        Number::Digits => used + 5,
    };
    // What comes to an end exactly where the data end was not led there by chance.
    let evidence = filled.saturating_mul(spare.saturating_sub(used)).saturating_add(used);
    let unlikely = u32::try_from(before + behind).unwrap_or(u32::MAX) / 2;
    Some((evidence.saturating_sub(unlikely), Chain { first: start, form, gap, before, behind }))
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
    fn in_noise_no_records_are_seen() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_le_bytes()[6]
        };
        for len in [100, 1000, 20_000] {
            let noise: Vec<u8> = (0..len).map(|_| next()).collect();
            assert_eq!(likeliest(&noise), None, "{len}");
        }
        assert_eq!(likeliest(&[0; 5000]), None);
    }
}
