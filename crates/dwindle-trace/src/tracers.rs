//! The tracers that are scripts: a file each, which the interpreter of the program runs.

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
            Self::Python => include_str!("../tracers/python.py"),
            Self::Perl => include_str!("../tracers/perl.pl"),
        }
    }
}
