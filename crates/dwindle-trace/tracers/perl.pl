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

# ---- What is executed ----

package Dw::Frame;

sub DESTROY { @Dw::stack = grep { $_ != $_[0][0] } @Dw::stack; }

package Dw;

# Enters a function; the object leaves it.
sub enter {
    my $frame = { parent => @stack ? $stack[-1]{now} : undef, at => 0 };
    push @stack, $frame;
    return bless [$frame], 'Dw::Frame';
}

# Whether the statement that comes next is executed.
sub ask {
    my ($statement) = @_;
    my $frame = $stack[-1];
    if ($mode eq 'trace') {
        my $event = @events;
        refuse('too-long', "it executes more than $MOST statements") if $event >= $MOST;
        $frame->{id} = $frame_count++ unless defined $frame->{id};
        push @events, [$statement, $frame->{parent}, $frame->{id}, undef];
        $frame->{now} = $event;
        return 1;
    }
    my $recorded = $number{$statement};
    unless ($frame->{events}) {
        my $parent = defined $frame->{parent} ? $frame->{parent} : -1;
        my $known = $frames{$parent}[$entered{$parent}++];
        diverge($parent, 'it entered a function that was not entered before') unless $known;
        $frame->{events} = $known;
    }
    my $event = $frame->{events}[$frame->{at}++];
    diverge($frame->{now}, 'a function went on behind its end') unless defined $event;
    diverge($event, 'another statement came next') unless defined $recorded && $at[$event] == $recorded;
    $frame->{now} = $event;
    return vec($kept, $event, 1);
}

# Which way a predicate goes, that was evaluated if there is a value.
sub way {
    my $frame = $stack[-1];
    my $event = $frame->{now};
    if ($mode eq 'trace') {
        $events[$event][3] = $_[0] ? 1 : 0;
        return $_[0];
    }
    my $outcome = $outcome[$event];
    diverge($event, 'an exception was not raised') unless defined $outcome;
    diverge($event, 'the predicate came out otherwise')
        if @_ && ($_[0] ? 1 : 0) != $outcome && $option{'--control'} ne 'recorded';
    return $outcome;
}

# What an assignment made of a variable.
sub saw {
    my ($name, $value) = @_;
    return unless $mode eq 'trace' && defined $value && !ref $value;
    my $event = $stack[-1]{now};
    $junk{$event} = $value =~ /^-?\d+$/ ? 'int' : $value =~ /^-?[\d.]+(?:e[-+]?\d+)?$/i ? 'float' : 'str';
    return unless $option{'--values'};
    my $shown = shown($value);
    my $before = $stack[-1]{values}{$name};
    $stack[-1]{values}{$name} = $shown;
    $changes{$event} = [$name, $before, $shown] if length $shown <= $SHORT;
}

# A variable whose assignment is left out holds garbage, unless it holds something.
sub junk {
    return if defined $_[0];
    my $kind = $junk{$stack[-1]{now}};
    $_[0] = $GARBAGE{$kind} if $kind;
}

sub value {
    my ($probe, $value) = @_;
    push @values, [$probe, $stack[-1]{now}, defined $value ? shown($value) : undef];
}

# An exception ends what is being executed.
sub dies {
    # The outermost eval is ours.
    my ($evals, $at) = (0, 0);
    while (my @caller = caller $at++) { $evals++ if $caller[3] eq '(eval)' }
    ($die_code, $die_event) = ($! + 0 || $? >> 8 || 255, ended_at()) if $evals <= 1;
    return unless $mode eq 'trace' && @stack;
    # Within an eval only the innermost function is sure to end.
    my @frames = $evals > 1 ? $stack[-1] : @stack;
    $fixed{$_->{now}} = 1 for grep { defined $_->{now} } @frames;
}

# ---- What it came to ----

sub shown {
    my ($value) = @_;
    # Numbers and texts as they would be written.
    return $value if $value =~ /^-?(?:0|[1-9]\d{0,15})(?:\.\d+)?\z/;
    $value =~ s/([\\"])/\\$1/g;
    $value =~ s/\n/\\n/g;
    return qq("$value");
}

sub json {
    my ($text) = @_;
    return 'null' unless defined $text;
    $text =~ s/(["\\])/\\$1/g;
    $text =~ s/([\x00-\x1f\x7f-\xff])/sprintf '\\u%04x', ord $1/ge;
    return qq("$text");
}

sub values_json {
    return join ',', map { sprintf '{"probe":%d,"event":%d,"value":%s}', $_->[0], $_->[1], json($_->[2]) } @values;
}

sub ended_at { return @stack && defined $stack[-1]{now} ? ',"event":' . $stack[-1]{now} : '' }

sub diverge {
    my ($event, $why) = @_;
    my $at = defined $event && $event >= 0 ? qq("event":$event,) : '';
    finish(qq({"diverged":{$at"why":) . json($why) . '}}', $DIVERGED);
}

sub refuse {
    my ($reason, $why) = @_;
    my $refused = '{"refused":{"reason":' . json($reason) . ',"why":' . json($why) . "}}\n";
    $ended = 1;
    if ($answers) { syswrite $answers, $refused }
    elsif ($mode eq 'serve') { my $asked = <STDIN>; syswrite STDOUT, $refused }
    else { put($option{$mode eq 'trace' ? '--events' : '--report'}, $refused) }
    require POSIX;
    POSIX::_exit($DIVERGED);
}

sub put {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "$path: $!";
    binmode $file;
    print $file $text;
    close $file;
}

# Tells how the program ended, and ends the process.
sub finish {
    my ($end, $code) = @_;
    return if $ended;
    $ended = 1;
    STDOUT->flush();
    STDERR->flush();
    if ($mode eq 'trace') { write_trace($end) }
    else {
        my $report = '{"report":{"end":' . $end . ',"values":[' . values_json() . "]}}\n";
        if ($answers) { syswrite $answers, $report } else { put($option{'--report'}, $report) }
    }
    require POSIX;
    POSIX::_exit($code);
}

sub write_trace {
    my ($end) = @_;
    my @lines = sprintf '{"trace":{"version":1,"tracer":%s,"serve":true}}', json("dwindle-perl 1, Perl $]");
    my %caller = map { defined $_->[1] ? ($events[$_->[1]][0] => 1) : () } @events;
    for my $id (0 .. $#statements) {
        my ($file, $line, $function, $kind, $text) = @{$statements[$id]};
        $kind = 'call' if $kind eq 'statement' && $caller{$id};
        push @lines, sprintf '{"statement":{"id":%d,"file":%s,"line":%d,"function":%s,"kind":"%s","text":%s}}',
            $id, json($file), $line, json($function), $kind, json($text);
    }
    my $value = 0;
    for my $number (0 .. $#events) {
        my ($id, $parent, $frame, $outcome) = @{$events[$number]};
        my $line = qq({"event":{"number":$number,"statement":$id,"frame":$frame);
        $line .= qq(,"parent":$parent) if defined $parent;
        $line .= $outcome ? ',"outcome":true' : ',"outcome":false' if defined $outcome;
        $line .= ',"fixed":true' if $fixed{$number} || $statements[$id][5];
        $line .= qq(,"junk":"$junk{$number}") if $junk{$number};
        if (my $change = $changes{$number}) {
            $line .= sprintf ',"values":[{"name":%s,"before":%s,"after":%s}]', map { json($_) } @$change;
        }
        push @lines, $line . '}}';
        for (; $value < @values && $values[$value][1] == $number; $value++) {
            push @lines, sprintf '{"value":{"probe":%d,"event":%d,"value":%s}}', $values[$value][0], $number, json($values[$value][2]);
        }
    }
    put($option{'--events'}, join "\n", @lines, qq({"end":$end}), '');
}

sub read_trace {
    my ($path) = @_;
    open my $file, '<', $path or refuse('other', "$path: $!");
    my %seen;
    while (my $line = <$file>) {
        if ($line =~ /^\{"statement":\{"id":(\d+)/) { $number{$1} = $1 }
        elsif ($line =~ /^\{"event":\{"number":(\d+),"statement":(\d+),"frame":(\d+)(?:,"parent":(\d+))?(?:,"outcome":(true|false))?(?:,"fixed":true)?(?:,"junk":"(\w+)")?/) {
            my ($event, $frame) = ($1, $3);
            ($at[$event], $parent[$event]) = ($2, $4);
            $outcome[$event] = $5 eq 'true' ? 1 : 0 if defined $5;
            $junk{$event} = $6 if defined $6;
            unless ($seen{$frame}) {
                push @{$frames{defined $4 ? $4 : -1}}, $seen{$frame} = [];
            }
            push @{$seen{$frame}}, $event;
        }
    }
}

sub select_events {
    my ($ranges) = @_;
    $kept = '';
    for my $part ($ranges =~ /[\d-]+/g) {
        my ($first, $dash, $end) = $part =~ /^(\d+)(-?)(\d*)$/;
        $end = $dash ? $#at : $first if $end eq '';
        $end = $#at if $end > $#at;
        vec($kept, $_, 1) = 1 for $first .. $end;
    }
}

# Answers requests, each in a process of its own that goes on with the program.
sub begin {
    require IO::Handle;
    srand 0;
    ($began, $!, $?) = (1, 0, 0);
    return unless $mode eq 'serve';
    open my $requests, '<&', \*STDIN or die;
    open my $to, '>&', \*STDOUT or die;
    while (my $line = <$requests>) {
        my %asked = $line =~ /"(keep|stdout|stderr)":"((?:[^"\\]|\\.)*)"/g;
        s/\\(.)/$1/g for values %asked;
        pipe my $reading, my $writing or die;
        my $child = fork;
        if (!$child) {
            close $_ for $reading, $to, $requests;
            open STDIN, '<', exists $option{'--input'} ? $option{'--input'} : '/dev/null' or die;
            open STDOUT, '>', $asked{stdout} or die;
            open STDERR, '>', $asked{stderr} or die;
            $answers = $writing;
            select_events($asked{keep});
            ($!, $?) = (0, 0);
            return;
        }
        close $writing;
        my $told = do { local $/; <$reading> };
        waitpid $child, 0;
        $told = $? & 127 ? sprintf qq({"report":{"end":{"signal":{"number":%d}}}}\n), $? & 127
            : sprintf qq({"report":{"end":{"exit":{"code":%d}}}}\n), $? >> 8
            unless defined $told && length $told;
        syswrite $to, $told;
    }
    $ended = 1;
    require POSIX;
    POSIX::_exit(0);
}

# ---- How a script is instrumented ----

our ($file, $line, $function, @source);

sub statement {
    my ($kind, $fixed) = @_;
    my $text = defined $source[$line - 1] ? $source[$line - 1] : '';
    $text =~ s/^\s+|\s+$//g;
    push @statements, [$file, $line, $function, $kind, $text, $fixed];
    return $#statements;
}

# The code that evaluates the probes at this line.
sub probing {
    my ($then) = @_;
    my $code = '';
    for my $probe (0 .. $#probes) {
        my ($name, $at, $expression) = @{$probes[$probe]};
        next unless $at == $line && ($file eq $name || substr($file, -length("/$name")) eq "/$name");
        $code .= "Dw::value($probe, scalar(eval { $expression })); ";
    }
    return $code;
}

sub asked {
    my ($condition) = @_;
    my $id = statement('predicate');
    my $probing = probing();
    my $evaluated = $probing ? "do { $probing Dw::way(!!($condition)) }" : "Dw::way(!!($condition))";
    return "(Dw::ask($id) ? $evaluated : Dw::way())";
}

# A text without what stands in quotes, for counting brackets.
sub bare {
    my ($text) = @_;
    $text =~ s/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"//gs;
    $text =~ s/\$#[{\$]?//g;
    return $text;
}

sub is_open {
    my $text = bare($_[0]);
    my $opened = () = $text =~ /[({\[]/g;
    my $closed = () = $text =~ /[)}\]]/g;
    return $opened > $closed;
}

sub simple {
    my ($text) = @_;
    my $mark = qq(\n#line $line "$file"\n);
    if ($text =~ /^(?:use|no|package|BEGIN|__PACKAGE__)\b/ || $text =~ /^my[\s(][^=]*;$/ || $text =~ /^\s*;?$/) {
        return "$mark$text\n";
    }
    if ($text =~ /^(return|last|next|redo|die|exit|goto)\b(.*?)\s(if|unless)\s(.*);$/s && !is_open($4)) {
        my ($action, $rest, $word, $condition) = ($1, $2, $3, $4);
        return "$mark$action$rest $word " . asked($condition) . ";\n";
    }
    if ($text =~ /^(?:return|last|next|redo|die|exit|goto|local|our)\b/) {
        my $id = statement('statement', 1);
        return "${mark}Dw::ask($id);" . probing() . " $text\n";
    }
    my $declared = '';
    if ($text =~ s/^my(\s*\([^)]*\)|\s+[\$\@%]\w+)(?=\s*=)/$1/) { $declared = "my$1; " }
    my $id = statement('statement');
    my ($variable) = $text =~ /^\s*(\$\w+)\s*=[^=~]/;
    ($variable) = $text =~ /^\s*(\$\w+)\s*(?:[-+*\/.]|\*\*|<<|>>)=/ unless defined $variable;
    my ($saw, $junk) = ('', '');
    if (defined $variable) {
        $saw = " Dw::saw('$variable', $variable);";
        $junk = " else { Dw::junk($variable) }";
    }
    $text .= ';' unless $text =~ /;$/;
    return "$mark${declared}if (Dw::ask($id)) { " . probing() . "$text$saw }$junk\n";
}

sub instrument {
    my ($deparsed) = @_;
    my $out = '';
    # Of each block that is open: what it is, and the function around it.
    my @open;
    my @lines = split /\n/, $deparsed;
    while (defined(my $text = shift @lines)) {
        if ($text =~ /^#line (\d+) "(.*)"$/) {
            $line = $1;
            next;
        }
        $text =~ s/^\s+//;
        next if $text eq '';
        if ($text =~ /^\}\s*(elsif|else|continue)?/ && @open) {
            my ($kind, $around) = @{pop @open};
            if ($kind eq 'loop') {
                # The brace that closes a loop is executed, as in the paper.
                local $line = closing();
                my $id = statement('statement');
                $out .= qq(\n#line $line "$file"\nDw::ask($id);\n);
            }
            $function = $around;
            $out .= "}\n";
            $text =~ s/^\}\s*//;
            next if $text eq '' || $text eq ';';
        }
        if ($text =~ /^sub\s+([\w:']+)\s*(?:\([^)]*\)\s*)?\{$/) {
            push @open, ['sub', $function];
            $function = $1;
            $out .= "$text my \$__dw_frame = Dw::enter();\n";
        }
        elsif ($text =~ /^(if|unless|elsif|while|until)\s*\((.*)\)\s*\{$/s && !is_open("($2)")) {
            my ($word, $condition) = ($1, $2);
            push @open, [$word =~ /^(?:while|until)$/ ? 'loop' : 'block', $function];
            $condition = '1' if $condition eq '';
            my $mark = $word eq 'elsif' ? '' : qq(\n#line $line "$file"\n);
            $out .= "$mark$word (" . asked($condition) . ") {\n";
        }
        elsif ($text =~ /^for\s*\((.*?);(.*?);(.*)\)\s*\{$/ && !is_open($1)) {
            push @open, ['loop', $function];
            my ($first, $condition, $step) = ($1, $2, $3);
            $out .= qq(\n#line $line "$file"\nfor \($first; ) . asked($condition =~ /\S/ ? $condition : '1') . "; $step) {\n";
        }
        elsif ($text =~ /^foreach\b.*\{$/ && !is_open(substr $text, 0, -1)) {
            push @open, ['loop', $function];
            my $id = statement('statement', 1);
            $out .= qq(\n#line $line "$file"\nDw::ask($id); $text\n);
        }
        elsif ($text =~ /^(?:else|continue)?\s*\{$/) {
            push @open, ['block', $function];
            $out .= "$text\n";
        }
        elsif ($text =~ /^package\s.*\{$/) {
            push @open, ['block', $function];
            $out .= "$text\n";
        }
        else {
            # A statement goes on to the line where its brackets are closed.
            while (@lines && (is_open($text) || $text !~ /;$/ && $lines[0] !~ /^\s*\}/ && $lines[0] !~ /^#line/)) {
                my $more = shift @lines;
                $text .= "\n$more" unless $more =~ /^#line/;
            }
            if (@lines && $lines[0] =~ /^\s*;$/) { shift @lines }
            $text .= ';' unless $text =~ /;$/;
            $out .= simple($text);
        }
    }
    return $out;
}

# The line of the brace that closes the loop whose last statement was seen.
sub closing {
    for my $at ($line .. $#source) { return $at + 1 if $source[$at] =~ /^\s*\}/ }
    return $line;
}

# ---- The program ----

sub read_options {
    while (@ARGV) {
        my $word = shift @ARGV;
        last if $word eq '--';
        if ($word eq '--values') { $option{$word} = 1; next }
        my $value = shift @ARGV;
        if ($word eq '--probe') {
            refuse('option', "--probe $value: no FILE:LINE:EXPRESSION") unless $value =~ /^(.+?):(\d+):(.+)$/s;
            push @probes, [$1, $2, $3];
        }
        else { $option{$word} = $value }
    }
}

sub prepare {
    my $interpreter = shift @ARGV;
    my @flags;
    push @flags, shift @ARGV while @ARGV && $ARGV[0] =~ /^-[wTtIM]/;
    refuse('unsupported', 'the program is no file; name a script') if !@ARGV || $ARGV[0] =~ /^-/;
    $file = shift @ARGV;
    open my $script, '<', $file or refuse('not-started', "`$file` cannot be read: $!");
    @source = <$script>;
    # It says that the syntax is right.
    open my $said, '>&', \*STDERR or die;
    open STDERR, '>', '/dev/null' or die;
    open my $deparse, '-|', $^X, @flags, '-MO=Deparse,-l,-si4', $file
        or refuse('not-started', "perl cannot be started: $!");
    my $text = do { local $/; <$deparse> };
    my $is_compiled = close $deparse;
    open STDERR, '>&', $said or die;
    refuse('not-started', "`$file` cannot be compiled; `perl -c` says why") unless $is_compiled;
    ($line, $function) = (1, '');
    my $instrumented = instrument($text);
    $0 = $file;
    $code = "package main; my \$__dw_frame = Dw::enter(); Dw::begin();\n$instrumented\n;1";
}

sub guard {
    no warnings qw(redefine once);
    *CORE::GLOBAL::fork = sub { refuse('forks', 'it forks: only one process can be traced') };
    $INC{'threads.pm'} = 1;
    *threads::import = sub { refuse('threads', 'it uses threads: only one can be traced') };
}

package main;

$Dw::mode = shift @ARGV;
Dw::read_options();
$Dw::option{'--control'} ||= 'actual';
if ($Dw::mode ne 'trace') {
    Dw::read_trace($Dw::option{'--events'});
    if ($Dw::mode eq 'keep') {
        open my $keep, '<', $Dw::option{'--keep'} or die;
        Dw::select_events(join '', <$keep>);
    }
}
Dw::prepare();
Dw::guard();
$SIG{__DIE__} = \&Dw::dies;

END {
    unless ($Dw::ended) {
        my $code = $?;
        Dw::finish(qq({"exit":{"code":$code}}), $code);
    }
}
unless (Dw::execute($Dw::code)) {
    my $error = $@;
    unless ($Dw::began) {
        (my $why = $error) =~ s/\n.*//s;
        Dw::refuse('unsupported', "the instrumented script cannot be compiled: $why");
    }
    print STDERR $error;
    Dw::finish(qq({"exit":{"code":$Dw::die_code$Dw::die_event}}), $Dw::die_code);
}
Dw::finish('{"exit":{"code":0}}', 0);
