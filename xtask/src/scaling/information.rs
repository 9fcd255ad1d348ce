//! How much the answers of a run tell, which bounds what more jobs can gain.
//!
//! A search asks its questions in a serial order, and what it asks next depends on each answer. With `n` slots it can run `n`
//! tests at once, of questions that come after answers that it only guesses. What it learns at once is one of `n + 1` ways in
//! which the answers may go, so it learns `log2(n + 1)` bits at most, on average, by its own chances. A run of whose answers each tells
//! `h` bits therefore takes at least `h / log2(n + 1)` of its tests, one after the other (C. E. Shannon, "A mathematical theory of
//! communication", 1948). An answer of which one knows that it comes out so in `p` of all cases tells `-log2(p)` bits.
//!
//! So it is an estimate for a search that knows no more, and no strict bound: a candidate that several futures ask for is tested once for
//! all, for example.

use std::collections::HashMap;

/// How fast answers fade: the next one leaves so much of their weight.
const FADING: f64 = 0.9;
/// As many answers is worth what all passes came to, beside what the pass itself did.
const PRIOR: f64 = 3.0;

/// What a pass came to lately: failures, and answers.
type Share = (f64, f64);

/// The bits that each of the answers tells, on average, where all that is known is how often the candidates of its pass failed lately.
///
/// Each is a pass and whether the candidate failed.
pub(super) fn bits(answers: &[(String, bool)]) -> f64 {
    let mut passes: HashMap<&str, Share> = HashMap::new();
    let (mut all, mut bits): (Share, f64) = ((1.0, 8.0), 0.0);
    for (pass, fails) in answers {
        let pass = passes.entry(pass).or_default();
        let chance = (pass.0 + PRIOR * all.0 / all.1) / (pass.1 + PRIOR);
        bits -= if *fails { chance } else { 1.0 - chance }.log2();
        let failed = f64::from(u8::from(*fails));
        *pass = (pass.0 * FADING + failed, pass.1 * FADING + 1.0);
        all = (all.0 + failed, all.1 + 1.0);
    }
    #[expect(clippy::cast_precision_loss, reason = "few answers")]
    let number = answers.len().max(1) as f64;
    bits / number
}

/// How many times as fast a run of such answers is with so many jobs at most.
pub(super) fn bound(bits: f64, jobs: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "few jobs")]
    let jobs = jobs as f64;
    jobs.min((jobs + 1.0).log2() / bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_chances_tell_a_bit_and_what_always_passes_tells_nothing() {
        let of = |answer: &dyn Fn(u64) -> (&'static str, bool)| {
            let answers: Vec<(String, bool)> =
                (0..2_000).map(answer).map(|(pass, fails)| (pass.into(), fails)).collect();
            bits(&answers)
        };
        // A generator of George Marsaglia's, of which one bit is taken.
        let drawn = |n: u64| {
            let mut x = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            for _ in 0..8 {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
            }
            x >> 40 & 1 == 1
        };
        let even = of(&|n| ("a", drawn(n)));
        assert!((0.95..1.15).contains(&even), "{even}");
        assert!(of(&|_| ("a", false)) < 0.01);
        assert!(
            of(&|n| if n % 2 == 0 { ("a", false) } else { ("b", true) }) < 0.25,
            "each pass has a share of its own"
        );
    }

    #[test]
    fn a_bit_an_answer_lets_sixty_four_jobs_learn_six_at_once() {
        assert!((bound(1.0, 63) - 6.0).abs() < 1e-9);
        assert!((bound(0.01, 2) - 2.0).abs() < 1e-9, "no more than there are jobs");
    }
}
