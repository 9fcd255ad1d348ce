//! What is executed in place of the instructions under jumps and breakpoints: the same, elsewhere, and a jump back.

use iced_x86::{
    BlockEncoder, BlockEncoderOptions, Code, FlowControl, IcedError, Instruction, InstructionBlock,
    MemoryOperand, OpKind, Register,
};

/// Every trampoline begins at such a boundary.
const BOUNDARY: usize = 16;

/// The code of all trampolines, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Trampolines {
    /// The code.
    pub(crate) code: Vec<u8>,
    /// Where it belongs.
    address: u64,
}

impl Trampolines {
    /// None yet; the first will be at this address.
    pub(crate) fn new(address: u64) -> Self {
        Self { code: vec![0; BOUNDARY], address }
    }

    /// Bytes that this many trampolines take at most.
    pub(crate) const fn room(count: usize) -> u64 {
        (BOUNDARY + count * 128) as u64
    }

    /// Adds the stub to which the jump at a statement leads, and gives its place in the code. It saves `rax` where neither the
    /// program nor a signal handler writes, loads the number of the statement, and goes where the first word says.
    pub(crate) fn add_stub(&mut self, number: usize) -> usize {
        let place = self.code.len();
        self.lead_to(u32::try_from(number).unwrap_or(u32::MAX));
        self.align();
        place
    }

    fn align(&mut self) {
        self.code.resize(self.code.len().next_multiple_of(BOUNDARY), 0xcc);
    }

    /// Adds instructions that lead to the agent, with a number.
    fn lead_to(&mut self, number: u32) {
        const SAVE: [u8; 8] = [0x48, 0x89, 0x84, 0x24, 0x78, 0xff, 0xff, 0xff];
        const LOAD: u8 = 0xb8;
        const JUMP_THERE: [u8; 2] = [0xff, 0x25];
        self.code.extend(SAVE);
        self.code.push(LOAD);
        self.code.extend(number.to_le_bytes());
        self.code.extend(JUMP_THERE);
        let distance = i32::try_from(self.code.len() + 4).unwrap_or(i32::MAX);
        self.code.extend((-distance).to_le_bytes());
    }

    /// Adds the trampoline of instructions as [`Self::add`] does, with the agent called before some of them: each of these places in
    /// ascending order, with a number. Gives where the code goes on after each call, too.
    pub(crate) fn add_calling(
        &mut self,
        instructions: &[Instruction],
        calls: &[(usize, u32)],
    ) -> Result<(usize, Vec<usize>), IcedError> {
        let place = self.code.len();
        let (mut done, mut going_on) = (0, Vec::new());
        for (before, number) in calls {
            self.encode(&instructions[done..*before])?;
            self.lead_to(*number);
            going_on.push(self.code.len());
            done = *before;
        }
        self.add(&instructions[done..])?;
        Ok((place, going_on))
    }

    /// Adds the trampoline of instructions that follow each other, of which only the last may branch or call, and gives its
    /// place in the code.
    pub(crate) fn add(&mut self, instructions: &[Instruction]) -> Result<usize, IcedError> {
        let place = self.code.len();
        let Some((last, others)) = instructions.split_last() else { return Ok(place) };
        self.encode(&[others, &displaced(last)?].concat())?;
        self.align();
        Ok(place)
    }

    fn encode(&mut self, instructions: &[Instruction]) -> Result<(), IcedError> {
        if instructions.is_empty() {
            return Ok(());
        }
        let address = self.address + self.code.len() as u64;
        let block = InstructionBlock::new(instructions, address);
        let encoded = BlockEncoder::encode(64, block, BlockEncoderOptions::DONT_FIX_BRANCHES);
        let encoded = match encoded {
            Ok(encoded) => encoded,
            // A short branch does not reach.
            Err(_) => BlockEncoder::encode(
                64,
                InstructionBlock::new(instructions, address),
                BlockEncoderOptions::NONE,
            )?,
        };
        self.code.extend(encoded.code_buffer);
        Ok(())
    }
}

/// Instructions that do the same as one, from wherever they are.
fn displaced(instruction: &Instruction) -> Result<Vec<Instruction>, IcedError> {
    let back = instruction.next_ip();
    Ok(match instruction.flow_control() {
        // Exceptions look up the caller by the return address, so it has to be the one in the program.
        FlowControl::Call => {
            let mut all = push(back)?;
            all.push(Instruction::with_branch(Code::Jmp_rel32_64, instruction.near_branch_target())?);
            all
        }
        FlowControl::IndirectCall => {
            let mut all = push(back)?;
            all.push(jump_instead(instruction)?);
            all
        }
        FlowControl::UnconditionalBranch => {
            vec![Instruction::with_branch(Code::Jmp_rel32_64, instruction.near_branch_target())?]
        }
        _ => vec![*instruction, Instruction::with_branch(Code::Jmp_rel32_64, back)?],
    })
}

/// Pushes an address of the program, and changes nothing besides.
fn push(address: u64) -> Result<Vec<Instruction>, IcedError> {
    let relative = MemoryOperand::with_base_displ_size(Register::RIP, address.cast_signed(), 8);
    Ok(vec![
        Instruction::with1(Code::Push_r64, Register::RAX)?,
        Instruction::with2(Code::Lea_r64_m, Register::RAX, relative)?,
        Instruction::with2(Code::Xchg_rm64_r64, MemoryOperand::with_base(Register::RSP), Register::RAX)?,
    ])
}

/// A jump to where an indirect call goes, once the return address is on the stack.
fn jump_instead(call: &Instruction) -> Result<Instruction, IcedError> {
    if call.op0_kind() == OpKind::Register {
        return Instruction::with1(Code::Jmp_rm64, call.op0_register());
    }
    let mut jump = *call;
    jump.set_code(Code::Jmp_rm64);
    if call.memory_base() == Register::RSP {
        jump.set_memory_displacement64(call.memory_displacement64().wrapping_add(8));
        jump.set_memory_displ_size(8);
    }
    Ok(jump)
}

#[cfg(test)]
mod tests {
    use super::*;
    use iced_x86::{Decoder, DecoderOptions};

    fn decoded(bytes: &[u8], at: u64) -> Vec<Instruction> {
        Decoder::with_ip(64, bytes, at, DecoderOptions::NONE).into_iter().collect()
    }

    /// The instructions of the trampoline at 0x1000 of an instruction at 0x5000.
    fn trampoline(bytes: &[u8]) -> Vec<Instruction> {
        let mut trampolines = Trampolines::new(0x1000);
        let place = trampolines.add(&decoded(bytes, 0x5000)).unwrap();
        decoded(&trampolines.code[place..], 0x1000 + place as u64)
    }

    #[test]
    fn an_instruction_is_followed_by_a_jump_back() {
        // push rbp
        let code = trampoline(&[0x55]);
        assert_eq!(code[0].code(), Code::Push_r64);
        assert_eq!(code[1].near_branch_target(), 0x5001);
    }

    #[test]
    fn what_is_relative_to_the_instruction_stays_where_it_was() {
        // lea rax, [rip + 0x100]
        let code = trampoline(&[0x48, 0x8d, 0x05, 0x00, 0x01, 0x00, 0x00]);
        assert_eq!(code[0].ip_rel_memory_address(), 0x5107);
        assert_eq!(code[1].near_branch_target(), 0x5007);
    }

    #[test]
    fn of_several_instructions_the_last_one_is_followed_by_the_jump() {
        // push rbp; mov rbp, rsp; je +0x10
        let code = trampoline(&[0x55, 0x48, 0x89, 0xe5, 0x74, 0x10]);
        assert_eq!([code[0].code(), code[1].code()], [Code::Push_r64, Code::Mov_rm64_r64]);
        assert_eq!([code[2].near_branch_target(), code[3].near_branch_target()], [0x5016, 0x5006]);
    }

    #[test]
    fn a_stub_goes_where_the_first_word_says() {
        let mut trampolines = Trampolines::new(0x1000);
        trampolines.add_stub(6);
        let place = trampolines.add_stub(7);
        let code = decoded(&trampolines.code[place..], 0x1000 + place as u64);
        assert_eq!(code[0].memory_displacement64().cast_signed(), -136);
        assert_eq!(code[1].immediate32(), 7);
        assert_eq!((code[2].code(), code[2].ip_rel_memory_address()), (Code::Jmp_rm64, 0x1000));
    }

    #[test]
    fn a_short_branch_reaches() {
        // je +0x10
        let code = trampoline(&[0x74, 0x10]);
        assert_eq!(code[0].near_branch_target(), 0x5012);
        assert_eq!(code[1].near_branch_target(), 0x5002);
    }

    #[test]
    fn a_call_returns_to_the_program() {
        // call +0x10
        let code = trampoline(&[0xe8, 0x10, 0x00, 0x00, 0x00]);
        assert_eq!(code[1].ip_rel_memory_address(), 0x5005);
        assert_eq!(code[3].near_branch_target(), 0x5015);
        // call [rsp + 8]
        let code = trampoline(&[0xff, 0x54, 0x24, 0x08]);
        assert_eq!(code[1].ip_rel_memory_address(), 0x5004);
        assert_eq!((code[3].code(), code[3].memory_displacement64()), (Code::Jmp_rm64, 16));
    }
}
