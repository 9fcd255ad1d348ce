//! The languages, one entry each.

use std::fmt;
use std::sync::{LazyLock, Mutex, OnceLock};

use dwindle::grammar::{Spacing, Symbol};
use tree_sitter::Query;

use super::counted::Counting;
use super::head::{Blanks, directive, words};
use super::kept::Kept;
use super::masks::{Masks, Pattern};
use super::matcher::Matcher;
use super::normal::Syntax;
use super::numbered::Numbering;
use super::own::OwnParser;
use super::own_marks::OwnMarks;
use super::packaged::{self, Packaged};
use super::parsed::Parsed;
use super::raw;
use super::sorts::Theory;
use super::table::Table;

/// The language that our own parser reads by its table, with the queries in files of the folders that are named.
macro_rules! own {
    ($name:literal $(; $folder:ident $($file:literal)+)*) => {
        Entry {
            $($folder: &[$(include_str!(concat!("../../", stringify!($folder), "/", $file, ".scm"))),+],)*
            ..Entry::own($name, include_str!(concat!(env!("OUT_DIR"), "/", $name, ".grammar")))
        }
    };
}

/// The language of a package's parser, with its queries.
macro_rules! packaged {
    ($parser:expr, $name:literal $($queries:tt)*) => {
        Entry { parser: Some(Packaged { name: $name, parser: $parser }), ..own!($name $($queries)*) }
    };
}

/// Those whose features are asked for.
macro_rules! languages {
    ($($feature:literal => $entry:expr,)+) => { Box::new([$(#[cfg(feature = $feature)] $entry),+]) };
}

/// All of them, by their features, in the order of the documentation.
pub(super) static ALL: LazyLock<Box<[Entry]>> = LazyLock::new(|| {
    languages! {
        "c" => Entry {
            masks: &[super::masks::GNU, super::masks::C],
            ..packaged!(tree_sitter_c::LANGUAGE, "c"; marks "c"; rewrites "c" "c-only")
        },
        "cpp" => Entry {
            masks: &[super::masks::GNU, super::masks::CPP],
            ..packaged!(tree_sitter_cpp::LANGUAGE, "cpp"; marks "cpp"; rewrites "c" "cpp")
        },
        "rust" => packaged!(tree_sitter_rust::LANGUAGE, "rust"; marks "rust"; rewrites "rust"),
        "python" => packaged!(tree_sitter_python::LANGUAGE, "python"; marks "python"; rewrites "python"),
        "javascript" => packaged!(tree_sitter_javascript::LANGUAGE, "javascript"; marks "ecmascript" "javascript";
            rewrites "ecmascript" "javascript"),
        "typescript" => packaged!(tree_sitter_typescript::LANGUAGE_TYPESCRIPT, "typescript"; marks "ecmascript" "typescript";
            rewrites "ecmascript" "typescript"),
        "typescript" => packaged!(tree_sitter_typescript::LANGUAGE_TSX, "tsx"; marks "ecmascript" "typescript";
            rewrites "ecmascript" "typescript"),
        "java" => packaged!(tree_sitter_java::LANGUAGE, "java"; marks "java"; rewrites "java"),
        "go" => packaged!(tree_sitter_go::LANGUAGE, "go"; marks "go"; rewrites "go"),
        "json" => packaged!(tree_sitter_json::LANGUAGE, "json"),
        "html" => packaged!(tree_sitter_html::LANGUAGE, "html"),
        "css" => packaged!(tree_sitter_css::LANGUAGE, "css"),
        "bash" => packaged!(tree_sitter_bash::LANGUAGE, "bash"),
        "lua" => packaged!(tree_sitter_lua::LANGUAGE, "lua"; marks "lua"),
        "xml" => packaged!(tree_sitter_xml::LANGUAGE_XML, "xml"; rewrites "xml"),
        "sql" => Entry {
            masks: &[super::masks::SQL],
            ..packaged!(tree_sitter_sequel::LANGUAGE, "sql"; rewrites "sql")
        },
        "ruby" => packaged!(tree_sitter_ruby::LANGUAGE, "ruby"; marks "ruby"),
        "yaml" => packaged!(tree_sitter_yaml::LANGUAGE, "yaml"),
        "toml" => packaged!(tree_sitter_toml_ng::LANGUAGE, "toml"),
        "cmake" => packaged!(tree_sitter_cmake::LANGUAGE, "cmake"),
        "wgsl" => Entry { masks: &[super::masks::WGSL], ..packaged!(tree_sitter_wgsl_bevy::LANGUAGE, "wgsl"; marks "wgsl") },
        "solidity" => packaged!(tree_sitter_solidity::LANGUAGE, "solidity"; marks "solidity"),
        "r" => packaged!(tree_sitter_r::LANGUAGE, "r"; marks "r"),
        "glsl" => packaged!(tree_sitter_glsl::LANGUAGE_GLSL, "glsl"; marks "glsl"),
        "zig" => packaged!(tree_sitter_zig::LANGUAGE, "zig"; marks "zig"),
        "llvm" => Entry {
            masks: &[super::masks::LLVM],
            ..packaged!(tree_sitter_llvm::LANGUAGE, "llvm"; marks "llvm"; rewrites "llvm"; flows "llvm")
        },
        "mlir" => packaged!(tree_sitter_mlir::LANGUAGE, "mlir"; marks "mlir"; rewrites "mlir"),
        "php" => packaged!(tree_sitter_php::LANGUAGE_PHP, "php"; marks "php"),
        "csharp" => packaged!(tree_sitter_c_sharp::LANGUAGE, "csharp"; marks "csharp"),
        "kotlin" => packaged!(tree_sitter_kotlin_ng::LANGUAGE, "kotlin"; marks "kotlin"),
        "haskell" => packaged!(tree_sitter_haskell::LANGUAGE, "haskell"; marks "haskell"),
        "perl" => packaged!(ts_parser_perl::LANGUAGE, "perl"; marks "perl"),
        "swift" => packaged!(tree_sitter_swift::LANGUAGE, "swift"),
        "scala" => packaged!(tree_sitter_scala::LANGUAGE, "scala"),
        "ocaml" => packaged!(tree_sitter_ocaml::LANGUAGE_OCAML, "ocaml"; marks "ocaml"),
        "julia" => packaged!(tree_sitter_julia::LANGUAGE, "julia"),
        "fortran" => packaged!(tree_sitter_fortran::LANGUAGE, "fortran"),
        "vhdl" => packaged!(tree_sitter_vhdl::LANGUAGE, "vhdl"),
        "smtlib" => Entry {
            queried: Some(SCHEME), sorts: Some(include_str!("../../sorts/smtlib.txt")),
            ..own!("smtlib"; marks "smtlib"; rewrites "smtlib")
        },
        "wat" => Entry { masks: &[super::masks::WAT], queried: Some(SCHEME), ..own!("wat"; rewrites "wat") },
        "make" => own!("make"),
        "dimacs" => own!("dimacs"),
        "dot" => own!("dot"),
        "verilog" => own!("verilog"),
    }
});

/// What queries of s-expressions are about.
#[cfg(any(feature = "smtlib", feature = "wat"))]
const SCHEME: Packaged = Packaged { name: "scheme", parser: tree_sitter_scheme::LANGUAGE };

/// What is known of a language: what its table says, and what is made of that.
pub(super) struct Entry {
    pub(super) name: &'static str,
    /// Other names that it goes by; in small letters.
    other_names: Vec<&'static str>,
    /// The endings of its files' names.
    pub(super) endings: Vec<&'static str>,
    /// The names of whole files in it.
    pub(super) files: Vec<&'static str>,
    /// What the first line of a text in it begins with, where that tells it from others.
    pub(super) begins: Option<&'static str>,
    /// The programs that run it, without versions.
    pub(super) interpreters: Vec<&'static str>,
    /// The parser that a package has; none where ours reads the language by its table.
    parser: Option<Packaged>,
    /// The parser whose trees are queried, where it is another one.
    queried: Option<Packaged>,
    /// Its table, by the name of its file without the ending; only the head where the rules are packed.
    pub(super) file: &'static str,
    pub(super) table: &'static str,
    /// The query that finds what a text declares, if there is one: files of `marks`.
    marks: &'static [&'static str],
    /// The query that finds what can be rewritten, if there is one: files of `rewrites`.
    rewrites: &'static [&'static str],
    /// The query that finds its control flow, if there is one: a file of `flows`.
    flows: &'static [&'static str],
    /// What is known of sorts and functions that no text declares, if anything is: a file of `sorts`.
    sorts: Option<&'static str>,
    masks: &'static [&'static [Pattern]],
    shared: OnceLock<Shared>,
}

impl Entry {
    /// The language that our own parser reads by this table.
    fn own(file: &'static str, table: &'static str) -> Self {
        let all = |directive| words(table, directive).collect();
        Self {
            name: words(table, "name").next().unwrap_or_default(),
            other_names: all("also"),
            endings: all("endings"),
            files: all("files"),
            begins: directive(table, "begins"),
            interpreters: all("interpreters"),
            parser: None,
            queried: None,
            file,
            table,
            marks: &[],
            rewrites: &[],
            flows: &[],
            sorts: None,
            masks: &[],
            shared: OnceLock::new(),
        }
    }

    /// Its parsers that packages have.
    pub(super) fn packaged(&self) -> impl Iterator<Item = Packaged> {
        self.parser.into_iter().chain(self.queried)
    }

    /// All its names, the one that it is shown by first.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.other_names.iter().copied())
    }

    /// What blanks mean in it.
    pub(super) fn blanks(&self) -> Blanks {
        Blanks::of(self.table)
    }

    /// The package and version of its parser, as the first line of its grammar says; `own grammar` where it has none.
    pub(super) fn package(&self) -> &'static str {
        let first = self.table.lines().next().and_then(|line| line.strip_prefix("# From "));
        first.and_then(|line| line.split_once(" by ")).map_or("own grammar", |(package, _)| package)
    }

    /// Whether what stands in a text depends on all that is before it, so that no part can be parsed alone.
    pub(super) fn is_read_whole(&self) -> bool {
        self.parser.is_none() || directive(self.table, "reading") == Some("whole")
    }

    /// What is numbered in its order, if anything is.
    pub(super) fn numbering(&self) -> Option<Numbering> {
        Numbering::of(words(self.table, "numbered"))
    }

    /// What a number of it counts, if one does.
    pub(super) fn counting(&self) -> Option<Counting> {
        Counting::of(words(self.table, "count"))
    }

    /// What its lines begin with that take other sources in.
    pub(super) fn include_words(&self) -> impl Iterator<Item = &'static str> {
        words(self.table, "includes")
    }

    /// The rules of its rewrites, and the steps of the pass `early`, that pay before single nodes do.
    pub(super) fn early_rules(&self) -> impl Iterator<Item = &'static str> {
        words(self.table, "early")
    }

    /// What is worked out about it when it is first asked for.
    pub(super) fn shared(&self) -> &Shared {
        self.shared.get_or_init(|| Shared::new(self))
    }

    /// The query that finds what a text declares, if there is one.
    pub(super) fn marks(&self) -> Option<&Query> {
        let shared = self.shared();
        compiled(&shared.marks, shared.queried.as_ref()?, self.marks)
    }

    /// The query that finds what can be rewritten, if there is one.
    pub(super) fn rules(&self) -> Option<&Query> {
        let shared = self.shared();
        compiled(&shared.rewrites, shared.queried.as_ref()?, self.rewrites)
    }

    /// The query that finds its control flow, if there is one.
    pub(super) fn flows(&self) -> Option<&Query> {
        let shared = self.shared();
        compiled(&shared.flows, shared.queried.as_ref()?, self.flows)
    }

    /// What is known of sorts, if anything is.
    pub(super) fn theory(&self) -> Option<&Theory> {
        let sorts = self.sorts?;
        Some(self.shared().theory.get_or_init(|| Theory::read(sorts)))
    }

    /// Texts without names in them that can stand where the grammar asks for `place`, best first.
    ///
    /// The grammar's shortest text is the first choice everywhere; these are others that keep more programs meaningful,
    /// such as a null pointer for an object.
    pub(super) fn constants_of(&self, place: Symbol) -> Vec<&str> {
        let Shared { syntax, constants, .. } = self.shared();
        let mut found: Vec<&str> = Vec::new();
        for (symbol, text) in constants {
            if syntax.grammar.accepts(place, *symbol) && !found.contains(&&**text) {
                found.push(text);
            }
        }
        found
    }
}

/// The query of these files, once; none where there are none.
fn compiled<'q>(
    query: &'q OnceLock<Query>,
    language: &tree_sitter::Language,
    files: &[&str],
) -> Option<&'q Query> {
    let compiled = || Query::new(language, &files.concat()).expect("committed queries suit their parser");
    (!files.is_empty()).then(|| query.get_or_init(compiled))
}

/// All that is worked out about a language once.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) reader: Reader,
    /// The parser whose trees are queried, if there is one.
    pub(super) queried: Option<tree_sitter::Language>,
    pub(super) syntax: Syntax,
    /// For symbols of the grammar, texts that they can be.
    constants: Vec<(Symbol, Box<str>)>,
    pub(super) masks: Masks,
    /// What its table says of what nodes declare, if it does.
    pub(super) own_marks: Option<OwnMarks>,
    /// Made when it is first asked for, since that of C++ takes a tenth of a second.
    marks: OnceLock<Query>,
    /// The same of rewrites.
    rewrites: OnceLock<Query>,
    /// The same of control flow.
    flows: OnceLock<Query>,
    /// The same of sorts.
    theory: OnceLock<Theory>,
    /// Matchers that nobody is using. What they learned saves time and changes no tree.
    pub(super) matchers: Mutex<Vec<Matcher>>,
    /// What was made of the windows of the latest texts.
    pub(super) windows: Kept<Parsed>,
}

/// What reads texts.
#[derive(Debug)]
pub(super) enum Reader {
    /// The parser of a package.
    Package {
        language: tree_sitter::Language,
        /// The symbols of its kinds of nodes, by number.
        symbols: Vec<Symbol>,
    },
    /// Ours.
    Own(Box<OwnParser>),
}

impl Shared {
    fn new(entry: &Entry) -> Self {
        let spacing = words(entry.table, "spacing").next().map_or(Spacing::Words, |_exact| Spacing::Exact);
        let table =
            Table::read(&packaged::whole(entry.file, entry.table)).expect("committed tables can be read");
        let syntax = Syntax::of(&table, spacing);
        let parser = entry.parser.map(Packaged::language);
        let queried = entry.queried.map(Packaged::language).or_else(|| parser.clone());
        let reader = if let Some(language) = parser {
            Reader::Package { symbols: raw::symbols(&language, &syntax), language }
        } else {
            let close = words(entry.table, "close").collect::<Vec<_>>();
            Reader::Own(Box::new(OwnParser::new(&table, &syntax, &close)))
        };
        let own_marks = OwnMarks::of(entry.table, &syntax.grammar);
        let mut constants = Vec::new();
        for (name, texts) in &table.constants {
            let symbol = syntax.grammar.symbol(name);
            constants.extend(
                symbol.into_iter().flat_map(|symbol| texts.texts().map(move |text| (symbol, text.into()))),
            );
        }
        let masks = Masks::new(entry.masks);
        Self {
            reader,
            queried,
            syntax,
            constants,
            masks,
            own_marks,
            marks: OnceLock::new(),
            rewrites: OnceLock::new(),
            flows: OnceLock::new(),
            theory: OnceLock::new(),
            matchers: Mutex::default(),
            windows: Kept::default(),
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
