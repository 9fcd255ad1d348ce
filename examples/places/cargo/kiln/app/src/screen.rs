//! What is shown.

use wordwrap::wrap;

const ABOUT: &str = "kiln fire --program NAME runs a program; kiln list names them; kiln history shows earlier firings";

pub fn help() -> String {
    wrap(ABOUT, 40).join("\n")
}

pub fn curve(degrees: &[f64]) -> String {
    let top = degrees.iter().copied().fold(1.0, f64::max);
    let bar = |degree: &f64| format!("{degree:7.1} {}", "#".repeat((degree / top * 40.0) as usize));
    degrees.iter().map(bar).collect::<Vec<_>>().join("\n")
}
