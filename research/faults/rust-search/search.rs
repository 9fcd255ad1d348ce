//! Where a number belongs in a sorted list, and how often it is in there.

fn lower_bound(numbers: &[i32], wanted: i32) -> usize {
    let mut low = 0;
    let mut high = numbers.len();
    while low < high {
        let middle = low + (high - low) / 2;
        if numbers[middle] < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn upper_bound(numbers: &[i32], wanted: i32) -> usize {
    let mut low = 0;
    let mut high = numbers.len() - 1;
    while low < high {
        let middle = low + (high - low) / 2;
        if numbers[middle] <= wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn count(numbers: &[i32], wanted: i32) -> usize {
    let from = lower_bound(numbers, wanted);
    let to = upper_bound(numbers, wanted);
    to - from
}

fn main() {
    let numbers = [1, 3, 3, 5, 8, 8, 8];
    for wanted in [3, 4, 8] {
        let found = count(&numbers, wanted);
        println!("{wanted}: {found} times");
    }
}
