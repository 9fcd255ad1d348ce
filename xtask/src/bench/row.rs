//! Rows of the table.

/// One line of the table: what was measured, what came out, and what is asked for.
pub(super) struct Row {
    pub(super) what: String,
    pub(super) measured: String,
    pub(super) asked: String,
    pub(super) holds: Option<bool>,
}

impl Row {
    pub(super) fn new(what: impl Into<String>, measured: impl Into<String>) -> Self {
        Self { what: what.into(), measured: measured.into(), asked: String::new(), holds: None }
    }

    /// A row with a target.
    pub(super) fn target(mut self, asked: impl Into<String>, holds: bool) -> Self {
        (self.asked, self.holds) = (asked.into(), Some(holds));
        self
    }
}
