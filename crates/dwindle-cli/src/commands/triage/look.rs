//! Looking at inputs: each is run twice, rounds of them at once, and those that are known not at all.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use dwindle::Text;
use dwindle::search::Search;
use dwindle::{Id, Stop};
use dwindle_run::error::RunError;
use dwindle_run::session::first::not_started;
use dwindle_run::session::resume;
use dwindle_run::text::escaped;

use super::memory::{Memory, Shows};
use crate::commands::many::oracle::Oracle;
use crate::commands::many::runs::{Runs, Shown};
use crate::commands::many::testing::Testing;
use crate::ui::Ui;

/// How many inputs are looked at in one round, whatever the number of jobs.
const ROUND: usize = 32;
/// How many runs one look is, a run alone to see whether it hangs not counted.
pub(super) const LOOK: u64 = 2;
/// How many inputs that were known to fail are run again before all else is believed.
const CHECKS: usize = 3;

/// One input, and the files that hold it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) files: Vec<PathBuf>,
    pub(super) id: Id,
    pub(super) size: u64,
    /// What it is laid under.
    pub(super) name: OsString,
    /// None where it was not looked at any more.
    pub(super) shows: Option<Shows>,
}

/// What there is to look at.
pub(super) struct Look<'a> {
    /// What every input is called, where that was said.
    pub(super) name: Option<&'a OsStr>,
    pub(super) testing: &'a Testing<'a>,
    pub(super) oracle: Oracle,
    pub(super) memory: &'a mut Memory,
}

/// The inputs in their order, how many runs they are worth, and why it ended before the end.
#[derive(Debug, Default)]
pub(super) struct Looked {
    pub(super) inputs: Vec<Seen>,
    pub(super) runs: u64,
    pub(super) stop: Option<Stop>,
}

impl Look<'_> {
    /// Looks at all `files`.
    ///
    /// # Errors
    /// When one cannot be read, the command cannot be run, or what was remembered does not hold any more.
    pub(super) fn at(&mut self, files: &[PathBuf], ui: &mut Ui) -> Result<Looked, RunError> {
        let mut by_name: BTreeMap<OsString, Vec<Seen>> = BTreeMap::new();
        let mut places: BTreeMap<(OsString, Id), usize> = BTreeMap::new();
        for file in files {
            let (id, size) = {
                let text = read(file)?;
                (text.id(), text.bytes().len() as u64)
            };
            let name = self.name.map_or_else(|| name(file), OsStr::to_owned);
            let all = by_name.entry(name.clone()).or_default();
            if let Some(&at) = places.get(&(name.clone(), id)) {
                all[at].files.push(file.clone());
                continue;
            }
            places.insert((name.clone(), id), all.len());
            all.push(Seen { files: vec![file.clone()], id, size, name, shows: None });
        }
        let mut looked = Looked::default();
        for (name, mut seen) in by_name {
            if looked.stop.is_none() {
                looked.stop = self.called(&name, &mut seen, &mut looked.runs, ui)?;
            }
            looked.inputs.extend(seen);
        }
        looked.inputs.sort_by(|one, other| one.files.cmp(&other.files));
        Ok(looked)
    }

    /// Looks at inputs that are laid under one name.
    fn called(
        &mut self,
        name: &OsStr,
        inputs: &mut [Seen],
        spent: &mut u64,
        ui: &mut Ui,
    ) -> Result<Option<Stop>, RunError> {
        let testing = self.testing;
        let runs = Runs::new(testing.runner(name, Path::new("look").join(name))?, self.oracle.clone());
        let most = testing.settings.budget.tests.unwrap_or(u64::MAX);
        testing.search(&runs, ui, |search| {
            self.check(search, &runs, inputs)?;
            let mut round = Vec::new();
            let mut spent_all = false;
            for at in 0..inputs.len() {
                if *spent + LOOK > most {
                    spent_all = true;
                    break;
                }
                *spent += LOOK;
                let Seen { id, name, .. } = &inputs[at];
                inputs[at].shows = self.memory.get(*id, name).cloned();
                if inputs[at].shows.is_none() {
                    round.push(at);
                }
                if round.len() == ROUND {
                    self.round(search, &runs, inputs, &std::mem::take(&mut round))?;
                }
            }
            self.round(search, &runs, inputs, &round)?;
            if spent_all { Err(Stop::Budget) } else { Ok(()) }
        })
    }

    /// Runs the first inputs that are known to fail again: what was remembered has to hold.
    fn check(&self, search: &mut Search<'_>, runs: &Runs, inputs: &[Seen]) -> Result<(), Stop> {
        let known = inputs.iter().filter_map(|seen| match self.memory.get(seen.id, &seen.name) {
            // A hang costs its time, and shows no more than that.
            Some(Shows::Fails(then))
                if then.signature.end() != Some(dwindle_exec::signature::End::TimedOut) =>
            {
                Some((seen, then))
            }
            _ => None,
        });
        let known: Vec<_> = known.take(CHECKS).collect();
        let texts = known.iter().map(|(seen, _)| read(&seen.files[0])).collect::<Result<Vec<_>, _>>()?;
        let now = self.once(search, runs, &texts)?;
        for (((seen, then), now), text) in known.iter().zip(now).zip(&texts) {
            if !now.is(then, text) {
                let file = escaped(&seen.files[0]);
                return Err(resume::changed(&format!(
                    "{file} failed with {then}, and now gives {}",
                    now.failure
                ))
                .into());
            }
        }
        Ok(())
    }

    /// Runs inputs twice, and writes down what they showed.
    fn round(
        &mut self,
        search: &mut Search<'_>,
        runs: &Runs,
        inputs: &mut [Seen],
        round: &[usize],
    ) -> Result<(), Stop> {
        let texts = round.iter().map(|&at| read(&inputs[at].files[0])).collect::<Result<Vec<_>, _>>()?;
        let first = self.once(search, runs, &texts)?;
        // A hang was seen twice by then.
        let again: Vec<usize> =
            (0..texts.len()).filter(|&at| !(first[at].fails && first[at].timed_out)).collect();
        let second: Vec<Text> = again.iter().map(|&at| texts[at].clone()).collect();
        let mut second = again.into_iter().zip(self.once(search, runs, &second)?).collect::<BTreeMap<_, _>>();
        for (nth, first) in first.into_iter().enumerate() {
            let now = second.remove(&nth).unwrap_or_else(|| first.clone());
            let shows = match (first.fails, now.fails) {
                (true, true) => match first.of_both(&now, &texts[nth]) {
                    Some(failure) => Shows::Fails(failure),
                    None => Shows::Varies(first.failure, now.failure),
                },
                (false, false) => Shows::Passes(first.failure),
                _ => Shows::Varies(first.failure, now.failure),
            };
            let seen = &mut inputs[round[nth]];
            self.memory.add(seen.id, &seen.name, &shows)?;
            seen.shows = Some(shows);
        }
        Ok(())
    }

    /// Runs inputs once; those that took too long again, alone and with twice the time, and that run counts.
    fn once(&self, search: &mut Search<'_>, runs: &Runs, texts: &[Text]) -> Result<Vec<Shown>, Stop> {
        let (shown, ran) = runs.all(search, texts);
        ran?;
        let mut all = Vec::new();
        for (text, shown) in texts.iter().zip(shown) {
            let mut shown = shown.ok_or(Stop::Interrupted)?;
            if shown.timed_out {
                shown = runs.again(search, text)?.ok_or(Stop::Interrupted)?;
            }
            if let Some((kind, why)) = &shown.not_started {
                return Err(not_started(&self.testing.settings.test.program, *kind, why).into());
            }
            all.push(shown);
        }
        Ok(all)
    }
}

/// Reads an input.
pub(super) fn read(file: &Path) -> Result<Text, RunError> {
    let wrong = |why: String| {
        RunError::usage(format!("{}: {why}", escaped(file)))
            .hint("every file in the directory must be readable: fix its permissions, or move it elsewhere")
    };
    Text::new(fs::read(file).map_err(|error| wrong(error.to_string()))?)
        .map_err(|error| wrong(error.to_string()))
}

/// What an input is laid under: `input`, with its own ending where that is one; fuzzers number and hash.
fn name(file: &Path) -> OsString {
    let is_ending = |ending: &&str| {
        ending.len() <= 8
            && ending.starts_with(|c: char| c.is_ascii_alphabetic())
            && ending.chars().all(|c| c.is_ascii_alphanumeric())
    };
    match file.extension().and_then(OsStr::to_str).filter(is_ending) {
        Some(ending) => format!("input.{ending}").into(),
        None => "input".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_keeps_its_ending_if_it_is_one() {
        let named = |file: &str| name(Path::new(file)).into_string().unwrap();
        assert_eq!(named("a/crash.eml"), "input.eml");
        assert_eq!(named("a/id:000001,sig:11,src:000003"), "input");
        assert_eq!(named("crash.1"), "input");
        assert_eq!(named("oom-0.4c1b2d3e4f5a6b7c8d9e"), "input");
    }
}
