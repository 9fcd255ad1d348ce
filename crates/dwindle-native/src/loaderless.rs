//! Programs that are linked statically: the agent becomes their loader, and takes the place of functions by their symbols.

use std::collections::BTreeMap;

use dwindle_agent::layout::{FROZEN, REPLACED_BYTES};
use object::elf::{FileHeader64, PT_INTERP, PT_NOTE};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Endianness, Object, ObjectSymbol, SymbolKind};

use crate::debug::Debug;
use crate::program::Program;
use crate::refusal::Refusal;

/// What a C library begins a program with, so that it is known that its functions are there.
const BEGINNING: &str = "__libc_start_main";

/// Functions begin at such a boundary.
const BOUNDARY: u64 = 16;

/// The functions of a program without a loader that the agent takes the place of: where they are, and their places in [`FROZEN`].
pub(crate) fn replaced(program: &Program, debug: &Debug) -> Result<Vec<(u64, usize)>, Refusal> {
    if program.has_loader {
        return Ok(Vec::new());
    }
    let object = program.object()?;
    let mut functions: BTreeMap<&str, u64> = BTreeMap::new();
    for symbol in object.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
        if let Ok(name) = symbol.name() {
            functions.insert(name, symbol.address());
        }
    }
    if !functions.contains_key(BEGINNING) {
        return Err(Refusal::Static(program.path.clone()));
    }
    let own = |address: &u64| debug.functions.iter().any(|function| function.code.contains(address));
    let mut found = Vec::new();
    for (place, name) in FROZEN.into_iter().enumerate() {
        let Some(address) = functions.get(name).filter(|address| !own(address)) else { continue };
        // What follows has a boundary of its own, so there is room for a jump.
        if address % BOUNDARY + REPLACED_BYTES > BOUNDARY {
            return Err(Refusal::Static(program.path.clone()));
        }
        found.push((*address, place));
    }
    Ok(found)
}

/// The file of a program without a loader, with one: a note of the linker's makes room for its name.
pub(crate) fn with_loader(program: &Program, loader: &str) -> Result<Vec<u8>, Refusal> {
    let no_room = || Refusal::Static(program.path.clone());
    let header = FileHeader64::<Endianness>::parse(program.bytes.as_slice()).map_err(|_| no_room())?;
    let endian = header.endian().map_err(|_| no_room())?;
    let segments = header.program_headers(endian, program.bytes.as_slice()).map_err(|_| no_room())?;
    let place = segments.iter().position(|segment| segment.p_type(endian) == PT_NOTE).ok_or_else(no_room)?;
    let at = header.e_phoff(endian) + place as u64 * u64::from(header.e_phentsize(endian));
    let at = usize::try_from(at).map_err(|_| no_room())?;
    let mut bytes = program.bytes.clone();
    let length = loader.len() as u64 + 1;
    let readable = 4_u64 << 32;
    let segment = [u64::from(PT_INTERP.0) | readable, bytes.len() as u64, 0, 0, length, length, 1];
    let segment = segment.into_iter().flat_map(u64::to_le_bytes);
    bytes.splice(at..at + 56, segment);
    bytes.extend(loader.bytes().chain([0]));
    Ok(bytes)
}
