//! Names of results.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// `crash.c` and `min` make `crash.min.c`.
pub fn tagged(name: &OsStr, tag: &str) -> OsString {
    let path = Path::new(name);
    let (Some(stem), Some(extension)) = (path.file_stem(), path.extension()) else {
        let mut name = name.to_owned();
        name.push(format!(".{tag}"));
        return name;
    };
    let mut tagged = stem.to_owned();
    tagged.push(format!(".{tag}."));
    tagged.push(extension);
    tagged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_stands_before_the_extension() {
        let tagged = |name: &str| tagged(OsStr::new(name), "min");
        assert_eq!(tagged("crash.c"), "crash.min.c");
        assert_eq!(tagged("a.tar.gz"), "a.tar.min.gz");
        assert_eq!(tagged("Makefile"), "Makefile.min");
        assert_eq!(tagged(".bashrc"), ".bashrc.min");
    }
}
