//! What mistakes lead to: `testdata/mistakes` makes them, `docs/messages.md` shows what the program says.
//!
//! Where a message names the next command, that one is typed, too.

use std::fmt::Write as _;
use std::fs;

use libtest_mimic::{Failed, Trial};
use serde::Deserialize;

use crate::desk::{Desk, Shown, steady};
use crate::needs::Need;
use crate::root;

const INTRODUCTION: &str = "\
# Messages

What Dwindle says when something is wrong, by the kind of user who met it first. A test types each of these commands and
compares what is shown with this page, and it types the command that the message proposes. [exit-codes.md](exit-codes.md)
explains the exit codes.
";

/// What one kind of user gets wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Persona {
    by: String,
    mistake: Vec<Mistake>,
}

/// One mistake.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    about: String,
    /// Programs without which it cannot be made.
    #[serde(default)]
    needs: Vec<String>,
    /// A script that writes the files.
    setup: String,
    typed: String,
    exit: i32,
    /// What of the message says what to do next; the next command, if `then` is not given and it is one.
    next: Option<String>,
    /// A line that does as the message says.
    then: Option<String>,
}

impl Mistake {
    /// What the next line is, where one follows from the message.
    fn follow_up(&self) -> Option<&str> {
        let command =
            self.next.as_deref().filter(|next| next.starts_with("dwindle reduce ") && next.len() > 16);
        self.then.as_deref().or(command)
    }

    fn make(&self) -> (Desk, Shown) {
        let mut desk = Desk::new();
        let ready = desk.types(&format!("set -e; {}", self.setup));
        assert_eq!(ready.code, 0, "{}: {}", self.about, ready.text);
        let shown = desk.types(&self.typed);
        (desk, shown)
    }

    /// The part of the document about it.
    fn section(&self, shown: &Shown) -> String {
        let mut text = format!(
            "### {}\n\n```console\n$ {}\n{}```\n\nExit code {}.",
            self.about, self.typed, shown.text, shown.code
        );
        if let Some(line) = self.follow_up() {
            write!(text, " Next: `{line}`").unwrap();
        }
        text.push('\n');
        text
    }

    fn check(&self) -> Result<(), Failed> {
        let (mut desk, shown) = self.make();
        let text = &shown.text;
        let fail = |why: &str| Err(Failed::from(format!("{why}\n$ {}\n{text}=> {}", self.typed, shown.code)));
        if shown.code != self.exit {
            return fail(&format!("the exit code is to be {}", self.exit));
        }
        if let Some(next) = self.next.as_ref().filter(|next| !text.contains(next.as_str())) {
            return fail(&format!("it does not say `{next}`"));
        }
        let document = steady(&fs::read_to_string(root().join("docs/messages.md"))?);
        if !document.contains(&steady(&self.section(&shown))) {
            return fail("docs/messages.md shows it otherwise; write it with UPDATE_DOCS=1");
        }
        if let Some(line) = self.follow_up() {
            let done = desk.types(line);
            if done.code != 0 {
                return fail(&format!("what it proposes fails:\n$ {line}\n{}=> {}\n", done.text, done.code));
            }
        }
        Ok(())
    }
}

fn personas() -> Vec<Persona> {
    let folder = root().join("testdata/mistakes");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path| toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    files.iter().map(read).collect()
}

pub(super) fn trials() -> Vec<Trial> {
    let mistakes = personas().into_iter().flat_map(|persona| persona.mistake);
    let each = mistakes.map(|mistake| {
        let words: Vec<_> =
            mistake.about.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let name = words.join("_").to_lowercase();
        let missing = mistake.needs.iter().find(|need| !Need::Program(need).is_met());
        let missing = missing.map(|need| format!("no {need}"));
        let trial = Trial::test(name, move || mistake.check());
        match missing {
            Some(missing) => trial.with_kind(missing).with_ignored_flag(true),
            None => trial,
        }
    });
    each.chain([Trial::test("the_page_of_messages_has_no_others", has_no_others)]).collect()
}

fn has_no_others() -> Result<(), Failed> {
    let document = fs::read_to_string(root().join("docs/messages.md"))?;
    let shown: Vec<_> = document.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let personas = personas();
    let made: Vec<_> =
        personas.iter().flat_map(|p| &p.mistake).map(|mistake| mistake.about.as_str()).collect();
    assert_eq!(shown, made);
    Ok(())
}

/// Writes the page of messages.
pub(super) fn write() {
    let mut page = INTRODUCTION.to_owned();
    let mut table = String::from("\n| mistake | exit code |\n|---|---|\n");
    let mut sections = String::new();
    for persona in personas() {
        write!(sections, "\n## {}\n", persona.by).unwrap();
        for mistake in persona.mistake {
            let (_, shown) = mistake.make();
            let about = &mistake.about;
            let anchor: String =
                about.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -".contains(*c)).collect();
            writeln!(table, "| [{about}](#{}) | {} |", anchor.replace(' ', "-"), shown.code).unwrap();
            write!(sections, "\n{}", mistake.section(&shown)).unwrap();
        }
    }
    page.extend([table, sections]);
    #[expect(clippy::disallowed_methods, reason = "the page is written on request")]
    fs::write(root().join("docs/messages.md"), page).unwrap();
}
