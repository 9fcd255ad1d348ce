//! The languages, one entry each.

use std::fmt;
use std::sync::{LazyLock, Mutex, OnceLock};

use dwindle::grammar::{Spacing, Symbol};
use tree_sitter::Query;
use tree_sitter_language::LanguageFn;

use super::counted::Counting;
use super::head::{Blanks, directive, words};
use super::kept::Kept;
use super::masks::{Mask, Masks};
use super::matcher::Matcher;
use super::normal::Syntax;
use super::numbered::Numbering;
use super::own::OwnParser;
use super::own_marks::OwnMarks;
use super::parsed::Parsed;
use super::raw;
use super::sorts::Theory;
use super::table::Table;

/// All of them, in the order of the documentation.
pub(super) static ALL: LazyLock<Box<[Entry]>> = LazyLock::new(|| {
    Box::new([
        #[cfg(feature = "c")]
        Entry::new(tree_sitter_c::LANGUAGE, include_str!("../../grammars/c.grammar"))
            .marked_by(&[include_str!("../../marks/c.scm")])
            .rewritten_by(&[include_str!("../../rewrites/c.scm"), include_str!("../../rewrites/c-only.scm")]),
        #[cfg(feature = "cpp")]
        Entry::new(tree_sitter_cpp::LANGUAGE, include_str!("../../grammars/cpp.grammar"))
            .marked_by(&[include_str!("../../marks/cpp.scm")])
            .rewritten_by(&[include_str!("../../rewrites/c.scm"), include_str!("../../rewrites/cpp.scm")])
            .masked_by(super::masks::CPP),
        #[cfg(feature = "rust")]
        Entry::new(tree_sitter_rust::LANGUAGE, include_str!("../../grammars/rust.grammar"))
            .marked_by(&[include_str!("../../marks/rust.scm")])
            .rewritten_by(&[include_str!("../../rewrites/rust.scm")]),
        #[cfg(feature = "python")]
        Entry::new(tree_sitter_python::LANGUAGE, include_str!("../../grammars/python.grammar"))
            .marked_by(&[include_str!("../../marks/python.scm")])
            .rewritten_by(&[include_str!("../../rewrites/python.scm")]),
        #[cfg(feature = "javascript")]
        Entry::new(tree_sitter_javascript::LANGUAGE, include_str!("../../grammars/javascript.grammar"))
            .marked_by(JAVASCRIPT)
            .rewritten_by(&[
                include_str!("../../rewrites/ecmascript.scm"),
                include_str!("../../rewrites/javascript.scm"),
            ]),
        #[cfg(feature = "typescript")]
        Entry::new(
            tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
            include_str!("../../grammars/typescript.grammar"),
        )
        .marked_by(TYPESCRIPT)
        .rewritten_by(&[
            include_str!("../../rewrites/ecmascript.scm"),
            include_str!("../../rewrites/typescript.scm"),
        ]),
        #[cfg(feature = "typescript")]
        Entry::new(tree_sitter_typescript::LANGUAGE_TSX, include_str!("../../grammars/tsx.grammar"))
            .marked_by(TYPESCRIPT)
            .rewritten_by(&[
                include_str!("../../rewrites/ecmascript.scm"),
                include_str!("../../rewrites/typescript.scm"),
            ]),
        #[cfg(feature = "java")]
        Entry::new(tree_sitter_java::LANGUAGE, include_str!("../../grammars/java.grammar"))
            .marked_by(&[include_str!("../../marks/java.scm")])
            .rewritten_by(&[include_str!("../../rewrites/java.scm")]),
        #[cfg(feature = "go")]
        Entry::new(tree_sitter_go::LANGUAGE, include_str!("../../grammars/go.grammar"))
            .marked_by(&[include_str!("../../marks/go.scm")])
            .rewritten_by(&[include_str!("../../rewrites/go.scm")]),
        #[cfg(feature = "json")]
        Entry::new(tree_sitter_json::LANGUAGE, include_str!("../../grammars/json.grammar")),
        #[cfg(feature = "html")]
        Entry::new(tree_sitter_html::LANGUAGE, include_str!("../../grammars/html.grammar")),
        #[cfg(feature = "css")]
        Entry::new(tree_sitter_css::LANGUAGE, include_str!("../../grammars/css.grammar")),
        #[cfg(feature = "bash")]
        Entry::new(tree_sitter_bash::LANGUAGE, include_str!("../../grammars/bash.grammar")),
        #[cfg(feature = "lua")]
        Entry::new(tree_sitter_lua::LANGUAGE, include_str!("../../grammars/lua.grammar")),
        #[cfg(feature = "xml")]
        Entry::new(tree_sitter_xml::LANGUAGE_XML, include_str!("../../grammars/xml.grammar"))
            .rewritten_by(&[include_str!("../../rewrites/xml.scm")]),
        #[cfg(feature = "sql")]
        Entry::new(tree_sitter_sequel::LANGUAGE, include_str!("../../grammars/sql.grammar")),
        #[cfg(feature = "ruby")]
        Entry::new(tree_sitter_ruby::LANGUAGE, include_str!("../../grammars/ruby.grammar")),
        #[cfg(feature = "yaml")]
        Entry::new(tree_sitter_yaml::LANGUAGE, include_str!("../../grammars/yaml.grammar")),
        #[cfg(feature = "toml")]
        Entry::new(tree_sitter_toml_ng::LANGUAGE, include_str!("../../grammars/toml.grammar")),
        #[cfg(feature = "cmake")]
        Entry::new(tree_sitter_cmake::LANGUAGE, include_str!("../../grammars/cmake.grammar")),
        #[cfg(feature = "wgsl")]
        Entry::new(tree_sitter_wgsl_bevy::LANGUAGE, include_str!("../../grammars/wgsl.grammar"))
            .masked_by(super::masks::WGSL),
        #[cfg(feature = "solidity")]
        Entry::new(tree_sitter_solidity::LANGUAGE, include_str!("../../grammars/solidity.grammar")),
        #[cfg(feature = "r")]
        Entry::new(tree_sitter_r::LANGUAGE, include_str!("../../grammars/r.grammar")),
        #[cfg(feature = "glsl")]
        Entry::new(tree_sitter_glsl::LANGUAGE_GLSL, include_str!("../../grammars/glsl.grammar")),
        #[cfg(feature = "zig")]
        Entry::new(tree_sitter_zig::LANGUAGE, include_str!("../../grammars/zig.grammar")),
        #[cfg(feature = "llvm")]
        Entry::new(tree_sitter_llvm::LANGUAGE, include_str!("../../grammars/llvm.grammar"))
            .marked_by(&[include_str!("../../marks/llvm.scm")])
            .rewritten_by(&[include_str!("../../rewrites/llvm.scm")])
            .led_by(&[include_str!("../../flows/llvm.scm")]),
        #[cfg(feature = "mlir")]
        Entry::new(tree_sitter_mlir::LANGUAGE, include_str!("../../grammars/mlir.grammar"))
            .marked_by(&[include_str!("../../marks/mlir.scm")])
            .rewritten_by(&[include_str!("../../rewrites/mlir.scm")]),
        #[cfg(feature = "php")]
        Entry::new(tree_sitter_php::LANGUAGE_PHP, include_str!("../../grammars/php.grammar")),
        #[cfg(feature = "csharp")]
        Entry::new(tree_sitter_c_sharp::LANGUAGE, include_str!("../../grammars/csharp.grammar")),
        #[cfg(feature = "kotlin")]
        Entry::new(tree_sitter_kotlin_ng::LANGUAGE, include_str!("../../grammars/kotlin.grammar")),
        #[cfg(feature = "haskell")]
        Entry::new(tree_sitter_haskell::LANGUAGE, include_str!("../../grammars/haskell.grammar")),
        #[cfg(feature = "perl")]
        Entry::new(ts_parser_perl::LANGUAGE, include_str!("../../grammars/perl.grammar")),
        #[cfg(feature = "swift")]
        Entry::new(tree_sitter_swift::LANGUAGE, include_str!("../../grammars/swift.grammar")),
        #[cfg(feature = "scala")]
        Entry::new(tree_sitter_scala::LANGUAGE, include_str!("../../grammars/scala.grammar")),
        #[cfg(feature = "ocaml")]
        Entry::new(tree_sitter_ocaml::LANGUAGE_OCAML, include_str!("../../grammars/ocaml.grammar")),
        #[cfg(feature = "julia")]
        Entry::new(tree_sitter_julia::LANGUAGE, include_str!("../../grammars/julia.grammar")),
        #[cfg(feature = "fortran")]
        Entry::new(tree_sitter_fortran::LANGUAGE, include_str!("../../grammars/fortran.grammar")),
        #[cfg(feature = "vhdl")]
        Entry::new(tree_sitter_vhdl::LANGUAGE, include_str!("../../grammars/vhdl.grammar")),
        #[cfg(feature = "smtlib")]
        Entry::own(include_str!("../../grammars/smtlib.grammar"))
            .queried_by(tree_sitter_scheme::LANGUAGE)
            .marked_by(&[include_str!("../../marks/smtlib.scm")])
            .rewritten_by(&[include_str!("../../rewrites/smtlib.scm")])
            .sorted_by(include_str!("../../sorts/smtlib.txt")),
        #[cfg(feature = "wat")]
        Entry::own(include_str!("../../grammars/wat.grammar"))
            .queried_by(tree_sitter_scheme::LANGUAGE)
            .rewritten_by(&[include_str!("../../rewrites/wat.scm")])
            .masked_by(super::masks::WAT),
        #[cfg(feature = "make")]
        Entry::own(include_str!("../../grammars/make.grammar")),
        #[cfg(feature = "dimacs")]
        Entry::own(include_str!("../../grammars/dimacs.grammar")),
        #[cfg(feature = "dot")]
        Entry::own(include_str!("../../grammars/dot.grammar")),
        #[cfg(feature = "verilog")]
        Entry::own(include_str!("../../grammars/verilog.grammar")),
    ])
});

/// What JavaScript declares.
#[cfg(feature = "javascript")]
const JAVASCRIPT: &[&str] =
    &[include_str!("../../marks/ecmascript.scm"), include_str!("../../marks/javascript.scm")];
/// What TypeScript declares.
#[cfg(feature = "typescript")]
const TYPESCRIPT: &[&str] =
    &[include_str!("../../marks/ecmascript.scm"), include_str!("../../marks/typescript.scm")];

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
    parser: Option<LanguageFn>,
    /// The parser whose trees are queried, where it is another one.
    queried: Option<LanguageFn>,
    pub(super) table: &'static str,
    /// The query that finds what a text declares, if there is one: files of `marks`.
    marks: &'static [&'static str],
    /// The query that finds what can be rewritten, if there is one: files of `rewrites`.
    rewrites: &'static [&'static str],
    /// The query that finds its control flow, if there is one: a file of `flows`.
    flows: &'static [&'static str],
    /// What is known of sorts and functions that no text declares, if anything is: a file of `sorts`.
    sorts: Option<&'static str>,
    masks: &'static [(&'static str, Mask)],
    shared: OnceLock<Shared>,
}

impl Entry {
    /// The language of this parser, and its table as `cargo xtask grammars` wrote it.
    fn new(parser: LanguageFn, table: &'static str) -> Self {
        Self { parser: Some(parser), ..Self::own(table) }
    }

    /// The language that our own parser reads by this table.
    fn own(table: &'static str) -> Self {
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
            table,
            marks: &[],
            rewrites: &[],
            flows: &[],
            sorts: None,
            masks: &[],
            shared: OnceLock::new(),
        }
    }

    /// With the parser whose trees the queries are about.
    #[cfg(any(feature = "smtlib", feature = "wat"))]
    const fn queried_by(mut self, parser: LanguageFn) -> Self {
        self.queried = Some(parser);
        self
    }

    /// With a query that finds what a text declares.
    const fn marked_by(mut self, marks: &'static [&'static str]) -> Self {
        self.marks = marks;
        self
    }

    /// With a query that finds what can be rewritten.
    const fn rewritten_by(mut self, rewrites: &'static [&'static str]) -> Self {
        self.rewrites = rewrites;
        self
    }

    /// With a query that finds its control flow.
    #[cfg(feature = "llvm")]
    const fn led_by(mut self, flows: &'static [&'static str]) -> Self {
        self.flows = flows;
        self
    }

    /// With what is known of sorts.
    #[cfg(feature = "smtlib")]
    const fn sorted_by(mut self, sorts: &'static str) -> Self {
        self.sorts = Some(sorts);
        self
    }

    /// With what its parser is not to see.
    #[cfg(any(feature = "cpp", feature = "wgsl", feature = "wat"))]
    const fn masked_by(mut self, masks: &'static [(&'static str, Mask)]) -> Self {
        self.masks = masks;
        self
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
        let table = Table::read(entry.table).expect("committed tables can be read");
        let syntax = Syntax::of(&table, spacing);
        let reader = if let Some(language) = entry.parser.map(tree_sitter::Language::from) {
            Reader::Package { symbols: raw::symbols(&language, &syntax), language }
        } else {
            let close = words(entry.table, "close").collect::<Vec<_>>();
            Reader::Own(Box::new(OwnParser::new(&table, &syntax, &close)))
        };
        let own_marks = OwnMarks::of(entry.table, &syntax.grammar);
        let queried = entry.queried.or(entry.parser).map(tree_sitter::Language::from);
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
