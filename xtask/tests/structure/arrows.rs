//! Which module uses an item of which.

use super::modules::{Crate, Import, Module};

/// A module's path, the path of the module whose item it uses, and the item.
pub(crate) type Arrow = (Vec<String>, Vec<String>, String);

/// All arrows between modules of a package.
pub(crate) fn arrows(package: &Crate) -> Vec<Arrow> {
    let mut found = Vec::new();
    for module in &package.modules {
        for path in used(module) {
            if let Some((definer, item)) = resolve(package, module, &path, 0)
                && definer.path != module.path
            {
                found.push((module.path.clone(), definer.path.clone(), item));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The paths that a module's code names: those of its imports, unless they are only for others, and all in its code.
fn used(module: &Module) -> Vec<Vec<String>> {
    let named = |import: &&Import| {
        !import.is_exported || module.paths.iter().any(|path| path.first() == Some(&import.name))
    };
    let imported = module.imports.iter().filter(named).map(|import| import.path.clone());
    // A name alone is no module's: it is a variable's, or that of a declaration here.
    imported.chain(module.paths.iter().filter(|path| path.len() > 1).cloned()).collect()
}

/// The module that defines what `path` names in `module`, and the item; `None` for what is not of this package.
fn resolve<'a>(
    package: &'a Crate,
    module: &'a Module,
    path: &[String],
    depth: usize,
) -> Option<(&'a Module, String)> {
    if depth > 8 {
        return None;
    }
    let at = |path: &[String]| package.modules.iter().find(|module| module.path == path);
    let (first, rest) = path.split_first()?;
    let (mut here, mut rest) = match first.as_str() {
        "crate" => (at(&[])?, rest),
        "self" => (module, rest),
        "super" => (at(module.path.split_last()?.1)?, rest),
        _ => {
            let child = [module.path.clone(), vec![first.clone()]].concat();
            if let Some(child) = at(&child) {
                (child, rest)
            } else {
                // A name of a `use` declaration with more behind it; alone, the declaration is an arrow itself.
                let import =
                    module.imports.iter().find(|import| import.name == *first && !rest.is_empty())?;
                let path = [import.path.clone(), rest.to_vec()].concat();
                return (import.path.first() != Some(first) || import.path.len() > 1)
                    .then(|| resolve(package, module, &path, depth + 1))
                    .flatten();
            }
        }
    };
    while let Some((first, behind)) = rest.split_first() {
        let next = match first.as_str() {
            "super" => at(here.path.split_last()?.1),
            _ => at(&[here.path.clone(), vec![first.clone()]].concat()),
        };
        let Some(next) = next else { break };
        (here, rest) = (next, behind);
    }
    let Some(item) = rest.first() else { return Some((here, String::from("it"))) };
    // What it only re-exports is somebody else's.
    let exported = here.imports.iter().find(|import| import.is_exported && import.name == *item);
    if let Some(import) = exported {
        return resolve(package, here, &import.path, depth + 1);
    }
    let globs = here.imports.iter().filter(|import| import.is_exported && import.name == "*");
    for glob in globs {
        let path = [glob.path.clone(), vec![item.clone()]].concat();
        if let Some((definer, item)) = resolve(package, here, &path, depth + 1) {
            return Some((definer, item));
        }
    }
    Some((here, item.clone()))
}
