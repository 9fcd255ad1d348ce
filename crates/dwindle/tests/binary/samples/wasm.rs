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

/// An import, and functions of which one has the constant 42; another calls it, and is exported.
pub(crate) fn calls() -> Vec<u8> {
    let body = |code: &[u8]| sized(&[&[0], code, &[0x0b]].concat());
    let plain = |value: u8| body(&[0x41, value, 0x1a]);
    let caller = body(&[0x02, 0x40, 0x41, 1, 0x0d, 0, 0x10, 7, 0x10, 4, 0x10, 0, 0x0b, 0x10, 0x82, 0]);
    let mut bodies: Vec<Vec<u8>> = (1..=9).map(|nth| plain(if nth == 7 { 0x2a } else { 1 })).collect();
    bodies.push(caller);
    let with_result = body(&[0x41, 1, 0x45]);
    bodies.push(with_result);
    [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &vector(&[vec![0x60, 1, 0x7f, 0], vec![0x60, 0, 0], vec![0x60, 0, 1, 0x7f]])),
        section(2, &vector(&[[sized(b"other"), sized(b"f"), vec![0, 1]].concat()])),
        section(3, &vector(&[vec![vec![1]; 10], vec![vec![2]]].concat())),
        section(7, &vector(&[[sized(b"main"), vec![0, 10]].concat()])),
        section(10, &vector(&bodies)),
    ]
    .concat()
}

/// Whether the function that is exported first calls one with the constant 42, by its number.
pub(crate) fn calls_needed(bytes: &[u8]) -> Option<bool> {
    let mut module = Source(bytes.strip_prefix(b"\0asm\x01\0\0\0")?);
    let (mut imported, mut exported) = (0, None);
    while let Some((&kind, rest)) = module.0.split_first() {
        module.0 = rest;
        let mut section = Source(module.sized()?);
        match kind {
            2 => imported = section.number()?,
            7 if section.number()? > 0 => {
                section.sized()?;
                exported = Some(*section.0.get(1)?);
            }
            _ => {}
        }
    }
    let bodies = functions(bytes)?;
    let body = |number: u8| bodies.get(usize::from(number).checked_sub(imported)?);
    let calls = body(exported?)?.windows(2).filter(|two| two[0] == 0x10);
    let is_needed =
        |two: &[u8]| body(two[1]).is_some_and(|body| body.windows(2).any(|two| two == [0x41, 0x2a]));
    Some(calls.into_iter().any(is_needed))
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
