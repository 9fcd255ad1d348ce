//! A program of the user's that rewrites texts, and speaks JSON Lines.

mod answer;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dwindle::passes::{Offers, Place, Rewriter};
use dwindle::rewrite::Rewrite;
use dwindle::{Id, Text};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::workplace::Workplace;
use crate::process::{Answer, Supervisor};
use answer::{Hello, Offered, Variant};

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// How many variants of a text are looked at together.
const TOGETHER: usize = 32;

/// How much of an answer that makes no sense is shown.
const SHOWN: usize = 60;

/// A program that reads requests and gives answers, each a JSON object on a line: see `docs/external-passes.md`.
///
/// It is started once. Where it ends, takes too long or gives an answer that makes no sense, that is told, and the program
/// is left out from then on.
#[derive(Debug)]
pub struct JsonLines {
    line: String,
    dir: PathBuf,
    file: PathBuf,
    place: Workplace,
    state: Mutex<State>,
}

/// What is known of the program so far.
#[derive(Debug, Default)]
struct State {
    supervisor: Option<Supervisor>,
    hello: Option<Hello>,
    /// What it offers for the text that lies there.
    offered: Option<(Id, Kept)>,
    /// What is still to be told.
    warning: Option<String>,
    is_left_out: bool,
}

/// What a program offers for a text.
#[derive(Debug)]
enum Kept {
    Rewrites(Vec<Rewrite>),
    Variants(usize),
}

/// Why there is no answer.
#[derive(Debug)]
enum Trouble {
    /// The run was stopped.
    Stopped,
    /// The program is of no use.
    Useless(String),
}

/// What a program is asked.
#[derive(Serialize)]
#[serde(untagged)]
enum Request<'a> {
    Hello { hello: u32 },
    Rewrites { file: &'a Path, language: Option<&'a str> },
    Variant { file: &'a Path, language: Option<&'a str>, variant: usize },
}

impl JsonLines {
    /// What the pass is called.
    pub const NAME: &str = "external";
    /// One line on what it does.
    pub const ABOUT: &str = "rewrites by the program that --external-pass names";

    /// The program that this line of the shell starts in `dir`; texts are laid under `name` for it.
    pub fn new(line: String, dir: PathBuf, name: OsString, place: Workplace) -> Self {
        let file = place.scratch.join(name);
        Self { line, dir, file, place, state: Mutex::default() }
    }

    /// Every state is whole between two statements, so a panic elsewhere spoils nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rewriter for JsonLines {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn about(&self) -> &'static str {
        Self::ABOUT
    }

    fn knows(&self, language: Option<&str>) -> bool {
        let mut state = self.state();
        if state.is_left_out {
            return false;
        }
        match self.hello(&mut state) {
            Ok(hello) => hello.knows(language),
            // The pass has to run to tell of it.
            Err(Trouble::Stopped) => true,
            Err(Trouble::Useless(why)) => {
                state.warning = Some(why);
                true
            }
        }
    }

    fn offers(&self, text: &Text, language: Option<&str>, from: Place) -> Offers {
        let mut state = self.state();
        let offered = match state.warning.take() {
            Some(why) => Err(Trouble::Useless(why)),
            None if state.is_left_out => return Offers::default(),
            None => self.look(&mut state, text, language, from.offered),
        };
        match offered {
            Ok(offers) => offers,
            Err(Trouble::Stopped) => Offers::default(),
            Err(Trouble::Useless(why)) => {
                (state.is_left_out, state.supervisor) = (true, None);
                let warning = Some(format!("the external pass `{}` is left out: {why}", self.line));
                Offers { warning, ..Offers::default() }
            }
        }
    }
}

impl JsonLines {
    /// Some of what the program offers for `text`, but for the first `from`.
    fn look(
        &self,
        state: &mut State,
        text: &Text,
        language: Option<&str>,
        from: usize,
    ) -> Result<Offers, Trouble> {
        if state.offered.as_ref().is_none_or(|(id, _)| *id != text.id()) {
            self.place.lay(&self.file, text).map_err(|error| Trouble::Useless(error.to_string()))?;
            let request = Request::Rewrites { file: &self.file, language };
            let offered = match self.ask::<Offered>(state, &request)? {
                Offered::Rewrites(rewrites) => {
                    Kept::Rewrites(answer::read(rewrites, Self::NAME, text).map_err(Trouble::Useless)?)
                }
                Offered::Variants(variants) => Kept::Variants(variants),
            };
            state.offered = Some((text.id(), offered));
        }
        let variants = match &state.offered {
            Some((_, Kept::Variants(variants))) => *variants,
            Some((_, Kept::Rewrites(rewrites))) if from == 0 => {
                return Ok(Offers { rewrites: rewrites.clone(), ..Offers::default() });
            }
            _ => return Ok(Offers::default()),
        };
        let end = variants.min(from.saturating_add(TOGETHER));
        let mut rewrites = Vec::new();
        for variant in from..end {
            let request = Request::Variant { file: &self.file, language, variant };
            let made = self.ask::<Variant>(state, &request)?.text().map_err(Trouble::Useless)?;
            rewrites.extend(made.and_then(|after| Rewrite::between(Self::NAME, text, &after)));
        }
        let next = (end < variants).then_some(Place { rule: 0, offered: end });
        Ok(Offers { rewrites, next, warning: None })
    }

    /// What the program says of itself.
    fn hello<'s>(&self, state: &'s mut State) -> Result<&'s Hello, Trouble> {
        let hello = match state.hello.take() {
            Some(known) => known,
            None => self.ask(state, &Request::Hello { hello: PROTOCOL })?,
        };
        Ok(state.hello.insert(hello))
    }

    /// The answer to a request.
    fn ask<A: DeserializeOwned>(&self, state: &mut State, request: &Request<'_>) -> Result<A, Trouble> {
        let useless = |why: String| Trouble::Useless(why);
        let supervisor = match &mut state.supervisor {
            Some(supervisor) => supervisor,
            none => none.insert(self.place.open().map_err(|error| useless(error.to_string()))?),
        };
        let args = ["-c".into(), OsString::from(&self.line)].into();
        let command = self.place.command("/bin/sh".as_ref(), args, SHOWN);
        let line = serde_json::to_vec(request).map_err(|error| useless(error.to_string()))?;
        let reply = supervisor.ask(&command, &self.dir, &line, Some(self.place.limit));
        match reply.map_err(|error| useless(error.to_string()))?.answer {
            Answer::Line(line) => {
                serde_json::from_slice(&line).map_err(|error| useless(format!("{}: {error}", said(&line))))
            }
            Answer::Garbled(bytes) => {
                Err(useless(format!("{}, which is not one line for one", said(&bytes))))
            }
            Answer::None(crate::process::End::Stopped) => Err(Trouble::Stopped),
            Answer::None(crate::process::End::TimedOut) => {
                Err(useless(format!("it took longer than {:?} to answer", self.place.limit)))
            }
            Answer::None(end) => Err(useless(format!("it ended without an answer: {end}"))),
        }
    }
}

/// What it answered.
fn said(answer: &[u8]) -> String {
    let shown: String = String::from_utf8_lossy(answer).chars().take(SHOWN).collect();
    format!("it answered `{}`", shown.trim_end())
}
