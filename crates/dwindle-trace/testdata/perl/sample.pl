$sum = 0;
$mul = 1;
$a = $ARGV[0];
$b = $ARGV[1];
while ($a <= $b) {
    $sum = $sum + $a;
    $mul = $mul * $a;
    $a = $a + 1;
}
print $sum, "\n";
print $mul, "\n";
