//! The slices as a picture: of each program a column, of each executed line a dot, as in figure 6 of Cleve and Zeller.

use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use xtask::chart::{svg, words};

use super::table::Row;

const WIDTH: i32 = 26;
const HEIGHT: i32 = 9;
const TOP: i32 = 30;

/// From above the executed lines of each program: filled what is kept, hollow what was left out, red the faulty one.
pub(super) fn draw(rows: &[Row]) -> Result<String> {
    let tallest = rows.iter().map(|row| row.lines.len()).max().unwrap_or_default();
    let below = TOP + HEIGHT * i32::try_from(tallest)? + 20;
    let size = (u32::try_from(WIDTH * i32::try_from(rows.len())? + 40)?, u32::try_from(below + 20 * 2)?);
    let kept = RGBColor(0x2f, 0x83, 0xc9);
    let left_out = RGBColor(0x9a, 0xa5, 0xb1);
    let relevant = RGBColor(0xe0, 0x8e, 0x0b);
    let fault = RGBColor(0xc9, 0x2a, 0x2a);
    svg(size, "Executed lines of programs with a known fault, kept and left out", |area| {
        for (column, row) in (0i32..).zip(rows) {
            let x = 30 + column * WIDTH;
            area.draw_text(&(column + 1).to_string(), &words(HPos::Center, VPos::Center), (x, 14))?;
            for (at, (line, mark)) in (0i32..).zip(&row.lines) {
                let y = TOP + at * HEIGHT;
                let is_kept = ["matters", "decides", "fixed"].contains(&mark.as_str());
                let is_relevant = mark == "relevant";
                let colour = match (*line == row.fault, is_kept, is_relevant) {
                    (true, ..) => fault,
                    (false, true, _) => kept,
                    (false, false, true) => relevant,
                    (false, false, false) => left_out,
                };
                let style = if is_kept || is_relevant { colour.filled() } else { colour.stroke_width(1) };
                area.draw(&Circle::new((x, y), if *line == row.fault { 4 } else { 3 }, style))?;
            }
        }
        let legend = "blue: kept   orange: not needed, may matter by what it did not do   hollow: not needed   red: the faulty line   columns: the programs in the order of the table";
        area.draw_text(legend, &words(HPos::Left, VPos::Center), (20, below))?;
        Ok(())
    })
}
