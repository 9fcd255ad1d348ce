//! The documents as a book: one list of them, the index in `docs/README.md`, makes the chapters.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xtask::program::{command, succeed, write};

/// Pages at the root of the project that documents refer to, and what they are called in the book.
const FROM_ROOT: [(&str, &str); 4] = [
    ("README.md", "introduction.md"),
    ("COMPARE.md", "compare.md"),
    ("ARCHITECTURE.md", "architecture.md"),
    ("CHANGELOG.md", "changelog.md"),
];

/// What mdBook is told.
const BOOK: &str =
    "[book]\ntitle = \"Dwindle\"\nlanguage = \"en\"\n\n[output.html]\nno-section-label = true\n";

/// Lays out the documents in `target/book` and has mdBook make pages of them.
///
/// # Errors
/// When a document cannot be read or written, or mdBook is not there or says that something is wrong.
pub(crate) fn make() -> Result<()> {
    let (root, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), Path::new("target/book"));
    let pages = to.join("src");
    for folder in ["docs", "docs/dev", "docs/notebooks"] {
        for entry in fs::read_dir(root.join(folder)).with_context(|| folder.to_owned())? {
            let path = entry?.path();
            if path.is_file() {
                let name = path.strip_prefix(root.join("docs"))?;
                lay(&pages.join(name), &in_book(&fs::read(&path)?, name.components().count() - 1))?;
            }
        }
    }
    for (name, page) in FROM_ROOT {
        let text = fs::read_to_string(root.join(name)).context(name)?;
        lay(&pages.join(page), in_book(text.replace("](docs/", "](").as_bytes(), 0).as_slice())?;
    }
    let index = fs::read_to_string(root.join("docs/README.md")).context("docs/README.md")?;
    let mut of_developers = Vec::new();
    for entry in fs::read_dir(root.join("docs/dev")).context("docs/dev")? {
        let path = entry?.path();
        let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let name = path.strip_prefix(root.join("docs"))?.display().to_string();
        of_developers
            .push((name, page.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned()));
    }
    of_developers.sort();
    lay(&pages.join("SUMMARY.md"), summary(&index, &of_developers)?.as_bytes())?;
    lay(&to.join("book.toml"), BOOK.as_bytes())?;
    succeed(command("mdbook").arg("build").arg(to))
        .context("`cargo install mdbook` brings what makes the pages")?;
    xtask::program::print(&format!("{}\n", to.join("book/index.html").display()))
}

/// A file with its links to pages at the root turned to their names in the book; `depth` folders below `docs`.
fn in_book(bytes: &[u8], depth: usize) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(bytes) else { return bytes.to_vec() };
    let mut text = text.to_owned();
    for (name, page) in FROM_ROOT {
        let (from, to) =
            (format!("]({}{name}", "../".repeat(depth + 1)), format!("]({}{page}", "../".repeat(depth)));
        text = text.replace(&from, &to).replace(&format!("]({name}"), &format!("]({page}"));
    }
    text.into_bytes()
}

/// The list of chapters, from the tables of the index: each part, and in it each document with what it is about. The paths and titles of
/// what is for developers follow.
fn summary(index: &str, of_developers: &[(String, String)]) -> Result<String> {
    let mut summary = "# Summary\n\n[Introduction](introduction.md)\n".to_owned();
    for line in index.lines() {
        if let Some(part) = line.strip_prefix("## ") {
            write!(summary, "\n# {part}\n\n")?;
        } else if let Some((path, about)) = row(line) {
            let page = FROM_ROOT.iter().find(|(name, _)| path == format!("../{name}"));
            let path = page.map_or(path, |(_, page)| page);
            writeln!(summary, "- [{}]({path})", title(about))?;
        }
    }
    ensure!(summary.contains("- ["), "the index of the documents has no tables");
    summary += "\n# Development\n\n- [Architecture](architecture.md)\n";
    for (path, title) in of_developers {
        writeln!(summary, "- [{title}]({path})")?;
    }
    Ok(summary + "- [Changes](changelog.md)\n")
}

/// The path of a document and what it is about, where the line is a row of the index.
fn row(line: &str) -> Option<(&str, &str)> {
    let (name, about) = line.strip_prefix("| [")?.strip_suffix(" |")?.split_once(" | ")?;
    Some((name.split_once("](")?.1.strip_suffix(')')?, about))
}

/// What a document is about up to the first sign that ends a phrase, with a capital letter, without marks.
fn title(about: &str) -> String {
    let phrase = about.split([':', ';']).next().unwrap_or(about).replace('`', "");
    let mut letters = phrase.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn lay(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().context("a page lies in a folder")?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    write(path, bytes).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_the_rows_of_the_index_under_its_parts() {
        let index = "# Docs\n\n## Guide\n\n| document | about |\n|---|---|\n| [a.md](a.md) | `reduce`: what it does |\n\
                     | [C](../COMPARE.md) | others |\n";
        let expected = "# Summary\n\n[Introduction](introduction.md)\n\n# Guide\n\n- [Reduce](a.md)\n- [Others](compare.md)\n\n\
                        # Development\n\n- [Architecture](architecture.md)\n- [Words](dev/words.md)\n- [Changes](changelog.md)\n";
        let words = ("dev/words.md".to_owned(), "Words".to_owned());
        assert_eq!(summary(index, &[words]).unwrap(), expected);
        assert!(summary("nothing", &[]).is_err());
    }

    #[test]
    fn links_to_pages_at_the_root_lead_to_their_pages_in_the_book() {
        let page = b"[a](../README.md#use) [b](../../ARCHITECTURE.md)";
        assert_eq!(in_book(page, 0), b"[a](introduction.md#use) [b](../../ARCHITECTURE.md)");
        assert_eq!(in_book(page, 1), b"[a](../README.md#use) [b](../architecture.md)");
    }
}
