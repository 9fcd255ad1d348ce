//! Trees from texts: parsers of programming languages, and grammars read at run time.
//!
//! Reducers of [`dwindle`] work on trees and know no language; what they are given comes from here.
//!
//! * [`language`]: tree-sitter's parsers, a feature of this crate each, with grammars in normal form.
//! * [`notation`]: grammars in files, in EBNF, in the Fuzzing Book's form or in ANTLR's.
//! * [`earley`]: a parser for any such grammar.
//! * [`generate`]: random texts of a grammar.
//! * [`classes()`](classes::classes): what kind of token each part of a text is, to show it in colours.
//! * [`layout`]: readable layouts of a text in a language.
//! * [`shortest_match()`](shortest_match::shortest_match): the shortest text that a regular expression matches.
//!
//! ```
//! use dwindle::Engine;
//! use dwindle::reduce::{Setting, TreeAlgorithm};
//! use dwindle::Text;
//! use dwindle::test::on_texts;
//! use dwindle_syntax::earley::Earley;
//! use dwindle_syntax::notation::Notation;
//!
//! // A grammar, a text of it, and what makes it fail: a sum of two numbers in brackets.
//! let grammar = Notation::from_ebnf("sum ::= part ('+' part)*  part ::= [0-9]+ | '(' sum ')'", "sums", None)?;
//! let parser = Earley::new(grammar.grammar, None)?;
//! let tree = parser.parse(&Text::new(b"12+(345+6)+(7)+89".to_vec())?)?;
//! let test = on_texts(|text: &[u8]| {
//!     let inside = text.split(|byte| *byte == b'(').nth(1).unwrap_or_default();
//!     inside.split(|byte| *byte == b')').next().is_some_and(|sum| sum.contains(&b'+'))
//! });
//!
//! // Every candidate follows the grammar.
//! let reducer = TreeAlgorithm::Dwindle;
//! let setting = Setting { parse: Some(&parser), protect: None, lists: reducer.lists() };
//! let reduced = Engine::new().run(&test, |search| reducer.reduce(search, setting, &tree))?;
//! assert_eq!(reduced.tree.text().bytes(), b"(4+6)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Architecture invariant
//! Like `dwindle`, this library never prints, never reads the environment and never exits. Nothing is downloaded, at
//! build time or at run time.

pub mod classes;
pub mod earley;
pub mod generate;
pub mod language;
pub mod layout;
pub mod notation;
pub mod shortest_match;
