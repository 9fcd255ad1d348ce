//! What a parser is given in place of what it cannot read.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use dwindle::outline::{Mark, Marked};
use regex::bytes::{Captures, Regex};

/// What the parser is given instead of something that it cannot read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "cpp"),
    expect(dead_code, reason = "the parsers of other languages read all of them")
)]
pub(super) enum Mask {
    /// Blanks: it belongs to what follows it.
    Prefix,
    /// Blanks: it means nothing.
    Comment,
    /// Blanks: most texts mean the same without it, but it may name something.
    Noise,
    /// The same of what means something now and then.
    LateNoise,
    /// Blanks: most texts mean the same without it, but it names something by words with signs, such as `%a` and `!1`.
    Record,
    /// A name.
    Word,
    /// These letters, of which there are no more than it has, and blanks: another spelling of it.
    As(&'static str),
}

/// What is done to the group of a pattern that is found, if there is one.
pub(super) type Pattern = (&'static str, Mask);

/// What the parsers of C and C++ cannot read.
#[cfg(any(feature = "c", feature = "cpp"))]
pub(super) const GNU: &[Pattern] = &[
    // Line markers within a declaration or a statement: a preprocessor puts them around what a macro of the system stands for, such as
    // `NULL`. Those between statements have nodes.
    (
        r#"[;}]\s*(?:\n# \d+ "[^\n]*\s*)+|\A(?:# \d+ "[^\n]*\n)+|[^;}\s]\s*\n(# \d+ "[^\n]*(?:\s*\n# \d+ "[^\n]*)*)"#,
        Mask::Comment,
    ),
    (r"(__attribute(?:__)?\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\))", Mask::LateNoise),
    (r"\b(__extension__)\b", Mask::Noise),
    (r"\b(__complex__|_Complex)\b", Mask::As("")),
    // Bits without a name.
    (r"\bint\s*(:\s*\d+)\s*;", Mask::As("")),
    // Parts of a complex number.
    (r"\b(__(?:real|imag)__)\b", Mask::As("+")),
];

/// What the parser of C cannot read besides.
#[cfg(feature = "c")]
pub(super) const C: &[Pattern] = &[
    (r"\b(_Thread_local|__thread)\b", Mask::As("")),
    (r"\b(__signed(?:__)?)\b", Mask::As("signed")),
    (r"\b(__typeof(?:__)?\s*\((?:[^()]|\([^()]*\))*\))", Mask::Word),
    (r"\b(__builtin_offsetof)\b", Mask::As("offsetof")),
    // A type as an argument.
    (r"\b__builtin_va_arg\s*\([^,;]*,\s*([^;(){}]*[^;(){}\s])\s*\)", Mask::Word),
    // Addresses of labels, and jumps to them: `goto *a[b];`.
    (r"[,{(=\[]\s*(&&)\s*\w", Mask::As("&")),
    (r"\b(goto)\s*\*", Mask::As("!")),
];

/// What the parser of C++ cannot read besides.
#[cfg(feature = "cpp")]
pub(super) const CPP: &[Pattern] = &[
    (r"\b((?:extern\s+)?template)\s+(?:class|struct)\b", Mask::Prefix),
    (r"\b(extern)\s+template\b", Mask::Prefix),
    (r"(\[\[[^\]\n]*\]\])\s*friend\b", Mask::Prefix),
    (r"\b(__typeof(?:__)?\s*\(\w+\))", Mask::Word),
    (r"(?:\.|->|\bdecltype\s*\()\s*(operator\s*(?:\(\s*\)|[<>=!+*/%&|^~-]+))\s*\(", Mask::Word),
    // At the end of a `requires` clause.
    (r"(?:&&|\|\||\brequires\b|!)\s*(__is_\w+\s*\([^(){};]*\))\s*\{", Mask::Word),
    (r"\b(__decltype)\b", Mask::As("decltype")),
    // A value of a type that depends on another: `return typename T::type(a)`.
    (r"(?:\breturn\b|[(,=?+*/&|!-])\s*(typename)\s+(?:::\s*)?\w+\s*(?:<|::)", Mask::As("")),
    (r"\busing\s+(typename)\b", Mask::As("")),
    // What a parameter without a name is where none is given: `T * = 0`.
    (r"[*&]\s*(=\s*(?:0|nullptr))\s*[,)]", Mask::As("")),
    // What a type is by default: `class P = T*`.
    (
        r"\b(?:class|typename)\s+\w+\s*=\s*([\w:][\w:\s]*[*&]+|const\s[\w:\s]+\w|[\w:]+\s+const)\s*[,>]",
        Mask::Word,
    ),
    // As many arguments as there are, and more: `F(A......)`.
    (r"\.\.\.\s*(\.\.\.)", Mask::As("")),
    (r"(->\*)", Mask::As("->")),
    // Among arguments of a template a parser takes the sign for their end: `if_c<T::rows>=3>`.
    (r"::\s*\w+\s*(>=)", Mask::As("<=")),
    // Several expressions in a `decltype`, of which the last tells the type.
    (r"(,\s*void\s*\(\s*\)\s*,)", Mask::As("+")),
    (r"(,\s*void\s*\(\s*\))\s*\)", Mask::As("")),
    // Pointers to members: `T C::*p`, and `R (A<C>::*)(A) const`.
    (r"(?:^|[^\w>:])((?:(?:::\s*)?\w+(?:<[^<>(){};]*>)?\s*::\s*)+)\*", Mask::As("")),
    (
        r"::\s*\*\s*(?:const\b\s*)?\w*\s*\)\s*\([^()]*\)\s*((?:\b(?:const|volatile|noexcept)\b\s*)+&{0,2}|&{1,2})\s*[,>;]",
        Mask::As(""),
    ),
];

/// Names in square brackets, as `SQLite` and Transact-SQL have them, and quotes as `MySQL` writes them in strings.
#[cfg(feature = "sql")]
pub(super) const SQL: &[Pattern] = &[
    (r"(?:^|[\s(,.])(\[)[A-Za-z_][\w ]*\]", Mask::As("\"")),
    (r"(?:^|[\s(,.])\[[A-Za-z_][\w ]*(\])", Mask::As("\"")),
    (r"(\\')\w", Mask::As("''")),
];

/// What LLVM 17 and later added, which the parser of LLVM IR does not know.
#[cfg(feature = "llvm")]
pub(super) const LLVM: &[Pattern] = &[
    (r"\b(?:trunc|getelementptr(?: inbounds)?) ((?:nuw|nusw|nsw)(?: (?:nuw|nusw|nsw))*)\b", Mask::LateNoise),
    (r"\b(?:icmp (samesign)|(?:zext|uitofp) (nneg)|or (disjoint)) ", Mask::LateNoise),
    (
        r"[\s(]((?:captures|range|initializes|nofpclass|allockind)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))",
        Mask::LateNoise,
    ),
    (
        r"[\s(](nocreateundeforpoison|allocalign|allocptr|dead_on_return|dead_on_unwind|writable|noext)\b",
        Mask::LateNoise,
    ),
    (r"\b(splat \([^()]*\))", Mask::As("undef")),
    // Records of debug information, in the place of calls.
    (r"\n[ \t]*(#dbg_\w+\([^\n]*\))", Mask::Record),
];

/// The parser knows the words of drafts of the language.
#[cfg(feature = "wgsl")]
pub(super) const WGSL: &[Pattern] =
    &[(r"\b(const)\s+\w+\s*[:=]", Mask::As("let")), (r"\b(alias)\s+\w+\s*=", Mask::As("type"))];

/// Comments that s-expressions elsewhere have not.
#[cfg(feature = "wat")]
pub(super) const WAT: &[Pattern] = &[(r"(\(;(?:[^;]|;+[^;)])*;+\))", Mask::Comment)];

/// Extensions of a language that its parser takes for errors, and loses its way by.
///
/// Every masked byte is replaced by another, so that all else stays where it is; the trees are of the text as it is.
#[derive(Debug)]
pub(super) struct Masks(Vec<(Regex, Mask)>);

impl Masks {
    /// Of patterns, each with what is done to its group, where one is found.
    pub(super) fn new(patterns: &[&[Pattern]]) -> Self {
        let compiled =
            patterns.iter().copied().flatten().map(|(pattern, mask)| {
                (Regex::new(pattern).expect("committed patterns can be compiled"), *mask)
            });
        Self(compiled.collect())
    }

    /// The text as the parser is to see it.
    pub(super) fn masked<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let mut masked = Cow::Borrowed(text);
        for (span, mask) in self.spans(text) {
            let place = &mut masked.to_mut()[span];
            place.fill(if mask == Mask::Word { b'x' } else { b' ' });
            if let Mask::As(older) = mask {
                place[..older.len()].copy_from_slice(older.as_bytes());
            }
        }
        masked
    }

    /// What the masks say of the text: of a record also which words have signs.
    pub(super) fn marks<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = Marked> + 't {
        static SIGNED: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"[%@!][\w.$-]+").expect("a committed pattern"));
        self.spans(text).flat_map(move |(span, mask)| {
            let mark = match mask {
                Mask::Prefix => Some(Mark::Prefix),
                Mask::Comment => Some(Mark::Noise { late: false, has_names: false }),
                Mask::Noise | Mask::Record => Some(Mark::Noise { late: false, has_names: true }),
                Mask::LateNoise => Some(Mark::Noise { late: true, has_names: true }),
                Mask::Word | Mask::As(_) => None,
            };
            let (start, record) = (span.start, if mask == Mask::Record { &text[span.clone()] } else { b"" });
            let words = SIGNED.find_iter(record).map(move |word| start + word.start()..start + word.end());
            let words = words.map(|span| Marked { mark: Mark::Word, span });
            mark.map(|mark| Marked { mark, span }).into_iter().chain(words)
        })
    }

    fn spans<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = (Range<usize>, Mask)> + 't {
        self.0.iter().flat_map(move |(pattern, mask)| {
            let group =
                |found: Captures<'_>| found.iter().skip(1).flatten().next().map(|group| group.range());
            pattern.captures_iter(text).filter_map(group).map(|span| (span, *mask))
        })
    }
}
