//! ELF: an object file.

use super::{little, noise};

const HEADER: usize = 64;

/// 20 sections with code, data and names; `.needed` holds the byte 0x99.
pub(crate) fn sample() -> Vec<u8> {
    let (mut names, mut data, mut entries) = (vec![0u8], Vec::new(), vec![[0u8; HEADER]]);
    let mut add = |name: &str, kind: u32, content: &[u8], names: &mut Vec<u8>| {
        let mut entry = [0; HEADER];
        entry[..4].copy_from_slice(&u32::try_from(names.len()).unwrap().to_le_bytes());
        entry[4..8].copy_from_slice(&kind.to_le_bytes());
        entry[24..32].copy_from_slice(&(HEADER + data.len()).to_le_bytes());
        entry[32..40].copy_from_slice(&content.len().to_le_bytes());
        names.extend(name.as_bytes());
        names.push(0);
        data.extend_from_slice(content);
        entries.push(entry);
    };
    for nth in 0..18u64 {
        let mut content: Vec<u8> = noise(nth, 100).into_iter().map(|byte| byte & 0x7f).collect();
        content[50] = if nth == 11 { 0x99 } else { 0 };
        let name = if nth == 11 { ".needed".to_owned() } else { format!(".text.function_{nth}") };
        add(&name, 1, &content, &mut names);
    }
    let mut all_names = names.clone();
    all_names.extend(b".names\0");
    add(".names", 3, &all_names, &mut names);
    let table = HEADER + data.len();
    let mut header = b"\x7fELF\x02\x01\x01".to_vec();
    header.resize(16, 0);
    header.extend([1, 0, 62, 0, 1, 0, 0, 0]);
    header.extend([0; 16]);
    header.extend(table.to_le_bytes());
    header.extend([0; 4]);
    header.extend([64, 0, 0, 0, 0, 0, 64, 0]);
    header.extend(u16::try_from(entries.len()).unwrap().to_le_bytes());
    header.extend(u16::try_from(entries.len() - 1).unwrap().to_le_bytes());
    [header, data, entries.concat()].concat()
}

/// Names and contents of the sections, if all of them lie in the file.
pub(crate) fn sections(bytes: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    if !bytes.starts_with(b"\x7fELF\x02\x01\x01") {
        return None;
    }
    let (table, count, names) = (little(bytes, 40, 8)?, little(bytes, 60, 2)?, little(bytes, 62, 2)?);
    let content = |nth: usize| {
        let entry = bytes.get(table.checked_add(nth * HEADER)?..)?.get(..HEADER)?;
        let (start, len) = (little(entry, 24, 8)?, little(entry, 32, 8)?);
        bytes.get(start..start.checked_add(len)?).map(|content| (little(entry, 0, 4).unwrap_or(0), content))
    };
    if count == 0 || names >= count {
        return Some(Vec::new());
    }
    let (_, names) = content(names)?;
    let section = |nth: usize| {
        let (name, content) = content(nth)?;
        let name = names.get(name..)?.split(|byte| *byte == 0).next()?;
        Some((name.to_vec(), content.to_vec()))
    };
    (1..count).map(section).collect()
}
