# ---- One process for each request ----

# The program begins.
sub begin {
    srand 0;
    ($began, $!, $?) = (1, 0, 0);
    open_data();
}

# Answers requests, each in a process of its own that goes on with the program.
sub serve {
    for my $name (@others) { eval { require $name } }
    $module{$_} = module_code($_) for keys %module;
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
            $garbage = $1 if $line =~ /"garbage":(\d+)/;
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

# Opens what the script has behind its end, where perl would.
sub open_data {
    my ($package, $from, @layers) = @data or return;
    no strict 'refs';
    open *{"${package}::DATA"}, '<', $script or die;
    binmode *{"${package}::DATA"}, $_ for @layers;
    seek *{"${package}::DATA"}, $from, 0;
    ($!, $?) = (0, 0);
}
