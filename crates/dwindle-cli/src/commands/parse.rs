//! `dwindle parse`: the tree that a file is reduced by.

use std::fmt::Write as _;

use dwindle::tree::{NodeId, Role, Shape, Tree};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::input::Input;
use dwindle_run::settings;
use dwindle_run::syntax::Syntax;

use crate::args::Parse;
use crate::questions::begin::warn;
use crate::resolve;
use crate::ui::{print, tell};

/// How much of a text is shown.
const WIDTH: usize = 40;

/// Deeper nodes are not indented any further; their depth is told.
const DEEPEST: usize = 40;

/// Prints the tree.
pub(super) fn run(words: &Parse) -> Result<(), RunError> {
    let choice = resolve::syntax(&words.syntax)?;
    warn(&choice, tell);
    let input = Input::read(&match words.file.as_os_str() {
        name if name == "-" => settings::Input::Stdin,
        name => settings::Input::File(name.into()),
    })?;
    let Some(syntax) = Syntax::of(&choice, input.name.as_ref(), input.artifact.bytes()) else {
        return Err(RunError::usage(format!("the language of {} is unknown", input.shown)).hint(
            "name it with --language NAME (`dwindle languages` lists them), or give a grammar with --grammar FILE",
        ));
    };
    let tree = syntax.tree(&input.artifact).map_err(|why| {
        RunError::new(Exit::NotFailing, format!("{} does not match {}: {why}", input.shown, syntax.name))
    })?;
    let tree = if words.raw { tree } else { tree.squeezed() };
    print(show(&tree).as_bytes())
}

/// A line for each node, and a last one that counts them.
fn show(tree: &Tree) -> String {
    let mut out = String::new();
    let mut depths: Vec<usize> = Vec::with_capacity(tree.len());
    let (mut optional, mut elements, mut unparsed) = (0, 0, 0);
    for id in tree.ids() {
        let depth = tree.parent(id).map_or(0, |above| depths[above.index()] + 1);
        depths.push(depth);
        let node = tree.node(id);
        optional += usize::from(matches!(node.role(), Role::Optional | Role::Extra));
        elements += usize::from(node.role() == Role::Element);
        unparsed += usize::from(node.shape() == Shape::Unparsed);
        let indent = 2 * depth.min(DEEPEST);
        let deeper = if depth > DEEPEST { format!("[{depth}] ") } else { String::new() };
        let _ = writeln!(out, "{:indent$}{deeper}{}", "", line(tree, id));
    }
    let _ = writeln!(
        out,
        "{} nodes: {optional} optional, {elements} elements of lists, {unparsed} not understood",
        tree.len()
    );
    out
}

fn line(tree: &Tree, id: NodeId) -> String {
    let node = tree.node(id);
    let grammar = tree.grammar();
    let mut line = tree.name(id).to_owned();
    if node.place() != node.symbol() {
        let _ = write!(line, " as {}", grammar.definition(node.place()).name);
    }
    let role = match node.role() {
        Role::Needed => "",
        Role::Optional => ", optional",
        Role::Element => ", element",
        Role::Separator => ", separator",
        Role::Extra => ", extra",
        Role::Loose => ", loose",
    };
    let shape = match node.shape() {
        Shape::Token | Shape::Regular => "",
        Shape::Star => ", list",
        Shape::Plus => ", list of at least one",
        Shape::Unparsed => ", not understood",
    };
    let _ = write!(line, "{role}{shape}");
    if node.role() == Role::Needed
        && let Some(shortest) = grammar.shortest(node.place()).filter(|text| text.len() < node.len())
    {
        let _ = write!(line, ", shortest {:?}", String::from_utf8_lossy(shortest));
    }
    // No more is looked at than is shown: a node far up holds all of the text.
    let bytes = tree.bytes(id);
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * (WIDTH + 1))]);
    match text.char_indices().nth(WIDTH) {
        Some((at, _)) => line + &format!("  {:?}...", &text[..at]),
        None => line + &format!("  {text:?}"),
    }
}
