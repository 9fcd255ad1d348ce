//! (d) Tests to find k needed units among n, for every algorithm, beside log2 C(n, k) + k.

use std::fmt::Write as _;

use anyhow::Result;
use dwindle::{Algorithm, Engine};
use xtask::mean::Mean;

use super::draws::{Lie, SEEDS, bound, draw, minimise, needs};
use super::row::Row;

/// How needed units lie, and how many of them there are among how many units.
const SETTINGS: [(Lie, &[u32]); 2] = [(Lie::Scattered, &[1, 2, 10, 100]), (Lie::Run, &[10, 100])];
const UNITS: [u32; 2] = [1_000, 100_000];

pub(super) fn rows() -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut ratios = Vec::new();
    let settings = SETTINGS
        .into_iter()
        .flat_map(|(lie, ks)| UNITS.into_iter().flat_map(move |n| ks.iter().map(move |&k| (n, k, lie))));
    for (n, k, lie) in settings {
        let bound = bound(n, k);
        let mut shown = format!("bound {bound:.0}");
        for &algorithm in Algorithm::ALL {
            let mean = (0..SEEDS).map(|seed| tests(algorithm, n, k, lie, seed)).collect::<Mean>().geometric();
            ratios.push((algorithm, lie, mean / bound));
            write!(shown, "  {algorithm} {mean:.0} ({:.2})", mean / bound)?;
        }
        rows.push(Row::new(format!("tests, n = {n}, k = {k}, {lie:?}"), shown));
    }
    for &algorithm in Algorithm::ALL {
        for (lie, most) in [(Lie::Scattered, 1.35), (Lie::Run, 0.5)] {
            let of = ratios.iter().filter(|(a, l, _)| (*a, *l) == (algorithm, lie));
            let mean = of.map(|(.., ratio)| *ratio).collect::<Mean>().geometric();
            let row = Row::new(format!("tests / bound, {lie:?}, {algorithm}"), format!("{mean:.3}"));
            let is_default = algorithm == Algorithm::default();
            rows.push(if is_default { row.target(format!("at most {most}"), mean <= most) } else { row });
        }
    }
    Ok(rows)
}

/// How many tests `algorithm` needs, by the test's own count. The whole input is known to fail.
fn tests(algorithm: Algorithm, n: u32, k: u32, lie: Lie, seed: u64) -> u64 {
    let minimised = minimise(algorithm, n, &Engine::new(), needs(draw(n, k, lie, seed)));
    assert_eq!(minimised.left, k as usize, "all that is needed, and nothing else");
    minimised.calls
}
