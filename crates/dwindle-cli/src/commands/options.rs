//! `dwindle options`: which arguments of a command matter.

mod arguments;

use std::sync::Arc;

use dwindle::isolate::Depth;
use dwindle::plan::{Certificate, Level};
use dwindle::search::{Search, Stop};
use dwindle::space::Space;
use dwindle::{Algorithm, Outcome};
use serde::Serialize;

use self::arguments::Arguments;
use super::answer::{Answer, Answered, Destination, lines, names};
use super::{most, sides};
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::session::Session;
use crate::session::artifact::Artifact;
use crate::session::input::Input;
use crate::settings::{CommandLine, Method, Purpose, Settings};
use crate::text::{number, plural, seconds, shell};
use crate::ui::{Name, Ui, input_name};

/// What matters, each argument with the words that belong to it.
#[derive(Debug, Serialize)]
struct Matter {
    arguments: Vec<Vec<Name>>,
}

/// What was found.
#[derive(Debug, Default)]
struct Found {
    /// Of each the arguments, with the places of their words.
    answers: Vec<Vec<Vec<usize>>>,
    /// That no single argument of the last can go; of one whose words were tried one by one, no single word.
    proof: Option<Certificate>,
}

/// Finds what matters, and prints the command with nothing else.
pub(super) fn run(words: &args::Options, ui: &mut Ui) -> Result<Exit, CliError> {
    let (settings, line) = resolve::options(words)?;
    let arguments = Arguments::new(line);
    let input = Input {
        name: input_name(&settings).into(),
        path: None,
        shown: shell::quoted(arguments.command(|at| !arguments.prevents() || arguments.stays(at))),
        mode: None,
        artifact: arguments,
    };
    let (mut session, _watch, mut to) = Destination::begin(&settings, ui, input)?;
    if words.arguments.isolate {
        return isolate(&settings, &mut session, &mut to, ui);
    }
    if words.arguments.maximize {
        return maximize(&settings, &mut session, &mut to, ui);
    }
    let algorithm = algorithm(&settings);
    let mut found = Found::default();
    let (done, mut finished) = session.run(ui, |search, arguments| {
        let done = find(search, arguments, algorithm, &mut found);
        if let (Err(_), [], Some((space, config))) = (&done, found.answers.as_slice(), search.best()) {
            // Ended early: what is smallest so far, which the run directory has, too.
            let mut words = Vec::new();
            space.write(config, &mut words)?;
            found.answers.push(arguments.pieces_of(&words));
        }
        done.map(|()| ((), found.proof.into_iter().collect()))
    })?;
    let arguments = session.input();
    let answers: Vec<Answer<Matter>> = found.answers.iter().map(|answer| arguments.answer(answer)).collect();
    let mut end = to.end(&settings, &session, &mut finished, ui);
    if let (Some(()), [_], Some(proof)) = (done, found.answers.as_slice(), found.proof) {
        end = end.minimality(&[proof]);
    }
    let end = end.headline(format!(
        "{}: {}, {} in {}, {}",
        super::begin::program_name(&settings),
        headline(arguments.line(), &found),
        if done.is_some() { "found" } else { "so far" },
        plural(finished.tests, "test"),
        seconds(ui.clock().elapsed()),
    ));
    let end = to.hand_out(&lines(&answers), end, ui)?;
    ui.end(&end.to_string(), &Answered { end: &end, answers: &answers })?;
    Ok(end.exit())
}

/// Finds the smallest difference between a command line that passes and one that fails, and prints both.
fn isolate(
    settings: &Settings,
    session: &mut Session<Arguments>,
    to: &mut Destination,
    ui: &mut Ui,
) -> Result<Exit, CliError> {
    let (sides, mut finished) = session.run(ui, |search, arguments| {
        Ok((
            sides::apart(search, &arguments.whole(), Level::Arguments.name(), Depth::Surroundings)?,
            Vec::new(),
        ))
    })?;
    let end = to.end(settings, session, &mut finished, ui).both_sides();
    let Some(sides) = sides else {
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let (passing, failing) = sides.map_err(sides::no_passing_side)?;
    let arguments = session.input();
    let [passing, difference, failing] = [&passing, &failing.minus(&passing), &failing]
        .map(|config| arguments.answer(&arguments.pieces(config)));
    let units = difference.matter.arguments.len();
    let end = end.headline(format!(
        "{}: {}, found in {}, {}",
        super::begin::program_name(settings),
        sides::headline(units, arguments.line().pieces.len(), "argument"),
        plural(finished.tests, "test"),
        seconds(ui.clock().elapsed()),
    ));
    sides::show(ui, (end, to), difference.matter, passing, failing)
}

/// Finds the most arguments with which the command passes, and prints it with these.
fn maximize(
    settings: &Settings,
    session: &mut Session<Arguments>,
    to: &mut Destination,
    ui: &mut Ui,
) -> Result<Exit, CliError> {
    let (most, mut finished) = most::find(session, ui, Level::Arguments)?;
    let end = to.end(settings, session, &mut finished, ui);
    let Some(most) = most else {
        let end = most::none_yet(end, settings, ui);
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let arguments = session.input();
    let left_out = arguments.pieces(&arguments.space().full().minus(&most.passing));
    let words = arguments.answer(&left_out).matter.arguments;
    let said =
        left_out.iter().map(|piece| shell::quoted(piece.iter().map(|&at| &arguments.line().words[at])));
    let all = plural(arguments.line().pieces.len() as u64, "argument");
    let end = most.told(end, settings, &said.collect::<Vec<_>>(), &all, ui);
    let Answer { command, line, .. } = arguments.answer(&arguments.pieces(&most.passing));
    most::show(ui, (end, to), Answer { matter: most::Apart { difference: words }, command, line })
}

/// The algorithm that is asked for.
pub(super) fn algorithm(settings: &Settings) -> Algorithm {
    match settings.algorithm {
        Some(Method::List(algorithm)) => algorithm,
        _ => Algorithm::default(),
    }
}

/// Minimises; with `--again` takes the answer away and minimises what is left, as long as that is an answer.
///
/// What was guessed to go together is cut into words in the end, so that no single word can go either.
fn find(
    search: &mut Search<'_>,
    arguments: &Arguments,
    algorithm: Algorithm,
    found: &mut Found,
) -> Result<(), Stop> {
    let line = arguments.line();
    let space = arguments.space();
    let mut rest = space.full();
    loop {
        let reduced = super::begin::stage(search, &space, algorithm, Level::Arguments, rest.clone())?;
        let kept: Vec<_> = reduced.units().map(|unit| line.pieces[unit as usize].clone()).collect();
        let (words, pieces) = arguments.split(&kept);
        let mut answer = kept.iter().map(|piece| piece.at.clone()).collect();
        let mut proof = Certificate { level: Level::Arguments, removals: kept.len() };
        if pieces.len() > kept.len() {
            let narrow = Arc::new(words);
            let left =
                super::begin::stage(search, &narrow, Algorithm::OneMinimal, Level::Words, narrow.full())?;
            let units = left.len();
            let left: Vec<usize> = left.units().flat_map(|unit| pieces[unit as usize].clone()).collect();
            answer = only(answer, &left);
            proof = Certificate { level: Level::Words, removals: units };
        }
        found.proof = (proof.removals > 0).then_some(proof);
        found.answers.push(answer);
        rest = rest.minus(&reduced);
        if !line.again || reduced.is_empty() || search.outcome(&space, &rest)? != Outcome::Fail {
            return Ok(());
        }
    }
}

/// Of each piece the words that are among `left`.
fn only(pieces: Vec<Vec<usize>>, left: &[usize]) -> Vec<Vec<usize>> {
    let kept = pieces.into_iter().map(|piece| piece.into_iter().filter(|at| left.contains(at)).collect());
    kept.filter(|piece: &Vec<usize>| !piece.is_empty()).collect()
}

fn headline(line: &CommandLine, found: &Found) -> String {
    let all = plural(line.pieces.len() as u64, "argument");
    let count = |answer: &Vec<Vec<usize>>| number(answer.len() as u64);
    let (one, more) = match line.purpose {
        Purpose::Needed => ("matters", "matter"),
        Purpose::Preventing => ("prevents the failure", "prevent the failure"),
    };
    match found.answers.as_slice() {
        [] => format!("none of {all} {one}"),
        [answer] if answer.is_empty() => format!("none of {all} {one}"),
        [answer] => format!("{} of {all} {}", count(answer), if answer.len() == 1 { one } else { more }),
        answers => {
            let counts: Vec<String> = answers.iter().map(count).collect();
            let left = line.pieces.len() - answers.iter().map(Vec::len).sum::<usize>();
            let left = number(left as u64);
            let (last, first) = counts.split_last().expect("there are several");
            format!(
                "{} answers, with {} and {last} of {all}; the remaining {left} {}",
                answers.len(),
                first.join(", "),
                match line.purpose {
                    Purpose::Needed => "do not fail",
                    Purpose::Preventing => "do not prevent the failure",
                }
            )
        }
    }
}

impl Arguments {
    /// An answer: pieces of the command, and what is left of it with no others.
    fn answer(&self, pieces: &[Vec<usize>]) -> Answer<Matter> {
        let words = |piece: &Vec<usize>| {
            let words: Vec<_> = piece.iter().map(|&at| self.line().words[at].clone()).collect();
            names(&words)
        };
        let is_kept = |at: usize| pieces.iter().any(|piece| piece.contains(&at));
        let command = self.command(|at| is_kept(at) || self.stays(at));
        Answer::new(Matter { arguments: pieces.iter().map(words).collect() }, &command)
    }
}
