//! Numbers: loops, closures, slices and arrays.

const WIDTH: usize = 4;

fn power(base: u64, n: u32) -> u64 {
    let mut k = n;
    let mut factor = base;
    let mut result = 1;
    while k > 0 {
        if k & 1 == 1 {
            result *= factor;
        }
        factor *= factor;
        k >>= 1;
    }
    result
}

fn mean(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().sum();
    sum / values.len() as f64
}

fn half(value: f32) -> f32 {
    value / 2.0
}

fn largest(values: &[i32]) -> Option<(usize, i32)> {
    let mut best = None;
    for (at, &value) in values.iter().enumerate() {
        let better = match best {
            None => true,
            Some((_, known)) => value > known,
        };
        if better {
            best = Some((at, value));
        }
    }
    best
}

fn transpose(grid: &[[i32; WIDTH]; WIDTH]) -> [[i32; WIDTH]; WIDTH] {
    let mut turned = [[0; WIDTH]; WIDTH];
    for row in 0..WIDTH {
        for column in 0..WIDTH {
            turned[column][row] = grid[row][column];
        }
    }
    turned
}

fn find(grid: &[[i32; WIDTH]], wanted: i32) -> (usize, usize) {
    let mut place = (WIDTH, WIDTH);
    'rows: for (row, line) in grid.iter().enumerate() {
        for column in 0..line.len() {
            if line[column] == wanted {
                place = (row, column);
                break 'rows;
            }
            if line[column] < 0 {
                continue 'rows;
            }
        }
    }
    place
}

fn collatz(start: u32) -> usize {
    let mut n = start;
    let mut steps = 0;
    let steps = loop {
        if n == 1 {
            break steps;
        }
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    };
    steps
}

fn make_adder(by: i32) -> impl Fn(i32) -> i32 {
    move |value| {
        let sum = value + by;
        sum
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 {
        return a;
    }
    gcd(b, a % b)
}

fn main() {
    let mut grid = [[0; WIDTH]; WIDTH];
    let mut next = 0;
    for row in grid.iter_mut() {
        for cell in row.iter_mut() {
            *cell = next;
            next += 1;
        }
    }
    grid[1][2] = -1;
    let turned = transpose(&grid);
    let add = make_adder(3);
    println!("{:?} {:?}", find(&turned, 8), find(&grid, 7));
    println!("{} {} {}", power(3, 5), mean(&[1.0, 2.5, 4.0]), half(3.0));
    println!(
        "{:?} {:?} {}",
        largest(&turned[2]),
        largest(&[]),
        collatz(27)
    );
    let odd: Vec<i32> = grid[0]
        .iter()
        .map(|cell| add(*cell))
        .filter(|cell| cell % 2 == 1)
        .collect();
    assert_eq!(odd.len(), 2);
    println!("{odd:?} {}", gcd(12, 18));
}
