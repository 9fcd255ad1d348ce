//! A stock of goods: deliveries, sales, and what it is worth at average prices.

use std::collections::BTreeMap;

#[derive(Default)]
struct Good {
    count: u64,
    worth: u64,
}

#[derive(Default)]
struct Stock {
    goods: BTreeMap<String, Good>,
    sales: u64,
}

impl Stock {
    fn deliver(&mut self, name: &str, count: u64, price: u64) {
        let good = self.goods.entry(name.to_string()).or_default();
        good.count += count;
        good.worth += price;
    }

    fn sell(&mut self, name: &str, count: u64, price: u64) -> bool {
        let Some(good) = self.goods.get_mut(name) else {
            return false;
        };
        if good.count < count {
            return false;
        }
        let average = good.worth / good.count;
        good.count -= count;
        good.worth -= average * count;
        self.sales += price * count;
        true
    }

    fn worth(&self) -> u64 {
        let mut sum = 0;
        for good in self.goods.values() {
            sum += good.worth;
        }
        sum
    }
}

fn main() {
    let mut stock = Stock::default();
    stock.deliver("nails", 100, 2);
    stock.deliver("saw", 2, 1500);
    stock.deliver("saw", 2, 1700);
    let sold = stock.sell("saw", 1, 2000);
    println!("sold: {sold}");
    println!("sales: {}", stock.sales);
    println!("worth: {}", stock.worth());
}
