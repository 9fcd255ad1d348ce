//! Trees of values in encodings that describe themselves, and readers as strict as those of programs.

use dwindle::numbers::Numbers;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Number(u64),
    Bytes(Vec<u8>),
    /// Values with their names.
    Values(Vec<(u8, Value)>),
}

/// How values are written, and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Protobuf,
    Der,
    MessagePack,
    Cbor,
    Bson,
}

pub(crate) const ALL: [Encoding; 5] =
    [Encoding::Protobuf, Encoding::Der, Encoding::MessagePack, Encoding::Cbor, Encoding::Bson];

/// The number that tests look for, and the name that it has.
pub(crate) const NEEDED: (u8, u64) = (9, 0x7654);

/// Some thousand bytes of values, six deep, of which one is needed.
pub(crate) fn sample(encoding: Encoding) -> Vec<u8> {
    let mut numbers = Numbers::new(5);
    let mut all: Vec<(u8, Value)> = (0..20).map(|_| (1, group(&mut numbers, 4))).collect();
    let needed = Value::Values(vec![(NEEDED.0, Value::Number(NEEDED.1))]);
    let around =
        Value::Values(vec![(4, Value::Bytes(b"before".to_vec())), (3, needed), (5, Value::Number(300))]);
    all.insert(17, (1, Value::Values(vec![(2, group(&mut numbers, 3)), (2, around), (6, Value::Number(1))])));
    encoding.written(&all)
}

fn group(numbers: &mut Numbers, deep: usize) -> Value {
    let value = |numbers: &mut Numbers| match numbers.below(4) {
        0 | 1 if deep > 0 => (*numbers.one_of(&[2, 3]), group(numbers, deep - 1)),
        2 => (7, Value::Number(numbers.below(1 << 12) as u64)),
        _ => {
            let len = numbers.below(40);
            (8, Value::Bytes((0..len).map(|_| *numbers.one_of(b"abcdefgh ")).collect()))
        }
    };
    Value::Values((0..numbers.between(2, 5)).map(|_| value(numbers)).collect())
}

/// Whether a group named 3, in whatever it is, has the number that is needed.
pub(crate) fn has_needed(values: &[(u8, Value)]) -> bool {
    values.iter().any(|(name, value)| match value {
        Value::Values(inner) => {
            *name == 3 && inner.contains(&(NEEDED.0, Value::Number(NEEDED.1))) || has_needed(inner)
        }
        _ => false,
    })
}

impl Value {
    fn values(self) -> Vec<(u8, Self)> {
        match self {
            Self::Values(values) => values,
            Self::Number(_) | Self::Bytes(_) => Vec::new(),
        }
    }
}

impl Encoding {
    pub(crate) fn written(self, values: &[(u8, Value)]) -> Vec<u8> {
        let content: Vec<u8> = values.iter().flat_map(|(name, value)| self.named(*name, value)).collect();
        match self {
            Self::Protobuf => content,
            Self::Der => [der_head(0x30, content.len()), content].concat(),
            Self::MessagePack => [pack_head([0x80, 0xde], 15, values.len()), content].concat(),
            Self::Cbor => [cbor_head(5, values.len()), content].concat(),
            Self::Bson => {
                let len = u32::try_from(content.len() + 5).unwrap();
                [&len.to_le_bytes()[..], &content, &[0]].concat()
            }
        }
    }

    fn named(self, name: u8, value: &Value) -> Vec<u8> {
        match (self, value) {
            (Self::Protobuf, Value::Number(number)) => [leb(u64::from(name) << 3), leb(*number)].concat(),
            (Self::Protobuf, Value::Bytes(bytes)) => {
                [leb(u64::from(name) << 3 | 2), leb(bytes.len() as u64), bytes.clone()].concat()
            }
            (Self::Protobuf, Value::Values(values)) => {
                let content = self.written(values);
                [leb(u64::from(name) << 3 | 2), leb(content.len() as u64), content].concat()
            }
            (Self::Der, Value::Number(number)) => {
                let bytes = number.to_be_bytes();
                [der_head(0x80 | name, 2), bytes[6..].to_vec()].concat()
            }
            (Self::Der, Value::Bytes(bytes)) => [der_head(0x80 | name, bytes.len()), bytes.clone()].concat(),
            (Self::Der, Value::Values(values)) => {
                let content: Vec<u8> =
                    values.iter().flat_map(|(name, value)| self.named(*name, value)).collect();
                [der_head(0xa0 | name, content.len()), content].concat()
            }
            (Self::MessagePack, value) => [vec![0xa1, b'0' + name], self.value(value)].concat(),
            (Self::Cbor, value) => [vec![0x61, b'0' + name], self.value(value)].concat(),
            (Self::Bson, value) => {
                let kind = match value {
                    Value::Number(_) => 18,
                    Value::Bytes(_) => 2,
                    Value::Values(_) => 3,
                };
                [vec![kind, b'0' + name, 0], self.value(value)].concat()
            }
        }
    }

    /// A value without its name, where it can be without.
    fn value(self, value: &Value) -> Vec<u8> {
        match (self, value) {
            (Self::MessagePack, Value::Number(number)) => {
                [vec![0xcd], number.to_be_bytes()[6..].to_vec()].concat()
            }
            (Self::MessagePack, Value::Bytes(bytes)) if bytes.len() > 31 => {
                [vec![0xd9, u8::try_from(bytes.len()).unwrap()], bytes.clone()].concat()
            }
            (Self::MessagePack, Value::Bytes(bytes)) => {
                [pack_head([0xa0, 0xda], 31, bytes.len()), bytes.clone()].concat()
            }
            (Self::Cbor, Value::Number(number)) => [vec![0x19], number.to_be_bytes()[6..].to_vec()].concat(),
            (Self::Cbor, Value::Bytes(bytes)) => [cbor_head(3, bytes.len()), bytes.clone()].concat(),
            (Self::Bson, Value::Number(number)) => number.to_le_bytes().to_vec(),
            (Self::Bson, Value::Bytes(bytes)) => {
                let len = u32::try_from(bytes.len() + 1).unwrap();
                [&len.to_le_bytes()[..], bytes, &[0]].concat()
            }
            (_, Value::Values(values)) => self.written(values),
            _ => unreachable!("written with its name"),
        }
    }

    /// The values, if all of the data can be read; none where it is another value than a group.
    pub(crate) fn read(self, bytes: &[u8]) -> Option<Vec<(u8, Value)>> {
        let mut at = Reading { encoding: self, bytes, at: 0 };
        let values = match self {
            Self::Protobuf => at.fields(bytes.len())?,
            Self::Der => at.field()?.1.values(),
            _ => at.value()?.values(),
        };
        (at.at == bytes.len()).then_some(values)
    }
}

struct Reading<'a> {
    encoding: Encoding,
    bytes: &'a [u8],
    at: usize,
}

impl Reading<'_> {
    fn take(&mut self, len: usize) -> Option<&[u8]> {
        let start = self.at;
        self.at = start.checked_add(len)?;
        self.bytes.get(start..self.at)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn big(&mut self, len: usize) -> Option<u64> {
        Some(self.take(len)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn leb(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
    }

    fn fields(&mut self, end: usize) -> Option<Vec<(u8, Value)>> {
        let mut fields = Vec::new();
        while self.at < end {
            fields.push(self.field()?);
        }
        (self.at == end).then_some(fields)
    }

    /// A field of protobuf or a value of DER: what is a group is known by its name there, by its tag here.
    fn field(&mut self) -> Option<(u8, Value)> {
        let (name, is_group, len) = if self.encoding == Encoding::Protobuf {
            let key = self.leb()?;
            let name = u8::try_from(key >> 3).ok().filter(|name| *name > 0)?;
            match key & 7 {
                0 => return Some((name, Value::Number(self.leb()?))),
                2 => (name, name < 4, self.leb()?),
                _ => return None,
            }
        } else {
            let tag = self.byte()?;
            let len = match self.byte()? {
                len @ 0..=0x7f => len.into(),
                more @ 0x81..=0x84 => self.big(usize::from(more - 0x80))?,
                _ => return None,
            };
            (tag & 0x1f, tag & 0x20 != 0, len)
        };
        let len = usize::try_from(len).ok()?;
        if is_group {
            return Some((name, Value::Values(self.fields(self.at.checked_add(len)?)?)));
        }
        if self.encoding == Encoding::Der && matches!(name, 5..=7 | 9) {
            return Some((name, Value::Number(self.big(len.min(8))?)));
        }
        Some((name, Value::Bytes(self.take(len)?.to_vec())))
    }

    /// A value without a name.
    fn value(&mut self) -> Option<Value> {
        match self.encoding {
            Encoding::Bson => {
                let end = self.at + self.little()?;
                let mut values = Vec::new();
                loop {
                    let kind = self.byte()?;
                    if kind == 0 {
                        return (self.at == end).then_some(Value::Values(values));
                    }
                    let [name, 0] = *self.take(2)? else { return None };
                    let value = match kind {
                        18 => Value::Number(
                            self.take(8)?.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)),
                        ),
                        2 => {
                            let len = self.little()?;
                            let [bytes @ .., 0] = self.take(len)? else { return None };
                            Value::Bytes(bytes.to_vec())
                        }
                        3 => self.value()?,
                        _ => return None,
                    };
                    values.push((name.checked_sub(b'0')?, value));
                }
            }
            Encoding::MessagePack => match self.byte()? {
                number @ 0..=0x7f => Some(Value::Number(number.into())),
                count @ 0x80..=0x8f => self.pairs(usize::from(count & 15)),
                len @ 0xa0..=0xbf => Some(Value::Bytes(self.take(usize::from(len & 31))?.to_vec())),
                0xcd => self.big(2).map(Value::Number),
                0xd9 => {
                    let len = usize::from(self.byte()?);
                    Some(Value::Bytes(self.take(len)?.to_vec()))
                }
                0xde => {
                    let count = self.big(2)?;
                    self.pairs(usize::try_from(count).ok()?)
                }
                _ => None,
            },
            _ => {
                let first = self.byte()?;
                let number = match first & 31 {
                    number @ 0..24 => number.into(),
                    more @ 24..28 => self.big(1 << (more - 24))?,
                    _ => return None,
                };
                let len = usize::try_from(number).ok()?;
                match first >> 5 {
                    0 => Some(Value::Number(number)),
                    3 => Some(Value::Bytes(self.take(len)?.to_vec())),
                    5 => self.pairs(len),
                    _ => None,
                }
            }
        }
    }

    fn pairs(&mut self, count: usize) -> Option<Value> {
        let mut values = Vec::new();
        for _ in 0..count {
            let name = match self.value()? {
                Value::Bytes(name) => name.first()?.checked_sub(b'0')?,
                _ => return None,
            };
            values.push((name, self.value()?));
        }
        Some(Value::Values(values))
    }

    fn little(&mut self) -> Option<usize> {
        let bytes = self.take(4)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }
}

fn leb(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number > 0x7f {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
    out
}

fn der_head(tag: u8, len: usize) -> Vec<u8> {
    match u16::try_from(len).unwrap().to_be_bytes() {
        [0, len @ 0..=0x7f] => vec![tag, len],
        [0, len] => vec![tag, 0x81, len],
        [high, low] => vec![tag, 0x82, high, low],
    }
}

fn pack_head([short, long]: [u8; 2], most: u8, count: usize) -> Vec<u8> {
    match u16::try_from(count).unwrap().to_be_bytes() {
        [0, count] if count <= most => vec![short | count],
        [high, low] => vec![long, high, low],
    }
}

fn cbor_head(kind: u8, count: usize) -> Vec<u8> {
    match u16::try_from(count).unwrap().to_be_bytes() {
        [0, count @ 0..24] => vec![kind << 5 | count],
        [0, count] => vec![kind << 5 | 0x18, count],
        [high, low] => vec![kind << 5 | 0x19, high, low],
    }
}
