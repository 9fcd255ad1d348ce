//! What is made as small as possible, where that is not the number of bytes.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use dwindle::Text;
use dwindle::search;
use dwindle::space::{Space, Unit};
use dwindle::test::{Bar, Rule};
use dwindle::{Outcome, Reason};
use dwindle_exec::process::End;

use super::workshop::Workshop;
use super::{Session, disk};
use crate::error::RunError;
use crate::settings::Objective;

/// How long a command may take.
const LIMIT: Duration = Duration::from_secs(60);
/// What is said of one that does not.
const HINT: &str =
    "the command gets the candidate on its standard input, and has to print a whole number and exit with 0";
/// How much of its output is kept; a number is shorter.
const OUTPUT: usize = 1000;

/// The units of a text that are no blanks.
#[derive(Debug)]
struct Count(Unit);

/// The number that a command prints.
#[derive(Debug)]
struct Printed {
    line: String,
    workshop: Workshop,
    /// The name of the candidate there.
    name: OsString,
}

impl Session {
    /// Lets the search go for what the user wants to be small, if the input has a measure; gives how often candidates have to fail, where
    /// that is it.
    ///
    /// # Errors
    /// When it has none: a command fails on it, or prints no number.
    pub(super) fn aim(&mut self) -> Result<Option<Arc<Bar>>, RunError> {
        let mut bar = None;
        let objective: Arc<dyn search::Objective> = match &self.settings.objective {
            Objective::Bytes => return Ok(None),
            Objective::Rate => bar.insert(self.bar()?).clone(),
            Objective::Tokens => Arc::new(Count(Unit::Tokens)),
            Objective::Lines => Arc::new(Count(Unit::Lines)),
            Objective::Command(line) => Arc::new(Printed {
                line: line.clone(),
                workshop: Workshop::new(
                    &self.settings.test,
                    self.scratch.temp_files(),
                    self.scratch.path().join("objective"),
                ),
                name: self.input.name.clone(),
            }),
        };
        let measured = objective.measure(self.input.artifact.bytes(), None);
        measured.map_err(|error| disk::explain(&error, self.scratch.path()))?;
        self.objective = Some(objective);
        Ok(bar)
    }

    /// Runs candidates until it is known how often they fail, from now on.
    ///
    /// # Errors
    /// When it was not measured how often the input fails.
    fn bar(&mut self) -> Result<Arc<Bar>, RunError> {
        let not_measured = || RunError::internal("it was not measured how often the input fails".to_owned());
        let mut bar = self.measured.ok_or_else(not_measured)?.bar();
        for (id, judgement) in self.past.known.judgements() {
            if let (Outcome::Fail, Some(Reason::Flaky { fails, runs })) =
                (judgement.outcome, &judgement.reason)
            {
                bar.remember(id, *fails, *runs);
            }
        }
        if let Some((space, config)) = &self.past.best {
            bar.resume(space.id(config), self.past.bests.iter().copied());
        }
        let bar = Arc::new(bar);
        self.test.repeat(Rule::Rising(Arc::clone(&bar)));
        Ok(bar)
    }
}

impl search::Objective for Count {
    fn measure(&self, candidate: &[u8], _: Option<u64>) -> io::Result<u64> {
        let text = Text::new(candidate.to_vec()).map_err(io::Error::other)?;
        let space = text.cut(self.0);
        let all =
            (0..u32::try_from(space.units()).unwrap_or(u32::MAX)).map(|unit| space.span(unit..unit + 1));
        let is_counted = |bytes: &[u8]| self.0 != Unit::Tokens || !bytes.trim_ascii().is_empty();
        Ok(all.filter(|span| is_counted(&text.bytes()[span.clone()])).count() as u64)
    }
}

impl search::Objective for Printed {
    fn measure(&self, candidate: &[u8], _: Option<u64>) -> io::Result<u64> {
        let shell = ("/bin/sh", &["-c", &self.line][..]);
        let report = self.workshop.run(shell, (&self.name, candidate), LIMIT, OUTPUT)?;
        let wrong = |how: String| {
            let error = RunError::usage(format!("--objective: `{}` {how}", self.line));
            io::Error::other(error.hint(HINT))
        };
        match &report.end {
            End::Exited(0) => {}
            End::TimedOut => return Err(wrong(format!("ran longer than {} s", LIMIT.as_secs()))),
            end => {
                let said = report.stderr.text();
                let said = said.trim().lines().last().map(|line| format!(": {line}")).unwrap_or_default();
                return Err(wrong(format!("ended with {end}{said}")));
            }
        }
        let printed = report.stdout.text();
        let printed = printed.trim();
        printed.parse().map_err(|_| match printed {
            "" => wrong("printed nothing, and not a number".to_owned()),
            _ => wrong(format!("printed {printed:?}, which is not a whole number")),
        })
    }
}

#[cfg(test)]
mod tests {
    use dwindle::search::Objective as _;

    use super::*;

    #[test]
    fn blanks_are_no_tokens_and_a_line_needs_no_end() {
        let measures =
            |text: &[u8]| [Unit::Tokens, Unit::Lines].map(|unit| Count(unit).measure(text, None).unwrap());
        assert_eq!(measures(b"int x = 12;\n\n  f(x)"), [9, 3]);
        assert_eq!(measures(b""), [0, 0]);
    }
}
