//! A search path in the environment of a command: which of its elements matter.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use dwindle::Config;
use dwindle::plan::Level;
use dwindle::space::{SearchPathSpace, Shared};
use dwindle_run::session::artifact::{Artifact, Made, Words, made};
use dwindle_run::text::shell;

use super::invocation::{Invocation, name, read, written};
use crate::asked::SearchPath;
use crate::ui::Name;

/// A search path, as what a run is about.
#[derive(Debug)]
pub(crate) struct Elements {
    space: Arc<SearchPathSpace>,
    path: SearchPath,
    /// The program as it is found whatever the environment, and its arguments.
    command: Vec<OsString>,
}

impl Elements {
    pub(crate) fn new(path: SearchPath, command: Vec<OsString>) -> Self {
        let space = Arc::new(space(&path, path.elements.clone(), path.free.iter().copied()));
        Self { space, path, command }
    }

    /// The elements that `config` keeps and that could be removed.
    fn elements(&self, config: &Config) -> Vec<&OsString> {
        config.units().map(|unit| &self.path.elements[self.path.free[unit as usize]]).collect()
    }
}

/// A space of `elements`, of which those at the places `free` can be removed.
fn space(
    path: &SearchPath,
    elements: Vec<OsString>,
    free: impl IntoIterator<Item = usize>,
) -> SearchPathSpace {
    SearchPathSpace::new(path.variable.clone(), elements, free, path.others.clone())
}

impl Invocation for Elements {
    const LEVEL: Level = Level::own("elements");

    type Units = SearchPathSpace;

    type Unit = Name;

    fn units(&self) -> Arc<SearchPathSpace> {
        Arc::clone(&self.space)
    }

    fn kept(&self, config: &Config) -> Vec<Name> {
        self.elements(config).into_iter().map(name).collect()
    }

    fn shown(&self, config: &Config) -> Vec<String> {
        self.elements(config).into_iter().map(|element| shell::quoted([element])).collect()
    }

    fn command(&self, config: &Config) -> Vec<OsString> {
        let variable = &self.path.variable;
        let words = match self.space.value(config) {
            Some(value) => vec![[variable.as_os_str(), OsStr::new("="), &value].into_iter().collect()],
            None => vec!["-u".into(), variable.clone()],
        };
        [vec!["env".into()], words, self.command.clone()].concat()
    }
}

impl Artifact for Elements {
    fn whole(&self) -> Shared {
        Arc::clone(&self.space) as _
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        let SearchPath { variable, elements, free, others } = &self.path;
        let mut digest = written(std::iter::once(variable).chain(elements));
        digest.extend(format!("{free:?}").into_bytes());
        digest.extend(written(others.iter().flat_map(|(name, value)| [name, value])));
        digest.into()
    }

    fn restore(&self, kept: Vec<u8>) -> Option<Made> {
        let elements = read(&kept);
        let all = 0..elements.len();
        Some(made(space(&self.path, elements, all)))
    }

    fn words(&self) -> Words {
        Words {
            noun: "command",
            too_loose: "the command also fails without the search path",
            tighten: "omit --isolate to find which elements the failure needs",
        }
    }

    fn may_be_nothing(&self) -> bool {
        true
    }
}
