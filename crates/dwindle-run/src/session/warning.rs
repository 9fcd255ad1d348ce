//! What a run warns of outside a search.

use dwindle::event::{Event, Observer};

use crate::error::RunError;

/// Warns of this.
///
/// # Errors
/// [`RunError`] when the reader cannot take it.
pub(super) fn warn(reader: &mut dyn Observer, text: &str) -> Result<(), RunError> {
    reader.event(&Event::Warning { text }).map_err(|error| RunError::internal(error.to_string()))
}
