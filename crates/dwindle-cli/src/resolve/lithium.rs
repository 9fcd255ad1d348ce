//! Tests of Lithium: modules of Python with a function `interesting(cli_args, temp_prefix)`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::iter::once;
use std::path::Path;

/// What runs a module.
pub(super) const PYTHON: &str = "python3";

/// Calls a module as Lithium does, where neighbours of it can be imported; what goes wrong in it is no answer.
const CALL: &str = "
import os, runpy, sys, traceback
path, args = sys.argv[1], sys.argv[2:]
sys.path.insert(0, os.path.dirname(path))
sys.dont_write_bytecode = True
try:
    test = runpy.run_path(path)
    test.get('init', len)(args)
    code = 0 if test['interesting'](args, 'tmp') else 1
    test.get('cleanup', len)(args)
except Exception:
    traceback.print_exc()
    code = 2
sys.exit(code)
";

/// Whether this is such a module: one that can be run by itself is a script.
pub(super) fn is_module(test: &OsStr) -> bool {
    let path = Path::new(test);
    path.extension().is_some_and(|ending| ending == "py")
        && path.is_file()
        && fs::read(path).is_ok_and(|text| {
            let has_function =
                text.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"def interesting("));
            has_function && !text.starts_with(b"#!")
        })
}

/// The arguments of Python that call the `module`, a path that does not depend on the directory.
pub(super) fn call(module: OsString, args: Vec<OsString>) -> Vec<OsString> {
    ["-c".into(), CALL.into()].into_iter().chain(once(module)).chain(args).collect()
}
