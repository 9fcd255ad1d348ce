# ---- What is executed ----

package Dw::Frame;

sub DESTROY {
    my ($frame) = @{$_[0]};
    # A loop over a list may come to its end too early, which nothing else sees.
    Dw::diverge($frame->{now}, 'a function came to its end too early')
        if !$Dw::ended && $Dw::mode ne 'trace' && $frame->{events} && $frame->{at} < @{$frame->{events}};
    @Dw::stack = grep { $_ != $frame } @Dw::stack;
}

package Dw;

# Enters a function; the object leaves it.
sub enter {
    my $frame = { parent => @stack ? $stack[-1]{now} : undef, at => 0 };
    push @stack, $frame;
    return bless [$frame], 'Dw::Frame';
}

# Whether the statement that comes next is executed. What is the value of a function or a block is always executed.
sub ask {
    my ($statement, $is_value) = @_;
    my $frame = $stack[-1];
    if ($mode eq 'trace') {
        my $event = @events;
        if ($event >= ($option{'--most'} || $MOST)) {
            my ($file, $line) = @{$statements[$statement]};
            refuse('too-long', "it executes more than $event statements, the last of them at $file:$line");
        }
        $frame->{id} = $frame_count++ unless defined $frame->{id};
        push @events, [$statement, $frame->{parent}, $frame->{id}, undef];
        $frame->{now} = $event;
        $fixed{$event} = 1 if $is_value;
        return 1;
    }
    diverge($stray, 'an exception was raised that was not raised before') if defined $stray;
    unless ($frame->{events}) {
        my $parent = defined $frame->{parent} ? $frame->{parent} : -1;
        my $known = $frames{$parent}[$entered{$parent}++];
        diverge($parent, 'it entered a function that was not entered before') unless $known;
        $frame->{events} = $known;
    }
    my $event = $frame->{events}[$frame->{at}++];
    diverge($frame->{now}, 'a function went on behind its end') unless defined $event;
    diverge($event, 'another statement came next') unless $at[$event] == $statement;
    my $before = $frame->{now};
    diverge($before, 'an exception was not raised')
        if defined $before && $thrown{$before} && !(defined $frame->{threw} && $frame->{threw} == $before);
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

sub kind {
    my ($value) = @_;
    return '-' if !defined $value || ref $value;
    return $value =~ /^-?\d+$/ ? 'int' : $value =~ /^-?[\d.]+(?:e[-+]?\d+)?$/i ? 'float' : 'str';
}

# What variables hold that an assignment is about to replace: their names, and then their values.
sub had {
    my %values;
    for my $at (0 .. @_ / 2 - 1) {
        my $value = tied $_[$at + @_ / 2] ? undef : $_[$at + @_ / 2];
        $values{$_[$at]} = shown($value) if defined $value && !ref $value;
    }
    $stack[-1]{values} = \%values;
}

# What an assignment made of variables: their names, and then their values.
sub saw {
    return unless $mode eq 'trace';
    # What is tied would notice that it is read.
    my @after = map { tied $_[$_] ? undef : $_[$_] } @_ / 2 .. $#_;
    splice @_, @_ / 2;
    my $event = $stack[-1]{now};
    $junk{$event} = join ' ', map { kind($_) } @after;
    return unless $option{'--values'};
    for my $name (@_) {
        my $value = shift @after;
        next if !defined $value || ref $value;
        my $shown = shown($value);
        my $before = delete $stack[-1]{values}{$name};
        push @{$changes{$event}}, [$name, $before, $shown] if length $shown <= $SHORT;
    }
}

sub kinds { return split / /, defined $junk{$stack[-1]{now}} ? $junk{$stack[-1]{now}} : '' }

sub garbage { return $GARBAGE{$_[0]}[$garbage]->($stack[-1]{now}) }

# Variables that would have been changed by an assignment that is left out hold garbage, unless they hold something.
sub junk {
    my @kinds = kinds();
    for my $at (0 .. $#_) {
        $_[$at] = garbage($kinds[$at]) if $GARBAGE{$kinds[$at] || ''} && !tied $_[$at] && !defined $_[$at];
    }
}

# Those that would have been replaced hold garbage, whatever they held.
sub spoil {
    my @kinds = kinds();
    for my $at (0 .. $#_) {
        my $is_known = $GARBAGE{$kinds[$at] || ''};
        $_[$at] = garbage($is_known ? $kinds[$at] : 'str') if !tied $_[$at] && ($is_known || defined $_[$at]);
    }
}

# How much an assignment put into lists.
sub counted {
    return unless $mode eq 'trace';
    my $event = $stack[-1]{now};
    $junk{$event} = join ' ', defined $junk{$event} ? $junk{$event} : (), map { ref eq 'ARRAY' ? scalar @$_ : '-' } @_;
}

# Whole lists and hashes hold as much garbage as they would have held, or one piece of it, or nothing.
sub spoil_all {
    my @counts = kinds();
    splice @counts, 0, @counts - @_;
    for my $list (@_) {
        my $count = shift @counts;
        $count = $garbage == 1 ? 1 : 0 if $garbage;
        if (tied(ref $list eq 'ARRAY' ? @$list : %$list)) { }
        elsif (ref $list eq 'ARRAY') { @$list = map { garbage('str') . "\0$_" } 1 .. $count }
        else { %$list = map { (garbage('str') . $_ => garbage('str')) } $garbage < 2 ? (keys %$list, '') : () }
    }
}

# The same of a variable that has no name yet.
sub seen { $junk{$stack[-1]{now}} = kind($_[0]) if $mode eq 'trace'; return $_[0] }

sub lost { my $lost; junk($lost); return $lost }

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
    return unless @stack;
    # Within an eval only the innermost function is sure to end.
    for my $frame (grep { defined $_->{now} } $evals > 1 ? $stack[-1] : @stack) {
        my $event = $frame->{now};
        if ($mode eq 'trace') { $thrown{$event} = 1 }
        elsif ($thrown{$event}) { $frame->{threw} = $event }
        elsif (!defined $stray) { $stray = $event }
    }
}
