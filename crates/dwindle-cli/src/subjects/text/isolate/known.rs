//! What is known of the two sides so far: on disk, and in words.

use dwindle::space::Sides;
use dwindle::space::{Merged, Space, TextSpace, Unit};
use dwindle::{Stop, Text};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::Finished;
use dwindle_run::session::pair::Pair;
use dwindle_run::settings::Settings;
use dwindle_run::text::{number, plural, size};
use serde::Serialize;

use super::view::{Mark, View};
use crate::ui::Ui;

/// What the last record has of the difference between the two sides.
#[derive(Debug, Serialize)]
struct Apart<'a> {
    /// Bytes that both sides share.
    shared: u64,
    difference: &'a [Mark],
}

/// The two sides, as far as they are known.
pub(super) struct Known {
    pair: Pair,
    last: Option<Merged>,
    difference: Option<Difference>,
}

/// What it took to find the difference, before what both sides share was reduced.
#[derive(Clone, Copy)]
struct Difference {
    tests: u64,
    /// Bytes that both sides shared then.
    shared: u64,
}

impl Known {
    /// Nothing is known yet; what will be is written to `pair`.
    pub(super) const fn new(pair: Pair) -> Self {
        Self { pair, last: None, difference: None }
    }

    /// Takes and writes two sides that pass and fail.
    pub(super) fn tell(&mut self, space: &TextSpace, sides: &Sides) -> Result<(), Stop> {
        self.pair.write(&space.render(&sides.passing()), &space.render(&sides.failing()))?;
        self.last = Some(Merged { space: space.clone(), sides: sides.clone() });
        Ok(())
    }

    /// Takes and writes two texts that pass and fail.
    pub(super) fn tell_texts(&mut self, passing: &Text, failing: &Text) -> Result<(), Stop> {
        self.pair.write(passing, failing)?;
        // The two are a text and a part of it, so together they are not too large.
        self.last = Merged::new(passing, failing, Unit::Lines).ok();
        Ok(())
    }

    /// Notes that the difference cannot get smaller, after this many tests.
    pub(super) fn difference_found(&mut self, tests: u64) {
        self.difference = self.last.as_ref().map(|last| Difference { tests, shared: shared(last) });
    }

    /// Writes what a finished run came to.
    pub(super) fn finish(&mut self, merged: Merged) -> Result<(), RunError> {
        let Merged { space, sides } = self.last.insert(merged);
        self.pair.end(&space.render(&sides.passing()), &space.render(&sides.failing()))
    }

    /// Shows the two sides, and says what they differ in and what they share.
    pub(super) fn show(
        &self,
        settings: &Settings,
        mut finished: Finished,
        ui: &mut Ui,
    ) -> Result<Exit, RunError> {
        let (passing, failing) = self.pair.paths();
        let are_there = passing.exists() && failing.exists();
        finished.result = are_there.then_some(failing);
        let end = |finished: &Finished, ui: &Ui| {
            let end = ui.came_to(finished).both_sides();
            if are_there { end.result(&passing) } else { end }
        };
        let Some(last) = self.finest(settings).filter(|_| self.pair.is_written) else {
            let what =
                if are_there { "the pair is unchanged since the earlier run" } else { "no passing side yet" };
            let end = end(&finished, ui).counted(&format!("{}: {what};", settings.input.name()));
            return ui.finish(&end, &());
        };
        finished.result_size = last.space.size(&last.sides.failing());
        let view = View::new(&last.space, &last.sides);
        let headline = self.headline(settings, &last, &view, finished.tests, finished.stop.is_some());
        let end = end(&finished, ui).timed(&headline);
        ui.answer(&view.to_string())?;
        ui.finish(&end, &Apart { shared: shared(&last), difference: &view.marks })
    }

    /// The two sides in the finest units asked for, whatever units they were cut into last.
    fn finest(&self, settings: &Settings) -> Option<Merged> {
        let last = self.last.as_ref()?;
        let Some(unit) = settings.units.last().filter(|unit| **unit != last.space.unit()) else {
            return Some(last.clone());
        };
        let render = |config| last.space.render(&config);
        // Too large in finer units: then by those that there are.
        Merged::new(&render(last.sides.passing()), &render(last.sides.failing()), *unit)
            .map_or_else(|_| Some(last.clone()), Some)
    }

    /// The difference and its size, and then what both sides share.
    fn headline(
        &self,
        settings: &Settings,
        last: &Merged,
        view: &View,
        tests: u64,
        is_stopped: bool,
    ) -> String {
        let units = plural(last.sides.edits.len() as u64, last.space.unit().plural().trim_end_matches('s'));
        let bytes = size(view.marks.iter().map(|mark| mark.bytes as u64).sum());
        let so_far = if is_stopped { "so far " } else { "" };
        let (name, shared) = (settings.input.name(), shared(last));
        match self.difference {
            Some(difference) if !settings.plain => format!(
                "{name}: the two sides differ in {units} ({bytes}), found in {}; \
                 both share {}{}, down from {}, in {}",
                plural(difference.tests, "test"),
                size(shared),
                if is_stopped { " so far" } else { "" },
                number(difference.shared),
                plural(tests - difference.tests, "further test"),
            ),
            _ => format!(
                "{name}: {so_far}the two sides differ in {units} ({bytes}) and share {}, found in {}",
                size(shared),
                plural(tests, "test"),
            ),
        }
    }
}

/// Bytes that both sides have.
fn shared(Merged { space, sides }: &Merged) -> u64 {
    space.size(&sides.common.union(&sides.fixed))
}
