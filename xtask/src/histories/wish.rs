//! What is asked for.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::package::{PACKAGES, Package};

/// What is to be measured, and with what.
#[derive(Debug)]
pub(super) struct Wish {
    /// All, or those named.
    pub(super) packages: Vec<&'static Package>,
    /// A folder in which the archives lie; without one they are fetched.
    pub(super) sdists: Option<PathBuf>,
    /// The program; without one it is built for release.
    pub(super) program: Option<PathBuf>,
    /// The Python that runs the tests: which of the older releases still work depends on it.
    pub(super) python: String,
    /// Whether the archives are only to be named.
    pub(super) list: bool,
}

impl Wish {
    /// Reads the words of the command line.
    ///
    /// # Errors
    /// When one is not understood.
    pub(super) fn read(words: &[&str]) -> Result<Self> {
        let mut wish =
            Self { packages: Vec::new(), sdists: None, program: None, python: "python3".into(), list: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut next = || words.next().with_context(|| format!("{word} needs a word after it"));
            match *word {
                "--only" => {
                    let name = next()?;
                    let found = PACKAGES.iter().find(|package| package.name.eq_ignore_ascii_case(name));
                    let names = PACKAGES.each_ref().map(|package| package.name).join(", ");
                    wish.packages.push(found.with_context(|| format!("`{name}` is none of {names}"))?);
                }
                "--sdists" => wish.sdists = Some(next()?.into()),
                "--program" => wish.program = Some(next()?.into()),
                "--python" => wish.python = String::from(*next()?),
                "--list" => wish.list = true,
                other => bail!("`{other}` is none of --only, --sdists, --program, --python, --list"),
            }
        }
        if wish.packages.is_empty() {
            wish.packages = PACKAGES.iter().collect();
        }
        Ok(wish)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_all_or_those_that_only_names_in_any_case() {
        let names = |words: &[&str]| -> Vec<&str> {
            Wish::read(words).unwrap().packages.iter().map(|package| package.name).collect()
        };
        assert_eq!(names(&[]), ["Jinja2", "sqlparse", "urllib3", "Werkzeug"]);
        assert_eq!(names(&["--only", "werkzeug", "--only", "jinja2"]), ["Werkzeug", "Jinja2"]);
        assert!(
            Wish::read(&["--only", "flask"]).unwrap_err().to_string().contains("`flask` is none of Jinja2, ")
        );
    }

    #[test]
    fn a_word_that_is_no_option_or_lacks_its_value_is_refused() {
        assert!(Wish::read(&["--sdists"]).is_err());
        assert!(Wish::read(&["--programme", "x"]).is_err());
        let wish = Wish::read(&["--sdists", "a", "--program", "b", "--list"]).unwrap();
        assert_eq!((wish.sdists, wish.program, wish.list), (Some("a".into()), Some("b".into()), true));
    }
}
