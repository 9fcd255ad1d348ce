//! The reduction of a value: passes, one after the other, until nothing gets smaller.
//!
//! It asks one [`Inquiry`](crate::search::Inquiry), so its caller runs the tests.

use std::sync::Arc;

use super::passes::{Stage, pass};
use super::{Edit, Value, ValueSpace};
use crate::search::Inquiry;
use crate::slots::Asked;
use crate::space::Space;
use crate::strategy::OneMinimal;
use crate::{Algorithm, Config};

/// What a reduction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Leaves out, and puts parts in the places of wholes; what stays is as it was.
    Remove,
    /// Makes numbers and characters smaller, too.
    Simplify,
    /// Leaves elements of the whole's parts out, part by part until none shrinks, by one published algorithm: of a call,
    /// the arguments in turn. Then what lies deeper, as [`Remove`](Self::Remove) does, if anything does.
    InTurn(Algorithm),
}

/// A reduction that is asked for candidates, and whose [inquiry](Self::inquiry_mut) is told their judgements.
///
/// # Guarantee
/// When it [is done](Self::is_done), the best fails (or is the start), it is no [larger](super::Size) than the start, its
/// whole is of the same kind, and it is 1-minimal: without any one element, entry, character or byte it does not fail. After
/// [`Aim::InTurn`] of a value with nothing below its parts, that is what the algorithm claims.
///
/// # Cost
/// Rounds of passes: the elements depth by depth, outside in and the next time inside out; what lies deeper in the place of
/// what holds it, which comes first in a value of 64 levels or more; the characters; and numbers and letters where it
/// simplifies. Each costs what the algorithm does on its list. The last round changes nothing; most of what it asks is known.
#[derive(Debug)]
pub struct Reduction {
    aim: Aim,
    space: Arc<ValueSpace>,
    inquiry: Inquiry,
    algorithm: Algorithm,
    is_swept: bool,
    at: At,
    round: usize,
    /// This round made something smaller.
    is_changed: bool,
}

/// Where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// The part whose turn it is, and how many turns in a row left their part as it was.
    Turn {
        part: usize,
        idle: usize,
    },
    Stage(Stage),
}

impl Reduction {
    /// The reduction of a value that fails.
    pub fn new(value: Value, aim: Aim) -> Self {
        let (algorithm, at) = match aim {
            Aim::InTurn(algorithm) => (algorithm, At::Turn { part: 0, idle: 0 }),
            _ => (Algorithm::Dwindle, At::Stage(Stage::Depth)),
        };
        let space = Arc::new(ValueSpace::new(Arc::new(value), Vec::new()));
        let inquiry = Inquiry::new(&space, OneMinimal::new(Config::empty()));
        let mut new =
            Self { aim, space, inquiry, algorithm, is_swept: true, at, round: 0, is_changed: false };
        new.begin();
        new
    }

    /// The next candidate to be judged, of [its space](Self::space) as it is then; `None` when all is done, or a judgement has
    /// to be told first.
    pub fn ask(&mut self) -> Option<Asked> {
        loop {
            if let Some(asked) = self.inquiry.ask() {
                return Some(asked);
            }
            if !self.inquiry.is_done() || !self.go_on() {
                return None;
            }
        }
    }

    /// What is told of candidates, and how many were tested.
    pub const fn inquiry(&self) -> &Inquiry {
        &self.inquiry
    }

    /// Where judgements are told, and candidates given back whose tests were stopped.
    pub const fn inquiry_mut(&mut self) -> &mut Inquiry {
        &mut self.inquiry
    }

    /// The value of which parts are left out just now, and its edits.
    pub const fn space(&self) -> &Arc<ValueSpace> {
        &self.space
    }

    /// What is kept of that in the smallest value known to fail.
    pub fn best(&self) -> &Config {
        self.inquiry.best()
    }

    /// Whether nothing is left to ask.
    pub fn is_done(&self) -> bool {
        self.inquiry.is_done() && self.is_swept && self.at == At::Stage(Stage::Done) && !self.is_changed
    }

    /// Goes on behind a strategy that is done; whether there is anything to go on with.
    fn go_on(&mut self) -> bool {
        if !self.is_swept {
            self.is_swept = true;
            // A published run asks what was published.
            let sweep = self.algorithm.sweep(self.inquiry.best()).filter(|_| !self.is_in_turn());
            if let Some(sweep) = sweep {
                self.inquiry.go_on(&self.space, sweep);
                return true;
            }
        }
        let made = self.inquiry.best().len() < self.space.units();
        if made {
            let value = self.space.bake(self.inquiry.best());
            self.space = Arc::new(ValueSpace::new(Arc::new(value), Vec::new()));
            self.is_changed = true;
        }
        if let At::Turn { part, idle } = self.at {
            let parts = self.parts();
            let idle = if made { 0 } else { idle + 1 };
            self.at = At::Turn { part: (part + 1) % parts.max(1), idle };
            if idle >= parts.max(1) {
                let deeper = if self.is_deep() { Stage::Depth } else { Stage::Done };
                (self.at, self.is_changed) = (At::Stage(deeper), false);
            }
        }
        self.begin()
    }

    /// Begins with the next pass that has something to try; whether there is one.
    fn begin(&mut self) -> bool {
        loop {
            let value = Arc::clone(self.space.value());
            let edits = match self.at {
                At::Turn { part, .. } => {
                    let part = value.node(value.root()).holds.children().get(part).copied();
                    part.map(|part| value.drops(part).collect()).unwrap_or_default()
                }
                At::Stage(Stage::Done) if self.is_changed => {
                    (self.round, self.is_changed) = (self.round + 1, false);
                    self.at = At::Stage(Stage::Elements(0));
                    continue;
                }
                At::Stage(Stage::Done) => Vec::new(),
                At::Stage(stage) => {
                    let simplifies = self.aim == Aim::Simplify;
                    let (edits, next) = pass(&value, stage, self.round % 2 == 1, simplifies);
                    self.at = At::Stage(next);
                    if edits.is_empty() {
                        continue;
                    }
                    edits
                }
            };
            if matches!(self.at, At::Stage(_)) {
                self.algorithm = Algorithm::Dwindle;
            }
            let is_over = edits.is_empty() && !self.is_in_turn();
            self.enter(value, edits);
            return !is_over;
        }
    }

    fn enter(&mut self, value: Arc<Value>, edits: Vec<Edit>) {
        self.space = Arc::new(ValueSpace::new(value, edits));
        let full = self.space.full();
        self.is_swept = full.is_empty();
        if full.is_empty() {
            self.inquiry.go_on(&self.space, OneMinimal::new(full));
        } else {
            self.inquiry.go_on(&self.space, self.algorithm.strategy(&*self.space, full));
        }
    }

    const fn is_in_turn(&self) -> bool {
        matches!(self.at, At::Turn { .. })
    }

    /// How many parts the whole has.
    fn parts(&self) -> usize {
        let value = self.space.value();
        value.node(value.root()).holds.children().len()
    }

    /// Whether something below the parts can be reduced.
    fn is_deep(&self) -> bool {
        let value = self.space.value();
        let below = value.by_depth().into_iter().filter(|(_, depth)| *depth > 1);
        below.into_iter().any(|(node, _)| value.node(node).holds.removable() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Holds, Node, NodeId, Number, Size};
    use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};

    const LIST: u32 = 0;
    const TEXT: u32 = 1;
    const NUMBER: u32 = 2;

    /// A list of lists, texts and numbers.
    #[derive(Clone, Debug)]
    enum Json {
        List(Vec<Json>),
        Text(String),
        Number(i64),
    }

    fn any_json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof!["[a-c<]{0,4}".prop_map(Json::Text), (-30_i64..30).prop_map(Json::Number)];
        leaf.prop_recursive(4, 40, 6, |inner| proptest::collection::vec(inner, 0..6).prop_map(Json::List))
    }

    fn add(json: &Json, nodes: &mut Vec<Node>) -> NodeId {
        let node = match json {
            Json::List(items) => {
                let items = items.iter().map(|item| add(item, nodes)).collect();
                Node { kind: LIST, holds: Holds::Items(items) }
            }
            Json::Text(text) => {
                Node { kind: TEXT, holds: Holds::Text(text.chars().map(u32::from).collect()) }
            }
            Json::Number(number) => Node { kind: NUMBER, holds: Holds::Number(Number::Int(*number)) },
        };
        nodes.push(node);
        NodeId::try_from(nodes.len() - 1).unwrap()
    }

    fn value(json: &Json) -> Value {
        let mut nodes = Vec::new();
        let root = add(json, &mut nodes);
        Value::new(nodes, root).unwrap()
    }

    /// The sum of all numbers but those below a `<`, and the number of letters.
    fn weigh(value: &Value, node: NodeId) -> (i64, usize) {
        match &value.node(node).holds {
            Holds::Items(items) => {
                items.iter().map(|item| weigh(value, *item)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
            }
            Holds::Text(points) => (0, points.iter().filter(|point| **point == u32::from('<')).count()),
            Holds::Number(Number::Int(number)) => (*number, 0),
            other => panic!("{other:?}"),
        }
    }

    fn reduced(value: Value, aim: Aim, fails: impl Fn(&Value) -> bool) -> (Value, u64) {
        let mut reduction = Reduction::new(value, aim);
        while let Some(asked) = reduction.ask() {
            let outcome = fails(&reduction.space().bake(&asked.config));
            reduction.inquiry_mut().tell(asked.ticket, outcome).unwrap();
        }
        assert!(reduction.is_done());
        (reduction.space().bake(reduction.best()), reduction.inquiry().count().tests)
    }

    /// All values with one part less.
    fn smaller(value: &Value) -> Vec<Value> {
        let nodes = value.by_depth();
        let drops = nodes.iter().flat_map(|(node, _)| value.drops(*node).collect::<Vec<_>>());
        let shared = Arc::new(value.clone());
        drops.map(|drop| ValueSpace::new(Arc::clone(&shared), vec![drop]).bake(&Config::empty())).collect()
    }

    proptest! {
        #[test]
        fn the_result_fails_and_nothing_can_be_left_out(json in any_json(), less in 0_i64..40, letters in 0_usize..3) {
            let whole = value(&json);
            let (sum, marks) = weigh(&whole, whole.root());
            let (sum, letters) = (sum - less, marks.min(letters));
            let fails = |value: &Value| {
                let (found, marks) = weigh(value, value.root());
                found >= sum && marks >= letters
            };
            let size = whole.size();
            for aim in [Aim::Remove, Aim::Simplify] {
                let (small, _) = reduced(whole.clone(), aim, fails);
                prop_assert!(fails(&small));
                prop_assert!(small.size() <= size);
                prop_assert_eq!(small.node(small.root()).kind, whole.node(whole.root()).kind);
                for less in smaller(&small) {
                    prop_assert!(!fails(&less), "{:?} of {:?}", less, small);
                }
            }
        }
    }

    #[test]
    fn a_list_in_lists_takes_their_place() {
        let deep = Json::List(vec![Json::List(vec![Json::Number(1), Json::List(vec![Json::Number(7)])])]);
        let fails = |value: &Value| weigh(value, value.root()).0 >= 5;
        let (small, _) = reduced(value(&deep), Aim::Simplify, fails);
        assert_eq!(small, value(&Json::List(vec![Json::Number(5)])).baked());
    }

    #[test]
    fn a_long_chain_costs_few_tests() {
        let chain = (0..500).fold(Json::Number(1), |inner, _| Json::List(vec![inner]));
        let fails = |value: &Value| weigh(value, value.root()).0 > 0;
        let (small, tests) = reduced(value(&chain), Aim::Remove, fails);
        assert_eq!(small, value(&Json::List(vec![Json::Number(1)])).baked());
        assert!(tests < 20, "{tests} tests");
    }

    #[test]
    fn what_is_shared_stays_shared() {
        let inner = Node { kind: LIST, holds: Holds::Items(vec![2, 2, 0]) };
        let outer = Node { kind: LIST, holds: Holds::Items(vec![0, 0, 1]) };
        let number = Node { kind: NUMBER, holds: Holds::Number(Number::Int(9)) };
        let circle = Value::new(vec![inner, outer, number], 1).unwrap();
        // It fails as long as its first two elements are one list that holds itself.
        let fails = |value: &Value| {
            let items = value.node(value.root()).holds.children();
            items.len() > 1
                && items[0] == items[1]
                && value.node(items[0]).holds.children().contains(&items[0])
        };
        let (small, _) = reduced(circle, Aim::Remove, fails);
        assert_eq!(small.size(), Size { parts: 2 + 3, ..Size::default() });
    }

    impl Value {
        fn baked(self) -> Self {
            ValueSpace::new(Arc::new(self), Vec::new()).bake(&Config::empty())
        }
    }
}
