//! What is asked for.

use flags::Flags;

pub enum Command {
    Fire(String),
    List,
    #[cfg(feature = "history")]
    History,
    Help,
}

impl Command {
    pub fn parse(words: &[String]) -> Self {
        let flags = Flags::of(words);
        match flags.first() {
            Some("fire") => Self::Fire(flags.value("program").unwrap_or("bisque").to_owned()),
            Some("list") => Self::List,
            #[cfg(feature = "history")]
            Some("history") => Self::History,
            _ => Self::Help,
        }
    }
}
