//! The tests that claims of freedom rest on: of one part alone, and of many at once.
//!
//! Each part goes down its ladder of classes, driven by the values that do not fail: first alone, then with all
//! other parts at once. Where parts vary together only in part, a list algorithm finds which of them are to blame
//! ([`PutBack`](super::vary::PutBack)). The search keeps no candidate meanwhile (`Search::exploring`), since a
//! variation may be smaller than the best.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::class::{Class, Draw};
use super::each::Each;
use super::ladder;
use super::part::Part;
use super::vary::{PutBack, is_allowed, value, varied};
use crate::numbers::Numbers;
use crate::search::{Search, Stop};
use crate::space::{Space, Texts};
use crate::{Algorithm, Config, Outcome, Text};

/// So many values of a part are tested alone.
pub(super) const ALONE: usize = 12;
/// So many values of a class are drawn to find others than before.
const DRAWS: usize = 4 * ALONE;
/// For each variation so many are drawn at most, until one is another than those before.
const MOST_DRAWS: usize = 4;

/// The search, the text, what no word may become, and what numbers stand in the text.
#[derive(Debug)]
pub(super) struct Work<'a, 's> {
    pub(super) search: &'a mut Search<'s>,
    pub(super) text: &'a Text,
    pub(super) taken: BTreeSet<Vec<u8>>,
    /// Each once, in the order in which they first stand.
    pub(super) standing: Vec<Vec<u8>>,
    pub(super) seed: u64,
}

/// A variation: of each part its value, where it has another one than it had.
type Variation = Vec<Option<Vec<u8>>>;

impl Work<'_, '_> {
    /// Drives `part` down its ladder, all else being as it was, until values of a class all fail; says whether there is one.
    pub(super) fn alone(&mut self, part: &mut Part) -> Result<bool, Stop> {
        if !self.survives_one(part)? {
            part.fix();
        }
        while let Some(class) = part.class() {
            let values = self.values(part, class);
            let told = self.outcomes(part, &values, true)?;
            if told.len() == values.len() && told.iter().all(|it| *it == Outcome::Fail) && !values.is_empty()
            {
                part.values.extend(values);
                return Ok(true);
            }
            part.narrow();
        }
        Ok(false)
    }

    /// Whether one value of the narrowest class fails: if not, no other class needs to be tried.
    fn survives_one(&mut self, part: &Part) -> Result<bool, Stop> {
        let Some(narrowest) = part.narrowest() else { return Ok(false) };
        let probe = Part::new(part.places.clone(), vec![narrowest.clone()]);
        let mut numbers = self.numbers(&probe, usize::MAX);
        let Some(value) = value(self.text, &probe, &mut numbers, Draw::Any, &mut self.taken.clone()) else {
            return Ok(false);
        };
        Ok(self.outcomes(&probe, &[value], true)? == [Outcome::Fail])
    }

    /// Which of the operators that may stand for this one do: a part that varies in them, if there are any.
    pub(super) fn operator(&mut self, mut part: Part) -> Result<Option<Part>, Stop> {
        let operator = &self.text.bytes()[part.places[0].clone()];
        let Some(others) = ladder::of_operator(operator) else { return Ok(None) };
        let others: Vec<Vec<u8>> = others.into_iter().map(<[u8]>::to_vec).collect();
        // Where the first of its group do not fail, it is hardly an operator.
        let (first, rest) = others.split_at(FIRST);
        let mut told = self.outcomes(&part, first, false)?;
        if told.contains(&Outcome::Fail) {
            told.extend(self.outcomes(&part, rest, false)?);
        }
        let fail = others.iter().zip(&told).filter(|(_, outcome)| **outcome == Outcome::Fail);
        let fail: Vec<&[u8]> = fail.map(|(other, _)| other.as_slice()).collect();
        if fail.is_empty() {
            return Ok(None);
        }
        let all = [&[operator], fail.as_slice()].concat();
        let shown: Vec<String> = all.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect();
        part = Part::new(part.places, vec![Class::of_texts(shown.join(" or "), &all)]);
        part.values.extend(fail.into_iter().map(<[u8]>::to_vec));
        Ok(Some(part))
    }

    /// Varies all parts at once, until `count` variations in a row fail. Of each that does not, the parts that have to be put
    /// back are driven down their ladders. Gives the number of different variations in that row.
    pub(super) fn together(&mut self, parts: &mut Vec<Part>, count: usize) -> Result<u64, Stop> {
        let mut round = 0;
        loop {
            parts.retain(|part| part.class().is_some());
            if parts.is_empty() {
                return Ok(0);
            }
            let (variations, texts) = self.variations(parts, &mut round, count);
            let many = texts.len() as u64;
            let configs = (0..texts.len()).map(Texts::config).collect();
            let each = self.search.run(&Arc::new(Texts::new(texts)), Each::while_failing(configs))?;
            for (part, values) in parts.iter_mut().zip(columns(&variations[..each.told.len()])) {
                part.values.extend(values);
            }
            if let Some(bad) = each.ended_by() {
                self.narrow(parts, &variations[bad])?;
                continue;
            }
            return Ok(many);
        }
    }

    /// Finds which parts have to be as they were for this variation to fail, and drives them down their ladders.
    fn narrow(&mut self, parts: &mut [Part], variation: &[Option<Vec<u8>>]) -> Result<(), Stop> {
        let varied: Vec<usize> = (0..parts.len()).filter(|at| variation[*at].is_some()).collect();
        let with_value = |at: &usize| variation[*at].clone().map(|value| (parts[*at].clone(), value));
        let put_back = Arc::new(PutBack {
            text: self.text.clone(),
            parts: varied.iter().filter_map(with_value).collect(),
        });
        let left = if varied.len() == 1 {
            put_back.full()
        } else {
            let strategy = Algorithm::default().strategy(&*put_back, put_back.full());
            self.search.run(&put_back, strategy)?.best().clone()
        };
        let guilty: Vec<usize> = left.units().map(|unit| varied[unit as usize]).collect();
        // That nothing has to be put back was refuted.
        let guilty = if guilty.is_empty() { varied } else { guilty };
        for at in guilty {
            if let Some(value) = &variation[at] {
                parts[at].values.remove(value);
            }
            parts[at].narrow();
        }
        Ok(())
    }

    /// The next `count` variations that differ from each other and from the text; fewer where there are hardly any more.
    fn variations(&self, parts: &[Part], round: &mut usize, count: usize) -> (Vec<Variation>, Vec<Text>) {
        let mut ids = BTreeSet::from([self.text.id()]);
        let (mut variations, mut texts) = (Vec::new(), Vec::new());
        for _ in 0..count.saturating_mul(MOST_DRAWS) {
            let variation = self.variation(parts, *round);
            *round += 1;
            if let Some(text) = self.made(parts, &variation).filter(|text| ids.insert(text.id())) {
                variations.push(variation);
                texts.push(text);
            }
            if texts.len() == count {
                break;
            }
        }
        (variations, texts)
    }

    /// Values for all parts at once.
    fn variation(&self, parts: &[Part], round: usize) -> Variation {
        let mut taken = self.taken.clone();
        let value_of = |part: &Part| {
            let mut numbers = self.numbers(part, round);
            let how = match (round % 16, numbers.below(16)) {
                (0, _) | (_, 0) => Draw::Least,
                (1, _) | (_, 1) => Draw::Most,
                (2, _) | (_, 2..4) => Draw::Short,
                (_, 4..6) => return None,
                _ => Draw::Any,
            };
            value(self.text, part, &mut numbers, how, &mut taken)
        };
        parts.iter().map(value_of).collect()
    }

    fn made(&self, parts: &[Part], variation: &[Option<Vec<u8>>]) -> Option<Text> {
        let changes = parts.iter().zip(variation.iter().map(Option::as_deref));
        Text::new(varied(self.text, changes)).ok()
    }

    /// Values of `class` to be tested alone: all there are, or numbers that stand elsewhere and some of the shortest, the longest
    /// and any.
    ///
    /// Two numbers that are the same may mean another thing than two that are not, and are hardly ever drawn.
    fn values(&self, part: &Part, class: &Class) -> Vec<Vec<u8>> {
        if let Some(mut all) = class.all() {
            all.retain(|value| is_allowed(self.text, part, value, &self.taken));
            return all;
        }
        let mut values: Vec<Vec<u8>> = Vec::new();
        if self.text.bytes()[part.places[0].clone()].iter().all(u8::is_ascii_digit) && !part.is_empty() {
            // Small numbers often mean something of their own.
            values.extend((b'0'..=b'9').map(|digit| vec![digit]));
        }
        let others = self.standing.iter().filter(|number| !values.contains(number)).take(ALONE);
        values.extend(others.cloned().collect::<Vec<_>>());
        values.retain(|value| class.contains(value) && is_allowed(self.text, part, value, &self.taken));
        values.extend(class.with_signs(&mut self.numbers(part, DRAWS)));
        let wanted = ALONE.max(values.len() + ALONE / 2);
        for draw in 0..DRAWS {
            let how = match draw {
                0..2 => Draw::Least,
                2..4 => Draw::Most,
                4..6 => Draw::Short,
                _ => Draw::Any,
            };
            let mut numbers = self.numbers(part, draw);
            let value = value(self.text, part, &mut numbers, how, &mut self.taken.clone());
            values.extend(value.filter(|value| !values.contains(value)));
            if values.len() == wanted {
                break;
            }
        }
        values
    }

    /// The outcomes of the text with each of `values` in a part; up to the first that does not fail, if that ends it.
    fn outcomes(
        &mut self,
        part: &Part,
        values: &[Vec<u8>],
        while_failing: bool,
    ) -> Result<Vec<Outcome>, Stop> {
        let of = |value: &Vec<u8>| Text::new(varied(self.text, [(part, Some(value.as_slice()))])).ok();
        let texts: Vec<Text> = values.iter().filter_map(of).collect();
        let configs: Vec<Config> = (0..texts.len()).map(Texts::config).collect();
        let each = if while_failing { Each::while_failing(configs) } else { Each::of(configs) };
        Ok(self.search.run(&Arc::new(Texts::new(texts)), each)?.told)
    }

    /// What the draws of a part in a round come from.
    fn numbers(&self, part: &Part, round: usize) -> Numbers {
        Numbers::of(&[self.seed, part.first() as u64, part.rung() as u64, round as u64])
    }
}

/// So many operators are tried at first.
const FIRST: usize = 2;

/// Of each part its values in these variations.
fn columns(variations: &[Variation]) -> Vec<Vec<Vec<u8>>> {
    let parts = variations.first().map_or(0, Vec::len);
    (0..parts).map(|at| variations.iter().filter_map(|values| values[at].clone()).collect()).collect()
}
