#!/usr/bin/perl
# Statements of all kinds, written as people do.
use strict;
use warnings;
my ($x, $y) = (3, 0);
our $begun = 7;
print "begun $begun\n" if $begun;
for (my $i = 0; $i < 3; $i++) { print "i $i\n"; }
foreach my $n (1 .. 3) {
    next unless $n % 2;
    print "n $n\n";
}
print "mod $_\n" for 1 .. 2;
$x++ while $x < 6;
$y-- until $y < -2;
do { $x -= 2; print "x $x\n" } while ($x > 0);
do { $y++ } until $y > 3;
unless ($x > 5) { print "not\n" } else { print "big\n" }
if ($x > 5) { print "a\n" } elsif ($y == 4) { print "b\n" }
elsif ($y == 5) { print "c\n" } else { print "d\n" }
OUTER: for my $p (1 .. 3) {
    for my $q (1 .. 3) {
        next OUTER if $q == 2;
        last OUTER if $p == 3;
        print "$p $q it's {\n";
    }
}
my $slurp = do { local $/; my $all = join "", "one", "two"; $all };
print "$slurp\n";
sub implicit { my ($n) = @_; if ($n > 2) { $n * 2 } else { $n - 1 } }
print implicit(5), implicit(1), "\n";
my @squares = map { my $s = $_ * $_; $s += 1; $s } grep { $_ > 1 } 1 .. 4;
print "@squares\n";
my @sorted = sort { my $d = $b <=> $a; $d } @squares;
print "@sorted\n";
my %h = (a => 1, b => { c => [1, 2, 3] });
$h{b}{c}[1] = 0;
$h{z} = 0;
push @{ $h{list} }, 4, 5;
print join(",", map { ref $h{$_} ? "ref" : $h{$_} } sort keys %h), "\n";
my $counter = do { my $c = 0; sub { return ++$c } };
$counter->(); print $counter->(), "\n";
my $heredoc = <<"END" . "tail\n";
Hello $x
  { brace
END
print $heredoc;
eval { die { code => 42 } };
print "code $@->{code}\n" if ref $@;
eval { implicit("x") ; die "oops\n"; 1 } or do { chomp(my $e = $@); print "caught $e\n" };
my $r = eval { 5 } || 6;
print "r $r\n";
package Animal;
sub new { my ($class, %a) = @_; my $self = { name => $a{name} || 'x', sound => 'generic' }; return bless $self, $class; }
sub speak { my $self = shift; return sprintf "%s says %s", $self->{name}, $self->sound }
sub sound { my $self = shift; $self->{sound} }
package Dog;
our @ISA = ('Animal');
sub sound { 'Woof' }
package main;
print Dog->new(name => 'Rex')->speak, "\n";
{ local $_ = "abc"; print "match\n" if /b/; my $copy = $_; $copy =~ tr/a-c/A-C/; print "$copy\n"; }
my ($first, @rest) = (1, 2, 3);
print "first $first rest @rest\n";
my $str = "a,b;c";
while ($str =~ /([a-z])(?=[,;']|$)/g) { my $m = $1; print "m $m at ", pos($str), "\n" }
sub ctx { return wantarray ? "list" : defined(wantarray) ? "scalar" : "void" }
my @l = ctx(); my $s = ctx(); print "$l[0] $s\n";
sub with_proto($$) { my ($a1, $b1) = @_; return $a1 + $b1 }
print with_proto(1, 2), "\n";
printf "%s\n", join " ", sort { $a <=> $b } (10, 9, 8);
my @stack = (1, 2, 3);
while (my $top = pop @stack) { print "top $top\n"; if ($top == 2) { last } }
while (my ($k, $v) = each %{ { one => 1 } }) { print "$k=$v\n"; last }
sub fact { my $n = shift; return $n <= 1 ? 1 : $n * fact($n - 1) }
print fact(5), "\n";
my $total = 0;
$total += $_ foreach @squares;
print "total $total\n";
print STDERR "to stderr\n";
my @copy = @{[1,2,3]};
print "last $#copy $copy[-1] $copy[$#copy]\n";
my $code = \&fact; print $code->(3), "\n";
print "done\n" and exit($total > 3 ? 4 : 0);
