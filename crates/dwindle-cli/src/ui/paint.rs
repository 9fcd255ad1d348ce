//! Colours, where they are wanted.

use std::io::IsTerminal;

/// Puts colours on text, or leaves it as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint(bool);

/// What is to stand out, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hue {
    /// As all text.
    Plain,
    /// The number that matters.
    Strong,
    /// Where it is at.
    Place,
    /// What there is to know beside it.
    Faint,
    /// The word `warning`.
    Warning,
    /// The word `error`.
    Error,
}

impl Paint {
    /// Whether standard error gets colours, with `choice` given for `--color`.
    #[expect(
        clippy::disallowed_methods,
        reason = "NO_COLOR and TERM say how text is shown, and decide nothing"
    )]
    pub(super) fn of_stderr(choice: clap::ColorChoice) -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        Self::of(choice, std::io::stderr().is_terminal() && !is_dumb, is_set("NO_COLOR"))
    }

    /// As the convention of no-color.org has it: the option wins, then the variable, then what the terminal can do.
    pub(super) fn of(choice: clap::ColorChoice, can: bool, no_color: bool) -> Self {
        Self(match choice {
            clap::ColorChoice::Always => true,
            clap::ColorChoice::Never => false,
            clap::ColorChoice::Auto => can && !no_color,
        })
    }

    /// Whether there are colours.
    pub(super) const fn has_colors(self) -> bool {
        self.0
    }

    /// `text` in a colour.
    pub(super) fn paint(self, hue: Hue, text: &str) -> String {
        let code = match hue {
            Hue::Strong => "1",
            Hue::Place => "36",
            Hue::Faint => "2",
            Hue::Warning => "1;33",
            Hue::Error => "1;31",
            Hue::Plain => "",
        };
        if self.0 && !code.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// `text` with its first word in a colour, if that is `error:` or `warning:`.
    pub(super) fn first_word(self, text: &str) -> String {
        for (word, hue) in [("error:", Hue::Error), ("warning:", Hue::Warning)] {
            if let Some(rest) = text.strip_prefix(word) {
                return self.paint(hue, word) + rest;
            }
        }
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ColorChoice::{Always, Auto, Never};

    #[test]
    fn the_option_wins_over_the_variable_and_that_over_the_terminal() {
        let of = |choice, can, no_color| Paint::of(choice, can, no_color).0;
        assert_eq!(
            [of(Auto, true, false), of(Auto, true, true), of(Auto, false, false)],
            [true, false, false]
        );
        assert_eq!([of(Always, false, true), of(Never, true, false)], [true, false]);
    }

    #[test]
    fn without_colours_text_stays_as_it_is() {
        assert_eq!(Paint(false).first_word("error: no"), "error: no");
        assert_eq!(Paint(true).first_word("error: no"), "\x1b[1;31merror:\x1b[0m no");
        assert_eq!(Paint(true).first_word("no error: no"), "no error: no");
    }
}
