use strict; use warnings;
my %seen; my @list = (3, 1, 2);
sub fact { my ($n) = @_; my $r = 1;
  if ($n <= 1) { return 1; } elsif ($n == 2) { return 2 } else { $r = $n * fact($n - 1); }
  return $r; }
for (my $i = 0; $i < 3; $i++) { next if $i == 1; $seen{$i}++; }
foreach my $x (sort { $a <=> $b } @list) {
  print "x $x\n" if $x > 1;
  last unless $x < 3;
}
my $s = join ",", map { my $y = $_ * 2; $y + 1 } @list;
my $f = sub { my $z = shift; print "in sub $z\n"; return $z; };
$f->(4);
until (@list == 0) { pop @list; }
do { push @list, 1 } while (@list < 2);
eval { die "oops\n"; }; print "caught $@" if $@;
print fact(4), " $s\n";
my $text = <<"X";
hello
there
X
print $text;
unless (@list) { print "none\n" }
package Stack; sub new { my $class = shift; return bless { items => [] }, $class }
sub push_it { my ($self, $v) = @_; push @{ $self->{items} }, $v; return $self }
package main;
my $st = Stack->new; $st->push_it(3)->push_it(4);
printf "%d\n", scalar @{ $st->{items} };
