//! Two versions of a tree, of any files, links and folders: no panic; all changes together make the bad version of the good
//! one, also cut into lines, and none of them makes the good one.
#![no_main]

use std::path::{Path, PathBuf};

use dwindle::files::{Entry, Files};
use dwindle::space::Space;
use dwindle::{Config, Text};
use dwindle_changes::Changes;
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 8] = ["a", "b.c", "d/a", "d/e", "d", "d/e/f", "a b\n\"", "-x"];

/// Each piece up to a zero byte is an entry: where, in which version, of which kind, and what is in it.
fn versions(bytes: &[u8]) -> [Files; 2] {
    let mut versions = [Files::new(), Files::new()];
    for piece in bytes.split(|&byte| byte == 0) {
        let [place, kind, content @ ..] = piece else { continue };
        let text = Text::new(content).expect("it is small");
        let entry = match kind % 8 {
            0 => Entry::Link { target: PathBuf::from(NAMES[content.len() % NAMES.len()]) },
            1 => Entry::Folder { mode: 0o755 },
            2 => Entry::File { text, mode: 0o755 },
            _ => Entry::File { text, mode: 0o644 },
        };
        for (nth, version) in versions.iter_mut().enumerate() {
            if place / 8 % 3 != nth as u8 {
                // Two entries of one place: the first stays.
                drop(version.insert(NAMES[usize::from(place % 8)].into(), entry.clone()));
            }
        }
    }
    versions
}

fuzz_target!(|bytes: &[u8]| {
    let [good, bad] = versions(bytes);
    let changes = Changes::between(&good, &bad).expect("all changes give the bad version");
    let full = changes.full();
    let functions = |_: &Path, text: &[u8]| vec![0..text.len() / 2];
    let lines = changes.in_lines(&full);
    let none = Config::empty();
    for some in [full.clone(), none.clone(), Config::of_units(full.units().filter(|unit| unit % 2 == 0))] {
        for groups in [changes.by_directory(&some), changes.by_file(&some), changes.by_function(&some, &functions)] {
            assert_eq!(Config::gather(groups.iter()), some);
        }
        assert_eq!(Config::gather(changes.by_hunk(&some, &functions).iter()), some);
        assert_eq!(changes.id(&some), lines.id(&some));
        for (from, to) in [(&none, &some), (&some, &full)] {
            let patch = changes.patch(from, to);
            let is_same = changes.tree(from) == changes.tree(to);
            assert_eq!(patch.is_empty(), is_same, "{from:?} to {to:?}: {}", String::from_utf8_lossy(&patch));
        }
    }
});
