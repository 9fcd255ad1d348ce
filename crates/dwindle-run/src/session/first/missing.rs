//! What a first run could not find although it lies beside the input: tests run in a directory of their own.
//!
//! Nothing is run to find out. The output is read for lines that speak of something missing, and the scripts of the
//! test for names of files.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use dwindle_exec::{Signature, Verdict};
use regex::{Regex, RegexBuilder};

use super::script::{self, Scripts};
use crate::session::artifact::Artifact;
use crate::session::input::{Input, absolute};
use crate::settings::{self, Settings};
use crate::text::{shell, shown};

/// Lines that speak of something missing.
static MISSING: LazyLock<Regex> = LazyLock::new(|| {
    let phrases = "no such file|(can ?not|can't|could not|couldn't|unable to|failed to) (be )?\
        (open|find|read|load|locate|access|resolve|import|stat)|not found|no module named|does not exist|\
        doesn't exist|no makefile|enoent|is missing";
    RegexBuilder::new(phrases).case_insensitive(true).build().expect("it is tested")
});

/// So much of an input is looked through for names of files.
const READ: usize = 1 << 18;

/// What an input names: files that it includes or imports, and others in quotes.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?m)^\s*(?:import|from)\s+(\w+)|"([^"\n]*[./][^"\n]*)"|'([^'\n]*[./][^'\n]*)'"#;
    Regex::new(pattern).expect("it is tested")
});

/// The directory that tests run in, as it stands before a name.
static WORK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"/[^\s'\x22`]*/slot\d+/(work|test\d+)/").expect("it is tested"));

/// What modules are called in messages without the ending of their file.
const ENDINGS: [&str; 14] =
    ["py", "js", "mjs", "cjs", "ts", "json", "rb", "pm", "lua", "rs", "h", "hpp", "class", "sh"];

/// Where what is missing may lie: beside the input of a run with these settings.
pub(super) struct Missing<'a, A> {
    pub(super) settings: &'a Settings,
    pub(super) input: &'a Input<A>,
    pub(super) scripts: &'a Scripts<'a>,
}

impl<A: Artifact> Missing<'_, A> {
    /// What `output` calls missing that lies beside the input, in lines of this failure where one is given; and how to lay it
    /// beside the candidate. None where there is no such thing.
    pub(super) fn named(&self, output: &str, failure: Option<&Signature>) -> Option<(String, String)> {
        let regex = failure.and_then(|failure| Regex::new(&failure.to_regex()).ok());
        let regex = regex.filter(|regex| !regex.as_str().is_empty());
        let lines = output.lines().filter(|line| regex.as_ref().is_none_or(|regex| regex.is_match(line)));
        let mut missing = BTreeSet::new();
        for line in lines.filter(|line| MISSING.is_match(line)) {
            missing.extend(names(line).iter().filter_map(|name| self.there(Path::new(name))));
            if line.to_lowercase().contains("no makefile") {
                missing.extend(self.there(Path::new("Makefile")));
            }
        }
        (!missing.is_empty()).then(|| (listed(&missing), self.lay(&missing)))
    }

    /// What to do where a run did not show the failure, as far as its output and its scripts tell.
    pub(super) fn hints(&self, output: &str) -> Vec<String> {
        let is_of_a_version = matches!(self.settings.test.judged, Some(Verdict::BisectRun(_)));
        let texts = if is_of_a_version { &[] } else { self.scripts.texts() };
        let misnamed = self.misnamed(texts, output);
        if let Some((names, lay)) = self.named(output, None) {
            let missing = format!(
                "the test cannot find {names}, because it runs in a directory of its own; to copy it there: {lay}"
            );
            return misnamed.into_iter().chain([missing]).collect();
        }
        // The files that the script of a version names are in the versions.
        let unsaid = || if is_of_a_version { None } else { self.unsaid(texts) };
        let elsewhere = || output.lines().any(|line| MISSING.is_match(line)).then(|| self.search_path());
        misnamed.or_else(unsaid).or_else(|| elsewhere().flatten()).into_iter().collect()
    }

    /// What to do where a search path in the environment has relative elements, which lead nowhere from where tests run.
    fn search_path(&self) -> Option<String> {
        let reached = |value: &OsStr| -> Option<OsString> {
            let elements = value.as_bytes().split(|&byte| byte == b':').map(OsStr::from_bytes);
            let is_here =
                |it: &OsStr| !it.is_empty() && Path::new(it).is_relative() && Path::new(it).exists();
            let at = |it: &OsStr| if is_here(it) { absolute(Path::new(it)).into() } else { it.to_owned() };
            let reached: Vec<OsString> = elements.clone().map(at).collect();
            elements.into_iter().any(is_here).then(|| reached.join(OsStr::new(":")))
        };
        let is_path = |name: &OsStr| name != "PATH" && name.as_bytes().ends_with(b"PATH");
        let is_made = self.settings.input.is_made();
        let mut found = self.settings.test.env.iter().filter(|(name, _)| is_path(name) && !is_made);
        let (name, value) = found.find_map(|(name, value)| Some((name, reached(value)?)))?;
        let set = [name, OsStr::new("="), &value].into_iter().collect::<OsString>();
        let line = [shell::quoted(["env".into(), set]), self.settings.retyped([] as [&str; 0])].join(" ");
        Some(format!(
            "{} has relative paths, and tests run in a directory of their own: {line}",
            name.display()
        ))
    }

    /// What to do where the scripts, or the input, name what lies here, and the output says nothing of it.
    fn unsaid(&self, texts: &[(PathBuf, String)]) -> Option<String> {
        let Self { input, .. } = self;
        let all = |names: &mut dyn Iterator<Item = &str>| -> BTreeSet<PathBuf> {
            names.filter_map(|name| self.there(Path::new(name))).collect()
        };
        let scripted = all(&mut texts.iter().flat_map(|(_, text)| script::relative_names(text)));
        let head = input.artifact.quoted();
        let head = String::from_utf8_lossy(&head[..head.len().min(READ)]);
        let included = all(&mut NAMED
            .captures_iter(&head)
            .flat_map(|found| found.iter().skip(1).flatten().map(|name| name.as_str()).collect::<Vec<_>>()));
        let who = match (scripted.is_empty(), included.is_empty()) {
            (true, true) => return None,
            (false, true) => "the script names",
            (true, false) => "the input names",
            (false, false) => "the script and the input name",
        };
        let named = &scripted | &included;
        Some(format!(
            "{who} {}, and tests run in a directory of their own; to copy {} there: {}",
            listed(&named),
            if named.len() == 1 { "it" } else { "them" },
            self.lay(&named)
        ))
    }

    /// What to do where the scripts name a file like the input, or one that is nowhere and that the output calls missing, and neither the input
    /// nor their arguments.
    fn misnamed(&self, texts: &[(PathBuf, String)], output: &str) -> Option<String> {
        let finds = |own: &str, text: &str| text.contains(own) || script::takes_arguments(text);
        let own = self.input.name.to_str().filter(|own| !texts.iter().any(|(_, text)| finds(own, text)))?;
        let names = || texts.iter().flat_map(|(_, text)| script::relative_names(text));
        let missing: Vec<String> =
            output.lines().filter(|line| MISSING.is_match(line)).flat_map(self::names).collect();
        let is_nowhere = |name: &&str| {
            missing.iter().any(|missing| missing == name) && self.there(Path::new(name)).is_none()
        };
        let is_like = |name: &&str| {
            Path::new(name).extension().is_some_and(|end| Some(end) == Path::new(own).extension())
        };
        let like = names().filter(is_like).find(|name| self.there(Path::new(name)).is_some());
        let other = like.or_else(|| names().find(is_nowhere))?;
        let called = format!("the script names {other}, but each candidate is called {own}");
        Some(match self.under_the_name(Path::new(other)) {
            Some(line) => format!("{called}: make it name that, or give the input the other name: {line}"),
            None => format!("{called}: make it name that, or rename the input"),
        })
    }

    /// What to type so that candidates are called `name`.
    fn under_the_name(&self, name: &Path) -> Option<String> {
        let settings::Input::File(input) = &self.settings.input else { return None };
        let folder = Path::new("renamed");
        let copy = folder.join(name.file_name()?);
        let mut again = self.settings.clone();
        let end = again.typed.iter().position(|word| word == "--").unwrap_or(again.typed.len());
        let word = again.typed[..end].iter_mut().rfind(|word| Path::new(word) == input)?;
        word.clone_from(&copy.clone().into_os_string());
        let copied = shell::quoted([OsStr::new("cp"), input.as_os_str(), copy.as_os_str()]);
        Some(format!("mkdir {} && {copied} && {}", shown(folder), again.retyped([] as [&str; 0])))
    }

    /// `name` where it lies beside the input, or in the current directory, and not where the test ran; as it is to be
    /// typed for --with: of a path with several parts the first, as what is laid keeps only its last name.
    fn there(&self, name: &Path) -> Option<PathBuf> {
        let Self { settings, input, .. } = self;
        let name: PathBuf = name.components().filter(|part| *part != Component::CurDir).collect();
        let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
        let first = name.components().next()?.as_os_str();
        let is_laid = first == input.name || settings.test.with.iter().any(|path| path.ends_with(first));
        if !is_plain || is_laid {
            return None;
        }
        let typed = match &settings.input {
            settings::Input::File(path) => path.parent().map(Path::to_owned).unwrap_or_default(),
            _ => PathBuf::new(),
        };
        let endings = ENDINGS.iter().map(|ending| PathBuf::from(format!("{}.{ending}", name.display())));
        for name in std::iter::once(name.clone()).chain(endings) {
            for dir in [PathBuf::new(), typed.clone()] {
                let at = dir.join(&name);
                // Of a directory all that is in it, too.
                let is_input = input.path.as_deref().is_some_and(|input_path| {
                    let at = absolute(&at);
                    at == input_path || input.artifact.is_tree() && at.starts_with(input_path)
                });
                if is_input || at.symlink_metadata().is_err() {
                    continue;
                }
                let root = dir.join(name.components().next()?);
                // A folder that holds the input would be laid with all that runs leave there.
                let holds = input.path.as_deref().is_some_and(|input| input.starts_with(absolute(&root)));
                return (!holds).then_some(root);
            }
        }
        None
    }

    /// How to lay `paths` beside the candidate, as a command.
    fn lay(&self, paths: &BTreeSet<PathBuf>) -> String {
        let words = paths.iter().flat_map(|path| ["--with".as_ref(), path.as_os_str()]);
        self.settings.retyped(words)
    }
}

/// What a line may name: words with a dot or a slash, words in quotes, and what stands before or behind a colon.
fn names(line: &str) -> Vec<String> {
    let line = WORK.replace_all(line, "");
    let mut names = Vec::new();
    let mut add = |word: &str, is_sure: bool| {
        let word = word.trim_end_matches(['.', ',', ':', ';', ')']).trim_start_matches(['(', '@']);
        if is_sure || word.contains(['.', '/']) {
            names.push(word.to_owned());
        }
        if is_sure && !word.contains('/') {
            // Modules are named with dots; what lies here is the first of them.
            let first = word.split('.').next().unwrap_or_default();
            names.push(first.to_owned());
        }
    };
    for (at, piece) in line.split(['\'', '"', '`', '\u{2018}', '\u{2019}']).enumerate() {
        if at % 2 == 1 {
            add(piece, true);
        } else {
            let words = piece.split(|c: char| c.is_whitespace() || "<>=[]{}".contains(c));
            words.flat_map(|word| word.split(':')).for_each(|word| add(word, false));
        }
    }
    // `ls: data: No such file or directory`, `cannot load such file -- util`, `No module named rates`
    let parts: Vec<&str> = line.split([':', ' ']).filter(|part| !part.is_empty()).collect();
    for (at, part) in parts.iter().enumerate() {
        let rest = parts[at + 1..].join(" ").to_lowercase();
        let before = parts[..at].last().copied().unwrap_or_default();
        let is_missing =
            ["no such file", "not found", "does not exist"].iter().any(|end| rest.starts_with(end));
        if is_missing || matches!(before, "--" | "named" | "open" | "import") {
            add(part, true);
        }
    }
    names
}

fn listed(paths: &BTreeSet<PathBuf>) -> String {
    let names: Vec<String> = paths.iter().map(|path| shown(path)).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_found_in_the_messages_of_many_programs() {
        for (line, name) in [
            ("ModuleNotFoundError: No module named 'rates'", "rates"),
            ("ModuleNotFoundError: No module named 'lib.rates'", "lib"),
            ("main.c:1:10: fatal error: util.h: No such file or directory", "util.h"),
            ("main.c:1:10: fatal error: 'util.h' file not found", "util.h"),
            (
                "python3: can't open file '/dev/shm/dwindle-1-x/slot2/work/app.py': [Errno 2] No such file or directory",
                "app.py",
            ),
            ("FileNotFoundError: [Errno 2] No such file or directory: 'data/rates.csv'", "data/rates.csv"),
            ("Error: Cannot find module './util'", "./util"),
            ("cannot load such file -- util (LoadError)", "util"),
            ("ls: cannot access 'data': No such file or directory", "data"),
            ("sh: 1: cannot open words.txt: No such file", "words.txt"),
            ("cat: words: No such file or directory", "words"),
            ("error: couldn't read `src/part.rs`: No such file or directory (os error 2)", "src/part.rs"),
        ] {
            assert!(MISSING.is_match(line), "{line}");
            let names = names(line);
            assert!(names.iter().any(|found| found == name), "{line}: {names:?}");
        }
    }
}
