//! Regions by the line markers that preprocessors of C leave.

use std::ops::Range;

use super::region::{Provider, Region, Whose};

/// Reads `# 12 "file" 1 3` (GCC, Clang) and `#line 12 "file"` (MSVC, generators of parsers).
///
/// A marker with flag 1 begins a region. One with another name ends what is open down to that name; where nothing of that
/// name is open, it begins a region, too, since there may be no flags. The marker that ends a region belongs to it: without
/// the whole, what follows still comes from where it did. Flag 3 says that a region is the system's. Where a text has no
/// such flag, what lies in a folder `include` is.
///
/// The user's own is what is open at the end of the text: the main file where markers are balanced, and the best guess
/// where the beginning of a text is lost. No text is wrong: a line of a string that looks like a marker makes a region
/// that can hardly go.
#[derive(Debug)]
pub(super) struct LineMarkers;

impl Provider for LineMarkers {
    fn regions(&self, text: &[u8]) -> Vec<Region> {
        let markers: Vec<Marker<'_>> = markers(text).collect();
        let has_flags = markers.iter().any(|marker| marker.is_system);
        let mut regions: Vec<Region> = Vec::new();
        // What is around, the main file first, which is no region, and of which the name may come late.
        let mut open: Vec<Open<'_>> = vec![Open { name: None, region: None }];
        for marker in markers {
            let Marker { name, line, kind, .. } = &marker;
            if open[0].name.is_none() && *kind != Kind::Enters {
                open[0].name = Some(name);
            }
            let around = open.iter().rposition(|open| open.name == Some(name));
            match around {
                Some(at) if *kind != Kind::Enters => {
                    let mut ended = open.drain(at + 1..).filter_map(|open| open.region);
                    if let Some(first) = ended.next() {
                        (regions[first].body.end, regions[first].span.end) = (line.start, line.end);
                    }
                    for inner in ended {
                        (regions[inner].body.end, regions[inner].span.end) = (line.start, line.start);
                    }
                }
                None if *kind == Kind::Returns => {}
                _ => {
                    let above = open.last().and_then(|open| open.region);
                    let is_in_foreign = above.is_some_and(|above| regions[above].whose == Whose::Foreign);
                    let is_foreign = is_in_foreign || marker.is_foreign(has_flags);
                    let whose = if is_foreign { Whose::Foreign } else { Whose::Project };
                    open.push(Open { name: Some(name), region: Some(regions.len()) });
                    regions.push(Region { span: line.start..OPEN, body: line.end..OPEN, whose });
                }
            }
        }
        regions.retain(|region| region.span.end != OPEN);
        regions
    }
}

/// The end of what has not ended yet.
const OPEN: usize = usize::MAX;

/// A source that text comes from, the text of which has not ended.
struct Open<'t> {
    name: Option<&'t [u8]>,
    region: Option<usize>,
}

/// A line marker.
#[derive(Debug, PartialEq, Eq)]
struct Marker<'t> {
    /// With its line end.
    line: Range<usize>,
    name: &'t [u8],
    kind: Kind,
    is_system: bool,
}

/// What a marker says of what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Another source begins, within what is open.
    Enters,
    /// A source has ended, and another goes on.
    Returns,
    /// Nothing.
    Plain,
}

impl Marker<'_> {
    /// Whether it says so by a flag, or, where there are no flags, by its name. What is in `<>` is the preprocessor's.
    fn is_foreign(&self, has_flags: bool) -> bool {
        let is_in_include = || {
            let mut folders = self.name.split(|byte| matches!(byte, b'/' | b'\\'));
            let is_absolute = matches!(self.name, [b'/', ..] | [_, b':', ..]);
            is_absolute && folders.any(|folder| folder.eq_ignore_ascii_case(b"include"))
        };
        self.is_system || self.name.starts_with(b"<") || (!has_flags && is_in_include())
    }
}

/// The line markers of a text.
fn markers(text: &[u8]) -> impl Iterator<Item = Marker<'_>> {
    let mut at = 0;
    let lines = text.split_inclusive(|byte| *byte == b'\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    });
    lines.filter_map(|(start, line)| marker(start, line))
}

/// The marker that this line is, if it is one.
fn marker(start: usize, line: &[u8]) -> Option<Marker<'_>> {
    let rest = line.strip_prefix(b"#")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"line").map_or(rest, <[u8]>::trim_ascii_start);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = rest[digits..].trim_ascii_start().strip_prefix(b"\"").filter(|_| digits > 0)?;
    let mut is_escaped = false;
    let end = rest.iter().position(|byte| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    })?;
    let (mut kind, mut is_system) = (Kind::Plain, false);
    for flag in rest[end + 1..].split(u8::is_ascii_whitespace).filter(|flag| !flag.is_empty()) {
        match flag {
            b"1" => kind = Kind::Enters,
            b"2" => kind = Kind::Returns,
            b"3" => is_system = true,
            b"4" => {}
            _ => return None,
        }
    }
    Some(Marker { line: start..start + line.len(), name: &rest[..end], kind, is_system })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The regions, each with its first and last line, marked by whose it is.
    fn shown(text: &str) -> Vec<String> {
        let line = |line: Option<&str>| line.unwrap_or_default().to_owned();
        let show = |region: &Region| {
            let text = &text[region.span.clone()];
            format!("{:?}: {} .. {}", region.whose, line(text.lines().next()), line(text.lines().last()))
        };
        LineMarkers.regions(text.as_bytes()).iter().map(show).collect()
    }

    #[test]
    fn gcc_and_clang_say_what_is_included() {
        let gcc = "# 0 \"m.cc\"\n# 0 \"<built-in>\"\n# 0 \"<command-line>\"\n# 1 \"/usr/include/stdc-predef.h\" 1 3 4\n\
            # 0 \"<command-line>\" 2\n# 1 \"m.cc\"\n# 1 \"/usr/include/a\" 1 3\n# 30 \"/usr/include/a\" 3\nint a;\n\
            # 1 \"/usr/include/b\" 1 3\nint b;\n# 31 \"/usr/include/a\" 2 3\n# 2 \"m.cc\" 2\n# 1 \"p.h\" 1\nint p;\n# 3 \"m.cc\" 2\n\
            # 9 \"m.cc\"\nint own;\n";
        assert_eq!(
            shown(gcc),
            [
                "Foreign: # 0 \"<built-in>\" .. # 1 \"m.cc\"",
                "Foreign: # 0 \"<command-line>\" .. # 0 \"<command-line>\" 2",
                "Foreign: # 1 \"/usr/include/stdc-predef.h\" 1 3 4 .. # 0 \"<command-line>\" 2",
                "Foreign: # 1 \"/usr/include/a\" 1 3 .. # 2 \"m.cc\" 2",
                "Foreign: # 1 \"/usr/include/b\" 1 3 .. # 31 \"/usr/include/a\" 2 3",
                "Project: # 1 \"p.h\" 1 .. # 3 \"m.cc\" 2",
            ]
        );
        let clang = "# 1 \"m.cc\"\n# 1 \"<built-in>\" 1\n# 1 \"<built-in>\" 3\n# 419 \"<built-in>\" 3\n# 1 \"<command line>\" 1\n\
            # 1 \"<built-in>\" 2\n# 1 \"m.cc\" 2\n# 1 \"/x/y\" 1 3\nint y;\n# 2 \"m.cc\" 2\nint own;\n";
        assert_eq!(
            shown(clang),
            [
                "Foreign: # 1 \"<built-in>\" 1 .. # 1 \"m.cc\" 2",
                "Foreign: # 1 \"<command line>\" 1 .. # 1 \"<built-in>\" 2",
                "Foreign: # 1 \"/x/y\" 1 3 .. # 2 \"m.cc\" 2",
            ]
        );
    }

    #[test]
    fn without_flags_names_tell() {
        let text = "#line 1 \"C:\\\\m.cpp\"\r\n#line 1 \"C:\\\\VC\\\\INCLUDE\\\\a\"\r\nint a;\r\n#line 2 \"C:\\\\m.cpp\"\r\n\
            #line 1 \"C:\\\\p.h\"\r\nint p;\r\n#line 3 \"C:\\\\m.cpp\"\r\nint own;\r\n";
        assert_eq!(
            shown(text),
            [
                "Foreign: #line 1 \"C:\\\\VC\\\\INCLUDE\\\\a\" .. #line 2 \"C:\\\\m.cpp\"",
                "Project: #line 1 \"C:\\\\p.h\" .. #line 3 \"C:\\\\m.cpp\"",
            ]
        );
    }

    #[test]
    fn what_is_open_at_the_end_is_own() {
        assert_eq!(shown("int a;\n# 5 \"b.h\" 1 3\nint b;\n"), <[&str; 0]>::default());
        let late =
            "int x;\n# 2 \"m.cc\" 2\n# 1 \"a\" 1 3\n# 1 \"b\" 1 3\n# 3 \"m.cc\" 2\n# 9 \"z\" 2\nint own;\n";
        assert_eq!(
            shown(late),
            ["Foreign: # 1 \"a\" 1 3 .. # 3 \"m.cc\" 2", "Foreign: # 1 \"b\" 1 3 .. # 1 \"b\" 1 3"]
        );
        let begun = "# 1 \"a\" 1 3\nint a;\n# 2 \"m.cc\" 2\nint own;\n";
        assert_eq!(shown(begun), ["Foreign: # 1 \"a\" 1 3 .. # 2 \"m.cc\" 2"]);
    }

    #[test]
    fn other_lines_are_no_markers() {
        for line in [
            "# 1",
            "#line 5",
            "# \"a\"",
            "# 1 \"a",
            "# 1 \"a\" 7",
            "#define A 1 \"a\"",
            " x # 1 \"a\"",
            "#",
            "",
            "# 1 \"a\\\"",
        ] {
            assert_eq!(marker(0, line.as_bytes()), None, "{line:?}");
        }
        assert_eq!(
            marker(0, b"#1 \"a\\\"b\"2 3\r\n").map(|marker| (marker.name, marker.kind)),
            Some((&b"a\\\"b"[..], Kind::Returns))
        );
    }

    proptest! {
        #[test]
        fn regions_of_any_text_lie_in_each_other_or_apart(
            lines in proptest::collection::vec((0..4u8, 0..4u8, 0..3u8), 0..40),
        ) {
            let line = |(form, name, flags): &(u8, u8, u8)| {
                let flags = ["", " 1 3", " 2"][usize::from(*flags)];
                let start = ["# 1", "#line 7", "int x; # 1", "# 0"][usize::from(*form)];
                format!("{start} \"{name}\"{flags}\n")
            };
            let text: String = lines.iter().map(line).collect();
            let regions = LineMarkers.regions(text.as_bytes());
            for (at, region) in regions.iter().enumerate() {
                prop_assert!(region.span.start < region.body.start && region.body.start <= region.body.end);
                prop_assert!(region.body.end <= region.span.end && region.span.end <= text.len());
                for later in &regions[at + 1..] {
                    let is_in = later.span.start >= region.body.start && later.span.end <= region.body.end;
                    prop_assert!(is_in || later.span.start >= region.span.end);
                }
            }
        }
    }
}
