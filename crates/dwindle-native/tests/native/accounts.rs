use std::collections::HashMap;

#[derive(Debug)]
struct Account { name: String, balance: i64 }

fn find<'a>(accounts: &'a mut Vec<Account>, name: &str) -> Option<&'a mut Account> {
    accounts.iter_mut().find(|account| account.name == name)
}

fn transfer(accounts: &mut Vec<Account>, from: &str, to: &str, amount: i64) -> Result<(), String> {
    let source = find(accounts, from).ok_or("no source")?;
    if source.balance < amount {
        return Err(format!("{} has only {}", source.name, source.balance));
    }
    source.balance -= amount;
    let target = find(accounts, to).ok_or_else(|| "no target".to_string())?;
    target.balance += amount;
    Ok(())
}

fn main() {
    let mut accounts = vec![
        Account { name: "ann".to_string(), balance: 100 },
        Account { name: "bob".to_string(), balance: 20 },
    ];
    let mut log: HashMap<String, i64> = HashMap::new();
    let steps = [("ann", "bob", 30), ("bob", "ann", 70), ("bob", "ann", 45), ("ann", "eve", 5)];
    for (from, to, amount) in steps {
        let result = transfer(&mut accounts, from, to, amount);
        match result {
            Ok(()) => { *log.entry(from.to_string()).or_insert(0) += amount; }
            Err(error) => println!("{error}"),
        }
    }
    let mut names: Vec<_> = log.keys().collect();
    names.sort();
    println!("{names:?}");
    let total: i64 = accounts.iter().map(|account| account.balance).sum();
    let index = (total - 110) as usize;
    let account = &accounts[index];
    println!("{account:?}");
}
