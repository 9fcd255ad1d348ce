//! Which plans reduce a text, and how they are carried out.

use std::sync::Arc;

use crate::error::RunError;
use crate::settings::{Method, Settings};
use crate::syntax::Syntax;
use dwindle::binary::is_binary;
use dwindle::passes::{self, External, Level, List, Pass, Rewriter};
use dwindle::plan::Planned;
use dwindle::reduce::Setting;
use dwindle::{Algorithm, Plan, Search, Stop, Text};

/// The plan that `settings` name for `text`, with this algorithm, and with what these programs offer.
///
/// # Errors
/// When the algorithm works on trees, and the input's language is not known or units are named; when a grammar was given and
/// the input does not match it.
pub fn plan(
    settings: &Settings,
    method: Option<Method>,
    syntax: Option<&Syntax>,
    rewriters: &[Arc<dyn Rewriter>],
    text: &Text,
) -> Result<Plan, RunError> {
    if settings.no_invention && is_binary(text.bytes()) {
        return Err(RunError::usage("--no-invention: the input is binary data, which has no tokens")
            .hint("omit it: lengths and checksums have to be made right"));
    }
    if let Some(syntax) = syntax.filter(|syntax| syntax.strict) {
        // Only what matches the grammar is tested: of another input nothing could go.
        syntax.tree(text).map_err(|why| {
            RunError::usage(format!("the input does not match the grammar {}: {why}", syntax.name))
                .hint(
                    "correct the grammar; `dwindle parse --grammar GRAMMAR INPUT` shows the tree of an input",
                )
                .hint("omit --grammar to reduce the input without one")
        })?;
    }
    let only_old = |plan: Plan| if settings.no_invention { plan.nothing_new(text) } else { plan };
    let list = match method {
        Some(Method::Tree(algorithm)) => {
            let Some(syntax) = syntax else { return Err(no_tree(&format!("--algorithm {algorithm}"))) };
            let plan = Plan::tree(algorithm, Arc::clone(&syntax.parse));
            return Ok(only_old(plan.protect(settings.protect.clone())));
        }
        Some(Method::List(algorithm)) => algorithm,
        None => Algorithm::default(),
    };
    let plan = match (settings.units.as_slice(), syntax) {
        _ if !settings.passes.is_empty() => of_passes(&settings.passes, list, syntax, rewriters)?,
        ([], Some(syntax)) if list == Algorithm::Dwindle => with_rewriters(syntax.plan(), rewriters),
        ([], _) if method.is_none() => with_rewriters(Plan::suited_to(text), rewriters),
        ([], _) => with_rewriters(Plan::standard_with(list), rewriters),
        (units, _) => Plan::of(units.iter().map(|&unit| List { algorithm: list, unit })).once(),
    };
    let plan = plan.without(&settings.skipped).protect(settings.protect.clone());
    if plan.passes().is_empty() {
        return Err(RunError::usage(format!("--skip-pass {}: no pass is left", settings.skipped.join(",")))
            .hint("skip fewer passes, or choose others with --passes; `dwindle passes` lists them"));
    }
    Ok(only_old(plan))
}

/// The plan with what programs offer at its end.
fn with_rewriters(plan: Plan, rewriters: &[Arc<dyn Rewriter>]) -> Plan {
    rewriters.iter().fold(plan, |plan, rewriter| plan.and(External(Arc::clone(rewriter))))
}

/// The plan of the passes that `--passes` names.
fn of_passes(
    names: &[String],
    lists: Algorithm,
    syntax: Option<&Syntax>,
    rewriters: &[Arc<dyn Rewriter>],
) -> Result<Plan, RunError> {
    let mut chosen: Vec<Arc<dyn Pass>> = Vec::new();
    for name in names {
        let of_programs = rewriters.iter().filter(|rewriter| rewriter.about().name == name);
        chosen.extend(passes::named(name, lists));
        chosen.extend(of_programs.map(|rewriter| Arc::new(External(Arc::clone(rewriter))) as Arc<dyn Pass>));
    }
    let Some(syntax) = syntax else {
        if chosen.iter().all(|pass| pass.level() == Level::Tree) {
            return Err(no_tree(&format!("--passes {}", names.join(","))));
        }
        return Ok(Plan::of(chosen));
    };
    let plan = Plan::of(chosen).parsed_by(Arc::clone(&syntax.parse));
    Ok(if syntax.strict { plan.strictly() } else { plan })
}

/// What is to be said of passes that `--passes` names and that do not run, since there is no syntax tree.
pub fn left_out(settings: &Settings, syntax: Option<&Syntax>) -> Option<String> {
    let needs_tree = |name: &&String| {
        passes::named(name, Algorithm::default()).iter().any(|pass| pass.level() == Level::Tree)
    };
    let names: Vec<&str> = settings.passes.iter().filter(needs_tree).map(String::as_str).collect();
    (syntax.is_none() && !names.is_empty()).then(|| {
        let names = names.join(",");
        format!("note: {names} left out, since the language of the input is unknown; name it with --language")
    })
}

/// What reducers of trees are told beside the tree.
pub fn setting(settings: &Settings) -> Setting<'_> {
    Setting { parse: None, protect: settings.protect.as_ref(), lists: Algorithm::Dwindle }
}

/// The bytes of the best that a search found until the budget, the target size or an interrupt ended it, or the failure was gone.
pub fn best(search: &Search<'_>, stop: &Stop) -> Option<Vec<u8>> {
    matches!(stop, Stop::Budget | Stop::Target | Stop::Interrupted | Stop::Gone(_))
        .then(|| best_of(search))
        .flatten()
}

fn best_of(search: &Search<'_>) -> Option<Vec<u8>> {
    let (space, config) = search.best()?;
    let mut bytes = Vec::new();
    space.write(config, &mut bytes).ok().map(|()| bytes)
}

/// The best that a search found, with what was `planned` for it if that is the same text.
pub fn smallest(search: &Search<'_>, planned: Planned) -> Planned {
    match best_of(search).and_then(|bytes| Text::of_any_size(bytes).ok()) {
        Some(text) if text.id() != planned.text.id() => Planned { text, certificates: Vec::new() },
        _ => planned,
    }
}

fn no_tree(option: &str) -> RunError {
    RunError::usage(format!("{option} needs a syntax tree, but the language of the input is unknown"))
    .hint("name it with --language NAME (`dwindle languages` lists them), or give a grammar with --grammar FILE")
}
