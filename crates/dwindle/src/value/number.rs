//! Numbers, and how they get smaller.

/// A number that a value holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer too large for the others: its sign, and a number that tells one from the other.
    Big {
        /// Whether it is below zero.
        is_negative: bool,
        /// Which it is, or was before it was halved.
        origin: u32,
        /// How many binary digits it has: at least 64.
        bits: u32,
        /// How many times it was halved.
        halved: u32,
    },
    /// A floating-point number.
    Float(f64),
}

/// A way for a number to get smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// To zero, or false.
    Zero,
    /// To one.
    One,
    /// To its opposite above zero.
    Positive,
    /// To what is before the point; of an integer that is too large to the largest that is not.
    Whole,
    /// To the nearest multiple of one half that is closer to zero.
    Half,
    /// By a part of itself: 1 takes half of it away, 2 a quarter, and so on.
    Less(u32),
}

/// Above this, integers are no longer exact in a floating-point number.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Number {
    /// What it becomes; `None` where that is not smaller.
    pub fn toward(self, toward: Toward) -> Option<Self> {
        let to = match (self, toward) {
            (Self::Bool(_), Toward::Zero) => Self::Bool(false),
            (Self::Int(_) | Self::Big { .. }, Toward::Zero) => Self::Int(0),
            (Self::Int(_) | Self::Big { .. }, Toward::One) => Self::Int(1),
            (Self::Int(number), Toward::Positive) => Self::Int(number.checked_neg()?),
            (Self::Int(number), Toward::Less(part)) => Self::Int(number - part_of(number, part)?),
            (Self::Big { is_negative, .. }, Toward::Whole) => {
                Self::Int(if is_negative { -i64::MAX } else { i64::MAX })
            }
            (Self::Big { is_negative, origin, bits, halved }, Toward::Less(part)) => {
                // Its digits beyond the others' are taken off as a number is, by parts.
                let less = part_of(i64::from(bits.saturating_sub(63)), part)?;
                let less = u32::try_from(less).ok()?;
                Self::Big { is_negative, origin, bits: bits - less, halved: halved + less }
            }
            (Self::Float(_), Toward::Zero) => Self::Float(0.0),
            (Self::Float(_), Toward::One) => Self::Float(1.0),
            (Self::Float(number), Toward::Positive) => Self::Float(-number),
            (Self::Float(number), Toward::Whole) => Self::Float(number.trunc()),
            (Self::Float(number), Toward::Half) => Self::Float((number * 2.0).trunc() / 2.0),
            (Self::Float(number), Toward::Less(part)) if number.fract() == 0.0 => {
                if number.abs() < EXACT {
                    #[expect(clippy::cast_possible_truncation, reason = "it is an integer, and small enough")]
                    let whole = number as i64;
                    #[expect(clippy::cast_precision_loss, reason = "it is exact there")]
                    let less = (whole - part_of(whole, part)?) as f64;
                    Self::Float(less)
                } else {
                    let less = number - number / f64::from(2_u32.checked_pow(part)?);
                    Self::Float(less.trunc())
                }
            }
            _ => return None,
        };
        (to.weight() < self.weight()).then_some(to)
    }

    /// Words that tell it from every other number.
    pub(crate) fn words(self) -> [u64; 2] {
        match self {
            Self::Bool(is_true) => [1, u64::from(is_true)],
            Self::Int(number) => [2, number.cast_unsigned()],
            Self::Big { is_negative, origin, halved, .. } => {
                [3 + u64::from(is_negative), u64::from(origin) << 32 | u64::from(halved)]
            }
            Self::Float(number) => [5, number.to_bits()],
        }
    }

    /// What is smaller: a number with less weight. That of zero is 0, and a number above zero has less than its
    /// opposite; then come those with something behind the point, infinity, and what is no number.
    pub fn weight(self) -> u128 {
        const POINT: u128 = 1 << 90;
        match self {
            Self::Bool(is_true) => u128::from(is_true),
            Self::Int(number) => 2 * u128::from(number.unsigned_abs()) + u128::from(number < 0),
            Self::Big { is_negative, bits, .. } => (1 << 88) + 2 * u128::from(bits) + u128::from(is_negative),
            Self::Float(number) => {
                let sign = u128::from(number.is_sign_negative() && number != 0.0);
                let size = number.abs();
                if number.is_nan() {
                    1 << 100
                } else if number.is_infinite() {
                    (1 << 99) + sign
                } else if size.fract() != 0.0 {
                    POINT + (u128::from(behind_the_point(size)) << 75) + 2 * whole(size) + sign
                } else {
                    2 * whole(size) + sign
                }
            }
        }
    }
}

/// A part of a number that is at least 1, with its sign; none where that is no part.
fn part_of(number: i64, part: u32) -> Option<i64> {
    let less = number.unsigned_abs().checked_shr(part)?;
    let less = i64::try_from(less).ok().filter(|less| *less > 0)?;
    Some(less * number.signum())
}

/// The whole part of a number that is not below zero, as it is where that is exact, and else by its order.
fn whole(size: f64) -> u128 {
    if size < EXACT {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small enough")]
        let whole = size as u64;
        u128::from(whole)
    } else {
        (1 << 66) + u128::from(size.to_bits())
    }
}

/// How many binary digits a number has behind the point.
fn behind_the_point(mut size: f64) -> u32 {
    let mut digits = 0;
    while size.fract() != 0.0 && digits < 1100 {
        size = size.fract() * 2.0;
        digits += 1;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Where a number ends that fails from `least` on.
    fn end(from: i64, least: i64) -> i64 {
        let fails = |number: Number| matches!(number, Number::Int(number) if number >= least);
        let ways = [Toward::Zero, Toward::One, Toward::Positive].into_iter().chain((1..64).map(Toward::Less));
        let mut number = Number::Int(from);
        for way in ways {
            while let Some(less) = number.toward(way).filter(|less| fails(*less)) {
                number = less;
            }
        }
        match number {
            Number::Int(number) => number,
            other => panic!("{other:?} is no integer"),
        }
    }

    proptest! {
        #[test]
        fn an_integer_gets_as_small_as_it_can(least in 2_i64..1_000_000, more in 0_i64..1_000_000_000) {
            prop_assert_eq!(end(least + more, least), least);
        }

        #[test]
        fn what_a_number_becomes_is_smaller(number in any::<f64>(), whole in any::<i64>(), part in 1_u32..64) {
            let ways = [Toward::Zero, Toward::One, Toward::Positive, Toward::Whole, Toward::Half, Toward::Less(part)];
            for number in [Number::Float(number), Number::Float(number.trunc()), Number::Int(whole)] {
                for way in ways {
                    if let Some(less) = number.toward(way) {
                        prop_assert!(less.weight() < number.weight(), "{:?} {:?} {:?}", number, way, less);
                    }
                }
            }
        }
    }

    #[test]
    fn a_number_with_many_digits_loses_them_down_to_the_least_that_is_as_large() {
        let mut number = Number::Big { is_negative: true, origin: 0, bits: 300, halved: 0 };
        for part in 1..64 {
            let is_enough = |less: &Number| matches!(less, Number::Big { bits, .. } if *bits >= 101);
            while let Some(less) = number.toward(Toward::Less(part)).filter(is_enough) {
                assert!(less.weight() < number.weight());
                number = less;
            }
        }
        assert_eq!(number, Number::Big { is_negative: true, origin: 0, bits: 101, halved: 199 });
        let last = Number::Big { is_negative: false, origin: 0, bits: 64, halved: 0 };
        assert!((1..64).all(|part| last.toward(Toward::Less(part)).is_none()));
    }

    #[test]
    fn zero_is_the_smallest() {
        for zero in [Number::Int(0), Number::Bool(false), Number::Float(0.0), Number::Float(-0.0)] {
            assert_eq!(zero.weight(), 0);
            assert_eq!(zero.toward(Toward::Positive), None);
        }
    }
}
