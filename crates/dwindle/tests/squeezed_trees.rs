//! Recursion becomes lists, and chains one node, in trees of the book's expressions.

use dwindle::tree::{NodeId, Role, Shape, Tree};

use crate::expressions::{grammar, parse, tree};

fn parts(tree: &Tree, node: NodeId) -> Vec<(Role, String)> {
    let text = |id| String::from_utf8(tree.bytes(id).to_vec()).unwrap();
    tree.children(node).map(|child| (tree.node(child).role(), text(child))).collect()
}

#[test]
fn right_recursion_becomes_a_list() {
    let squeezed = tree(&grammar(), &parse("1 + 2 * 3 * 4 - (5) + 678").unwrap()).squeezed();
    let root = NodeId::ROOT;
    assert_eq!((squeezed.node(root).shape(), squeezed.name(root)), (Shape::Plus, "<expr>"));
    let element = |text: &str| (Role::Element, text.to_owned());
    let separator = |text: &str| (Role::Separator, text.to_owned());
    let all = [
        element("1"),
        separator(" + "),
        element("2 * 3 * 4"),
        separator(" - "),
        element("(5)"),
        separator(" + "),
        element("678"),
    ];
    assert_eq!(parts(&squeezed, root), all);
    let product = squeezed.children(root).nth(2).unwrap();
    let all = [element("2"), separator(" * "), element("3"), separator(" * "), element("4")];
    assert_eq!((squeezed.node(product).shape(), parts(&squeezed, product)), (Shape::Plus, all.to_vec()));
}
