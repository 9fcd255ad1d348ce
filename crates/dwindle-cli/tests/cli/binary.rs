//! Binary inputs.

use crate::env::TestEnv;

/// Lines, one of which has an exclamation mark, in a gzip file; and a script that needs the mark in one that is whole.
fn notes() -> TestEnv {
    let line = |nth| format!("line {nth}{}\n", if nth == 17 { "!" } else { "" });
    let text: String = (0..30).map(line).collect();
    let len = u16::try_from(text.len()).unwrap().to_le_bytes();
    let not_len = len.map(|byte| !byte);
    let crc = crc32(text.as_bytes()).to_le_bytes();
    // One block, stored as it is.
    let header = [b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", &len[..], &not_len].concat();
    let env = TestEnv::new();
    env.file("notes.gz", [&header[..], text.as_bytes(), &crc, &len, &[0, 0]].concat());
    env.script("test.sh", "gzip -t notes.gz && gzip -dc notes.gz | grep -q '!'");
    env
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8)
            .fold(crc ^ u32::from(*byte), |crc: u32, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

#[test]
fn a_packed_file_is_still_one_when_it_is_reduced() {
    let env = notes();
    let shown = env.run("reduce --message-format json --jobs 2 ./test.sh notes.gz");
    assert_eq!(shown.code, 0, "{shown}");
    for pass in ["containers", "intervals", "values"] {
        assert!(shown.stdout.contains(&format!("\"algorithm\":\"{pass}\"")), "{pass}: {shown}");
    }
    // A header, one packed character, a checksum and a length.
    let left = std::fs::metadata(env.path("notes.min.gz")).unwrap().len();
    assert!(left <= 21, "{left} bytes are left");
}

#[test]
fn another_plan_can_be_asked_for() {
    let env = notes();
    let shown = env.run("reduce --message-format json --passes bytes ./test.sh notes.gz");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(!shown.stdout.contains("containers"), "{shown}");
}
