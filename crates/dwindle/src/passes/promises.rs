//! What passes promise where nothing of the text at hand was asked.
//!
//! A promise is the part of the text that one test is taken to remove. A pass that came to its own end promises as
//! much of that as the text has changed since. The passes that prove that nothing is left (the tree, tokens,
//! characters) promise least, so they come last.

use super::context::View;

/// Texts with fewer bytes are small.
const MIDDLE: usize = 1 << 13;

/// Texts with so many bytes are large, others middle. `cargo xtask promises` tells them apart alike.
const LARGE: usize = 1 << 16;

/// By the name of a pass: the part of a text that one of its first tests removes, of small, middle and large texts that have a tree,
/// and of those that have none.
///
/// Passes that prove that nothing is left promise least, so that they come when all others took nothing.
///
/// # Source
/// `roots`, `users`, `stretches`, `kinds`, `insides` and `bodies` go by recorded runs (`cargo xtask promises JOURNAL...`;
/// docs/measurements.md): a test in a first turn of `users` took 0.15, 0.2 and 0.04 of a small, middle and large text, of `insides` 0.006 to 0.01, of
/// `bodies` 0.0025 to 0.0075, of `stretches` 0.015 to 0.03. What is promised is at most three times as much, but for `insides` in small
/// texts, where it took nothing. All others stand as they were chosen by trial.
///
/// # What we tried
/// 0.004 for `lines` in middle texts, as recorded: of 61 kB of HTML, which no recorded run had, `kinds` came first, and 56 tests were needed
/// instead of 24.
const PROMISES: &[(&str, [f64; 3], f64)] = &[
    ("numbered", [1.0; 3], 1.0),
    ("containers", [0.5; 3], 0.5),
    ("includes", [0.15; 3], 0.15),
    ("roots", [0.12, 0.2, 0.12], 0.12),
    ("own", [0.11; 3], 0.11),
    ("users", [0.1, 0.2, 0.1], 0.06),
    ("early", [0.05; 3], 0.05),
    ("stretches", [0.03; 3], 0.08),
    ("lines", [0.03; 3], 0.08),
    ("kinds", [0.03, 0.012, 0.03], 0.03),
    ("insides", [0.012; 3], 0.05),
    ("each", [0.01; 3], 0.01),
    ("blanks", [0.01; 3], 0.01),
    ("names", [0.008; 3], 0.008),
    ("bodies", [0.006; 3], 0.05),
    ("rewrites", [0.004; 3], 0.004),
    ("columns", [0.06; 3], 0.06),
    ("structure", [0.05; 3], 0.05),
    ("tokens", [0.002; 3], 0.04),
    ("repeats", [0.001; 3], 0.001),
    ("chars", [0.000_5; 3], 0.000_5),
    ("digits", [0.000_1; 3], 0.000_1),
    ("tree", [0.000_05; 3], 0.000_05),
    ("lengths", [0.03; 3], 0.03),
    ("intervals", [0.002; 3], 0.002),
    ("values", [0.000_2; 3], 0.000_2),
];

/// Of middle and large texts that declare something: there declarations go with what uses them, and all else comes after them.
///
/// # Source
/// In recorded turns of several builds on C++ programs a test of `lines` took nothing (34 first turns on large texts), of `kinds` 0.0007 to 0.0013 of large texts (65) and 0.0001 of middle ones (30), of
/// `names` 0.0003 (60) and of `rewrites` 0.0002 (34) after their first turns, of `users` 0.005 and 0.009 (194). Of CSV, JSON, SQL and XML, which declare nothing, the first
/// list pass took 0.16 to 0.21 and `kinds` 0.02 to 0.11. None of the five has an ablation of its own. Characters took 2 bytes a test of texts of 9 to 34 kB, while the tree was hardly asked about.
const DECLARING: &[(&str, [f64; 2])] = &[
    ("kinds", [0.003, 0.01]),
    ("names", [0.003; 2]),
    ("rewrites", [0.002; 2]),
    ("lines", [0.001; 2]),
    ("chars", [0.000_02; 2]),
];

/// That of a pass of which nothing is recorded: who adds one wants it to be tried.
const UNRECORDED: f64 = 0.1;

/// What the pass of this name promises of a text.
pub(super) fn promise(name: &str, view: &View<'_>) -> f64 {
    let Some((_, with_tree, without)) = PROMISES.iter().find(|(known, ..)| *known == name) else {
        return UNRECORDED;
    };
    let size = view.text().bytes().len();
    let declaring = DECLARING.iter().find(|(known, _)| *known == name && size >= MIDDLE);
    if let Some((_, promise)) = declaring.filter(|_| view.outline().is_some()) {
        return promise[usize::from(size >= LARGE)];
    }
    match (view.has_tree(), size) {
        (false, _) => *without,
        (true, ..MIDDLE) => with_tree[0],
        (true, MIDDLE..LARGE) => with_tree[1],
        (true, _) => with_tree[2],
    }
}
