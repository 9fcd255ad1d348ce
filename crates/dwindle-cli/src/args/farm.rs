//! Other machines that run the tests.

use std::ffi::OsString;

use clap::{Args, ValueHint};

/// Which farm runs tests, and how it is talked to.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Farm")]
pub struct Farm {
    /// Run the tests on a remote-execution farm: grpc://HOST:PORT, or grpcs://HOST:PORT with TLS
    ///
    /// The farm speaks the Bazel Remote Execution API, version 2. Candidate, test script and --with files are uploaded; the
    /// command finds its other programs on the workers. With --jobs N, up to N tests run on this machine as well, which
    /// needs the same programs. docs/remote.md says more.
    #[arg(long, value_name = "ADDRESS")]
    pub remote: Option<String>,
    /// Run the tests as steps of the allocation of Slurm that this runs in, as many at once as it has tasks
    ///
    /// Such as in salloc --ntasks 64 dwindle reduce --slurm ./test.sh crash.c. Candidate, test script and --with files are sent to
    /// the nodes. With --jobs N, up to N tests run on this machine as well. docs/remote.md says more.
    #[arg(long, conflicts_with = "remote")]
    pub slurm: bool,
    /// Use this instance of the farm
    #[arg(long, value_name = "NAME", requires = "remote")]
    pub instance: Option<String>,
    /// Keep N workers of the farm busy [default: 100]
    ///
    /// A quarter more tests are at the farm, so that none of the workers waits for the next one.
    #[arg(long, value_name = "N", requires = "remote")]
    pub remote_jobs: Option<String>,
    /// Check the farm's certificate against this one, a PEM file [default: those of the system]
    #[arg(long, value_name = "FILE", requires = "remote", value_hint = ValueHint::FilePath)]
    pub tls_ca: Option<OsString>,
    /// Show the farm this certificate, a PEM file
    #[arg(long, value_name = "FILE", requires = "tls_key", value_hint = ValueHint::FilePath)]
    pub tls_cert: Option<OsString>,
    /// The key of --tls-cert, a PEM file
    #[arg(long, value_name = "FILE", requires = "tls_cert", value_hint = ValueHint::FilePath)]
    pub tls_key: Option<OsString>,
    /// Send this header with each request, such as authorization=@FILE or authorization=env:NAME; can be repeated
    ///
    /// The value is the first line of FILE, or the environment variable NAME, which tests then do not get. What looks like a
    /// secret is not taken from the command line, where everybody on this machine can read it.
    #[arg(long, value_name = "NAME=VALUE", requires = "remote")]
    pub header: Vec<String>,
    /// Only use workers with this property, such as OSFamily=linux; can be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "remote")]
    pub platform: Vec<String>,
    /// Give the tests this priority at the farm; a lower number comes first at most farms [default: 0]
    #[arg(long, value_name = "N", requires = "remote", allow_negative_numbers = true)]
    pub remote_priority: Option<i32>,
}
