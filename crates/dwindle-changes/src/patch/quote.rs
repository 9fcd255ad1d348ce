//! Paths as git writes them in patches.

use std::path::Path;

/// `prefix` and `path`; in quotes, as a string of C, where there are bytes that would not stand in a line of ASCII.
pub(super) fn quoted(prefix: &[u8], path: &Path) -> Vec<u8> {
    let bytes = [prefix, path.as_os_str().as_encoded_bytes()].concat();
    if bytes.iter().all(|&byte| (b' '..0x7f).contains(&byte) && byte != b'"' && byte != b'\\') {
        return bytes;
    }
    let mut out = vec![b'"'];
    for byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b' '..0x7f => out.push(byte),
            _ => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out.push(b'"');
    out
}

/// A path as it stands behind `---` or `+++`: with a blank in it, a tab says where it ends.
pub(super) fn ended(mut path: Vec<u8>) -> Vec<u8> {
    if path.contains(&b' ') && path.first() != Some(&b'"') {
        path.push(b'\t');
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: &str) {
        assert_eq!(String::from_utf8(ended(quoted(b"a/", Path::new(path)))).unwrap(), expected);
    }

    #[test]
    fn odd_paths_are_quoted() {
        check("plain/path.c", "a/plain/path.c");
        check("a b", "a/a b\t");
        check("say \"hi\"", "\"a/say \\\"hi\\\"\"");
        check("ä\n", "\"a/\\303\\244\\n\"");
    }
}
