//! Parsers, grammars and the data of languages.
//!
//! One program, since each has to be linked.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod any_text;
mod candidates_parse;
mod counts;
mod derivation;
mod dialects;
mod earley_trees;
mod expressions;
mod few_questions;
mod flows;
mod grammars_document;
mod languages;
mod notation;
mod numbered;
mod outlines;
mod random_grammars;
mod rewrites;
mod shortest_texts;
mod windows;
