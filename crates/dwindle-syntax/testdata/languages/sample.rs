#![allow(dead_code)]
//! A depot.
use std::collections::{BTreeMap, HashMap as Map};
use std::fmt::{self, Display};

pub mod inner {
    pub(crate) const LIMIT: usize = 10;
    pub static mut COUNT: u32 = 0;
}

/// A kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<'a, T: Clone> {
    Empty,
    Pair(T, &'a str),
    Named { name: String, value: i32 },
}

struct Depot<T>
where
    T: Display + Clone,
{
    items: Vec<T>,
    pub limit: usize,
}

trait Keep {
    type Item;
    const MAX: usize = 3;
    fn keep(&mut self, item: Self::Item) -> bool;
    fn all(&self) -> usize { 0 }
}

impl<T> Keep for Depot<T>
where
    T: Display + Clone,
{
    type Item = T;
    fn keep(&mut self, item: T) -> bool {
        if self.items.len() >= self.limit && !self.items.is_empty() {
            return false;
        } else if let Some(last) = self.items.last() {
            println!("{} {:?}", last, 1);
        }
        self.items.push(item);
        true
    }
}

unsafe fn raw(p: *const u8, n: usize) -> u8 {
    unsafe { *p.add(n) }
}

macro_rules! square {
    ($x:expr) => { $x * $x };
}

fn main() {
    let mut depot: Depot<i32> = Depot { items: vec![1, 2, 3], limit: inner::LIMIT };
    let (a, b) = (1u8, [0; 4]);
    let add = |x: i32, y| -> i32 { x + y };
    'outer: for i in 0..10 {
        while depot.limit > 3 { depot.limit -= 1; }
        loop { break 'outer; }
    }
    match Kind::Pair(a, "x") {
        Kind::Empty | Kind::Named { .. } => {}
        Kind::Pair(n, text) if n > 1 => println!("{text}"),
        Kind::Pair(..) => { let _ = &b[1..]; }
    }
    let text = if add(1, 2) == 3 { "a\n" } else { r#"b"# };
    let _ = text.chars().map(|c| c as u32).filter(|n| *n != 0).collect::<Vec<_>>();
    let x = square!(3) as f64 * -1.5e3;
    depot.keep(b'a' as i32);
}
