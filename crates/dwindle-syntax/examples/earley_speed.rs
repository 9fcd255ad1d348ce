//! How fast the Earley parser is: JSON, arithmetic, long lists and deep nesting, character by character.
//!
//!     cargo run --release -p dwindle-syntax --example earley_speed [kilobytes]
//!
//! Prints seconds and bytes a second for each, tree building included, and the most memory used so far where the
//! system tells it.

#![expect(clippy::print_stdout, reason = "it is a program")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use std::sync::Arc;
use std::time::Instant;

use dwindle::Text;
use dwindle::grammar::{Class, Grammar, GrammarBuilder, List, Rule, Spacing, Symbol};
use dwindle_syntax::earley::Earley;

/// The kind of grammar that the Fuzzing Book uses: right recursion, down to digits.
const ARITHMETIC: &[(&str, &str)] = &[
    ("start", "expr"),
    ("expr", "term + expr | term - expr | term"),
    ("term", "factor * term | factor / term | factor"),
    ("factor", "+ factor | - factor | ( expr ) | integer . integer | integer"),
    ("integer", "digit integer | digit"),
    ("digit", "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9"),
];

/// Its JSON grammar in the same way, with characters as a class.
const JSON: &[(&str, &str)] = &[
    ("start", "json"),
    ("json", "element"),
    ("element", "ws value ws"),
    ("value", "object | array | string | number | true | false | null"),
    ("object", "{ ws } | { members }"),
    ("members", "member | member , members"),
    ("member", "ws string ws : element"),
    ("array", "[ ws ] | [ elements ]"),
    ("elements", "element | element , elements"),
    ("string", "\" characters \""),
    ("characters", "'' | CHARACTER characters"),
    ("number", "int frac exp"),
    ("int", "digit | onenine digits | - digit | - onenine digits"),
    ("digits", "digit | digit digits"),
    ("digit", "0 | onenine"),
    ("onenine", "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9"),
    ("frac", "'' | . digits"),
    ("exp", "'' | E sign digits | e sign digits"),
    ("sign", "'' | + | -"),
    ("ws", "'' | SPACE ws | NEWLINE ws"),
];

/// Lines of letters, as a list of lists.
const LINES: &[(&str, &str)] = &[("start", "LINES"), ("letter", "a | b | c")];

fn main() {
    let kilobytes = std::env::args().nth(1).and_then(|size| size.parse().ok()).unwrap_or(100);
    let size = 1000 * kilobytes;
    let mut numbers = Numbers(1);
    measure("arithmetic", ARITHMETIC, &arithmetic(&mut numbers, size));
    measure("JSON", JSON, &json(&mut numbers, size));
    measure("one long number", ARITHMETIC, &vec![b'7'; size]);
    measure("one long sum", ARITHMETIC, &[b"1+".repeat(size / 2), b"1".to_vec()].concat());
    let half = size / 2;
    measure("nesting", ARITHMETIC, &[vec![b'('; half], b"1".to_vec(), vec![b')'; half]].concat());
    measure("lines", LINES, &b"abcabcab\n".repeat(size / 9));
    // The worst kind: time in the cube of the length.
    measure("ambiguous", &[("start", "start start | a")], &b"a".repeat(size / 200));
    let random: Vec<u8> = (0..size).map(|_| numbers.below(256).to_le_bytes()[0]).collect();
    measure("random bytes", JSON, &random);
}

fn measure(name: &str, rules: &[(&str, &str)], input: &[u8]) {
    let parser = Earley::new(Arc::new(grammar(rules)), None).expect("no patterns");
    let text = Text::new(input.to_vec()).expect("short");
    let began = Instant::now();
    let result = parser.parse(&text);
    let seconds = began.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let rate = input.len() as f64 / seconds / 1e6;
    let outcome = match &result {
        Ok(tree) => format!("{} nodes", tree.len()),
        Err(error) => error.to_string(),
    };
    println!("{name:16} {:9} bytes {seconds:8.3} s {rate:7.2} MB/s  {} {outcome}", input.len(), memory());
}

/// The most memory that was used, as Linux tells it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(String::new, |line| format!("(peak {})", line.trim()))
}

fn grammar(rules: &[(&str, &str)]) -> Grammar {
    let mut builder = GrammarBuilder::default();
    let mut symbols: Vec<(String, Symbol)> = Vec::new();
    let mut declare = |builder: &mut GrammarBuilder, name: &str, rule: Option<Rule>, named| {
        if let Some((_, symbol)) = symbols.iter().find(|(known, _)| known == name) {
            return *symbol;
        }
        let symbol = builder.declare(name, named).expect("few symbols");
        if let Some(rule) = rule {
            builder.define(symbol, rule);
        }
        symbols.push((name.to_owned(), symbol));
        symbol
    };
    for (name, _) in rules {
        declare(&mut builder, name, None, true);
    }
    let text = |text: &str| Rule::Text(text.as_bytes().into());
    let character = Class::new([(' ', '!'), ('#', '['), (']', char::MAX)]);
    declare(&mut builder, "CHARACTER", Some(Rule::Class(character)), true);
    declare(&mut builder, "SPACE", Some(text(" ")), false);
    let newline = declare(&mut builder, "NEWLINE", Some(text("\n")), false);
    if let Some(letter) = rules.iter().position(|(name, _)| *name == "letter") {
        let element = Symbol::new(letter);
        let list = List { element, separator: None, at_least_one: false };
        let line = declare(&mut builder, "LINE", Some(Rule::List(list)), true);
        let whole = declare(&mut builder, "WHOLE", Some(Rule::Regular(vec![vec![line, newline]])), true);
        let list = List { element: whole, separator: None, at_least_one: false };
        declare(&mut builder, "LINES", Some(Rule::List(list)), true);
    }
    for (nth, (_, right)) in rules.iter().enumerate() {
        let alternatives = right.split(" | ").map(|alternative| {
            let words = alternative.split(' ').filter(|word| *word != "''");
            words.map(|word| declare(&mut builder, word, Some(text(word)), false)).collect()
        });
        let alternatives = alternatives.collect();
        builder.define(Symbol::new(nth), Rule::Regular(alternatives));
    }
    builder.finish("speed", Symbol::new(0), Spacing::Exact)
}

/// Numbers that look random (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

fn arithmetic(numbers: &mut Numbers, size: usize) -> Vec<u8> {
    let (mut out, mut open) = (Vec::new(), 0);
    while out.len() < size {
        match numbers.below(4) {
            0 => {
                out.push(b'(');
                open += 1;
                continue;
            }
            1 => out.push(b'-'),
            _ => {}
        }
        out.extend(numbers.below(100_000).to_string().bytes());
        while open > 0 && numbers.below(3) == 0 {
            out.push(b')');
            open -= 1;
        }
        out.push(b"+-*/"[numbers.below(4).to_le_bytes()[0] as usize]);
    }
    out.push(b'1');
    out.extend(vec![b')'; open]);
    out
}

fn json(numbers: &mut Numbers, size: usize) -> Vec<u8> {
    let mut out = b"[".to_vec();
    while out.len() < size {
        let number = numbers.below(1_000_000);
        let record = format!(
            "{{\"id\": {number}, \"name\": \"name number {number}\",\n  \"tags\": [true, false, null, -1.5e+10], \
             \"in\": {{\"deep\": [[{number}]]}}}},\n"
        );
        out.extend(record.bytes());
    }
    out.extend(b"null]");
    out
}
