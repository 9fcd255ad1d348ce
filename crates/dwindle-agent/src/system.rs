//! System calls, made by hand: the agent stands on no library.

use core::arch::asm;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Calls of the kernel by their numbers on x86-64.
pub(crate) mod call {
    pub(crate) const READ: usize = 0;
    pub(crate) const WRITE: usize = 1;
    pub(crate) const OPEN: usize = 2;
    pub(crate) const CLOSE: usize = 3;
    pub(crate) const SEEK: usize = 8;
    pub(crate) const MMAP: usize = 9;
    pub(crate) const MPROTECT: usize = 10;
    pub(crate) const SIGACTION: usize = 13;
    pub(crate) const SIGPROCMASK: usize = 14;
    pub(crate) const DUPLICATE: usize = 33;
    pub(crate) const GETPID: usize = 39;
    pub(crate) const CLONE: usize = 56;
    pub(crate) const EXECVE: usize = 59;
    pub(crate) const WAIT4: usize = 61;
    pub(crate) const KILL: usize = 62;
    pub(crate) const FCNTL: usize = 72;
    pub(crate) const SETPGID: usize = 109;
    pub(crate) const SIGALTSTACK: usize = 131;
    pub(crate) const PERSONALITY: usize = 135;
    pub(crate) const PRCTL: usize = 157;
    pub(crate) const GETTID: usize = 186;
    pub(crate) const EXIT_GROUP: usize = 231;
    pub(crate) const TGKILL: usize = 234;
    pub(crate) const WAITID: usize = 247;
    pub(crate) const PROCESS_VM_READV: usize = 310;
}

/// Makes a system call. What is negative is an error.
///
/// # Safety
///
/// The call must be allowed with these arguments: pointers among them lead to what the kernel expects there.
pub(crate) unsafe fn system(number: usize, arguments: [usize; 6]) -> isize {
    let [first, second, third, fourth, fifth, sixth] = arguments;
    let result: isize;
    // SAFETY: the kernel changes the registers that are named and, by the arguments, what the caller vouches for.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number.cast_signed() => result,
            in("rdi") first,
            in("rsi") second,
            in("rdx") third,
            in("r10") fourth,
            in("r8") fifth,
            in("r9") sixth,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// Makes a system call with up to three numbers, of which none is an address that is written to.
pub(crate) fn simple(number: usize, a: usize, b: usize, c: usize) -> isize {
    // SAFETY: those who call it pass numbers, or strings that end with a zero, to calls that only read them.
    unsafe { system(number, [a, b, c, 0, 0, 0]) }
}

/// Ends the process.
pub(crate) fn exit(code: i32) -> ! {
    loop {
        simple(call::EXIT_GROUP, code.cast_unsigned() as usize, 0, 0);
    }
}

/// Sends the calling thread a signal, which is delivered when it is no longer blocked.
pub(crate) fn raise(signal: i32) {
    let process = simple(call::GETPID, 0, 0, 0).cast_unsigned();
    let thread = simple(call::GETTID, 0, 0, 0).cast_unsigned();
    simple(call::TGKILL, process, thread, signal.cast_unsigned() as usize);
}

/// Fresh memory of this process, zeroed, that may be read and written. It costs nothing until it is touched.
pub(crate) fn fresh_memory(bytes: usize) -> Option<*mut u8> {
    const PRIVATE_ANONYMOUS_NO_RESERVE: usize = 0x4022;
    // SAFETY: the kernel chooses a place where nothing is.
    let place = unsafe { system(call::MMAP, [0, bytes, 3, PRIVATE_ANONYMOUS_NO_RESERVE, usize::MAX, 0]) };
    (place > 0).then_some(place as *mut u8)
}

static OWN: AtomicUsize = AtomicUsize::new(0);

/// Finds out the number of this process, which copies of another one have to do.
pub(crate) fn know_own_number() {
    OWN.store(simple(call::GETPID, 0, 0, 0).cast_unsigned(), Relaxed);
}

/// Reads memory of this process that may not be there.
pub(crate) fn read_carefully(address: u64, bytes: usize) -> Option<u64> {
    let mut value = 0_u64;
    let bytes = bytes.min(8);
    let to = [(&raw mut value) as usize, bytes];
    let from = [usize::try_from(address).ok()?, bytes];
    let arguments = [OWN.load(Relaxed), (&raw const to) as usize, 1, (&raw const from) as usize, 1, 0];
    // SAFETY: what is written to is `value`, which has room for eight bytes; what cannot be read gives an error.
    let read = unsafe { system(call::PROCESS_VM_READV, arguments) };
    (read == bytes.cast_signed()).then_some(value)
}
