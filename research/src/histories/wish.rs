//! What is asked for.

use std::path::PathBuf;

use super::package::{PACKAGES, Package};

/// What is to be measured, and with what.
#[derive(clap::Args, Debug)]
pub(crate) struct Wish {
    /// Only this package; may be given several times
    #[arg(long, value_name = "NAME", value_parser = Package::named)]
    only: Vec<&'static Package>,
    /// The folder in which the source archives lie (NAME-VERSION.tar.gz); without it pip fetches them
    #[arg(long, value_name = "DIR")]
    pub(super) sdists: Option<PathBuf>,
    /// A dwindle already built; without it one is built for release
    #[arg(long, value_name = "PATH")]
    pub(super) program: Option<PathBuf>,
    /// The Python that runs the tests: which of the older releases still work depends on it
    #[arg(long, default_value = "python3")]
    pub(super) python: String,
    /// Only name the archives that are needed
    #[arg(long)]
    pub(super) list: bool,
}

impl Wish {
    /// All packages, or those named.
    pub(super) fn packages(&self) -> Vec<&'static Package> {
        if self.only.is_empty() { PACKAGES.iter().collect() } else { self.only.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command, FromArgMatches};

    fn read(words: &[&str]) -> Result<Wish, clap::Error> {
        let command = Wish::augment_args(Command::new("histories").no_binary_name(true));
        Wish::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    #[test]
    fn packages_are_all_or_those_that_only_names_in_any_case() {
        let names = |words: &[&str]| -> Vec<&str> {
            read(words).unwrap().packages().iter().map(|package| package.name).collect()
        };
        assert_eq!(names(&[]), ["Jinja2", "sqlparse", "urllib3", "Werkzeug"]);
        assert_eq!(names(&["--only", "werkzeug", "--only", "jinja2"]), ["Werkzeug", "Jinja2"]);
        assert!(read(&["--only", "flask"]).unwrap_err().to_string().contains("`flask` is none of Jinja2, "));
    }

    #[test]
    fn a_word_that_is_no_option_or_lacks_its_value_is_refused() {
        assert!(read(&["--sdists"]).is_err());
        assert!(read(&["--programme", "x"]).is_err());
        let wish = read(&["--sdists", "a", "--program", "b", "--list"]).unwrap();
        assert_eq!((wish.sdists, wish.program, wish.list), (Some("a".into()), Some("b".into()), true));
    }
}
