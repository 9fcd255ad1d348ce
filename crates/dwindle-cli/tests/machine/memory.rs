//! Runs in a control group with little memory, where the system ends processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, command, trial};

/// Control groups can be made: of the first version, or of the second.
pub(super) const GROUPS: Need<'_> = Need::Holds(
    "no control groups",
    "for base in /sys/fs/cgroup/memory /sys/fs/cgroup; do group=$base/dwindle-probe-$$\n\
     mkdir $group 2>/dev/null || continue; ls $group; rmdir $group; done | grep -qx 'memory.limit_in_bytes\\|memory.max'",
);

/// A control group; it is removed when it is dropped.
pub(super) struct Group(PathBuf);

impl Group {
    /// One whose processes may use so many bytes of memory in sum.
    #[expect(clippy::disallowed_methods, reason = "what is written there is no file")]
    pub(super) fn of(bytes: usize) -> Self {
        static GROUPS: AtomicUsize = AtomicUsize::new(0);
        let name = format!("dwindle-{}-{}", std::process::id(), GROUPS.fetch_add(1, Ordering::Relaxed));
        let first = Path::new("/sys/fs/cgroup/memory");
        let (base, limits) = if first.exists() {
            (first, ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"])
        } else {
            (Path::new("/sys/fs/cgroup"), ["memory.max", "memory.swap.max"])
        };
        let group = Self(base.join(name));
        fs::create_dir(&group.0).unwrap();
        fs::write(group.0.join(limits[0]), bytes.to_string()).unwrap();
        // Where memory is not swapped out, there is no such limit.
        let swapped = if first.exists() { bytes } else { 0 };
        drop(fs::write(group.0.join(limits[1]), swapped.to_string()));
        group
    }

    /// Words that run the words behind them in this group.
    pub(super) fn prefix(&self) -> String {
        format!("sh -c 'echo $$ >{}/cgroup.procs && exec \"$@\"' sh", self.0.display())
    }

    /// How many processes the system ended in it.
    pub(super) fn ended(&self) -> usize {
        let files = ["memory.oom_control", "memory.events"].map(|name| fs::read_to_string(self.0.join(name)));
        let text = files.into_iter().find_map(Result::ok).unwrap();
        let count = text.lines().find_map(|line| line.strip_prefix("oom_kill ")).unwrap();
        count.parse().unwrap()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // What was ended may take a moment to be gone.
        for _ in 0..100 {
            if fs::remove_dir(&self.0).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}

pub(super) fn trials() -> Vec<Trial> {
    vec![trial("tests_that_the_system_ended_beside_others_are_run_again_alone", &[GROUPS], || {
        let env = TestEnv::new();
        env.lines("input.txt", 60);
        // Without the first line it takes memory: `tail` keeps the whole of what is one line. Where `tail` is ended, the test passes.
        env.script(
            "test.sh",
            "grep -qx 'line 1' input.txt || [ \"$(head -c 30000000 /dev/zero | tail -n 1 | wc -c)\" = 30000000 ] || exit 1\n\
             [ \"$(grep -c '^line .*7$' input.txt)\" = 6 ]",
        );
        // Room for two of them.
        let group = Group::of(90_000 << 10);
        let program = env!("CARGO_BIN_EXE_dwindle");
        let run = format!("{} {program} reduce --jobs 8 --unit lines ./test.sh input.txt", group.prefix());
        let output = command("sh").args(["-c", &run]).current_dir(env.path("")).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && group.ended() > 0, "{said}");
        let needed: String = [7, 17, 27, 37, 47, 57].map(|number| format!("line {number}\n")).concat();
        assert_eq!(env.read("input.min.txt"), needed, "{said}");
        assert!(said.contains("warning: the system ended processes for lack of memory"), "{said}");
        assert_eq!(said.matches("warning").count(), 1, "{said}");
    })]
}
