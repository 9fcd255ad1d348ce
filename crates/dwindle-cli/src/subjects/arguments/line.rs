//! A command line cut into pieces, as what a run is about.

use std::borrow::Cow;
use std::ffi::OsString;
use std::sync::Arc;

use dwindle::Config;
use dwindle::space::{ArgsSpace, Shared};
use dwindle_run::session::artifact::{Artifact, Made, Words, made};

use crate::asked::{CommandLine, Piece, Purpose};
use crate::subjects::invocation::{read, written};

/// A command line and its space.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(super) line: CommandLine,
    /// The pieces as units.
    pub(super) space: Arc<ArgsSpace>,
}

impl Arguments {
    pub(crate) fn new(line: CommandLine) -> Self {
        let units = line.pieces.iter().map(|piece| &piece.at);
        let space = Arc::new(ArgsSpace::new(line.words.clone(), units));
        Self { line, space }
    }

    /// The pieces that `config` keeps, each by where its words stand.
    pub(super) fn pieces(&self, config: &Config) -> Vec<Vec<usize>> {
        config.units().map(|unit| self.line.pieces[unit as usize].at.clone()).collect()
    }

    /// The words of a piece.
    pub(super) fn words(&self, piece: &[usize]) -> Vec<OsString> {
        piece.iter().map(|&at| self.line.words[at].clone()).collect()
    }

    /// Whether the word at `at` is always there.
    fn stays(&self, at: usize) -> bool {
        !self.line.pieces.iter().any(|piece| piece.at.contains(&at))
    }

    /// The program with these pieces, and the words that are always there.
    pub(super) fn with(&self, pieces: &[Vec<usize>]) -> Vec<OsString> {
        self.command(|at| self.stays(at) || pieces.iter().any(|piece| piece.contains(&at)))
    }

    /// The command that fails: of what prevents the failure, without any of it.
    pub(crate) fn failing(&self) -> Vec<OsString> {
        self.command(|at| !self.prevents() || self.stays(at))
    }

    /// The program and those of its words that are wanted.
    fn command(&self, wanted: impl Fn(usize) -> bool) -> Vec<OsString> {
        let words = self.line.words.iter().enumerate().filter(|(at, _)| wanted(*at)).map(|(_, word)| word);
        std::iter::once(&self.line.program).chain(words).cloned().collect()
    }

    /// What is left when only `kept` of the pieces is there, its words one by one where nobody said that they go
    /// together; and the words of each unit by where they stand in the whole line.
    pub(super) fn split(&self, kept: &[Piece]) -> (ArgsSpace, Vec<Vec<usize>>) {
        let mut units: Vec<Vec<usize>> = Vec::new();
        for piece in kept {
            if piece.said {
                units.push(piece.at.clone());
            } else {
                units.extend(piece.at.iter().map(|&at| vec![at]));
            }
        }
        let is_kept = |at: &usize| self.stays(*at) || kept.iter().any(|piece| piece.at.contains(at));
        let there: Vec<usize> = (0..self.line.words.len()).filter(is_kept).collect();
        let words = there.iter().map(|&at| self.line.words[at].clone()).collect();
        let place = |at: &usize| there.binary_search(at).expect("what is kept is there");
        let places: Vec<Vec<usize>> = units.iter().map(|unit| unit.iter().map(place).collect()).collect();
        (ArgsSpace::new(words, &places), units)
    }

    /// The pieces that the space wrote so, as far as they can be told: word by word, from the left.
    pub(super) fn pieces_of(&self, written: &[u8]) -> Vec<Vec<usize>> {
        let mut words = read(written).into_iter().peekable();
        let mut pieces = vec![Vec::new(); self.line.pieces.len()];
        for (at, word) in self.line.words.iter().enumerate() {
            if words.next_if(|next| next == word).is_some()
                && let Some(piece) = self.line.pieces.iter().position(|piece| piece.at.contains(&at))
            {
                pieces[piece].push(at);
            }
        }
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }
}

impl Artifact for Arguments {
    fn whole(&self) -> Shared {
        Arc::clone(&self.space) as _
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        let mut digest = written(&self.line.words);
        digest.extend(format!("{:?} {:?}", self.line.purpose, self.line.pieces).into_bytes());
        digest.into()
    }

    fn restore(&self, kept: Vec<u8>) -> Option<Made> {
        let words = read(&kept);
        let all: Vec<usize> = (0..words.len()).collect();
        Some(made(ArgsSpace::new(words, [all])))
    }

    fn words(&self) -> Words {
        Words {
            noun: "command",
            too_loose: "the command is not deterministic: it failed once, and did not fail when it was run again",
            tighten: "make the command deterministic, or run each candidate several times with --repeat 2/5",
        }
    }

    fn may_be_nothing(&self) -> bool {
        self.line.purpose == Purpose::Needed
    }

    fn prevents(&self) -> bool {
        self.line.purpose == Purpose::Preventing
    }
}
