//! The competition as pictures: sizes over tests, and tests as bars.

use super::canvas::{Axis, Canvas};
use super::entrant::Entrant;
use super::standings::Standing;

const WIDTH: f64 = 860.0;
const GRID: &str = "#c4ccd4";
const LEADER: &str = "#9aa5b1";

/// Each entrant's mean result over its mean number of tests, both on logarithmic scales.
pub(super) fn scatter(size: usize, entrants: &[Entrant], standings: &[Standing]) -> String {
    const HEIGHT: f64 = 470.0;
    let [left, top, right, bottom] = [84.0, 44.0, 600.0, 410.0];
    let title = format!("Results over tests, inputs of about {size} characters");
    let mut canvas = Canvas::new(WIDTH, HEIGHT, &title);
    let across = Axis::new(standings.iter().map(|standing| standing.tests), [left, right]);
    let up = Axis::new(standings.iter().map(|standing| standing.size), [bottom, top]);
    canvas.rectangle([left, top, right - left, bottom - top], "#f4f6f8");
    for (x, name) in across.marks() {
        canvas.line(&[[x, top], [x, bottom]], GRID);
        canvas.text([x, bottom + 20.0], "middle", &name);
    }
    for (y, name) in up.marks() {
        canvas.line(&[[left, y], [right, y]], GRID);
        canvas.text([left - 8.0, y + 4.5], "end", &name);
    }
    let place = |standing: &Standing| [across.place(standing.tests), up.place(standing.size)];
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    // The names stand as high as their dots as far as there is room; of equal heights the right one is above.
    order.sort_by(|a, b| {
        let ([ax, ay], [bx, by]) = (place(&standings[*a]), place(&standings[*b]));
        ay.total_cmp(&by).then(bx.total_cmp(&ax))
    });
    let wanted: Vec<f64> = order.iter().map(|number| place(&standings[*number])[1]).collect();
    for (number, height) in order.iter().zip(spread(&wanted, top, bottom)) {
        let dot = place(&standings[*number]);
        canvas.line(&[dot, [right + 8.0, height], [right + 18.0, height]], LEADER);
        let stopped = if standings[*number].stopped > 0 { " *" } else { "" };
        let name = format!("{}{stopped}", entrants[*number]);
        canvas.text([right + 22.0, height + 4.5], "start", &name);
    }
    for (entrant, standing) in entrants.iter().zip(standings) {
        canvas.dot(place(standing), colour(*entrant));
    }
    canvas.text([left, 24.0], "start", &title);
    canvas.text([f64::midpoint(left, right), HEIGHT - 14.0], "middle", "tests (geometric mean)");
    canvas.text([right + 22.0, HEIGHT - 14.0], "start", "* stopped by the limit at times");
    canvas.upright([22.0, f64::midpoint(top, bottom)], "characters left (geometric mean)");
    canvas.finish()
}

/// The tests of each entrant at each size.
pub(super) fn bars(sizes: &[usize], entrants: &[Entrant], standings: &[Vec<Standing>]) -> String {
    const BAR: f64 = 8.0;
    let (left, top, right) = (190.0, 66.0, 820.0);
    let rows: Vec<f64> = entrants.iter().map(|_| BAR * number(sizes.len()) + 8.0).collect();
    let bottom = top + rows.iter().sum::<f64>();
    let title = "Tests by algorithm (where one was stopped, those until then)";
    let mut canvas = Canvas::new(WIDTH, bottom + 52.0, title);
    let all = standings.iter().flatten().map(|standing| standing.tests);
    let across = Axis::new(all.chain([1.0]), [left, right]);
    for (x, name) in across.marks() {
        canvas.line(&[[x, top - 4.0], [x, bottom]], GRID);
        canvas.text([x, bottom + 18.0], "middle", &name);
    }
    let mut y = top;
    for (nth, entrant) in entrants.iter().enumerate() {
        canvas.text([left - 8.0, y + rows[nth] / 2.0], "end", &entrant.to_string());
        for (class, standings) in standings.iter().enumerate() {
            let x = across.place(standings[nth].tests.max(1.0));
            canvas.rectangle([left, y, (x - left).max(1.0), BAR - 1.0], SHADES[class % SHADES.len()]);
            y += BAR;
        }
        y += 8.0;
    }
    canvas.text([14.0, 24.0], "start", title);
    let mut x = left;
    for (class, size) in sizes.iter().enumerate() {
        canvas.rectangle([x, 36.0, 14.0, 12.0], SHADES[class % SHADES.len()]);
        canvas.text([x + 20.0, 47.0], "start", &format!("{size} characters"));
        x += 150.0;
    }
    canvas.text([f64::midpoint(left, right), bottom + 40.0], "middle", "tests (geometric mean)");
    canvas.finish()
}

const SHADES: [&str; 3] = ["#8fc1ea", "#2f83c9", "#083d77"];

const fn colour(entrant: Entrant) -> &'static str {
    match entrant {
        Entrant::Plan => "#c2410c",
        Entrant::Tree(_) => "#0b5cad",
        Entrant::Chars(_) => "#5f6b76",
    }
}

/// Heights near the wanted ones, which ascend, and far enough from one another.
fn spread(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let count = number(wanted.len().max(2)) - 1.0;
    let gap = 18.0_f64.min((bottom - top) / count);
    let mut heights = wanted.to_vec();
    let mut above = top - gap;
    for height in &mut heights {
        *height = height.max(above + gap);
        above = *height;
    }
    let mut below = bottom + gap;
    for height in heights.iter_mut().rev() {
        *height = height.min(below - gap);
        below = *height;
    }
    heights
}

#[expect(clippy::cast_precision_loss, reason = "there are few entrants")]
const fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_lie_on_one_another() {
        let heights = spread(&[10.0, 10.0, 11.0, 400.0, 400.0], 0.0, 400.0);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 17.9), "{heights:?}");
    }
}
