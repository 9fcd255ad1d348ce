# ---- How a script is taken apart ----

# What B::Deparse is told before it begins, as one line of Perl: it puts \x01 and \x02 around each statement, wherever that
# stands, writes statements with modifiers as blocks (their words begin with \x06), and leaves its marks of indentation.
our $HOOK = <<'HOOK';
BEGIN {
    package B::Deparse; no strict; no warnings;
    my ($walk, $logop, $scopeop, $loop) = (\&walk_lineseq, \&logop, \&scopeop, \&loop_common);
    my $block = sub { "\x06$_[0] ($_[1]) {\n\t\x01$_[2]\x02\n\b}\cK" };
    *indent = sub { $_[1] };
    *walk_lineseq = sub {
        my ($self, $op, $kids, $callback) = @_;
        return &$walk if $self->{in_format};
        $walk->($self, $op, $kids, sub {
            my ($text, $at) = @_;
            my $state = $at && $at <= @$kids ? $kids->[$at - 1] : undef;
            $text = "\f#line " . $state->line . " \"\"\n$text"
                if length $text && $state && class($state) eq "COP" && $state->name eq "null" && $state->line;
            $callback->(length $text ? "\x01$text\x02" : "", $at);
        });
    };
    *logop = sub {
        my ($self, $op, $cx, @rest) = @_;
        my ($word, $right) = ($rest[4], $op->first->sibling);
        return &$logop if $cx >= 1 || !$word || $self->{parens} || is_scope($right);
        my $then = $self->deparse($right, 1);
        my $condition = $self->deparse($op->first, 1);
        return "$then $word $condition" if $then =~ /^\(*(?:my|our|local|state)\b/;
        return $block->($word, $condition, $then);
    };
    *scopeop = sub {
        my ($real, $self, $op, $cx) = @_;
        return &$scopeop if !$real || !is_miniwhile($op->first->sibling);
        local(@$self{qw(curstash warnings hints hinthash)}) = @$self{qw(curstash warnings hints hinthash)};
        my $top = $op->first->sibling->first;
        my $word = { and => "while", or => "until" }->{$top->name};
        my $body = $self->deparse($word ? $top->first->sibling->first : $top->first, 1);
        my $condition = $word ? $self->deparse($top->first, 1) : 1;
        $word ||= "while";
        return $body =~ /^do \{/ ? "$body \x06$word ($condition)" : $block->($word, $condition, $body);
    };
    *pp_leavetry = sub { "eval {\n\t" . $_[0]->pp_leave($_[1], 0) . "\n\b}" };
    *loop_common = sub {
        my $text = &$loop;
        my $at = rindex $text, " foreach (";
        return $text if $text =~ /(?:\cK|\})\z/ || $at < 0;
        return $block->("foreach \$_", substr($text, $at + 10, -1), substr $text, 0, $at);
    };
}
HOOK
$HOOK =~ s/\n\s*/ /g;

# What B::Deparse makes of the script; none if it cannot be compiled. It takes longer than most programs, so a partial execution
# reads what was noted when the trace was recorded.
sub deparsed {
    my ($path, @flags) = @_;
    (my $noted = $path) =~ s/([^\w.-])/sprintf '%%%02x', ord $1/ge;
    $noted = "$option{'--events'}.$noted";
    if ($mode ne 'trace' && open my $text, '<', $noted) { local $/; return scalar <$text> }
    # It says that the syntax is right.
    open my $said, '>&', \*STDERR or die;
    open STDERR, '>', '/dev/null' or die;
    open my $deparse, '-|', $^X, "-MB::Deparse;$HOOK", @flags, '-MO=Deparse,-l', $path
        or refuse('not-started', "perl cannot be started: $!");
    my $text = do { local $/; <$deparse> };
    my $is_compiled = close $deparse;
    open STDERR, '>&', $said or die;
    return undef unless $is_compiled;
    # In a file that is whole, or none.
    if ($mode eq 'trace' && open my $to, '>', "$noted.new") { print $to $text and close $to and rename "$noted.new", $noted }
    return $text;
}

# The statements of a text: [its text, the statements within], where \x04N\x04 stands for the statement of this number.
sub statements_of {
    my ($text) = @_;
    # At the end of a block nothing stands on that line.
    $text =~ s/\f#line \d+ "[^\n]*"\n(?=\x08\})//g;
    my @open = ['', []];
    for my $part (split /([\x01\x02])/, $text) {
        if ($part eq "\x01") { push @open, ['', []] }
        elsif ($part eq "\x02") {
            my $inner = pop @open;
            $open[-1][0] .= "\x04" . @{$open[-1][1]} . "\x04";
            push @{$open[-1][1]}, $inner;
        }
        else { $open[-1][0] .= $part }
    }
    return $open[0];
}

# A text with the statements within, as it is executed without a tracer.
sub plain {
    my ($text, $within) = @_;
    $text =~ s/\x04(\d+)\x04/plain(@{$within->[$1]})/ge;
    $text =~ s/\x06|\cK//g;
    $text =~ s/\n[\t\x08]/\n/g;
    # Before what stands at the beginning of a line, as the lines of a format do.
    $text =~ s/(?<=\n)\f//g;
    $text =~ s/\f/\n/g;
    return $text;
}
