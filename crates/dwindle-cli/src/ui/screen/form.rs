//! What of an artifact is shown: a text as it is, of a directory the file that is reduced, or else its list of files.

use std::fmt::Write as _;
use std::path::Path;

use dwindle::Text;
use dwindle::files::{self, Entry};
use dwindle_run::text::{escaped, size};

use crate::ui::diff::Diff;

/// Of larger texts the beginning is shown; in bytes.
pub(super) const LARGEST: usize = 1 << 20;

/// In which form a best and a candidate come, and what of them is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// A text.
    #[default]
    Text,
    /// A directory, as an archive: of it this file, or the list of all.
    Files(Option<String>),
}

impl Form {
    /// What is shown.
    pub(super) fn shown(&self, kept: &Text) -> Text {
        let Self::Files(file) = self else { return kept.clone() };
        let Ok(files) = files::read_archive(kept.bytes()) else {
            return Text::new(*b"a directory of more than 1 MiB is not shown\n").unwrap_or_default();
        };
        if let Some(Entry::File { text, .. }) = file.as_ref().and_then(|file| files.get(Path::new(file))) {
            return text.clone();
        }
        let list = files.iter().fold(String::new(), |mut list, (path, entry)| {
            let is_folder = if entry.is_folder() { "/" } else { "" };
            // A string takes all.
            let _ok = writeln!(list, "{}{is_folder}  {}", escaped(path), size(entry.size()));
            list
        });
        Text::new(list.into_bytes()).unwrap_or_default()
    }

    /// What went of `first`, as a unified diff.
    pub(super) fn gone(&self, first: &Text, now: &Text) -> String {
        if first.bytes().len() > LARGEST {
            return "the input is too large to show what went; dwindle diff shows it".to_owned();
        }
        let mut diff = match self {
            Self::Text => Diff::of_text(Path::new("input"), first),
            Self::Files(_) => Diff::of_tree(&files::read_archive(first.bytes()).unwrap_or_default()),
        };
        let patch = diff.next(&|out| out.write_all(now.bytes())).unwrap_or_default();
        // A text has no name in the view.
        let hunks =
            if *self == Self::Text { patch.find("\n@@").map(|at| &patch[at + 1..]) } else { Some(&*patch) };
        hunks.filter(|hunks| !hunks.is_empty()).unwrap_or("nothing went so far").to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::files::Files;

    #[test]
    fn of_a_directory_a_file_is_shown_or_the_list_of_all() {
        let mut files = Files::new();
        let file = |text: &str| Entry::File { text: Text::new(text.as_bytes()).unwrap(), mode: 0o644 };
        files.insert("src/a.c".into(), file("int a;\n")).unwrap();
        files.insert("b".into(), file("")).unwrap();
        let archive = |files: &Files| {
            let mut archive = Vec::new();
            files::write_archive(files, &mut archive).unwrap();
            Text::new(archive).unwrap()
        };
        let first = archive(&files);
        let shown = |file: Option<&str>| {
            let shown = Form::Files(file.map(str::to_owned)).shown(&first);
            String::from_utf8(shown.bytes().to_vec()).unwrap()
        };
        assert_eq!(shown(None), "b  0 bytes\nsrc/a.c  7 bytes\n");
        assert_eq!((shown(Some("src/a.c")), shown(Some("gone"))), ("int a;\n".to_owned(), shown(None)));
        files.insert("src/a.c".into(), file("")).unwrap();
        let gone = Form::Files(None).gone(&first, &archive(&files));
        assert!(gone.contains("src/a.c") && gone.contains("-int a;"), "{gone}");
        assert_eq!(Form::Files(None).gone(&first, &first), "nothing went so far");
        let cut = Text::new(&first.bytes()[..700]).unwrap();
        assert!(Form::Files(None).shown(&cut).bytes().starts_with(b"a directory of more"));
    }
}
