//! What the debug information says: functions, and which addresses belong to which lines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use gimli::{AttributeValue, DwAt, EndianSlice, LittleEndian, Operation, Unit};

use crate::program::Program;
use crate::refusal::Refusal;

/// Debug information as it lies in the program's file.
pub(crate) type Dwarf<'p> = gimli::Dwarf<Slice<'p>>;
/// Bytes of it.
pub(crate) type Slice<'p> = EndianSlice<'p, LittleEndian>;
/// A node of it.
pub(crate) type Entry<'p> = gimli::DebuggingInformationEntry<Slice<'p>>;

/// A function that can be traced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name, without what surrounds it.
    pub name: String,
    /// Its code; of a function in several pieces the longest one.
    pub code: Range<u64>,
    /// Whether its code lies together. Optimisation moves what is seldom executed elsewhere.
    pub whole: bool,
    /// Whether it gives something back.
    pub gives: bool,
    /// Where its lines begin, in the order of addresses.
    pub rows: Vec<Row>,
    /// Where in the debug information it stands, and its unit.
    pub(crate) place: gimli::DebugInfoOffset,
    /// Registers that variables of it are in for as long as it runs (`register` in C).
    pub(crate) registers: BTreeSet<u16>,
}

/// From an address on, the code belongs to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The address.
    pub address: u64,
    /// The file, as a place in [`Debug::files`].
    pub file: usize,
    /// The line, from 1.
    pub line: u32,
}

/// What is known of a program's source.
#[derive(Debug)]
pub struct Debug {
    /// Source files.
    pub files: Vec<PathBuf>,
    /// Of each, whether it is of the program, and not of a library.
    own: Vec<bool>,
    /// The functions that can be traced, in the order of addresses.
    pub functions: Vec<Function>,
}

/// Opens the debug information of a program.
pub(crate) fn dwarf(program: &Program) -> Result<Dwarf<'_>, Refusal> {
    gimli::Dwarf::load(|section| {
        program.section(section.name()).map(|bytes| EndianSlice::new(bytes, LittleEndian))
    })
}

impl Debug {
    /// Reads what is known of a program's functions. Those of libraries, and those that were optimised, are left out.
    pub fn read(program: &Program) -> Result<Self, Refusal> {
        let unreadable = |error: gimli::Error| program.unreadable(&error.to_string());
        let dwarf = dwarf(program)?;
        let mut found = Self { files: Vec::new(), own: Vec::new(), functions: Vec::new() };
        let (mut any, mut lines, mut optimised_units) = (false, false, false);
        let mut units = dwarf.units();
        while let Some(header) = units.next().map_err(unreadable)? {
            let unit = dwarf.unit(header).map_err(unreadable)?;
            let functions = functions(&dwarf, &unit).map_err(unreadable)?;
            any |= !functions.is_empty();
            lines |= unit.line_program.is_some();
            if functions.is_empty() {
                continue;
            }
            let rows = found.rows(&dwarf, &unit).map_err(unreadable)?;
            let functions: Vec<Function> =
                functions.into_iter().filter_map(|function| found.with_rows(function, &rows)).collect();
            if functions.is_empty() {
                continue;
            }
            if is_optimised(program, &dwarf, &unit, &functions).map_err(unreadable)? {
                optimised_units = true;
            } else {
                found.functions.extend(functions);
            }
        }
        if found.functions.is_empty() {
            let path = program.path.clone();
            return Err(match (optimised_units, any, lines) {
                (true, ..) => Refusal::Optimised(path),
                (false, true, _) => found.without_source(program),
                (false, false, true) => Refusal::NoFunctions(path),
                (false, false, false) => Refusal::NoDebugInformation(path),
            });
        }
        found.functions.sort_by_key(|function| function.code.start);
        found.functions.dedup_by_key(|function| function.code.start);
        Ok(found)
    }

    /// Why it has functions and none that can be traced.
    fn without_source(&self, program: &Program) -> Refusal {
        let is_missing = |file: &&PathBuf| !is_foreign(file) && !file.is_file();
        match self.files.iter().find(is_missing) {
            Some(file) => Refusal::NoSource { path: program.path.clone(), file: file.clone() },
            None => program.unreadable("no function has code of its own lines"),
        }
    }

    /// The function with the rows of it, unless it is from a library, or has no code in its own lines.
    fn with_rows(&self, mut function: Function, rows: &BTreeMap<u64, Row>) -> Option<Function> {
        // What was put in from a library belongs to the line before.
        let own = rows.range(function.code.clone()).map(|(_, row)| *row).filter(|row| self.own[row.file]);
        function.rows = own.collect();
        let first = function.rows.first()?.address;
        (first == function.code.start || !function.whole).then_some(function)
    }

    fn rows(&mut self, dwarf: &Dwarf<'_>, unit: &Unit<Slice<'_>>) -> gimli::Result<BTreeMap<u64, Row>> {
        let mut found = BTreeMap::new();
        let Some(program) = unit.line_program.clone() else { return Ok(found) };
        let mut places: BTreeMap<u64, usize> = BTreeMap::new();
        let mut rows = program.rows();
        while let Some((header, row)) = rows.next_row()? {
            if row.end_sequence() || !row.is_stmt() {
                continue;
            }
            let Some(line) = row.line().and_then(|line| u32::try_from(line.get()).ok()) else { continue };
            let file = if let Some(place) = places.get(&row.file_index()) {
                *place
            } else {
                let path = path(dwarf, unit, header, row.file_index())?;
                let known = self.files.iter().position(|file| *file == path);
                let place = known.unwrap_or(self.files.len());
                if known.is_none() {
                    self.own.push(is_own(&path));
                    self.files.push(path);
                }
                places.insert(row.file_index(), place);
                place
            };
            // Of several rows at one address the last says what begins there.
            found.insert(row.address(), Row { address: row.address(), file, line });
        }
        Ok(found)
    }
}

/// Whether a source file belongs to the program, and not to a library: it is there, and not among those of the system.
fn is_own(file: &Path) -> bool {
    !is_foreign(file) && file.is_file()
}

fn is_foreign(file: &Path) -> bool {
    let of_system = ["/usr/include", "/usr/lib", "/rustc"].iter().any(|folder| file.starts_with(folder));
    of_system || file.components().any(|part| part.as_os_str() == "rustlib")
}

fn path(
    dwarf: &Dwarf<'_>,
    unit: &Unit<Slice<'_>>,
    header: &gimli::LineProgramHeader<Slice<'_>>,
    index: u64,
) -> gimli::Result<PathBuf> {
    let text = |value| -> gimli::Result<String> {
        Ok(dwarf.attr_string(unit, value)?.to_string_lossy().into_owned())
    };
    let mut path = PathBuf::new();
    if let Some(directory) = unit.comp_dir {
        path.push(directory.to_string_lossy().as_ref());
    }
    let Some(file) = header.file(index) else { return Ok(path) };
    if let Some(directory) = file.directory(header) {
        path.push(text(directory)?);
    }
    path.push(text(file.path_name())?);
    Ok(simple(&path))
}

/// The path without `.` and, as far as can be seen from the path alone, `..`.
fn simple(path: &Path) -> PathBuf {
    let mut simple = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if simple.file_name().is_some() => {
                simple.pop();
            }
            part => simple.push(part),
        }
    }
    simple
}

fn functions(dwarf: &Dwarf<'_>, unit: &Unit<Slice<'_>>) -> gimli::Result<Vec<Function>> {
    let mut found: Vec<Function> = Vec::new();
    let mut entries = unit.entries();
    while let Some(entry) = entries.next_dfs()? {
        if entry.tag() == gimli::DW_TAG_variable
            && let Some(AttributeValue::Exprloc(place)) = entry.attr_value(gimli::DW_AT_location)
            && let Some(Operation::Register { register }) = place.operations(unit.encoding()).next()?
            && let Some(function) = found.last_mut()
        {
            function.registers.insert(register.0);
        }
        if entry.tag() != gimli::DW_TAG_subprogram {
            continue;
        }
        let mut pieces = ranges(dwarf, unit, entry)?;
        // Code that the linker dropped has the address zero.
        pieces.retain(|piece| piece.start > 0 && piece.start < piece.end);
        let whole = pieces.len() == 1;
        let Some(code) = pieces.into_iter().max_by_key(|piece| piece.end - piece.start) else { continue };
        let name = match attribute(unit, entry, gimli::DW_AT_name)? {
            Some(value) => dwarf.attr_string(unit, value)?.to_string_lossy().into_owned(),
            None => String::new(),
        };
        let gives = attribute(unit, entry, gimli::DW_AT_type)?.is_some();
        let place = gimli::DebugInfoOffset(entry.offset().to_unit_section_offset(unit).0);
        found.push(Function {
            name,
            code,
            whole,
            gives,
            rows: Vec::new(),
            place,
            registers: BTreeSet::new(),
        });
    }
    Ok(found)
}

/// The code that belongs to an entry: none where it would end beyond all addresses, for which the library does not look.
pub(crate) fn ranges<'p>(
    dwarf: &Dwarf<'p>,
    unit: &Unit<Slice<'p>>,
    entry: &Entry<'p>,
) -> gimli::Result<Vec<Range<u64>>> {
    let mut found = Vec::new();
    if let Some(begin) = entry.attr_value(gimli::DW_AT_low_pc)
        && let Some(AttributeValue::Udata(size)) = entry.attr_value(gimli::DW_AT_high_pc)
        && dwarf.attr_address(unit, begin)?.is_some_and(|begin| begin.checked_add(size).is_none())
    {
        return Ok(found);
    }
    let mut ranges = dwarf.die_ranges(unit, entry)?;
    while let Some(range) = ranges.next()? {
        found.push(range.begin..range.end);
    }
    Ok(found)
}

/// An attribute of a function or a variable, which may stand with its declaration.
pub(crate) fn attribute<'p>(
    unit: &Unit<Slice<'p>>,
    entry: &Entry<'p>,
    name: DwAt,
) -> gimli::Result<Option<AttributeValue<Slice<'p>>>> {
    let mut entry = entry.clone();
    // From code to what it is an instance of, to its definition, to its declaration: more would be a circle.
    for _ in 0..4 {
        if let Some(value) = entry.attr_value(name) {
            return Ok(Some(value));
        }
        let links = [gimli::DW_AT_specification, gimli::DW_AT_abstract_origin];
        let link = links.into_iter().find_map(|link| entry.attr_value(link));
        let Some(AttributeValue::UnitRef(offset)) = link else { break };
        entry = unit.entry(offset)?;
    }
    Ok(None)
}

/// Whether these functions of a unit were optimised. Some compilers say so; otherwise it shows in functions in several pieces, in
/// notes on calls, which are for code that was, in variables of which most are in one place here and in another there, or, with GCC,
/// in a function that does without a frame pointer.
fn is_optimised(
    program: &Program,
    dwarf: &Dwarf<'_>,
    unit: &Unit<Slice<'_>>,
    functions: &[Function],
) -> gimli::Result<bool> {
    if functions.iter().any(|function| !function.whole) {
        return Ok(true);
    }
    let own: BTreeSet<usize> = functions.iter().map(|function| function.place.0).collect();
    let mut inside = false;
    let (mut moving, mut staying) = (0, 0);
    let mut entries = unit.entries();
    let mut put_in: Option<isize> = None;
    while let Some(entry) = entries.next_dfs()? {
        // Of functions that were put into others, also code that was not optimised has such variables.
        if put_in.is_some_and(|depth| entry.depth() > depth) {
            continue;
        }
        if entry.tag() == gimli::DW_TAG_subprogram {
            inside = own.contains(&entry.offset().to_unit_section_offset(unit).0);
            let calls = [gimli::DW_AT_call_all_calls, gimli::DW_AT_GNU_all_call_sites];
            if inside && calls.into_iter().any(|name| entry.attr_value(name).is_some()) {
                return Ok(true);
            }
        }
        put_in = (entry.tag() == gimli::DW_TAG_inlined_subroutine).then(|| entry.depth());
        if let Some(value) = entry.attr_value(gimli::DW_AT_producer) {
            let producer = dwarf.attr_string(unit, value)?;
            let options = producer.to_string_lossy();
            let level = options.split(' ').rfind(|word| word.starts_with("-O"));
            if let Some(level) = level {
                return Ok(level != "-O0");
            }
            if options.starts_with("GNU ") {
                // It names its options, if there is one.
                let framed = |function: &Function| has_frame_pointer(program, function);
                return Ok(!options.contains(" -") && !functions.iter().all(framed));
            }
        }
        let variable = [gimli::DW_TAG_variable, gimli::DW_TAG_formal_parameter].contains(&entry.tag());
        match entry.attr_value(gimli::DW_AT_location).filter(|_| inside && variable) {
            Some(AttributeValue::LocationListsRef(_) | AttributeValue::DebugLocListsIndex(_)) => moving += 1,
            Some(_) => staying += 1,
            None => {}
        }
    }
    // Arrays of a length that is not known before move in any case.
    Ok(moving > staying)
}

/// Whether a function begins by making room for a frame.
fn has_frame_pointer(program: &Program, function: &Function) -> bool {
    const MARK: [u8; 4] = [0xf3, 0x0f, 0x1e, 0xfa];
    const SAVE_AND_SET: [u8; 4] = [0x55, 0x48, 0x89, 0xe5];
    let code = program.loaded(function.code.start).unwrap_or_default();
    code.strip_prefix(&MARK).unwrap_or(code).starts_with(&SAVE_AND_SET)
}
