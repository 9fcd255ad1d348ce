//! The packages, and their releases.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A package whose releases broke something.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) name: &'static str,
    /// All releases from some time before until the one that fails, in the order of their numbers.
    pub(super) releases: &'static [&'static str],
    /// The last finished release that works, and the first that does not.
    pub(super) good: &'static str,
    pub(super) bad: &'static str,
    /// What its test imports besides: packages whose modules lie in `src`.
    pub(super) needs: &'static [(&'static str, &'static str)],
    /// The test's name in the folder of tests.
    test: &'static str,
}

/// Where the tests lie, relative to this package.
const TESTS: &str = "histories";

const MARKUPSAFE: (&str, &str) = ("MarkupSafe", "2.0.1");

pub(super) static PACKAGES: [Package; 4] = [
    Package {
        name: "Jinja2",
        releases: &[
            "2.9", "2.9.1", "2.9.2", "2.9.3", "2.9.4", "2.9.5", "2.9.6", "2.10", "2.10.1", "2.10.2",
            "2.10.3", "2.11.0", "2.11.1", "2.11.2", "2.11.3", "3.0.0a1", "3.0.0rc1", "3.0.0rc2", "3.0.0",
        ],
        good: "2.11.3",
        bad: "3.0.0",
        needs: &[MARKUPSAFE],
        test: "jinja2.py",
    },
    Package {
        name: "sqlparse",
        releases: &["0.2.0", "0.2.1", "0.2.2", "0.2.3", "0.2.4", "0.3.0", "0.3.1"],
        good: "0.3.0",
        bad: "0.3.1",
        needs: &[],
        test: "sqlparse.py",
    },
    Package {
        name: "urllib3",
        releases: &["1.20", "1.21", "1.21.1", "1.22", "1.23", "1.24", "1.24.1", "1.24.2", "1.24.3", "1.25"],
        good: "1.24.3",
        bad: "1.25",
        needs: &[],
        test: "urllib3.py",
    },
    Package {
        name: "Werkzeug",
        releases: &[
            "2.0.0rc1", "2.0.0rc2", "2.0.0rc3", "2.0.0rc4", "2.0.0rc5", "2.0.0", "2.0.1", "2.0.2", "2.0.3",
            "2.1.0", "2.1.1", "2.1.2", "2.2.0a1", "2.2.0",
        ],
        good: "2.1.2",
        bad: "2.2.0",
        needs: &[MARKUPSAFE],
        test: "werkzeug.py",
    },
];

impl Package {
    /// All archives that are needed, by package and version.
    pub(super) fn files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.releases.iter().map(|version| (self.name, *version)).chain(self.needs.iter().copied())
    }

    /// Which of the releases this is.
    pub(super) fn position(&self, version: &str) -> Result<usize> {
        let found = self.releases.iter().position(|release| *release == version);
        found.with_context(|| format!("{} has no release {version:?}", self.name))
    }

    /// The package of this name, in any case of letters.
    pub(super) fn named(name: &str) -> Result<&'static Self> {
        let found = PACKAGES.iter().find(|package| package.name.eq_ignore_ascii_case(name));
        let names = PACKAGES.each_ref().map(|package| package.name).join(", ");
        found.with_context(|| format!("`{name}` is none of {names}"))
    }

    pub(super) fn test(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(TESTS).join(self.test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_has_its_test_and_ends_with_the_release_that_fails() {
        for package in &PACKAGES {
            assert!(package.test().is_file(), "{}", package.test().display());
            let good = package.position(package.good).unwrap();
            assert!(good > 0 && good < package.position(package.bad).unwrap(), "{}", package.name);
            assert_eq!(package.releases.last(), Some(&package.bad));
        }
    }
}
