//! Which files of a tree use which other files, as far as it is cheap to find out: includes, imports, modules, calls.
//!
//! The results are guesses from the text of single lines. They only affect the order of tests.

mod calls;
mod pattern;

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use regex::bytes::Regex;

use self::calls::Definitions;
pub(super) use self::pattern::compile;
use self::pattern::names;
use super::{Entry, Files};

/// Files larger than this are data rather than programs, and not looked into (bytes).
pub(super) const LARGEST: usize = 4 << 20;

/// Pairs of a file and another file of the tree that it uses, by path.
///
/// Looked for are `#include` in C and C++, and calls of what another source defines; `import` and `from` in
/// Python, `mod` and `use` in Rust, and relative `import`, `export` and `require` in JavaScript and TypeScript.
/// What cannot be found in the tree is left out, and where several files may be meant, all of them are.
pub fn uses(files: &Files) -> Vec<(PathBuf, PathBuf)> {
    let tree = Tree::new(files);
    let mut pairs = Vec::new();
    for (path, entry) in files.iter() {
        let Entry::File { text, .. } = entry else { continue };
        if text.bytes().len() > LARGEST {
            continue;
        }
        let extension = extension(path);
        let mut used = match extension {
            "h" | "hh" | "hpp" | "hxx" | "inc" => tree.includes(path, text.bytes()),
            _ if is_source(extension) => {
                let called = tree.definitions.called_in(text.bytes());
                let called = called.into_iter().map(Path::to_path_buf);
                tree.includes(path, text.bytes()).into_iter().chain(called).collect()
            }
            "py" | "pyi" => tree.python(path, text.bytes()),
            "rs" => tree.rust(path, text.bytes()),
            "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" => {
                tree.javascript(path, text.bytes())
            }
            _ => continue,
        };
        used.sort();
        used.dedup();
        pairs.extend(used.into_iter().filter(|used| used != path).map(|used| (path.to_owned(), used)));
    }
    pairs
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// Whether so ends the name of a source of C, C++ or the like, which is compiled by itself.
fn is_source(extension: &str) -> bool {
    ["c", "cc", "cpp", "cxx", "m", "mm", "cu"].contains(&extension)
}

/// The files of a tree, by path and by name, and what they define.
struct Tree<'a> {
    files: &'a Files,
    definitions: Definitions<'a>,
    named: BTreeMap<&'a std::ffi::OsStr, Vec<&'a Path>>,
}

impl<'a> Tree<'a> {
    fn new(files: &'a Files) -> Self {
        let mut named: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut definitions = Definitions::default();
        for (path, entry) in files.iter().filter(|(_, entry)| !entry.is_folder()) {
            named.entry(path.file_name().unwrap_or_default()).or_default().push(path);
            if let Entry::File { text, .. } = entry
                && is_source(extension(path))
                && text.bytes().len() <= LARGEST
            {
                definitions.add(path, text.bytes());
            }
        }
        Self { files, definitions, named }
    }

    /// The file at `path`, which may have `..` in it, below `folder`.
    fn at(&self, folder: &Path, path: &Path) -> Option<PathBuf> {
        let mut plain = folder.to_owned();
        for part in path.components() {
            match part {
                Component::Normal(name) => plain.push(name),
                Component::CurDir => {}
                Component::ParentDir if plain.pop() => {}
                _ => return None,
            }
        }
        self.files.get(&plain).filter(|entry| !entry.is_folder()).map(|_| plain)
    }

    /// The files whose paths end with `path`.
    fn ending(&self, path: &Path) -> Vec<PathBuf> {
        let named = path.file_name().and_then(|name| self.named.get(name));
        let named = named.into_iter().flatten();
        named.filter(|file| file.ends_with(path)).map(|file| file.to_path_buf()).collect()
    }

    fn includes(&self, path: &Path, text: &[u8]) -> Vec<PathBuf> {
        static INCLUDE: LazyLock<Regex> = LazyLock::new(|| {
            compile(r#"(?m)^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*["<]([^">\r\n]+)[">]"#)
        });
        let folder = path.parent().unwrap_or(Path::new(""));
        let found = names(&INCLUDE, text).map(|name| match self.at(folder, Path::new(name)) {
            Some(file) => vec![file],
            None => self.ending(Path::new(name)),
        });
        found.flatten().collect()
    }

    fn python(&self, path: &Path, text: &[u8]) -> Vec<PathBuf> {
        static IMPORT: LazyLock<Regex> =
            LazyLock::new(|| compile(r"(?m)^[ \t]*import[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)"));
        static FROM: LazyLock<Regex> = LazyLock::new(|| {
            compile(r"(?m)^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+\(?[ \t]*([\w \t,]*)")
        });
        let mut modules: Vec<(usize, String)> = Vec::new();
        for list in names(&IMPORT, text) {
            modules.extend(list.split(',').map(|name| (0, name.trim().to_owned())));
        }
        for found in FROM.captures_iter(text) {
            let (Ok(from), Ok(list)) = (str::from_utf8(&found[1]), str::from_utf8(&found[2])) else {
                continue;
            };
            let module = from.trim_start_matches('.');
            let up = from.len() - module.len();
            modules.push((up, module.to_owned()));
            // What is imported may be a module, too.
            let inside = list.split(',').filter_map(|name| name.split_whitespace().next());
            modules
                .extend(inside.map(|name| (up, [module, name].join(".").trim_start_matches('.').to_owned())));
        }
        let mut files = Vec::new();
        for (up, module) in modules {
            let below: PathBuf = module.split('.').collect();
            let candidates = [below.with_extension("py"), below.join("__init__.py")];
            let home = path.ancestors().nth(up);
            for candidate in candidates.iter().filter(|path| path.as_os_str() != ".py") {
                match home.filter(|_| up > 0) {
                    Some(home) => files.extend(self.at(home, candidate)),
                    None if up == 0 => files.extend(self.ending(candidate)),
                    None => {}
                }
            }
        }
        files
    }

    fn rust(&self, path: &Path, text: &[u8]) -> Vec<PathBuf> {
        static MOD: LazyLock<Regex> =
            LazyLock::new(|| compile(r"(?m)^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?mod[ \t]+(?:r#)?(\w+)[ \t]*;"));
        static USE: LazyLock<Regex> = LazyLock::new(|| compile(r"\bcrate::(\w+)"));
        let folder = path.parent().unwrap_or(Path::new(""));
        let stem = path.file_stem().unwrap_or_default();
        // A module's own modules lie in a folder of its name, but for the roots.
        let own = if ["mod", "lib", "main"].iter().any(|root| stem == *root) {
            folder.to_owned()
        } else {
            folder.join(stem)
        };
        let root = path.ancestors().find(|above| above.ends_with("src")).unwrap_or(folder);
        let files = |folder: &Path, name: &str| {
            let ways = [PathBuf::from(format!("{name}.rs")), Path::new(name).join("mod.rs")];
            ways.iter().find_map(|way| self.at(folder, way))
        };
        let below = names(&MOD, text).filter_map(|name| files(&own, name));
        below.chain(names(&USE, text).filter_map(|name| files(root, name))).collect()
    }

    fn javascript(&self, path: &Path, text: &[u8]) -> Vec<PathBuf> {
        static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
            compile(
                r#"(?:\bfrom|\bimport|\brequire[ \t]*\(|\bimport[ \t]*\()[ \t]*["'](\.{1,2}/[^"'\r\n]+)["']"#,
            )
        });
        // None, first of all.
        const ENDINGS: &str = " .js .mjs .cjs .jsx .ts .mts .tsx .json /index.js /index.ts /index.tsx";
        let folder = path.parent().unwrap_or(Path::new(""));
        let found = names(&IMPORT, text).filter_map(|name| {
            ENDINGS.split(' ').find_map(|ending| self.at(folder, Path::new(&format!("{name}{ending}"))))
        });
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    fn check(files: &[(&str, &str)], expected: &[(&str, &str)]) {
        let mut tree = Files::new();
        for (path, text) in files {
            let text = Text::new(text.as_bytes().to_vec()).unwrap();
            tree.insert(path.into(), Entry::File { text, mode: 0o644 }).unwrap();
        }
        let expected: Vec<(PathBuf, PathBuf)> = expected.iter().map(|(a, b)| (a.into(), b.into())).collect();
        assert_eq!(uses(&tree), expected);
    }

    #[test]
    fn includes_are_found_beside_the_file_or_wherever_they_end_so() {
        check(
            &[
                ("include/lib/a.h", "#include <stdio.h>\n#include \"b.h\"\n"),
                ("include/lib/b.h", ""),
                (
                    "src/main.c",
                    "#include <lib/a.h>\n  # include \"local.h\"\n// #include \"b.h\"\n#include \"../up.h\"\n",
                ),
                ("src/local.h", ""),
                ("up.h", "#include \"up.h\"\n"),
            ],
            &[
                ("include/lib/a.h", "include/lib/b.h"),
                ("src/main.c", "include/lib/a.h"),
                ("src/main.c", "src/local.h"),
                ("src/main.c", "up.h"),
            ],
        );
    }

    #[test]
    fn calls_of_what_another_source_defines_are_found() {
        check(
            &[
                (
                    "a.c",
                    "int one(void);\nint main(void)\n{\n    return one() + two(3) + twice() + own();\n}\n",
                ),
                (
                    "b.c",
                    "#include \"two.h\"\nint one(void) { return 1; }\nstatic int own(void) { return 1; }\n",
                ),
                (
                    "c.cpp",
                    "/* if (x) { */\nstruct thing *\ntwo(int n,\n    int m)\n{\n    if (own()) { one(); }\n}\n",
                ),
                ("d.c", "int twice(void) {\n}\n"),
                ("e.c", "int twice(void) {\n}\nvoid last() { one; }\n"),
                ("two.h", "inline int last(void) { return one(); }\n"),
            ],
            &[("a.c", "b.c"), ("a.c", "c.cpp"), ("b.c", "two.h"), ("c.cpp", "b.c")],
        );
    }

    #[test]
    fn imports_of_python_are_found_by_module() {
        check(
            &[
                ("pkg/__init__.py", "from . import one\nfrom .two import thing\n"),
                ("pkg/one.py", "import os, pkg.sub.deep\nfrom pkg.sub import three\n"),
                ("pkg/sub/__init__.py", "from ..two import x as y, z\n"),
                ("pkg/sub/deep.py", ""),
                ("pkg/sub/three.py", ""),
                ("pkg/two.py", "'''import pkg.one'''\n"),
            ],
            &[
                ("pkg/__init__.py", "pkg/one.py"),
                ("pkg/__init__.py", "pkg/two.py"),
                ("pkg/one.py", "pkg/sub/__init__.py"),
                ("pkg/one.py", "pkg/sub/deep.py"),
                ("pkg/one.py", "pkg/sub/three.py"),
                ("pkg/sub/__init__.py", "pkg/two.py"),
            ],
        );
    }

    #[test]
    fn modules_of_rust_and_scripts_are_found() {
        check(
            &[
                ("src/a.rs", "pub(crate) mod b;\nuse crate::c::Thing;\n"),
                ("src/a/b.rs", ""),
                ("src/c/mod.rs", "mod inline { }\n"),
                ("src/main.rs", "mod a;\nmod c;\nmod gone;\n"),
                (
                    "web/app.ts",
                    "import x from './lib';\nexport { y } from \"../web/z.js\";\nimport fs from 'fs';\n",
                ),
                ("web/lib/index.ts", "const a = require('../z');\n"),
                ("web/z.js", ""),
            ],
            &[
                ("src/a.rs", "src/a/b.rs"),
                ("src/a.rs", "src/c/mod.rs"),
                ("src/main.rs", "src/a.rs"),
                ("src/main.rs", "src/c/mod.rs"),
                ("web/app.ts", "web/lib/index.ts"),
                ("web/app.ts", "web/z.js"),
                ("web/lib/index.ts", "web/z.js"),
            ],
        );
    }
}
