//! `dwindle env`: which environment variables matter.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use dwindle::Config;
use dwindle::isolate::Depth;
use dwindle::plan::{Certificate, Level};
use dwindle::space::{EnvSpace, Shared, Space, Variable};
use serde::Serialize;

use super::answer::{Answer, Answered, Destination, lines, name};
use super::{most, sides};
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::session::Session;
use crate::session::artifact::{Artifact, Made};
use crate::session::input::Input;
use crate::settings::Settings;
use crate::text::{number, plural, seconds, shell};
use crate::ui::{Name, Ui, input_name};

/// What matters.
#[derive(Debug, Serialize)]
struct Matter {
    variables: Vec<State>,
}

/// A variable as it is where the command fails; without a value it is not there.
#[derive(Debug, Serialize)]
struct State {
    name: Name,
    value: Option<Name>,
}

impl State {
    fn of(variable: &Variable) -> Self {
        Self { name: name(&variable.name), value: variable.failing.as_ref().map(name) }
    }
}

/// What differs between two environments, as what a run is about.
#[derive(Debug)]
struct Variables {
    space: Arc<EnvSpace>,
    digest: Vec<u8>,
    /// Whether the other side is one in which the command passes, not an empty one.
    against: bool,
}

/// Finds what matters, and prints the command with nothing else.
pub(super) fn run(words: &args::Env, ui: &mut Ui) -> Result<Exit, CliError> {
    let (settings, variables) = resolve::env(words)?;
    let all = &words.subject.command;
    let input = Input {
        artifact: Variables::new(variables, words.variables.passing_env.is_some()),
        name: input_name(&settings).into(),
        path: None,
        shown: shell::quoted(all),
        mode: None,
    };
    let (mut session, _watch, mut to) = Destination::begin(&settings, ui, input)?;
    if words.variables.isolate {
        return isolate(&settings, &words.subject.command, &mut session, &mut to, ui);
    }
    if words.variables.maximize {
        return maximize(&settings, &words.subject.command, &mut session, &mut to, ui);
    }
    let algorithm = super::options::algorithm(&settings);
    let mut so_far = None;
    let (reduced, mut finished) = session.run(ui, |search, variables| {
        let whole = variables.whole();
        let reduced = super::begin::stage(search, &whole, algorithm, Level::Variables, whole.full());
        if let (Err(_), Some((_, config))) = (&reduced, search.best()) {
            so_far = Some(config.clone());
        }
        let config = reduced?;
        let proof = Certificate { level: Level::Variables, removals: config.len() };
        Ok((config, vec![proof]))
    })?;
    let variables = session.input();
    let mut end = to.end(&settings, &session, &mut finished, ui);
    if let Some(config) = reduced.as_ref().filter(|config| !config.is_empty()) {
        end = end.minimality(&[Certificate { level: Level::Variables, removals: config.len() }]);
    }
    let how = if reduced.is_some() { "found" } else { "so far" };
    let config = reduced.or(so_far).unwrap_or_else(|| variables.space.full());
    let end = end.headline(format!(
        "{}: {} of {} {}, {how} in {}, {}",
        super::begin::program_name(&settings),
        number(config.len() as u64),
        variables.all(),
        if config.len() == 1 { "matters" } else { "matter" },
        plural(finished.tests, "test"),
        seconds(ui.clock().elapsed()),
    ));
    let answers =
        [variables.answer(&config, &program(&settings, &words.subject.command), &settings.test.args)];
    let end = to.hand_out(&lines(&answers), end, ui)?;
    ui.end(&end.to_string(), &Answered { end: &end, answers: &answers })?;
    Ok(end.exit())
}

/// Finds the smallest difference between an environment that passes and one that fails, and prints both commands.
fn isolate(
    settings: &Settings,
    typed: &[OsString],
    session: &mut Session<Variables>,
    to: &mut Destination,
    ui: &mut Ui,
) -> Result<Exit, CliError> {
    let (sides, mut finished) = session.run(ui, |search, variables| {
        Ok((
            sides::apart(search, &variables.whole(), Level::Variables.name(), Depth::Surroundings)?,
            Vec::new(),
        ))
    })?;
    let end = to.end(settings, session, &mut finished, ui).both_sides();
    let Some(sides) = sides else {
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let (passing, failing) = sides.map_err(sides::no_passing_side)?;
    let (variables, program) = (session.input(), program(settings, typed));
    let [passing, difference, failing] = [&passing, &failing.minus(&passing), &failing]
        .map(|config| variables.answer(config, &program, &settings.test.args));
    let units = difference.matter.variables.len();
    let end = end.headline(format!(
        "{}: {}, found in {}, {}",
        super::begin::program_name(settings),
        sides::headline(units, variables.space.units(), "variable"),
        plural(finished.tests, "test"),
        seconds(ui.clock().elapsed()),
    ));
    sides::show(ui, (end, to), difference.matter, passing, failing)
}

/// Finds the fewest variables that have to be changed for the command to pass, and prints it with these changes.
fn maximize(
    settings: &Settings,
    typed: &[OsString],
    session: &mut Session<Variables>,
    to: &mut Destination,
    ui: &mut Ui,
) -> Result<Exit, CliError> {
    let (most, mut finished) = most::find(session, ui, Level::Variables)?;
    let end = to.end(settings, session, &mut finished, ui);
    let Some(most) = most else {
        let end = most::none_yet(end, settings, ui);
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let variables = session.input();
    let left_out: Vec<&Variable> = variables.matter(&variables.space.full().minus(&most.passing));
    let names: Vec<String> = left_out.iter().map(|variable| shell::quoted([&variable.name])).collect();
    let end = most.told(end, settings, &names, &variables.all(), ui);
    let difference: Vec<State> = left_out.iter().map(|variable| State::of(variable)).collect();
    let command = changed(&left_out, &program(settings, typed), &settings.test.args);
    most::show(ui, (end, to), Answer::new(most::Apart { difference }, &command))
}

/// The command to be run where it fails, with these variables as they are on the passing side.
fn changed(variables: &[&Variable], program: &OsStr, args: &[OsString]) -> Vec<OsString> {
    let mut command = vec![OsString::from("env")];
    for variable in variables.iter().filter(|variable| variable.passing.is_none()) {
        command.extend([OsString::from("-u"), variable.name.clone()]);
    }
    for variable in variables {
        if let Some(value) = &variable.passing {
            command.push([variable.name.as_os_str(), OsStr::new("="), value].into_iter().collect());
        }
    }
    command.push(program.to_owned());
    command.extend_from_slice(args);
    command
}

/// The program as it is found whatever the environment: by the path at which it was found.
fn program(settings: &Settings, typed: &[OsString]) -> OsString {
    let found = crate::session::key::resolve(&settings.test);
    found.map_or_else(|| typed[0].clone(), std::path::PathBuf::into_os_string)
}

impl Variables {
    fn new(variables: Vec<Variable>, against: bool) -> Self {
        let mut digest = Vec::new();
        for variable in &variables {
            for side in [Some(&variable.name), variable.failing.as_ref(), variable.passing.as_ref()] {
                digest.extend_from_slice(side.map_or(b"\x01", |text| text.as_bytes()));
                digest.push(0);
            }
        }
        Self { space: Arc::new(EnvSpace::new(variables)), digest, against }
    }

    /// How many there are, in words.
    fn all(&self) -> String {
        plural(self.space.units() as u64, if self.against { "difference" } else { "variable" })
    }

    /// The variables that `config` leaves as they fail.
    fn matter(&self, config: &Config) -> Vec<&Variable> {
        config.units().map(|unit| self.space.variable(unit)).collect()
    }

    /// An answer: the variables that `config` leaves as they fail, and the command in that environment.
    fn answer(&self, config: &Config, program: &OsStr, args: &[OsString]) -> Answer<Matter> {
        let matter = self.matter(config);
        let mut command = vec![OsString::from("env")];
        let sets: Vec<(OsString, OsString)> = if self.against {
            for variable in matter.iter().filter(|variable| variable.failing.is_none()) {
                command.extend([OsString::from("-u"), variable.name.clone()]);
            }
            let set = |variable: &&Variable| Some((variable.name.clone(), variable.failing.clone()?));
            matter.iter().filter_map(set).collect()
        } else {
            command.push("-i".into());
            self.space.bake(config)
        };
        for (mut name, value) in sets {
            name.push("=");
            name.push(value);
            command.push(name);
        }
        command.push(program.to_owned());
        command.extend_from_slice(args);
        Answer::new(
            Matter { variables: matter.iter().map(|variable| State::of(variable)).collect() },
            &command,
        )
    }
}

impl Artifact for Variables {
    fn whole(&self) -> Shared {
        Arc::clone(&self.space) as _
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        self.digest.as_slice().into()
    }

    fn revive(&self, kept: Vec<u8>) -> Option<Made> {
        let config = self.space.read(&kept)?;
        Some((Arc::clone(&self.space) as _, config))
    }

    fn too_loose(&self) -> &'static str {
        "the command also fails in the passing environment"
    }

    fn tighten(&self) -> &'static str {
        "record an environment in which it passes with `env -0 > good.env`, or omit --passing-env to find which variables it needs"
    }

    fn may_be_nothing(&self) -> bool {
        !self.against
    }

    fn noun(&self) -> &'static str {
        "command"
    }
}
