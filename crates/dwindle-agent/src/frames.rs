//! The calls that are under way, by where their return addresses are on the stack.
//!
//! A call is over when the stack pointer is above its return address, however it came there: by a return, a jump out
//! of it, or an exception. So nothing has to be seen of how calls end. It is over, too, when another return address stands in
//! that place: then the caller made another call since, of a function that is not traced.

use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

use crate::layout::NONE;
use crate::system::fresh_memory;

/// A call that is under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Where its return address is.
    pub(crate) floor: u64,
    /// The return address; nothing where it is not known.
    pub(crate) back: Option<u64>,
    /// The event that it is at.
    pub(crate) at: u32,
    /// The event that called it.
    pub(crate) parent: u32,
    /// Its function.
    pub(crate) function: u32,
    /// The changes of the event that it is at, from the first to before the last.
    pub(crate) changes: (u64, u64),
    /// How often that event compared something.
    pub(crate) compared: u32,
}

impl Frame {
    /// A call that begins with the stack pointer there: at its return address, if it begins at an entry.
    pub(crate) fn new(stack: u64, entry: bool, at: u32, parent: u32, function: u32) -> Self {
        let back = entry.then(|| return_address(stack));
        Self { floor: stack, back, at, parent, function, changes: (0, 0), compared: 0 }
    }

    /// Is at another event from now on.
    pub(crate) fn go_on_to(&mut self, event: u32) {
        self.at = event;
        self.compared = 0;
    }

    fn is_replaced(&self) -> bool {
        self.back.is_some_and(|back| back != return_address(self.floor))
    }
}

/// What stands on the stack of the program at a place that is in use, or was.
fn return_address(place: u64) -> u64 {
    // SAFETY: the stack pointer was there when the call was made, and stacks are not taken away.
    unsafe { (place as *const u64).read_volatile() }
}

/// More calls than fit on a stack of the usual size.
const ROOM: usize = 1 << 20;

static FRAMES: AtomicPtr<Frame> = AtomicPtr::new(core::ptr::null_mut());
static DEPTH: AtomicUsize = AtomicUsize::new(0);

/// Makes room for calls.
pub(crate) fn prepare() -> Option<()> {
    FRAMES.store(fresh_memory(ROOM * size_of::<Frame>())?.cast(), Relaxed);
    Some(())
}

/// The innermost call.
pub(crate) fn top() -> Option<&'static mut Frame> {
    let depth = DEPTH.load(Relaxed);
    // SAFETY: so many frames are initialised, and nobody holds one while the next is asked for: each trap asks, uses
    // what it got and is done, and there is one thread.
    (depth > 0).then(|| unsafe { &mut *FRAMES.load(Relaxed).add(depth - 1) })
}

/// Whether a place is on the stack, where something is in use as long as the stack pointer is there.
pub(crate) fn holds(stack: u64, place: u64, bytes: u64) -> bool {
    /// Bytes below the stack pointer that functions use without taking them; entries make garbage of them.
    const RED_ZONE: u64 = 128;
    if DEPTH.load(Relaxed) == 0 {
        return false;
    }
    // SAFETY: there is a frame, and it is initialised.
    let outermost = unsafe { &*FRAMES.load(Relaxed) };
    place >= stack - RED_ZONE && place.saturating_add(bytes) <= outermost.floor
}

/// The event that the innermost call is at.
pub(crate) fn at() -> u32 {
    top().map_or(NONE, |frame| frame.at)
}

/// Drops the calls that are over when the stack pointer is there. At the entry of a function, one whose return address
/// was at that very place is over, too.
pub(crate) fn leave(stack: u64, entry: bool) {
    while let Some(frame) = top()
        && (frame.floor < stack || (entry && frame.floor == stack) || frame.is_replaced())
    {
        DEPTH.store(DEPTH.load(Relaxed) - 1, Relaxed);
    }
}

/// Begins a call; `None` where there are too many.
pub(crate) fn enter(frame: Frame) -> Option<()> {
    let depth = DEPTH.load(Relaxed);
    if depth == ROOM {
        return None;
    }
    // SAFETY: there is room for so many frames.
    unsafe { FRAMES.load(Relaxed).add(depth).write(frame) };
    DEPTH.store(depth + 1, Relaxed);
    Some(())
}
