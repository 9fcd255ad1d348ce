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

# Why a statement cannot be left out, by its first word.
sub why_fixed {
    my ($text) = @_;
    return 'it leaves the function' if $text =~ /^return\b/;
    return 'it raises an exception, or ends the program' if $text =~ /^(?:die|exit)\b/;
    return 'it declares a variable' if $text =~ /^(?:local|our)\b/;
    return 'it goes elsewhere';
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
        my $id = statement('statement', why_fixed($text));
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
            my $id = statement('statement', 'it has other statements within it');
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
