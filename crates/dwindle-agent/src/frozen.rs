//! What is otherwise different from run to run, frozen: time, process ids and random numbers; and what cannot be
//! traced. These take the place of the library's functions of the same names.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::layout::{End, FROZEN, FROZEN_PID, FROZEN_TIME};
use crate::system::{self, call, simple};
use crate::{shared, signals};

/// Where the functions are that [`FROZEN`] names.
pub(crate) fn address(place: usize) -> Option<u64> {
    let all: [*const (); FROZEN.len()] = [
        time as _,
        gettimeofday as _,
        clock_gettime as _,
        clock as _,
        getpid as _,
        gettid as _,
        getppid as _,
        kill as _,
        getrandom as _,
        getentropy as _,
        arc4random as _,
        arc4random_buf as _,
        arc4random_uniform as _,
        pthread_create as _,
        thrd_create as _,
        fork as _,
        vfork as _,
        raise as _,
        signals::sigaction as _,
        signals::signal as _,
        signals::sigprocmask as _,
        signals::pthread_sigmask as _,
    ];
    all.get(place).map(|function| *function as u64)
}

/// Seconds and a fraction, as both kinds of time have it.
#[repr(C)]
struct Time {
    seconds: i64,
    fraction: i64,
}

/// Sets a time that the caller may not want.
///
/// # Safety
///
/// The place is null, or one that the program means to be written.
unsafe fn set(place: *mut Time) {
    if !place.is_null() {
        // SAFETY: the caller vouches for it.
        unsafe { place.write(Time { seconds: FROZEN_TIME, fraction: 0 }) };
    }
}

#[cfg_attr(agent, unsafe(no_mangle))]
unsafe extern "C" fn time(place: *mut i64) -> i64 {
    if !place.is_null() {
        // SAFETY: the program asks for the time to be written there.
        unsafe { place.write(FROZEN_TIME) };
    }
    FROZEN_TIME
}

#[cfg_attr(agent, unsafe(no_mangle))]
unsafe extern "C" fn gettimeofday(place: *mut Time, _: *mut u8) -> i32 {
    // SAFETY: the program asks for the time to be written there.
    unsafe { set(place) };
    0
}

#[cfg_attr(agent, unsafe(no_mangle))]
unsafe extern "C" fn clock_gettime(_: i32, place: *mut Time) -> i32 {
    // SAFETY: the program asks for the time to be written there.
    unsafe { set(place) };
    0
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn clock() -> i64 {
    0
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn getpid() -> i32 {
    FROZEN_PID
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn gettid() -> i32 {
    FROZEN_PID
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn getppid() -> i32 {
    FROZEN_PID - 1
}

/// Sends a signal; a program that signals itself means the process that it is.
#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn kill(process: i32, signal: i32) -> i32 {
    let own = simple(call::GETPID, 0, 0, 0).cast_unsigned();
    let process = if process == FROZEN_PID { own } else { (process as isize).cast_unsigned() };
    if simple(call::KILL, process, signal.cast_unsigned() as usize, 0) == 0 { 0 } else { -1 }
}

/// Sends a signal to the calling thread, which knows its true number.
#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn raise(signal: i32) -> i32 {
    system::raise(signal);
    0
}

/// The next of numbers that look random and are the same in each run (`SplitMix64`; Steele, Lea, Flood 2014).
fn next_number() -> u64 {
    static STATE: AtomicU64 = AtomicU64::new(0);
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut number = STATE.fetch_add(STEP, Relaxed).wrapping_add(STEP);
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Fills memory with such numbers.
///
/// # Safety
///
/// The program means so many bytes there to be written.
unsafe fn fill(place: *mut u8, bytes: usize) {
    for index in 0..bytes {
        let byte = next_number().to_le_bytes()[0];
        // SAFETY: the caller vouches for it.
        unsafe { place.add(index).write(byte) };
    }
}

#[cfg_attr(agent, unsafe(no_mangle))]
unsafe extern "C" fn getrandom(place: *mut u8, bytes: usize, _: u32) -> isize {
    // SAFETY: the program asks for it.
    unsafe { fill(place, bytes) };
    bytes.cast_signed()
}

#[cfg_attr(agent, unsafe(no_mangle))]
unsafe extern "C" fn getentropy(place: *mut u8, bytes: usize) -> i32 {
    // SAFETY: the program asks for it.
    unsafe { fill(place, bytes) };
    0
}

#[cfg_attr(agent, unsafe(no_mangle))]
unsafe extern "C" fn arc4random_buf(place: *mut u8, bytes: usize) {
    // SAFETY: the program asks for it.
    unsafe { fill(place, bytes) };
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn arc4random() -> u32 {
    (next_number() >> 32) as u32
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn arc4random_uniform(bound: u32) -> u32 {
    arc4random().checked_rem(bound).unwrap_or(0)
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn pthread_create() -> i32 {
    shared::end(End::Thread)
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn thrd_create() -> i32 {
    shared::end(End::Thread)
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn fork() -> i32 {
    shared::end(End::Fork)
}

#[cfg_attr(agent, unsafe(no_mangle))]
extern "C" fn vfork() -> i32 {
    shared::end(End::Fork)
}

#[cfg(agent)]
#[panic_handler]
fn panicked(_: &core::panic::PanicInfo<'_>) -> ! {
    crate::system::exit(crate::layout::DIVERGED)
}
