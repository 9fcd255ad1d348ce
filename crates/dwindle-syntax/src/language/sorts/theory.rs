//! What is known of sorts and functions that no script declares: files of `sorts`.

use std::collections::BTreeMap;

use super::expression::{Expression, read};
use super::sort::{Signature, Sort};

/// Sorts and functions by their names.
#[derive(Debug)]
pub(in crate::language) struct Theory {
    /// Of how many others a sort is made.
    pub(super) sorts: BTreeMap<Box<str>, usize>,
    pub(super) functions: BTreeMap<Box<str>, Signature>,
}

impl Theory {
    /// What a file says; `sorts/smtlib.txt` tells how it is written.
    pub(in crate::language) fn read(file: &str) -> Self {
        let mut theory = Self { sorts: BTreeMap::new(), functions: BTreeMap::new() };
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            if let Some(names) = line.strip_prefix("sort ") {
                let parts = names.split(' ').next().and_then(|word| word.parse().ok());
                let names = names.split(' ').skip(usize::from(parts.is_some()));
                theory.sorts.extend(names.map(|name| (name.into(), parts.unwrap_or(0))));
            } else if let Some((names, signature)) = line.split_once(" : ") {
                let signature = signature_of(signature);
                theory.functions.extend(names.split(' ').map(|name| (name.into(), signature.clone())));
            }
        }
        theory
    }
}

fn signature_of(text: &str) -> Signature {
    let Some((takes, gives)) = text.split_once("-> ") else {
        return Signature::constant(sorts_of(text).pop().unwrap_or(Sort::Any));
    };
    let takes = takes.trim_end();
    let (takes, repeats) = takes.strip_suffix('+').map_or((takes, false), |takes| (takes, true));
    Signature { takes: sorts_of(takes), repeats, gives: sorts_of(gives).pop().unwrap_or(Sort::Any) }
}

fn sorts_of(text: &str) -> Vec<Sort> {
    read(text.as_bytes()).unwrap_or_default().iter().map(sort_of).collect()
}

fn sort_of(expression: &Expression<'_>) -> Sort {
    match expression.word() {
        None => Sort::Made(expression.items().iter().map(sort_of).collect()),
        Some("?") => Sort::Any,
        Some(word) if word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_uppercase()) => {
            Sort::Variable(word.into())
        }
        Some(word) => Sort::named(word),
    }
}
