//! From words to settings for `path`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use super::along::reachable;
use super::invocation::{goal, settings};
use super::output::answer_output;
use super::run::remember;
use super::words::Pick;
use crate::args;
use crate::error::CliError;
use crate::settings::{Method, SearchPath, Settings};
use crate::text::escaped;

/// Settings for `path`, and the search path with its elements.
pub fn path(words: &args::SearchPath) -> Result<(Settings, SearchPath), CliError> {
    let args::Elements { variable, keep, isolate, maximize, algorithm } = &words.elements;
    let name = match (isolate, maximize) {
        (true, _) => "isolate-path",
        (_, true) => "maximize-path",
        _ => "path",
    };
    let (args, along) = reachable(&words.subject.command[1..])?;
    let mut settings = settings(&words.subject, name, (&args, along), &words.limits, &words.running.debug)?;
    settings.algorithm = algorithm.map(Method::List);
    settings.goal = goal(*maximize);
    settings.output = answer_output(&words.output)?;
    remember(&mut settings, &words.running.memory, &words.budget)?;
    let shown = escaped(variable);
    let is_it = |(name, _): &&(OsString, OsString)| name == variable;
    let Some((_, value)) = settings.test.env.iter().find(is_it) else {
        return Err(CliError::usage(format!("{shown} is not set")).hint(
            "name a variable that lists files or folders with colons between them, such as PYTHONPATH",
        ));
    };
    let elements: Vec<OsString> =
        value.as_bytes().split(|&byte| byte == b':').map(|part| OsString::from_vec(part.to_vec())).collect();
    let mut free: Vec<usize> = (0..elements.len()).collect();
    for word in keep {
        let pick = Pick::new(OsStr::new(word));
        if !elements.iter().any(|element| pick.picks(element)) {
            return Err(CliError::usage(format!("--keep {word}: {shown} has no such element"))
                .hint("give an element as it stands there, or a regular expression for whole elements"));
        }
        free.retain(|&at| !pick.picks(&elements[at]));
    }
    if free.is_empty() {
        return Err(CliError::usage(format!("nothing to remove: all elements of {shown} are kept")));
    }
    // Elements that are relative are looked up where a test runs.
    let (elements, along) = reachable(&elements)?;
    settings.test.with.extend(along);
    let others = settings.test.env.iter().filter(|pair| !is_it(pair)).cloned().collect();
    Ok((settings, SearchPath { variable: variable.clone(), elements, free, others }))
}
