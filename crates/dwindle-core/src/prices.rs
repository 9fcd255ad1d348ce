//! Prices of tests: how much longer a test takes that passes than one that fails, or the other way round.
//! Strategies that know them ask larger or smaller questions.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// What a test costs, in any unit of time, by its outcome. An unresolved one costs what one that passes does.
///
/// A solver that gives up at once where it fails, and works for seconds where it passes, has dear passes: then it is worth
/// asking for less at a time, since that is likelier to fail. Where failing means to hang, it is the other way round.
///
/// Prices are fixed before a search and are no measurement: the same prices lead to the same questions everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prices {
    pass: NonZeroU32,
    fail: NonZeroU32,
}

/// The largest price.
const MOST: u32 = 1000;

impl Prices {
    /// Both outcomes cost the same.
    pub const EQUAL: Self = Self { pass: NonZeroU32::MIN, fail: NonZeroU32::MIN };

    /// A test that passes costs `pass`, one that fails `fail`: from 1 to 1,000.
    pub fn new(pass: u32, fail: u32) -> Option<Self> {
        let price = |price: u32| NonZeroU32::new(price).filter(|price| price.get() <= MOST);
        Some(Self { pass: price(pass)?, fail: price(fail)? })
    }

    /// What a test that passes costs.
    pub const fn pass(self) -> u32 {
        self.pass.get()
    }

    /// What a test that fails costs.
    pub const fn fail(self) -> u32 {
        self.fail.get()
    }

    /// How likely a question should be to fail for its answer to tell most for its price; one half where prices are equal.
    ///
    /// An answer that comes with a chance of `x` to the power of its price tells the same for each unit of price (Krause,
    /// "Channels which transmit letters of unequal duration", 1962); `x` is where both chances add up to one.
    pub(crate) fn chance(self) -> f64 {
        if self.pass == self.fail {
            return 0.5;
        }
        let (mut low, mut high) = (0.0, 1.0);
        // Each step halves what is open: after these it is no wider than the last digits.
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if power(middle, self.pass() as usize) + power(middle, self.fail() as usize) < 1.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        power(high, self.fail() as usize)
    }

    /// How many halvings a size that is looked for from above is cut by at once: one, and more where passes are dear.
    pub(crate) fn halvings(self) -> u32 {
        1 + (self.pass() / self.fail()).checked_ilog2().unwrap_or(0)
    }
}

impl Default for Prices {
    fn default() -> Self {
        Self::EQUAL
    }
}

impl fmt::Display for Prices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.pass, self.fail)
    }
}

/// Words that are no prices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not PASS:FAIL with two whole numbers from 1 to {MOST}")]
pub struct NoPrices;

impl FromStr for Prices {
    type Err = NoPrices;

    fn from_str(words: &str) -> Result<Self, NoPrices> {
        let (pass, fail) = words.split_once(':').ok_or(NoPrices)?;
        let price = |word: &str| word.parse().map_err(|_| NoPrices);
        Self::new(price(pass)?, price(fail)?).ok_or(NoPrices)
    }
}

/// `base` to the `exponent`, by squaring: the same bits on every machine.
pub(crate) fn power(base: f64, exponent: usize) -> f64 {
    let (mut result, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
        }
        square *= square;
        left /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_likelier_to_fail_the_dearer_a_pass_is() {
        let chance = |pass, fail| Prices::new(pass, fail).unwrap().chance();
        assert!((chance(1, 1) - 0.5).abs() < f64::EPSILON);
        assert!((chance(7, 7) - 0.5).abs() < f64::EPSILON);
        // Where x + x^2 = 1, x is the golden section.
        assert!((chance(2, 1) - 0.618_034).abs() < 1e-6);
        assert!((chance(1, 2) - 0.381_966).abs() < 1e-6);
        assert!(chance(1000, 1) > 0.99 && chance(1, 1000) < 0.01);
    }

    #[test]
    fn prices_are_read_as_they_are_written() {
        assert_eq!("5:1".parse(), Ok(Prices::new(5, 1).unwrap()));
        assert_eq!(Prices::new(1, 30).unwrap().to_string(), "1:30");
        for wrong in ["5", "0:1", "1:1001", "5:1:1", "a:b", ""] {
            assert_eq!(wrong.parse::<Prices>(), Err(NoPrices), "{wrong}");
        }
    }
}
