//! The file shared with the controller, as memory.

use core::sync::atomic::{AtomicPtr, AtomicU64, Ordering::Relaxed};

use crate::layout::{Change, Compared, Comparison, End, Event, NONE, Probe, Statement, Step, Value, Word};

static START: AtomicPtr<u8> = AtomicPtr::new(core::ptr::null_mut());
static BASE: AtomicU64 = AtomicU64::new(0);

/// Takes the mapping of the shared file, which must be whole and stay.
pub(crate) fn attach(start: *mut u8) {
    START.store(start, Relaxed);
}

/// Sets the address to which all addresses of the file are relative.
pub(crate) fn set_base(base: u64) {
    BASE.store(base, Relaxed);
}

/// The address to which all addresses of the file are relative.
pub(crate) fn base() -> u64 {
    BASE.load(Relaxed)
}

/// Where the trampolines are.
pub(crate) fn code() -> u64 {
    base().wrapping_add(word(Word::CodeAddress))
}

/// Whether the agent is in charge of this process.
pub(crate) fn attached() -> bool {
    !START.load(Relaxed).is_null()
}

/// A place in the file.
pub(crate) fn place(offset: u64) -> *mut u8 {
    START.load(Relaxed).wrapping_add(usize::try_from(offset).unwrap_or(usize::MAX))
}

/// A word of the head.
pub(crate) fn word(word: Word) -> u64 {
    // SAFETY: the head is part of the mapping, and words in it are aligned.
    unsafe { place(word.offset()).cast::<u64>().read_volatile() }
}

/// Sets a word of the head.
pub(crate) fn set(word: Word, value: u64) {
    // SAFETY: the head is part of the mapping, and words in it are aligned.
    unsafe { place(word.offset()).cast::<u64>().write_volatile(value) }
}

/// An entry of a table, of which it is known how many it has.
fn entry<T: Copy>(table: Word, index: u64, bytes: u64) -> T {
    // SAFETY: those who ask compare the index with the table's length first, and the controller makes a file that
    // has the whole table; the entries are plain numbers, aligned to what they are made of.
    unsafe { place(word(table) + index * bytes).cast::<T>().read() }
}

/// The statement of an index below their number.
pub(crate) fn statement(index: u32) -> Statement {
    entry(Word::StatementsAt, u64::from(index), Statement::BYTES)
}

/// The comparison of an index below their number.
pub(crate) fn comparison(index: u32) -> Comparison {
    entry(Word::ComparisonsAt, u64::from(index), Comparison::BYTES)
}

/// The statement that begins at an address relative to the base.
pub(crate) fn statement_at(address: u64) -> Option<u32> {
    place_of(address, Word::Statements, |index| statement(index).address)
}

/// The comparison at an address relative to the base.
pub(crate) fn comparison_at(address: u64) -> Option<u32> {
    place_of(address, Word::Comparisons, |index| comparison(index).address)
}

/// Where an address is in a table, of which the entries stand in the order of addresses.
fn place_of(address: u64, count: Word, of: impl Fn(u32) -> u32) -> Option<u32> {
    let address = u32::try_from(address).ok()?;
    let (mut low, mut high) = (0, u32::try_from(word(count)).ok()?);
    while low < high {
        let middle = u32::midpoint(low, high);
        let found = of(middle);
        if found == address {
            return Some(middle);
        }
        if found < address {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    None
}

/// Counts that a statement was executed that is part of another one.
pub(crate) fn count(index: u32) {
    let at = word(Word::CountsAt) + u64::from(index) * 8;
    // SAFETY: the file has a word for each statement, and the index is that of one.
    unsafe { *place(at).cast::<u64>() += 1 };
}

/// The recorded event of an index, if there are so many.
pub(crate) fn event(index: u32) -> Option<Event> {
    let known = u64::from(index) < word(Word::Events);
    known.then(|| entry(Word::EventsAt, u64::from(index), Event::BYTES))
}

/// Records an event, and gives its index; `None` where there is no room for it.
pub(crate) fn push_event(event: Event) -> Option<u32> {
    let index = word(Word::Events);
    if index >= word(Word::EventsRoom) {
        return None;
    }
    let at = word(Word::EventsAt) + index * Event::BYTES;
    // SAFETY: the file has room for so many events.
    unsafe { place(at).cast::<Event>().write(event) };
    set(Word::Events, index + 1);
    u32::try_from(index).ok()
}

/// Sets which event comes after an earlier one in the same call.
pub(crate) fn set_next(index: u32, next: u32) {
    if let Some(event) = event(index) {
        let at = word(Word::EventsAt) + u64::from(index) * Event::BYTES;
        // SAFETY: the event is there, as was just seen.
        unsafe { place(at).cast::<Event>().write(Event { next, ..event }) };
    }
}

/// Whether an event is kept.
pub(crate) fn kept(index: u32) -> bool {
    // SAFETY: the file has a byte for each event that there is room for.
    unsafe { place(word(Word::KeptAt) + u64::from(index)).read() != 0 }
}

/// Records what an event compared, as long as there is room.
pub(crate) fn push_compared(compared: Compared) {
    let index = word(Word::Compared);
    if index < word(Word::ComparedRoom) {
        let at = word(Word::ComparedAt) + index * Compared::BYTES;
        // SAFETY: the file has room for so many.
        unsafe { place(at).cast::<Compared>().write(compared) };
        set(Word::Compared, index + 1);
    }
}

/// The digest of what a recorded event compared so often before; `None` where that is not known.
pub(crate) fn compared(index: u32, before: u32) -> Option<u32> {
    let at = u64::from(event(index)?.compared) + u64::from(before);
    let end = event(index + 1).map_or(word(Word::Compared), |next| u64::from(next.compared));
    (at < end).then(|| entry(Word::ComparedAt, at, 4))
}

/// A function of the program that is replaced: its address relative to the base, and what it is replaced by.
pub(crate) fn replaced(index: u64) -> [u32; 2] {
    entry(Word::ReplacedAt, index, 8)
}

/// The probe of an index, if there are so many.
pub(crate) fn probe(index: u32) -> Option<Probe> {
    let known = index != NONE && u64::from(index) < word(Word::Probes);
    known.then(|| entry(Word::ProbesAt, u64::from(index), Probe::BYTES))
}

/// A step of a probe.
pub(crate) fn step(index: u32) -> Step {
    entry(Word::StepsAt, u64::from(index), Step::BYTES)
}

/// Records what a probe read, as long as there is room.
pub(crate) fn push_value(value: Value) {
    let index = word(Word::Values);
    if index < word(Word::ValuesRoom) {
        // SAFETY: the file has room for so many values.
        unsafe { place(word(Word::ValuesAt) + index * Value::BYTES).cast::<Value>().write(value) };
        set(Word::Values, index + 1);
    }
}

/// How many changes are recorded.
pub(crate) fn changes() -> u64 {
    word(Word::Changes)
}

/// Whether there is room for another one.
pub(crate) fn has_room_for_changes() -> bool {
    changes() < word(Word::ChangesRoom)
}

/// The change of an index below their number.
pub(crate) fn change(index: u64) -> Change {
    entry(Word::ChangesAt, index, Change::BYTES)
}

/// Records a change, or records it anew; where there is no room, nothing is.
pub(crate) fn set_change(index: u64, change: Change) {
    if index < word(Word::ChangesRoom) {
        // SAFETY: the file has room for so many changes.
        unsafe { place(word(Word::ChangesAt) + index * Change::BYTES).cast::<Change>().write(change) };
        set(Word::Changes, changes().max(index + 1));
    }
}

/// Says how the run went, and ends it.
pub(crate) fn end(end: End) -> ! {
    if attached() {
        set(Word::End, end as u64);
    }
    crate::system::exit(crate::layout::DIVERGED)
}
