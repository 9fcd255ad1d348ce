//! Versions and history from real repositories.

use std::path::Path;

use dwindle::space::Space;
use dwindle_changes::git::{GitError, Note, Repository};
use dwindle_changes::{Changes, Trail};

use crate::repository::{Made, Real};
use crate::trees::{file, link, script, tree};

fn linear(versions: &[dwindle::files::Files]) -> Real {
    let parents: Vec<Vec<usize>> =
        (0..versions.len()).map(|nth| nth.checked_sub(1).into_iter().collect()).collect();
    let made = versions.iter().zip(&parents).map(|(files, parents)| Made {
        parents,
        files: files.clone(),
        subject: "A version",
    });
    Real::new(&made.collect::<Vec<_>>())
}

#[test]
fn a_version_is_what_was_committed() {
    let files = tree(&[
        ("crlf.txt", file("a\r\nb\r\n")),
        ("data.bin", file([0, 1, 2, 255])),
        ("deep/er/run", script("#!/bin/sh\n")),
        ("link", link("deep/er")),
        ("no-end", file("x")),
        ("with blank and ä", file("")),
    ]);
    let real = linear(std::slice::from_ref(&files));
    let mut repository = Repository::open(&real.root().join("deep")).unwrap();
    assert_eq!(repository.root().canonicalize().unwrap(), real.root().canonicalize().unwrap());
    let commit = repository.commit("main").unwrap();
    assert_eq!(commit, real.commits[0]);
    let version = repository.files(&commit).unwrap();
    assert_eq!(version.files, files);
    assert_eq!(version.notes, []);
}

#[test]
fn what_is_no_repository_or_revision_is_said() {
    let dir = tempfile::tempdir().unwrap();
    match Repository::open(dir.path()) {
        Err(GitError::NoGit(_)) => return,
        error => assert!(matches!(error, Err(GitError::NotARepository { .. })), "{error:?}"),
    }
    let real = linear(&[tree(&[("a", file("1"))])]);
    let repository = Repository::open(&real.root()).unwrap();
    for revision in ["v9", "--all", "HEAD:a", "HEAD~1", ""] {
        let error = repository.commit(revision).unwrap_err();
        assert!(matches!(error, GitError::UnknownRevision { .. }), "{revision}: {error:?}");
        let expected = format!("find the revision `{revision}`: the repository has no such commit");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

#[test]
fn what_is_not_committed_is_a_version_and_nothing_is_written() {
    let before = tree(&[
        (".gitignore", file("*.o\n")),
        ("gone", file("1\n")),
        ("kept", file("2\n")),
        ("staged", file("3\n")),
        ("edited", file("4\n")),
    ]);
    let real = linear(std::slice::from_ref(&before));
    let mut repository = Repository::open(&real.root()).unwrap();
    assert_eq!(repository.uncommitted().unwrap(), None);
    real.write("staged", b"33\n");
    real.git(&["add", "staged"]);
    real.write("edited", b"44\n");
    real.write("new/file", b"5\n");
    real.write("build.o", b"6\n");
    real.git(&["rm", "--quiet", "gone"]);
    let everything = real.everything();
    let uncommitted = repository.uncommitted().unwrap().unwrap();
    let version = repository.files(&uncommitted).unwrap();
    let expected = tree(&[
        (".gitignore", file("*.o\n")),
        ("edited", file("44\n")),
        ("kept", file("2\n")),
        ("new/file", file("5\n")),
        ("staged", file("33\n")),
    ]);
    assert_eq!(version.files, expected);
    assert_eq!(repository.files("HEAD").unwrap().files, before);
    let after = real.everything();
    let touched: Vec<_> =
        after.iter().filter(|entry| !everything.contains(entry)).map(|(path, ..)| path).collect();
    assert!(touched.is_empty(), "{touched:?}");
    assert_eq!(after.len(), everything.len());
}

#[test]
fn line_ends_that_a_checkout_converts_are_no_changes() {
    let real = linear(&[tree(&[(".gitattributes", file("*.txt eol=crlf\n")), ("a.txt", file("1\n2\n"))])]);
    real.write("a.txt", b"1\r\n3\r\n");
    let mut repository = Repository::open(&real.root()).unwrap();
    let uncommitted = repository.uncommitted().unwrap().unwrap();
    let bad = repository.files(&uncommitted).unwrap().files;
    assert_eq!(bad.get(Path::new("a.txt")), Some(&file("1\n3\n")));
}

#[test]
fn an_edit_in_the_moment_in_which_the_index_was_written_is_seen() {
    let real = linear(&[tree(&[("a.txt", file("1\n"))])]);
    // As if all of it had happened in one second, long ago.
    real.git(&["config", "core.trustctime", "false"]);
    let then = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
    let date = |path: &str| {
        let file = std::fs::File::options().write(true).open(real.root().join(path)).unwrap();
        file.set_modified(then).unwrap();
    };
    date("a.txt");
    real.git(&["add", "--all"]);
    real.write("a.txt", b"2\n");
    date("a.txt");
    date(".git/index");
    let mut repository = Repository::open(&real.root()).unwrap();
    let uncommitted = repository.uncommitted().unwrap().unwrap();
    assert_eq!(repository.files(&uncommitted).unwrap().files, tree(&[("a.txt", file("2\n"))]));
}

#[test]
fn a_submodule_has_its_files_where_they_are_at_hand() {
    let inner = linear(&[tree(&[("lib.c", file("1\n"))]), tree(&[("lib.c", file("2\n"))])]);
    let real = linear(&[tree(&[("main.c", file("x\n"))])]);
    let url = inner.root().to_str().unwrap().to_owned();
    let words = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &url, "inner"];
    real.git(&words);
    real.git(&["-C", "inner", "checkout", "--quiet", "HEAD~1"]);
    real.git(&["add", "--all"]);
    real.git(&["commit", "--quiet", "-m", "Old"]);
    real.git(&["-C", "inner", "checkout", "--quiet", "main"]);
    real.git(&["commit", "--quiet", "--all", "-m", "New"]);
    let mut repository = Repository::open(&real.root()).unwrap();
    let (good, bad) = (repository.files("HEAD~1").unwrap(), repository.files("HEAD").unwrap());
    assert_eq!((&good.notes[..], &bad.notes[..]), (&[][..], &[][..]));
    let changes = Changes::between(&good.files, &bad.files).unwrap();
    let all = changes.full();
    let paths: Vec<_> = all.units().map(|nth| changes.unit(nth).path().to_owned()).collect();
    assert_eq!(paths, [Path::new("inner/lib.c")]);

    real.git(&["submodule", "--quiet", "deinit", "--force", "inner"]);
    let empty = repository.files("HEAD").unwrap();
    assert_eq!(empty.notes, [Note::SubmoduleEmpty("inner".into())]);
    assert!(empty.files.get(Path::new("inner")).unwrap().is_folder());
}

#[test]
fn pointers_to_large_files_are_noted() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    let real = linear(&[tree(&[("a.bin", file(pointer))])]);
    let mut repository = Repository::open(&real.root()).unwrap();
    assert_eq!(repository.files("HEAD").unwrap().notes, [Note::LargeFile("a.bin".into())]);
}

#[test]
fn the_history_is_told_in_order() {
    let versions: Vec<_> = (0..4).map(|nth| tree(&[("a", file(format!("{nth}\n")))])).collect();
    let real = linear(&versions);
    let repository = Repository::open(&real.root()).unwrap();
    let history = repository.history(&real.commits[0], &real.commits[3]).unwrap();
    let ids: Vec<_> = history.commits.iter().map(|commit| commit.id.clone().unwrap()).collect();
    assert_eq!(ids, real.commits[1..]);
    assert_eq!(history.mainline(), [0, 1, 2]);
    let first = &history.commits[0];
    assert_eq!(first.author, "Author 1");
    assert_eq!(first.email, "author1@example.org");
    assert_eq!(first.subject, "A version");
    assert_eq!(first.date, "2001-09-09T01:46:41Z");
    let backwards = repository.history(&real.commits[3], &real.commits[0]).unwrap();
    assert!(backwards.commits.is_empty());
    assert!(backwards.mainline().is_empty());
}

#[test]
fn merges_are_not_linear_and_stand_for_what_they_brought() {
    let of = |text: &str| tree(&[("a", file(text))]);
    let made = |parents, files, subject| Made { parents, files, subject };
    let commits = [
        made(&[], of("0\n"), "Root"),
        made(&[0], of("0\n1\n"), "One"),
        made(&[0], of("2\n0\n"), "Two"),
        made(&[1, 2], of("2\n0\n1\n"), "Merge"),
    ];
    let real = Real::new(&commits);
    let repository = Repository::open(&real.root()).unwrap();
    let history = repository.history(&real.commits[0], &real.commits[3]).unwrap();
    let subjects = |positions: Vec<usize>| -> Vec<String> {
        positions.into_iter().map(|nth| history.commits[nth].subject.clone()).collect()
    };
    assert_eq!(subjects(history.mainline()), ["One", "Merge"]);
}

#[test]
fn commits_in_order_are_the_trees_that_were_committed() {
    let versions = [
        tree(&[("a", file("0\n"))]),
        tree(&[("a", file("1\n")), ("b/c", file("1\n"))]),
        tree(&[("d", link("a"))]),
        tree(&[("a", file("1\n")), ("d", link("a"))]),
    ];
    let real = linear(&versions);
    let repository = Repository::open(&real.root()).unwrap();
    let history = repository.history(&real.commits[0], &real.commits[3]).unwrap();
    let trail = Trail::new(repository, &history).unwrap();
    for (nth, version) in versions.iter().enumerate() {
        let changes = Changes::between(&versions[0], version).unwrap();
        let files = trail.files(u32::try_from(nth).unwrap()).unwrap();
        assert_eq!(files.id(), changes.id(&changes.full()), "{nth}");
    }
    assert_eq!(trail.commit(2), 2);
}
