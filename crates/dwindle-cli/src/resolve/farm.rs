//! From words to a farm that is connected.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use dwindle_exec::process::{Elsewhere, Launcher, NotCarriedOut, Sandbox, TempFiles};
use dwindle_remote::{Farm, Options, Secret, Slurm, Tls};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::settings::{self, Asked, Keeper, Settings};

use super::quantity;
use crate::{args, environment};

/// How many workers are kept busy where nobody said so.
const WORKERS: usize = 100;
/// Words in the names of headers whose values are secrets.
const SECRET: [&str; 7] = ["auth", "key", "token", "secret", "cookie", "password", "credential"];

/// Lets tests run on the machines that the words name, if they do; `here` are the jobs on this machine.
///
/// # Errors
/// The words mean nothing, something else asked for is not possible there, or there are no such machines.
pub(super) fn farm(words: &args::Farm, here: Option<&str>, settings: &mut Settings) -> Result<(), RunError> {
    if words.remote.is_none() && !words.slurm {
        return Ok(());
    }
    possible(settings, if words.slurm { "--slurm" } else { "--remote" })?;
    let here = here.map(quantity::jobs).transpose()?.unwrap_or_default();
    let (machines, platform, slots): (Arc<dyn Elsewhere>, _, _) = if let Some(address) = &words.remote {
        let (farm, platform, slots) = connected(address, words, settings)?;
        (Arc::new(farm), platform, slots)
    } else {
        let (slurm, slots) = allocation(settings)?;
        (Arc::new(slurm), Vec::new(), slots)
    };
    settings.test.farm = Some(settings::Farm { machines, here, platform });
    settings.jobs = here + slots;
    Ok(())
}

/// The allocation that this runs in, and how many tasks it has.
fn allocation(settings: &Settings) -> Result<(Slurm, usize), RunError> {
    let tasks = settings.test.env.iter().find(|(name, _)| name == "SLURM_NTASKS").map(|(_, value)| value);
    let tasks = tasks.and_then(|value| value.to_str()?.parse().ok()).filter(|&tasks| tasks > 0);
    let tasks = tasks.ok_or_else(|| {
        RunError::usage("--slurm: this runs in no allocation with tasks (SLURM_NTASKS is not set)")
            .hint("put salloc and the number of tasks before the command: salloc --ntasks 64 dwindle reduce --slurm")
    })?;
    // It only supervises `srun`, which is not sandboxed.
    let launcher = match &settings.test.keeper {
        Some(Keeper { program, args }) => Launcher::Keeper {
            program: program.clone(),
            args: args.clone(),
            temp: TempFiles::AsGiven,
            sandbox: Sandbox { network: true, ..Sandbox::default() },
        },
        None => Launcher::Direct,
    };
    Ok((Slurm::new(launcher), tasks))
}

/// What is asked of a farm's workers, by name.
type Platform = Vec<(String, String)>;

/// Connects to the farm at this address; gives the properties of its workers, and how many tests it is to have at once.
fn connected(
    address: &str,
    words: &args::Farm,
    settings: &mut Settings,
) -> Result<(Farm, Platform, usize), RunError> {
    let workers = words.remote_jobs.as_deref().map(quantity::remote_jobs).transpose()?;
    let workers = workers.unwrap_or(WORKERS);
    let slots = workers + workers / 4;
    let platform = words.platform.iter().map(|word| pair("--platform", word, "OSFamily=linux"));
    let platform: Platform = platform.collect::<Result<_, _>>()?;
    let mut options = Options::new(address, slots);
    options.instance = words.instance.clone().unwrap_or_default();
    options.priority = words.remote_priority.unwrap_or_default();
    options.platform.clone_from(&platform);
    for word in &words.header {
        options.headers.push(header(word, settings)?);
    }
    let file = |option, path: Option<&_>| path.map(|path| read(option, path)).transpose();
    let key = file("--tls-key", words.tls_key.as_deref())?;
    options.tls = Tls {
        ca: file("--tls-ca", words.tls_ca.as_deref())?,
        identity: file("--tls-cert", words.tls_cert.as_deref())?.zip(key.map(Secret)),
    };
    let farm = Farm::connect(options).map_err(|NotCarriedOut { what, hint }| {
        let is_usage = what.starts_with("--");
        let error = if is_usage { RunError::usage(what) } else { RunError::new(Exit::CouldNotRun, what) };
        error.hints(hint)
    })?;
    Ok((farm, platform, slots))
}

/// Refuses what other machines, those of `option`, cannot do.
fn possible(settings: &Settings, option: &str) -> Result<(), RunError> {
    if settings.test.worker {
        return Err(RunError::usage(format!("--worker: {option} starts each test anew"))
            .hint(format!("give a test that judges one candidate and ends, or run without {option}")));
    }
    if settings.test.sandbox.asked == Asked::Auto {
        return Err(RunError::usage(format!(
            "--sandbox auto: the first run is elsewhere with {option}, and shows nothing of this machine"
        ))
        .hint("name the level of tests that run here: --sandbox full, files or off"));
    }
    Ok(())
}

fn pair(option: &str, word: &str, example: &str) -> Result<(String, String), RunError> {
    let wrong = || {
        let name = word.split(':').next().unwrap_or_default();
        RunError::usage(format!("{option} {name}: there is no = between a name and a value"))
            .hint(format!("give both, such as {option} {example}"))
    };
    let (name, value) = word.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Reads a header; no message shows its value.
fn header(word: &str, settings: &mut Settings) -> Result<(String, Secret), RunError> {
    let (name, value) = pair("--header", word, "authorization=@FILE")?;
    let bytes = if let Some(path) = value.strip_prefix('@') {
        let bytes = read(&format!("--header {name}"), OsStr::new(path))?;
        bytes.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii().to_vec()
    } else if let Some(variable) = value.strip_prefix("env:") {
        settings.test.env.retain(|(name, _)| name != variable);
        let value = environment::secret(variable).ok_or_else(|| {
            RunError::usage(format!("--header {name}: the environment variable {variable} is not set"))
                .hint(format!("set and export it, or name a file: --header {name}=@FILE"))
        })?;
        value.into_encoded_bytes()
    } else if SECRET.iter().any(|word| name.to_lowercase().contains(word)) {
        return Err(RunError::usage(format!("--header {name}: a secret on the command line is no secret"))
            .hint(format!("write it to a file that only you can read: --header {name}=@FILE"))
            .hint(format!("or put it into an environment variable: --header {name}=env:NAME")));
    } else {
        value.into_bytes()
    };
    Ok((name, Secret(bytes)))
}

fn read(option: &str, path: &OsStr) -> Result<Vec<u8>, RunError> {
    std::fs::read(path).map_err(|error| {
        RunError::usage(format!("{option} {}: {error}", Path::new(path).display()))
            .hint("name a file that exists and can be read")
    })
}
