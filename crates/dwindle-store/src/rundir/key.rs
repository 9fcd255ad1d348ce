//! The run key: exactly what determines the result of a run.
//!
//! In it: the artifact, the test's contents and arguments, the programs that these resolve to, the declared
//! environment, and the options that affect outcomes. Not in it: where the result goes, and how many tests
//! run at once. The caller knows which these are; this file hashes what it is given, field by field, so that
//! two keys can be compared and what differs be named.

use std::fmt;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use blake3::Hasher;
use dwindle::event::Difference;

use super::hash;
use crate::Error;
use crate::journal::KeyField;

/// How many hexadecimal digits of a key name its run directory: 80 bits.
const DIGITS: usize = 20;

/// Values up to this length can be shown when they differ.
const SHOWN: usize = 200;

/// What a run is a run of, as a hash, with the hash of each thing that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunKey {
    hash: String,
    fields: Vec<KeyField>,
    /// How many fields from the first on say what is worked on; the others say how.
    subject: usize,
}

impl RunKey {
    /// Begins a key.
    pub const fn builder() -> Builder {
        Builder { fields: Vec::new(), subject: 0 }
    }

    /// The hash of what is worked on, which two keys have in common that differ only in how: see [`Builder::subject`].
    pub fn subject(&self) -> String {
        hash_of(&self.fields[..self.subject])
    }

    /// Whether a run with these `fields` works on the same.
    pub fn has_subject_of(&self, fields: &[KeyField]) -> bool {
        let same = |(one, other): (&KeyField, &KeyField)| one.name == other.name && one.hash == other.hash;
        fields.len() >= self.subject && self.fields[..self.subject].iter().zip(fields).all(same)
    }

    /// What the key was made from, in order.
    pub fn fields(&self) -> &[KeyField] {
        &self.fields
    }

    /// The beginning of the key, which names its run directory.
    pub fn short(&self) -> String {
        self.hash[..DIGITS].to_owned()
    }

    /// What differs from the key that `before` made, in order of first mention; nothing for equal keys.
    ///
    /// A name that stands several times counts as one thing, whose value is all of them in order.
    pub fn differences(&self, before: &[KeyField]) -> Vec<Difference> {
        let mut differences: Vec<Difference> = Vec::new();
        for KeyField { name, .. } in self.fields.iter().chain(before) {
            if differences.iter().any(|difference| difference.name == *name) {
                continue;
            }
            let of = |fields: &[KeyField]| -> Vec<KeyField> {
                fields.iter().filter(|field| field.name == *name).cloned().collect()
            };
            let (now, then) = (of(&self.fields), of(before));
            if now.iter().map(|field| &field.hash).ne(then.iter().map(|field| &field.hash)) {
                differences.push(Difference { name: name.clone(), then: shown(&then), now: shown(&now) });
            }
        }
        differences
    }
}

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hash)
    }
}

fn hash_of(fields: &[KeyField]) -> String {
    let mut hasher = Hasher::new();
    for KeyField { name, hash, .. } in fields {
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update(hash.as_bytes());
    }
    hash::digits(&hasher)
}

/// All values of one name, if each can be shown.
fn shown(fields: &[KeyField]) -> Option<String> {
    let values: Option<Vec<&str>> = fields.iter().map(|field| field.shown.as_deref()).collect();
    values.filter(|values| !values.is_empty()).map(|values| values.join(" "))
}

/// A [`RunKey`] under way.
///
/// The order of fields matters, and so do their names: they are what the user reads when one differs.
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    fields: Vec<KeyField>,
    subject: usize,
}

impl Builder {
    /// Adds a value that is too long, or of no use, to be shown.
    pub fn field(self, name: &str, value: &[u8]) -> Self {
        self.push(name, hash::of(value), None)
    }

    /// Adds a value that can be shown when it differs: an option, a variable, an argument.
    pub fn option(self, name: &str, value: &str) -> Self {
        let shown = (value.len() <= SHOWN).then(|| value.to_owned());
        self.push(name, hash::of(value.as_bytes()), shown)
    }

    /// Adds the contents of a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn file(self, name: &str, path: &Path) -> Result<Self, Error> {
        let add = |hasher: &mut Hasher| hasher.update_reader(File::open(path)?).map(|_| None);
        self.hashed(name, add).map_err(Error::io("read", path))
    }

    /// Adds a program: its path, its size and when it was last changed. Its contents are not read.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn executable(self, name: &str, path: &Path) -> Result<Self, Error> {
        let add = |hasher: &mut Hasher| {
            let about = path.metadata()?;
            hasher.update(path.as_os_str().as_bytes());
            for number in [about.size().cast_signed(), about.mtime(), about.mtime_nsec()] {
                hasher.update(&number.to_le_bytes());
            }
            Ok(Some(format!("{} ({} bytes)", path.display(), about.size())))
        };
        self.hashed(name, add).map_err(Error::io("look at", path))
    }

    /// Adds a file or a folder: its path and all that it holds.
    ///
    /// # Errors
    /// When something of it cannot be read.
    pub fn contents(self, name: &str, path: &Path) -> Result<Self, Error> {
        let add = |hasher: &mut Hasher| {
            hasher.update(path.as_os_str().as_bytes());
            let bytes = hash::add_contents(hasher, path)?;
            Ok(Some(format!("{} ({bytes} bytes)", path.display())))
        };
        self.hashed(name, add).map_err(Error::io("read", path))
    }

    /// Adds what `add` gives to a hasher; what it returns can be shown.
    fn hashed(
        self,
        name: &str,
        add: impl FnOnce(&mut Hasher) -> io::Result<Option<String>>,
    ) -> io::Result<Self> {
        let mut hasher = Hasher::new();
        let shown = add(&mut hasher)?;
        Ok(self.push(name, hash::digits(&hasher), shown))
    }

    /// Ends what the run works on: fields that follow say how. Results of two runs that work on the same may be
    /// compared.
    pub fn subject(mut self) -> Self {
        self.subject = self.fields.len();
        self
    }

    /// Makes the key.
    pub fn build(self) -> RunKey {
        RunKey { hash: hash_of(&self.fields), fields: self.fields, subject: self.subject }
    }

    fn push(mut self, name: &str, hash: String, shown: Option<String>) -> Self {
        self.fields.push(KeyField { name: name.to_owned(), hash, shown });
        self
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_key_depends_on_every_name_and_value_and_their_order() {
        let keys = [
            RunKey::builder(),
            RunKey::builder().field("a", b""),
            RunKey::builder().field("a", b"b"),
            RunKey::builder().field("ab", b""),
            RunKey::builder().field("a", b"").field("b", b""),
            RunKey::builder().field("b", b"").field("a", b""),
            RunKey::builder().field("a", b"").field("a", b""),
        ]
        .map(Builder::build);
        for (i, one) in keys.iter().enumerate() {
            for (j, other) in keys.iter().enumerate() {
                assert_eq!(one.hash == other.hash, i == j);
                assert_eq!(one.short() == other.short(), i == j);
            }
        }
    }

    #[test]
    fn what_differs_is_named_with_what_it_was() {
        let then = RunKey::builder()
            .field("test", b"one")
            .option("timeout", "10")
            .option("argument", "-O1")
            .option("argument", "-g")
            .field("gone", b"")
            .build();
        let now = RunKey::builder()
            .field("test", b"two")
            .option("timeout", "10")
            .option("argument", "-O2")
            .option("argument", "-g")
            .build();
        let differences: Vec<_> = now
            .differences(then.fields())
            .into_iter()
            .map(|Difference { name, then, now }| (name, then.unwrap_or_default(), now.unwrap_or_default()))
            .collect();
        let text = |name: &str, then: &str, now: &str| (name.to_owned(), then.to_owned(), now.to_owned());
        assert_eq!(
            differences,
            [text("test", "", ""), text("argument", "-O1 -g", "-O2 -g"), text("gone", "", "")]
        );
        assert_eq!(now.differences(now.fields()), []);
    }

    #[test]
    fn a_folder_counts_by_what_is_in_it() {
        let dir = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
        };
        let key = || RunKey::builder().contents("--with", dir.path()).unwrap().build();
        put("deep/down/file", "one");
        let before = key();
        assert_eq!(before, key());
        // The same size, and the folder itself is not touched.
        put("deep/down/file", "two");
        let edited = key();
        assert_ne!(before, edited);
        put("deep/down/file", "one");
        assert_eq!(before, key());
        std::fs::rename(dir.path().join("deep/down/file"), dir.path().join("deep/file")).unwrap();
        assert_ne!(before, key());
        std::os::unix::fs::symlink("nowhere", dir.path().join("deep/link")).unwrap();
        assert_ne!(before, key());
    }

    #[test]
    fn a_program_that_was_rebuilt_makes_another_key() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cc");
        let key = |length| {
            File::create(&path).unwrap().set_len(length).unwrap();
            RunKey::builder().executable("cc", &path).unwrap().build()
        };
        assert_ne!(key(10), key(11));
    }
}
