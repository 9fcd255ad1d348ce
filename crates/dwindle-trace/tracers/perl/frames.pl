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
