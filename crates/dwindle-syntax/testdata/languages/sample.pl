#!/usr/bin/perl
# A depot.
use strict;
use warnings qw(all);
package Depot;
our $VERSION = '1.5';
my $limit = 10;
my @sizes = (1, 2, 0xff);
my %kinds = (small => 1, 'large' => [3, 4]);

sub new {
    my ($class, %options) = @_;
    my $self = { name => $options{name} // 'none', items => [] };
    return bless $self, $class;
}

sub total {
    my $self = shift;
    my $result = 0;
    foreach my $item (@{ $self->{items} }) {
        next unless defined $item;
        if ($item > 100 || $item == 3) {
            last;
        } elsif ($item eq 'x') {
            $result++;
        } else {
            $result += $item ** 2;
        }
    }
    for (my $i = 0; $i < 3; $i++) { print "text $i $sizes[0]\n"; }
    while ($result > 50) { $result /= 2; }
    until ($result < 3) { $result -= 1 }
    die "bad: $result" if $result < 0;
    return wantarray ? @sizes : -$result;
}

my $double = sub { $_[0] * 2 };
my @names = map { lc $_ } grep { /^a.*b$/i } sort keys %kinds;
(my $text = "a-b") =~ s/-/+/g;
my $count = () = $text =~ m{\w+}x;
print $double->(2), $kinds{small}, "@names", !$count, "\n";
print join(', ', @sizes[0 .. 1]), <<"END";
lines $text
END
eval { Depot->new(name => 'a')->total; 1 } or warn $@;
local $_ = $limit x 2 . 'y';
unless (-e $text) { open(my $in, '<', $text) or exit 1; close $in }
1;
