//! The file that controller and agent share: a head of numbered words, and tables.
//!
//! Everything is little-endian and of fixed size. Both sides reach it by offsets: the controller by reading and writing the
//! file, the agent in memory.

mod compared;
mod values;

pub use compared::{COMPARES, Compared, Comparison, INLINE};
pub use values::{Change, KEPT_BYTES, Snapshot, Value};

/// What a file of this layout begins with.
pub const MAGIC: u64 = 0x4457_4e44_4c41_4708;

/// "None" where an index is asked for.
pub const NONE: u32 = u32::MAX;

/// Bytes of the head.
pub const HEAD_BYTES: u64 = 4096;

/// Bytes that the name of a file may have, with the zero at its end.
pub const PATH_BYTES: u64 = 4096;

/// The environment variable that tells the agent its four descriptors: the shared file, where it is told to go, where it
/// says that it is done, and the agent's own file.
pub const DESCRIPTORS: &str = "DWINDLE_TRACE_DESCRIPTORS";

/// The process id that a traced program sees.
pub const FROZEN_PID: i32 = 0x0061_a800;

/// What each byte of uninitialised storage holds, one value a run. Under the first, numbers of all sizes, with and without a
/// point, are large and positive; under the second those with a sign are large and negative. Both are no address, no letter
/// and, to most compilers, true. Under the third they are zero, null and false.
pub const GARBAGE: [u8; 3] = [0x7f, 0xe1, 0x00];

/// The seconds since 1970 that a traced program sees.
pub const FROZEN_TIME: i64 = 1_000_000_000;

/// The functions of the C library that the agent has in their place, so that time, process ids and random numbers are the
/// same in each run, threads and copies are seen, and breakpoints stay the agent's. The loader takes those of the agent; in a program without a loader,
/// these are replaced.
pub const FROZEN: [&str; 22] = [
    "time",
    "gettimeofday",
    "clock_gettime",
    "clock",
    "getpid",
    "gettid",
    "getppid",
    "kill",
    "getrandom",
    "getentropy",
    "arc4random",
    "arc4random_buf",
    "arc4random_uniform",
    "pthread_create",
    "thrd_create",
    "fork",
    "vfork",
    "raise",
    "sigaction",
    "signal",
    "sigprocmask",
    "pthread_sigmask",
];

/// Bytes of a function that are replaced.
pub const REPLACED_BYTES: u64 = 14;

/// The words of the head, by their place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Word {
    /// [`MAGIC`].
    Magic,
    /// Bytes of the whole file.
    Length,
    /// The entry address of the program, as its file has it.
    Entry,
    /// Where in the file the trampolines' code is. Its first word becomes the address to which stubs lead.
    CodeAt,
    /// Bytes of that code.
    CodeBytes,
    /// The address at which the code belongs, relative to the program's base.
    CodeAddress,
    /// The first and the last page of the program with statements, relative to its base.
    TextFrom,
    /// The end of these pages.
    TextTo,
    /// The offset in the file of the statements.
    StatementsAt,
    /// How many there are.
    Statements,
    /// The offset in the file of the execution counts of statements that are part of another statement: one word for each
    /// statement.
    CountsAt,
    /// The offset in the file of the events.
    EventsAt,
    /// How many there is room for.
    EventsRoom,
    /// The offset in the file of the table of kept events: one byte for each event.
    KeptAt,
    /// The offset in the file of the probes.
    ProbesAt,
    /// How many there are.
    Probes,
    /// The offset in the file of the table of replaced functions: for each function of the program that one of [`FROZEN`] replaces,
    /// its address relative to the base, and the index of the replacement in [`FROZEN`].
    ReplacedAt,
    /// How many there are.
    Replaced,
    /// The offset in the file of the steps of probes.
    StepsAt,
    /// The offset in the file of the values that probes read.
    ValuesAt,
    /// How many there is room for.
    ValuesRoom,
    /// The offset in the file of the values that events changed.
    ChangesAt,
    /// How many there is room for.
    ChangesRoom,
    /// What the next run is to do: a [`Mode`].
    Mode,
    /// How conditions are treated in a partial execution: a [`Control`].
    Control,
    /// How many events are recorded.
    Events,
    /// How many values are recorded.
    Values,
    /// How many changes are recorded.
    Changes,
    /// How the run went: an [`End`].
    End,
    /// The event that the run was at last.
    At,
    /// The statement at which the program arrived instead of the recorded one.
    Found,
    /// The signal that ended the run, as its handler saw it.
    Signal,
    /// The address that the signal speaks of.
    SignalAddress,
    /// The process of the run.
    Process,
    /// How it ended, as the system says it.
    Status,
    /// Whether addresses are the same in each run.
    Fixed,
    /// Where in the file the names of the files stand that become standard output and standard error, each ended by a
    /// zero, with [`PATH_BYTES`] for each; an empty name leaves them as they are.
    OutputAt,
    /// Whether the program reads its input from the beginning in each run.
    Rewind,
    /// The byte that uninitialised storage holds: one of [`GARBAGE`].
    Garbage,
    /// Where in the file the comparisons are.
    ComparisonsAt,
    /// How many there are.
    Comparisons,
    /// Where in the file it goes what was compared: in a recorded run a [`Compared`] for each time, in order; for one that follows it only
    /// the digests, by event.
    ComparedAt,
    /// How many there is room for.
    ComparedRoom,
    /// How many there are.
    Compared,
}

impl Word {
    /// Where in the file the word is.
    pub const fn offset(self) -> u64 {
        (self as usize * 8) as u64
    }
}

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Mode {
    /// Records its events.
    Record = 1,
    /// Follows the recorded events and leaves out those that are not kept.
    Follow = 2,
}

/// How conditions are treated in a partial execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Control {
    /// As the trace says, whatever predicates come to.
    Recorded = 1,
    /// As kept predicates say, and they must say what was recorded; what is left out takes the recorded way.
    Actual = 2,
    /// All predicates are evaluated, and must come to what was recorded.
    Strict = 3,
    /// The same, and all that is compared must be what was compared in the recorded run.
    Exact = 4,
}

/// How a run went, as far as the agent knows. All but the first two end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum End {
    /// It was not run.
    None = 0,
    /// Nothing stood against it.
    Ran = 1,
    /// It left the recorded path.
    Diverged = 2,
    /// It went on where the recorded run was at its end.
    Beyond = 3,
    /// It had more events than there is room for.
    TooMany = 4,
    /// It started a thread.
    Thread = 5,
    /// It started a copy of itself.
    Fork = 6,
    /// The agent could not prepare the program.
    Unprepared = 7,
    /// It read from the terminal, or changed how that behaves.
    Terminal = 8,
    /// It compared something else than the recorded run.
    Compared = 9,
}

impl End {
    /// The end that a word of the head tells.
    pub fn of(word: u64) -> Option<Self> {
        let all = [
            Self::None,
            Self::Ran,
            Self::Diverged,
            Self::Beyond,
            Self::TooMany,
            Self::Thread,
            Self::Fork,
            Self::Unprepared,
            Self::Terminal,
            Self::Compared,
        ];
        all.into_iter().find(|end| *end as u64 == word)
    }
}

/// The exit code of a run that the agent ends.
pub const DIVERGED: i32 = 125;

/// A place where an event begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Statement {
    /// Its first address, relative to the base of the program.
    pub address: u32,
    /// Where its trampoline is, relative to the first.
    pub trampoline: u32,
    /// Its function.
    pub function: u32,
    /// [`ENTRY`], [`PREDICATE`], [`PART`] and [`UNSEEN`].
    pub flags: u32,
    /// At an entry: how many bytes below the stack are made garbage.
    pub poison: u32,
    /// Where its stub is, relative to the first trampoline; [`NONE`] where it gets a breakpoint instead of a jump.
    pub stub: u32,
    /// Its first probe, and [`NONE`] where there is none. Those of one statement are neighbours.
    pub probe: u32,
}

/// The statement is a function's first.
pub const ENTRY: u32 = 1;
/// Where control goes from the statement depends on a value.
pub const PREDICATE: u32 = 2;
/// The statement is part of another one: it is no event, and only counted.
pub const PART: u32 = 4;
/// Nothing is put in its place, so the agent does not see it.
pub const UNSEEN: u32 = 8;

impl Statement {
    /// Bytes of a statement.
    pub const BYTES: u64 = 28;

    /// The statement as the file has it.
    pub fn bytes(&self) -> [u8; 28] {
        words([self.address, self.trampoline, self.function, self.flags, self.poison, self.stub, self.probe])
    }
}

/// A statement that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Event {
    /// Which statement.
    pub statement: u32,
    /// The event that called the function in which it was executed.
    pub parent: u32,
    /// The next event of the same call.
    pub next: u32,
    /// Where the digests of what it compared begin, in a run that follows; they end where those of the next event begin.
    pub compared: u32,
}

impl Event {
    /// Bytes of an event.
    pub const BYTES: u64 = 16;

    /// The event as the file has it.
    pub fn bytes(&self) -> [u8; 16] {
        words([self.statement, self.parent, self.next, self.compared])
    }

    /// The event that the file has in these bytes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        Some(Self { statement: word(0)?, parent: word(4)?, next: word(8)?, compared: word(12)? })
    }
}

/// A value that is read before a statement: steps on a small stack, which leave its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Probe {
    /// Its statement.
    pub statement: u32,
    /// Which of the probes asked for it is.
    pub number: u32,
    /// Its first step.
    pub step: u32,
    /// How many steps it has.
    pub steps: u32,
    /// How many bytes the value has, at most eight, and of what is watched as many as a [`Snapshot`] has room for.
    pub bytes: u32,
    /// One where it is not asked for, but read before and after the statement while a run is recorded.
    pub watched: u32,
    /// What a pointer in the value leads to, which is read as well: the bytes of an element, and nothing where there is no such pointer.
    pub element: u32,
    /// Where in the value the pointer is.
    pub pointer: u32,
    /// Where in the value the number of elements is; or [`ONE`], or [`TO_ZERO`]. Above [`TO_END`] it is where the pointer to their end is.
    pub count: u32,
}

/// There is one element.
pub const ONE: u32 = u32::MAX;
/// The last element is zero, and not part of it.
pub const TO_ZERO: u32 = u32::MAX - 1;
/// A pointer to the end of the elements is there, at what is above this.
pub const TO_END: u32 = 1 << 16;

impl Probe {
    /// Bytes of a probe.
    pub const BYTES: u64 = 36;

    /// The probe as the file has it.
    pub fn bytes(&self) -> [u8; 36] {
        let read = [self.statement, self.number, self.step, self.steps, self.bytes, self.watched];
        let led_to = [self.element, self.pointer, self.count];
        let mut all = [0; 36];
        let (head, tail) = all.split_at_mut(24);
        head.copy_from_slice(&words::<6, 24>(read));
        tail.copy_from_slice(&words::<3, 12>(led_to));
        all
    }
}

/// What a step of a probe does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Do {
    /// Pushes the address above the return address of the call, plus the operand.
    Frame = 1,
    /// Pushes the base of the program, plus the operand.
    Base = 2,
    /// Pushes the register that the machine word says (in the order of DWARF), plus the operand.
    Register = 3,
    /// Replaces an address by what is there: as many bytes as the machine word says, with sign where it is above 8.
    Load = 4,
    /// Adds the operand.
    Add = 5,
    /// Multiplies by the operand.
    Multiply = 6,
    /// Replaces the two uppermost by their sum.
    Sum = 7,
    /// Pushes eight bytes of the vector register that the machine word says.
    Vector = 8,
}

/// One step of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Step {
    /// A [`Do`].
    pub action: u32,
    /// What it says besides.
    pub word: u32,
    /// A number.
    pub operand: i64,
}

impl Step {
    /// Bytes of a step.
    pub const BYTES: u64 = 16;

    /// The step as the file has it.
    pub fn bytes(&self) -> [u8; 16] {
        let mut all = [0; 16];
        let (head, operand) = all.split_at_mut(8);
        head.copy_from_slice(&words::<2, 8>([self.action, self.word]));
        operand.copy_from_slice(&self.operand.to_le_bytes());
        all
    }
}

/// Words one after the other, little-endian.
fn words<const N: usize, const BYTES: usize>(words: [u32; N]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (place, word) in bytes.chunks_exact_mut(4).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}
