//! What the documentation of a package shows to its users: public items of its modules, as `pub use` and `pub mod` give them on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens as _;
use syn::{Attribute, Item, ItemUse, UseTree, Visibility};

use super::root;

/// How many items each package for users shows at most; those of the package that it gives on whole are that one's.
const MOST_SHOWN: [(&str, usize); 3] = [("dwindle-core", 116), ("dwindle", 100), ("dwindle-run", 70)];

fn is_shown(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    let is_hidden = |attribute: &Attribute| attribute.to_token_stream().to_string().contains("hidden");
    matches!(visibility, Visibility::Public(_)) && !attributes.iter().any(is_hidden)
}

/// The last names of what is used, but for what is another package's of this workspace, or of a module that is shown itself.
fn used(tree: &UseTree, modules: &BTreeSet<String>, names: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) if path.ident == "dwindle_core" || modules.contains(&path.ident.to_string()) => {}
        UseTree::Path(path) if path.ident == "self" => used(&path.tree, modules, names),
        // Below the first name modules are others.
        UseTree::Path(path) => used(&path.tree, &BTreeSet::new(), names),
        UseTree::Name(name) => names.push(name.ident.to_string()),
        UseTree::Rename(name) => names.push(name.rename.to_string()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| used(tree, modules, names)),
        UseTree::Glob(_) => panic!("what a glob gives on cannot be counted"),
    }
}

/// Adds the items that the module in `file`, with its children in `folder`, shows.
fn shown(module: &str, file: &Path, folder: &Path, items: &mut BTreeSet<String>) {
    let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let parsed = syn::parse_file(&source).expect("it compiles");
    let is_module = |item: &Item| match item {
        Item::Mod(inner) if is_shown(&inner.vis, &inner.attrs) => Some(inner.ident.to_string()),
        _ => None,
    };
    let modules: BTreeSet<String> = parsed.items.iter().filter_map(is_module).collect();
    for item in parsed.items {
        let named = match &item {
            Item::Mod(inner) if is_shown(&inner.vis, &inner.attrs) && inner.content.is_none() => {
                let name = inner.ident.to_string();
                shown(&name, &folder.join(format!("{name}.rs")), &folder.join(&name), items);
                continue;
            }
            Item::Use(ItemUse { vis, attrs, tree, .. }) if is_shown(vis, attrs) => {
                let mut names = Vec::new();
                used(tree, &modules, &mut names);
                items.extend(names.into_iter().map(|name| format!("{module}::{name}")));
                continue;
            }
            Item::Struct(it) => (&it.vis, &it.attrs, &it.ident),
            Item::Enum(it) => (&it.vis, &it.attrs, &it.ident),
            Item::Trait(it) => (&it.vis, &it.attrs, &it.ident),
            Item::Type(it) => (&it.vis, &it.attrs, &it.ident),
            Item::Const(it) => (&it.vis, &it.attrs, &it.ident),
            Item::Fn(it) => (&it.vis, &it.attrs, &it.sig.ident),
            _ => continue,
        };
        let (visibility, attributes, name) = named;
        if is_shown(visibility, attributes) {
            items.insert(format!("{module}::{name}"));
        }
    }
}

#[test]
fn a_package_shows_its_users_no_more_than_they_can_learn() {
    for (package, most) in MOST_SHOWN {
        let folder: PathBuf = root().join("crates").join(package).join("src");
        let mut items = BTreeSet::new();
        shown("", &folder.join("lib.rs"), &folder, &mut items);
        let shown: Vec<&String> = items.iter().collect();
        assert!(
            items.len() <= most,
            "{package} shows {} items, more than {most}: hide what no user needs: {shown:?}",
            items.len()
        );
    }
}
