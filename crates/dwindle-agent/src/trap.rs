//! Signals: the breakpoints, and those that end a run.

use crate::arrival;
use crate::layout::{COMPARES, End, Word};
use crate::probes::Registers;
use crate::shared;
use crate::signals::{self, Action, FAILURES, TRAP, restorer};
use crate::system::{call, fresh_memory, raise, simple, system};

/// Signals that stop what is not in the foreground where it reads from the terminal, or changes how that behaves.
const AT_TERMINAL: [i32; 2] = [21, 22];

/// Bytes of the stack on which the handlers run, those of the program too: its own stack is made garbage.
const STACK: usize = 1 << 20;

fn handle(signal: i32, handler: usize) -> Option<()> {
    // A handler of the program may come to breakpoints, so these are not blocked meanwhile.
    const WITH_CONTEXT_ON_OWN_STACK_AGAIN_WITH_RESTORER: usize = 4 | 0x0800_0000 | 0x4000_0000 | 0x0400_0000;
    let flags = WITH_CONTEXT_ON_OWN_STACK_AGAIN_WITH_RESTORER;
    let action = Action { handler, flags, restorer: restorer(), mask: 0 };
    let signal = signal.cast_unsigned() as usize;
    (simple_action(signal, &action) == 0).then_some(())
}

fn simple_action(signal: usize, action: &Action) -> isize {
    // SAFETY: the kernel reads the action, and writes none since none is asked for; its set of signals has 8 bytes.
    unsafe { system(call::SIGACTION, [signal, core::ptr::from_ref(action) as usize, 0, 8, 0, 0]) }
}

/// Installs the handlers.
pub(crate) fn prepare() -> Option<()> {
    let stack = fresh_memory(STACK)?;
    let description = [stack as usize, 0, STACK];
    if simple(call::SIGALTSTACK, (&raw const description) as usize, 0, 0) != 0 {
        return None;
    }
    for signal in FAILURES {
        handle(signal, on_failure as *const () as usize)?;
    }
    for signal in AT_TERMINAL {
        handle(signal, at_terminal as *const () as usize)?;
    }
    handle(TRAP, on_trap as *const () as usize)
}

extern "C" fn on_trap(_: i32, information: *const u8, context: *mut u8) {
    // SAFETY: the kernel passes the state of the program, in which its registers stand after flags, link and stack.
    let registers = unsafe { &mut *context.add(40).cast::<Registers>() };
    let base = shared::base();
    let address = registers.next().wrapping_sub(1);
    // SAFETY: the kernel passes what it knows of the signal: the third number says where it is from.
    let is_breakpoint = unsafe { information.add(8).cast::<i32>().read() } == FROM_THE_KERNEL;
    let address = address.wrapping_sub(base);
    let compares = || shared::comparison_at(address).map(|number| number | COMPARES);
    let number = shared::statement_at(address).or_else(compares).filter(|_| is_breakpoint);
    if let Some(number) = number {
        arrival::go_on(registers, number, core::ptr::null());
    } else if signals::handle(TRAP, information, context).is_none() {
        default(TRAP);
        raise(TRAP);
    }
}

/// The origin of a signal that has no address (`SI_KERNEL`).
const FROM_THE_KERNEL: i32 = 128;

extern "C" fn on_failure(signal: i32, information: *const u8, context: *mut u8) {
    // SAFETY: the kernel passes what it knows of the signal: three numbers, the last of which says where it is from, a
    // gap, and the address.
    let (origin, address) =
        unsafe { (information.add(8).cast::<i32>().read(), information.add(16).cast::<u64>().read()) };
    // Of an address that none can have the kernel tells nothing, which is not the address zero.
    let address = if origin == FROM_THE_KERNEL { u64::MAX } else { address };
    shared::set(Word::Signal, u64::from(signal.cast_unsigned()));
    // An abort speaks of no address: at this place it has who sent it.
    shared::set(Word::SignalAddress, if signal == 6 { 0 } else { address });
    if signals::handle(signal, information, context).is_none() {
        default(signal);
        raise(signal);
    }
}

extern "C" fn at_terminal(_: i32, _: *const u8, _: *const u8) {
    shared::end(End::Terminal)
}

fn default(signal: i32) {
    let action = Action { handler: 0, flags: 0, restorer: 0, mask: 0 };
    simple_action(signal.cast_unsigned() as usize, &action);
}
