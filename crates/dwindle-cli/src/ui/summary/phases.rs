//! What is said where a run has two searches, or another command goes on from its result.

use dwindle::Stop;
use dwindle_run::exit::Exit;

use super::{End, ending};

impl End {
    /// As the end of two searches, of which `first` left what this one began with.
    pub fn after(mut self, first: Self) -> Self {
        self.input_size = first.input_size;
        self.asked += first.asked;
        self.tests = self.tests.plus(first.tests);
        self
    }

    /// Stopped before what would have come next.
    pub fn stopped(mut self, stop: &Stop) -> Self {
        (self.exit, self.stop) = ending(Some(stop));
        self
    }

    /// With another exit code.
    pub const fn exit(mut self, exit: Exit) -> Self {
        self.exit = exit;
        self
    }

    /// Names the command that goes on from the result.
    pub fn next(mut self, command: Option<String>) -> Self {
        self.next = command;
        self
    }
}
