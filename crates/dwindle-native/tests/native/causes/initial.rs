// the least is looked for from a wrong beginning
fn least(values: &[i64]) -> i64 {
    let mut least = 0; // FAULT
    for value in values {
        if *value < least {
            least = *value;
        }
    }
    least
}
fn total(values: &[i64]) -> i64 {
    let mut sum = 0;
    for value in values {
        sum += *value;
    }
    sum
}
fn main() {
    let values = [14, 9, 27, 31, 12];
    let sum = total(&values);
    let least = least(&values);
    println!("sum: {}", sum);
    println!("least: {}", least);
}
