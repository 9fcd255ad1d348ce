//! `cargo xtask grammars`: the committed grammar tables from the sources of the grammar packages.
//!
//! A table is `grammar.json` as far as it tells the shape of trees, with the shortest text of every token worked
//! out, and with the rules of `by-hand/NAME.grammar` put in the place of the package's: what scanners written in C
//! find, and the few rules that admit more than the language does.

mod derive;
mod sources;
mod tokens;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use dwindle_syntax::language::table::{Expr, Table};
use xtask::output::print;

/// Name, package, and the folder of `grammar.json` in it.
const GRAMMARS: &[(&str, &str, &str)] = &[
    ("c", "tree-sitter-c", "src"),
    ("cpp", "tree-sitter-cpp", "src"),
    ("rust", "tree-sitter-rust", "src"),
    ("python", "tree-sitter-python", "src"),
    ("javascript", "tree-sitter-javascript", "src"),
    ("typescript", "tree-sitter-typescript", "typescript/src"),
    ("tsx", "tree-sitter-typescript", "tsx/src"),
    ("java", "tree-sitter-java", "src"),
    ("go", "tree-sitter-go", "src"),
    ("json", "tree-sitter-json", "src"),
    ("html", "tree-sitter-html", "src"),
    ("css", "tree-sitter-css", "src"),
    ("bash", "tree-sitter-bash", "src"),
    ("xml", "tree-sitter-xml", "xml/src"),
    ("sql", "tree-sitter-sequel", "src"),
    ("ruby", "tree-sitter-ruby", "src"),
    ("yaml", "tree-sitter-yaml", "src"),
];

/// Writes all tables, or (`check`) only compares them.
pub(crate) fn run(check: bool) -> Result<()> {
    let folder = folder();
    let mut stale = Vec::new();
    for (name, package, inside) in GRAMMARS {
        let Some(source) = sources::find(package)? else {
            if check {
                print(&format!("{package}: sources are not here, not checked\n"))?;
                continue;
            }
            bail!("the sources of {package} are not here; `cargo fetch` brings them");
        };
        let text = table(name, &source, inside).with_context(|| format!("the table of {name}"))?;
        let path = folder.join(format!("{name}.grammar"));
        if std::fs::read_to_string(&path).ok().as_deref() == Some(&text) {
            continue;
        }
        stale.push(*name);
        if !check {
            write(&path, &text)?;
        }
    }
    if check && !stale.is_empty() {
        bail!("out of date: {}; `cargo xtask grammars` makes them again", stale.join(", "));
    }
    print(&format!("{} tables, {} were out of date\n", GRAMMARS.len(), stale.len()))
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
fn table(name: &str, source: &sources::Source, inside: &str) -> Result<String> {
    let json = std::fs::read_to_string(source.folder.join(inside).join("grammar.json"))?;
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
