//! The size of a value, by which one is smaller than another.

use super::{Holds, Value};
use crate::value::edit::SMALLEST_LETTER;

/// The size of a value. One is smaller than another by the first of these that differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// How many objects there are, and how many parts they hold: elements, entries, fields, characters, bytes.
    pub parts: u64,
    /// The weights of the numbers together.
    pub numbers: u128,
    /// How many characters and bytes are not the smallest letter.
    pub letters: u64,
}

impl Value {
    /// The size of what can be reached from the whole.
    pub fn size(&self) -> Size {
        let mut size = Size::default();
        for (node, _) in self.by_depth() {
            let holds = &self.node(node).holds;
            let fields = if let Holds::Fields(fields) = holds { fields.len() } else { 0 };
            size.parts += 1 + (holds.removable() + fields) as u64;
            match holds {
                Holds::Number(number) => size.numbers = size.numbers.saturating_add(number.weight()),
                Holds::Text(points) => {
                    size.letters += points.iter().filter(|point| **point != SMALLEST_LETTER).count() as u64;
                }
                Holds::Bytes(bytes) => {
                    size.letters +=
                        bytes.iter().filter(|byte| u32::from(**byte) != SMALLEST_LETTER).count() as u64;
                }
                _ => {}
            }
        }
        size
    }
}
