//! The transformations of C and C++ that come with C-Vise and C-Reduce.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dwindle::passes::{Offers, Place, Rewriter};
use dwindle::rewrite::Rewrite;
use dwindle::{Id, Text};

use super::workplace::Workplace;
use crate::process::{End, Run, Stdin, Supervisor};

/// Longer texts are not given to it, and longer ones not taken from it, in bytes.
const LONGEST: usize = 1 << 20;

/// How many instances of a transformation are offered together.
const TOGETHER: usize = 32;

/// What it prints before the number of instances.
const INSTANCES: &str = "Available transformation instances:";

/// `clang_delta`: each instance of each of its transformations as a rewrite.
///
/// It shows the whole text after one transformation at one place. What differs from the text before are the edits of the
/// rewrite, so that any of them can be made together, though the program cannot do that.
///
/// It is run once for each instance, under a supervisor. Where it crashes, the rest of the transformation is passed over;
/// where it takes too long or cannot be run, the program is left out from then on.
#[derive(Debug)]
pub struct ClangDelta {
    program: PathBuf,
    place: Workplace,
    state: Mutex<State>,
}

/// What is known of the program so far.
#[derive(Debug, Default)]
struct State {
    supervisor: Option<Supervisor>,
    /// The names of all transformations, once it was asked.
    transformations: Option<Arc<[String]>>,
    /// The text that lies there, and how many instances the transformation of this number has.
    counted: Option<(Id, usize, usize)>,
    /// Whether it was told that it crashes.
    has_warned: bool,
    is_left_out: bool,
}

/// Why there are no more rewrites to offer.
#[derive(Debug)]
enum Trouble {
    /// The run was stopped.
    Stopped,
    /// This transformation of this text crashes.
    Crash(String),
    /// No transformation will do.
    Useless(String),
}

impl ClangDelta {
    /// What the pass is called.
    pub const NAME: &str = "clang-delta";
    /// One line on what it does.
    pub const ABOUT: &str = "transformations of C and C++ by clang_delta of C-Vise or C-Reduce";

    /// The program at this path.
    pub fn new(program: PathBuf, place: Workplace) -> Self {
        Self { program, place, state: Mutex::default() }
    }

    /// Every state is whole between two statements, so a panic elsewhere spoils nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rewriter for ClangDelta {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn about(&self) -> &'static str {
        Self::ABOUT
    }

    fn knows(&self, language: Option<&str>) -> bool {
        language.and_then(file_name).is_some() && !self.state().is_left_out
    }

    fn offers(&self, text: &Text, language: Option<&str>, from: Place) -> Offers {
        let mut offers = Offers::default();
        let Some(name) = language.and_then(file_name).filter(|_| text.bytes().len() <= LONGEST) else {
            return offers;
        };
        let mut state = self.state();
        if state.is_left_out {
            return offers;
        }
        let program = self.program.display();
        match self.look(&mut state, name, text, from, &mut offers) {
            Ok(()) | Err(Trouble::Stopped) => {}
            Err(Trouble::Crash(how)) => {
                offers.next = Some(Place { rule: from.rule + 1, offered: 0 });
                let is_first = !std::mem::replace(&mut state.has_warned, true);
                let warning = format!("{program}: {how}; such transformations are passed over");
                offers.warning = is_first.then_some(warning);
            }
            Err(Trouble::Useless(how)) => {
                state.is_left_out = true;
                offers.warning = Some(format!("{program}: {how}; the pass {} is left out", Self::NAME));
            }
        }
        offers
    }
}

impl ClangDelta {
    /// Adds the next instances of one transformation.
    fn look(
        &self,
        state: &mut State,
        name: &str,
        text: &Text,
        from: Place,
        offers: &mut Offers,
    ) -> Result<(), Trouble> {
        let transformations = self.transformations(state)?;
        let Some(transformation) = transformations.get(from.rule) else { return Ok(()) };
        let file = self.place.scratch.join(name);
        let instances = match state.counted {
            Some((id, rule, instances)) if (id, rule) == (text.id(), from.rule) => instances,
            _ => {
                self.place.lay(&file, text).map_err(broken)?;
                let query = format!("--query-instances={transformation}");
                let answer = self.run(state, transformation, &[query.as_ref(), file.as_ref()])?;
                let instances = counted(&answer.unwrap_or_default());
                state.counted = Some((text.id(), from.rule, instances));
                instances
            }
        };
        let end = instances.min(from.offered + TOGETHER);
        for instance in from.offered..end {
            // They are counted from 1.
            let of = [format!("--transformation={transformation}"), format!("--counter={}", instance + 1)];
            let args = [of[0].as_ref(), of[1].as_ref(), file.as_ref()];
            let made = self.run(state, transformation, &args)?;
            let after = made.and_then(|bytes| Text::new(bytes).ok());
            offers.rewrites.extend(after.and_then(|after| Rewrite::between(self.name(), text, &after)));
        }
        offers.next = Some(if end < instances {
            Place { offered: end, ..from }
        } else {
            Place { rule: from.rule + 1, offered: 0 }
        });
        Ok(())
    }

    /// The names of all its transformations.
    fn transformations(&self, state: &mut State) -> Result<Arc<[String]>, Trouble> {
        if let Some(known) = &state.transformations {
            return Ok(Arc::clone(known));
        }
        let list = self.run(state, "the list of transformations", &["--transformations".as_ref()])?;
        let list = String::from_utf8_lossy(&list.unwrap_or_default()).into_owned();
        let names: Arc<[String]> = list.split_whitespace().map(str::to_owned).collect();
        if names.is_empty() {
            return Err(Trouble::Useless("it names no transformations".to_owned()));
        }
        state.transformations = Some(Arc::clone(&names));
        Ok(names)
    }

    /// What the program prints with these arguments; nothing where it exits with an error.
    fn run(&self, state: &mut State, what: &str, args: &[&OsStr]) -> Result<Option<Vec<u8>>, Trouble> {
        let supervisor = match &mut state.supervisor {
            Some(supervisor) => supervisor,
            none => none.insert(self.place.open().map_err(broken)?),
        };
        let args = args.iter().copied().map(OsString::from).collect();
        let command = self.place.command(self.program.as_os_str(), args, LONGEST);
        let (dir, timeout) = (self.place.scratch.clone(), Some(self.place.limit));
        let report = supervisor.run(&command, &Run { dir, stdin: Stdin::Null, timeout }).map_err(broken)?;
        let is_whole = report.stdout.head.len() as u64 == report.stdout.total;
        match report.end {
            End::Exited(0) => Ok(Some(report.stdout.head).filter(|_| is_whole)),
            End::Exited(_) => Ok(None),
            End::Stopped => Err(Trouble::Stopped),
            End::Signalled(signal) => Err(Trouble::Crash(format!("{what} ended with signal {signal}"))),
            End::TimedOut => Err(Trouble::Useless(format!("{what} took longer than {:?}", self.place.limit))),
            End::NotStarted(_, why) => Err(Trouble::Useless(why)),
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
fn broken(error: io::Error) -> Trouble {
    Trouble::Useless(error.to_string())
}

/// The name of a file in this language, by whose ending the program knows it; none for other languages.
fn file_name(language: &str) -> Option<&'static str> {
    match language {
        "c" => Some("text.c"),
        "cpp" => Some("text.cpp"),
        _ => None,
    }
}

/// How many instances it says there are.
fn counted(answer: &[u8]) -> usize {
    let answer = String::from_utf8_lossy(answer);
    answer.lines().find_map(|line| line.strip_prefix(INSTANCES)?.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_instances_is_read() {
        assert_eq!(counted(b"Available transformation instances: 12\n"), 12);
        assert_eq!(counted(b"Error: no such transformation\n"), 0);
    }
}
