//! Changes of words and punctuation, for texts of any kind.

use std::ops::Range;

use dwindle::Text;
use dwindle::space::{Space, TextSpace, Unit};
use dwindle_syntax::generate::Numbers;

use super::bytes::spliced;
use crate::commands::fuzz::member::Member;

/// How often a token may stand beside itself at most.
const COPIES: usize = 8;

/// `text` with one token dropped, repeated, or in the place of another; none for a text without tokens.
pub(super) fn change(text: &Text, members: &[Member], lots: &mut Numbers) -> Option<Vec<u8>> {
    let own = text.cut(Unit::Tokens);
    let span = token(&own, lots)?;
    let (bytes, copy) = (text.bytes(), text.bytes()[span.clone()].to_vec());
    Some(match lots.below(4) {
        0 => spliced(bytes, span, b""),
        1 => {
            let copies = 1 + lots.below(COPIES);
            spliced(bytes, span.end..span.end, &copy.repeat(copies))
        }
        2 => {
            let other = token(&own, lots)?;
            spliced(bytes, other, &copy)
        }
        _ => {
            let other = &lots.one_of(members).text;
            let donor = token(&other.cut(Unit::Tokens), lots)?;
            spliced(bytes, span, &other.bytes()[donor])
        }
    })
}

/// The span of one of the tokens.
fn token(space: &TextSpace, lots: &mut Numbers) -> Option<Range<usize>> {
    let units = u32::try_from(space.units()).ok().filter(|units| *units > 0)?;
    let unit = u32::try_from(lots.below(units as usize)).expect("there are not more");
    Some(space.span(unit..unit + 1))
}
