//! Going on where a text is not of the language, so that one wrong place does not spoil the rest.
//!
//! At a token that cannot come, some terminals that end something (`close`: brackets, `end`, `;`) are taken for missing, if
//! with a few of them the token can come; this is asked only of tokens that end something themselves, and of the end of the
//! text. Else the token is left out. Both change what the text is taken for, never the text: what is put in has no bytes.

use std::collections::BTreeMap;

use super::chart::Item;
use super::recognise::Recogniser;
use super::source::Source;

/// A text with more wrong places is no text of the language.
const MOST: usize = 1000;

/// At most so many terminals are put in at one place.
const AT_ONCE: u32 = 8;

/// Fills the chart for what the text becomes, and gives the number of terminals that were put in; none if there are too many
/// wrong places, or the end cannot be reached. For tokens only.
pub(super) fn run(recogniser: &mut Recogniser<'_>, source: &mut Source<'_>, close: &[u32]) -> Option<usize> {
    let (mut place, mut items) = (0, Vec::new());
    let (mut wrong, mut put_in) = (0, 0);
    loop {
        recogniser.settle(place, &items, Some(source.look(place)));
        let here = source.terminal(place);
        if here.is_none() && recogniser.ends(place) {
            return Some(put_in);
        }
        let next = scanned(recogniser, source, place);
        if !next.is_empty() {
            (place, items) = (place + 1, next);
            continue;
        }
        wrong += 1;
        if wrong > MOST {
            return None;
        }
        let added = if here.is_none_or(|here| close.contains(&here)) {
            put(recogniser, source, place, &items, close)
        } else {
            0
        };
        recogniser.chart.truncate(place);
        recogniser.tops.forget();
        put_in += added as usize;
        if added == 0 {
            here?;
            source.leave_out(place);
        }
    }
}

/// Puts terminals in at a place so that the token there can come, if they are few, and says how many.
fn put(
    recogniser: &mut Recogniser<'_>,
    source: &mut Source<'_>,
    place: u32,
    items: &[Item],
    close: &[u32],
) -> u32 {
    let wanted = source.terminal(place);
    let mut items = items.to_vec();
    recogniser.chart.truncate(place);
    for count in 0..=AT_ONCE {
        let here = place + count;
        recogniser.settle(here, &items, None);
        let fits = match wanted {
            Some(wanted) => recogniser.awaited().any(|terminal| terminal == wanted),
            None => recogniser.ends(here),
        };
        if fits {
            return count;
        }
        let next = close.iter().copied().find(|close| recogniser.awaited().any(|awaited| awaited == *close));
        let Some(next) = next.filter(|_| count < AT_ONCE) else {
            source.take_away(place, count);
            break;
        };
        source.put_in(here, next);
        items = scanned(recogniser, source, here);
    }
    0
}

/// What the token at a place leads to.
fn scanned(recogniser: &mut Recogniser<'_>, source: &mut Source<'_>, place: u32) -> Vec<Item> {
    let (mut soon, mut later) = (Vec::new(), BTreeMap::new());
    recogniser.scan(source, place, &mut soon, &mut later);
    soon
}
