//! A tree as a tar archive, in which a run keeps its best candidate.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use tar::{Archive, Builder, EntryType, Header};

use super::{Entry, Files};
use crate::Text;

/// An archive that holds something else than a tree.
#[derive(Debug, thiserror::Error)]
pub enum NotATree {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds something that no tree does.
    #[error("{path:?} is not a file, link or directory inside a directory")]
    Entry {
        /// What it is called there.
        path: PathBuf,
    },
}

/// Writes `files` as a tar archive: the same bytes for equal trees.
///
/// # Errors
/// Those of `out`.
pub fn write_archive(files: &Files, out: &mut dyn Write) -> io::Result<()> {
    let mut archive = Builder::new(out);
    for (path, entry) in files.iter() {
        let mut header = Header::new_gnu();
        header.set_mtime(0);
        match entry {
            Entry::File { text, mode } => {
                header.set_mode(*mode);
                header.set_size(text.bytes().len() as u64);
                archive.append_data(&mut header, path, text.bytes())?;
            }
            Entry::Link { target } => {
                header.set_entry_type(EntryType::Symlink);
                header.set_mode(0o777);
                header.set_size(0);
                // As it is written: the archive's own function for links would tidy it up.
                let target = target.as_os_str().as_encoded_bytes();
                if header.set_link_name_literal(target).is_err() {
                    append_long_target(&mut archive, target)?;
                }
                archive.append_data(&mut header, path, io::empty())?;
            }
            Entry::Folder { mode } => {
                header.set_entry_type(EntryType::Directory);
                header.set_mode(*mode);
                header.set_size(0);
                archive.append_data(&mut header, path, io::empty())?;
            }
        }
    }
    archive.finish()
}

/// The bits of a mode that are permissions: a damaged archive may have others.
const PERMISSIONS: u32 = 0o7777;

/// Reads what [`write_archive`] wrote.
///
/// # Errors
/// When it is no such archive.
pub fn read_archive(from: impl Read) -> Result<Files, NotATree> {
    let mut files = Files::new();
    for entry in Archive::new(from).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let mode = entry.header().mode()? & PERMISSIONS;
        let target = entry.link_name()?.map(Cow::into_owned);
        let found = match (entry.header().entry_type(), target) {
            (EntryType::Directory, _) => Some(Entry::Folder { mode }),
            (EntryType::Symlink, Some(target)) => Some(Entry::Link { target }),
            (EntryType::Regular, _) => {
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes)?;
                Text::new(bytes).ok().map(|text| Entry::File { text, mode })
            }
            _ => None,
        };
        let Some(found) = found else { return Err(NotATree::Entry { path }) };
        files.insert(path, found).map_err(|outside| NotATree::Entry { path: outside.0 })?;
    }
    Ok(files)
}

/// Writes what GNU tar writes before a link whose target is too long for its header.
fn append_long_target(archive: &mut Builder<&mut dyn Write>, target: &[u8]) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::GNULongLink);
    header.set_mode(0o644);
    header.set_size(target.len() as u64 + 1);
    archive.append_data(&mut header, "././@LongLink", target.chain(&b"\0"[..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry() -> impl Strategy<Value = Entry> {
        let file = (proptest::collection::vec(any::<u8>(), 0..1500), 0u32..0o7777)
            .prop_map(|(bytes, mode)| Entry::File { text: Text::new(bytes).unwrap(), mode });
        let link = "[a-c/.]{1,150}".prop_map(|target| Entry::Link { target: target.into() });
        prop_oneof![file, link, (0u32..0o7777).prop_map(|mode| Entry::Folder { mode })]
    }

    #[test]
    fn of_a_mode_permissions_are_read() {
        let mut header = Header::new_gnu();
        header.set_path("a").unwrap();
        header.set_mode(0o1_411_431_644);
        header.set_size(0);
        header.set_cksum();
        let archive = [&header.as_bytes()[..], &[0; 1024]].concat();
        let files = read_archive(&archive[..]).unwrap();
        let mut again = Vec::new();
        write_archive(&files, &mut again).unwrap();
        assert_eq!(read_archive(&again[..]).unwrap().id(), files.id());
        let mut expected = Files::new();
        expected.insert("a".into(), Entry::File { text: Text::new([]).unwrap(), mode: 0o1644 }).unwrap();
        assert_eq!(files.id(), expected.id());
    }

    proptest! {
        #[test]
        fn an_archive_gives_the_tree_back(
            entries in proptest::collection::btree_map("[a-cä ]{1,60}(/[a-c]{1,60}){0,3}", entry(), 0..8)
        ) {
            let mut files = Files::new();
            for (path, entry) in entries {
                files.insert(path.into(), entry).unwrap();
            }
            let mut bytes = Vec::new();
            write_archive(&files, &mut bytes).unwrap();
            let back = read_archive(bytes.as_slice()).unwrap();
            prop_assert_eq!(&back, &files);
            prop_assert_eq!(back.id(), files.id());
        }
    }
}
