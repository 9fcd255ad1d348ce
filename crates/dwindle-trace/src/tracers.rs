//! The tracers that are scripts: the interpreter of the program runs them as one file, which is put together here.
//!
//! Each is put together of the files of a folder `tracers/LANGUAGE`. The one for Python instruments the syntax
//! tree: each statement asks whether it is executed, each frame follows the recorded one, and the tracer forks for
//! each request. What a left-out statement would have replaced is spoiled, so that it is not used by chance. The
//! one for Perl does the same on the text that `B::Deparse` gives, with one statement on a line.

/// The text of several files, one after the other.
macro_rules! script {
    ($($part:literal),+) => { concat!($(include_str!(concat!("../tracers/", $part)), "\n\n"),+) };
}

/// A language whose programs are traced by a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python, 3.9 and later.
    Python,
    /// Perl 5.
    Perl,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Python, Self::Perl];

    /// What its interpreter is called, without a version.
    pub const fn interpreter(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Perl => "perl",
        }
    }

    /// The text of the tracer.
    pub const fn tracer(self) -> &'static str {
        match self {
            Self::Python => script!(
                "python/head.py",
                "python/garbage.py",
                "python/frames.py",
                "python/recording.py",
                "python/following.py",
                "python/instrumenting.py",
                "python/targets.py",
                "python/program.py",
                "python/modes.py"
            ),
            Self::Perl => script!(
                "perl/head.pl",
                "perl/frames.pl",
                "perl/records.pl",
                "perl/serving.pl",
                "perl/deparsing.pl",
                "perl/modules.pl",
                "perl/instrumenting.pl",
                "perl/program.pl"
            ),
        }
    }
}
