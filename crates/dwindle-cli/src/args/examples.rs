//! Examples in the help of each command. All of them are run by a test.

/// The examples as they are shown, those of each command below a line with its name.
const ALL: &str = include_str!("examples.txt");

/// The name of each command that has examples, and these as its help shows them; the program itself is `dwindle`.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALL.split("# ").filter_map(|of| of.split_once('\n'))
}
