"""Interesting if the command aborts, and says that the stack is not deep enough."""

import signal
import subprocess


def interesting(cli_args, temp_prefix):
    with open(temp_prefix + "-err.txt", "w") as errors:
        code = subprocess.run(cli_args, stdout=subprocess.DEVNULL, stderr=errors).returncode
    with open(temp_prefix + "-err.txt") as errors:
        return code == -signal.SIGABRT and "depth > 1" in errors.read()
