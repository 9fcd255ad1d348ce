//! The name that somebody meant.

/// What to do about `word`, which is no name: `did you mean NAME?` with the one of `names` that is most like it between
/// `marks`, or `otherwise` where none is.
pub fn meant(word: &str, names: &[&str], [open, close]: [char; 2], otherwise: String) -> String {
    let name = nearest(word, names.iter().copied());
    name.map_or(otherwise, |name| format!("did you mean {open}{name}{close}?"))
}

/// The name that is most like `word`, by the measure and the bound that clap has for options.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let like = names.map(|name| (strsim::jaro(word, name), name)).filter(|(like, _)| *like > 0.7);
    like.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, name)| name)
}
