//! From the words of `events` to settings.

use std::fmt::Display;
use std::str::FromStr;

use dwindle::Goal;
use dwindle::log::{PairRule, Rules};
use dwindle_run::error::RunError;
use dwindle_run::settings::{Output, Settings};

use super::output::output;
use super::run::searched;
use crate::args;
use crate::asked::Events;

/// Settings for `events`, and what is to be done with the log.
pub fn events(words: &args::Events) -> Result<(Settings, Events), RunError> {
    let log = &words.asked;
    let mut settings = searched(words)?;
    settings.output = output(&words.output, &settings.input, words.running.progress.message_format)?;
    if log.isolate {
        settings.tag = "failing";
        if settings.output == Output::Stdout {
            return Err(RunError::usage("--isolate writes two logs, and -o - would print only one of them")
                .hint("name a file with -o FILE; the log that passes is written beside it"));
        }
    }
    if log.maximize {
        (settings.tag, settings.goal) = ("max", Goal::LargestPassing);
    }
    let field =
        |option: &str, word: &Option<String>| word.as_deref().map(|word| read(option, word)).transpose();
    let rules = Rules {
        pairs: log.pair.iter().map(|rule| read::<PairRule>("--pair", rule)).collect::<Result<_, _>>()?,
        by: log.pair_by.iter().map(|by| read("--pair-by", by)).collect::<Result<_, _>>()?,
        alone: log.allow_unpaired,
        time: field("--retime", &log.retime)?,
    };
    let events = Events {
        format: log.format,
        rules,
        group: field("--group-by", &log.group_by)?,
        fields: log.fields,
        typed: typed(log),
    };
    Ok((settings, events))
}

/// The options on the log that were typed, each with its values.
fn typed(log: &args::Recording) -> Vec<(&'static str, String)> {
    let args::Recording {
        format,
        pair,
        pair_by,
        allow_unpaired,
        group_by,
        retime,
        fields,
        isolate,
        maximize,
    } = log;
    let given = |is_given: &bool| is_given.then(|| "given".to_owned());
    let several = |words: &[String]| (!words.is_empty()).then(|| words.join(","));
    let options = [
        ("--format", format.map(|format| format.name().to_owned())),
        ("--pair", several(pair)),
        ("--pair-by", several(pair_by)),
        ("--allow-unpaired", given(allow_unpaired)),
        ("--group-by", group_by.clone()),
        ("--retime", retime.clone()),
        ("--fields", given(fields)),
        ("--isolate", given(isolate)),
        ("--maximize", given(maximize)),
    ];
    options.into_iter().filter_map(|(option, value)| Some((option, value?))).collect()
}

fn read<T: FromStr<Err: Display>>(option: &str, word: &str) -> Result<T, RunError> {
    word.parse().map_err(|error: T::Err| RunError::usage(format!("{option} {error}")))
}
