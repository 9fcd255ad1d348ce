//! A picture of a run: the size of its best over its logical tests, drawn from the journal alone.

use std::path::Path;

use anyhow::{Result, ensure};
use dwindle_store::journal::{Reader, Record, Step, Tally};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use xtask::chart::{FONT, decades, grouped, svg, words};
use xtask::mean::ratio;

/// The shades of stages, by turns.
const SHADES: [RGBColor; 2] = [RGBColor(0xf4, 0xf6, 0xf8), RGBColor(0xe8, 0xed, 0xf2)];
const CURVE: RGBColor = RGBColor(0x0b, 0x5c, 0xad);
/// A stage that is drawn narrower than this gets no name.
const NAMED: i32 = 48;

/// What of a run is drawn.
#[derive(Debug, Default)]
struct Run {
    /// The size of the best, in bytes, from so many logical tests on.
    sizes: Vec<(f64, f64)>,
    /// From which logical test on a stage ran, and what its units were.
    stages: Vec<(f64, String)>,
    /// How many logical tests there were.
    tests: f64,
}

/// Draws the run that the journal at `path` records.
///
/// # Errors
/// When the journal cannot be read, or holds no test.
pub(crate) fn plot(path: &Path) -> Result<String> {
    let mut tally = Tally::default();
    let (mut asked, mut stages) = (0.0, Vec::new());
    for record in Reader::open(path)? {
        let record = record?;
        match &record {
            // A run that was taken up again goes through the same questions from the first on.
            Record::Run(_) => (asked, stages) = (0.0, Vec::new()),
            Record::Asked(question) => asked = number(question.n),
            Record::Stage(stage) if stage.step == Step::Began => stages.push((asked, stage.unit.clone())),
            _ => {}
        }
        tally.add(&record);
    }
    let sizes = tally.sizes().map(|at| (number(at.asked), number(at.size))).collect();
    let run = Run { sizes, stages, tests: number(tally.asked()) };
    ensure!(run.tests > 0.0 && !run.sizes.is_empty(), "{} records no tests", path.display());
    draw(&run)
}

/// The picture, as SVG.
fn draw(run: &Run) -> Result<String> {
    let sizes = decades(run.sizes.iter().map(|(_, size)| *size));
    let (low, high) = (sizes.start, sizes.end);
    svg((860, 400), "Size of the best over logical tests", |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(16)
            .margin_top(36)
            .x_label_area_size(48)
            .y_label_area_size(84)
            .build_cartesian_2d(0.0..run.tests, sizes.log_scale())?;
        let ends = run.stages.iter().skip(1).map(|(at, _)| *at).chain([run.tests]);
        for (nth, ((from, unit), to)) in run.stages.iter().zip(ends).enumerate() {
            chart.draw_series([Rectangle::new([(*from, low), (to, high)], SHADES[nth % 2].filled())])?;
            let [(left, top), (right, _)] = [*from, to].map(|at| chart.backend_coord(&(at, high)));
            if right - left >= NAMED {
                let middle = i32::midpoint(left, right);
                area.draw_text(unit, &words(HPos::Center, VPos::Bottom), (middle, top - 6))?;
            }
        }
        chart
            .configure_mesh()
            .disable_x_mesh()
            .max_light_lines(0)
            .label_style(FONT)
            .x_desc("logical tests")
            .y_desc("size of the best, bytes")
            .x_label_formatter(&grouped)
            .y_label_formatter(&grouped)
            .draw()?;
        let ends = run.sizes.iter().skip(1).map(|(at, _)| *at).chain([run.tests]);
        let steps = run.sizes.iter().zip(ends).flat_map(|(&(at, size), to)| [(at, size), (to, size)]);
        chart.draw_series(LineSeries::new(steps, CURVE.stroke_width(2)))?;
        let (first, last) = (run.sizes[0].1, run.sizes[run.sizes.len() - 1].1);
        for (at, size, by, from) in [(0.0, first, 8, HPos::Left), (run.tests, last, -8, HPos::Right)] {
            let (x, y) = chart.backend_coord(&(at, size));
            let text = format!("{} bytes", grouped(&size));
            area.draw_text(&text, &words(from, VPos::Bottom), (x + by, y - 6))?;
        }
        Ok(())
    })
}

fn number(count: u64) -> f64 {
    ratio(count, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_one_size_can_be_drawn_too() {
        let run = Run { sizes: vec![(0.0, 1.0)], stages: vec![(0.0, "lines".to_owned())], tests: 1.0 };
        assert!(!draw(&run).unwrap().contains("NaN"));
    }
}
