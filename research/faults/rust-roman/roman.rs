//! Roman numerals, written and read back.

const SIGNS: [(u32, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

fn written(mut number: u32) -> String {
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            text.push_str(sign);
            number -= value;
        }
    }
    text
}

fn digit(sign: char) -> Option<u32> {
    let value = match sign {
        'I' => 1,
        'V' => 5,
        'X' => 10,
        'L' => 50,
        'C' => 100,
        'D' => 500,
        'M' => 1000,
        _ => return None,
    };
    Some(value)
}

fn read(text: &str) -> Option<u32> {
    let mut sum = 0;
    let mut last = 0;
    for sign in text.chars().rev() {
        let value = digit(sign)?;
        if value > last {
            sum += value;
        } else {
            sum -= value;
        }
        last = value;
    }
    Some(sum)
}

fn main() {
    for number in [4, 9, 21] {
        let text = written(number);
        let found = read(&text);
        println!("{number}: {text}");
        assert_eq!(found, Some(number), "{text} is read back");
    }
}
