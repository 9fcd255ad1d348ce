//! `cargo xtask grammars`: the committed grammar tables from the sources of the grammar packages.
//!
//! A table is `grammar.json` as far as it tells the shape of trees, with the shortest text of every token worked
//! out, and with the rules of `by-hand/NAME.grammar` put in the place of the package's: what scanners written in C
//! find, and the few rules that admit more than the language does. What is known of the language beside is written by
//! hand, too.

mod derive;
mod sources;
mod tokens;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use dwindle_syntax::language::table::{Expr, Table};
use xtask::program::print;

/// Writes all tables, or (`check`) only compares them.
pub(crate) fn run(check: bool) -> Result<()> {
    let folder = folder();
    let mut stale = Vec::new();
    let mut count = 0;
    for (language, package) in sources::languages()? {
        if is_own(&language) {
            continue;
        }
        let Some(source) = sources::find(&package)? else {
            if check {
                print(&format!("{package}: sources are not here, not checked\n"))?;
                continue;
            }
            bail!("the sources of {package} are not here; `cargo fetch` brings them");
        };
        for (name, inside) in grammars(&language, &source)? {
            count += 1;
            let text = table(&name, &source, &inside).with_context(|| format!("the table of {name}"))?;
            let path = folder.join(format!("{name}.grammar"));
            if std::fs::read_to_string(&path).ok().as_deref() == Some(&text) {
                continue;
            }
            if !check {
                write(&path, &text)?;
            }
            stale.push(name);
        }
    }
    if check && !stale.is_empty() {
        bail!("out of date: {}; `cargo xtask grammars` makes them again", stale.join(", "));
    }
    print(&format!("{count} tables, {} were out of date\n", stale.len()))
}

/// The grammars in the package of a language, by name, each with the folder of its `grammar.json`.
///
/// A package may have several, in folders called like them: then the language's own counts, and those that have a
/// table.
fn grammars(language: &str, source: &sources::Source) -> Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    // Some packages have them in a folder of their own.
    let folders = [source.folder.clone(), source.folder.join("grammars")];
    let entries = folders.iter().filter(|folder| folder.exists()).map(std::fs::read_dir);
    for entry in entries.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        let inside = entry?.path().join("src");
        let name =
            inside.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let known = name == language || folder().join(format!("{name}.grammar")).exists();
        if known && inside.join("grammar.json").exists() {
            found.push((name, inside));
        }
    }
    if found.is_empty() {
        found.push((language.to_owned(), source.folder.join("src")));
    }
    Ok(found)
}

/// Whether the table of a language is written by hand; the package is there for queries alone.
fn is_own(language: &str) -> bool {
    let table = std::fs::read_to_string(folder().join(format!("{language}.grammar")));
    table.is_ok_and(|table| !table.starts_with("# From ") && !table.starts_with("!name "))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/dwindle-syntax/grammars")
}

#[expect(
    clippy::disallowed_methods,
    reason = "a development task writes committed files; git keeps the old ones"
)]
fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// The text of a table.
fn table(name: &str, source: &sources::Source, inside: &Path) -> Result<String> {
    let json = std::fs::read_to_string(inside.join("grammar.json"))?;
    let mut table = derive::table(name, &json)?;
    let by_hand = folder().join("by-hand").join(format!("{name}.grammar"));
    if by_hand.exists() {
        amend(&mut table, Table::read(&std::fs::read_to_string(by_hand)?)?)?;
    }
    Ok(format!(
        "# From {} {} by `cargo xtask grammars`: change by-hand/{name}.grammar instead.\n{table}",
        source.package, source.version
    ))
}

/// Puts rules in the place of those of the same name, and new ones at the end; then alternatives first.
fn amend(table: &mut Table, by_hand: Table) -> Result<()> {
    (table.about, table.constants) = (by_hand.about, by_hand.constants);
    table.hidden.extend(by_hand.hidden);
    for (name, expr) in by_hand.rules {
        match table.rules.iter_mut().find(|(known, _)| *known == name) {
            Some(rule) => rule.1 = expr,
            None => table.rules.push((name, expr)),
        }
    }
    for (name, first) in by_hand.first {
        let rule = table.rules.iter_mut().find(|(known, _)| *known == name);
        let Some((_, Expr::Choice(alternatives))) = rule else { bail!("{name} is no choice") };
        alternatives.retain(|alternative| *alternative != first);
        alternatives.insert(0, first);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_committed_tables_are_those_of_the_packages() {
        super::run(true).unwrap();
    }
}
