//! The live line on a terminal: what a run has come to, ten times a second at most.
//!
//! Events only change numbers; a thread of its own draws them. It waits a quarter of a second before it
//! draws at all, and leaves an empty line behind.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use dwindle::event::Event;
use dwindle::plan::Level;

use super::style::{escaped, number, percent, plural, size};

/// Runs that end sooner show nothing.
const DELAY: Duration = Duration::from_millis(250);
/// Ten times a second.
const TICK: Duration = Duration::from_millis(100);
/// Over how many ticks the speed is measured: three seconds.
const WINDOW: usize = 30;
/// Back to the beginning of the line, and clear it.
pub(super) const CLEAR: &str = "\r\x1b[K";

/// The live line, while it lives.
#[derive(Debug)]
pub(super) struct Progress {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Bytes at the beginning; 0 until known.
    whole: u64,
    size: Option<u64>,
    /// What is done before there is a best.
    doing: Option<String>,
    stage: String,
    /// Of a directory tree, which file the stage is about.
    file: String,
    tests: u64,
    /// Tests at the last ticks, the latest last.
    history: Vec<u64>,
    is_drawn: bool,
    has_ended: bool,
}

impl Progress {
    /// Starts the thread that draws.
    pub(super) fn start() -> Self {
        let shared = Arc::<Shared>::default();
        let drawer = Arc::clone(&shared);
        let ticker = std::thread::spawn(move || drawer.draw_until_the_end());
        Self { shared, ticker: Some(ticker) }
    }

    /// Learns the size of the whole input.
    pub(super) fn sized(&self, whole: u64) {
        self.shared.state().whole = whole;
    }

    /// Says what is done, where no input is reduced.
    pub(super) fn doing(&self, what: &str) {
        self.shared.state().doing = Some(what.to_owned());
    }

    /// Takes note of an event.
    pub(super) fn event(&self, event: &Event<'_>) {
        let mut state = self.shared.state();
        match event {
            Event::FileBegan { path, .. } => state.file = format!(" in {}", escaped(path)),
            Event::StageBegan(stage) => {
                if stage.unit == Level::Files.name() {
                    state.file.clear();
                }
                state.stage = format!("{} by {}{}", stage.algorithm, stage.unit, state.file);
            }
            Event::Tested { .. } => state.tests += 1,
            Event::Best(subject) => state.size = Some(subject.size),
            _ => {}
        }
    }

    /// Takes the line away, and keeps it away as long as what is given back lives.
    pub(super) fn hide(&self) -> Hidden<'_> {
        let mut state = self.shared.state();
        state.clear();
        Hidden { _state: state }
    }
}

/// While this lives nothing is drawn.
#[derive(Debug)]
pub(super) struct Hidden<'a> {
    _state: MutexGuard<'a, State>,
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.shared.state().has_ended = true;
        self.shared.ended.notify_all();
        if let Some(ticker) = self.ticker.take() {
            // Had it panicked, there would be no line to take away.
            drop(ticker.join());
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw_until_the_end(&self) {
        let mut wait = DELAY;
        let mut state = self.state();
        loop {
            let result = self.ended.wait_timeout_while(state, wait, |state| !state.has_ended);
            state = result.unwrap_or_else(PoisonError::into_inner).0;
            if state.has_ended {
                state.clear();
                return;
            }
            state.draw(columns());
            wait = TICK;
        }
    }
}

impl State {
    fn draw(&mut self, columns: usize) {
        self.history.push(self.tests);
        if self.history.len() > WINDOW + 1 {
            self.history.remove(0);
        }
        let line: String = self.line().chars().take(columns.saturating_sub(1)).collect();
        self.is_drawn = true;
        show(&format!("{CLEAR}{line}"));
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            show(CLEAR);
        }
    }

    /// `1,204 of 812,345 bytes  0.15 %  931 tests  31/s  dwindle by lines`
    fn line(&self) -> String {
        let mut line = match self.size {
            Some(now) if self.whole > 0 => {
                format!("{} of {}  {}", number(now), size(self.whole), percent(now, self.whole))
            }
            _ => self.doing.clone().unwrap_or_else(|| "checking the test".to_owned()),
        };
        let write = write!(line, "  {}  {}/s", plural(self.tests, "test"), self.speed());
        write.expect("a string takes everything");
        if !self.stage.is_empty() {
            line.push_str("  ");
            line.push_str(&self.stage);
        }
        line
    }

    fn speed(&self) -> u64 {
        let (Some(first), Some(last)) = (self.history.first(), self.history.last()) else { return 0 };
        let ticks = (self.history.len() - 1).max(1) as u64;
        (last - first) * 10 / ticks
    }
}

/// Writes to the terminal as it is.
pub(super) fn show(text: &str) {
    let mut to = io::stderr().lock();
    // A terminal that has gone away needs no line.
    drop(to.write_all(text.as_bytes()).and_then(|()| to.flush()));
}

/// The width of the terminal.
fn columns() -> usize {
    match rustix::termios::tcgetwinsize(io::stderr()) {
        Ok(size) if size.ws_col > 0 => size.ws_col.into(),
        _ => 80,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_size_part_tests_speed_and_what_runs() {
        let history = (0..=30).map(|tick| 838 + 3 * tick).collect();
        let state = State {
            whole: 812_345,
            size: Some(1204),
            stage: "dwindle by lines".to_owned(),
            tests: 931,
            history,
            ..State::default()
        };
        let expected = "1,204 of 812,345 bytes  0.15 %  931 tests  30/s  dwindle by lines";
        assert_eq!(state.line(), expected);
    }

    #[test]
    fn before_there_is_a_best_the_line_says_so() {
        assert_eq!(State { tests: 1, ..State::default() }.line(), "checking the test  1 test  0/s");
    }
}
