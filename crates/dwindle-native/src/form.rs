//! How values are written: numbers, and what is more than a number.

use dwindle_agent::layout::Snapshot;

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number with sign, of so many bytes.
    Signed(u32),
    /// A number without sign.
    Unsigned,
    /// A character, of one byte, with or without sign.
    Letter(bool),
    /// `true` or `false`.
    Truth,
    /// A number with a point, of so many bytes.
    Float(u32),
    /// An address.
    Address,
    /// A number with sign, of so many bytes, or the name that it has.
    Named(u32, Vec<(i64, String)>),
    /// A character of Unicode.
    Char,
    /// More than a number: what it leads to counts, or which of its parts there are.
    Whole(Whole),
}

impl Form {
    /// The value as text.
    pub fn text(&self, value: u64) -> String {
        match *self {
            Self::Signed(bytes) => signed(value, bytes).to_string(),
            Self::Named(bytes, ref names) => {
                let number = signed(value, bytes);
                let name = names.iter().find(|(of, _)| *of == number);
                name.map_or_else(|| number.to_string(), |(_, name)| name.clone())
            }
            Self::Unsigned => value.to_string(),
            Self::Letter(sign) => {
                let number = if sign { signed(value, 1) } else { i64::from(value.to_le_bytes()[0]) };
                match u8::try_from(number) {
                    Ok(byte) if (b' '..=b'~').contains(&byte) => format!("{number} '{}'", char::from(byte)),
                    _ => number.to_string(),
                }
            }
            Self::Truth => (value != 0).to_string(),
            Self::Float(4) => {
                let [a, b, c, d, ..] = value.to_le_bytes();
                f32::from_le_bytes([a, b, c, d]).to_string()
            }
            Self::Float(_) => f64::from_bits(value).to_string(),
            Self::Address | Self::Whole(_) => format!("{value:#x}"),
            Self::Char => u32::try_from(value)
                .ok()
                .and_then(char::from_u32)
                .map_or_else(|| value.to_string(), |letter| format!("{letter:?}")),
        }
    }
}

pub(crate) fn signed(value: u64, bytes: u32) -> i64 {
    let unused = 64 - 8 * bytes.clamp(1, 8);
    (value << unused).cast_signed() >> unused
}

/// What a pointer in a value leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedTo {
    /// Bytes of an element.
    pub element: u32,
    /// Where in the value the pointer is.
    pub pointer: u32,
    /// Where in the value their number is, or what else tells it.
    pub count: u32,
}

/// How a value is written that is more than a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whole {
    /// A text.
    Text,
    /// Elements of so many bytes, with what stands around them.
    List(Box<Form>, u32, [char; 2]),
    /// What it leads to.
    Target(Box<Form>),
    /// A reference of Rust to what is not shown: its type.
    Opaque(String),
    /// One of several variants.
    Variants(Tag, Vec<Variant>),
}

/// What tells which variant there is: where it stands, and its bytes.
pub type Tag = (u32, u32);

/// A variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The tag that it has; one variant may have all others.
    pub(crate) tag: Option<u64>,
    pub(crate) name: String,
    /// Its only field, if it has one that is a number: where it is, its bytes, and how it is written.
    pub(crate) field: Option<(u32, u32, Form)>,
    /// Whether it has fields that are not shown.
    pub(crate) more: bool,
}

impl Form {
    /// The value as text, if it can be read.
    pub(crate) fn whole_text(&self, value: &Snapshot) -> Option<String> {
        let Self::Whole(whole) = self else { return Some(self.text(value.value[0])) };
        let data: Vec<u8> = value.data.iter().flat_map(|word| word.to_le_bytes()).collect();
        let length = usize::try_from(value.length).ok()?;
        match whole {
            Whole::Variants((at, bytes), variants) => {
                let root: Vec<u8> = value.value.iter().flat_map(|word| word.to_le_bytes()).collect();
                let tag = little(&root, *at, *bytes)?;
                let variant = variants.iter().find(|variant| variant.tag == Some(tag));
                let variant = variant.or_else(|| variants.iter().find(|variant| variant.tag.is_none()))?;
                Some(match &variant.field {
                    Some((at, bytes, form)) => {
                        format!("{}({})", variant.name, form.text(little(&root, *at, *bytes)?))
                    }
                    None if variant.more => format!("{}(..)", variant.name),
                    None => variant.name.clone(),
                })
            }
            Whole::Opaque(of) => Some(of.clone()),
            _ if value.length == u64::MAX => None,
            Whole::Text => {
                let kept = data.get(..length.min(data.len()))?;
                let text = String::from_utf8_lossy(kept);
                let text = if length > data.len() {
                    text.trim_end_matches(char::REPLACEMENT_CHARACTER)
                } else {
                    &text
                };
                Some(format!("{text:?}{}", if length > data.len() { "..." } else { "" }))
            }
            Whole::Target(form) => Some(form.text(little(&data, 0, u32::try_from(length).ok()?)?)),
            Whole::List(form, element, [open, close]) => {
                let size = usize::try_from(*element).ok().filter(|size| *size > 0)?;
                let kept = data.get(..length.min(data.len()))?;
                let mut all: Vec<String> = kept
                    .chunks_exact(size)
                    .filter_map(|bytes| Some(form.text(little(bytes, 0, *element)?)))
                    .collect();
                if length / size > all.len() {
                    all.push(format!("... {} in all", length / size));
                }
                Some(format!("{open}{}{close}", all.join(", ")))
            }
        }
    }
}

/// A number of so many bytes.
fn little(bytes: &[u8], at: u32, count: u32) -> Option<u64> {
    let at = usize::try_from(at).ok()?;
    let part = bytes.get(at..at + usize::try_from(count).ok()?)?;
    (part.len() <= 8).then(|| part.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_their_language_writes_them() {
        assert_eq!(Form::Signed(4).text(0xffff_fffe), "-2");
        assert_eq!(Form::Unsigned.text(7), "7");
        assert_eq!(Form::Letter(true).text(97), "97 'a'");
        assert_eq!(Form::Letter(true).text(255), "-1");
        assert_eq!(Form::Truth.text(1), "true");
        assert_eq!(Form::Float(8).text(1.5_f64.to_bits()), "1.5");
        assert_eq!(Form::Float(4).text(u64::from(0.25_f32.to_bits())), "0.25");
        assert_eq!(Form::Address.text(0x5555), "0x5555");
        let colour = Form::Named(4, vec![(-1, "NONE".into()), (1, "GREEN".into())]);
        assert_eq!([1, 0xffff_ffff, 7].map(|value| colour.text(value)), ["GREEN", "NONE", "7"]);
    }
}
