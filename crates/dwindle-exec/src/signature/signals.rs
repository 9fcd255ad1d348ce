//! Names of the signals, as Linux numbers them on x86-64 and ARM (and macOS for the fatal ones that
//! matter here: 4, 6, 8, 9, 11, 13, 14 and 15).

/// In the order of their numbers, from 1.
const NAMES: &str = "\
    SIGHUP SIGINT SIGQUIT SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGKILL SIGUSR1 SIGSEGV SIGUSR2 SIGPIPE SIGALRM SIGTERM \
    SIGSTKFLT SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGXCPU SIGXFSZ SIGVTALRM SIGPROF SIGWINCH SIGIO \
    SIGPWR SIGSYS";

/// All signals that have a name.
fn names() -> impl Iterator<Item = (i32, &'static str)> {
    (1..).zip(NAMES.split(' '))
}

/// The name of a signal (`SIGSEGV` for 11); `None` for real-time and unknown signals.
pub fn signal_name(number: i32) -> Option<&'static str> {
    names().find(|(n, _)| *n == number).map(|(_, name)| name)
}

/// The number of a signal given as `SIGSEGV`, `segv` or `11`; `None` if there is no such signal.
pub fn signal_number(name: &str) -> Option<i32> {
    if let Ok(number) = name.parse() {
        return (1..=64).contains(&number).then_some(number);
    }
    let upper = name.to_ascii_uppercase();
    let short = upper.strip_prefix("SIG").unwrap_or(&upper);
    let short = if short == "IOT" { "ABRT" } else { short };
    names().find(|(_, name)| name.strip_prefix("SIG") == Some(short)).map(|(n, _)| n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_number() {
        for (number, name) in names() {
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
