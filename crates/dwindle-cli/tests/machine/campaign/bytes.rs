//! Foreign bytes: samples of all that Dwindle reads, damaged in every way, go through the readers. None may panic or take long.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dwindle::Text;
use dwindle::binary::{encoding, format, is_binary};
use dwindle::files::{Entry, Files, read_archive, write_archive};
use dwindle::tree::Parse;
use dwindle_exec::Signature;
use dwindle_exec::signature::{Candidate, End, Observed};
use dwindle_native::debug::Debug;
use dwindle_native::program::Program;
use dwindle_native::statements::statements;
use dwindle_store::journal::Reader;
use dwindle_syntax::language::Language;
use dwindle_syntax::notation::Notation;
use tempfile::TempDir;

use super::scenario::{Ended, SCENARIOS};
use super::{drawn, run, wanted};
use crate::needs::{Need, command};

/// As long may a reader take for one sample, in a program that is not optimised, on a machine with much else to do.
const LONG: Duration = Duration::from_secs(20);

/// Samples of one kind, and what reads them.
struct Kind {
    name: &'static str,
    samples: Vec<(String, Vec<u8>)>,
    read: fn(&str, &[u8], &Path),
}

pub(super) fn read() {
    let kinds = kinds();
    let each = wanted(10);
    let cases: Vec<(usize, u64)> =
        (0..kinds.len()).flat_map(|kind| (0..each as u64).map(move |nth| (kind, nth))).collect();
    run(&cases, |(kind, _)| kinds[*kind].name.to_owned(), |(kind, nth)| one(&kinds[*kind], *nth));
}

#[expect(clippy::disallowed_methods, reason = "what takes long is a finding")]
fn one(kind: &Kind, nth: u64) -> Ended {
    let dir = TempDir::new().unwrap();
    let (name, sample) = &kind.samples[drawn(nth * 100, kind.samples.len())];
    let bytes = damaged(sample, nth * 100 + 1);
    let path = dir.path().join("sample");
    write(&path, &bytes).unwrap();
    let began = Instant::now();
    let ended = catch_unwind(AssertUnwindSafe(|| (kind.read)(name, &bytes, &path)));
    let wrong = match ended {
        Err(_) => Some("panics"),
        Ok(()) if began.elapsed() > LONG => Some("takes long"),
        Ok(()) => None,
    };
    let keep = |wrong: &str| {
        let kept = std::env::temp_dir().join(format!("dwindle-campaign-{nth}-{name}"));
        write(&kept, &bytes).unwrap();
        format!("{} {name}, damaged for the {nth}th time, {wrong}: kept in {}", kind.name, kept.display())
    };
    Ended { faults: 1, exit: "read or refused".to_owned(), wrong: wrong.map(keep) }
}

/// A sample with one to six changes.
fn damaged(sample: &[u8], seed: u64) -> Vec<u8> {
    let mut bytes = sample.to_owned();
    for change in 0..=drawn(seed, 6) as u64 {
        let draw = |what: u64, bound: usize| drawn(seed + 7 * change + what, bound.max(1));
        let (at, other) = (draw(1, bytes.len()), draw(2, bytes.len()));
        let len = draw(3, 40).min(bytes.len() - at.min(bytes.len()));
        match draw(4, 8) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << draw(5, 8),
            1 if !bytes.is_empty() => bytes[at] = [0, 0x7f, 0x80, 0xff, b'"', b'(', b'\n', b'\\'][draw(5, 8)],
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at..at + len)),
            4 => {
                let part = bytes[at..at + len].to_owned();
                bytes.splice(other..other, part.repeat(1 + draw(5, 30)));
            }
            5 => drop(bytes.splice(at..at, [0xff; 4])),
            6 => {
                // A number of four bytes that says too much, or too little.
                let number = [u32::MAX, 0, 1, 1 << 31, u32::MAX - 7][draw(5, 5)].to_be_bytes();
                bytes.iter_mut().skip(at).zip(number).for_each(|(byte, new)| *byte = new);
            }
            _ => {
                let part: Vec<u8> = bytes[at..at + len].iter().rev().copied().collect();
                bytes.splice(at..at + len, part);
            }
        }
    }
    bytes
}

fn kinds() -> Vec<Kind> {
    let syntax = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dwindle-syntax/testdata");
    let files = |folder: PathBuf| -> Vec<(String, Vec<u8>)> {
        let entries =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|it| it.is_file());
        let mut files: Vec<_> = entries
            .map(|it| (it.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&it).unwrap()))
            .collect();
        files.sort();
        files
    };
    let mut kinds = vec![
        Kind { name: "texts of languages", samples: files(syntax.join("languages")), read: language },
        Kind { name: "grammars", samples: files(syntax.join("notation")), read: grammar },
        Kind { name: "archives", samples: vec![("archive".to_owned(), archive())], read: read_tar },
        Kind { name: "journals", samples: vec![("journal".to_owned(), journal())], read: read_journal },
        Kind {
            name: "output of tests",
            samples: files(Path::new(env!("CARGO_MANIFEST_DIR")).join("../dwindle-exec/tests/signatures")),
            read: output,
        },
    ];
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) && Need::Program("cc").is_met() {
        kinds.push(Kind {
            name: "programs (ELF, DWARF)",
            samples: vec![("program".to_owned(), program())],
            read: native,
        });
    }
    kinds
}

fn language(name: &str, bytes: &[u8], _: &Path) {
    let Some(language) = Language::of_file(Path::new(name), bytes) else { return };
    let (parser, text) = (language.parser(), Text::new(bytes).unwrap());
    if let Some(tree) = parser.parse(&text) {
        assert_eq!(tree.text().bytes(), bytes);
        assert_eq!(tree.squeezed().text().bytes(), bytes);
    }
    parser.errors(&text);
    parser.marks(&text);
    parser.names_for_numbers(&text);
    parser.misfits(&text);
}

fn grammar(name: &str, bytes: &[u8], _: &Path) {
    let name = name.trim_end_matches(".read");
    drop(Notation::read(name, &String::from_utf8_lossy(bytes), None).map_err(|error| error.to_string()));
}

fn binary_data(bytes: &[u8]) {
    is_binary(bytes);
    format::of(bytes);
    format::read(bytes);
    encoding::guesses(bytes);
}

fn archive() -> Vec<u8> {
    let file = |text: &str| Entry::File { text: Text::new(text.as_bytes()).unwrap(), mode: 0o644 };
    let mut files = Files::new();
    files.insert("folder".into(), Entry::Folder { mode: 0o755 }).unwrap();
    files.insert("folder/one".into(), file("1\n")).unwrap();
    files.insert("folder/link".into(), Entry::Link { target: "one".into() }).unwrap();
    files.insert("name ".repeat(60).into(), file(&"text\n".repeat(200))).unwrap();
    let mut bytes = Vec::new();
    write_archive(&files, &mut bytes).unwrap();
    bytes
}

fn read_tar(_: &str, bytes: &[u8], _: &Path) {
    drop(read_archive(bytes).map_err(|error| error.to_string()));
}

fn journal() -> Vec<u8> {
    let env = SCENARIOS[0].finished();
    let runs = fs::read_dir(env.path("input.txt.dwindle")).unwrap().map(|run| run.unwrap().path());
    let run = runs.into_iter().find(|run| run.is_dir()).unwrap();
    fs::read(run.join("journal.jsonl")).unwrap()
}

fn read_journal(_: &str, _: &[u8], path: &Path) {
    let Ok(mut reader) = Reader::open(path) else { return };
    for record in &mut reader {
        drop(record.map_err(|error| error.to_string()));
    }
    reader.damage();
}

fn output(_: &str, bytes: &[u8], path: &Path) {
    for end in [End::Exit(1), End::Signal(11)] {
        let observed = Observed { end, stdout: b"", stderr: bytes };
        let candidate = Candidate::new(path, b"int main() { return 1; }");
        let signature = Signature::derive(&observed, &candidate);
        drop((signature.to_string(), signature.judge(&observed, &candidate)));
    }
}

fn program() -> Vec<u8> {
    let dir = TempDir::new().unwrap();
    let (source, program) = (dir.path().join("one.c"), dir.path().join("one"));
    let text = "struct s { int a; char *b; }; static int f(struct s *s) { if (s->a) s->a--; return s->a; }\n\
                int main(void) { struct s s = { 3, \"x\" }; while (f(&s)) ; return 0; }\n";
    write(&source, text).unwrap();
    assert!(command("cc").args(["-g", "-O0", "-o"]).args([&program, &source]).status().unwrap().success());
    fs::read(program).unwrap()
}

fn native(_: &str, bytes: &[u8], path: &Path) {
    binary_data(bytes);
    let Ok(program) = Program::read(path) else { return };
    if let Ok(debug) = Debug::read(&program) {
        drop(statements(&program, &debug).map_err(|error| error.to_string()));
    }
}

#[expect(clippy::disallowed_methods, reason = "tests lay out files")]
fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> std::io::Result<()> {
    fs::write(path, bytes)
}
