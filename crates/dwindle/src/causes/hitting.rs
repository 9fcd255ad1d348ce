//! Hitting sets: choices of one element of each of several lists, the lightest first.

use std::collections::BTreeSet;

/// Choices of one element of each list, as places in the lists, the one with the smallest sum of weights first.
///
/// The lists are in the order of their weights. Best-first search over the choices, as in enumerations of minimal hitting
/// sets (Liffiton and others 2016, MARCO, get them from a solver); each choice comes once.
#[derive(Debug)]
pub(super) struct Choices {
    weights: Vec<Vec<u64>>,
    ahead: BTreeSet<(u64, Vec<usize>)>,
}

impl Choices {
    /// All choices of lists with these weights.
    pub(super) fn new(weights: Vec<Vec<u64>>) -> Self {
        let mut choices = Self { ahead: BTreeSet::new(), weights };
        let first = vec![0; choices.weights.len()];
        if choices.weights.iter().all(|list| !list.is_empty()) {
            choices.ahead.insert((choices.weight(&first), first));
        }
        choices
    }

    fn weight(&self, choice: &[usize]) -> u64 {
        choice.iter().zip(&self.weights).map(|(&at, list)| list[at]).sum()
    }
}

impl Iterator for Choices {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let (_, choice) = self.ahead.pop_first()?;
        // Only what comes after the last list that was moved, so that there is one way to each choice.
        let moved = choice.iter().rposition(|&at| at > 0).unwrap_or(0);
        for list in moved..choice.len() {
            let mut next = choice.clone();
            next[list] += 1;
            if next[list] < self.weights[list].len() {
                self.ahead.insert((self.weight(&next), next));
            }
        }
        Some(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_choice_comes_once_and_the_lightest_first() {
        let weights = vec![vec![1, 5], vec![2, 3, 9], vec![4]];
        let all: Vec<Vec<usize>> = Choices::new(weights.clone()).collect();
        let sums: Vec<u64> =
            all.iter().map(|choice| choice.iter().zip(&weights).map(|(&at, list)| list[at]).sum()).collect();
        assert_eq!(sums, [7, 8, 11, 12, 14, 18]);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 6);
        assert_eq!(Choices::new(vec![vec![1], vec![]]).next(), None);
    }
}
