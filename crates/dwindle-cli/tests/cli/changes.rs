//! `changes`: which changes between two versions broke it, in real repositories made here.

mod bad_input;
mod blanks;
mod builds;
mod good_version;
mod histories;
mod kinds;
mod later;
mod questions;

use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

use insta::assert_snapshot;

use crate::env::TestEnv;

/// A repository in a directory of tests.
pub struct Repository<'a> {
    env: &'a TestEnv,
}

impl<'a> Repository<'a> {
    /// Makes one of the directory.
    pub fn new(env: &'a TestEnv) -> Self {
        let new = Self { env };
        assert!(new.try_git(&["init", "--quiet"]).is_some(), "these tests need git");
        new
    }

    #[expect(clippy::disallowed_methods, reason = "tests make their repositories by git itself")]
    fn try_git(&self, words: &[&str]) -> Option<String> {
        let mut command = Command::new("git");
        command.args([
            "-c",
            "init.defaultBranch=main",
            "-c",
            "core.autocrlf=false",
            "-c",
            "commit.gpgsign=false",
        ]);
        for (name, value) in [
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_AUTHOR_NAME", "Ada"),
            ("GIT_AUTHOR_EMAIL", "ada@example.org"),
            ("GIT_AUTHOR_DATE", "2001-09-09T01:46:40Z"),
            ("GIT_COMMITTER_NAME", "Ada"),
            ("GIT_COMMITTER_EMAIL", "ada@example.org"),
            ("GIT_COMMITTER_DATE", "2001-09-09T01:46:40Z"),
        ] {
            command.env(name, value);
        }
        let output = command.args(words).current_dir(self.env.path("")).output().ok()?;
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        Some(String::from_utf8(output.stdout).unwrap())
    }

    /// Calls git, which must succeed.
    pub fn git(&self, words: &[&str]) -> String {
        self.try_git(words).unwrap()
    }

    /// Writes files, and commits all there is.
    pub fn commit(&self, subject: &str, files: &[(&str, &[u8])]) {
        for (path, bytes) in files {
            let at = self.env.path(path);
            std::fs::create_dir_all(at.parent().unwrap()).unwrap();
            self.env.file(path, bytes);
        }
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", subject]);
    }

    /// Applies both patches of the changes from the tag `good` to the last commit, and runs `test.sh`: the good version
    /// fails with the one, and the last passes without the other.
    #[expect(clippy::disallowed_methods, reason = "the patches are for those who have git and a shell")]
    pub fn check_patches(&self) {
        let last = self.git(&["rev-parse", "HEAD"]);
        let patch = |tag: &str| format!(".git/dwindle/good..HEAD.{tag}.patch");
        for (version, words, tag, wanted) in
            [("good", &["apply"][..], "failing", 1), (last.trim(), &["apply", "--reverse"][..], "cause", 0)]
        {
            self.git(&["checkout", "--quiet", "--force", version]);
            self.git(&[words, &[&patch(tag)]].concat());
            let code = Command::new("./test.sh").current_dir(self.env.path("")).status().unwrap().code();
            assert_eq!(code, Some(wanted), "{version} {words:?} {tag}: {}", self.env.read(patch(tag)));
        }
        self.git(&["checkout", "--quiet", "--force", last.trim()]);
    }

    /// All files with their times, but those that are for us.
    pub fn everything(&self) -> Vec<(PathBuf, Vec<u8>, SystemTime)> {
        let (mut found, mut folders) = (Vec::new(), vec![self.env.path("")]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.ends_with(".git/dwindle") {
                    continue;
                }
                let about = path.symlink_metadata().unwrap();
                if about.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = std::fs::read(&path).unwrap();
                    found.push((path, bytes, about.modified().unwrap()));
                }
            }
        }
        found.sort();
        found
    }
}

/// Numbered lines, some of which are others.
pub fn text(lines: u32, others: &[(u32, &str)]) -> Vec<u8> {
    let line = |number| {
        let other = others.iter().find(|(at, _)| *at == number);
        other.map_or_else(|| format!("line {number}\n"), |(_, text)| format!("{text}\n"))
    };
    (1..=lines).map(line).collect::<String>().into_bytes()
}

/// Twelve commits in a line, each with changes in two files; the eighth breaks it in one of them.
pub fn line_of_commits(env: &TestEnv) -> Repository<'_> {
    let repository = Repository::new(env);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    repository.commit("Begin", &[("src/a.txt", &text(100, &a)), ("b.txt", &text(100, &b))]);
    repository.git(&["tag", "good"]);
    for nth in 1..=12 {
        a.push((nth * 8, if nth == 8 { "boom" } else { "changed" }));
        b.push((nth * 8 - 4, "changed"));
        repository
            .commit(&format!("Change {nth}"), &[("src/a.txt", &text(100, &a)), ("b.txt", &text(100, &b))]);
    }
    env.script("test.sh", "! grep -q boom src/a.txt");
    repository
}

#[test]
fn the_change_that_broke_it_is_found_with_its_commit() {
    let env = TestEnv::new();
    let repository = line_of_commits(&env);
    let before = repository.everything();
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh"), @"
    src/a.txt: line 64 replaced by line 64
      from 2dc846f36a 2001-09-09 Ada: Change 8
    diff --git a/src/a.txt b/src/a.txt
    index 9203031689ec5ebebc43494daaee3d6a81d0bf4b..0d5a939bf6bdfcba97fd6566b2c0b42acf6d6c86 100644
    --- a/src/a.txt
    +++ b/src/a.txt
    @@ -61,7 +61,7 @@
     line 61
     line 62
     line 63
    -line 64
    +boom
     line 65
     line 66
     line 67
    the cause is known after 6 tests; next: which changes make the good version fail (Ctrl-C keeps the cause; --cause-only skips this step)
    asked about 7 candidates: 3 fail, 4 pass, 0 unresolved
    ran 12 tests: 7 for these, 5 to confirm results
    the bad version passes without this change (tested again in an empty directory)
    the good version fails with this change alone
    first bad commit of 12: 2dc846f36a 2001-09-09 Ada: Change 8
    git bisect would stop there after about 4 tests
    result: .git/dwindle/good..HEAD.failing.patch, .git/dwindle/good..HEAD.cause.patch
    good..HEAD: 1 of 24 changes, in 1 file, breaks it; found in 6 tests, [TIME]
    => 0
    ");
    assert_eq!(repository.everything(), before);
    env.file(".git/dwindle/now.patch", env.read(".git/dwindle/good..HEAD.cause.patch"));
    repository.git(&["apply", "--reverse", ".git/dwindle/now.patch"]);
    assert!(!env.read("src/a.txt").contains("boom"));
    assert_eq!(env.read("src/a.txt").matches("changed").count(), 11);
}

#[test]
fn it_is_the_same_at_any_number_of_jobs_and_goes_on_where_it_ended() {
    let env = TestEnv::new();
    let _repository = line_of_commits(&env);
    let patches = || {
        let name = |side| format!(".git/dwindle/good..HEAD.{side}.patch");
        (env.read(name("cause")), env.read(name("failing")))
    };
    let first = env.run("changes --jobs 1 --budget 4 --good good --bad HEAD -- ./test.sh");
    assert_eq!(first.code, 6, "{first}");
    let rest = env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh");
    assert_eq!(rest.code, 0, "{rest}");
    assert!(rest.stderr.contains("continuing: "), "{rest}");
    let alone = patches();
    let together = env.run("changes --jobs 4 --fresh --good good --bad HEAD -- ./test.sh");
    assert_eq!(together.code, 0, "{together}");
    assert_eq!(patches(), alone);
}

#[test]
fn programs_are_told_in_json() {
    let env = TestEnv::new();
    let _repository = line_of_commits(&env);
    let shown = env.run("changes --jobs 1 --message-format json --good good --bad HEAD -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    let told = shown.last();
    assert_eq!(told["type"], "end");
    let data = &told["data"];
    assert_eq!(data["changes"], 24);
    assert_eq!(data["cause"][0]["path"]["text"], "src/a.txt");
    assert_eq!(data["cause"][0]["new_lines"], serde_json::json!([63, 64]));
    assert_eq!(data["cause"].as_array().unwrap().len(), 1);
    assert_eq!(data["commits"][0]["subject"], "Change 8");
    assert_eq!(data["commits"][0]["author"], "Ada");
    assert_eq!(data["bisection"]["holds"], true);
    assert_eq!(data["confirmed"], true);
    assert_eq!(data["introduction"], data["cause"]);
}
