//! Directory trees as spaces: what is laid, told by identity and written is the same tree.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use dwindle::files::{self, Entry, Files};
use dwindle::plan::{FilesPlan, FilesPlanned};
use dwindle::space::{Around, FilesSpace, Shared, Space, Unit};
use dwindle::test::{Executor, on_candidates};
use dwindle::{Algorithm, Config, Engine, Plan, Text};
use proptest::prelude::*;

fn file(text: &str) -> Entry {
    Entry::File { text: Text::new(text.as_bytes().to_vec()).unwrap(), mode: 0o644 }
}

fn text(files: &Files, path: &str) -> Option<String> {
    match files.get(Path::new(path)) {
        Some(Entry::File { text, .. }) => Some(String::from_utf8(text.bytes().to_vec()).unwrap()),
        _ => None,
    }
}

prop_compose! {
    fn tree()(
        files in proptest::collection::btree_map("[a-c]{1,2}(/[a-c]){0,2}", "[xy\n]{0,6}", 1..8),
        folders in proptest::collection::btree_set("[d-e](/[d-e]){0,2}", 0..4),
    ) -> Files {
        let mut tree = Files::new();
        for (path, contents) in &files {
            let below_a_file = files.keys().any(|other| Path::new(path).starts_with(other) && other != path);
            if !below_a_file {
                for above in Path::new(path).ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
                    tree.insert(above.into(), Entry::Folder { mode: 0o755 }).unwrap();
                }
                tree.insert(path.into(), file(contents)).unwrap();
            }
        }
        for path in folders {
            tree.insert(path.into(), Entry::Folder { mode: 0o755 }).unwrap();
        }
        tree
    }
}

proptest! {
    #[test]
    fn what_is_laid_is_what_is_baked_written_and_told_by_identity(files in tree(), mask in any::<u32>()) {
        let space = FilesSpace::new(Arc::new(files.clone()));
        let units = u32::try_from(space.units()).unwrap();
        let config = Config::of_units((0..units).filter(|unit| mask >> unit & 1 == 1));
        let rendered = space.render(&config);
        prop_assert_eq!(&space.candidate(Cow::Borrowed(&config)).unwrap().files().unwrap(), &rendered);
        prop_assert_eq!(space.id(&config), rendered.id());
        let mut bytes = Vec::new();
        space.write(&config, &mut bytes).unwrap();
        prop_assert_eq!(&files::read_archive(bytes.as_slice()).unwrap(), &rendered);
        prop_assert_eq!(&space.render(&space.full()), &files);
        for (path, _) in rendered.iter() {
            let folder = path.parent().filter(|above| files.get(above).is_some());
            prop_assert!(folder.is_none_or(|above| rendered.get(above).is_some()), "{:?} lost its folder", path);
        }
    }

    #[test]
    fn a_file_seen_inside_its_tree_is_the_tree_with_that_file(files in tree(), pick in 0usize..8, mask in any::<u32>()) {
        let paths: Vec<&Path> = files.iter().filter(|(_, entry)| !entry.is_folder()).map(|(path, _)| path).collect();
        let path = paths[pick % paths.len()];
        let Some(Entry::File { text, .. }) = files.get(path) else { unreachable!() };
        let around = Around::new(Arc::new(files.clone()), path).unwrap();
        let inner = Arc::new(text.cut(Unit::Bytes));
        let config = Config::of_units((0..u32::try_from(inner.units()).unwrap()).filter(|unit| mask >> unit & 1 == 1));
        let expected = around.with(inner.render(&config));
        let seen: Shared = around.lens()(&(inner.clone() as Shared));
        prop_assert_eq!(&seen.candidate(Cow::Borrowed(&config)).unwrap().files().unwrap(), &expected);
        prop_assert_eq!(seen.id(&config), expected.id());
        let all = FilesSpace::new(Arc::new(expected.clone()));
        prop_assert_eq!(seen.size(&config), all.size(&all.full()));
        let mut bytes = Vec::new();
        seen.write(&config, &mut bytes).unwrap();
        prop_assert_eq!(&files::read_archive(bytes.as_slice()).unwrap(), &expected);
    }
}

/// Judges trees by a function, and counts.
fn counted(count: &AtomicU32, fails: impl Fn(&Files) -> bool + Sync) -> impl Executor {
    on_candidates(move |candidate| {
        count.fetch_add(1, Ordering::Relaxed);
        fails(&candidate.files().expect("a tree"))
    })
}

#[test]
fn files_go_first_and_then_what_is_in_those_that_stay() {
    let mut files = Files::new();
    files.insert("src".into(), Entry::Folder { mode: 0o755 }).unwrap();
    for i in 0..20 {
        files
            .insert(format!("src/{i:02}.c").into(), file(&format!("one {i}\ntwo {i}\nthree {i}\n")))
            .unwrap();
    }
    let holds = |files: &Files, path, needle| text(files, path).is_some_and(|text| text.contains(needle));
    let count = AtomicU32::new(0);
    let test = counted(&count, |files| holds(files, "src/03.c", "two") && holds(files, "src/17.c", "three"));
    let files = Arc::new(files);
    let end = Engine::new().run(&test, |search| {
        let space = Arc::new(FilesSpace::new(Arc::clone(&files)));
        let kept = Algorithm::Dwindle.reduce(search, &space, space.full())?;
        let mut files = Arc::new(space.render(&kept));
        for path in ["src/03.c", "src/17.c"] {
            let Some(Entry::File { text, .. }) = files.get(Path::new(path)) else { panic!("{path} is gone") };
            let lines = Arc::new(text.cut(Unit::Lines));
            let around = Around::new(Arc::clone(&files), Path::new(path)).unwrap();
            let kept = search.within(around.clone().lens(), |search| {
                Algorithm::Dwindle.reduce(search, &lines, lines.full())
            })?;
            files = Arc::new(around.with(lines.render(&kept)));
        }
        let (best, config) = search.best().unwrap();
        assert_eq!(best.id(config), files.id(), "the best is the tree, not the file");
        Ok::<_, dwindle::Stop>(files)
    });
    let end = end.unwrap();
    assert_eq!(end.len(), 3);
    assert_eq!(text(&end, "src/03.c").unwrap(), "two 3\n");
    assert_eq!(text(&end, "src/17.c").unwrap(), "three 17\n");
    assert!(count.load(Ordering::Relaxed) < 40);
}

/// Runs the plan on `files`; gives what is left, what was proved and how many tests it took.
fn planned(
    files: &Files,
    plan: &FilesPlan,
    protect: Option<&regex::bytes::Regex>,
    jobs: usize,
    fails: impl Fn(&Files) -> bool + Sync,
) -> (FilesPlanned, u64) {
    let test = on_candidates(|candidate| fails(&candidate.files().expect("a tree")));
    let end = Engine::new().jobs(jobs).run(&test, |search| {
        let lines = Plan::single(Algorithm::Dwindle, Unit::Lines).protect(protect.cloned());
        let planned = plan.run(search, Arc::new(files.clone()), &|_, _| lines.clone())?;
        let (best, config) = search.best().unwrap();
        assert_eq!(best.id(config), planned.files.id(), "the best is what the plan ends with");
        Ok::<_, dwindle::Stop>((planned, search.count().tests))
    });
    end.unwrap()
}

fn project() -> Files {
    let mut files = Files::new();
    files.insert("src".into(), Entry::Folder { mode: 0o755 }).unwrap();
    files.insert("inc".into(), Entry::Folder { mode: 0o755 }).unwrap();
    for i in 0..16 {
        let source = format!("#include \"{i:02}.h\"\none {i}\ntwo {i}\n");
        files.insert(format!("src/{i:02}.c").into(), file(&source)).unwrap();
        files.insert(format!("inc/{i:02}.h").into(), file(&format!("head {i}\ntail {i}\n"))).unwrap();
    }
    files
}

/// Whether every source has its header.
fn builds(files: &Files) -> bool {
    (0..16).all(|i| {
        let includes = text(files, &format!("src/{i:02}.c")).is_some_and(|text| text.contains("#include"));
        !includes || text(files, &format!("inc/{i:02}.h")).is_some()
    })
}

fn holds(files: &Files, path: &str, needle: &str) -> bool {
    text(files, path).is_some_and(|text| text.contains(needle))
}

#[test]
fn the_plan_goes_on_until_neither_files_nor_contents_change() {
    let fails =
        |files: &Files| builds(files) && holds(files, "src/05.c", "two") && holds(files, "src/11.c", "one");
    let (end, tests) = planned(&project(), &FilesPlan::new(Algorithm::Dwindle), None, 1, fails);
    // The headers go once nothing includes them any more.
    assert_eq!(
        end.files.iter().map(|(path, _)| path.to_str().unwrap()).collect::<Vec<_>>(),
        ["src", "src/05.c", "src/11.c"]
    );
    assert_eq!(text(&end.files, "src/05.c").unwrap(), "two 5\n");
    let proved: Vec<_> = end.certificates.iter().map(|proof| (proof.level.name(), proof.removals)).collect();
    assert_eq!(proved, [("files", 2), ("lines", 2)]);
    assert!(tests < 80, "{tests} tests");
    let (at_four, again) = planned(&project(), &FilesPlan::new(Algorithm::Dwindle), None, 4, fails);
    assert_eq!((at_four.files, again), (end.files, tests), "jobs change nothing");
}

#[test]
fn members_and_modules_go_together_with_what_names_them() {
    let mut files = Files::new();
    let members = ["ant", "bee", "cat", "dog", "elk", "fly", "gnu"];
    let list = members.map(|name| format!("\"crates/{name}\"")).join(", ");
    files.insert("Cargo.toml".into(), file(&format!("members = [{list}]\n"))).unwrap();
    files.insert("crates".into(), Entry::Folder { mode: 0o755 }).unwrap();
    for name in members {
        files.insert(format!("crates/{name}").into(), Entry::Folder { mode: 0o755 }).unwrap();
        files.insert(format!("crates/{name}/Cargo.toml").into(), file(&format!("name = {name}\n"))).unwrap();
        files.insert(format!("crates/{name}/lib.rs").into(), file("mod one;\nmod two;\n")).unwrap();
        for module in ["one", "two"] {
            files.insert(format!("crates/{name}/{module}.rs").into(), file("text\n")).unwrap();
        }
    }
    // As Cargo and rustc do: each member has a manifest, each module a file.
    let fails = |files: &Files| {
        let has = |name: &str| text(files, "Cargo.toml").is_some_and(|list| list.contains(name));
        let is_whole = |path: &str, module: &str| {
            let declares = text(files, &format!("{path}/lib.rs"))?.contains(&format!("mod {module};"));
            (!declares || text(files, &format!("{path}/{module}.rs")).is_some()).then_some(())
        };
        has("crates/dog")
            && members.iter().filter(|name| has(name)).all(|name| {
                let path = format!("crates/{name}");
                text(files, &format!("{path}/Cargo.toml")).is_some()
                    && is_whole(&path, "one").is_some()
                    && is_whole(&path, "two").is_some()
            })
    };
    let (end, tests) = planned(&files, &FilesPlan::new(Algorithm::Dwindle), None, 1, fails);
    let left: Vec<_> = end.files.iter().map(|(path, _)| path.to_str().unwrap()).collect();
    assert_eq!(left, ["Cargo.toml", "crates", "crates/dog", "crates/dog/Cargo.toml", "crates/dog/lib.rs"]);
    assert_eq!(text(&end.files, "Cargo.toml").unwrap(), "members = [\"crates/dog\"]\n");
    assert!(tests < 40, "{tests} tests");
    let (at_four, again) = planned(&files, &FilesPlan::new(Algorithm::Dwindle), None, 4, fails);
    assert_eq!((at_four.files, again), (end.files, tests), "jobs change nothing");
}

#[test]
fn needs_that_were_named_are_met_by_all_that_is_tested() {
    let needs: Vec<(PathBuf, PathBuf)> =
        (0..15).map(|i| (format!("src/{i:02}.c").into(), format!("src/{:02}.c", i + 1).into())).collect();
    let plan = FilesPlan::new(Algorithm::Dwindle).needs(needs);
    let fails = |files: &Files| {
        let has = |i: u32| files.get(Path::new(&format!("src/{i:02}.c"))).is_some();
        assert!((0..15).all(|i| !has(i) || has(i + 1)), "a need is not met");
        holds(files, "src/13.c", "two")
    };
    let (end, _) = planned(&project(), &plan, None, 1, fails);
    assert_eq!(end.files.iter().filter(|(path, _)| path.extension().is_some()).count(), 3);
    assert_eq!(text(&end.files, "src/13.c").unwrap(), "two 13\n");
    assert_eq!(text(&end.files, "src/14.c").unwrap(), "", "files stay, and not what is in them");
}

#[test]
fn files_in_which_something_is_protected_stay() {
    let protect = regex::bytes::Regex::new("head 7").unwrap();
    let plan = FilesPlan::new(Algorithm::Dwindle).protect(Some(protect.clone()));
    let fails = |files: &Files| {
        assert!(files.get(Path::new("inc/07.h")).is_some());
        holds(files, "src/02.c", "one")
    };
    let (end, _) = planned(&project(), &plan, Some(&protect), 1, fails);
    assert_eq!(end.files.iter().filter(|(path, _)| path.extension().is_some()).count(), 2);
}
