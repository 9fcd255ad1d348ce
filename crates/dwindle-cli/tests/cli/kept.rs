//! No command replaces a smaller result of the same failure by a larger one, and none takes a result for an input.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::env::TestEnv;

/// One fault needs two braces and one of two words, of which the shorter is nowhere near the longer; the other two brackets.
/// A strict one needs a semicolon behind the braces as well. What it is run on is written down.
const PARSE: &str = r#"IFS= read -r text <"$1"
printf '%s\n' "$text" >>LOG
case $text in
*']]'*) kill -SEGV $$ ;;
*'{{'*STRICT) case $text in *x1*|*long7long*)
    echo "thread 'main' panicked at src/parse.rs:12:5:" >&2; echo 'never closed' >&2; exit 101 ;; esac ;;
esac
exit 0"#;

const INPUTS: [&str; 6] = [
    "begin {{ a b; long7long end",
    "{{ some text in which x1 stands; and more",
    "]] other",
    "a list [ of ]] things; 12",
    "z long7long y {{ q;",
    "nothing [ is ] wrong { here }",
];

fn crashes() -> TestEnv {
    let env = TestEnv::new();
    for (number, input) in INPUTS.iter().enumerate() {
        env.file(format!("crashes/id_{number:03}"), format!("{input}\n"));
    }
    parse(&env, false);
    env
}

fn parse(env: &TestEnv, is_strict: bool) {
    let body = PARSE.replace("LOG", env.path("log").to_str().unwrap());
    env.script("parse", &body.replace("STRICT", if is_strict { "';'*" } else { "" }));
}

/// Which fault a text has.
fn fault(text: &[u8], is_strict: bool) -> Option<char> {
    let text = String::from_utf8_lossy(text);
    let line = text.lines().next().unwrap_or_default();
    if line.contains("]]") {
        return Some(']');
    }
    let is_open = line.find("{{").is_some_and(|at| !is_strict || line[at..].contains(';'));
    (is_open && (line.contains("x1") || line.contains("long7long"))).then_some('{')
}

/// All files below `dir`, by their paths there.
fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![dir.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let path = entry.path().strip_prefix(dir).unwrap().to_owned();
                files.insert(path, fs::read(entry.path()).unwrap());
            }
        }
    }
    files
}

/// Whether it is a result for the user to see, which fails.
fn is_result(path: &Path) -> bool {
    let text = path.to_str().unwrap();
    let is_input = text.starts_with("crashes/id_") && text.len() == "crashes/id_000".len();
    let is_told = text.contains(".found")
        || text.starts_with("crashes.triage") && path.extension().is_some_and(|it| it == "txt");
    !is_input && !is_told && !["parse", "log"].contains(&text) && !text.contains(".dwindle/")
}

/// What one command said, and how it ended.
fn run(env: &TestEnv, line: &str) -> (String, i32) {
    let output = env.command().args(line.split_whitespace()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8(said).unwrap(), output.status.code().unwrap())
}

/// Checks what one step made of the results that were there.
fn check(before: &BTreeMap<PathBuf, Vec<u8>>, env: &TestEnv, said: &str, is_strict: bool, at: &str) {
    let after = files(&env.path(""));
    for (number, input) in INPUTS.iter().enumerate() {
        let path = PathBuf::from(format!("crashes/id_{number:03}"));
        assert_eq!(after[&path], format!("{input}\n").as_bytes(), "{at}: {} was touched", path.display());
    }
    for (path, bytes) in before.iter().filter(|(path, _)| is_result(path)) {
        let Some(which) = fault(bytes, is_strict) else { continue };
        let top = path.components().next();
        let is_alike = |(other, now): (&PathBuf, &Vec<u8>)| {
            let is_there =
                other == path || top == other.components().next() && path.starts_with("crashes.triage");
            is_there && is_result(other) && fault(now, is_strict) == Some(which) && now.len() <= bytes.len()
        };
        let is_kept = |(other, now): (&PathBuf, &Vec<u8>)| {
            now == bytes && !is_result(other) && said.contains(other.to_str().unwrap())
        };
        let text = String::from_utf8_lossy(bytes);
        assert!(
            after.iter().any(is_alike) || after.iter().any(is_kept),
            "{at}: {} held {text:?}, and it is neither there nor kept where the output says:\n{said}",
            path.display()
        );
    }
}

/// Numbers that look like chance and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).unwrap()
    }
}

/// `DWINDLE_SEQUENCES=100` tries a hundred of them.
#[expect(clippy::disallowed_methods, reason = "how many are tried is said by a variable")]
fn sequences() -> u64 {
    std::env::var("DWINDLE_SEQUENCES").ok().and_then(|word| word.parse().ok()).unwrap_or(3)
}

#[test]
fn whatever_commands_follow_each_other_the_smallest_result_of_each_failure_stays() {
    for seed in 0..sequences() {
        let (env, mut chance, mut is_strict) = (crashes(), Chance(seed), false);
        for step in 0..10 {
            let k = chance.below(5);
            let input = format!("crashes/id_{k:03}");
            let words = match chance.below(12) {
                0 | 1 => format!("reduce {input}"),
                2 => format!("reduce --unit bytes {input}"),
                3 => format!("reduce --fresh --budget 3 {input}"),
                4 => format!("reduce -o out-{k} {input}"),
                5 => format!("reduce -o crashes/small-{k} {input}"),
                6 | 7 => "triage crashes".to_owned(),
                8 => ["triage --fresh --budget 40 crashes", "triage --budget 16 crashes"][chance.below(2)]
                    .into(),
                9 => "fuzz --budget 6 --seeds crashes".to_owned(),
                10 => format!("isolate {input}"),
                _ => {
                    is_strict = !is_strict;
                    parse(&env, is_strict);
                    continue;
                }
            };
            let line = format!("{words} --jobs 1 -- ./parse {{}}");
            let before = files(&env.path(""));
            env.file("log", "");
            let (said, code) = run(&env, &line);
            let at = format!("seed {seed}, step {step}, {line}");
            assert!([0, 3, 6].contains(&code), "{at}: {code}\n{said}");
            check(&before, &env, &said, is_strict, &at);
            if words.starts_with("triage") {
                assert!(said.contains("\n6 inputs"), "{at}:\n{said}");
            }
            if words.starts_with("fuzz") {
                let log = env.read("log");
                let mut tried: Vec<&str> = log.lines().filter(|line| INPUTS.contains(line)).collect();
                tried.sort_unstable();
                tried.dedup();
                assert_eq!(tried.len(), 6, "{at}: a result took the place of an input");
            }
        }
    }
}

#[test]
fn the_result_of_an_input_is_no_further_input_and_what_triage_had_is_not_replaced() {
    let env = crashes();
    let triage = "triage crashes --jobs 1 -- ./parse {}";
    let (said, _) = run(&env, triage);
    assert!(said.contains("6 inputs: 5 fail, with 2 distinct failures"), "{said}");
    let reduced = || {
        let all = files(&env.path("crashes.triage")).into_iter();
        all.filter(|(path, _)| path.to_str().unwrap().contains("reduced")).collect::<Vec<_>>()
    };
    let found = reduced();
    // One of another form, which is larger.
    assert_eq!(run(&env, "reduce crashes/id_000 --jobs 1 -- ./parse {}").1, 0);
    assert_eq!(env.read("crashes.reduced/id_000.min"), "{{long7long");
    assert_eq!(fs::read_dir(env.path("crashes")).unwrap().count(), 6, "no result lies among the inputs");
    let (said, _) = run(&env, triage);
    assert!(said.contains("\n6 inputs: 5 fail"), "{said}");
    assert_eq!(reduced(), found);
}

#[test]
fn a_result_that_was_there_before_triage_is_left_out_and_the_run_goes_on_beside_the_input() {
    let env = crashes();
    fs::rename(env.path("crashes/id_001"), env.path("crashes/first")).unwrap();
    assert_eq!(run(&env, "reduce crashes/first --jobs 1 -- ./parse {}").1, 0);
    assert_eq!(env.read("crashes/first.min"), "{{x1");
    let (said, _) = run(&env, "triage crashes --jobs 1 -- ./parse {}");
    assert!(said.contains("left out 1 file that Dwindle wrote: first.min\n"), "{said}");
    assert!(said.contains("\n6 inputs: 5 fail") && !said.contains("not examined"), "{said}");
    let (said, _) = run(&env, "reduce crashes/first --jobs 1 -- ./parse {}");
    assert!(said.contains("continuing") && said.contains("result: crashes/first.min"), "{said}");
    // It is known where the folder was moved to, too.
    fs::rename(env.path("crashes"), env.path("moved")).unwrap();
    let (said, _) = run(&env, "triage moved --jobs 1 -- ./parse {}");
    assert!(said.contains("left out 1 file that Dwindle wrote: first.min\n"), "{said}");
    fs::rename(env.path("moved"), env.path("crashes")).unwrap();
    // What the user made of it is an input.
    env.file("crashes/first.min", "]]]]]]\n");
    let (said, _) = run(&env, "triage crashes --jobs 1 -- ./parse {}");
    assert!(said.contains("\n7 inputs: 6 fail"), "{said}");
}

#[test]
fn a_result_is_left_out_through_a_link_to_its_folder_too() {
    let env = crashes();
    fs::rename(env.path("crashes/id_000"), env.path("crashes/first")).unwrap();
    std::os::unix::fs::symlink("crashes", env.path("link")).unwrap();
    assert_eq!(run(&env, "reduce crashes/first --state-dir data --jobs 1 -- ./parse {}").1, 0);
    let (said, _) = run(&env, "triage link --state-dir data --jobs 1 -- ./parse {}");
    assert!(said.contains("left out 1 file that Dwindle wrote: first.min\n"), "{said}");
}

#[test]
fn a_smaller_result_of_another_input_stays_and_is_kept_where_it_fails_no_more() {
    let env = crashes();
    let triage = "triage crashes --jobs 1 -- ./parse {}";
    let panic = |env: &TestEnv| {
        let all = files(&env.path("crashes.triage")).into_iter();
        let of_panic = |path: &Path| path.to_str().unwrap().contains("panicked");
        let is = |path: &Path| of_panic(path) && path.to_str().unwrap().ends_with("reduced");
        all.filter(|(path, _)| is(path))
            .map(|(_, bytes)| String::from_utf8(bytes).unwrap())
            .collect::<Vec<_>>()
    };
    // The smallest of this failure is `id_001` now, so it is reduced to the form that is smaller.
    env.file("crashes/id_001", "{{ x1 ;\n");
    run(&env, triage);
    assert_eq!(panic(&env), ["{{x1"]);
    // Without it, that is still the smallest that shows the failure.
    fs::remove_file(env.path("crashes/id_001")).unwrap();
    let (said, _) = run(&env, triage);
    assert_eq!(panic(&env), ["{{x1"], "{said}");
    parse(&env, true);
    let (said, _) = run(&env, triage);
    assert_eq!(panic(&env).iter().map(String::len).collect::<Vec<_>>(), ["long7long{{;".len()], "{said}");
    let kept =
        said.lines().find_map(|line| line.split_once("it is kept in ")).map(|(_, path)| path.to_owned());
    assert_eq!(fs::read_to_string(env.path(kept.expect(&said))).unwrap(), "{{x1", "{said}");
}

#[test]
fn an_input_that_was_reduced_in_place_counts_once() {
    let env = crashes();
    assert_eq!(run(&env, "reduce --in-place crashes/id_001 --jobs 1 -- ./parse {}").1, 0);
    assert_eq!((env.read("crashes/id_001"), env.path("crashes/id_001.orig").exists()), ("{{x1".into(), true));
    let (said, _) = run(&env, "triage crashes --jobs 1 -- ./parse {}");
    assert!(said.contains("left out 1 file that Dwindle wrote: id_001.orig\n"), "{said}");
    assert!(said.contains("\n6 inputs: 5 fail"), "{said}");
}
