#![expect(clippy::disallowed_methods, reason = "files of the test's own")]

use std::os::unix::fs::MetadataExt;

use dwindle::Text;
use proptest::prelude::*;

use super::*;

fn file(text: &str, mode: u32) -> Entry {
    Entry::File { text: Text::new(text.as_bytes().to_vec()).unwrap(), mode }
}

fn tree(entries: &[(&str, Entry)]) -> Arc<Files> {
    let mut files = Files::new();
    for (path, entry) in entries {
        files.insert(path.into(), entry.clone()).unwrap();
    }
    Arc::new(files)
}

fn entry() -> impl Strategy<Value = Entry> {
    let file = ("[ab]{0,2}", prop_oneof![Just(0o644u32), Just(0o755), Just(0o400)])
        .prop_map(|(text, mode)| file(&text, mode));
    let link = "[a-c]".prop_map(|target| Entry::Link { target: target.into() });
    prop_oneof![4 => file, 1 => link, 1 => Just(Entry::Folder { mode: 0o755 })]
}

/// Entries in which nothing stands below a file or a link.
fn entries() -> impl Strategy<Value = BTreeMap<PathBuf, Entry>> {
    proptest::collection::btree_map("[a-c](/[a-c]){0,2}".prop_map(PathBuf::from), entry(), 0..8).prop_map(
        |mut all: BTreeMap<PathBuf, Entry>| {
            let blocked = |path: &Path, all: &BTreeMap<PathBuf, Entry>| {
                path.ancestors().skip(1).any(|above| all.get(above).is_some_and(|entry| !entry.is_folder()))
            };
            let gone: Vec<_> = all.keys().filter(|path| blocked(path, &all)).cloned().collect();
            for path in &gone {
                all.remove(path);
            }
            all
        },
    )
}

fn files(entries: &BTreeMap<PathBuf, Entry>) -> Files {
    let mut files = Files::new();
    for (path, entry) in entries {
        files.insert(path.clone(), entry.clone()).unwrap();
    }
    files
}

/// What a test may do to the directory in which it runs.
fn scribble(dir: &Path, deed: u8, path: &Path) {
    let at = dir.join(path);
    let done = match deed % 6 {
        0 => fs::write(&at, "scribbled"),
        1 => fs::remove_file(&at),
        2 => clear(&at),
        3 => fs::create_dir_all(at.join("new")),
        4 => fs::set_permissions(&at, Permissions::from_mode(0o000)),
        _ => clear(&at).and_then(|()| symlink("..", &at)),
    };
    // Whether it could be done does not matter.
    drop(done);
}

/// The tree as it is read back, without folders that are only there for what is in them.
fn read_back(dir: &Path, wanted: &Files) -> Files {
    let all = dwindle::files::read(dir, |_| false).unwrap();
    let mut files = Files::new();
    for (path, entry) in all.iter() {
        let implied = entry.is_folder() && wanted.get(path).is_none() && wanted.below(path).next().is_some();
        if !implied {
            files.insert(path.to_owned(), entry.clone()).unwrap();
        }
    }
    files
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whatever_lay_there_and_whatever_a_test_did_the_tree_is_what_was_asked_for(
        steps in proptest::collection::vec((entries(), entries(), any::<u8>(), "[a-c](/[a-c]){0,2}"), 1..6),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("work");
        let mut laid = Laid::new();
        for (base, over, deed, path) in steps {
            let base = Arc::new(files(&base));
            // Changes replace an entry by one that can stand there, or remove it.
            let changes: Changes = base
                .iter()
                .enumerate()
                .filter(|(i, _)| (deed as usize + i).is_multiple_of(3))
                .map(|(i, (path, was))| {
                    let new = over.values().nth(i).filter(|new| !was.is_folder() || new.is_folder());
                    (path.to_owned(), new.cloned())
                })
                .collect();
            let wanted = base.with(&changes);
            laid.lay(&root, &base, &changes, Leftovers::Go).unwrap();
            let back = read_back(&root, &wanted);
            prop_assert_eq!(&back, &wanted);
            scribble(&root, deed, Path::new(&path));
        }
    }
}

#[test]
fn leftovers_stay_where_they_are_to_stay_and_the_tree_is_as_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let (root, mut laid) = (dir.path().join("work"), Laid::new());
    let base = tree(&[("src/a.c", file("1", 0o644)), ("src/b.c", file("2", 0o644))]);
    laid.lay(&root, &base, &Changes::new(), Leftovers::Stay).unwrap();
    fs::write(root.join("src/a.o"), "object").unwrap();
    fs::write(root.join("src/b.c"), "scribbled").unwrap();
    let changes: Changes = [("src/a.c".into(), None)].into();
    laid.lay(&root, &base, &changes, Leftovers::Stay).unwrap();
    assert!(!root.join("src/a.c").exists());
    assert_eq!(fs::read_to_string(root.join("src/a.o")).unwrap(), "object");
    assert_eq!(fs::read_to_string(root.join("src/b.c")).unwrap(), "2");
    laid.lay(&root, &base, &Changes::new(), Leftovers::Go).unwrap();
    assert!(!root.join("src/a.o").exists());
}

#[test]
fn only_what_differs_is_written_and_gets_a_later_time_in_whole_seconds() {
    let dir = tempfile::tempdir().unwrap();
    let (root, mut laid) = (dir.path().join("work"), Laid::new());
    let base = tree(&[("a", file("1", 0o644)), ("b", file("2", 0o644))]);
    let other: Changes = [("a".into(), Some(file("3", 0o644)))].into();
    let seconds = |name: &str| fs::metadata(root.join(name)).unwrap().mtime();
    laid.lay(&root, &base, &Changes::new(), Leftovers::Stay).unwrap();
    let (a, b) = (seconds("a"), seconds("b"));
    laid.lay(&root, &base, &other, Leftovers::Stay).unwrap();
    let later = seconds("a");
    assert!(later > a && seconds("b") == b);
    laid.lay(&root, &base, &Changes::new(), Leftovers::Stay).unwrap();
    assert!(seconds("a") > later && seconds("b") == b);
}

#[test]
fn nothing_is_removed_through_a_link_that_a_test_put_in_a_folders_place() {
    let dir = tempfile::tempdir().unwrap();
    let (root, mut laid) = (dir.path().join("work"), Laid::new());
    let users = dir.path().join("users");
    fs::create_dir(&users).unwrap();
    fs::write(users.join("a"), "precious").unwrap();
    let base = tree(&[("sub/a", file("1", 0o644))]);
    laid.lay(&root, &base, &Changes::new(), Leftovers::Stay).unwrap();
    fs::remove_dir_all(root.join("sub")).unwrap();
    symlink(&users, root.join("sub")).unwrap();
    laid.lay(&root, &base, &[("sub/a".into(), None)].into(), Leftovers::Stay).unwrap();
    laid.lay(&root, &base, &Changes::new(), Leftovers::Stay).unwrap();
    assert_eq!(fs::read_to_string(users.join("a")).unwrap(), "precious");
    assert_eq!(fs::read_to_string(root.join("sub/a")).unwrap(), "1");
}

#[test]
fn folders_that_a_test_made_unwritable_are_no_obstacle() {
    let dir = tempfile::tempdir().unwrap();
    let (root, mut laid) = (dir.path().join("work"), Laid::new());
    let base = tree(&[("sub/a", file("1", 0o644)), ("sub/b", file("2", 0o644))]);
    for leftovers in [Leftovers::Go, Leftovers::Stay] {
        laid.lay(&root, &base, &Changes::new(), leftovers).unwrap();
        fs::write(root.join("sub/made"), "by the test").unwrap();
        for folder in ["sub", ""] {
            fs::set_permissions(root.join(folder), Permissions::from_mode(0o555)).unwrap();
        }
        laid.lay(&root, &base, &[("sub/a".into(), None)].into(), leftovers).unwrap();
        assert!(!root.join("sub/a").exists());
        assert_eq!(fs::read_to_string(root.join("sub/b")).unwrap(), "2");
    }
}
