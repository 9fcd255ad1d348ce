//! The pass `blanks`: removes the blanks between tokens that no token needs.

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::Config;
use crate::search::Stop;
use crate::space::{Space, TextSpace, Unit};
use crate::strategy::{First, Strategy};

/// Removes blanks between tokens, as many at once as the language lets go.
///
/// ```text
/// the first that fails of:
///     one blank where two words would become one, and no others
///     the same, but one line end of each run of blanks that has any, where no bracket, comma or semicolon shows that no line ends
///     the same, but one line end of each run of blanks that has any
///     the same, but of each such run its last line end and what follows: where indentation has a meaning
/// ```
///
/// The pass on tokens gets at the same blanks, but most hang together with nothing, and some with a line end that must
/// stay: a C program of 190 bytes took 298 tests there, in which 40 blanks went one by one.
///
/// # Guarantee
/// The result fails and is no larger. Nothing is claimed of the blanks that are left.
///
/// # Cost
/// At most four tests.
#[derive(Clone, Copy, Debug)]
pub struct Blanks;

impl Pass for Blanks {
    fn about(&self) -> About {
        About::new("blanks", Level::Units(Unit::Tokens), "removes blanks between tokens, all at once")
    }

    /// Only where a tree says what a token is: elsewhere blanks may be all that matters.
    fn applies(&self, view: &View<'_>) -> bool {
        view.is_parsed() && !view.is_strict()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let space = stage.cut(Unit::Tokens);
        let full = space.full();
        let forms = [Lines::None, Lines::Separating, Lines::Ends, Lines::Indented];
        let mut asked: Vec<Config> = forms
            .iter()
            .map(|lines| {
                let merges = |before: &[u8], after: &[u8]| stage.would_merge(before, after);
                full.minus(&space.of_base(&superfluous(space.base(), *lines, merges)))
            })
            .collect();
        asked.dedup();
        asked.retain(|config| *config != full);
        let kept = stage.search().run(&space, First::new(full, asked))?.best().clone();
        Ok(PassResult::of_units(stage, &space, &kept, None))
    }
}

/// What stays of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    None,
    /// A line end stays where it may stand for a separator: not where the text begins or ends, after what opens or separates, or
    /// before what closes or separates.
    Separating,
    Ends,
    Indented,
}

/// The blanks that can go, where some tokens would merge without.
fn superfluous(text: &TextSpace, lines: Lines, would_merge: impl Fn(&[u8], &[u8]) -> bool) -> Config {
    let units = u32::try_from(text.units()).expect("fewer units than bytes");
    let is_blank = |unit: u32| text.unit_bytes(unit).iter().all(u8::is_ascii_whitespace);
    let ends_line = |unit: &u32| text.unit_bytes(*unit).contains(&b'\n');
    let (mut gone, mut start) = (Vec::new(), 0);
    while start < units {
        let end = (start..units).find(|unit| !is_blank(*unit)).unwrap_or(units);
        let mut run = start..end;
        let merges =
            start > 0 && end < units && would_merge(text.unit_bytes(start - 1), text.unit_bytes(end));
        let may_separate = start > 0 && end < units && {
            let (before, after) = (text.unit_bytes(start - 1).last(), text.unit_bytes(end).first());
            !before.is_some_and(|byte| b"([{,;".contains(byte))
                && !after.is_some_and(|byte| b")]},;".contains(byte))
        };
        let shortest = run.clone().min_by_key(|unit| text.unit_bytes(*unit).len());
        let stays = match (run.clone().rfind(ends_line), lines) {
            (Some(at), Lines::Ends) => at..at + 1,
            (Some(at), Lines::Separating) if may_separate => at..at + 1,
            (Some(at), Lines::Indented) => at..end,
            _ if merges => shortest.map_or(start..start, |at| at..at + 1),
            _ => start..start,
        };
        gone.extend(run.by_ref().filter(|unit| !stays.contains(unit)));
        start = end + 1;
    }
    Config::of_units(gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;
    use crate::grammar::would_merge;

    fn left(text: &str, lines: Lines) -> String {
        let space = Text::new(text.as_bytes().to_vec()).unwrap().cut(Unit::Tokens);
        let kept = space.full().minus(&superfluous(&space, lines, would_merge));
        String::from_utf8(space.render(&kept).bytes().to_vec()).unwrap()
    }

    #[test]
    fn words_stay_apart_and_lines_where_they_are_to() {
        let text = "\nif a  ==\n    not b :\n  return\n    f ( 1 )\n";
        assert_eq!(left(text, Lines::None), "if a==not b:return\nf(1)");
        assert_eq!(left(text, Lines::Separating), "if a==\nnot b:\nreturn\nf(1)");
        assert_eq!(left(text, Lines::Ends), "\nif a==\nnot b:\nreturn\nf(1)\n");
        assert_eq!(left(text, Lines::Indented), "\nif a==\n    not b:\n  return\n    f(1)\n");
    }

    #[test]
    fn no_line_end_beside_a_bracket_separates() {
        let text = "var (\n\ta = 1\n\tb = f(1,\n\t\t2)\n)\nfunc g() {\n\th()\n\ti()\n}\n";
        assert_eq!(left(text, Lines::Separating), "var(a=1\nb=f(1,2))\nfunc g(){h()\ni()}");
    }
}
