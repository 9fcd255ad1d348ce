//! Where a run-time says that a failure happened: the innermost frame of its traceback.
//!
//! One run keeps its failure by what the program says, and most failure lines name a place. Exceptions do not:
//! `IndexError: string index out of range` may be any of a dozen faults. So where many failures are told apart, the
//! frame counts, too. A frame within the candidate does not, since it moves as the candidate shrinks; nor does the
//! one in which the stack overflowed, which is where room ended by chance.

use std::path::Path;
use std::sync::LazyLock;

use dwindle_exec::signature::{End, Observed};
use regex::Regex;

static PYTHON: LazyLock<Regex> =
    LazyLock::new(|| compile(r#"^\s*(?:\| )?File "(?P<file>.+)", line (?P<line>\d+), in (?P<of>.+)$"#));
/// Java and JavaScript: what was thrown, and below it the frames, the innermost first.
static THROWN: LazyLock<Regex> = LazyLock::new(|| compile(r"\b\w*(?:Error|Exception)\b"));
static AT: LazyLock<Regex> = LazyLock::new(|| compile(r"^\s+at (?P<frame>\S.*)$"));
static OVERFLOWED: LazyLock<Regex> =
    LazyLock::new(|| compile(r"\b(?:RecursionError|StackOverflowError|Maximum call stack size exceeded)\b"));

/// The place of the failure that a run on the candidate at `candidate` showed, where there is one.
pub(super) fn place(observed: &Observed<'_>, candidate: &Path) -> Option<String> {
    if observed.end == End::TimedOut {
        return None;
    }
    [observed.stderr, observed.stdout].into_iter().find_map(|output| {
        let text = String::from_utf8_lossy(output);
        if OVERFLOWED.is_match(&text) {
            return None;
        }
        let lines: Vec<&str> = text.lines().collect();
        python(&lines, candidate).or_else(|| thrown(&lines, candidate))
    })
}

fn python(lines: &[&str], candidate: &Path) -> Option<String> {
    let begin = lines.iter().rposition(|line| line.ends_with("Traceback (most recent call last):"))?;
    let frames = lines[begin + 1..].iter().take_while(|line| line.starts_with([' ', '|']));
    let frame = frames.filter_map(|line| PYTHON.captures(line)).last()?;
    let file = Path::new(&frame["file"]);
    if file == candidate {
        return None;
    }
    let name = file.file_name().map_or_else(|| frame["file"].to_owned(), |name| name.display().to_string());
    Some(format!("{} ({name}:{})", &frame["of"], &frame["line"]))
}

fn thrown(lines: &[&str], candidate: &Path) -> Option<String> {
    let is_thrown = |pair: &[&str]| THROWN.is_match(pair[0]) && AT.is_match(pair[1]);
    let innermost = lines.windows(2).rposition(|pair| pair[0].starts_with("Caused by: ") && is_thrown(pair));
    let at = innermost.or_else(|| lines.windows(2).position(is_thrown))? + 1;
    let frame = &AT.captures(lines[at])?["frame"];
    if frame.contains(&*candidate.to_string_lossy()) {
        return None;
    }
    // A file is told by its name: where the program is installed does not matter.
    let words = frame.split(' ').map(|word| {
        let open = if word.starts_with('(') { "(" } else { "" };
        word.rsplit_once('/').map_or_else(|| word.to_owned(), |(_, name)| format!("{open}{name}"))
    });
    Some(words.collect::<Vec<_>>().join(" "))
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are tested")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(stderr: &str) -> Option<String> {
        let observed = Observed { end: End::Exit(1), stdout: b"", stderr: stderr.as_bytes() };
        place(&observed, Path::new("/dev/shm/slot0/input.py"))
    }

    #[test]
    fn the_innermost_frame_of_the_last_traceback_counts() {
        let text = "Traceback (most recent call last):\n  File \"/lib/a.py\", line 3, in f\n    g()\n\
                    KeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n\
                    Traceback (most recent call last):\n  File \"/app/main.py\", line 1, in <module>\n    f()\n  \
                    File \"/lib/b.py\", line 12, in h\n    x[0]\n    ~^^^\nIndexError: list index out of range\n";
        assert_eq!(of(text).as_deref(), Some("h (b.py:12)"));
    }

    #[test]
    fn a_frame_in_the_candidate_is_no_place_and_neither_is_an_overflow() {
        let text = "Traceback (most recent call last):\n  File \"/dev/shm/slot0/input.py\", line 3, in f\n    g()\nKeyError: 1\n";
        assert_eq!(of(text), None);
        let text = "Traceback (most recent call last):\n  File \"/lib/a.py\", line 3, in f\n    g()\n\
                    RecursionError: maximum recursion depth exceeded\n";
        assert_eq!(of(text), None);
    }

    #[test]
    fn exceptions_of_java_and_javascript_have_places() {
        let java = "Exception in thread \"main\" java.lang.IllegalStateException: no\n\tat a.B.c(B.java:7)\n\t\
                    at a.B.main(B.java:2)\nCaused by: java.lang.NullPointerException\n\tat a.D.e(D.java:40)\n\t... 1 more\n";
        assert_eq!(of(java).as_deref(), Some("a.D.e(D.java:40)"));
        let node = "/srv/x.js:3\n  y.z();\n\nTypeError: y is undefined\n    at f (/srv/x.js:3:5)\n    at /srv/x.js:9:1\n";
        assert_eq!(of(node).as_deref(), Some("f (x.js:3:5)"));
        assert_eq!(of("error: no such thing\n  at all\n"), None);
    }
}
