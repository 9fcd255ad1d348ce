//! The environment of a command: which variables, or which differences from another environment, matter.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use dwindle::Config;
use dwindle::plan::Level;
use dwindle::space::{EnvSpace, Shared, Space, Variable};
use dwindle_run::session::artifact::{Artifact, Made, Words};
use dwindle_run::text::{plural, shell};
use serde::Serialize;

use super::invocation::{Invocation, name, written};
use crate::ui::Name;

/// A variable as it is where the command fails; without a value it is not there.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    name: Name,
    value: Option<Name>,
}

/// What differs between two environments of a command, as what a run is about.
#[derive(Debug)]
pub(crate) struct Variables {
    space: Arc<EnvSpace>,
    digest: Vec<u8>,
    /// Whether the other side is one in which the command passes, not an empty one.
    against: bool,
    /// The program as it is found whatever the environment, and its arguments.
    command: Vec<OsString>,
}

impl Variables {
    /// The variables of a command; `against` says whether they have another value where it passes.
    pub(crate) fn new(variables: Vec<Variable>, against: bool, command: Vec<OsString>) -> Self {
        let none = OsStr::from_bytes(b"\x01");
        let side = |text: &'_ Option<OsString>| text.as_deref().unwrap_or(none).to_owned();
        let sides = |it: &Variable| [it.name.clone(), side(&it.failing), side(&it.passing)];
        let digest = written(variables.iter().flat_map(sides));
        Self { space: Arc::new(EnvSpace::new(variables)), digest, against, command }
    }

    /// The variables that `config` leaves as they fail.
    fn variables(&self, config: &Config) -> Vec<&Variable> {
        config.units().map(|unit| self.space.variable(unit)).collect()
    }

    /// The command with these variables set to their `value`, and removed where they have none.
    fn changed(
        &self,
        variables: &[&Variable],
        value: impl Fn(&Variable) -> Option<&OsString>,
    ) -> Vec<OsString> {
        let mut command = vec![OsString::from("env")];
        for variable in variables.iter().filter(|variable| value(variable).is_none()) {
            command.extend([OsString::from("-u"), variable.name.clone()]);
        }
        let set = |variable: &&Variable| {
            Some([variable.name.as_os_str(), OsStr::new("="), value(variable)?].into_iter().collect())
        };
        command.extend(variables.iter().filter_map(set));
        command.extend_from_slice(&self.command);
        command
    }
}

impl Invocation for Variables {
    const LEVEL: Level = Level::own("variables");

    type Units = EnvSpace;

    type Unit = State;

    fn units(&self) -> Arc<EnvSpace> {
        Arc::clone(&self.space)
    }

    fn all(&self) -> String {
        plural(self.space.units() as u64, if self.against { "difference" } else { "variable" })
    }

    fn kept(&self, config: &Config) -> Vec<State> {
        let state = |it: &Variable| State { name: name(&it.name), value: it.failing.as_ref().map(name) };
        self.variables(config).into_iter().map(state).collect()
    }

    fn shown(&self, config: &Config) -> Vec<String> {
        self.variables(config).iter().map(|variable| shell::quoted([&variable.name])).collect()
    }

    fn command(&self, config: &Config) -> Vec<OsString> {
        if self.against {
            return self.changed(&self.variables(config), |it| it.failing.as_ref());
        }
        let mut command = vec![OsString::from("env"), "-i".into()];
        for (mut word, value) in self.space.render(config) {
            word.push("=");
            word.push(value);
            command.push(word);
        }
        command.extend_from_slice(&self.command);
        command
    }

    fn passing_command(&self, config: &Config) -> Vec<OsString> {
        let left_out = self.space.full().minus(config);
        self.changed(&self.variables(&left_out), |it| it.passing.as_ref())
    }
}

impl Artifact for Variables {
    fn whole(&self) -> Shared {
        Arc::clone(&self.space) as _
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        self.digest.as_slice().into()
    }

    fn restore(&self, kept: Vec<u8>) -> Option<Made> {
        let config = self.space.read(&kept)?;
        Some((Arc::clone(&self.space) as _, config))
    }

    fn words(&self) -> Words {
        Words {
            noun: "command",
            too_loose: "the command also fails in the passing environment",
            tighten: "record an environment in which it passes with `env -0 > good.env`, or omit --passing-env to find which variables it needs",
        }
    }

    fn may_be_nothing(&self) -> bool {
        !self.against
    }
}
