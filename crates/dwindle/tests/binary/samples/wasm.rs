//! WebAssembly.

use super::noise;

fn leb(mut value: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 {
        out.push(u8::try_from(value & 0x7f).unwrap() | 0x80);
        value >>= 7;
    }
    out.push(u8::try_from(value).unwrap());
    out
}

fn sized(bytes: &[u8]) -> Vec<u8> {
    [leb(bytes.len()), bytes.to_vec()].concat()
}

fn vector(elements: &[Vec<u8>]) -> Vec<u8> {
    [leb(elements.len()), elements.concat()].concat()
}

fn section(kind: u8, body: &[u8]) -> Vec<u8> {
    [vec![kind], sized(body)].concat()
}

/// 40 functions, one of which has the constant 42, with exports, data and names.
pub(crate) fn sample() -> Vec<u8> {
    let body = |nth: usize| {
        let value = if nth == 17 { 0x2a } else { 1 };
        let nops = noise(nth as u64, 30).into_iter().map(|_| 0x01);
        sized(&[vec![0], nops.collect(), vec![0x41, value, 0x0b]].concat())
    };
    let export = |nth: usize| [sized(format!("function-{nth}").as_bytes()), vec![0], leb(nth)].concat();
    let data = |nth: u64| [vec![0, 0x41, 0, 0x0b], sized(&noise(nth, 200))].concat();
    let types = [vec![0x60, 0, 1, 0x7f], vec![0x60, 1, 0x7f, 1, 0x7f]];
    [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &vector(&types)),
        section(3, &vector(&vec![vec![0]; 40])),
        section(7, &vector(&(0..40).step_by(5).map(export).collect::<Vec<_>>())),
        section(10, &vector(&(0..40).map(body).collect::<Vec<_>>())),
        section(11, &vector(&(0..4).map(data).collect::<Vec<_>>())),
        section(0, &[sized(b"name"), noise(3, 100)].concat()),
    ]
    .concat()
}

struct Source<'a>(&'a [u8]);

impl<'a> Source<'a> {
    fn number(&mut self) -> Option<usize> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
    }

    fn sized(&mut self) -> Option<&'a [u8]> {
        let len = self.number()?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }
}

/// The bodies of the functions, if the module is whole and each has a type.
pub(crate) fn functions(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut module = Source(bytes.strip_prefix(b"\0asm\x01\0\0\0")?);
    let (mut declared, mut bodies) = (0, Vec::new());
    while let Some((&kind, rest)) = module.0.split_first() {
        module.0 = rest;
        let mut section = Source(module.sized()?);
        match kind {
            3 => {
                declared = section.number()?;
                for _ in 0..declared {
                    section.number()?;
                }
                section.0.is_empty().then_some(())?;
            }
            10 => {
                let count = section.number()?;
                for _ in 0..count {
                    bodies.push(section.sized()?.to_vec());
                }
                section.0.is_empty().then_some(())?;
            }
            _ => {}
        }
    }
    let is_whole = bodies.len() == declared || bodies.is_empty() || declared == 0;
    is_whole.then_some(bodies)
}
