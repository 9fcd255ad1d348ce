//! The name that somebody meant.

/// The name that is most like `word`, by the measure and the bound that clap has for options.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let like = names.map(|name| (strsim::jaro(word, name), name)).filter(|(like, _)| *like > 0.7);
    like.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, name)| name)
}
