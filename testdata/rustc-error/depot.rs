//! A small depot: parts on shelves, orders that take them, and a report.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt::{self, Display};
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

/// An amount of money in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

impl Money {
    pub const ZERO: Money = Money(0);

    pub fn new(whole: i64, hundredths: i64) -> Self {
        Money(whole * 100 + hundredths)
    }

    pub fn is_debt(self) -> bool {
        self.0 < 0
    }
}

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money(self.0 + other.0)
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        self.0 += other.0;
    }
}

impl Mul<u32> for Money {
    type Output = Money;

    fn mul(self, times: u32) -> Money {
        Money(self.0 * i64::from(times))
    }
}

impl Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_debt() { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

/// What can go wrong in the depot.
#[derive(Debug, PartialEq, Eq)]
pub enum DepotError {
    UnknownPart(String),
    TooFew { wanted: u32, there: u32 },
    BadLine(usize, String),
}

impl Display for DepotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DepotError::UnknownPart(name) => write!(f, "there is no part named {name}"),
            DepotError::TooFew { wanted, there } => {
                write!(f, "{wanted} wanted, but only {there} there")
            }
            DepotError::BadLine(number, text) => write!(f, "line {number}: cannot read {text:?}"),
        }
    }
}

impl Error for DepotError {}

/// A kind of thing that the depot keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    name: String,
    price: Money,
    weight: f64,
    tags: Vec<String>,
}

impl Part {
    pub fn new(name: &str) -> Self {
        Part {
            name: name.to_owned(),
            price: Money::ZERO,
            weight: 0.0,
            tags: Vec::new(),
        }
    }

    pub fn priced(mut self, price: Money) -> Self {
        self.price = price;
        self
    }

    pub fn weighing(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    pub fn tagged(mut self, tag: impl Into<String>) -> Self {
        self.tags.push(tag.into());
        self
    }

    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }
}

impl FromStr for Part {
    type Err = DepotError;

    /// Reads `name;price;weight`.
    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let bad = || DepotError::BadLine(0, line.to_owned());
        let mut fields = line.split(';').map(str::trim);
        let name = fields.next().filter(|name| !name.is_empty()).ok_or_else(bad)?;
        let price: i64 = fields.next().ok_or_else(bad)?.parse().map_err(|_| bad())?;
        let weight: f64 = fields.next().unwrap_or("0").parse().map_err(|_| bad())?;
        Ok(Part::new(name).priced(Money(price)).weighing(weight))
    }
}

/// Something in which parts can be looked up by name.
pub trait Catalog {
    fn find(&self, name: &str) -> Option<&Part>;

    fn add(&mut self, part: Part);

    /// Enters a part of which only the name is known.
    fn add_name(&mut self, name: &str) {
        self.add(Part::new(name));
    }

    fn count(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.count() == 0
    }
}

/// A catalog for a few parts, in the order in which they came.
#[derive(Debug, Default)]
pub struct ListCatalog {
    parts: Vec<Part>,
}

impl Catalog for ListCatalog {
    fn find(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == name)
    }

    fn add(&mut self, part: Part) {
        self.parts.push(part);
    }

    fn count(&self) -> usize {
        self.parts.len()
    }
}

/// A catalog for many parts.
#[derive(Debug, Default)]
pub struct MapCatalog {
    parts: HashMap<String, Part>,
}

impl Catalog for MapCatalog {
    fn find(&self, name: &str) -> Option<&Part> {
        self.parts.get(name)
    }

    fn add(&mut self, part: Part) {
        self.parts.insert(part.name.clone(), part);
    }

    fn count(&self) -> usize {
        self.parts.len()
    }
}

/// Reads one part a line; empty lines and comments do not count.
pub fn read_parts<C: Catalog>(catalog: &mut C, text: &str) -> Result<usize, DepotError> {
    let mut read = 0;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let part = line
            .parse::<Part>()
            .map_err(|_| DepotError::BadLine(index + 1, line.to_owned()))?;
        catalog.add(part);
        read += 1;
    }
    Ok(read)
}

/// The part of that name, which is entered first if it is new.
pub fn find_or_add<'a, C: Catalog>(catalog: &'a mut C, name: &str) -> &'a Part {
    let name = name.trim();
    if let Some(part) = catalog.find(name) {
        return part;
    }
    catalog.add_name(name);
    catalog.find(name).expect("it was added just now")
}

/// How many of each part lie on one shelf.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    label: String,
    stock: BTreeMap<String, u32>,
}

impl Shelf {
    pub fn new(label: &str) -> Self {
        Shelf {
            label: label.to_owned(),
            stock: BTreeMap::new(),
        }
    }

    pub fn put(&mut self, name: &str, count: u32) {
        *self.stock.entry(name.to_owned()).or_insert(0) += count;
    }

    pub fn take(&mut self, name: &str, count: u32) -> Result<(), DepotError> {
        let there = self
            .stock
            .get_mut(name)
            .ok_or_else(|| DepotError::UnknownPart(name.to_owned()))?;
        if *there < count {
            return Err(DepotError::TooFew {
                wanted: count,
                there: *there,
            });
        }
        *there -= count;
        if *there == 0 {
            self.stock.remove(name);
        }
        Ok(())
    }

    pub fn pieces(&self) -> u32 {
        self.stock.values().sum()
    }
}

impl<'a> IntoIterator for &'a Shelf {
    type Item = (&'a String, &'a u32);
    type IntoIter = std::collections::btree_map::Iter<'a, String, u32>;

    fn into_iter(self) -> Self::IntoIter {
        self.stock.iter()
    }
}

/// What a customer wants.
#[derive(Clone, Debug, Default)]
pub struct Order {
    lines: Vec<(String, u32)>,
    urgent: bool,
}

impl Order {
    pub fn with(mut self, name: &str, count: u32) -> Self {
        self.lines.push((name.to_owned(), count));
        self
    }

    pub fn urgent(mut self) -> Self {
        self.urgent = true;
        self
    }
}

/// A catalog and the shelves that hold its parts.
#[derive(Debug)]
pub struct Depot<C> {
    catalog: C,
    shelves: Vec<Shelf>,
    income: Money,
}

impl<C: Catalog> Depot<C> {
    pub fn new(catalog: C) -> Self {
        Depot {
            catalog,
            shelves: Vec::new(),
            income: Money::ZERO,
        }
    }

    pub fn shelf(&mut self, label: &str) -> &mut Shelf {
        let place = match self.shelves.iter().position(|shelf| shelf.label == label) {
            Some(place) => place,
            None => {
                self.shelves.push(Shelf::new(label));
                self.shelves.len() - 1
            }
        };
        &mut self.shelves[place]
    }

    /// What an order costs; urgent ones cost a tenth more.
    pub fn price(&self, order: &Order) -> Result<Money, DepotError> {
        let mut total = Money::ZERO;
        for (name, count) in &order.lines {
            let part = self
                .catalog
                .find(name)
                .ok_or_else(|| DepotError::UnknownPart(name.clone()))?;
            total += part.price * *count;
        }
        if order.urgent {
            total = total + Money(total.0 / 10);
        }
        Ok(total)
    }

    /// Takes what was ordered from the first shelf that has enough of it.
    pub fn deliver(&mut self, order: &Order) -> Result<Money, DepotError> {
        let price = self.price(order)?;
        for (name, count) in &order.lines {
            let mut result = Err(DepotError::UnknownPart(name.clone()));
            for shelf in &mut self.shelves {
                result = shelf.take(name, *count);
                if result.is_ok() {
                    break;
                }
            }
            result?;
        }
        self.income += price;
        Ok(price)
    }

    pub fn report(&self) -> String {
        let mut text = String::new();
        for shelf in &self.shelves {
            text.push_str(&format!("{} ({} pieces)\n", shelf.label, shelf.pieces()));
            for (name, count) in shelf {
                let weight = self.catalog.find(name).map_or(0.0, |part| part.weight);
                text.push_str(&format!("  {count:>4} {name}, {:.1} kg\n", weight * f64::from(*count)));
            }
        }
        text + &format!("income: {}\n", self.income)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: &str = "# name;price;weight\nbolt;25;0.1\n\nnut;10;0.05\n";

    fn depot() -> Depot<ListCatalog> {
        let mut catalog = ListCatalog::default();
        assert_eq!(read_parts(&mut catalog, PARTS), Ok(2));
        let mut depot = Depot::new(catalog);
        depot.shelf("A").put("bolt", 10);
        depot.shelf("B").put("nut", 5);
        depot
    }

    #[test]
    fn an_order_takes_from_the_shelves() {
        let mut depot = depot();
        let order = Order::default().with("bolt", 4).with("nut", 5);
        assert_eq!(depot.deliver(&order), Ok(Money::new(1, 50)));
        assert_eq!(depot.shelf("A").pieces(), 6);
        assert_eq!(depot.shelf("B").pieces(), 0);
    }

    #[test]
    fn what_is_not_there_cannot_be_delivered() {
        let order = Order::default().with("nut", 6).urgent();
        let told = depot().deliver(&order).unwrap_err().to_string();
        assert_eq!(told, "6 wanted, but only 5 there");
    }

    #[test]
    fn a_new_part_is_entered_once() {
        let mut catalog = MapCatalog::default();
        assert_eq!(find_or_add(&mut catalog, " washer ").name, "washer");
        assert_eq!(find_or_add(&mut catalog, "washer").price, Money::ZERO);
        assert_eq!(catalog.count(), 1);
    }
}
