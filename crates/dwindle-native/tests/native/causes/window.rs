fn best(values: &[i64], width: usize) -> i64 {
    let mut most = i64::MIN;
    let last = values.len() - width; // FAULT: + 1
    for start in 0..last {
        let mut sum = 0;
        for offset in 0..width {
            sum += values[start + offset];
        }
        if sum > most {
            most = sum;
        }
    }
    most
}
fn spread(values: &[i64]) -> i64 {
    let mut low = values[0];
    let mut high = values[0];
    for value in values {
        low = low.min(*value);
        high = high.max(*value);
    }
    high - low
}
fn main() {
    let values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 8];
    let wide = spread(&values);
    let most = best(&values, 3);
    println!("spread {}", wide);
    println!("best {}", most);
    if most != 19 {
        std::process::exit(2);
    }
}
