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
    shared: &'static OnceLock<Shared>,
}

impl Entry {
    pub(super) fn shared(&'static self) -> &'static Shared {
        self.shared.get_or_init(|| Shared::new(self.parser.into(), self.table, self.spacing))
    }
}

/// A place of its own for each entry.
macro_rules! once {
    () => {{
        static SHARED: OnceLock<Shared> = OnceLock::new();
        &SHARED
    }};
}

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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
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
        shared: once!(),
    },
];
