//! A line of the log.

pub struct Line {
    text: String,
}

impl Line {
    pub fn new(text: &str) -> Self {
        Self { text: text.replace('\n', " ") }
    }

    #[cfg(feature = "journal")]
    pub fn written(&self) -> String {
        format!("{:08x} {}", checksum::of(self.text.as_bytes()), self.text)
    }

    #[cfg(not(feature = "journal"))]
    pub fn written(&self) -> String {
        self.text.clone()
    }
}
