//! Means of counts.

/// Counts from which means follow.
#[derive(Clone, Debug, Default)]
pub struct Mean {
    logarithms: f64,
    count: u32,
}

impl Mean {
    /// One more count; none at all stands for one.
    pub fn add(&mut self, number: u64) {
        self.add_ratio(ratio(number.max(1), 1));
    }

    /// One more ratio, which is greater than 0.
    pub fn add_ratio(&mut self, ratio: f64) {
        self.logarithms += ratio.ln();
        self.count += 1;
    }

    /// The geometric mean; 1 of nothing.
    pub fn geometric(&self) -> f64 {
        if self.count == 0 { 1.0 } else { (self.logarithms / f64::from(self.count)).exp() }
    }
}

/// A count as a multiple of another; of none as one of 1.
#[expect(clippy::cast_precision_loss, reason = "a table shows four digits at most")]
pub fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl FromIterator<u64> for Mean {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        let mut mean = Self::default();
        numbers.into_iter().for_each(|number| mean.add(number));
        mean
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(ratios: I) -> Self {
        let mut mean = Self::default();
        ratios.into_iter().for_each(|ratio| mean.add_ratio(ratio));
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_1_10_and_100_is_10() {
        assert!(([1_u64, 10, 100].into_iter().collect::<Mean>().geometric() - 10.0).abs() < 1e-9);
    }
}
