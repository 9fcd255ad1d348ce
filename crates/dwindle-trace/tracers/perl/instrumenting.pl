# ---- How a script is instrumented ----

# The end of a block: it begins with `{`, a line break and a tab, and ends with a line break, a backspace and `}`.
our $BODY = qr/\{\n\t((?:(?!\n\x08\}).)*)\n\x08\}/s;
# The same of `map`, `grep` and `sort`, if there are several statements in it.
our $LIST = qr/\{(\x04\d+\x04(?:;?\n\x04\d+\x04)+;?)\}/;
# A variable, or an element of one, that can be named again without an effect.
our $INDEX = qr/[\[{](?:'[^']*'|"[\w,\$ ]*"|-?\w+|\$\w+)[\]}]/;
our $PLACE = qr/\$+\w+(?:(?:->)?$INDEX)*/;

sub statement {
    my ($kind, $fixed) = @_;
    my $text = defined $source[$line - 1] ? $source[$line - 1] : '';
    $text =~ s/^\s+|\s+$//g;
    my $index = $count{$name}++;
    if ($mode ne 'trace') {
        my $known = $number{json($name) . " $index"};
        return defined $known ? $known : -1;
    }
    push @statements, [$name, $line, $function, $kind, $text, $fixed, $index];
    return $#statements;
}

sub mark { return qq(\n#line $line "$file"\n) }

# What evaluates the probes at this line, each with a comma behind it: a block would end what a match has found.
sub probing {
    my $code = '';
    for my $probe (0 .. $#probes) {
        my ($wanted, $at, $expression) = @{$probes[$probe]};
        next unless $at == $line && ($name eq $wanted || substr($name, -length("/$wanted")) eq "/$wanted");
        $code .= "Dw::value($probe, scalar(eval { $expression })), ";
    }
    return $code;
}

sub asked {
    my ($condition, $within) = @_;
    my $id = statement('predicate');
    my $probing = probing();
    $condition = $condition =~ /\S/ ? expression($condition, $within) : '1';
    return "(Dw::ask($id) ? (${probing}Dw::way(!!($condition))) : Dw::way())";
}

# The blocks within an expression are functions: what is executed there has the expression as its parent.
sub expression {
    my ($text, $within) = @_;
    my $out = '';
    while ($text =~ /\G(.*?)(?:$BODY|$LIST)/gcs) {
        my ($before, $body) = ($1, defined $2 ? $2 : $3);
        my $is_sub = $before =~ /\bsub(?: ?\([^)]*\))?(?: : ?\w+)* ?\z/;
        local $function = $is_sub ? '__ANON__' : $function;
        my $value = $is_sub || $before =~ /\beval \z/ ? 'defined wantarray' : 1;
        my $inner = $body =~ /\x04/ ? 'my $__dw_frame = Dw::enter();' . block($body, $within, $value) : $body;
        $out .= "$before\{ $inner }";
    }
    return plain($out . substr($text, pos $text || 0), $within);
}

# The statements of a block. `$value`: an expression that says whether the value of the last one is used, if it can be.
sub block {
    my ($body, $within, $value) = @_;
    my @numbers = $body =~ /\x04(\d+)\x04/g;
    my $last = $body =~ /\x04[;\cK\s]*\z/ ? pop @numbers : undef;
    my $out = join '', map { instrumented($within->[$_]) } @numbers;
    $out .= instrumented($within->[$last], $value) if defined $last;
    return $out;
}

# The blocks of a loop end with a brace that is executed, as in the paper.
sub loop {
    my ($body, $within, $is_modifier) = @_;
    my $out = block($body, $within);
    return $out if $is_modifier;
    local $line = closing();
    my $id = statement('statement');
    return $out . mark() . "Dw::ask($id);\n";
}

# One statement, with what B::Deparse wrote before it.
sub instrumented {
    my ($statement, $value) = @_;
    my ($text, $within) = @$statement;
    my $out = '';
    if ($text =~ s/\A(.*)\f#line (\d+) "[^\n]*"\n//s) {
        my ($before, $at) = ($1, $2);
        $out .= definitions($before, $within);
        $line = $at;
    }
    $text =~ s/[\cK;\s]+\z//;
    my $label = $text =~ s/\A(\w+: )(?!:)// ? $1 : '';
    my $is_modifier = $text =~ s/\A\x06//;
    if ($is_modifier && $text =~ /\A(?!foreach)(\w+ )(.*?)( \{\n\t.*)\z/s) {
        my ($word, $condition, $body) = ($1, $2, $3);
        (my $declared, $condition) = declared($condition);
        $out .= mark() . $declared;
        $text = "$word$condition$body";
    }
    if ($text =~ /\A(?:if|unless) \(/) { return $out . mark() . branches($text, $within, $value, $is_modifier) }
    if ($text =~ /\A(while|until) \((.*?)\) $BODY(.*)\z/s) {
        my ($word, $condition, $body, $more) = ($1, $2, $3, $4);
        my $head = mark() . "$label$word (" . asked($condition, $within) . ") {";
        return $out . $head . loop($body, $within, $is_modifier) . '}' . after($more, $within) . "\n";
    }
    if ($text =~ /\Afor \((.*?)\) $BODY\z/s) {
        my ($head, $body) = (counting($1, $within), $2);
        return $out . mark() . "${label}for ($head) {" . loop($body, $within) . "}\n";
    }
    if ($text =~ /\A(foreach .*?\)) $BODY(.*)\z/s) {
        my ($head, $body, $more) = ($1, $2, $3);
        my $id = statement('predicate', 'it loops over a list');
        $head = mark() . "Dw::ask($id);" . probed() . " $label" . expression($head, $within) . ' {';
        return $out . $head . loop($body, $within, $is_modifier) . '}' . after($more, $within) . "\n";
    }
    if ($text =~ /\A$BODY(.*)\z/s) {
        my ($body, $more) = ($1, $2);
        return $out . mark() . "$label\{" . block($body, $within) . '}' . after($more, $within) . "\n";
    }
    if ($text =~ /\Ado $BODY \x06(while|until) \((.*)\)\z/s) {
        my ($body, $word, $condition) = ($1, $2, $3);
        my $head = mark() . 'do {' . block($body, $within);
        return $out . "$head} $word " . asked($condition, $within) . ";\n";
    }
    if ($text =~ /\A\s*sub [\w:']/) { return $out . definitions($text, $within) . ";\n" }
    # The body of a loop that declares a variable in its head.
    if ($text =~ /\Ado $BODY\z/s) { return $out . mark() . 'do {' . block($1, $within, $value) . "};\n" }
    if ($text =~ /\A(?:\x04\d+\x04[;\s]*)+\z/) { return $out . block($text, $within, $value) }
    return $out . simple($text, $within, $value);
}

# What stands between statements: pragmas, packages, and functions.
sub definitions {
    my ($text, $within) = @_;
    my $out = '';
    while ($text =~ /\G(.*?)$BODY/gcs) {
        my ($before, $body) = ($1, $2);
        # What is executed before the program begins is not traced.
        if ($before =~ /\bsub (?!(?:BEGIN|UNITCHECK|CHECK|INIT)\b)([\w:']+)(?: ?\([^)]*\))?(?: : ?\w+)* ?\z/) {
            (local $function = $1) =~ s/^main:://;
            local $line = $line;
            $body = 'my $__dw_frame = Dw::enter();' . block($body, $within, 'defined wantarray');
        }
        else { $body = plain($body, $within) }
        $out .= plain($before, $within) . "{ $body }";
    }
    return $out . plain(substr($text, pos $text || 0), $within);
}

sub branches {
    my ($text, $within, $value, $is_modifier) = @_;
    my $out = '';
    while ($text =~ /\G\s*(if|unless|elsif) \((.*?)\) $BODY\cK?/gcs) {
        my ($word, $condition, $body) = ($1, $2, $3);
        if ($word eq 'elsif') {
            # Nothing says where it stands.
            for my $at ($line - 1 .. $#source) { $line = $at + 1, last if $source[$at] =~ /^\s*(?:\}\s*)?elsif\b/ && $at >= $line - 1 }
        }
        my ($asked, $inner) = (asked($condition, $within), block($body, $within, $value));
        # What a match has found lasts to the end of the block around it.
        return "$1\n $word $asked;\n" if $is_modifier && !$value && $inner =~ /\A\n(#line [^\n]*\n\(Dw::ask\(.*\));\n\z/s;
        $out .= "$word ($asked) {$inner}\n";
    }
    return $out . after(substr($text, pos $text || 0), $within, $value) . "\n";
}

# An `else` or a `continue`.
sub after {
    my ($text, $within, $value) = @_;
    return $text =~ /\A\s*(else|continue) $BODY/s ? "\n$1 {" . block($2, $within, $value) . '}' : '';
}

# What stands in brackets behind `for`: the beginning and the step are statements of their own.
sub counting {
    my ($head, $within) = @_;
    my ($first, $condition, $step) = $head =~ /\A(.*?); (.*); ?(.*?)\z/s or return expression($head, $within);
    if ($first =~ /\S/) {
        my $id = statement('statement');
        my $lost = $first =~ s/\A((?:my )?\$\w+) = // ? $1 : '';
        $first = expression($first, $within);
        $first = $lost ? "$lost = (Dw::ask($id) ? Dw::seen($first) : Dw::lost())" : "Dw::ask($id) && ($first)";
    }
    $condition = asked($condition, $within);
    if ($step =~ /\S/) {
        my $id = statement('statement');
        $step = "Dw::ask($id) && (" . expression($step, $within) . ')';
    }
    return "$first; $condition; $step";
}

# Text of the same length without what stands in quotes.
sub bare {
    my ($text) = @_;
    $text =~ s/('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/' ' x length $1/ge;
    return $text;
}

# What is declared in a statement is seen behind it, so it is declared before.
sub declared {
    my ($text) = @_;
    my ($declared, $bare, $at) = ('', bare($text), 0);
    while ($bare =~ /\b(my|our)( ?\([^()]*\)| ?[\$\@%]\w+)/g) {
        $declared .= "$1$2; ";
        substr($text, $-[1] - $at, length $1) = '';
        $at += length $1;
    }
    return $declared, $text;
}

# Why a statement cannot be left out, by its first word.
sub why_fixed {
    my ($text) = @_;
    return 'it leaves the function' if $text =~ /^return\b/;
    return 'it raises an exception, or ends the program' if $text =~ /^(?:die|exit)\b/;
    return 'it declares a variable' if $text =~ /^(?:local|state)\b/;
    return 'it goes elsewhere';
}

sub simple {
    my ($text, $within, $value) = @_;
    return mark() . plain($text, $within) . ";\n"
        if $text =~ /\A(?:use|no|package|BEGIN|__PACKAGE__)\b|\A(?:my|our|state)\b[^=]*\z|\A\s*\z/;
    # A constant that nothing uses.
    return '' if $text eq "'???'";
    if ($text =~ /\A(?:return|last|next|redo|die|exit|goto|local|state)\b/) {
        my $id = statement('statement', why_fixed($text));
        return mark() . "Dw::ask($id);" . probed() . ' ' . expression($text, $within) . ";\n";
    }
    (my $declared, $text) = declared($text);
    $text =~ s/\A\s+//;
    my $id = statement('statement');
    my ($places, $saw, $junk) = assigned($text, $within);
    $places ||= $1 if $text =~ /\A([\@%]\w+) = /;
    my $probing = replaced($places) . probing();
    $text = expression($text, $within);
    # The last statement of a function, which is its value.
    return mark() . "${declared}if (Dw::ask($id, $value)) { ${probing}1; $text" . ($saw && "; $saw; $places") . " } else { $junk }\n" if $value;
    if (bare($text) =~ / (?:if|unless|while|until|for|foreach) /) {
        return mark() . "${declared}if (Dw::ask($id)) { ${probing}1; $text" . ($saw && "; $saw") . " } else { $junk }\n";
    }
    # No block, at whose end what a match has found would be lost.
    $saw = ", $saw" if $saw;
    $junk = "do { $junk }" if $junk;
    return mark() . "$declared(Dw::ask($id) ? ($probing($text)$saw) : ($junk));\n";
}

# What notes the values that an assignment replaces, with a comma behind it. Naming an element of an element could make the outer one.
sub replaced {
    my @places = $mode eq 'trace' && $option{'--values'} ? grep { /\A\$\w+(?:->)?$INDEX?\z/ } split /, /, $_[0] : ();
    return @places ? 'Dw::had(' . join(', ', quoted(@places), @places) . '), ' : '';
}

sub quoted { return map { (my $name = $_) =~ s/(['\\])/\\$1/g; "'$name'" } @_ }

sub probed { my $probing = probing(); return $probing ? "(${probing}1);" : '' }

# The variables and elements that an assignment gives a value, what notes them, and what spoils them where it is left out.
sub assigned {
    my ($text, $within) = @_;
    my ($left, $sign, $right) = $text =~ m{\A(\([^()]*\)|[\@%]\w+|$PLACE) ([-+*/.x]|\*\*|<<|>>|\|\||//|&&)?= (.*)}s or return ('', '', '');
    my @parts = $left =~ /\A\((.*)\)\z/s ? split /, /, $1 : $left;
    my @places = grep { /\A$PLACE\z/ } @parts;
    my @lists = grep { /\A[\@%]\w+\z/ } @parts;
    $right = plain($right, $within);
    my $is_replaced = !defined $sign && !grep { /(\w+)/ && $right =~ /[\$\@%][{]?$1\b/ } @places, @lists;
    my ($places, $saw, @junk) = (join(', ', @places), '');
    if (@places) {
        $saw = 'Dw::saw(' . join(', ', quoted(@places)) . ", $places)";
        push @junk, $is_replaced ? "Dw::spoil($places)" : "Dw::junk($places)";
    }
    if (@lists && $is_replaced) {
        my $lists = join ', ', map { "\\$_" } @lists;
        $saw .= ($saw && ', ') . "Dw::counted($lists)";
        push @junk, "Dw::spoil_all($lists)";
    }
    # An element has no place where what leads to it was left out.
    my $junk = @junk ? 'no strict; no warnings; local $@; ' . join '; ', map { "eval { $_ }" } @junk : '';
    return ($places, $saw, $junk);
}

# The line of the brace that closes the loop whose last statement was seen.
sub closing {
    for my $at ($line .. $#source) { return $at + 1 if $source[$at] =~ /^\s*\}/ }
    return $line;
}

# The code of a file that was taken apart.
sub instrument {
    my ($text, $within) = @{statements_of($_[1])};
    (local $file, local $name, local @source) = ($_[0], told($_[0]), @{$_[2]});
    (local $line, local $function) = (1, '');
    my $out = '';
    # Functions that no statement stands behind come last.
    while ($text =~ /\G(.*?)\x04(\d+)\x04(?:\cK|;|\n)*/gcs) {
        my ($before, $number, $from) = ($1, $2, pos $text);
        if ($before =~ /\{\n\t\z/) { pos $text = $from - length $&; last }
        $out .= plain($before, $within) . instrumented($within->[$number]);
    }
    return $out . definitions(substr($text, pos $text || 0), $within);
}
