//! Where files of a tree name others that a build then looks for: members, dependencies, targets, sources, modules, includes.
//!
//! An entry can often go only together with what names it: Cargo reads the manifest of each dependency, `CMake` wants each source.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use regex::bytes::Regex;

use super::uses::{LARGEST, compile, uses};
use super::{Entry, Files};

/// What names an entry: of a file, the bytes to leave out with it.
pub type Mention = (PathBuf, Range<usize>);

/// The entries that are named, and where.
pub type Mentions = BTreeMap<PathBuf, Vec<Mention>>;

/// Entries by their names.
type ByName<'f> = BTreeMap<&'f OsStr, Vec<&'f Path>>;

/// Files that say what a build is made of, by how they end.
const MANIFESTS: [&str; 12] = [
    ".toml", ".txt", ".cmake", ".json", ".yaml", ".yml", ".cfg", ".mk", ".build", ".gn", "Makefile", ".bazel",
];

/// A line of code that declares or imports something.
static DECLARES: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?m)^[ \t]*(?:pub(?:\([^)\n]*\))?[ \t]+)?(?:mod|use|extern|import|from|export|require|#[ \t]*include|[^\n]*\brequire\()\b?[^\n]*(?:\n|\z)",
    )
});
static TOKEN: LazyLock<Regex> = LazyLock::new(|| compile(r"[\w.][\w./:+-]*"));
static ATTRIBUTES: LazyLock<Regex> = LazyLock::new(|| compile(r"(?:(?:\A|\n)[ \t]*#\[[^\n]*)+\n\z"));

/// The entries that files elsewhere name, and where they do.
///
/// Guesses from single lines: what is left out is tested like anything else.
pub fn mentions(files: &Files) -> Mentions {
    let mut found = Mentions::new();
    let mut used: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for (user, other) in uses(files) {
        used.entry(user).or_default().push(other);
    }
    let mut called = ByName::new();
    for (path, _) in files.iter() {
        called.entry(path.file_name().unwrap_or_default()).or_default().push(path);
    }
    for (path, entry) in files.iter() {
        let Entry::File { text, .. } = entry else { continue };
        let text = text.bytes();
        if text.len() > LARGEST {
            continue;
        }
        let mut add = |named: &Path, range: Range<usize>| {
            // What goes with a folder goes with it, whoever names it.
            for entry in named.ancestors().filter(|entry| !path.starts_with(entry)) {
                if files.get(entry).is_some() {
                    found.entry(entry.to_owned()).or_default().push((path.to_owned(), range.clone()));
                }
            }
        };
        if MANIFESTS.iter().any(|end| path.to_string_lossy().ends_with(end)) {
            for token in TOKEN.find_iter(text) {
                for named in named((files, &called), path, token.as_bytes()) {
                    add(&named, part(text, token.range()));
                }
            }
        } else {
            let used = used.get(path).map(Vec::as_slice).unwrap_or_default();
            for line in DECLARES.find_iter(text) {
                let words: BTreeSet<&[u8]> = words(line.as_bytes()).collect();
                let is_named = |name: &Path| words.contains(name.as_os_str().as_encoded_bytes());
                let of_code = used.iter().filter(|used| names(used).any(is_named)).cloned();
                // Which file a module is, is known.
                let is_module = words.contains(&b"mod"[..]);
                let words = words.iter().filter(|_| !is_module);
                let folders = words.filter_map(|word| called.get(OsStr::from_bytes(word))).flatten();
                let folders = folders.filter(|path| files.get(path).is_some_and(Entry::is_folder));
                let all: Vec<PathBuf> = of_code.chain(folders.map(|path| path.to_path_buf())).collect();
                let above = ATTRIBUTES
                    .find(&text[..line.start()])
                    .map_or(line.start(), |found| found.start() + usize::from(text[found.start()] == b'\n'));
                for named in &all {
                    add(named, above..line.end());
                }
            }
        }
    }
    for ranges in found.values_mut() {
        ranges.sort_by(|one, other| {
            (&one.0, one.1.start, one.1.end).cmp(&(&other.0, other.1.start, other.1.end))
        });
        ranges.dedup();
    }
    found
}

/// The words of a line: parts of paths, with and without what follows a dot.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = TOKEN.find_iter(line).flat_map(|token| token.as_bytes().split(|byte| b"/:".contains(byte)));
    parts.flat_map(|part| [part, part.split(|byte| *byte == b'.').next().unwrap_or_default()])
}

/// What code may call a file: its name, that without its ending, and where the folder stands for it, the name of that.
fn names(path: &Path) -> impl Iterator<Item = &Path> {
    let stem = path.file_stem().map(Path::new);
    let of_folder =
        stem.filter(|stem| ["mod", "index", "__init__"].iter().any(|name| *stem == Path::new(name)));
    let folder = of_folder.and_then(|_| path.parent()?.file_name()).map(Path::new);
    path.file_name().map(Path::new).into_iter().chain(stem).chain(folder)
}

/// The entries that a token of the manifest at `path` names: by their paths from there or the end of them, or a folder by its name.
fn named((files, called): (&Files, &ByName<'_>), path: &Path, token: &[u8]) -> Vec<PathBuf> {
    let Ok(token) = str::from_utf8(token) else { return Vec::new() };
    let token = token.trim_end_matches(['.', '/', ':']);
    let mut at = path.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(token).components() {
        match part {
            Component::ParentDir => drop(at.pop()),
            Component::Normal(name) => at.push(name),
            _ => {}
        }
    }
    if files.get(&at).is_some() && !path.starts_with(&at) {
        return vec![at];
    }
    let plain: PathBuf =
        Path::new(token).components().filter(|part| matches!(part, Component::Normal(_))).collect();
    let ending = |end: &Path| -> Vec<PathBuf> {
        let so_called = end.file_name().and_then(|name| called.get(name)).into_iter().flatten();
        let all = so_called.filter(|entry| entry.ends_with(end) && !path.starts_with(entry));
        all.map(|entry| entry.to_path_buf()).collect()
    };
    let whole = if plain.as_os_str().is_empty() { Vec::new() } else { ending(&plain) };
    if !whole.is_empty() {
        return whole;
    }
    let parts =
        words(token.as_bytes()).filter_map(|part| str::from_utf8(part).ok()).filter(|part| !part.is_empty());
    let folders = parts.flat_map(|part| ending(Path::new(part)));
    folders.filter(|entry| files.get(entry).is_some_and(Entry::is_folder)).collect()
}

/// What of a manifest goes with a token: an element of a list, a call about it, or else its line.
fn part(text: &[u8], token: Range<usize>) -> Range<usize> {
    let mut depth = 0_usize;
    let open = text[..token.start].iter().rposition(|byte| match byte {
        b')' | b']' | b'}' => {
            depth += 1;
            false
        }
        b'(' | b'[' | b'{' if depth > 0 => {
            depth -= 1;
            false
        }
        byte => b"([{".contains(byte),
    });
    let line = |at: usize| text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let ends =
        |at: usize| text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |end| at + end + 1);
    let blank = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_whitespace);
    match open.map(|open| (open, text[open])) {
        Some((open, b'[')) => {
            let quote = |at: usize| text.get(at).is_some_and(|byte| b"'\"".contains(byte));
            // A word within a longer string goes with all of it.
            let from = text[open..token.start]
                .iter()
                .rposition(|byte| b"'\",[ \n".contains(byte))
                .map_or(token.start, |at| open + at);
            let from = if quote(from) { from } else { from + 1 };
            let mut to = token.end + usize::from(quote(token.end));
            while text.get(to).is_some_and(|byte| b" ,".contains(byte)) {
                to += 1;
            }
            from..to
        }
        Some((open, b'(')) if blank(&text[open + 1..token.start]) => {
            let close = text[token.end..]
                .iter()
                .position(|byte| *byte == b')')
                .map_or(token.end, |at| token.end + at);
            line(open)..ends(close)
        }
        Some((_, b'(')) => {
            let kept = text[..token.start].iter().rposition(|byte| !byte.is_ascii_whitespace());
            kept.map_or(token.start, |at| at + 1)..token.end
        }
        _ => line(token.start)..ends(token.end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    fn tree(of: &[(&str, &str)]) -> Files {
        let mut files = Files::new();
        for (path, text) in of {
            for folder in Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty())
            {
                files.insert(folder.to_owned(), Entry::Folder { mode: 0o755 }).unwrap();
            }
            let text = Text::new(text.as_bytes().to_vec()).unwrap();
            files.insert(path.into(), Entry::File { text, mode: 0o644 }).unwrap();
        }
        files
    }

    /// What names `path`, a line each.
    fn of(files: &Files, path: &str) -> String {
        let found = mentions(files).remove(Path::new(path)).unwrap_or_default();
        let shown = found.iter().map(|(file, range)| {
            let Some(Entry::File { text, .. }) = files.get(file) else { unreachable!("it has a text") };
            format!(
                "{}: {}",
                file.display(),
                String::from_utf8_lossy(&text.bytes()[range.clone()]).escape_default()
            )
        });
        shown.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn members_dependencies_features_and_modules_go_with_what_they_name() {
        let files = tree(&[
            (
                "Cargo.toml",
                "[workspace]\nmembers = [\"app\", \"log\"]\n[workspace.dependencies]\nlog = { path = \"log\" }\n",
            ),
            (
                "app/Cargo.toml",
                "[dependencies]\nlog.workspace = true\n[features]\nall = [\"dep:log\", \"log/all\"]\n",
            ),
            (
                "app/src/main.rs",
                "#[cfg(feature = \"x\")]\nmod shown;\nmod other;\nuse log::Log;\nfn main() { shown::all(); }\n",
            ),
            ("app/src/shown.rs", ""),
            ("log/src/lib.rs", "mod shown;\n"),
            ("log/src/shown/mod.rs", ""),
        ]);
        assert_eq!(
            of(&files, "log"),
            "Cargo.toml: \\\"log\\\"\n\
             Cargo.toml: log = { path = \\\"log\\\" }\\n\n\
             app/Cargo.toml: log.workspace = true\\n\n\
             app/Cargo.toml: \\\"dep:log\\\", \n\
             app/Cargo.toml: \\\"log/all\\\"\n\
             app/src/main.rs: use log::Log;\\n"
        );
        assert_eq!(of(&files, "app"), "Cargo.toml: \\\"app\\\", ");
        assert_eq!(
            of(&files, "app/src/shown.rs"),
            "app/src/main.rs: #[cfg(feature = \\\"x\\\")]\\nmod shown;\\n"
        );
        assert_eq!(of(&files, "log/src/shown/mod.rs"), "log/src/lib.rs: mod shown;\\n");
    }

    #[test]
    fn targets_sources_and_includes_go_with_what_they_name() {
        let files = tree(&[
            (
                "CMakeLists.txt",
                "add_subdirectory(core)\nadd_executable(a app/a.cc\n  app/b.cc)\ntarget_link_libraries(a PRIVATE core)\n",
            ),
            ("app/a.cc", "#include \"core/mean.h\"\nint main() {}\n"),
            ("app/b.cc", ""),
            ("core/CMakeLists.txt", "add_library(core STATIC mean.cc max.cc)\n"),
            ("core/max.cc", ""),
            ("core/mean.cc", ""),
            ("core/mean.h", ""),
        ]);
        assert_eq!(
            of(&files, "core"),
            "CMakeLists.txt: add_subdirectory(core)\\n\nCMakeLists.txt:  core\napp/a.cc: #include \\\"core/mean.h\\\"\\n"
        );
        assert_eq!(of(&files, "app/b.cc"), "CMakeLists.txt: \\n  app/b.cc");
        assert_eq!(of(&files, "core/mean.cc"), "core/CMakeLists.txt:  mean.cc");
    }
}
