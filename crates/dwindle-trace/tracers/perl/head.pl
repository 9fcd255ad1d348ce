# The tracer of Dwindle for Perl 5: see docs/tracers.md for what it reads and writes.
#
# B::Deparse gives the statements of the program, also those within expressions (`map {...}`, `eval {...}`, `sub {...}`), and
# the line of the source before each. Each statement asks first whether it is executed. The script is traced, and the modules
# that lie beside it.

package Dw;

use strict;
use warnings;

# What perl would load for methods of file handles.
require IO::File;

# Runs the program; here, where it sees nothing of the tracer.
sub execute { no strict; no warnings; return eval $_[0] }

our ($mode, %option, @probes, $script, $code);
# The file that is instrumented, its name as it is told, and where in it.
our ($file, $name, $line, $function, @source);
# Where the data behind the end of the script are: a package, and a place in the file.
our @data;
# What was told of the program: each statement is [file, line, function, kind, text, fixed, its number in the file].
our (@statements, %count);
# The code of the program's own modules by path, where they are looked for, and the modules of others that were loaded.
our (%module, @include, @others);
# Of each recorded event its statement, its parent, its frame and its outcome.
our (@events, %fixed, %thrown, %junk, %changes, @values);
# Of a recorded trace, as partial executions need it.
our (%number, @at, @parent, @outcome, %frames, $kept);
our (@stack, %entered, $frame_count, $answers, $began, $ended);
our ($die_code, $die_event, $end) = (255, '');
# The event that an exception left which was not recorded.
our $stray;
# Which garbage is used.
our $garbage = 0;

our $DIVERGED = 125;
our $MOST = 1_000_000;
our $SHORT = 60;
# What storage holds whose assignment was left out, one value a run; the first two are nobody's, and of each event another
# one, in opposite orders.
our %GARBAGE = (
    int => [sub { 6148914691236517206 + $_[0] }, sub { -6148914691236517206 - $_[0] }, sub { 0 }],
    float => [sub { 1.1432e182 * (1 + $_[0]) }, sub { -1.1432e182 * (1 + $_[0]) }, sub { 0 }],
    str => [sub { sprintf "\x{7f}\x{1}%07d", $_[0] }, sub { sprintf "\x{1}\x{7f}%07d", 9_999_999 - $_[0] }, sub { '' }],
);
# The same in words.
our @GARBAGE = ('large', 'negative', 'zero or empty');
