# ---- The program's own modules ----

require Config;
require Cwd;
# What reads code from a text.
require PerlIO::scalar;

# What B::Deparse writes of what stands behind the end of a file.
our $DATA = qr/^(?:package ([\w:]+);\n)?__DATA__\n(.*)\z/ms;

# Folders of the interpreter and of what was installed.
our @INSTALLED = do {
    my %named = map { $_ => 1 } split /:/, defined $ENV{PERL5LIB} ? $ENV{PERL5LIB} : '';
    map { "$_/" } grep { defined } map { Cwd::abs_path($_) } grep { !$named{$_} && m{^/} } @INC;
};

sub is_below { my ($path, @folders) = @_; return scalar grep { index($path, $_) == 0 } @folders }

sub is_installed { my ($path) = @_; return $path =~ m{/(?:perl5|site_perl|vendor_perl)/} || is_below($path, @INSTALLED) }

# Whether a module lies in the current folder, or where the script does: beside it, below, or in `lib` next to its folder.
sub is_own {
    my $path = Cwd::abs_path($_[0]);
    return if !defined $path || is_installed($path);
    (my $folder = $script) =~ s{[^/]*\z}{};
    $folder = './' unless length $folder;
    return is_below($path, map { "$_/" } grep { defined } map { Cwd::abs_path($_) } '.', $folder, "${folder}../lib");
}

# The name of a file as it is told: relative to the current folder, if it is below.
sub told {
    my ($path) = @_;
    return $path if $path eq $script;
    my ($whole, $here) = (Cwd::abs_path($path), Cwd::getcwd());
    return defined $whole && index($whole, "$here/") == 0 ? substr $whole, length "$here/" : $path;
}

# The instrumented code of a module; none if it cannot be instrumented.
sub module_code {
    my ($path) = @_;
    open my $lines, '<', $path or return;
    my @lines = <$lines>;
    my @flags = map { "-I$_" } @include;
    my $text = deparsed($path, @flags);
    return unless defined $text;
    my $data = $text =~ s/$DATA// ? "\npackage " . (defined $1 ? $1 : 'main') . ";\n__DATA__\n$2" : '';
    my $told = @statements;
    my $code = "my \$__dw_frame = Dw::enter();\n" . instrument($path, $text, \@lines) . "\n;1;\n";
    if ($mode eq 'trace' && !is_compiled($code, @flags)) {
        splice @statements, $told;
        return;
    }
    return $code . $data;
}

# Whether perl takes this code.
sub is_compiled {
    my ($code, @flags) = @_;
    open my $said, '>&', \*STDERR or die;
    open STDERR, '>', '/dev/null' or die;
    open my $perl, '|-', $^X, '-c', @flags or die;
    print $perl $code;
    my $is_compiled = close $perl;
    open STDERR, '>&', $said or die;
    return $is_compiled;
}

# Perl asks this for each file that is required.
sub own_module {
    my (undef, $name) = @_;
    my @folders = grep { !ref } @INC;
    my ($path) = grep { -f } map { "$_/$name" } @folders or return;
    $path =~ s{^(?:\./)+}{};
    return if !is_own($path) || $mode ne 'trace' && !exists $module{$path};
    my %known = map { $_ => 1 } @include;
    push @include, grep { !$known{$_}++ } @folders;
    $module{$path} = module_code($path) unless defined $module{$path};
    unless (defined $module{$path}) {
        delete $module{$path};
        return;
    }
    $INC{$name} = $path;
    open my $code, '<', \$module{$path} or return;
    return $code;
}

# Modules of others that can be loaded before the program, and files of the program's own that are not traced.
sub loaded {
    my %own = map { $_ => 1 } keys %module;
    my (@others, @untraced);
    for my $name (sort keys %INC) {
        my $path = $INC{$name};
        next if !defined $path || ref $path || $own{$path} || !-f $path;
        my $whole = Cwd::abs_path($path);
        if (!is_installed($whole)) { push @untraced, told($path) }
        elsif ($name =~ /\.pm\z/ && $name !~ /^(?:Test|threads)\b/) { push @others, $name }
    }
    return \@others, \@untraced;
}
