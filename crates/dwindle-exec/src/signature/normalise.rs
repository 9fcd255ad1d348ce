//! Blanks out what changes because a candidate shrinks.
//!
//! Three passes over one line: the candidate's path with the position after it, what is quoted from the
//! candidate, and the [`RULES`]. What goes is written [`HOLE`]. Everything else stays: the more a signature
//! keeps, the less another failure slips in.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::{Deserialize, Serialize};

use super::observed::Candidate;
use super::pattern::constant;
use super::place::{PLACE, mark_candidate};
use super::recogniser::Care;

/// What stands for text that was blanked out.
pub(super) const HOLE: char = '…';

/// A longer text is cut (characters); the hole at its end stands for the rest.
const TEXT_LIMIT: usize = 400;

/// What the first run quoted: later runs treat the same words the same way, whatever their candidate
/// still holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Quotes {
    /// Fragments that were the candidate's.
    pub(super) of_candidate: Vec<String>,
    /// Fragments that were not.
    pub(super) of_others: Vec<String>,
}

/// What preprocessors call their output.
const PREPROCESSED: [&str; 5] = ["i", "ii", "mi", "mii", "cui"];

/// `text` with the candidate's path in the place of the file that a line marker of a preprocessed candidate names.
fn by_its_own_name<'t>(text: &'t str, candidate: &Candidate<'_>) -> Cow<'t, str> {
    static AT: LazyLock<Regex> = LazyLock::new(|| constant(r"^(?P<path>[^\s:]+):\d"));
    let ending = candidate.path().extension().and_then(OsStr::to_str).unwrap_or_default();
    let path = AT.captures(text).and_then(|found| found.name("path")).map(|path| path.as_str());
    match path.filter(|path| PREPROCESSED.contains(&ending) && candidate.holds(&format!("\"{path}\""))) {
        Some(path) => format!("{}{}", candidate.path().display(), &text[path.len()..]).into(),
        None => text.into(),
    }
}

/// Normalises `text`; `known` answers for fragments that the first run quoted, and learns new ones.
pub(super) fn normalise(text: &str, care: Care, candidate: &Candidate<'_>, known: &mut Quotes) -> String {
    let mut text = mark_candidate(&by_its_own_name(text, candidate), candidate.path());
    if candidate.is_tree() {
        text = replace(&BELOW, &text, |captures| {
            let [before, path] = [&captures["before"], &captures["path"]];
            captures.name("quote").map_or_else(
                || format!("{before}{path}:{HOLE}"),
                |quote| format!("{before}{path}{}, line {HOLE}", quote.as_str()),
            )
        });
    }
    if care != Care::KeepQuoted {
        let kept = keys(&text);
        text = replace(&QUOTED, &text, |captures| {
            let at = captures.get(0).map_or(0, |found| found.start());
            let is_key = kept.iter().any(|key| key.contains(&at));
            if is_key { captures[0].to_owned() } else { quoted(captures, candidate, known) }
        });
    }
    for rule in RULES.iter().filter(|rule| !rule.only_numbers || care == Care::DropNumbers) {
        text = replace(&rule.regex, &text, |captures| {
            if captures.name("keep").is_none() {
                let mut blank = String::new();
                captures.expand(rule.to, &mut blank);
                return blank;
            }
            captures[0].to_owned()
        });
    }
    text
}

/// `text` if it is short, else its beginning with `rest` for what follows.
pub(super) fn cut(mut text: String, rest: char) -> String {
    if let Some((cut, _)) = text.char_indices().nth(TEXT_LIMIT) {
        text.truncate(cut);
        if !text.ends_with(rest) {
            text.push(rest);
        }
    }
    text
}

/// Quotes: what opens, what stands inside, what closes. A quote mark inside a word is an apostrophe.
const QUOTES: [&str; 7] = [
    r"`(?P<q0>[^`'’\n]+)'\B",
    r"`(?P<q1>[^`\n]+)`",
    r"\B'(?P<q2>.+?)'\B",
    r#"\B"(?P<q3>.+?)"\B"#,
    r"‘(?P<q4>[^’]+)’",
    r"“(?P<q5>[^”]+)”",
    r"«(?P<q6>[^»]+)»",
];

/// A bare word after a phrase that names something of the input.
const NAMED: &str = concat!(
    r"(?P<phrase>\b(?:no such (?:table|column|function|module): |unexpected token:? ",
    r"|(?:undefined|unknown|undeclared|unbound|unresolved|duplicate) ",
    r"(?:symbol|variable|name|identifier|function|method|type|value|key|field|option)s?:? ",
    r"|redefinition of |(?:Reference|Type|Name)Error: |\bin ))",
    r"(?P<word>[\w.$]+)(?P<after>(?:\([^)]*\))? \x01|)",
);

/// A position in a file with a relative path: `src/a.c:1:2` or `"src/a.py", line 3`. Which file it is stays.
const POSITION_BELOW: &str = concat!(
    r"(?P<before>^|[\s\x22'`‘(<\[])(?P<path>[\w.+-][^\s\x22'`’:()<>,]*(?:\.[A-Za-z][\w+-]*|/[\w+-]+))",
    r"(?::\d+(?:[:.]\d+)?(?:-\d+(?::\d+)?)?|\(\d+(?:[,:]\d+)?\)|(?P<quote>[\x22'’]), line \d+)",
);

static BELOW: LazyLock<Regex> = LazyLock::new(|| constant(POSITION_BELOW));

/// What was looked up and is not there: the program asked for it, so it is the failure, even where the input has the same
/// word elsewhere. A compiler's `missing field` is about names in its input, and is told by what it goes on with.
const KEYS: [&str; 6] = [
    // Python, and whatever calls its errors so.
    r"\bKeyError: .+",
    // Ruby, .NET, PHP.
    r#"\bkey not found: ".*?""#,
    r"\bgiven key '.*?' was not present",
    r"\bUndefined (?:array key|index|property):? .+",
    // Readers and validators of data.
    r#"(?i)\b(?:missing|required) (?:key|property|column|setting|field)s?:? [`'"].*?[`'"](?P<code> (?:in )?init)?"#,
    r"'[^']+' is a required property",
];

static MISSING: LazyLock<Regex> = LazyLock::new(|| constant(&KEYS.join("|")));

/// Where keys stand that were looked up and are not there.
fn keys(text: &str) -> Vec<Range<usize>> {
    let keys = MISSING.captures_iter(text).filter(|found| found.name("code").is_none());
    keys.filter_map(|found| Some(found.get(0)?.range())).collect()
}

static QUOTED: LazyLock<Regex> = LazyLock::new(|| constant(&format!("{}|{NAMED}", QUOTES.join("|"))));

fn quoted(captures: &Captures<'_>, candidate: &Candidate<'_>, known: &mut Quotes) -> String {
    let whole = &captures[0];
    let inside = (0..QUOTES.len()).find_map(|kind| captures.name(&format!("q{kind}")));
    if let Some(inside) = inside {
        if !is_candidates(inside.as_str(), candidate, known) {
            return whole.to_owned();
        }
        let close = whole.len() - whole.chars().next_back().map_or(0, char::len_utf8);
        let open = whole.chars().next().map_or(0, char::len_utf8);
        return format!("{}{HOLE}{}", &whole[..open], &whole[close..]);
    }
    let (phrase, after) = (&captures["phrase"], &captures["after"]);
    // A frame's function is the candidate's if its place is.
    if phrase == "in " && after.is_empty() || !is_candidates(&captures["word"], candidate, known) {
        return whole.to_owned();
    }
    format!("{phrase}{HOLE}{after}")
}

/// Whether a fragment is quoted from the candidate. Bare punctuation never counts: `expected ';'` is the
/// parser's own word.
fn is_candidates(fragment: &str, candidate: &Candidate<'_>, known: &mut Quotes) -> bool {
    if fragment.contains([HOLE, PLACE]) || !fragment.contains(|c: char| c.is_alphanumeric() || c == '_') {
        return false;
    }
    if known.of_candidate.iter().any(|it| it == fragment) {
        return true;
    }
    if known.of_others.iter().any(|it| it == fragment) {
        return false;
    }
    let found = candidate.holds(fragment.strip_suffix("...").unwrap_or(fragment));
    let list = if found { &mut known.of_candidate } else { &mut known.of_others };
    list.push(fragment.to_owned());
    found
}

struct Rule {
    regex: Regex,
    /// What is put in; a match with a group `keep` stays as it is.
    to: &'static str,
    only_numbers: bool,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rule = |pattern, to| Rule { regex: constant(pattern), to, only_numbers: false };
    let mut rules = vec![
        // Some shells write a line with blanks around it.
        rule("\x01: \\d+(?P<a>: )", "…$a"),
        // The candidate's place, in every spelling: a.c:1:2, a.c(1,2), "a.py", line 3, a.pl line 4.
        rule(
            concat!(
                "\x01(?::\\d+(?:[:.]\\d+)?(?:-\\d+(?::\\d+)?)?|\\(\\d+(?:[,:]\\d+)?\\)|:\\(\\d+,\\d+\\)-\\(\\d+,\\d+\\)",
                r#"|["'’]?[,:]? ?(?:at |on )?line \d+(?:,? (?:col|column|char|character)\.? \d+)?)?"#,
            ),
            "…",
        ),
        // A shell under its own name reads what it runs from standard input, or from an argument, where lines hardly move.
        rule(r"^(?P<a>(?:\S*/)?(?:ba|da|z|k)?sh: (?:line )?)\d+(?P<b>:)", "$a…$b"),
        // A line number that names no file is the input's; with another file's name it is not.
        rule(
            concat!(
                r#"(?P<keep>["'’], line +\d+|\b(?:at|in|file) [^\s<]\S* line +\d+"#,
                r"|^\S*[./]\S*: line +\d+)",
                r"|\b(?P<a>[Ll]ine)(?P<b>:? +|:)\d+",
            ),
            "$a$b…",
        ),
        // Also where the input has no name but a number, as in shaders.
        rule(r"^(?P<a>ERROR: )?\d+:\d+(?:\(\d+\))?(?P<b>: )", "$a…$b"),
        rule(r"\b(?P<a>column|col|char|character|position|offset)(?P<b> +)\d+\b", "$a$b…"),
        // V8 shows the text around it, in quotes that it does not escape.
        rule(r#"(?P<a>Unexpected token '.+?', )".*$"#, "$a…"),
        // How much there was of it: shrinks with the candidate.
        rule(r"\b(?P<a>(?:len|length|size|index|count) (?:is |of |for )?)\d+\b", "$a…"),
        rule(r"(?P<a>index out of (?:range|bounds) \[)-?\d+(?P<b>\])", "$a…$b"),
        rule(r"\b(?P<a>Index )\d+(?P<b> out of bounds)", "$a…$b"),
        rule(r"\(which is \d+\)", "(which is …)"),
        // The directory that a test has for its temporary files stands for the one that all programs share.
        rule(r#"(?:/[^\s:'"`’()<>]*)?/(?:dwindle-\d+-\w+|slot\d+)/tmp\d+\b"#, "/tmp"),
        // Temporary names (or only the directory, if it is that which is temporary), addresses, processes, times.
        rule(
            r#"(?:/tmp|/var/tmp|/dev/shm|/var/folders)/(?:[^\s:'"`’)]+(?P<a>/[^\s/:'"`’)]+)|[^\s/:'"`’)]+)"#,
            "…$a",
        ),
        rule(r"\b0[xX][0-9a-fA-F]{6,}\b", "…"),
        rule(r"==\d+==", "==…=="),
        rule(r"(?P<a>\b(?:pid|PID|tid|process|thread)[ =:]+)\d+\b", "$a…"),
        rule(r"^(?P<a>[\w.-]+\[)\d+(?P<b>\]:)", "$a…$b"),
        rule(
            concat!(
                r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?",
                r"|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b",
            ),
            "…",
        ),
        rule(r"\b\d+(?:\.\d+)?(?P<a> ?(?:ns|µs|us|ms|s|sec|secs|seconds?|milliseconds?|minutes?)\b)", "…$a"),
    ];
    rules.push(Rule { only_numbers: true, ..rule(r"-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?", "…") });
    rules
});

/// Like [`Regex::replace_all`], with a closure that may change what it captured.
fn replace(regex: &Regex, text: &str, by: impl FnMut(&Captures<'_>) -> String) -> String {
    regex.replace_all(text, by).into_owned()
}
