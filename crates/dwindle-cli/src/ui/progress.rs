//! What a run has come to, while it goes on: a live line on a terminal, and lines now and then where there is none.
//!
//! Events only change numbers; a thread of its own shows them. The live line is drawn ten times a second at most. It waits
//! a quarter of a second before it is drawn at all, and leaves an empty line behind.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use dwindle::event::Event;

use super::clock::Stopwatch;
use super::log::Log;
use super::paint::Paint;
use super::screen::Screen;
use super::status::{Status, fit};

/// Runs that end sooner show nothing.
const DELAY: Duration = Duration::from_millis(250);
/// Ten times a second.
const TICK: Duration = Duration::from_millis(100);
/// How often a log is looked at.
const LOG_TICK: Duration = Duration::from_secs(1);
/// Who waits so long may want to see more, and is told of it once.
const LONG: Duration = Duration::from_secs(60);
const HINT: &str =
    "hint: --tui shows a run in the whole terminal, with keys to pause it, to put a pass off and to stop\n";
/// Back to the beginning of the line, and clear it.
pub(super) const CLEAR: &str = "\r\x1b[K";

/// What is too long for a line is cut off, and again continues on the next one.
const NO_WRAP: &str = "\x1b[?7l";
const WRAP: &str = "\x1b[?7h";

/// What is shown, while it lives.
#[derive(Debug)]
pub(super) struct Progress {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    clock: Stopwatch,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug)]
struct State {
    status: Status,
    way: Way,
    paint: Paint,
    /// Whether the hint was given.
    has_hinted: bool,
    has_ended: bool,
}

/// How it is shown.
#[derive(Debug)]
enum Way {
    Live(Live),
    Log(Log),
    Screen(Box<Screen>),
}

/// The live line.
#[derive(Debug)]
struct Live {
    paint: Paint,
    /// The width of the line that is there, if there is one.
    drawn: Option<usize>,
}

impl Progress {
    /// A live line.
    pub(super) fn live(paint: Paint, clock: Stopwatch) -> Self {
        Self::start(Way::Live(Live { paint, drawn: None }), clock)
    }

    /// A view of the whole terminal.
    pub(super) fn screen(screen: Screen, clock: Stopwatch) -> Self {
        Self::start(Way::Screen(Box::new(screen)), clock)
    }

    /// Does something with the view of the whole terminal, where there is one.
    pub(super) fn on_screen<R>(&self, work: impl FnOnce(&mut Screen) -> R) -> Option<R> {
        self.shared.state().on_screen(work)
    }

    /// Lines now and then.
    pub(super) fn log(log: Log, clock: Stopwatch) -> Self {
        Self::start(Way::Log(log), clock)
    }

    /// Starts the thread that shows it.
    fn start(way: Way, clock: Stopwatch) -> Self {
        let paint = if let Way::Live(live) = &way { live.paint } else { Paint::default() };
        let state =
            Mutex::new(State { status: Status::default(), way, paint, has_hinted: false, has_ended: false });
        let shared = Arc::new(Shared { clock, state, ended: Condvar::new() });
        let shower = Arc::clone(&shared);
        // Without it a run goes on all the same, and shows less.
        let ticker = std::thread::Builder::new().spawn(move || shower.show_until_the_end()).ok();
        Self { shared, ticker }
    }

    /// Learns something besides events.
    pub(super) fn learn(&self, of: impl FnOnce(&mut Status)) {
        of(&mut self.shared.state().status);
    }

    /// The line of `--verbose` for a new best of this size.
    pub(super) fn gain(&self, size: u64) -> String {
        self.shared.state().status.gain(size)
    }

    /// Takes note of an event.
    pub(super) fn event(&self, event: &Event<'_>) {
        let mut state = self.shared.state();
        if let Some(line) = state.event(event, self.shared.clock.elapsed()) {
            show(&line);
        }
        // While it is paused the search waits here.
        let paused = self.shared.ended.wait_while(state, |state| state.is_paused() && !state.has_ended);
        drop(paused);
    }

    /// Takes the line away, and keeps it away as long as what is given back lives.
    pub(super) fn hide(&self) -> impl Sized {
        let mut state = self.shared.state();
        state.clear();
        state
    }
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

    fn show_until_the_end(&self) {
        let mut wait = DELAY;
        let mut state = self.state();
        loop {
            let result = self.ended.wait_timeout_while(state, wait, |state| !state.has_ended);
            state = result.unwrap_or_else(PoisonError::into_inner).0;
            if state.has_ended {
                state.clear();
                return;
            }
            if let Some((picture, sight)) = state.on_screen(Screen::sight).flatten() {
                drop(state);
                let picture = picture.after(sight);
                state = self.state();
                state.on_screen(|screen| screen.show(picture));
            }
            let text;
            (text, wait) = state.tick(self.clock.elapsed(), columns());
            if !state.is_paused() {
                self.ended.notify_all();
            }
            show(&text);
            if let Some(reading) = state.on_screen(Screen::reading).flatten() {
                drop(state);
                let trouble = reading.read();
                state = self.state();
                state.on_screen(|screen| screen.go_on(trouble));
            }
        }
    }
}

impl State {
    /// Takes note of an event that happened `now`; gives the line of a log that it is worth.
    fn event(&mut self, event: &Event<'_>, now: Duration) -> Option<String> {
        self.status.event(event, now);
        match &mut self.way {
            Way::Live(_) => None,
            Way::Screen(screen) => {
                screen.event(event, now);
                None
            }
            Way::Log(log) => log.gained(&self.status, now),
        }
    }

    /// Does something with the view of the whole terminal, where there is one.
    fn on_screen<R>(&mut self, work: impl FnOnce(&mut Screen) -> R) -> Option<R> {
        if let Way::Screen(screen) = &mut self.way { Some(work(screen)) } else { None }
    }

    fn is_paused(&self) -> bool {
        matches!(&self.way, Way::Screen(screen) if screen.is_paused())
    }

    /// What is to be shown now, and how long until it is looked at again.
    fn tick(&mut self, now: Duration, columns: usize) -> (String, Duration) {
        let mut overdue = self.status.overdue(now).unwrap_or_default();
        if matches!(self.way, Way::Live(_)) && now >= LONG && !std::mem::replace(&mut self.has_hinted, true) {
            overdue += HINT;
        }
        match &mut self.way {
            Way::Screen(screen) => {
                if !overdue.is_empty() {
                    screen.note(&overdue);
                }
                screen.tick(&self.status, now);
                (String::new(), TICK)
            }
            Way::Live(live) if overdue.is_empty() => (live.draw(&self.status, now, columns), TICK),
            Way::Live(live) => (live.clear(columns) + &overdue, TICK),
            Way::Log(log) => {
                let line = log.due(&self.status, now).unwrap_or_default();
                (overdue + &line, log.wait(now).min(LOG_TICK))
            }
        }
    }

    fn clear(&mut self) {
        match &mut self.way {
            Way::Live(live) => show(&live.clear(columns())),
            Way::Log(_) => {}
            Way::Screen(screen) => {
                let notes = screen.take_notes();
                // The view is over; a line goes on in its place.
                self.way = Way::Live(Live { paint: self.paint, drawn: None });
                for note in notes {
                    show(&format!("{}\n", self.paint.first_word(note.trim_end())));
                }
            }
        }
    }
}

impl Live {
    /// The line anew. It leaves the last column free, or some terminals would begin the next line; and it does not wrap
    /// even where the terminal became narrower and does not tell yet (tmux takes a quarter of a second).
    fn draw(&mut self, status: &Status, now: Duration, columns: usize) -> String {
        let (line, width) = fit(&status.parts(now), columns.saturating_sub(1), self.paint);
        let drawn = self.clear(columns);
        self.drawn = Some(width);
        format!("{}{NO_WRAP}{line}{WRAP}", if drawn.is_empty() { CLEAR } else { &drawn })
    }

    /// Takes away what is there. In a terminal that became narrower since, that is several lines; they are cleared one by
    /// one, as some terminals keep what is cleared to the end of the screen.
    fn clear(&mut self, columns: usize) -> String {
        match self.drawn.take() {
            None => String::new(),
            Some(width) if width > columns && columns > 0 => {
                CLEAR.to_owned() + &"\x1b[A\x1b[K".repeat((width - 1) / columns)
            }
            Some(_) => CLEAR.to_owned(),
        }
    }
}

/// Writes to standard error as it is.
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
    use dwindle::Id;
    use dwindle::event::Subject;

    use super::*;

    fn state(way: Way) -> State {
        let status = crate::ui::status::tests::begun(100_000);
        State { status, way, paint: Paint::default(), has_hinted: false, has_ended: false }
    }

    fn best(size: u64) -> Event<'static> {
        Event::Best(Subject { id: Id(1), size, units: 1 })
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_log_has_a_line_at_each_tenfold_gain_and_once_a_minute() {
        let mut state = state(Way::Log(Log::new(true)));
        let mut line =
            |seconds, size| state.event(&best(size), at(seconds)).map(|line| line.trim_end().to_owned());
        assert_eq!(line(1, 100_000), None);
        assert_eq!(line(2, 9_000), None, "short runs say nothing");
        let first = "after 6.0 s: 8,000 of 100,000 bytes (8.0 %), 0 tests, last gain 0.0 s ago";
        assert_eq!(line(6, 8_000).as_deref(), Some(first));
        assert_eq!(line(7, 801), None);
        let second = "after 8.0 s: 800 of 100,000 bytes (0.80 %), 0 tests, last gain 0.0 s ago";
        assert_eq!(line(8, 800).as_deref(), Some(second));
        assert_eq!(state.tick(at(67), 80), (String::new(), at(1)));
        let (line, wait) = state.tick(at(68), 80);
        assert_eq!(line, "after 68 s: 800 of 100,000 bytes (0.80 %), 0 tests, last gain 60 s ago\n");
        assert_eq!(wait, at(1));
    }

    #[test]
    fn where_each_best_is_shown_gains_are_not_told_twice() {
        let mut state = state(Way::Log(Log::new(false)));
        assert_eq!((state.event(&best(100_000), at(30)), state.event(&best(10), at(30))), (None, None));
        assert!(state.tick(at(60), 80).0.starts_with("after 60 s: 10 of"));
    }

    #[test]
    fn a_first_run_that_does_not_end_is_told_once_what_to_do_in_either_way() {
        let advice = "  hint: end it with --timeout";
        for way in [Way::Log(Log::new(true)), Way::Live(Live { paint: Paint::default(), drawn: None })] {
            let mut state = state(way);
            state.status.if_it_hangs = Some(advice.to_owned());
            state.event(&Event::Checking { run: 1, of: 4 }, at(1));
            let told = |(text, _): &(String, Duration)| text.contains(advice);
            assert!(!told(&state.tick(at(4), 80)));
            let (text, _) = state.tick(at(5), 80);
            let first = "waiting for the first run of the test, which has not ended after 4.0 s\n";
            assert!(text.ends_with(&format!("{first}{advice}\n")), "{text:?}");
            assert!(!told(&state.tick(at(6), 80)));
        }
    }

    #[test]
    fn who_waits_long_on_a_terminal_is_told_once_of_the_view() {
        let mut state = state(Way::Live(Live { paint: Paint::default(), drawn: None }));
        let mut told = |second| state.tick(at(second), 80).0.contains("hint: --tui");
        assert_eq!([told(59), told(60), told(61)], [false, true, false]);
        let mut log = super::tests::state(Way::Log(Log::new(true)));
        assert!(!log.tick(at(70), 80).0.contains("--tui"));
    }

    #[test]
    fn a_first_run_that_ends_is_told_nothing() {
        let mut state = state(Way::Log(Log::new(true)));
        state.status.if_it_hangs = Some("hint".to_owned());
        state.event(&Event::Checking { run: 1, of: 4 }, at(1));
        state.event(&Event::Checking { run: 2, of: 4 }, at(3));
        assert_eq!(state.tick(at(9), 80).0, "");
    }

    #[test]
    fn the_live_line_is_taken_away_whole_when_the_terminal_became_narrower() {
        let mut state = state(Way::Live(Live { paint: Paint::default(), drawn: None }));
        state.event(&best(100_000), at(3));
        let (wide, narrow) = ["100,000 of 100,000 bytes (100 %)  3.0 s  0 tests", "100 %  3.0 s"]
            .map(|line| format!("{NO_WRAP}{line}{WRAP}"))
            .into();
        assert_eq!(state.tick(at(3), 80).0, format!("{CLEAR}{wide}"));
        assert_eq!(state.tick(at(3), 100).0, format!("{CLEAR}{wide}"), "48 columns");
        assert_eq!(state.tick(at(3), 20).0, format!("{CLEAR}\x1b[A\x1b[K\x1b[A\x1b[K{narrow}"));
        assert_eq!(state.tick(at(3), 20).0, format!("{CLEAR}{narrow}"));
    }
}
