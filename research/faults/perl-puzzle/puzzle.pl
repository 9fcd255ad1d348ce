# The fewest pours that measure an amount with two jugs.
use strict;
use warnings;

my ($left, $right, $wanted) = @ARGV;

sub neighbours {
    my ($a, $b) = @_;
    my @found = ([$left, $b], [$a, $right], [0, $b], [$a, 0]);
    my $to_right = $a < $right - $b ? $a : $right - $b;
    push @found, [$a - $to_right, $b + $to_right];
    my $to_left = $b < $left - $a ? $b : $left - $a;
    push @found, [$a + $to_left, $b - $to_left];
    return @found;
}

my $start = [0, 0];
my %steps = ("0,0" => 1);
my @queue = ($start);
my $answer;
while (my $state = shift @queue) {
    my ($a, $b) = @$state;
    my $steps = $steps{"$a,$b"};
    if ($a == $wanted || $b == $wanted) {
        $answer = $steps;
        last;
    }
    foreach my $next (neighbours($a, $b)) {
        my $key = join ',', @$next;
        next if exists $steps{$key};
        $steps{$key} = $steps + 1;
        push @queue, $next;
    }
}
die "cannot be measured\n" unless defined $answer;
exit 3 if $answer > 6;
print "pours: $answer\n";
