//! Programs without a loader: the system takes the agent for one.
//!
//! A statically linked program names no loader, and nothing can be preloaded. It is started by a copy of its file that names
//! the agent, so the system loads both and begins here. The agent has no loader either: it relocates itself.

use core::arch::global_asm;

use crate::start::{self, ENTRY, LOADER, Strings};

// The stack is as the system made it when the program begins, and no register tells it of a function to call at its end. What
// the compiler takes from a library stands here, where no program can see it.
global_asm!(
    ".hidden dwindle_agent_begin",
    ".globl dwindle_agent_begin",
    "dwindle_agent_begin:",
    "mov rbx, rsp",
    "mov rdi, rsp",
    "lea rsi, [rip + _DYNAMIC]",
    "and rsp, -16",
    "call {begin}",
    "mov rsp, rbx",
    "xor edx, edx",
    "jmp rax",
    ".hidden memcpy",
    ".globl memcpy",
    "memcpy:",
    "mov rax, rdi",
    "mov rcx, rdx",
    "rep movsb",
    "ret",
    ".hidden memmove",
    ".globl memmove",
    "memmove:",
    "mov rax, rdi",
    "mov rcx, rdx",
    "mov r8, rdi",
    "sub r8, rsi",
    "cmp r8, rdx",
    "jae 2f",
    // The copy begins within what is copied: from the end.
    "lea rdi, [rdi + rdx - 1]",
    "lea rsi, [rsi + rdx - 1]",
    "std",
    "rep movsb",
    "cld",
    "ret",
    "2:",
    "rep movsb",
    "ret",
    ".hidden memset",
    ".globl memset",
    "memset:",
    "mov r8, rdi",
    "mov eax, esi",
    "mov rcx, rdx",
    "rep stosb",
    "mov rax, r8",
    "ret",
    ".hidden memcmp",
    ".globl memcmp",
    ".hidden bcmp",
    ".globl bcmp",
    "memcmp:",
    "bcmp:",
    "xor ecx, ecx",
    "3:",
    "cmp rcx, rdx",
    "je 4f",
    "movzx eax, byte ptr [rdi + rcx]",
    "movzx r8d, byte ptr [rsi + rcx]",
    "inc rcx",
    "sub eax, r8d",
    "je 3b",
    "ret",
    "4:",
    "xor eax, eax",
    "ret",
    begin = sym begin,
);

/// Prepares the program, and gives the address at which it goes on.
extern "C" fn begin(stack: *mut usize, dynamic: *const [u64; 2]) -> u64 {
    // SAFETY: the system puts the number of arguments there, behind them a null pointer, and then the environment.
    let (arguments, environment): (Strings, Strings) = unsafe {
        let arguments = stack.add(1);
        (arguments.cast(), arguments.add(stack.read() + 1).cast())
    };
    // SAFETY: this is the environment that the kernel made.
    let known = |key| unsafe { start::auxiliary(environment, key) };
    if let Some(base) = known(LOADER) {
        // SAFETY: it was loaded there, and its dynamic section is its own.
        unsafe { relocate(base, dynamic) };
    }
    let entry = known(ENTRY).unwrap_or(0);
    start::begin(arguments, environment, false);
    entry
}

/// Makes the addresses right that the agent holds.
///
/// # Safety
///
/// The agent was loaded at the base and not relocated before, and the dynamic section is that of the agent.
unsafe fn relocate(base: u64, mut dynamic: *const [u64; 2]) {
    const END: u64 = 0;
    const RELOCATIONS: u64 = 7;
    const BYTES: u64 = 8;
    let (mut place, mut bytes) = (0, 0);
    loop {
        // SAFETY: the section ends with a zero.
        match unsafe { dynamic.read() } {
            [END, _] => break,
            [RELOCATIONS, offset] => place = base.wrapping_add(offset),
            [BYTES, found] => bytes = found,
            _ => {}
        }
        dynamic = dynamic.wrapping_add(1);
    }
    for relocation in (place..place.wrapping_add(bytes)).step_by(24) {
        // SAFETY: so many relocations stand there, each of a place of the agent's that can be written. All of them are
        // relative to the base, since the agent uses no symbol of others (its build script sees to that).
        unsafe {
            let [offset, _, addend] = (relocation as *const [u64; 3]).read();
            (base.wrapping_add(offset) as *mut u64).write_volatile(base.wrapping_add(addend));
        }
    }
}
