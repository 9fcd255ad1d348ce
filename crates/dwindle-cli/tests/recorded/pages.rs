//! The sessions of the documents that have a folder in `testdata/documents`: every command in them is typed.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::desk::{Desk, steady};
use crate::needs::{Need, trial};
use crate::root;

/// A document whose sessions are typed, or the sections of it that are.
struct Page {
    name: &'static str,
    /// The headings of its sections with sessions; the whole document where there are none.
    sections: &'static [&'static str],
    needs: &'static [Need<'static>],
    /// A folder of `testdata` that lies there, too.
    also: Option<&'static str>,
}

const PYTHON: Need<'_> = Need::Program("python3");

const PAGES: [Page; 14] = [
    Page::whole("from-afl-tmin", &[]),
    // Compilers of other versions show more of the source, or less, but say the same of this.
    Page { sections: &["A session"], ..Page::whole("from-creduce", &[Need::Program("gcc")]) },
    Page::whole("from-ddsmt", &[]),
    Page {
        also: Some("first-reductions/changes"),
        ..Page::whole("from-git-bisect", &[PYTHON, Need::Program("git")])
    },
    Page::whole("from-lithium", &[PYTHON]),
    Page::whole("from-llvm-reduce", &[]),
    Page::whole("from-picire", &[]),
    Page::whole("from-shrinkray", &[PYTHON]),
    Page::whole("from-treereduce", &[]),
    Page::whole("report", &[PYTHON]),
    Page::whole("signatures", &[PYTHON]),
    Page::whole("tried", &[PYTHON]),
    Page {
        sections: &["A Python traceback"],
        also: Some("../examples/places/traceback"),
        ..Page::whole("where-people-reduce", &[PYTHON])
    },
    Page { sections: &["Flaky tests", "Common mistakes"], ..Page::whole("writing-tests", &[]) },
];

impl Page {
    const fn whole(name: &'static str, needs: &'static [Need<'static>]) -> Self {
        Self { name, sections: &[], needs, also: None }
    }

    fn path(&self) -> PathBuf {
        root().join(format!("docs/{}.md", self.name))
    }

    /// The document with what the commands in it show now.
    fn typed_again(&self) -> String {
        let page = fs::read_to_string(self.path()).unwrap();
        let sections: Vec<&str> = match self.sections {
            [] => vec![&page],
            headings => headings.iter().map(|heading| section(&page, heading)).collect(),
        };
        let (mut now, testdata) = (page.clone(), root().join("testdata"));
        for section in sections {
            let mut desk = Desk::new();
            let own = ["toy", self.name].map(|folder| Path::new("documents").join(folder));
            // A page may have no folder of its own, and only another one.
            let own = own.into_iter().filter(|folder| self.also.is_none() || testdata.join(folder).is_dir());
            for folder in own.chain(self.also.map(PathBuf::from)) {
                desk.copy(&testdata.join(folder));
            }
            let (again, commands) = desk.types_again(section);
            assert!(commands > 0, "{} has no session", self.name);
            now = now.replace(section, &again);
        }
        now
    }

    fn replay(&self) {
        let now = self.typed_again();
        let recorded = fs::read_to_string(self.path()).unwrap();
        assert_eq!(steady(&now), steady(&recorded), "write it anew with UPDATE_DOCS=1: {now}");
    }
}

/// The section of a page under this heading.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let heading = format!("\n## {heading}\n");
    let from = page.find(&heading).unwrap_or_else(|| panic!("there is no{heading}")) + heading.len();
    let rest = &page[from..];
    &rest[..rest.find("\n## ").unwrap_or(rest.len())]
}

pub(super) fn trials() -> Vec<Trial> {
    let each = PAGES.into_iter().map(|page| {
        let name = format!("the_sessions_of_{}_are_as_recorded", page.name.replace('-', "_"));
        trial(&name, page.needs, move || page.replay())
    });
    each.chain([Trial::test("every_page_of_a_school_is_typed", every_page_of_a_school_is_typed)]).collect()
}

fn every_page_of_a_school_is_typed() -> Result<(), libtest_mimic::Failed> {
    let names =
        fs::read_dir(root().join("docs"))?.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in names.filter(|name| name.starts_with("from-")) {
        assert!(PAGES.iter().any(|page| format!("{}.md", page.name) == name), "{name} is not typed");
    }
    Ok(())
}

/// Writes what all sessions show now.
pub(super) fn write() {
    for page in PAGES {
        let now = page.typed_again();
        #[expect(clippy::disallowed_methods, reason = "the page is written on request")]
        fs::write(page.path(), now).unwrap();
    }
}
