use crate::Ring;

impl<T, const N: usize> Ring<T, N> {
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.values.iter()
    }
}
