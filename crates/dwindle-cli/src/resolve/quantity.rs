//! Numbers with their units: times, sizes, budgets.

use std::num::NonZero;
use std::time::Duration;

use dwindle_run::error::RunError;
use dwindle_run::settings::{Repetition, Target};

/// What `--budget` limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many tests.
    Tests(u64),
    /// So much time.
    Time(Duration),
}

/// A time: `10s`, `1.5m`, `500ms`, `2h`; a bare number is seconds. Never zero.
pub fn time(option: &str, word: &str) -> Result<Duration, RunError> {
    parse_time(word).ok_or_else(|| {
        wrong(option, word, "not a time")
            .hint("give a positive number with a unit (ms, s, m or h), such as 500ms, 10s or 1.5m")
    })
}

/// A size in bytes: `4096`, `64K`, `512M`, `2G`; units are powers of 1024 and may be written `KiB` or `KB`.
pub fn size(option: &str, word: &str) -> Result<u64, RunError> {
    parse_size(word).ok_or_else(|| {
        wrong(option, word, "not a size")
            .hint("give a number of bytes, or one with K, M, G or T, such as 512M")
    })
}

/// What is small enough: a size, or as a percentage what is to be gone.
pub fn target(word: &str) -> Result<Target, RunError> {
    let Some(percent) = word.strip_suffix('%') else { return size("--target-size", word).map(Target::Size) };
    let (whole, part) = percent.trim_end().split_once('.').unwrap_or((percent.trim_end(), ""));
    let digits = format!("{whole}{part:0<2}");
    let is_right = !whole.is_empty() && part.len() <= 2 && digits.bytes().all(|digit| digit.is_ascii_digit());
    let hundredths = digits.parse().ok().filter(|hundredths| is_right && *hundredths <= 10_000);
    hundredths.map(Target::Gone).ok_or_else(|| {
        wrong("--target-size", word, "not a percentage")
            .hint("give what is to be gone, such as 95% or 99.5%, or a size, such as 2K")
    })
}

/// A whole number.
pub fn count(option: &str, word: &str) -> Result<u64, RunError> {
    word.parse()
        .map_err(|_| wrong(option, word, "not a whole number").hint("give 0 or a larger whole number"))
}

/// So many tests at once are more than any machine has processors for.
const MOST_JOBS: usize = 1 << 10;

/// How many tests at once on this machine: at least one.
pub fn jobs(word: &str) -> Result<usize, RunError> {
    let jobs = some("--jobs", word, "jobs", "")?;
    if jobs > MOST_JOBS {
        let problem = format!("more than {MOST_JOBS} tests at once");
        return Err(wrong("--jobs", word, &problem)
            .hint("each has processes of its own: give about as many as there are processors"));
    }
    Ok(jobs)
}

/// How many tests at once on a farm: at least one.
pub fn remote_jobs(word: &str) -> Result<usize, RunError> {
    some("--remote-jobs", word, "jobs", "")
}

/// How many causes at most: at least one.
pub fn causes(word: &str) -> Result<usize, RunError> {
    some("--all", word, "causes", ": --all=20")
}

/// How many variations have to fail: at least one.
pub fn variations(word: &str) -> Result<usize, RunError> {
    some("--explain", word, "variations", ": --explain=1000")
}

/// How many of `what`, of which `example` names some: at least one.
fn some(option: &str, word: &str, what: &str, example: &str) -> Result<usize, RunError> {
    word.parse::<NonZero<usize>>().map(NonZero::get).map_err(|_| {
        wrong(option, word, &format!("not a number of {what}"))
            .hint(format!("give 1 or a larger whole number{example}"))
    })
}

/// A budget: `500` or `500tests`, or a time with its unit.
pub fn budget(word: &str) -> Result<Budget, RunError> {
    let (number, unit) = split(word);
    if let ("" | "test" | "tests", Ok(tests)) = (unit, number.parse()) {
        return Ok(Budget::Tests(tests));
    }
    parse_time(word).filter(|_| !unit.is_empty()).map(Budget::Time).ok_or_else(|| {
        wrong("--budget", word, "neither a number of tests nor a time")
            .hint("give 500 or 500tests, or a time with a unit, such as 90s or 10m")
    })
}

/// `K/N`: K failing runs out of N; or `auto`.
pub fn repeat(word: &str) -> Result<Repetition, RunError> {
    if word == "auto" {
        return Ok(Repetition::Automatic);
    }
    let parsed = word.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    let counts = parsed.filter(|(quorum, runs)| (1..=*runs).contains(quorum));
    counts.map(|(quorum, runs)| Repetition::Quorum { quorum, runs }).ok_or_else(|| {
        wrong("--repeat", word, "neither K/N with K from 1 to N nor auto")
            .hint("2/5 means that a candidate fails if 2 of up to 5 runs fail")
            .hint("auto runs each candidate until it is clear whether it fails as often as the input")
    })
}

fn wrong(option: &str, word: &str, what: &str) -> RunError {
    RunError::usage(format!("{option} {word}: {what}"))
}

/// The number in front, and the rest without white space between.
fn split(word: &str) -> (&str, &str) {
    let end = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
    let (number, unit) = word.split_at(end);
    (number, unit.trim_start())
}

fn parse_time(word: &str) -> Option<Duration> {
    let (number, unit) = split(word);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let time = Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()?;
    (time >= Duration::from_millis(1)).then_some(time)
}

fn parse_size(word: &str) -> Option<u64> {
    let (number, unit) = split(word);
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        "t" | "tb" | "tib" => 1 << 40,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_and_a_bare_number_is_seconds() {
        let ms = |word| time("--timeout", word).map(|time| time.as_millis()).ok();
        assert_eq!(ms("500ms"), Some(500));
        assert_eq!(ms("10"), Some(10_000));
        assert_eq!(ms("1.5 m"), Some(90_000));
        assert_eq!(ms("2h"), Some(7_200_000));
        for wrong in ["", "s", "0", "0s", "-1s", "1e9s", "10x", "1.2.3s", "inf", "NaN", "٣s"] {
            assert_eq!(ms(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes_are_counted_in_powers_of_1024() {
        let bytes = |word| size("--memory", word).ok();
        assert_eq!(bytes("0"), Some(0));
        assert_eq!(bytes("512M"), Some(512 << 20));
        assert_eq!(bytes("2gib"), Some(2 << 30));
        for wrong in ["", "M", "1.5G", "-1", "5X", "99999999999T"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_target_is_a_size_or_what_is_to_be_gone() {
        let of = |word| target(word).map(|target| target.of(1000)).ok();
        assert_eq!(
            [of("500"), of("95%"), of("99.5 %"), of("99.25%")],
            [Some(500), Some(50), Some(5), Some(7)]
        );
        assert_eq!([of("0%"), of("100%"), of("2K")], [Some(1000), Some(0), Some(2048)]);
        for wrong in ["%", "-1%", "101%", "1.234%", "95.%x", "+5%", "9 5%"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_budget_without_unit_is_tests() {
        assert_eq!(budget("500").unwrap(), Budget::Tests(500));
        assert_eq!(budget("1test").unwrap(), Budget::Tests(1));
        assert_eq!(budget("10m").unwrap(), Budget::Time(Duration::from_secs(600)));
        for wrong in ["", "ten", "5.5", "10days", "0s"] {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_quorum_is_at_least_one_and_at_most_all() {
        assert_eq!(repeat("2/5").unwrap(), Repetition::Quorum { quorum: 2, runs: 5 });
        assert_eq!(repeat("auto").unwrap(), Repetition::Automatic);
        assert_eq!(repeat("1/1").unwrap(), Repetition::Quorum { quorum: 1, runs: 1 });
        for wrong in ["", "2", "0/5", "6/5", "a/b", "1/0"] {
            assert!(repeat(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_error_names_option_and_word_and_says_what_to_give() {
        let error = time("--cpu-time", "soon").unwrap_err().to_string();
        assert_eq!(
            error,
            "--cpu-time soon: not a time\n  hint: give a positive number with a unit (ms, s, m or h), such as 500ms, 10s or 1.5m"
        );
    }
}
