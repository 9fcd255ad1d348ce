//! The status line: as much as the width has room for, what matters most first, and never more.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Part;
use crate::ui::paint::{Hue, Paint};

/// What stands between two parts.
const GAP: &str = "  ";

/// How many columns `text` takes.
fn width(text: &str) -> usize {
    text.width()
}

/// The parts in their order, as many and as long as `columns` have room for; gives the line and its width.
pub(in crate::ui) fn fit(parts: &[Part], columns: usize, paint: Paint) -> (String, usize) {
    let turns = |(at, part): (usize, &Part)| {
        part.forms.iter().enumerate().map(|(form, (turn, _))| (*turn, at, form)).collect::<Vec<_>>()
    };
    let mut turns: Vec<(u8, usize, usize)> = parts.iter().enumerate().flat_map(turns).collect();
    turns.sort_unstable();
    let mut chosen: Vec<Option<usize>> = vec![None; parts.len()];
    for &(_, at, form) in &turns {
        let before = chosen[at].replace(form);
        if total(parts, &chosen) > columns {
            chosen[at] = before;
        }
    }
    let shown: Vec<(&str, Hue)> = shown(parts, &chosen).collect();
    if shown.is_empty() {
        // Not even what matters most has room: as much of it as there is.
        let first =
            turns.first().map_or_else(String::new, |&(_, at, form)| cut(&parts[at].forms[form].1, columns));
        let width = width(&first);
        return (first, width);
    }
    let width = total(parts, &chosen);
    let painted: Vec<String> = shown.into_iter().map(|(text, hue)| paint.paint(hue, text)).collect();
    (painted.join(GAP), width)
}

fn shown<'a>(parts: &'a [Part], chosen: &'a [Option<usize>]) -> impl Iterator<Item = (&'a str, Hue)> {
    parts.iter().zip(chosen).filter_map(|(part, form)| Some((part.forms[(*form)?].1.as_str(), part.hue)))
}

fn total(parts: &[Part], chosen: &[Option<usize>]) -> usize {
    let widths: Vec<usize> = shown(parts, chosen).map(|(text, _)| width(text)).collect();
    widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1)
}

/// The beginning of `text` that takes no more than `columns`.
fn cut(text: &str, columns: usize) -> String {
    let mut left = columns;
    let fits = |letter: &char| {
        let width = letter.width().unwrap_or(0);
        let fits = width <= left;
        left = left.saturating_sub(width);
        fits
    };
    text.chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::tests::run;
    use super::*;

    fn line(file: Option<&str>, columns: usize) -> String {
        let (line, shown) = fit(&run(file).parts(Duration::from_secs(38)), columns, Paint::default());
        assert_eq!(width(&line), shown);
        assert!(shown <= columns, "{line:?} takes {shown} of {columns}");
        line
    }

    #[test]
    fn a_line_has_as_much_as_there_is_room_for() {
        let at = |columns| line(Some("src/a.c"), columns);
        assert_eq!(
            at(160),
            "lines in src/a.c (dwindle)  1,204 of 812,345 bytes (0.15 %)  38 s  931 tests  42 ms per test  4 jobs  \
             last gain 12 s ago  at most 1,250 more tests in this pass"
        );
        assert_eq!(
            at(119),
            "lines in src/a.c  1,204 of 812,345 bytes (0.15 %)  38 s  931 tests  42 ms/test  4 jobs  gain 12 s ago  \
             <= 1,250 more"
        );
        assert_eq!(at(79), "lines  1,204 bytes (0.15 %)  38 s  931 tests  gain 12 s ago  at most 1,250 more");
        assert_eq!(at(59), "lines  1,204 bytes (0.15 %)  38 s  931 tests  <= 1,250 more");
        assert_eq!(at(20), "lines  0.15 %  38 s");
        assert_eq!(at(4), "38 s");
        assert_eq!(at(3), "0.1");
        assert_eq!(at(0), "");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_whatever_is_in_a_name() {
        for name in ["src/a.c", "日本語のファイル名.txt", "e\u{301}e\u{301}.txt", "👩‍👩‍👧‍👦.txt", "a\tb\u{7}.txt"]
        {
            for columns in 0..200 {
                line(Some(name), columns);
            }
        }
    }

    #[test]
    fn colours_take_no_room() {
        let parts = [Part { forms: vec![(0, "abc".to_owned())], hue: Hue::Strong }];
        let paint = Paint::of(clap::ColorChoice::Always, true, false);
        assert_eq!(fit(&parts, 3, paint), ("\x1b[1mabc\x1b[0m".to_owned(), 3));
    }
}
