//! Compiles the agent: this very crate once more, as a shared object that stands on nothing.
//!
//! It is embedded in the library, so a program that starts it needs no file besides. Where the agent cannot run, nothing is
//! compiled, and the library says so.

use std::env::var;
use std::path::PathBuf;
use std::process::Command;

#[expect(
    clippy::disallowed_methods,
    reason = "a build script asks cargo by its environment, and runs the compiler"
)]
fn main() {
    println!("cargo::rerun-if-changed=src");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    let here = is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_POINTER_WIDTH", "64");
    if !here {
        return;
    }
    let out = PathBuf::from(var("OUT_DIR").expect("cargo names the directory")).join("agent.so");
    let mut compiler = Command::new(var("RUSTC").expect("cargo names the compiler"));
    compiler.args([
        "src/lib.rs",
        "--crate-name",
        "dwindle_agent",
        "--crate-type",
        "cdylib",
        "--edition",
        "2024",
    ]);
    compiler.args(["--cfg", "agent", "--cap-lints", "allow", "-o"]).arg(&out);
    compiler.arg("--target").arg(var("TARGET").expect("cargo names the target"));
    for option in ["panic=abort", "opt-level=3", "lto=fat", "codegen-units=1", "strip=debuginfo"] {
        compiler.args(["-C", option]);
    }
    for option in [
        "-nostartfiles",
        "-nostdlib",
        "-Wl,-z,now",
        "-Wl,-z,defs",
        // Addresses of its own are all relative to where it is loaded.
        "-Wl,-Bsymbolic",
        "-Wl,--gc-sections",
        "-Wl,-e,dwindle_agent_begin",
    ] {
        compiler.arg("-C").arg(format!("link-arg={option}"));
    }
    if let Ok(linker) = var("RUSTC_LINKER") {
        compiler.arg("-C").arg(format!("linker={linker}"));
    }
    let status = compiler.status().expect("the compiler can be run");
    assert!(status.success(), "the agent could not be compiled");
    println!("cargo::rustc-cfg=embedded");
}
