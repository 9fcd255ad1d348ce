# The tracer of Dwindle for Perl 5: see docs/tracers.md for what it reads and writes.
#
# B::Deparse gives the statements of the program, also those within expressions (`map {...}`, `eval {...}`, `sub {...}`), and
# the line of the source before each. Each statement asks first whether it is executed. Only the script is traced, and not
# the modules that it uses.

package Dw;

use strict;
use warnings;

# Runs the program; here, where it sees nothing of the tracer.
sub execute { no strict; no warnings; return eval $_[0] }

our ($mode, %option, @probes, $code);
# The script, and where its instrumentation is.
our ($file, $line, $function, @source);
# Where the data behind the end of the script are: a package, and a place in the file.
our @data;
# What was told of the script: each statement is [file, line, function, kind, text, fixed].
our @statements;
our %line_text;
# Of each recorded event its statement, its parent, its frame and its outcome.
our (@events, %fixed, %junk, %changes, %last, @values);
# Of a recorded trace, as partial executions need it.
our (%number, @at, @parent, @outcome, %frames, $kept);
our (@stack, %entered, $frame_count, $answers, $began, $ended);
our ($die_code, $die_event) = (255, '');
# Which garbage is used.
our $garbage = 0;

our $DIVERGED = 125;
our $MOST = 1_000_000;
our $SHORT = 60;
# What storage holds whose first assignment was left out, one value a run; the first two are nobody's, and of each event another
# one, in opposite orders.
our %GARBAGE = (
    int => [sub { 6148914691236517206 + $_[0] }, sub { -6148914691236517206 - $_[0] }, sub { 0 }],
    float => [sub { 1.1432e182 * (1 + $_[0]) }, sub { -1.1432e182 * (1 + $_[0]) }, sub { 0 }],
    str => [sub { sprintf "\x{7f}\x{1}%07d", $_[0] }, sub { sprintf "\x{1}\x{7f}%07d", 9_999_999 - $_[0] }, sub { '' }],
);
# The same in words.
our @GARBAGE = ('large', 'negative', 'zero or empty');
