//! The instructions of a function: where a statement can begin without taking anything from the one before.

use std::collections::BTreeSet;
use std::ops::Range;

use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, OpKind,
    Register,
};

use crate::program::Program;
use crate::refusal::Refusal;

/// Bytes of a jump.
const JUMP: usize = 5;

/// Bytes that are made garbage of what a function takes on the stack after its first instructions.
const TAKEN_LATER: u64 = 1 << 14;

/// Registers that calls leave as they are, which variables can be in, with their numbers in debug information.
const KEPT: [(Register, u16); 5] =
    [(Register::RBX, 3), (Register::R12, 12), (Register::R13, 13), (Register::R14, 14), (Register::R15, 15)];

/// The instructions of a function, in the order of addresses.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) instructions: Vec<Instruction>,
    range: Range<u64>,
    /// Where branches of it lead.
    targets: BTreeSet<u64>,
    /// Of each instruction, whether a statement can begin with it.
    separable: Vec<bool>,
}

impl Code {
    /// Decodes a function. What comes before `body` prepares its storage.
    pub(crate) fn read(program: &Program, range: Range<u64>, body: u64) -> Result<Self, Refusal> {
        let loaded = program.loaded(range.start)?;
        let bytes = usize::try_from(range.end - range.start).unwrap_or(usize::MAX).min(loaded.len());
        let decoder = Decoder::with_ip(64, &loaded[..bytes], range.start, DecoderOptions::NONE);
        let instructions: Vec<Instruction> = decoder.into_iter().collect();
        let branches = instructions.iter().filter(|instruction| instruction.near_branch_target() != 0);
        let targets = branches.map(Instruction::near_branch_target).collect();
        let separable = separable(&instructions, body, &targets);
        Ok(Self { instructions, range, targets, separable })
    }

    /// Where it ends.
    pub(crate) const fn end(&self) -> u64 {
        self.range.end
    }

    /// The instructions from an address on and before another one.
    pub(crate) fn between(&self, from: u64, to: u64) -> &[Instruction] {
        let place = |address| self.instructions.partition_point(|instruction| instruction.ip() < address);
        &self.instructions[place(from)..place(to)]
    }

    /// Whether it begins as functions do whose storage is counted from `rbp`.
    pub(crate) fn has_frame_pointer(&self) -> bool {
        let mut first = self.instructions.iter().filter(|first| first.mnemonic() != Mnemonic::Endbr64);
        let saved = first
            .next()
            .is_some_and(|saved| saved.mnemonic() == Mnemonic::Push && saved.op0_register() == Register::RBP);
        saved
            && first.next().is_some_and(|set| {
                let registers = (set.op0_register(), set.op1_register());
                set.mnemonic() == Mnemonic::Mov && registers == (Register::RBP, Register::RSP)
            })
    }

    /// The place of the instruction at an address.
    pub(crate) fn at(&self, address: u64) -> Option<usize> {
        self.instructions.binary_search_by_key(&address, Instruction::ip).ok()
    }

    /// Where the statement begins of which a row of the line table says that it begins at an address: there, or, where
    /// it is prepared first after a branch, before that. Nowhere if it cannot be separated from the one
    /// before: its values are not all in memory, or something lies on the stack.
    pub(crate) fn beginning(&self, address: u64) -> Option<u64> {
        let mut place = self.at(address)?;
        let row = place;
        loop {
            let begins = self.separable[place];
            let after_branch = place > 0 && self.instructions[place - 1].flow_control() != FlowControl::Next;
            if begins && (place == row || after_branch) {
                return Some(self.instructions[place].ip());
            }
            if after_branch || place == 0 || !prepares(&self.instructions[place - 1]) {
                return None;
            }
            place -= 1;
        }
    }

    /// Whether it branches to places that it reads from a table.
    pub(crate) fn has_tables(&self) -> bool {
        self.instructions.iter().any(|instruction| instruction.flow_control() == FlowControl::IndirectBranch)
    }

    /// The instructions at an address that a jump can stand in place of: those that it covers, or only the first one
    /// where it cannot cover them, since something else than the first leads to one of them.
    pub(crate) fn displaceable(
        &self,
        address: u64,
        led_to: impl Fn(u64) -> bool,
    ) -> Option<(&[Instruction], bool)> {
        let first = self.at(address)?;
        let mut covered = 0;
        for (place, instruction) in self.instructions.iter().enumerate().skip(first) {
            if place > first && (self.targets.contains(&instruction.ip()) || led_to(instruction.ip())) {
                break;
            }
            covered += instruction.len();
            if covered >= JUMP {
                return Some((&self.instructions[first..=place], true));
            }
            if instruction.flow_control() != FlowControl::Next {
                break;
            }
        }
        Some((&self.instructions[first..=first], false))
    }

    /// Where the code jumps if the instruction at an address does nothing else.
    pub(crate) fn only_jumps(&self, address: u64) -> Option<u64> {
        let instruction = &self.instructions[self.at(address)?];
        (instruction.flow_control() == FlowControl::UnconditionalBranch)
            .then(|| instruction.near_branch_target())
    }

    /// Whether the code from one address to another does nothing.
    pub(crate) fn does_nothing(&self, from: u64, to: u64) -> bool {
        self.between(from, to).iter().all(|instruction| instruction.mnemonic() == Mnemonic::Nop)
    }

    /// The bytes that a function takes on the stack, as its first instructions say, its return address apart; where it takes more
    /// later, which only the run can tell, a good deal of that.
    pub(crate) fn storage(&self, body: u64) -> u64 {
        let first: u64 =
            self.instructions.iter().take_while(|instruction| instruction.ip() < body).map(taken).sum();
        let takes = |instruction: &&Instruction| {
            instruction.ip() >= body
                && instruction.op0_register() == Register::RSP
                && matches!(instruction.mnemonic(), Mnemonic::Sub | Mnemonic::Mov)
                && instruction.op1_kind() == OpKind::Register
                && instruction.op1_register() != Register::RBP
        };
        first + if self.instructions.iter().any(|instruction| takes(&instruction)) { TAKEN_LATER } else { 0 }
    }

    /// Whether an instruction from one address to another sets one of these registers.
    pub(crate) fn sets(&self, from: u64, to: u64, registers: &BTreeSet<u16>) -> bool {
        if registers.is_empty() {
            return false;
        }
        let mut factory = InstructionInfoFactory::new();
        self.between(from, to).iter().any(|instruction| {
            let used = factory.info(instruction).used_registers();
            let mut set = used.iter().filter(|used| writes(used.access()));
            set.any(|used| {
                let kept = KEPT.iter().find(|(register, _)| *register == full(used.register()));
                kept.is_some_and(|(_, number)| registers.contains(number))
            })
        })
    }

    /// Whether the code from an address on gives back the same number always.
    pub(crate) fn gives_a_number(&self, address: u64) -> bool {
        let rest = self.at(address).map_or(&[][..], |place| &self.instructions[place..]);
        let straight =
            rest.iter().take_while(|instruction| instruction.flow_control() != FlowControl::Return);
        straight
            .filter(|instruction| instruction.op0_register().full_register() == Register::RAX)
            .any(|instruction| instruction.mnemonic() == Mnemonic::Mov && is_number(instruction))
    }

    /// Where control can go from one of the places where statements begin: other such places, and whether out of the
    /// function, or to a place that the instruction finds out.
    pub(crate) fn ways(&self, from: u64, starts: &BTreeSet<u64>) -> Ways {
        let mut ways = Ways { starts: BTreeSet::new(), out: false, unknown: false };
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(address) = open.pop() {
            if address != from && starts.contains(&address) {
                ways.starts.insert(address);
                continue;
            }
            if !seen.insert(address) {
                // A loop within the statement, or back to its own beginning.
                if address == from {
                    ways.starts.insert(address);
                }
                continue;
            }
            let Some(instruction) = self.at(address).map(|place| &self.instructions[place]) else { continue };
            let inside = |target: u64| self.range.contains(&target).then_some(target);
            match instruction.flow_control() {
                FlowControl::Return => ways.out = true,
                FlowControl::UnconditionalBranch => match inside(instruction.near_branch_target()) {
                    Some(target) => open.push(target),
                    None => ways.out = true,
                },
                FlowControl::ConditionalBranch => {
                    open.extend(inside(instruction.near_branch_target()));
                    open.push(instruction.next_ip());
                }
                FlowControl::IndirectBranch => ways.unknown = true,
                FlowControl::Interrupt | FlowControl::Exception => {}
                _ => open.push(instruction.next_ip()),
            }
        }
        ways
    }
}

/// Where control can go from a statement.
#[derive(Debug)]
pub(crate) struct Ways {
    /// To these statements.
    pub(crate) starts: BTreeSet<u64>,
    /// Out of the function.
    pub(crate) out: bool,
    /// To a place that is read from a table.
    pub(crate) unknown: bool,
}

impl Ways {
    /// Whether it depends on a value where control goes.
    pub(crate) fn several(&self) -> bool {
        self.unknown || self.starts.len() + usize::from(self.out) > 1
    }
}

/// Whether an instruction only brings a value from one place of the frame to another, or makes an address or a number: LLVM
/// puts such instructions at the beginning of a block, before the line that they are for.
fn prepares(instruction: &Instruction) -> bool {
    let base = instruction.memory_base();
    let in_frame = matches!(base, Register::RSP | Register::RBP | Register::RIP | Register::None)
        && instruction.memory_index() == Register::None;
    let register = instruction.op0_register();
    let cleared = instruction.mnemonic() == Mnemonic::Xor && register == instruction.op1_register();
    let moves = matches!(
        instruction.mnemonic(),
        Mnemonic::Mov
            | Mnemonic::Lea
            | Mnemonic::Movaps
            | Mnemonic::Movups
            | Mnemonic::Movss
            | Mnemonic::Movsd
    );
    in_frame && register != Register::RSP && register != Register::RBP && (moves || cleared)
}

/// Bytes that an instruction takes on the stack.
fn taken(instruction: &Instruction) -> u64 {
    match instruction.mnemonic() {
        Mnemonic::Push => 8,
        Mnemonic::Sub if instruction.op0_register() == Register::RSP && is_number(instruction) => {
            instruction.immediate(1)
        }
        _ => 0,
    }
}

/// Bytes that an instruction gives back.
fn given_back(instruction: &Instruction) -> u64 {
    match instruction.mnemonic() {
        Mnemonic::Pop => 8,
        Mnemonic::Add if instruction.op0_register() == Register::RSP && is_number(instruction) => {
            instruction.immediate(1)
        }
        _ => 0,
    }
}

fn is_number(instruction: &Instruction) -> bool {
    !matches!(instruction.op1_kind(), OpKind::Register | OpKind::Memory)
}

/// Registers in which the arguments of a call are handed over.
const ARGUMENTS: [Register; 14] = [
    Register::RDI,
    Register::RSI,
    Register::RDX,
    Register::RCX,
    Register::R8,
    Register::R9,
    Register::XMM0,
    Register::XMM1,
    Register::XMM2,
    Register::XMM3,
    Register::XMM4,
    Register::XMM5,
    Register::XMM6,
    Register::XMM7,
];

/// Of each instruction, whether a statement can begin with it. It cannot
///
/// * where an argument was put into a register and no instruction has used it yet: a call on several lines,
/// * where something lies on the stack for a call,
/// * where the code reads a register that it has not written: a part of an expression, or where exceptions land. Parameters are
///   an exception as long as they are in their registers, since nothing that can be left out has put them there.
fn separable(instructions: &[Instruction], body: u64, targets: &BTreeSet<u64>) -> Vec<bool> {
    let mut factory = InstructionInfoFactory::new();
    let mut waiting: BTreeSet<Register> = BTreeSet::new();
    let mut depth = 0_i64;
    let mut parameters = BTreeSet::from(ARGUMENTS);
    let mut separable = Vec::with_capacity(instructions.len());
    for (place, instruction) in instructions.iter().enumerate() {
        if instruction.ip() <= body {
            waiting.clear();
            depth = 0;
        }
        if targets.contains(&instruction.ip()) {
            parameters.clear();
        }
        let mut takes_over = || takes_over(&instructions[place..], &parameters, &mut factory);
        let is_separable = waiting.is_empty() && depth == 0 && !takes_over();
        separable.push(is_separable);
        let more = taken(instruction).cast_signed();
        depth += more - given_back(instruction).cast_signed();
        let information = factory.info(instruction);
        for used in information.used_registers() {
            if reads(used.access()) {
                waiting.remove(&full(used.register()));
            }
        }
        for used in information.used_registers() {
            let register = full(used.register());
            if writes(used.access()) {
                waiting.remove(&register);
                parameters.remove(&register);
            }
        }
        let target = full(instruction.op0_register());
        let sets = instruction.op_count() == 2
            && instruction.op0_kind() == OpKind::Register
            && writes(information.op0_access())
            && ARGUMENTS.contains(&target);
        if sets {
            waiting.insert(target);
        }
        match instruction.flow_control() {
            FlowControl::Call | FlowControl::IndirectCall => {
                waiting.clear();
                parameters.clear();
            }
            FlowControl::Next => {}
            FlowControl::ConditionalBranch => parameters.clear(),
            _ => {
                waiting.clear();
                parameters.clear();
                depth = 0;
            }
        }
    }
    separable
}

/// Whether code reads a register, or a flag, that it has not written before it branches or calls, parameters apart.
fn takes_over(
    code: &[Instruction],
    parameters: &BTreeSet<Register>,
    factory: &mut InstructionInfoFactory,
) -> bool {
    let mut written = parameters.clone();
    written.extend([Register::RSP, Register::RBP]);
    let mut flags = false;
    for instruction in code {
        if !flags && instruction.rflags_read() != 0 {
            return true;
        }
        flags |= instruction.rflags_modified() != 0;
        if !matches!(instruction.mnemonic(), Mnemonic::Push) {
            let used = factory.info(instruction).used_registers();
            let general = |register: Register| register.is_gpr() || register.is_vector_register();
            if used.iter().any(|used| {
                let register = full(used.register());
                reads(used.access()) && general(register) && !written.contains(&register)
            }) {
                return true;
            }
            written
                .extend(used.iter().filter(|used| writes(used.access())).map(|used| full(used.register())));
        }
        if instruction.flow_control() != FlowControl::Next {
            return false;
        }
    }
    false
}

/// The whole register that a part belongs to.
fn full(register: Register) -> Register {
    let full = register.full_register();
    if full.is_ymm() || full.is_zmm() {
        Register::XMM0 + u32::try_from(full.number()).unwrap_or(0)
    } else {
        full
    }
}

pub(crate) fn reads(access: OpAccess) -> bool {
    matches!(access, OpAccess::Read | OpAccess::CondRead | OpAccess::ReadWrite | OpAccess::ReadCondWrite)
}

pub(crate) fn writes(access: OpAccess) -> bool {
    matches!(access, OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite)
}
