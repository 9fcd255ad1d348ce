//! What is read of values: what probes read, and what events made of what is watched.

/// What a probe read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Value {
    /// Before which event.
    pub event: u32,
    /// Which of the probes asked for.
    pub number: u32,
    /// One, or nothing where there was no such address.
    pub found: u32,
    /// How many bytes of it are the value.
    pub bytes: u32,
    /// The value.
    pub value: u64,
}

impl Value {
    /// Bytes of a value.
    pub const BYTES: u64 = 24;

    /// The value that the file has in these bytes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let value = u64::from_le_bytes(bytes.get(16..24)?.try_into().ok()?);
        Some(Self { event: word(0)?, number: word(4)?, found: word(8)?, bytes: word(12)?, value })
    }
}

/// Bytes of what a value leads to that are kept.
pub const KEPT_BYTES: usize = 64;

/// A value with what it leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Snapshot {
    /// The value.
    pub value: [u64; 4],
    /// Bytes of what it leads to; all ones where that cannot be read.
    pub length: u64,
    /// The first of them.
    pub data: [u64; KEPT_BYTES / 8],
}

impl Snapshot {
    /// The snapshot that the file has in these bytes.
    fn of(bytes: &[u8]) -> Option<Self> {
        let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at * 8..at * 8 + 8)?.try_into().ok()?));
        let mut found = Self { length: long(4)?, ..Self::default() };
        for (at, word) in found.value.iter_mut().enumerate() {
            *word = long(at)?;
        }
        for (at, word) in found.data.iter_mut().enumerate() {
            *word = long(5 + at)?;
        }
        Some(found)
    }
}

/// What an event made of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Change {
    /// The event.
    pub event: u32,
    /// The number of the probe.
    pub number: u32,
    /// Its place among the probes.
    pub probe: u32,
    /// One, or nothing where the event did not come to its end.
    pub ended: u32,
    /// Where it is.
    pub address: u64,
    /// The value before the event.
    pub before: Snapshot,
    /// The value after it.
    pub after: Snapshot,
}

impl Change {
    /// Bytes of a change.
    pub const BYTES: u64 = 232;

    /// The change that the file has in these bytes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        Some(Self {
            event: word(0)?,
            number: word(4)?,
            probe: word(8)?,
            ended: word(12)?,
            address: long(16)?,
            before: Snapshot::of(bytes.get(24..128)?)?,
            after: Snapshot::of(bytes.get(128..232)?)?,
        })
    }
}
