//! Constants of each language: texts that can stand where something else stood.
//!
//! The grammar's shortest text is the first choice everywhere; these are others that keep more programs meaningful,
//! such as a null pointer for an object. Transformations try them in this order.

use dwindle::grammar::Symbol;

use super::Language;

/// For a symbol of the grammar, texts that it can be.
type Constants = &'static [(&'static str, &'static [&'static str])];

impl Language {
    /// Texts without names in them that can stand where the grammar asks for `place`, best first.
    pub fn constants(self, place: Symbol) -> Vec<&'static str> {
        let grammar = self.grammar();
        let mut found: Vec<&'static str> = Vec::new();
        for (name, texts) in table(self.name()) {
            if grammar.symbol(name).is_some_and(|symbol| grammar.accepts(place, symbol)) {
                found.extend(texts.iter().filter(|text| !found.contains(text)).collect::<Vec<_>>());
            }
        }
        found
    }

    /// The names of the symbols that there are constants for, with them.
    pub fn all_constants(self) -> &'static [(&'static str, &'static [&'static str])] {
        table(self.name())
    }
}

fn table(language: &str) -> Constants {
    match language {
        "c" => C,
        "cpp" => CPP,
        "rust" => RUST,
        "python" => PYTHON,
        "javascript" => JAVASCRIPT,
        "typescript" | "tsx" => TYPESCRIPT,
        "java" => JAVA,
        "go" => GO,
        "json" => JSON,
        "css" => CSS,
        "bash" => BASH,
        "sql" => SQL,
        "ruby" => RUBY,
        _ => &[],
    }
}

const C: Constants = &[
    ("expression", &["0", "1", "\"\"", "0.0", "(void*)0"]),
    ("statement", &[";", "{}", "return;", "return 0;"]),
    ("compound_statement", &["{}"]),
    ("type_specifier", &["int", "void", "char", "long"]),
    ("initializer_list", &["{}", "{0}"]),
    ("argument_list", &["()"]),
    ("parameter_list", &["()", "(void)"]),
];

const CPP: Constants = &[
    ("expression", &["0", "1", "\"\"", "nullptr", "true", "false"]),
    ("statement", &[";", "return;", "return 0;"]),
    ("compound_statement", &["{}"]),
    ("type_specifier", &["int", "void", "char", "bool", "auto"]),
    ("initializer_list", &["{}"]),
    ("argument_list", &["()"]),
    ("parameter_list", &["()"]),
];

const RUST: Constants = &[
    ("_expression", &["0", "1", "()", "\"\"", "true", "false", "loop {}", "todo!()"]),
    ("_statement", &[";"]),
    ("block", &["{}", "{ loop {} }"]),
    ("_type", &["()", "_", "i32", "!"]),
    ("_pattern", &["_"]),
    ("arguments", &["()"]),
    ("parameters", &["()"]),
];

const PYTHON: Constants = &[
    ("expression", &["0", "1", "None", "\"\"", "()", "[]", "{}", "True", "False"]),
    ("_statement", &["pass", "return"]),
    ("block", &["pass"]),
    ("argument_list", &["()"]),
    ("parameters", &["()"]),
];

const JAVASCRIPT: Constants = &[
    ("expression", &["0", "1", "\"\"", "null", "{}", "[]", "undefined", "true", "false"]),
    ("statement", &[";", "{}", "return;"]),
    ("statement_block", &["{}"]),
    ("arguments", &["()"]),
    ("formal_parameters", &["()"]),
];

const TYPESCRIPT: Constants = &[
    ("expression", &["0", "1", "\"\"", "null", "{}", "[]", "undefined", "null!"]),
    ("statement", &[";", "{}", "return;"]),
    ("statement_block", &["{}"]),
    ("type", &["any", "{}", "0", "never"]),
    ("arguments", &["()"]),
    ("formal_parameters", &["()"]),
];

const JAVA: Constants = &[
    ("expression", &["0", "1", "null", "\"\"", "true", "false"]),
    ("statement", &[";", "{}", "return;"]),
    ("block", &["{}"]),
    ("_unannotated_type", &["int", "Object"]),
    ("argument_list", &["()"]),
    ("formal_parameters", &["()"]),
];

const GO: Constants = &[
    ("_expression", &["0", "1", "nil", "\"\"", "true", "false"]),
    ("_statement", &[";", "return"]),
    ("block", &["{}"]),
    ("_type", &["int", "struct{}", "any"]),
    ("argument_list", &["()"]),
    ("parameter_list", &["()"]),
];

const JSON: Constants =
    &[("_value", &["0", "null", "\"\"", "[]", "{}", "true", "false"]), ("string", &["\"\""])];

const CSS: Constants = &[("_value", &["0", "\"\"", "none"]), ("block", &["{}"]), ("_selector", &["*"])];

const BASH: Constants = &[("_statement", &[":", "true", "false"]), ("_literal", &["0", "''", "a"])];

const SQL: Constants = &[("_expression", &["0", "1", "NULL", "''"])];

const RUBY: Constants =
    &[("_expression", &["0", "nil", "\"\"", "[]", "{}", "true", "false"]), ("_statement", &["nil"])];
