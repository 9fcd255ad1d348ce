# How often words occur, the most frequent first.
use strict;
use warnings;

my %stop = map { $_ => 1 } qw(a an and in of the to);
my (%count, %first);
my $number = 0;

while (my $line = <DATA>) {
    chomp $line;
    while ($line =~ /([A-Za-z']+)/g) {
        my $word = lc $1;
        next if $stop{$word};
        $number++;
        $first{$word} = $number;
        $count{$word}++;
    }
}

sub by_rank {
    return $count{$b} <=> $count{$a} || $first{$a} <=> $first{$b};
}

my $rank = 0;
foreach my $word (sort by_rank keys %count) {
    $rank++;
    last if $rank > 4;
    printf "%d. %-6s %d\n", $rank, $word, $count{$word};
}

__END__
The sea and the sky, the sky and the sea:
a boat in the sky of the sea, the wind to the boat.
