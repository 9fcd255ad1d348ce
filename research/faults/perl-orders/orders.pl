# Orders with discounts, as objects and closures.
package Order;
use strict;
use warnings;

sub new {
    my ($class, %given) = @_;
    my $self = bless { customer => $given{customer}, lines => [], discount => 0 }, $class;
    return $self;
}

sub add {
    my ($self, $item, $price, $count) = @_;
    $count = 1 unless defined $count;
    push @{ $self->{lines} }, { item => $item, price => $price, count => $count };
    return $self;
}

sub total {
    my ($self) = @_;
    my $sum = 0;
    for my $line (@{ $self->{lines} }) {
        $sum += $line->{price} * $line->{count};
    }
    return $sum - $sum * $self->{discount} / 100;
}

package main;
use strict;
use warnings;

sub discounter {
    my ($from, $percent) = @_;
    return sub {
        my ($order) = @_;
        if ($order->total >= $from) {
            $order->{discount} = $percent;
        }
    };
}

my @rules = (discounter(50, 5), discounter(10, 100));
my $order = Order->new(customer => 'Ada');
$order->add('pen', 3, 4)->add('book', 30)->add('lamp', 45);
foreach my $rule (@rules) {
    $rule->($order);
}
my $due = $order->total;
my $rounded = sprintf '%.2f', $due;
print "due: $rounded\n";
