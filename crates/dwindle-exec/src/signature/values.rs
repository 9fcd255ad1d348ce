//! Leaves out of a failure line the values that come from the input, so that one fault reads the same whichever
//! input shows it.
//!
//! Looser than `normalise`, which serves one input as it shrinks: there a number that stays is no hindrance, here it
//! makes two failures of one. Still a number may be what tells two faults apart, so places in the program
//! (`parse.c:12`), codes (`error 1064`, `E0502`) and assertions stay as they are.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::align::VARIES;
use super::normalise::HOLE;
use super::pattern::constant;
use super::recogniser::Care;

/// Quoted text, with the word before it.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    constant(concat!(
        r#"(?P<before>\b\w+ )?(?:\B'(?P<a>.+?)'\B|\B"(?P<b>.+?)"\B|`(?P<c>[^`']+)['`]|"#,
        r"‘(?P<d>[^’]+)’|“(?P<e>[^”]+)”|«(?P<f>[^»]+)»)",
    ))
});

/// What the program asks for is its own, even where the input has it, too.
const OWN: [&str; 6] = ["expected", "expecting", "missing", "want", "wanted", "or"];

/// Numbers, and what is no number although it has digits.
static NUMBERS: LazyLock<Regex> = LazyLock::new(|| {
    constant(concat!(
        // A place in a file, a code, a name.
        r#"(?P<keep>\S*\.[A-Za-z]\w*(?:["'’]?(?:,|:)? line +|[:(])\d+(?:[:,.]\d+)*"#,
        r"|(?i:\b(?:error|code|status|errno|signal|exit)s?(?: +(?:code|status|number))?[ =#]+\d+)",
        r"|[\p{Alphabetic}_]\w*)",
        r"|-?\b(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)",
    ))
});

/// Every number, wherever it stands.
static ALL_NUMBERS: LazyLock<Regex> = LazyLock::new(|| constant(r"\b(?:0[xX][0-9a-fA-F]+|\d+)\b"));

/// Space around what differs between two runs goes with it: numbers are padded.
static PADDED: LazyLock<Regex> = LazyLock::new(|| constant("\\s+\x02\\s*|\x02\\s+"));

/// `text` without quoted text of which `is_input` says that the input holds it, and without numbers; without any
/// quoted text and number where `all` says so.
pub(super) fn without_values(text: &str, care: Care, is_input: &dyn Fn(&str) -> bool, all: bool) -> String {
    let text = PADDED.replace_all(text, " \x02 ");
    let text = text.trim().replace(VARIES, "…");
    if care == Care::KeepQuoted && !all {
        return text;
    }
    let text = QUOTED.replace_all(&text, |found: &Captures<'_>| {
        let inside = ["a", "b", "c", "d", "e", "f"].iter().find_map(|name| found.name(name));
        let (Some(inside), Some(whole)) = (inside, found.get(0)) else { return found[0].to_owned() };
        let before = found.name("before").map_or("", |before| before.as_str());
        let own = OWN.contains(&before.trim_end().to_ascii_lowercase().as_str());
        if all || inside.as_str().contains(HOLE) || !own && is_input(inside.as_str()) {
            let (open, close) = (inside.start() - whole.start(), inside.end() - whole.start());
            format!("{}{HOLE}{}", &found[0][..open], &found[0][close..])
        } else {
            found[0].to_owned()
        }
    });
    if all {
        return ALL_NUMBERS.replace_all(&text, "…").into_owned();
    }
    let blank = |found: &Captures<'_>| found.name("keep").map_or("…", |keep| keep.as_str()).to_owned();
    NUMBERS.replace_all(&text, blank).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, input: &str) -> String {
        without_values(text, Care::Usual, &|fragment| input.contains(fragment), false)
    }

    #[test]
    fn numbers_and_text_of_the_input_go() {
        assert_eq!(shown("[line  5] bad state near 'ab'", "xaby"), "[line  …] bad state near '…'");
        assert_eq!(shown("element -3 of 0x1F is 2.5e3", ""), "element … of … is …");
        assert_eq!(shown("unexpected '('", "f(x)"), "unexpected '…'");
        assert_eq!(shown("took \x02 ms", ""), "took … ms");
        assert_eq!(shown("line 6:  \x02 Killed", ""), shown("line 6: \x02 Killed", ""));
    }

    #[test]
    fn places_codes_names_and_the_programs_own_words_stay() {
        for text in [
            "panicked at src/calc.rs:12:5: no such sum",
            "internal compiler error: in f, at tree-vect-stmts.cc:11893",
            "run.sh: line 6: no such command",
            "ERROR 1064: syntax error",
            "error[E0502]: no utf8 in i32",
            "exited with status 3",
            "expected ';' before '…' token",
            "no field 'name'",
        ] {
            assert_eq!(shown(text, "a; b"), text);
        }
    }

    #[test]
    fn an_assertion_stays_and_with_a_place_all_values_go() {
        let text = "f.c:3: Assertion `n == 3' failed.";
        assert_eq!(without_values(text, Care::KeepQuoted, &|_| true, false), text);
        let says = "can't find 'ab' in 12 of \"c d\", 0x1F";
        assert_eq!(without_values(says, Care::Usual, &|_| false, true), "can't find '…' in … of \"…\", …");
    }
}
