//! PNG: chunks with lengths and checksums. What the image data unpack to are rows, which the header counts.

use std::ops::Range;

use super::source::{Content, Field, UNPACKED, field, number};
use crate::binary::builder::PartsBuilder;
use crate::binary::checksum::Checksum;
use crate::binary::number::Number;
use crate::binary::packing::Packing;
use crate::binary::parts::Meaning;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const LENGTH: Number = Number::Big(4);

/// A run of image chunks, as one.
const IMAGE: Packing = Packing {
    unpack: |chunks, most| {
        let (mut zlib, mut at) = (Vec::new(), 0);
        while at < chunks.len() {
            let (len, data) = LENGTH.read(chunks, at)?;
            let end = data.checked_add(4)?.checked_add(usize::try_from(len).ok()?)?;
            zlib.extend_from_slice(chunks.get(data + 4..end)?);
            at = end + 4;
        }
        (Packing::ZLIB.unpack)(&zlib, most)
    },
    pack: |content| {
        let mut covered = b"IDAT".to_vec();
        covered.extend((Packing::ZLIB.pack)(content));
        let mut chunk = Vec::new();
        LENGTH.write(covered.len() as u64 - 4, &mut chunk);
        chunk.extend_from_slice(&covered);
        LENGTH.write(Checksum::Crc32.of(&covered), &mut chunk);
        chunk
    },
};

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>, content: Content) -> Option<()> {
    if !builder.data()[span.clone()].starts_with(SIGNATURE) {
        return None;
    }
    let chunks = chunks(builder, &span)?;
    builder.bytes(span.start..span.start + SIGNATURE.len());
    let mut header = None;
    let mut rest = chunks.iter().peekable();
    while let Some(chunk) = rest.next() {
        let kind = builder.data()[chunk.start + 4..chunk.start + 8].to_vec();
        let data = chunk.start + 8..chunk.end - 4;
        if kind == b"IDAT" {
            let mut run = chunk.clone();
            while let Some(next) =
                rest.next_if(|next| &builder.data()[next.start + 4..next.start + 8] == b"IDAT")
            {
                run.end = next.end;
            }
            image(builder, run, header.as_ref());
            continue;
        }
        builder.open_unit();
        let length = field(builder, chunk.start, LENGTH);
        let covered = builder.open();
        builder.bytes(chunk.start + 4..chunk.start + 8);
        let inner = builder.open();
        if kind == b"IHDR" && data.len() == 13 {
            builder.bytes(data.start..data.start + 4);
            header = Some((field(builder, data.start + 4, LENGTH), data.clone()));
            builder.bytes(data.start + 8..data.end);
        } else {
            content(builder, data);
        }
        builder.close();
        builder.close();
        let checksum = field(builder, chunk.end - 4, LENGTH);
        builder.close();
        length.means(builder, Meaning::Length(inner, 1, 0));
        checksum.means(builder, Meaning::Checksum(Checksum::Crc32, covered));
    }
    let end = chunks.last().map_or(span.start + SIGNATURE.len(), |chunk| chunk.end);
    builder.content(end..span.end);
    Some(())
}

/// Where the chunks stand; what is no chunk any more stays behind them.
fn chunks(builder: &PartsBuilder<'_>, span: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let (mut chunks, mut at) = (Vec::new(), span.start + SIGNATURE.len());
    while at < span.end {
        let Some(len) = number(builder, span, at, LENGTH) else { break };
        let Some(end) = len.checked_add(at + 12).filter(|end| *end <= span.end) else { break };
        chunks.push(at..end);
        at = end;
    }
    (!chunks.is_empty()).then_some(chunks)
}

/// Image data, unpacked: in rows, where the header says how long they are.
fn image(builder: &mut PartsBuilder<'_>, run: Range<usize>, header: Option<&(Field, Range<usize>)>) {
    builder.open_unit();
    let Some(rows) = builder.unpack(IMAGE, run.clone(), UNPACKED) else {
        builder.content(run);
        builder.close();
        return;
    };
    let image = builder.open();
    let row = header.and_then(|(_, data)| row(&builder.data()[data.clone()], rows.len()));
    for start in rows.clone().step_by(row.unwrap_or(rows.len()).max(1)) {
        builder.open_unit();
        builder.content(start..rows.end.min(start + row.unwrap_or(rows.len())));
        builder.close();
    }
    builder.close();
    builder.close();
    builder.close();
    if let (Some((height, _)), Some(_)) = (header, row) {
        height.means(builder, Meaning::Count(image, 0));
    }
}

/// How long a row is, if the image is not interlaced and has `len` bytes.
fn row(header: &[u8], len: usize) -> Option<usize> {
    let number = |at: usize| LENGTH.read(header, at).and_then(|(number, _)| usize::try_from(number).ok());
    let (width, height) = (number(0)?, number(4)?);
    let channels = [1, 0, 3, 1, 2, 0, 4].get(usize::from(header[9])).copied().filter(|count| *count > 0)?;
    let bits = width.checked_mul(channels * usize::from(header[8]))?;
    let row = bits.div_ceil(8) + 1;
    (header[12] == 0 && row.checked_mul(height) == Some(len)).then_some(row)
}
