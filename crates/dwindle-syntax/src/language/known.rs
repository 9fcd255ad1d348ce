//! The languages, one entry each.

use std::sync::OnceLock;

use dwindle::grammar::Spacing;
use tree_sitter_language::LanguageFn;

use super::parser::Shared;

/// What is known of a language.
pub(super) struct Entry {
    /// Its name, and others that it goes by; in small letters.
    pub(super) names: &'static [&'static str],
    /// The endings of its files' names.
    pub(super) endings: &'static [&'static str],
    /// The programs that run it, without versions.
    pub(super) interpreters: &'static [&'static str],
    pub(super) package: &'static str,
    spacing: Spacing,
    parser: LanguageFn,
    table: &'static str,
    /// Its place in what is worked out when it is first asked for.
    number: usize,
}

impl Entry {
    pub(super) fn shared(&'static self) -> &'static Shared {
        SHARED[self.number].get_or_init(|| Shared::new(self.parser.into(), self.table, self.spacing))
    }
}

static SHARED: [OnceLock<Shared>; 17] = [const { OnceLock::new() }; 17];

pub(super) static ALL: &[Entry] = &[
    #[cfg(feature = "c")]
    Entry {
        names: &["c"],
        endings: &["c", "h", "i"],
        interpreters: &[],
        package: "tree-sitter-c 0.24.2",
        spacing: Spacing::Words,
        parser: tree_sitter_c::LANGUAGE,
        table: include_str!("../../grammars/c.grammar"),
        number: 0,
    },
    #[cfg(feature = "cpp")]
    Entry {
        names: &["cpp", "c++", "cxx"],
        endings: &["cc", "cpp", "cxx", "c++", "C", "hh", "hpp", "hxx", "ii", "ipp"],
        interpreters: &[],
        package: "tree-sitter-cpp 0.23.4",
        spacing: Spacing::Words,
        parser: tree_sitter_cpp::LANGUAGE,
        table: include_str!("../../grammars/cpp.grammar"),
        number: 1,
    },
    #[cfg(feature = "rust")]
    Entry {
        names: &["rust"],
        endings: &["rs"],
        interpreters: &["rust-script"],
        package: "tree-sitter-rust 0.24.2",
        spacing: Spacing::Words,
        parser: tree_sitter_rust::LANGUAGE,
        table: include_str!("../../grammars/rust.grammar"),
        number: 2,
    },
    #[cfg(feature = "python")]
    Entry {
        names: &["python", "py"],
        endings: &["py", "pyi", "pyw"],
        interpreters: &["python", "pypy"],
        package: "tree-sitter-python 0.25.0",
        spacing: Spacing::Words,
        parser: tree_sitter_python::LANGUAGE,
        table: include_str!("../../grammars/python.grammar"),
        number: 3,
    },
    #[cfg(feature = "javascript")]
    Entry {
        names: &["javascript", "js", "jsx"],
        endings: &["js", "mjs", "cjs", "jsx"],
        interpreters: &["node", "nodejs", "bun"],
        package: "tree-sitter-javascript 0.25.0",
        spacing: Spacing::Words,
        parser: tree_sitter_javascript::LANGUAGE,
        table: include_str!("../../grammars/javascript.grammar"),
        number: 4,
    },
    #[cfg(feature = "typescript")]
    Entry {
        names: &["typescript", "ts"],
        endings: &["ts", "mts", "cts"],
        interpreters: &["deno", "ts-node", "tsx"],
        package: "tree-sitter-typescript 0.23.2",
        spacing: Spacing::Words,
        parser: tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        table: include_str!("../../grammars/typescript.grammar"),
        number: 5,
    },
    #[cfg(feature = "typescript")]
    Entry {
        names: &["tsx"],
        endings: &["tsx"],
        interpreters: &[],
        package: "tree-sitter-typescript 0.23.2",
        spacing: Spacing::Words,
        parser: tree_sitter_typescript::LANGUAGE_TSX,
        table: include_str!("../../grammars/tsx.grammar"),
        number: 6,
    },
    #[cfg(feature = "java")]
    Entry {
        names: &["java"],
        endings: &["java"],
        interpreters: &[],
        package: "tree-sitter-java 0.23.5",
        spacing: Spacing::Words,
        parser: tree_sitter_java::LANGUAGE,
        table: include_str!("../../grammars/java.grammar"),
        number: 7,
    },
    #[cfg(feature = "go")]
    Entry {
        names: &["go", "golang"],
        endings: &["go"],
        interpreters: &[],
        package: "tree-sitter-go 0.25.0",
        spacing: Spacing::Words,
        parser: tree_sitter_go::LANGUAGE,
        table: include_str!("../../grammars/go.grammar"),
        number: 8,
    },
    #[cfg(feature = "json")]
    Entry {
        names: &["json"],
        endings: &["json", "jsonc", "geojson", "webmanifest", "ipynb"],
        interpreters: &[],
        package: "tree-sitter-json 0.24.8",
        spacing: Spacing::Words,
        parser: tree_sitter_json::LANGUAGE,
        table: include_str!("../../grammars/json.grammar"),
        number: 9,
    },
    #[cfg(feature = "html")]
    Entry {
        names: &["html"],
        endings: &["html", "htm", "xhtml"],
        interpreters: &[],
        package: "tree-sitter-html 0.23.2",
        spacing: Spacing::Words,
        parser: tree_sitter_html::LANGUAGE,
        table: include_str!("../../grammars/html.grammar"),
        number: 10,
    },
    #[cfg(feature = "css")]
    Entry {
        names: &["css"],
        endings: &["css"],
        interpreters: &[],
        package: "tree-sitter-css 0.25.0",
        spacing: Spacing::Words,
        parser: tree_sitter_css::LANGUAGE,
        table: include_str!("../../grammars/css.grammar"),
        number: 11,
    },
    #[cfg(feature = "bash")]
    Entry {
        names: &["bash", "shell", "sh"],
        endings: &["sh", "bash", "bats"],
        interpreters: &["sh", "bash", "dash", "ksh", "zsh"],
        package: "tree-sitter-bash 0.25.1",
        spacing: Spacing::Words,
        parser: tree_sitter_bash::LANGUAGE,
        table: include_str!("../../grammars/bash.grammar"),
        number: 12,
    },
    #[cfg(feature = "xml")]
    Entry {
        names: &["xml"],
        endings: &["xml", "svg", "xsd", "xsl", "xslt", "rss", "plist", "xul"],
        interpreters: &[],
        package: "tree-sitter-xml 0.7.0",
        spacing: Spacing::Exact,
        parser: tree_sitter_xml::LANGUAGE_XML,
        table: include_str!("../../grammars/xml.grammar"),
        number: 13,
    },
    #[cfg(feature = "sql")]
    Entry {
        names: &["sql"],
        endings: &["sql"],
        interpreters: &[],
        package: "tree-sitter-sequel 0.3.11",
        spacing: Spacing::Words,
        parser: tree_sitter_sequel::LANGUAGE,
        table: include_str!("../../grammars/sql.grammar"),
        number: 14,
    },
    #[cfg(feature = "ruby")]
    Entry {
        names: &["ruby", "rb"],
        endings: &["rb", "rake", "gemspec"],
        interpreters: &["ruby", "jruby"],
        package: "tree-sitter-ruby 0.23.1",
        spacing: Spacing::Words,
        parser: tree_sitter_ruby::LANGUAGE,
        table: include_str!("../../grammars/ruby.grammar"),
        number: 15,
    },
    #[cfg(feature = "yaml")]
    Entry {
        names: &["yaml", "yml"],
        endings: &["yaml", "yml"],
        interpreters: &[],
        package: "tree-sitter-yaml 0.7.2",
        spacing: Spacing::Exact,
        parser: tree_sitter_yaml::LANGUAGE,
        table: include_str!("../../grammars/yaml.grammar"),
        number: 16,
    },
];
