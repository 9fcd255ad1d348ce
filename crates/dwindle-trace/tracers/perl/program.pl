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
    my (@flags, @before);
    while (@ARGV && $ARGV[0] =~ /^-[wTtIMm]/) {
        my $flag = shift @ARGV;
        $flag .= shift @ARGV if $flag =~ /^-[IMm]$/ && @ARGV;
        push @flags, $flag;
        if ($flag =~ /^-I(.*)/) { push @before, $1 }
        elsif ($flag =~ /^-w/) { $^W = 1 }
        elsif ($flag =~ /^-M([\w:]+)(?:=(.*))?$/) { $code .= "use $1" . (defined $2 ? " split(/,/, q\0$2\0)" : '') . "; " }
    }
    unshift @INC, @before;
    refuse('unsupported', 'the program is no file; name a script') if !@ARGV || $ARGV[0] =~ /^-/;
    $script = shift @ARGV;
    open my $lines, '<', $script or refuse('not-started', "`$script` cannot be read: $!");
    my @lines = <$lines>;
    my $text = deparsed($script, @flags);
    refuse('not-started', "`$script` cannot be compiled; `perl -c` says why") unless defined $text;
    # What the script has behind its end is read by its own name.
    if ($text =~ s/$DATA//) {
        @data = (defined $1 ? $1 : 'main', (-s $script) - length $2);
        push @data, ':utf8' if grep { /^\s*use\s+utf8\b/ } @lines;
    }
    my $instrumented = instrument($script, $text, \@lines);
    $0 = $script;
    $code = ($code || '') . "package main; my \$__dw_frame = Dw::enter(); Dw::begin();\n$instrumented\n;1";
}

sub guard {
    no warnings qw(redefine once);
    *CORE::GLOBAL::fork = sub { refuse('forks', 'it forks: only one process can be traced') };
    $INC{'threads.pm'} = 1;
    *threads::import = sub { refuse('threads', 'it uses threads: only one can be traced') };
    # What is not in the foreground is stopped by a signal where it reads from the terminal.
    *CORE::GLOBAL::require = sub {
        # What a program puts before it in its list does not hide it.
        @INC = (\&own_module, grep { !ref || $_ != \&own_module } @INC);
        return CORE::require($_[0]);
    };
    $SIG{TTIN} = $SIG{TTOU} = sub { refuse('terminal', 'it reads from the terminal; give it a file with --input') };
}

package main;

$Dw::mode = shift @ARGV;
Dw::read_options();
$Dw::option{'--control'} ||= 'actual';
$Dw::garbage = $Dw::option{'--garbage'} || 0;
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
$SIG{TERM} = \&Dw::stopped if $Dw::mode eq 'trace';
Dw::serve() if $Dw::mode eq 'serve';

# What the program has in blocks of this name comes before, since the last of them comes first.
END {
    unless ($Dw::ended) {
        my $code = $?;
        my $is_known = defined $Dw::end && $Dw::end =~ /"code":$code\b/;
        Dw::finish($is_known ? $Dw::end : qq({"exit":{"code":$code}}), $code);
    }
}
my $is_whole = Dw::execute($Dw::code);
unless ($is_whole) {
    my $error = $@;
    unless ($Dw::began) {
        (my $why = $error) =~ s/\n.*//s;
        Dw::refuse('unsupported', "the instrumented script cannot be compiled: $why");
    }
    print STDERR $error;
}
$Dw::end = $is_whole ? '{"exit":{"code":0}}' : qq({"exit":{"code":$Dw::die_code$Dw::die_event}});
exit($is_whole ? 0 : $Dw::die_code);
