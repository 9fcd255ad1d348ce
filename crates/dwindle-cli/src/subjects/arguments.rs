//! The arguments of a command: which of them matter.

mod line;

use std::ffi::OsString;
use std::sync::Arc;

use dwindle::plan::{Certificate, Level};
use dwindle::search::{Search, Stop};
use dwindle::space::{ArgsSpace, Space};
use dwindle::{Algorithm, Config, Outcome};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::text::{number, plural, shell};

pub(crate) use self::line::Arguments;
use super::invocation::{Answer, Invocation, Matter, names};
use crate::asked::{CommandLine, Purpose};
use crate::questions::begin::stage;
use crate::questions::subject::Asked;
use crate::ui::Name;

/// What was found.
#[derive(Debug, Default)]
struct Found {
    /// Of each the arguments, with the places of their words.
    answers: Vec<Vec<Vec<usize>>>,
    /// That no single argument of the last can go; of one whose words were tried one by one, no single word.
    proof: Option<Certificate>,
}

/// Finds what matters, and prints the command with nothing else.
pub(crate) fn reduce(mut asked: Asked<'_, Arguments>) -> Result<Exit, RunError> {
    let algorithm = asked.settings.list_algorithm();
    let mut found = Found::default();
    let (done, mut finished) = asked.session.run(asked.ui, |search, arguments| {
        found = Found::default();
        let done = find(search, arguments, algorithm, &mut found);
        if let (Err(_), [], Some((space, config))) = (&done, found.answers.as_slice(), search.best()) {
            // Ended early: what is smallest so far, which the run directory has, too.
            let mut words = Vec::new();
            space.write(config, &mut words)?;
            found.answers.push(arguments.pieces_of(&words));
        }
        done.map(|()| ((), found.proof.into_iter().collect()))
    })?;
    let arguments = asked.session.input();
    let answers: Vec<_> = found.answers.iter().map(|answer| arguments.answer(answer)).collect();
    let mut end = asked.end(&mut finished);
    if let (Some(()), [_], Some(proof)) = (done, found.answers.as_slice(), found.proof) {
        end = end.minimality(&[proof]);
    }
    let end = end.counted(&format!(
        "{}: {}, {} in",
        asked.settings.program_name(),
        headline(&arguments.line, &found),
        if done.is_some() { "found" } else { "so far" },
    ));
    asked.hand_out(end, &answers)
}

/// The arguments of a command, each with its value.
const ARGUMENTS: Level = Level::own("arguments");
/// Its words, one by one.
const WORDS: Level = Level::own("words");

/// Minimises; with `--again` takes the answer away and minimises what is left, as long as that is an answer.
///
/// What was guessed to go together is cut into words in the end, so that no single word can go either.
fn find(
    search: &mut Search<'_>,
    arguments: &Arguments,
    algorithm: Algorithm,
    found: &mut Found,
) -> Result<(), Stop> {
    let Arguments { line, space } = arguments;
    let mut rest = space.full();
    loop {
        let reduced = stage(search, space, algorithm, ARGUMENTS.name(), rest.clone())?;
        let kept: Vec<_> = reduced.units().map(|unit| line.pieces[unit as usize].clone()).collect();
        let (words, pieces) = arguments.split(&kept);
        let mut answer = kept.iter().map(|piece| piece.at.clone()).collect();
        let mut proof = Certificate { level: ARGUMENTS, removals: kept.len() };
        if pieces.len() > kept.len() {
            let narrow = Arc::new(words);
            let left = stage(search, &narrow, Algorithm::OneMinimal, WORDS.name(), narrow.full())?;
            let units = left.len();
            let left: Vec<usize> = left.units().flat_map(|unit| pieces[unit as usize].clone()).collect();
            answer = only(answer, &left);
            proof = Certificate { level: WORDS, removals: units };
        }
        found.proof = (proof.removals > 0).then_some(proof);
        found.answers.push(answer);
        rest = rest.minus(&reduced);
        if !line.again || reduced.is_empty() || search.outcome(space, &rest)? != Outcome::Fail {
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
    fn answer(&self, pieces: &[Vec<usize>]) -> Answer<Matter<Vec<Name>>> {
        Answer::new(Matter(Self::LEVEL.name(), self.names(pieces)), &self.with(pieces))
    }

    fn names(&self, pieces: &[Vec<usize>]) -> Vec<Vec<Name>> {
        pieces.iter().map(|piece| names(&self.words(piece))).collect()
    }
}

impl Invocation for Arguments {
    const LEVEL: Level = ARGUMENTS;

    type Units = ArgsSpace;

    type Unit = Vec<Name>;

    fn units(&self) -> Arc<ArgsSpace> {
        Arc::clone(&self.space)
    }

    fn kept(&self, config: &Config) -> Vec<Vec<Name>> {
        self.names(&self.pieces(config))
    }

    fn shown(&self, config: &Config) -> Vec<String> {
        self.pieces(config).iter().map(|piece| shell::quoted(self.words(piece))).collect()
    }

    fn command(&self, config: &Config) -> Vec<OsString> {
        self.with(&self.pieces(config))
    }
}
