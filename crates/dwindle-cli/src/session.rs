//! A run from beginning to end: the input, the checks before it, the run directory, the search, the result.
