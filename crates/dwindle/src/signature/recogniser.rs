//! One kind of failure line: how to find it and what to keep of it.
//!
//! The entries themselves are in `table/`, one file a family. This file only says what an entry can say.

/// An entry of the table: a line to look for, and what of it (and of lines after it) says what the failure is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recogniser {
    /// Its name: written down with a signature, so it stays once published.
    pub(super) name: &'static str,
    /// The regex that finds the line.
    pub(super) line: &'static str,
    /// A line that also matches this one is not meant.
    pub(super) not: Option<&'static str>,
    /// What is kept of the line: a template over the regex's groups (`$0` is all that matched).
    pub(super) keep: &'static str,
    /// Parts taken from later lines.
    pub(super) then: &'static [Then],
    /// Which of several such lines counts.
    pub(super) pick: Pick,
    /// What is normalised in it beyond the rule.
    pub(super) care: Care,
}

/// A part of the failure line taken from a line after the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Then {
    /// The regex that finds the line.
    pub(super) line: &'static str,
    /// Lines that also match this are passed over.
    pub(super) not: Option<&'static str>,
    /// How this part is put to what stands: a template with the text that goes between (`": $1"`).
    pub(super) join: &'static str,
    /// How many lines are looked at.
    pub(super) within: usize,
    /// Which of several such lines is taken.
    pub(super) pick: Pick,
    /// Whether there is no failure line without this part.
    pub(super) required: bool,
}

/// Which of several matching lines is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// The first one: later ones follow from it.
    First,
    /// The last one: earlier ones led to it.
    Last,
}

/// How a failure line is normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// By the rule: positions in the candidate and text quoted from it.
    Usual,
    /// What is quoted stays, even when it is the candidate's: an assertion's text *is* the failure.
    KeepQuoted,
    /// Every number goes too: they are values that the run computed.
    DropNumbers,
}

impl Recogniser {
    /// An entry that keeps the whole match of the first line that `line` finds.
    pub(super) const fn new(name: &'static str, line: &'static str) -> Self {
        Self { name, line, not: None, keep: "$0", then: &[], pick: Pick::First, care: Care::Usual }
    }

    /// The same, but for lines that match `not` too.
    pub(super) const fn except(mut self, not: &'static str) -> Self {
        self.not = Some(not);
        self
    }

    /// The same, keeping only this.
    pub(super) const fn keep(mut self, keep: &'static str) -> Self {
        self.keep = keep;
        self
    }

    /// The same, followed by parts of later lines.
    pub(super) const fn then(mut self, then: &'static [Then]) -> Self {
        self.then = then;
        self
    }

    /// The same, but the last such line counts.
    pub(super) const fn last(mut self) -> Self {
        self.pick = Pick::Last;
        self
    }

    /// The same, normalised with this care.
    pub(super) const fn care(mut self, care: Care) -> Self {
        self.care = care;
        self
    }
}

impl Then {
    /// An optional part: the first line within the next forty that `line` finds.
    pub(super) const fn new(line: &'static str, join: &'static str) -> Self {
        Self { line, not: None, join, within: 40, pick: Pick::First, required: false }
    }

    /// The same, passing over lines that match `not`.
    pub(super) const fn except(mut self, not: &'static str) -> Self {
        self.not = Some(not);
        self
    }

    /// The same, looking at so many lines.
    pub(super) const fn within(mut self, lines: usize) -> Self {
        self.within = lines;
        self
    }

    /// The same, but the last such line.
    pub(super) const fn last(mut self) -> Self {
        self.pick = Pick::Last;
        self
    }

    /// The same, without which there is no failure line.
    pub(super) const fn required(mut self) -> Self {
        self.required = true;
        self
    }
}
