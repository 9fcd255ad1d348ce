//! Loops that are not greedy, written so that the longest match is the one they mean.
//!
//! A lexer takes the longest match of a rule, and `'/*' .*? '*/'` would run to the last `*/` of a file. Such a loop
//! means: prefer to leave. So it is read, with all that stands behind it in its sequence, as an automaton whose
//! states are lists of places in the pattern, best first (as in R. Cox's account of Pike's matcher, "Regular
//! Expression Matching: the Virtual Machine Approach", 2009): once the end is among them, all worse places are
//! dropped. What that automaton accepts is made a regular expression again by taking out state after
//! state; its longest match is the preferred match of the loop.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dwindle::grammar::Class as CharacterClass;
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Repetition};

/// A pattern of which the longest match is meant.
#[derive(Debug)]
pub(super) struct Exact {
    pub(super) pattern: String,
    /// Whether a loop that is not greedy is read as greedy: nothing stands behind it to end it, or too much.
    pub(super) made_greedy: bool,
}

/// Patterns and automata beyond these sizes are not made.
const LONGEST: usize = 1 << 16;
const MOST_PLACES: usize = 2_000;
const MOST_STATES: usize = 120;
const LARGEST: usize = 2_000;

/// Rewrites `pattern` without loops that are not greedy.
///
/// # Errors
/// Why `pattern` is no regular expression: it nests too deep, or gets too large.
pub(super) fn without_laziness(pattern: &str) -> Result<Exact, String> {
    let hir = parse(pattern)?;
    let mut made_greedy = false;
    let exact = rewrite(&hir, &mut made_greedy);
    let printed = exact.to_string();
    if printed.len() <= LONGEST && parse(&printed).is_ok() {
        return Ok(Exact { pattern: printed, made_greedy });
    }
    Ok(Exact { pattern: greedy(&hir).to_string(), made_greedy: true })
}

fn parse(pattern: &str) -> Result<Hir, String> {
    regex_syntax::parse(pattern).map_err(|error| match error {
        regex_syntax::Error::Parse(error) => error.kind().to_string(),
        regex_syntax::Error::Translate(error) => error.kind().to_string(),
        other => other.to_string(),
    })
}

/// The parser limits how deep expressions nest, and so how deep this goes.
fn rewrite(hir: &Hir, made_greedy: &mut bool) -> Hir {
    let is_lazy = |part: &Hir| matches!(part.kind(), HirKind::Repetition(r) if !r.greedy && r.max != Some(1));
    let HirKind::Concat(parts) = hir.kind() else {
        *made_greedy |= is_lazy(hir);
        return with_parts(hir, &mut |part| rewrite(part, made_greedy));
    };
    let from = parts.iter().position(is_lazy).filter(|at| at + 1 < parts.len());
    let (before, lazy) = parts.split_at(from.unwrap_or(parts.len()));
    let mut out: Vec<Hir> = before.iter().map(|part| rewrite(part, made_greedy)).collect();
    if !lazy.is_empty() {
        out.push(preferred(lazy).unwrap_or_else(|| {
            *made_greedy = true;
            Hir::concat(lazy.iter().map(greedy).collect())
        }));
    }
    Hir::concat(out)
}

/// The same with all loops greedy.
fn greedy(hir: &Hir) -> Hir {
    with_parts(hir, &mut greedy)
}

/// The same, greedy if it is a loop, with other parts.
fn with_parts(hir: &Hir, part: &mut dyn FnMut(&Hir) -> Hir) -> Hir {
    match hir.kind() {
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => hir.clone(),
        HirKind::Repetition(repetition) => {
            let sub = Box::new(part(&repetition.sub));
            Hir::repetition(Repetition { greedy: true, sub, ..repetition.clone() })
        }
        HirKind::Capture(capture) => part(&capture.sub),
        HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(part).collect()),
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(part).collect()),
    }
}

/// The preferred matches of a sequence. None if the automaton gets too large.
fn preferred(parts: &[Hir]) -> Option<Hir> {
    let mut places = Places::default();
    let end = places.add(Place::End)?;
    let start = parts.iter().rev().try_fold(end, |next, part| places.compile(part, next))?;
    let alphabet = letters(&places);
    let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut states: Vec<Vec<usize>> = Vec::new();
    let mut edges: BTreeMap<(usize, usize), Vec<ClassUnicodeRange>> = BTreeMap::new();
    let first = places.close([start]);
    numbers.insert(first.clone(), 0);
    states.push(first);
    let mut at = 0;
    while at < states.len() {
        for ranges in &alphabet {
            let next = states[at].iter().filter_map(|place| match &places.0[*place] {
                Place::Class(class, next) if class.contains(ranges[0].start()) => Some(*next),
                _ => None,
            });
            let next = places.close(next);
            if next.is_empty() {
                continue;
            }
            let number = *numbers.entry(next.clone()).or_insert(states.len());
            if number == states.len() {
                states.push(next);
            }
            edges.entry((at, number)).or_default().extend(ranges);
        }
        at += 1;
        if states.len() > MOST_STATES {
            return None;
        }
    }
    let accepting: Vec<usize> = (0..states.len()).filter(|state| states[*state].contains(&end)).collect();
    let edges =
        edges.into_iter().map(|(ends, ranges)| (ends, Hir::class(Class::Unicode(ClassUnicode::new(ranges)))));
    expression(states.len(), edges.collect(), &accepting)
}

/// The regular expression of an automaton that starts in state 0. None if it gets too large: it can double with each
/// state that is taken out.
fn expression(states: usize, edges: BTreeMap<(usize, usize), Hir>, accepting: &[usize]) -> Option<Hir> {
    let (start, end) = (states, states + 1);
    let mut edges: Edges = edges.into_iter().map(|(ends, hir)| (ends, Weighed(hir, 1))).collect();
    edges.insert((start, 0), Weighed(Hir::empty(), 0));
    for state in accepting {
        edges.insert((*state, end), Weighed(Hir::empty(), 0));
    }
    let mut left: BTreeSet<usize> = (0..states).collect();
    while let Some(state) = cheapest(&left, &edges) {
        left.remove(&state);
        let into = ends(&edges, |(from, to)| (to == state && from != state).then_some(from));
        let out = ends(&edges, |(from, to)| (from == state && to != state).then_some(to));
        let around = edges.get(&(state, state)).map(|Weighed(sub, size)| {
            let sub = Box::new(sub.clone());
            Weighed(Hir::repetition(Repetition { min: 0, max: None, greedy: true, sub }), size + 1)
        });
        edges.retain(|(from, to), _| *from != state && *to != state);
        for (from, before) in &into {
            for (to, after) in &out {
                let parts = [Some(before), around.as_ref(), Some(after)];
                let other = edges.remove(&(*from, *to));
                let size = parts.into_iter().flatten().chain(&other).map(|part| part.1).sum::<usize>() + 1;
                if size > LARGEST {
                    return None;
                }
                let path = Hir::concat(parts.into_iter().flatten().map(|part| part.0.clone()).collect());
                let both = match other {
                    Some(Weighed(other, _)) => Hir::alternation(vec![other, path]),
                    None => path,
                };
                edges.insert((*from, *to), Weighed(both, size));
            }
        }
    }
    Some(edges.remove(&(start, end)).map_or_else(Hir::fail, |whole| whole.0))
}

/// A regular expression and about how large it is.
#[derive(Clone, Debug)]
struct Weighed(Hir, usize);

type Edges = BTreeMap<(usize, usize), Weighed>;

/// The state with the fewest paths through it.
fn cheapest(left: &BTreeSet<usize>, edges: &Edges) -> Option<usize> {
    let paths = |state: usize| {
        let into = edges.keys().filter(|(from, to)| *to == state && *from != state).count();
        let out = edges.keys().filter(|(from, to)| *from == state && *to != state).count();
        into * out
    };
    left.iter().copied().min_by_key(|state| paths(*state))
}

fn ends(edges: &Edges, end: impl Fn((usize, usize)) -> Option<usize>) -> Vec<(usize, Weighed)> {
    edges.iter().filter_map(|(key, sized)| Some((end(*key)?, sized.clone()))).collect()
}

/// A place in a pattern.
#[derive(Debug)]
enum Place {
    /// A character out of ranges, and where it leads.
    Class(CharacterClass, usize),
    /// These places, best first.
    Split(Vec<usize>),
    End,
}

#[derive(Debug, Default)]
struct Places(Vec<Place>);

impl Places {
    fn add(&mut self, place: Place) -> Option<usize> {
        self.0.push(place);
        (self.0.len() <= MOST_PLACES).then(|| self.0.len() - 1)
    }

    /// The place where `hir` begins, if `next` is where it leads.
    fn compile(&mut self, hir: &Hir, next: usize) -> Option<usize> {
        match hir.kind() {
            HirKind::Empty => Some(next),
            HirKind::Look(_) | HirKind::Class(Class::Bytes(_)) => None,
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                let class = |c| CharacterClass::new([(c, c)]);
                text.chars().rev().try_fold(next, |next, c| self.add(Place::Class(class(c), next)))
            }
            HirKind::Class(Class::Unicode(class)) => {
                let ranges = class.ranges().iter().map(|range| (range.start(), range.end()));
                self.add(Place::Class(CharacterClass::new(ranges), next))
            }
            HirKind::Capture(capture) => self.compile(&capture.sub, next),
            HirKind::Concat(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.compile(part, next))
            }
            HirKind::Alternation(parts) => {
                let starts: Option<Vec<usize>> = parts.iter().map(|part| self.compile(part, next)).collect();
                self.add(Place::Split(starts?))
            }
            HirKind::Repetition(repetition) => self.repetition(repetition, next),
        }
    }

    fn repetition(&mut self, repetition: &Repetition, next: usize) -> Option<usize> {
        let choice = |body: usize| if repetition.greedy { vec![body, next] } else { vec![next, body] };
        let mut start = next;
        match repetition.max {
            None => {
                let again = self.add(Place::Split(Vec::new()))?;
                let body = self.compile(&repetition.sub, again)?;
                self.0[again] = Place::Split(choice(body));
                start = again;
            }
            Some(max) => {
                for _ in repetition.min..max {
                    let body = self.compile(&repetition.sub, start)?;
                    start = self.add(Place::Split(choice(body)))?;
                }
            }
        }
        for _ in 0..repetition.min {
            start = self.compile(&repetition.sub, start)?;
        }
        Some(start)
    }

    /// The classes and the end that are reached from `places` without a character, best first; nothing behind the
    /// end.
    fn close(&self, places: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut seen = vec![false; self.0.len()];
        let mut closed = Vec::new();
        for place in places {
            let mut stack = vec![place];
            while let Some(place) = stack.pop() {
                if std::mem::replace(&mut seen[place], true) {
                    continue;
                }
                match &self.0[place] {
                    Place::Split(starts) => stack.extend(starts.iter().rev()),
                    Place::Class(..) => closed.push(place),
                    Place::End => {
                        closed.push(place);
                        return closed;
                    }
                }
            }
        }
        closed
    }
}

/// The alphabet: characters that no class tells apart are one letter.
fn letters(places: &Places) -> Vec<Vec<ClassUnicodeRange>> {
    let classes = places.0.iter().filter_map(|place| match place {
        Place::Class(class, _) => Some((class.ranges(), class)),
        _ => None,
    });
    let classes: BTreeMap<&[(char, char)], &CharacterClass> = classes.collect();
    let ends = classes.keys().flat_map(|ranges| ranges.iter());
    let mut cuts: BTreeSet<u32> =
        ends.flat_map(|(low, high)| [u32::from(*low), u32::from(*high) + 1]).collect();
    // The surrogates are a gap of their own.
    cuts.extend([0xd800, 0xe000]);
    let cuts: Vec<u32> = cuts.into_iter().collect();
    let mut letters: BTreeMap<Vec<bool>, Vec<ClassUnicodeRange>> = BTreeMap::new();
    for pair in cuts.windows(2) {
        let (Some(low), Some(high)) = (char::from_u32(pair[0]), char::from_u32(pair[1] - 1)) else {
            continue;
        };
        let of: Vec<bool> = classes.values().map(|class| class.contains(low)).collect();
        if of.contains(&true) {
            letters.entry(of).or_default().push(ClassUnicodeRange::new(low, high));
        }
    }
    letters.into_values().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    /// The longest prefix of `text` that `pattern` matches as a whole.
    fn longest(pattern: &str, text: &str) -> Option<usize> {
        let whole = Regex::new(&format!("^(?:{pattern})$")).unwrap();
        (0..=text.len())
            .rev()
            .filter(|end| text.is_char_boundary(*end))
            .find(|end| whole.is_match(&text[..*end]))
    }

    fn check(pattern: &str, text: &str) {
        let exact = without_laziness(pattern).unwrap();
        let preferred = Regex::new(&format!("^(?:{pattern})")).unwrap().find(text).map(|found| found.end());
        assert!(!exact.made_greedy, "{pattern}");
        assert_eq!(longest(&exact.pattern, text), preferred, "{pattern} as {} on {text:?}", exact.pattern);
    }

    #[test]
    fn the_longest_match_is_the_one_that_the_loop_prefers() {
        for text in ["/* a */ b */", "/***/ */", "/*/ */", "/* é", "/* /* */ */ */"] {
            check(r"/\*(?s:.)*?\*/", text);
            check(r"/\*(?:/\*(?s:.)*?\*/|(?s:.))*?\*/", text);
        }
        for text in [r#""a\"b" "c""#, r#""\\" ""#, r#""\""#, r#""""#] {
            check(r#""(?:\\"|.)*?""#, text);
        }
        for text in ["// a\r\n//\n", "//\n\n", "// a"] {
            check(r"//(?s:.)*?\r?\n", text);
        }
        check("<!--(?s:.)*?-->", "<!-- -- -> ---> -->");
        check("<(?s:.)*?>(?:b|[^>])*?>", "<a><b>>b>");
    }

    #[test]
    fn a_loop_with_nothing_behind_it_is_made_greedy() {
        let exact = without_laziness("a.*?").unwrap();
        assert!(exact.made_greedy);
        assert_eq!(longest(&exact.pattern, "abc"), Some(3));
    }

    #[test]
    fn what_has_no_such_loop_stays_the_same_language() {
        let exact = without_laziness("(?i:if|of)[0-9]+").unwrap();
        assert!(!exact.made_greedy);
        assert_eq!(longest(&exact.pattern, "IF12x"), Some(4));
    }

    proptest! {
        #[test]
        fn loops_and_texts_made_up_agree_with_the_matcher(
            body in "[ab.]{1,2}(\\|[abc]{1,2})?", tail in "[abc]{1,3}(\\?b)?", text in "[abc]{0,8}"
        ) {
            let pattern = format!("a(?:{body})*?{tail}");
            // Some are too large, and said to be.
            if !without_laziness(&pattern).unwrap().made_greedy {
                check(&pattern, &text);
            }
        }
    }
}
