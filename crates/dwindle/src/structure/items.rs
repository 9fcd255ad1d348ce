//! Cuts a text into tokens, and says which of them open, close or separate something.

use crate::Text;
use crate::space::{Space, Unit};

/// A piece of the text on one level of brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) start: u32,
    pub(super) stop: u32,
    pub(super) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Word,
    Mark,
    Blank,
    LineEnd,
    /// The node of this number.
    Node(u32),
}

impl Item {
    pub(super) const fn is_blank(self) -> bool {
        matches!(self.what, What::Blank | What::LineEnd)
    }
}

/// The tokens of a text.
pub(super) fn items(text: &Text) -> Vec<Item> {
    let space = text.cut(Unit::Tokens);
    let units = u32::try_from(space.units()).expect("fewer units than bytes");
    let mut at = 0;
    let item = |unit: u32| {
        let bytes = space.unit_bytes(unit);
        let start = at;
        at += u32::try_from(bytes.len()).expect("a text has less than 4 GiB");
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
        let what = if bytes.iter().all(u8::is_ascii_whitespace) {
            if bytes.contains(&b'\n') || bytes.contains(&b'\r') { What::LineEnd } else { What::Blank }
        } else if bytes.len() > 1 || is_word(bytes[0]) {
            What::Word
        } else {
            What::Mark
        };
        Item { start, stop: at, what }
    };
    (0..units).map(item).collect()
}
