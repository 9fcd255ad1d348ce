//! Takes up the packed parse tables in the folder that `DWINDLE_TABLES` names, as `cargo xtask dist` does; without it there
//! are none, and the linked ones are used. The same of the rules of grammars: of a grammar whose rules are there, only the head is
//! taken as it is.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[expect(
    clippy::disallowed_methods,
    reason = "a build script asks cargo by its environment, and writes what cargo compiles"
)]
fn main() {
    println!("cargo::rerun-if-env-changed=DWINDLE_TABLES");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("DWINDLE_TABLES").map(PathBuf::from);
    let mut found = folder.as_deref().map(files).unwrap_or_default();
    found.sort();
    let mut rows = String::new();
    for path in found {
        println!("cargo::rerun-if-changed={}", path.display());
        let name =
            path.file_name().and_then(|name| name.to_str()).expect("tables are named as languages are");
        writeln!(rows, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .expect("a string takes all");
    }
    let code = format!("/// Packed tables, by name.\nconst PACKED: &[(&str, &[u8])] = &[\n{rows}];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    fs::write(out.join("packed.rs"), code).expect("cargo's folder can be written to");
    println!("cargo::rerun-if-changed=grammars");
    for path in files(Path::new("grammars")).into_iter().filter(|path| path.is_file()) {
        let grammar = fs::read_to_string(&path).expect("grammars are texts");
        let name = path.with_extension("rules");
        let name = name.file_name().expect("a file has a name");
        let is_packed = folder.as_ref().is_some_and(|folder| folder.join(name).exists());
        let head = grammar.split_inclusive('\n').take_while(|line| line.starts_with(['#', '!']));
        let length = if is_packed { head.map(str::len).sum() } else { grammar.len() };
        let to = out.join(path.file_name().expect("a file has a name"));
        fs::write(to, &grammar[..length]).expect("cargo's folder can be written to");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("DWINDLE_TABLES names a folder");
    entries.map(|entry| entry.expect("the folder can be read").path()).collect()
}
