//! The competition as pictures: sizes over tests, and tests as bars.

use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use xtask::chart::{FONT, decades, grouped, svg, words};

use super::entrant::Entrant;
use super::standings::Standing;

/// The distance of two names.
const LINE: i32 = 18;
const LEADER: RGBColor = RGBColor(0x9a, 0xa5, 0xb1);
/// The colours of sizes.
const SIZES: [RGBColor; 3] =
    [RGBColor(0x8f, 0xc1, 0xea), RGBColor(0x2f, 0x83, 0xc9), RGBColor(0x08, 0x3d, 0x77)];

/// Each entrant's mean result over its mean number of tests, both on logarithmic scales.
pub(super) fn scatter(size: usize, entrants: &[Entrant], standings: &[Standing]) -> Result<String> {
    let title = format!("Results over tests, inputs of about {size} characters");
    svg((860, 480), &title, |area| {
        let mut chart = ChartBuilder::on(area)
            .caption(&title, FONT)
            .margin(10)
            .margin_right(260)
            .x_label_area_size(48)
            .y_label_area_size(74)
            .build_cartesian_2d(
                decades(standings.iter().map(|standing| standing.tests)).log_scale(),
                decades(standings.iter().map(|standing| standing.size)).log_scale(),
            )?;
        chart
            .configure_mesh()
            .max_light_lines(0)
            .label_style(FONT)
            .x_desc("tests (geometric mean)")
            .y_desc("characters left (geometric mean)")
            .x_label_formatter(&grouped)
            .y_label_formatter(&grouped)
            .draw()?;
        let dots = standings.iter().map(|standing| chart.backend_coord(&(standing.tests, standing.size)));
        let mut named: Vec<_> = dots.zip(entrants.iter().zip(standings)).collect();
        // The names stand as high as their dots as far as there is room; of equal heights the right one is above.
        named.sort_by_key(|((x, y), _)| (*y, -x));
        let wanted: Vec<i32> = named.iter().map(|((_, y), _)| *y).collect();
        let (across, up) = chart.plotting_area().get_pixel_range();
        for ((dot, (entrant, standing)), height) in named.iter().zip(spread(&wanted, up.start, up.end)) {
            let leader = vec![*dot, (across.end + 8, height), (across.end + 18, height)];
            area.draw(&PathElement::new(leader, LEADER))?;
            let stopped = if standing.stopped > 0 { " *" } else { "" };
            let beside = (across.end + 22, height);
            area.draw_text(&format!("{entrant}{stopped}"), &words(HPos::Left, VPos::Center), beside)?;
        }
        for (dot, (entrant, _)) in named {
            area.draw(&Circle::new(dot, 5, colour(*entrant).filled()))?;
        }
        let below = (across.end + 22, up.end + LINE);
        area.draw_text("* stopped by the limit at times", &words(HPos::Left, VPos::Top), below)?;
        Ok(())
    })
}

/// The tests of each entrant at each size.
pub(super) fn bars(sizes: &[usize], entrants: &[Entrant], standings: &[Vec<Standing>]) -> Result<String> {
    let title = "Tests by algorithm (where one was stopped, those until then)";
    // From above: the bars of an entrant, then a gap.
    let row = |entrant: usize, class: usize| -> Result<u32> {
        Ok(u32::try_from(entrant * (sizes.len() + 1) + class)?)
    };
    let rows = row(entrants.len(), 0)?;
    let height = rows * 8 + 120;
    svg((860, height), title, |area| {
        let tests = standings.iter().flatten().map(|standing| standing.tests);
        let mut chart = ChartBuilder::on(area)
            .caption(title, FONT)
            .margin(10)
            .margin_right(30)
            .x_label_area_size(50)
            .y_label_area_size(190)
            .build_cartesian_2d(decades(tests.chain([1.0])).log_scale(), -f64::from(rows)..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .max_light_lines(0)
            .label_style(FONT)
            .x_desc("tests (geometric mean)")
            .x_label_formatter(&grouped)
            .draw()?;
        for (class, (size, standings)) in sizes.iter().zip(standings).enumerate() {
            let style = SIZES[class % SIZES.len()].filled();
            let bar = |(nth, standing): (usize, &Standing)| -> Result<_> {
                let above = -f64::from(row(nth, class)?);
                Ok(Rectangle::new([(1.0, above), (standing.tests.max(1.0), above - 1.0)], style))
            };
            let bars = standings.iter().enumerate().map(bar).collect::<Result<Vec<_>>>()?;
            let legend = move |(x, y)| Rectangle::new([(x, y - 5), (x + 14, y + 5)], style);
            chart.draw_series(bars)?.label(format!("{size} characters")).legend(legend);
        }
        for (nth, entrant) in entrants.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(1.0, -f64::from(row(nth, 0)?)));
            let middle = y + 4 * i32::try_from(sizes.len())?;
            area.draw_text(&entrant.to_string(), &words(HPos::Right, VPos::Center), (x - 8, middle))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .label_font(FONT)
            .background_style(WHITE)
            .border_style(LEADER)
            .draw()?;
        Ok(())
    })
}

const fn colour(entrant: Entrant) -> RGBColor {
    match entrant {
        Entrant::Plan => RGBColor(0xc2, 0x41, 0x0c),
        Entrant::Tree(_) => RGBColor(0x0b, 0x5c, 0xad),
        Entrant::Chars(_) => RGBColor(0x5f, 0x6b, 0x76),
    }
}

/// Heights near the wanted ones, which ascend, and far enough from one another.
fn spread(wanted: &[i32], top: i32, bottom: i32) -> Vec<i32> {
    let mut heights = wanted.to_vec();
    let mut above = top - LINE;
    for height in &mut heights {
        *height = (*height).max(above + LINE);
        above = *height;
    }
    let mut below = bottom + LINE;
    for height in heights.iter_mut().rev() {
        *height = (*height).min(below - LINE);
        below = *height;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_lie_on_one_another() {
        let heights = spread(&[10, 10, 11, 400, 400], 0, 400);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE), "{heights:?}");
    }
}
