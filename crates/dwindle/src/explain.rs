//! Which parts of a minimal failing text may vary freely while it still fails.
//!
//! A free part is a name at all its places, a number, a string, an operator, blanks, or a place where nothing stands. It has a
//! class: a set of texts, also a regular expression, out of which other values of it were drawn at random. The text failed with
//! each of them, and with all free parts varied at once.
//!
//! # Source
//! R. Gopinath, A. Kampmann, N. Havrikov, E. Soremekun and A. Zeller: Abstracting Failure-Inducing Inputs, ISSTA 2020 (DDSET),
//! fills subtrees of a minimal input with random derivations of the input's grammar, and takes those as abstract that fail
//! whatever stands there. Here no grammar is needed: what a part may become is looked for from the widest class to the narrowest.
//! Where parts can vary alone, and not together, delta debugging on the parts that were varied finds which of them.
//!
//! # Guarantee
//! The last [`Explanation::together`] variations of all free parts at once that were drawn all failed, without an exception.
//! That every variation fails is not proved.
//!
//! # Cost
//! One test for each token and each place between two that is not free, about a dozen for each that is, and as many as are wanted of all
//! of them together; more where parts depend on each other.
//!
//! # Determinism
//! A function of the text, the seed and the outcomes, whatever the number of jobs.

mod class;
mod each;
mod ladder;
mod part;
mod pattern;
mod tokens;
mod vary;
mod work;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::edited::touches;
use crate::numbers::Numbers;
use crate::search::{Search, Stop};
use crate::space::{Space, Unit};
use crate::tree::Parse;
use crate::{Outcome, Text};
pub use class::Class;
use class::Draw;
use part::Part;
use tokens::{Kind, Token};
use work::Work;

/// What stands at more places than this does not vary at each of them alone.
const FEW_PLACES: usize = 6;

/// How free parts are looked for.
#[derive(Clone, Debug)]
pub struct Explain {
    /// Knows the words of the language: no name becomes one of them.
    pub parse: Option<Arc<dyn Parse>>,
    /// What never varies.
    pub protect: Option<Regex>,
    /// How many variations of all free parts at once have to fail in a row.
    pub together: usize,
    /// What random choices are made from: the same seed gives the same ones.
    pub seed: u64,
}

/// What is free in a text.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// The free parts, in the order in which they first stand.
    pub free: Vec<Free>,
    /// How many different variations of all of them at once were tested, and failed.
    pub together: u64,
    /// Words, in small letters, that no word became: those of the text, and those that the grammar fixes. In one variation no
    /// two parts became the same word.
    pub taken: BTreeSet<Vec<u8>>,
}

/// A part that may vary.
#[derive(Clone, Debug)]
pub struct Free {
    /// Where it stands, ascending; it is the same at each place. Nothing stands at an empty one.
    pub places: Vec<Range<usize>>,
    /// What may stand there.
    pub class: Class,
    /// How many different values of the class were tested, alone or with others, and failed.
    pub values: u64,
}

impl Explanation {
    /// A regular expression that matches `text`, which this is about, and its variations: each free part is a group. Perl's and
    /// Python's libraries read it; Rust's only if no part stands at several places.
    pub fn pattern(&self, text: &Text) -> String {
        let free: Vec<_> = self.free.iter().map(|part| (&part.places[..], &part.class)).collect();
        pattern::pattern(text.bytes(), &free)
    }

    /// `text`, which this is about, with other values of all its free parts, drawn at random: those of one seed are the same
    /// everywhere.
    pub fn variation(&self, text: &Text, seed: u64) -> Vec<u8> {
        let part = |free: &Free| Part::new(free.places.clone(), vec![free.class.clone()]);
        let parts: Vec<Part> = self.free.iter().map(part).collect();
        let mut taken = self.taken.clone();
        let mut value_of = |part: &Part| {
            let mut numbers = Numbers::of(&[seed, part.first() as u64]);
            vary::value(text, part, &mut numbers, Draw::Any, &mut taken)
        };
        let values: Vec<Option<Vec<u8>>> = parts.iter().map(&mut value_of).collect();
        vary::varied(text, parts.iter().zip(values.iter().map(Option::as_deref)))
    }
}

impl Explain {
    /// Finds what is free in `text`, which fails; nothing where it does not.
    ///
    /// No candidate becomes the best of the search.
    ///
    /// # Errors
    /// Why the search was ended first.
    pub fn find(&self, search: &mut Search<'_>, text: &Text) -> Result<Explanation, Stop> {
        search.exploring(|search| self.explore(search, text))
    }

    fn explore(&self, search: &mut Search<'_>, text: &Text) -> Result<Explanation, Stop> {
        let whole = Arc::new(text.cut(Unit::Bytes));
        if search.outcome(&whole, &whole.full())? != Outcome::Fail {
            return Ok(Explanation::default());
        }
        let grammar = self.parse.as_ref().map(|parse| parse.grammar());
        let taken = tokens::taken_words(text, grammar.map(AsRef::as_ref));
        let fixed = self.protect.iter().flat_map(|it| it.find_iter(text.bytes()));
        let fixed: Vec<Range<usize>> = fixed.map(|it| it.range()).collect();
        let mut all = tokens::tokens(text, 0..text.bytes().len());
        let standing = tokens::numbers(text);
        let mut work = Work { search, text, taken, standing, seed: self.seed };
        let mut free = Vec::new();
        let bound = vary_alike(&mut work, &all, &fixed, Kind::String, &mut free)?;
        let comments = all.iter().filter(|(kind, span)| *kind == Kind::Other && span.len() > 2);
        let within: Vec<Range<usize>> =
            comments.map(|(_, span)| span.start + 2..span.end).chain(bound).collect();
        all.extend(within.into_iter().flat_map(|span| tokens::tokens(text, span)));
        for kind in [Kind::Word, Kind::Number] {
            vary_alike(&mut work, &all, &fixed, kind, &mut free)?;
        }
        for place in free_of(&all, &fixed, Kind::Operator) {
            free.extend(work.operator(Part::new(vec![place], Vec::new()))?);
        }
        for place in between(&all, &fixed, &free, text.bytes().len()) {
            let mut part = Part::new(vec![place], ladder::of_nothing());
            if work.alone(&mut part)? {
                free.push(part);
            }
        }
        let blanks = free_of(&all, &fixed, Kind::Blanks);
        let part = |place: Range<usize>| {
            let mut ladder = ladder::of_blanks(&text.bytes()[place.clone()]);
            // Two operators without a blank between them may begin a comment.
            let mut others = free.iter().flat_map(|part| &part.places);
            if others.any(|it| it.end == place.start || it.start == place.end) {
                ladder.retain(|class| !class.contains(b""));
            }
            Part::new(vec![place], ladder)
        };
        let mut blanks: Vec<Part> = blanks.map(part).collect();
        work.together(&mut blanks, work::ALONE)?;
        free.extend(blanks);
        free.sort_by_key(Part::first);
        let together = work.together(&mut free, self.together)?;
        let taken = work.taken;
        Ok(Explanation { free: free.into_iter().filter_map(told).collect(), together, taken })
    }
}

/// What is said of a part that is free.
fn told(part: Part) -> Option<Free> {
    let class = part.class()?.clone();
    Some(Free { values: part.values.len() as u64, places: part.places, class })
}

/// Adds to `free` what may vary of the tokens of a kind; gives the places of the others.
///
/// Each place of equal tokens is tried alone, where they are few, then all that are left at once.
fn vary_alike(
    work: &mut Work<'_, '_>,
    all: &[Token],
    fixed: &[Range<usize>],
    kind: Kind,
    free: &mut Vec<Part>,
) -> Result<Vec<Range<usize>>, Stop> {
    let mut bound = Vec::new();
    for places in tokens::alike(work.text, all, kind) {
        let bytes = &work.text.bytes()[places[0].clone()];
        let ladder = match kind {
            Kind::String => ladder::of_string(bytes),
            Kind::Number => ladder::of_number(bytes),
            _ => ladder::of_word(bytes),
        };
        let places: Vec<Range<usize>> = places.into_iter().filter(|it| !touches(fixed, it)).collect();
        let (alone, mut left) =
            if places.len() <= FEW_PLACES { (places, Vec::new()) } else { (Vec::new(), places) };
        for place in alone {
            let mut part = Part::new(vec![place.clone()], ladder.clone());
            if work.alone(&mut part)? { free.push(part) } else { left.push(place) }
        }
        if left.len() > 1 {
            let mut part = Part::new(left.clone(), ladder);
            if work.alone(&mut part)? {
                free.push(part);
                left.clear();
            }
        }
        bound.extend(left);
    }
    Ok(bound)
}

/// The places of the tokens of a kind that may vary.
fn free_of<'t>(
    all: &'t [Token],
    fixed: &'t [Range<usize>],
    kind: Kind,
) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let of_kind = all.iter().filter(move |(it, _)| *it == kind);
    of_kind.map(|(_, span)| span.clone()).filter(|span| !touches(fixed, span))
}

/// The places between two tokens, and at both ends, that touch nothing that is free.
fn between(all: &[Token], fixed: &[Range<usize>], free: &[Part], end: usize) -> Vec<Range<usize>> {
    let mut places = BTreeSet::from([0, end]);
    for (kind, span) in all {
        places.extend([span.start, span.end]);
        if *kind == Kind::String {
            places.extend([span.start - 1, span.end + 1]);
        }
    }
    let is_taken = |at: usize| {
        let mut spans = free.iter().flat_map(|part| &part.places).chain(fixed);
        spans.any(|span| span.start <= at && at <= span.end)
    };
    places.into_iter().filter(|at| !is_taken(*at)).map(|at| at..at).collect()
}
