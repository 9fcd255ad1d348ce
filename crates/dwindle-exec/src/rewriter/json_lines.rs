//! A program of the user's that rewrites texts, and speaks JSON Lines.

mod answer;
mod requests;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dwindle::passes::{About, Level, Offers, Place, Rewriter};
use dwindle::rewrite::Rewrite;
use dwindle::space::Unit;
use dwindle::{Id, Text};

use super::ahead::{Ahead, Trouble};
use super::workplace::Workplace;
use requests::{Made, Requests, Task};

/// How many variants of a text are looked at together: no test runs until so many are made.
const TOGETHER: usize = 8;

/// A program that reads requests and gives answers, each a JSON object on a line: see `docs/external-passes.md`.
///
/// It is started once, and asked ahead, while tests run. Where it ends, takes too long or gives an answer that makes no sense, that
/// is told, and the program is left out from then on.
#[derive(Debug)]
pub struct JsonLines {
    ahead: Ahead<Requests>,
    state: Mutex<State>,
}

/// What is known of the program so far.
#[derive(Debug, Default)]
struct State {
    /// What it offers for a text.
    offered: Option<(Id, Kept)>,
    /// What is still to be told.
    warning: Option<String>,
    is_left_out: bool,
}

/// What a program offers for a text.
#[derive(Debug)]
enum Kept {
    Rewrites(Vec<Rewrite>),
    Variants(usize),
}

impl JsonLines {
    /// What the pass is.
    pub const ABOUT: About = About::new(
        "external",
        Level::Units(Unit::Tokens),
        "rewrites by the program that --external-pass names",
    );

    /// The program that this line of the shell starts in `dir`; texts are laid under `name` for it.
    pub fn new(line: String, dir: PathBuf, name: OsString, place: Workplace) -> Self {
        // It may keep what it knows, so there is one of it.
        let place = Workplace { processes: 1, ..place };
        let requests = Requests::new(line, dir, name, place.clone(), Self::ABOUT.name);
        Self { ahead: Ahead::new(requests, place), state: Mutex::default() }
    }

    /// Every state is whole between two statements, so a panic elsewhere spoils nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Some of what the program offers for `text`, but for the first `from`.
    fn look(
        &self,
        state: &mut State,
        text: &Text,
        language: Option<&str>,
        from: usize,
    ) -> Result<Offers, Trouble> {
        if state.offered.as_ref().is_none_or(|(id, _)| *id != text.id()) {
            let offered = match self.ahead.take(text, language, &Task::Rewrites)? {
                Made::Rewrites(rewrites) => Kept::Rewrites(rewrites),
                Made::Variants(variants) => Kept::Variants(variants),
                Made::Known(_) | Made::Variant(_) => return Ok(Offers::default()),
            };
            state.offered = Some((text.id(), offered));
        }
        let of = match &state.offered {
            Some((_, Kept::Variants(variants))) => *variants,
            Some((_, Kept::Rewrites(rewrites))) if from == 0 => {
                return Ok(Offers { rewrites: rewrites.clone(), ..Offers::default() });
            }
            _ => return Ok(Offers::default()),
        };
        let end = of.min(from.saturating_add(TOGETHER));
        let mut rewrites = Vec::new();
        for at in from..end {
            if let Made::Variant(rewrite) = self.ahead.take(text, language, &Task::Variant { at, of })? {
                rewrites.extend(rewrite);
            }
        }
        let next = (end < of).then_some(Place { rule: 0, offered: end });
        Ok(Offers { rewrites, next, warning: None })
    }
}

impl Rewriter for JsonLines {
    fn about(&self) -> About {
        Self::ABOUT
    }

    fn knows(&self, text: &Text, language: Option<&str>) -> bool {
        let mut state = self.state();
        if state.is_left_out {
            return false;
        }
        if let Some(knows) = self.ahead.maker().knows(language) {
            return knows;
        }
        match self.ahead.take(text, language, &Task::Hello) {
            Ok(Made::Known(knows)) => knows,
            // The pass has to run to tell of it.
            Ok(_) | Err(Trouble::Stopped) => true,
            Err(Trouble::Useless(why)) => {
                state.warning = Some(why);
                true
            }
        }
    }

    fn prepare(&self, text: &Text, language: Option<&str>, patience: u64) {
        if !self.state().is_left_out && self.ahead.maker().knows(language) != Some(false) {
            self.ahead.begin(text, language, patience);
        }
    }

    fn offers(&self, text: &Text, language: Option<&str>, from: Place) -> Offers {
        let mut state = self.state();
        let offered = match state.warning.take() {
            Some(why) => Err(Trouble::Useless(why)),
            None if state.is_left_out => return Offers::default(),
            None => self.look(&mut state, text, language, from.offered),
        };
        match offered {
            Ok(offers) => offers,
            Err(Trouble::Stopped) => Offers::default(),
            Err(Trouble::Useless(why)) => {
                state.is_left_out = true;
                self.ahead.close();
                let line = self.ahead.maker().line();
                let warning = Some(format!("the external pass `{line}` is left out: {why}"));
                Offers { warning, ..Offers::default() }
            }
        }
    }
}
