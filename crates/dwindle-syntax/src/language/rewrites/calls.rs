//! Calls that become what the function gives.

use std::ops::Range;

use dwindle::rewrite::Edit;
use tree_sitter::Node;

use super::slots::Slot;
use super::template::fill;
use super::{Finder, Found};

/// The rule whose slots are the parameters and arguments.
const PARAMETERS: &str = "parameter";

/// A call of a function.
struct Call<'t> {
    node: Node<'t>,
    /// What is passed before the arguments in brackets.
    first: Option<Range<usize>>,
}

impl Finder<'_> {
    /// Each function that gives one value goes, and all its calls become that value.
    pub(super) fn calls(&self, rule: &str) -> Vec<Vec<Edit>> {
        let of_rule = || self.found.iter().filter(move |one| one.rule == rule);
        let functions = of_rule().filter(|one| one.node("value").is_some());
        if of_rule().all(|one| one.node("call").is_none()) {
            return Vec::new();
        }
        let slots = self.slots_of(PARAMETERS);
        let mut rewrites = Vec::new();
        for function in functions {
            let (Some(of), Some(from)) = (function.span("of"), function.span("from")) else { continue };
            let name = &self.text.bytes()[of];
            let slots: &[Slot<'_>] = slots.get(name).map_or(&[], |slots| slots);
            let is_outside =
                |call: &Call<'_>| call.node.end_byte() <= from.start || from.end <= call.node.start_byte();
            let calls: Vec<Call<'_>> = of_rule()
                .filter(|one| one.span("of").is_some_and(|of| self.text.bytes()[of] == *name))
                .filter_map(|one| Some(Call { node: one.node("call")?, first: one.span("first") }))
                .filter(is_outside)
                .collect();
            if calls.is_empty() {
                continue;
            }
            rewrites.extend(function.texts("to").filter_map(|template| {
                let inlined = calls.iter().map(|call| self.inlined(function, slots, call, template));
                let mut edits = inlined.collect::<Option<Vec<_>>>()?.concat();
                edits.push(Edit { span: from.clone(), with: Box::default() });
                Some(edits)
            }));
        }
        rewrites
    }

    /// `call` as `template` has it, with arguments for parameters; none where one is missing and nothing stands for it.
    fn inlined(
        &self,
        function: &Found<'_>,
        slots: &[Slot<'_>],
        call: &Call<'_>,
        template: &str,
    ) -> Option<Vec<Edit>> {
        let (from, value) = (function.span("from")?, function.span("value")?);
        let before = function.span("before");
        let body = before.as_ref().map_or(value.start, |before| before.start)..value.end;
        let parameters = slots.iter().filter(|slot| is_in(&slot.list, &from) && !is_in(&slot.list, &body));
        let arguments: Vec<&Slot<'_>> =
            slots.iter().filter(|slot| is_in(&slot.list, &call.node.byte_range())).collect();
        let first = arguments.first().map(|slot| slot.list.clone());
        let arguments = arguments.into_iter().filter(|slot| Some(&slot.list) == first.as_ref());
        let mut arguments = call.first.clone().into_iter().chain(arguments.map(Slot::span));
        let mut places: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
        for parameter in parameters {
            let argument = arguments.next().map(|span| self.text.bytes()[span].to_vec());
            let with = argument.or_else(|| Some(function.texts("missing").next()?.into()));
            let Some(name) = parameter.found.span("name") else { continue };
            let uses = self.names.places(&self.text.bytes()[name]);
            for place in uses.filter(|place| is_in(place, &body)) {
                places.push((place, with.clone()?));
            }
        }
        places.sort_by_key(|(place, _)| place.start);
        let value = self.replaced(value, &places)?;
        let bytes = self.text.bytes();
        let with = fill(template, |name| match name {
            "value" => &value,
            other => function.span(other).map_or(&[], |span| &bytes[span]),
        });
        let mut edits = vec![Edit { span: call.node.byte_range(), with }];
        if let Some(before) = before {
            let start = statement(call.node)?.start_byte();
            edits.push(Edit { span: start..start, with: self.replaced(before, &places)?.into() });
        }
        Some(edits)
    }

    /// The bytes of `span` with these texts in the `places` within it, which ascend.
    fn replaced(&self, span: Range<usize>, places: &[(Range<usize>, Vec<u8>)]) -> Option<Vec<u8>> {
        let (mut text, mut at) = (Vec::new(), span.start);
        for (place, with) in places.iter().filter(|(place, _)| is_in(place, &span)) {
            text.extend_from_slice(self.text.bytes().get(at..place.start)?);
            text.extend_from_slice(with);
            at = place.end;
        }
        text.extend_from_slice(self.text.bytes().get(at..span.end)?);
        Some(text)
    }
}

fn is_in(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The statement or declaration around a node.
fn statement(node: Node<'_>) -> Option<Node<'_>> {
    let is_statement =
        |node: &Node<'_>| node.kind().ends_with("statement") || node.kind().ends_with("declaration");
    std::iter::successors(node.parent(), Node::parent).find(is_statement)
}
