//! Whether a tree is a derivation of its text.

use std::collections::HashMap;

use dwindle::grammar::{Grammar, Rule, Symbol};
use dwindle::tree::{NodeId, Role, Shape, Tree};
use regex::bytes::Regex;

/// Checks that a raw tree is a derivation: each node's children are one alternative of its rule, or elements and
/// separators in turn, and terminals have texts of theirs. With `gaps` there may be bytes between nodes, and
/// terminals are not looked into: a lexer found them.
///
/// # Errors
/// What is wrong, for people.
pub(crate) fn is_derivation(tree: &Tree, gaps: bool) -> Result<(), String> {
    let mut patterns = HashMap::new();
    for id in tree.ids() {
        check(tree, id, gaps, &mut patterns)
            .map_err(|what| format!("{id:?} ({}): {what}\n{tree:?}", tree.name(id)))?;
    }
    Ok(())
}

/// The patterns of tokens that were met; none of those without one that can be used.
type Known = HashMap<Symbol, Option<Regex>>;

fn check(tree: &Tree, id: NodeId, gaps: bool, patterns: &mut Known) -> Result<(), String> {
    let node = tree.node(id);
    let children: Vec<NodeId> = tree.children(id).collect();
    if node.place() != node.symbol() {
        return Err("its place is another symbol".into());
    }
    if id == NodeId::ROOT && node.role() != Role::Needed {
        return Err("the root may go".into());
    }
    // Of a text of blanks only, the root has them all and nothing below it.
    let blank = gaps && id == NodeId::ROOT && children.is_empty() && tree.grammar().nullable(node.symbol());
    if node.is_empty() || blank {
        return if children.is_empty() { Ok(()) } else { Err("it has children but no bytes".into()) };
    }
    if !gaps {
        let mut at = node.span().start;
        for child in &children {
            let span = tree.node(*child).span();
            if span.start != at {
                return Err(format!("a gap or overlap before {child:?}"));
            }
            at = span.end;
        }
        if !children.is_empty() && at != node.span().end {
            return Err("a gap at its end".into());
        }
    }
    check_rule(tree, id, &children, gaps, patterns)
}

fn check_rule(
    tree: &Tree,
    id: NodeId,
    children: &[NodeId],
    gaps: bool,
    patterns: &mut Known,
) -> Result<(), String> {
    let grammar = tree.grammar();
    let node = tree.node(id);
    let symbols: Vec<Symbol> = children.iter().map(|child| tree.node(*child).symbol()).collect();
    let roles: Vec<Role> = children.iter().map(|child| tree.node(*child).role()).collect();
    let needed = roles.iter().all(|role| *role == Role::Needed);
    let fine = match grammar.rule(node.symbol()) {
        Rule::Regular(alternatives) => {
            node.shape() == Shape::Regular && needed && alternatives.contains(&symbols)
        }
        Rule::Optional(part) => node.shape() == Shape::Regular && needed && symbols == [*part],
        Rule::List(list) => {
            let shape = if list.at_least_one { Shape::Plus } else { Shape::Star };
            let wanted = |nth: usize| match list.separator {
                Some(separator) if nth % 2 == 1 => (separator, Role::Separator),
                _ => (list.element, Role::Element),
            };
            let ends = list.separator.is_none() || children.len() % 2 == 1;
            let parts = symbols.iter().zip(&roles).enumerate();
            let empty = |child: &NodeId| tree.node(*child).is_empty();
            let mut steps =
                children[1.min(children.len())..].chunks(if list.separator.is_some() { 2 } else { 1 });
            node.shape() == shape
                && ends
                && !children.is_empty()
                && parts.into_iter().all(|(nth, (symbol, role))| wanted(nth) == (*symbol, *role))
                && !steps.any(|step| step.iter().all(empty))
        }
        Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => {
            let matches = gaps || is_terminal(grammar, node.symbol(), tree.bytes(id), patterns);
            node.shape() == Shape::Token && children.is_empty() && matches
        }
    };
    if fine { Ok(()) } else { Err(format!("{symbols:?} as {roles:?} do not follow its rule")) }
}

/// Whether these bytes are a text of this terminal.
fn is_terminal(grammar: &Grammar, symbol: Symbol, bytes: &[u8], patterns: &mut Known) -> bool {
    match grammar.rule(symbol) {
        Rule::Text(text) => **text == *bytes,
        Rule::Class(class) => {
            let mut characters = std::str::from_utf8(bytes).unwrap_or_default().chars();
            characters.next().is_some_and(|character| class.contains(character))
                && characters.next().is_none()
        }
        Rule::Token(token) => {
            let made = || Regex::new(&format!("\\A(?:{})\\z", token.pattern.as_deref()?)).ok();
            patterns
                .entry(symbol)
                .or_insert_with(made)
                .as_ref()
                .is_some_and(|pattern| pattern.is_match(bytes))
        }
        Rule::Regular(_) | Rule::Optional(_) | Rule::List(_) => false,
    }
}
