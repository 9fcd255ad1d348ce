//! Texts: traits, generic functions, boxes and destructors.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

trait Filter {
    fn name(&self) -> String;
    fn apply(&mut self, word: &str) -> Option<String>;
}

struct Upper;

struct Longer {
    than: usize,
    dropped: Rc<RefCell<Vec<String>>>,
}

impl Filter for Upper {
    fn name(&self) -> String {
        "upper".to_string()
    }

    fn apply(&mut self, word: &str) -> Option<String> {
        Some(word.to_uppercase())
    }
}

impl Filter for Longer {
    fn name(&self) -> String {
        format!("longer than {}", self.than)
    }

    fn apply(&mut self, word: &str) -> Option<String> {
        if word.len() <= self.than {
            self.dropped.borrow_mut().push(word.to_owned());
            return None;
        }
        Some(word.to_owned())
    }
}

impl Drop for Longer {
    fn drop(&mut self) {
        println!("{} dropped", self.dropped.borrow().len());
    }
}

struct Chain {
    filters: Vec<Box<dyn Filter>>,
}

impl Chain {
    fn run<'a, I>(&mut self, words: I) -> Vec<String>
    where
        I: IntoIterator<Item = &'a str>,
    {
        let mut out = Vec::new();
        'words: for word in words {
            let mut word = word.to_owned();
            for filter in &mut self.filters {
                let Some(next) = filter.apply(&word) else {
                    continue 'words;
                };
                word = next;
            }
            out.push(word);
        }
        out
    }
}

fn count<T: std::hash::Hash + Eq + Ord + Clone>(items: &[T]) -> Vec<(T, usize)> {
    let mut counts: HashMap<T, usize> = HashMap::new();
    for item in items {
        *counts.entry(item.clone()).or_insert(0) += 1;
    }
    let mut all: Vec<(T, usize)> = counts.into_iter().collect();
    all.sort();
    all
}

fn initial(text: &str) -> char {
    let first = text.chars().next();
    let letter = first.unwrap_or('-');
    letter
}

fn reversed(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    letters.reverse();
    letters.into_iter().collect()
}

fn main() {
    let dropped = Rc::new(RefCell::new(Vec::new()));
    let mut chain = Chain {
        filters: vec![
            Box::new(Longer { than: 2, dropped: Rc::clone(&dropped) }),
            Box::new(Upper),
        ],
    };
    let names: Vec<String> = chain.filters.iter().map(|filter| filter.name()).collect();
    println!("{}", names.join(", "));
    let text = "to be or not to be that is the question";
    let words = chain.run(text.split(' '));
    let initials: String = words.iter().map(|word| initial(word)).collect();
    println!("{initials} {}", reversed(&words[0]));
    drop(chain);
    for (word, times) in count(&dropped.borrow()) {
        println!("{word} {times}");
    }
    println!("{:?}", count(&[3, 1, 3]));
}
