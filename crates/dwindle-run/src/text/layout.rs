//! Tables, places in a text, and texts that are too long to be shown.

/// Rows with two blanks between columns, those of `right` aligned to the right; no line ends with blanks.
pub fn table<const N: usize>(rows: &[[String; N]], right: [bool; N]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cell = |column: usize| {
            let (text, width) = (&row[column], widths[column]);
            if right[column] { format!("{text:>width$}") } else { format!("{text:<width$}") }
        };
        std::array::from_fn::<_, N, _>(cell).join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// The line and the column of what stands behind `before`, each from 1; columns are characters.
pub fn place(before: &[u8]) -> (usize, usize) {
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let column = 1 + String::from_utf8_lossy(&before[start..]).chars().count();
    (before.split(|&byte| byte == b'\n').count(), column)
}

/// The beginning of a text that is longer than so many characters.
pub fn short(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
