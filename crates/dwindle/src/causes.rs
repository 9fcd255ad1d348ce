//! Several independent failures in one text: after one minimal cause is found it is forbidden, and the search goes on.
//!
//! What Zeller and Hildebrandt left open in 2002 (section 8). A cause is a minimal failing text, and the next search starts
//! from the input without a part of each cause so far. So it finds another one: no part of what it starts from holds
//! any of those. Which parts are left out is a guess (`places`), and the test has the last word. Where the input still
//! passes with one part of the last cause missing, other such parts of all causes are tried, the smallest first: they
//! are hitting sets of the causes, as in enumerations of minimal unsatisfiable subsets (Liffiton and others 2016, MARCO).
//!
//! # Guarantee
//! Each cause fails, and is as small as its own search makes it. That there are no others is not proved: only so many
//! hitting sets are asked about.

mod alike;
mod forbidden;
mod hitting;
mod pieces;
mod places;
mod texts;

use std::ops::Range;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::Text;
use crate::event::Event;
use crate::plan::{Certificate, Planned};
use crate::search::{Search, Stop};
use crate::space::{Space, Unit};
use crate::tree::Parse;
use forbidden::Forbidden;

/// One cause of a failure.
#[derive(Clone, Debug)]
pub struct Cause {
    /// A text that fails.
    pub text: Text,
    /// What was proved of it; nothing where its search was stopped.
    pub certificates: Vec<Certificate>,
    /// Where its tokens stand in the input: one way to find it there.
    pub places: Vec<Range<usize>>,
    /// The signature of its failure, where it is not the one that the test judges by.
    pub failure: Option<String>,
    /// How many tests its search took.
    pub tests: u64,
    /// How many searches came to this very text, each at another place.
    pub times: u64,
    /// How many parts of the input look like the one that is left out of it, where there are several causes with this
    /// text: none of them was searched for itself, but for those of `times`.
    pub alike: u64,
}

/// What was found in one input.
#[derive(Debug, Default)]
pub struct Causes {
    /// The causes, each with a text of its own.
    pub found: Vec<Cause>,
    /// Why the search for them ended before its end, if it did.
    pub stop: Option<Stop>,
    /// Whether there may be more by what was asked: as many as were wanted were found.
    pub is_full: bool,
    /// How many tests looked for texts to start from.
    pub looking: u64,
}

/// How several causes are looked for.
#[derive(Clone, Debug)]
pub struct SeveralCauses {
    /// Makes trees of the input; by lines where there is none.
    pub parse: Option<Arc<dyn Parse>>,
    /// What is never left out.
    pub protect: Option<Regex>,
    /// How many causes are enough.
    pub most: usize,
    /// Whether other failures count that the test tells of: each is searched for by itself.
    pub other_failures: bool,
}

impl SeveralCauses {
    /// Looks for causes in `text`, which fails: `reduce` makes each minimal from what it is given, which fails, and
    /// `found` is shown each as soon as it is known.
    ///
    /// Where a search is stopped, what it came to until then counts as the last cause.
    ///
    /// # Errors
    /// Those of the search that leave nothing to give.
    pub fn find(
        &self,
        search: &mut Search<'_>,
        text: &Text,
        reduce: &mut dyn FnMut(&mut Search<'_>, &Text) -> Result<Planned, Stop>,
        found: &mut dyn FnMut(&mut Search<'_>, &Cause) -> Result<(), Stop>,
    ) -> Result<Causes, Stop> {
        let mut causes = Causes::default();
        let mut forbidden = Forbidden::new(text, self);
        let mut start = Start { text: text.clone(), failure: None };
        let mut searches = 0;
        loop {
            searches += 1;
            match search_from(search, text, &start, causes.found.len() + 1, reduce) {
                Ok((cause, stop)) => {
                    let is_new = forbidden.forbid(&mut causes.found, cause);
                    if let Some(cause) = causes.found.last().filter(|_| is_new && stop.is_none()) {
                        found(search, cause)?;
                    }
                    causes.stop = stop;
                }
                Err(stop) if searches == 1 => return Err(stop),
                Err(stop) => causes.stop = Some(stop),
            }
            causes.is_full = causes.found.len() >= self.most || searches >= 2 * self.most;
            if causes.stop.is_some() || causes.is_full {
                break;
            }
            let before = search.count().tests;
            let next = forbidden.next_start(search, &causes.found);
            causes.looking += search.count().tests - before;
            match next {
                Ok(Some(next)) => start = next,
                Ok(None) => break,
                Err(stop) => {
                    causes.stop = Some(stop);
                    break;
                }
            }
        }
        search.keep_failure(None);
        Ok(causes)
    }
}

/// Searches for one cause, and why that was ended before its end.
fn search_from(
    search: &mut Search<'_>,
    input: &Text,
    start: &Start,
    number: usize,
    reduce: &mut dyn FnMut(&mut Search<'_>, &Text) -> Result<Planned, Stop>,
) -> Result<(Cause, Option<Stop>), Stop> {
    let before = search.count().tests;
    let size = start.text.bytes().len() as u64;
    search.announce(&Event::CauseBegan { number, size, failure: start.failure.as_deref() })?;
    search.keep_failure(start.failure.as_deref());
    let whole = Arc::new(start.text.cut(Unit::Bytes));
    search.begin_again(&whole, &whole.full())?;
    let (certificates, stop) = match reduce(search, &start.text) {
        Ok(planned) => (planned.certificates, None),
        Err(stop @ (Stop::Budget | Stop::Interrupted | Stop::Target)) => (Vec::new(), Some(stop)),
        Err(stop) => return Err(stop),
    };
    let way = search.trail();
    let text = way.last().unwrap_or(&start.text).clone();
    let places = places::places(std::iter::once(input.clone()).chain(way));
    let tests = search.count().tests - before;
    let failure = start.failure.clone();
    Ok((Cause { text, certificates, places, failure, tests, times: 1, alike: 0 }, stop))
}
/// What a search starts from.
#[derive(Clone, Debug)]
struct Start {
    text: Text,
    /// The failure that it shows, where it is not the one that the test judges by.
    failure: Option<String>,
}
