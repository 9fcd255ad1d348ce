# What newer versions of Perl have, blocks in expressions, and data behind the end.
use strict; use warnings; use feature qw(say state signatures); no warnings 'experimental';
use List::Util qw(sum first reduce);
use constant { PI => 3, NAME => 'n' };
use constant DEBUG => 0;
our $VERSION = '1.0';
my $re = qr/(\d+)\s*"?(\w+)'?/x;
sub add($l, $r = 10) { my $sum = $l + $r; $sum }
say add(1), " ", add(1, 2);
sub next_id { state $id = 0; return ++$id }
next_id(); say next_id();
if ("12 'ab'" =~ $re or "12 ab" =~ $re) { say "got $1" } else { say "none" }
say first { my $v = $_; $v > 2 } 1 .. 5;
say reduce { my $t = $a + $b; $t } 1 .. 4;
my %dispatch = (plus => sub { my ($p, $q) = @_; return $p + $q }, minus => sub { $_[0] - $_[1] });
for my $op (sort keys %dispatch) { say "$op: ", $dispatch{$op}->(5, 3) }
my ($min, $max) = (sort { $a <=> $b } 5, 3, 9)[0, -1];
say "$min $max";
my $s = 'he said "hi; my $x"';
say $s;
my $long = "a" . "b" x 3 . 'c;d{';
say $long;
{
    package Counter;
    my $instances = 0;
    sub new { my $class = shift; $instances++; return bless { n => 0, @_ }, $class }
    sub inc { $_[0]{n}++; $_[0] }
    sub DESTROY { my $self = shift; print "destroyed $self->{n}\n" }
}
{ my $c = Counter->new(n => 2); $c->inc->inc; say $c->{n}; }
my @matrix = ([1, 2], [3, 4]);
for my $i (0 .. $#matrix) { for my $j (0 .. $#{ $matrix[$i] }) { $matrix[$i][$j] *= 2 if $i != $j; } }
say join ";", map { join ",", @$_ } @matrix;
my $i = 0;
while (1) { $i++; next if $i < 3; last if $i >= 5; say "i=$i" } continue { print "c$i " }
say "";
for (my ($p, $q) = (0, 5); $p < $q; $p++, $q--) { say "$p-$q" }
for (;;) { last }
my @queue = map { { id => $_ } } 1 .. 2;
while (my $job = shift @queue) { say "job $job->{id}" unless $job->{id} == 2 }
my $text = <<'A' . <<B;
raw $x {
A
cooked $i }
B
print $text;
local $, = "-"; local $\ = "!\n"; print 1, 2; $, = ''; $\ = '';
my $out = ''; open my $fh, '>', \$out or die; print $fh "x\n"; printf {$fh} "%d\n", 3; close $fh; print $out;
my ($d) = grep { /^b/ } qw(a bb c); say $d;
my $n = () = "aXbXc" =~ /X/g; say $n;
(my $t = "  trim ") =~ s/^\s+|\s+$//g; say "[$t]";
my $nested = { list => [ map { { k => $_, f => sub { return $_[0] . $_[1] } } } 1 .. 2 ] };
say $nested->{list}[1]{f}->("a", "b");
my $res = eval { local $SIG{ALRM} = sub { die "alarm" }; die { code => 3 } if $i; 1 };
say "err $@->{code}" if !$res && ref $@;
sub ctx { return unless defined wantarray; wantarray ? (1, 2) : 3 } my @c = ctx(); my $sc = ctx(); say "@c $sc";
sub last_if { my $x = shift; "yes" if $x } say last_if(1); 
my $str = sprintf "%-5s|%05.2f", "ab", 3.14159; say $str;
say for sort { $b <=> $a } 1 .. 3;
print "pos: ", tell(DATA) > 0 ? "ok" : "no", "\n";
my $pos = tell DATA; my $line1 = <DATA>; seek DATA, $pos, 0; print "again: ", scalar <DATA>; 
while (<DATA>) { chomp; next unless length; my ($k, @v) = split /\s*:\s*/; print "$k -> @v\n"; }
say "é" if 1; say "\x{41}\t|";
my $y = do { 1; 2 } + 1; say $y;
unless (@queue) { say "empty" }
my @sorted = sort by_len qw(ccc a bb); sub by_len { length $a <=> length $b } say "@sorted";
say join ",", (map { $_->[0] } sort { $a->[1] cmp $b->[1] or $a->[0] <=> $b->[0] } map { [$_, $_ % 2] } 1 .. 4);
my $h = {}; $h->{$_}++ for qw(a b a); say join ",", map { "$_=$h->{$_}" } sort keys %$h;
my ($u, $w); $u //= 4; $w ||= 5; $u .= "x"; say $u . $w;
sub rec { my ($n, $f) = @_; return $n if $n <= 0; $f->($n); rec($n - 1, $f) } my $acc = 0; rec(3, sub { $acc += shift }); say $acc;
warn "warned\n"; 
die "finally: $acc\n" if $acc == 6;
__DATA__
first: 1 : 2
second : x

third: it's __END__
