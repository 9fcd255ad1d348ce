//! Texts so large that parts of them are asked about before anything is parsed.
//!
//! A tree takes thirty to eighty times the memory of its text, and half a second for each megabyte. Most of a text of many megabytes goes in a
//! few tests without one. Where it does not, windows of it are parsed, one after the other, and never the whole.

use std::ops::Range;
use std::sync::Arc;

use super::Plan;
use super::schedule::Schedule;
use super::turns::{part, take_turn};
use crate::event::Event;
use crate::passes::{About, Level, Pass, PassContext, PassResult, View};
use crate::search::{Account, Bounds, Search, Stop};
use crate::space::{Pinned, Space, TextSpace, Unit, Window};
use crate::strategy::{Dwindle, Patient, Strategy};
use crate::structure::outermost;
use crate::{Algorithm, Id, Text};

/// Of so many bytes a tree takes up to 0.7 GB.
pub(super) const HUGE: usize = 8 << 20;

/// Of so many bytes no tree is made.
const TOO_LARGE: usize = 12 << 20;

/// Of so many bytes at a time a tree is made in a text that is too large for one.
const WINDOW: usize = 4 << 20;

/// A window has so many elements on average, where a text is cut between these.
const FINEST: usize = 16;

/// A text of which less goes in all of its windows is left as it is.
const LEAST_GONE: f64 = 0.05;

/// So many parts in a row may not go: halves, quarters, eighths, and two more.
const PATIENCE: u32 = 16;

/// Where too much of a text is left for a tree, the next round asks about smaller parts: so many times as many in a row may not go.
const FINER: u32 = 4;

/// In the last round so many may not go. Some texts lose nothing before they are parsed, such as XML in one line that has to stay well-formed.
const MOST_PATIENCE: u32 = 64;

/// In a text whose bytes cannot be numbered so many blocks in a row may not go.
const COARSE_PATIENCE: u32 = 1024;

/// A test of the first round takes at least this part of the text, and one in a window of that.
const AT_LEAST: f64 = 0.005;

impl Plan {
    /// Whether the text is so large that nothing of it is parsed as long as large parts of it go.
    pub fn is_huge(text: &Text) -> bool {
        text.bytes().len() >= HUGE
    }

    /// Whether large parts of the text are asked about before its tree is made.
    pub(super) fn waits_with_trees(&self, text: &Text) -> bool {
        self.can_wait() && self.has_tree_passes() && Self::is_huge(text)
    }

    /// Whether texts can be reduced without a tree first.
    const fn can_wait(&self) -> bool {
        self.to_fixed_point && !self.is_strict
    }

    /// How many bytes a text has at most of which a tree is made.
    pub(super) const fn most_parsed(&self) -> usize {
        if self.can_wait() { TOO_LARGE - 1 } else { usize::MAX }
    }

    /// Removes blocks of a [coarse](Text::is_coarse) text until it is none. Says whether that came about; where it did not, nothing else can be asked about.
    pub(super) fn comes_below(search: &mut Search<'_>, view: &mut View<'_>) -> Result<bool, Stop> {
        while view.text().is_coarse() {
            let (before, parts) = (view.text().id(), LargeParts::of(view, Unit::Lines, COARSE_PATIENCE));
            let (account, bounds) = parts.bounds();
            let stage = PassContext::new(search, view.clone());
            let bounds = Bounds { least_size: Text::FINE, ..bounds };
            view.see(take_turn(stage, &parts, (account, bounds), true)?.seen);
            if view.text().id() == before {
                let said = "4 GiB or more are left: of so much only blocks of 4 KiB are asked about, and those asked about are all needed";
                search.announce(&Event::Warning { text: said })?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes large parts of a [huge](Self::is_huge) text, by lines and then by its elements, or tokens where it has few, where the plan has
    /// passes on lines and tokens, until it is none.
    ///
    /// Costs at most 32 tests where no part can go, and 160 in a text of 12 MiB or more. Of that, windows are reduced then, as long as
    /// a twentieth of it goes. What is smaller is parsed as others are.
    pub(super) fn before_trees(&self, search: &mut Search<'_>, view: &mut View<'_>) -> Result<(), Stop> {
        if !self.waits_with_trees(view.text()) {
            return Ok(());
        }
        let (mut least, mut patience) = (HUGE, PATIENCE);
        while view.text().bytes().len() >= least {
            let mut most_units = 0;
            for unit in [Unit::Lines, Unit::Tokens] {
                let is_asked = self.passes.iter().any(|pass| pass.name() == unit.name() && pass.can_yield());
                if is_asked && Self::is_huge(view.text()) {
                    let parts = LargeParts::of(view, unit, patience);
                    most_units = most_units.max(parts.space.units());
                    let stage = PassContext::new(search, view.clone());
                    view.see(take_turn(stage, &parts, parts.bounds(), true)?.seen);
                }
            }
            if patience >= MOST_PATIENCE || most_units < patience as usize {
                break;
            }
            (least, patience) = (TOO_LARGE, patience * FINER);
        }
        // A pattern may match otherwise where a part stands alone.
        while view.text().bytes().len() >= TOO_LARGE && self.protect.is_none() {
            let before = view.text().bytes().len() as u64;
            self.in_windows(search, view)?;
            if part(view.text().bytes().len() as u64, before) > 1.0 - LEAST_GONE {
                break;
            }
        }
        Ok(())
    }

    /// Runs the passes on one part of the text after the other, from its end on, as long as their tests take much of that.
    fn in_windows(&self, search: &mut Search<'_>, view: &mut View<'_>) -> Result<(), Stop> {
        for span in windows(view.text()).into_iter().rev() {
            let window = Window::new(view.text().clone(), span);
            let inside = self.view(window.text());
            let left = search.within(window.lens(), |search| self.coarsely(search, inside))?;
            view.set_text(window.filled(&left));
            if view.text().bytes().len() < TOO_LARGE {
                break;
            }
        }
        Ok(())
    }

    /// Runs the passes until none takes much.
    fn coarsely(&self, search: &mut Search<'_>, mut view: View<'_>) -> Result<Text, Stop> {
        let mut schedule = Schedule::new();
        self.finds_tree(&mut view);
        self.add_to(&mut schedule, &view, |at| at);
        Ok(self.take_turns(search, (schedule, view), AT_LEAST, None)?.text)
    }
}

/// Parts of the text of about the same size, between elements or lines where it has them.
fn windows(text: &Text) -> Vec<Range<usize>> {
    let size = text.bytes().len();
    let elements = outermost(text, size / WINDOW * FINEST).unwrap_or_default();
    let width = size.div_ceil(size.div_ceil(WINDOW));
    let (mut windows, mut start) = (Vec::new(), 0);
    while start < size {
        let most = size.min(start + width);
        let behind_element = elements[..elements.partition_point(|at| *at as usize <= most)].last();
        let behind_element = behind_element.map(|at| *at as usize).filter(|at| *at > start);
        let behind_line =
            || text.bytes()[start..most].iter().rposition(|byte| *byte == b'\n').map(|at| start + at + 1);
        let end = if most == size { size } else { behind_element.or_else(behind_line).unwrap_or(most) };
        windows.push(start..end);
        start = end;
    }
    windows
}

/// Halves, quarters, and so on, each with all of its size: where both ends of a text are needed, a strategy that halves what it could not remove would ask
/// about one of them twenty times before it asks about the middle.
struct LargeParts {
    level: Level,
    /// The text in such parts.
    space: Arc<Pinned<TextSpace>>,
    of: Id,
    unit: Unit,
    patience: u32,
}

impl LargeParts {
    /// Lines, or in the place of tokens the outermost elements, of which there are enough to ask about so many parts.
    fn of(view: &View<'_>, unit: Unit, patience: u32) -> Self {
        let many = (patience * FINER) as usize;
        let elements = if unit == Unit::Tokens { outermost(view.text(), many) } else { None };
        let (level, space) = match elements {
            Some(offsets) => (Level::own("elements"), view.cut_at(offsets, unit)),
            None => (Level::Units(unit), view.cut(unit)),
        };
        Self { level, space, of: view.text().id(), unit, patience }
    }

    /// What a turn is taken to bring, and when it ends.
    fn bounds(&self) -> (Account, Bounds) {
        let at_least = AT_LEAST * f64::from(PATIENCE) / f64::from(self.patience);
        let bounds = Bounds { at_least, least_size: HUGE as u64, patience: PATIENCE.into() };
        (Account::for_patience(at_least, self.patience.into()), bounds)
    }
}

impl Pass for LargeParts {
    fn about(&self) -> About {
        About::new(self.level.name(), self.level, "removes large parts of a huge text")
    }

    fn algorithm(&self) -> &'static str {
        Algorithm::Dwindle.name()
    }

    fn units(&self, stage: &PassContext<'_, '_>) -> usize {
        let is_whole = stage.text().id() == self.of;
        if is_whole { self.space.units() } else { Self::of(stage, self.unit, self.patience).space.units() }
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let rounds = Patient::new(Dwindle::in_rounds(self.space.full()), self.patience as usize);
        let config = stage.search().run(&self.space, rounds)?.best().clone();
        Ok(PassResult::of_units(stage, &self.space, &config, None))
    }
}
