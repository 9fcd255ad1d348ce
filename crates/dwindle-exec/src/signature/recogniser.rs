//! One kind of failure line: how to find it and what to keep of it.
//!
//! The entries themselves are in `table/`, one file a family. This file only says what an entry can say.

/// An entry of the table: a line to look for, and what of it (and of lines after it) says what the failure is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recogniser {
    /// Its name: written down with a signature, so it stays once published.
    pub(super) name: &'static str,
    /// The line that is looked for, in the whole output.
    pub(super) head: Part,
    /// Parts taken from later lines.
    pub(super) then: &'static [Part],
    /// What is normalised in it beyond the rule.
    pub(super) care: Care,
    /// Whether it is looked for in standard error alone: on standard output, such lines are results.
    pub(super) is_of_errors: bool,
}

/// A part of the failure line, taken from one line of the output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The regex that finds the line.
    pub(super) line: &'static str,
    /// Lines that also match this are not meant.
    pub(super) not: Option<&'static str>,
    /// What is kept of the line: a template over the regex's groups (`$0` is all that matched), for a part that follows
    /// with the text that goes between (`": $1"`).
    pub(super) keep: &'static str,
    /// In how many lines after the head it is looked for.
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
        Self { name, head: Part::new(line, "$0"), then: &[], care: Care::Usual, is_of_errors: false }
    }

    /// The same, but for lines that match `not` too.
    pub(super) const fn except(mut self, not: &'static str) -> Self {
        self.head = self.head.except(not);
        self
    }

    /// The same, keeping only this.
    pub(super) const fn keep(mut self, keep: &'static str) -> Self {
        self.head.keep = keep;
        self
    }

    /// The same, followed by parts of later lines.
    pub(super) const fn then(mut self, then: &'static [Part]) -> Self {
        self.then = then;
        self
    }

    /// The same, but the last such line counts.
    pub(super) const fn last(mut self) -> Self {
        self.head = self.head.last();
        self
    }

    /// The same, in standard error alone.
    pub(super) const fn of_errors(mut self) -> Self {
        self.is_of_errors = true;
        self
    }

    /// The same, normalised with this care.
    pub(super) const fn care(mut self, care: Care) -> Self {
        self.care = care;
        self
    }
}

impl Part {
    /// An optional part: the first line within the next forty that `line` finds.
    pub(super) const fn new(line: &'static str, keep: &'static str) -> Self {
        Self { line, not: None, keep, within: 40, pick: Pick::First, required: false }
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
