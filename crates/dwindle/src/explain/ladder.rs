//! Which classes are tried for a piece of text, from the widest to the narrowest.
//!
//! Each class of a ladder holds the next one, as a rule: so what is refuted by a value of the last one is refuted for all.

use super::class::{Class, Form, Run};

const SMALL: (u8, u8) = (b'a', b'z');
const CAPITAL: (u8, u8) = (b'A', b'Z');
const DIGIT: (u8, u8) = (b'0', b'9');
const LETTERS: &[(u8, u8)] = &[CAPITAL, SMALL];
const ALPHANUMERIC: &[(u8, u8)] = &[DIGIT, CAPITAL, SMALL];
const NAME: &[(u8, u8)] = &[DIGIT, CAPITAL, (b'_', b'_'), SMALL];
const BLANKS: &[(u8, u8)] = &[(b' ', b' '), (b'\t', b'\t')];
const WHITE: &[(u8, u8)] = &[(b'\t', b'\n'), (b' ', b' ')];
/// Letters, digits, and signs that end no string and mean little.
const PLAIN: &[(u8, u8)] = &[(b' ', b' '), (b'+', b'.'), DIGIT, (b':', b';'), CAPITAL, (b'_', b'_'), SMALL];
const PRINTABLE: &[(u8, u8)] = &[(b'\t', b'\n'), (b' ', b'~')];

/// Names and words are drawn with so many letters, numbers with so many digits.
const MOST: usize = 9;
/// No shorter words are drawn.
const LEAST: usize = 4;
/// Texts are drawn with so many characters.
const MOST_OF_TEXT: usize = 12;

/// Groups of operators that may stand for each other.
const OPERATORS: [&[&[u8]]; 3] = [
    &[b"+", b"-", b"*", b"/", b"%"],
    &[b"<", b"<=", b">", b">=", b"==", b"!="],
    &[b"&", b"&&", b"|", b"||", b"^"],
];

fn some(ranges: &[(u8, u8)], least: usize, most: usize) -> Form {
    vec![Run::new(ranges, least, most)]
}

fn first(ranges: &[(u8, u8)], then: &[(u8, u8)], most: usize) -> Form {
    vec![Run::new(ranges, 1, 1), Run::new(then, 0, most)]
}

/// The classes of which `original` is a value.
fn holding(original: &[u8], classes: Vec<Class>) -> Vec<Class> {
    let mut holding: Vec<Class> = Vec::new();
    for class in classes {
        if class.contains(original) && holding.iter().all(|other| other.regex() != class.regex()) {
            holding.push(class);
        }
    }
    holding
}

/// Those of a word: a name, or what it may be in data. Short words often mean something of their own, so that only longer ones are
/// drawn; what stands there is a value in any case.
pub(super) fn of_word(word: &[u8]) -> Vec<Class> {
    if !word.is_ascii() {
        return Vec::new();
    }
    let (length, most) = (word.len(), MOST.max(word.len()));
    let is_small = word.first().is_some_and(u8::is_ascii_lowercase);
    let (letter, called) = if is_small { (SMALL, "small") } else { (CAPITAL, "capital") };
    let exactly = match length {
        1 => format!("one {called} letter"),
        _ => format!("{length} {called} letters"),
    };
    let classes = vec![
        letters_and_digits(word),
        long("name", &[CAPITAL, (b'_', b'_'), SMALL], NAME, word),
        long("letters", LETTERS, LETTERS, word),
        long(&format!("{called} letter, then letters and digits"), &[letter], ALPHANUMERIC, word),
        Class::new(
            format!("any {called} letters, {LEAST} to {}", most + 1),
            with(word, vec![some(&[letter], LEAST, most + 1)]),
        ),
        Class::new(exactly, vec![some(&[letter], length, length)]),
    ];
    holding(word, classes)
}

/// Longer words and numbers, and mixtures of both.
fn letters_and_digits(original: &[u8]) -> Class {
    let most = MOST.max(original.len());
    let form = |ranges| vec![Run::new(ranges, 1, 1), Run::new(ALPHANUMERIC, LEAST - 1, most)];
    let forms = with(original, vec![form(LETTERS), form(&[DIGIT])]);
    Class::new(format!("any letters and digits, {LEAST} to {}", most + 1), forms)
}

/// Longer words that begin and go on so.
fn long(called: &str, ranges: &[(u8, u8)], then: &[(u8, u8)], original: &[u8]) -> Class {
    let most = MOST.max(original.len());
    let form = if ranges == then {
        some(ranges, LEAST, most + 1)
    } else {
        vec![Run::new(ranges, 1, 1), Run::new(then, LEAST - 1, most)]
    };
    Class::new(format!("any {called}, {LEAST} to {} characters", most + 1), with(original, vec![form]))
}

/// These forms, and `original` by itself where it is shorter than what they make.
fn with(original: &[u8], mut forms: Vec<Form>) -> Vec<Form> {
    if original.len() < LEAST {
        forms.push(original.iter().copied().map(Run::one).collect());
    }
    forms
}

/// Those of a number.
pub(super) fn of_number(number: &[u8]) -> Vec<Class> {
    if let Some(at) = number.iter().position(|byte| *byte == b'.')
        && number.iter().enumerate().all(|(n, byte)| n == at || byte.is_ascii_digit())
    {
        return of_fraction(number, at);
    }
    if !number.iter().all(u8::is_ascii_digit) {
        return vec![Class::new("other digits", vec![digit_by_digit(number)])];
    }
    let (length, most) = (number.len(), MOST.max(number.len()));
    let positive = (b'1', b'9');
    let of_length =
        |ranges: &[(u8, u8)]| vec![Run::new(ranges, 1, 1), Run::new(&[DIGIT], length - 1, length - 1)];
    let counted = |what: &str| match length {
        1 => format!("one digit{what}"),
        _ => format!("{length} digits{what}"),
    };
    let classes = vec![
        letters_and_digits(number),
        Class::new("any digits", vec![some(&[DIGIT], 1, most)]),
        Class::new("any whole number", vec![vec![Run::one(b'0')], first(&[positive], &[DIGIT], most - 1)]),
        Class::new("any whole number but 0", vec![first(&[positive], &[DIGIT], most - 1)]),
        Class::new("a whole number below 1000", vec![vec![Run::one(b'0')], first(&[positive], &[DIGIT], 2)]),
        Class::new("a whole number from 1 to 999", vec![first(&[positive], &[DIGIT], 2)]),
        Class::new(counted(""), vec![some(&[DIGIT], length, length)]),
        Class::new(counted(", the first not 0"), vec![of_length(&[positive])]),
    ];
    holding(number, classes)
}

/// Those of digits with a point between them.
fn of_fraction(number: &[u8], point: usize) -> Vec<Class> {
    let behind = |form: Form| [form, vec![Run::one(b'.'), Run::new(&[DIGIT], 1, 6)]].concat();
    let classes = vec![
        Class::new(
            "any decimal number",
            vec![behind(vec![Run::one(b'0')]), behind(first(&[(b'1', b'9')], &[DIGIT], 5.max(point - 1)))],
        ),
        Class::new("other digits", vec![digit_by_digit(number)]),
    ];
    holding(number, classes)
}

/// The same with other digits; a first digit that is not 0 does not become 0.
fn digit_by_digit(number: &[u8]) -> Form {
    let is_hexadecimal = number.starts_with(b"0x") || number.starts_with(b"0X");
    let run = |(at, byte): (usize, &u8)| match byte {
        b'0'..=b'9' | b'a'..=b'f' if is_hexadecimal && at > 1 => Run::new(&[DIGIT, (b'a', b'f')], 1, 1),
        b'1'..=b'9' if at == 0 => Run::new(&[(b'1', b'9')], 1, 1),
        b'0'..=b'9' if at > 0 => Run::new(&[DIGIT], 1, 1),
        byte => Run::one(*byte),
    };
    number.iter().enumerate().map(run).collect()
}

/// Those of what stands between two quotes.
pub(super) fn of_string(inside: &[u8]) -> Vec<Class> {
    let (length, most) = (inside.len(), MOST_OF_TEXT.max(inside.len()));
    let is_small = inside.iter().all(u8::is_ascii_lowercase);
    let mut classes = vec![
        Class::new("any text", vec![some(PLAIN, 0, most)]),
        Class::new("any text that is not empty", vec![some(PLAIN, 1, most)]),
        Class::new("any letters and digits, or none", vec![some(ALPHANUMERIC, 0, most)]),
        Class::new("any letters and digits", vec![some(ALPHANUMERIC, 1, most)]),
        Class::new("any small letters", vec![some(&[SMALL], usize::from(length > 0), most)]),
    ];
    if length > 0 {
        classes.push(Class::new(
            format!("{length} letters or digits"),
            vec![some(ALPHANUMERIC, length, length)],
        ));
        if is_small {
            classes.push(Class::new(format!("{length} small letters"), vec![some(&[SMALL], length, length)]));
        }
    }
    holding(inside, classes)
}

/// Those of a place where nothing stands. What is one word there is no short one.
pub(super) fn of_nothing() -> Vec<Class> {
    let word = |ranges| vec![some(ranges, LEAST, MOST_OF_TEXT), Form::new()];
    vec![
        Class::new("any text, or nothing", vec![some(PRINTABLE, 0, MOST_OF_TEXT)]),
        Class::new("any letters, digits and signs, or nothing", vec![some(PLAIN, 0, MOST_OF_TEXT)]),
        Class::new(
            "any letters, digits and spaces, or nothing",
            vec![some(&[(b' ', b' '), DIGIT, CAPITAL, SMALL], 0, MOST_OF_TEXT)],
        ),
        Class::new(
            format!("any letters and digits, {LEAST} to {MOST_OF_TEXT}, or nothing"),
            word(ALPHANUMERIC),
        ),
        Class::new(format!("any small letters, {LEAST} to {MOST_OF_TEXT}, or nothing"), word(&[SMALL])),
    ]
}

/// Those of blanks and line ends.
pub(super) fn of_blanks(blanks: &[u8]) -> Vec<Class> {
    let length = |least: usize| (least, 6.max(blanks.len()));
    let run = |ranges: &[(u8, u8)], (least, most)| vec![some(ranges, least, most)];
    let ended = vec![Run::new(BLANKS, 0, 2), Run::one(b'\n'), Run::new(WHITE, 0, length(0).1)];
    let classes = vec![
        Class::new("any blanks and line ends, or nothing", run(WHITE, length(0))),
        Class::new("any blanks and line ends", run(WHITE, length(1))),
        Class::new("any blanks, or nothing", run(BLANKS, length(0))),
        Class::new("any blanks", run(BLANKS, length(1))),
        Class::new("any spaces", run(&[(b' ', b' ')], length(1))),
        Class::new("a line end with any blanks around it", vec![ended]),
        Class::new("any line ends", run(&[(b'\n', b'\n')], length(1))),
    ];
    holding(blanks, classes)
}

/// The operators that may stand for this one: those of its group, its neighbours first, then all others.
pub(super) fn of_operator(operator: &[u8]) -> Option<Vec<&'static [u8]>> {
    let own = OPERATORS.iter().find(|group| group.contains(&operator))?;
    let (at, many) = (own.iter().position(|it| *it == operator)?, own.len());
    let mut found: Vec<&'static [u8]> = Vec::new();
    for step in 1..many {
        for next in [own[(at + step) % many], own[(at + many - step) % many]] {
            if !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found.extend(OPERATORS.iter().filter(|group| *group != own).flat_map(|group| group.iter().copied()));
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regexes(classes: &[Class]) -> Vec<String> {
        classes.iter().map(Class::regex).collect()
    }

    #[test]
    fn a_ladder_leads_from_the_widest_class_to_the_narrowest() {
        let word = regexes(&of_word(b"ab"));
        assert_eq!(word.first().unwrap(), "[A-Za-z][0-9A-Za-z]{3,9}|[0-9][0-9A-Za-z]{3,9}|ab");
        assert_eq!(word.last().unwrap(), "[a-z]{2}");
        let number = regexes(&of_number(b"7"));
        assert_eq!(number[1..3], ["[0-9]{1,9}", "0|[1-9][0-9]{0,8}"]);
        assert_eq!(regexes(&of_number(b"1.5")).last().unwrap(), "[1-9]\\.[0-9]");
        assert_eq!(regexes(&of_number(b"0x1F")), ["0x[0-9a-f]F"]);
        assert_eq!(regexes(&of_blanks(b"\n")).last().unwrap(), "\\n{1,6}");
    }

    #[test]
    fn what_stands_there_is_a_value_of_each_class() {
        for original in ["a", "Zeta9", "_x", "0", "10", "007", "1.25", "0x1f", "12ul"] {
            let bytes = original.as_bytes();
            let all = if bytes[0].is_ascii_digit() { of_number(bytes) } else { of_word(bytes) };
            assert!(!all.is_empty(), "{original}");
            assert!(all.iter().all(|class| class.contains(bytes)), "{original}");
        }
        assert!(of_word("größe".as_bytes()).is_empty(), "no class holds it");
        assert!(of_string(b"").iter().chain(&of_nothing()).all(|class| class.contains(b"")));
    }

    #[test]
    fn operators_of_the_same_group_come_first() {
        let found = of_operator(b"/").unwrap();
        assert_eq!(found[..4], [b"%", b"*", b"+", b"-"].map(|it: &[u8; 1]| &it[..]));
        assert_eq!(found.len(), 15);
        assert_eq!(of_operator(b"("), None);
    }
}
