//! The modules of the library and the paths each of them names, read from the source by a parser.
//!
//! A module's tests (`#[cfg(test)]`) are left out: they may look into any room.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItemFn, Item, ItemUse, Macro, UseTree, Visibility};

/// The modules by path, `search::exact`; the crate's root is the empty path.
pub type Modules = BTreeMap<String, Module>;

/// One file of the library.
#[derive(Default)]
pub struct Module {
    /// Paths in code as written, from this module's point of view.
    named: Vec<Vec<String>>,
    /// What each name that a `use` introduced stands for.
    aliases: BTreeMap<String, Vec<String>>,
    /// Paths after `use`, with whether the `use` passes the name on (`pub use`).
    imported: Vec<(Vec<String>, bool)>,
}

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A name in a module of the library; `item` is empty for the module itself.
    Own { module: String, item: String },
    /// Something in another crate.
    Foreign(String),
}

/// Reads every module below `folder`, apart from the binaries.
pub fn read(folder: &Path) -> Modules {
    let mut modules = Modules::new();
    read_folder(folder, "", &mut modules);
    modules
}

fn read_folder(folder: &Path, inside: &str, modules: &mut Modules) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() && !(inside.is_empty() && name == "bin") {
            read_folder(&path, &join(inside, name), modules);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("src/main.rs") {
            let module = if matches!(name, "mod" | "lib") { inside.to_owned() } else { join(inside, name) };
            let text = std::fs::read_to_string(&path).unwrap();
            modules.insert(module, parse(&text));
        }
    }
}

/// The paths that one file names.
pub fn parse(text: &str) -> Module {
    let file = syn::parse_file(text).unwrap();
    let mut module = Module::default();
    module.visit_file(&file);
    module
}

impl Module {
    fn import(&mut self, before: &[String], tree: &UseTree, passed_on: bool) {
        let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&with(&path.ident), &path.tree, passed_on),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(before, tree, passed_on)),
            UseTree::Glob(_) => self.imported.push((before.to_vec(), passed_on)),
            UseTree::Name(name) if name.ident == "self" => {
                self.alias(before.to_vec(), before.last().cloned(), passed_on)
            }
            UseTree::Name(name) => self.alias(with(&name.ident), Some(name.ident.to_string()), passed_on),
            UseTree::Rename(rename) => {
                let path = if rename.ident == "self" { before.to_vec() } else { with(&rename.ident) };
                self.alias(path, Some(rename.rename.to_string()), passed_on);
            }
        }
    }

    fn alias(&mut self, path: Vec<String>, name: Option<String>, passed_on: bool) {
        self.aliases.insert(name.unwrap(), path.clone());
        self.imported.push((path, passed_on));
    }

    /// Paths of at least two names in the tokens of a macro, which the parser leaves as they are.
    fn name_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end_path(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    self.end_path(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.name_tokens(group.stream());
                    }
                }
            }
        }
        self.end_path(&mut path);
    }

    fn end_path(&mut self, path: &mut Vec<String>) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.named.push(path);
        }
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Const(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !only_in_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !only_in_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.import(&[], &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    /// `pub(in crate::room)` names no dependency.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.named.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast Macro) {
        self.name_tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }
}

fn only_in_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
    })
}

/// All that a module needs: what its code names and what it imports for itself, not what it only passes on.
pub fn needs(modules: &Modules, module: &str) -> BTreeSet<Target> {
    let found = &modules[module];
    let own = found.imported.iter().filter(|(_, passed_on)| !passed_on).map(|(path, _)| path);
    own.chain(&found.named).filter_map(|path| resolve(modules, module, path)).collect()
}

/// All that a module names, including what it passes on.
pub fn names(modules: &Modules, module: &str) -> BTreeSet<Target> {
    let found = &modules[module];
    let imported = found.imported.iter().map(|(path, _)| path);
    imported.chain(&found.named).filter_map(|path| resolve(modules, module, path)).collect()
}

/// Where a path leads from `module`, through every `use` on the way; `None` for a local name.
fn resolve(modules: &Modules, module: &str, path: &[String]) -> Option<Target> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(walk(modules, String::new(), rest)),
        "self" => Some(walk(modules, module.to_owned(), rest)),
        "super" => {
            let mut inside = parent(module);
            let more = rest.iter().take_while(|name| *name == "super").count();
            (0..more).for_each(|_| inside = parent(&inside));
            Some(walk(modules, inside, &rest[more..]))
        }
        name if modules.contains_key(&join(module, name)) || is_introduced(modules, module, path) => {
            Some(walk(modules, module.to_owned(), path))
        }
        "Self" | "std" | "core" => None,
        name => name.chars().next().filter(|first| first.is_lowercase()).map(|_| Target::Foreign(name.to_owned())),
    }
}

/// Whether a `use` of the module introduced the path's first name; `use rand::Rng` introduces no `rand`.
fn is_introduced(modules: &Modules, module: &str, path: &[String]) -> bool {
    modules[module].aliases.get(&path[0]).is_some_and(|meant| meant[0] != path[0])
}

fn walk(modules: &Modules, inside: String, path: &[String]) -> Target {
    let Some((first, rest)) = path.split_first() else {
        return Target::Own { module: inside, item: String::new() };
    };
    let child = join(&inside, first);
    if modules.contains_key(&child) {
        return walk(modules, child, rest);
    }
    match modules[&inside].aliases.get(first).filter(|meant| *meant != path) {
        Some(meant) => {
            let whole = [meant.as_slice(), rest].concat();
            resolve(modules, &inside, &whole).unwrap_or(Target::Own { module: inside, item: first.clone() })
        }
        None => Target::Own { module: inside, item: first.clone() },
    }
}

/// `a::b` of `a` and `b`.
pub fn join(inside: &str, name: &str) -> String {
    if inside.is_empty() { name.to_owned() } else { format!("{inside}::{name}") }
}

fn parent(module: &str) -> String {
    module.rsplit_once("::").map_or_else(String::new, |(above, _)| above.to_owned())
}
