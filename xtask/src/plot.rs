//! A picture of a run: the size of its best over its logical tests, drawn from the journal alone.
//!
//! The same journal always gives the same bytes: nothing is drawn by lot, by clock or by locale.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};
use dwindle_store::journal::{Reader, Record, Step, Tally};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 400.0;
/// The field of the curve: left, top, right, bottom.
const FIELD: [f64; 4] = [84.0, 40.0, 836.0, 344.0];
/// A stage that is drawn narrower than this gets no name.
const NAMED: f64 = 48.0;

/// What of a run is drawn.
#[derive(Debug, Default)]
struct Run {
    /// The size of the best, in bytes, from so many logical tests on.
    sizes: Vec<(u64, u64)>,
    /// From which logical test on a stage ran, and what its units were.
    stages: Vec<(u64, String)>,
    /// How many logical tests there were.
    tests: u64,
}

/// Draws the run that the journal at `path` records.
///
/// # Errors
/// When the journal cannot be read, or holds no test.
pub(crate) fn plot(path: &Path) -> Result<String> {
    let mut tally = Tally::default();
    let (mut asked, mut stages) = (0, Vec::new());
    for record in Reader::open(path)? {
        let record = record?;
        match &record {
            // A run that was taken up again goes through the same questions from the first on.
            Record::Run(_) => (asked, stages) = (0, Vec::new()),
            Record::Asked(question) => asked = question.n,
            Record::Stage(stage) if stage.step == Step::Began => stages.push((asked, stage.unit.clone())),
            _ => {}
        }
        tally.add(&record);
    }
    let sizes = tally.sizes().map(|at| (at.asked, at.size)).collect();
    let run = Run { sizes, stages, tests: tally.asked() };
    ensure!(run.tests > 0 && !run.sizes.is_empty(), "{} records no tests", path.display());
    Ok(draw(&run))
}

/// The picture, as SVG.
fn draw(run: &Run) -> String {
    let [left, top, right, bottom] = FIELD;
    let largest = run.sizes.iter().map(|(_, size)| *size).max().unwrap_or(1).max(10);
    let smallest = run.sizes.iter().map(|(_, size)| *size).min().unwrap_or(1).max(1);
    let decades = [number(smallest).log10().floor(), number(largest).log10().ceil()];
    let x = |tests: u64| left + (right - left) * number(tests) / number(run.tests);
    let y = |size: u64| {
        let part = (number(size.max(1)).log10() - decades[0]) / (decades[1] - decades[0]);
        bottom - (bottom - top) * part
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n\
         <title>Size of the best over logical tests</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    let ends = run.stages.iter().skip(1).map(|(at, _)| *at).chain([run.tests]);
    for (nth, ((from, unit), to)) in run.stages.iter().zip(ends).enumerate() {
        let (from, to) = (x(*from), x(to));
        let shade = if nth % 2 == 0 { "#f4f6f8" } else { "#e8edf2" };
        rectangle(&mut svg, [from, top, to - from, bottom - top], shade);
        if to - from >= NAMED {
            text(&mut svg, [f64::midpoint(from, to), top - 10.0], "middle", unit);
        }
    }
    let mut power = 10_u64.pow(whole(decades[0]));
    for _ in whole(decades[0])..=whole(decades[1]) {
        line(&mut svg, [left, y(power), right, y(power)]);
        text(&mut svg, [left - 8.0, y(power) + 4.5], "end", &grouped(power));
        power = power.saturating_mul(10);
    }
    let step = step(run.tests);
    for tests in (0..=run.tests).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
        line(&mut svg, [x(tests), bottom, x(tests), bottom + 5.0]);
        text(&mut svg, [x(tests), bottom + 21.0], "middle", &grouped(tests));
    }
    text(&mut svg, [f64::midpoint(left, right), HEIGHT - 12.0], "middle", "logical tests");
    let middle = f64::midpoint(top, bottom);
    write(
        &mut svg,
        &format!(
            "<text x=\"20\" y=\"{middle:.1}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 20 {middle:.1})\">size of the best, bytes</text>"
        ),
    );
    let mut curve = format!("M{left:.1} {:.1}", y(run.sizes[0].1));
    for &(tests, size) in &run.sizes {
        write!(curve, "H{:.1}V{:.1}", x(tests), y(size)).expect("a string takes everything");
    }
    write!(curve, "H{right:.1}").expect("a string takes everything");
    write(
        &mut svg,
        &format!(
            "<path d=\"{curve}\" fill=\"none\" stroke=\"#0b5cad\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
        ),
    );
    let (first, last) = (run.sizes[0].1, run.sizes[run.sizes.len() - 1].1);
    text(&mut svg, [left + 8.0, y(first) - 9.0], "start", &format!("{} bytes", grouped(first)));
    text(&mut svg, [right - 8.0, y(last) - 9.0], "end", &format!("{} bytes", grouped(last)));
    svg.push_str("</svg>\n");
    svg
}

/// The distance of the marks on the axis of tests: 1, 2 or 5 times a power of ten, at most ten marks.
fn step(tests: u64) -> u64 {
    let mut power = 1;
    loop {
        if let Some(step) = [power, 2 * power, 5 * power].into_iter().find(|step| tests / step < 10) {
            return step;
        }
        power *= 10;
    }
}

/// `12,345`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[expect(clippy::cast_precision_loss, reason = "a picture needs no more than three digits")]
const fn number(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a power of ten from 0 to 20")]
const fn whole(power: f64) -> u32 {
    power as u32
}

fn write(svg: &mut String, element: &str) {
    svg.push_str(element);
    svg.push('\n');
}

fn rectangle(svg: &mut String, [x, y, width, height]: [f64; 4], fill: &str) {
    write(
        svg,
        &format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>"
        ),
    );
}

fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4]) {
    write(
        svg,
        &format!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#c4ccd4\" stroke-width=\"1\"/>"),
    );
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, words: &str) {
    write(svg, &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_at_most_ten() {
        assert_eq!([1, 9, 10, 99, 431, 2996].map(step), [1, 1, 2, 10, 50, 500]);
    }

    #[test]
    fn a_run_of_one_size_can_be_drawn_too() {
        let run = Run { sizes: vec![(0, 1)], stages: vec![(0, "lines".to_owned())], tests: 1 };
        assert!(!draw(&run).contains("NaN"));
    }
}
