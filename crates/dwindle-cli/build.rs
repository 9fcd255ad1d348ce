//! Leaves the linked parse tables out of a program that has them packed, as `cargo xtask dist` builds it: docs/dev/add-a-language.md.

use std::env::var;

#[expect(clippy::disallowed_methods, reason = "a build script asks cargo by its environment")]
fn main() {
    println!("cargo::rerun-if-changed=tables.ld");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    // These linkers read no such script.
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let reads_scripts = !["mold", "wild"].iter().any(|linker| flags.contains(linker));
    println!("cargo::rerun-if-env-changed=DWINDLE_TABLES");
    let is_told = var("DWINDLE_TABLES").is_ok() && is("CARGO_CFG_TARGET_OS", "linux");
    let has_words = is("CARGO_CFG_TARGET_POINTER_WIDTH", "64") && is("CARGO_CFG_TARGET_ENDIAN", "little");
    if is_told && has_words && reads_scripts {
        let folder = var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{folder}/tables.ld");
    }
}
