//! A parser as it lies in memory: `TSLanguage` of tree-sitter's `parser.h`.

use std::mem::{MaybeUninit, offset_of};
use std::ptr;
use std::slice;

use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

/// The form of a parser that the structures below are those of, and the one before it, which ends earlier.
const FORM: u32 = 15;
const FORM_BEFORE: u32 = 14;
/// How many numbers an action has, the first of which counts those of its list.
const ACTION: usize = 4;

/// Where a parser begins, up to the tables that tell what to do.
#[repr(C)]
struct Head {
    form: u32,
    symbols: u32,
    aliases: u32,
    tokens: u32,
    external_tokens: u32,
    states: u32,
    large_states: u32,
    productions: u32,
    fields: u32,
    longest_alias_sequence: u16,
    large: *const u16,
    small: *const u16,
    /// Where in `small` each state begins that has no row in `large`.
    beginnings: *const u32,
    actions: *const u16,
}

/// A whole parser. What follows the head is only copied.
#[repr(C)]
struct Whole {
    head: Head,
    rest: [MaybeUninit<*const ()>; 20],
    /// What the form before has not.
    later: MaybeUninit<[*const (); 7]>,
}

/// A parser that lives as long as the program.
pub(crate) struct Parser(*const Head);

/// The tables that are packed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tables<T> {
    /// A row for each of the first states, with a number for each symbol.
    pub(crate) large: T,
    /// What the other states say, as groups of symbols with the same number.
    pub(crate) small: T,
    /// What the numbers of tokens mean: lists of actions.
    pub(crate) actions: T,
}

impl Parser {
    /// The parser that is linked.
    pub(crate) fn linked(parser: LanguageFn) -> Self {
        // SAFETY: who made a `LanguageFn` promised that it is the function of a parser that tree-sitter generated.
        Self(unsafe { parser.into_raw()() }.cast())
    }

    fn head(&self) -> &Head {
        // SAFETY: it is there for the whole program, and its head is the same in every form that tree-sitter reads.
        unsafe { &*self.0 }
    }

    /// Whether its tables are there. Were they left out, there would be nothing but zeros, and the first row of a table,
    /// which is about errors, has others.
    pub(crate) fn has_tables(&self) -> bool {
        let is_known = matches!(self.head().form, FORM_BEFORE | FORM)
            && cfg!(all(target_pointer_width = "64", target_endian = "little"));
        // SAFETY: the first state is always one of those with a row, which has a number for each symbol.
        let first = unsafe { slice::from_raw_parts(self.head().large, self.head().symbols as usize) };
        !is_known || first.iter().any(|number| *number != 0)
    }

    /// How many numbers the first table has.
    pub(crate) fn large_len(&self) -> usize {
        self.head().symbols as usize * self.head().large_states as usize
    }

    /// Where each of the other states begins in the second table.
    fn beginnings(&self) -> &[u32] {
        let count = (self.head().states - self.head().large_states) as usize;
        if count == 0 {
            return &[];
        }
        // SAFETY: there is one for each state without a row.
        unsafe { slice::from_raw_parts(self.head().beginnings, count) }
    }

    /// Its tables; for a parser that has them.
    pub(crate) fn tables(&self) -> Tables<&[u16]> {
        let Head { tokens, symbols, large, small, actions, .. } = *self.head();
        // SAFETY: a row for each of the first states, with a number for each symbol.
        let large = unsafe { slice::from_raw_parts(large, self.large_len()) };
        let rows = large.chunks(symbols as usize);
        let mut last_list = rows.flat_map(|row| &row[..tokens as usize]).copied().max().unwrap_or(0);
        let mut small_len = 0;
        for beginning in self.beginnings() {
            // SAFETY: all that is asked for is in the entry of a state. It begins with the count of its groups; each group
            // has a number, the count of its symbols, and the symbols.
            let number = |at: usize| unsafe { *small.add(at) };
            let mut at = *beginning as usize + 1;
            for _ in 0..number(*beginning as usize) {
                let end = at + 2 + usize::from(number(at + 1));
                if (at + 2..end).any(|at| u32::from(number(at)) < tokens) {
                    last_list = last_list.max(number(at));
                }
                at = end;
            }
            small_len = small_len.max(at);
        }
        // SAFETY: the last entry ends there.
        let small = if small_len == 0 { &[] } else { unsafe { slice::from_raw_parts(small, small_len) } };
        // SAFETY: what a token's number counts are actions, and a list of them begins there.
        let [count, _] = unsafe { *actions.add(usize::from(last_list) * ACTION) }.to_le_bytes();
        let actions_len = (usize::from(last_list) + 1 + usize::from(count)) * ACTION;
        // SAFETY: the last list ends there.
        let actions = unsafe { slice::from_raw_parts(actions, actions_len) };
        Tables { large, small, actions }
    }

    /// A parser like this one with these tables, which stay.
    pub(crate) fn with(&self, tables: Tables<Vec<u16>>) -> Self {
        let size = if self.head().form == FORM { size_of::<Whole>() } else { offset_of!(Whole, later) };
        let mut whole = Box::new(MaybeUninit::<Whole>::zeroed());
        // SAFETY: a parser of this form has so many bytes, and none of them is in what was allocated just now. Afterwards the
        // head is there, and no more has to be.
        let whole = unsafe {
            ptr::copy_nonoverlapping(self.0.cast::<u8>(), whole.as_mut_ptr().cast(), size);
            Box::leak(whole.assume_init())
        };
        whole.head.large = tables.large.leak().as_ptr();
        whole.head.small = tables.small.leak().as_ptr();
        whole.head.actions = tables.actions.leak().as_ptr();
        Self(ptr::from_ref(whole).cast())
    }

    /// The language of it.
    pub(crate) fn language(&self) -> Language {
        // SAFETY: it is a parser that tree-sitter generated, and lives as long as the program.
        unsafe { Language::from_raw(self.0.cast()) }
    }
}
