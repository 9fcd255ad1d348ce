//! Accounts, with errors as values.

use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
enum Problem {
    NoAccount(String),
    TooLittle { wanted: u64, there: u64 },
    Unreadable,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoAccount(name) => write!(f, "no account {name}"),
            Problem::TooLittle { wanted, there } => {
                write!(f, "{wanted} wanted, {there} there")
            }
            Problem::Unreadable => f.write_str("unreadable"),
        }
    }
}

#[derive(Debug)]
enum Order<'a> {
    Open(&'a str),
    Pay { from: &'a str, to: &'a str, amount: u64 },
    Show,
}

#[derive(Default)]
struct Bank {
    accounts: BTreeMap<String, u64>,
    orders: usize,
}

fn amount(text: Option<&str>) -> Result<u64, Problem> {
    let text = text.ok_or(Problem::Unreadable)?;
    let mut value = 0;
    for letter in text.chars() {
        let digit = letter.to_digit(10).ok_or(Problem::Unreadable)?;
        value = value * 10 + u64::from(digit);
    }
    Ok(value)
}

fn parse(line: &str) -> Result<Order<'_>, Problem> {
    let mut words = line.split_whitespace();
    let order = match words.next() {
        Some("open") => Order::Open(words.next().unwrap_or("nobody")),
        Some("pay") => {
            let from = words.next().ok_or(Problem::Unreadable)?;
            let to = words.next().ok_or(Problem::Unreadable)?;
            let amount = amount(words.next())?;
            Order::Pay { from, to, amount }
        }
        Some("show") => Order::Show,
        _ => return Err(Problem::Unreadable),
    };
    Ok(order)
}

impl Bank {
    fn account(&mut self, name: &str) -> Result<&mut u64, Problem> {
        self.accounts
            .get_mut(name)
            .ok_or_else(|| Problem::NoAccount(name.to_owned()))
    }

    fn run(&mut self, line: &str) -> Result<Option<String>, Problem> {
        self.orders += 1;
        match parse(line)? {
            Order::Open(name) => {
                self.accounts.insert(name.to_owned(), 100);
                Ok(None)
            }
            Order::Pay { from, to, amount } => {
                let there = *self.account(from)?;
                if there < amount {
                    return Err(Problem::TooLittle {
                        wanted: amount,
                        there,
                    });
                }
                self.account(to)?;
                *self.account(from)? -= amount;
                *self.account(to)? += amount;
                Ok(None)
            }
            Order::Show => {
                let all: Vec<String> =
                    self.accounts.iter().map(|(name, amount)| format!("{name}={amount}")).collect();
                Ok(Some(all.join(" ")))
            }
        }
    }
}

fn main() {
    let mut bank = Bank::default();
    let mut problems = Vec::new();
    for line in ["open a", "open b", "pay a b 30", "pay a c 1", "pay b a 500", "pay a", "pay a b x1", "show"] {
        match bank.run(line) {
            Ok(Some(text)) => println!("{text}"),
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
    }
    for problem in &problems {
        println!("{problem}");
    }
    if problems.len() != 4 || bank.orders != 8 {
        std::process::exit(1);
    }
}
