//! What a text declares, where our own parser reads it: its table says which nodes are marked as what.
//!
//! ```text
//! !mark item file/* block/*      every node right below these is an item, comments left out
//! !mark name defined             every node of these rules has a name, or is marked as another capture of `docs/languages.md`
//! !mark part ";" body            a part, and what stands in its place
//! !mark local_part ";" body      a part with names of its own
//! ```

use dwindle::grammar::{Grammar, Symbol};
use dwindle::outline::{Mark, Marked};

use super::marks::mark;
use super::raw::{Kind, RawNode};

/// The marks that a table asks for.
#[derive(Debug)]
pub(super) struct OwnMarks {
    /// By symbol: what its nodes are.
    own: Vec<Vec<Mark>>,
    /// By symbol: what the nodes right below its nodes are.
    below: Vec<Vec<Mark>>,
}

impl OwnMarks {
    /// What a table says; none where it says nothing.
    pub(super) fn of(table: &'static str, grammar: &Grammar) -> Option<Self> {
        let none = || vec![Vec::new(); grammar.symbols().count()];
        let mut marks = Self { own: none(), below: none() };
        let mut lines = table.lines().filter_map(|line| line.strip_prefix("!mark ")).peekable();
        lines.peek()?;
        for line in lines {
            let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
            let text = rest.strip_prefix('"').and_then(|rest| rest.split_once("\" "));
            let (instead, nodes) = text.unwrap_or(("", rest));
            let (name, local) = name.strip_prefix("local_").map_or((name, false), |name| (name, true));
            let mark = mark(name, instead, "", local, false).expect("committed tables name marks");
            for node in nodes.split(' ') {
                let (rule, list) =
                    node.strip_suffix("/*").map_or((node, &mut marks.own), |rule| (rule, &mut marks.below));
                let symbol = grammar.symbol(rule).expect("committed tables mark rules that they have");
                list[symbol.index()].push(mark.clone());
            }
        }
        Some(marks)
    }

    /// The marks of a tree's nodes, which are in preorder.
    pub(super) fn marks(&self, nodes: &[RawNode]) -> Vec<Marked> {
        let mut marks = Vec::new();
        // The symbols of the nodes that are open, each with where it ends.
        let mut open: Vec<(Symbol, u32)> = Vec::new();
        for (number, node) in (0..).zip(nodes) {
            while open.pop_if(|(_, end)| *end <= number).is_some() {}
            let mut add = |mark: &Mark| {
                marks.push(Marked { mark: mark.clone(), span: node.start as usize..node.stop as usize });
            };
            if node.kind() != Kind::Error {
                self.own[node.symbol().index()].iter().for_each(&mut add);
                if let Some((above, _)) = open.last()
                    && node.kind() == Kind::Named
                {
                    self.below[above.index()].iter().for_each(&mut add);
                }
            }
            open.push((node.symbol(), node.end));
        }
        marks
    }
}
