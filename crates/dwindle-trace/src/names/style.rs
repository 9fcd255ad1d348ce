//! How languages write.

use std::ffi::OsStr;
use std::path::Path;

/// How a language writes, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Python,
    Rust,
    C,
    /// C++, and headers of either.
    Cpp,
    /// Another one with `//` before comments.
    Slashes,
    /// Another one, with `#` before comments.
    Hash,
}

impl Style {
    /// The style of a source file.
    pub(crate) fn of(file: &str) -> Self {
        match Path::new(file).extension().and_then(OsStr::to_str).unwrap_or_default() {
            "py" => Self::Python,
            "rs" => Self::Rust,
            "c" => Self::C,
            "cc" | "cpp" | "cxx" | "h" | "hh" | "hpp" | "hxx" => Self::Cpp,
            "js" | "java" | "go" => Self::Slashes,
            _ => Self::Hash,
        }
    }

    /// Whether comments begin with `#`, and not with `//`.
    pub(crate) const fn has_hashes(self) -> bool {
        matches!(self, Self::Python | Self::Hash)
    }

    /// Whether `=` within brackets names an argument.
    pub(super) const fn names_arguments(self) -> bool {
        matches!(self, Self::Python)
    }

    /// Whether only what is lent as mutable can be changed by a call, and `?` leaves a function.
    pub(super) const fn lends(self) -> bool {
        matches!(self, Self::Rust)
    }

    /// Whether files are included, and macros defined.
    pub(crate) const fn includes(self) -> bool {
        matches!(self, Self::C | Self::Cpp)
    }

    /// Whether methods name fields of their object alone.
    pub(crate) const fn has_bare_fields(self) -> bool {
        matches!(self, Self::Cpp)
    }
}
