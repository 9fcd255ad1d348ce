//! What passes promise where nothing of the text at hand was asked.
//!
//! A promise is the part of the text that one test is taken to remove. A pass that came to its own end promises as
//! much of that as the text has changed since. The passes that prove that nothing is left (the tree, tokens,
//! characters) promise least, so they come last.

use super::context::View;

/// By the name of a pass: the part of a text that one of its first tests removes, where there is a tree, and where there is none.
///
/// Passes that prove that nothing is left promise least, so that they come when all others took nothing.
const PROMISES: &[(&str, f64, f64)] = &[
    ("numbered", 1.0, 1.0),
    ("containers", 0.5, 0.5),
    ("includes", 0.15, 0.15),
    ("roots", 0.12, 0.12),
    ("own", 0.11, 0.11),
    ("stretches", 0.08, 0.08),
    ("users", 0.06, 0.06),
    ("insides", 0.05, 0.05),
    ("bodies", 0.05, 0.05),
    ("early", 0.05, 0.05),
    ("lines", 0.03, 0.08),
    ("kinds", 0.03, 0.03),
    ("each", 0.01, 0.01),
    ("blanks", 0.01, 0.01),
    ("names", 0.008, 0.008),
    ("rewrites", 0.004, 0.004),
    ("columns", 0.06, 0.06),
    ("structure", 0.05, 0.05),
    ("tokens", 0.002, 0.04),
    ("repeats", 0.001, 0.001),
    ("chars", 0.000_5, 0.000_5),
    ("digits", 0.000_1, 0.000_1),
    ("tree", 0.000_05, 0.000_05),
    ("lengths", 0.03, 0.03),
    ("intervals", 0.002, 0.002),
    ("values", 0.000_2, 0.000_2),
];

/// That of a pass of which nothing is recorded: who adds one wants it to be tried.
const UNRECORDED: f64 = 0.1;

/// What the pass of this name promises of a text.
pub(super) fn promise(name: &str, view: &View<'_>) -> f64 {
    let found = PROMISES.iter().find(|(known, ..)| *known == name);
    found.map_or(UNRECORDED, |(_, with_tree, without)| if view.has_tree() { *with_tree } else { *without })
}
