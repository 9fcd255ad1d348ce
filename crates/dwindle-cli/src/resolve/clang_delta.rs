//! Where `clang_delta` is, and whether it is asked.

use std::path::{Path, PathBuf};

use dwindle::Algorithm;
use dwindle_exec::rewriter::ClangDelta;
use dwindle_run::session::key::on_path;
use dwindle_run::settings::{Input, Method, Settings, SyntaxChoice};
use dwindle_syntax::language::Language;

use crate::environment;

/// What the variable says where the program is not to be used.
const NONE: &str = "none";

/// The programs that it comes with, and where their packages put it, from the folder above theirs.
const PROGRAMS: [&str; 2] = ["cvise", "creduce"];
const PLACES: [&str; 5] = ["lib/cvise", "libexec/cvise", "libexec", "lib/creduce", "libexec/creduce"];

/// The program, if it is installed and works on this input, and the passes are those that it adds to.
pub(super) fn of(settings: &Settings) -> Option<PathBuf> {
    let name = ClangDelta::ABOUT.name;
    let is_chosen = settings.passes.is_empty() || settings.passes.iter().any(|pass| pass == name);
    let is_skipped = settings.skipped.iter().any(|pass| pass == name);
    let is_default = matches!(settings.algorithm, None | Some(Method::List(Algorithm::Dwindle)));
    let is_asked = is_chosen && !is_skipped && settings.units.is_empty() && !settings.whole_files;
    (is_asked && (is_default || !settings.passes.is_empty()) && may_be_c(settings)).then(installed).flatten()
}

/// The program, if it is installed.
pub fn installed() -> Option<PathBuf> {
    let is_file = |path: &PathBuf| path.is_file();
    if let Some(named) = environment::clang_delta() {
        return Some(PathBuf::from(named)).filter(|named| named.as_os_str() != NONE);
    }
    let variables = environment::variables();
    let on_path = |program: &str| on_path(&variables, program.as_ref());
    let beside = |program: &str| {
        // It may be a link into the folder of its package.
        let program = on_path(program)?.canonicalize().ok()?;
        let above = program.parent()?.parent()?.to_owned();
        PLACES.map(|place| above.join(place).join("clang_delta")).into_iter().find(is_file)
    };
    on_path("clang_delta").or_else(|| PROGRAMS.into_iter().find_map(beside))
}

/// Whether the input is C or C++, or may hold files that are.
fn may_be_c(settings: &Settings) -> bool {
    let is_c = |language: Language| matches!(language.name(), "c" | "cpp");
    match (&settings.syntax, &settings.input) {
        (SyntaxChoice::Language(language), _) => is_c(*language),
        (SyntaxChoice::ByName, input) if input.is_tree() => true,
        (SyntaxChoice::ByName, Input::File(path)) => {
            let name = path.file_name().map_or(Path::new(""), Path::new);
            Language::of_file(name, b"").is_some_and(is_c)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_input_tells_by_its_name() {
        let of = |name: &str| Settings { input: Input::File(name.into()), ..Settings::default() };
        assert!(may_be_c(&of("crash.c")) && may_be_c(&of("dir/crash.cc")));
        assert!(!may_be_c(&of("crash.py")) && !may_be_c(&of("c")));
    }
}
