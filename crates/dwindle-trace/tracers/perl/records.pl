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

# The tracer is asked to end: tells where the program is.
sub stopped {
    my $count = @events;
    my ($file, $line, $function) = $count ? @{$statements[$events[-1][0]]} : ('', 0, '');
    put($option{'--events'}, qq({"stopped":{"events":$count,"file":) . json($file) . qq(,"line":$line,"function":) . json($function) . "}}\n");
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
    my ($garbage, $others, $untraced, $own, $include) = map { join ',', map { json($_) } @$_ }
        \@GARBAGE, loaded(), [sort keys %module], \@include;
    my @lines = sprintf '{"trace":{"version":1,"tracer":%s,"serve":true,"garbage":[%s],"untraced":[%s],"others":[%s],"own":[%s],"include":[%s]}}',
        json("dwindle-perl 1, Perl $]"), $garbage, $untraced, $others, $own, $include;
    my %caller = map { defined $_->[1] ? ($events[$_->[1]][0] => 1) : () } @events;
    for my $id (0 .. $#statements) {
        my ($file, $line, $function, $kind, $text, $fixed, $index) = @{$statements[$id]};
        $kind = 'call' if $kind eq 'statement' && $caller{$id};
        push @lines, sprintf '{"statement":{"id":%d,"index":%d,"file":%s,"line":%d,"function":%s,"kind":"%s","text":%s%s}}',
            $id, $index, json($file), $line, json($function), $kind, json($text), $fixed ? ',"fixed":' . json($fixed) : '';
    }
    my $value = 0;
    for my $number (0 .. $#events) {
        my ($id, $parent, $frame, $outcome) = @{$events[$number]};
        my $line = qq({"event":{"number":$number,"statement":$id,"frame":$frame);
        $line .= qq(,"parent":$parent) if defined $parent;
        $line .= $outcome ? ',"outcome":true' : ',"outcome":false' if defined $outcome;
        $line .= ',"fixed":true' if $fixed{$number} || $thrown{$number} || $statements[$id][5];
        $line .= ',"raised":true' if $thrown{$number};
        $line .= qq(,"junk":"$junk{$number}") if $junk{$number};
        if (my $changes = $changes{$number}) {
            my @values = map { sprintf '{"name":%s,"before":%s,"after":%s}', map { json($_) } @$_ } @$changes;
            $line .= ',"values":[' . join(',', @values) . ']';
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
        read_header($line) if $. == 1;
        if ($line =~ /^\{"statement":\{"id":(\d+),"index":(\d+),"file":("(?:[^"\\]|\\.)*")/) { $number{"$3 $2"} = $1 }
        elsif ($line =~ /^\{"event":\{"number":(\d+),"statement":(\d+),"frame":(\d+)(?:,"parent":(\d+))?(?:,"outcome":(true|false))?(?:,"fixed":true)?(,"raised":true)?(?:,"junk":"([\w -]*)")?/) {
            my ($event, $frame) = ($1, $3);
            ($at[$event], $parent[$event]) = ($2, $4);
            $outcome[$event] = $5 eq 'true' ? 1 : 0 if defined $5;
            $thrown{$event} = 1 if defined $6;
            $junk{$event} = $7 if defined $7;
            unless ($seen{$frame}) {
                push @{$frames{defined $4 ? $4 : -1}}, $seen{$frame} = [];
            }
            push @{$seen{$frame}}, $event;
        }
    }
}

# What is loaded before the program is, for each request anew otherwise.
sub read_header {
    my ($line) = @_;
    my $list = sub {
        my @words = ($line =~ /"$_[0]":\[(.*?)\]/ ? $1 : '') =~ /"((?:[^"\\]|\\.)*)"/g;
        s/\\(u00(..)|.)/$2 ? chr hex $2 : $1/ge for @words;
        return @words;
    };
    @include = $list->('include');
    @others = $list->('others');
    %module = map { $_ => undef } $list->('own');
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
