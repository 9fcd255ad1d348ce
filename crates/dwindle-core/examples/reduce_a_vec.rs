//! Reduces a list with a function of this program: which calls make a queue give a wrong answer?

use std::collections::VecDeque;

use dwindle_core::NotReduced;

/// A queue of four places in a ring, which forgets that it may be full.
#[derive(Default)]
struct Ring {
    places: [u32; 4],
    first: usize,
    len: usize,
}

impl Ring {
    fn push(&mut self, value: u32) {
        self.places[(self.first + self.len) % 4] = value;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<u32> {
        self.len = self.len.checked_sub(1)?;
        let value = self.places[self.first];
        self.first = (self.first + 1) % 4;
        Some(value)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    Push(u32),
    Pop,
}

/// Whether the ring and a queue that is right differ after some of these calls.
fn differ(calls: &[Call]) -> bool {
    let (mut ring, mut queue) = (Ring::default(), VecDeque::new());
    calls.iter().any(|call| match *call {
        Call::Push(value) => {
            ring.push(value);
            queue.push_back(value);
            false
        }
        Call::Pop => ring.pop() != queue.pop_front(),
    })
}

fn main() -> Result<(), NotReduced> {
    let calls: Vec<Call> = (0..500).map(|n| if n % 7 % 3 == 2 { Call::Pop } else { Call::Push(n) }).collect();
    let small = dwindle_core::reduce(&calls, differ)?;
    // Five values are more than there are places: the fifth is where the first was.
    assert_eq!(small.iter().filter(|call| **call == Call::Pop).count(), 1);
    assert_eq!(small.len(), 6, "{small:?}");
    assert!(differ(&small));
    Ok(())
}

#[test]
fn runs() -> Result<(), NotReduced> {
    main()
}
