//! The modules of a package, read from its sources.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::visit::Visit;
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

/// A package with its modules.
pub(crate) struct Crate {
    pub(crate) name: String,
    /// The root first, parents before their children.
    pub(crate) modules: Vec<Module>,
}

/// A module in a file of its own.
pub(crate) struct Module {
    /// Its path below the root of the package; empty for the root.
    pub(crate) path: Vec<String>,
    file: PathBuf,
    /// Lines outside tests.
    pub(crate) lines: usize,
    /// Names that stand for other paths here: of `use` declarations, with what they stand for.
    pub(crate) imports: Vec<Import>,
    /// Paths in code, `use` declarations apart.
    pub(crate) paths: Vec<Vec<String>>,
}

/// One name of a `use` declaration.
pub(crate) struct Import {
    pub(crate) name: String,
    pub(crate) path: Vec<String>,
    /// Whether others can name it here.
    pub(crate) is_exported: bool,
}

impl Crate {
    /// Reads the package in `folder`.
    pub(crate) fn read(name: &str, folder: &Path) -> Self {
        let root = ["src/lib.rs", "src/main.rs"].map(|file| folder.join(file));
        let root = root.into_iter().find(|file| file.exists()).expect("a package has a root");
        let mut modules = Vec::new();
        read_module(&root, &[], &mut modules);
        Self { name: name.to_owned(), modules }
    }
}

impl Module {
    /// Its file below the workspace.
    pub(crate) fn shown(&self) -> String {
        self.file.strip_prefix(super::root()).unwrap_or(&self.file).display().to_string()
    }

    /// Whether its code names this package.
    pub(crate) fn names(&self, package: &str) -> bool {
        self.names_path(&[package])
    }

    /// Whether its code names something below this path.
    pub(crate) fn names_path(&self, above: &[&str]) -> bool {
        let imported = self.imports.iter().map(|import| &import.path);
        imported
            .chain(&self.paths)
            .any(|path| path.len() >= above.len() && path.iter().zip(above).all(|(a, b)| a == b))
    }
}

fn read_module(file: &Path, path: &[String], modules: &mut Vec<Module>) {
    let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let parsed = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let tests = source.find("\n#[cfg(test)]\nmod ").unwrap_or(source.len());
    let mut reader = Reader { imports: Vec::new(), paths: Vec::new() };
    let mut children = Vec::new();
    for item in parsed.items {
        match item {
            Item::Mod(ItemMod { attrs, ident, content: None, .. }) if !is_test(&attrs) => {
                children.push(ident.to_string());
            }
            item => reader.visit_item(&item),
        }
    }
    let Reader { imports, paths } = reader;
    let lines = source[..tests].lines().count();
    modules.push(Module { path: path.to_vec(), file: file.to_owned(), lines, imports, paths });
    let stem = file.file_stem().expect("a file has a name");
    let folder = file.parent().expect("a file lies in a folder");
    let folder = if path.is_empty() || stem == "mod" { folder.to_owned() } else { folder.join(stem) };
    for child in children {
        let beside = folder.join(format!("{child}.rs"));
        let file = if beside.exists() { beside } else { folder.join(&child).join("mod.rs") };
        read_module(&file, &[path, &[child]].concat(), modules);
    }
}

fn is_test(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        attr.path().is_ident("test")
            || attr.path().is_ident("cfg") && attr.to_token_stream().to_string().contains("test")
    })
}

/// Collects names and paths of code that is no test.
struct Reader {
    imports: Vec<Import>,
    paths: Vec<Vec<String>>,
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        let attrs: &[Attribute] = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attrs) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    /// That something is for the module above is no use of it.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_exported = !matches!(item.vis, Visibility::Inherited);
        import(&item.tree, &mut Vec::new(), is_exported, &mut self.imports);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.visit_path(&mac.path);
        self.read_tokens(mac.tokens.clone());
    }
}

impl Reader {
    /// Collects the paths of more than one name in what a macro is given.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) if colons == 2 => path.push(name.to_string()),
                TokenTree::Ident(name) => {
                    self.end_path(std::mem::replace(&mut path, vec![name.to_string()]));
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                other => {
                    self.end_path(std::mem::take(&mut path));
                    if let TokenTree::Group(group) = other {
                        self.read_tokens(group.stream());
                    }
                }
            }
            colons = 0;
        }
        self.end_path(path);
    }

    fn end_path(&mut self, path: Vec<String>) {
        if !path.is_empty() {
            self.paths.push(path);
        }
    }
}

fn import(tree: &UseTree, before: &mut Vec<String>, is_exported: bool, into: &mut Vec<Import>) {
    let mut add = |name: String, last: Option<String>| {
        let path = before.iter().cloned().chain(last).collect();
        into.push(Import { name, path, is_exported });
    };
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            import(&path.tree, before, is_exported, into);
            before.pop();
        }
        UseTree::Name(name) if name.ident == "self" => add(before.last().cloned().unwrap_or_default(), None),
        UseTree::Name(name) => add(name.ident.to_string(), Some(name.ident.to_string())),
        UseTree::Rename(rename) => add(rename.rename.to_string(), Some(rename.ident.to_string())),
        UseTree::Glob(_) => add("*".to_owned(), None),
        UseTree::Group(group) => {
            group.items.iter().for_each(|item| import(item, before, is_exported, into));
        }
    }
}
