//! The languages, one entry each.

use std::fmt;
use std::sync::{LazyLock, Mutex, OnceLock};

use dwindle::grammar::{Spacing, Symbol};
use tree_sitter::Query;
use tree_sitter_language::LanguageFn;

use super::masks::{Mask, Masks};
use super::matcher::Matcher;
use super::normal::Syntax;
use super::raw;
use super::table::Table;

/// All of them, in the order of the documentation.
pub(super) static ALL: LazyLock<Box<[Entry]>> = LazyLock::new(|| {
    Box::new([
        #[cfg(feature = "c")]
        Entry {
            name: "c",
            endings: &["c", "h", "i"],
            blanks: Blanks::Free { ends_lines: false },
            constants: &[
                ("expression", &["0", "1", "\"\"", "0.0", "(void*)0"]),
                ("statement", &[";", "{}", "return;", "return 0;"]),
                ("compound_statement", &["{}"]),
                ("type_specifier", &["int", "void", "char", "long"]),
                ("initializer_list", &["{}", "{0}"]),
                ("argument_list", &["()"]),
                ("parameter_list", &["()", "(void)"]),
            ],
            marks: include_str!("../../marks/c.scm"),
            ..Entry::from((tree_sitter_c::LANGUAGE, include_str!("../../grammars/c.grammar")))
        },
        #[cfg(feature = "cpp")]
        Entry {
            name: "cpp",
            other_names: &["c++", "cxx"],
            endings: &["cc", "cpp", "cxx", "c++", "C", "hh", "hpp", "hxx", "ii", "ipp"],
            blanks: Blanks::Free { ends_lines: false },
            constants: &[
                ("expression", &["0", "1", "\"\"", "nullptr", "true", "false"]),
                ("statement", &[";", "return;", "return 0;"]),
                ("compound_statement", &["{}"]),
                ("type_specifier", &["int", "void", "char", "bool", "auto"]),
                ("initializer_list", &["{}"]),
                ("argument_list", &["()"]),
                ("parameter_list", &["()"]),
            ],
            marks: include_str!("../../marks/cpp.scm"),
            masks: &[
                (r"(__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\))", Mask::Noise),
                (r"\b(__extension__)\b", Mask::Noise),
                (r"\b(extern)\s+template\b", Mask::Prefix),
                (r"(\[\[[^\]\n]*\]\])\s*friend\b", Mask::Prefix),
                (r"\b(__typeof(?:__)?\s*\(\w+\))", Mask::Word),
            ],
            ..Entry::from((tree_sitter_cpp::LANGUAGE, include_str!("../../grammars/cpp.grammar")))
        },
        #[cfg(feature = "rust")]
        Entry {
            name: "rust",
            endings: &["rs"],
            interpreters: &["rust-script"],
            blanks: Blanks::Free { ends_lines: false },
            constants: &[
                ("_expression", &["0", "1", "()", "\"\"", "true", "false", "loop {}", "todo!()"]),
                ("_statement", &[";"]),
                ("block", &["{}", "{ loop {} }"]),
                ("_type", &["()", "_", "i32", "!"]),
                ("_pattern", &["_"]),
                ("arguments", &["()"]),
                ("parameters", &["()"]),
            ],
            marks: include_str!("../../marks/rust.scm"),
            ..Entry::from((tree_sitter_rust::LANGUAGE, include_str!("../../grammars/rust.grammar")))
        },
        #[cfg(feature = "python")]
        Entry {
            name: "python",
            other_names: &["py"],
            endings: &["py", "pyi", "pyw"],
            interpreters: &["python", "pypy"],
            blanks: Blanks::Indented,
            constants: &[
                ("expression", &["0", "1", "None", "\"\"", "()", "[]", "{}", "True", "False"]),
                ("_statement", &["pass", "return"]),
                ("block", &["pass"]),
                ("argument_list", &["()"]),
                ("parameters", &["()"]),
            ],
            marks: include_str!("../../marks/python.scm"),
            ..Entry::from((tree_sitter_python::LANGUAGE, include_str!("../../grammars/python.grammar")))
        },
        #[cfg(feature = "javascript")]
        Entry {
            name: "javascript",
            other_names: &["js", "jsx"],
            endings: &["js", "mjs", "cjs", "jsx"],
            interpreters: &["node", "nodejs", "bun"],
            blanks: Blanks::Free { ends_lines: true },
            constants: &[
                ("expression", &["0", "1", "\"\"", "null", "{}", "[]", "undefined", "true", "false"]),
                ("statement", &[";", "{}", "return;"]),
                ("statement_block", &["{}"]),
                ("arguments", &["()"]),
                ("formal_parameters", &["()"]),
            ],
            marks: include_str!("../../marks/javascript.scm"),
            ..Entry::from((
                tree_sitter_javascript::LANGUAGE,
                include_str!("../../grammars/javascript.grammar"),
            ))
        },
        #[cfg(feature = "typescript")]
        Entry {
            name: "typescript",
            other_names: &["ts"],
            endings: &["ts", "mts", "cts"],
            interpreters: &["deno", "ts-node", "tsx"],
            blanks: Blanks::Free { ends_lines: true },
            constants: TYPESCRIPT,
            marks: include_str!("../../marks/typescript.scm"),
            ..Entry::from((
                tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
                include_str!("../../grammars/typescript.grammar"),
            ))
        },
        #[cfg(feature = "typescript")]
        Entry {
            name: "tsx",
            endings: &["tsx"],
            blanks: Blanks::Free { ends_lines: true },
            constants: TYPESCRIPT,
            marks: include_str!("../../marks/typescript.scm"),
            ..Entry::from((tree_sitter_typescript::LANGUAGE_TSX, include_str!("../../grammars/tsx.grammar")))
        },
        #[cfg(feature = "java")]
        Entry {
            name: "java",
            endings: &["java"],
            blanks: Blanks::Free { ends_lines: false },
            constants: &[
                ("expression", &["0", "1", "null", "\"\"", "true", "false"]),
                ("statement", &[";", "{}", "return;"]),
                ("block", &["{}"]),
                ("_unannotated_type", &["int", "Object"]),
                ("argument_list", &["()"]),
                ("formal_parameters", &["()"]),
            ],
            marks: include_str!("../../marks/java.scm"),
            ..Entry::from((tree_sitter_java::LANGUAGE, include_str!("../../grammars/java.grammar")))
        },
        #[cfg(feature = "go")]
        Entry {
            name: "go",
            other_names: &["golang"],
            endings: &["go"],
            blanks: Blanks::Free { ends_lines: true },
            constants: &[
                ("_expression", &["0", "1", "nil", "\"\"", "true", "false"]),
                ("_statement", &[";", "return"]),
                ("block", &["{}"]),
                ("_type", &["int", "struct{}", "any"]),
                ("argument_list", &["()"]),
                ("parameter_list", &["()"]),
            ],
            marks: include_str!("../../marks/go.scm"),
            ..Entry::from((tree_sitter_go::LANGUAGE, include_str!("../../grammars/go.grammar")))
        },
        #[cfg(feature = "json")]
        Entry {
            name: "json",
            endings: &["json", "jsonc", "geojson", "webmanifest", "ipynb"],
            blanks: Blanks::Free { ends_lines: false },
            constants: &[
                ("_value", &["0", "null", "\"\"", "[]", "{}", "true", "false"]),
                ("string", &["\"\""]),
            ],
            ..Entry::from((tree_sitter_json::LANGUAGE, include_str!("../../grammars/json.grammar")))
        },
        #[cfg(feature = "html")]
        Entry {
            name: "html",
            endings: &["html", "htm", "xhtml"],
            blanks: Blanks::Marked,
            ..Entry::from((tree_sitter_html::LANGUAGE, include_str!("../../grammars/html.grammar")))
        },
        #[cfg(feature = "css")]
        Entry {
            name: "css",
            endings: &["css"],
            blanks: Blanks::Free { ends_lines: false },
            constants: &[("_value", &["0", "\"\"", "none"]), ("block", &["{}"]), ("_selector", &["*"])],
            ..Entry::from((tree_sitter_css::LANGUAGE, include_str!("../../grammars/css.grammar")))
        },
        #[cfg(feature = "bash")]
        Entry {
            name: "bash",
            other_names: &["shell", "sh"],
            endings: &["sh", "bash", "bats"],
            interpreters: &["sh", "bash", "dash", "ksh", "zsh"],
            blanks: Blanks::Marked,
            constants: &[("_statement", &[":", "true", "false"]), ("_literal", &["0", "''", "a"])],
            ..Entry::from((tree_sitter_bash::LANGUAGE, include_str!("../../grammars/bash.grammar")))
        },
        #[cfg(feature = "lua")]
        Entry {
            name: "lua",
            endings: &["lua", "rockspec"],
            interpreters: &["lua", "luajit"],
            blanks: Blanks::Free { ends_lines: true },
            constants: &[
                ("expression", &["0", "1", "nil", "\"\"", "{}", "true", "false"]),
                ("statement", &[";", "do end"]),
                ("arguments", &["()"]),
                ("parameters", &["()"]),
            ],
            ..Entry::from((tree_sitter_lua::LANGUAGE, include_str!("../../grammars/lua.grammar")))
        },
        #[cfg(feature = "xml")]
        Entry {
            name: "xml",
            endings: &["xml", "svg", "xsd", "xsl", "xslt", "rss", "plist", "xul"],
            spacing: Spacing::Exact,
            blanks: Blanks::Marked,
            ..Entry::from((tree_sitter_xml::LANGUAGE_XML, include_str!("../../grammars/xml.grammar")))
        },
        #[cfg(feature = "sql")]
        Entry {
            name: "sql",
            endings: &["sql"],
            blanks: Blanks::Free { ends_lines: false },
            constants: &[("_expression", &["0", "1", "NULL", "''"])],
            ..Entry::from((tree_sitter_sequel::LANGUAGE, include_str!("../../grammars/sql.grammar")))
        },
        #[cfg(feature = "ruby")]
        Entry {
            name: "ruby",
            other_names: &["rb"],
            endings: &["rb", "rake", "gemspec"],
            interpreters: &["ruby", "jruby"],
            blanks: Blanks::Marked,
            constants: &[
                ("_expression", &["0", "nil", "\"\"", "[]", "{}", "true", "false"]),
                ("_statement", &["nil"]),
            ],
            ..Entry::from((tree_sitter_ruby::LANGUAGE, include_str!("../../grammars/ruby.grammar")))
        },
        #[cfg(feature = "yaml")]
        Entry {
            name: "yaml",
            other_names: &["yml"],
            endings: &["yaml", "yml"],
            spacing: Spacing::Exact,
            ..Entry::from((tree_sitter_yaml::LANGUAGE, include_str!("../../grammars/yaml.grammar")))
        },
    ])
});

#[cfg(feature = "typescript")]
const TYPESCRIPT: Constants = &[
    ("expression", &["0", "1", "\"\"", "null", "{}", "[]", "undefined", "null!"]),
    ("statement", &[";", "{}", "return;"]),
    ("statement_block", &["{}"]),
    ("type", &["any", "{}", "0", "never"]),
    ("arguments", &["()"]),
    ("formal_parameters", &["()"]),
];

/// For a symbol of the grammar, texts that it can be.
///
/// The grammar's shortest text is the first choice everywhere; these are others that keep more programs meaningful,
/// such as a null pointer for an object. Transformations try them in this order.
pub(super) type Constants = &'static [(&'static str, &'static [&'static str])];

/// What blanks mean in a language, as far as layouts need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// They separate tokens; line breaks may end statements.
    Free {
        /// Whether they may.
        ends_lines: bool,
    },
    /// Indentation is syntax.
    Indented,
    /// They may be text, as between the elements of a document.
    Marked,
    /// More than is known here.
    Fixed,
}

/// What is known of a language.
pub(super) struct Entry {
    pub(super) name: &'static str,
    /// Other names that it goes by; in small letters.
    pub(super) other_names: &'static [&'static str],
    /// The endings of its files' names.
    pub(super) endings: &'static [&'static str],
    /// The programs that run it, without versions.
    pub(super) interpreters: &'static [&'static str],
    pub(super) blanks: Blanks,
    pub(super) constants: Constants,
    /// The query that finds what a text declares: a file of `marks`.
    marks: &'static str,
    /// What the parser cannot read, as patterns with what is done to their first group.
    masks: &'static [(&'static str, Mask)],
    pub(super) spacing: Spacing,
    parser: LanguageFn,
    table: &'static str,
    shared: OnceLock<Shared>,
}

impl From<(LanguageFn, &'static str)> for Entry {
    /// A language of which only its parser is known, and its grammar as `cargo xtask grammars` wrote it.
    fn from((parser, table): (LanguageFn, &'static str)) -> Self {
        Self {
            name: "",
            other_names: &[],
            endings: &[],
            interpreters: &[],
            blanks: Blanks::Fixed,
            constants: &[],
            marks: "",
            masks: &[],
            spacing: Spacing::Words,
            parser,
            table,
            shared: OnceLock::new(),
        }
    }
}

impl Entry {
    /// All its names, the one that it is shown by first.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.other_names.iter().copied())
    }

    /// The package and version of its parser, as the first line of its grammar says.
    pub(super) fn package(&self) -> &'static str {
        let first = self.table.lines().next().and_then(|line| line.strip_prefix("# From "));
        first.and_then(|line| line.split_once(" by ")).map_or("", |(package, _)| package)
    }

    /// What is worked out about it when it is first asked for.
    pub(super) fn shared(&self) -> &Shared {
        self.shared.get_or_init(|| Shared::new(self))
    }

    /// Texts without names in them that can stand where the grammar asks for `place`, best first.
    pub(super) fn constants_of(&self, place: Symbol) -> Vec<&'static str> {
        let grammar = &self.shared().syntax.grammar;
        let mut found: Vec<&'static str> = Vec::new();
        for (name, texts) in self.constants {
            if grammar.symbol(name).is_some_and(|symbol| grammar.accepts(place, symbol)) {
                found.extend(texts.iter().filter(|text| !found.contains(text)).collect::<Vec<_>>());
            }
        }
        found
    }
}

/// All that is worked out about a language once.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) language: tree_sitter::Language,
    pub(super) syntax: Syntax,
    pub(super) symbols: Vec<Symbol>,
    pub(super) marks: Option<Query>,
    pub(super) masks: Masks,
    /// Matchers that nobody is using. What they learned saves time and changes no tree.
    pub(super) matchers: Mutex<Vec<Matcher>>,
}

impl Shared {
    fn new(entry: &Entry) -> Self {
        let language = tree_sitter::Language::from(entry.parser);
        let table = Table::read(entry.table).expect("committed tables can be read");
        let syntax = Syntax::of(&table, entry.spacing).expect("committed tables are small");
        let symbols = raw::symbols(&language, &syntax);
        let marks = Some(entry.marks).filter(|marks| !marks.is_empty());
        let marks =
            marks.map(|marks| Query::new(&language, marks).expect("committed queries suit their parser"));
        let masks = Masks::new(entry.masks);
        Self { language, syntax, symbols, marks, masks, matchers: Mutex::default() }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
