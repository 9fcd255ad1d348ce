# Numbers from one base to another.
use strict;
use warnings;

my @digits = (0 .. 9, 'a' .. 'z');
my %value;
@value{@digits} = (0 .. $#digits);

sub to_number {
    my ($text, $base) = @_;
    my $sign = 1;
    if ($text =~ s/^-//) {
        $sign = -1;
    }
    my $number = 0;
    for my $digit (split //, lc $text) {
        my $found = $value{$digit};
        die "no digit of base $base: $digit\n" if !defined $found || $found > $base;
        $number = $number * $base + $found;
    }
    return $sign * $number;
}

sub from_number {
    my ($number, $base) = @_;
    return '0' if $number == 0;
    my $sign = $number < 0 ? '-' : '';
    $number = abs $number;
    my $text = '';
    until ($number == 0) {
        $text = $digits[$number % $base] . $text;
        $number = int($number / $base);
    }
    return $sign . $text;
}

my @cases = ([255, 10, 16], ['-ff', 16, 2], [1021, 2, 10]);
foreach my $case (@cases) {
    my ($text, $from, $to) = @$case;
    my $converted = eval { from_number(to_number($text, $from), $to) };
    if (!defined $converted) {
        chomp(my $why = $@);
        $converted = "($why)";
    }
    print "$text ($from) = $converted ($to)\n";
}
