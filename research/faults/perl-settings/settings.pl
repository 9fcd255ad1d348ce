# Reads settings in sections, with values that refer to others.
use strict;
use warnings;

my %settings;

sub trimmed {
    my ($text) = @_;
    $text =~ s/^\s+//;
    $text =~ s/\s+$//;
    return $text;
}

sub read_settings {
    my ($lines) = @_;
    my $section = 'main';
    for my $line (@$lines) {
        next if $line =~ /^\s*#/;
        if ($line =~ /^\[(\w+)\]/) {
            $section = $1;
        }
        elsif ($line =~ /^(\w+)\s*=(.*)$/) {
            my ($key, $value) = ($1, $2);
            $settings{$section}{$key} = trimmed($value);
        }
    }
}

sub lookup {
    my ($section, $key) = @_;
    my $value = $settings{$section}{$key};
    $value = $settings{main}{$key} unless defined $value;
    die "no setting $section.$key\n" unless defined $value;
    while ($value =~ /\$\{(\w+)\}/) {
        my $name = $1;
        my $found = lookup($section, $name);
        $value =~ s/\$\{$name\}/$found/;
    }
    return $value;
}

my @lines = <DATA>;
chomp @lines;
read_settings(\@lines);
for my $wanted ('web.root', 'mail.root', 'mail.spool') {
    my ($section, $key) = split /\./, $wanted;
    print "$wanted: ", lookup($section, $key), "\n";
}

__DATA__
# where everything lies
base = /srv
root = ${base}/main

[web]
root = ${base}/web

[mail]
  spool = ${root}/spool
