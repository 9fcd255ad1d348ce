//! How fast the Earley parser is: JSON, arithmetic, long lists and deep nesting, character by character.
//!
//!     cargo run --release -p dwindle-syntax --example earley_speed [kilobytes]
//!
//! Prints seconds and bytes a second for each, tree building included, and the most memory used so far where the
//! system tells it.

#![expect(clippy::print_stdout, reason = "it is a program")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use std::time::Instant;

use dwindle::Text;
use dwindle_syntax::earley::Earley;
use dwindle_syntax::notation::Notation;

/// The kind of grammar that the Fuzzing Book uses: right recursion, down to digits.
const ARITHMETIC: &str = "
    expr    ::= term '+' expr | term '-' expr | term
    term    ::= factor '*' term | factor '/' term | factor
    factor  ::= '+' factor | '-' factor | '(' expr ')' | integer '.' integer | integer
    integer ::= digit integer | digit
    digit   ::= '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'";

/// Its JSON grammar in the same way, with characters as a class.
const JSON: &str = r#"
    element    ::= ws value ws
    value      ::= object | array | string | number | 'true' | 'false' | 'null'
    object     ::= '{' ws '}' | '{' members '}'
    members    ::= member | member ',' members
    member     ::= ws string ws ':' element
    array      ::= '[' ws ']' | '[' elements ']'
    elements   ::= element | element ',' elements
    string     ::= '"' characters '"'
    characters ::= '' | [^"\\] characters
    number     ::= int frac exp
    int        ::= digit | onenine digits | '-' digit | '-' onenine digits
    digits     ::= digit | digit digits
    digit      ::= '0' | onenine
    onenine    ::= '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
    frac       ::= '' | '.' digits
    exp        ::= '' | 'E' sign digits | 'e' sign digits
    sign       ::= '' | '+' | '-'
    ws         ::= '' | ' ' ws | '\n' ws"#;

/// Lines of letters, as a list of lists.
const LINES: &str = "lines ::= (letter* '\\n')*  letter ::= 'a' | 'b' | 'c'";

const SUM: &[u8] = b"(12-3*(456+-7.25)/89)*1001-";
const RECORD: &[u8] =
    br#"{"id": 123456, "name": "name", "tags": [true, false, null, -1.5e+10], "in": {"deep": [[1]]}},"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kilobytes = std::env::args().nth(1).and_then(|size| size.parse().ok()).unwrap_or(100);
    let size = 1000 * kilobytes;
    let half = size / 2;
    let repeated = |text: &[u8]| text.repeat(size / text.len());
    measure("arithmetic", ARITHMETIC, &[repeated(SUM), b"1".to_vec()].concat())?;
    measure("JSON", JSON, &[b"[".to_vec(), repeated(RECORD), b"null]".to_vec()].concat())?;
    measure("one long number", ARITHMETIC, &vec![b'7'; size])?;
    measure("one long sum", ARITHMETIC, &[b"1+".repeat(half), b"1".to_vec()].concat())?;
    measure("nesting", ARITHMETIC, &[vec![b'('; half], b"1".to_vec(), vec![b')'; half]].concat())?;
    measure("lines", LINES, &repeated(b"abcabcab\n"))?;
    // The worst kind: time in the cube of the length.
    measure("ambiguous", "start ::= start start | 'a'", &b"a".repeat(size / 200))
}

fn measure(name: &str, grammar: &str, input: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let parser = Earley::new(Notation::from_ebnf(grammar, name, None)?.grammar, None)?;
    let text = Text::new(input.to_vec())?;
    let began = Instant::now();
    let tree = parser.parse(&text)?;
    let seconds = began.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let rate = input.len() as f64 / seconds / 1e6;
    let (bytes, nodes) = (input.len(), tree.len());
    println!("{name:16} {bytes:9} bytes {seconds:8.3} s {rate:7.2} MB/s  {} {nodes} nodes", memory());
    Ok(())
}

/// The most memory that was used, as Linux tells it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(String::new, |line| format!("(peak {})", line.trim()))
}
