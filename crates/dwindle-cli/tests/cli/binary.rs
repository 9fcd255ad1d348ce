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

#[test]
fn the_summary_counts_no_tokens_of_binary_data() {
    let env = TestEnv::new();
    env.file("input.bin", [b"\0\x01abc \xff\xfe def".repeat(4), vec![0; 20]].concat());
    env.script("test.sh", "grep -aq abc input.bin && [ $(wc -c < input.bin) -gt 9 ]");
    let shown = env.run("reduce --jobs 1 ./test.sh input.bin");
    assert!(
        shown.code == 0 && !shown.stderr.contains("token)") && !shown.stderr.contains("tokens)"),
        "{shown}"
    );
}

#[test]
fn a_byte_that_has_to_be_large_becomes_no_larger_than_that() {
    let env = TestEnv::new();
    env.file("input.bin", [&[0, 0, 0, 7, 0, 1, 0, 2][..], &[35, 0, 200, 255], &[0; 12]].concat());
    // The ninth byte is a length: more than nine overflow. The eleventh has to be 200.
    env.script(
        "test.sh",
        "set -- $(od -An -tu1 -v input.bin); [ $# = 24 ] && [ $9 -ge 10 ] && [ ${11} = 200 ]",
    );
    let result = |options: &str| {
        let shown = env.run(&format!("reduce --fresh {options} --passes values ./test.sh input.bin"));
        assert_eq!(shown.code, 0, "{shown}");
        std::fs::read(env.path("input.min.bin")).unwrap()
    };
    let alone = result("--jobs 1");
    let mut least = [0; 24];
    (least[8], least[10]) = (10, 200);
    assert_eq!(alone, least);
    assert_eq!(result("--jobs 4"), alone, "jobs change nothing");
}
