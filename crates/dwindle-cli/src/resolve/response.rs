//! Response files: words in a file, as many compilers take them (`@FILE`).

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;

use dwindle_run::error::RunError;
use dwindle_run::text::shell;

/// How deep response files may name each other.
const DEEPEST: u32 = 10;

/// Puts the words of response files where they are named; those that are `kept` stay as they are.
///
/// # Errors
/// When there is no such file, it cannot be read, a quote is unterminated, or files include each other.
pub(super) fn open(words: &[OsString], kept: &dyn Fn(&OsStr) -> bool) -> Result<Vec<OsString>, RunError> {
    let mut out = Vec::new();
    put(words, kept, 0, &mut out)?;
    Ok(out)
}

fn put(
    words: &[OsString],
    kept: &dyn Fn(&OsStr) -> bool,
    depth: u32,
    out: &mut Vec<OsString>,
) -> Result<(), RunError> {
    for word in words {
        let Some(name) = word.as_bytes().strip_prefix(b"@").filter(|name| !name.is_empty() && !kept(word))
        else {
            out.push(word.clone());
            continue;
        };
        let shown = shell::quoted([word]);
        let wrong = |why: &str| {
            RunError::usage(format!("response file {shown}: {why}"))
                .hint(format!("if it is not a response file, keep it as it is: --keep {shown}"))
        };
        if depth == DEEPEST {
            return Err(wrong("response files include each other in a cycle"));
        }
        let text = fs::read(OsStr::from_bytes(name)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => wrong("no such file"),
            _ => wrong(&error.to_string()),
        })?;
        let inner = shell::split(&text, shell::Rules::ResponseFile).map_err(|unclosed| {
            let line = text[..unclosed.0].split(|&byte| byte == b'\n').count();
            wrong(&format!("line {line}: unterminated quote"))
        })?;
        put(&inner, kept, depth + 1, out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::disallowed_methods, reason = "tests lay out files")]
    fn opened(files: &[(&str, &str)], words: &[&str], kept: bool) -> Result<String, String> {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().to_str().unwrap();
        for (name, text) in files {
            fs::write(dir.path().join(name), text.replace('~', home)).unwrap();
        }
        let words: Vec<OsString> = words.iter().map(|word| word.replace('~', home).into()).collect();
        let opened = open(&words, &|_| kept).map_err(|error| error.to_string().replace(home, "~"))?;
        Ok(opened.join(OsStr::new("|")).into_string().unwrap().replace(home, "~"))
    }

    #[test]
    fn the_words_of_a_response_file_stand_where_it_is_named() {
        let files = [("a", "-O2 'b c'\n@~/b"), ("b", "-g\n")];
        assert_eq!(opened(&files, &["-c", "@~/a", "x.c", "@"], false).unwrap(), "-c|-O2|b c|-g|x.c|@");
        assert_eq!(opened(&files, &["@~/a"], true).unwrap(), "@~/a");
    }

    #[test]
    fn a_response_file_that_cannot_be_opened_is_named() {
        let wrong = |files: &[(&str, &str)]| opened(files, &["@~/a"], false).unwrap_err();
        assert!(wrong(&[]).starts_with("response file @~/a: no such file\n"));
        assert!(wrong(&[("a", "-g\n'x\n")]).starts_with("response file @~/a: line 2: unterminated quote\n"));
        assert!(wrong(&[("a", "@~/a")]).contains("in a cycle"));
    }
}
