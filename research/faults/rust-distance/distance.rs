//! The edit distance of two words, for suggestions.

fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = vec![0; to.len() + 1];
    for column in 0..=to.len() {
        row[column] = column;
    }
    for line in 1..=from.len() {
        let mut corner = row[0];
        row[0] = 0;
        for column in 1..=to.len() {
            let replaced = if from[line - 1] == to[column - 1] { corner } else { corner + 1 };
            corner = row[column];
            let removed = row[column] + 1;
            let added = row[column - 1] + 1;
            row[column] = replaced.min(removed).min(added);
        }
    }
    row[to.len()]
}

fn nearest<'a>(word: &str, known: &[&'a str]) -> (&'a str, usize) {
    let mut best = known[0];
    let mut least = usize::MAX;
    for candidate in known {
        let found = distance(word, candidate);
        if found < least {
            least = found;
            best = candidate;
        }
    }
    (best, least)
}

fn main() {
    let known = ["isolate", "late"];
    let (best, least) = nearest("islate", &known);
    println!("did you mean {best}? ({least})");
}
