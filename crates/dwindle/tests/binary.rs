//! Binary data: every known format is kept whole, and what is left is at most twice as large as it could be.

mod samples;

use dwindle::binary::{Gone, encoding, format, is_binary};
use dwindle::space::{PartsSpace, Piece, Space};
use dwindle::{Config, Engine, Plan, Search, Stop, Text, test};
use proptest::prelude::*;
use samples::encoded::{self, Value};
use std::sync::Arc;

/// What the plan for binary data leaves, and after how many tests.
fn reduced(input: Vec<u8>, fails: impl Fn(&[u8]) -> bool + Sync) -> (Vec<u8>, u64) {
    assert!(fails(&input), "the input has to fail");
    let test = test::on_texts(|bytes: &[u8]| fails(bytes));
    let text = Text::new(input).unwrap();
    let run = |search: &mut Search<'_>| {
        let planned = Plan::suited_to(&text).run(search, text.clone())?;
        Ok::<_, Stop>((planned.text.bytes().to_vec(), search.count().tests))
    };
    let (left, tests) = Engine::new().run(&test, run).unwrap();
    assert!(fails(&left));
    (left, tests)
}

/// That the plan leaves at most `size` bytes after at most `tests` tests.
fn comes_to(input: Vec<u8>, size: usize, tests: u64, fails: impl Fn(&[u8]) -> bool + Sync) {
    let (left, ran) = reduced(input, fails);
    let shown = left.escape_ascii();
    assert!(left.len() <= size && ran <= tests, "{} bytes after {ran} tests: {shown}", left.len());
}

#[test]
fn every_sample_is_of_its_format() {
    for (name, sample) in samples::all() {
        assert_eq!(format::of(&sample), Some(name));
        assert!(is_binary(&sample));
    }
}

#[test]
fn of_every_format_any_parts_can_go_and_the_rest_is_still_of_it() {
    for (name, sample) in samples::all() {
        let parts = Arc::new(format::read(&sample).unwrap());
        assert_eq!(parts.without(&Gone::default()), sample, "{name}");
        let units = parts.units().to_vec();
        assert!(!units.is_empty(), "{name}");
        for depth in 0..=units.iter().map(|unit| unit.depth).max().unwrap() {
            let of_depth = units.iter().filter(|unit| unit.depth == depth);
            let pieces: Vec<Piece> = of_depth.map(Piece::from).collect();
            let count = pieces.len();
            let space = PartsSpace::new(Arc::clone(&parts), pieces);
            for gone in 0..count.min(20) {
                let config = space.full().without_slice(gone..gone + 1);
                let left = space.base().made(&config);
                let is_whole = samples::is_whole(name, &left);
                assert!(is_whole, "{name} without unit {gone} of {count} at depth {depth}");
            }
            assert_eq!(space.base().made(&Config::full(count))[..], sample);
        }
    }
}

#[test]
fn headers_of_which_some_numbers_are_zero_are_read_or_not_but_given_back() {
    const WIDTH: usize = 6;
    for (name, sample) in samples::all() {
        let places = 0..=sample.len() - WIDTH;
        let is_at_an_end = |at: &usize| *at < 128 || sample.len() - at < 128;
        for at in places.filter(is_at_an_end) {
            let mut damaged = sample.clone();
            damaged[at..at + WIDTH].fill(0);
            if let Some(parts) = format::read(&damaged) {
                assert_eq!(parts.without(&Gone::default()), damaged, "{name}, at {at}");
            }
        }
    }
}

#[test]
fn an_archive_whose_directory_would_begin_behind_its_end_is_none() {
    let mut archive = samples::zip::sample();
    let end = archive.len() - 22;
    assert!(archive[end..].starts_with(b"PK\x05\x06"));
    archive[end + 10..end + 16].fill(0);
    archive[end + 19] = 0x5b;
    assert_ne!(format::of(&archive), Some("ZIP"));
}

proptest! {
    #[test]
    fn damaged_data_are_read_or_not_but_given_back(at in 0usize..4000, byte: u8, cut in 0usize..4000) {
        for (_, mut sample) in samples::all() {
            let len = sample.len();
            sample[at % len] = byte;
            sample.truncate(len - if cut % 3 == 0 { cut % len } else { 0 });
            if let Some(parts) = format::read(&sample) {
                prop_assert_eq!(parts.without(&Gone::default()), sample);
            }
        }
    }
}

#[test]
fn a_chunk_of_a_png_is_found_with_its_checksum() {
    // Signature, header and a text chunk of two bytes.
    let fails = |bytes: &[u8]| {
        let chunks = samples::png::chunks(bytes).unwrap_or_default();
        let is_header = chunks.first().is_some_and(|(kind, data)| kind == b"IHDR" && data.len() == 13);
        is_header && chunks.iter().any(|(kind, data)| kind == b"tEXt" && data.contains(&b'!'))
    };
    comes_to(samples::png::sample(), 8 + 25 + 13, 200, fails);
}

#[test]
fn a_row_of_an_image_is_found_in_packed_data() {
    let fails = |bytes: &[u8]| {
        let image = samples::png::image(bytes).unwrap_or_default();
        image.iter().any(|row| row.contains(&0xee))
    };
    comes_to(samples::png::sample(), 150, 1000, fails);
}

#[test]
fn a_line_of_a_packed_file_is_found() {
    let fails = |bytes: &[u8]| samples::gzip::unpacked(bytes).is_some_and(|text| text.contains(&b'!'));
    comes_to(samples::gzip::sample(), 42, 300, fails);
}

#[test]
fn a_file_of_an_archive_is_found() {
    let fails = |bytes: &[u8]| {
        let files = samples::zip::files(bytes).unwrap_or_default();
        files.iter().any(|(_, content)| content.contains(&b'!'))
    };
    comes_to(samples::zip::sample(), 2 * 100, 400, fails);
}

#[test]
fn samples_of_a_sound_are_found() {
    let fails = |bytes: &[u8]| {
        let chunks = samples::riff::chunks(bytes).unwrap_or_default();
        chunks.iter().any(|(kind, data)| kind == b"data" && data.windows(2).any(|two| two == [0x12, 0x34]))
    };
    comes_to(samples::riff::sample(), 12 + 10, 300, fails);
}

#[test]
fn a_section_of_a_module_is_found() {
    let fails = |bytes: &[u8]| {
        let functions = samples::wasm::functions(bytes).unwrap_or_default();
        functions.iter().any(|body| body.windows(2).any(|two| two == [0x41, 0x2a]))
    };
    comes_to(samples::wasm::sample(), 2 * 30, 400, fails);
}

#[test]
fn functions_of_a_module_are_called_by_their_new_numbers() {
    let fails = |bytes: &[u8]| samples::wasm::calls_needed(bytes) == Some(true);
    // The header, and sections of functions, exports and code.
    comes_to(samples::wasm::calls(), 2 * (8 + 5 + 6 + 13), 300, fails);
}

#[test]
fn a_section_of_an_object_file_is_found() {
    let fails = |bytes: &[u8]| {
        let sections = samples::elf::sections(bytes).unwrap_or_default();
        sections.iter().any(|(name, data)| name == b".needed" && data.contains(&0x99))
    };
    comes_to(samples::elf::sample(), 2 * (64 + 3 * 64 + 20), 1000, fails);
}

#[test]
fn a_long_record_is_found_among_many() {
    let fails = |bytes: &[u8]| {
        let records = samples::records::records(bytes).unwrap_or_default();
        records.iter().any(|(kind, data)| *kind == 7 && data.len() > 200)
    };
    comes_to(samples::records::sample(200_000), 8 + 5 + 201, 1000, fails);
}

#[test]
fn records_are_found_in_whatever_way_they_are_laid_out() {
    for layout in samples::laid_out::ALL {
        let fails = |bytes: &[u8]| {
            let records = samples::laid_out::records(bytes, layout).unwrap_or_default();
            records.iter().any(|data| data.windows(2).any(|two| two == b"!?"))
        };
        let sample = samples::laid_out::sample(layout);
        let (left, tests) = reduced(sample, fails);
        let least = samples::laid_out::least(layout, 2);
        let shown = left.escape_ascii();
        assert!(
            left.len() <= 2 * least && tests < 1500,
            "{layout:?}: {} bytes, {tests} tests: {shown}",
            left.len()
        );
    }
}

#[test]
fn a_value_is_found_in_groups_of_a_message() {
    let fails = |bytes: &[u8]| {
        let fields = samples::message::fields(bytes).unwrap_or_default();
        fields.iter().any(|path| path[..] == [9, 9, 3])
    };
    comes_to(samples::message::sample(), 2 * 7, 500, fails);
}

#[test]
fn values_in_values_are_found_in_every_encoding() {
    for kind in encoded::ALL {
        let fails = |bytes: &[u8]| kind.read(bytes).is_some_and(|values| encoded::has_needed(&values));
        let (left, tests) = reduced(encoded::sample(kind), fails);
        let (name, number) = encoded::NEEDED;
        let least = kind.written(&[(3, Value::Values(vec![(name, Value::Number(number))]))]);
        let shown = (left.len(), left.escape_ascii().to_string());
        assert!(left.len() <= least.len() && tests < 1000, "{kind:?}: {shown:?} {least:x?}, {tests} tests");
    }
}

#[test]
fn messages_behind_their_lengths_are_found_and_what_is_in_them() {
    let message = |n: u64| {
        let more = (n == 77).then(|| (3, Value::Values(vec![(9, Value::Number(0x7654))])));
        let plain = [(7, Value::Number(n)), (8, Value::Bytes(b"some words and some more".to_vec()))];
        let host = (2, Value::Values(vec![(8, Value::Bytes(format!("host{n}").into_bytes()))]));
        encoded::Encoding::Protobuf.written(&plain.into_iter().chain([host]).chain(more).collect::<Vec<_>>())
    };
    let of = |message: Vec<u8>| [&u32::try_from(message.len()).unwrap().to_be_bytes()[..], &message].concat();
    let data = [b"LOG\x01".to_vec(), (0..120).flat_map(|n| of(message(n))).collect()].concat();
    let fails = |bytes: &[u8]| {
        let Some(mut rest) = bytes.strip_prefix(b"LOG\x01") else { return false };
        let mut found = false;
        while let Some(len) = samples::big(rest, 0, 4) {
            let Some(message) = rest.get(4..4 + len) else { return false };
            let Some(values) = encoded::Encoding::Protobuf.read(message) else { return false };
            found |= encoded::has_needed(&values);
            rest = &rest[4 + len..];
        }
        found && rest.is_empty()
    };
    comes_to(data, 4 + 4 + 6, 300, fails);
}

#[test]
fn of_every_encoding_any_values_can_go_and_the_rest_is_still_of_it() {
    for kind in encoded::ALL {
        let sample = encoded::sample(kind);
        assert!(is_binary(&sample), "{kind:?}");
        let guesses = encoding::guesses(&sample);
        let (guess, is_sure) = *guesses.first().unwrap_or_else(|| panic!("{kind:?}"));
        assert!(is_sure, "{kind:?} {}", guess.name());
        let parts = guess.read(&sample).unwrap();
        assert_eq!(parts.without(&Gone::default()), sample, "{kind:?}");
        let removed = parts.units().iter().filter(|unit| unit.instead.is_none());
        for unit in removed.step_by(parts.units().len() / 100) {
            let left = parts.without(&Gone { parts: unit.parts.clone(), ..Gone::default() });
            let is_whole = kind.read(&left).is_some() || left.is_empty();
            assert!(is_whole, "{kind:?} {unit:?}: {}", left.escape_ascii());
        }
    }
}

#[test]
fn strings_with_decimal_lengths_are_found() {
    let fails = |bytes: &[u8]| {
        let strings = samples::netstrings::strings(bytes).unwrap_or_default();
        strings.iter().any(|string| string.contains(&b'!'))
    };
    comes_to(samples::netstrings::sample(), 4, 500, fails);
}

#[test]
fn where_nothing_can_go_few_tests_are_run() {
    let input = samples::noise(99, 20_000);
    let (left, tests) = reduced(input.clone(), |bytes| bytes == input);
    assert_eq!(left, input);
    assert!(tests < 5000, "{tests} tests");
}

#[test]
fn jobs_change_nothing() {
    let fails = |bytes: &[u8]| {
        let records = samples::records::records(bytes).unwrap_or_default();
        records.iter().any(|(kind, data)| *kind == 7 && data.contains(&0x80))
    };
    let test = test::on_texts(|bytes: &[u8]| fails(bytes));
    let text = Text::new(samples::records::sample(3_000)).unwrap();
    let run = |jobs: usize| {
        let plan = |search: &mut Search<'_>| {
            let planned = Plan::binary().run(search, text.clone())?;
            Ok::<_, Stop>((planned.text.bytes().to_vec(), search.count().tests))
        };
        Engine::new().jobs(jobs).run(&test, plan).unwrap()
    };
    let serial = run(1);
    for jobs in [2, 8] {
        assert_eq!(run(jobs), serial);
    }
}
