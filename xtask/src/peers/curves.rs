//! Sizes over time as a picture: a chart for each case, a curve for each tool.

use anyhow::Result;
use plotters::prelude::*;
use xtask::chart::{COLOURS, FONT, decades, grouped, svg};

use super::contest::Run;

const COLUMNS: usize = 2;
/// The width and the height of a chart.
const CHART: (u32, u32) = (560, 340);

/// Draws the smallest failing file in bytes over seconds.
pub(super) fn draw(tools: &[&str], runs: &[Run]) -> Result<String> {
    let mut cases: Vec<&str> = runs.iter().map(|run| run.case.as_str()).collect();
    cases.dedup();
    let rows = cases.len().div_ceil(COLUMNS).max(1);
    let size = (CHART.0 * u32::try_from(COLUMNS)?, CHART.1 * u32::try_from(rows)?);
    svg(size, "Smallest failing file over time", |area| {
        for (case, area) in cases.iter().zip(area.split_evenly((rows, COLUMNS))) {
            let runs: Vec<&Run> = runs.iter().filter(|run| run.case == *case).collect();
            let last = runs.iter().map(|run| run.seconds).fold(1.0, f64::max);
            let sizes = decades(runs.iter().flat_map(|run| steps(run)).map(|(_, bytes)| bytes));
            let mut chart = ChartBuilder::on(&area)
                .caption(case, FONT)
                .margin(10)
                .x_label_area_size(44)
                .y_label_area_size(80)
                .build_cartesian_2d(0.0..last, sizes.log_scale())?;
            chart
                .configure_mesh()
                .max_light_lines(0)
                .label_style(FONT)
                .x_desc("seconds")
                .y_desc("bytes")
                .x_label_formatter(&grouped)
                .y_label_formatter(&grouped)
                .draw()?;
            for (nth, tool) in tools.iter().enumerate() {
                let Some(run) = runs.iter().find(|run| run.tool == *tool) else { continue };
                let style = COLOURS[nth % COLOURS.len()].stroke_width(2);
                let legend = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style);
                chart.draw_series(LineSeries::new(steps(run), style))?.label(*tool).legend(legend);
            }
            let mut labels = chart.configure_series_labels();
            labels
                .position(SeriesLabelPosition::UpperRight)
                .label_font(FONT)
                .background_style(WHITE.mix(0.8))
                .draw()?;
        }
        Ok(())
    })
}

/// The corners of a curve that only falls.
fn steps(run: &Run) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for at in &run.accepted {
        let bytes = xtask::mean::ratio(at.bytes, 1);
        match corners.last() {
            Some((_, before)) if bytes >= *before => {}
            Some((_, before)) => corners.extend([(at.seconds, *before), (at.seconds, bytes)]),
            None => corners.push((at.seconds, bytes)),
        }
    }
    let end = corners.last().map(|(_, bytes)| (run.seconds, *bytes));
    corners.extend(end);
    corners
}

#[cfg(test)]
mod tests {
    use super::super::contest::Ending;
    use super::super::watched::Accepted;
    use super::*;

    fn run() -> Run {
        let at = |seconds, bytes| Accepted { seconds, tests: 1, tokens: bytes, bytes };
        let (case, tool) = (String::from("tiny"), String::from("dwindle"));
        let accepted = vec![at(0.5, 100), at(1.0, 120), at(2.0, 10)];
        let (ending, unwritten) = (Ending::Finished, false);
        Run { case, tool, tokens: 10, bytes: 10, tests: 3, seconds: 3.0, ending, unwritten, accepted }
    }

    #[test]
    fn a_curve_falls_in_steps_and_ends_with_the_run() {
        assert_eq!(steps(&run()), [(0.5, 100.0), (2.0, 100.0), (2.0, 10.0), (3.0, 10.0)]);
    }

    #[test]
    fn a_picture_names_the_case_and_its_tools() {
        let picture = draw(&["dwindle"], &[run()]).unwrap();
        assert!(picture.contains("tiny") && picture.contains("dwindle") && !picture.contains("NaN"));
    }
}
