//! What tasks print.

use std::io::Write;

/// Writes to standard output as it is.
///
/// # Errors
/// When it cannot be written.
pub fn print(text: &str) -> anyhow::Result<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}
