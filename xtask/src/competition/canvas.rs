//! SVG by hand: lines, boxes and words on white, as in the pictures of runs.

use std::fmt::Write as _;

/// A picture that is being drawn.
#[derive(Debug)]
pub(super) struct Canvas {
    svg: String,
}

impl Canvas {
    /// An empty picture with a title for those who cannot see it. White, so that it can be read on dark pages too.
    pub(super) fn new(width: f64, height: f64, title: &str) -> Self {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n\
             <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        Self { svg }
    }

    pub(super) fn rectangle(&mut self, [x, y, width, height]: [f64; 4], fill: &str) {
        self.element(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>"
        ));
    }

    pub(super) fn line(&mut self, points: &[[f64; 2]], stroke: &str) {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1} {y:.1}")).collect();
        let path = points.join("L");
        self.element(format_args!(
            "<path d=\"M{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1\"/>"
        ));
    }

    pub(super) fn dot(&mut self, [x, y]: [f64; 2], fill: &str) {
        self.element(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{fill}\" stroke=\"#fff\" stroke-width=\"1\"/>"
        ));
    }

    /// Words beginning, in the middle or ending (`start`, `middle`, `end`) at a place.
    pub(super) fn text(&mut self, [x, y]: [f64; 2], anchor: &str, words: &str) {
        self.element(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>"));
    }

    /// Words from below to above.
    pub(super) fn upright(&mut self, [x, y]: [f64; 2], words: &str) {
        self.element(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 {x:.1} {y:.1})\">{words}</text>"
        ));
    }

    pub(super) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }

    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.svg, "{element}").expect("a string takes everything");
    }
}

/// A logarithmic axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// The decades at its ends.
    decades: [i32; 2],
    /// The places of its ends.
    ends: [f64; 2],
}

impl Axis {
    /// From the power of ten below all `numbers` to the one above.
    pub(super) fn new(numbers: impl IntoIterator<Item = f64>, ends: [f64; 2]) -> Self {
        let (mut least, mut most) = (f64::MAX, 1.0_f64);
        for number in numbers {
            least = least.min(number);
            most = most.max(number);
        }
        let decades = [decade(least.min(most)), decade(most * 0.999_999) + 1];
        Self { decades, ends }
    }

    pub(super) fn place(&self, number: f64) -> f64 {
        let [low, high] = self.decades.map(f64::from);
        let part = (number.log10() - low) / (high - low);
        self.ends[0] + (self.ends[1] - self.ends[0]) * part
    }

    /// Its marks: where they stand and what is written there.
    pub(super) fn marks(&self) -> Vec<(f64, String)> {
        let powers = (self.decades[0]..=self.decades[1]).map(|decade| 10_f64.powi(decade));
        powers.map(|power| (self.place(power), format!("{power:.0}"))).collect()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a power of ten from 0 to 20")]
fn decade(number: f64) -> i32 {
    number.max(1.0).log10().floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_begins_and_ends_with_powers_of_ten() {
        let axis = Axis::new([3.0, 1000.0], [0.0, 300.0]);
        let marks: Vec<String> = axis.marks().into_iter().map(|(_, name)| name).collect();
        assert_eq!(marks, ["1", "10", "100", "1000"]);
        assert!((axis.place(10.0) - 100.0).abs() < 1e-9);
        assert!(Axis::new([1.0], [0.0, 1.0]).place(1.0).is_finite());
    }
}
