//! Classes of texts from which values of a free part are drawn, each also a regular expression.

use std::fmt::Write as _;

use regex::bytes::Regex;

use crate::numbers::Numbers;

/// A class of which all values are listed has at most so many.
const FEW: u64 = 32;

/// A set of short texts: all that one of its forms makes.
///
/// Values are ASCII. Its regular expression matches exactly its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    name: String,
    forms: Vec<Form>,
}

/// Characters behind each other.
pub(super) type Form = Vec<Run>;

/// Some characters out of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Inclusive ranges, ascending and apart.
    ranges: Vec<(u8, u8)>,
    least: usize,
    most: usize,
}

/// How a value is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draw {
    /// As short as there are any, with the first characters: `0`.
    Least,
    /// As long as there are any, with the last characters: `999`.
    Most,
    /// As short as there are any.
    Short,
    /// Each length and each character as likely as any other.
    Any,
}

impl Run {
    /// From `least` to `most` characters out of `ranges`.
    pub(super) fn new(ranges: &[(u8, u8)], least: usize, most: usize) -> Self {
        Self { ranges: ranges.to_vec(), least, most }
    }

    /// Exactly this character.
    pub(super) fn one(byte: u8) -> Self {
        Self::new(&[(byte, byte)], 1, 1)
    }

    fn characters(&self) -> usize {
        self.ranges.iter().map(|(low, high)| usize::from(high - low) + 1).sum()
    }

    fn character(&self, mut at: usize) -> u8 {
        for (low, high) in &self.ranges {
            let many = usize::from(high - low) + 1;
            if at < many {
                return low + u8::try_from(at).expect("there are at most 256");
            }
            at -= many;
        }
        unreachable!("there are only so many characters")
    }

    fn values(&self) -> u64 {
        let many = self.characters() as u64;
        let of = |length: usize| many.saturating_pow(u32::try_from(length).unwrap_or(u32::MAX));
        (self.least..=self.most).fold(0, |sum, length| u64::saturating_add(sum, of(length)))
    }

    fn regex(&self, out: &mut String) {
        match self.ranges.as_slice() {
            [(low, high)] if low == high => out.push_str(&escaped(*low)),
            ranges => {
                out.push('[');
                for (low, high) in ranges {
                    out.push_str(&escaped(*low));
                    if high > low {
                        if *high > low + 1 {
                            out.push('-');
                        }
                        out.push_str(&escaped(*high));
                    }
                }
                out.push(']');
            }
        }
        match (self.least, self.most) {
            (1, 1) => Ok(()),
            (least, most) if least == most => write!(out, "{{{least}}}"),
            (least, most) => write!(out, "{{{least},{most}}}"),
        }
        .expect("a string takes all");
    }
}

impl Class {
    /// The class of these forms, with what people call it.
    pub(super) fn new(name: impl Into<String>, forms: Vec<Form>) -> Self {
        Self { name: name.into(), forms }
    }

    /// The class of these texts.
    pub(super) fn of_texts(name: impl Into<String>, texts: &[&[u8]]) -> Self {
        let form = |text: &&[u8]| text.iter().copied().map(Run::one).collect();
        Self::new(name, texts.iter().map(form).collect())
    }

    /// What people call it: `any whole number`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A regular expression that matches its values and nothing else, without groups and anchors; Perl's, Python's and Rust's
    /// libraries read it alike.
    pub fn regex(&self) -> String {
        let mut out = String::new();
        for (at, form) in self.forms.iter().enumerate() {
            if at > 0 {
                out.push('|');
            }
            for run in form {
                run.regex(&mut out);
            }
        }
        out
    }

    /// Whether `value` is one of its values.
    pub fn contains(&self, value: &[u8]) -> bool {
        let regex = Regex::new(&format!("(?-u)^(?:{})$", self.regex()));
        // A line end at the end is a part of the value.
        regex.is_ok_and(|regex| regex.find(value).is_some_and(|found| found.len() == value.len()))
    }

    /// How many values it has; `u64::MAX` where there are more than can be counted.
    pub fn values(&self) -> u64 {
        let of = |form: &Form| form.iter().fold(1, |product, run| u64::saturating_mul(product, run.values()));
        self.forms.iter().fold(0, |sum, form| u64::saturating_add(sum, of(form)))
    }

    /// All its values, in their order, where they are few.
    pub(super) fn all(&self) -> Option<Vec<Vec<u8>>> {
        (self.values() <= FEW).then(|| self.forms.iter().flat_map(|form| all_of(form)).collect())
    }

    /// Of a class of texts, values that begin and end with each sign that they may have; of any other class nothing.
    ///
    /// A sign often means something at the beginning or at the end, and hardly ever stands there by chance.
    pub(super) fn with_signs(&self, numbers: &mut Numbers) -> Vec<Vec<u8>> {
        let [form] = self.forms.as_slice() else { return Vec::new() };
        let [run] = form.as_slice() else { return Vec::new() };
        let all = (0..run.characters()).map(|at| run.character(at));
        let signs: Vec<u8> = all.filter(|byte| !byte.is_ascii_alphanumeric()).collect();
        let Some(between) = run.most.checked_sub(2) else { return Vec::new() };
        let with = |(at, sign): (usize, &u8)| {
            let mut value = self.draw(numbers, Draw::Any);
            value.truncate(between);
            [&[*sign], value.as_slice(), &[signs[(at + 1) % signs.len()]]].concat()
        };
        signs.iter().enumerate().map(with).collect()
    }

    /// One of its values.
    pub(super) fn draw(&self, numbers: &mut Numbers, how: Draw) -> Vec<u8> {
        let lengths = |form: &Form| 1 + form.iter().map(|run| run.most - run.least).sum::<usize>();
        let form = match how {
            Draw::Least | Draw::Most | Draw::Short => &self.forms[numbers.below(self.forms.len())],
            Draw::Any => {
                let mut at = numbers.below(self.forms.iter().map(lengths).sum());
                let found = self.forms.iter().find(|form| match at.checked_sub(lengths(form)) {
                    Some(left) => {
                        at = left;
                        false
                    }
                    None => true,
                });
                found.expect("it is below their sum")
            }
        };
        let mut value = Vec::new();
        for run in form {
            let length = match how {
                Draw::Least | Draw::Short => run.least,
                Draw::Most => run.most,
                Draw::Any => numbers.between(run.least, run.most),
            };
            let character = |_| match how {
                Draw::Least => run.character(0),
                Draw::Most => run.character(run.characters() - 1),
                Draw::Short | Draw::Any => run.character(numbers.below(run.characters())),
            };
            value.extend((0..length).map(character));
        }
        value
    }
}

fn all_of(form: &[Run]) -> Vec<Vec<u8>> {
    let mut values = vec![Vec::new()];
    for run in form {
        let mut next = Vec::new();
        for value in values {
            let mut longer = vec![value];
            for length in 0..=run.most {
                if length >= run.least {
                    next.extend(longer.iter().cloned());
                }
                if length == run.most {
                    break;
                }
                let with = |value: &Vec<u8>, at| [value.as_slice(), &[run.character(at)]].concat();
                longer = longer
                    .iter()
                    .flat_map(|value| (0..run.characters()).map(move |at| with(value, at)))
                    .collect();
            }
        }
        values = next;
    }
    values
}

/// A character of a regular expression, in a set or alone, that stands for itself; a byte that is no printable ASCII by its number.
pub(super) fn escaped(byte: u8) -> String {
    match byte {
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        b' ' | b'_' | b'"' | b'\'' | b'<' | b'>' | b'=' | b'!' | b'%' | b',' | b';' | b':' | b'@' | b'`'
        | b'~' | b'#' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        // A slash need not be escaped, and some libraries know no such escape.
        b'/' => "/".to_owned(),
        byte if byte.is_ascii_punctuation() => format!("\\{}", char::from(byte)),
        byte => format!("\\x{byte:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGITS: &[(u8, u8)] = &[(b'0', b'9')];

    fn whole() -> Class {
        let long = vec![Run::new(&[(b'1', b'9')], 1, 1), Run::new(DIGITS, 0, 8)];
        Class::new("any whole number", vec![vec![Run::one(b'0')], long])
    }

    #[test]
    fn the_regular_expression_matches_what_is_drawn() {
        let class = whole();
        assert_eq!(class.regex(), "0|[1-9][0-9]{0,8}");
        for seed in 0..200 {
            let mut numbers = Numbers::of(&[seed]);
            for how in [Draw::Least, Draw::Most, Draw::Short, Draw::Any] {
                let value = class.draw(&mut numbers, how);
                assert!(class.contains(&value), "{value:?}");
            }
        }
        assert!(class.contains(b"0") && !class.contains(b"00") && !class.contains(b"1\n"));
        assert_eq!(class.values(), 1_000_000_000);
        assert_eq!(class.all(), None);
    }

    #[test]
    fn all_values_of_a_small_class_are_listed() {
        let digits = Class::new("digits", vec![vec![Run::new(&[(b'0', b'1')], 0, 2)]]);
        let all = digits.all().unwrap();
        let texts: Vec<&str> = all.iter().map(|value| std::str::from_utf8(value).unwrap()).collect();
        assert_eq!(texts, ["", "0", "1", "00", "01", "10", "11"]);
        assert_eq!(digits.values(), 7);
        let operators = Class::of_texts("one of these", &[b"+", b"=="]);
        assert_eq!(operators.all().unwrap(), [b"+".to_vec(), b"==".to_vec()]);
        assert_eq!(operators.regex(), "\\+|==");
    }

    #[test]
    fn each_sign_begins_a_value_and_ends_one() {
        let texts = Class::new("", vec![vec![Run::new(&[(b'+', b'.'), (b'a', b'z')], 0, 12)]]);
        let values = texts.with_signs(&mut Numbers::of(&[1]));
        assert!(values.iter().all(|value| texts.contains(value)), "{values:?}");
        let (firsts, lasts): (Vec<u8>, Vec<u8>) = values.iter().map(|it| (it[0], it[it.len() - 1])).unzip();
        assert_eq!((firsts.as_slice(), lasts.as_slice()), (&b"+,-."[..], &b",-.+"[..]));
        assert!(whole().with_signs(&mut Numbers::of(&[1])).is_empty());
    }

    #[test]
    fn sets_are_written_as_ranges() {
        let run = Run::new(&[(b'\t', b'\n'), (b' ', b' '), (b'-', b'-'), (b'a', b'z')], 1, 6);
        assert_eq!(Class::new("", vec![vec![run]]).regex(), "[\\t\\n \\-a-z]{1,6}");
    }
}
