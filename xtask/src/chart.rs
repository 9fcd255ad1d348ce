//! Charts as SVG. The same data always give the same bytes.

use std::fmt::Display;
use std::ops::Range;

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What is drawn on.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The font of all words.
pub const FONT: (&str, i32) = ("sans-serif", 16);

/// The colours of curves, by turns.
pub const COLOURS: [RGBColor; 8] = [
    RGBColor(0x0b, 0x5c, 0xad),
    RGBColor(0xc2, 0x41, 0x0c),
    RGBColor(0x2e, 0x7d, 0x32),
    RGBColor(0x6a, 0x1b, 0x9a),
    RGBColor(0xb8, 0x86, 0x0b),
    RGBColor(0x00, 0x83, 0x8f),
    RGBColor(0xad, 0x14, 0x57),
    RGBColor(0x5f, 0x6b, 0x76),
];

/// A chart of this size that `draw` draws, with a title for those who cannot see it. White, so that it can be read on
/// dark pages too.
///
/// # Errors
/// Those of `draw`.
pub fn svg(size: (u32, u32), title: &str, draw: impl FnOnce(&Area<'_>) -> Result<()>) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
    }
    Ok(svg.replacen(">\n", &format!(">\n<title>{title}</title>\n"), 1))
}

/// The style of words that begin, end or have their middle at a place.
pub fn words(from: HPos, height: VPos) -> TextStyle<'static> {
    FONT.into_font().color(&BLACK.mix(0.8)).pos(Pos::new(from, height))
}

/// From the power of ten below all `numbers` to the one above, at least one decade.
pub fn decades(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) = numbers
        .fold((f64::MAX, 1.0_f64), |(least, most), number| (least.min(number.max(1.0)), most.max(number)));
    let low = least.min(most).log10().floor();
    10_f64.powf(low)..10_f64.powf(most.log10().ceil().max(low + 1.0))
}

/// `12,345`.
pub fn grouped(number: &impl Display) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_begins_and_ends_with_powers_of_ten() {
        assert_eq!(decades([3.0, 1000.0].into_iter()), 1.0..1000.0);
        assert_eq!(decades([1.0].into_iter()), 1.0..10.0);
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(
            [1, 999, 12_345, 1_000_000].map(|number| grouped(&number)),
            ["1", "999", "12,345", "1,000,000"]
        );
    }
}
