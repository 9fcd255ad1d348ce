//! ZIP.

use super::{little, noise};

/// Eight files, packed or not; one holds an exclamation mark.
pub(crate) fn sample() -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for nth in 0..8u16 {
        let name = format!("folder/file-{nth}.txt").into_bytes();
        let content = match nth {
            5 => b"first line\nsecond line, with more!\nthird line\n".to_vec(),
            _ if nth % 2 == 0 => noise(nth.into(), 300).into_iter().map(|byte| byte & 0x5f).collect(),
            _ => b"the same line again and again\n".repeat(30),
        };
        let is_packed = nth % 2 == 1;
        let packed =
            if is_packed { miniz_oxide::deflate::compress_to_vec(&content, 6) } else { content.clone() };
        let mut fields = Vec::new();
        fields.extend([20, 0, 0, 0]);
        fields.extend((if is_packed { 8u16 } else { 0 }).to_le_bytes());
        fields.extend([0; 4]);
        fields.extend(crc32fast::hash(&content).to_le_bytes());
        for len in [packed.len(), content.len()] {
            fields.extend(u32::try_from(len).unwrap().to_le_bytes());
        }
        fields.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        fields.extend([0; 2]);
        let offset = u32::try_from(out.len()).unwrap();
        out.extend([b"PK\x03\x04", &fields[..], &name, &packed].concat());
        directory
            .extend([b"PK\x01\x02", &[20, 0][..], &fields, &[0; 10], &offset.to_le_bytes(), &name].concat());
    }
    let start = u32::try_from(out.len()).unwrap();
    let len = u32::try_from(directory.len()).unwrap();
    out.extend(directory);
    out.extend(
        [b"PK\x05\x06\0\0\0\0", &[8, 0, 8, 0][..], &len.to_le_bytes(), &start.to_le_bytes(), &[0, 0]]
            .concat(),
    );
    out
}

/// Names and contents, if the archive is whole.
pub(crate) fn files(bytes: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    let end = bytes.len().checked_sub(22).filter(|end| bytes[*end..].starts_with(b"PK\x05\x06"))?;
    let (count, size, start) =
        (little(bytes, end + 10, 2)?, little(bytes, end + 12, 4)?, little(bytes, end + 16, 4)?);
    if start.checked_add(size)? != end || little(bytes, end + 8, 2)? != count {
        return None;
    }
    let (mut files, mut at) = (Vec::new(), start);
    for _ in 0..count {
        let entry = bytes.get(at..).filter(|entry| entry.starts_with(b"PK\x01\x02"))?;
        let name_len = little(entry, 28, 2)?;
        let name = entry.get(46..46 + name_len)?;
        let local = bytes.get(little(entry, 42, 4)?..).filter(|local| local.starts_with(b"PK\x03\x04"))?;
        if local.get(30..30 + little(local, 26, 2)?)? != name {
            return None;
        }
        let data = 30 + name_len + little(local, 28, 2)?;
        let packed = local.get(data..data + little(entry, 20, 4)?)?;
        let content = match little(entry, 10, 2)? {
            0 => packed.to_vec(),
            _ => miniz_oxide::inflate::decompress_to_vec(packed).ok()?,
        };
        let is_right = |entry: &[u8], at: usize| {
            little(entry, at, 4) == Some(crc32fast::hash(&content) as usize)
                && little(entry, at + 8, 4) == Some(content.len())
        };
        if !is_right(entry, 16) || !is_right(local, 14) {
            return None;
        }
        files.push((name.to_vec(), content));
        at += 46 + name_len;
    }
    (at == end).then_some(files)
}
