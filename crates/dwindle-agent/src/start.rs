//! What runs when the program was loaded: it is prepared, and waits.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::layout::{DESCRIPTORS, End, INLINE, MAGIC, NONE, REPLACED_BYTES, UNSEEN, Word};
use crate::server::{self, Line};
use crate::system::{call, simple, system};
use crate::{arrival, frames, frozen, shared, trap};

pub(crate) type Strings = *mut *mut u8;

#[used]
#[cfg_attr(agent, unsafe(link_section = ".init_array"))]
static START: extern "C" fn(i32, Strings, Strings) = start;

static STARTED: AtomicBool = AtomicBool::new(false);

extern "C" fn start(_: i32, arguments: Strings, environment: Strings) {
    if !STARTED.swap(true, Relaxed) {
        begin(arguments, environment, true);
    }
}

/// Prepares the program and serves; it returns in the copies, which go on as the program. `is_read` where the loader has read
/// what stands behind the environment.
pub(crate) fn begin(arguments: Strings, environment: Strings, is_read: bool) {
    // SAFETY: the loader passes the arguments and the environment, which end with a null pointer.
    let found = unsafe { variable(environment, DESCRIPTORS) };
    let Some([file, go, done, rest @ ..]) = found.and_then(numbers) else { return };
    server::die_with_parent();
    let fixed = fix_addresses(arguments, environment);
    let line = Line { go: out_of_the_way(go), done: out_of_the_way(done) };
    if prepare(file, environment, fixed, is_read).is_none() && shared::attached() {
        shared::set(Word::End, End::Unprepared as u64);
    }
    simple(call::CLOSE, file, 0, 0);
    for descriptor in rest {
        simple(call::CLOSE, descriptor, 0, 0);
    }
    if !shared::attached() {
        return;
    }
    server::serve(line);
}

/// Makes the program's addresses the same in each run: it is started once more where they were not.
fn fix_addresses(arguments: Strings, environment: Strings) -> bool {
    const ASK: usize = 0xffff_ffff;
    const NO_RANDOM_ADDRESSES: usize = 0x0004_0000;
    let now = simple(call::PERSONALITY, ASK, 0, 0);
    if now < 0 || now.cast_unsigned() & NO_RANDOM_ADDRESSES != 0 {
        return now >= 0;
    }
    if simple(call::PERSONALITY, now.cast_unsigned() | NO_RANDOM_ADDRESSES, 0, 0) < 0 {
        return false;
    }
    // SAFETY: the loader passes the environment that the kernel made.
    if let Some(own) = unsafe { auxiliary(environment, FILE_NAME) }.and_then(|own| usize::try_from(own).ok())
    {
        simple(call::EXECVE, own, arguments as usize, environment as usize);
    }
    false
}

/// A descriptor under a number that programs do not come to by counting.
fn out_of_the_way(descriptor: usize) -> usize {
    const DUPLICATE: usize = 0;
    let moved = simple(call::FCNTL, descriptor, DUPLICATE, 900);
    if moved < 0 {
        return descriptor;
    }
    simple(call::CLOSE, descriptor, 0, 0);
    moved.cast_unsigned()
}

fn prepare(file: usize, environment: Strings, fixed: bool, is_read: bool) -> Option<()> {
    shared::attach(map_shared(file)?);
    shared::set(Word::Fixed, u64::from(fixed));
    // SAFETY: the loader passes an environment that ends with a null pointer, after which the auxiliary vector begins.
    let entry = unsafe { auxiliary(environment, ENTRY) }?;
    shared::set_base(entry.wrapping_sub(shared::word(Word::Entry)));
    // SAFETY: the environment is the program's own, and nothing of it was read yet.
    unsafe {
        for name in [DESCRIPTORS, "LD_PRELOAD", "LD_BIND_NOW"] {
            forget(environment, name, is_read);
        }
    }
    frames::prepare()?;
    trap::prepare()?;
    lay_code()?;
    set_breakpoints()?;
    replace_functions()
}

fn map_shared(file: usize) -> Option<*mut u8> {
    const SHARED: usize = 1;
    let map = |bytes: usize| {
        // SAFETY: the kernel chooses a place where nothing is.
        let place = unsafe { system(call::MMAP, [0, bytes, 3, SHARED, file, 0]) };
        (place > 0).then_some(place as *mut u8)
    };
    let head = map(4096)?.cast::<u64>();
    // SAFETY: the file has at least a head, else it would not be the controller's.
    let (magic, length) = unsafe { (head.read(), head.add(Word::Length as usize).read()) };
    if magic == MAGIC { map(usize::try_from(length).ok()?) } else { None }
}

/// Puts the trampolines where they belong.
fn lay_code() -> Option<()> {
    const PRIVATE_ANONYMOUS_HERE: usize = 0x10_0022;
    let bytes = usize::try_from(shared::word(Word::CodeBytes)).ok()?;
    let to = usize::try_from(shared::code()).ok()?;
    // SAFETY: the kernel refuses a place where something is, and what is written is the new memory.
    unsafe {
        if system(call::MMAP, [to, bytes, 3, PRIVATE_ANONYMOUS_HERE, usize::MAX, 0]) != to.cast_signed() {
            return None;
        }
        let from = shared::place(shared::word(Word::CodeAt));
        core::ptr::copy_nonoverlapping(from, to as *mut u8, bytes);
        // All stubs go by this word.
        (to as *mut u64).write(arrival::address());
    }
    (simple(call::MPROTECT, to, bytes, 5) == 0).then_some(())
}

fn set_breakpoints() -> Option<()> {
    const BREAKPOINT: u8 = 0xcc;
    const JUMP: u8 = 0xe9;
    let base = shared::base();
    let from = usize::try_from(base.wrapping_add(shared::word(Word::TextFrom))).ok()?;
    let bytes = usize::try_from(shared::word(Word::TextTo) - shared::word(Word::TextFrom)).ok()?;
    if simple(call::MPROTECT, from, bytes, 7) != 0 {
        return None;
    }
    let statements = 0..u32::try_from(shared::word(Word::Statements)).ok()?;
    let comparisons = 0..u32::try_from(shared::word(Word::Comparisons)).ok()?;
    let statements = statements.map(shared::statement).filter(|statement| statement.flags & UNSEEN == 0);
    let statements = statements.map(|statement| (statement.address, statement.stub));
    let comparisons = comparisons.map(shared::comparison).map(|compares| (compares.address, compares.stub));
    for (address, stub_at) in statements.chain(comparisons.filter(|(_, stub)| *stub != INLINE)) {
        let address = base.wrapping_add(u64::from(address));
        let stub = shared::code().wrapping_add(u64::from(stub_at));
        // SAFETY: the controller took the address from the program's line table, it lies in pages that can be written,
        // nothing of the program has run yet, and where there is a stub, nothing leads between the bytes of the jump.
        unsafe {
            if stub_at == NONE {
                (address as *mut u8).write_volatile(BREAKPOINT);
            } else {
                (address as *mut u8).write_volatile(JUMP);
                let distance = stub.wrapping_sub(address + 5).to_le_bytes();
                for (place, byte) in (address + 1..address + 5).zip(distance) {
                    (place as *mut u8).write_volatile(byte);
                }
            }
        }
    }
    (simple(call::MPROTECT, from, bytes, 5) == 0).then_some(())
}

/// Puts jumps to functions of the agent in place of functions of the program.
fn replace_functions() -> Option<()> {
    const JUMP_THERE: [u8; 6] = [0xff, 0x25, 0, 0, 0, 0];
    for index in 0..shared::word(Word::Replaced) {
        let [address, by] = shared::replaced(index);
        let address = shared::base().wrapping_add(u64::from(address));
        let function = frozen::address(usize::try_from(by).ok()?)?;
        let page = usize::try_from(address & !4095).ok()?;
        let bytes = usize::try_from((address & 4095) + REPLACED_BYTES).ok()?;
        if simple(call::MPROTECT, page, bytes, 7) != 0 {
            return None;
        }
        let jump = JUMP_THERE.into_iter().chain(function.to_le_bytes());
        for (place, byte) in (address..).zip(jump) {
            // SAFETY: the controller took the address from the program's symbols, so much of the function is its own, it
            // lies in pages that can be written, and nothing of the program has run yet.
            unsafe { (place as *mut u8).write_volatile(byte) };
        }
        if simple(call::MPROTECT, page, bytes, 5) != 0 {
            return None;
        }
    }
    Some(())
}

/// The rest of a string after a name and `=`.
///
/// # Safety
///
/// The string ends with a zero.
unsafe fn after(string: *mut u8, name: &str) -> Option<*mut u8> {
    for (index, byte) in name.bytes().chain([b'=']).enumerate() {
        // SAFETY: all bytes before were as in the name, so the string has not ended.
        if unsafe { string.add(index).read() } != byte {
            return None;
        }
    }
    // SAFETY: the string goes on, or ends, after the `=`.
    Some(unsafe { string.add(name.len() + 1) })
}

/// The value of a variable.
///
/// # Safety
///
/// The environment is one: pointers to strings that end with a zero, and then a null pointer.
unsafe fn variable(mut environment: Strings, name: &str) -> Option<*mut u8> {
    // SAFETY: the walk ends at the null pointer.
    unsafe {
        while !environment.read().is_null() {
            if let Some(value) = after(environment.read(), name) {
                return Some(value);
            }
            environment = environment.add(1);
        }
    }
    None
}

/// Takes a variable out of the environment. What stands behind that follows, unless it was read and is known to be where it is.
///
/// # Safety
///
/// The environment is that which the kernel made, and may be written.
unsafe fn forget(mut environment: Strings, name: &str, is_read: bool) {
    // SAFETY: the walks end at the null pointer, and at the pair of which the first word is zero.
    unsafe {
        while !environment.read().is_null() {
            if after(environment.read(), name).is_none() {
                environment = environment.add(1);
                continue;
            }
            let mut rest = environment;
            while !rest.read().is_null() {
                rest.write(rest.add(1).read());
                rest = rest.add(1);
            }
            // Pairs, of which the last has no key.
            let mut is_end = is_read;
            while !is_end {
                is_end = rest.add(1).read().is_null();
                rest.write(rest.add(1).read());
                rest.add(1).write(rest.add(2).read());
                rest = rest.add(2);
            }
        }
    }
}

/// Where the loader was loaded.
pub(crate) const LOADER: u64 = 7;

/// The address at which the program begins.
pub(crate) const ENTRY: u64 = 9;

/// The name of the file that was started.
const FILE_NAME: u64 = 31;

/// What the kernel told the loader under a key.
///
/// # Safety
///
/// The environment is that which the kernel made.
pub(crate) unsafe fn auxiliary(mut environment: Strings, key: u64) -> Option<u64> {
    const END: u64 = 0;
    // SAFETY: behind the null pointer stand pairs of numbers, of which the last has the key zero.
    unsafe {
        while !environment.read().is_null() {
            environment = environment.add(1);
        }
        let mut pair = environment.add(1).cast::<[u64; 2]>();
        loop {
            match pair.read() {
                [found, value] if found == key => return Some(value),
                [END, _] => return None,
                _ => pair = pair.add(1),
            }
        }
    }
}

/// Four or five numbers with commas between them; in place of a missing one is none that means anything.
fn numbers(mut text: *mut u8) -> Option<[usize; 5]> {
    let mut all = [0, 0, 0, 0, usize::MAX];
    let mut index = 0;
    loop {
        // SAFETY: the text ends with a zero, at which the walk ends.
        let byte = unsafe { text.read() };
        match byte {
            0 => return (index >= 3).then_some(all),
            b',' => {
                index += 1;
                *all.get_mut(index)? = 0;
            }
            digit => *all.get_mut(index)? = all.get(index)? * 10 + usize::from(digit.wrapping_sub(b'0')),
        }
        text = text.wrapping_add(1);
    }
}
