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
    my $text = deparsed($file, @flags);
    refuse('not-started', "`$file` cannot be compiled; `perl -c` says why") unless defined $text;
    # What the script has behind its end is read by its own name.
    if ($text =~ s/^(?:package ([\w:]+);\n)?__DATA__\n(.*)\z//ms) {
        @data = (defined $1 ? $1 : 'main', (-s $file) - length $2);
    }
    my $instrumented = instrument($text);
    $0 = $file;
    $code = "package main; my \$__dw_frame = Dw::enter(); Dw::begin();\n$instrumented\n;1";
}

sub guard {
    no warnings qw(redefine once);
    *CORE::GLOBAL::fork = sub { refuse('forks', 'it forks: only one process can be traced') };
    $INC{'threads.pm'} = 1;
    *threads::import = sub { refuse('threads', 'it uses threads: only one can be traced') };
    # What is not in the foreground is stopped by a signal where it reads from the terminal.
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
