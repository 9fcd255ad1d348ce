//! Large inputs: the first part goes after few tests, and memory stays within a few times the input.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

pub(super) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 3] = [
        ("ten_million_lines_take_six_times_their_size_at_most", lines),
        ("a_hundred_megabytes_in_one_line_take_less_than_a_gigabyte", one_line),
        ("a_million_nested_brackets_are_reduced", brackets),
    ];
    tests.map(|(name, test)| trial(name, &[Need::Slow], test)).into()
}

/// Writes `piece` so many times, with its number where `#` stands.
fn write(env: &TestEnv, times: u32, piece: &str) -> u64 {
    let file = fs::File::create(env.path("input.txt")).unwrap();
    let mut file = std::io::BufWriter::new(file);
    for number in 0..times {
        file.write_all(piece.replace('#', &number.to_string()).as_bytes()).unwrap();
    }
    file.into_inner().unwrap().metadata().unwrap().len()
}

/// Reduces the input in at most so many tests; gives the exit code, the most memory that the program itself had, in bytes,
/// and the size of what is left.
fn reduce(env: &TestEnv, options: &str) -> (i32, u64, u64) {
    let mut command = env.command();
    command.args(format!("reduce --quiet --jobs 1 {options} ./test.sh input.txt").split_whitespace());
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let code = loop {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0) * 1024);
        if let Some(status) = child.try_wait().unwrap() {
            break status.code().unwrap();
        }
        thread::sleep(Duration::from_millis(20));
    };
    (code, most, fs::metadata(env.path("input.min.txt")).unwrap().len())
}

fn lines() {
    let env = TestEnv::new();
    let size = write(&env, 10_000_000, "#\n");
    env.script("test.sh", "grep -qx 7654321 input.txt");
    let (code, memory, left) = reduce(&env, "");
    assert_eq!((code, left), (0, 7), "of {size} bytes");
    assert!(memory <= 6 * size, "{memory} of {size} bytes");
}

fn one_line() {
    let env = TestEnv::new();
    let size = write(&env, 9_000_000, "{\"a\": #}, ");
    env.script("test.sh", "grep -q 7654321 input.txt");
    let (code, memory, left) = reduce(&env, "--budget 60");
    assert!(matches!(code, 0 | 6) && left < size / 100, "{code}, {left} of {size} bytes");
    assert!(size > 100_000_000 && memory < 1_000_000_000, "{memory} of {size} bytes");
}

fn brackets() {
    let env = TestEnv::new();
    let deep = 1_000_000;
    env.file("input.txt", format!("{}{}", "[".repeat(deep), "]".repeat(deep)));
    env.script("test.sh", "grep -q '\\[' input.txt");
    for language in ["none", "json"] {
        let (code, memory, left) = reduce(&env, &format!("--fresh --language {language} --minify"));
        assert!(code == 0 && left <= 2, "{language}: {code}, {left} bytes left");
        // As docs/guarantees.md says of what is parsed: not a few times the input.
        assert!(memory < 1_000_000_000, "{language}: {memory}");
    }
}
