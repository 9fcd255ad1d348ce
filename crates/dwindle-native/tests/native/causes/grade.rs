fn grade(points: u32) -> char {
    if points > 90 { // FAULT: >= 90
        return 'A';
    }
    if points >= 75 {
        return 'B';
    }
    if points >= 60 {
        return 'C';
    }
    'F'
}
fn mean(points: &[u32]) -> f64 {
    let mut sum = 0.0;
    for point in points {
        sum += f64::from(*point);
    }
    sum / points.len() as f64
}
fn main() {
    let points = [90, 77, 59, 61];
    let average = mean(&points);
    let mut grades = String::new();
    for point in points {
        let letter = grade(point);
        grades.push(letter);
    }
    println!("mean {:.1}", average);
    assert_eq!(grades, "ABFC");
}
