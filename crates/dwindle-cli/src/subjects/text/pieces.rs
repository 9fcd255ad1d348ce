//! Pieces of an input as people point at them: where they stand, and what they say.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use dwindle::Config;
use dwindle::Text;
use dwindle::passes::cut;
use dwindle::space::{Pinned, TextSpace, Unit};
use dwindle_run::settings::Settings;
use dwindle_run::text::{escaped, place, plural, short};
use serde::Serialize;

/// How much of a piece is shown.
pub(crate) const WIDTH: usize = 100;

/// The input cut into units, those that are protected fixed.
#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) space: Arc<Pinned<TextSpace>>,
    text: Text,
    pub(crate) unit: Unit,
}

/// A stretch of neighbouring units.
#[derive(Debug, Serialize)]
pub(crate) struct Piece {
    /// From 1.
    line: usize,
    /// From 1, in characters.
    column: usize,
    units: u64,
    bytes: usize,
    /// What it says; bytes that are no text are replaced.
    text: String,
    #[serde(skip)]
    unit: Unit,
}

impl Cut {
    /// Cuts `text` as `settings` say; by lines where they do not.
    pub(crate) fn new(settings: &Settings, text: &Text) -> Self {
        Self::by(settings.units.first().copied().unwrap_or(Unit::Lines), settings, text)
    }

    /// Cuts `text` into these units.
    pub(crate) fn by(unit: Unit, settings: &Settings, text: &Text) -> Self {
        let space = cut(text, unit, settings.protect.as_ref());
        Self { space, text: text.clone(), unit }
    }

    /// Spans of the text, in order, without the blanks before them.
    pub(crate) fn spans(&self, spans: &[Range<usize>]) -> Vec<Piece> {
        let piece = |span: &Range<usize>| {
            let start = span.end - self.text.bytes()[span.clone()].trim_ascii_start().len();
            Piece { unit: Unit::Tokens, ..self.piece(start, span.end, 1) }
        };
        spans.iter().map(piece).collect()
    }

    /// The units that touch one of `spans`, as far as they are not protected.
    pub(crate) fn touching(&self, spans: &[Range<usize>]) -> Config {
        self.space.of_base(&self.space.base().touching(spans.iter().cloned()))
    }

    /// The stretches that `with` keeps and `without` does not.
    pub(crate) fn difference(&self, with: &Config, without: &Config) -> Vec<Piece> {
        let difference = self.space.to_base(with).minus(&self.space.to_base(without));
        let piece = |run: &dwindle::config::Run| {
            let Range { start, end } = self.space.base().span(run.start..run.end);
            self.piece(start, end, run.len() as u64)
        };
        difference.runs().iter().map(piece).collect()
    }

    /// Where the units that `config` keeps stand in the text, without what is protected.
    pub(crate) fn stretches(&self, config: &Config) -> Vec<Range<usize>> {
        let all = self.space.to_base(config).minus(&self.space.to_base(&Config::empty()));
        all.runs().iter().map(|run| self.space.base().span(run.start..run.end)).collect()
    }

    fn piece(&self, start: usize, end: usize, units: u64) -> Piece {
        let (line, column) = place(&self.text.bytes()[..start]);
        Piece {
            line,
            column,
            units,
            bytes: end - start,
            text: String::from_utf8_lossy(&self.text.bytes()[start..end]).into_owned(),
            unit: self.unit,
        }
    }
}

/// How many units the pieces have.
pub(crate) fn units(pieces: &[Piece]) -> u64 {
    pieces.iter().map(|piece| piece.units).sum()
}

/// So many units, in words.
pub(crate) fn counted(n: u64, unit: Unit) -> String {
    plural(n, unit.plural().trim_end_matches('s'))
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unit == Unit::Lines {
            let lines: Vec<&str> = self.text.lines().collect();
            for (i, line) in lines.iter().enumerate() {
                let end = if i + 1 < lines.len() { "\n" } else { "" };
                write!(f, "line {}: {}{end}", self.line + i, short(&escaped(line), WIDTH))?;
            }
            return Ok(());
        }
        let text = format!("{:?}", self.text);
        write!(f, "line {}, column {}: {}", self.line, self.column, short(&text, WIDTH))
    }
}
