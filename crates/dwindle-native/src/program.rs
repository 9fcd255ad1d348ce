//! A program's file: whether it can be traced, and where its code is.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use object::elf::PT_INTERP;
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol};

use crate::refusal::Refusal;

/// What sanitizers begin with that have to be loaded before anything else, or have threads of their own.
const SANITIZERS: [&str; 4] = ["__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"];

/// A program that can be loaded with the agent.
#[derive(Debug)]
pub struct Program {
    /// Its file.
    pub path: PathBuf,
    /// The bytes of its file.
    pub(crate) bytes: Vec<u8>,
    /// Whether it names a loader; one that is linked statically does not.
    pub(crate) has_loader: bool,
}

impl Program {
    /// Reads a program.
    pub fn read(path: &Path) -> Result<Self, Refusal> {
        let unreadable = |error| Refusal::Unreadable { path: path.to_owned(), error };
        let mode = fs::metadata(path).map_err(unreadable)?.permissions().mode();
        let bytes = fs::read(path).map_err(unreadable)?;
        let mut program = Self { path: path.to_owned(), bytes, has_loader: true };
        let header = object::elf::FileHeader64::<object::Endianness>::parse(program.bytes.as_slice());
        let header = header.map_err(|_| Refusal::NotNative(path.to_owned()))?;
        let endian = header.endian().map_err(|_| Refusal::NotNative(path.to_owned()))?;
        let executable = [object::elf::ET_EXEC, object::elf::ET_DYN].contains(&header.e_type(endian));
        if header.e_machine(endian) != object::elf::EM_X86_64 || !executable {
            return Err(Refusal::NotNative(path.to_owned()));
        }
        let segments = header.program_headers(endian, program.bytes.as_slice());
        let segments = segments.map_err(|_| Refusal::NotNative(path.to_owned()))?;
        let loader = segments.iter().find(|segment| segment.p_type(endian) == PT_INTERP);
        let name = loader.map(|loader| loader.data(endian, program.bytes.as_slice()).unwrap_or_default());
        if name.is_some_and(|name| name.windows(4).any(|part| part == b"musl")) {
            return Err(Refusal::OtherLibrary(path.to_owned()));
        }
        program.has_loader = name.is_some();
        if mode & 0o6000 != 0 {
            return Err(Refusal::SetUid(path.to_owned()));
        }
        let object = program.object()?;
        let mut names = object.dynamic_symbols().filter_map(|symbol| symbol.name().ok());
        let has_sanitizer = names.any(|name| SANITIZERS.contains(&name));
        if has_sanitizer {
            return Err(Refusal::Sanitizer(path.to_owned()));
        }
        Ok(program)
    }

    pub(crate) fn object(&self) -> Result<object::File<'_>, Refusal> {
        object::File::parse(self.bytes.as_slice()).map_err(|_| Refusal::NotNative(self.path.clone()))
    }

    /// The bytes of a section; none where there is no such section, or where it is compressed.
    pub(crate) fn section(&self, name: &str) -> Result<&[u8], Refusal> {
        let object = self.object()?;
        let Some(section) = object.section_by_name(name) else { return Ok(&[]) };
        let range = section.compressed_file_range().map_err(|error| self.unreadable(&error.to_string()))?;
        if range.format != object::CompressionFormat::None {
            return Err(self.unreadable("it is compressed"));
        }
        let from = usize::try_from(range.offset).unwrap_or(usize::MAX);
        let bytes = usize::try_from(range.uncompressed_size).unwrap_or(usize::MAX);
        Ok(self.bytes.get(from..from.saturating_add(bytes)).unwrap_or_default())
    }

    /// The address at which it begins.
    pub(crate) fn entry(&self) -> Result<u64, Refusal> {
        Ok(self.object()?.entry())
    }

    /// The lowest address of what is loaded.
    pub(crate) fn lowest(&self) -> Result<u64, Refusal> {
        Ok(self.object()?.segments().map(|segment| segment.address()).min().unwrap_or(0))
    }

    /// The bytes that are loaded at an address, and all after them in the same segment.
    pub(crate) fn loaded(&self, address: u64) -> Result<&[u8], Refusal> {
        for segment in self.object()?.segments() {
            let (offset, bytes) = segment.file_range();
            let inside = address.checked_sub(segment.address()).filter(|at| *at < bytes);
            if let Some(at) = inside {
                let place = |by: u64| usize::try_from(offset.checked_add(by)?).ok();
                let range = place(at).zip(place(bytes));
                return Ok(range.and_then(|(from, to)| self.bytes.get(from..to)).unwrap_or_default());
            }
        }
        Ok(&[])
    }

    pub(crate) fn unreadable(&self, why: &str) -> Refusal {
        Refusal::UnreadableDebugInformation { path: self.path.clone(), why: why.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_loaded_of_a_segment_that_its_file_does_not_have() {
        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        bytes.resize(16, 0);
        for half in [2, 0x3e_u16] {
            bytes.extend(half.to_le_bytes());
        }
        bytes.extend(1_u32.to_le_bytes());
        // The entry, where the program headers are, and that there are no sections.
        for word in [0x1000, 64, 0_u64] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(0_u32.to_le_bytes());
        for half in [64, 56, 1, 64, 0, 0_u16] {
            bytes.extend(half.to_le_bytes());
        }
        for word in [1, 5_u32] {
            bytes.extend(word.to_le_bytes());
        }
        // Its place in the file, its address twice, how long it is there and in memory, and how it is aligned.
        for word in [u64::MAX - 8, 0x1000, 0x1000, 0x100, 0x100, 0x1000] {
            bytes.extend(word.to_le_bytes());
        }
        let program = Program { path: PathBuf::new(), bytes, has_loader: false };
        assert_eq!(program.lowest().expect("it has a header"), 0x1000);
        assert!(program.loaded(0x1010).expect("it has a header").is_empty());
    }
}
