//! Types of values and functions.

/// The type of a value of which a constant is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    I32,
    I64,
    F32,
    F64,
}

impl Type {
    /// The type of this code; none for others.
    pub(super) const fn of(code: u8) -> Option<Self> {
        Some(match code {
            0x7f => Self::I32,
            0x7e => Self::I64,
            0x7d => Self::F32,
            0x7c => Self::F64,
            _ => return None,
        })
    }

    /// The instruction that gives zero.
    pub(super) const fn zero(self) -> &'static [u8] {
        match self {
            Self::I32 => &[0x41, 0],
            Self::I64 => &[0x42, 0],
            Self::F32 => &[0x43, 0, 0, 0, 0],
            Self::F64 => &[0x44, 0, 0, 0, 0, 0, 0, 0, 0],
        }
    }
}

/// What a function takes and gives; a type is none where no constant of it is known.
#[derive(Clone, Debug)]
pub(super) struct FunctionType {
    pub(super) parameters: Vec<Option<Type>>,
    pub(super) results: Vec<Option<Type>>,
}

impl FunctionType {
    /// Two short vectors of types; none where they are not that.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (&count, rest) = bytes.split_first()?;
        let (parameters, rest) = rest.split_at_checked(count.into())?;
        let (&count, results) = rest.split_first()?;
        let types = |codes: &[u8]| codes.iter().map(|code| Type::of(*code)).collect();
        (count < 0x80 && results.len() == usize::from(count))
            .then(|| Self { parameters: types(parameters), results: types(results) })
    }
}
