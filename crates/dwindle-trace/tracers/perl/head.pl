# The tracer of Dwindle for Perl 5: see docs/tracers.md for what it reads and writes.
#
# B::Deparse gives the program with one statement on a line, and the line of the source before each. Each statement asks
# first whether it is executed. What has code within an expression (`map {...}`, `eval {...}`, `sub {...}`) is one
# statement. Only the script is traced, and not the modules that it uses.

package Dw;

use strict;
use warnings;

# Runs the program; here, where it sees nothing of the tracer.
sub execute { no strict; no warnings; return eval $_[0] }

our ($mode, %option, @probes, $code);
# What was told of the script: each statement is [file, line, function, kind, text, fixed].
our @statements;
our %line_text;
# Of each recorded event its statement, its parent, its frame and its outcome.
our (@events, %fixed, %junk, %changes, %last, @values);
# Of a recorded trace, as partial executions need it.
our (%number, @at, @parent, @outcome, %frames, $kept);
our (@stack, %entered, $frame_count, $answers, $began, $ended);
our ($die_code, $die_event) = (255, '');

our $DIVERGED = 125;
our $MOST = 1_000_000;
our $SHORT = 60;
# What storage holds whose first assignment was left out: nobody's values.
our %GARBAGE = (int => 6148914691236517206, float => 1.1432e182, str => "\x{1}\x{7}\x{1}");
