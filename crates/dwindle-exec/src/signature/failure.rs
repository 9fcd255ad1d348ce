//! The signature of a failure: derived from runs, shown, and asked whether another run shows the same.

use std::fmt;

use dwindle::{Outcome, Reason};
use regex::Regex;
use serde::{Deserialize, Serialize};

use super::align::{self, VARIES, align, covers, pieces};
use super::failure_line::{self, FailureLine, Lines, Stream, any_line};
use super::normalise::{HOLE, Quotes, cut, normalise};
use super::{Candidate, End, Observed, Pattern, PatternError, values};

/// So many failure lines of a run are looked for in another run of the same input, and so many lines of that run
/// aligned with each: an output may have thousands.
const LOOKED_FOR: usize = 100;

/// What makes two failures the same: how the run ends, and what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// How the run must end; `None` leaves it free.
    end: Option<End>,
    says: Says,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Says {
    /// Nothing that the table knows.
    Nothing,
    /// Anything.
    Anything,
    /// A failure line, normalised; [`VARIES`] stands for what differed between two runs.
    Line { kind: String, stream: Stream, text: String, quotes: Quotes },
    /// A line that this regex matches.
    Regex(Pattern),
}

impl Signature {
    /// Derives the signature of the failure that one run showed on `candidate`.
    ///
    /// The failure line is the one found by the first entry of the table that finds any. Output that no
    /// entry knows is judged by its last line with a word of failure, else by the last line of standard
    /// error, but only if the run did not end with exit code 0: a program that succeeds and mentions
    /// errors has not failed. A line that only counts errors is taken if there is no other.
    pub fn derive(observed: &Observed<'_>, candidate: &Candidate<'_>) -> Self {
        let end = observed.end;
        if end == End::TimedOut {
            return Self::hang();
        }
        let lines = Lines::of(observed);
        let line = lines.recognised().next().or_else(|| match end {
            End::Exit(0) => None,
            _ => lines.guessed().next(),
        });
        let says = line.map_or(Says::Nothing, |line| {
            let mut quotes = Quotes::default();
            let text = cut(normalise(&line.text, line.care, candidate, &mut quotes), HOLE);
            Says::of(line, text, quotes)
        });
        Self { end: Some(end), says }
    }

    /// Derives the signature of the failure that two runs on the same input showed: the first failure line, in the
    /// order of [`Self::derive`], that both have, with whatever differs between the two blanked out.
    ///
    /// Where the lines that the table knows are not the same, or the ends are not, the two runs did not show one
    /// failure: `None`. Where only unknown lines are not the same, the end alone is the signature.
    pub fn of_both(
        (first, candidate): (&Observed<'_>, &Candidate<'_>),
        (again, as_well): (&Observed<'_>, &Candidate<'_>),
    ) -> Option<Self> {
        let end = first.end;
        if end != again.end {
            return None;
        }
        if end == End::TimedOut {
            return Some(Self::hang());
        }
        let (one, other) = (Lines::of(first), Lines::of(again));
        let shared = |line: FailureLine| {
            let mut quotes = Quotes::default();
            let text = normalise(&line.text, line.care, candidate, &mut quotes);
            let text = in_both(&line, text, &other, &quotes, as_well)?;
            Some(Says::of(line, text, quotes))
        };
        let known = one.recognised().take(LOOKED_FOR).find_map(shared);
        let says = match known {
            Some(says) => says,
            None if one.recognised().chain(other.recognised()).next().is_some() => return None,
            None if end == End::Exit(0) => Says::Nothing,
            None => one.guessed().take(LOOKED_FOR).find_map(shared).unwrap_or(Says::Nothing),
        };
        Some(Self { end: Some(end), says })
    }

    /// Whether this is `other`, or differs from it only where its own two runs differed: every run that shows `other`
    /// shows this.
    pub fn covers(&self, other: &Self) -> bool {
        match (&self.says, &other.says) {
            (Says::Line { kind, text, .. }, Says::Line { kind: other_kind, text: other_text, .. }) => {
                self.end == other.end && kind == other_kind && covers(text, other_text)
            }
            _ => self == other,
        }
    }

    /// The signature of a command that does not end in time, whatever it says until then.
    pub const fn hang() -> Self {
        Self { end: Some(End::TimedOut), says: Says::Anything }
    }

    /// A signature given as a regex: some line of the output matches it, on either stream, or some failure line
    /// in the one-line form in which signatures are shown. How the run ends is free.
    ///
    /// # Errors
    /// If it is not a regex.
    pub fn from_regex(regex: &str) -> Result<Self, PatternError> {
        Ok(Self { end: None, says: Says::Regex(Pattern::new(regex)?) })
    }

    /// The same signature for runs that end so.
    #[must_use]
    pub fn ending(mut self, end: End) -> Self {
        self.end = Some(end);
        self
    }

    /// How the run must end; `None` if that is free.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether this is a failure at all: anything but exit code 0 without a failure line.
    pub fn is_failure(&self) -> bool {
        !(self.end == Some(End::Exit(0)) && self.says == Says::Nothing)
    }

    /// The failure line as a regex to edit, for [`Self::from_regex`]; empty if there is none. It matches
    /// whatever this signature was derived from, and is the looser of the two: a hole takes any text, not
    /// only the candidate's.
    pub fn to_regex(&self) -> String {
        match &self.says {
            Says::Nothing | Says::Anything => String::new(),
            Says::Regex(pattern) => pattern.to_string(),
            Says::Line { text, .. } => holed(text).map(escape).collect::<Vec<_>>().join(".*"),
        }
    }

    /// The text of the candidate that its failure line left out, in order; empty where it left out none.
    pub fn left_out(&self) -> &[String] {
        match &self.says {
            Says::Line { quotes, .. } => &quotes.of_candidate,
            Says::Nothing | Says::Anything | Says::Regex(_) => &[],
        }
    }

    /// The failure line as a regex that keeps the text of the candidate, and the option that it is for: what `output`
    /// has there. None where no one line of `output` is the failure line.
    pub fn pinned(&self, output: &str) -> Option<(&'static str, String)> {
        let Says::Line { stream, text, quotes, .. } = &self.says else { return None };
        let pieces: Vec<String> = holed(text).map(escape).collect();
        let found = Regex::new(&pieces.join("(.*?)")).ok()?;
        let whole = Regex::new(&format!("^(?:{found})$")).ok()?;
        let captured = output.lines().find_map(|line| {
            let line = line.trim();
            whole.captures(line).or_else(|| found.captures(line))
        })?;
        let holes = captured.iter().skip(1).map(|hole| hole.map_or("", |hole| hole.as_str()));
        let holes = holes.map(|hole| {
            let is_quoted = quotes.of_candidate.iter().any(|quoted| quoted == hole);
            if is_quoted { escape(hole) } else { ".*".to_owned() }
        });
        let mut regex = pieces[0].clone();
        for (hole, piece) in holes.zip(&pieces[1..]) {
            regex.extend([hole, piece.clone()]);
        }
        let regex = regex.strip_prefix(".*").unwrap_or(&regex);
        let regex = regex.strip_suffix(".*").unwrap_or(regex).to_owned();
        Some((stream.option(), regex))
    }

    /// Whether its failure line is of a kind that the table knows: no guess, and none of a shell.
    pub fn is_known(&self) -> bool {
        self.kind().is_some_and(failure_line::is_known)
    }

    /// Which kind of failure line it has; `None` without one.
    pub fn kind(&self) -> Option<&str> {
        match &self.says {
            Says::Line { kind, .. } => Some(kind),
            Says::Nothing | Says::Anything | Says::Regex(_) => None,
        }
    }

    /// The signature in the one-line form in which it is shown, without the values that come from the input: what is
    /// the same for two inputs that show the same failure.
    ///
    /// Numbers are left out that are neither part of a name nor a place in the program nor a code; and quoted
    /// text of which `is_input` says that it occurs in the input. With `all_values` every number and all
    /// quoted text is left out: for callers that know the place of the failure, too.
    pub fn without_values(&self, is_input: &dyn Fn(&str) -> bool, all_values: bool) -> String {
        let mut shown = self.clone();
        if let Says::Line { kind, text, .. } = &mut shown.says {
            *text = values::without_values(text, failure_line::care(kind), is_input, all_values);
        }
        shown.to_string()
    }

    /// Judges what a run on `candidate` showed.
    ///
    /// * The same end, and *some* line that normalises to the failure line: `Fail`. Other errors beside it
    ///   do not matter, in whatever order they come.
    /// * Else exit code 0: `Pass`.
    /// * Else `Unresolved`, with what it showed instead. A run that was stopped for its time is among
    ///   these; a caller that knows the limit says so better.
    ///
    /// A signature without a failure line wants output without one: a failure that said nothing and one
    /// that names its cause are two.
    pub fn judge(&self, observed: &Observed<'_>, candidate: &Candidate<'_>) -> (Outcome, Option<Reason>) {
        let end = observed.end;
        if self.end.is_none_or(|wanted| wanted == end) && self.is_said(observed, candidate) {
            (Outcome::Fail, None)
        } else if end == End::Exit(0) {
            (Outcome::Pass, None)
        } else {
            (Outcome::Unresolved, Some(other_failure(observed, candidate)))
        }
    }

    fn is_said(&self, observed: &Observed<'_>, candidate: &Candidate<'_>) -> bool {
        match &self.says {
            Says::Anything => true,
            Says::Nothing => Lines::of(observed).recognised().next().is_none(),
            Says::Regex(pattern) => any_line(observed, |line| pattern.is_match(line.as_bytes())),
            Says::Line { kind, text, quotes, .. } => {
                // What stands between two holes stands in the line itself: most lines need no more than this.
                let longest = holed(text).max_by_key(|piece| piece.len()).unwrap_or_default();
                let varies = text.contains(VARIES);
                Lines::of(observed).of_kind(kind).iter().filter(|line| line.text.contains(longest)).any(
                    |line| {
                        let now = normalise(&line.text, line.care, candidate, &mut quotes.clone());
                        if varies { covers(text, &now) } else { cut(now, HOLE) == *text }
                    },
                )
            }
        }
    }
}

impl Says {
    fn of(line: FailureLine, text: String, quotes: Quotes) -> Self {
        Self::Line { kind: line.kind.into_owned(), stream: line.stream, text, quotes }
    }
}

/// What stands between the holes of a failure line, of either kind.
fn holed(text: &str) -> impl Iterator<Item = &str> {
    pieces(text).into_iter().flat_map(|piece| piece.split(HOLE))
}

/// `text`, the normalised failure line of a run, with what differs in another run on the same input blanked out;
/// `None` if that one has no such line.
fn in_both(
    line: &FailureLine,
    text: String,
    other: &Lines<'_>,
    quotes: &Quotes,
    candidate: &Candidate<'_>,
) -> Option<String> {
    let there = other.of_kind(&line.kind);
    if there.iter().any(|other| other.text == line.text) {
        return Some(cut(text, HOLE));
    }
    let mut best: Option<align::Aligned> = None;
    for other in there.iter().filter(|other| other.stream == line.stream).take(LOOKED_FOR) {
        let now = normalise(&other.text, other.care, candidate, &mut quotes.clone());
        if now == text {
            return Some(cut(text, HOLE));
        }
        let aligned = align(&text, &now);
        let words = best.as_ref().map_or(0, |best| best.words);
        best = aligned.filter(|aligned| aligned.words > words).or(best);
    }
    best.map(|aligned| cut(aligned.text, VARIES))
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(end) = self.end {
            write!(f, "{end}")?;
        }
        let comma = if self.end.is_some() { ", " } else { "" };
        match &self.says {
            Says::Nothing | Says::Anything => Ok(()),
            Says::Line { stream, text, .. } => {
                write!(f, "{comma}{}: {}", stream, text.replace(VARIES, "…"))
            }
            Says::Regex(pattern) => write!(f, "{comma}output matches /{pattern}/"),
        }
    }
}

/// The reason for a run that failed, but otherwise.
pub(super) fn other_failure(observed: &Observed<'_>, candidate: &Candidate<'_>) -> Reason {
    Reason::OtherFailure { signature: Signature::derive(observed, candidate).to_string() }
}

/// Escapes what means something outside a class of a regex, and no more than that: people edit this.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\.+*?()|[]{}^$".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
