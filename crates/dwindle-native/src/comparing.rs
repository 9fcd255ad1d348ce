//! How comparisons come to the agent: those under the jumps of statements by a call in their trampolines, others by jumps or
//! breakpoints of their own.

use dwindle_agent::layout::{self, COMPARES, INLINE, NONE, Step};
use iced_x86::Instruction;

use crate::code::Code;
use crate::comparisons::Comparison;
use crate::trampolines::Trampolines;

/// All comparisons, while trampolines are made for them.
pub(crate) struct Comparing<'c> {
    all: &'c [(usize, Comparison)],
    /// Of each its trampoline and its stub, once it has them.
    places: Vec<Option<(u32, u32)>>,
}

impl<'c> Comparing<'c> {
    pub(crate) fn new(all: &'c [(usize, Comparison)]) -> Self {
        Self { all, places: vec![None; all.len()] }
    }

    /// Adds the trampoline of a statement, with calls for the comparisons among its instructions.
    pub(crate) fn within(
        &mut self,
        displaced: &[Instruction],
        trampolines: &mut Trampolines,
    ) -> Option<usize> {
        let find = |instruction: &Instruction| {
            self.all.binary_search_by_key(&instruction.ip(), |(_, comparison)| comparison.address)
        };
        let mut calls = Vec::new();
        for (place, instruction) in displaced.iter().enumerate() {
            if let Ok(number) = find(instruction) {
                calls.push((place, u32::try_from(number).ok()?));
            }
        }
        let numbered: Vec<(usize, u32)> =
            calls.iter().map(|(place, number)| (*place, number | COMPARES)).collect();
        let (trampoline, going_on) = trampolines.add_calling(displaced, &numbered).ok()?;
        for ((_, number), place) in calls.into_iter().zip(going_on) {
            self.places[number as usize] = Some((u32::try_from(place).ok()?, INLINE));
        }
        Some(trampoline)
    }

    /// Adds stub and trampoline of a comparison, if it has none yet; `led_to` says whether something leads to an address.
    pub(crate) fn alone(
        &mut self,
        number: usize,
        code: &Code,
        led_to: impl Fn(u64) -> bool,
        trampolines: &mut Trampolines,
    ) -> Option<()> {
        let (_, comparison) = self.all.get(number)?;
        if self.places[number].is_some() {
            return Some(());
        }
        let (displaced, by_jump) = code.displaceable(comparison.address, led_to)?;
        let stub = if by_jump {
            let number = u32::try_from(number).ok()? | COMPARES;
            u32::try_from(trampolines.add_stub(number as usize)).ok()?
        } else if comparison.is_of_vectors() {
            // Breakpoints know nothing of these: it goes unseen.
            INLINE
        } else {
            NONE
        };
        let trampoline = trampolines.add(displaced).ok()?;
        self.places[number] = Some((u32::try_from(trampoline).ok()?, stub));
        Some(())
    }

    /// The table of them, and their steps, which stand behind so many others.
    pub(crate) fn table(&self, before: usize) -> Option<(Vec<u8>, Vec<Step>)> {
        let (mut table, mut steps) = (Vec::new(), Vec::new());
        for ((function, comparison), place) in self.all.iter().zip(&self.places) {
            let (trampoline, stub) = (*place)?;
            let count = |value: &Vec<Step>| u32::try_from(value.len()).ok();
            let [first, second] = &comparison.values;
            table.extend(
                layout::Comparison {
                    address: u32::try_from(comparison.address).ok()?,
                    trampoline,
                    stub,
                    function: u32::try_from(*function).ok()?,
                    step: u32::try_from(before + steps.len()).ok()?,
                    steps: [count(first)?, count(second)?],
                    bytes: comparison.bytes,
                }
                .bytes(),
            );
            steps.extend(comparison.values.iter().flatten().copied());
        }
        Some((table, steps))
    }
}
