//! A picture of what more jobs gain: the speed-up of recorded runs over the number of jobs, from the tables of `scaling`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use xtask::chart::{COLOURS, FONT, grouped, svg, words};

/// How far apart the names of curves are at least.
const APART: i32 = 18;

/// A run: its name, and the speed-up by numbers of jobs.
type Curve = (String, Vec<(f64, f64)>);

/// Draws the tables in these files, each named after its run.
///
/// # Errors
/// When a file cannot be read, or holds no table.
pub(crate) fn speed_up(tables: &[PathBuf]) -> Result<String> {
    let curves = tables.iter().map(|path| curve(path)).collect::<Result<Vec<_>>>()?;
    draw(&curves)
}

fn curve(path: &Path) -> Result<Curve> {
    let table = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let points: Vec<(f64, f64)> = table.lines().filter_map(point).collect();
    ensure!(points.len() > 1, "{} holds no table of `cargo xtask scaling`", path.display());
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok((name.unwrap_or_default(), points))
}

/// Jobs and speed-up of a row.
fn point(row: &str) -> Option<(f64, f64)> {
    let mut cells = row.split_whitespace();
    let (jobs, _, gain) = (cells.next()?, cells.next()?, cells.next()?);
    Some((jobs.parse().ok()?, gain.parse().ok()?))
}

/// The picture, as SVG.
fn draw(curves: &[Curve]) -> Result<String> {
    let most = curves.iter().flat_map(|(_, points)| points).fold(2.0_f64, |most, (jobs, _)| most.max(*jobs));
    svg((860, 440), "Speed-up over the number of jobs", |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(16)
            .margin_right(150)
            .x_label_area_size(48)
            .y_label_area_size(64)
            .build_cartesian_2d((1.0..most).log_scale().base(2.0), (1.0..most / 4.0).log_scale().base(2.0))?;
        chart
            .configure_mesh()
            .max_light_lines(0)
            .label_style(FONT)
            .x_desc("jobs")
            .y_desc("times as fast as with one")
            .x_label_formatter(&grouped)
            .y_label_formatter(&grouped)
            .draw()?;
        let ideal = [(1.0, 1.0), (most / 4.0, most / 4.0)];
        chart.draw_series(DashedLineSeries::new(ideal, 4, 4, BLACK.mix(0.4).stroke_width(1)))?;
        let mut names = Vec::new();
        for ((name, points), color) in curves.iter().zip(COLOURS.iter().cycle()) {
            chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?;
            names.push((chart.backend_coord(&points[points.len() - 1]), name, color));
        }
        // From the top, each below the one before.
        names.sort_by_key(|((_, y), ..)| *y);
        let mut free = i32::MIN;
        for ((x, y), name, color) in names {
            let y = y.max(free);
            free = y + APART;
            area.draw_text(name, &words(HPos::Left, VPos::Center).color(color), (x + 8, y))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_and_speed_up_are_read_from_the_rows_of_a_table() {
        assert_eq!(point("  16      14       8.5    119    224     224  25"), Some((16.0, 8.5)));
        assert_eq!(point("jobs   ticks  speed-up  tests  run  judged  bytes"), None);
    }

    #[test]
    fn the_picture_names_each_run() {
        let curves = ["C", "Rust"].map(|name| (name.to_owned(), vec![(1.0, 1.0), (16.0, 8.0), (64.0, 13.0)]));
        let picture = draw(&curves).expect("it can be drawn");
        assert!(picture.contains("\nC\n") && picture.contains("\nRust\n"), "{picture}");
    }
}
