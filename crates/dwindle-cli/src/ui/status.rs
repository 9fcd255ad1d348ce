//! What a run has come to, learned from its events, and what of it is worth a place in the status line.

mod line;
#[cfg(test)]
pub(super) mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use dwindle::event::Event;
use dwindle::plan::Level;
use dwindle_run::text::{escaped, number, percent, plural, seconds, size};

use super::paint::Hue;

pub(super) use line::fit;

/// A first run that takes longer may never end.
const OVERDUE: Duration = Duration::from_secs(4);

/// The time of a test is that of so many tests, the latest.
const RECENT: usize = 64;

/// What is known of a run.
#[derive(Debug, Default)]
pub(super) struct Status {
    /// Bytes at the beginning; 0 until known.
    pub(super) whole: u64,
    pub(super) jobs: usize,
    /// What is done, where no input is reduced.
    pub(super) doing: Option<String>,
    /// The size of the best.
    pub(super) size: Option<u64>,
    /// Which run of the checks it is, and of how many.
    checking: Option<(usize, usize)>,
    /// When the first run of the test began, as long as it goes on.
    first_run: Option<Duration>,
    /// What to do about a first run that does not end, where nothing ends it.
    pub(super) if_it_hangs: Option<String>,
    /// The stage that runs.
    stage: Option<Stage>,
    /// Of a directory tree, which file the stage is about.
    file: String,
    /// Tests as the summary counts them.
    asked: u64,
    ran: u64,
    /// How many questions follow at most in the pass that runs.
    left: Option<u64>,
    /// When the best last became smaller.
    gained: Option<Duration>,
    /// How long the latest tests took, in milliseconds.
    recent: VecDeque<f64>,
}

/// A stage by its words, and the file in which it began.
#[derive(Debug)]
struct Stage {
    unit: String,
    algorithm: String,
    file: String,
}

/// One part of the line, in one form or another; the shortest first.
#[derive(Debug)]
pub(super) struct Part {
    /// Each with its turn: what has a smaller number gets its place first.
    pub(super) forms: Vec<(u8, String)>,
    pub(super) hue: Hue,
}

impl Status {
    /// Takes note of an event that happened `now`.
    pub(super) fn event(&mut self, event: &Event<'_>, now: Duration) {
        // What asks a worker is told to begin once more.
        self.first_run.take_if(|_| !matches!(event, Event::Started(_)));
        match event {
            Event::Checking { run, of } => {
                self.checking = Some((*run, *of));
                self.first_run = (*run == 1).then_some(now);
            }
            Event::FileBegan { path, .. } => self.file = format!(" in {}", escaped(path)),
            Event::CauseBegan { number, .. } => self.file = format!(" of cause {number}"),
            Event::StageBegan(stage) => {
                if stage.unit == Level::Files.name() {
                    self.file.clear();
                }
                let (unit, algorithm) = (stage.unit.to_owned(), stage.algorithm.to_owned());
                self.stage = Some(Stage { unit, algorithm, file: self.file.clone() });
                (self.checking, self.left) = (None, None);
            }
            Event::StageEnded { .. } => self.left = None,
            Event::Tested { ms, .. } => {
                self.ran += 1;
                self.recent.push_back(*ms);
                if self.recent.len() > RECENT {
                    self.recent.pop_front();
                }
            }
            Event::Asked { number, left, .. } => {
                self.asked = number.unwrap_or(self.asked);
                self.left = *left;
            }
            Event::Best(subject) => {
                if self.size.is_some_and(|before| subject.size < before) {
                    self.gained = Some(now);
                }
                (self.size, self.checking) = (Some(subject.size), None);
            }
            _ => {}
        }
    }

    /// What there is to say, once, of a first run that goes on and on.
    pub(super) fn overdue(&mut self, now: Duration) -> Option<String> {
        let waited = now.saturating_sub(self.first_run?);
        let advice = self.if_it_hangs.take_if(|_| waited >= OVERDUE)?;
        let waited = seconds(waited);
        Some(format!("waiting for the first run of the test, which has not ended after {waited}\n{advice}\n"))
    }

    /// What there is to say of a new best of this size.
    pub(super) fn gain(&self, bytes: u64) -> String {
        let by = self.stage.as_ref().map(|it| format!(", {} by {}{}", it.algorithm, it.unit, it.file));
        format!("{} after {}{}", size(bytes), plural(self.asked, "test"), by.unwrap_or_default())
    }

    /// All there is to say, in the order in which it is shown.
    pub(super) fn parts(&self, now: Duration) -> Vec<Part> {
        let part = |hue, forms: &[(u8, String)]| Part { forms: forms.to_vec(), hue };
        let time = seconds(now);
        if let (Some((run, of)), None) = (self.checking, &self.doing) {
            let [short, long] = checking(run, of);
            return vec![part(
                Hue::Plain,
                &[(0, format!("{short}, {time}")), (1, format!("{long}, {time}"))],
            )];
        }
        let mut parts = Vec::new();
        if let Some(Stage { unit, algorithm, .. }) = &self.stage {
            let file = &self.file;
            let forms = [
                (5, unit.clone()),
                (9, format!("{unit}{file}")),
                (15, format!("{unit}{file} ({algorithm})")),
            ];
            parts.push(part(Hue::Place, &forms));
        }
        match (&self.doing, self.size) {
            (Some(doing), _) => parts.push(part(Hue::Strong, &[(0, doing.clone())])),
            (None, Some(size)) if self.whole > 0 => parts.push(part(Hue::Strong, &self.sizes(size))),
            (None, _) => parts.push(part(Hue::Strong, &[(0, "nothing found yet".to_owned())])),
        }
        parts.push(part(Hue::Plain, &[(1, time)]));
        let tests = if self.doing.is_some() { self.ran } else { self.asked };
        parts.push(part(Hue::Plain, &[(2, plural(tests, "test"))]));
        if let Some(time) = self.time_of_a_test() {
            parts.push(part(Hue::Faint, &[(7, format!("{time}/test")), (16, format!("{time} per test"))]));
        }
        if self.jobs > 0 {
            parts.push(part(Hue::Faint, &[(8, plural(self.jobs as u64, "job"))]));
        }
        if let (Some(gained), None) = (self.gained, &self.doing) {
            let ago = seconds(now.saturating_sub(gained));
            let forms = [(6, format!("gain {ago} ago")), (13, format!("last gain {ago} ago"))];
            parts.push(part(Hue::Faint, &forms));
        }
        if let (Some(left @ 1..), None) = (self.left, &self.doing) {
            let forms = [
                (3, format!("<= {} more", number(left))),
                (11, format!("at most {} more", number(left))),
                (14, format!("at most {} in this pass", plural(left, "more test"))),
            ];
            parts.push(part(Hue::Plain, &forms));
        }
        parts
    }

    /// The same as a line of a log.
    pub(super) fn sentence(&self, now: Duration) -> String {
        let parts = self.parts(now);
        let time = seconds(now);
        let mut said: Vec<&str> =
            parts.iter().filter_map(|part| part.forms.last()).map(|(_, text)| text.as_str()).collect();
        if let (Some(_), [one]) = (self.checking, said.as_slice()) {
            return (*one).to_owned();
        }
        said.retain(|text| *text != time);
        format!("after {time}: {}", said.join(", "))
    }

    fn sizes(&self, now: u64) -> [(u8, String); 3] {
        let share = percent(now, self.whole);
        [
            (0, share.clone()),
            (4, format!("{} ({share})", size(now))),
            (10, format!("{} of {} ({share})", number(now), size(self.whole))),
        ]
    }

    fn time_of_a_test(&self) -> Option<String> {
        #[expect(clippy::cast_precision_loss, reason = "there are few of them")]
        let mean = self.recent.iter().sum::<f64>() / self.recent.len() as f64;
        match mean {
            ms if ms.is_nan() => None,
            ms if ms < 10.0 => Some(format!("{ms:.1} ms")),
            ms if ms < 1000.0 => Some(format!("{ms:.0} ms")),
            ms => Some(seconds(Duration::from_secs_f64(ms / 1000.0))),
        }
    }
}

/// What the checks are at, in short and in full.
fn checking(run: usize, of: usize) -> [String; 2] {
    if run == 1 {
        return ["first run of the test", "running the test for the first time, on the whole input"]
            .map(str::to_owned);
    }
    [format!("checking ({run} of {of})"), format!("checking the test ({run} of {of})")]
}
