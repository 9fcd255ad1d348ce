//! The last few values.

mod iter;

pub struct Ring<T, const N: usize> {
    pub(crate) values: Vec<T>,
}

impl<T, const N: usize> Ring<T, N> {
    pub fn new() -> Self {
        Self { values: Vec::with_capacity(N) }
    }

    pub fn push(&mut self, value: T) {
        if self.values.len() == N {
            self.values.remove(0);
        }
        self.values.push(value);
    }
}
