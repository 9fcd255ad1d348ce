//! What passes promise where nothing of the text at hand was asked.

/// By the name of a pass: the part of a text that one of its first tests removes.
///
/// Passes that prove that nothing is left promise least, so that they come when all others took nothing.
const PROMISES: &[(&str, f64)] = &[
    ("regions", 1.0),
    ("numbered", 1.0),
    ("containers", 0.5),
    ("declarations", 0.1),
    ("early", 0.09),
    ("lines", 0.03),
    ("kinds", 0.03),
    ("lengths", 0.03),
    ("blanks", 0.01),
    ("names", 0.008),
    ("columns", 0.02),
    ("structure", 0.02),
    ("intervals", 0.002),
    ("rewrites", 0.004),
    ("tokens", 0.002),
    ("repeats", 0.001),
    ("chars", 0.000_5),
    ("values", 0.000_2),
    ("digits", 0.000_1),
    ("tree", 0.000_05),
];

/// That of a pass of which nothing is recorded: who adds one wants it to be tried.
const UNRECORDED: f64 = 0.1;

/// What the pass of this name promises.
pub(super) fn promise(name: &str) -> f64 {
    PROMISES.iter().find(|(known, _)| *known == name).map_or(UNRECORDED, |(_, promise)| *promise)
}
