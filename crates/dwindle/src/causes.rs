//! Several independent failures in one text: after one minimal cause is found it is forbidden, and the search goes on.
//!
//! What Zeller and Hildebrandt left open in 2002 (section 8). A cause is a minimal failing text, and the next search starts
//! from the input without a part of each cause so far. So it finds another one: no part of what it starts from holds
//! any of those. Which parts are left out is a guess (`places`), and the test has the last word. Where the input still
//! passes with one part of the last cause missing, other such parts of all causes are tried, the smallest first: they
//! are hitting sets of the causes, as in enumerations of minimal unsatisfiable subsets (Liffiton and others 2016, MARCO).
//!
//! The files: `align` and `places` find where a result stood in the input, along the way to it that the search kept
//! (`search/trail` of the core); `pieces` are the parts that can be left out; `forbidden` chooses among them, and
//! `hitting` gives choices for all causes, the lightest first. Where no condition says what a failure is, each
//! cause has the failure that its start shows; outcomes are remembered with the failure that was seen, so they can
//! count otherwise for a later cause.
//!
//! # Guarantee
//! Each cause fails, and is as small as its own search makes it. That there are no others is not proved: only so many
//! hitting sets are asked about.

mod align;
mod cause;
mod forbidden;
mod hitting;
mod pieces;
mod places;
mod start;

use std::ops::Range;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::Text;
use crate::event::Event;
use crate::plan::Planned;
use crate::search::{Search, Stop};
use crate::space::{Space, Unit};
use crate::tree::Parse;
pub use cause::Cause;
use forbidden::Forbidden;
use start::{Next, Start};

/// What was found in one input.
#[derive(Debug, Default)]
pub struct Causes {
    /// The causes, each with a text of its own.
    pub found: Vec<Cause>,
    /// Why the search for them ended before its end, if it did.
    pub stop: Option<Stop>,
    /// Whether there may well be more: as many as were wanted were found, or one of them came again and again.
    pub is_full: bool,
    /// How many tests looked for texts to start from.
    pub looking: u64,
    /// Whether the input passes without a part of each cause. Otherwise, only so many such inputs were asked about.
    pub is_repaired: bool,
}

/// A cause that comes oftener than this ends the search.
const MOST_TIMES: u64 = 3;

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
        let mut forbidden =
            Forbidden::new(text, self.parse.as_deref(), self.protect.as_ref(), self.other_failures);
        let mut start = Start { text: text.clone(), failure: None };
        let mut is_first = true;
        loop {
            match search_from(search, text, &start, causes.found.len() + 1, reduce) {
                Ok((cause, stop)) => {
                    let is_new = forbidden.forbid(&mut causes.found, cause);
                    causes.stop = stop;
                    if let Some(cause) = causes.found.last().filter(|_| is_new && causes.stop.is_none()) {
                        causes.stop = found(search, cause).err();
                    }
                }
                Err(stop) if is_first => return Err(stop),
                Err(stop) => causes.stop = Some(stop),
            }
            let is_again = causes.found.iter().any(|cause| cause.times > MOST_TIMES);
            causes.is_full = causes.found.len() >= self.most || is_again;
            is_first = false;
            if causes.stop.is_some() || causes.is_full {
                break;
            }
            let before = search.count().tests;
            let next = forbidden.next_start(search);
            causes.looking += search.count().tests - before;
            match next {
                Ok(Next::Start(next)) => start = next,
                Ok(end) => {
                    causes.is_repaired = matches!(end, Next::Repaired);
                    break;
                }
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
        Err(stop @ (Stop::Budget | Stop::Interrupted | Stop::Target | Stop::Gone(_))) => {
            (Vec::new(), Some(stop))
        }
        Err(stop) => return Err(stop),
    };
    let way = search.trail();
    let text = way.last().unwrap_or(&start.text).clone();
    let tokens = places::placed(std::iter::once(input.clone()).chain(way));
    let mut places: Vec<Range<usize>> = tokens.iter().map(|(_, place)| place.clone()).collect();
    places.sort_by_key(|place| (place.start, place.end));
    places.dedup();
    let tests = search.count().tests - before;
    let failure = start.failure.clone();
    Ok((Cause { text, certificates, places, tokens, failure, tests, times: 1, alike: 0 }, stop))
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Engine, Plan, test};

    /// The texts of the causes of three failures in thirty lines, and the lines that each stands in.
    fn three(jobs: usize) -> Vec<(String, usize)> {
        let line = |n| match n {
            4 => "left one\n".to_owned(),
            17 => "right one\n".to_owned(),
            9 => "upper two\n".to_owned(),
            26 => "lower two\n".to_owned(),
            21 => "alone three\n".to_owned(),
            n => format!("plain {n}\n"),
        };
        let lines: Vec<String> = (0..30).map(line).collect();
        let text = Text::new(lines.concat().into_bytes()).unwrap();
        let test = test::on_texts(|bytes: &[u8]| {
            let has = |word: &str| bytes.windows(word.len()).any(|piece| piece == word.as_bytes());
            has("left") && has("right") || has("upper") && has("lower") || has("alone")
        });
        let how = SeveralCauses { parse: None, protect: None, most: 10, other_failures: false };
        let plan = Plan::single(Algorithm::default(), Unit::Lines);
        let causes = Engine::new().jobs(jobs).run(&test, |search| {
            how.find(search, &text, &mut |search, text| plan.run(search, text.clone()), &mut |_, _| Ok(()))
        });
        let causes = causes.unwrap();
        assert!(causes.stop.is_none() && !causes.is_full);
        let shown =
            |cause: &Cause| (String::from_utf8_lossy(cause.text.bytes()).into_owned(), cause.places.len());
        causes.found.iter().map(shown).collect()
    }

    #[test]
    fn independent_failures_are_found_one_after_the_other_at_any_number_of_jobs() {
        let found = three(1);
        let [alone, left, upper] = ["alone three\n", "left one\nright one\n", "upper two\nlower two\n"];
        let mut texts: Vec<_> = found.iter().map(|(text, _)| text.as_str()).collect();
        texts.sort_unstable();
        assert_eq!(texts, [alone, left, upper]);
        assert!(found.iter().all(|(text, places)| *places == text.split_whitespace().count()), "{found:?}");
        assert_eq!(three(4), found);
    }
}
