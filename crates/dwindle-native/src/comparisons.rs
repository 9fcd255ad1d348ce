//! The instructions of a function that compare values, and how these are read before that.

use dwindle_agent::layout::{Do, Step};
use iced_x86::{Instruction, Mnemonic, OpKind, Register};

use crate::code::Code;
use crate::debug::Debug;
use crate::program::Program;
use crate::refusal::Refusal;
use crate::scope::step;
use crate::statements::Statement;

/// An instruction that compares two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) address: u64,
    /// The steps to each of the values; none for a number that stands in the instruction.
    pub(crate) values: [Vec<Step>; 2],
    /// How many bytes each has.
    pub(crate) bytes: u32,
}

impl Comparison {
    /// Whether a vector register has one of the values: only stubs know these.
    pub(crate) fn is_of_vectors(&self) -> bool {
        self.values.iter().flatten().any(|step| step.action == Do::Vector as u32)
    }
}

/// What the functions of these statements compare, in the order of addresses, each with its function.
pub(crate) fn all_comparisons(
    program: &Program,
    debug: &Debug,
    statements: &[Statement],
) -> Result<Vec<(usize, Comparison)>, Refusal> {
    let mut found = Vec::new();
    for function in statements.chunk_by(|one, next| one.function == next.function) {
        let of = function[0].function;
        let range = debug.functions[of].code.clone();
        let code = Code::read(program, range.clone(), range.start)?;
        found.extend(code.instructions.iter().filter_map(comparison).map(|comparison| (of, comparison)));
    }
    Ok(found)
}

fn comparison(instruction: &Instruction) -> Option<Comparison> {
    let compares = matches!(
        instruction.mnemonic(),
        Mnemonic::Cmp
            | Mnemonic::Test
            | Mnemonic::Ucomiss
            | Mnemonic::Ucomisd
            | Mnemonic::Comiss
            | Mnemonic::Comisd
    );
    let is_number = |kind| !matches!(kind, OpKind::Register | OpKind::Memory);
    // Of a truth value nothing is to be known but how it comes out.
    let is_truth = instruction.mnemonic() == Mnemonic::Test
        && is_number(instruction.op1_kind())
        && instruction.immediate(1) == 1;
    if !compares || is_truth {
        return None;
    }
    let bytes = match instruction.memory_size().size() {
        0 if instruction.op0_register().is_xmm() => match instruction.mnemonic() {
            Mnemonic::Ucomiss | Mnemonic::Comiss => 4,
            _ => 8,
        },
        0 => instruction.op0_register().size(),
        bytes => bytes,
    };
    let bytes = u32::try_from(bytes).ok().filter(|bytes| (1..=8).contains(bytes))?;
    let same = instruction.op0_kind() == OpKind::Register
        && instruction.op1_kind() == OpKind::Register
        && instruction.op0_register() == instruction.op1_register();
    let first = value(instruction, 0, bytes)?;
    let second = if same { Vec::new() } else { value(instruction, 1, bytes)? };
    (!first.is_empty() || !second.is_empty()).then(|| Comparison {
        address: instruction.ip(),
        values: [first, second],
        bytes,
    })
}

/// The steps to an operand; `None` where there are none.
fn value(instruction: &Instruction, operand: u32, bytes: u32) -> Option<Vec<Step>> {
    match instruction.op_kind(operand) {
        OpKind::Register => register(instruction.op_register(operand)).map(|step| vec![step]),
        OpKind::Memory => {
            if matches!(instruction.memory_segment(), Register::FS | Register::GS) {
                return None;
            }
            let offset = instruction.memory_displacement64().cast_signed();
            let mut steps = vec![match instruction.memory_base() {
                Register::RIP | Register::None => step(Do::Base, 0, offset),
                base => Step { operand: offset, ..register(base)? },
            }];
            if instruction.memory_index() != Register::None {
                steps.push(register(instruction.memory_index())?);
                steps.push(step(Do::Multiply, 0, i64::from(instruction.memory_index_scale())));
                steps.push(step(Do::Sum, 0, 0));
            }
            steps.push(step(Do::Load, bytes, 0));
            Some(steps)
        }
        _ => Some(Vec::new()),
    }
}

/// The step to what a register holds, whose lowest bytes count.
fn register(register: Register) -> Option<Step> {
    /// The general registers in the order of debug information.
    const GENERAL: [Register; 16] = [
        Register::RAX,
        Register::RDX,
        Register::RCX,
        Register::RBX,
        Register::RSI,
        Register::RDI,
        Register::RBP,
        Register::RSP,
        Register::R8,
        Register::R9,
        Register::R10,
        Register::R11,
        Register::R12,
        Register::R13,
        Register::R14,
        Register::R15,
    ];
    if register.is_xmm() {
        return u32::try_from(register.number()).ok().map(|number| step(Do::Vector, number, 0));
    }
    let is_high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
    let number = GENERAL.iter().position(|general| *general == register.full_register())?;
    (!is_high).then(|| step(Do::Register, u32::try_from(number).unwrap_or(0), 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use iced_x86::{Decoder, DecoderOptions};

    fn of(bytes: &[u8]) -> Option<Comparison> {
        comparison(&Decoder::with_ip(64, bytes, 0x1000, DecoderOptions::NONE).decode())
    }

    #[test]
    fn values_are_read_from_registers_and_memory_and_numbers_need_not_be() {
        // cmp dword [rbp - 4], 9
        let found = of(&[0x83, 0x7d, 0xfc, 0x09]).unwrap();
        assert_eq!(found.values, [vec![step(Do::Register, 6, -4), step(Do::Load, 4, 0)], vec![]]);
        // cmp rax, [rdi + rcx*8]
        let found = of(&[0x48, 0x3b, 0x04, 0xcf]).unwrap();
        let second = vec![
            step(Do::Register, 5, 0),
            step(Do::Register, 2, 0),
            step(Do::Multiply, 0, 8),
            step(Do::Sum, 0, 0),
            step(Do::Load, 8, 0),
        ];
        assert_eq!((found.bytes, found.values), (8, [vec![step(Do::Register, 0, 0)], second]));
        // test eax, eax
        assert_eq!(of(&[0x85, 0xc0]).unwrap().values, [vec![step(Do::Register, 0, 0)], vec![]]);
        // ucomisd xmm1, xmm0
        let found = of(&[0x66, 0x0f, 0x2e, 0xc8]).unwrap();
        assert!(found.is_of_vectors() && found.bytes == 8);
        // test al, 1
        assert_eq!(of(&[0xa8, 0x01]), None);
    }
}
