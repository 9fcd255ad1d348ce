//! Names of the signals, as Linux numbers them on x86-64 and ARM (and macOS for the fatal ones that
//! matter here: 4, 6, 8, 9, 11, 13, 14 and 15).

const NAMES: [(i32, &str); 31] = [
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (10, "SIGUSR1"),
    (11, "SIGSEGV"),
    (12, "SIGUSR2"),
    (13, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
    (16, "SIGSTKFLT"),
    (17, "SIGCHLD"),
    (18, "SIGCONT"),
    (19, "SIGSTOP"),
    (20, "SIGTSTP"),
    (21, "SIGTTIN"),
    (22, "SIGTTOU"),
    (23, "SIGURG"),
    (24, "SIGXCPU"),
    (25, "SIGXFSZ"),
    (26, "SIGVTALRM"),
    (27, "SIGPROF"),
    (28, "SIGWINCH"),
    (29, "SIGIO"),
    (30, "SIGPWR"),
    (31, "SIGSYS"),
];

/// The name of a signal (`SIGSEGV` for 11); `None` for real-time and unknown signals.
pub fn signal_name(number: i32) -> Option<&'static str> {
    NAMES.iter().find(|&&(n, _)| n == number).map(|&(_, name)| name)
}

/// The number of a signal given as `SIGSEGV`, `segv` or `11`; `None` if there is no such signal.
pub fn signal_number(name: &str) -> Option<i32> {
    if let Ok(number) = name.parse() {
        return (1..=64).contains(&number).then_some(number);
    }
    let upper = name.to_ascii_uppercase();
    let short = upper.strip_prefix("SIG").unwrap_or(&upper);
    let short = if short == "IOT" { "ABRT" } else { short };
    NAMES.iter().find(|(_, name)| name.strip_prefix("SIG") == Some(short)).map(|&(n, _)| n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_number() {
        for (number, name) in NAMES {
            assert_eq!(signal_name(number), Some(name));
            assert_eq!(signal_number(name), Some(number));
            assert_eq!(signal_number(&name[3..].to_lowercase()), Some(number));
            assert_eq!(signal_number(&number.to_string()), Some(number));
        }
    }

    #[test]
    fn there_is_no_signal_of_that_name() {
        for name in ["", "SIG", "SEGFAULT", "0", "-11", "65", "999999999999"] {
            assert_eq!(signal_number(name), None, "{name}");
        }
        assert_eq!(signal_name(0), None);
        assert_eq!(signal_name(34), None);
    }
}
