//! Pairs: actions that make no sense one without the other, such as pressing a key and releasing it.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use regex::Regex;

use super::field::said;
use super::{Field, Log, LogError, json};

/// Two patterns: what an action says that opens something, and what one says that closes it.
#[derive(Clone, Debug)]
pub struct PairRule {
    first: Pattern,
    second: Pattern,
}

/// A word that is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {why}")]
pub struct NoRule {
    rule: String,
    why: String,
}

#[derive(Clone, Debug)]
struct Pattern {
    shown: String,
    /// It stands between blanks in a line.
    in_line: Regex,
    /// It is all that a field says.
    whole: Regex,
}

impl Pattern {
    fn new(pattern: &str) -> Result<Self, regex::Error> {
        // By itself first, so that what is said about a mistake shows the pattern as it was typed.
        Regex::new(pattern)?;
        Ok(Self {
            shown: pattern.to_owned(),
            in_line: Regex::new(&format!(r"(?:^|\s)(?:{pattern})(?:\s|$)"))?,
            whole: Regex::new(&format!(r"^(?:{pattern})$"))?,
        })
    }
}

impl FromStr for PairRule {
    type Err = NoRule;

    fn from_str(rule: &str) -> Result<Self, Self::Err> {
        let no = |why: String| NoRule { rule: rule.to_owned(), why };
        let (first, second) = match rule.split(':').collect::<Vec<_>>().as_slice() {
            [first, second] if !first.is_empty() && !second.is_empty() => (*first, *second),
            _ => {
                return Err(no(
                    "not a pair; pairs are written as press:release (a colon itself as \\x3a)".into()
                ));
            }
        };
        let pattern = |word: &str| Pattern::new(word).map_err(|error| no(error.to_string()));
        Ok(Self { first: pattern(first)?, second: pattern(second)? })
    }
}

impl fmt::Display for PairRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.first.shown, self.second.shown)
    }
}

impl Log {
    /// The smallest sets of actions that may go together, by their first actions: pairs by `rules`, and every other
    /// action alone.
    ///
    /// Of a pair the first action matches the rule's first pattern, and the second is the next one behind it that
    /// matches the second pattern, has no partner yet and agrees with it. In a plain line a pattern stands between
    /// blanks, and what follows it has to agree. In JSON it is all that a field says that is a string, and the fields
    /// in `by` have to agree; where none are named, all other fields that are strings.
    ///
    /// # Errors
    /// [`LogError::Unpaired`] for the first action without a partner, unless `alone` lets it stand alone.
    pub fn units(&self, rules: &[PairRule], by: &[Field], alone: bool) -> Result<Vec<Vec<u32>>, LogError> {
        if let Some(field) = by.first().filter(|_| !self.format.is_json()) {
            return Err(LogError::NotOfFields { field: field.clone() });
        }
        let mut partner = Sets::of(self.len());
        let mut lonely: BTreeMap<usize, (&Pattern, &Pattern)> = BTreeMap::new();
        for rule in rules {
            let mut open: BTreeMap<Vec<u8>, VecDeque<usize>> = BTreeMap::new();
            for number in 0..self.len() {
                // What closes something does not open it again.
                if let Some(rest) = self.rest(number, &rule.second, by) {
                    if let Some(first) = open.get_mut(&rest).and_then(VecDeque::pop_front) {
                        partner.join(first, number);
                        continue;
                    }
                    if self.rest(number, &rule.first, by).is_none() {
                        lonely.entry(number).or_insert((&rule.second, &rule.first));
                        continue;
                    }
                }
                if let Some(rest) = self.rest(number, &rule.first, by) {
                    open.entry(rest).or_default().push_back(number);
                }
            }
            for number in open.into_values().flatten() {
                lonely.entry(number).or_insert((&rule.first, &rule.second));
            }
        }
        match lonely.first_key_value() {
            Some((&number, (this, other))) if !alone => Err(LogError::Unpaired {
                line: self.line(number),
                this: this.shown.clone(),
                other: other.shown.clone(),
                action: String::from_utf8_lossy(self.action(number)).into_owned(),
            }),
            _ => Ok(partner.sets()),
        }
    }

    /// The rules of which no action matches either pattern.
    pub fn unmatched<'a>(&self, rules: &'a [PairRule]) -> Vec<&'a PairRule> {
        let matches =
            |pattern: &Pattern| (0..self.len()).any(|number| self.rest(number, pattern, &[]).is_some());
        rules.iter().filter(|rule| !matches(&rule.first) && !matches(&rule.second)).collect()
    }

    /// Of each action and each pattern the name of the field that matches it; without its quotes it may be empty, as
    /// that of a line is.
    pub(super) fn kinds(&self, rules: &[PairRule]) -> Vec<Option<Vec<u8>>> {
        let patterns: Vec<&Pattern> = rules.iter().flat_map(|rule| [&rule.first, &rule.second]).collect();
        let kind = |number: usize, pattern: &Pattern| {
            let fields = self.fields(number);
            self.matched(&fields, pattern).map(|at| fields[at].0.to_vec())
        };
        (0..self.len()).flat_map(|number| patterns.iter().map(move |pattern| kind(number, pattern))).collect()
    }

    /// The fields of an object with their names, or the elements of an array.
    fn fields(&self, number: usize) -> Vec<(&[u8], Range<usize>)> {
        let (bytes, value) = (self.text.bytes(), &self.actions[number].value);
        let named = json::members(bytes, value).into_iter().map(|(name, value)| (&bytes[name], value));
        let listed = json::elements(bytes, value.start).map_or_else(|_| Vec::new(), |(values, _)| values);
        named.chain(listed.into_iter().map(|value| (&[][..], value))).collect()
    }

    /// The first of an action's fields that says all that `pattern` matches.
    fn matched(&self, fields: &[(&[u8], Range<usize>)], pattern: &Pattern) -> Option<usize> {
        fields.iter().position(|(_, value)| self.says(value).is_some_and(|it| pattern.whole.is_match(&it)))
    }

    /// What the value at `span` says, if it is a string.
    fn says(&self, span: &Range<usize>) -> Option<String> {
        let bytes = self.text.bytes();
        (bytes[span.start] == b'"').then(|| said(&bytes[span.clone()]).into_owned())
    }

    /// What has to be the same in two actions that go together, when the action at `number` matches `pattern`.
    fn rest(&self, number: usize, pattern: &Pattern, by: &[Field]) -> Option<Vec<u8>> {
        let bytes = self.text.bytes();
        let value = &self.actions[number].value;
        if !self.format.is_json() {
            return rest_of_line(&String::from_utf8_lossy(&bytes[value.clone()]), pattern);
        }
        if let Some(line) = self.says(value) {
            return rest_of_line(&line, pattern);
        }
        let fields = self.fields(number);
        let matched = self.matched(&fields, pattern)?;
        let mut rest: Vec<Vec<u8>> = if by.is_empty() {
            let others = fields
                .iter()
                .enumerate()
                .filter(|(at, (_, value))| *at != matched && self.says(value).is_some());
            others.map(|(_, (name, value))| [name, &b":"[..], &bytes[value.clone()]].concat()).collect()
        } else {
            let fields = by.iter().map(|field| self.find(number, field));
            fields.map(|span| span.map_or_else(|| b"-".to_vec(), |span| bytes[span].to_vec())).collect()
        };
        if by.is_empty() {
            // In whatever order they stand.
            rest.sort();
        }
        Some(rest.join(&0))
    }
}

/// What follows the pattern in a line.
fn rest_of_line(line: &str, pattern: &Pattern) -> Option<Vec<u8>> {
    let found = pattern.in_line.find(line)?;
    Some(line[found.end()..].trim().as_bytes().to_vec())
}

/// Joins sets of actions that have an action in common.
pub(crate) fn joined(sets: &[Vec<u32>], others: &[Vec<u32>], len: usize) -> Vec<Vec<u32>> {
    let mut all = Sets::of(len);
    for set in sets.iter().chain(others) {
        for pair in set.windows(2) {
            all.join(pair[0] as usize, pair[1] as usize);
        }
    }
    let known: std::collections::BTreeSet<u32> = sets.iter().chain(others).flatten().copied().collect();
    all.sets().into_iter().filter(|set| known.contains(&set[0])).collect()
}

/// Sets that can be joined (union and find, the first of a set its name).
struct Sets(Vec<usize>);

impl Sets {
    fn of(len: usize) -> Self {
        Self((0..len).collect())
    }

    fn first(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)] = a.min(b);
    }

    fn sets(mut self) -> Vec<Vec<u32>> {
        let mut sets: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (at, number) in (0u32..).enumerate().take(self.0.len()) {
            sets.entry(self.first(at)).or_default().push(number);
        }
        sets.into_values().collect()
    }
}
