//! A persistent worker as a test: one process, started once, that answers for one candidate after the other.
//!
//! # Protocol
//! For tests whose start-up dwarfs their work. The worker reads one line for each candidate from its standard
//! input: the candidate's path, ended by a line feed. It answers with one line on standard output, flushed:
//!
//! | answer | meaning |
//! |---|---|
//! | `fail` | the failure is still there |
//! | `pass` | it is not |
//! | `unresolved`, or `unresolved WHY` | cannot tell |
//!
//! Nothing else goes to standard output; standard error is free. The worker ends at the end of its input.
//! The file is the worker's to read until it answers. One that dies, takes too long, or answers anything
//! else is ended and started again for the next candidate; the outcome is then unresolved.
//!
//! In Python:
//! ```python
//! import sys
//! for line in sys.stdin:
//!     with open(line.rstrip("\n"), "rb") as file:
//!         print("fail" if b"<SELECT" in file.read() else "pass", flush=True)
//! ```
//! In the shell:
//! ```sh
//! while IFS= read -r path; do
//!     if grep -q '<SELECT' "$path"; then echo fail; else echo pass; fi
//! done
//! ```

use std::io;
use std::os::unix::ffi::OsStrExt;

use dwindle::test::{Executor, NoJudgement, Slot};
use dwindle::{Candidate, Judgement, Outcome, Reason};

use crate::command::{CommandPlace, CommandRunner};
use crate::process::{Answer, End, Refused};

/// Asks a persistent worker; see the [module](self) for its protocol.
#[derive(Debug)]
pub struct WorkerTest {
    runner: CommandRunner,
}

impl WorkerTest {
    /// Uses what `runner` runs as the worker, one for each slot. Its feed is not looked at.
    pub const fn new(runner: CommandRunner) -> Self {
        Self { runner }
    }

    /// The runner.
    pub const fn runner(&self) -> &CommandRunner {
        &self.runner
    }
}

impl Executor for WorkerTest {
    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        let runner = &self.runner;
        runner.judging(slot, |place, candidate, patience| {
            let (judgement, refused) = runner.ask(place, candidate, patience)?;
            Ok(runner.refusals().judge(refused, judgement))
        })
    }
}

impl CommandRunner {
    /// Asks the worker at `place` about a candidate: gives what it answers, and what it was refused.
    ///
    /// # Errors
    /// The candidate cannot be laid, or the supervisor is broken; it was stopped.
    pub fn ask(
        &self,
        place: &mut CommandPlace,
        candidate: &Candidate<'_>,
        patience: u32,
    ) -> Result<(Judgement, Vec<Refused>), NoJudgement> {
        self.lay(place, candidate)?;
        let limit = self.limit().of(patience);
        let (file, dir) = (place.file().to_owned(), place.dir().to_owned());
        let (supervisor, command) = place.worker();
        let reply = supervisor.ask(command, &dir, file.as_os_str().as_bytes(), limit)?;
        let judgement = match reply.answer {
            Answer::Line(line) => {
                if let Some(judgement) = understand(&line) {
                    judgement
                } else {
                    supervisor.dismiss()?;
                    garbled(&line)
                }
            }
            Answer::Garbled(bytes) => garbled(&bytes),
            Answer::None(End::Stopped) => return Err(NoJudgement::Stopped),
            Answer::None(End::TimedOut) => Judgement::unresolved(Reason::timeout(limit)),
            Answer::None(End::NotStarted(_, why)) => Judgement::unresolved(Reason::CouldNotRun { why }),
            Answer::None(end) => {
                Judgement::unresolved(Reason::Said { what: format!("the worker died: {end}") })
            }
        };
        Ok((judgement.lasting(reply.duration), reply.refused))
    }
}

/// The judgement that an answer means, if it is one.
fn understand(line: &[u8]) -> Option<Judgement> {
    let line = line.trim_ascii();
    let (word, rest) = match line.iter().position(|&byte| byte == b' ') {
        Some(at) => (&line[..at], line[at..].trim_ascii()),
        None => (line, &b""[..]),
    };
    match (word, rest) {
        (b"fail", b"") => Some(Judgement::new(Outcome::Fail)),
        (b"pass", b"") => Some(Judgement::new(Outcome::Pass)),
        (b"unresolved", b"") => {
            Some(Judgement::unresolved(Reason::Said { what: "the worker cannot tell".into() }))
        }
        (b"unresolved", why) => {
            Some(Judgement::unresolved(Reason::Said { what: String::from_utf8_lossy(why).into_owned() }))
        }
        _ => None,
    }
}

fn garbled(answer: &[u8]) -> Judgement {
    let shown: String = String::from_utf8_lossy(answer).chars().take(60).collect();
    Judgement::unresolved(Reason::CouldNotRun { why: format!("the worker answered `{}`", shown.trim_end()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_words_and_anything_else_is_none() {
        let outcome = |line: &str| understand(line.as_bytes()).map(|judgement| judgement.outcome);
        assert_eq!(outcome("fail"), Some(Outcome::Fail));
        assert_eq!(outcome("pass\r"), Some(Outcome::Pass));
        assert_eq!(outcome("unresolved no such table"), Some(Outcome::Unresolved));
        assert_eq!(outcome("failed"), None);
        assert_eq!(outcome("fail indeed"), None);
        assert_eq!(outcome(""), None);
    }
}
