//! Results that are folders: valid at every moment, and never over something that Dwindle did not write.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::Text;
use dwindle::files::{self, Entry, Files};
use dwindle_store::Error;
use dwindle_store::rundir::{self, Cleaning, Output, RunDir, RunKey};

const NOW: Duration = Duration::from_secs(5);
const LATER: Duration = Duration::from_secs(7);

/// A folder with an input in it, and a run on that.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn home(&self) -> PathBuf {
        rundir::home(&self.at("proj"), None)
    }

    fn open(&self, option: &str) -> RunDir {
        RunDir::open(&self.home(), RunKey::builder().option("timeout", option).build()).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn file(text: &str) -> Entry {
    Entry::File { text: Text::new(text.as_bytes().to_vec()).unwrap(), mode: 0o640 }
}

/// A tree with all kinds of entries, told from others by `text`.
fn tree(text: &str) -> Files {
    let mut files = Files::new();
    for (path, entry) in [
        ("Makefile", file(text)),
        ("empty", Entry::Folder { mode: 0o750 }),
        ("src", Entry::Folder { mode: 0o555 }),
        ("src/a.c", file("int a;\n")),
        ("src/link", Entry::Link { target: "../gone".into() }),
    ] {
        files.insert(path.into(), entry).unwrap();
    }
    files
}

/// Writes the tree as the best of the run, and makes the folder of it where that is due.
fn write(best: &mut Output, now: Duration, text: &str) -> Result<(), Error> {
    best.write(now, |out| files::write_archive(&tree(text), out)).unwrap();
    best.sync(Some(now))
}

/// The best of the run, which is shown as a folder at `path`.
fn open(dir: &RunDir, path: &Path, mode: Option<u32>) -> Result<Output, Error> {
    let mut best = dir.best(None).unwrap();
    best.folder = Some(dir.folder(path, mode)?);
    Ok(best)
}

fn found(path: &Path) -> Files {
    files::read(path, |_| false).unwrap()
}

#[test]
fn a_folder_holds_the_whole_tree_with_its_permission_bits() {
    let place = Place::new();
    let dir = place.open("1");
    let mut folder = open(&dir, &place.at("proj.min"), Some(0o710)).unwrap();
    write(&mut folder, NOW, "one").unwrap();
    assert_eq!(found(folder.shown()), tree("one"));
    assert_eq!(folder.shown().metadata().unwrap().permissions().mode() & 0o7777, 0o710);
    assert_eq!(place.names(), ["proj.dwindle", "proj.min"]);
}

#[test]
fn it_is_made_anew_once_a_second_and_at_the_end() {
    let place = Place::new();
    let dir = place.open("1");
    let mut folder = open(&dir, &place.at("proj.min"), None).unwrap();
    write(&mut folder, NOW, "one").unwrap();
    write(&mut folder, NOW + Duration::from_millis(999), "two").unwrap();
    assert_eq!(found(folder.shown()), tree("one"));
    folder.sync(Some(LATER)).unwrap();
    assert_eq!(found(folder.shown()), tree("two"));
    write(&mut folder, LATER, "three").unwrap();
    folder.sync(None).unwrap();
    assert_eq!(found(folder.shown()), tree("three"));
    assert_eq!(place.names(), ["proj.dwindle", "proj.min"], "no draft is left");
}

#[test]
fn a_large_one_is_made_more_rarely_and_not_at_once() {
    let place = Place::new();
    let dir = place.open("1");
    let mut folder = open(&dir, &place.at("proj.min"), None).unwrap();
    let large = |letter: &str| letter.repeat(9 << 20);
    write(&mut folder, NOW, &large("a")).unwrap();
    assert!(!folder.shown().exists());
    write(&mut folder, NOW + Duration::from_secs(9), &large("b")).unwrap();
    assert!(!folder.shown().exists());
    write(&mut folder, NOW + Duration::from_secs(10), &large("c")).unwrap();
    assert_eq!(found(folder.shown()), tree(&large("c")));
    write(&mut folder, NOW + Duration::from_secs(11), "small").unwrap();
    assert_eq!(found(folder.shown()), tree("small"));
}

#[test]
fn an_archive_that_cannot_be_looked_at_is_an_error_and_one_that_is_not_there_is_none() {
    let place = Place::new();
    let mut folder = place.open("1").folder(&place.at("proj.min"), None).unwrap();
    folder.sync(&place.at("nothing"), None).unwrap();
    File::create(place.at("file")).unwrap();
    assert!(folder.sync(&place.at("file/best"), None).is_err());
    assert!(!place.at("proj.min").exists());
}

#[test]
fn what_we_did_not_write_is_never_replaced() {
    let place = Place::new();
    let dir = place.open("1");
    fs::create_dir(place.at("mine")).unwrap();
    fs::create_dir(place.at("mine/too")).unwrap();
    assert!(matches!(open(&dir, &place.at("mine"), None), Err(Error::NotOurs { .. })));
    File::create(place.at("file")).unwrap();
    assert!(matches!(open(&dir, &place.at("file"), None), Err(Error::NotAFolder { .. })));
    // Nothing is lost with an empty folder.
    fs::create_dir(place.at("empty")).unwrap();
    let mut folder = open(&dir, &place.at("empty"), None).unwrap();
    write(&mut folder, NOW, "one").unwrap();
    assert_eq!(found(folder.shown()), tree("one"));
}

#[test]
fn what_the_user_changes_stays_whenever_they_do() {
    let place = Place::new();
    let dir = place.open("1");
    let mut folder = open(&dir, &place.at("proj.min"), None).unwrap();
    write(&mut folder, NOW, "one").unwrap();
    File::create(place.at("proj.min/notes")).unwrap();
    assert!(matches!(write(&mut folder, LATER, "two"), Err(Error::NotOurs { .. })));
    assert!(place.at("proj.min/notes").exists());
    drop((folder, dir));
    let dir = place.open("1");
    assert!(matches!(open(&dir, &place.at("proj.min"), None), Err(Error::NotOurs { .. })));
    // Without the change it is ours again, for this run and for others on the same input.
    fs::remove_file(place.at("proj.min/notes")).unwrap();
    drop(dir);
    let dir = place.open("2");
    let mut folder = open(&dir, &place.at("proj.min"), None).unwrap();
    write(&mut folder, NOW, "three").unwrap();
    assert_eq!(found(folder.shown()), tree("three"));
}

#[test]
fn leftovers_of_killed_runs_go_and_nothing_else() {
    let place = Place::new();
    let dir = place.open("1");
    let mut folder = open(&dir, &place.at("proj.min"), None).unwrap();
    write(&mut folder, NOW, "one").unwrap();
    drop((folder, dir));
    let draft = ".proj.min.dwindle-4194303-abcDEF";
    let lay = || {
        fs::create_dir_all(place.at(draft).join("locked/deep")).unwrap();
        fs::set_permissions(place.at(draft).join("locked"), Permissions::from_mode(0o555)).unwrap();
    };
    lay();
    fs::create_dir(place.at(".proj.min.dwindle-notes")).unwrap();
    let named = rundir::clean(&place.home(), Cleaning::OnlyName).unwrap();
    assert!(named.iter().any(|path| path.ends_with(draft)), "{named:?}");
    let dir = place.open("1");
    drop(open(&dir, &place.at("proj.min"), None).unwrap());
    assert_eq!(place.names(), [".proj.min.dwindle-notes", "proj.dwindle", "proj.min"]);
    // One that a living run is at work on stays.
    lay();
    let living = File::open(place.at(draft)).unwrap();
    living.lock().unwrap();
    drop(open(&dir, &place.at("proj.min"), None).unwrap());
    assert!(place.at(draft).exists());
    drop((living, dir));
    rundir::clean(&place.home(), Cleaning::Remove).unwrap();
    assert!(!place.at(draft).exists() && place.at("proj.min").exists());
}

#[test]
fn a_run_that_goes_on_makes_the_folder_of_the_archive_that_it_finds() {
    let place = Place::new();
    let dir = place.open("1");
    let mut folder = open(&dir, &place.at("proj.min"), None).unwrap();
    write(&mut folder, NOW, "one").unwrap();
    // Killed after the archive was written, and before the folder was.
    dir.best(None).unwrap().write(NOW, |out| files::write_archive(&tree("two"), out)).unwrap();
    drop((folder, dir));
    let dir = place.open("1");
    let mut folder = open(&dir, &place.at("proj.min"), None).unwrap();
    folder.sync(Some(NOW)).unwrap();
    assert_eq!(found(folder.shown()), tree("two"));
}
