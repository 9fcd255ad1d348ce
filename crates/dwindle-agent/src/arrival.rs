//! How a statement comes to the agent: by a jump that stands in place of its first instructions, or, where there is no
//! room for one, by a breakpoint.
//!
//! The jump leads to a stub of the statement's own, which saves one register, loads the statement's number and comes here.
//! That is as if the program were interrupted, without the system: it takes a few dozen instructions where a signal takes
//! some thousand.

use core::arch::global_asm;

use crate::comparisons;
use crate::follow;
use crate::layout::{COMPARES, ENTRY, PART, Word};
use crate::probes::Registers;
use crate::shared;

// The stub has left the program's `rax` below what functions may use without taking it, and the statement's number in
// `eax`. The program's stack stays as it is: what is below it is about to be made garbage. The registers are laid down in the
// order in which the system hands them to a signal handler.
global_asm!(
    ".pushsection .bss",
    ".balign 64",
    "7: .skip 65536",
    "8: .skip 8",
    "9: .skip 8",
    ".popsection",
    ".hidden dwindle_agent_arrive",
    ".globl dwindle_agent_arrive",
    "dwindle_agent_arrive:",
    "mov [rip + 8b], rsp",
    "lea rsp, [rip + 8b]",
    "lea rsp, [rsp - 40]",
    "pushfq",
    "push 0",
    "push [rip + 8b]",
    "push rcx",
    "mov rcx, [rip + 8b]",
    "push [rcx - 136]",
    "push rdx",
    "push rbx",
    "push rbp",
    "push rsi",
    "push rdi",
    "push r15",
    "push r14",
    "push r13",
    "push r12",
    "push r11",
    "push r10",
    "push r9",
    "push r8",
    "mov rdi, rsp",
    "mov esi, eax",
    "lea rsp, [rsp - 264]",
    "movups [rsp], xmm0",
    "movups [rsp + 16], xmm1",
    "movups [rsp + 32], xmm2",
    "movups [rsp + 48], xmm3",
    "movups [rsp + 64], xmm4",
    "movups [rsp + 80], xmm5",
    "movups [rsp + 96], xmm6",
    "movups [rsp + 112], xmm7",
    "movups [rsp + 128], xmm8",
    "movups [rsp + 144], xmm9",
    "movups [rsp + 160], xmm10",
    "movups [rsp + 176], xmm11",
    "movups [rsp + 192], xmm12",
    "movups [rsp + 208], xmm13",
    "movups [rsp + 224], xmm14",
    "movups [rsp + 240], xmm15",
    "mov rdx, rsp",
    "cld",
    "call {go_on}",
    "movups xmm0, [rsp]",
    "movups xmm1, [rsp + 16]",
    "movups xmm2, [rsp + 32]",
    "movups xmm3, [rsp + 48]",
    "movups xmm4, [rsp + 64]",
    "movups xmm5, [rsp + 80]",
    "movups xmm6, [rsp + 96]",
    "movups xmm7, [rsp + 112]",
    "movups xmm8, [rsp + 128]",
    "movups xmm9, [rsp + 144]",
    "movups xmm10, [rsp + 160]",
    "movups xmm11, [rsp + 176]",
    "movups xmm12, [rsp + 192]",
    "movups xmm13, [rsp + 208]",
    "movups xmm14, [rsp + 224]",
    "movups xmm15, [rsp + 240]",
    "lea rsp, [rsp + 264]",
    "pop r8",
    "pop r9",
    "pop r10",
    "pop r11",
    "pop r12",
    "pop r13",
    "pop r14",
    "pop r15",
    "pop rdi",
    "pop rsi",
    "pop rbp",
    "pop rbx",
    "pop rdx",
    "pop rax",
    "pop rcx",
    "push [rsp + 8]",
    "pop [rip + 9b]",
    "push [rsp + 16]",
    "popfq",
    "mov rsp, [rsp]",
    "jmp [rip + 9b]",
    go_on = sym go_on,
);

unsafe extern "C" {
    fn dwindle_agent_arrive();
}

/// Where stubs lead.
pub(crate) fn address() -> u64 {
    dwindle_agent_arrive as *const () as u64
}

/// Takes note that the program arrived at a statement or a comparison, and lets it go on where it should. The vector registers
/// are told, or nothing of them.
pub(crate) extern "C" fn go_on(registers: &mut Registers, number: u32, vectors: *const u128) {
    if number & COMPARES != 0 {
        let place = comparisons::arrive(number & !COMPARES, registers, vectors);
        return match place {
            Err(end) => shared::end(end),
            Ok(place) => registers.go_on_at(shared::code().wrapping_add(u64::from(place))),
        };
    }
    let part = shared::statement(number);
    if part.flags & PART != 0 {
        shared::count(number);
        registers.go_on_at(shared::code().wrapping_add(u64::from(part.trampoline)));
        return;
    }
    match follow::arrive(number, registers) {
        Err(end) => shared::end(end),
        Ok(number) => {
            let statement = shared::statement(number);
            if statement.flags & ENTRY != 0 {
                make_garbage(registers.stack(), statement.poison);
            }
            registers.go_on_at(shared::code().wrapping_add(u64::from(statement.trampoline)));
        }
    }
}

/// Fills the storage that a function is about to use.
fn make_garbage(stack: u64, bytes: u32) {
    let words = u64::from(bytes / 8);
    let garbage = shared::word(Word::Garbage) * 0x0101_0101_0101_0101;
    for index in 1..=words {
        let place = (stack & !7) - 8 * index;
        // SAFETY: this is the stack of the program below what is in use, where the function that was called puts its
        // variables next. Where the stack ends there, the program would fail at the same place a moment later.
        unsafe { (place as *mut u64).write_volatile(garbage) };
    }
}
