//! The size of the best over tests and over time, as drawings and as a table.

use std::fmt::Write as _;

use dwindle_run::text::number;
use maud::{Markup, html};

use crate::read::{Point, Run};
use crate::words::{share, time};

/// Width and height of a drawing.
const SIZE: (f64, f64) = (560.0, 240.0);
/// What its axes take on the left, where there is room for a thousand million, on the right, above and below.
const MARGINS: (f64, f64, f64, f64) = (92.0, 16.0, 12.0, 40.0);
/// So many points are drawn.
const DRAWN: usize = 400;
/// So many are told in the table.
const TOLD: usize = 100;

/// Both drawings, with what they are drawn from as a table.
pub(crate) fn curves(run: &Run, id: &str) -> Markup {
    if run.points.len() < 2 {
        return html! { p { "The size never changed." } };
    }
    #[expect(clippy::cast_precision_loss, reason = "drawn, not counted")]
    let by_tests = curve(run, &format!("{id}-tests"), "tests", run.asked as f64, |point| point.asked as f64);
    let seconds = |point: &Point| point.time.as_secs_f64();
    let by_time = curve(run, &format!("{id}-time"), "seconds of tests", run.time.as_secs_f64(), seconds);
    html! {
        div.pair { (by_tests) (by_time) }
        p.faint { "The vertical axes are logarithmic. Seconds are those of all tests, one after the other: with several jobs less time passes." }
        details { summary { "The numbers of these drawings" } (table(run, id)) }
    }
}

/// One drawing; `across` says where a point lies.
fn curve(run: &Run, id: &str, unit: &str, most: f64, across: impl Fn(&Point) -> f64) -> Markup {
    let sizes = run.points.iter().map(|point| point.size.bytes);
    let (least, largest) = (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0));
    let ((width, height), (left, right, above, below)) = (SIZE, MARGINS);
    let most = run.points.iter().map(&across).fold(most, f64::max).max(f64::MIN_POSITIVE);
    #[expect(clippy::cast_precision_loss, reason = "drawn, not counted")]
    let log = |bytes: u64| (bytes.max(1) as f64).log10();
    let (bottom, top) = (log(least).floor(), log(largest).ceil().max(log(least).floor() + 1.0));
    let x = |value: f64| left + value / most * (width - left - right);
    let y = |bytes: u64| above + (top - log(bytes)) / (top - bottom) * (height - above - below);
    let mut path = String::new();
    for point in thinned(&run.points, DRAWN) {
        let (x, y) = (x(across(point)), y(point.size.bytes));
        // Writing to a string cannot fail.
        let _ = if path.is_empty() { write!(path, "M{x:.1} {y:.1}") } else { write!(path, "H{x:.1}V{y:.1}") };
    }
    let _ = write!(path, "H{:.1}", x(most));
    let decades = (0..).map(|power| 10_u64.saturating_pow(power)).take_while(|ten| log(*ten) <= top);
    let decades = decades.filter(|ten| log(*ten) >= bottom).collect::<Vec<_>>();
    let is_whole = unit == "tests";
    let ticks = [0.0, if is_whole { (most / 2.0).floor() } else { most / 2.0 }, most];
    let told =
        |value: f64| if most < 10.0 && !is_whole { format!("{value:.1}") } else { format!("{value:.0}") };
    let said = format!(
        "The size falls from {} to {}{} in {} {unit}.",
        number(largest),
        number(least),
        if run.measure() == "bytes" { " bytes" } else { "" },
        told(most)
    );
    html! {
        figure {
            svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-labelledby={ (id) "-t " (id) "-d" } {
                title id={ (id) "-t" } { "Size of the best over " (unit) }
                desc id={ (id) "-d" } { (said) }
                @for ten in decades {
                    line.grid x1=(left) x2=(width - right) y1=(y(ten)) y2=(y(ten)) {}
                    text.tick x=(left - 8.0) y=(y(ten) + 4.0) text-anchor="end" { (number(ten)) }
                }
                @for tick in ticks {
                    text.tick x=(x(tick)) y=(height - below + 18.0) text-anchor="middle" { (told(tick)) }
                }
                path.curve d=(path) {}
            }
            figcaption { (run.measure()) " over " (unit) }
        }
    }
}

/// The steps, of many of them some; each can be had again by its number.
fn table(run: &Run, id: &str) -> Markup {
    let first = run.points.first().map_or(0, |point| point.size.bytes);
    let number_of = |point: &Point| run.steps.iter().position(|step| step.id == point.id);
    html! {
        div.wide role="region" tabindex="0" aria-labelledby={ (id) "-numbers" } {
            table {
                caption id={ (id) "-numbers" } { "New bests" }
                thead { tr {
                    th scope="col" { "step" } th scope="col" { "tests" } th scope="col" { "seconds" }
                    th scope="col" { (run.measure()) } th scope="col" { "of the first" } th.text scope="col" { "pass" }
                } }
                tbody {
                    @for point in thinned(&run.points, TOLD) {
                        tr {
                            th scope="row" { (number_of(point).map_or_else(|| "-".to_owned(), |at| at.to_string())) }
                            td { (number(point.asked)) } td { (time(point.time)) }
                            td { (number(point.size.bytes)) } td { (share(point.size.bytes, first)) }
                            td.text { (point.pass.map_or("the input", |pass| &run.passes[pass].algorithm)) }
                        }
                    }
                }
            }
        }
    }
}

/// At most `most` points, the first and the last among them.
fn thinned(points: &[Point], most: usize) -> impl Iterator<Item = &Point> {
    let every = points.len().div_ceil(most).max(1);
    let last = points.len().saturating_sub(1);
    points.iter().enumerate().filter(move |(at, _)| at % every == 0 || *at == last).map(|(_, point)| point)
}
