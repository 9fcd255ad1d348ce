//! Memory from the heap that the C library does not fill: what is added to a piece that grows where it is.
//!
//! Such memory, and the storage that a function is about to use, is filled with one of three values (large,
//! negative, zero), which a request names. What can be left out with one value is asked about again with the others
//! before it counts.

use core::arch::{asm, global_asm};
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::layout::Word;
use crate::shared;

// They are the program's; where it has none, as one that is linked statically, the address is zero, and nobody comes here.
global_asm!(".weak dlsym", ".weak malloc_usable_size");

type Reallocate = unsafe extern "C" fn(*mut u8, usize) -> *mut u8;
type Size = unsafe extern "C" fn(*mut u8) -> usize;
type Find = unsafe extern "C" fn(usize, *const u8) -> u64;

/// Finds the function of a name that comes next, behind the agent's own.
const NEXT: usize = usize::MAX;

static REALLOCATE: AtomicU64 = AtomicU64::new(0);

/// The function that the program would have called.
fn reallocate() -> Option<Reallocate> {
    if REALLOCATE.load(Relaxed) == 0 {
        let find: u64;
        // SAFETY: the address is that of a function, or zero.
        unsafe { asm!("mov {}, [rip + dlsym@GOTPCREL]", out(reg) find, options(nostack, readonly)) };
        // SAFETY: a function of that name is what the C library has.
        let find = unsafe { core::mem::transmute::<u64, Option<Find>>(find) }?;
        // SAFETY: the name ends with a zero.
        let found = unsafe { find(NEXT, c"realloc".as_ptr().cast()) };
        REALLOCATE.store(found, Relaxed);
    }
    // SAFETY: so is this one.
    unsafe { core::mem::transmute::<u64, Option<Reallocate>>(REALLOCATE.load(Relaxed)) }
}

/// How many bytes can be used at a place.
///
/// # Safety
///
/// The place is null, or one that the library gave.
unsafe fn size(place: *mut u8) -> usize {
    let size: u64;
    // SAFETY: the address is that of a function, or zero.
    unsafe { asm!("mov {}, [rip + malloc_usable_size@GOTPCREL]", out(reg) size, options(nostack, readonly)) };
    // SAFETY: a function of that name is what the C library has; the place is one of its, or null.
    unsafe { core::mem::transmute::<u64, Option<Size>>(size).map_or(0, |size| size(place)) }
}

/// What the program calls in place of the library's: what is added is garbage.
#[cfg_attr(agent, unsafe(no_mangle))]
#[cfg_attr(not(agent), expect(dead_code, reason = "only programs call it"))]
unsafe extern "C" fn realloc(place: *mut u8, bytes: usize) -> *mut u8 {
    let Some(reallocate) = reallocate() else { return core::ptr::null_mut() };
    // SAFETY: the program gives a place that it was given, or null.
    let (before, grown) = unsafe { (size(place), reallocate(place, bytes)) };
    if !grown.is_null() && shared::attached() {
        // SAFETY: the library has just given it.
        let after = unsafe { size(grown) };
        let garbage = shared::word(Word::Garbage).to_le_bytes()[0];
        for index in before..after {
            // SAFETY: so many bytes are the program's there, and it has not written these yet.
            unsafe { grown.add(index).write_volatile(garbage) };
        }
    }
    grown
}
