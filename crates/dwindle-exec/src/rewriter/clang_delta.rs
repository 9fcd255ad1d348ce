//! The transformations of C and C++ that come with C-Vise and C-Reduce.

mod transformations;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dwindle::passes::{About, Level, Offers, Place, Rewriter};
use dwindle::space::Unit;
use dwindle::{Id, Text};

use super::ahead::{Ahead, Trouble};
use super::workplace::Workplace;
use transformations::{Made, Task, Transformations, file_name};

/// It is not asked about longer texts, in bytes: there it removes less for its time than tests of other passes do.
const LONGEST: usize = 16 << 10;

/// For so many tests before it may ask for one in vain, and be asked once. At the end of runs on 19 C and C++ programs of 176 B to 2.1 MB it
/// took nothing, for up to 277 tests, and runs were up to 2.7 times as long as without it; with a tenth up to 1.2 times.
const PART: u64 = 20;

/// It may always have so many.
const LEAST: u64 = 8;

/// How many instances of a transformation are offered together: no test runs until so many are made.
const TOGETHER: usize = 8;

/// `clang_delta`: each instance of each of its transformations as a rewrite.
///
/// It shows the whole text after one transformation at one place. What differs from the text before are the edits of the
/// rewrite, so that any of them can be made together, though the program cannot do that.
///
/// It is run once for each instance, several at once and ahead of being asked. A turn ends where a twentieth of the tests that the run asked
/// before came to nothing, or as many questions for instances: who does not ask for this pass by name hardly waits for it. Where it crashes, the rest of the transformation
/// is passed over; where it takes too long or cannot be run, the program is left out from then on.
#[derive(Debug)]
pub struct ClangDelta {
    program: PathBuf,
    ahead: Ahead<Transformations>,
    goes_to_end: bool,
    state: Mutex<State>,
}

/// What is known of the program so far.
#[derive(Debug, Default)]
struct State {
    /// How many instances the transformation of this number has in this text.
    counted: Option<(Id, usize, usize)>,
    /// Whether it was told that it crashes.
    has_warned: bool,
    is_left_out: bool,
}

/// Why there are no rewrites of a transformation to offer.
enum Miss {
    /// This transformation of this text crashes.
    Crash(String),
    /// No transformation will do.
    Trouble(Trouble),
}

impl ClangDelta {
    /// What the pass is.
    pub const ABOUT: About = About::new(
        "clang-delta",
        Level::Units(Unit::Tokens),
        "transformations of C and C++ by clang_delta of C-Vise or C-Reduce",
    );

    /// The program at this path.
    pub fn new(program: PathBuf, place: Workplace) -> Self {
        let ahead = Ahead::new(Transformations::new(program.clone(), Self::ABOUT.name, place.limit), place);
        Self { program, ahead, goes_to_end: false, state: Mutex::default() }
    }

    /// Asks for all that the program has, whatever that costs.
    #[must_use]
    pub fn to_its_end(mut self) -> Self {
        self.goes_to_end = true;
        self
    }

    /// Every state is whole between two statements, so a panic elsewhere spoils nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the next instances of one transformation.
    fn look(
        &self,
        state: &mut State,
        text: &Text,
        language: Option<&str>,
        from: Place,
        offers: &mut Offers,
    ) -> Result<(), Miss> {
        let take = |instance| {
            let task = Task { rule: from.rule, instance };
            self.ahead.take(text, language, &task).map_err(Miss::Trouble)
        };
        let instances = match state.counted {
            Some((id, rule, instances)) if (id, rule) == (text.id(), from.rule) => instances,
            _ => match take(0)? {
                Made::Instances(instances) => instances,
                Made::Crash(how) => return Err(Miss::Crash(how)),
                Made::NoSuchRule | Made::Rewrite(_) => return Ok(()),
            },
        };
        state.counted = Some((text.id(), from.rule, instances));
        let end = instances.min(from.offered + TOGETHER);
        for instance in from.offered..end {
            // They are counted from 1.
            match take(instance + 1)? {
                Made::Rewrite(rewrite) => offers.rewrites.extend(rewrite),
                Made::Crash(how) => return Err(Miss::Crash(how)),
                Made::NoSuchRule | Made::Instances(_) => {}
            }
        }
        offers.next = Some(if end < instances {
            Place { offered: end, ..from }
        } else {
            Place { rule: from.rule + 1, offered: 0 }
        });
        Ok(())
    }
}

impl Rewriter for ClangDelta {
    fn about(&self) -> About {
        Self::ABOUT
    }

    fn knows(&self, text: &Text, language: Option<&str>) -> bool {
        text.bytes().len() <= LONGEST && language.and_then(file_name).is_some() && !self.state().is_left_out
    }

    fn patience(&self, tests: u64) -> u64 {
        if self.goes_to_end { u64::MAX } else { (tests / PART).max(LEAST) }
    }

    fn prepare(&self, text: &Text, language: Option<&str>, patience: u64) {
        if self.knows(text, language) {
            self.ahead.begin(text, language, patience);
        }
    }

    fn offers(&self, text: &Text, language: Option<&str>, from: Place) -> Offers {
        let mut offers = Offers::default();
        if !self.knows(text, language) {
            return offers;
        }
        let (mut state, program) = (self.state(), self.program.display());
        match self.look(&mut state, text, language, from, &mut offers) {
            Ok(()) | Err(Miss::Trouble(Trouble::Stopped)) => {}
            Err(Miss::Crash(how)) => {
                offers.next = Some(Place { rule: from.rule + 1, offered: 0 });
                let is_first = !std::mem::replace(&mut state.has_warned, true);
                let warning = format!("{program}: {how}; such transformations are passed over");
                offers.warning = is_first.then_some(warning);
            }
            Err(Miss::Trouble(Trouble::Useless(how))) => {
                state.is_left_out = true;
                self.ahead.close();
                let pass = Self::ABOUT.name;
                offers.warning = Some(format!(
                    "{program}: {how}; the pass {pass} is left out from here on (--skip-pass {pass} leaves it out from the \
                     beginning, and DWINDLE_CLANG_DELTA names another program)"
                ));
            }
        }
        offers
    }
}
