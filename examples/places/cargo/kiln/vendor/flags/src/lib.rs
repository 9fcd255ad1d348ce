//! Words and values of a command line.

pub struct Flags<'w>(&'w [String]);

impl<'w> Flags<'w> {
    pub fn of(words: &'w [String]) -> Self {
        Self(words)
    }

    pub fn first(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        let at = self.0.iter().position(|word| word.strip_prefix("--") == Some(name))?;
        self.0.get(at + 1).map(String::as_str)
    }
}
